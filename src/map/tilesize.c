/* Chooses the sizes of tiles on the host. */
#include "map/tilesize.h"

#include "map/sizes.h"
#include "map/work.h"

#include <math.h>

/* Time steps in the tiles of wavefronts where each point waits for the one before it: arithmetic takes longer than memory there, so
 * fewer uses of what is brought in are enough, and a front has as many tiles as there are of time. */
static const int time_size = 16;
/* Tiles that threads share have whole groups of so many iterations, or of those that go side by side. */
static const int least_group = 4;

/* "size" or a little more, so that "factor" iterations at a time leave none. */
static int whole(int size, int factor)
{
    return (size + factor - 1) / factor * factor;
}

/* How many iterations of "member" go side by side. */
static int factor_of(const struct pv_tile_purpose *tiling, int member)
{
    return tiling->factors ? tiling->factors[member] : 1;
}

/* The size of tiles of member "pos" of "node", which threads share: so small that there are enough of them, but not smaller
 * than "least" or larger than "size"; whole groups of "factor" iterations. */
static int shared_size(__isl_keep isl_schedule_node *node, int pos, int factor, int least, int size)
{
    double length = pv_work_length(node, pos);
    bool is_short = length > 0 && length < (double)size * PV_FEW_ITERATIONS;
    int enough = is_short ? (int)ceil(length / PV_FEW_ITERATIONS) : size;
    enough = whole(enough, factor);
    return enough < least ? least : enough < size ? enough : size;
}

bool pv_tilesize_moves_all(const pv_reuse_stmts *stmts, int dim)
{
    bool all = stmts->n > 0;
    for (int s = 0; s < stmts->n; s++)
        for (int a = 0; a < stmts->v[s].stmt->accesses.n; a++)
            all = all && pv_reuse_stride(&stmts->v[s], a, dim) != PV_STRIDE_NONE;
    return all;
}

int *pv_tilesize_choose(__isl_keep isl_schedule_node *node, const struct pv_tile_purpose *tiling)
{
    const struct pv_map_params *params = tiling->params;
    int innermost = tiling->innermost, parallel = tiling->is_wavefront ? -1 : tiling->parallel;
    int depth = (int)isl_schedule_node_get_schedule_depth(node);
    int n_given, n = (int)isl_schedule_node_band_n_member(node), *sizes = pv_new_array(tiling->arena, int, n + 1);
    for (int i = 0; i < n; i++)
        sizes[i] = params->tile_size ? params->tile_size
                   : i == innermost  ? PV_LONG_SIZE
                                     : whole(PV_SHORT_SIZE, factor_of(tiling, i));
    if (tiling->is_wavefront && !tiling->is_simd && innermost > 0 && !params->tile_size &&
        pv_tilesize_moves_all(tiling->stmts, depth))
        sizes[0] = time_size;
    int group = parallel >= 0 && factor_of(tiling, parallel) > 1 ? factor_of(tiling, parallel) : least_group;
    if (parallel >= 0 && !params->tile_size)
        sizes[parallel] = shared_size(node, parallel, group, parallel == innermost ? PV_PART_SIZE : group,
                                      sizes[parallel]);
    int *given = pv_sizes_get(tiling->arena, params->sizes, (*params->n_tiled)++, PV_SIZE_TILE, &n_given);
    for (int i = 0; i < n_given && i < n; i++)
        sizes[i] = given[i] ? given[i] : sizes[i];
    return sizes;
}

int pv_tilesize_least(__isl_keep isl_schedule_node *node, const struct pv_tile_purpose *tiling, const int *sizes,
                      double cycles)
{
    int depth = (int)isl_schedule_node_get_schedule_depth(node), n = (int)isl_schedule_node_band_n_member(node);
    double in_tile = 0;
    for (int i = 0; i < tiling->stmts->n; i++) {
        const struct pv_reuse_stmt *stmt = &tiling->stmts->v[i];
        double own = pv_reuse_least_cycles(stmt, depth + tiling->innermost);
        for (int m = 0; m < n; m++)
            own *= stmt->moves[depth + m] ? sizes[m] : 1;
        in_tile += own;
    }
    double least = in_tile > 0 ? ceil(cycles / in_tile) : 0;
    return least > 1 && least < 1 << 20 ? (int)least : 0;
}
