/* Tests of solve/twovar: replacements lie inside the original, contain the point they were made for, and keep what has
 * the form already. */
#include "solve/twovar.h"

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

int main(int argc, char **argv)
{
    struct report report;
    report_init(&report, argc, argv);
    test_form(&report);
    test_uniform(&report);
    test_at_point(&report);
    return report.n_failed > 0;
}
