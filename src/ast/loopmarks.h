/* Translates marks of a schedule tree into annotations of the loops of its code. */
#ifndef PV_LOOPMARKS_H
#define PV_LOOPMARKS_H

#include "ir/code.h"

/* Annotate all loops of "nodes". */
void pv_loopmarks(struct pv_arena *arena, const pv_anodes *nodes);

#endif
