/* Tests of solve/ilp: integer lexicographic minima and solutions that are not trivial on regions. */
#include "solve/ilp.h"

#include "solve_random.h"

static const struct shape box_shape = {1, 4, 7, 4, 12, 30, 15, 0};
static const struct shape equal_shape = {2, 5, 4, 5, 15, 25, 80, 0};
static const struct shape open_shape = {1, 6, 8, 4, 9, 40, 15, 0};
static const struct shape large_shape = {14, 20, 20, 3, 6, 75, 10, 0};
static const struct shape huge_shape = {2, 4, 4, 3, 3, 30, 10, 45};
static const struct shape gentle_shape = {2, 5, 6, 3, 5, 40, 15, 0};

/* Is the point of "s" the integer point "x"? */
static bool is_at(const struct pv_simplex *s, const int64_t *x)
{
    for (int i = 0; i < pv_simplex_n_var(s); ++i) {
        int64_t num, den;
        if (!pv_simplex_value(s, i, &num, &den) || den != 1 || num != x[i])
            return false;
    }
    return true;
}

static void test_box(struct report *report, const char *name, const struct shape *shape, enum pv_solve_domain domain,
                     int n)
{
    report_begin(report, name);
    struct rng rng = {5};
    long n_feasible = 0, n_cut = 0;
    for (int i = 0; i < report_count(report, n) && !report->failed; ++i) {
        struct system sys = random_system(&rng, shape);
        int limit = sys.n_var > 4 ? 4 : 6;
        add_box(&sys, limit);
        int64_t x[MAX_VAR];
        bool feasible = enumerate_minimum(&sys, limit, x);
        struct pv_simplex *s = simplex_from(&sys, domain);
        struct pv_solve_work work = {.limit = 100000};
        enum pv_solve_status status = pv_ilp_minimize(s, NULL, &work);
        expect(report, status == (feasible ? PV_SOLVE_OPTIMAL : PV_SOLVE_INFEASIBLE), "case %d: status %d", i, status);
        expect(report, !feasible || is_at(s, x), "case %d: point", i);
        n_feasible += feasible;
        n_cut += work.cuts;
        pv_simplex_free(s);
    }
    expect(report, n_feasible > 0 && n_cut > 0, "%ld feasible, %ld cuts", n_feasible, n_cut);
    report_end(report);
}

/* Systems without limits to the variables: those given up must be few. */
static void test_against_isl(struct report *report, isl_ctx *ctx, const char *name, const struct shape *shape, int n)
{
    report_begin(report, name);
    struct rng rng = {99};
    int n_gave_up = 0;
    n = report_count(report, n);
    for (int i = 0; i < n && !report->failed; ++i) {
        struct system sys = random_system(&rng, shape);
        struct pv_simplex *s = simplex_from(&sys, PV_SOLVE_INTEGER);
        struct pv_solve_work work = {.limit = 2000};
        enum pv_solve_status status = pv_ilp_minimize(s, NULL, &work);
        if (status == PV_SOLVE_GAVE_UP) {
            n_gave_up++;
        } else {
            struct isl_answer answer = ask_isl(ctx, &sys, PV_SOLVE_INTEGER);
            expect(report, agrees(s, status, &answer), "case %d: status %d", i, status);
            isl_answer_free(&answer);
        }
        pv_simplex_free(s);
    }
    expect(report, n_gave_up <= n / 50, "%d of %d given up", n_gave_up, n);
    report_end(report);
}

/* Solve on nested levels, cuts included, and compare with a fresh tableau each time. */
static void test_push_pop(struct report *report)
{
    report_begin(report, "push and pop with cuts");
    struct rng rng = {17};
    for (int i = 0; i < report_count(report, 1500) && !report->failed; ++i) {
        struct system sys = random_system(&rng, &box_shape);
        sys.n = sys.n > 3 ? 3 : sys.n;
        add_box(&sys, 6);
        struct pv_simplex *s = simplex_from(&sys, PV_SOLVE_INTEGER);
        int start[16], depth = 0;
        for (int step = 0; step < 16; ++step) {
            if (depth > 0 && rng_range(&rng, 0, 2) == 0) {
                sys.n = start[--depth];
                pv_simplex_pop(s);
            } else {
                start[depth++] = sys.n;
                pv_simplex_push(s);
                random_line(&rng, &box_shape, sys.n_var, &sys.lines[sys.n]);
                add_line(s, &sys.lines[sys.n++]);
            }
            int64_t x[MAX_VAR];
            bool feasible = enumerate_minimum(&sys, 6, x);
            struct pv_solve_work work = {.limit = 100000};
            enum pv_solve_status status = pv_ilp_minimize(s, NULL, &work);
            expect(report, status == (feasible ? PV_SOLVE_OPTIMAL : PV_SOLVE_INFEASIBLE), "case %d: status", i);
            expect(report, !feasible || is_at(s, x), "case %d: point", i);
        }
        pv_simplex_free(s);
    }
    report_end(report);
}

static void test_bound(struct report *report)
{
    report_begin(report, "bound");
    struct rng rng = {23};
    int n_beyond = 0;
    for (int i = 0; i < report_count(report, 5000) && !report->failed; ++i) {
        struct system sys = random_system(&rng, &box_shape);
        add_box(&sys, 5);
        int64_t x[MAX_VAR], value[MAX_VAR];
        for (int k = 0; k < sys.n_var; ++k)
            value[k] = rng_range(&rng, 0, 3);
        bool feasible = enumerate_minimum(&sys, 5, x), below = false;
        struct pv_lex_bound bound = {rng_range(&rng, 1, sys.n_var), value};
        for (int k = bound.n - 1; k >= 0; --k)
            below = x[k] < value[k] || (x[k] == value[k] && below);
        struct pv_simplex *s = simplex_from(&sys, PV_SOLVE_INTEGER);
        struct pv_solve_work work = {.limit = 100000};
        enum pv_solve_status status = pv_ilp_minimize(s, &bound, &work);
        n_beyond += status == PV_SOLVE_BEYOND;
        if (!feasible)
            expect(report, status == PV_SOLVE_INFEASIBLE || status == PV_SOLVE_BEYOND, "case %d: infeasible", i);
        else if (below)
            expect(report, status == PV_SOLVE_OPTIMAL && is_at(s, x), "case %d: below", i);
        else
            expect(report, status == PV_SOLVE_BEYOND, "case %d: beyond", i);
        pv_simplex_free(s);
    }
    expect(report, n_beyond > 0, "never beyond");
    report_end(report);
}

/* The rational minimum (1/2, 5, 0) is not below (1, 3), but the integer minimum (1, 0, 0) is. */
static void test_bound_rounding(struct report *report)
{
    report_begin(report, "bound behind a fraction");
    struct system sys = {3, 2, {{PV_REL_GE, -1, {2, 0, -1}}, {PV_REL_GE, -10, {10, 1, 0}}}};
    static const int64_t limit[] = {1, 3}, minimum[MAX_VAR] = {1, 0, 0};
    struct pv_lex_bound bound = {2, limit};
    struct pv_simplex *s = simplex_from(&sys, PV_SOLVE_INTEGER);
    struct pv_solve_work work = {.limit = 1000};
    expect(report, pv_ilp_minimize(s, &bound, &work) == PV_SOLVE_OPTIMAL && is_at(s, minimum), "below");
    bound.value = minimum;
    expect(report, pv_ilp_minimize(s, &bound, &work) == PV_SOLVE_BEYOND, "equal");
    pv_simplex_free(s);
    report_end(report);
}

/* Regions with their forms. */
enum { MAX_REGION = 3, MAX_FORM = 3 };

struct regions {
    int n;
    struct pv_form_group region[MAX_REGION];
    int64_t forms[MAX_REGION][MAX_FORM * MAX_VAR];
};

static void random_regions(struct rng *rng, int n_var, struct regions *r)
{
    memset(r, 0, sizeof(*r));
    r->n = rng_range(rng, 1, MAX_REGION);
    for (int i = 0; i < r->n; ++i) {
        int first = rng_range(rng, 0, n_var - 1), size = rng_range(rng, 1, n_var - first);
        int n_form = rng_range(rng, 1, MAX_FORM);
        for (int k = 0; k < n_form * size; ++k)
            r->forms[i][k] = rng_range(rng, -2, 2);
        r->region[i] = (struct pv_form_group){first, size, n_form, r->forms[i]};
    }
}

static int64_t form_at(const struct pv_form_group *region, int f, const int64_t *x)
{
    int64_t sum = 0;
    for (int i = 0; i < region->n_var; ++i)
        sum += region->forms[f * region->n_var + i] * x[region->first_var + i];
    return sum;
}

static const struct pv_form_group *trivial_region(const struct regions *r, const int64_t *x)
{
    for (int i = 0; i < r->n; ++i) {
        bool trivial = true;
        for (int f = 0; f < r->region[i].n_form; ++f)
            trivial &= form_at(&r->region[i], f, x) == 0;
        if (trivial)
            return &r->region[i];
    }
    return NULL;
}

/* The rule of the search, with enumeration in the place of the solver. */
struct naive {
    const struct regions *regions;
    struct pv_nontrivial problem;
    int limit;
    bool found;
    int64_t best[MAX_VAR];
};

static int compare_prefix(const int64_t *a, const int64_t *b, int n)
{
    for (int i = 0; i < n; ++i)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

static struct line form_line(const struct pv_form_group *region, int f, int sign, enum pv_linear_relation relation,
                             int constant)
{
    struct line line = {.relation = relation, .constant = constant};
    for (int i = 0; i < region->n_var; ++i)
        line.coef[region->first_var + i] = sign * region->forms[f * region->n_var + i];
    return line;
}

static void naive_search(struct naive *naive, struct system sys)
{
    int64_t x[MAX_VAR];
    int n = naive->problem.n_significant;
    if (!enumerate_minimum(&sys, naive->limit, x))
        return;
    if (naive->found && compare_prefix(x, naive->best, n) >= 0)
        return;
    const struct pv_form_group *region = trivial_region(naive->regions, x);
    if (!region) {
        naive->found = true;
        memcpy(naive->best, x, sizeof(x));
        return;
    }
    for (int f = 0; f < region->n_form; ++f)
        for (int sign = 1; sign >= -1; sign -= 2) {
            struct system part = sys;
            for (int k = 0; k < f; ++k)
                part.lines[part.n++] = form_line(region, k, 1, PV_REL_EQ, 0);
            part.lines[part.n++] = form_line(region, f, sign, PV_REL_GE, -1);
            int zero = 0;
            while (naive->found && zero < n && naive->best[zero] == 0)
                zero++;
            if (naive->found && naive->problem.improvement == PV_IMPROVE_TO_ZERO && zero < n)
                for (int k = 0; k <= zero; ++k) {
                    struct line line = {.relation = PV_REL_EQ};
                    line.coef[k] = 1;
                    part.lines[part.n++] = line;
                }
            naive_search(naive, part);
        }
}

static void test_nontrivial(struct report *report, const char *name, enum pv_improvement improvement, int n)
{
    report_begin(report, name);
    struct rng rng = {31};
    int n_found = 0, n_split = 0;
    for (int i = 0; i < report_count(report, n) && !report->failed; ++i) {
        struct system sys = random_system(&rng, &gentle_shape);
        sys.n = sys.n > 4 ? 4 : sys.n;
        int limit = 3;
        add_box(&sys, limit);
        struct regions regions;
        random_regions(&rng, sys.n_var, &regions);
        struct naive naive = {.regions = &regions, .limit = limit};
        naive.problem = (struct pv_nontrivial){regions.region, regions.n, rng_range(&rng, 0, sys.n_var), improvement,
                                               0};
        naive_search(&naive, sys);
        struct pv_simplex *s = simplex_from(&sys, PV_SOLVE_INTEGER);
        struct pv_solve_work work = {.limit = 1000000};
        int64_t x[MAX_VAR];
        bool found;
        for (int again = 0; again < 2; ++again) {
            enum pv_solve_status status = pv_ilp_nontrivial(s, &naive.problem, &work, x, &found);
            expect(report, found == naive.found, "case %d: found", i);
            expect(report, status == (naive.found ? PV_SOLVE_OPTIMAL : PV_SOLVE_INFEASIBLE), "case %d: status", i);
            expect(report, !found || compare_prefix(x, naive.best, sys.n_var) == 0, "case %d: point", i);
        }
        n_found += naive.found;
        n_split += work.nodes > 2;
        pv_simplex_free(s);
    }
    expect(report, n_found > 0 && n_split > 0, "%d found, %d split", n_found, n_split);
    report_end(report);
}

/* With all variables significant the result is the minimum of all points that are not trivial. */
static void test_nontrivial_minimum(struct report *report)
{
    report_begin(report, "minimum of all cases");
    struct rng rng = {37};
    for (int i = 0; i < report_count(report, 5000) && !report->failed; ++i) {
        struct system sys = random_system(&rng, &gentle_shape);
        add_box(&sys, 3);
        struct regions regions;
        random_regions(&rng, sys.n_var, &regions);
        int64_t best[MAX_VAR] = {0}, x[MAX_VAR];
        bool any = false, found;
        do
            any = satisfies(&sys, best) && !trivial_region(&regions, best);
        while (!any && next_point(best, sys.n_var, 3));
        struct pv_nontrivial problem = {regions.region, regions.n, sys.n_var, PV_IMPROVE_LEX, 0};
        struct pv_simplex *s = simplex_from(&sys, PV_SOLVE_INTEGER);
        struct pv_solve_work work = {.limit = 1000000};
        enum pv_solve_status status = pv_ilp_nontrivial(s, &problem, &work, x, &found);
        expect(report, found == any && status == (any ? PV_SOLVE_OPTIMAL : PV_SOLVE_INFEASIBLE), "case %d: status", i);
        expect(report, !found || compare_prefix(x, best, sys.n_var) == 0, "case %d: point", i);
        pv_simplex_free(s);
    }
    report_end(report);
}

/* A search that is stopped anywhere leaves the tableau as it was, and what it found is a solution. */
static void test_limit(struct report *report)
{
    report_begin(report, "work limit");
    struct rng rng = {41};
    int n_early = 0;
    for (int i = 0; i < report_count(report, 300) && !report->failed; ++i) {
        struct system sys = random_system(&rng, &gentle_shape);
        add_box(&sys, 3);
        struct regions regions;
        random_regions(&rng, sys.n_var, &regions);
        struct pv_nontrivial problem = {regions.region, regions.n, sys.n_var, PV_IMPROVE_LEX, 0};
        struct pv_simplex *s = simplex_from(&sys, PV_SOLVE_INTEGER);
        enum pv_solve_status status = PV_SOLVE_GAVE_UP;
        for (long limit = 0; status == PV_SOLVE_GAVE_UP && limit < 10000; ++limit) {
            struct pv_solve_work work = {.limit = limit};
            int64_t x[MAX_VAR];
            bool found;
            status = pv_ilp_nontrivial(s, &problem, &work, x, &found);
            expect(report, work.pivots + work.cuts + work.nodes <= limit, "case %d: limit exceeded", i);
            expect(report, !found || (satisfies(&sys, x) && !trivial_region(&regions, x)), "case %d: no solution", i);
            n_early += found && status == PV_SOLVE_GAVE_UP;
        }
        expect(report, status != PV_SOLVE_GAVE_UP, "case %d: never ends", i);
        pv_simplex_free(s);
    }
    expect(report, report->scale < 1 || n_early > 0, "no early solution");
    report_end(report);
}

/* Cases that are hard may be left out, but what is found is a solution, and all that is claimed holds. */
static void test_node_limit(struct report *report)
{
    report_begin(report, "work limit of a case");
    struct rng rng = {43};
    int n_partial = 0, n_optimal = 0;
    for (int i = 0; i < report_count(report, 2000) && !report->failed; ++i) {
        struct system sys = random_system(&rng, &gentle_shape);
        add_box(&sys, 3);
        struct regions regions;
        random_regions(&rng, sys.n_var, &regions);
        struct pv_nontrivial problem = {regions.region, regions.n, sys.n_var, PV_IMPROVE_LEX, 0};
        struct pv_simplex *s = simplex_from(&sys, PV_SOLVE_INTEGER);
        struct pv_solve_work work = {.limit = -1};
        int64_t best[MAX_VAR], x[MAX_VAR];
        bool any, found;
        pv_ilp_nontrivial(s, &problem, &work, best, &any);
        problem.node_limit = rng_range(&rng, 1, 6);
        enum pv_solve_status status = pv_ilp_nontrivial(s, &problem, &work, x, &found);
        n_partial += status == PV_SOLVE_GAVE_UP && found;
        n_optimal += status == PV_SOLVE_OPTIMAL;
        if (status != PV_SOLVE_GAVE_UP)
            expect(report, found == any && found == (status == PV_SOLVE_OPTIMAL), "case %d: status", i);
        if (status == PV_SOLVE_OPTIMAL)
            expect(report, compare_prefix(x, best, sys.n_var) == 0, "case %d: point", i);
        expect(report, !found || (satisfies(&sys, x) && !trivial_region(&regions, x)), "case %d: no solution", i);
        expect(report, work.limit == -1, "limit changed");
        pv_simplex_free(s);
    }
    expect(report, report->scale < 1 || (n_partial > 0 && n_optimal > 0), "%d partial", n_partial);
    report_end(report);
}

/* 3 x - 3 y = 1 is refused at once; the same hidden in two equalities is found by cuts; a system
 * without integer points that no cut ends is given up. */
static void test_no_integers(struct report *report)
{
    report_begin(report, "no integer points");
    struct pv_solve_work work = {.limit = 1000};
    struct system plain = {2, 1, {{PV_REL_EQ, -1, {3, -3}}}};
    struct pv_simplex *s = simplex_from(&plain, PV_SOLVE_INTEGER);
    expect(report, pv_ilp_minimize(s, NULL, &work) == PV_SOLVE_INFEASIBLE, "common divisor");
    pv_simplex_free(s);
    struct system hidden = {3, 2, {{PV_REL_EQ, 0, {1, -1, -1}}, {PV_REL_EQ, -1, {1, 1, -1}}}};
    s = simplex_from(&hidden, PV_SOLVE_INTEGER);
    expect(report, pv_ilp_minimize(s, NULL, &work) == PV_SOLVE_INFEASIBLE, "parity of two equalities");
    pv_simplex_free(s);
    struct system strip = {2, 2, {{PV_REL_GE, -1, {3, -3}}, {PV_REL_GE, 2, {-3, 3}}}};
    s = simplex_from(&strip, PV_SOLVE_RATIONAL);
    enum pv_solve_status status = pv_ilp_minimize(s, NULL, &work);
    expect(report, status == PV_SOLVE_GAVE_UP || status == PV_SOLVE_INFEASIBLE, "strip");
    pv_simplex_free(s);
    report_end(report);
}

/* One row of a schedule for an array of independent columns, whose only dependence distance is (1, 0).
 * Variables: sum of the bound's coefficients, bound m, sum of the parameters' coefficients, sum of the
 * iterators' coefficients, constant, then the coefficients c0 and c1 as pairs of negative and
 * positive parts. -m <= c0 <= m bounds the distance: c0 = 1 is found first, then c1 = 1 with m = 0. */
static void test_schedule_row(struct report *report, const char *name, enum pv_improvement improvement)
{
    report_begin(report, name);
    struct pv_simplex *s = pv_simplex_new(9, PV_SOLVE_INTEGER);
    pv_simplex_add(s, PV_REL_EQ, 0, (struct pv_term[]){{0, 1}}, 1);
    pv_simplex_add(s, PV_REL_EQ, 0, (struct pv_term[]){{2, 1}}, 1);
    pv_simplex_add(s, PV_REL_EQ, 0, (struct pv_term[]){{3, 1}, {5, -1}, {6, -1}, {7, -1}, {8, -1}}, 5);
    pv_simplex_add(s, PV_REL_GE, 0, (struct pv_term[]){{1, 1}, {5, 1}, {6, -1}}, 3);
    pv_simplex_add(s, PV_REL_GE, 0, (struct pv_term[]){{1, 1}, {5, -1}, {6, 1}}, 3);
    const int64_t forms[] = {-1, 1, 0, 0, 0, 0, -1, 1};
    struct pv_form_group region = {5, 4, 2, forms};
    struct pv_nontrivial problem = {&region, 1, 2, improvement, 0};
    struct pv_solve_work work = {.limit = 1000};
    static const int64_t second_iterator[9] = {0, 0, 0, 1, 0, 0, 0, 0, 1};
    int64_t x[9];
    bool found;
    expect(report, pv_ilp_nontrivial(s, &problem, &work, x, &found) == PV_SOLVE_OPTIMAL && found, "status");
    expect(report, compare_prefix(x, second_iterator, 9) == 0, "point");
    expect(report, work.nodes == 4, "%ld nodes", work.nodes);
    problem.n_significant = 0;
    static const int64_t first_iterator[9] = {0, 1, 0, 1, 0, 0, 1, 0, 0};
    expect(report, pv_ilp_nontrivial(s, &problem, &work, x, &found) == PV_SOLVE_OPTIMAL && found, "first: status");
    expect(report, compare_prefix(x, first_iterator, 9) == 0, "first: point");
    pv_simplex_free(s);
    report_end(report);
}

int main(int argc, char **argv)
{
    struct report report;
    report_init(&report, argc, argv);
    isl_ctx *ctx = isl_ctx_alloc();
    test_schedule_row(&report, "row of a schedule, lexicographic", PV_IMPROVE_LEX);
    test_schedule_row(&report, "row of a schedule, to zero", PV_IMPROVE_TO_ZERO);
    test_no_integers(&report);
    test_box(&report, "boxes", &box_shape, PV_SOLVE_INTEGER, 20000);
    test_box(&report, "boxes with equalities", &equal_shape, PV_SOLVE_INTEGER, 5000);
    test_box(&report, "boxes without tightening", &box_shape, PV_SOLVE_RATIONAL, 5000);
    test_against_isl(&report, ctx, "open systems against isl", &open_shape, 8000);
    test_against_isl(&report, ctx, "open equalities against isl", &equal_shape, 3000);
    test_against_isl(&report, ctx, "large systems against isl", &large_shape, 300);
    test_against_isl(&report, ctx, "huge coefficients against isl", &huge_shape, 1000);
    test_push_pop(&report);
    test_bound(&report);
    test_bound_rounding(&report);
    test_nontrivial(&report, "regions, lexicographic", PV_IMPROVE_LEX, 5000);
    test_nontrivial(&report, "regions, to zero", PV_IMPROVE_TO_ZERO, 5000);
    test_nontrivial_minimum(&report);
    test_limit(&report);
    test_node_limit(&report);
    isl_ctx_free(ctx);
    return report.n_failed > 0;
}
