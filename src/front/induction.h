/* Scalars that advance beside the loops: k++ or k += ld once per iteration. Their values become functions of the iterators and of
 * what the region does not change, in the place of the scalars themselves; the steps vanish, and where the program needs a last
 * value, a statement at the end assigns it. */
#ifndef PV_INDUCTION_H
#define PV_INDUCTION_H

#include "front/evalctx.h"

/* "tree", all of the region, or the body of a called function in the place of its call, without the scalars that can be
 * resolved; "tree" itself where there are none. Nothing has been evaluated yet of "tree". */
struct pv_tree *pv_induction_resolve(struct pv_eval *ec, struct pv_tree *tree);

#endif
