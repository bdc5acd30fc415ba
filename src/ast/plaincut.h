/* The values of a member that several statements share, and where they are cut. */
#ifndef PV_PLAINCUT_H
#define PV_PLAINCUT_H

#include "ast/plainspot.h"

/* Statements that take turns at one member. */
struct pv_plain_turns {
    const struct pv_plain_node *band;
    int member, col; /* its iterator */
    int n_cuts;      /* how often they have been cut */
    enum isl_ast_loop_type type;
    struct pv_plain_stride stride;
};

/* Those of "all" that have instances where "row" >= 0, there. */
pv_actives pv_plain_part_of(struct pv_plain_run *gen, const struct pv_plain_spot *spot, const pv_actives *all,
                            const int64_t *row);

/* Those of "all" that have instances there that fulfil the conditions of "node". */
pv_actives pv_plain_possible(struct pv_plain_run *gen, const struct pv_plain_spot *spot, const pv_actives *all,
                             const struct pv_plain_node *node);

/* Find one loop for "n" statements whose values are "domains". */
bool pv_plain_find_loop(struct pv_plain_run *gen, const struct pv_plain_spot *spot, const struct pv_plain_turns *turns,
                        const struct pv_rows *domains, int n, struct pv_rows *whole);

/* The instances of statements on both sides of a cut: where "row" holds, and where it does not. */
struct pv_plain_cut {
    const int64_t *row;
    pv_actives first, second;
};

/* Find a cut of the values "domains" of "all" where a bound of a statement is: such that the first part is one loop, or else the
 * parts have the fewest statements. False where there is none, or there have been many. */
bool pv_plain_find_cut(struct pv_plain_run *gen, const struct pv_plain_spot *spot, const pv_actives *all,
                       const struct pv_plain_turns *turns, const struct pv_rows *domains, struct pv_plain_cut *best);

#endif
