/* Calls of memset() and memcpy() as the loops that they stand for. */
#ifndef PV_MEMCALLS_H
#define PV_MEMCALLS_H

#include "front/extract.h"

/* The loop that does what the statement "call" does: for (k = 0; k < n; k++) to[k] = ...; NULL if "call" is another call, or
 * one that no such loop stands for. */
struct pv_tree *pv_memcall_read(struct pv_extract *x, struct pv_expr *call);

#endif
