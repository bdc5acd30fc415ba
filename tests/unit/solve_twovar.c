/* Tests of solve/twovar and solve/approximate: replacements lie inside the original, contain the point they were made for,
 * and keep what has the form already. */
#include "solve/approximate.h"

#include "solve_random.h"

enum { MOST_VAR = 5, LIMIT = 4 };

struct random_linear {
    struct pv_linear linear;
    struct pv_term terms[MOST_VAR];
};

static void draw_linear(struct rng *rng, int n_var, struct random_linear *drawn)
{
    int n = 0;
    for (int i = 0; i < n_var; i++) {
        int coef = rng_range(rng, -3, 3);
        if (coef)
            drawn->terms[n++] = (struct pv_term){i, coef};
    }
    drawn->linear = (struct pv_linear){rng_range(rng, -4, 8), drawn->terms, n};
}

/* Does the point with coordinates "x" / "scale" satisfy all of "list", on variables that are "scale" times as large? */
static bool all_hold(const pv_two_vec *list, const int64_t *x)
{
    for (int i = 0; i < list->n; i++) {
        const struct pv_two *two = &list->v[i];
        if ((two->a ? two->a * x[two->i] : 0) + (two->b ? two->b * x[two->j] : 0) > two->c)
            return false;
    }
    return true;
}

/* All points of a grid of width 1 / scale that satisfy "list" satisfy "linear". */
static bool is_inside(const struct pv_linear *linear, const pv_two_vec *list, int n_var, int scale)
{
    int64_t x[MAX_VAR] = {0}, shifted[MAX_VAR] = {0};
    struct pv_linear scaled = *linear;
    scaled.constant *= scale;
    do {
        for (int i = 0; i < n_var; i++)
            shifted[i] = x[i] - (int64_t)LIMIT * scale;
        if (all_hold(list, shifted) && pv_linear_value(&scaled, shifted) < 0)
            return false;
    } while (next_point(x, n_var, 2 * LIMIT * scale));
    return true;
}

/* With two variables of equal weight nothing is lost. */
static bool is_exact(const struct pv_linear *linear, const pv_two_vec *list, int n_var)
{
    int64_t x[MAX_VAR] = {0}, shifted[MAX_VAR] = {0};
    do {
        for (int i = 0; i < n_var; i++)
            shifted[i] = x[i] - LIMIT;
        if (pv_linear_value(linear, shifted) >= 0 && !all_hold(list, shifted))
            return false;
    } while (next_point(x, n_var, 2 * LIMIT));
    return true;
}

static void test_uniform(struct report *report)
{
    report_begin(report, "uniform method");
    struct rng rng = {3};
    for (int round = 0; round < report_count(report, 3000) && !report->failed; round++) {
        struct pv_arena *arena = pv_arena_new();
        struct random_linear drawn;
        pv_two_vec list = {0};
        int n_var = rng_range(&rng, 1, 4), scale = n_var < 4 ? rng_range(&rng, 1, 3) : 1;
        draw_linear(&rng, n_var, &drawn);
        expect(report, pv_linear_replace(arena, &drawn.linear, NULL, scale, &list), "round %d: overflow", round);
        expect(report, is_inside(&drawn.linear, &list, n_var, scale), "round %d: outside", round);
        if (pv_linear_is_utvpi(&drawn.linear) && scale == 1)
            expect(report, is_exact(&drawn.linear, &list, n_var), "round %d: lost points", round);
        pv_arena_free(arena);
    }
    report_end(report);
}

static void test_at_point(struct report *report)
{
    report_begin(report, "around a point");
    struct rng rng = {4};
    int n_kept = 0;
    for (int round = 0; round < report_count(report, 6000) && !report->failed; round++) {
        struct pv_arena *arena = pv_arena_new();
        struct random_linear drawn;
        pv_two_vec list = {0};
        int64_t point[MAX_VAR] = {0};
        int n_var = rng_range(&rng, 1, 4);
        draw_linear(&rng, n_var, &drawn);
        for (int i = 0; i < n_var; i++)
            point[i] = rng_range(&rng, -LIMIT, LIMIT);
        if (pv_linear_value(&drawn.linear, point) >= 0) {
            n_kept++;
            expect(report, pv_linear_replace(arena, &drawn.linear, point, 1, &list), "round %d: overflow", round);
            expect(report, all_hold(&list, point), "round %d: the point is lost", round);
            expect(report, is_inside(&drawn.linear, &list, n_var, 1), "round %d: outside", round);
        }
        pv_arena_free(arena);
    }
    expect(report, report->scale < 1 || n_kept > 1000, "only %d cases", n_kept);
    report_end(report);
}

/* Document 003: x + y + z >= 1 becomes three constraints of two variables that meet on it. */
static void test_form(struct report *report)
{
    report_begin(report, "form");
    struct pv_arena *arena = pv_arena_new();
    struct pv_term terms[] = {{0, 2}, {1, 2}, {2, 2}};
    struct pv_linear linear = {-3, terms, 3};
    pv_two_vec list = {0};
    expect(report, pv_linear_replace(arena, &linear, NULL, 1, &list) && list.n == 3, "%d constraints", list.n);
    for (int i = 0; i < list.n; i++)
        expect(report, list.v[i].a == -1 && list.v[i].b == -1 && list.v[i].c == -1, "constraint %d", i);
    linear.terms = (struct pv_term[]){{0, 3}, {1, -1}};
    linear.n_term = 2;
    list.n = 0;
    expect(report, pv_linear_replace(arena, &linear, NULL, 1, &list) && list.n == 2, "%d constraints", list.n);
    expect(report, list.n == 2 && list.v[0].b == 1 && list.v[0].c == -3, "diagonal");
    expect(report, list.n == 2 && list.v[1].b == 0 && list.v[1].c == 0, "interval");
    linear.constant = INT64_MAX;
    list.n = 0;
    expect(report, !pv_linear_replace(arena, &linear, NULL, 1000, &list) && list.n == 0, "overflow");
    pv_arena_free(arena);
    report_end(report);
}

enum { N_ROW = 5, SAMPLES = 200 };

/* A system of two clusters on three nodes of one variable each, and an additional constraint. All are satisfied by
 * "point". */
static void draw_system(struct rng *rng, struct pv_arena *arena, int64_t *point, struct pv_approx_system *s)
{
    static const bool is_free[] = {true, true, false};
    *s = (struct pv_approx_system){.arena = arena, .n_var = 3, .is_free = is_free};
    for (int v = 0; v < s->n_var; v++)
        point[v] = rng_range(rng, is_free[v] ? -LIMIT : 0, LIMIT);
    for (int c = 0; c < 3; c++)
        pv_push(arena, &s->clusters, ((struct pv_two){.i = c - 1, .j = c}));
    for (int i = 0; i < N_ROW; i++) {
        struct random_linear *drawn = pv_new(arena, struct random_linear);
        draw_linear(rng, i ? 3 : 1, drawn);
        drawn->linear.constant = 0;
        drawn->linear.constant = rng_range(rng, 0, 2) - (int64_t)pv_linear_value(&drawn->linear, point);
        pv_push(arena, &s->rows, ((struct pv_approx_row){drawn->linear, i ? 1 + i % 2 : 0, 0}));
    }
}

/* Do random points that satisfy "list" satisfy all rows of "s" that are part of the approximation? Count them. */
static bool samples_are_inside(struct rng *rng, const struct pv_approx_system *s, enum pv_approx_method method,
                               const pv_two_vec *list, int *n_sample)
{
    for (int n = 0; n < SAMPLES; n++) {
        int64_t x[MOST_VAR];
        for (int v = 0; v < s->n_var; v++)
            x[v] = rng_range(rng, s->is_free[v] ? -8 * LIMIT : 0, 8 * LIMIT) * (pv_approx_scale / 8);
        if (!all_hold(list, x))
            continue;
        ++*n_sample;
        for (int i = 0; i < s->rows.n; i++) {
            struct pv_linear scaled = s->rows.v[i].linear;
            scaled.constant *= pv_approx_scale;
            if (pv_approx_is_part(method, &s->rows.v[i]) && pv_linear_value(&scaled, x) < 0)
                return false;
        }
    }
    return true;
}

/* Every method stays inside the system, and one around a point of the whole system keeps that point. */
static void test_methods(struct report *report)
{
    report_begin(report, "methods");
    struct rng rng = {5};
    int n_sample[PV_N_APPROX_METHODS] = {0};
    for (int round = 0; round < report_count(report, 300) && !report->failed; round++)
        for (enum pv_approx_method m = 0; m < PV_N_APPROX_METHODS; m++) {
            struct pv_arena *arena = pv_arena_new();
            struct pv_approx_system s;
            int64_t point[MOST_VAR];
            pv_two_vec list = {0};
            draw_system(&rng, arena, point, &s);
            s.point = m == PV_APPROX_AT_ONCE && round % 2 ? point : NULL;
            bool is_replaced = pv_approximate(&s, m, NULL, &list);
            expect(report, !is_replaced || samples_are_inside(&rng, &s, m, &list, &n_sample[m]),
                   "round %d, method %d: outside", round, (int)m);
            for (int v = 0; v < s.n_var; v++)
                point[v] *= pv_approx_scale;
            expect(report, !s.point || all_hold(&list, point), "round %d: the point is lost", round);
            pv_arena_free(arena);
        }
    for (enum pv_approx_method m = 0; m < PV_N_APPROX_METHODS; m++)
        expect(report, report->scale < 1 || n_sample[m] > 100, "method %d: only %d samples", (int)m, n_sample[m]);
    report_end(report);
}

int main(int argc, char **argv)
{
    struct report report;
    report_init(&report, argc, argv);
    test_form(&report);
    test_uniform(&report);
    test_at_point(&report);
    test_methods(&report);
    return report.n_failed > 0;
}
