/* Tests of ir/pairorder: random pairs and times, every certain answer against isl's. */
#include "ir/pairorder.h"

#include "base/str.h"
#include "solve_random.h"

#include <isl/map.h>
#include <isl/space.h>

enum { N_CASES = 1000, N_TIMES = 2 };

static struct report report;

/* A random sum of "i", "j" and "n", mostly short. */
static void add_sum(struct pv_sb *text, struct rng *rng, const char *i, const char *j)
{
    pv_sb_printf(text, "%d", rng_range(rng, -2, 2));
    if (rng_range(rng, 0, 2))
        pv_sb_printf(text, " + %d%s", rng_range(rng, -1, 2), i);
    if (rng_range(rng, 0, 2))
        pv_sb_printf(text, " + %d%s", rng_range(rng, -1, 2), j);
    if (!rng_range(rng, 0, 5))
        pv_sb_printf(text, " + %dn", rng_range(rng, -1, 1));
}

/* A time of S[i, j], with a rounded quotient now and then, and the same of T[k, l], in most cases. */
static void add_times(struct pv_sb *x, struct pv_sb *y, struct rng *rng)
{
    bool is_quotient = !rng_range(rng, 0, 3), is_same = rng_range(rng, 0, 3);
    int divisor = rng_range(rng, 2, 4);
    pv_sb_printf(x, is_quotient ? "floor((" : "(");
    pv_sb_printf(y, is_quotient ? "floor((" : "(");
    struct rng same = *rng;
    add_sum(x, rng, "i", "j");
    add_sum(y, is_same ? &same : rng, "k", "l");
    if (is_quotient) {
        pv_sb_printf(x, ")/%d)", divisor);
        pv_sb_printf(y, ")/%d)", divisor);
    } else {
        pv_sb_printf(x, ")");
        pv_sb_printf(y, ")");
    }
}

/* A distance in each dimension, or less. */
static void add_condition(struct pv_sb *text, struct rng *rng)
{
    static const char *const relations[] = {"=", "=", ">=", "<="};
    pv_sb_add(text, "0 <= i < n and 0 <= k < n");
    if (rng_range(rng, 0, 1))
        pv_sb_printf(text, " and k - i %s %d", relations[rng_range(rng, 0, 3)], rng_range(rng, -1, 3));
    if (rng_range(rng, 0, 1))
        pv_sb_printf(text, " and l - j %s %d", relations[rng_range(rng, 0, 3)], rng_range(rng, -1, 2));
    for (int c = rng_range(rng, 0, 2); c > 0; c--) {
        pv_sb_add(text, " and ");
        add_sum(text, rng, "i", "l");
        pv_sb_printf(text, " %s ", relations[rng_range(rng, 0, 3)]);
        add_sum(text, rng, "k", "j");
    }
    if (!rng_range(rng, 0, 4))
        pv_sb_printf(text, " and exists (e : i + l = %de)", rng_range(rng, 2, 3));
}

/* The function "text" of the instances of "tuple". */
static struct pv_time read(isl_ctx *ctx, struct pv_arena *arena, __isl_keep isl_space *params, const char *tuple,
                           const char *text)
{
    struct pv_time time;
    isl_pw_aff *function = isl_pw_aff_read_from_str(ctx, pv_printf(arena, "[n] -> { %s -> [(%s)] }", tuple, text));
    pv_time_read(arena, params, function, &time);
    isl_pw_aff_free(function);
    return time;
}

static bool is_empty(isl_ctx *ctx, struct pv_arena *arena, const char *condition, const char *more)
{
    isl_set *set = isl_set_read_from_str(ctx,
                                         pv_printf(arena, "[n] -> { [i, j, k, l] : (%s) and (%s) }", condition, more));
    bool result = isl_set_is_empty(set) == isl_bool_true;
    isl_set_free(set);
    return result;
}

/* Is "answer" what isl says, or open? "counterexample" says which pairs do not have the property. */
static bool is_right(isl_ctx *ctx, struct pv_arena *arena, enum pv_pair_answer answer, const char *condition,
                     const char *counterexample)
{
    return answer == PV_PAIRS_UNKNOWN || is_empty(ctx, arena, condition, counterexample) == (answer == PV_PAIRS_YES);
}

/* One random case; adds to "*n_told" the answers that are certain. */
static void try_case(isl_ctx *ctx, struct rng *rng, int *n_told)
{
    struct pv_arena *arena = pv_arena_new();
    struct pv_sb condition = {0}, x[N_TIMES + 1] = {{0}}, y[N_TIMES + 1] = {{0}};
    add_condition(&condition, rng);
    for (int i = 0; i <= N_TIMES; i++)
        add_times(&x[i], &y[i], rng);
    isl_map *map = isl_map_read_from_str(ctx, pv_printf(arena, "[n] -> { S[i, j] -> T[k, l] : %s }", condition.text));
    isl_basic_map *pairs = isl_map_simple_hull(map);
    isl_space *params = isl_space_params(isl_basic_map_get_space(pairs));
    struct pv_pair_rows *rows = pv_pair_rows_read(arena, params, pairs);
    pv_time_list around_x = {0}, around_y = {0}, list_x = {0}, list_y = {0};
    for (int i = 0; i <= N_TIMES; i++) {
        pv_push(arena, i ? &list_x : &around_x, read(ctx, arena, params, "S[i, j]", x[i].text));
        pv_push(arena, i ? &list_y : &around_y, read(ctx, arena, params, "T[k, l]", y[i].text));
    }
    struct pv_pair_times times = {&around_x, &around_y, &list_x, &list_y};
    enum pv_pair_answer is_forward = rows ? pv_pair_rows_are_forward(rows, &times) : PV_PAIRS_UNKNOWN;
    enum pv_pair_answer is_together = rows ? pv_pair_rows_are_together(rows, &times) : PV_PAIRS_UNKNOWN;
    const char *here = pv_printf(arena, "(%s) and (%s = %s)", condition.text, x[0].text, y[0].text);
    const char *backward = pv_printf(arena, "%s > %s or (%s = %s and %s >= %s)", x[1].text, y[1].text, x[1].text,
                                     y[1].text, x[2].text, y[2].text);
    const char *apart = pv_printf(arena, "%s != %s or %s != %s", x[1].text, y[1].text, x[2].text, y[2].text);
    expect(&report, is_right(ctx, arena, is_forward, here, backward), "forward: %d, but %s: %s", is_forward, here,
           backward);
    expect(&report, is_right(ctx, arena, is_together, here, apart), "together: %d, but %s: %s", is_together, here,
           apart);
    *n_told += (is_forward != PV_PAIRS_UNKNOWN) + (is_together != PV_PAIRS_UNKNOWN);
    if (rows)
        pv_pair_rows_free(rows);
    isl_space_free(params);
    pv_sb_free(&condition);
    for (int i = 0; i <= N_TIMES; i++) {
        pv_sb_free(&x[i]);
        pv_sb_free(&y[i]);
    }
    pv_arena_free(arena);
}

int main(int argc, char **argv)
{
    isl_ctx *ctx = isl_ctx_alloc();
    report_init(&report, argc, argv);
    report_begin(&report, "random pairs and times against isl");
    struct rng rng = {7};
    int n = report_count(&report, N_CASES), n_told = 0;
    for (int i = 0; i < n; i++)
        try_case(ctx, &rng, &n_told);
    expect(&report, n_told > n / 2, "only %d of %d answers are certain", n_told, 2 * n);
    report_end(&report);
    isl_ctx_free(ctx);
    return report.n_failed > 0;
}
