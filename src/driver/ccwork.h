/* What pavecc does to the machine: programs that it runs, and a folder for temporary files. */
#ifndef PV_CCWORK_H
#define PV_CCWORK_H

#include "driver/ccline.h"

/* Where a program reads and writes: names of files, or NULL for pavecc's own. */
struct pv_cc_streams {
    const char *in, *out, *err;
};

/* Make a folder that only this user can read, and remove it whenever the program ends, also by a signal. NULL: that failed. */
const char *pv_ccwork_begin(struct pv_arena *arena);
void pv_ccwork_end(void);

/* Run the program "words" and wait for it. Return its exit status, 128 and the number of the signal that ended it, or 127 if
 * it cannot be run. */
int pv_ccwork_run(struct pv_arena *arena, const pv_words *words, struct pv_cc_streams streams);
/* Become the program "words"; return, after a message, only if that fails. */
void pv_ccwork_become(struct pv_arena *arena, const pv_words *words);

/* Write "size" bytes to the new file "path". */
bool pv_ccwork_write(const char *path, const char *text, size_t size);
/* Append the contents of "path" to standard error. */
void pv_ccwork_show(struct pv_arena *arena, const char *path);

#endif
