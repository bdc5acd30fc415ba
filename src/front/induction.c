/* Turns scalars that advance with the loops into functions of the iterators. */
#include "front/induction.h"

#include "front/named.h"
#include "front/rebuilt.h"
#include "front/resolved.h"

/* Bodies are looked at before they are rewritten, so that the work doubles with each loop. */
enum { deepest_loops = 7 };

/* Statements. */

static struct pv_tree *walk(struct pv_followed *in, struct pv_tree *tree);

static struct pv_tree *copy_of(struct pv_followed *in, const struct pv_tree *tree)
{
    struct pv_tree *copy = pv_new(in->arena, struct pv_tree);
    *copy = *tree;
    return copy;
}

static struct pv_tree *walk_expr(struct pv_followed *in, struct pv_tree *tree)
{
    struct pv_tree *copy = copy_of(in, tree);
    copy->resolved.v = NULL;
    copy->resolved.n = copy->resolved.cap = 0;
    pv_vars used = {0};
    in->used = &used;
    copy->expr = pv_resolved_effect(in, tree->expr);
    in->used = NULL;
    for (int i = 0; i < used.n; i++)
        pv_push(in->arena, &copy->resolved, used.v[i]);
    if (!copy->expr)
        copy->kind = PV_TREE_NULL;
    return copy;
}

static struct pv_tree *walk_decl(struct pv_followed *in, struct pv_tree *tree)
{
    struct pv_tree *copy = copy_of(in, tree);
    struct pv_scalar *scalar = pv_followed_find(in, tree->var);
    const struct pv_poly *value = NULL;
    bool is_modular = false;
    if (scalar && tree->expr) {
        struct pv_expr *assignment = pv_expr_new_op(in->arena, PV_OP_ASSIGN, tree->var->type, tree->range,
                                                    pv_followed_access(in, tree->var, tree->range), tree->expr);
        value = pv_followed_assigned(in, scalar, assignment);
        is_modular = !pv_followed_is_exact(scalar, assignment);
    }
    if (!scalar || !scalar->is_resolved)
        copy->expr = pv_resolved_expr(in, tree->expr);
    else
        copy->kind = PV_TREE_NULL;
    if (scalar)
        pv_followed_set(in, scalar, value, is_modular);
    copy->inits.v = NULL;
    copy->inits.n = copy->inits.cap = 0;
    for (int i = 0; i < tree->inits.n; i++)
        pv_push(in->arena, &copy->inits, pv_resolved_expr(in, tree->inits.v[i]));
    return copy;
}

static struct pv_tree *walk_block(struct pv_followed *in, struct pv_tree *tree)
{
    struct pv_tree *copy = copy_of(in, tree);
    copy->children.v = NULL;
    copy->children.n = copy->children.cap = 0;
    for (int i = 0; i < tree->children.n; i++)
        pv_push(in->arena, &copy->children, walk(in, tree->children.v[i]));
    return copy;
}

static struct pv_tree *walk_if(struct pv_followed *in, struct pv_tree *tree)
{
    struct pv_tree *copy = copy_of(in, tree);
    copy->cond = pv_resolved_expr(in, tree->cond);
    pv_scalars before = pv_followed_save(in);
    copy->then_body = walk(in, tree->then_body);
    pv_scalars after_then = pv_followed_save(in);
    pv_followed_restore(in, &before);
    if (tree->else_body)
        copy->else_body = walk(in, tree->else_body);
    pv_followed_merge(in, &after_then);
    return copy;
}

/* Loops. */

static struct pv_expr *new_marker(struct pv_followed *in, const struct pv_scalar *scalar, struct pv_range range)
{
    struct pv_var *var = pv_new(in->arena, struct pv_var);
    *var = *scalar->var;
    var->slot = 0;
    return pv_followed_access(in, var, range);
}

/* By how much one iteration advances each of "changed": NULL where that is not the same in all iterations. */
static const struct pv_poly **find_advances(struct pv_followed *in, const struct pv_counting *c, const pv_vars *changed)
{
    const struct pv_poly **advances = pv_new_array(in->arena, const struct pv_poly *, changed->n + 1);
    if (in->depth >= deepest_loops)
        return advances;
    pv_scalars before = pv_followed_save(in);
    bool was_trial = in->is_trial;
    in->is_trial = true;
    in->depth++;
    struct pv_expr **markers = pv_new_array(in->arena, struct pv_expr *, changed->n + 1);
    for (int i = 0; i < changed->n; i++) {
        struct pv_scalar *scalar = pv_followed_find(in, changed->v[i]);
        if (!scalar)
            continue;
        markers[i] = scalar->marker;
        scalar->marker = new_marker(in, scalar, c->loop.tree->range);
        scalar->value = pv_poly_leaf(in->arena, scalar->marker);
        scalar->is_modular = pv_followed_wraps(scalar->var->type);
    }
    int n_trips = in->trips.n;
    walk(in, c->loop.body);
    if (c->loop.after)
        walk(in, c->loop.after);
    in->trips.n = n_trips;
    for (int i = 0; i < changed->n; i++) {
        struct pv_scalar *scalar = pv_followed_find(in, changed->v[i]);
        if (!scalar)
            continue;
        const struct pv_poly *marker = pv_poly_leaf(in->arena, scalar->marker);
        const struct pv_poly *advance = pv_poly_add(in->arena, scalar->value, marker, -1);
        advances[i] = pv_loop_is_invariant(in, c, changed, advance) ? advance : NULL;
    }
    for (int i = 0; i < changed->n; i++)
        if (pv_followed_find(in, changed->v[i]))
            pv_followed_find(in, changed->v[i])->marker = markers[i];
    pv_followed_restore(in, &before);
    in->is_trial = was_trial;
    in->depth--;
    return advances;
}

/* start + n * advance */
static const struct pv_poly *advanced(struct pv_followed *in, const struct pv_poly *start, const struct pv_poly *n,
                                      const struct pv_poly *advance)
{
    int64_t constant;
    if (pv_poly_is_constant(advance, &constant) && !constant)
        return start;
    return pv_poly_add(in->arena, start, pv_poly_multiply(in->arena, n, advance), 1);
}

/* n * advance without the division that is part of the count. */
static const struct pv_poly *in_iteration(struct pv_followed *in, const struct pv_counting *c,
                                          const struct pv_poly *start, const struct pv_poly *advance)
{
    int64_t size = c->loop.step > 0 ? c->loop.step : -c->loop.step;
    const struct pv_poly *part = size == 1 || !c->count ? NULL : pv_poly_divide(in->arena, advance, size);
    if (!part)
        return advanced(in, start, c->count, advance);
    const struct pv_poly *run = c->loop.step > 0 ? pv_poly_add(in->arena, c->it, c->first, -1)
                                                 : pv_poly_add(in->arena, c->first, c->it, -1);
    return advanced(in, start, run, part);
}

/* Set the scalars that the loop changes to their values in the current iteration. */
static void enter_iteration(struct pv_followed *in, const struct pv_counting *c, const pv_vars *changed,
                            const struct pv_poly **advances, const pv_scalars *before)
{
    for (int i = 0; i < changed->n; i++) {
        struct pv_scalar *scalar = pv_followed_find(in, changed->v[i]);
        if (!scalar)
            continue;
        const struct pv_scalar *old = &before->v[scalar - in->scalars.v];
        const struct pv_poly *value = advances[i] ? in_iteration(in, c, old->value, advances[i]) : NULL;
        int64_t constant;
        bool is_moving = !(pv_poly_is_constant(advances[i], &constant) && !constant);
        scalar->value = value;
        scalar->is_modular = value && (old->is_modular || (is_moving && pv_followed_wraps(scalar->var->type)));
        scalar->is_wanted = scalar->is_wanted || (value && is_moving && !in->is_trial);
    }
}

/* Set them to their values after the loop. */
static void leave_loop(struct pv_followed *in, const struct pv_counting *c, const pv_vars *changed,
                       const struct pv_poly **advances, const pv_scalars *before)
{
    for (int i = 0; i < changed->n; i++) {
        struct pv_scalar *scalar = pv_followed_find(in, changed->v[i]);
        if (!scalar)
            continue;
        const struct pv_scalar *old = &before->v[scalar - in->scalars.v];
        const struct pv_poly *value = advances[i] ? advanced(in, old->value, c->trip, advances[i]) : NULL;
        pv_followed_set(in, scalar, value, old->is_modular || pv_followed_wraps(scalar->var->type));
    }
    if (!c->loop.is_declared && c->iterator) {
        const struct pv_poly *step = pv_poly_constant(in->arena, c->loop.step);
        const struct pv_poly *after = advanced(in, c->first, c->trip, step);
        pv_followed_set(in, c->iterator, after, pv_followed_wraps(c->iterator->var->type));
    }
    pv_followed_invalidate(in, c->loop.iterator);
}

/* Nothing is known of the scalars "tree" changes: it may do so any number of times. */
static void forget_changed(struct pv_followed *in, struct pv_tree *tree)
{
    pv_vars written = {0};
    pv_tree_collect_written(in->arena, tree, &written);
    for (int i = 0; i < written.n; i++) {
        struct pv_scalar *scalar = pv_followed_find(in, written.v[i]);
        pv_followed_invalidate(in, written.v[i]);
        if (scalar)
            pv_followed_forget(scalar);
    }
}

/* A loop that is not counted. */
static struct pv_tree *walk_uncounted(struct pv_followed *in, struct pv_tree *tree)
{
    struct pv_tree *copy = copy_of(in, tree);
    if (tree->init)
        copy->init = walk(in, tree->init);
    forget_changed(in, tree);
    copy->cond = pv_resolved_expr(in, tree->cond);
    copy->body = walk(in, tree->body);
    if (tree->inc)
        copy->inc = pv_resolved_expr(in, tree->inc);
    forget_changed(in, tree);
    return copy;
}

static bool find_continue(struct pv_tree *tree, void *user)
{
    bool *is_found = user;
    *is_found = *is_found || tree->kind == PV_TREE_CONTINUE;
    return tree->kind != PV_TREE_FOR && tree->kind != PV_TREE_WHILE && tree->kind != PV_TREE_DO;
}

static bool is_without_effect(struct pv_expr *expr, void *user)
{
    (void)user;
    return expr->kind != PV_EXPR_CALL &&
           !(expr->kind == PV_EXPR_OP && (pv_op_is_assignment(expr->op) || pv_op_is_step(expr->op)));
}

/* Forget the advances of scalars that the body changes: an iteration may end before that. */
static void drop_skipped(struct pv_followed *in, const struct pv_counting *c, const pv_vars *changed,
                         const struct pv_poly **advances)
{
    bool is_found = false;
    pv_tree_visit(c->loop.body, find_continue, &is_found);
    pv_vars written = {0};
    if (is_found)
        pv_tree_collect_written(in->arena, c->loop.body, &written);
    for (int i = 0; i < changed->n; i++)
        for (int j = 0; j < written.n; j++)
            if (changed->v[i] == written.v[j])
                advances[i] = NULL;
}

/* The iterator in the current iteration, and the variable that the rewritten loop has for it. */
static struct pv_var *name_iterator(struct pv_followed *in, struct pv_counting *c)
{
    struct pv_var *var = c->loop.iterator;
    if (c->iterator && c->iterator->is_resolved) {
        var = pv_new(in->arena, struct pv_var);
        *var = *c->loop.iterator;
        var->storage = PV_STORAGE_LOCAL;
        var->slot = 0;
        pv_eval_binding(in->ec, var)->is_written = true;
    }
    c->it = pv_poly_leaf(in->arena, pv_followed_access(in, var, c->loop.tree->range));
    return var;
}

static struct pv_tree *walk_counted(struct pv_followed *in, struct pv_tree *tree, struct pv_counting *c)
{
    struct pv_tree *before = c->loop.before ? walk(in, c->loop.before) : NULL;
    c->iterator = pv_followed_find(in, c->loop.iterator);
    struct pv_expr *init = pv_resolved_expr(in, c->loop.init);
    if (c->loop.init)
        c->start = pv_followed_value(in, c->loop.init);
    else if (c->iterator && !c->iterator->is_modular)
        c->start = c->iterator->value;
    if (c->loop.init && !pv_followed_keeps_values(c->loop.init->type, c->loop.iterator->type))
        c->start = NULL;
    struct pv_var *by = name_iterator(in, c);
    pv_vars changed = pv_loop_changed(in, c);
    if (!pv_loop_is_invariant(in, c, &changed, c->start))
        c->start = NULL;
    for (int i = 0; i < changed.n; i++)
        pv_followed_invalidate(in, changed.v[i]);
    pv_followed_invalidate(in, c->loop.iterator);
    pv_scalars saved = pv_followed_save(in); /* no value in it depends on what the loop changes */
    for (int i = 0; i < changed.n; i++)
        if (pv_followed_find(in, changed.v[i]))
            pv_followed_forget(pv_followed_find(in, changed.v[i]));
    if (c->iterator)
        pv_followed_set(in, c->iterator, c->it, false);
    pv_loop_count(in, tree, c, &changed);
    const struct pv_poly **advances = find_advances(in, c, &changed);
    drop_skipped(in, c, &changed, advances);
    enter_iteration(in, c, &changed, advances, &saved);
    pv_push(in->arena, &in->around, tree);
    pv_scalars in_body = pv_followed_save(in);
    struct pv_expr *cond = pv_resolved_expr(in, by == c->loop.iterator ? tree->cond : c->loop.cond);
    pv_followed_restore(in, &in_body); /* a step in the condition makes the iterator what the body sees */
    struct pv_tree *body = walk(in, c->loop.body);
    struct pv_tree *after = c->loop.after ? walk(in, c->loop.after) : NULL;
    in->around.n--;
    struct pv_tree *copy = by == c->loop.iterator ? pv_loop_rebuild(in, c, before, init, cond, body, after)
                                                  : pv_loop_rebuild_declared(in, c, by, before, cond, body, after);
    leave_loop(in, c, &changed, advances, &saved);
    return copy;
}

/* Does the condition "cond" (may be NULL) change a variable other than "iterator"? */
static bool changes_others(struct pv_followed *in, struct pv_expr *cond, const struct pv_var *iterator)
{
    pv_vars written = {0};
    if (cond)
        pv_expr_collect_written(in->arena, cond, &written);
    return written.n > 1 || (written.n && written.v[0] != iterator);
}

/* Does "cond" name "var" and no other scalar of "changed"? */
static bool tests_only(struct pv_expr *cond, const struct pv_var *var, const pv_vars *changed)
{
    for (int i = 0; i < changed->n; i++)
        if (changed->v[i] != var && pv_followed_mentions(cond, changed->v[i]))
            return false;
    return pv_followed_mentions(cond, var) > 0;
}

/* while (p < end) { *p++ = 0; }: the scalar that the condition tests advances somewhere in the body, by the same constant in
 * each iteration. It is the iterator, if it can be resolved. */
static bool recognise_by_body(struct pv_followed *in, struct pv_tree *tree, struct pv_counting *c)
{
    bool is_skipped = false;
    pv_tree_visit(tree->body, find_continue, &is_skipped);
    if (tree->kind != PV_TREE_WHILE || is_skipped || !pv_expr_visit(tree->cond, is_without_effect, NULL))
        return false;
    *c = (struct pv_counting){.loop = {.tree = tree, .cond = tree->cond, .body = tree->body}};
    c->loop.has_break = pv_tree_has_escaping_jump(tree->body);
    c->loop.iterator = pv_new(in->arena, struct pv_var);
    pv_vars changed = pv_loop_changed(in, c);
    pv_scalars before = pv_followed_save(in);
    for (int i = 0; i < changed.n; i++)
        pv_followed_invalidate(in, changed.v[i]);
    const struct pv_poly **advances = find_advances(in, c, &changed);
    pv_followed_restore(in, &before);
    for (int i = 0; i < changed.n; i++) {
        struct pv_scalar *scalar = pv_followed_find(in, changed.v[i]);
        int64_t step;
        if (!scalar || !pv_poly_is_constant(advances[i], &step) || !step || step > 1024 || step < -1024 ||
            !tests_only(tree->cond, scalar->var, &changed))
            continue;
        scalar->is_wanted = scalar->is_wanted || !in->is_trial;
        c->loop.iterator = scalar->var;
        c->loop.step = step;
        return scalar->is_resolved;
    }
    return false;
}

static struct pv_tree *walk_loop(struct pv_followed *in, struct pv_tree *tree)
{
    struct pv_counting c = {.count = NULL};
    bool is_counted = pv_loop_recognise(in->ec, tree, &c.loop) && c.loop.iterator &&
                      pv_followed_find(in, c.loop.iterator);
    is_counted = (is_counted && !changes_others(in, tree->cond, c.loop.iterator)) || recognise_by_body(in, tree, &c);
    in->depth++;
    struct pv_tree *copy = is_counted ? walk_counted(in, tree, &c) : walk_uncounted(in, tree);
    in->depth--;
    return copy;
}

/* A scalar in a statement that is not followed cannot be resolved. */
static struct pv_tree *walk_other(struct pv_followed *in, struct pv_tree *tree)
{
    struct pv_tree *copy = copy_of(in, tree);
    copy->expr = pv_resolved_expr(in, tree->expr);
    for (int i = 0; i < tree->args.n; i++)
        for (int j = 0; j < in->scalars.n; j++)
            if (pv_followed_mentions(tree->args.v[i], in->scalars.v[j].var))
                pv_followed_give_up(in, &in->scalars.v[j], tree->range.begin);
    return copy;
}

static struct pv_tree *walk(struct pv_followed *in, struct pv_tree *tree)
{
    switch (tree->kind) {
    case PV_TREE_BLOCK:
        return walk_block(in, tree);
    case PV_TREE_EXPR:
        return walk_expr(in, tree);
    case PV_TREE_DECL:
        return walk_decl(in, tree);
    case PV_TREE_IF:
        return walk_if(in, tree);
    case PV_TREE_FOR:
    case PV_TREE_WHILE:
        return walk_loop(in, tree);
    case PV_TREE_DO: {
        bool is_once = tree->cond->kind == PV_EXPR_INT && !tree->cond->value && !pv_tree_has_escaping_jump(tree->body);
        if (!is_once)
            return walk_uncounted(in, tree);
        struct pv_tree *copy = copy_of(in, tree);
        copy->body = walk(in, tree->body);
        return copy;
    }
    default:
        return walk_other(in, tree);
    }
}

/* The whole tree. */

/* Does a statement of the program see the value of "var" after the region? */
static bool is_live_after(const struct pv_eval *ec, const struct pv_var *var)
{
    const struct pv_region *region = ec->scop->region;
    for (int i = 0; i < region->used_after.n; i++)
        if (region->used_after.v[i] == var)
            return true;
    return region->all_used_after;
}

static bool find_declaration(struct pv_tree *tree, void *user)
{
    struct pv_followed *in = user;
    struct pv_scalar *scalar = tree->kind == PV_TREE_DECL ? pv_followed_find(in, tree->var) : NULL;
    if (scalar)
        scalar->is_declared = true;
    const struct pv_ctype *type = tree->kind == PV_TREE_DECL ? tree->var->type : NULL;
    for (; type && pv_ctype_is_indexable(type); type = type->elem)
        for (int i = 0; type->length_expr && i < in->scalars.n; i++)
            in->scalars.v[i].is_length = in->scalars.v[i].is_length ||
                                         pv_followed_mentions(type->length_expr, in->scalars.v[i].var);
    return true;
}

/* Variables that nothing but the text of "tree" changes, while it runs. */
static void find_scalars(struct pv_followed *in, struct pv_tree *tree)
{
    pv_tree_collect_written(in->arena, tree, &in->written);
    for (int i = 0; i < in->written.n; i++) {
        struct pv_var *var = in->written.v[i];
        bool is_own = var->storage != PV_STORAGE_GLOBAL && !var->is_static && !var->is_thread_local;
        struct pv_scalar scalar = {.var = var};
        if (is_own && !var->address_taken && !var->address_passed)
            pv_push(in->arena, &in->scalars, scalar);
    }
    pv_tree_visit(tree, find_declaration, in);
}

/* The value of "scalar" when "tree", all of the region, begins. */
static const struct pv_poly *entry_value(struct pv_followed *in, const struct pv_scalar *scalar,
                                         const struct pv_tree *tree)
{
    struct pv_range at = {tree->range.begin, tree->range.begin};
    const struct pv_region *region = in->ec->scop->region;
    for (int i = 0; scalar->var->offset_of && i < region->moved.n; i++)
        if (region->moved.v[i].var == scalar->var->offset_of && region->moved.v[i].is_from_itself)
            return pv_poly_constant(in->arena, 0);
    if (scalar->var->offset_of)
        return NULL;
    bool has_name = in->ec->names && !scalar->is_declared && scalar->var->storage != PV_STORAGE_GLOBAL;
    struct pv_var *name = has_name ? pv_named_get(in->ec, pv_followed_access(in, scalar->var, at), true) : NULL;
    return name ? pv_poly_leaf(in->arena, pv_followed_access(in, name, at)) : NULL;
}

/* Assign the last values of resolved scalars that the program needs after the region. */
static void add_final_values(struct pv_followed *in, struct pv_tree *tree)
{
    struct pv_range range = tree->children.n ? tree->children.v[tree->children.n - 1]->range : tree->range;
    for (int i = 0; i < in->scalars.n; i++) {
        struct pv_scalar *scalar = &in->scalars.v[i];
        if (!scalar->is_resolved || scalar->is_declared || scalar->var->offset_of || in->ec->is_summary ||
            !is_live_after(in->ec, scalar->var))
            continue;
        struct pv_expr *value = scalar->value ? pv_followed_expr(in, scalar->value, scalar->var->type, range) : NULL;
        if (!value) {
            pv_followed_give_up(in, scalar, range.end);
            continue;
        }
        struct pv_tree *final = pv_tree_new(in->arena, PV_TREE_EXPR, range);
        final->expr = pv_expr_new_op(in->arena, PV_OP_ASSIGN, scalar->var->type, range,
                                     pv_followed_access(in, scalar->var, range), value);
        final->is_final = true;
        pv_push(in->arena, &tree->children, final);
    }
}

/* A copy of "expr", what a pointer points at, with values in the place of its scalars; NULL where one is not known. */
static struct pv_expr *place_at_end(struct pv_followed *in, const struct pv_expr *expr, struct pv_range range)
{
    struct pv_expr *copy = pv_expr_copy(in->arena, expr);
    for (int i = 0; i < copy->n_steps; i++) {
        struct pv_step *step = &copy->steps[i];
        struct pv_scalar *scalar = step->kind == PV_STEP_INDEX && step->index->kind == PV_EXPR_ACCESS
                                       ? pv_followed_find(in, step->index->var)
                                       : NULL;
        if (!scalar)
            continue;
        bool is_known = scalar->value != NULL;
        for (int j = 0; j < in->written.n; j++)
            is_known = is_known && !pv_poly_mentions(scalar->value, in->written.v[j]);
        step->index = is_known ? pv_followed_expr(in, scalar->value, scalar->var->type, range) : NULL;
        if (!step->index) {
            pv_followed_give_up(in, scalar, range.begin);
            return NULL;
        }
    }
    return copy;
}

/* Note where pointers that the program needs after the region have moved to. What depends on another pointer that moves comes
 * before that one moves. */
static void add_moved(struct pv_followed *in, struct pv_tree *tree)
{
    const struct pv_region *region = in->ec->scop->region;
    struct pv_range range = tree->children.n ? tree->children.v[tree->children.n - 1]->range : tree->range;
    in->ec->scop->moved.n = 0;
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < region->moved.n && !in->ec->is_summary; i++) {
            const struct pv_moved *moved = &region->moved.v[i];
            if (moved->is_from_itself != (pass == 1) || !is_live_after(in->ec, moved->var))
                continue;
            struct pv_moved last = {moved->var, place_at_end(in, moved->place, range), moved->is_from_itself};
            if (last.place && !last.is_from_itself && last.place->n_steps != 1)
                pv_eval_refuse(in->ec, range.begin, "set the pointer after the region",
                               "pointer '%s', which is used after the region, points into '%s'", moved->var->name,
                               last.place->var->name);
            if (last.place)
                pv_push(in->arena, &in->ec->scop->moved, last);
        }
}

/* One attempt at all of "tree". */
static struct pv_tree *attempt(struct pv_followed *in, struct pv_tree *tree)
{
    in->has_failed = false;
    in->trips.n = 0;
    for (int i = 0; i < in->scalars.n; i++) {
        in->scalars.v[i].value = entry_value(in, &in->scalars.v[i], tree);
        in->scalars.v[i].is_modular = false;
    }
    struct pv_tree *copy = walk(in, tree);
    add_final_values(in, copy);
    if (!tree->inlined_call)
        add_moved(in, tree);
    return copy;
}

struct pv_tree *pv_induction_resolve(struct pv_eval *ec, struct pv_tree *tree)
{
    struct pv_followed in = {.ec = ec, .arena = ec->arena};
    if (tree->kind != PV_TREE_BLOCK)
        return tree;
    find_scalars(&in, tree);
    bool was_before_walk = ec->is_before_walk, is_any = false;
    ec->is_before_walk = in.is_first = true;
    for (int i = 0; i < in.scalars.n; i++)
        in.scalars.v[i].is_resolved = in.scalars.v[i].var->offset_of != NULL;
    if (in.scalars.n)
        attempt(&in, tree);
    in.is_first = false;
    for (int i = 0; i < in.scalars.n; i++) {
        in.scalars.v[i].is_resolved = (in.scalars.v[i].is_wanted && !in.scalars.v[i].is_length) ||
                                      in.scalars.v[i].var->offset_of;
        is_any = is_any || in.scalars.v[i].is_resolved;
    }
    struct pv_tree *copy = is_any ? attempt(&in, tree) : tree;
    while (in.has_failed)
        copy = attempt(&in, tree);
    ec->is_before_walk = was_before_walk;
    is_any = false;
    for (int i = 0; i < in.scalars.n; i++)
        is_any = is_any || in.scalars.v[i].is_resolved;
    return is_any ? copy : tree;
}
