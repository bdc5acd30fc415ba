/* Tests of map/tile and map/sizes: shapes of tiled bands, full tiles against what counting finds, sizes as users write
 * them. */
#include "map/sizes.h"
#include "map/tile.h"

#include <isl/ctx.h>
#include <isl/map.h>
#include <isl/options.h>
#include <isl/union_map.h>
#include <isl/union_set.h>
#include <stdio.h>
#include <string.h>

static int failures;

static void expect(bool ok, const char *name, const char *reason)
{
    printf(ok ? "ok %s\n" : "FAIL %s %s\n", name, reason);
    failures += !ok;
}

static const char *const square = "{ domain: \"[n] -> { S[i, j] : 0 <= i < n and 0 <= j < n }\", "
                                  "child: { schedule: \"[n] -> [{ S[i, j] -> [(i)] }, { S[i, j] -> [(j)] }]\", "
                                  "permutable: 1, coincident: [ 1, 0 ] } }";
static const char *const triangle = "{ domain: \"[n] -> { S[i, j] : 0 <= i < n and 0 <= j <= i }\", "
                                    "child: { schedule: \"[n] -> [{ S[i, j] -> [(i)] }, { S[i, j] -> [(j)] }]\", "
                                    "permutable: 1, coincident: [ 1, 1 ] } }";
/* T executes only where j = 0. */
static const char *const edge =
    "{ domain: \"[n] -> { S[i, j] : 0 <= i, j < n; T[i] : 0 <= i < n }\", child: { schedule: "
    "\"[n] -> [{ S[i, j] -> [(i)]; T[i] -> [(i)] }, { S[i, j] -> [(j)]; T[i] -> [(0)] }]\", "
    "permutable: 1, coincident: [ 1, 0 ] } }";
/* Every other point is missing. */
static const char *const holes =
    "{ domain: \"[n] -> { S[i, j] : 0 <= i, j < n and (i + j) mod 2 = 0 }\", child: { schedule: "
    "\"[n] -> [{ S[i, j] -> [(i)] }, { S[i, j] -> [(j)] }]\", permutable: 1 } }";

static isl_schedule_node *read_band(isl_ctx *ctx, const char *text)
{
    isl_schedule *schedule = isl_schedule_read_from_str(ctx, text);
    isl_schedule_node *node = isl_schedule_node_child(isl_schedule_get_root(schedule), 0);
    isl_schedule_free(schedule);
    return node;
}

static void test_full(isl_ctx *ctx, const char *name, const char *text, bool scale, const char *expected)
{
    static const int sizes[] = {4, 8};
    struct pv_tile_params params = {.sizes = sizes, .n = 2, .scale_tile_loops = scale};
    isl_schedule_node *node = read_band(ctx, text);
    isl_set *full = isl_set_flatten(pv_tile_get_full(node, &params));
    isl_set *wanted = isl_set_read_from_str(ctx, expected);
    full = isl_set_intersect_params(full, isl_set_read_from_str(ctx, "[n] -> { : n > 0 }"));
    wanted = isl_set_intersect_params(wanted, isl_set_read_from_str(ctx, "[n] -> { : n > 0 }"));
    /* Tiles that do not exist do not matter: tile loops step by their size. */
    if (scale) {
        isl_set *steps = isl_set_read_from_str(ctx, "{ [a, b] : a mod 4 = 0 and b mod 8 = 0 }");
        full = isl_set_intersect(full, isl_set_copy(steps));
        wanted = isl_set_intersect(wanted, steps);
    }
    expect(isl_set_is_equal(full, wanted) == isl_bool_true, name, "other tiles are full");
    isl_set_free(full);
    isl_set_free(wanted);
    isl_schedule_node_free(node);
}

/* Tiling must leave the options of the context alone. */
static void test_shape(isl_ctx *ctx, bool shift)
{
    static const int sizes[] = {4};
    struct pv_tile_params params = {.sizes = sizes, .n = 1, .scale_tile_loops = true, .shift_point_loops = shift};
    isl_options_set_tile_shift_point_loops(ctx, !shift);
    isl_schedule_node *node = pv_tile(read_band(ctx, square), &params);
    bool is_tile = isl_schedule_node_band_n_member(node) == 2 && isl_schedule_node_band_get_permutable(node) &&
                   isl_schedule_node_band_member_get_coincident(node, 0) &&
                   !isl_schedule_node_band_member_get_coincident(node, 1);
    isl_union_map *order = isl_schedule_node_band_get_partial_schedule_union_map(node);
    node = isl_schedule_node_child(node, 0);
    order = isl_union_map_flat_range_product(order, isl_schedule_node_band_get_partial_schedule_union_map(node));
    isl_union_map *wanted = isl_union_map_read_from_str(
        ctx, shift ? "{ S[i, j] -> [4*floor(i/4), 4*floor(j/4), i mod 4, j mod 4] }"
                   : "{ S[i, j] -> [4*floor(i/4), 4*floor(j/4), i, j] }");
    expect(is_tile, shift ? "shape_shifted" : "shape", "the tile band lost its properties");
    expect(isl_union_map_is_equal(order, wanted) == isl_bool_true, shift ? "order_shifted" : "order",
           "the members are others");
    expect(isl_options_get_tile_shift_point_loops(ctx) == !shift, shift ? "options_shifted" : "options",
           "the options of the context changed");
    isl_union_map_free(order);
    isl_union_map_free(wanted);
    isl_schedule_node_free(node);
}

static void test_isolate(isl_ctx *ctx)
{
    static const int sizes[] = {4};
    struct pv_tile_params params = {.sizes = sizes, .n = 1, .isolate_full_tiles = true};
    isl_schedule_node *node = pv_tile(read_band(ctx, square), &params);
    isl_set *option = isl_schedule_node_band_get_ast_isolate_option(node);
    expect(isl_set_is_empty(option) == isl_bool_false, "isolate", "there is no such option");
    isl_set_free(option);
    isl_schedule_node_free(node);
}

static void test_sizes(isl_ctx *ctx, struct pv_arena *arena)
{
    const char *text = "{ kernel[i] -> tile[32, 8] : i > 0; kernel[0] -> tile[16]; kernel[1] -> block[4, 0] }";
    isl_union_map *sizes = pv_sizes_read(ctx, text);
    int n;
    int *v = pv_sizes_get(arena, sizes, 3, PV_SIZE_TILE, &n);
    expect(v && n == 2 && v[0] == 32 && v[1] == 8, "sizes_all", "not 32, 8");
    v = pv_sizes_get(arena, sizes, 0, PV_SIZE_TILE, &n);
    expect(v && n == 1 && v[0] == 16, "sizes_one", "not 16");
    v = pv_sizes_get(arena, sizes, 1, PV_SIZE_BLOCK, &n);
    expect(v && n == 2 && v[0] == 4 && v[1] == 0, "sizes_left_to_pave", "not 4, 0");
    v = pv_sizes_get(arena, sizes, 0, PV_SIZE_GRID, &n);
    expect(!v && n == 0, "sizes_none", "some");
    isl_union_map_free(sizes);
    const char *wrong[] = {"{ kernel[i] -> tiles[32] }", "{ grid[i] -> tile[32] }", "{ kernel[i] -> tile[j] }", "32"};
    bool ok = true;
    for (int i = 0; i < 4; i++) {
        isl_union_map *none = pv_sizes_read(ctx, wrong[i]);
        ok = ok && !none;
        isl_union_map_free(none);
        isl_ctx_reset_error(ctx);
    }
    expect(ok, "sizes_wrong", "accepted");
}

int main(void)
{
    isl_ctx *ctx = isl_ctx_alloc();
    struct pv_arena *arena = pv_arena_new();
    isl_options_set_on_error(ctx, ISL_ON_ERROR_CONTINUE);
    test_full(ctx, "full_square", square, false, "[n] -> { [a, b] : 0 <= a, b and 4a + 3 < n and 8b + 7 < n }");
    test_full(ctx, "full_square_scaled", square, true, "[n] -> { [a, b] : 0 <= a, b and a + 3 < n and b + 7 < n }");
    test_full(ctx, "full_triangle", triangle, false, "[n] -> { [a, b] : 0 <= a, b and 4a + 3 < n and 8b + 7 <= 4a }");
    test_full(ctx, "full_edge", edge, false, "[n] -> { [a, b] : 0 <= a and 0 < b and 4a + 3 < n and 8b + 7 < n }");
    test_full(ctx, "full_holes", holes, false, "[n] -> { [a, b] : false }");
    test_shape(ctx, false);
    test_shape(ctx, true);
    test_isolate(ctx);
    test_sizes(ctx, arena);
    pv_arena_free(arena);
    isl_ctx_free(ctx);
    return failures != 0;
}
