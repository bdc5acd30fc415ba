/* Works out the subscripts of local copies of arrays, and the loops that fill and write them back. */
#include "ast/localfill.h"

#include "ast/rowexpr.h"

#include <isl/map.h>

const struct pv_local *pv_local_find(const pv_marks *marks, const struct pv_access *access)
{
    for (int i = marks->n - 1; i >= 0; i--)
        for (int j = 0; j < marks->v[i]->locals.n; j++) {
            const struct pv_local *local = marks->v[i]->locals.v[j];
            for (int k = 0; k < local->accesses.n; k++)
                if (local->accesses.v[k] == access)
                    return local;
        }
    return NULL;
}

/* Replace "*map" by its affine hull where that is a function, and return whether it is; isl_bool_error where isl failed. */
static isl_bool take_function(isl_map **map)
{
    isl_map *hull = isl_map_from_basic_map(isl_map_affine_hull(isl_map_copy(*map)));
    isl_bool is_function = isl_map_is_single_valued(hull);
    if (is_function != isl_bool_true) {
        isl_map_free(hull);
        return is_function;
    }
    isl_map_free(*map);
    *map = hull;
    return isl_bool_true;
}

__isl_give isl_pw_multi_aff *pv_local_to_prefix(const struct pv_site *site, __isl_keep isl_union_map *prefix)
{
    isl_union_map *executed = isl_union_map_reverse(pv_site_schedule(site));
    isl_map *map = isl_map_from_union_map(isl_union_map_apply_range(executed, isl_union_map_copy(prefix)));
    map = isl_map_coalesce(map);
    isl_bool is_function = take_function(&map);
    if (is_function == isl_bool_false && !site->build) { /* one value may be all that the context leaves */
        map = isl_map_intersect_domain(map, isl_set_copy(pv_site_of_place(site).sure));
        is_function = take_function(&map);
    }
    if (is_function < 0)
        map = isl_map_free(map);
    return isl_pw_multi_aff_coalesce(isl_pw_multi_aff_from_map(map));
}

/* { [c] -> [o] }: the offset of "local" along "dim", given "outer" { [c] -> [p] }. */
static __isl_give isl_pw_aff *offset_at(const struct pv_local *local, int dim, __isl_keep isl_pw_multi_aff *outer)
{
    isl_pw_aff *offset = isl_pw_aff_from_aff(isl_multi_aff_get_aff(local->offset, dim));
    return isl_pw_aff_pullback_pw_multi_aff(offset, isl_pw_multi_aff_copy(outer));
}

__isl_give isl_pw_aff *pv_local_subscript(const struct pv_local *local, int dim, __isl_take isl_pw_aff *index,
                                          const struct pv_site *site)
{
    isl_pw_multi_aff *outer = pv_local_to_prefix(site,
                                                 local->memory == PV_LOCAL_SHARED ? local->prefix : local->points);
    isl_pw_aff *subscript = local->memory == PV_LOCAL_SHARED ? isl_pw_aff_sub(index, offset_at(local, dim, outer))
                                                             : isl_pw_multi_aff_get_pw_aff(outer, dim);
    if (local->memory == PV_LOCAL_PRIVATE)
        isl_pw_aff_free(index);
    isl_pw_multi_aff_free(outer);
    return subscript;
}

pv_ax *pv_local_plain_subscript(const struct pv_local *local, int dim, __isl_keep isl_pw_aff *index,
                                const struct pv_site *site)
{
    if (!site->plain)
        return NULL;
    const struct pv_plain *plain = site->plain->run->plain;
    int64_t row[plain->width], offset[plain->width];
    if (local->memory == PV_LOCAL_PRIVATE)
        return pv_plain_place_prefix(site->plain, local->points, dim, row) ? pv_plain_expr(plain, row) : NULL;
    isl_aff *first = isl_multi_aff_get_aff(local->offset, dim);
    bool ok = pv_plain_place_value(site->plain, index, row) &&
              pv_plain_place_value_by(site->plain, local->prefix, first, offset) &&
              pv_row_add(row, -1, offset, plain->width);
    isl_aff_free(first);
    return ok ? pv_plain_expr(plain, row) : NULL;
}

/* Filling. */

struct filling {
    struct pv_code *code;
    const struct pv_site *site;
    isl_id_list *points;
    isl_set *known;          /* { [c] }: what reaches the place */
    isl_pw_multi_aff *outer; /* { [c] -> [p] }: the members around it */
    bool ok;
};

static pv_ax *expression(struct filling *filling, __isl_take isl_pw_aff *value)
{
    pv_ax *expr = pv_site_value(filling->site, value);
    filling->ok = filling->ok && expr;
    return expr;
}

/* "value" as an expression, or NULL where "known" and "holds" says that it does not matter. */
static pv_ax *bound(struct filling *filling, __isl_take isl_pw_aff *value, __isl_take isl_set *holds)
{
    isl_bool is_certain = isl_set_is_subset(filling->known, holds);
    isl_set_free(holds);
    filling->ok = filling->ok && is_certain >= 0;
    if (is_certain == isl_bool_false)
        return expression(filling, value);
    isl_pw_aff_free(value);
    return NULL;
}

static __isl_give isl_pw_aff *constant_like(__isl_keep isl_pw_aff *value, int constant)
{
    isl_local_space *ls = isl_local_space_from_space(isl_pw_aff_get_domain_space(value));
    isl_val *val = isl_val_int_from_si(isl_pw_aff_get_ctx(value), constant);
    return isl_pw_aff_from_aff(isl_aff_val_on_domain(ls, val));
}

/* Does the last element that is touched of an array with a linear subscript come before the last one of its last row? */
static isl_bool ends_early(const struct pv_device_array *array)
{
    isl_bool is_whole = isl_bool_true;
    for (int i = 0; array->last && i < array->array->n_dims && is_whole == isl_bool_true; i++) {
        isl_pw_aff *end = isl_pw_aff_add_constant_val(isl_pw_aff_copy(array->last[i]),
                                                      isl_val_one(isl_pw_aff_get_ctx(array->last[i])));
        is_whole = isl_pw_aff_is_equal(end, array->sizes[i]);
        isl_pw_aff_free(end);
    }
    return isl_bool_not(is_whole);
}

/* "value", of the parameters, at the place. */
static __isl_give isl_pw_aff *at_place(struct filling *filling, __isl_keep isl_pw_aff *value)
{
    isl_pw_aff *known = isl_pw_aff_project_domain_on_params(isl_pw_aff_copy(value));
    return isl_pw_aff_insert_domain(known, isl_pw_multi_aff_get_domain_space(filling->outer));
}

static void find_last(struct filling *filling, struct pv_code_fill *fill, const struct pv_device_array *array)
{
    isl_bool is_early = ends_early(array);
    filling->ok = filling->ok && is_early >= 0;
    fill->last = is_early == isl_bool_true ? pv_new_array(filling->code->scop->arena, pv_ax *, fill->n + 1) : NULL;
    for (int i = 0; fill->last && i < fill->n && filling->ok; i++)
        fill->last[i] = expression(filling, at_place(filling, array->last[i]));
}

/* Elements before the first and after the last of the array are not copied. */
static void fill_shared(struct filling *filling, struct pv_code_fill *fill)
{
    const struct pv_local *local = fill->local;
    struct pv_arena *arena = filling->code->scop->arena;
    const struct pv_device_array *array = pv_device_plan_find(filling->code->plan, local->array);
    fill->n = local->n_dims;
    find_last(filling, fill, array);
    fill->offsets = pv_new_array(arena, pv_ax *, fill->n + 1);
    fill->first = pv_new_array(arena, pv_ax *, fill->n + 1);
    fill->end = pv_new_array(arena, pv_ax *, fill->n + 1);
    for (int i = 0; i < fill->n && filling->ok; i++) {
        isl_pw_aff *offset = offset_at(local, i, filling->outer);
        isl_pw_aff *size = at_place(filling, array->sizes[i]);
        fill->offsets[i] = expression(filling, isl_pw_aff_copy(offset));
        isl_pw_aff *zero = constant_like(offset, 0), *end = constant_like(offset, local->sizes[i]);
        isl_pw_aff *first = isl_pw_aff_neg(isl_pw_aff_copy(offset));
        isl_set *is_in = isl_pw_aff_le_set(isl_pw_aff_copy(first), zero);
        fill->first[i] = bound(filling, first, is_in);
        isl_pw_aff *left = isl_pw_aff_sub(size, offset);
        if (local->is_window) { /* which may begin anywhere */
            isl_pw_aff_free(end);
            fill->end[i] = expression(filling, left);
            continue;
        }
        is_in = isl_pw_aff_ge_set(isl_pw_aff_copy(left), end);
        fill->end[i] = bound(filling, left, is_in);
    }
}

/* { [c] -> [e] }: the position of an element in a copy along "dim": a parameter. */
static __isl_give isl_pw_aff *position_in_copy(struct filling *filling, int dim)
{
    isl_space *space = isl_pw_multi_aff_get_domain_space(filling->outer);
    isl_id *id = isl_id_list_get_at(filling->points, 1 + dim);
    space = isl_space_add_param_id(space, isl_id_copy(id));
    return isl_pw_aff_from_aff(isl_aff_param_on_domain_space_id(space, id));
}

/* The condition that the element at a position of the copy is one of "elements" { [p] -> A[a] }: NULL where there is none, which
 * clears "*has_any". */
static pv_ax *is_element_of(struct filling *filling, const struct pv_local *local, __isl_keep isl_map *elements,
                            bool *has_any)
{
    isl_map *written = isl_map_preimage_domain_pw_multi_aff(isl_map_copy(elements),
                                                            isl_pw_multi_aff_copy(filling->outer));
    isl_map *here = isl_map_universe(isl_map_get_space(written));
    isl_set *box = isl_set_copy(filling->known);
    for (int i = 0; i < local->n_dims; i++) {
        isl_pw_aff *place = position_in_copy(filling, i);
        isl_pw_aff *zero = constant_like(place, 0), *end = constant_like(place, local->sizes[i]);
        box = isl_set_intersect(box, isl_pw_aff_ge_set(isl_pw_aff_copy(place), zero));
        if (local->is_window)
            isl_pw_aff_free(end);
        else
            box = isl_set_intersect(box, isl_pw_aff_lt_set(isl_pw_aff_copy(place), end));
        isl_map *subscript = isl_map_from_pw_aff(isl_pw_aff_add(offset_at(local, i, filling->outer), place));
        subscript = isl_map_insert_dims(subscript, isl_dim_out, 0, (unsigned)i);
        subscript = isl_map_add_dims(subscript, isl_dim_out, (unsigned)(local->n_dims - 1 - i));
        isl_id *array = isl_map_get_tuple_id(written, isl_dim_out);
        here = isl_map_intersect(here, isl_map_set_tuple_id(subscript, isl_dim_out, array));
    }
    isl_set *stored = isl_map_domain(isl_map_intersect(written, here));
    isl_bool is_none = isl_set_is_disjoint(box, stored);
    stored = isl_set_coalesce(isl_set_gist(isl_set_coalesce(stored), box));
    *has_any = is_none == isl_bool_false;
    pv_ax *condition = *has_any ? pv_site_condition(filling->site, isl_set_copy(stored)) : NULL;
    isl_set_free(stored);
    filling->ok = filling->ok && is_none >= 0 && (!*has_any || condition);
    return condition;
}

/* { [c] -> [w] }: the place of a point in its tile for axis number "pos", outermost first: a parameter. */
static __isl_give isl_pw_aff *place_in_tile(struct filling *filling, const struct pv_kernel *kernel, int pos)
{
    isl_space *space = isl_pw_multi_aff_get_domain_space(filling->outer);
    isl_id *id = isl_id_list_get_at(filling->points, kernel->n_axes - 1 - pos);
    space = isl_space_add_param_id(space, isl_id_copy(id));
    return isl_pw_aff_from_aff(isl_aff_param_on_domain_space_id(space, id));
}

/* { [c] -> [h, v] } for a point v whose place in its tile is given by parameters. */
static __isl_give isl_pw_multi_aff *to_point(struct filling *filling, const struct pv_kernel *kernel)
{
    isl_pw_multi_aff *point = isl_pw_multi_aff_copy(filling->outer);
    for (int i = 0; i < kernel->n_axes; i++) {
        int pos = kernel->depth + i;
        isl_val *size = isl_val_int_from_si(filling->code->scop->ctx, kernel->points[kernel->n_axes - 1 - i]);
        isl_pw_aff *first = isl_pw_aff_scale_val(isl_pw_multi_aff_get_pw_aff(point, pos), size);
        isl_pw_aff *value = isl_pw_aff_add(first, place_in_tile(filling, kernel, i));
        point = isl_pw_multi_aff_set_pw_aff(point, (unsigned)pos, value);
    }
    return point;
}

/* { [c] : w is in a tile }, w the places of a point. */
static __isl_give isl_set *in_tile(struct filling *filling, const struct pv_kernel *kernel)
{
    isl_set *all = isl_set_copy(filling->known);
    for (int i = 0; i < kernel->n_axes; i++) {
        isl_pw_aff *place = place_in_tile(filling, kernel, i);
        isl_pw_aff *zero = constant_like(place, 0), *end = constant_like(place, kernel->points[kernel->n_axes - 1 - i]);
        all = isl_set_intersect(all, isl_pw_aff_ge_set(isl_pw_aff_copy(place), zero));
        all = isl_set_intersect(all, isl_pw_aff_lt_set(place, end));
    }
    return all;
}

/* The condition that a point is in "wanted" { [h, v] }, NULL where all in a tile are. "*has_any" tells whether any may
 * be. */
static pv_ax *point_condition(struct filling *filling, __isl_keep isl_set *wanted, __isl_keep isl_pw_multi_aff *point,
                              __isl_keep isl_set *tile, bool *has_any)
{
    isl_set *here = isl_set_preimage_pw_multi_aff(isl_set_copy(wanted), isl_pw_multi_aff_copy(point));
    isl_bool is_none = isl_set_is_disjoint(tile, here), is_all = isl_set_is_subset(tile, here);
    filling->ok = filling->ok && is_none >= 0 && is_all >= 0;
    *has_any = is_none == isl_bool_false;
    if (is_none || is_all) {
        isl_set_free(here);
        return NULL;
    }
    here = isl_set_coalesce(isl_set_gist(here, isl_set_copy(tile)));
    pv_ax *expr = pv_site_condition(filling->site, here);
    filling->ok = filling->ok && expr;
    return expr;
}

/* The element that "point" { [c] -> [h, v] } works on. */
static void set_subscripts(struct filling *filling, struct pv_code_fill *fill, __isl_keep isl_pw_multi_aff *point)
{
    const struct pv_local *local = fill->local;
    isl_pw_multi_aff *element = isl_pw_multi_aff_pullback_pw_multi_aff(isl_pw_multi_aff_copy(local->element),
                                                                       isl_pw_multi_aff_copy(point));
    fill->n = local->array->n_dims;
    fill->subscripts = pv_new_array(filling->code->scop->arena, pv_ax *, fill->n + 1);
    for (int i = 0; i < fill->n; i++)
        fill->subscripts[i] = expression(filling, isl_pw_multi_aff_get_pw_aff(element, i));
    isl_pw_multi_aff_free(element);
}

/* isl may come here for a part of the tiles in which no statement works on the copy: there is no element then. */
static void fill_private(struct filling *filling, struct pv_code_fill *fill, const struct pv_kernel *kernel)
{
    const struct pv_local *local = fill->local;
    isl_pw_multi_aff *point = to_point(filling, kernel);
    isl_set *tile = in_tile(filling, kernel);
    fill->is_read = point_condition(filling, local->read, point, tile, &fill->has_reads);
    fill->is_written = point_condition(filling, local->written, point, tile, &fill->has_writes);
    if (fill->has_reads || fill->has_writes || local->reduction)
        set_subscripts(filling, fill, point);
    for (int i = 0; i < kernel->n_axes; i++)
        fill->tiles[kernel->n_axes - 1 - i] = expression(
            filling, isl_pw_multi_aff_get_pw_aff(filling->outer, kernel->depth + i));
    isl_pw_multi_aff_free(point);
    isl_set_free(tile);
}

/* The condition for "known" at "site", NULL where it is always met. isl does not repeat above a mark what the
 * loops below it see to. */
static pv_ax *guard(struct filling *filling)
{
    pv_ax *expr = pv_site_condition(filling->site, isl_set_copy(filling->known));
    filling->ok = filling->ok && expr;
    return expr && expr->kind == PV_AX_NUMBER && !pv_ax_is_number(expr, "0") ? NULL : expr;
}

struct pv_code_fills *pv_local_fill(struct pv_code *code, const struct pv_mark *mark, const struct pv_site *site,
                                    __isl_keep isl_id_list *points)
{
    isl_set *known = isl_set_from_union_set(isl_union_map_range(pv_site_schedule(site)));
    struct filling filling = {.code = code, .site = site, .points = points, .known = known, .ok = known};
    struct pv_code_fills *fills = pv_new(code->scop->arena, struct pv_code_fills);
    if (known)
        fills->condition = guard(&filling);
    struct pv_site under = pv_site_of_place(site);
    if (known && under.place) { /* the condition is tested first */
        under.sure = isl_set_intersect(isl_set_copy(under.sure), isl_set_copy(known));
        filling.site = &under;
    }
    for (int i = 0; i < mark->locals.n && filling.ok; i++) {
        struct pv_code_fill empty = {.local = mark->locals.v[i]};
        pv_push(code->scop->arena, &fills->all, empty);
        struct pv_code_fill *fill = &fills->all.v[i];
        filling.outer = pv_local_to_prefix(site, fill->local->prefix);
        filling.ok = filling.outer != NULL;
        if (!filling.ok)
            break;
        if (fill->local->memory == PV_LOCAL_SHARED)
            fill_shared(&filling, fill);
        if (filling.ok && fill->local->stored)
            fill->is_written = is_element_of(&filling, fill->local, fill->local->stored, &fill->has_writes);
        if (filling.ok && fill->local->loaded)
            fill->is_read = is_element_of(&filling, fill->local, fill->local->loaded, &fill->has_reads);
        if (fill->local->memory == PV_LOCAL_PRIVATE)
            fill_private(&filling, fill, mark->kernel);
        isl_pw_multi_aff_free(filling.outer);
    }
    if (filling.site == &under)
        isl_set_free(under.sure);
    isl_set_free(known);
    return filling.ok ? fills : NULL;
}
