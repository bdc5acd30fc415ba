/* Finds scalars that keep the value of their declaration. */
#include "front/origins.h"

#include <string.h>

/* Does nothing but its declaration, or the caller, give the variable of "symbol" a value? */
static bool is_constant(const struct pv_symbol *symbol)
{
    struct pv_cursor init;
    if (!symbol->is_local || symbol->is_in_directive)
        return false;
    for (int i = 0; i < symbol->uses.n; i++)
        if (symbol->uses.v[i].is_write || symbol->uses.v[i].kind != PV_USE_PLAIN)
            return false;
    return symbol->kind == PV_NODE_PARAM ||
           (pv_cursor_is_automatic(symbol->decl) && pv_cursor_initialiser(symbol->decl, &init));
}

/* The symbol of "var", or NULL. */
static const struct pv_symbol *symbol_of(const struct pv_extract *x, const struct pv_var *var)
{
    for (int i = 0; i < x->scopes->symbols.n; i++) {
        const struct pv_symbol *symbol = x->scopes->symbols.v[i];
        if (symbol->is_local && symbol->offset == var->decl.offset && !strcmp(symbol->name, var->name))
            return symbol;
    }
    return NULL;
}

/* Is "expr" arithmetic on integers that do not change? */
static bool is_fixed(struct pv_expr *expr, void *user)
{
    const struct pv_extract *x = user;
    if (expr->type->kind != PV_TYPE_INT)
        return false;
    if (expr->kind == PV_EXPR_INT || expr->kind == PV_EXPR_CAST)
        return true;
    if (expr->kind == PV_EXPR_OP)
        return expr->op >= PV_OP_MUL && expr->op <= PV_OP_SUB;
    bool is_local = expr->kind == PV_EXPR_ACCESS && !expr->n_steps && expr->var->function == x->function;
    const struct pv_symbol *symbol = is_local ? symbol_of(x, expr->var) : NULL;
    return symbol && is_constant(symbol);
}

/* The value that the declaration of "symbol" gives, or NULL. What cannot be read refuses nothing. */
static struct pv_expr *read_value(struct pv_extract *x, const struct pv_symbol *symbol)
{
    struct pv_cursor init;
    if (!pv_cursor_initialiser(symbol->decl, &init))
        return NULL;
    const char *refused = x->refused, *remedy = x->remedy;
    struct pv_loc refused_at = x->refused_at;
    struct pv_expr *value = pv_extract_expr(x, pv_clang_read(x->clang, init, PV_READ_ALL));
    x->refused = refused;
    x->remedy = remedy;
    x->refused_at = refused_at;
    return value && pv_expr_visit(value, is_fixed, x) ? value : NULL;
}

static bool is_named_in_region(const struct pv_extract *x, const struct pv_symbol *symbol)
{
    for (int i = 0; i < symbol->uses.n; i++)
        if (symbol->uses.v[i].offset >= x->region.begin.offset && symbol->uses.v[i].offset < x->region.end.offset)
            return true;
    return false;
}

void pv_origins_find(struct pv_extract *x)
{
    /* Jumps may lead around declarations. */
    if (x->scopes->has_computed_goto || x->scopes->goto_targets.n || x->scopes->is_too_deep)
        return;
    for (int i = 0; i < x->scopes->symbols.n; i++) {
        const struct pv_symbol *symbol = x->scopes->symbols.v[i];
        bool is_candidate = symbol->is_local && symbol->kind == PV_NODE_VAR &&
                            symbol->offset < x->region.begin.offset && is_named_in_region(x, symbol) &&
                            is_constant(symbol);
        struct pv_var *var = is_candidate ? pv_extract_var(x, symbol->decl) : NULL;
        if (var && var->type->kind == PV_TYPE_INT && !var->type->is_volatile && !var->origin)
            var->origin = read_value(x, symbol);
    }
}
