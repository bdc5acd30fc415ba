/* Recognizes counted loops, and computes the exact set of their iterations. */
#include "front/loops.h"

#include "base/islx.h"

#include "front/affine.h"
#include "front/cases.h"
#include "front/exclude.h"
#include "front/named.h"

#include <isl/map.h>
#include <string.h>

/* Jumps. */

struct jump_search {
    bool found_break, found_continue;
};

static bool find_jump(struct pv_tree *tree, void *user)
{
    struct jump_search *search = user;
    search->found_break = search->found_break || tree->kind == PV_TREE_BREAK;
    search->found_continue = search->found_continue || tree->kind == PV_TREE_CONTINUE;
    return tree->kind != PV_TREE_FOR && tree->kind != PV_TREE_WHILE && tree->kind != PV_TREE_DO;
}

/* The jumps in a loop's body, or any other tree, that act on a loop around it. */
static struct jump_search find_jumps(struct pv_tree *tree)
{
    struct jump_search search = {false, false};
    pv_tree_visit(tree, find_jump, &search);
    return search;
}

bool pv_tree_has_escaping_jump(struct pv_tree *tree)
{
    struct jump_search jumps = find_jumps(tree);
    return jumps.found_break || jumps.found_continue;
}

bool pv_overflow_is_undefined(const struct pv_ctype *type)
{
    return type->is_signed && type->bits >= 32;
}

/* Recognition. */

struct pv_expr *pv_strip_implicit(struct pv_expr *expr)
{
    while (expr->kind == PV_EXPR_CAST && expr->is_implicit && expr->args[0]->type->kind == PV_TYPE_INT)
        expr = expr->args[0];
    return expr;
}

static bool is_scalar_access(const struct pv_expr *expr)
{
    return expr->kind == PV_EXPR_ACCESS && !expr->n_steps && pv_var_is_trackable(expr->var);
}

static bool names_no_variable(struct pv_expr *expr, void *user)
{
    (void)user;
    return expr->kind != PV_EXPR_ACCESS;
}

static bool constant_step(struct pv_eval *ec, struct pv_expr *expr, int64_t *value)
{
    if (ec->is_before_walk && !pv_expr_visit(expr, names_no_variable, NULL))
        return false;
    bool was_certain = ec->is_certain;
    ec->is_certain = false;
    struct pv_value v = pv_affine_value(ec, expr);
    ec->is_certain = was_certain;
    bool result = v.aff && pv_value_is_constant(v, value);
    isl_pw_aff_free(v.aff);
    return result;
}

/* Is "sum" i + c, c + i or i - c, where "var" is i? Then "*step" is the constant. */
static bool is_sum_step(struct pv_eval *ec, const struct pv_expr *sum, const struct pv_var *var, int64_t *step)
{
    while (sum->kind == PV_EXPR_CAST && sum->type->kind == PV_TYPE_INT)
        sum = sum->args[0];
    if (sum->kind != PV_EXPR_OP || (sum->op != PV_OP_ADD && sum->op != PV_OP_SUB))
        return false;
    struct pv_expr *a = pv_strip_implicit(sum->args[0]);
    struct pv_expr *b = pv_strip_implicit(sum->args[1]);
    bool is_swapped = sum->op == PV_OP_ADD && pv_expr_is_var(b, var);
    if (!pv_expr_is_var(is_swapped ? b : a, var) || !constant_step(ec, is_swapped ? a : b, step) || !*step)
        return false;
    if (sum->op == PV_OP_SUB)
        *step = -*step;
    return true;
}

/* i++, i += c, i = i + c, ...: the variable and the constant. */
static bool is_step(struct pv_eval *ec, const struct pv_expr *expr, struct pv_var **var, int64_t *step)
{
    if (expr->kind != PV_EXPR_OP || !expr->n_args || !is_scalar_access(expr->args[0]))
        return false;
    *var = expr->args[0]->var;
    switch (expr->op) {
    case PV_OP_PREINC:
    case PV_OP_POSTINC:
        *step = 1;
        return true;
    case PV_OP_PREDEC:
    case PV_OP_POSTDEC:
        *step = -1;
        return true;
    case PV_OP_ADD_ASSIGN:
        return constant_step(ec, expr->args[1], step) && *step;
    case PV_OP_SUB_ASSIGN:
        if (!constant_step(ec, expr->args[1], step) || !*step)
            return false;
        *step = -*step;
        return true;
    case PV_OP_ASSIGN:
        return is_sum_step(ec, expr->args[1], *var, step);
    default:
        return false;
    }
}

static struct pv_tree *append(struct pv_eval *ec, struct pv_tree *block, struct pv_tree *tree)
{
    if (!block)
        block = pv_tree_new(ec->arena, PV_TREE_BLOCK, tree->range);
    pv_push(ec->arena, &block->children, tree);
    return block;
}

static struct pv_tree *expr_tree(struct pv_eval *ec, struct pv_expr *expr)
{
    struct pv_tree *tree = pv_tree_new(ec->arena, PV_TREE_EXPR, expr->range);
    tree->expr = expr;
    return tree;
}

typedef PV_VEC(struct pv_expr *) expr_list;

/* The operands of nested comma operators, in order. */
static void split_commas(struct pv_eval *ec, struct pv_expr *expr, expr_list *list)
{
    if (expr->kind == PV_EXPR_OP && expr->op == PV_OP_COMMA) {
        split_commas(ec, expr->args[0], list);
        split_commas(ec, expr->args[1], list);
    } else {
        pv_push(ec->arena, list, expr);
    }
}

/* Choose the iterator among the steps of the increment clause: the first that the condition names,
 * else the first. The rest goes to "after". */
static bool split_increment(struct pv_eval *ec, struct pv_tree *tree, struct pv_counted_loop *loop)
{
    expr_list list = {0};
    split_commas(ec, tree->inc, &list);
    int chosen = -1;
    for (int i = 0; i < list.n; i++) {
        struct pv_var *var;
        int64_t step;
        if (!is_step(ec, list.v[i], &var, &step))
            continue;
        if (chosen >= 0 && (pv_expr_names(tree->cond, loop->iterator) || !pv_expr_names(tree->cond, var)))
            continue;
        chosen = i;
        loop->iterator = var;
        loop->step = step;
    }
    for (int i = 0; i < list.n; i++)
        if (i != chosen)
            loop->after = append(ec, loop->after, expr_tree(ec, list.v[i]));
    return chosen >= 0;
}

static void take_init_expr(struct pv_eval *ec, struct pv_counted_loop *loop, struct pv_expr *expr)
{
    expr_list list = {0};
    split_commas(ec, expr, &list);
    for (int i = 0; i < list.n; i++) {
        struct pv_expr *e = list.v[i];
        bool is_init = e->kind == PV_EXPR_OP && e->op == PV_OP_ASSIGN && pv_expr_is_var(e->args[0], loop->iterator);
        if (is_init && !loop->init)
            loop->init = e->args[1];
        else
            loop->before = append(ec, loop->before, expr_tree(ec, e));
    }
}

/* Find the iterator's first value in the init clause; the rest goes to "before". */
static void take_init(struct pv_eval *ec, struct pv_counted_loop *loop, struct pv_tree *init)
{
    if (init->kind == PV_TREE_BLOCK) {
        for (int i = 0; i < init->children.n; i++)
            take_init(ec, loop, init->children.v[i]);
    } else if (init->kind == PV_TREE_DECL && init->var == loop->iterator) {
        loop->is_declared = true;
        loop->init = init->expr;
    } else if (init->kind == PV_TREE_EXPR) {
        take_init_expr(ec, loop, init->expr);
    } else {
        loop->before = append(ec, loop->before, init);
    }
}

static bool writes(struct pv_eval *ec, struct pv_tree *tree, const struct pv_var *var)
{
    pv_vars written = {0};
    if (tree)
        pv_tree_collect_written(ec->arena, tree, &written);
    for (int i = 0; i < written.n; i++)
        if (written.v[i] == var)
            return true;
    return false;
}

/* A body that ends in the step of a counter: "loop->body" becomes the rest of it. */
static bool take_last_step(struct pv_eval *ec, struct pv_counted_loop *loop)
{
    struct pv_tree *body = loop->body;
    if (body->kind != PV_TREE_BLOCK || !body->children.n)
        return false;
    struct pv_tree *last = body->children.v[body->children.n - 1];
    if (last->kind != PV_TREE_EXPR || !is_step(ec, last->expr, &loop->iterator, &loop->step))
        return false;
    struct pv_tree *rest = pv_tree_new(ec->arena, PV_TREE_BLOCK, body->range);
    rest->is_scope = body->is_scope;
    for (int i = 0; i + 1 < body->children.n; i++)
        pv_push(ec->arena, &rest->children, body->children.v[i]);
    if (find_jumps(rest).found_continue) /* it would jump over the step */
        return false;
    loop->body = rest;
    return true;
}

/* A condition that steps the iterator while it tests it: k--, i-- > 0, --i >= 0. "loop->cond" becomes
 * the same test of the value after the step. */
static bool take_step_from_condition(struct pv_eval *ec, struct pv_counted_loop *loop)
{
    struct pv_expr *cond = loop->cond ? pv_strip_implicit(loop->cond) : NULL;
    if (!cond || cond->kind != PV_EXPR_OP)
        return false;
    bool is_bare = pv_op_is_step(cond->op);
    struct pv_expr *step = is_bare ? cond : pv_strip_implicit(cond->args[0]);
    bool compares = cond->op >= PV_OP_LT && cond->op <= PV_OP_NE;
    if ((!is_bare && !compares) || step->kind != PV_EXPR_OP || !pv_op_is_step(step->op) ||
        !is_step(ec, step, &loop->iterator, &loop->step) || (compares && pv_expr_names(cond->args[1], loop->iterator)))
        return false;
    struct pv_expr *tested = step->args[0];
    if (step->op == PV_OP_POSTINC || step->op == PV_OP_POSTDEC) {
        struct pv_expr *one = pv_expr_new_int(ec->arena, 1, tested->type, step->range);
        enum pv_op back = loop->step > 0 ? PV_OP_SUB : PV_OP_ADD;
        tested = pv_expr_new_op(ec->arena, back, tested->type, step->range, tested, one);
    }
    struct pv_expr *limit = compares ? cond->args[1] : pv_expr_new_int(ec->arena, 0, tested->type, cond->range);
    if (compares && cond->args[0]->kind == PV_EXPR_CAST) {
        struct pv_expr *cast = pv_expr_new(ec->arena, PV_EXPR_CAST, cond->args[0]->type, step->range);
        cast->is_implicit = true;
        cast->n_args = 1;
        cast->args = pv_new_array(ec->arena, struct pv_expr *, 1);
        cast->args[0] = tested;
        tested = cast;
    }
    const struct pv_expr *zero = pv_strip_implicit(limit);
    bool is_zero = zero->kind == PV_EXPR_INT && !zero->value;
    loop->counts_to_zero = is_zero && step->op == PV_OP_POSTDEC &&
                           (is_bare || cond->op == PV_OP_NE || cond->op == PV_OP_GT);
    loop->cond = pv_expr_new_op(ec->arena, compares ? cond->op : PV_OP_NE, cond->type, cond->range, tested, limit);
    loop->steps_first = true;
    return true;
}

bool pv_loop_recognise(struct pv_eval *ec, struct pv_tree *tree, struct pv_counted_loop *loop)
{
    *loop = (struct pv_counted_loop){.tree = tree, .cond = tree->cond, .body = tree->body};
    loop->has_break = find_jumps(tree->body).found_break;
    if (tree->inc) {
        if (!split_increment(ec, tree, loop)) {
            pv_eval_because(ec, tree->inc->range.begin, "the increment is not by a constant");
            return false;
        }
    } else if (!take_step_from_condition(ec, loop) && !take_last_step(ec, loop)) {
        pv_eval_because(ec, tree->range.begin, "a loop that does not count");
        return false;
    }
    if (tree->init)
        take_init(ec, loop, tree->init);
    if (writes(ec, loop->body, loop->iterator) || writes(ec, loop->after, loop->iterator) ||
        (loop->after && pv_tree_has_escaping_jump(loop->body))) {
        pv_eval_because(ec, tree->range.begin, "'%s' is changed in the body of its loop", loop->iterator->name);
        return false;
    }
    return true;
}

/* Counters. */

struct step_search {
    struct pv_eval *ec;
    const struct pv_var *var;
    int n_writes;
};

static bool count_write(struct pv_expr *expr, void *user)
{
    struct step_search *search = user;
    bool writes_it = expr->kind == PV_EXPR_OP &&
                     (pv_op_is_assignment(expr->op) || pv_op_is_step(expr->op) || expr->op == PV_OP_ADDRESS) &&
                     pv_expr_is_var(expr->args[0], search->var);
    search->n_writes += writes_it;
    return true;
}

static void count_writes_in(struct pv_expr **expr, void *user)
{
    pv_expr_visit(*expr, count_write, user);
}

static bool count_writes(struct pv_tree *tree, void *user)
{
    struct step_search *search = user;
    search->n_writes += tree->kind == PV_TREE_DECL && tree->var == search->var;
    pv_tree_visit_exprs(tree, count_writes_in, user);
    return true;
}

/* Is "tree", which every iteration executes once, the only place in the loop that writes a scalar, and a step? */
static void add_counter(struct pv_eval *ec, const struct pv_counted_loop *loop, const struct pv_tree *tree,
                        pv_counters *counters)
{
    struct pv_counter counter = {NULL, 0, {NULL, 0, 0}};
    if (tree->kind != PV_TREE_EXPR || !is_step(ec, tree->expr, &counter.var, &counter.step))
        return;
    struct step_search search = {ec, counter.var, 0};
    pv_tree_visit(loop->body, count_writes, &search);
    if (loop->after)
        pv_tree_visit(loop->after, count_writes, &search);
    if (search.n_writes != 1)
        return;
    counter.start = pv_eval_var(ec, counter.var);
    if (counter.start.aff)
        pv_push(ec->arena, counters, counter);
}

pv_counters pv_loop_counters(struct pv_eval *ec, const struct pv_counted_loop *loop)
{
    pv_counters counters = {0};
    if (pv_tree_has_escaping_jump(loop->body))
        return counters;
    for (int i = 0; loop->body->kind == PV_TREE_BLOCK && i < loop->body->children.n; i++)
        add_counter(ec, loop, loop->body->children.v[i], &counters);
    for (int i = 0; loop->after && i < loop->after->children.n; i++)
        add_counter(ec, loop, loop->after->children.v[i], &counters);
    return counters;
}
