/* The options of C compilers. pave accepts them, so that users can pass the flags of a project unchanged. */
#ifndef PV_FLAGS_H
#define PV_FLAGS_H

#include <stdbool.h>

enum pv_flag_use {
    PV_FLAG_UNKNOWN,
    PV_FLAG_READ,     /* changes the meaning of the text: goes to clang */
    PV_FLAG_IDLE,     /* concerns the compilation of the result alone */
    PV_FLAG_NOT_KEPT, /* changes the meaning of programs in a way that pave does not follow: a warning says "why" */
    PV_FLAG_REFUSED,  /* asks for something else than pave does: an error says "why" */
};

struct pv_flag {
    enum pv_flag_use use;
    bool takes_word; /* its argument is the next word of the command line */
    const char *why;
};

/* What the option "given", with its dashes, is for. */
struct pv_flag pv_flag_find(const char *given);

/* The kind of file that "path" names, where its suffix says that pave cannot read it as C: "an object file". Else NULL. */
const char *pv_flag_alien_file(const char *path);

/* Do the "n" options in "given" select the C of 1989? The last one that selects a language counts. */
bool pv_flags_are_c89(int n, const char *const *given);

#endif
