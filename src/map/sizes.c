/* Reads the tile, grid and block sizes of the user. */
#include "map/sizes.h"

#include "base/islx.h"

#include <isl/map.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/union_set.h>
#include <isl/val.h>

#include <limits.h>
#include <string.h>

static const char *const kind_names[] = {[PV_SIZE_TILE] = "tile", [PV_SIZE_GRID] = "grid", [PV_SIZE_BLOCK] = "block"};

/* { kernel[i] -> KIND[...] } */
static isl_bool is_size_map(__isl_keep isl_map *map, void *user)
{
    (void)user;
    const char *kernel = isl_map_get_tuple_name(map, isl_dim_in);
    const char *kind = isl_map_get_tuple_name(map, isl_dim_out);
    if (!kernel || !kind || strcmp(kernel, "kernel") || isl_map_dim(map, isl_dim_in) != 1)
        return isl_bool_false;
    for (size_t i = 0; i < sizeof(kind_names) / sizeof(*kind_names); i++)
        if (!strcmp(kind, kind_names[i]))
            return isl_map_is_single_valued(map);
    return isl_bool_false;
}

__isl_give isl_union_map *pv_sizes_read(isl_ctx *ctx, const char *text)
{
    isl_union_map *sizes = pv_union_map_read(ctx, text);
    if (isl_union_map_every_map(sizes, is_size_map, NULL) == isl_bool_true)
        return sizes;
    isl_union_map_free(sizes);
    return NULL;
}

static int size_at(__isl_keep isl_set *point, int pos)
{
    isl_val *val = isl_set_plain_get_val_if_fixed(point, isl_dim_set, (unsigned)pos);
    bool is_size = isl_val_is_int(val) == isl_bool_true && isl_val_cmp_si(val, 0) >= 0 &&
                   isl_val_cmp_si(val, INT_MAX) <= 0;
    int size = is_size ? (int)isl_val_get_num_si(val) : 1;
    isl_val_free(val);
    return size;
}

struct search {
    struct pv_arena *arena;
    enum pv_size_kind kind;
    int *sizes, n;
};

static isl_stat take_sizes(__isl_take isl_set *set, void *user)
{
    struct search *search = user;
    const char *name = isl_set_get_tuple_name(set);
    if (name && !strcmp(name, kind_names[search->kind])) {
        isl_set *point = isl_set_from_point(isl_set_sample_point(isl_set_copy(set)));
        search->n = (int)isl_set_dim(set, isl_dim_set);
        search->sizes = pv_new_array(search->arena, int, search->n + 1);
        for (int i = 0; i < search->n; i++)
            search->sizes[i] = size_at(point, i);
        isl_set_free(point);
    }
    isl_set_free(set);
    return isl_stat_ok;
}

int *pv_sizes_get(struct pv_arena *arena, __isl_keep isl_union_map *sizes, int kernel, enum pv_size_kind kind, int *n)
{
    struct search search = {.arena = arena, .kind = kind};
    *n = 0;
    if (!sizes)
        return NULL;
    isl_space *space = isl_space_add_unnamed_tuple_ui(isl_space_unit(isl_union_map_get_ctx(sizes)), 1);
    space = pv_space_set_tuple_name(space, isl_dim_set, "kernel");
    isl_set *id = isl_set_fix_si(isl_set_universe(space), isl_dim_set, 0, kernel);
    isl_union_set *given = isl_union_set_apply(isl_union_set_from_set(id), isl_union_map_copy(sizes));
    isl_union_set_foreach_set(given, take_sizes, &search);
    isl_union_set_free(given);
    *n = search.n;
    return search.sizes;
}
