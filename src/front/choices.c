/* Splits subscripts that a condition chooses (c ? i : j) into cases. */
#include "front/choices.h"

#include "front/affine.h"

/* Where the first choice in the arithmetic of "*at" stands, or NULL. */
static struct pv_expr **find_choice(struct pv_expr **at)
{
    struct pv_expr *expr = *at;
    if (expr->type->kind != PV_TYPE_INT || (expr->kind != PV_EXPR_OP && expr->kind != PV_EXPR_CAST))
        return NULL;
    if (expr->kind == PV_EXPR_OP && expr->op == PV_OP_COND)
        return at;
    bool is_sum = expr->kind == PV_EXPR_CAST || expr->op == PV_OP_ADD || expr->op == PV_OP_SUB ||
                  expr->op == PV_OP_MUL || expr->op == PV_OP_PLUS || expr->op == PV_OP_NEG;
    struct pv_expr **found = NULL;
    for (int i = 0; is_sum && i < expr->n_args && !found; i++)
        found = find_choice(&expr->args[i]);
    return found;
}

/* "operand" of the choice "expr" as a value of the type of the choice. */
static struct pv_expr *converted(struct pv_eval *ec, struct pv_expr *operand, const struct pv_expr *expr)
{
    if (operand->type->bits == expr->type->bits && operand->type->is_signed == expr->type->is_signed)
        return operand;
    struct pv_expr *cast = pv_expr_new(ec->arena, PV_EXPR_CAST, expr->type, operand->range);
    cast->is_implicit = true;
    cast->n_args = 1;
    cast->args = pv_new_array(ec->arena, struct pv_expr *, 1);
    cast->args[0] = operand;
    return cast;
}

/* A copy of "expr" with operand number "i" of its first choice in the place of that. */
static struct pv_expr *with_operand(struct pv_eval *ec, const struct pv_expr *expr, int i)
{
    struct pv_expr *copy = pv_expr_copy(ec->arena, expr), **at = find_choice(&copy);
    *at = converted(ec, (*at)->args[i], *at);
    return copy;
}

bool pv_choice_split(struct pv_eval *ec, const struct pv_expr *expr, struct pv_choice *choice)
{
    struct pv_expr *whole = pv_expr_copy(ec->arena, expr), **at = find_choice(&whole);
    bool was_certain = ec->is_certain;
    ec->is_certain = false; /* nothing is excluded on the way */
    bool is_affine = at && pv_affine_condition(ec, (*at)->args[0], &choice->holds, &choice->fails);
    ec->is_certain = was_certain;
    if (!is_affine)
        return false;
    choice->then_expr = with_operand(ec, expr, 1);
    choice->else_expr = with_operand(ec, expr, 2);
    return true;
}
