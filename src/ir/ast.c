/* Abstract syntax trees that scan a schedule. */
#include "ir/ast.h"

#include <string.h>

static struct pv_ax *new_expr(struct pv_arena *arena, enum pv_ax_kind kind, int n)
{
    struct pv_ax *expr = pv_new(arena, struct pv_ax);
    expr->kind = kind;
    expr->n = n;
    expr->args = n ? pv_new_array(arena, pv_ax *, n) : NULL;
    return expr;
}

pv_ax *pv_ax_digits(struct pv_arena *arena, const char *digits)
{
    struct pv_ax *expr = new_expr(arena, PV_AX_NUMBER, 0);
    expr->text = pv_strdup(arena, digits);
    return expr;
}

pv_ax *pv_ax_number(struct pv_arena *arena, int value)
{
    return pv_ax_digits(arena, pv_printf(arena, "%d", value));
}

pv_ax *pv_ax_iterator(struct pv_arena *arena, int depth)
{
    struct pv_ax *expr = new_expr(arena, PV_AX_ITERATOR, 0);
    expr->depth = depth;
    return expr;
}

pv_ax *pv_ax_parameter(struct pv_arena *arena, const char *name)
{
    struct pv_ax *expr = new_expr(arena, PV_AX_PARAMETER, 0);
    expr->text = pv_strdup(arena, name);
    return expr;
}

pv_ax *pv_ax_unary(struct pv_arena *arena, enum pv_ax_kind kind, pv_ax *a)
{
    struct pv_ax *expr = new_expr(arena, kind, 1);
    expr->args[0] = a;
    return expr;
}

pv_ax *pv_ax_binary(struct pv_arena *arena, enum pv_ax_kind kind, pv_ax *a, pv_ax *b)
{
    struct pv_ax *expr = new_expr(arena, kind, 2);
    expr->args[0] = a;
    expr->args[1] = b;
    return expr;
}

pv_ax *pv_ax_select(struct pv_arena *arena, pv_ax *condition, pv_ax *a, pv_ax *b)
{
    struct pv_ax *expr = new_expr(arena, PV_AX_SELECT, 3);
    expr->args[0] = condition;
    expr->args[1] = a;
    expr->args[2] = b;
    return expr;
}

pv_ax *pv_ax_nary(struct pv_arena *arena, enum pv_ax_kind kind, int n, pv_ax *const *args)
{
    if (n == 1)
        return args[0];
    struct pv_ax *expr = new_expr(arena, kind, n);
    for (int i = 0; i < n; i++)
        expr->args[i] = args[i];
    return expr;
}

bool pv_ax_is_same(pv_ax *a, pv_ax *b)
{
    if (a == b)
        return true;
    if (a->kind != b->kind || a->n != b->n || a->depth != b->depth || !a->text != !b->text)
        return false;
    if (a->text && strcmp(a->text, b->text) != 0)
        return false;
    for (int i = 0; i < a->n; i++)
        if (!pv_ax_is_same(a->args[i], b->args[i]))
            return false;
    return true;
}

bool pv_ax_is_number(pv_ax *a, const char *digits)
{
    return a->kind == PV_AX_NUMBER && !strcmp(a->text, digits);
}

bool pv_ax_uses_iterator(pv_ax *a, int depth)
{
    if (a->kind == PV_AX_ITERATOR)
        return a->depth == depth;
    for (int i = 0; i < a->n; i++)
        if (pv_ax_uses_iterator(a->args[i], depth))
            return true;
    return false;
}

pv_ax *pv_ax_shifted(struct pv_arena *arena, pv_ax *a, int n, const int *shifts)
{
    if (a->kind == PV_AX_ITERATOR && a->depth < n && shifts[a->depth])
        return pv_ax_binary(arena, PV_AX_ADD, a, pv_ax_number(arena, shifts[a->depth]));
    struct pv_ax *result = NULL;
    for (int i = 0; i < a->n; i++) {
        pv_ax *arg = pv_ax_shifted(arena, a->args[i], n, shifts);
        if (arg != a->args[i] && !result) {
            result = new_expr(arena, a->kind, a->n);
            for (int j = 0; j < a->n; j++)
                result->args[j] = a->args[j];
        }
        if (result)
            result->args[i] = arg;
    }
    return result ? result : a;
}

struct pv_an *pv_an_new(struct pv_arena *arena, enum pv_an_kind kind)
{
    struct pv_an *node = pv_new(arena, struct pv_an);
    node->kind = kind;
    return node;
}

bool pv_an_visit(const pv_anodes *nodes, bool (*visit)(struct pv_an *node, void *user), void *user)
{
    for (int i = 0; i < nodes->n; i++)
        if (!visit(nodes->v[i], user) || !pv_an_visit(&nodes->v[i]->body, visit, user) ||
            !pv_an_visit(&nodes->v[i]->other, visit, user))
            return false;
    return true;
}
