/* Names members of structures that do not change in the region. */
#include "front/invariants.h"

#include "front/calls.h"
#include "front/named.h"
#include "front/regions.h"
#include "front/types.h"

/* What the region writes. */

static void add_write(struct pv_eval *ec, struct pv_expr *target)
{
    pv_push(ec->arena, &ec->writes.targets, target);
}

static void survey_tree(struct pv_eval *ec, struct pv_tree *tree);

/* A function without a body may write what its arguments point at; where it may do more, ec->has_unknown_calls says so. */
static void survey_arguments(struct pv_eval *ec, struct pv_expr *call)
{
    for (int i = 0; i < call->n_args; i++) {
        struct pv_expr *arg = pv_call_pointer_argument(call->args[i]);
        if (arg)
            add_write(ec, arg);
    }
}

/* The writes of a called function's body, or of its summary's, which is seen once. */
static void survey_call(struct pv_eval *ec, struct pv_expr *call)
{
    struct pv_function *function = call->callee && call->callee->summary ? call->callee->summary : call->callee;
    if (function && (function->is_const || function->is_pure))
        return;
    if (!function || !function->has_body) {
        survey_arguments(ec, call);
        return;
    }
    for (int i = 0; i < ec->writes.functions.n; i++)
        if (ec->writes.functions.v[i] == function)
            return;
    pv_push(ec->arena, &ec->writes.functions, function);
    struct pv_tree *body = pv_front_function_body(ec->unit, function);
    if (body)
        survey_tree(ec, body);
}

/* A function may write through what it was given: that keeps the promise of a restrict pointer among its arguments. */
static bool survey_argument(struct pv_expr *expr, void *user)
{
    struct pv_eval *ec = user;
    if (expr->kind == PV_EXPR_ACCESS && expr->var->is_restrict)
        pv_push(ec->arena, &ec->writes.handed, expr->var);
    return true;
}

static bool is_handed(const struct pv_eval *ec, const struct pv_var *var)
{
    for (int i = 0; i < ec->writes.handed.n; i++)
        if (ec->writes.handed.v[i] == var)
            return true;
    return false;
}

static bool survey_expr(struct pv_expr *expr, void *user)
{
    struct pv_eval *ec = user;
    bool is_write = expr->kind == PV_EXPR_OP && (pv_op_is_assignment(expr->op) || pv_op_is_step(expr->op));
    if (is_write && expr->args[0]->kind == PV_EXPR_ACCESS)
        add_write(ec, expr->args[0]);
    for (int i = 0; expr->kind == PV_EXPR_CALL && i < expr->n_args; i++)
        pv_expr_visit(expr->args[i], survey_argument, ec);
    if (expr->kind == PV_EXPR_CALL)
        survey_call(ec, expr);
    return true;
}

static void survey_root(struct pv_expr **expr, void *user)
{
    pv_expr_visit(*expr, survey_expr, user);
}

static bool survey_one(struct pv_tree *tree, void *user)
{
    struct pv_eval *ec = user;
    pv_tree_visit_exprs(tree, survey_root, ec);
    for (int i = 0; tree->kind == PV_TREE_PENCIL && tree->builtin == PV_BUILTIN_DEF && i < tree->args.n; i++)
        if (tree->args.v[i]->kind == PV_EXPR_ACCESS)
            add_write(ec, tree->args.v[i]);
    return true;
}

static void survey_tree(struct pv_eval *ec, struct pv_tree *tree)
{
    pv_tree_visit(tree, survey_one, ec);
}

void pv_invariants_survey(struct pv_eval *ec, struct pv_tree *tree)
{
    if (ec->names)
        survey_tree(ec, tree);
}

/* Paths. */

/* The record type that the last of the first "n" steps of "path" selects a field of; NULL where it does not. */
static const struct pv_record *last_record(const struct pv_expr *path, int n)
{
    const struct pv_ctype *type = path->var->type;
    const struct pv_record *record = NULL;
    for (int i = 0; i < n; i++) {
        if (path->steps[i].kind == PV_STEP_FIELD)
            record = type->record;
        else if (pv_path_is_through_pointer(path, i))
            record = NULL;
        type = pv_step_type(type, &path->steps[i]);
    }
    return record;
}

static const struct pv_field *last_field(const struct pv_expr *path, int n)
{
    const struct pv_field *field = NULL;
    for (int i = 0; i < n; i++)
        if (path->steps[i].kind == PV_STEP_FIELD)
            field = path->steps[i].field;
    return field;
}

/* Does an object of type "outer" hold one of "inner" at any depth? */
static bool contains(const struct pv_record *outer, const struct pv_record *inner)
{
    if (outer == inner)
        return true;
    for (int i = 0; i < outer->n_fields; i++) {
        const struct pv_ctype *type = pv_ctype_innermost(outer->fields[i].type, false);
        if (type->kind == PV_TYPE_RECORD && contains(type->record, inner))
            return true;
    }
    return false;
}

/* Can other code have a pointer to the object of "var"? */
static bool is_exposed(const struct pv_var *var)
{
    return var->storage == PV_STORAGE_GLOBAL || var->address_taken || var->address_passed;
}

/* Whether writes reach a place. */

static bool is_character(const struct pv_ctype *type)
{
    return type->kind == PV_TYPE_INT && type->size == 1;
}

/* May C let a value of type "a" that is stored change one of type "b"? */
static bool types_may_overlap(const struct pv_ctype *a, const struct pv_ctype *b)
{
    if (is_character(a) || a->kind == PV_TYPE_RECORD || b->kind == PV_TYPE_RECORD)
        return true;
    return a->kind == b->kind && a->size == b->size;
}

/* A place: the first "n" steps of "path". */
struct place {
    const struct pv_expr *path;
    int n;
    const struct pv_ctype *type;
};

/* The write to "target" and "place" begin at the same variable: may they meet, without a pointer that one of them follows and
 * the other does not? "*is_apart" is set where they part ways through such a pointer. */
static bool paths_may_meet(const struct pv_expr *target, const struct place *place, bool *is_apart)
{
    *is_apart = false;
    for (int i = 0; i < place->n && i < target->n_steps; i++) {
        const struct pv_step *a = &place->path->steps[i], *b = &target->steps[i];
        if (a->kind != b->kind)
            return true;
        if (a->kind == PV_STEP_FIELD && a->field != b->field) {
            *is_apart = pv_path_last_pointer(target, target->n_steps) > i ||
                        pv_path_last_pointer(place->path, place->n) > i;
            return false;
        }
        bool differ = a->kind == PV_STEP_INDEX && a->index->kind == PV_EXPR_INT && b->index->kind == PV_EXPR_INT &&
                      a->index->value != b->index->value;
        if (differ) {
            *is_apart = pv_path_last_pointer(target, target->n_steps) > i ||
                        pv_path_last_pointer(place->path, place->n) > i;
            return false;
        }
    }
    *is_apart = target->n_steps > place->n && pv_path_last_pointer(target, target->n_steps) >= place->n;
    return !*is_apart;
}

/* May the object that "target" writes lie where "place" is, the two being reached by different ways? */
static bool objects_may_meet(const struct pv_eval *ec, const struct pv_expr *target, const struct place *place)
{
    bool follows = pv_path_last_pointer(target, target->n_steps) >= 0,
         place_follows = pv_path_last_pointer(place->path, place->n) >= 0;
    const struct pv_record *record = last_record(place->path, place->n), *other = last_record(target, target->n_steps);
    if (!follows && !place_follows)
        return target->var == place->path->var;
    if (!follows && (!is_exposed(target->var) || (record && !other && target->type->kind != PV_TYPE_RECORD)))
        return false; /* no pointer leads to it; or it is declared as something else than a structure */
    if (!place_follows && !is_exposed(place->path->var))
        return false;
    const struct pv_function *function = ec->scop->region->function;
    bool is_in_callee = target->var->function && target->var->function != function;
    bool is_restricted = (follows && pv_path_last_pointer(target, target->n_steps) == 0 && target->var->is_restrict &&
                          target->var->function == function) ||
                         (place->path->var->is_restrict && place->path->var->function == function &&
                          !(is_in_callee && is_handed(ec, place->path->var)));
    if (is_restricted && target->var != place->path->var)
        return false;
    if (!types_may_overlap(target->type, place->type))
        return false;
    if (record && other && !is_character(target->type))
        return record == other ? last_field(place->path, place->n) == last_field(target, target->n_steps)
                               : contains(record, other) || contains(other, record);
    return true;
}

static bool may_write(const struct pv_eval *ec, const struct pv_expr *target, const struct place *place)
{
    if (target->var != place->path->var)
        return objects_may_meet(ec, target, place);
    bool is_apart;
    return paths_may_meet(target, place, &is_apart) || (is_apart && objects_may_meet(ec, target, place));
}

/* May a function that nobody has seen change "place"? */
static bool unknown_may_write(const struct pv_eval *ec, const struct place *place)
{
    return ec->has_unknown_calls &&
           (pv_path_last_pointer(place->path, place->n) >= 0 || is_exposed(place->path->var)) &&
           !place->path->var->type->is_const;
}

/* Can a run-time test tell that the write to "target", which C's rules for types let reach "place", does not? If there is no
 * such test after all, a detected region gives way to its parts. A marked one has none, so that nothing is taken for granted. */
static bool is_testable(const struct pv_eval *ec, const struct pv_expr *target, const struct place *place)
{
    bool is_apart = true;
    if (!ec->params->run_time_tests || ec->scop->region->is_marked || ec->is_summary || !target->n_steps ||
        (target->var->function && target->var->function != ec->scop->region->function))
        return false;
    if (target->var == place->path->var && paths_may_meet(target, place, &is_apart))
        return false;
    const struct pv_field *field = last_field(place->path, place->n);
    return is_apart && !(field && field->is_bitfield);
}

static struct pv_expr *beginning(struct pv_eval *ec, const struct pv_expr *path, int n, const struct pv_ctype *type);

/* Does nothing in the region change what is stored at "place", given that nothing writes to the places in "apart"? */
static bool is_unchanged(struct pv_eval *ec, const struct place *place, pv_exprs *apart)
{
    bool is_tested = false;
    if (unknown_may_write(ec, place)) {
        pv_eval_because(ec, place->path->range.begin, "a call may change '%s'",
                        pv_path_text(ec->arena, place->path, place->n));
        return false;
    }
    for (int i = 0; i < ec->writes.targets.n; i++)
        if (may_write(ec, ec->writes.targets.v[i], place)) {
            const struct pv_expr *target = ec->writes.targets.v[i];
            if (is_testable(ec, target, place)) {
                is_tested = true;
                continue;
            }
            pv_eval_because(ec, place->path->range.begin, "the write to '%s' may change '%s'",
                            pv_path_text(ec->arena, target, target->n_steps),
                            pv_path_text(ec->arena, place->path, place->n));
            return false;
        }
    if (is_tested)
        pv_push(ec->arena, apart, beginning(ec, place->path, place->n, place->type));
    return true;
}

/* Is the subscript "index" the same throughout the region? */
static bool is_fixed_subscript(struct pv_eval *ec, const struct pv_expr *index)
{
    if (index->kind == PV_EXPR_INT)
        return true;
    if (index->kind != PV_EXPR_ACCESS || index->n_steps || !pv_var_is_trackable(index->var))
        return false;
    return !pv_eval_binding(ec, index->var)->is_written && !is_exposed(index->var) && !pv_eval_declares(ec, index->var);
}

/* Do the first "n" steps of "path" lead to the same object throughout the region, with the same value in it, given that nothing
 * writes to the places in "apart"? */
static bool is_invariant(struct pv_eval *ec, const struct pv_expr *path, int n, pv_exprs *apart)
{
    const struct pv_ctype *type = path->var->type;
    if (pv_eval_declares(ec, path->var) || type->is_volatile)
        return false;
    for (int i = 0; i < n; i++) {
        struct place place = {path, i, type};
        if (pv_path_is_through_pointer(path, i) && !is_unchanged(ec, &place, apart))
            return false;
        if (path->steps[i].kind == PV_STEP_INDEX && !is_fixed_subscript(ec, path->steps[i].index))
            return false;
        type = pv_step_type(type, &path->steps[i]);
        if (type->is_volatile || (type->kind == PV_TYPE_RECORD && type->record->is_union))
            return false;
    }
    struct place place = {path, n, type};
    return is_unchanged(ec, &place, apart);
}

/* Names. */

/* The number of steps of "path" that lead to the pointer in a structure which it follows last; 0 where it follows none. */
static int base_steps(const struct pv_expr *path)
{
    for (int field = path->n_steps - 1; field >= 0; field--) {
        if (path->steps[field].kind != PV_STEP_FIELD)
            continue;
        for (int i = field + 1; i < path->n_steps && path->steps[i].kind == PV_STEP_INDEX; i++)
            if (pv_path_is_through_pointer(path, i))
                return i;
    }
    return 0;
}

/* The first "n" steps of "path", a value of type "type". */
static struct pv_expr *beginning(struct pv_eval *ec, const struct pv_expr *path, int n, const struct pv_ctype *type)
{
    struct pv_expr *expr = pv_expr_new(ec->arena, PV_EXPR_ACCESS, type, path->range);
    expr->var = path->var;
    expr->n_steps = n;
    expr->steps = path->steps;
    return expr;
}

/* Can the first "n" steps of "path" be taken at any time: is all of it in one object that exists? */
static bool is_safe(const struct pv_expr *path, int n)
{
    const struct pv_ctype *type = path->var->type;
    for (int i = 0; i < n; i++) {
        const struct pv_step *step = &path->steps[i];
        bool is_inside = step->kind == PV_STEP_FIELD ||
                         (!pv_path_is_through_pointer(path, i) && step->index->kind == PV_EXPR_INT &&
                          step->index->value >= 0 && step->index->value < type->length);
        if (!is_inside)
            return false;
        type = pv_step_type(type, step);
    }
    return true;
}

static bool has_field(const struct pv_expr *path)
{
    for (int i = 0; i < path->n_steps; i++)
        if (path->steps[i].kind == PV_STEP_FIELD)
            return true;
    return false;
}

/* The variable that stands for the first "n" steps of "path", of type "type"; NULL where the region may change them. */
static struct pv_var *name_steps(struct pv_eval *ec, const struct pv_expr *path, int n, const struct pv_ctype *type)
{
    struct pv_expr *value = beginning(ec, path, n, type);
    ec->why = NULL;
    pv_exprs apart = {0};
    bool is_fixed = is_invariant(ec, path, n, &apart);
    struct pv_var *name = is_fixed ? pv_named_get(ec, value, is_safe(path, n)) : NULL;
    if (name)
        pv_named_keep_apart(ec, name, &apart);
    struct pv_changing changing = {value, ec->why};
    if (is_fixed && !name)
        changing.why = pv_printf(ec->arena, "whether '%s' is looked at depends on data",
                                 pv_path_text(ec->arena, path, n));
    if (!name && changing.why)
        pv_push(ec->arena, &ec->changing, changing);
    return name;
}

static bool is_nameable_pointer(const struct pv_ctype *type)
{
    return type->kind == PV_TYPE_POINTER && !type->is_volatile && type->elem->kind != PV_TYPE_ARRAY &&
           type->elem->kind != PV_TYPE_OTHER && type->elem->kind != PV_TYPE_VOID;
}

/* Is "var" a number that a pointer to "elem" may point at, and does the region write it under its own name? Where it does not,
 * the run-time test keeps the two apart. */
static bool may_be_pointed_at(struct pv_eval *ec, struct pv_var *var, const struct pv_ctype *elem)
{
    if (!pv_ctype_is_arithmetic(var->type) || var->type->is_const || !is_exposed(var) ||
        !(types_may_overlap(elem, var->type) || types_may_overlap(var->type, elem)))
        return false;
    if (pv_eval_binding(ec, var)->is_written)
        return true;
    for (int i = 0; i < ec->writes.targets.n; i++)
        if (ec->writes.targets.v[i]->var == var)
            return true;
    return false;
}

/* A variable that the region names, and that the pointer "path" may point at, in a way that matters; or NULL. Numbers have no
 * place in the model where their values are known, so that nothing would keep them and what is pointed at in order. */
static const struct pv_var *pointed_number(struct pv_eval *ec, const struct pv_ctype *pointer)
{
    const struct pv_ctype *elem = pv_ctype_innermost(pointer, true);
    for (int i = 0; i < ec->globals.n; i++)
        if (may_be_pointed_at(ec, ec->globals.v[i], elem))
            return ec->globals.v[i];
    for (int i = 0; i < ec->bindings.n; i++)
        if (ec->bindings.v[i].is_surveyed && may_be_pointed_at(ec, ec->bindings.v[i].var, elem))
            return ec->bindings.v[i].var;
    return NULL;
}

/* "type", that of the pointer at the end of the first "n" steps of "path"; with constant elements where they lie behind a
 * constant structure. */
static const struct pv_ctype *qualify(struct pv_eval *ec, const struct pv_expr *path, int n,
                                      const struct pv_ctype *type)
{
    const struct pv_ctype *around = path->var->type;
    for (int i = 0; i < n - 1; i++)
        around = pv_step_type(around, &path->steps[i]);
    bool is_flexible = n && path->steps[n - 1].kind == PV_STEP_FIELD && path->steps[n - 1].field->is_flexible;
    if (!is_flexible || !around->is_const || type->elem->is_const || type->elem->kind == PV_TYPE_POINTER)
        return type;
    struct pv_ctype *elem = pv_new(ec->arena, struct pv_ctype), *pointer = pv_new(ec->arena, struct pv_ctype);
    *elem = *type->elem;
    elem->is_const = true;
    elem->spelling = pv_printf(ec->arena, "const %s", elem->spelling);
    *pointer = *type;
    pointer->elem = elem;
    pointer->spelling = pv_printf(ec->arena, "%s *", elem->spelling);
    return pointer;
}

/* The same for a pointer. */
static struct pv_var *name_pointer(struct pv_eval *ec, const struct pv_expr *path, int n, const struct pv_ctype *type)
{
    type = qualify(ec, path, n, type);
    const struct pv_var *number = pointed_number(ec, type);
    if (!number)
        return name_steps(ec, path, n, type);
    const char *why = pv_printf(ec->arena, "it may point at '%s'", number->name);
    struct pv_changing changing = {beginning(ec, path, n, type), why};
    pv_push(ec->arena, &ec->changing, changing);
    return NULL;
}

/* "path" as an access through a variable that stands for the pointer which it follows last; or "path" itself. */
static struct pv_expr *follow_name(struct pv_eval *ec, struct pv_expr *path)
{
    int n = base_steps(path);
    const struct pv_ctype *type = path->var->type;
    for (int i = 0; i < n; i++)
        type = pv_step_type(type, &path->steps[i]);
    struct pv_var *name = n && is_nameable_pointer(type) ? name_pointer(ec, path, n, type) : NULL;
    if (!name)
        return path;
    struct pv_expr *expr = pv_expr_new(ec->arena, PV_EXPR_ACCESS, path->type, path->range);
    expr->var = name;
    expr->n_steps = path->n_steps - n;
    expr->steps = path->steps + n;
    return expr;
}

/* Is "path" a number, or a pointer, in a structure that must not itself be part of the model: it holds pointers, or others may
 * point at it? */
static bool is_member_value(const struct pv_expr *path)
{
    if (!has_field(path) || (!pv_ctype_is_arithmetic(path->type) && !is_nameable_pointer(path->type)))
        return false;
    const struct pv_ctype *root = pv_ctype_innermost(path->var->type, true);
    return pv_path_last_pointer(path, path->n_steps) >= 0 || pv_type_holds_pointer(root);
}

/* The value "path" as a variable, or "path" itself. */
static struct pv_expr *value_name(struct pv_eval *ec, struct pv_expr *path)
{
    bool has_name = pv_ctype_is_arithmetic(path->type) && pv_named_find(ec, path);
    struct pv_var *name = NULL;
    if (is_member_value(path) && path->type->kind == PV_TYPE_POINTER)
        name = name_pointer(ec, path, path->n_steps, path->type);
    else if (has_name || is_member_value(path))
        name = name_steps(ec, path, path->n_steps, path->type);
    if (!name)
        return path;
    struct pv_expr *expr = pv_expr_new(ec->arena, PV_EXPR_ACCESS, path->type, path->range);
    expr->var = name;
    return expr;
}

/* "expr", which is changed, with names in it; as a value, or as a place that is written or whose address is taken. */
static struct pv_expr *put_names(struct pv_eval *ec, struct pv_expr *expr, bool is_place)
{
    bool has_place = expr->kind == PV_EXPR_OP &&
                     (pv_op_is_assignment(expr->op) || pv_op_is_step(expr->op) || expr->op == PV_OP_ADDRESS);
    for (int i = 0; i < expr->n_args; i++)
        expr->args[i] = put_names(ec, expr->args[i], has_place && i == 0);
    for (int i = 0; i < expr->n_steps; i++)
        if (expr->steps[i].kind == PV_STEP_INDEX)
            expr->steps[i].index = put_names(ec, expr->steps[i].index, false);
    if (expr->kind != PV_EXPR_ACCESS || !expr->n_steps)
        return expr;
    struct pv_expr *value = is_place ? expr : value_name(ec, expr);
    return value == expr ? follow_name(ec, expr) : value;
}

static struct pv_expr *put_names_in_copy(const struct pv_expr *expr, void *user)
{
    struct pv_eval *ec = user;
    return put_names(ec, pv_expr_copy(ec->arena, expr), false);
}

/* Integers that control depends on. */

/* Is "path" a member of a structure, or an element with a constant number, that a bound or a subscript may be made of? */
static bool is_size(const struct pv_expr *path)
{
    if (path->kind != PV_EXPR_ACCESS || !path->n_steps || path->type->kind != PV_TYPE_INT)
        return false;
    for (int i = 0; i < path->n_steps; i++)
        if (path->steps[i].kind == PV_STEP_INDEX && path->steps[i].index->kind != PV_EXPR_INT && !has_field(path))
            return false;
    return true;
}

static bool name_size(struct pv_expr *expr, void *user)
{
    struct pv_eval *ec = user;
    if (is_size(expr))
        name_steps(ec, expr, expr->n_steps, expr->type);
    return true;
}

/* Subscripts, and values that are assigned to scalars with known values. */
static bool name_sizes_in(struct pv_expr *expr, void *user)
{
    for (int i = 0; i < expr->n_steps; i++)
        if (expr->steps[i].kind == PV_STEP_INDEX)
            pv_expr_visit(expr->steps[i].index, name_size, user);
    bool is_assigned = expr->kind == PV_EXPR_OP && expr->op == PV_OP_ASSIGN && expr->args[0]->kind == PV_EXPR_ACCESS &&
                       !expr->args[0]->n_steps && pv_var_is_trackable(expr->args[0]->var);
    if (is_assigned)
        pv_expr_visit(expr->args[1], name_size, user);
    return true;
}

static void name_sizes_at(struct pv_expr **expr, void *user)
{
    pv_expr_visit(*expr, name_sizes_in, user);
}

static bool name_sizes(struct pv_tree *tree, void *user)
{
    pv_tree_visit_exprs(tree, name_sizes_at, user);
    if (tree->cond)
        pv_expr_visit(tree->cond, name_size, user);
    if (tree->inc)
        pv_expr_visit(tree->inc, name_size, user);
    if (tree->kind == PV_TREE_DECL && tree->expr && pv_var_is_trackable(tree->var))
        pv_expr_visit(tree->expr, name_size, user);
    return true;
}

/* Does "tree" have anything that could get a name? */
static bool find_step(struct pv_expr *expr, void *user)
{
    bool *is_found = user;
    *is_found = *is_found || (expr->kind == PV_EXPR_ACCESS && (has_field(expr) || is_size(expr)));
    return !*is_found;
}

static void find_step_at(struct pv_expr **expr, void *user)
{
    pv_expr_visit(*expr, find_step, user);
}

static bool find_step_in(struct pv_tree *tree, void *user)
{
    pv_tree_visit_exprs(tree, find_step_at, user);
    return !*(bool *)user;
}

struct pv_tree *pv_invariants_name(struct pv_eval *ec, struct pv_tree *tree)
{
    bool is_found = false;
    if (ec->names)
        pv_tree_visit(tree, find_step_in, &is_found);
    if (!is_found)
        return tree;
    pv_tree_visit(tree, name_sizes, ec);
    return pv_tree_map(ec->arena, tree, put_names_in_copy, ec);
}
