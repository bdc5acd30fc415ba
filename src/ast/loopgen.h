/* Loops over the values of one member of a band (document 001, section 5.3). */
#ifndef PV_LOOPGEN_H
#define PV_LOOPGEN_H

#include "ast/graft.h"

#include <isl/map.h>
#include <isl/union_map.h>

/* One part of the values of a member, as it becomes a loop or a constant. */
struct pv_level {
    const struct pv_stock *outside; /* lent */
    int depth;                      /* of the iterator */
    isl_basic_set *bounds;          /* { [c, i] } of the loop, without what is known */
    isl_set *domain;                /* { [c, i] }: the values that instances have */
    isl_val *stride;
    isl_aff *offset;  /* { [c, i] -> [o] } */
    isl_set *allowed; /* { [c, i] }: by the stride */
    isl_aff *value;   /* { [c] -> [v] } where there is only one value; else NULL */
    isl_aff *member;  /* { [c, i] -> [t] }: the value of the member; i unless the loop is scaled */
    struct pv_stock inside;
};

/* Find out how the values "bounds" { [c, i] } of dimension "place->n" of "*executed" { [c, i, ...] -> S[j] } are gone through,
 * and have "*executed" in terms of that: without the dimension where there is a single value. "place" must live on. */
void pv_level_enter(struct pv_level *level, const struct pv_stock *place, int depth, __isl_take isl_basic_set *bounds,
                    isl_union_map **executed);

/* Append to "list" the code that runs "inner", what there is in the loop, for each of the values. */
void pv_level_leave(struct pv_level *level, pv_grafts *inner, pv_grafts *list);

/* "set" { [c] } as a condition on the dimensions of "executed" { [c, ...] -> S[i] }. */
__isl_give isl_union_map *pv_executed_within(__isl_take isl_union_map *executed, __isl_take isl_set *set, int n_rest);

#endif
