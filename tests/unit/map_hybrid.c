/* Tests of map/hybrid: hexagonal tiles as wide as the speed of dependences are legal, narrower ones are refused. */
#include "map/hybrid.h"

#include <isl/ctx.h>
#include <stdio.h>

static int failures;

static void expect(const char *name, const struct pv_hybrid *hybrid, const struct pv_hybrid_sizes *sizes, isl_ctx *ctx,
                   isl_bool wanted)
{
    isl_bool is_legal = pv_hybrid_is_legal(ctx, hybrid, sizes);
    if (is_legal == wanted)
        return;
    failures++;
    printf("FAIL %s %d steps, slopes %d and %d, height %d, width %d: legal %d\n", name, hybrid->n_steps,
           hybrid->down[0], hybrid->up[0], sizes->height, sizes->width[0], is_legal);
}

/* All slopes up to 3, with the least width and more. */
static void test_legal(isl_ctx *ctx)
{
    for (int steps = 1; steps <= 2; steps++)
        for (int slopes = 0; slopes < 16; slopes++)
            for (int height = 1; height <= 3; height += 2) {
                struct pv_hybrid hybrid = {steps, 2, {slopes / 4, slopes % 4}, {slopes % 4, 1}};
                struct pv_hybrid_sizes sizes = {height, {pv_hybrid_least_width(&hybrid), 5}};
                expect("wide", &hybrid, &sizes, ctx, isl_bool_true);
                sizes.width[0] += 4;
                expect("wider", &hybrid, &sizes, ctx, isl_bool_true);
            }
}

/* One narrower than the steeper slope: a hexagon would need its neighbour. */
static void test_narrow(isl_ctx *ctx)
{
    for (int slope = 2; slope <= 4; slope++)
        for (int other = 0; other <= slope; other += slope) {
            struct pv_hybrid down = {1, 1, {slope}, {other}}, up = {2, 1, {other}, {slope}};
            struct pv_hybrid_sizes sizes = {3, {slope - 1}};
            expect("narrow", &down, &sizes, ctx, isl_bool_false);
            expect("narrow", &up, &sizes, ctx, isl_bool_false);
        }
}

int main(void)
{
    isl_ctx *ctx = isl_ctx_alloc();
    test_legal(ctx);
    test_narrow(ctx);
    isl_ctx_free(ctx);
    if (!failures)
        printf("ok hexagons\n");
    return failures > 0;
}
