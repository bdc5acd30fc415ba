/* Surveys a region: which variables are written, which serve only as iterators. */
#include "front/survey.h"

#include "front/calls.h"
#include "front/regions.h"

#include <ctype.h>
#include <string.h>

struct survey {
    struct pv_eval *ec;
    pv_vars iterators; /* of the loops around the current place */
};

static bool is_active(const struct survey *survey, const struct pv_var *var)
{
    for (int i = 0; i < survey->iterators.n; i++)
        if (survey->iterators.v[i] == var)
            return true;
    return false;
}

static void note_global(struct pv_eval *ec, struct pv_var *var)
{
    if (var->storage != PV_STORAGE_GLOBAL)
        return;
    for (int i = 0; i < ec->globals.n; i++)
        if (ec->globals.v[i] == var)
            return;
    pv_push(ec->arena, &ec->globals, var);
}

/* Called functions. What they do to globals happens at the call. To look at a body for the names in it is cheap, where
 * a summary costs as much as a region; most bodies are put in the place of their calls and need none. */

static void note_call(struct pv_eval *ec, const struct pv_expr *call);

/* PENCIL's functions act through their arguments only. */
static void note_unknown_call(struct pv_eval *ec)
{
    ec->has_unknown_calls = ec->has_unknown_calls || !ec->params->pencil;
}

static bool note_names(struct pv_expr *expr, void *user)
{
    struct pv_eval *ec = user;
    if (expr->kind == PV_EXPR_CALL)
        note_call(ec, expr);
    else if (expr->kind == PV_EXPR_ACCESS)
        note_global(ec, expr->var);
    return true;
}

static void note_names_at(struct pv_expr **expr, void *user)
{
    pv_expr_visit(*expr, note_names, user);
}

static bool note_names_in(struct pv_tree *tree, void *user)
{
    struct pv_eval *ec = user;
    pv_tree_visit_exprs(tree, note_names_at, ec);
    for (int i = 0; tree->kind == PV_TREE_PENCIL && tree->builtin == PV_BUILTIN_DEF && i < tree->args.n; i++)
        if (tree->args.v[i]->kind == PV_EXPR_ACCESS)
            pv_eval_binding(ec, tree->args.v[i]->var)->is_written = true;
    return true;
}

/* Note the globals that the body of "function" names and writes, and what it calls. A function that calls itself,
 * or whose body is not there, may do anything. */
static void note_body(struct pv_eval *ec, struct pv_function *function)
{
    for (int i = 0; i < ec->looked_at.n; i++)
        if (ec->looked_at.v[i].function == function) {
            if (!ec->looked_at.v[i].is_done)
                note_unknown_call(ec);
            return;
        }
    struct pv_tree *body = pv_front_function_body(ec->unit, function);
    if (!body) {
        note_unknown_call(ec);
        return;
    }
    int n = ec->looked_at.n;
    struct pv_looked_at looked_at = {function, false};
    pv_push(ec->arena, &ec->looked_at, looked_at);
    pv_tree_visit(body, note_names_in, ec);
    pv_vars written = {0};
    pv_tree_collect_written(ec->arena, body, &written);
    for (int i = 0; i < written.n; i++)
        if (written.v[i]->storage == PV_STORAGE_GLOBAL)
            pv_eval_binding(ec, written.v[i])->is_written = true;
    ec->looked_at.v[n].is_done = true;
}

static void note_summary(struct pv_eval *ec, const struct pv_summary *summary)
{
    for (int i = 0; i < summary->parts.n; i++) {
        const struct pv_summary_part *part = &summary->parts.v[i];
        if (part->var->storage != PV_STORAGE_GLOBAL)
            continue;
        note_global(ec, part->var);
        if (isl_union_map_is_empty(part->may_write) != isl_bool_true)
            pv_eval_binding(ec, part->var)->is_written = true;
    }
}

static void note_call(struct pv_eval *ec, const struct pv_expr *call)
{
    struct pv_function *function = call->callee;
    if (function && function->is_const)
        return;
    bool is_plain = function && function->has_body && !function->summary && !function->is_pure;
    bool is_visible = is_plain && !pv_eval_is_on_stack(ec, function);
    if ((!is_visible || ec->is_careful) && pv_call_is_opaque(ec, function))
        note_unknown_call(ec);
    if (is_visible)
        note_body(ec, function);
    else if (function && function->has_body)
        note_summary(ec, ec->summarise(ec, function->summary ? function->summary : function));
}

static bool look_at_expr(struct pv_expr *expr, void *user)
{
    struct survey *survey = user;
    if (expr->kind == PV_EXPR_CALL)
        note_call(survey->ec, expr);
    if (expr->kind != PV_EXPR_ACCESS)
        return true;
    struct pv_binding *binding = pv_eval_binding(survey->ec, expr->var);
    binding->is_surveyed = true;
    note_global(survey->ec, expr->var);
    if (!is_active(survey, expr->var))
        binding->is_read_as_data = true;
    return true;
}

/* A plain assignment to a scalar does not read it; its right-hand side may. */
static void look_at_assigned(struct survey *survey, struct pv_expr *expr)
{
    if (expr->kind == PV_EXPR_OP && expr->op == PV_OP_ASSIGN && expr->args[0]->kind == PV_EXPR_ACCESS &&
        !expr->args[0]->n_steps) {
        struct pv_binding *binding = pv_eval_binding(survey->ec, expr->args[0]->var);
        binding->is_surveyed = true;
        binding->is_assigned = binding->is_assigned || !is_active(survey, expr->args[0]->var);
        note_global(survey->ec, expr->args[0]->var);
        pv_expr_visit(expr->args[1], look_at_expr, survey);
        return;
    }
    pv_expr_visit(expr, look_at_expr, survey);
}

static void look_at_place(struct pv_expr **expr, void *user)
{
    look_at_assigned(user, *expr);
}

/* The variable that a loop's increment steps, if there is one. */
static struct pv_var *stepped_variable(const struct pv_expr *inc)
{
    while (inc && inc->kind == PV_EXPR_OP && inc->op == PV_OP_COMMA)
        inc = inc->args[0];
    bool steps = inc && inc->kind == PV_EXPR_OP && (pv_op_is_step(inc->op) || pv_op_is_assignment(inc->op));
    if (!steps || inc->args[0]->kind != PV_EXPR_ACCESS || inc->args[0]->n_steps)
        return NULL;
    return inc->args[0]->var;
}

static bool look_at_tree(struct pv_tree *tree, void *user);

static bool is_access_to(const struct pv_expr *expr, const struct pv_var *var)
{
    return expr->kind == PV_EXPR_ACCESS && expr->var == var && !expr->n_steps;
}

/* A search for reads of a variable, and for an assignment of it. */
struct start {
    const struct pv_var *var;
    bool is_set, is_read;
};

static bool look_for_read(struct pv_expr *expr, void *user)
{
    struct start *start = user;
    if (expr->kind == PV_EXPR_OP && expr->op == PV_OP_ASSIGN && is_access_to(expr->args[0], start->var)) {
        pv_expr_visit(expr->args[1], look_for_read, start);
        start->is_set = true;
        return false;
    }
    start->is_read = start->is_read || is_access_to(expr, start->var);
    return true;
}

static void look_at_start(struct pv_expr **expr, void *user)
{
    pv_expr_visit(*expr, look_for_read, user);
}

static bool look_in_init(struct pv_tree *tree, void *user)
{
    struct start *start = user;
    pv_tree_visit_exprs(tree, look_at_start, start);
    start->is_set = start->is_set || (tree->kind == PV_TREE_DECL && tree->var == start->var);
    return true;
}

/* Does the loop begin with a value that "iterator" has from before it, or that is computed from that? */
static bool needs_earlier_value(const struct pv_tree *tree, const struct pv_var *iterator)
{
    struct start start = {.var = iterator};
    if (tree->init)
        pv_tree_visit(tree->init, look_in_init, &start);
    return start.is_read || !start.is_set;
}

/* A for loop: inside, its iterator is no data. */
static void look_at_for(struct survey *survey, struct pv_tree *tree)
{
    struct pv_var *iterator = stepped_variable(tree->inc);
    int n = survey->iterators.n;
    if (iterator && needs_earlier_value(tree, iterator))
        pv_eval_binding(survey->ec, iterator)->is_read_as_data = true;
    if (iterator) {
        pv_push(survey->ec->arena, &survey->iterators, iterator);
        pv_eval_binding(survey->ec, iterator)->is_surveyed = true;
    }
    pv_tree_visit_exprs(tree, look_at_place, survey);
    if (tree->init)
        pv_tree_visit(tree->init, look_at_tree, survey);
    pv_tree_visit(tree->body, look_at_tree, survey);
    survey->iterators.n = n;
}

/* A label that looks like a made-up name makes those take another form. */
static void look_at_label(struct pv_eval *ec, const char *label)
{
    if (label && label[0] == 'S' && label[1] == '_' && isdigit((unsigned char)label[2]))
        ec->stmt_prefix = "S__";
}

static bool look_at_tree(struct pv_tree *tree, void *user)
{
    struct survey *survey = user;
    look_at_label(survey->ec, tree->label);
    if (tree->kind == PV_TREE_FOR) {
        look_at_for(survey, tree);
        return false;
    }
    if (tree->kind == PV_TREE_DECL) {
        struct pv_binding *binding = pv_eval_binding(survey->ec, tree->var);
        binding->is_surveyed = true;
        bool has_value = tree->expr || tree->has_init_list;
        binding->is_assigned = binding->is_assigned || (has_value && !is_active(survey, tree->var));
    }
    pv_tree_visit_exprs(tree, look_at_place, survey);
    return true;
}

void pv_survey(struct pv_eval *ec, struct pv_tree *tree)
{
    struct survey survey = {.ec = ec};
    pv_tree_visit(tree, look_at_tree, &survey);
    pv_vars written = {0};
    pv_tree_collect_written(ec->arena, tree, &written);
    for (int i = 0; i < written.n; i++)
        pv_eval_binding(ec, written.v[i])->is_written = true;
}
