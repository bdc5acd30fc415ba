/* The order of statements that a leaf executes together. */
#ifndef PV_LEAFORDER_H
#define PV_LEAFORDER_H

#include "map/conflict.h"

/* Put the statements of the leaf below the band "node", which do not depend on each other there, in a sequence: in an order that
 * still holds if each of them gets a loop of its own over member "pos", inside of all other members; in the order of the
 * program if there is none. NULL where isl failed. */
__isl_give isl_schedule_node *pv_leaf_order(const struct pv_conflicts *conflicts, __isl_take isl_schedule_node *node,
                                            int pos);

/* The same for the band "node" right above a sequence of leaves, whose order is kept if it holds there as well, or if
 * there is no other. */
__isl_give isl_schedule_node *pv_leaf_reorder(const struct pv_conflicts *conflicts, __isl_take isl_schedule_node *node,
                                              int pos);

#endif
