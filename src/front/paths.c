/* Turns access paths into access relations. */
#include "front/paths.h"

#include "base/islx.h"

#include "front/affine.h"
#include "front/arrays.h"
#include "front/cases.h"
#include "front/delinear.h"
#include "front/exclude.h"
#include "front/limits.h"
#include "front/named.h"

#include <isl/map.h>
#include <string.h>

/* An access path after evaluation: per subscript a value, and the dimensions a slice leaves open. */
struct path {
    struct pv_array *array;
    const struct pv_expr *expr;
    PV_VEC(struct pv_value) subscripts; /* in order, across fields; affine, bounded, or open */
    PV_VEC(bool) is_open;               /* the subscript takes every value: the rest of a slice */
    int n_written;                      /* subscripts that the text has */
    isl_space *target;                  /* { A[a] } or { A_f[A[a] -> f[b]] } with all subscripts */
    isl_space *written;                 /* the same with only those that the text has */
    const struct pv_ctype *elem;        /* what a full path reaches */
    bool is_affine;                     /* all written subscripts are */
};

static void add_subscript(struct pv_eval *ec, struct path *path, struct pv_value value, bool is_open)
{
    pv_push(ec->arena, &path->subscripts, value);
    pv_push(ec->arena, &path->is_open, is_open);
}

/* A subscript must not be negative where the array is declared as one. */
static void exclude_negative(struct pv_eval *ec, struct pv_value value, const struct pv_ctype *indexed)
{
    if (value.aff && value.min < 0 && indexed->kind == PV_TYPE_ARRAY && pv_exclude_applies(ec))
        pv_exclude(ec, pv_cases_compare_int(ec, PV_OP_LT, value.aff, 0));
}

/* Let subscript number "i" of "path", of a row of "length" elements, stay in the row: the rows before the element count in the
 * subscript before it. Memory has rows one after the other, and a pointer can go from one to the next. */
static bool carry_rows(struct pv_eval *ec, struct path *path, int i, int64_t length)
{
    struct pv_value *inner = &path->subscripts.v[i], *outer = &path->subscripts.v[i - 1];
    if (!inner->aff || (inner->min >= 0 && inner->max < length) || pv_delinear_keeps_row(ec, inner->aff, length))
        return false;
    if (!outer->aff || ec->generic) {
        pv_eval_refuse(ec, path->expr->range.begin, "use all subscripts of the array",
                       "a pointer leads from one row of '%s' to another", path->expr->var->name);
        return false;
    }
    isl_val *size = isl_val_int_from_si(ec->ctx, (long)length);
    isl_pw_aff *rows = isl_pw_aff_floor(isl_pw_aff_scale_down_val(isl_pw_aff_copy(inner->aff), isl_val_copy(size)));
    outer->aff = isl_pw_aff_add(outer->aff, isl_pw_aff_copy(rows));
    inner->aff = isl_pw_aff_sub(inner->aff, isl_pw_aff_scale_val(rows, size));
    const pv_int128 far = (pv_int128)1 << 64;
    *inner = (struct pv_value){inner->aff, 0, length - 1};
    *outer = (struct pv_value){outer->aff, -far, far};
    return true;
}

/* The same for all subscripts of a group that may leave their rows. The group begins with number "first" of "path" and with step
 * number "step" of its text, at "type". */
static void carry_all_rows(struct pv_eval *ec, struct path *path, const struct pv_ctype *type, int first, int step)
{
    int n = path->subscripts.n - first;
    bool is_carried = false;
    for (int i = n - 1; i > 0; i--) {
        const struct pv_ctype *row = type;
        for (int k = 0; k < i; k++)
            row = row->elem;
        bool is_written = step + i < path->expr->n_steps && !path->is_open.v[first + i];
        is_carried = is_written && (is_carried || path->expr->steps[step + i].is_flat) && row->kind == PV_TYPE_ARRAY &&
                     row->length > 0 && carry_rows(ec, path, first + i, row->length);
    }
}

/* The last subscript of a variable whose rows were recovered: one value per dimension. */
static bool add_linear_subscripts(struct pv_eval *ec, struct path *path, const struct pv_expr *subscript)
{
    if (!path->array->n_linear)
        return false;
    struct pv_value values[PV_MAX_LINEAR + 1];
    struct pv_shape *shape = pv_delinear_shape(ec, path->expr->var);
    bool ok = shape && pv_delinear_split(ec, shape, subscript, values);
    path->is_affine = path->is_affine && ok;
    for (int i = 0; i < path->array->n_linear; i++) {
        struct pv_value anything = {NULL, -((pv_int128)1 << 64), (pv_int128)1 << 64};
        add_subscript(ec, path, ok ? values[i] : anything, false);
    }
    return true;
}

/* Evaluate the subscripts of one group: those of the variable, or of one field. "type" is the type
 * before the group, "*step" the next step of the path; the group has as many dimensions as "type". */
static int evaluate_group(struct pv_eval *ec, struct path *path, const struct pv_ctype *type, bool is_root, int *step)
{
    const struct pv_expr *expr = path->expr;
    const struct pv_ctype *group = type;
    int n_dims = pv_ctype_n_dims(type, is_root), n_written = 0, first = path->subscripts.n, first_step = *step;
    for (int i = 0; i < n_dims; i++, type = type->elem) {
        bool is_written = *step < expr->n_steps && expr->steps[*step].kind == PV_STEP_INDEX;
        if (!is_written) {
            int n_open = is_root && i == n_dims - 1 && path->array->n_linear ? path->array->n_linear : 1;
            while (n_open--)
                add_subscript(ec, path, (struct pv_value){NULL, -((pv_int128)1 << 64), (pv_int128)1 << 64}, true);
            continue;
        }
        bool is_flat = i > 0 && expr->steps[*step].is_flat;
        const struct pv_expr *subscript = expr->steps[(*step)++].index;
        if (is_root && i == n_dims - 1 && add_linear_subscripts(ec, path, subscript)) {
            n_written += path->array->n_linear;
            continue;
        }
        struct pv_value value = pv_affine_value(ec, subscript);
        if (!is_flat)
            exclude_negative(ec, value, type);
        if (!value.aff) {
            path->is_affine = false;
            if (is_root && i == n_dims - 1)
                pv_delinear_propose(ec, expr->var, subscript);
        }
        add_subscript(ec, path, value, false);
        n_written++;
    }
    if (!is_root || !path->array->n_linear)
        carry_all_rows(ec, path, group, first, first_step);
    path->n_written += n_written;
    path->elem = type;
    return n_written;
}

static __isl_give isl_space *root_space(isl_ctx *ctx, const char *name, int n_dims)
{
    isl_space *space = isl_space_set_alloc(ctx, 0, (unsigned)n_dims);
    return pv_space_set_tuple_name(space, isl_dim_set, name);
}

/* Can "subscript" be other than 0 here? */
static bool may_exceed_zero(struct pv_eval *ec, struct pv_value subscript)
{
    if (!subscript.aff)
        return subscript.max > 0;
    isl_set *beyond = pv_cases_compare_int(ec, PV_OP_GT, subscript.aff, 0);
    isl_bool is_empty = isl_set_is_empty(beyond = isl_set_intersect(beyond, isl_set_copy(ec->live)));
    isl_set_free(beyond);
    return is_empty != isl_bool_true;
}

/* Refuse subscripts beyond a member that is declared with one element: "T v[1]" at the end of a structure often stands for all
 * the memory behind it, and that has no place in the model. "first" is the first subscript of the member "field". */
static void refuse_beyond_one(struct pv_eval *ec, const struct path *path, const struct pv_field *field, int first)
{
    if (field->type->kind != PV_TYPE_ARRAY || field->type->length != 1 || path->subscripts.n == first ||
        path->is_open.v[first] || !may_exceed_zero(ec, path->subscripts.v[first]))
        return;
    pv_eval_refuse(ec, path->expr->range.begin, "declare the member with its length, or as '[]'",
                   "a subscript of '%s' may exceed its declared length of 1", field->name);
}

/* Evaluate the path of "expr" in the current context. */
static struct path evaluate_path(struct pv_eval *ec, const struct pv_expr *expr)
{
    struct path path = {.expr = expr, .is_affine = true};
    pv_named_met(ec, expr->var);
    path.array = pv_arrays_get(ec, expr->var);
    int step = 0;
    int n_written = evaluate_group(ec, &path, expr->var->type, true, &step);
    path.target = root_space(ec->ctx, path.array->name, path.array->n_dims);
    path.written = root_space(ec->ctx, path.array->name, n_written);
    while (step < expr->n_steps) {
        if (expr->steps[step].kind != PV_STEP_FIELD) {
            const char *why = pv_eval_changing(ec, expr);
            pv_eval_refuse(ec, expr->range.begin, "copy the pointer to a local variable before the region",
                           "a pointer stored in '%s' is followed%s%s", expr->var->name, why ? ", and " : "",
                           why ? why : "");
            break;
        }
        const struct pv_field *field = expr->steps[step++].field;
        int first = path.subscripts.n;
        n_written = evaluate_group(ec, &path, field->type, false, &step);
        refuse_beyond_one(ec, &path, field, first);
        path.target = pv_field_space(path.target, field->name, pv_ctype_n_dims(field->type, false));
        path.written = pv_field_space(path.written, field->name, n_written);
    }
    return path;
}

static void free_path(struct path *path)
{
    for (int i = 0; i < path->subscripts.n; i++)
        isl_pw_aff_free(path->subscripts.v[i].aff);
    isl_space_free(path->target);
    isl_space_free(path->written);
}

/* The relation of a list of functions. Those without cases have a shorter way. */
static __isl_give isl_map *map_from_list(__isl_take isl_space *space, __isl_take isl_pw_aff_list *list)
{
    isl_size n = isl_pw_aff_list_size(list);
    isl_aff_list *affs = isl_aff_list_alloc(isl_space_get_ctx(space), n);
    for (int i = 0; i < n && affs; i++) {
        isl_pw_aff *one = isl_pw_aff_list_get_at(list, i);
        if (isl_pw_aff_isa_aff(one) == isl_bool_true) {
            affs = isl_aff_list_add(affs, isl_pw_aff_as_aff(one));
        } else {
            isl_pw_aff_free(one);
            affs = isl_aff_list_free(affs);
        }
    }
    if (!affs)
        return isl_map_from_multi_pw_aff(isl_multi_pw_aff_from_pw_aff_list(space, list));
    isl_pw_aff_list_free(list);
    return isl_map_from_multi_aff(isl_multi_aff_from_aff_list(space, affs));
}

/* The subscripts as functions { [i, u] -> A[...] }, "n_free" extra inputs u standing for those that
 * are open or not affine, in order. */
static __isl_give isl_map *path_function(struct pv_eval *ec, struct path *path, int n_free)
{
    isl_space *domain = isl_space_add_dims(isl_space_copy(ec->space), isl_dim_set, (unsigned)n_free);
    isl_pw_aff_list *list = isl_pw_aff_list_alloc(ec->ctx, path->subscripts.n);
    int next = ec->depth;
    for (int i = 0; i < path->subscripts.n; i++) {
        isl_pw_aff *aff;
        if (path->subscripts.v[i].aff) {
            aff = isl_pw_aff_copy(path->subscripts.v[i].aff);
            aff = isl_pw_aff_insert_dims(aff, isl_dim_in, (unsigned)ec->depth, (unsigned)n_free);
        } else {
            isl_local_space *ls = isl_local_space_from_space(isl_space_copy(domain));
            aff = isl_pw_aff_from_aff(isl_aff_var_on_domain(ls, isl_dim_set, (unsigned)next++));
        }
        list = isl_pw_aff_list_add(list, aff);
    }
    isl_space *space = isl_space_map_from_domain_and_range(domain, isl_space_copy(path->target));
    return map_from_list(space, list);
}

/* Bounds that hold for the free inputs of path_function(). */
static __isl_give isl_map *bound_free(struct pv_eval *ec, __isl_take isl_map *map, const struct path *path)
{
    int next = ec->depth;
    for (int i = 0; i < path->subscripts.n; i++) {
        struct pv_value value = path->subscripts.v[i];
        if (value.aff)
            continue;
        if (!path->is_open.v[i]) {
            map = isl_map_lower_bound_val(map, isl_dim_in, (unsigned)next, pv_val_from_int128(ec->ctx, value.min));
            map = isl_map_upper_bound_val(map, isl_dim_in, (unsigned)next, pv_val_from_int128(ec->ctx, value.max));
        }
        next++;
    }
    return map;
}

static bool holds_records(const struct pv_array *array)
{
    return array->elem && array->elem->kind == PV_TYPE_RECORD;
}

/* Elements that the array can hold, as a set in the space of a full path. */
static __isl_give isl_union_set *reachable(const struct pv_array *array)
{
    if (!holds_records(array))
        return isl_union_set_from_set(isl_set_copy(array->extent));
    isl_union_map *innermost = pv_array_to_innermost(array);
    return isl_union_set_apply(isl_union_set_from_set(isl_set_copy(array->extent)), innermost);
}

/* { [i] -> innermost elements } that the path touches, for the live instances. */
static __isl_give isl_union_map *path_relation(struct pv_eval *ec, struct path *path)
{
    int n_free = 0;
    for (int i = 0; i < path->subscripts.n; i++)
        n_free += !path->subscripts.v[i].aff;
    isl_map *map = path_function(ec, path, n_free);
    if (n_free) {
        map = bound_free(ec, map, path);
        map = isl_map_project_out(map, isl_dim_in, (unsigned)ec->depth, (unsigned)n_free);
        /* Projecting forgets the names of the iterators that are left. */
        for (int i = 0; i < ec->depth; i++)
            map = pv_map_set_dim_name(map, isl_dim_in, (unsigned)i, ec->iterators.v[i]);
    }
    map = isl_map_intersect_domain(map, isl_set_copy(ec->live));
    if (path->elem->kind != PV_TYPE_RECORD && !n_free)
        return isl_union_map_from_map(map);
    isl_union_map *innermost = pv_record_to_innermost(isl_space_copy(path->target), path->elem);
    isl_union_map *relation = isl_union_map_apply_range(isl_union_map_from_map(map), innermost);
    return n_free ? isl_union_map_intersect_range(relation, reachable(path->array)) : relation;
}

/* { [i] -> A[f(i)] } as the text has it; NULL where it is not affine or depends on iterators inside a
 * generic statement. */
static __isl_give isl_multi_pw_aff *path_index(struct pv_eval *ec, struct path *path)
{
    if (!path->is_affine || (ec->generic && ec->depth > ec->generic_depth))
        return NULL;
    isl_pw_aff_list *list = isl_pw_aff_list_alloc(ec->ctx, path->n_written);
    for (int i = 0; i < path->subscripts.n; i++)
        if (!path->is_open.v[i])
            list = isl_pw_aff_list_add(list, isl_pw_aff_copy(path->subscripts.v[i].aff));
    isl_space *space = isl_space_copy(ec->space);
    space = isl_space_map_from_domain_and_range(space, isl_space_copy(path->written));
    return isl_multi_pw_aff_from_pw_aff_list(space, list);
}

/* Turn { [i] -> ... } over the current iterators into { S[i] -> ... } over those of "stmt". */
struct to_stmt {
    const struct pv_eval *ec;
    const struct pv_stmt *stmt;
    isl_union_map *result;
};

static isl_stat name_domain(__isl_take isl_map *map, void *user)
{
    struct to_stmt *data = user;
    int n = data->stmt->n_iterators;
    if (data->ec->depth > n) {
        map = isl_map_project_out(map, isl_dim_in, (unsigned)n, (unsigned)(data->ec->depth - n));
        for (int i = 0; i < n; i++)
            map = pv_map_set_dim_name(map, isl_dim_in, (unsigned)i, data->stmt->iterators[i]);
    }
    map = pv_map_set_tuple_name(map, isl_dim_in, data->stmt->name);
    data->result = isl_union_map_add_map(data->result, pv_map_coalesce(map));
    return isl_stat_ok;
}

static __isl_give isl_union_map *over_stmt(const struct pv_eval *ec, const struct pv_stmt *stmt,
                                           __isl_take isl_union_map *relation)
{
    struct to_stmt data = {ec, stmt, isl_union_map_empty_ctx(ec->ctx)};
    isl_union_map_foreach_map(relation, name_domain, &data);
    isl_union_map_free(relation);
    return data.result;
}

static struct pv_access *new_access(struct pv_eval *ec, struct pv_stmt *stmt, struct pv_array *array, int use)
{
    struct pv_access *access = pv_new(ec->arena, struct pv_access);
    access->array = array;
    access->is_read = use & PV_USE_READ;
    access->is_write = use & PV_USE_WRITE;
    access->is_kill = use & PV_USE_KILL;
    pv_push(ec->arena, &stmt->accesses, access);
    return access;
}

static bool is_among(const struct pv_var *var, const pv_vars *vars)
{
    for (int i = 0; i < vars->n; i++)
        if (vars->v[i] == var)
            return true;
    return false;
}

/* Is the access to "array" certain to happen? That is known of a scalar that every way through a generic statement
 * assigns, whichever access of it this is. */
static bool is_sure(const struct pv_eval *ec, const struct pv_array *array)
{
    if (!ec->generic)
        return ec->is_certain;
    return is_among(array->var, &ec->generic_sure);
}

/* May an access to "array" read a value from before its statement? */
static bool reads_before(const struct pv_eval *ec, const struct pv_array *array)
{
    return !ec->generic || !is_among(array->var, &ec->generic_own);
}

/* Set the relations of "access" from what it may touch, { S[i] -> ... }. */
static void set_relations(struct pv_eval *ec, struct pv_access *access, __isl_take isl_union_map *touched,
                          bool is_exact)
{
    isl_union_map *none = isl_union_map_empty_ctx(ec->ctx);
    bool is_must = is_exact && is_sure(ec, access->array);
    access->may_read = isl_union_map_copy(access->is_read && reads_before(ec, access->array) ? touched : none);
    access->may_write = isl_union_map_copy(access->is_write ? touched : none);
    access->must_write = isl_union_map_copy(access->is_write && is_must ? touched : none);
    access->kill = isl_union_map_copy(access->is_kill && is_exact ? touched : none);
    isl_union_map_free(touched);
    isl_union_map_free(none);
}

/* { S[i] -> A[f(i)] } where the path goes all the way to one element and its subscripts are affine without cases; else
 * NULL. */
static __isl_give isl_multi_aff *path_without_cases(struct pv_eval *ec, const struct pv_stmt *stmt, struct path *path)
{
    if (!path->is_affine || path->n_written != path->subscripts.n || path->elem->kind == PV_TYPE_RECORD ||
        ec->depth != stmt->n_iterators)
        return NULL;
    isl_aff_list *list = isl_aff_list_alloc(ec->ctx, path->subscripts.n);
    for (int i = 0; i < path->subscripts.n; i++) {
        if (isl_pw_aff_isa_aff(path->subscripts.v[i].aff) != isl_bool_true) {
            isl_aff_list_free(list);
            return NULL;
        }
        list = isl_aff_list_add(list, isl_pw_aff_as_aff(isl_pw_aff_copy(path->subscripts.v[i].aff)));
    }
    isl_space *space = isl_space_map_from_domain_and_range(isl_space_copy(ec->space), isl_space_copy(path->target));
    isl_multi_aff *function = isl_multi_aff_from_aff_list(space, list);
    return pv_multi_aff_set_tuple_name(function, isl_dim_in, stmt->name);
}

void pv_paths_add(struct pv_eval *ec, struct pv_stmt *stmt, struct pv_expr *expr, int use)
{
    struct path path = evaluate_path(ec, expr);
    struct pv_access *access = new_access(ec, stmt, path.array, use);
    access->expr = expr;
    isl_multi_aff *function = path_without_cases(ec, stmt, &path);
    isl_union_map *touched;
    if (function) { /* the shorter way to what the other branch gives */
        access->index = isl_multi_pw_aff_from_multi_aff(isl_multi_aff_copy(function));
        isl_set *instances = pv_set_set_tuple_name(isl_set_copy(ec->live), stmt->name);
        isl_map *map = isl_map_intersect_domain(isl_map_from_multi_aff(function), instances);
        touched = isl_union_map_from_map(pv_map_coalesce(map));
    } else {
        access->index = path_index(ec, &path);
        if (access->index)
            access->index = pv_multi_pw_aff_set_tuple_name(access->index, isl_dim_in, stmt->name);
        touched = over_stmt(ec, stmt, path_relation(ec, &path));
    }
    set_relations(ec, access, touched, path.is_affine && !(use & PV_USE_MAYBE));
    if (!path.is_affine && path.array->n_dims == 1 && path.n_written > 0 && expr->steps[0].kind == PV_STEP_INDEX)
        pv_limits_of_subscript(ec, expr->steps[0].index, &access->bounds);
    free_path(&path);
}

/* { [i] -> A[a] } for all elements that "array" can hold. */
static __isl_give isl_union_map *whole_array(struct pv_eval *ec, const struct pv_array *array)
{
    if (!holds_records(array)) {
        isl_set *elements = isl_set_copy(array->extent);
        return isl_union_map_from_map(isl_map_from_domain_and_range(isl_set_copy(ec->live), elements));
    }
    isl_union_set *live = isl_union_set_from_set(isl_set_copy(ec->live));
    return isl_union_map_from_domain_and_range(live, reachable(array));
}

void pv_paths_add_whole(struct pv_eval *ec, struct pv_stmt *stmt, struct pv_array *array, int use)
{
    struct pv_access *access = new_access(ec, stmt, array, use);
    set_relations(ec, access, over_stmt(ec, stmt, whole_array(ec, array)), !(use & PV_USE_MAYBE));
}

void pv_paths_add_instances(struct pv_eval *ec, struct pv_stmt *stmt, struct pv_array *array, int use)
{
    struct pv_access *access = new_access(ec, stmt, array, use);
    isl_map *all = isl_map_from_domain_and_range(isl_set_copy(stmt->domain), isl_set_copy(array->extent));
    set_relations(ec, access, isl_union_map_from_map(all), !(use & PV_USE_MAYBE));
}

struct pv_stmt *pv_paths_new_stmt(struct pv_eval *ec, enum pv_stmt_kind kind, struct pv_range range, const char *label)
{
    struct pv_stmt *stmt = pv_new(ec->arena, struct pv_stmt);
    stmt->kind = kind;
    stmt->range = range;
    stmt->name = label && !pv_scop_find_stmt(ec->scop, label)
                     ? label
                     : pv_printf(ec->arena, "%s%d", ec->stmt_prefix, ec->scop->stmts.n);
    stmt->n_iterators = ec->depth;
    stmt->iterators = pv_new_array(ec->arena, const char *, ec->depth + 1);
    for (int i = 0; i < ec->depth; i++)
        stmt->iterators[i] = ec->iterators.v[i];
    stmt->domain = pv_set_set_tuple_name(isl_set_copy(ec->live), stmt->name);
    for (int i = 0; i < ec->depth; i++)
        stmt->domain = pv_set_set_dim_name(stmt->domain, isl_dim_set, (unsigned)i, stmt->iterators[i]);
    pv_push(ec->arena, &ec->scop->stmts, stmt);
    return stmt;
}

/* Summaries: the elements of a formal parameter become elements of the actual array. */

/* The space "nested", which stands on a formal parameter's tuple, with a root tuple "name" of
 * "n_dims" dimensions instead. */
static __isl_give isl_space *reroot(__isl_take isl_space *nested, const char *name, int n_dims)
{
    isl_ctx *ctx = isl_space_get_ctx(nested);
    if (isl_space_is_wrapping(nested) != isl_bool_true) {
        isl_space_free(nested);
        return root_space(ctx, name, n_dims);
    }
    isl_space *map = isl_space_unwrap(nested);
    isl_space *field = isl_space_range(isl_space_copy(map));
    isl_space *outer = reroot(isl_space_domain(map), name, n_dims);
    outer = pv_field_space(outer, isl_space_get_tuple_name(field, isl_dim_set), (int)isl_space_dim(field, isl_dim_set));
    isl_space_free(field);
    return outer;
}

/* The number of dimensions of the root tuple of "nested". */
static int root_dims(__isl_take isl_space *nested)
{
    nested = pv_space_root(nested);
    int n = (int)isl_space_dim(nested, isl_dim_set);
    isl_space_free(nested);
    return n;
}

struct paste {
    struct pv_eval *ec;
    struct path *path;
    bool is_offset;
    bool fits; /* every element had a counterpart */
    isl_union_map *result;
};

/* { [i, a] -> B[prefix(i), a] }, the last subscript of the prefix added to the first of "a" where
 * "is_offset". */
static __isl_give isl_map *paste_function(struct paste *paste, int n_flat, __isl_take isl_space *target)
{
    struct pv_eval *ec = paste->ec;
    struct path *path = paste->path;
    isl_space *domain = isl_space_add_dims(isl_space_copy(ec->space), isl_dim_set, (unsigned)n_flat);
    isl_local_space *ls = isl_local_space_from_space(isl_space_copy(domain));
    isl_pw_aff_list *list = isl_pw_aff_list_alloc(ec->ctx, path->n_written + n_flat);
    isl_pw_aff *offset = NULL;
    for (int i = 0; i < path->n_written; i++) {
        isl_pw_aff *aff = isl_pw_aff_copy(path->subscripts.v[i].aff);
        aff = isl_pw_aff_insert_dims(aff, isl_dim_in, (unsigned)ec->depth, (unsigned)n_flat);
        if (paste->is_offset && i == path->n_written - 1)
            offset = aff;
        else
            list = isl_pw_aff_list_add(list, aff);
    }
    for (int i = 0; i < n_flat; i++) {
        isl_aff *var = isl_aff_var_on_domain(isl_local_space_copy(ls), isl_dim_set, (unsigned)(ec->depth + i));
        isl_pw_aff *aff = isl_pw_aff_from_aff(var);
        if (offset && i == 0)
            aff = isl_pw_aff_add(aff, isl_pw_aff_copy(offset));
        list = isl_pw_aff_list_add(list, aff);
    }
    isl_pw_aff_free(offset);
    isl_local_space_free(ls);
    isl_space *space = isl_space_map_from_domain_and_range(domain, target);
    return isl_map_from_multi_pw_aff(isl_multi_pw_aff_from_pw_aff_list(space, list));
}

static isl_stat paste_map(__isl_take isl_map *map, void *user)
{
    struct paste *paste = user;
    struct pv_array *array = paste->path->array;
    isl_space *nested = isl_space_range(isl_map_get_space(map));
    int n_root = root_dims(isl_space_copy(nested));
    int n_prefix = paste->path->n_written - (paste->is_offset ? 1 : 0);
    if (n_prefix + n_root != array->n_dims) {
        paste->fits = false;
        isl_space_free(nested);
        isl_map_free(map);
        return isl_stat_ok;
    }
    isl_space *target = reroot(nested, array->name, array->n_dims);
    map = isl_map_flatten_range(map);
    int n_flat = (int)isl_map_dim(map, isl_dim_out);
    isl_map *function = paste_function(paste, n_flat, target);
    isl_set *where = isl_set_flatten(isl_map_wrap(map));
    where = isl_set_reset_tuple_id(where);
    function = isl_map_intersect_domain(function, where);
    function = isl_map_project_out(function, isl_dim_in, (unsigned)paste->ec->depth, (unsigned)n_flat);
    paste->result = isl_union_map_add_map(paste->result, function);
    return isl_stat_ok;
}

/* What a summary relation means for the actual argument; "*fits" becomes false where the shapes of
 * formal and actual array differ. */
static __isl_give isl_union_map *paste_relation(struct pv_eval *ec, struct path *path, bool is_offset,
                                                __isl_take isl_union_map *relation, bool *fits)
{
    struct paste paste = {ec, path, is_offset, true, isl_union_map_empty_ctx(ec->ctx)};
    isl_union_map_foreach_map(relation, paste_map, &paste);
    isl_union_map_free(relation);
    *fits = *fits && paste.fits;
    isl_union_set *live = isl_union_set_from_set(isl_set_copy(ec->live));
    paste.result = isl_union_map_intersect_range(paste.result, reachable(path->array));
    return isl_union_map_intersect_domain(paste.result, live);
}

void pv_paths_add_summary(struct pv_eval *ec, struct pv_stmt *stmt, struct pv_expr *expr, bool is_offset,
                          isl_union_map *relations[3])
{
    struct path path = evaluate_path(ec, expr);
    bool has_fields = false;
    for (int i = 0; i < expr->n_steps; i++)
        has_fields = has_fields || expr->steps[i].kind == PV_STEP_FIELD;
    bool fits = path.is_affine && !has_fields;
    bool reads = isl_union_map_is_empty(relations[0]) == isl_bool_false;
    bool writes = isl_union_map_is_empty(relations[1]) == isl_bool_false;
    struct pv_access *access = new_access(ec, stmt, path.array,
                                          (reads ? PV_USE_READ : 0) | (writes ? PV_USE_WRITE : 0));
    access->expr = expr;
    for (int i = 0; i < 3; i++) {
        if (fits)
            relations[i] = paste_relation(ec, &path, is_offset, relations[i], &fits);
    }
    if (fits) {
        bool is_must = ec->is_certain && !ec->generic;
        if (!is_must) {
            isl_union_map_free(relations[2]);
            relations[2] = isl_union_map_empty_ctx(ec->ctx);
        }
        access->index = path_index(ec, &path);
        if (access->index)
            access->index = pv_multi_pw_aff_set_tuple_name(access->index, isl_dim_in, stmt->name);
        access->may_read = over_stmt(ec, stmt, relations[0]);
        access->may_write = over_stmt(ec, stmt, relations[1]);
        access->must_write = over_stmt(ec, stmt, relations[2]);
        access->kill = isl_union_map_empty_ctx(ec->ctx);
    } else {
        for (int i = 0; i < 3; i++)
            isl_union_map_free(relations[i]);
        set_relations(ec, access, over_stmt(ec, stmt, whole_array(ec, path.array)), false);
    }
    free_path(&path);
}
