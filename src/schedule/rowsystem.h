/* A row problem as the approximation needs it. The two parts of a coefficient are one free variable of any sign. The
 * variables of the head have values that were chosen beforehand. Constraints between the same two nodes form a bundle.
 *
 * The free variables of a node are the coefficients of its coordinates, those of the parameters, and the constant. */
#ifndef PV_ROWSYSTEM_H
#define PV_ROWSYSTEM_H

#include "schedule/rowproblem.h"
#include "solve/twovar.h"

/* Instead of a value for a variable of the head: leave out the constraints on it; choose 1 where possible, else 0. A
 * variable to choose occurs in one bundle only. */
#define PV_HEAD_ANY INT64_MIN
#define PV_HEAD_ONE_OR_ZERO (INT64_MIN + 1)

/* A constraint over the free variables. The constant depends on the values of the head. */
struct pv_row_linear {
    struct pv_linear linear, negated; /* "negated" for equalities */
    const struct pv_row_constraint *source;
    bool is_equality, is_left_out;
};

/* The constraints between two nodes, or on one. */
struct pv_bundle {
    int a, b;                /* places of the nodes, a <= b */
    PV_VEC(int) constraints; /* places in "linears" */
};

typedef PV_VEC(const struct pv_bundle *) pv_bundle_vec;

struct pv_row_system {
    struct pv_arena *arena;
    const struct pv_row_problem *problem;
    const struct pv_sched_graph *graph;
    int n_free;
    int *base;              /* per node: its first free variable */
    int *node_of, *free_of; /* per variable of the problem beyond the head */
    PV_VEC(struct pv_row_linear) linears;
    PV_VEC(struct pv_bundle) bundles;
    PV_VEC(int) *bundles_of;                /* per node: places of its bundles */
    const struct pv_form_group **region_of; /* per node: forms of which one must not be zero; NULL: none */
    const int64_t *wanted;                  /* per variable of the head: a value, or one of the above */
    int64_t *head;                          /* ... and the value chosen for it */
};

/* The system of "problem". Each of "regions" belongs to one node, as in struct pv_nontrivial. The caller keeps both. */
struct pv_row_system *pv_row_system_new(struct pv_arena *arena, const struct pv_row_problem *problem,
                                        const struct pv_form_group *regions, int n_region);

static inline const struct pv_sched_node *pv_row_system_node(const struct pv_row_system *s, int at)
{
    return s->graph->nodes.v[at];
}

/* How many free variables the node at "at" has. */
static inline int pv_row_system_width(const struct pv_row_system *s, int at)
{
    return pv_row_system_node(s, at)->dim + s->graph->n_param + 1;
}

/* The node at the other end of "bundle"; "at" itself where the bundle is on one node. */
static inline int pv_bundle_other(const struct pv_bundle *bundle, int at)
{
    return bundle->a == at ? bundle->b : bundle->a;
}

/* Let the head have the values "wanted", and 0 wherever there is a choice. */
void pv_row_system_set_head(struct pv_row_system *s, const int64_t *wanted);

/* Choose "value" for all variables of the head in "bundle" that have a choice; return whether there are any. */
bool pv_bundle_choose(struct pv_row_system *s, const struct pv_bundle *bundle, int64_t value);

/* Was 1 chosen for any of them? */
bool pv_bundle_has_one(const struct pv_row_system *s, const struct pv_bundle *bundle);

/* Choose 1 for those whose constraints the point "x" then satisfies, else 0. */
void pv_bundle_choose_at(struct pv_row_system *s, const struct pv_bundle *bundle, const int64_t *x);

/* Bring the constants of "bundle" up to date after a change of the head. */
void pv_bundle_set_constants(struct pv_row_system *s, const struct pv_bundle *bundle);

/* Does "x" satisfy all constraints of "bundle"? */
bool pv_bundle_holds(const struct pv_row_system *s, const struct pv_bundle *bundle, const int64_t *x);

/* The constraints on the node at "at" alone; NULL if there are none. */
const struct pv_bundle *pv_row_system_own_bundle(const struct pv_row_system *s, int at);

/* "sign" times form "f" of the region of the node at "at". */
struct pv_linear pv_row_system_form(const struct pv_row_system *s, struct pv_arena *arena, int at, int f, int sign);

/* The place of the first form of the node at "at" that is not zero in "x", with its sign there; -1 if all are zero. */
int pv_row_system_find_form(const struct pv_row_system *s, int at, const int64_t *x, int *sign);

/* Is the row of the node at "at" allowed to be what it is in "x"? */
bool pv_row_system_is_nontrivial(const struct pv_row_system *s, int at, const int64_t *x);

/* Store the point "x", with the values of the head, as values of all variables of the row problem; 0 for PV_HEAD_ANY. */
void pv_row_system_write(const struct pv_row_system *s, const int64_t *x, int64_t *value);

#endif
