/* Code for the members of a band (document 001, Algorithms 1 and 2). */
#ifndef PV_BANDGEN_H
#define PV_BANDGEN_H

#include "ast/graft.h"

#include <isl/schedule_node.h>
#include <isl/union_map.h>

struct pv_bandgen;
/* Append to "list" the code for "executed" { [c] -> S[i] } at "place". */
typedef void (*pv_bandgen_inner)(const struct pv_bandgen *band, const struct pv_stock *place,
                                 __isl_take isl_union_map *executed, pv_grafts *list);

/* A member that is still to be scanned. */
struct pv_bandgen_member {
    int position; /* in the options; -1: it has none */
    int depth;    /* of its iterator */
};

struct pv_bandgen {
    isl_schedule_node *node;  /* the band, for its options; or NULL */
    isl_schedule_node *child; /* what is below it, for the order of statements; or NULL */
    isl_union_map *options;   /* { [t] -> separate[d] } and so on; or NULL */
    isl_set *isolated;        /* { [t] } with the members of the bands around this one, and its own; or NULL */
    bool may_shift;           /* nothing refers to the values of members */
    int n_members;
    const struct pv_bandgen_member *members;
    pv_bandgen_inner inner;
};

/* Append to "list" the code for "executed" { [c, t] -> S[i] } at "place", t the members of "band". */
void pv_bandgen_run(const struct pv_bandgen *band, const struct pv_stock *place, __isl_take isl_union_map *executed,
                    pv_grafts *list);

/* The isolated part of the band "node": { [t] } with the members of the bands around it, and its own. NULL where it has none. */
__isl_give isl_set *pv_band_isolated(__isl_keep isl_schedule_node *node);

/* The maps of "executed" in the order of the names of their statements. */
__isl_give isl_map_list *pv_executed_maps(__isl_keep isl_union_map *executed);

#endif
