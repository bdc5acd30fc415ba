/* Which statements and which parts of a schedule come first. */
#ifndef PV_ORDERS_H
#define PV_ORDERS_H

#include "ast/stock.h"

#include <isl/map.h>
#include <isl/schedule_node.h>

/* A relation "must come before" on "n" things. */
struct pv_orders {
    int n;
    bool *before; /* n * n */
};
struct pv_orders pv_orders_new(struct pv_arena *arena, int n);

/* Group items so that all items of a group come before all items of the next: "group" gets the number of each item's
 * group. Return the number of groups. Items that must come before each other are in one group. */
int pv_orders_group(struct pv_arena *arena, const struct pv_orders *orders, int *group);

/* Does a point of "a" { [c, i] } come before one of "b" in a loop over dimension "pos", for the same outer dimensions? */
bool pv_orders_precedes(__isl_keep isl_set *a, __isl_keep isl_set *b, int pos);

/* The components of the statements in "executed", a list of maps { [c, t] -> S[i] }, of which dimensions from "pos" on are to
 * be scanned, then "child" (may be NULL: a leaf): document 001, section 5.7. */
int pv_orders_components(struct pv_gen *gen, __isl_keep isl_map_list *executed, int pos,
                         __isl_keep isl_schedule_node *child, int *group);

#endif
