/* Systems of constraints on two variables with unit coefficients, solved by shortest paths. */
#ifndef PV_DIFFGRAPH_H
#define PV_DIFFGRAPH_H

#include "base/arena.h"
#include "solve/simplex.h"

struct pv_diffgraph;

/* A system of "n_var" variables of any sign, without constraints; it lives as long as "arena". */
struct pv_diffgraph *pv_diffgraph_new(struct pv_arena *arena, int n_var);

/* Add the constraint a * x_i + b * x_j <= c, where a and b are -1, 0 or 1; a variable with
 * coefficient 0 is not looked at, and "i" may be equal to "j". Return the number of the constraint,
 * counted from 0. */
int pv_diffgraph_add(struct pv_diffgraph *g, int a, int i, int b, int j, int64_t c);

enum pv_diffgraph_conflict {
    PV_CONFLICT_NEGATIVE, /* the constraints add up to 0 <= a negative number */
    PV_CONFLICT_PARITY,   /* the constraints add up to 0 <= 0, so all hold with equality, and for some
                             variable x they imply 2 x = an odd number */
};

/* With PV_SOLVE_OPTIMAL: "twice" holds the double of the value of each variable, even numbers in
 * the domain of integers. With PV_SOLVE_INFEASIBLE: the constraints in "conflict" contradict each
 * other. One that stands there several times counts so often; one with a single variable counts
 * double. In the domain of integers 2 x <= c was replaced by 2 x <= c - 1 if c is odd. */
struct pv_diffgraph_result {
    int64_t *twice;
    enum pv_diffgraph_conflict kind;
    int *conflict;
    int n_conflict;
};

/* Find a point that satisfies all constraints of "g". The result lives in the arena of "g". Return
 * PV_SOLVE_GAVE_UP if the point found does not fit machine words. */
enum pv_solve_status pv_diffgraph_solve(struct pv_diffgraph *g, enum pv_solve_domain domain,
                                        struct pv_diffgraph_result *result);

#endif
