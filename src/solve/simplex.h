/* Exact linear programming over non-negative variables: the lexicographically smallest point of a
 * system of linear constraints, which grows and shrinks like a stack. */
#ifndef PV_SIMPLEX_H
#define PV_SIMPLEX_H

#include "solve/num.h"

enum pv_solve_status {
    PV_SOLVE_OPTIMAL,    /* the minimum was found */
    PV_SOLVE_INFEASIBLE, /* no point satisfies the constraints */
    PV_SOLVE_BEYOND,     /* every point there may be is at or above the bound given by the caller */
    PV_SOLVE_GAVE_UP,    /* the work limit was reached */
};

/* Work done, and the most that may be done. Each pivot, cut and node of a search costs one unit, and a
 * pivot of large numbers in a large system more; a solver stops before it spends unit "limit" + 1. A negative "limit" means none. One object may
 * serve many calls, which then share the limit. */
struct pv_solve_work {
    long limit;
    long pivots, cuts, nodes;
};

/* Is there no unit left? */
bool pv_solve_work_spent(const struct pv_solve_work *work);

/* Only points whose first "n" variables are lexicographically smaller than "value" are of interest. */
struct pv_lex_bound {
    int n;
    const int64_t *value;
};

enum pv_solve_domain { PV_SOLVE_RATIONAL, PV_SOLVE_INTEGER };

enum pv_linear_relation { PV_REL_GE, PV_REL_EQ };

struct pv_term {
    int var;
    int64_t coef;
};

struct pv_simplex;

/* A system of "n_var" variables, all at least 0, without further constraints. With PV_SOLVE_INTEGER
 * the caller is interested in integer points only: constraints may then be tightened to what
 * integer points satisfy. */
struct pv_simplex *pv_simplex_new(int n_var, enum pv_solve_domain domain);
void pv_simplex_free(struct pv_simplex *s);
int pv_simplex_n_var(const struct pv_simplex *s);

/* Add the constraint: constant + sum of "terms" >= 0, or == 0. A variable may occur in several terms. */
void pv_simplex_add(struct pv_simplex *s, enum pv_linear_relation relation, int64_t constant,
                    const struct pv_term *terms, int n_term);

/* Begin a new level; pv_simplex_pop() removes all that was added since the matching push, and
 * brings the tableau back to where it was, without any arithmetic. */
void pv_simplex_push(struct pv_simplex *s);
void pv_simplex_pop(struct pv_simplex *s);

/* Find the rational point that satisfies all constraints and is lexicographically smallest in the
 * order of the variables. Any status leaves "s" ready for further calls; after PV_SOLVE_GAVE_UP and
 * PV_SOLVE_BEYOND a further call goes on from where this one stopped. "bound" may be NULL. In the
 * domain of integers the bound is compared with what integer points can reach. */
enum pv_solve_status pv_simplex_minimize(struct pv_simplex *s, const struct pv_lex_bound *bound,
                                         struct pv_solve_work *work);

/* The value of variable "var" after PV_SOLVE_OPTIMAL, and before any other call that changes "s", as
 * a reduced fraction with positive denominator. Return false if it does not fit machine words. */
bool pv_simplex_value(const struct pv_simplex *s, int var, int64_t *num, int64_t *den);
void pv_simplex_value_mpz(const struct pv_simplex *s, int var, mpz_t num, mpz_t den);

/* The first variable whose value after PV_SOLVE_OPTIMAL is not an integer, or -1. */
int pv_simplex_first_fraction(const struct pv_simplex *s);
/* Add a constraint that every integer point satisfies but the present one does not; "var" has a
 * fractional value. Different "number"s give different constraints, 0 usually the best one. From here
 * on, up to the pop of the present level, "s" describes the integer points only. */
void pv_simplex_cut(struct pv_simplex *s, int var, int number);

#endif
