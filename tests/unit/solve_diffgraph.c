/* Tests of solve/diffgraph: feasibility against enumeration and simplex, points, certificates. */
#include "solve/diffgraph.h"

#include "solve_random.h"

enum { MAX_EDGE = 64 };

struct pairs {
    int n_var, n;
    struct pv_two v[MAX_EDGE];
};

/* What a system came to: the double of each coordinate of a point, or why there is none. */
struct outcome {
    int64_t twice[MAX_VAR];
    struct pv_diffgraph_proof proof;
};

enum family { DIFFERENCES, UTVPI };

static struct pairs random_pairs(struct rng *rng, enum family family, int max_var, int max_pair)
{
    struct pairs pairs = {.n_var = rng_range(rng, 1, max_var), .n = rng_range(rng, 0, max_pair)};
    bool tight = rng_range(rng, 0, 1);
    for (int k = 0; k < pairs.n; ++k) {
        struct pv_two *p = &pairs.v[k];
        *p = (struct pv_two){1, rng_range(rng, 0, pairs.n_var - 1), -1, rng_range(rng, 0, pairs.n_var - 1), 0};
        if (family == UTVPI) {
            p->a = rng_range(rng, -1, 1);
            p->b = rng_range(rng, -1, 1);
        } else if (rng_range(rng, 0, 1)) {
            p->a = -1;
            p->b = 1;
        }
        p->c = tight ? rng_range(rng, -1, 1) : rng_range(rng, -3, 6);
    }
    return pairs;
}

/* -limit <= x <= limit for all variables. */
static void bound_pairs(struct pairs *pairs, int limit)
{
    for (int i = 0; i < pairs->n_var; ++i) {
        pairs->v[pairs->n++] = (struct pv_two){1, i, 0, 0, limit};
        pairs->v[pairs->n++] = (struct pv_two){0, 0, -1, i, limit};
    }
}

/* Twice the left hand side at a point given by its doubled coordinates. */
static int64_t twice_left(const struct pv_two *p, const int64_t *twice)
{
    return (p->a ? p->a * twice[p->i] : 0) + (p->b ? p->b * twice[p->j] : 0);
}

static bool pairs_hold(const struct pairs *pairs, const int64_t *twice)
{
    for (int k = 0; k < pairs->n; ++k)
        if (twice_left(&pairs->v[k], twice) > 2 * pairs->v[k].c)
            return false;
    return true;
}

/* The point of a solved system, rounded in the domain of integers. */
static enum pv_solve_status read_point(struct pv_diffgraph *g, int n_var, enum pv_solve_domain domain,
                                       struct outcome *outcome)
{
    enum pv_solve_status status = PV_SOLVE_OPTIMAL;
    int64_t value[MAX_VAR];
    if (domain == PV_SOLVE_INTEGER)
        status = pv_diffgraph_round(g, value, &outcome->proof);
    for (int i = 0; i < n_var && status == PV_SOLVE_OPTIMAL; ++i)
        outcome->twice[i] = domain == PV_SOLVE_INTEGER ? 2 * value[i] : (int64_t)pv_diffgraph_twice(g, i);
    return status;
}

/* Solve "pairs", which are added in portions of "portion": the point moves along. */
static enum pv_solve_status solve_in_portions(struct pv_arena *arena, const struct pairs *pairs, int portion,
                                              enum pv_solve_domain domain, struct outcome *outcome)
{
    struct pv_diffgraph *g = pv_diffgraph_new(arena, pairs->n_var, domain);
    enum pv_solve_status status = pv_diffgraph_solve(g, &outcome->proof);
    for (int k = 0; k < pairs->n && status == PV_SOLVE_OPTIMAL; ++k) {
        pv_diffgraph_add(g, pairs->v[k]);
        if ((k + 1) % portion == 0 || k == pairs->n - 1)
            status = pv_diffgraph_solve(g, &outcome->proof);
    }
    return status == PV_SOLVE_OPTIMAL ? read_point(g, pairs->n_var, domain, outcome) : status;
}

static enum pv_solve_status solve_pairs(struct pv_arena *arena, const struct pairs *pairs, enum pv_solve_domain domain,
                                        struct outcome *outcome)
{
    return solve_in_portions(arena, pairs, MAX_EDGE, domain, outcome);
}

/* Is there an integer point with coordinates in [-limit, limit]? */
static bool enumerate_pairs(const struct pairs *pairs, int limit)
{
    int64_t x[MAX_VAR] = {0}, twice[MAX_VAR];
    do {
        for (int i = 0; i < pairs->n_var; ++i)
            twice[i] = 2 * (x[i] - limit);
        if (pairs_hold(pairs, twice))
            return true;
    } while (next_point(x, pairs->n_var, 2 * limit));
    return false;
}

/* Is there a rational point? Each variable is the difference of two that are not negative. */
static bool simplex_says(const struct pairs *pairs)
{
    struct pv_simplex *s = pv_simplex_new(2 * pairs->n_var, PV_SOLVE_RATIONAL);
    for (int k = 0; k < pairs->n; ++k) {
        const struct pv_two *p = &pairs->v[k];
        struct pv_term terms[4] = {{2 * p->i, -p->a}, {2 * p->i + 1, p->a}, {2 * p->j, -p->b}, {2 * p->j + 1, p->b}};
        pv_simplex_add(s, PV_REL_GE, p->c, terms, 4);
    }
    struct pv_solve_work work = {.limit = -1};
    bool feasible = pv_simplex_minimize(s, NULL, &work) == PV_SOLVE_OPTIMAL;
    pv_simplex_free(s);
    return feasible;
}

/* The right hand side a constraint has in a certificate, with its weight. */
static int64_t certified_right(const struct pv_two *p, enum pv_solve_domain domain, int *weight)
{
    bool single = (p->a == 0) != (p->b == 0), twofold = p->i == p->j && p->a == p->b && p->a != 0;
    *weight = single ? 2 : 1;
    int64_t right = *weight * p->c;
    if (twofold && domain == PV_SOLVE_INTEGER && right % 2 != 0)
        right -= 1;
    return right;
}

/* Do the constraints of the conflict add up to what it claims? */
static bool certificate_holds(const struct pairs *pairs, enum pv_solve_domain domain,
                              const struct pv_diffgraph_proof *proof)
{
    int64_t sum[MAX_VAR] = {0}, right = 0;
    for (int k = 0; k < proof->n_conflict; ++k) {
        const struct pv_two *p = &pairs->v[proof->conflict[k]];
        int weight;
        right += certified_right(p, domain, &weight);
        sum[p->i] += (int64_t)weight * p->a;
        sum[p->j] += (int64_t)weight * p->b;
    }
    for (int i = 0; i < pairs->n_var; ++i)
        if (sum[i] != 0)
            return false;
    if (proof->kind == PV_CONFLICT_PARITY)
        return domain == PV_SOLVE_INTEGER && right == 0;
    return right < 0;
}

/* The constraints of the conflict alone have no solution. */
static bool conflict_suffices(const struct pairs *pairs, enum pv_solve_domain domain,
                              const struct pv_diffgraph_proof *proof, int limit)
{
    struct pairs part = {.n_var = pairs->n_var};
    for (int k = 0; k < proof->n_conflict && part.n < MAX_EDGE; ++k)
        part.v[part.n++] = pairs->v[proof->conflict[k]];
    return domain == PV_SOLVE_INTEGER ? !enumerate_pairs(&part, limit) : !simplex_says(&part);
}

static void test_random(struct report *report, const char *name, enum family family, enum pv_solve_domain domain, int n)
{
    report_begin(report, name);
    struct rng rng = {1};
    int n_feasible = 0, n_parity = 0, limit = 4;
    for (int i = 0; i < report_count(report, n) && !report->failed; ++i) {
        struct pairs pairs = random_pairs(&rng, family, 4, 10);
        if (domain == PV_SOLVE_INTEGER && family == UTVPI)
            bound_pairs(&pairs, limit);
        bool integers = domain == PV_SOLVE_INTEGER && family == UTVPI;
        bool feasible = integers ? enumerate_pairs(&pairs, limit) : simplex_says(&pairs);
        struct pv_arena *arena = pv_arena_new();
        struct outcome result;
        enum pv_solve_status status = solve_in_portions(arena, &pairs, i % 3 ? MAX_EDGE : 1 + i % 5, domain, &result);
        expect(report, status == (feasible ? PV_SOLVE_OPTIMAL : PV_SOLVE_INFEASIBLE), "case %d: status %d", i, status);
        if (status == PV_SOLVE_OPTIMAL) {
            n_feasible++;
            expect(report, pairs_hold(&pairs, result.twice), "case %d: point", i);
            for (int k = 0; k < pairs.n_var; ++k)
                expect(report, domain == PV_SOLVE_RATIONAL || result.twice[k] % 2 == 0, "case %d: half", i);
        } else {
            n_parity += result.proof.kind == PV_CONFLICT_PARITY;
            expect(report, certificate_holds(&pairs, domain, &result.proof), "case %d: certificate", i);
            expect(report, conflict_suffices(&pairs, domain, &result.proof, limit), "case %d: conflict", i);
        }
        pv_arena_free(arena);
    }
    bool covered = n_feasible > 0 && (family == DIFFERENCES || domain == PV_SOLVE_RATIONAL || n_parity > 0);
    expect(report, report->scale < 1 || covered, "%d feasible, %d by parity", n_feasible, n_parity);
    report_end(report);
}

/* Larger integer systems, drawn around a hidden point so that they are feasible. */
static void test_hidden_point(struct report *report)
{
    report_begin(report, "hidden point");
    struct rng rng = {9};
    enum { N_VAR = 60, N_PAIR = 300 };
    for (int round = 0; round < report_count(report, 500) && !report->failed; ++round) {
        struct pv_arena *arena = pv_arena_new();
        struct pv_diffgraph *g = pv_diffgraph_new(arena, N_VAR, PV_SOLVE_INTEGER);
        struct pv_two pairs[N_PAIR];
        int64_t twice[N_VAR], value[N_VAR];
        for (int i = 0; i < N_VAR; ++i)
            twice[i] = INT64_C(2) * rng_range(&rng, -50, 50);
        for (int k = 0; k < N_PAIR; ++k) {
            struct pv_two *p = &pairs[k];
            *p = (struct pv_two){rng_range(&rng, -1, 1), rng_range(&rng, 0, N_VAR - 1), rng_range(&rng, -1, 1),
                                 rng_range(&rng, 0, N_VAR - 1), 0};
            p->c = twice_left(p, twice) / 2 + (rng_range(&rng, 0, 3) == 0);
            pv_diffgraph_add(g, *p);
        }
        expect(report, pv_diffgraph_solve(g, NULL) == PV_SOLVE_OPTIMAL, "round %d", round);
        expect(report, pv_diffgraph_round(g, value, NULL) == PV_SOLVE_OPTIMAL, "round %d: integers", round);
        for (int i = 0; i < N_VAR; ++i)
            twice[i] = 2 * value[i];
        for (int k = 0; k < N_PAIR && !report->failed; ++k)
            expect(report, twice_left(&pairs[k], twice) <= 2 * pairs[k].c, "round %d: point", round);
        pv_arena_free(arena);
    }
    report_end(report);
}

/* A point of the projection onto some variables can be continued to one of the whole system, and no other can. */
static void test_projection(struct report *report)
{
    report_begin(report, "projection");
    struct rng rng = {17};
    int n_inside = 0, n_outside = 0;
    for (int round = 0; round < report_count(report, 3000) && !report->failed; ++round) {
        struct pv_arena *arena = pv_arena_new();
        struct pairs pairs = random_pairs(&rng, UTVPI, 5, 12);
        struct pv_diffgraph *g = pv_diffgraph_new(arena, pairs.n_var, PV_SOLVE_RATIONAL);
        for (int k = 0; k < pairs.n; ++k)
            pv_diffgraph_add(g, pairs.v[k]);
        int n = pairs.n_var < 2 ? 1 : 2, vars[2] = {pairs.n_var - 1, 0};
        struct pairs projected = {.n_var = n};
        if (pv_diffgraph_solve(g, NULL) == PV_SOLVE_OPTIMAL) {
            projected.n = pv_diffgraph_project(g, vars, n, projected.v);
            int64_t twice[2];
            struct pv_diffgraph_mark mark = pv_diffgraph_get_mark(g);
            for (int i = 0; i < n; ++i) {
                int64_t value = rng_range(&rng, -4, 4);
                twice[i] = 2 * value;
                pv_diffgraph_add(g, (struct pv_two){1, vars[i], 0, 0, value});
                pv_diffgraph_add(g, (struct pv_two){-1, vars[i], 0, 0, -value});
            }
            bool is_inside = pairs_hold(&projected, twice);
            n_inside += is_inside;
            n_outside += !is_inside;
            expect(report, (pv_diffgraph_solve(g, NULL) == PV_SOLVE_OPTIMAL) == is_inside, "round %d", round);
            pv_diffgraph_return_to(g, mark);
            expect(report, pv_diffgraph_solve(g, NULL) == PV_SOLVE_OPTIMAL, "round %d: as before", round);
        }
        pv_arena_free(arena);
    }
    expect(report, report->scale < 1 || (n_inside > 100 && n_outside > 100), "%d, %d", n_inside, n_outside);
    report_end(report);
}

/* The smallest absolute value of the first variable, then of the second, and so on, by enumeration. */
static void find_smallest(const struct pairs *pairs, int limit, int64_t *best)
{
    int64_t x[MAX_VAR] = {0}, twice[MAX_VAR];
    bool found = false;
    do {
        int order = 0;
        for (int i = 0; i < pairs->n_var; ++i) {
            int64_t size = x[i] < limit ? limit - x[i] : x[i] - limit;
            twice[i] = 2 * (x[i] - limit);
            if (!order && found)
                order = (size > best[i]) - (size < best[i]);
        }
        if (!pairs_hold(pairs, twice) || (found && order >= 0))
            continue;
        found = true;
        for (int i = 0; i < pairs->n_var; ++i)
            best[i] = twice[i] < 0 ? -twice[i] / 2 : twice[i] / 2;
    } while (next_point(x, pairs->n_var, 2 * limit));
}

static void test_minimize(struct report *report)
{
    report_begin(report, "smallest point");
    struct rng rng = {23};
    enum { LIMIT = 4 };
    for (int round = 0; round < report_count(report, 1500) && !report->failed; ++round) {
        struct pv_arena *arena = pv_arena_new();
        struct pairs pairs = random_pairs(&rng, DIFFERENCES, 4, 8);
        int order[MAX_VAR];
        int64_t value[MAX_VAR], best[MAX_VAR] = {0};
        bound_pairs(&pairs, LIMIT);
        struct pv_diffgraph *g = pv_diffgraph_new(arena, pairs.n_var, PV_SOLVE_INTEGER);
        for (int k = 0; k < pairs.n; ++k)
            pv_diffgraph_add(g, pairs.v[k]);
        for (int i = 0; i < pairs.n_var; ++i)
            order[i] = i;
        if (pv_diffgraph_solve(g, NULL) == PV_SOLVE_OPTIMAL) {
            pv_diffgraph_minimize(g, order, pairs.n_var);
            expect(report, pv_diffgraph_round(g, value, NULL) == PV_SOLVE_OPTIMAL, "round %d: integers", round);
            find_smallest(&pairs, LIMIT, best);
            for (int i = 0; i < pairs.n_var && !report->failed; ++i)
                expect(report, value[i] == best[i] || value[i] == -best[i], "round %d: x%d", round, i);
        }
        pv_arena_free(arena);
    }
    report_end(report);
}

static void test_fixed(struct report *report)
{
    struct pv_arena *arena = pv_arena_new();
    struct outcome result;

    report_begin(report, "empty");
    struct pairs empty = {0};
    expect(report, solve_pairs(arena, &empty, PV_SOLVE_INTEGER, &result) == PV_SOLVE_OPTIMAL, "status");
    report_end(report);

    report_begin(report, "constant");
    struct pairs constant = {0, 2, {{0, 0, 0, 0, 1}, {0, 0, 0, 0, -1}}};
    expect(report, solve_pairs(arena, &constant, PV_SOLVE_INTEGER, &result) == PV_SOLVE_INFEASIBLE, "status");
    expect(report, result.proof.n_conflict == 1 && result.proof.conflict[0] == 1, "conflict");
    report_end(report);

    report_begin(report, "half");
    struct pairs half = {2, 4, {{1, 0, 1, 1, 1}, {-1, 0, -1, 1, -1}, {1, 0, -1, 1, 0}, {-1, 0, 1, 1, 0}}};
    expect(report, solve_pairs(arena, &half, PV_SOLVE_RATIONAL, &result) == PV_SOLVE_OPTIMAL, "status");
    expect(report, result.twice[0] == 1 && result.twice[1] == 1, "point");
    expect(report, solve_pairs(arena, &half, PV_SOLVE_INTEGER, &result) == PV_SOLVE_INFEASIBLE, "integer status");
    expect(report, result.proof.kind == PV_CONFLICT_PARITY && result.proof.n_conflict == 4, "integer conflict");
    report_end(report);

    report_begin(report, "extreme words");
    struct pairs extreme = {2, 2, {{1, 0, 0, 0, INT64_MIN}, {1, 1, -1, 0, INT64_MIN}}};
    expect(report, solve_pairs(arena, &extreme, PV_SOLVE_INTEGER, &result) == PV_SOLVE_GAVE_UP, "status");
    extreme.v[0].a = extreme.v[0].b = -1;
    extreme.v[1] = (struct pv_two){1, 0, 0, 0, INT64_MAX};
    expect(report, solve_pairs(arena, &extreme, PV_SOLVE_RATIONAL, &result) != PV_SOLVE_INFEASIBLE, "second status");
    report_end(report);
    pv_arena_free(arena);
}

int main(int argc, char **argv)
{
    struct report report;
    report_init(&report, argc, argv);
    test_fixed(&report);
    test_random(&report, "differences, rational", DIFFERENCES, PV_SOLVE_RATIONAL, 20000);
    test_random(&report, "differences, integer", DIFFERENCES, PV_SOLVE_INTEGER, 20000);
    test_random(&report, "two variables, rational", UTVPI, PV_SOLVE_RATIONAL, 20000);
    test_random(&report, "two variables, integer", UTVPI, PV_SOLVE_INTEGER, 20000);
    test_hidden_point(&report);
    test_projection(&report);
    test_minimize(&report);
    return report.n_failed > 0;
}
