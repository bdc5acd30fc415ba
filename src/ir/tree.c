#include "ir/tree.h"

struct pv_tree *pv_tree_new(struct pv_arena *arena, enum pv_tree_kind kind, struct pv_range range)
{
    struct pv_tree *tree = pv_new(arena, struct pv_tree);
    tree->kind = kind;
    tree->range = range;
    return tree;
}

void pv_tree_visit(struct pv_tree *tree, bool (*visit)(struct pv_tree *tree, void *user), void *user)
{
    if (!tree || !visit(tree, user))
        return;
    for (int i = 0; i < tree->children.n; i++)
        pv_tree_visit(tree->children.v[i], visit, user);
    pv_tree_visit(tree->init, visit, user);
    pv_tree_visit(tree->then_body, visit, user);
    pv_tree_visit(tree->else_body, visit, user);
    pv_tree_visit(tree->body, visit, user);
}

static void visit_one(struct pv_expr **expr, void (*visit)(struct pv_expr **expr, void *user), void *user)
{
    if (*expr)
        visit(expr, user);
}

void pv_tree_visit_exprs(struct pv_tree *tree, void (*visit)(struct pv_expr **expr, void *user), void *user)
{
    visit_one(&tree->expr, visit, user);
    for (int i = 0; i < tree->inits.n; i++)
        visit_one(&tree->inits.v[i], visit, user);
    visit_one(&tree->cond, visit, user);
    visit_one(&tree->inc, visit, user);
    for (int i = 0; i < tree->args.n; i++)
        visit_one(&tree->args.v[i], visit, user);
}

static bool count_return(struct pv_tree *tree, void *user)
{
    *(int *)user += tree->kind == PV_TREE_RETURN;
    return true;
}

int pv_tree_count_returns(struct pv_tree *tree)
{
    int n = 0;
    pv_tree_visit(tree, count_return, &n);
    return n;
}
