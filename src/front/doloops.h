/* Do loops as while loops whose first iteration is certain. */
#ifndef PV_DOLOOPS_H
#define PV_DOLOOPS_H

#include "front/evalctx.h"

/* "tree" with while loops in the place of its do loops (pv_tree.is_do), or "tree" itself where it has none. A step in the
 * condition moves to the end of the body. Loops with other effects in the condition stay. */
struct pv_tree *pv_doloops_rewrite(struct pv_eval *ec, struct pv_tree *tree);

#endif
