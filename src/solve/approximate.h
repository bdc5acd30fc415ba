/* Systems of linear inequalities under-approximated by two variables per inequality, by each method of document 003. */
#ifndef PV_APPROXIMATE_H
#define PV_APPROXIMATE_H

#include "solve/twovar.h"

/* How the constants of the replacements are found. A cluster is the set of constraints between two nodes. Constraints that
 * keep a node from being trivial are additional; they form a cluster of their own. */
enum pv_approx_method {
    PV_APPROX_UNIFORM,        /* all alike */
    PV_APPROX_AT_ONCE,        /* around one point of the whole system */
    PV_APPROX_PER_DEPENDENCE, /* per cluster, around a point of that cluster */
    PV_APPROX_TOTAL,          /* ... of the cluster and all additional constraints */
    PV_APPROX_SELECTED,       /* ... of the cluster and the additional constraints of its two nodes */
    PV_APPROX_JUST,        /* per cluster as well, but additional constraints are left out of the system altogether */
    PV_APPROX_INDEPENDENT, /* per constraint, around a point of its cluster that leaves room for it */
    PV_APPROX_INCREMENTAL, /* the same; the point also satisfies all replacements so far */
    PV_N_APPROX_METHODS
};

/* An inequality of the system. */
struct pv_approx_row {
    struct pv_linear linear;
    int cluster; /* place in "clusters"; 0 for additional constraints */
    int node;    /* of an additional constraint: the one it keeps non-trivial */
};

struct pv_approx_system {
    struct pv_arena *arena;
    int n_var;
    const bool *is_free;  /* per variable: may be negative */
    const int64_t *point; /* a point of the system, or NULL if none is known */
    PV_VEC(struct pv_approx_row) rows;
    PV_VEC(struct pv_two) clusters; /* i, j: the nodes of each; the first is that of additional constraints */
};

/* The replacements are on variables that are so many times as large as those of the system. */
extern const int64_t pv_approx_scale;

/* Replace the rows of "s" by "method" and append the replacements to "out". "work" counts the steps of the solver; NULL: each
 * point may take a fixed number of them. False where there is no point to replace around, or a number is too large. */
bool pv_approximate(const struct pv_approx_system *s, enum pv_approx_method method, struct pv_solve_work *work,
                    pv_two_vec *out);

/* Are additional constraints part of an approximation by "method"? */
bool pv_approx_is_part(enum pv_approx_method method, const struct pv_approx_row *row);

#endif
