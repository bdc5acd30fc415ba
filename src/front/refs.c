/* Collects the references of a statement in the order of evaluation. */
#include "front/refs.h"

#include "base/islx.h"
#include "front/affine.h"
#include "front/calls.h"
#include "front/forward.h"
#include "front/limits.h"
#include "front/named.h"

/* Reads. */

static bool is_among(const struct pv_var *var, const pv_vars *vars)
{
    for (int i = 0; i < vars->n; i++)
        if (vars->v[i] == var)
            return true;
    return false;
}

/* Is "var" declared inside the generic statement being collected? Then it lives and dies in there. */
static bool is_inside_generic(const struct pv_eval *ec, const struct pv_var *var)
{
    return ec->generic && is_among(var, &ec->generic_declared);
}

static bool is_written_in_generic(const struct pv_eval *ec, const struct pv_var *var)
{
    return ec->generic && is_among(var, &ec->generic_written);
}

static void collect_subscripts(struct pv_eval *ec, struct pv_stmt *stmt, struct pv_expr *expr)
{
    for (int i = 0; i < expr->n_steps; i++)
        if (expr->steps[i].kind == PV_STEP_INDEX)
            pv_refs_collect(ec, stmt, expr->steps[i].index);
}

void pv_refs_add(struct pv_eval *ec, struct pv_stmt *stmt, struct pv_expr *expr, int use)
{
    pv_paths_add(ec, stmt, expr, use);
    collect_subscripts(ec, stmt, expr);
}

/* Record that a read of a scalar always gives "value". */
static void add_subst(struct pv_eval *ec, struct pv_stmt *stmt, struct pv_expr *expr, __isl_take isl_pw_aff *value)
{
    int n = stmt->n_iterators;
    if (ec->depth > n)
        value = isl_pw_aff_drop_dims(value, isl_dim_in, (unsigned)n, (unsigned)(ec->depth - n));
    value = isl_pw_aff_set_tuple_id(value, isl_dim_in, pv_id_alloc(ec->ctx, stmt->name, NULL));
    struct pv_subst subst = {expr, value};
    pv_push(ec->arena, &stmt->substs, subst);
}

/* A read of a scalar: a known value, or memory. */
static void read_scalar(struct pv_eval *ec, struct pv_stmt *stmt, struct pv_expr *expr)
{
    if (pv_var_is_trackable(expr->var) && !is_written_in_generic(ec, expr->var)) {
        pv_named_met(ec, expr->var);
        struct pv_value value = pv_eval_var(ec, expr->var);
        if (value.aff) {
            add_subst(ec, stmt, expr, value.aff);
            return;
        }
    }
    pv_paths_add(ec, stmt, expr, PV_USE_READ);
}

static void read_access(struct pv_eval *ec, struct pv_stmt *stmt, struct pv_expr *expr)
{
    if (is_inside_generic(ec, expr->var)) {
        collect_subscripts(ec, stmt, expr);
    } else if (!expr->n_steps && expr->type->kind == PV_TYPE_POINTER) {
        return; /* the pointer itself does not change in a region */
    } else if (!expr->n_steps && !pv_ctype_is_indexable(expr->var->type)) {
        read_scalar(ec, stmt, expr);
    } else {
        pv_refs_add(ec, stmt, expr, PV_USE_READ);
    }
}

static void write_access(struct pv_eval *ec, struct pv_stmt *stmt, struct pv_expr *expr, int use)
{
    if (is_inside_generic(ec, expr->var)) {
        read_access(ec, stmt, expr);
        return;
    }
    pv_refs_add(ec, stmt, expr, use);
}

/* Assignments. */

/* What "var op= value" or "var++" leaves in the variable; C computes in a type at least as wide as
 * int and converts back. */
static struct pv_value updated_value(struct pv_eval *ec, const struct pv_expr *expr)
{
    struct pv_var *var = expr->args[0]->var;
    struct pv_value old = pv_eval_var(ec, var);
    struct pv_value operand;
    enum pv_op op;
    if (pv_op_is_step(expr->op)) {
        operand = (struct pv_value){pv_eval_constant(ec, 1), 1, 1};
        op = expr->op == PV_OP_PREINC || expr->op == PV_OP_POSTINC ? PV_OP_ADD : PV_OP_SUB;
    } else {
        operand = pv_affine_value(ec, expr->args[1]);
        op = pv_op_of_assignment(expr->op);
        const struct pv_ctype *type = expr->args[1]->type;
        bool mixes_signs = type->kind != PV_TYPE_INT || (!type->is_signed && var->type->is_signed && type->bits >= 32);
        if (mixes_signs) {
            isl_pw_aff_free(operand.aff);
            isl_pw_aff_free(old.aff);
            return (struct pv_value){NULL, pv_ctype_min(var->type), pv_ctype_max(var->type)};
        }
    }
    struct pv_value value = pv_value_binary(ec, op, old, operand, expr->range.begin);
    bool wraps = !var->type->is_signed || var->type->bits < 32;
    return pv_value_convert(ec, value, var->type, wraps);
}

/* Follow an assignment to a scalar. */
static void follow_assignment(struct pv_eval *ec, const struct pv_expr *expr)
{
    const struct pv_expr *target = expr->args[0];
    if (target->kind != PV_EXPR_ACCESS || target->n_steps || !pv_var_is_trackable(target->var))
        return;
    struct pv_value value;
    struct pv_definition *definition = NULL;
    struct pv_old_limits limits = {target->var, NULL, NULL};
    if (expr->op == PV_OP_ASSIGN) {
        value = pv_value_convert(ec, pv_affine_value(ec, expr->args[1]), target->var->type, true);
        definition = value.aff ? NULL : pv_forward_define(ec, target->var, expr->args[1]);
        if (!value.aff)
            limits = pv_limits_of_value(ec, target->var, expr->args[1]);
    } else {
        value = updated_value(ec, expr);
    }
    pv_eval_bind(ec, target->var, value);
    pv_forward_remember(ec, target->var, definition);
    pv_limits_remember(ec, limits);
}

/* Collect what operand "i" of "whole" does for the instances in "where"; NULL where it is not known which they are. It is
 * evaluated where operand 0 holds, or where it fails if not "holds". */
static void collect_where(struct pv_eval *ec, struct pv_stmt *stmt, struct pv_expr *whole, int i, bool holds,
                          __isl_take isl_set *where)
{
    struct pv_expr *expr = whole->args[i];
    pv_vars written = {0};
    pv_expr_collect_written(ec->arena, expr, &written);
    pv_limits_before before = pv_limits_enter(ec, whole->args[0], holds, &written);
    isl_set *live = isl_set_copy(ec->live);
    bool was_certain = ec->is_certain, was_speculative = ec->is_speculative;
    if (where) {
        ec->live = isl_set_intersect(ec->live, where);
    } else {
        ec->is_certain = false;
        ec->is_speculative = true;
    }
    pv_refs_collect(ec, stmt, expr);
    isl_set_free(ec->live);
    ec->live = live;
    ec->is_certain = was_certain;
    ec->is_speculative = was_speculative;
    pv_limits_leave(ec, &before);
    for (int k = 0; k < written.n; k++)
        pv_eval_forget(ec, written.v[k]);
}

static void collect_conditional(struct pv_eval *ec, struct pv_stmt *stmt, struct pv_expr *expr)
{
    isl_set *holds = NULL, *fails = NULL;
    pv_affine_condition(ec, expr->args[0], &holds, &fails);
    pv_refs_collect(ec, stmt, expr->args[0]);
    collect_where(ec, stmt, expr, 1, true, holds);
    collect_where(ec, stmt, expr, 2, false, fails);
}

static void collect_junction(struct pv_eval *ec, struct pv_stmt *stmt, struct pv_expr *expr)
{
    isl_set *holds = NULL, *fails = NULL;
    pv_affine_condition(ec, expr->args[0], &holds, &fails);
    pv_refs_collect(ec, stmt, expr->args[0]);
    bool is_and = expr->op == PV_OP_LAND;
    isl_set_free(is_and ? fails : holds);
    collect_where(ec, stmt, expr, 1, is_and, is_and ? holds : fails);
}

/* The callee may change the scalars whose address it gets. */
static void forget_passed(struct pv_eval *ec, struct pv_expr *call)
{
    pv_vars passed = {0};
    for (int i = 0; i < call->n_args; i++)
        pv_expr_collect_written(ec->arena, call->args[i], &passed);
    for (int i = 0; i < passed.n; i++)
        pv_eval_forget(ec, passed.v[i]);
}

/* Arguments are read by value; what pointers among them reach is the callee's business. */
static void collect_call(struct pv_eval *ec, struct pv_stmt *stmt, struct pv_expr *call)
{
    for (int i = 0; i < call->n_args; i++) {
        struct pv_expr *arg = pv_call_pointer_argument(call->args[i]);
        if (!arg)
            pv_refs_collect(ec, stmt, call->args[i]);
        else
            collect_subscripts(ec, stmt, arg);
    }
    pv_calls_add(ec, stmt, call);
    forget_passed(ec, call);
}

static void collect_operation(struct pv_eval *ec, struct pv_stmt *stmt, struct pv_expr *expr)
{
    if (pv_op_is_assignment(expr->op)) {
        int use = expr->op == PV_OP_ASSIGN ? PV_USE_WRITE : PV_USE_READ | PV_USE_WRITE;
        write_access(ec, stmt, expr->args[0], use);
        pv_refs_collect(ec, stmt, expr->args[1]);
        follow_assignment(ec, expr);
    } else if (pv_op_is_step(expr->op)) {
        write_access(ec, stmt, expr->args[0], PV_USE_READ | PV_USE_WRITE);
        follow_assignment(ec, expr);
    } else if (expr->op == PV_OP_COND) {
        collect_conditional(ec, stmt, expr);
    } else if (expr->op == PV_OP_LAND || expr->op == PV_OP_LOR) {
        collect_junction(ec, stmt, expr);
    } else if (expr->op != PV_OP_ADDRESS) {
        for (int i = 0; i < expr->n_args; i++)
            pv_refs_collect(ec, stmt, expr->args[i]);
    }
}

void pv_refs_collect(struct pv_eval *ec, struct pv_stmt *stmt, struct pv_expr *expr)
{
    switch (expr->kind) {
    case PV_EXPR_ACCESS:
        read_access(ec, stmt, expr);
        break;
    case PV_EXPR_OP:
        collect_operation(ec, stmt, expr);
        break;
    case PV_EXPR_CAST:
        pv_refs_collect(ec, stmt, expr->args[0]);
        break;
    case PV_EXPR_CALL:
        collect_call(ec, stmt, expr);
        break;
    default:
        break;
    }
}
