/* Finds what each instance of a statement accesses, whichever way it takes through the control of its own. */
#include "analysis/certain.h"

#include <isl/map.h>

bool pv_access_is_plain(const struct pv_access *access)
{
    int n_index = 0;
    for (int i = 0; access->expr && i < access->expr->n_steps; i++)
        n_index += access->expr->steps[i].kind == PV_STEP_INDEX;
    const struct pv_array *array = access->array;
    return access->index && n_index >= array->n_dims - (array->n_linear ? array->n_linear - 1 : 0);
}

struct search {
    const struct pv_stmt *stmt;
    const struct pv_array *array;
};

/* Without the last number of each element. */
static __isl_give isl_map *to_rows(const struct search *search, __isl_take isl_map *elements)
{
    return isl_map_project_out(elements, isl_dim_out, (unsigned)search->array->n_dims - 1, 1);
}

static __isl_give isl_map *nothing(const struct search *search)
{
    isl_set *none = isl_set_empty(isl_set_get_space(search->array->extent));
    return to_rows(search, isl_map_from_domain_and_range(isl_set_copy(search->stmt->domain), none));
}

/* { S[i] -> [r] }: the row of the element that "expr", an access, reaches itself. */
static __isl_give isl_map *row_of(const struct search *search, const struct pv_expr *expr)
{
    for (int i = 0; i < search->stmt->accesses.n; i++) {
        const struct pv_access *access = search->stmt->accesses.v[i];
        if (access->expr == expr && access->array == search->array && pv_access_is_plain(access))
            return to_rows(search, isl_map_from_multi_pw_aff(isl_multi_pw_aff_copy(access->index)));
    }
    return nothing(search);
}

/* { S[i] -> [r] }: the rows that the evaluation of "expr" certainly accesses. */
static __isl_give isl_map *of_expr(const struct search *search, const struct pv_expr *expr)
{
    if (!expr)
        return nothing(search);
    isl_map *all = expr->kind == PV_EXPR_ACCESS ? row_of(search, expr) : nothing(search);
    for (int i = 0; i < expr->n_steps; i++)
        if (expr->steps[i].kind == PV_STEP_INDEX)
            all = isl_map_union(all, of_expr(search, expr->steps[i].index));
    bool is_op = expr->kind == PV_EXPR_OP;
    bool is_partial = is_op && (expr->op == PV_OP_LAND || expr->op == PV_OP_LOR || expr->op == PV_OP_COND);
    for (int i = 0; i < (is_partial ? 1 : expr->n_args); i++)
        all = isl_map_union(all, of_expr(search, expr->args[i]));
    if (!is_op || expr->op != PV_OP_COND)
        return all;
    isl_map *both = isl_map_intersect(of_expr(search, expr->args[1]), of_expr(search, expr->args[2]));
    return isl_map_union(all, both);
}

static bool find_jump(struct pv_tree *tree, void *user)
{
    bool *has_jump = user;
    *has_jump = *has_jump || tree->kind == PV_TREE_BREAK || tree->kind == PV_TREE_CONTINUE ||
                tree->kind == PV_TREE_RETURN;
    return !*has_jump;
}

/* { S[i] -> [r] }: the rows that the execution of "tree" certainly accesses. */
static __isl_give isl_map *of_tree(const struct search *search, struct pv_tree *tree)
{
    isl_map *all = nothing(search);
    if (!tree)
        return all;
    switch (tree->kind) {
    case PV_TREE_BLOCK:
        for (int i = 0; i < tree->children.n; i++) {
            bool has_jump = false;
            all = isl_map_union(all, of_tree(search, tree->children.v[i]));
            pv_tree_visit(tree->children.v[i], find_jump, &has_jump);
            if (has_jump)
                break;
        }
        return all;
    case PV_TREE_DECL:
        for (int i = 0; i < tree->inits.n; i++)
            all = isl_map_union(all, of_expr(search, tree->inits.v[i]));
        return isl_map_union(all, of_expr(search, tree->expr));
    case PV_TREE_EXPR:
    case PV_TREE_RETURN:
        return isl_map_union(all, of_expr(search, tree->expr));
    case PV_TREE_IF: {
        isl_map *both = isl_map_intersect(of_tree(search, tree->then_body), of_tree(search, tree->else_body));
        all = isl_map_union(all, of_expr(search, tree->cond));
        return isl_map_union(all, both);
    }
    default:
        return all;
    }
}

__isl_give isl_set *pv_certain_rows(const struct pv_scop *scop, const struct pv_array *array)
{
    isl_set *all = isl_set_empty(isl_set_get_space(array->extent));
    all = isl_set_project_out(all, isl_dim_set, (unsigned)array->n_dims - 1, 1);
    for (int i = 0; i < scop->stmts.n; i++) {
        struct search search = {scop->stmts.v[i], array};
        bool is_run = search.stmt->kind == PV_STMT_EXPR || search.stmt->kind == PV_STMT_BLOCK ||
                      search.stmt->kind == PV_STMT_GENERIC;
        if (!is_run || !search.stmt->body)
            continue;
        isl_map *accessed = of_tree(&search, search.stmt->body);
        accessed = isl_map_intersect_domain(accessed, isl_set_copy(search.stmt->domain));
        all = isl_set_union(all, isl_map_range(accessed));
    }
    return all;
}
