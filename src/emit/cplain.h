/* Prints programs that stand alone, in C with as few braces as possible. */
#ifndef PV_CPLAIN_H
#define PV_CPLAIN_H

#include "base/str.h"
#include "ir/prog.h"

/* Append "block", after definitions of the macros that it uses. */
void pv_cplain_print(struct pv_arena *arena, const pv_pblock *block, struct pv_sb *out);

#endif
