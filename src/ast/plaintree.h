/* Reads the trees of plain schedules. */
#ifndef PV_PLAINTREE_H
#define PV_PLAINTREE_H

#include "ast/plain.h"

#include <isl/schedule_node.h>
#include <isl/union_map.h>

/* Read "executed" { [c] -> S[i] } at "place" in the order of "node". NULL where the schedule is not plain. */
struct pv_plain *pv_plain_read(const struct pv_stock *place, __isl_keep isl_schedule_node *node,
                               __isl_keep isl_union_map *executed);

/* Read { [c, t] -> S[i] }: one band of the "n" members t, with options { [t] -> separate[d] } and so on. */
struct pv_plain *pv_plain_read_flat(const struct pv_stock *place, int n, __isl_keep isl_union_map *executed,
                                    __isl_keep isl_union_map *options);

#endif
