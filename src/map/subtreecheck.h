/* Checks moves of loops against the dependences. */
#ifndef PV_SUBTREECHECK_H
#define PV_SUBTREECHECK_H

#include "map/conflict.h"

/* Does the tree below "node" execute, in each iteration of the loops around it, every instance after all those it
 * depends on, and keep live ranges on one element apart? Elements that one array reaches are not told apart, so the
 * check is conservative: it may reject a schedule that the exact check of the whole schedule accepts, but not vice
 * versa. */
isl_bool pv_subtree_is_legal(const struct pv_conflicts *conflicts, __isl_keep isl_schedule_node *node);

#endif
