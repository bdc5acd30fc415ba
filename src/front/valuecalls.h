/* Calls replaced by the expression that the called function returns. */
#ifndef PV_VALUECALLS_H
#define PV_VALUECALLS_H

#include "front/evalctx.h"

/* "tree", or a copy in which the value stands for each call of a function that consists of "return VALUE;" and reads
 * memory or computes a linear subscript. So accesses through such
 * functions are as exact as those that are written out. */
struct pv_tree *pv_valuecalls_replace(struct pv_eval *ec, struct pv_tree *tree);

#endif
