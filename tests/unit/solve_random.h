/* What the tests of the solvers share: reports, random numbers, random systems of constraints, and the
 * two oracles, enumeration and isl. */
#ifndef PV_TEST_SOLVE_RANDOM_H
#define PV_TEST_SOLVE_RANDOM_H

#include "solve/simplex.h"

#include <isl/aff.h>
#include <isl/constraint.h>
#include <isl/ctx.h>
#include <isl/lp.h>
#include <isl/set.h>
#include <isl/val.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_VAR = 24, MAX_CONSTRAINT = 100 };

/* Percentage of the random cases to try unless the caller says otherwise. */
#ifdef __SANITIZE_ADDRESS__
#define DEFAULT_PERCENT "10"
#else
#define DEFAULT_PERCENT "100"
#endif

/* A test prints one line. It fails with the first reason given. */
struct report {
    const char *name;
    bool failed;
    int n_failed;
    double scale; /* of the number of random cases */
};

static inline void report_init(struct report *report, int argc, char **argv)
{
    const char *percent = argc > 1 ? argv[1] : getenv("SOLVE_TEST_PERCENT");
    memset(report, 0, sizeof(*report));
    report->scale = strtod(percent ? percent : DEFAULT_PERCENT, NULL) / 100;
}

static inline int report_count(const struct report *report, int n)
{
    int scaled = (int)(n * report->scale);
    return scaled > 0 ? scaled : 1;
}

static inline void report_begin(struct report *report, const char *name)
{
    report->name = name;
    report->failed = false;
}

__attribute__((format(printf, 3, 4))) static inline bool expect(struct report *report, bool condition,
                                                                const char *reason, ...)
{
    if (condition || report->failed)
        return condition;
    va_list ap;
    va_start(ap, reason);
    printf("FAIL %s ", report->name);
    vprintf(reason, ap);
    printf("\n");
    va_end(ap);
    report->failed = true;
    report->n_failed++;
    return false;
}

static inline void report_end(struct report *report)
{
    if (!report->failed)
        printf("ok %s\n", report->name);
    fflush(stdout);
}

struct rng {
    uint64_t state;
};

static inline uint64_t rng_next(struct rng *rng)
{
    uint64_t z = (rng->state += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* A number from "low" to "high". */
static inline int rng_range(struct rng *rng, int low, int high)
{
    return low + (int)(rng_next(rng) % (uint64_t)(high - low + 1));
}

struct line {
    enum pv_linear_relation relation;
    int64_t constant, coef[MAX_VAR];
};

struct system {
    int n_var, n;
    struct line lines[MAX_CONSTRAINT];
};

/* How to draw the constraints of a system. Coefficients are at most "coef" in absolute value before
 * they are shifted up by "shift" bits, constants likewise. */
struct shape {
    int min_var, max_var, max_line;
    int coef, constant;
    int percent_zero, percent_equal;
    int shift;
};

static inline int64_t random_shifted(struct rng *rng, int limit, int shift)
{
    int64_t a = rng_range(rng, -limit, limit);
    if (shift == 0 || rng_range(rng, 0, 2) == 0)
        return a;
    return a * (INT64_C(1) << shift) + rng_range(rng, -3, 3);
}

static inline void random_line(struct rng *rng, const struct shape *shape, int n_var, struct line *line)
{
    memset(line, 0, sizeof(*line));
    line->relation = rng_range(rng, 0, 99) < shape->percent_equal ? PV_REL_EQ : PV_REL_GE;
    line->constant = random_shifted(rng, shape->constant, shape->shift);
    for (int i = 0; i < n_var; ++i)
        if (rng_range(rng, 0, 99) >= shape->percent_zero)
            line->coef[i] = random_shifted(rng, shape->coef, shape->shift);
}

static inline struct system random_system(struct rng *rng, const struct shape *shape)
{
    struct system sys;
    memset(&sys, 0, sizeof(sys));
    sys.n_var = rng_range(rng, shape->min_var, shape->max_var);
    sys.n = rng_range(rng, 0, shape->max_line);
    for (int i = 0; i < sys.n; ++i)
        random_line(rng, shape, sys.n_var, &sys.lines[i]);
    return sys;
}

/* Add x_i <= limit for each variable. */
static inline void add_box(struct system *sys, int limit)
{
    for (int i = 0; i < sys->n_var; ++i) {
        struct line *line = &sys->lines[sys->n++];
        memset(line, 0, sizeof(*line));
        line->constant = limit;
        line->coef[i] = -1;
    }
}

static inline void add_line(struct pv_simplex *s, const struct line *line)
{
    struct pv_term terms[MAX_VAR];
    int n = 0;
    for (int i = 0; i < pv_simplex_n_var(s); ++i)
        if (line->coef[i] != 0)
            terms[n++] = (struct pv_term){i, line->coef[i]};
    pv_simplex_add(s, line->relation, line->constant, terms, n);
}

static inline struct pv_simplex *simplex_from(const struct system *sys, enum pv_solve_domain domain)
{
    struct pv_simplex *s = pv_simplex_new(sys->n_var, domain);
    for (int i = 0; i < sys->n; ++i)
        add_line(s, &sys->lines[i]);
    return s;
}

static inline bool holds_at(const struct line *line, int n_var, const int64_t *x)
{
    int64_t sum = line->constant;
    for (int i = 0; i < n_var; ++i)
        sum += line->coef[i] * x[i];
    return line->relation == PV_REL_EQ ? sum == 0 : sum >= 0;
}

static inline bool satisfies(const struct system *sys, const int64_t *x)
{
    for (int i = 0; i < sys->n; ++i)
        if (!holds_at(&sys->lines[i], sys->n_var, x))
            return false;
    return true;
}

/* Go to the next point of [0, limit]^n in lexicographic order. Return false after the last one. */
static inline bool next_point(int64_t *x, int n, int limit)
{
    for (int i = n - 1; i >= 0; --i) {
        if (x[i] < limit) {
            x[i]++;
            return true;
        }
        x[i] = 0;
    }
    return false;
}

/* Store the lexicographically smallest integer point in [0, limit]^n, and return whether there is one. */
static inline bool enumerate_minimum(const struct system *sys, int limit, int64_t *x)
{
    memset(x, 0, sizeof(x[0]) * (size_t)sys->n_var);
    do {
        if (satisfies(sys, x))
            return true;
    } while (next_point(x, sys->n_var, limit));
    return false;
}

static inline __isl_give isl_basic_set *isl_from(isl_ctx *ctx, const struct system *sys, enum pv_solve_domain domain)
{
    char text[16 + 5 * MAX_VAR];
    int length = snprintf(text, sizeof(text), "{ %s[", domain == PV_SOLVE_RATIONAL ? "rat: " : "");
    for (int i = 0; i < sys->n_var; ++i)
        length += snprintf(text + length, sizeof(text) - (size_t)length, "%sx%d", i ? ", " : "", i);
    snprintf(text + length, sizeof(text) - (size_t)length, "] }");
    isl_basic_set *bset = isl_basic_set_read_from_str(ctx, text);
    isl_local_space *ls = isl_local_space_from_space(isl_basic_set_get_space(bset));
    for (int i = 0; i < sys->n + sys->n_var; ++i) {
        const struct line *line = i < sys->n ? &sys->lines[i] : NULL;
        bool equal = line && line->relation == PV_REL_EQ;
        isl_constraint *c = equal ? isl_constraint_alloc_equality(isl_local_space_copy(ls))
                                  : isl_constraint_alloc_inequality(isl_local_space_copy(ls));
        c = isl_constraint_set_constant_val(c, isl_val_int_from_si(ctx, line ? line->constant : 0));
        for (int j = 0; j < sys->n_var; ++j) {
            int64_t coef = line ? line->coef[j] : i - sys->n == j;
            c = isl_constraint_set_coefficient_val(c, isl_dim_set, j, isl_val_int_from_si(ctx, coef));
        }
        bset = isl_basic_set_add_constraint(bset, c);
    }
    isl_local_space_free(ls);
    return bset;
}

/* What isl says: is there a minimum, and if so which; values as texts like "3" or "7/2". */
struct isl_answer {
    bool feasible;
    char *value[MAX_VAR];
};

/* The least value of variable "var" in "bset", as isl's linear programming has it. */
static inline __isl_give isl_val *isl_least_value(__isl_keep isl_basic_set *bset, int var)
{
    isl_local_space *ls = isl_local_space_from_space(isl_basic_set_get_space(bset));
    isl_aff *x = isl_aff_var_on_domain(ls, isl_dim_set, (unsigned)var);
    isl_val *value = isl_basic_set_min_lp_val(bset, x);
    isl_aff_free(x);
    return value;
}

/* Restrict "bset" to the points where variable "var" is "value". */
static inline __isl_give isl_basic_set *isl_fix_value(__isl_take isl_basic_set *bset, int var,
                                                      __isl_keep isl_val *value)
{
    isl_ctx *ctx = isl_basic_set_get_ctx(bset);
    isl_local_space *ls = isl_local_space_from_space(isl_basic_set_get_space(bset));
    isl_constraint *c = isl_constraint_alloc_equality(ls);
    isl_val *den = isl_val_get_den_val(value), *num = isl_val_mul(isl_val_copy(den), isl_val_copy(value));
    c = isl_constraint_set_coefficient_val(c, isl_dim_set, var, den);
    c = isl_constraint_set_constant_val(c, isl_val_mul(num, isl_val_int_from_si(ctx, -1)));
    return isl_basic_set_add_constraint(bset, c);
}

/* For rational points each variable is minimized and fixed in turn, which isl does much faster than a
 * lexicographic minimum. */
static inline struct isl_answer ask_isl(isl_ctx *ctx, const struct system *sys, enum pv_solve_domain domain)
{
    struct isl_answer answer = {0};
    isl_basic_set *bset = isl_from(ctx, sys, domain);
    if (domain == PV_SOLVE_INTEGER)
        bset = isl_set_simple_hull(isl_basic_set_lexmin(bset));
    answer.feasible = isl_basic_set_is_empty(bset) == isl_bool_false;
    for (int i = 0; answer.feasible && i < sys->n_var; ++i) {
        isl_val *value = isl_least_value(bset, i);
        answer.value[i] = isl_val_to_str(value);
        bset = isl_fix_value(bset, i, value);
        isl_val_free(value);
    }
    isl_basic_set_free(bset);
    return answer;
}

static inline void isl_answer_free(struct isl_answer *answer)
{
    for (int i = 0; i < MAX_VAR; ++i)
        free(answer->value[i]);
}

/* Is variable "var" equal to the fraction in "text"? */
static inline bool has_value(const struct pv_simplex *s, int var, const char *text)
{
    mpz_t num, den;
    mpz_init(num);
    mpz_init(den);
    pv_simplex_value_mpz(s, var, num, den);
    char *mine = NULL;
    if (mpz_cmp_si(den, 1) == 0)
        gmp_asprintf(&mine, "%Zd", num);
    else
        gmp_asprintf(&mine, "%Zd/%Zd", num, den);
    bool equal = text && strcmp(mine, text) == 0;
    int64_t a, b;
    if (pv_simplex_value(s, var, &a, &b))
        equal &= mpz_cmp_si(num, a) == 0 && mpz_cmp_si(den, b) == 0;
    else
        equal &= !mpz_fits_slong_p(num) || !mpz_fits_slong_p(den);
    void (*release)(void *, size_t);
    mp_get_memory_functions(NULL, NULL, &release);
    release(mine, strlen(mine) + 1);
    mpz_clear(num);
    mpz_clear(den);
    return equal;
}

/* Compare the result of a solver with isl's. */
static inline bool agrees(const struct pv_simplex *s, enum pv_solve_status status, const struct isl_answer *answer)
{
    if (!answer->feasible)
        return status == PV_SOLVE_INFEASIBLE;
    if (status != PV_SOLVE_OPTIMAL)
        return false;
    for (int i = 0; i < pv_simplex_n_var(s); ++i)
        if (!has_value(s, i, answer->value[i]))
            return false;
    return true;
}

/* Do "a" and "b", both solved, have the same point? */
static inline bool same_point(const struct pv_simplex *a, const struct pv_simplex *b)
{
    mpz_t v[4];
    for (int k = 0; k < 4; ++k)
        mpz_init(v[k]);
    bool same = true;
    for (int i = 0; i < pv_simplex_n_var(a); ++i) {
        pv_simplex_value_mpz(a, i, v[0], v[1]);
        pv_simplex_value_mpz(b, i, v[2], v[3]);
        same &= mpz_cmp(v[0], v[2]) == 0 && mpz_cmp(v[1], v[3]) == 0;
    }
    for (int k = 0; k < 4; ++k)
        mpz_clear(v[k]);
    return same;
}

#endif
