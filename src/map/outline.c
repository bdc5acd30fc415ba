/* Decides what may run on a device at all. */
#include "map/outline.h"

#include "ir/kernel.h"

#include <string.h>

struct survey {
    const struct pv_scop *scop;
    const struct pv_function *function;           /* whose body is looked at, or NULL: a statement of the region */
    PV_VEC(const struct pv_function *) functions; /* looked at so far */
    PV_VEC(const struct pv_expr *) truths;        /* pointers that are only asked whether they are null */
    const char *obstacle;
    struct pv_loc at;
};

static void refuse(struct survey *survey, struct pv_loc at, const char *reason)
{
    if (survey->obstacle)
        return;
    survey->obstacle = reason;
    survey->at = at;
}

/* Types. */

static const char *type_obstacle(const struct pv_ctype *type);

static const char *record_obstacle(const struct pv_record *record)
{
    if (!record->is_complete)
        return "a structure of which the fields are not known";
    for (int i = 0; i < record->n_fields; i++) {
        const struct pv_field *field = &record->fields[i];
        if (field->is_bitfield || !field->name[0])
            return "a structure with bit-fields or members without a name";
        const char *obstacle = type_obstacle(pv_ctype_innermost(field->type, false));
        if (obstacle)
            return obstacle;
    }
    return NULL;
}

/* Why values of "type", no array, cannot be on a device. */
static const char *type_obstacle(const struct pv_ctype *type)
{
    if (type->is_volatile)
        return "something volatile";
    switch (type->kind) {
    case PV_TYPE_VOID:
        return NULL;
    case PV_TYPE_INT:
        return type->bits > 64 ? "an integer of more than 64 bits" : NULL;
    case PV_TYPE_FLOAT:
        return type->size != 4 && type->size != 8 ? "a floating-point type that devices do not have" : NULL;
    case PV_TYPE_RECORD:
        return record_obstacle(type->record);
    case PV_TYPE_POINTER:
        return "a pointer that is stored or handed on";
    default:
        return "a type that devices do not have";
    }
}

static void check_type(struct survey *survey, struct pv_loc at, const struct pv_ctype *type)
{
    const char *obstacle = type_obstacle(type);
    if (obstacle)
        refuse(survey, at, pv_printf(survey->scop->arena, "it uses %s", obstacle));
}

/* Expressions. */

static void check_body(struct survey *survey, struct pv_tree *body);

static bool is_checked(const struct survey *survey, const struct pv_function *function)
{
    for (int i = 0; i < survey->functions.n; i++)
        if (survey->functions.v[i] == function)
            return true;
    return false;
}

/* A function that is carried over to the device: all that it needs must be in its text. */
static void check_function(struct survey *survey, const struct pv_function *function)
{
    if (is_checked(survey, function))
        return;
    pv_push(survey->scop->arena, &survey->functions, function);
    const struct pv_function *around = survey->function;
    survey->function = function;
    check_type(survey, function->loc, function->return_type);
    for (int i = 0; i < function->params.n; i++)
        check_type(survey, function->loc, function->params.v[i]->type);
    check_body(survey, function->body);
    survey->function = around;
}

static void check_call(struct survey *survey, const struct pv_expr *call)
{
    struct pv_math_function known;
    const struct pv_function *callee = call->callee;
    if (!callee) {
        refuse(survey, call->range.begin, "it calls a function through a pointer");
    } else if (callee->has_body && callee->body && !callee->is_variadic) {
        if (callee == survey->function || (is_checked(survey, callee) && survey->function))
            refuse(survey, call->range.begin, "it calls functions that may be recursive");
        check_function(survey, callee);
    } else if (!pv_math_function_find(callee->name, &known) || known.n_args != call->n_args) {
        refuse(survey, call->range.begin,
               pv_printf(survey->scop->arena, "the function '%s' is not available on devices", callee->name));
    }
}

/* "expr" is a condition, or is compared with a null pointer. Note where it is the pointer to an array that is also on the
 * device: there it is null if it is so on the host. */
static void note_truth(struct survey *survey, const struct pv_expr *expr)
{
    while (expr->kind == PV_EXPR_CAST)
        expr = expr->args[0];
    if (expr->kind != PV_EXPR_ACCESS || expr->n_steps || !pv_ctype_is_indexable(expr->type))
        return;
    const struct pv_array *array = pv_scop_find_array(survey->scop, expr->var->id);
    for (int i = 0; array && i < survey->scop->stmts.n; i++)
        for (int j = 0; j < survey->scop->stmts.v[i]->accesses.n; j++)
            if (survey->scop->stmts.v[i]->body && survey->scop->stmts.v[i]->accesses.v[j]->array == array) {
                pv_push(survey->scop->arena, &survey->truths, expr);
                return;
            }
}

static void note_truths(struct survey *survey, const struct pv_expr *expr)
{
    bool is_junction = expr->op == PV_OP_LAND || expr->op == PV_OP_LOR;
    bool is_equation = expr->op == PV_OP_EQ || expr->op == PV_OP_NE;
    if (expr->kind == PV_EXPR_CAST && expr->type->bits == 1)
        note_truth(survey, expr->args[0]);
    if (expr->kind != PV_EXPR_OP)
        return;
    if (is_junction || expr->op == PV_OP_NOT || expr->op == PV_OP_COND ||
        (is_equation && pv_expr_is_null(expr->args[1])))
        note_truth(survey, expr->args[0]);
    if (is_junction || (is_equation && pv_expr_is_null(expr->args[0])))
        note_truth(survey, expr->args[1]);
}

static bool is_truth(const struct survey *survey, const struct pv_expr *access)
{
    for (int i = 0; i < survey->truths.n; i++)
        if (survey->truths.v[i] == access)
            return true;
    return false;
}

static void check_access(struct survey *survey, const struct pv_expr *access)
{
    const struct pv_var *var = access->var;
    if (is_truth(survey, access))
        return;
    if (pv_ctype_is_indexable(access->type))
        refuse(survey, access->range.begin,
               pv_printf(survey->scop->arena, "the pointer '%s' itself is used as a value",
                         pv_var_text(survey->scop->arena, var)));
    for (int i = 0; i < access->n_steps; i++)
        if (access->steps[i].kind == PV_STEP_FIELD && access->steps[i].field->type->kind == PV_TYPE_POINTER)
            refuse(survey, access->range.begin, "it follows a pointer in a structure");
    if (survey->function && (var->storage == PV_STORAGE_GLOBAL || var->is_static))
        refuse(survey, access->range.begin,
               pv_printf(survey->scop->arena, "'%s' uses the global variable '%s'", survey->function->name,
                         pv_var_text(survey->scop->arena, var)));
    check_type(survey, access->range.begin, pv_ctype_innermost(var->type, true));
}

static bool check_expr(struct pv_expr *expr, void *user)
{
    struct survey *survey = user;
    note_truths(survey, expr);
    switch (expr->kind) {
    case PV_EXPR_STRING:
        refuse(survey, expr->range.begin, "it uses a string");
        break;
    case PV_EXPR_CALL:
        check_call(survey, expr);
        break;
    case PV_EXPR_ACCESS:
        check_access(survey, expr);
        break;
    case PV_EXPR_OP:
        if (expr->op == PV_OP_ADDRESS)
            refuse(survey, expr->range.begin, "it takes an address");
        break;
    default:
        break;
    }
    bool is_null = expr->type->kind == PV_TYPE_POINTER && pv_expr_is_null(expr);
    if (expr->kind != PV_EXPR_STRING && expr->kind != PV_EXPR_ACCESS && !is_null)
        check_type(survey, expr->range.begin, expr->type);
    return !survey->obstacle;
}

static void check_root(struct pv_expr **expr, void *user)
{
    pv_expr_visit(*expr, check_expr, user);
}

static bool check_tree(struct pv_tree *tree, void *user)
{
    struct survey *survey = user;
    if (tree->kind == PV_TREE_PENCIL || tree->kind == PV_TREE_LIVE_OUT)
        return false;
    if (tree->kind == PV_TREE_DECL) {
        check_type(survey, tree->range.begin, pv_ctype_innermost(tree->var->type, false));
        if (tree->var->is_static)
            refuse(survey, tree->range.begin, "it declares a static variable");
    }
    if (tree->cond)
        note_truth(survey, tree->cond);
    pv_tree_visit_exprs(tree, check_root, survey);
    return !survey->obstacle;
}

static void check_body(struct survey *survey, struct pv_tree *body)
{
    pv_tree_visit(body, check_tree, survey);
}

/* Statements. */

static void check_stmt(struct survey *survey, const struct pv_stmt *stmt)
{
    struct pv_loc at = stmt->range.begin;
    check_body(survey, stmt->body); /* it knows the place best */
    if (stmt->has_effects) {
        refuse(survey, at, "");
        survey->obstacle = "it calls a function of unknown effect";
    }
    for (int i = 0; i < stmt->accesses.n; i++) {
        const struct pv_array *array = stmt->accesses.v[i]->array;
        if (array->kind != PV_ARRAY_DATA)
            continue; /* order: of calls, and of what may overlap */
        if (array->is_indirect || (array->n_linear && pv_array_n_subscripts(array) > 1))
            refuse(survey, at,
                   pv_printf(survey->scop->arena, "'%s' is accessed through pointers in memory",
                             pv_var_text(survey->scop->arena, array->var)));
    }
}

/* What may overlap cannot be in two memories. */
static void check_overlap(struct survey *survey)
{
    for (int i = 0; i < survey->scop->stmts.n; i++) {
        const struct pv_stmt *stmt = survey->scop->stmts.v[i];
        for (int j = 0; stmt->body && j < stmt->accesses.n; j++)
            if (stmt->accesses.v[j]->array->kind == PV_ARRAY_OVERLAP)
                refuse(survey, stmt->range.begin,
                       "its pointers may overlap: declare them 'restrict', or use --assume-restrict");
    }
}

/* Does the text after "region" name a variable that the region declares? Then the original text cannot be a branch. */
static bool declares_for_later(const struct pv_region *region)
{
    for (int i = 0; i < region->used_after.n; i++) {
        const struct pv_var *var = region->used_after.v[i];
        if (var->storage == PV_STORAGE_LOCAL && var->decl.file == region->range.begin.file &&
            var->decl.offset >= region->range.begin.offset && var->decl.offset < region->range.end.offset)
            return true;
    }
    return false;
}

const char *pv_outline_divide(const struct pv_scop *scop, struct pv_device_plan *plan, struct pv_loc *at)
{
    struct survey first = {.scop = scop};
    bool has_others = false;
    check_overlap(&first);
    bool is_whole = first.obstacle || declares_for_later(scop->region);
    for (int i = 0; i < scop->stmts.n; i++) {
        struct survey survey = {.scop = scop};
        if (!scop->stmts.v[i]->body)
            continue;
        check_stmt(&survey, scop->stmts.v[i]);
        if (survey.obstacle) {
            pv_push(scop->arena, &plan->host, scop->stmts.v[i]);
            pv_push(scop->arena, &plan->host_reasons, survey.obstacle);
        }
        has_others = has_others || !survey.obstacle;
        if (survey.obstacle && !first.obstacle)
            first = survey;
    }
    *at = first.at;
    plan->host_reason = first.obstacle;
    return is_whole || !has_others ? first.obstacle : NULL;
}
