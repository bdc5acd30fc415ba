/* Tests of solve/simplex: rational lexicographic minima, push and pop, overflow, limits. */
#include "solve_random.h"

static const struct shape small_shape = {1, 6, 10, 3, 8, 40, 15, 0};
static const struct shape equal_shape = {2, 7, 6, 3, 6, 30, 80, 0};
static const struct shape wide_shape = {2, 6, 8, 5, 5, 30, 20, 40};
static const struct shape large_shape = {16, 24, 24, 3, 6, 80, 10, 0};
static const struct shape huge_shape = {2, 6, 8, 3, 3, 30, 20, 61};
static const struct shape large_huge_shape = {16, 24, 24, 3, 3, 20, 10, 61};

static void test_against_isl(struct report *report, isl_ctx *ctx, const char *name, const struct shape *shape, int n)
{
    report_begin(report, name);
    struct rng rng = {42};
    int n_feasible = 0;
    for (int i = 0; i < report_count(report, n) && !report->failed; ++i) {
        struct system sys = random_system(&rng, shape);
        struct pv_simplex *s = simplex_from(&sys, PV_SOLVE_RATIONAL);
        struct pv_solve_work work = {.limit = 100000};
        enum pv_solve_status status = pv_simplex_minimize(s, NULL, &work);
        struct isl_answer answer = ask_isl(ctx, &sys, PV_SOLVE_RATIONAL);
        expect(report, agrees(s, status, &answer), "case %d: status %d", i, status);
        n_feasible += answer.feasible;
        isl_answer_free(&answer);
        pv_simplex_free(s);
    }
    expect(report, report->scale < 1 || (n_feasible > n / 10 && n_feasible < n), "%d of %d feasible", n_feasible, n);
    report_end(report);
}

/* A stack of levels, each with its constraints, next to a simplex that should be in the same state. */
struct mirror {
    struct system sys;
    int level_start[MAX_CONSTRAINT];
    int depth;
    struct pv_simplex *s;
};

static void mirror_step(struct mirror *m, struct rng *rng, const struct shape *shape)
{
    int what = rng_range(rng, 0, 9);
    if (what < 2 && m->depth < MAX_CONSTRAINT) {
        m->level_start[m->depth++] = m->sys.n;
        pv_simplex_push(m->s);
    } else if (what < 4 && m->depth > 0) {
        m->sys.n = m->level_start[--m->depth];
        pv_simplex_pop(m->s);
    } else if (m->sys.n < MAX_CONSTRAINT) {
        random_line(rng, shape, m->sys.n_var, &m->sys.lines[m->sys.n]);
        add_line(m->s, &m->sys.lines[m->sys.n++]);
    }
}

static void mirror_compare(struct report *report, struct mirror *m, long limit)
{
    struct pv_solve_work work = {.limit = limit}, fresh_work = {.limit = -1};
    struct pv_simplex *fresh = simplex_from(&m->sys, PV_SOLVE_RATIONAL);
    enum pv_solve_status status = pv_simplex_minimize(m->s, NULL, &work);
    enum pv_solve_status fresh_status = pv_simplex_minimize(fresh, NULL, &fresh_work);
    if (limit < 0 || status != PV_SOLVE_GAVE_UP) {
        expect(report, status == fresh_status, "status %d, fresh %d", status, fresh_status);
        if (status == PV_SOLVE_OPTIMAL && fresh_status == PV_SOLVE_OPTIMAL)
            expect(report, same_point(m->s, fresh), "points differ");
    }
    pv_simplex_free(fresh);
}

static void test_push_pop(struct report *report, const char *name, const struct shape *shape, int n)
{
    report_begin(report, name);
    struct rng rng = {7};
    for (int i = 0; i < report_count(report, n) && !report->failed; ++i) {
        struct mirror m = {.sys = {.n_var = rng_range(&rng, shape->min_var, shape->max_var)}};
        m.s = pv_simplex_new(m.sys.n_var, PV_SOLVE_RATIONAL);
        for (int step = 0; step < 20 + 2 * m.sys.n_var; ++step) {
            mirror_step(&m, &rng, shape);
            if (rng_range(&rng, 0, 1))
                mirror_compare(report, &m, rng_range(&rng, 0, 2) ? -1 : rng_range(&rng, 0, 3));
        }
        mirror_compare(report, &m, -1);
        while (m.depth > 0) {
            m.sys.n = m.level_start[--m.depth];
            pv_simplex_pop(m.s);
            mirror_compare(report, &m, -1);
        }
        pv_simplex_free(m.s);
    }
    report_end(report);
}

/* A solver that was stopped goes on to the same point, and never does more than it is allowed. */
static void test_limit(struct report *report)
{
    report_begin(report, "work limit");
    struct rng rng = {3};
    int n_stopped = 0;
    for (int i = 0; i < report_count(report, 3000) && !report->failed; ++i) {
        struct system sys = random_system(&rng, &small_shape);
        struct pv_simplex *whole = simplex_from(&sys, PV_SOLVE_RATIONAL);
        struct pv_simplex *parts = simplex_from(&sys, PV_SOLVE_RATIONAL);
        struct pv_solve_work work = {.limit = -1}, step = {.limit = 0};
        enum pv_solve_status status = pv_simplex_minimize(whole, NULL, &work), part;
        while ((part = pv_simplex_minimize(parts, NULL, &step)) == PV_SOLVE_GAVE_UP) {
            expect(report, step.pivots == step.limit, "%ld pivots, limit %ld", step.pivots, step.limit);
            step.limit++;
            n_stopped++;
        }
        expect(report, part == status && step.pivots == work.pivots, "case %d: stopped solver differs", i);
        if (status == PV_SOLVE_OPTIMAL)
            expect(report, same_point(whole, parts), "case %d: points differ", i);
        pv_simplex_free(whole);
        pv_simplex_free(parts);
    }
    expect(report, n_stopped > 0, "nothing was stopped");
    report_end(report);
}

/* A limit bounds the time also where numbers are large: units of work grow with the operations on these. */
static void test_large_numbers(struct report *report)
{
    report_begin(report, "work of large numbers");
    struct rng rng = {5};
    unsigned long n_big = pv_num_big_operations();
    struct pv_solve_work work = {.limit = -1};
    for (int i = 0; i < 20; ++i) {
        struct system sys = random_system(&rng, &large_huge_shape);
        struct pv_simplex *s = simplex_from(&sys, PV_SOLVE_RATIONAL);
        pv_simplex_minimize(s, NULL, &work);
        pv_simplex_free(s);
    }
    n_big = pv_num_big_operations() - n_big;
    expect(report, n_big > 100000 && (unsigned long)work.pivots > n_big / 1024, "%ld units for %lu operations",
           work.pivots, n_big);
    report_end(report);
}

/* The sign of the first "n" values minus "value". */
static int compare_prefix(const struct pv_simplex *s, int n, const int64_t *value)
{
    for (int i = 0; i < n; ++i) {
        int64_t num, den;
        pv_simplex_value(s, i, &num, &den);
        if (num != value[i] * den)
            return num < value[i] * den ? -1 : 1;
    }
    return 0;
}

static void test_bound(struct report *report)
{
    report_begin(report, "bound");
    struct rng rng = {11};
    int n_beyond = 0, n_below = 0;
    for (int i = 0; i < report_count(report, 5000) && !report->failed; ++i) {
        struct system sys = random_system(&rng, &small_shape);
        int64_t value[MAX_VAR];
        for (int k = 0; k < sys.n_var; ++k)
            value[k] = rng_range(&rng, 0, 3);
        struct pv_lex_bound bound = {rng_range(&rng, 1, sys.n_var), value};
        struct pv_simplex *s = simplex_from(&sys, PV_SOLVE_RATIONAL);
        struct pv_simplex *free_s = simplex_from(&sys, PV_SOLVE_RATIONAL);
        struct pv_solve_work work = {.limit = -1};
        enum pv_solve_status status = pv_simplex_minimize(s, &bound, &work);
        enum pv_solve_status free_status = pv_simplex_minimize(free_s, NULL, &work);
        if (free_status == PV_SOLVE_INFEASIBLE) {
            expect(report, status == PV_SOLVE_INFEASIBLE || status == PV_SOLVE_BEYOND, "case %d: infeasible", i);
        } else if (compare_prefix(free_s, bound.n, value) < 0) {
            n_below++;
            expect(report, status == PV_SOLVE_OPTIMAL && same_point(s, free_s), "case %d: below", i);
        } else {
            n_beyond++;
            expect(report, status == PV_SOLVE_BEYOND, "case %d: beyond", i);
        }
        pv_simplex_free(s);
        pv_simplex_free(free_s);
    }
    expect(report, n_beyond > 0 && n_below > 0, "one-sided");
    report_end(report);
}

static enum pv_solve_status solve_lines(const struct line *lines, int n, int n_var, struct pv_simplex **s)
{
    struct system sys = {.n_var = n_var, .n = n};
    for (int i = 0; i < n; ++i)
        sys.lines[i] = lines[i];
    *s = simplex_from(&sys, PV_SOLVE_RATIONAL);
    struct pv_solve_work work = {.limit = 1000};
    return pv_simplex_minimize(*s, NULL, &work);
}

static void test_fixed(struct report *report)
{
    struct pv_simplex *s;
    report_begin(report, "no constraints");
    expect(report, solve_lines(NULL, 0, 3, &s) == PV_SOLVE_OPTIMAL && has_value(s, 2, "0"), "not the origin");
    pv_simplex_free(s);
    report_end(report);

    report_begin(report, "no variables");
    struct line positive = {PV_REL_GE, 1, {0}}, negative = {PV_REL_GE, -1, {0}}, wrong = {PV_REL_EQ, 1, {0}};
    expect(report, solve_lines(&positive, 1, 0, &s) == PV_SOLVE_OPTIMAL, "1 >= 0");
    pv_simplex_free(s);
    expect(report, solve_lines(&negative, 1, 0, &s) == PV_SOLVE_INFEASIBLE, "-1 >= 0");
    pv_simplex_free(s);
    expect(report, solve_lines(&wrong, 1, 0, &s) == PV_SOLVE_INFEASIBLE, "1 == 0");
    pv_simplex_free(s);
    report_end(report);

    report_begin(report, "unbounded directions");
    struct line open[] = {{PV_REL_GE, -3, {1, -1, 0}}, {PV_REL_GE, -2, {0, 1, -2}}, {PV_REL_GE, -1, {0, 0, 3}}};
    expect(report, solve_lines(open, 3, 3, &s) == PV_SOLVE_OPTIMAL, "status");
    expect(report, has_value(s, 0, "17/3") && has_value(s, 1, "8/3") && has_value(s, 2, "1/3"), "point");
    pv_simplex_free(s);
    report_end(report);

    report_begin(report, "unbounded but infeasible");
    struct line chase[] = {{PV_REL_GE, -1, {1, -1}}, {PV_REL_GE, -1, {-1, 1}}};
    expect(report, solve_lines(chase, 2, 2, &s) == PV_SOLVE_INFEASIBLE, "status");
    pv_simplex_free(s);
    report_end(report);

    report_begin(report, "extreme words");
    struct line extreme[] = {{PV_REL_GE, INT64_MIN, {1, -1}}, {PV_REL_GE, INT64_MIN, {0, INT64_MAX}}};
    expect(report, solve_lines(extreme, 2, 2, &s) == PV_SOLVE_OPTIMAL, "status");
    expect(report, has_value(s, 1, "9223372036854775808/9223372036854775807"), "second value");
    pv_simplex_free(s);
    struct line least[] = {{PV_REL_EQ, INT64_MAX, {INT64_MIN, 1}}, {PV_REL_GE, INT64_MIN, {0, 1}}};
    expect(report, solve_lines(least, 2, 2, &s) == PV_SOLVE_OPTIMAL, "status of second");
    expect(report, has_value(s, 0, "18446744073709551615/9223372036854775808"), "value of second");
    pv_simplex_free(s);
    report_end(report);

    report_begin(report, "repeated terms");
    s = pv_simplex_new(2, PV_SOLVE_RATIONAL);
    struct pv_term terms[] = {{0, 1}, {1, 0}, {0, 2}, {1, -1}, {1, 1}};
    pv_simplex_add(s, PV_REL_GE, -7, terms, 5);
    struct pv_solve_work work = {.limit = -1};
    expect(report, pv_simplex_minimize(s, NULL, &work) == PV_SOLVE_OPTIMAL && has_value(s, 0, "7/3"), "value");
    pv_simplex_free(s);
    report_end(report);
}

int main(int argc, char **argv)
{
    struct report report;
    report_init(&report, argc, argv);
    isl_ctx *ctx = isl_ctx_alloc();
    test_fixed(&report);
    test_against_isl(&report, ctx, "small systems against isl", &small_shape, 12000);
    test_against_isl(&report, ctx, "equalities against isl", &equal_shape, 6000);
    test_against_isl(&report, ctx, "wide coefficients against isl", &wide_shape, 3000);
    test_against_isl(&report, ctx, "huge coefficients against isl", &huge_shape, 3000);
    test_against_isl(&report, ctx, "large systems against isl", &large_shape, 300);
    test_push_pop(&report, "push and pop of large systems", &large_shape, 600);
    test_push_pop(&report, "push and pop", &small_shape, 3000);
    test_push_pop(&report, "push and pop with equalities", &equal_shape, 2000);
    test_push_pop(&report, "push and pop with wide coefficients", &wide_shape, 600);
    test_push_pop(&report, "push and pop with huge coefficients", &huge_shape, 300);
    test_limit(&report);
    test_large_numbers(&report);
    test_bound(&report);
    isl_ctx_free(ctx);
    return report.n_failed > 0;
}
