/* Systems of constraints on two variables with unit coefficients (UTVPI), solved by shortest paths. A system keeps a
 * point while it grows, so that a new constraint costs only what it moves. */
#ifndef PV_DIFFGRAPH_H
#define PV_DIFFGRAPH_H

#include "base/arena.h"
#include "solve/simplex.h"

struct pv_diffgraph;

/* The constraint a * x_i + b * x_j <= c, where a and b are -1, 0 or 1; a variable with coefficient 0 is not looked at,
 * and "i" may be equal to "j". */
struct pv_two {
    int a, i, b, j;
    int64_t c;
};

/* A system of "n_var" variables of any sign, without constraints; it lives as long as "arena". */
struct pv_diffgraph *pv_diffgraph_new(struct pv_arena *arena, int n_var, enum pv_solve_domain domain);

/* Add the constraint "k". Return its number, counted from 0. */
int pv_diffgraph_add(struct pv_diffgraph *g, struct pv_two k);

/* Remove all constraints added since "mark" was taken. The point of the last successful pv_diffgraph_solve() stays: it
 * satisfies fewer constraints as well. */
struct pv_diffgraph_mark {
    int n_constraint, n_edge;
};
struct pv_diffgraph_mark pv_diffgraph_get_mark(const struct pv_diffgraph *g);
void pv_diffgraph_return_to(struct pv_diffgraph *g, struct pv_diffgraph_mark mark);

enum pv_diffgraph_conflict {
    PV_CONFLICT_NEGATIVE, /* the constraints add up to 0 <= a negative number */
    PV_CONFLICT_PARITY,   /* the constraints add up to 0 <= 0, so all hold with equality, and for some
                             variable x they imply 2 x = an odd number */
};

/* Constraints that contradict each other. One that stands there several times counts so often; one with a single
 * variable counts double. In the domain of integers 2 x <= c was replaced by 2 x <= c - 1 if c is odd. */
struct pv_diffgraph_proof {
    enum pv_diffgraph_conflict kind;
    int *conflict; /* the numbers of the constraints; lives in the arena of the system */
    int n_conflict;
};

/* Move the point so that it satisfies all constraints: PV_SOLVE_OPTIMAL. Else PV_SOLVE_INFEASIBLE; the point still
 * satisfies what it satisfied before, and "proof", unless NULL, says why. The point is rational in either domain:
 * bounds are rounded in the domain of integers, but coordinates may be halves. */
enum pv_solve_status pv_diffgraph_solve(struct pv_diffgraph *g, struct pv_diffgraph_proof *proof);

/* Move variable "var" of the present point to "value". All constraints that were solved must still hold. */
void pv_diffgraph_set(struct pv_diffgraph *g, int var, int64_t value);

/* Twice the value of variable "var" in the point that satisfies all constraints. */
__int128 pv_diffgraph_twice(const struct pv_diffgraph *g, int var);

/* Store an integer point near the present one that satisfies all constraints in "value"; the present point stays.
 * PV_SOLVE_INFEASIBLE, with "proof", where there is none, PV_SOLVE_GAVE_UP where it does not fit machine words. */
enum pv_solve_status pv_diffgraph_round(struct pv_diffgraph *g, int64_t *value, struct pv_diffgraph_proof *proof);

/* Store in "out" all that the system implies about the "n" variables "vars" alone, as constraints on their places in
 * "vars": the projection onto them. Return the number of constraints, at most 2 n (2 n - 1). The present point satisfies
 * all constraints of "g". */
int pv_diffgraph_project(struct pv_diffgraph *g, const int *vars, int n, struct pv_two *out);

/* Make each of the "n" variables "vars" as small in absolute value as those before it allow, in this order, and fix it
 * there. The present point satisfies all constraints of "g". */
void pv_diffgraph_minimize(struct pv_diffgraph *g, const int *vars, int n);

#endif
