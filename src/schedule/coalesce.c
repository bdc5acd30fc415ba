/* Bounds coefficients so that no schedule coalesces two loops into one. */
#include "schedule/coalesce.h"

#include "schedule/compress.h"

#include <string.h>

/* Coefficients that differ by more than this merge loops, whatever the sizes: a loop over their sum would pass millions of
 * values to find few iterations. */
static const int64_t largest_ratio = 1000;

static int64_t half_up(int64_t size)
{
    int64_t half = size / 2 + size % 2;
    return half > 1 ? half : 1;
}

static int64_t magnitude(int64_t a)
{
    return a < 0 ? -a : a;
}

int64_t pv_coefficient_bound(const struct pv_sched_node *node, int at, bool use_context)
{
    int64_t bound = use_context ? largest_ratio : PV_NO_BOUND;
    for (int i = 0; node->size && i < node->dim; i++) {
        int64_t size = use_context ? pv_node_get_size(node, i) : node->size[i];
        if (i != at && size != PV_NO_BOUND && half_up(size) < bound)
            bound = half_up(size);
    }
    return bound;
}

/* Is coordinate "i" so heavy beside "j" in "row" that it skips all of the latter? */
static bool skips(const struct pv_sched_node *node, const int64_t *row, int i, int j)
{
    if (i == j || row[j] == 0 || magnitude(row[i]) <= magnitude(row[j]))
        return false;
    if (magnitude(row[i]) > (__int128)largest_ratio * magnitude(row[j]))
        return true;
    int64_t size = pv_node_get_size(node, j);
    return size != PV_NO_BOUND && magnitude(row[i]) > (__int128)half_up(size) * magnitude(row[j]);
}

int pv_row_find_coalesced(const struct pv_sched_node *node, const int64_t *row)
{
    int found = -1;
    for (int j = 0; j < node->dim; j++) {
        if (row[j] == 0 || (found >= 0 && magnitude(row[j]) > magnitude(row[found])))
            continue;
        for (int i = 0; i < node->dim && found != j; i++)
            if (skips(node, row, i, j))
                found = j;
    }
    return found;
}

bool pv_row_is_lopsided(const struct pv_sched_node *node, const int64_t *row)
{
    int64_t least = 0, most = 0;
    for (int i = 0; i < node->dim; i++) {
        int64_t size = magnitude(row[i]);
        least = size && (!least || size < least) ? size : least;
        most = size > most ? size : most;
    }
    return most > (__int128)largest_ratio * least;
}

/* Is "row" over (d, n, 1) the bound +-d_i <= size_i of some coordinate? */
static bool is_size_bound(const struct pv_sched_node *node, const int64_t *row, int width)
{
    int at = -1;
    for (int i = 0; i < width - 1; i++) {
        if (row[i] == 0)
            continue;
        if (at >= 0 || i >= node->dim)
            return false;
        at = i;
    }
    return at >= 0 && node->size[at] != PV_NO_BOUND && row[width - 1] == magnitude(row[at]) * node->size[at];
}

struct pv_generators pv_drop_size_bounds(struct pv_arena *arena, const struct pv_sched_node *node, int n_param,
                                         const struct pv_generators *pairs)
{
    struct pv_cone *dual = pv_generators_find_facets(arena, pairs);
    if (!dual)
        return *pairs;
    int width = node->dim + n_param + 1;
    struct pv_cone *cone = pv_cone_new(arena, width);
    int64_t *homogeneous = pv_new_array(arena, int64_t, width);
    homogeneous[width - 1] = 1; /* follows from the bounds that go, so it is not among the facets */
    if (!pv_cone_add(arena, cone, homogeneous, PV_CONE_GE))
        return *pairs;
    for (int i = 0; i < dual->lines.n; i++)
        if (!pv_cone_add(arena, cone, dual->lines.v[i].v, PV_CONE_EQ))
            return *pairs;
    for (int i = 0; i < dual->rays.n; i++)
        if (!is_size_bound(node, dual->rays.v[i].v, width) && !pv_cone_add(arena, cone, dual->rays.v[i].v, PV_CONE_GE))
            return *pairs;
    struct pv_generators result = {.width = width};
    for (int i = 0; i < cone->lines.n; i++)
        pv_generators_add(arena, &result, cone->lines.v[i].v, true);
    for (int i = 0; i < cone->rays.n; i++)
        pv_generators_add(arena, &result, cone->rays.v[i].v, false);
    return result;
}
