/* Describes a counterexample in words. */
#include "check/sample.h"

#include "base/islx.h"

#include <isl/map.h>
#include <isl/point.h>
#include <stdlib.h>

/* "set" with all parameters and dimensions from 0 to "limit". */
static __isl_give isl_set *within(__isl_keep isl_set *set, int limit)
{
    isl_set *small = isl_set_copy(set);
    for (int k = 0; k < 2; k++) {
        enum isl_dim_type type = k ? isl_dim_set : isl_dim_param;
        for (unsigned i = 0; i < (unsigned)isl_set_dim(set, type); i++) {
            small = isl_set_lower_bound_si(small, type, i, 0);
            small = isl_set_upper_bound_si(small, type, i, limit);
        }
    }
    return small;
}

/* The first element of "set", parameters before dimensions: the same however "set" is written down. */
static __isl_give isl_point *first_element(__isl_take isl_set *set)
{
    unsigned n_params = (unsigned)isl_set_dim(set, isl_dim_param);
    isl_set *flat = isl_set_flatten(isl_set_copy(set));
    flat = isl_set_move_dims(flat, isl_dim_set, 0, isl_dim_param, 0, n_params);
    if (isl_set_is_bounded(flat) != isl_bool_true) {
        isl_set_free(flat);
        return isl_set_sample_point(set);
    }
    isl_point *first = isl_set_sample_point(isl_set_lexmin(flat));
    for (unsigned i = 0; i < n_params + (unsigned)isl_set_dim(set, isl_dim_set); i++) {
        isl_val *value = isl_point_get_coordinate_val(first, isl_dim_set, (int)i);
        bool is_param = i < n_params;
        set = isl_set_intersect(set, isl_set_fix_val(isl_set_universe(isl_set_get_space(set)),
                                                     is_param ? isl_dim_param : isl_dim_set,
                                                     is_param ? i : i - n_params, value));
    }
    isl_point_free(first);
    return isl_set_sample_point(set);
}

/* An element with numbers that are easy to follow, where there is one. */
static __isl_give isl_point *sample(__isl_take isl_set *set)
{
    static const int limits[] = {1, 2, 3, 4, 5, 8, 16, 64, 256};
    for (size_t i = 0; i < sizeof(limits) / sizeof(*limits); i++) {
        isl_set *small = within(set, limits[i]);
        if (isl_set_is_empty(small) == isl_bool_false) {
            isl_set_free(set);
            return first_element(small);
        }
        isl_set_free(small);
    }
    return first_element(set);
}

static void add_coordinate(struct pv_sb *out, __isl_keep isl_point *point, enum isl_dim_type type, int pos)
{
    isl_val *val = isl_point_get_coordinate_val(point, type, pos);
    char *digits = isl_val_to_str(val);
    pv_sb_add(out, digits ? digits : "?"); /* none is left of the budget: the caller drops the sample */
    free(digits);
    isl_val_free(val);
}

static const char *parameters_of(struct pv_arena *arena, __isl_keep isl_point *point)
{
    isl_space *space = isl_point_get_space(point);
    int n = (int)isl_space_dim(space, isl_dim_param);
    struct pv_sb text = {0};
    pv_sb_add(&text, "");
    for (int i = 0; i < n; i++) {
        pv_sb_printf(&text, "%s%s = ", i ? ", " : " for ", isl_space_get_dim_name(space, isl_dim_param, (unsigned)i));
        add_coordinate(&text, point, isl_dim_param, i);
    }
    isl_space_free(space);
    const char *copy = pv_strdup(arena, text.text);
    pv_sb_free(&text);
    return copy;
}

/* The instance whose coordinates are "n" of those of "point", from "first" on. */
static const char *instance_of(struct pv_arena *arena, const struct pv_scop *scop, const char *name,
                               __isl_keep isl_point *point, int first, int n)
{
    const struct pv_stmt *stmt = pv_scop_find_stmt(scop, name);
    struct pv_sb text = {0};
    pv_sb_printf(&text, "%s(", name);
    for (int i = 0; i < n; i++) {
        bool is_named = stmt && i < stmt->n_iterators && stmt->iterators[i];
        pv_sb_printf(&text, "%s%s%s", i ? ", " : "", is_named ? stmt->iterators[i] : "", is_named ? " = " : "");
        add_coordinate(&text, point, isl_dim_set, first + i);
    }
    pv_sb_add(&text, ")");
    const char *copy = pv_strdup(arena, text.text);
    pv_sb_free(&text);
    return copy;
}

struct pv_sample pv_sample_instance(struct pv_arena *arena, const struct pv_scop *scop, __isl_take isl_set *set)
{
    const char *name = pv_strdup(arena, isl_set_get_tuple_name(set));
    int n = (int)isl_set_dim(set, isl_dim_set);
    isl_point *point = sample(set);
    struct pv_sample found = {.instance = instance_of(arena, scop, name, point, 0, n)};
    found.parameters = parameters_of(arena, point);
    isl_point_free(point);
    return found;
}

struct pv_sample pv_sample_pair(struct pv_arena *arena, const struct pv_scop *scop, __isl_take isl_map *map)
{
    const char *first = pv_strdup(arena, isl_map_get_tuple_name(map, isl_dim_in));
    const char *second = pv_strdup(arena, isl_map_get_tuple_name(map, isl_dim_out));
    int n_in = (int)isl_map_dim(map, isl_dim_in), n_out = (int)isl_map_dim(map, isl_dim_out);
    isl_point *point = sample(isl_map_wrap(map));
    struct pv_sample found = {.instance = instance_of(arena, scop, first, point, 0, n_in),
                              .second = instance_of(arena, scop, second, point, n_in, n_out)};
    found.parameters = parameters_of(arena, point);
    isl_point_free(point);
    return found;
}

const char *pv_sample_parameters(struct pv_arena *arena, __isl_take isl_set *set)
{
    isl_point *point = sample(set);
    const char *text = parameters_of(arena, point);
    isl_point_free(point);
    return text;
}
