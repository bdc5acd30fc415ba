/* Makes arrays with extents of the variables of the program. */
#include "front/arrays.h"

#include "base/islx.h"
#include "front/affine.h"
#include "front/cases.h"
#include "front/delinear.h"
#include "front/exclude.h"

#include <assert.h>
#include <string.h>

/* Has another array this size? Then it has been seen to that it is not negative. */
static bool is_known_size(const struct pv_eval *ec, __isl_keep isl_pw_aff *size)
{
    for (int i = 0; size && i < ec->scop->arrays.n; i++) {
        const struct pv_array *array = ec->scop->arrays.v[i];
        for (int j = 0; array->sizes && j < array->n_dims; j++)
            if (array->sizes[j] && isl_pw_aff_plain_is_equal(array->sizes[j], size) == isl_bool_true)
                return true;
    }
    return false;
}

/* Evaluates a size as it stands at the beginning of the region: parameters and constants only. The
 * size of something declared in a loop may depend on iterators: then it is NULL, and the extent
 * is bounded by the type's other sizes alone. */
static __isl_give isl_pw_aff *size_of_dimension(struct pv_eval *ec, const struct pv_ctype *type)
{
    if (type->kind != PV_TYPE_ARRAY)
        return NULL;
    isl_space *outer = isl_space_drop_dims(isl_space_copy(ec->space), isl_dim_set, 0, (unsigned)ec->depth);
    if (type->length >= 0) {
        isl_local_space *ls = isl_local_space_from_space(outer);
        return isl_pw_aff_from_aff(isl_aff_val_on_domain(ls, isl_val_int_from_si(ec->ctx, type->length)));
    }
    isl_space_free(outer);
    if (!type->length_expr)
        return NULL;
    struct pv_value size = pv_affine_value(ec, type->length_expr);
    if (!size.aff)
        return NULL;
    bool is_fixed = isl_pw_aff_involves_dims(size.aff, isl_dim_in, 0, (unsigned)ec->depth) == isl_bool_false;
    isl_pw_aff *fixed = is_fixed ? isl_pw_aff_drop_dims(isl_pw_aff_copy(size.aff), isl_dim_in, 0, (unsigned)ec->depth)
                                 : NULL;
    if (size.min < 0 && pv_exclude_applies(ec) && !is_known_size(ec, fixed))
        pv_exclude(ec, pv_cases_compare_int(ec, PV_OP_LT, size.aff, 0));
    isl_pw_aff_free(size.aff);
    return fixed;
}

/* { A[a] : 0 <= a_pos < size } */
static __isl_give isl_set *bound_dimension(__isl_take isl_set *extent, int pos, __isl_keep isl_pw_aff *size)
{
    extent = isl_set_lower_bound_si(extent, isl_dim_set, (unsigned)pos, 0);
    if (!size)
        return extent;
    isl_space *space = isl_set_get_space(extent);
    isl_local_space *ls = isl_local_space_from_space(isl_space_copy(space));
    isl_pw_aff *index = isl_pw_aff_from_aff(isl_aff_var_on_domain(ls, isl_dim_set, (unsigned)pos));
    isl_pw_aff *limit = isl_pw_aff_add_dims(isl_pw_aff_copy(size), isl_dim_in,
                                            (unsigned)isl_space_dim(space, isl_dim_set));
    limit = isl_pw_aff_set_tuple_id(limit, isl_dim_in, isl_space_get_tuple_id(space, isl_dim_set));
    isl_space_free(space);
    return isl_set_intersect(extent, pv_cases_compare(PV_OP_LT, index, limit));
}

/* The dimensions that the subscript "first" stands for: all but the outermost have a size. */
static void set_linear_extent(struct pv_array *array, const struct pv_shape *shape, int first, bool starts_at_zero)
{
    assert(shape);
    if (starts_at_zero)
        array->extent = bound_dimension(array->extent, first, NULL);
    for (int i = 1; i < array->n_linear; i++) {
        array->sizes[first + i] = isl_pw_aff_copy(shape->sizes[shape->n_sizes - i]);
        array->extent = bound_dimension(array->extent, first + i, array->sizes[first + i]);
    }
}

static void set_extent(struct pv_eval *ec, struct pv_array *array, const struct pv_shape *shape)
{
    isl_space *space = isl_space_set_alloc(ec->ctx, 0, (unsigned)array->n_dims);
    space = pv_space_set_tuple_name(space, isl_dim_set, array->name);
    array->extent = isl_set_universe(space);
    array->sizes = pv_new_array(ec->arena, isl_pw_aff *, array->n_dims + 1);
    const struct pv_ctype *type = array->var ? array->var->type : NULL;
    int n_declared = array->n_dims - (array->n_linear ? array->n_linear - 1 : 0);
    for (int i = 0; type && i < n_declared; i++, type = type->elem) {
        if (array->n_linear && i == n_declared - 1) {
            set_linear_extent(array, shape, i, type->kind == PV_TYPE_ARRAY);
            break;
        }
        if (type->kind != PV_TYPE_ARRAY) {
            array->is_indirect = array->is_indirect || i > 0;
            continue;
        }
        array->sizes[i] = type->length < 0 && array->var->has_old_sizes ? NULL : size_of_dimension(ec, type);
        array->extent = bound_dimension(array->extent, i, array->sizes[i]);
    }
}

static bool is_dead_after(const struct pv_eval *ec, const struct pv_var *var)
{
    const struct pv_region *region = ec->scop->region;
    if (var->is_decayed || var->type->kind == PV_TYPE_POINTER)
        return false; /* the memory belongs to somebody else */
    for (int i = 0; i < region->dead_after.n; i++)
        if (region->dead_after.v[i] == var)
            return true;
    return false;
}

struct pv_array *pv_arrays_get(struct pv_eval *ec, struct pv_var *var)
{
    struct pv_binding *binding = pv_eval_binding(ec, var);
    if (binding->array)
        return binding->array;
    struct pv_array *array = pv_new(ec->arena, struct pv_array);
    binding->array = array;
    array->name = var->id;
    array->var = var;
    array->n_dims = pv_ctype_n_dims(var->type, true);
    const struct pv_shape *shape = pv_delinear_shape(ec, var);
    if (shape) {
        array->n_dims += shape->n_sizes;
        array->n_linear = shape->n_sizes + 1;
    }
    array->elem = pv_ctype_innermost(var->type, true);
    array->is_local = pv_eval_declares(ec, var);
    array->is_dead_after = !array->is_local && is_dead_after(ec, var);
    set_extent(ec, array, shape);
    pv_push(ec->arena, &ec->scop->arrays, array);
    return array;
}

struct pv_array *pv_arrays_get_effects(struct pv_eval *ec)
{
    for (int i = 0; i < ec->scop->arrays.n; i++)
        if (ec->scop->arrays.v[i]->kind == PV_ARRAY_EFFECTS)
            return ec->scop->arrays.v[i];
    struct pv_array *array = pv_new(ec->arena, struct pv_array);
    array->kind = PV_ARRAY_EFFECTS;
    array->name = "__pave_effects";
    set_extent(ec, array, NULL);
    pv_push(ec->arena, &ec->scop->arrays, array);
    return array;
}
