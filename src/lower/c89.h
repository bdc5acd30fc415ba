/* Rewrites programs as C89. */
#ifndef PV_C89_H
#define PV_C89_H

#include "ir/prog.h"

/* Declare the iterators of the loops in "block" in front of their loops, since loops cannot declare them: each such loop
 * becomes a block of its own. */
void pv_c89_declare_iterators(struct pv_arena *arena, pv_pblock *block);

#endif
