/* Options in files: @FILE on the command line. */
#ifndef PV_ARGFILE_H
#define PV_ARGFILE_H

#include "base/arena.h"

/* The words of "argv", which ends with NULL, with each @FILE replaced by the words of that file. They are separated by blanks and ends of
 * lines, may be quoted as in a shell, and # begins a comment. A file that cannot be read is a word like any other. */
char **pv_argfile_expand(struct pv_arena *arena, char **argv);

#endif
