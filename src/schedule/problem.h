/* Schedule constraints taken apart: isl is not needed again until the tree is built. */
#ifndef PV_PROBLEM_H
#define PV_PROBLEM_H

#include "schedule/chain.h"
#include "schedule/depgraph.h"

#include <isl/schedule.h>

struct pv_sched_problem {
    isl_ctx *ctx;
    struct pv_sched_graph *graph;
    isl_space *params; /* parameters of all that is scheduled */
    /* The instances of each node, by its index. */
    PV_VEC(isl_set *) domains;
    PV_VEC(isl_map *) maps; /* that edges refer to, whole or by pieces */
    PV_VEC(isl_id *) ids;   /* tags that edges refer to */
    bool is_approximate;    /* a dependence was made larger, since its numbers are too large */
};

struct pv_sched_problem_params {
    const pv_sched_aliases *aliases; /* NULL: none */
    bool find_sizes;                 /* of the statements */
    bool use_context;                /* dependences hold for the parameters of the context alone */
};

/* Take "constraints" apart; nodes in the natural order of their names, or of their aliases. NULL where isl fails. */
struct pv_sched_problem *pv_sched_problem_new(struct pv_arena *arena, __isl_keep isl_schedule_constraints *constraints,
                                              const struct pv_sched_problem_params *params);
void pv_sched_problem_free(struct pv_sched_problem *problem);

#endif
