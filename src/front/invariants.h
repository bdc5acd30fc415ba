/* Members of structures that a region reads and does not change: p.n, m->cols, y.data. They get names (front/named.h), so that
 * they are parameters, and bases of accesses, like the variables of the program. */
#ifndef PV_INVARIANTS_H
#define PV_INVARIANTS_H

#include "front/evalctx.h"

/* Find out what "tree", all of the region, and the functions that it calls may write. */
void pv_invariants_survey(struct pv_eval *ec, struct pv_tree *tree);

/* "tree", a part of the region, with names in the place of what does not change in the region; "tree" itself where there is
 * nothing to replace. */
struct pv_tree *pv_invariants_name(struct pv_eval *ec, struct pv_tree *tree);

#endif
