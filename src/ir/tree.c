/* Structured statements, functions and regions: the translation unit after parsing. */
#include "ir/tree.h"

#include <string.h>

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

struct pv_tree *pv_tree_map(struct pv_arena *arena, const struct pv_tree *tree,
                            struct pv_expr *(*map)(const struct pv_expr *expr, void *user), void *user)
{
    if (!tree)
        return NULL;
    struct pv_tree *copy = pv_new(arena, struct pv_tree);
    *copy = *tree;
    copy->init = pv_tree_map(arena, tree->init, map, user);
    copy->expr = tree->expr ? map(tree->expr, user) : NULL;
    copy->cond = tree->cond ? map(tree->cond, user) : NULL;
    copy->inc = tree->inc ? map(tree->inc, user) : NULL;
    copy->then_body = pv_tree_map(arena, tree->then_body, map, user);
    copy->else_body = pv_tree_map(arena, tree->else_body, map, user);
    copy->body = pv_tree_map(arena, tree->body, map, user);
    copy->children.v = NULL;
    copy->inits.v = copy->args.v = NULL;
    copy->children.n = copy->children.cap = copy->inits.n = copy->inits.cap = copy->args.n = copy->args.cap = 0;
    for (int i = 0; i < tree->children.n; i++)
        pv_push(arena, &copy->children, pv_tree_map(arena, tree->children.v[i], map, user));
    for (int i = 0; i < tree->inits.n; i++)
        pv_push(arena, &copy->inits, map(tree->inits.v[i], user));
    for (int i = 0; i < tree->args.n; i++)
        pv_push(arena, &copy->args, map(tree->args.v[i], user));
    return copy;
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

bool pv_region_has_local(const struct pv_region *region, const char *name)
{
    for (int i = 0; i < region->local_names.n; i++)
        if (!strcmp(region->local_names.v[i], name))
            return true;
    return false;
}
