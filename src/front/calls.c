/* Computes what calls read and write. */
#include "front/calls.h"

#include "front/affine.h"
#include "front/arrays.h"

#include <isl/map.h>
#include <string.h>

static bool is_address(const struct pv_expr *arg)
{
    return arg->kind == PV_EXPR_OP && arg->op == PV_OP_ADDRESS;
}

struct pv_expr *pv_call_pointer_argument(struct pv_expr *arg)
{
    while (arg->kind == PV_EXPR_CAST && arg->type->kind == PV_TYPE_POINTER)
        arg = arg->args[0];
    if (is_address(arg))
        return arg->args[0];
    return arg->kind == PV_EXPR_ACCESS && pv_ctype_is_indexable(arg->type) ? arg : NULL;
}

/* __pencil_maybe() gives an unknown value and does nothing. */
static bool is_maybe(const struct pv_function *function)
{
    return !strcmp(function->name, "__pencil_maybe");
}

bool pv_call_is_opaque(struct pv_eval *ec, struct pv_function *function)
{
    if (ec->params->pencil)
        return false;
    if (!function)
        return true;
    if (function->is_const || function->is_pure || is_maybe(function))
        return false;
    if (function->summary)
        return false;
    const struct pv_summary *summary = function->has_body ? ec->summarise(ec, function) : NULL;
    return !summary || !summary->is_known || summary->has_effects;
}

/* All that a callee can reach through a pointer argument: the innermost array that holds what it
 * points to. */
static struct pv_expr *reachable_slice(struct pv_eval *ec, struct pv_expr *arg)
{
    struct pv_expr *path = pv_call_pointer_argument(arg);
    while (arg->kind == PV_EXPR_CAST)
        arg = arg->args[0];
    if (!is_address(arg) || !path->n_steps || path->steps[path->n_steps - 1].kind != PV_STEP_INDEX)
        return path;
    struct pv_expr *slice = pv_new(ec->arena, struct pv_expr);
    *slice = *path;
    slice->n_steps--;
    return slice;
}

/* Is the parameter a pointer to something the callee promises not to change? */
static bool points_to_const(const struct pv_function *function, int i)
{
    if (!function || i >= function->params.n)
        return false;
    const struct pv_ctype *type = function->params.v[i]->type;
    return pv_ctype_is_indexable(type) && pv_ctype_innermost(type, true)->is_const;
}

/* Can a callee go on from what it is given to memory that the argument does not show? */
static bool holds_pointers(const struct pv_ctype *type)
{
    if (pv_ctype_is_indexable(type))
        type = type->elem;
    type = pv_ctype_innermost(type, false);
    if (type->kind == PV_TYPE_POINTER)
        return true;
    if (type->kind != PV_TYPE_RECORD)
        return false;
    for (int i = 0; i < type->record->n_fields; i++) {
        const struct pv_ctype *field = pv_ctype_innermost(type->record->fields[i].type, false);
        if (field->kind == PV_TYPE_POINTER || holds_pointers(field))
            return true;
    }
    return false;
}

/* The arguments' memory may be read, and written unless the function is pure. */
static void add_unknown(struct pv_eval *ec, struct pv_stmt *stmt, struct pv_expr *call, bool is_pure)
{
    for (int i = 0; i < call->n_args; i++) {
        if (!pv_call_pointer_argument(call->args[i]))
            continue;
        struct pv_expr *slice = reachable_slice(ec, call->args[i]);
        if (holds_pointers(slice->type))
            pv_eval_refuse(ec, call->range.begin, "give the function a visible body or a pencil_access summary",
                           "'%s' holds pointers and is passed to a function of unknown effect", slice->var->name);
        bool only_reads = is_pure || points_to_const(call->callee, i);
        pv_paths_add(ec, stmt, slice, PV_USE_READ | (only_reads ? 0 : PV_USE_WRITE) | PV_USE_MAYBE);
    }
}

/* Global variables that the region names may be touched by a function that nobody has seen. */
static void add_globals(struct pv_eval *ec, struct pv_stmt *stmt, int use)
{
    for (int i = 0; i < ec->globals.n; i++)
        if (!ec->globals.v[i]->type->is_const)
            pv_paths_add_whole(ec, stmt, pv_arrays_get(ec, ec->globals.v[i]), use | PV_USE_MAYBE);
    for (int i = 0; use & PV_USE_WRITE && i < ec->globals.n; i++)
        pv_eval_forget(ec, ec->globals.v[i]);
}

static void add_effects(struct pv_eval *ec, struct pv_stmt *stmt, const struct pv_expr *call)
{
    stmt->has_effects = true;
    if (ec->params->pencil)
        return;
    if (ec->params->ends_at_effects && call->callee && call->callee->sets_errno)
        pv_eval_refuse(ec, call->range.begin, "compile with -fno-math-errno if its value does not matter",
                       "the call of '%s', which may set errno, must keep its place", call->callee->name);
    else if (ec->params->ends_at_effects)
        pv_eval_refuse(ec, call->range.begin,
                       "make its body one that pave can read, or declare it 'const' or 'pure' if it is",
                       "the call of '%s', whose effect is unknown, must keep its place",
                       call->callee ? call->callee->name : "a pointer");
    pv_paths_add_whole(ec, stmt, pv_arrays_get_effects(ec), PV_USE_READ | PV_USE_WRITE | PV_USE_MAYBE);
}

/* Summaries. */

/* The integer arguments of "call" as { [i] -> [n] }; those that are not affine may be anything
 * within their bounds. "*is_exact" tells whether all are. */
static __isl_give isl_map *integer_arguments(struct pv_eval *ec, const struct pv_summary *summary,
                                             const struct pv_expr *call, bool *is_exact)
{
    isl_map *all = isl_map_from_domain(isl_set_universe(isl_space_copy(ec->space)));
    *is_exact = true;
    for (int i = 0; i < call->n_args && i < summary->function->params.n; i++) {
        struct pv_var *param = summary->function->params.v[i];
        if (!pv_var_is_trackable(param))
            continue;
        struct pv_value value = pv_affine_value(ec, call->args[i]);
        value = pv_value_convert(ec, value, param->type, true);
        isl_map *one;
        if (value.aff) {
            one = isl_map_from_pw_aff(value.aff);
        } else {
            *is_exact = false;
            isl_space *space = isl_space_from_domain(isl_space_copy(ec->space));
            one = isl_map_universe(isl_space_add_dims(space, isl_dim_out, 1));
            one = isl_map_lower_bound_val(one, isl_dim_out, 0, pv_val_from_int128(ec->ctx, value.min));
            one = isl_map_upper_bound_val(one, isl_dim_out, 0, pv_val_from_int128(ec->ctx, value.max));
        }
        all = isl_map_flat_range_product(all, one);
    }
    return all;
}

/* The argument of "call" for parameter "var", or NULL. */
static struct pv_expr *argument_for(const struct pv_expr *call, const struct pv_function *function,
                                    const struct pv_var *var)
{
    for (int i = 0; i < function->params.n && i < call->n_args; i++)
        if (function->params.v[i] == var)
            return call->args[i];
    return NULL;
}

static struct pv_expr *whole_variable(struct pv_eval *ec, struct pv_var *var, struct pv_range range)
{
    struct pv_expr *expr = pv_expr_new(ec->arena, PV_EXPR_ACCESS, var->type, range);
    expr->var = var;
    return expr;
}

static void add_part(struct pv_eval *ec, struct pv_stmt *stmt, struct pv_expr *call, const struct pv_summary *summary,
                     const struct pv_summary_part *part, __isl_keep isl_union_map *ints, bool is_exact)
{
    isl_union_map *relations[3] = {part->may_read, part->may_write, part->must_write};
    for (int i = 0; i < 3; i++)
        relations[i] = isl_union_map_apply_range(isl_union_map_copy(ints), isl_union_map_copy(relations[i]));
    if (!is_exact) {
        isl_union_map_free(relations[2]);
        relations[2] = isl_union_map_empty_ctx(ec->ctx);
    }
    if (part->var->storage == PV_STORAGE_GLOBAL) {
        if (isl_union_map_plain_is_empty(relations[1]) != isl_bool_true)
            pv_eval_forget(ec, part->var);
        pv_paths_add_summary(ec, stmt, whole_variable(ec, part->var, call->range), false, relations);
        return;
    }
    struct pv_expr *arg = argument_for(call, summary->function, part->var);
    struct pv_expr *path = arg ? pv_call_pointer_argument(arg) : NULL;
    if (!path) {
        for (int i = 0; i < 3; i++)
            isl_union_map_free(relations[i]);
        return;
    }
    while (arg->kind == PV_EXPR_CAST)
        arg = arg->args[0];
    bool is_element = is_address(arg) && path->n_steps && path->steps[path->n_steps - 1].kind == PV_STEP_INDEX;
    pv_paths_add_summary(ec, stmt, path, is_element, relations);
}

static void add_summary(struct pv_eval *ec, struct pv_stmt *stmt, struct pv_expr *call,
                        const struct pv_summary *summary)
{
    bool is_exact;
    isl_union_map *ints = isl_union_map_from_map(integer_arguments(ec, summary, call, &is_exact));
    for (int i = 0; i < summary->parts.n; i++)
        add_part(ec, stmt, call, summary, &summary->parts.v[i], ints, is_exact);
    isl_union_map_free(ints);
    if (summary->has_effects)
        add_effects(ec, stmt, call);
}

void pv_calls_add(struct pv_eval *ec, struct pv_stmt *stmt, struct pv_expr *call)
{
    struct pv_function *function = call->callee;
    if (function && (function->is_const || is_maybe(function)))
        return;
    struct pv_function *described = function && function->summary ? function->summary : function;
    const struct pv_summary *summary = described && described->has_body ? ec->summarise(ec, described) : NULL;
    ec->needs_care = ec->needs_care || (!ec->has_unknown_calls && pv_call_is_opaque(ec, function));
    if (summary && summary->is_known) {
        add_summary(ec, stmt, call, summary);
        return;
    }
    bool is_pure = function && function->is_pure;
    add_unknown(ec, stmt, call, is_pure);
    if (!ec->params->pencil)
        add_globals(ec, stmt, PV_USE_READ | (is_pure ? 0 : PV_USE_WRITE));
    if (!is_pure)
        add_effects(ec, stmt, call);
}
