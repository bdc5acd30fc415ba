/* Budgets: what they count, and that a context works again after one was exceeded. Numbers in constraints. */
#include "base/budget.h"
#include "base/islx.h"

#include <gmp.h>
#include <isl/options.h>
#include <stdio.h>

static int n_failed;

static void expect(const char *name, bool ok, const char *reason)
{
    if (ok)
        printf("ok %s\n", name);
    else
        printf("FAIL %s %s\n", name, reason);
    n_failed += !ok;
}

/* Work of some hundred operations; whether it has a result. */
static bool work(isl_ctx *ctx)
{
    isl_set *a = isl_set_read_from_str(ctx, "[n] -> { [i, j, k] : 0 <= i < n and i <= j < 2n and j <= 3k < i + j }");
    isl_set *b = isl_set_read_from_str(ctx, "[n] -> { [i, j, k] : 1 <= i < n and 2i <= 3j < 2n and j <= k < i + j }");
    isl_set *difference = isl_set_subtract(a, b);
    isl_bool is_empty = isl_set_is_empty(difference);
    isl_set_free(difference);
    return is_empty >= 0;
}

static void multiply(int n)
{
    mpz_t a, b;
    mpz_init_set_si(a, 3);
    mpz_init(b);
    for (int i = 0; i < n; i++)
        mpz_mul(b, a, a);
    mpz_clear(a);
    mpz_clear(b);
}

static void check_budgets(isl_ctx *ctx)
{
    pv_budget_open(ctx, 1000000);
    bool ok = work(ctx);
    expect("enough", !pv_budget_close(ctx) && ok, "a large budget does not suffice");
    pv_budget_open(ctx, 5);
    ok = work(ctx);
    expect("exceeded", pv_budget_close(ctx) && !ok, "five operations suffice");
    pv_budget_open(ctx, 0);
    ok = work(ctx);
    expect("none", !pv_budget_close(ctx) && ok, "no budget, and yet no result");
    pv_budget_open(ctx, 1000);
    multiply(100000);
    ok = work(ctx);
    expect("products", pv_budget_close(ctx) && !ok, "products do not count");
    multiply(100000);
    expect("after", work(ctx) && !pv_budget_is_exceeded(ctx), "products count without a budget");
}

static void check_numbers(isl_ctx *ctx)
{
    isl_map *map = isl_map_read_from_str(ctx, "[n] -> { [i] -> [j] : 70 i - 5 n <= j <= 900 or i = 4 j }");
    expect("constant", pv_map_has_larger(map, PV_CONSTANTS, 899) && !pv_map_has_larger(map, PV_CONSTANTS, 900), "900");
    expect("coefficient", pv_map_has_larger(map, PV_COEFFICIENTS, 69) && !pv_map_has_larger(map, PV_COEFFICIENTS, 70),
           "70");
    isl_map_free(map);
}

int main(void)
{
    isl_ctx *ctx = isl_ctx_alloc();
    isl_options_set_on_error(ctx, ISL_ON_ERROR_CONTINUE);
    check_budgets(ctx);
    check_numbers(ctx);
    isl_ctx_free(ctx);
    return n_failed > 0;
}
