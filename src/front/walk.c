/* Walks the statements of a region and computes their domains and their order. */
#include "front/walk.h"

#include "base/islx.h"

#include "front/affine.h"
#include "front/arrays.h"
#include "front/exclude.h"
#include "front/exposed.h"
#include "front/forward.h"
#include "front/induction.h"
#include "front/inliner.h"
#include "front/invariants.h"
#include "front/iterations.h"
#include "front/limits.h"
#include "front/refs.h"
#include "front/survey.h"
#include "front/valuecalls.h"

#include <isl/map.h>
#include <string.h>

static void add_to_order(struct pv_eval *ec, struct pv_order *sequence, struct pv_stmt *stmt)
{
    struct pv_order *leaf = pv_new(ec->arena, struct pv_order);
    leaf->kind = PV_ORDER_STMT;
    leaf->stmt = stmt;
    pv_push(ec->arena, &sequence->children, leaf);
}

/* Statements. */

static void forget_all(struct pv_eval *ec, const pv_vars *vars)
{
    for (int i = 0; i < vars->n; i++)
        pv_eval_forget(ec, vars->v[i]);
}

/* The body of a called function in the place of the call; where it calls itself again, that stays a call. */
static enum pv_outcome walk_inlined(struct pv_eval *ec, struct pv_tree *tree, struct pv_order *sequence)
{
    tree = pv_invariants_name(ec, pv_valuecalls_replace(ec, tree));
    tree = pv_induction_resolve(ec, tree);
    pv_survey(ec, tree);
    pv_push(ec->arena, &ec->call_stack, tree->inlined_call->callee);
    enum pv_outcome outcome = pv_walk(ec, tree, sequence);
    ec->call_stack.n--;
    return outcome;
}

/* The text "tree" of "stmt" with the definitions of scalars in its subscripts. */
static struct pv_tree *with_linear_subscripts(struct pv_eval *ec, struct pv_stmt *stmt, struct pv_tree *tree)
{
    struct pv_expr *expr = pv_forward_into_subscripts(ec, stmt, tree->expr);
    if (expr == tree->expr)
        return tree;
    struct pv_tree *copy = pv_new(ec->arena, struct pv_tree);
    *copy = *tree;
    copy->expr = expr;
    return copy;
}

static enum pv_outcome walk_expr(struct pv_eval *ec, struct pv_tree *tree, struct pv_order *sequence)
{
    if (ec->generic) {
        pv_refs_collect(ec, ec->generic, tree->expr);
        return PV_DONE;
    }
    struct pv_tree *inlined = pv_inline_call(ec, tree);
    if (inlined)
        return walk_inlined(ec, inlined, sequence);
    enum pv_stmt_kind kind = tree->is_final ? PV_STMT_FINAL : PV_STMT_EXPR;
    struct pv_stmt *stmt = pv_paths_new_stmt(ec, kind, tree->range, tree->label);
    for (int i = 0; i < tree->resolved.n; i++)
        pv_push(ec->arena, &stmt->forwarded, tree->resolved.v[i]);
    stmt->body = with_linear_subscripts(ec, stmt, tree);
    add_to_order(ec, sequence, stmt);
    pv_refs_collect(ec, stmt, stmt->body->expr);
    return PV_DONE;
}

/* Is "var" nothing but the iterator of loops? Then it is no memory of the model. */
static bool is_only_iterator(struct pv_eval *ec, struct pv_var *var)
{
    const struct pv_binding *binding = pv_eval_binding(ec, var);
    return pv_var_is_trackable(var) && binding->is_surveyed && !binding->is_assigned && !binding->is_read_as_data;
}

void pv_walk_kill(struct pv_eval *ec, struct pv_var *var, struct pv_range range, struct pv_order *sequence)
{
    struct pv_stmt *stmt = pv_paths_new_stmt(ec, PV_STMT_KILL, range, NULL);
    pv_paths_add_whole(ec, stmt, pv_arrays_get(ec, var), PV_USE_KILL);
    add_to_order(ec, sequence, stmt);
}

/* The assignment that an initialiser is. */
static struct pv_expr *initialising_assignment(struct pv_eval *ec, struct pv_tree *tree)
{
    struct pv_expr *target = pv_expr_new(ec->arena, PV_EXPR_ACCESS, tree->var->type, tree->range);
    target->var = tree->var;
    return pv_expr_new_op(ec->arena, PV_OP_ASSIGN, tree->var->type, tree->range, target, tree->expr);
}

/* int a[4] = {1, 2}: one statement that reads the values and writes all of the variable. */
static void walk_init_list(struct pv_eval *ec, struct pv_tree *tree, struct pv_order *sequence)
{
    struct pv_stmt *stmt = ec->generic;
    if (!stmt) {
        stmt = pv_paths_new_stmt(ec, PV_STMT_EXPR, tree->range, tree->label);
        stmt->body = tree;
        add_to_order(ec, sequence, stmt);
        pv_paths_add_whole(ec, stmt, pv_arrays_get(ec, tree->var), PV_USE_WRITE);
    }
    for (int i = 0; i < tree->inits.n; i++)
        pv_refs_collect(ec, stmt, tree->inits.v[i]);
}

static enum pv_outcome walk_decl(struct pv_eval *ec, struct pv_tree *tree, struct pv_order *sequence)
{
    pv_eval_forget(ec, tree->var);
    if (!ec->generic && !is_only_iterator(ec, tree->var))
        pv_walk_kill(ec, tree->var, tree->range, sequence);
    if (tree->has_init_list) {
        walk_init_list(ec, tree, sequence);
        return PV_DONE;
    }
    if (!tree->expr)
        return PV_DONE;
    struct pv_tree *init = pv_tree_new(ec->arena, PV_TREE_EXPR, tree->range);
    init->expr = initialising_assignment(ec, tree);
    init->label = tree->label;
    return walk_expr(ec, init, sequence);
}

/* Does control never come to the end of "tree"? */
static bool is_left(const struct pv_tree *tree)
{
    if (tree->kind == PV_TREE_BLOCK)
        return tree->children.n && is_left(tree->children.v[tree->children.n - 1]);
    return tree->kind == PV_TREE_BREAK || tree->kind == PV_TREE_CONTINUE || tree->kind == PV_TREE_RETURN;
}

/* Child number "i" of "block", inside a generic statement, has run: if it was "if (c) continue;", c fails in what follows. */
static void limit_rest(struct pv_eval *ec, const struct pv_tree *block, int i, pv_limits_before *limits)
{
    const struct pv_tree *child = block->children.v[i];
    if (!ec->generic || child->kind != PV_TREE_IF || child->else_body || !is_left(child->then_body))
        return;
    pv_vars written = {0};
    for (int k = i + 1; k < block->children.n; k++)
        pv_tree_collect_written(ec->arena, block->children.v[k], &written);
    pv_limits_before more = pv_limits_enter(ec, child->cond, false, &written);
    for (int k = 0; k < more.n; k++)
        pv_push(ec->arena, limits, more.v[k]);
}

static enum pv_outcome walk_block(struct pv_eval *ec, struct pv_tree *tree, struct pv_order *sequence)
{
    pv_limits_before limits = {0};
    enum pv_outcome outcome = PV_DONE;
    for (int i = 0; i < tree->children.n && outcome == PV_DONE; i++) {
        if (isl_set_plain_is_empty(ec->live) == isl_bool_true)
            break;
        outcome = pv_walk(ec, tree->children.v[i], sequence);
        limit_rest(ec, tree, i, &limits);
    }
    pv_limits_leave(ec, &limits);
    return outcome;
}

static void kill_declared(struct pv_eval *ec, struct pv_tree *tree, struct pv_range range, struct pv_order *sequence)
{
    for (int i = 0; i < tree->children.n; i++) {
        struct pv_tree *child = tree->children.v[i];
        if (child->kind == PV_TREE_DECL && !is_only_iterator(ec, child->var))
            pv_walk_kill(ec, child->var, range, sequence);
        else if (child->kind == PV_TREE_BLOCK && !child->is_scope)
            kill_declared(ec, child, range, sequence);
    }
}

/* A block that ends the life of what it declares, for every instance that entered it. */
static enum pv_outcome walk_scope(struct pv_eval *ec, struct pv_tree *tree, struct pv_order *sequence)
{
    isl_set *entered = isl_set_copy(ec->live);
    int n_before = ec->scop->stmts.n;
    enum pv_outcome outcome = walk_block(ec, tree, sequence);
    if (outcome == PV_DONE && !ec->generic) {
        isl_set *live = ec->live;
        ec->live = isl_set_copy(entered);
        struct pv_range end = {tree->range.end, tree->range.end};
        kill_declared(ec, tree, end, sequence);
        isl_set_free(ec->live);
        ec->live = live;
    }
    if (tree->inlined_call)
        for (int i = n_before; i < ec->scop->stmts.n; i++) {
            ec->scop->stmts.v[i]->is_inlined = true;
            ec->scop->stmts.v[i]->call = tree->inlined_call;
        }
    isl_set_free(entered);
    return outcome;
}

/* Control that depends on data: one statement for all of it. */

static bool collect_declared(struct pv_tree *tree, void *user)
{
    struct pv_eval *ec = user;
    if (tree->kind == PV_TREE_DECL)
        pv_push(ec->arena, &ec->generic_declared, tree->var);
    return true;
}

/* Follow the scalars that the generic statement "tree" writes. Those that anything outside of it may reach by their
 * address do not count. */
static void find_own_scalars(struct pv_eval *ec, struct pv_tree *tree)
{
    pv_vars assigned = {0};
    pv_tree_collect_assigned(ec->arena, tree, &assigned);
    ec->generic_own = ec->generic_sure = (pv_vars){0};
    for (int i = 0; i < assigned.n; i++) {
        struct pv_var *var = assigned.v[i];
        bool is_scalar = var->type->kind == PV_TYPE_INT || var->type->kind == PV_TYPE_FLOAT;
        if (!is_scalar || var->type->is_volatile || !var->is_hidden || var->storage == PV_STORAGE_GLOBAL)
            continue;
        struct pv_exposure exposure = pv_exposure_of(tree, var);
        if (!exposure.reads)
            pv_push(ec->arena, &ec->generic_own, var);
        if (exposure.writes)
            pv_push(ec->arena, &ec->generic_sure, var);
    }
}

static enum pv_outcome encapsulate(struct pv_eval *ec, struct pv_tree *tree, struct pv_order *sequence)
{
    if (!ec->params->encapsulate_dynamic_control) {
        struct pv_loc loc = ec->why_at.file ? ec->why_at : tree->range.begin;
        pv_eval_refuse(ec, loc, "allow --encapsulate-dynamic-control, or move this code out of the region",
                       "control depends on data: %s", ec->why ? ec->why : "a condition");
        return PV_REFUSED;
    }
    struct pv_stmt *stmt = pv_paths_new_stmt(ec, PV_STMT_GENERIC, tree->range, tree->label);
    stmt->body = tree = pv_forward_into_tree(ec, stmt, tree);
    stmt->why = ec->why;
    stmt->why_at = ec->why_at;
    add_to_order(ec, sequence, stmt);
    ec->generic = stmt;
    ec->generic_depth = ec->depth;
    ec->generic_written = ec->generic_declared = (pv_vars){0};
    pv_tree_collect_written(ec->arena, tree, &ec->generic_written);
    pv_tree_visit(tree, collect_declared, ec);
    find_own_scalars(ec, tree);
    isl_set *live = isl_set_copy(ec->live);
    struct pv_order inner = {.kind = PV_ORDER_SEQUENCE};
    enum pv_outcome outcome = pv_walk(ec, tree, &inner);
    isl_set_free(ec->live);
    ec->live = live;
    ec->generic = NULL;
    forget_all(ec, &ec->generic_written);
    return outcome;
}

/* What only some instances may do: "tree" evaluated without knowing which. */
static enum pv_outcome walk_uncertain(struct pv_eval *ec, struct pv_tree *tree)
{
    struct pv_order none = {.kind = PV_ORDER_SEQUENCE};
    isl_set *live = isl_set_copy(ec->live);
    enum pv_outcome outcome = tree ? pv_walk(ec, tree, &none) : PV_DONE;
    isl_set_free(ec->live);
    ec->live = live;
    return outcome;
}

/* Conditions. */

struct saved_value {
    struct pv_var *var;
    struct pv_value value;
};
typedef PV_VEC(struct saved_value) saved_values;

static saved_values save_values(struct pv_eval *ec, const pv_vars *vars)
{
    saved_values saved = {0};
    for (int i = 0; i < vars->n; i++) {
        struct saved_value one = {vars->v[i], pv_eval_var(ec, vars->v[i])};
        pv_push(ec->arena, &saved, one);
    }
    return saved;
}

static void restore_values(struct pv_eval *ec, saved_values *saved)
{
    for (int i = 0; i < saved->n; i++)
        pv_eval_bind(ec, saved->v[i].var, saved->v[i].value);
}

/* After both branches: the value of the one taken. */
static void merge_values(struct pv_eval *ec, __isl_keep isl_set *holds, saved_values *then_values)
{
    for (int i = 0; i < then_values->n; i++) {
        struct pv_value other = pv_eval_var(ec, then_values->v[i].var);
        pv_eval_bind(ec, then_values->v[i].var, pv_value_select(isl_set_copy(holds), then_values->v[i].value, other));
    }
}

static enum pv_outcome walk_branches(struct pv_eval *ec, struct pv_tree *tree, __isl_take isl_set *holds,
                                     __isl_take isl_set *fails, struct pv_order *sequence)
{
    pv_vars written = {0};
    pv_tree_collect_written(ec->arena, tree, &written);
    saved_values before = save_values(ec, &written);
    isl_set *live = isl_set_copy(ec->live);
    ec->live = pv_set_coalesce(isl_set_intersect(ec->live, isl_set_copy(holds)));
    isl_set *then_start = isl_set_copy(ec->live);
    enum pv_outcome outcome = pv_walk(ec, tree->then_body, sequence);
    isl_set *then_end = ec->live;
    bool falls_through = isl_set_plain_is_equal(then_start, then_end) == isl_bool_true;
    isl_set_free(then_start);
    saved_values after_then = save_values(ec, &written);
    restore_values(ec, &before);
    ec->live = pv_set_coalesce(isl_set_intersect(isl_set_copy(live), fails));
    isl_set *else_start = isl_set_copy(ec->live);
    if (outcome == PV_DONE && tree->else_body)
        outcome = pv_walk(ec, tree->else_body, sequence);
    falls_through = falls_through && isl_set_plain_is_equal(else_start, ec->live) == isl_bool_true;
    isl_set_free(else_start);
    merge_values(ec, holds, &after_then);
    isl_set *joined = isl_set_union(then_end, ec->live);
    if (falls_through) {
        isl_set_free(joined);
        ec->live = live;
    } else {
        isl_set_free(live);
        ec->live = pv_set_coalesce(joined);
    }
    isl_set_free(holds);
    return outcome;
}

static enum pv_outcome walk_if(struct pv_eval *ec, struct pv_tree *tree, struct pv_order *sequence)
{
    isl_set *holds, *fails;
    if (pv_affine_condition(ec, tree->cond, &holds, &fails)) {
        if (ec->generic)
            pv_refs_collect(ec, ec->generic, tree->cond);
        return walk_branches(ec, tree, holds, fails, sequence);
    }
    if (!ec->generic)
        return pv_tree_has_escaping_jump(tree) ? PV_ESCAPES : encapsulate(ec, tree, sequence);
    pv_vars written = {0};
    pv_tree_collect_written(ec->arena, tree, &written);
    pv_refs_collect(ec, ec->generic, tree->cond);
    saved_values before = save_values(ec, &written);
    pv_limits_before limits = pv_limits_enter(ec, tree->cond, true, &written);
    enum pv_outcome outcome = walk_uncertain(ec, tree->then_body);
    pv_limits_leave(ec, &limits);
    restore_values(ec, &before);
    limits = pv_limits_enter(ec, tree->cond, false, &written);
    if (outcome == PV_DONE)
        outcome = walk_uncertain(ec, tree->else_body);
    pv_limits_leave(ec, &limits);
    forget_all(ec, &written);
    return outcome;
}

/* Loops. */

/* What exists before an attempt to evaluate a loop, so that it can be undone. */
struct mark {
    int n_stmts, n_loops, n_independences, n_order, n_bad, n_iterators;
};

static struct mark set_mark(const struct pv_eval *ec, const struct pv_order *sequence)
{
    const struct pv_scop *scop = ec->scop;
    return (struct mark){scop->stmts.n,        scop->loops.n, scop->independences.n,
                         sequence->children.n, ec->bad.n,     ec->iterators.n};
}

static void undo(struct pv_eval *ec, struct pv_order *sequence, struct mark mark)
{
    struct pv_scop *scop = ec->scop;
    while (scop->stmts.n > mark.n_stmts)
        pv_stmt_free(scop->stmts.v[--scop->stmts.n]);
    while (scop->independences.n > mark.n_independences)
        isl_union_set_free(scop->independences.v[--scop->independences.n].domain);
    pv_exclude_undo(ec, mark.n_bad);
    scop->loops.n = mark.n_loops;
    sequence->children.n = mark.n_order;
}

/* "set" { [i, x] } with further iterators up to "depth". */
static __isl_give isl_set *deepen(__isl_take isl_set *set, int depth)
{
    return isl_set_add_dims(set, isl_dim_set, (unsigned)(depth - (int)isl_set_dim(set, isl_dim_set)));
}

/* Keep of all that was recorded since "mark" only what belongs to iterations in "kept" { [i, x] }. */
static void restrict_since(struct pv_eval *ec, struct mark mark, __isl_keep isl_set *kept)
{
    for (int i = mark.n_stmts; i < ec->scop->stmts.n; i++) {
        struct pv_stmt *stmt = ec->scop->stmts.v[i];
        isl_set *instances = deepen(isl_set_copy(kept), stmt->n_iterators);
        instances = pv_set_set_tuple_name(instances, stmt->name);
        stmt->domain = pv_set_coalesce(isl_set_intersect(stmt->domain, instances));
        stmt->is_restricted = true;
    }
    pv_exclude_restrict(ec, mark.n_bad, kept);
}

/* The instances of all statements recorded since "first". */
static __isl_give isl_union_set *instances_since(const struct pv_eval *ec, int first)
{
    isl_union_set *all = isl_union_set_empty_ctx(ec->ctx);
    for (int i = first; i < ec->scop->stmts.n; i++)
        all = isl_union_set_add_set(all, isl_set_copy(ec->scop->stmts.v[i]->domain));
    return all;
}

struct locals_search {
    struct pv_eval *ec;
    struct pv_independence *independence;
};

static bool collect_locals(struct pv_tree *tree, void *user)
{
    struct locals_search *search = user;
    if (tree->kind == PV_TREE_DECL && pv_eval_binding(search->ec, tree->var)->array)
        pv_push(search->ec->arena, &search->independence->locals, pv_eval_binding(search->ec, tree->var)->array);
    return true;
}

static void record_independence(struct pv_eval *ec, const struct pv_counted_loop *loop, int first_stmt)
{
    struct pv_independence independence = {.domain = instances_since(ec, first_stmt), .depth = ec->depth};
    struct locals_search search = {ec, &independence};
    pv_tree_visit(loop->body, collect_locals, &search);
    for (int i = 0; i < loop->tree->reductions.n; i++)
        pv_push(ec->arena, &independence.reductions, loop->tree->reductions.v[i]);
    pv_push(ec->arena, &ec->scop->independences, independence);
}

static void record_loop(struct pv_eval *ec, const struct pv_counted_loop *loop, const struct pv_iterations *iterations)
{
    struct pv_loop record = {.range = loop->tree->range,
                             .iterator = loop->iterator->name,
                             .depth = ec->depth,
                             .step = loop->step,
                             .is_virtual = iterations->is_virtual};
    pv_push(ec->arena, &ec->scop->loops, record);
}

/* Does the value of the loop's iterator matter after the loop? */
static bool is_needed_after(struct pv_eval *ec, const struct pv_counted_loop *loop)
{
    if (loop->is_declared)
        return false;
    if (pv_eval_binding(ec, loop->iterator)->is_read_as_data || loop->iterator->storage == PV_STORAGE_GLOBAL)
        return true;
    const struct pv_region *region = ec->scop->region;
    if (region->all_used_after)
        return true;
    for (int i = 0; i < region->used_after.n; i++)
        if (region->used_after.v[i] == loop->iterator)
            return true;
    return false;
}

/* "i = <its value after the loop>": a statement of its own, since the loop itself is not one. The
 * assigned expression is the iterator, which stands for the known value. */
static void add_final_value(struct pv_eval *ec, const struct pv_counted_loop *loop, struct pv_order *sequence)
{
    struct pv_range range = loop->tree->range;
    struct pv_stmt *stmt = pv_paths_new_stmt(ec, PV_STMT_FINAL, range, NULL);
    struct pv_expr *target = pv_expr_new(ec->arena, PV_EXPR_ACCESS, loop->iterator->type, range);
    target->var = loop->iterator;
    struct pv_expr *value = pv_expr_copy(ec->arena, target);
    stmt->body = pv_tree_new(ec->arena, PV_TREE_EXPR, range);
    stmt->body->expr = pv_expr_new_op(ec->arena, PV_OP_ASSIGN, loop->iterator->type, range, target, value);
    add_to_order(ec, sequence, stmt);
    struct pv_value known = pv_eval_var(ec, loop->iterator);
    pv_refs_collect(ec, stmt, stmt->body->expr);
    pv_eval_bind(ec, loop->iterator, known);
}

/* The body for all iterations; "loop" has just been entered. */
static enum pv_outcome walk_iterations(struct pv_eval *ec, const struct pv_counted_loop *loop,
                                       const struct pv_iterations *iterations, const pv_counters *counters,
                                       struct pv_order *sequence)
{
    struct pv_order *inner = pv_new(ec->arena, struct pv_order);
    inner->kind = PV_ORDER_SEQUENCE;
    struct pv_order *order = pv_new(ec->arena, struct pv_order);
    order->kind = PV_ORDER_LOOP;
    order->depth = ec->depth - 1;
    order->goes_down = iterations->goes_down;
    pv_push(ec->arena, &order->children, inner);
    pv_push(ec->arena, &sequence->children, order);
    struct pv_value value = iterations->value;
    value.aff = isl_pw_aff_copy(value.aff);
    pv_eval_bind(ec, loop->iterator, value);
    for (int i = 0; i < counters->n; i++)
        pv_eval_bind(ec, counters->v[i].var, pv_counter_value(ec, &counters->v[i], loop, iterations));
    enum pv_outcome outcome = pv_walk(ec, loop->body, inner);
    if (outcome == PV_DONE && loop->after)
        outcome = pv_walk(ec, loop->after, inner);
    return outcome;
}

static bool is_bounded(const struct pv_eval *ec, __isl_keep isl_set *domain, bool goes_down)
{
    isl_bool bounded = goes_down ? isl_set_dim_has_lower_bound(domain, isl_dim_set, (unsigned)ec->depth)
                                 : isl_set_dim_has_upper_bound(domain, isl_dim_set, (unsigned)ec->depth);
    return bounded == isl_bool_true;
}

/* Walk the iterations of "loop"; those that leave it by a break are added to "broken". */
static enum pv_outcome walk_inside(struct pv_eval *ec, const struct pv_counted_loop *loop,
                                   struct pv_iterations *iterations, const pv_counters *counters,
                                   struct pv_order *sequence, struct pv_broken *broken)
{
    isl_set *outer = isl_set_copy(ec->live);
    struct pv_broken *outer_broken = ec->broken;
    ec->broken = broken;
    pv_eval_push(ec, loop->iterator->name, isl_set_copy(iterations->domain));
    ec->n_breaking += loop->has_break;
    enum pv_outcome outcome = walk_iterations(ec, loop, iterations, counters, sequence);
    ec->n_breaking -= loop->has_break;
    pv_eval_pop(ec, outer);
    ec->broken = outer_broken;
    return outcome;
}

/* The iterations that run: none after one of "broken", which may be NULL. What was recorded since "mark" is restricted to
 * them. */
static __isl_give isl_set *find_executed(struct pv_eval *ec, const struct pv_iterations *iterations,
                                         __isl_keep isl_set *broken, struct mark mark)
{
    isl_set *executed = isl_set_copy(iterations->domain);
    if (!broken)
        return executed;
    executed = isl_set_subtract(executed, pv_later_iterations(isl_set_copy(broken), iterations->goes_down));
    executed = pv_set_coalesce(executed);
    restrict_since(ec, mark, executed);
    return executed;
}

static enum pv_outcome walk_counted(struct pv_eval *ec, const struct pv_counted_loop *loop,
                                    struct pv_iterations *iterations, const pv_counters *counters,
                                    struct pv_order *sequence)
{
    struct mark mark = set_mark(ec, sequence);
    pv_vars written = {0};
    pv_tree_collect_written(ec->arena, loop->tree, &written);
    forget_all(ec, &written);
    record_loop(ec, loop, iterations);
    struct pv_broken broken = {NULL};
    enum pv_outcome outcome = walk_inside(ec, loop, iterations, counters, sequence, &broken);
    forget_all(ec, &written);
    if (outcome != PV_DONE) {
        isl_set_free(broken.set);
        undo(ec, sequence, mark);
        return outcome;
    }
    isl_set *executed = find_executed(ec, iterations, broken.set, mark);
    if (!ec->generic && !is_bounded(ec, executed, iterations->goes_down)) {
        isl_set_free(executed);
        isl_set_free(broken.set);
        pv_eval_refuse(ec, loop->tree->range.begin, "give the loop a condition that ends it", "a loop without an end");
        return PV_REFUSED;
    }
    pv_exclude_leave_loop(ec, mark.n_bad);
    if (loop->tree->is_independent && !ec->generic)
        record_independence(ec, loop, mark.n_stmts);
    /* Inside a generic statement a jump may end the loop anywhere. */
    if (!ec->generic && !iterations->is_virtual && is_needed_after(ec, loop)) {
        isl_pw_aff *after = pv_value_after_loop(ec, loop, iterations, executed, broken.set);
        const struct pv_ctype *type = loop->iterator->type;
        pv_eval_bind(ec, loop->iterator, (struct pv_value){after, pv_ctype_min(type), pv_ctype_max(type)});
        add_final_value(ec, loop, sequence);
    }
    isl_set_free(executed);
    isl_set_free(broken.set);
    return PV_DONE;
}

/* Inside a generic statement, a loop of which nothing is known: its parts may run any number of
 * times. */
static enum pv_outcome walk_uncounted(struct pv_eval *ec, struct pv_tree *tree)
{
    pv_vars written = {0};
    if (tree->init) {
        enum pv_outcome outcome = walk_uncertain(ec, tree->init);
        if (outcome != PV_DONE)
            return outcome;
    }
    pv_tree_collect_written(ec->arena, tree, &written);
    forget_all(ec, &written);
    if (tree->cond)
        pv_refs_collect(ec, ec->generic, tree->cond);
    forget_all(ec, &written);
    enum pv_outcome outcome = walk_uncertain(ec, tree->body);
    forget_all(ec, &written);
    if (tree->inc)
        pv_refs_collect(ec, ec->generic, tree->inc);
    forget_all(ec, &written);
    return outcome;
}

/* The iterator of a loop inside a generic statement is written there: an access, unless the loop
 * declares it. */
static void collect_loop_header(struct pv_eval *ec, const struct pv_counted_loop *loop)
{
    struct pv_tree *tree = loop->tree;
    bool starts = tree->init && (tree->init->kind == PV_TREE_EXPR || tree->init->kind == PV_TREE_DECL);
    if (starts && tree->init->expr)
        pv_refs_collect(ec, ec->generic, tree->init->expr);
    if (tree->cond)
        pv_refs_collect(ec, ec->generic, tree->cond);
    if (tree->inc)
        pv_refs_collect(ec, ec->generic, tree->inc);
}

static void free_counters(pv_counters *counters)
{
    for (int i = 0; i < counters->n; i++)
        isl_pw_aff_free(counters->v[i].start.aff);
}

static enum pv_outcome walk_loop(struct pv_eval *ec, struct pv_tree *tree, struct pv_order *sequence)
{
    struct pv_counted_loop loop;
    struct pv_iterations iterations;
    ec->why = NULL;
    if (!tree->cond && tree->kind == PV_TREE_FOR && !ec->generic && !pv_tree_has_escaping_jump(tree->body)) {
        pv_eval_refuse(ec, tree->range.begin, "give the loop a condition that ends it", "a loop without an end");
        return PV_REFUSED;
    }
    ec->has_failed_do = ec->has_failed_do || (tree->is_do && ec->generic);
    if (!pv_loop_recognise(ec, tree, &loop)) {
        ec->has_failed_do = ec->has_failed_do || tree->is_do;
        return ec->generic ? walk_uncounted(ec, tree) : encapsulate(ec, tree, sequence);
    }
    struct mark mark = set_mark(ec, sequence);
    if (loop.before) {
        enum pv_outcome outcome = pv_walk(ec, loop.before, sequence);
        if (outcome != PV_DONE)
            return outcome;
    }
    pv_counters counters = pv_loop_counters(ec, &loop);
    if (!pv_loop_iterations(ec, &loop, &iterations)) {
        ec->has_failed_do = ec->has_failed_do || tree->is_do;
        free_counters(&counters);
        undo(ec, sequence, mark);
        return ec->generic ? walk_uncounted(ec, tree) : encapsulate(ec, tree, sequence);
    }
    if (iterations.is_virtual && is_needed_after(ec, &loop) && !ec->generic) {
        free_counters(&counters);
        pv_iterations_free(&iterations);
        undo(ec, sequence, mark);
        return encapsulate(ec, tree, sequence);
    }
    if (ec->generic)
        collect_loop_header(ec, &loop);
    enum pv_outcome outcome = walk_counted(ec, &loop, &iterations, &counters, sequence);
    free_counters(&counters);
    pv_iterations_free(&iterations);
    if (outcome != PV_ESCAPES)
        return outcome;
    undo(ec, sequence, mark);
    return encapsulate(ec, tree, sequence);
}

/* do body while (0) runs once; any other do loop is control that depends on data. */
static enum pv_outcome walk_do(struct pv_eval *ec, struct pv_tree *tree, struct pv_order *sequence)
{
    if (ec->generic) {
        pv_vars written = {0};
        pv_tree_collect_written(ec->arena, tree, &written);
        forget_all(ec, &written);
        enum pv_outcome outcome = walk_uncertain(ec, tree->body);
        forget_all(ec, &written);
        pv_refs_collect(ec, ec->generic, tree->cond);
        forget_all(ec, &written);
        return outcome;
    }
    bool once = tree->cond->kind == PV_EXPR_INT && !tree->cond->value;
    if (once && !pv_tree_has_escaping_jump(tree->body))
        return pv_walk(ec, tree->body, sequence);
    pv_eval_because(ec, tree->range.begin, "a do loop");
    return encapsulate(ec, tree, sequence);
}

static enum pv_outcome walk_jump(struct pv_eval *ec, struct pv_tree *tree)
{
    if (ec->generic)
        return PV_DONE; /* what follows may run all the same */
    if (tree->kind == PV_TREE_BREAK) {
        isl_set *here = isl_set_copy(ec->live);
        ec->broken->set = ec->broken->set ? isl_set_union(ec->broken->set, here) : here;
    }
    isl_space *space = isl_set_get_space(ec->live);
    isl_set_free(ec->live);
    ec->live = isl_set_empty(space);
    return PV_DONE;
}

/* PENCIL. */

static void walk_assume(struct pv_eval *ec, struct pv_tree *tree)
{
    isl_set *holds, *fails;
    if (ec->generic || !tree->args.n || !pv_affine_condition(ec, tree->args.v[0], &holds, &fails))
        return;
    isl_set_free(holds);
    pv_exclude(ec, fails);
}

static enum pv_outcome walk_builtin(struct pv_eval *ec, struct pv_tree *tree, struct pv_order *sequence)
{
    if (tree->builtin == PV_BUILTIN_ASSUME) {
        walk_assume(ec, tree);
        return PV_DONE;
    }
    if (ec->generic && tree->builtin == PV_BUILTIN_KILL)
        return PV_DONE;
    static const int uses[] = {
        [PV_BUILTIN_KILL] = PV_USE_KILL, [PV_BUILTIN_USE] = PV_USE_READ, [PV_BUILTIN_DEF] = PV_USE_WRITE};
    for (int i = 0; i < tree->args.n; i++) {
        struct pv_expr *arg = tree->args.v[i];
        if (arg->kind != PV_EXPR_ACCESS)
            continue;
        struct pv_stmt *stmt = ec->generic;
        if (!stmt) {
            enum pv_stmt_kind kind = tree->builtin == PV_BUILTIN_KILL ? PV_STMT_KILL : PV_STMT_ASSUME;
            stmt = pv_paths_new_stmt(ec, kind, tree->range, tree->label);
            add_to_order(ec, sequence, stmt);
        }
        pv_paths_add(ec, stmt, arg, uses[tree->builtin]);
        if (!arg->n_steps)
            pv_eval_forget(ec, arg->var);
    }
    return PV_DONE;
}

static enum pv_outcome walk(struct pv_eval *ec, struct pv_tree *tree, struct pv_order *sequence)
{
    switch (tree->kind) {
    case PV_TREE_BLOCK:
        return tree->is_scope ? walk_scope(ec, tree, sequence) : walk_block(ec, tree, sequence);
    case PV_TREE_EXPR:
        return walk_expr(ec, tree, sequence);
    case PV_TREE_DECL:
        return walk_decl(ec, tree, sequence);
    case PV_TREE_IF:
        return walk_if(ec, tree, sequence);
    case PV_TREE_FOR:
    case PV_TREE_WHILE:
        return walk_loop(ec, tree, sequence);
    case PV_TREE_DO:
        return walk_do(ec, tree, sequence);
    case PV_TREE_BREAK:
    case PV_TREE_CONTINUE:
        return walk_jump(ec, tree);
    case PV_TREE_RETURN:
        if (ec->generic) {
            if (tree->expr)
                pv_refs_collect(ec, ec->generic, tree->expr);
            break; /* what follows may run all the same */
        }
        pv_eval_refuse(ec, tree->range.begin, "end the region before it", "'return' inside the region");
        return PV_REFUSED;
    case PV_TREE_PENCIL:
        return walk_builtin(ec, tree, sequence);
    case PV_TREE_NULL:
    case PV_TREE_LIVE_OUT:
        break;
    }
    return PV_DONE;
}

enum pv_outcome pv_walk(struct pv_eval *ec, struct pv_tree *tree, struct pv_order *sequence)
{
    enum pv_outcome outcome = walk(ec, tree, sequence);
    return ec->scop->region->refused ? PV_REFUSED : outcome;
}

enum pv_outcome pv_walk_as_one(struct pv_eval *ec, struct pv_tree *tree, struct pv_order *sequence)
{
    enum pv_outcome outcome = encapsulate(ec, tree, sequence);
    return ec->scop->region->refused ? PV_REFUSED : outcome;
}
