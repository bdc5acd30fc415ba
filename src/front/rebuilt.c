/* Rebuilds counted loops from the clauses that are left once scalars are resolved. */
#include "front/rebuilt.h"

static struct pv_tree *copy_of(struct pv_followed *in, const struct pv_tree *tree)
{
    struct pv_tree *copy = pv_new(in->arena, struct pv_tree);
    *copy = *tree;
    return copy;
}

/* The init clause: the iterator's part with "init" as its value, after what is left of the rest. */
static struct pv_tree *new_init(struct pv_followed *in, const struct pv_counting *c, struct pv_tree *before,
                                struct pv_expr *init, struct pv_var *iterator, bool is_declared)
{
    struct pv_range range = c->loop.tree->range;
    struct pv_tree *own = NULL;
    if (init && is_declared) {
        own = pv_tree_new(in->arena, PV_TREE_DECL, range);
        own->var = iterator;
        own->expr = init;
    } else if (init) {
        own = pv_tree_new(in->arena, PV_TREE_EXPR, range);
        own->expr = pv_expr_new_op(in->arena, PV_OP_ASSIGN, iterator->type, range,
                                   pv_followed_access(in, iterator, range), init);
    }
    if (!before || !before->children.n)
        return own;
    if (own)
        pv_push(in->arena, &before->children, own);
    return before;
}

/* "tree" without statements that do nothing; NULL where nothing is left. */
static struct pv_tree *without_null(struct pv_followed *in, struct pv_tree *tree)
{
    if (!tree)
        return NULL;
    struct pv_tree *copy = pv_tree_new(in->arena, PV_TREE_BLOCK, tree->range);
    for (int i = 0; i < tree->children.n; i++)
        if (tree->children.v[i]->kind != PV_TREE_NULL)
            pv_push(in->arena, &copy->children, tree->children.v[i]);
    return copy->children.n ? copy : NULL;
}

/* The increment clause: the iterator's step, and what is left of the others, "after". */
static struct pv_expr *new_increment(struct pv_followed *in, struct pv_expr *step, struct pv_tree *after)
{
    struct pv_expr *inc = step;
    for (int i = 0; after && i < after->children.n; i++) {
        struct pv_expr *next = after->children.v[i]->expr;
        inc = pv_expr_new_op(in->arena, PV_OP_COMMA, next->type, next->range, inc, next);
    }
    return inc;
}

/* The part of "inc" that steps "iterator". */
static struct pv_expr *step_in(struct pv_expr *inc, const struct pv_var *iterator)
{
    if (inc->kind == PV_EXPR_OP && inc->op == PV_OP_COMMA) {
        struct pv_expr *found = step_in(inc->args[0], iterator);
        return found ? found : step_in(inc->args[1], iterator);
    }
    return pv_followed_is_change(inc) && inc->args[0]->var == iterator ? inc : NULL;
}

/* "body" with the statement that ended it in the text. */
static struct pv_tree *with_last(struct pv_followed *in, struct pv_tree *body, const struct pv_tree *text)
{
    pv_push(in->arena, &body->children, text->children.v[text->children.n - 1]);
    return body;
}

struct pv_tree *pv_loop_rebuild(struct pv_followed *in, const struct pv_counting *c, struct pv_tree *before,
                                struct pv_expr *init, struct pv_expr *cond, struct pv_tree *body, struct pv_tree *after)
{
    struct pv_tree *tree = c->loop.tree, *copy = copy_of(in, tree);
    copy->cond = cond;
    copy->body = tree->inc || c->loop.steps_first ? body : with_last(in, body, tree->body);
    if (tree->init)
        copy->init = new_init(in, c, without_null(in, before), init, c->loop.iterator, c->loop.is_declared);
    if (tree->inc)
        copy->inc = new_increment(in, step_in(tree->inc, c->loop.iterator), without_null(in, after));
    return copy;
}

/* "expr" with "by" in the place of "var". */
struct renaming {
    const struct pv_var *var;
    struct pv_var *by;
};

static struct pv_expr *rename_access(struct pv_expr *expr, void *user)
{
    const struct renaming *renaming = user;
    if (expr->kind == PV_EXPR_ACCESS && expr->var == renaming->var)
        expr->var = renaming->by;
    return expr;
}

struct pv_tree *pv_loop_rebuild_declared(struct pv_followed *in, const struct pv_counting *c, struct pv_var *by,
                                         struct pv_tree *before, struct pv_expr *cond, struct pv_tree *body,
                                         struct pv_tree *after)
{
    struct pv_tree *copy = copy_of(in, c->loop.tree);
    struct pv_range range = c->loop.tree->range;
    copy->kind = PV_TREE_FOR;
    copy->body = body;
    struct pv_expr *first = pv_followed_expr(in, c->first, by->type, range);
    if (!first) {
        pv_followed_give_up(in, c->iterator, range.begin);
        return copy;
    }
    struct renaming renaming = {c->loop.iterator, by};
    copy->cond = cond ? pv_expr_map(cond, rename_access, &renaming) : NULL;
    copy->init = new_init(in, c, without_null(in, before), first, by, true);
    struct pv_expr *size = pv_expr_new_int(in->arena, c->loop.step, by->type, range);
    struct pv_expr *step = pv_expr_new_op(in->arena, PV_OP_ADD_ASSIGN, by->type, range,
                                          pv_followed_access(in, by, range), size);
    copy->inc = new_increment(in, step, without_null(in, after));
    return copy;
}
