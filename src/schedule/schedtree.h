/* The schedule tree while it is being built, and its conversion to isl's. */
#ifndef PV_SCHEDTREE_H
#define PV_SCHEDTREE_H

#include "schedule/problem.h"

enum pv_sched_tree_kind { PV_TREE_LEAF, PV_TREE_BAND, PV_TREE_SEQUENCE, PV_TREE_SET };

struct pv_sched_tree {
    enum pv_sched_tree_kind kind;
    const struct pv_sched_graph *graph; /* whose nodes are scheduled here */
    /* Bands: the rows of the nodes from "first" on. */
    int first, n;
    bool is_permutable;
    const bool *coincident; /* NULL: none */
    PV_VEC(struct pv_sched_tree *) children;
};

struct pv_sched_tree *pv_sched_tree_new(enum pv_sched_tree_kind kind, const struct pv_sched_graph *graph);

/* The tree as isl's schedule of the statements of "problem". NULL where isl fails. */
__isl_give isl_schedule *pv_sched_tree_to_isl(const struct pv_sched_problem *problem, const struct pv_sched_tree *tree);

#endif
