/* Pieces of code with the conditions under which they run (document 001, sections 4.4 and 5.9). */
#ifndef PV_GRAFT_H
#define PV_GRAFT_H

#include "ast/stock.h"

/* Code for some instances at a place. Where "guard" does not hold, there is none of them. Where it holds, "nodes" executes
 * exactly these. */
struct pv_graft {
    isl_set *guard;    /* { [c] } */
    isl_set *enforced; /* { [c] }: holds wherever "nodes" executes anything, whether the guard is tested or not */
    pv_anodes nodes;
};
typedef PV_VEC(struct pv_graft) pv_grafts;

/* Append a graft of "nodes" that enforces nothing. */
void pv_graft_add(struct pv_gen *gen, pv_grafts *list, __isl_take isl_set *guard, const pv_anodes *nodes);
void pv_graft_free(struct pv_graft *graft);

/* One graft for all of "list", which run one after the other at "place". Conditions that all of them share become its
 * guard; other conditions are tested inside. */
struct pv_graft pv_graft_fuse(const struct pv_stock *place, pv_grafts *list);

/* "nodes" under "condition" { [c] }, where "sure" holds. */
pv_anodes pv_graft_guarded(const struct pv_stock *place, __isl_keep isl_set *sure, __isl_take isl_set *condition,
                           const pv_anodes *nodes);

#endif
