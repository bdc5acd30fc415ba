/* The search for one row of a schedule, as a system of linear constraints: what the schedulers build and a solver
 * solves. Every variable is at least zero; their order is the order of the objectives.
 *
 * After "n_head" variables of the scheduler's own come those of the nodes, one block each:
 *   c-, c+ of the last coordinate, ..., c-, c+ of the first; the coefficients of the parameters; the constant.
 * A coefficient of a coordinate is c+ - c-. */
#ifndef PV_ROWPROBLEM_H
#define PV_ROWPROBLEM_H

#include "schedule/depgraph.h"
#include "solve/ilp.h"

struct pv_row_constraint {
    enum pv_linear_relation relation;
    int64_t constant;
    const struct pv_term *terms;
    int n_term;
    int next;           /* with the same hash */
    bool is_definition; /* of an objective: it says nothing about the others */
};

struct pv_row_problem {
    struct pv_arena *arena;
    const struct pv_sched_graph *graph;
    int n_var, n_head;
    int *block; /* first variable of each node, by its place in the graph */
    PV_VEC(struct pv_row_constraint) constraints;
    /* The constraint being put together: coefficients by variable, and which are set. */
    int64_t *coefficient;
    bool *is_set;
    PV_VEC(int) set;
    bool overflows;
    /* Constraints by hash, so that none is there twice. */
    int *bucket;
    int n_bucket;
};

struct pv_row_problem *pv_row_problem_new(const struct pv_sched_graph *graph, int n_head);

/* The variables of "node": c- of coordinate "at", c+ right behind; the first parameter; the constant. */
int pv_row_var(const struct pv_row_problem *problem, const struct pv_sched_node *node, int at);
int pv_row_param_var(const struct pv_row_problem *problem, const struct pv_sched_node *node);
int pv_row_constant_var(const struct pv_row_problem *problem, const struct pv_sched_node *node);

/* Put together a constraint: terms add up, and the end makes it: constant + terms >= 0, or == 0. */
void pv_row_add_term(struct pv_row_problem *problem, int var, int64_t coefficient);
/* factor * (f(y) - f(x)) for "pair", one of the generators of pv_edge_get_pairs(). */
void pv_row_add_difference(struct pv_row_problem *problem, const struct pv_sched_edge *edge, const int64_t *pair,
                           int64_t factor);
void pv_row_end(struct pv_row_problem *problem, enum pv_linear_relation relation, int64_t constant);

/* The same for the definition of an objective: terms + constant == 0. */
void pv_row_end_definition(struct pv_row_problem *problem, int64_t constant);

/* variable "sum" == the sum of all coefficients of parameters, and of all parts of coefficients of coordinates. */
void pv_row_define_param_sum(struct pv_row_problem *problem, int sum);
void pv_row_define_coefficient_sum(struct pv_row_problem *problem, int sum);

/* f(y) == f(x) on all pairs of "edge". */
void pv_row_keep_together(struct pv_row_problem *problem, struct pv_sched_edge *edge);

/* The solver for "problem". */
struct pv_simplex *pv_row_problem_solver(const struct pv_row_problem *problem, enum pv_solve_domain domain);

/* The row of "node" in the solution "value". */
pv_sched_row pv_row_read(const struct pv_row_problem *problem, const struct pv_sched_node *node, const int64_t *value);

#endif
