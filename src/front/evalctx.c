/* The context of the second phase: iterators, live instances, known scalars, excluded instances. */
#include "front/evalctx.h"

#include "base/islx.h"

#include <string.h>

bool pv_var_is_trackable(const struct pv_var *var)
{
    return var->type->kind == PV_TYPE_INT && !var->type->is_volatile;
}

struct pv_binding *pv_eval_binding(struct pv_eval *ec, struct pv_var *var)
{
    if (var->slot && var->slot <= ec->bindings.n && ec->bindings.v[var->slot - 1].var == var)
        return &ec->bindings.v[var->slot - 1];
    /* A nested evaluation may have given the variable another number. */
    for (int i = 0; var->slot && i < ec->bindings.n; i++)
        if (ec->bindings.v[i].var == var) {
            var->slot = i + 1;
            return &ec->bindings.v[i];
        }
    struct pv_binding binding = {.var = var};
    if (pv_var_is_trackable(var)) {
        binding.min = pv_ctype_min(var->type);
        binding.max = pv_ctype_max(var->type);
    } else {
        binding.state = PV_ANY_VALUE;
    }
    pv_push(ec->arena, &ec->bindings, binding);
    var->slot = ec->bindings.n;
    return &ec->bindings.v[var->slot - 1];
}

/* Drop the value that was last asked for. */
static void forget_here(struct pv_binding *binding)
{
    isl_pw_aff_free(binding->here);
    isl_space_free(binding->where);
    binding->here = NULL;
    binding->where = NULL;
}

void pv_definition_free(struct pv_definition *definition)
{
    for (int i = 0; definition && i < definition->leaves.n; i++)
        isl_pw_aff_free(definition->leaves.v[i].value);
}

void pv_binding_free(struct pv_binding *binding)
{
    forget_here(binding);
    pv_definition_free(binding->definition);
    binding->definition = NULL;
    binding->least = isl_pw_aff_free(binding->least);
    binding->most = isl_pw_aff_free(binding->most);
    isl_pw_aff_free(binding->aff);
}

void pv_eval_bind(struct pv_eval *ec, struct pv_var *var, struct pv_value value)
{
    struct pv_binding *binding = pv_eval_binding(ec, var);
    pv_binding_free(binding);
    binding->aff = value.aff;
    binding->state = value.aff ? PV_KNOWN : PV_ANY_VALUE;
    binding->depth = ec->depth;
    binding->min = value.min;
    binding->max = value.max;
}

void pv_eval_forget(struct pv_eval *ec, struct pv_var *var)
{
    if (!pv_var_is_trackable(var))
        return;
    pv_eval_bind(ec, var, (struct pv_value){NULL, pv_ctype_min(var->type), pv_ctype_max(var->type)});
}

/* May "var" be a symbolic constant: one value throughout the region? */
static bool is_symbolic_constant(const struct pv_eval *ec, const struct pv_binding *binding)
{
    return !binding->is_written &&
           !(binding->var->storage == PV_STORAGE_GLOBAL && ec->has_unknown_calls && !binding->var->type->is_const);
}

/* The parameter of "binding" as a value over the current iterators. Its type's bounds join
 * "param_bounds" when it is first seen. */
static __isl_give isl_pw_aff *parameter(struct pv_eval *ec, const struct pv_binding *binding)
{
    isl_id *id = pv_id_alloc(ec->ctx, binding->var->id, NULL);
    bool seen = isl_set_find_dim_by_id(ec->param_bounds, isl_dim_param, id) >= 0;
    isl_space *space = isl_space_add_param_id(isl_space_copy(ec->space), isl_id_copy(id));
    if (!seen) {
        int pos = isl_set_dim(ec->param_bounds, isl_dim_param);
        ec->param_bounds = isl_set_add_dims(ec->param_bounds, isl_dim_param, 1);
        ec->param_bounds = isl_set_set_dim_id(ec->param_bounds, isl_dim_param, pos, isl_id_copy(id));
        ec->param_bounds = isl_set_lower_bound_val(ec->param_bounds, isl_dim_param, pos,
                                                   pv_val_from_int128(ec->ctx, binding->min));
        ec->param_bounds = isl_set_upper_bound_val(ec->param_bounds, isl_dim_param, pos,
                                                   pv_val_from_int128(ec->ctx, binding->max));
        pv_push(ec->arena, &ec->scop->parameters, binding->var);
    }
    isl_aff *aff = isl_aff_param_on_domain_space_id(space, id);
    return isl_pw_aff_from_aff(aff);
}

/* The value of "binding", which has one, over the current iterators. */
static __isl_give isl_pw_aff *value_here(struct pv_eval *ec, const struct pv_binding *binding)
{
    if (binding->state == PV_UNBOUND)
        return parameter(ec, binding);
    return isl_pw_aff_insert_dims(isl_pw_aff_copy(binding->aff), isl_dim_in, (unsigned)binding->depth,
                                  (unsigned)(ec->depth - binding->depth));
}

/* Most variables are read several times in the same loop: the value made for the first serves them all. */
struct pv_value pv_eval_var(struct pv_eval *ec, struct pv_var *var)
{
    struct pv_binding *binding = pv_eval_binding(ec, var);
    struct pv_value value = {NULL, binding->min, binding->max};
    if (binding->state == PV_ANY_VALUE || (binding->state == PV_UNBOUND && !is_symbolic_constant(ec, binding)))
        return value;
    if (binding->where != ec->space) {
        forget_here(binding);
        binding->where = isl_space_copy(ec->space);
        binding->here = value_here(ec, binding);
    }
    value.aff = isl_pw_aff_copy(binding->here);
    return value;
}

bool pv_eval_declares(const struct pv_eval *ec, const struct pv_var *var)
{
    const struct pv_range *range = &ec->scop->region->range;
    if (var->storage != PV_STORAGE_LOCAL || var->is_static)
        return false;
    return var->function != ec->scop->region->function ||
           (var->decl.offset >= range->begin.offset && var->decl.offset < range->end.offset);
}

__isl_give isl_space *pv_eval_space_below(struct pv_eval *ec, const char *name)
{
    isl_space *space = isl_space_add_dims(isl_space_copy(ec->space), isl_dim_set, 1);
    return pv_space_set_dim_name(space, isl_dim_set, (unsigned)ec->depth, name);
}

void pv_eval_push(struct pv_eval *ec, const char *name, __isl_take isl_set *domain)
{
    isl_space *space = pv_eval_space_below(ec, name);
    isl_space_free(ec->space);
    ec->space = space;
    isl_set_free(ec->live);
    ec->live = domain;
    pv_push(ec->arena, &ec->iterators, name);
    ec->depth++;
}

void pv_eval_pop(struct pv_eval *ec, __isl_take isl_set *live)
{
    ec->depth--;
    ec->iterators.n--;
    ec->space = isl_space_drop_dims(ec->space, isl_dim_set, (unsigned)ec->depth, 1);
    isl_set_free(ec->live);
    ec->live = live;
}

__isl_give isl_pw_aff *pv_eval_innermost(struct pv_eval *ec)
{
    isl_local_space *ls = isl_local_space_from_space(isl_space_copy(ec->space));
    return isl_pw_aff_from_aff(isl_aff_var_on_domain(ls, isl_dim_set, (unsigned)ec->depth - 1));
}

bool pv_eval_is_on_stack(const struct pv_eval *ec, const struct pv_function *function)
{
    for (int i = 0; i < ec->call_stack.n; i++)
        if (ec->call_stack.v[i] == function)
            return true;
    return false;
}

const char *pv_eval_changing(const struct pv_eval *ec, const struct pv_expr *path)
{
    for (int i = 0; i < ec->changing.n; i++) {
        struct pv_expr beginning = *ec->changing.v[i].path;
        beginning.type = path->type;
        struct pv_expr part = *path;
        part.n_steps = beginning.n_steps;
        if (beginning.n_steps <= path->n_steps && pv_expr_is_same(&beginning, &part))
            return ec->changing.v[i].why;
    }
    return NULL;
}

void pv_eval_because(struct pv_eval *ec, struct pv_loc loc, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    ec->why = pv_vprintf(ec->arena, fmt, ap);
    va_end(ap);
    ec->why_at = loc;
}

void pv_eval_refuse(struct pv_eval *ec, struct pv_loc loc, const char *remedy, const char *fmt, ...)
{
    struct pv_region *region = ec->scop->region;
    if (region->refused)
        return;
    va_list ap;
    va_start(ap, fmt);
    region->refused = pv_vprintf(ec->arena, fmt, ap);
    va_end(ap);
    region->refused_at = loc;
    region->remedy = remedy;
}

/* Collecting written scalars. */
struct collector {
    struct pv_arena *arena;
    pv_vars *vars;
    bool with_floats;
};

static void collect(struct collector *collector, struct pv_var *var)
{
    if (!pv_var_is_trackable(var) && !(collector->with_floats && var->type->kind == PV_TYPE_FLOAT))
        return;
    for (int i = 0; i < collector->vars->n; i++)
        if (collector->vars->v[i] == var)
            return;
    pv_push(collector->arena, collector->vars, var);
}

static bool collect_written_by(struct pv_expr *expr, void *user)
{
    if (expr->kind != PV_EXPR_OP)
        return true;
    bool writes = pv_op_is_assignment(expr->op) || pv_op_is_step(expr->op) || expr->op == PV_OP_ADDRESS;
    if (writes && expr->args[0]->kind == PV_EXPR_ACCESS && !expr->args[0]->n_steps)
        collect(user, expr->args[0]->var);
    return true;
}

static void collect_in_expr(struct pv_expr **expr, void *user)
{
    pv_expr_visit(*expr, collect_written_by, user);
}

static bool collect_in_tree(struct pv_tree *tree, void *user)
{
    if (tree->kind == PV_TREE_DECL)
        collect(user, tree->var);
    pv_tree_visit_exprs(tree, collect_in_expr, user);
    return true;
}

void pv_tree_collect_written(struct pv_arena *arena, struct pv_tree *tree, pv_vars *vars)
{
    struct collector collector = {arena, vars, false};
    pv_tree_visit(tree, collect_in_tree, &collector);
}

void pv_tree_collect_assigned(struct pv_arena *arena, struct pv_tree *tree, pv_vars *vars)
{
    struct collector collector = {arena, vars, true};
    pv_tree_visit(tree, collect_in_tree, &collector);
}

void pv_expr_collect_written(struct pv_arena *arena, struct pv_expr *expr, pv_vars *vars)
{
    struct collector collector = {arena, vars, false};
    pv_expr_visit(expr, collect_written_by, &collector);
}

__isl_give isl_val *pv_val_from_int128(isl_ctx *ctx, pv_int128 value)
{
    if (value >= INT64_MIN && value <= INT64_MAX)
        return isl_val_int_from_si(ctx, (long)value);
    pv_int128 base = (pv_int128)1 << 62;
    isl_val *high = pv_val_from_int128(ctx, value / base);
    high = isl_val_mul(high, isl_val_int_from_si(ctx, (long)base));
    return isl_val_add(high, isl_val_int_from_si(ctx, (long)(value % base)));
}

__isl_give isl_pw_aff *pv_eval_constant(struct pv_eval *ec, pv_int128 value)
{
    isl_local_space *ls = isl_local_space_from_space(isl_space_copy(ec->space));
    return isl_pw_aff_from_aff(isl_aff_val_on_domain(ls, pv_val_from_int128(ec->ctx, value)));
}
