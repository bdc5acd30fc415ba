/* Rewrites subscripts and known values in terms of the new iterators. */
#include "ast/rewrite.h"

#include "base/islx.h"

/* Obstacles. */

struct body_check {
    const struct pv_scop *scop;
    const struct pv_stmt *stmt;
    PV_VEC(const struct pv_var *) declared; /* inside the body */
    const struct pv_expr *pointed;          /* the operand of the last "&" */
    const char *obstacle;
};

static bool is_declared_in_body(const struct body_check *check, const struct pv_var *var)
{
    for (int i = 0; i < check->declared.n; i++)
        if (check->declared.v[i] == var)
            return true;
    return false;
}

/* Is the scalar "expr" memory that the model knows, or a value that it knows? */
static bool is_known(const struct body_check *check, const struct pv_expr *expr)
{
    for (int i = 0; i < check->stmt->substs.n; i++)
        if (check->stmt->substs.v[i].expr == expr)
            return true;
    for (int i = 0; i < check->stmt->accesses.n; i++)
        if (check->stmt->accesses.v[i]->expr == expr)
            return true;
    return false;
}

static bool check_expr(struct pv_expr *expr, void *user)
{
    struct body_check *check = user;
    bool is_address = expr->kind == PV_EXPR_OP && expr->op == PV_OP_ADDRESS;
    if (is_address)
        check->pointed = expr->args[0];
    if (expr->kind != PV_EXPR_ACCESS || is_declared_in_body(check, expr->var))
        return true;
    bool is_scalar = !expr->n_steps && !pv_ctype_is_indexable(expr->type);
    if (is_scalar && expr != check->pointed && !is_known(check, expr))
        check->obstacle = pv_printf(check->scop->arena, "the value of '%s' is not part of the model here",
                                    expr->var->name);
    return !check->obstacle;
}

static void check_root(struct pv_expr **expr, void *user)
{
    pv_expr_visit(*expr, check_expr, user);
}

static bool collect_declared(struct pv_tree *tree, void *user)
{
    struct body_check *check = user;
    if (tree->kind == PV_TREE_DECL)
        pv_push(check->scop->arena, &check->declared, tree->var);
    return true;
}

static bool has_variable_length(const struct pv_ctype *type)
{
    for (; type->kind == PV_TYPE_ARRAY; type = type->elem)
        if (type->length < 0)
            return true;
    return false;
}

static bool check_tree(struct pv_tree *tree, void *user)
{
    struct body_check *check = user;
    if (tree->kind == PV_TREE_RETURN)
        check->obstacle = "a 'return' below control that depends on data";
    if (tree->kind == PV_TREE_DECL && check->stmt->kind == PV_STMT_GENERIC && has_variable_length(tree->var->type))
        check->obstacle = pv_printf(check->scop->arena,
                                    "'%s', an array of variable length below control that "
                                    "depends on data",
                                    tree->var->name);
    if (tree->kind != PV_TREE_PENCIL && tree->kind != PV_TREE_LIVE_OUT)
        pv_tree_visit_exprs(tree, check_root, check);
    return !check->obstacle;
}

const char *pv_rewrite_obstacle(const struct pv_scop *scop, const struct pv_stmt *stmt)
{
    if (!stmt->body)
        return NULL;
    struct body_check check = {.scop = scop, .stmt = stmt};
    if (stmt->kind == PV_STMT_GENERIC)
        pv_tree_visit(stmt->body, collect_declared, &check);
    pv_tree_visit(stmt->body, check_tree, &check);
    return check.obstacle;
}

/* Subscripts and values. */

static int n_subscripts(const struct pv_expr *expr)
{
    int n = 0;
    for (int i = 0; i < expr->n_steps; i++)
        n += expr->steps[i].kind == PV_STEP_INDEX;
    return n;
}

/* "value" { S[i] -> [v] } in terms of the schedule at "site"; NULL where it has no value at all there. */
static __isl_give isl_pw_aff *value_at(const struct pv_site *site, __isl_take isl_pw_aff *value)
{
    value = pv_pw_aff_coalesce(pv_site_pull_back(site, value));
    isl_set *domain = isl_pw_aff_domain(isl_pw_aff_copy(value));
    isl_bool is_empty = isl_set_is_empty(domain);
    isl_set_free(domain);
    if (is_empty == isl_bool_false)
        return value;
    isl_pw_aff_free(value);
    return NULL;
}

static int n_known(const struct pv_access *access)
{
    return (int)isl_multi_pw_aff_dim(access->index, isl_dim_out);
}

/* Subscripts recovered from a linear one have no counterpart in the text: the text is printed instead, unless the reference goes
 * to "local" (may be NULL). */
static bool is_rewritable(const struct pv_access *access, const struct pv_local *local)
{
    if (!access->index || !access->expr || (access->array->n_linear && !local))
        return false;
    return access->array->n_linear || n_known(access) == n_subscripts(access->expr);
}

/* Subscript "pos" of "access", which goes to "local" (may be NULL); NULL where it is never executed. */
static pv_ax *subscript_of(const struct pv_access *access, const struct pv_local *local, int pos,
                           const struct pv_site *site)
{
    isl_pw_aff *index = pos < n_known(access) ? isl_multi_pw_aff_get_pw_aff(access->index, pos) : NULL;
    pv_ax *expr = local ? pv_local_plain_subscript(local, pos, index, site)
                        : (index ? pv_site_plain_value(site, index) : NULL);
    if (expr) {
        isl_pw_aff_free(index);
        return expr;
    }
    isl_pw_aff *value = index ? value_at(site, index) : NULL;
    if (local)
        value = pv_local_subscript(local, pos, value, site);
    return value ? pv_site_value(site, value) : NULL;
}

static void rewrite_access(struct pv_code_leaf *leaf, const struct pv_access *access, const struct pv_local *local,
                           const struct pv_site *site)
{
    int n = local ? local->n_dims : n_subscripts(access->expr);
    struct pv_code_access item = {.expr = access->expr, .local = local};
    for (int i = 0; i < n; i++) {
        pv_ax *expr = subscript_of(access, local, i, site);
        if (!expr) /* never executed here: any text will do */
            return;
        pv_push(site->arena, &item.subscripts, expr);
    }
    pv_push(site->arena, &leaf->accesses, item);
}

/* The value of "value" { S[i] -> [v] } at "site": 0 where it is never executed. NULL where isl failed. */
static pv_ax *known_value(const struct pv_site *site, __isl_keep isl_pw_aff *value)
{
    pv_ax *expr = pv_site_plain_value(site, value);
    if (expr)
        return expr;
    isl_pw_aff *known = value_at(site, isl_pw_aff_copy(value));
    return known ? pv_site_value(site, known) : pv_ax_number(site->arena, 0);
}

bool pv_rewrite_references(struct pv_code_leaf *leaf, const struct pv_site *site, const pv_marks *marks)
{
    const struct pv_stmt *stmt = leaf->stmt;
    for (int i = 0; i < stmt->accesses.n; i++) {
        const struct pv_access *access = stmt->accesses.v[i];
        const struct pv_local *local = pv_local_find(marks, access);
        if (is_rewritable(access, local))
            rewrite_access(leaf, access, local, site);
    }
    for (int i = 0; i < stmt->substs.n; i++) {
        pv_ax *value = known_value(site, stmt->substs.v[i].value);
        if (!value)
            return false;
        struct pv_code_value item = {stmt->substs.v[i].expr, value};
        pv_push(site->arena, &leaf->values, item);
    }
    return true;
}
