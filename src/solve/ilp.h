/* Integer programming over a simplex tableau: the lexicographically smallest integer point, by cuts,
 * and the smallest one that is not trivial on given regions, by case splits. */
#ifndef PV_ILP_H
#define PV_ILP_H

#include "solve/simplex.h"

/* Find the integer point that satisfies all constraints of "s" and is lexicographically smallest in
 * the order of the variables; pv_simplex_value() then gives its coordinates. The cuts stay in "s" up
 * to the pop of its present level. "bound" may be NULL. Systems without integer points that are
 * unbounded may need any number of cuts: give "work" a limit, and variables upper bounds if there are
 * natural ones. */
enum pv_solve_status pv_ilp_minimize(struct pv_simplex *s, const struct pv_lex_bound *bound,
                                     struct pv_solve_work *work);

/* Linear forms over the variables "first_var" to "first_var" + "n_var" - 1, one per line of "forms"
 * ("n_form" lines of "n_var" coefficients, none of them INT64_MIN). A point is trivial on the region if
 * all forms are zero. */
struct pv_form_group {
    int first_var, n_var, n_form;
    const int64_t *forms;
};

/* When is a solution worth looking for after a first one was found? */
enum pv_improvement {
    PV_IMPROVE_LEX,     /* its significant variables are lexicographically smaller */
    PV_IMPROVE_TO_ZERO, /* it makes the first non-zero significant variable zero, and leaves zero those before */
};

/* Which solution to look for: not trivial on any of the "n_region" regions, with the first
 * "n_significant" variables as small as "improvement" tells. Among solutions equally good in these
 * variables the first one found counts: cases are tried in the order of the forms of the first
 * region that is trivial, positive before negative, and each gives its lexicographic minimum. With
 * PV_IMPROVE_LEX and all variables significant this is the lexicographic minimum of all. */
struct pv_nontrivial {
    const struct pv_form_group *regions;
    int n_region;
    int n_significant;
    enum pv_improvement improvement;
    long node_limit; /* most work for one case before it is left unsolved; 0: no limit but the one for all */
};

/* Find the integer point of "s" that "problem" describes, and store its coordinates in "value". "s" is
 * left as it was. PV_SOLVE_GAVE_UP means that some case was not solved, for lack of work or because its
 * minimum does not fit machine words. If "*found" is set, "value" is a solution: the one looked for
 * with PV_SOLVE_OPTIMAL, the best one seen with PV_SOLVE_GAVE_UP. */
enum pv_solve_status pv_ilp_nontrivial(struct pv_simplex *s, const struct pv_nontrivial *problem,
                                       struct pv_solve_work *work, int64_t *value, bool *found);

#endif
