#include "schedule/coalesce.h"

#include <string.h>

static int64_t half_up(int64_t size)
{
    int64_t half = size / 2 + size % 2;
    return half > 1 ? half : 1;
}

static int64_t magnitude(int64_t a)
{
    return a < 0 ? -a : a;
}

int64_t pv_coefficient_bound(const struct pv_sched_node *node, int at)
{
    int64_t bound = PV_NO_BOUND;
    for (int i = 0; node->size && i < node->dim; i++)
        if (i != at && node->size[i] != PV_NO_BOUND && half_up(node->size[i]) < bound)
            bound = half_up(node->size[i]);
    return bound;
}

int pv_row_find_coalesced(const struct pv_sched_node *node, const int64_t *row)
{
    for (int j = 0; node->size && j < node->dim; j++) {
        if (row[j] == 0 || node->size[j] == PV_NO_BOUND)
            continue;
        for (int i = 0; i < node->dim; i++)
            if (i != j && magnitude(row[i]) > (__int128)half_up(node->size[j]) * magnitude(row[j]))
                return j;
    }
    return -1;
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

/* The facets and equalities of the cone that "pairs" generate: the generators of its dual. */
static struct pv_cone *dual_cone(struct pv_arena *arena, const struct pv_generators *pairs)
{
    struct pv_cone *dual = pv_cone_new(arena, pairs->width);
    bool fits = true;
    for (int i = 0; i < pairs->lines.n; i++)
        fits &= pv_cone_add(arena, dual, pairs->lines.v[i], PV_CONE_EQ);
    for (int i = 0; i < pairs->rays.n; i++)
        fits &= pv_cone_add(arena, dual, pairs->rays.v[i], PV_CONE_GE);
    return fits ? dual : NULL;
}

struct pv_generators pv_drop_size_bounds(struct pv_arena *arena, const struct pv_sched_node *node, int n_param,
                                         const struct pv_generators *pairs)
{
    bool has_size = false;
    for (int i = 0; node->size && i < node->dim; i++)
        has_size |= node->size[i] != PV_NO_BOUND;
    struct pv_cone *dual = has_size ? dual_cone(arena, pairs) : NULL;
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
