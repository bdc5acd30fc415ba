/* Arrays of the model: extent, element type, lifetime. */
#include "ir/array.h"

#include "base/islx.h"

#include <isl/map.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void pv_array_free(struct pv_array *array)
{
    isl_set_free(array->extent);
    for (int i = 0; array->sizes && i < array->n_dims; i++)
        isl_pw_aff_free(array->sizes[i]);
}

int pv_ctype_n_dims(const struct pv_ctype *type, bool through_pointers)
{
    int n = 0;
    for (; type->kind == PV_TYPE_ARRAY || (through_pointers && type->kind == PV_TYPE_POINTER); type = type->elem)
        n++;
    return n;
}

__isl_give isl_space *pv_field_space(__isl_take isl_space *space, const char *field, int n_dims)
{
    isl_ctx *ctx = isl_space_get_ctx(space);
    const char *outer = isl_space_get_tuple_name(space, isl_dim_set);
    struct pv_sb name = {0};
    pv_sb_printf(&name, "%s_%s", outer ? outer : "", field);
    isl_space *inner = isl_space_set_alloc(ctx, 0, (unsigned)n_dims);
    inner = isl_space_align_params(inner, isl_space_copy(space));
    inner = pv_space_set_tuple_name(inner, isl_dim_set, field);
    space = isl_space_wrap(isl_space_map_from_domain_and_range(space, inner));
    space = pv_space_set_tuple_name(space, isl_dim_set, name.text);
    pv_sb_free(&name);
    return space;
}

/* { f[b] : 0 <= b < size } for the array dimensions of a field. */
static __isl_give isl_set *field_extent(isl_ctx *ctx, const struct pv_field *field)
{
    int n_dims = pv_ctype_n_dims(field->type, false);
    isl_set *extent = isl_set_universe(isl_space_set_alloc(ctx, 0, (unsigned)n_dims));
    const struct pv_ctype *type = field->type;
    for (int i = 0; i < n_dims; i++, type = type->elem) {
        extent = isl_set_lower_bound_si(extent, isl_dim_set, (unsigned)i, 0);
        if (type->length >= 0)
            extent = isl_set_upper_bound_val(extent, isl_dim_set, (unsigned)i,
                                             isl_val_int_from_si(ctx, type->length - 1));
    }
    return pv_set_set_tuple_name(extent, field->name);
}

/* { E[a] -> E_f[E[a] -> f[b]] } from elements in "space" to those of one field. */
static __isl_give isl_map *to_field(__isl_take isl_space *space, const struct pv_field *field)
{
    isl_ctx *ctx = isl_space_get_ctx(space);
    int n_dims = pv_ctype_n_dims(field->type, false);
    isl_space *target = pv_field_space(isl_space_copy(space), field->name, n_dims);
    const char *name = isl_space_get_tuple_name(target, isl_dim_set);
    isl_map *map = isl_map_from_domain_and_range(isl_set_universe(space), field_extent(ctx, field));
    map = isl_map_reverse(isl_map_domain_map(map));
    map = pv_map_set_tuple_name(map, isl_dim_out, name);
    isl_space_free(target);
    return map;
}

__isl_give isl_union_map *pv_record_to_innermost(__isl_take isl_space *space, const struct pv_ctype *elem)
{
    if (elem->kind != PV_TYPE_RECORD || !elem->record->n_fields)
        return isl_union_map_from_map(isl_map_identity(isl_space_map_from_set(space)));
    isl_union_map *all = isl_union_map_empty_ctx(isl_space_get_ctx(space));
    for (int i = 0; i < elem->record->n_fields; i++) {
        const struct pv_field *field = &elem->record->fields[i];
        isl_map *step = to_field(isl_space_copy(space), field);
        isl_space *inner = isl_space_range(isl_map_get_space(step));
        isl_union_map *rest = pv_record_to_innermost(inner, pv_ctype_innermost(field->type, false));
        all = isl_union_map_union(all, isl_union_map_apply_range(isl_union_map_from_map(step), rest));
    }
    isl_space_free(space);
    return all;
}

__isl_give isl_union_map *pv_array_to_innermost(const struct pv_array *array)
{
    isl_space *space = isl_set_get_space(array->extent);
    if (!array->elem)
        return isl_union_map_from_map(isl_map_identity(isl_space_map_from_set(space)));
    return pv_record_to_innermost(space, array->elem);
}
