/* Plans what to trace of a region: places of statements, addresses of variables, counters of loops. */
#include "plan.h"

#include "text.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* What the walk over the region's tree finds besides loops and variables. */
struct planner {
    struct plan *plan;
    PV_VEC(struct pv_tree *) simple; /* expression statements and declarations in the text */
    PV_VEC(struct pv_tree *) fors;
    PV_VEC(struct pv_tree *) header_decls; /* declarations in the headers of those */
    PV_VEC(struct pv_tree *) hidden_loops; /* loops of the model that a macro makes as a whole */
};

static const struct pv_region *region_of(const struct plan *plan)
{
    return plan->scop->region;
}

static bool is_inside(unsigned begin, unsigned end, struct pv_range outer)
{
    return outer.begin.offset <= begin && end <= outer.end.offset;
}

static bool is_in_text(const struct plan *plan, struct pv_range range)
{
    return range.begin.file == region_of(plan)->range.begin.file && plan->begin <= range.begin.offset &&
           range.begin.offset < plan->end;
}

int plan_find_var(const struct plan *plan, const struct pv_var *var)
{
    for (int i = 0; i < plan->vars.n; i++)
        if (plan->vars.v[i].var == var)
            return i;
    return -1;
}

int plan_find_array(const struct plan *plan, const struct pv_array *array)
{
    for (int i = 0; i < plan->scop->arrays.n; i++)
        if (plan->scop->arrays.v[i] == array)
            return i;
    return -1;
}

int plan_find_field(const struct plan *plan, const struct pv_field *field)
{
    for (int i = 0; i < plan->fields.n; i++)
        if (plan->fields.v[i].field == field)
            return i;
    return -1;
}

int plan_find_site(const struct plan *plan, const struct pv_stmt *stmt)
{
    for (int i = 0; i < plan->sites.n; i++)
        for (int j = 0; j < plan->sites.v[i].stmts.n; j++)
            if (plan->sites.v[i].stmts.v[j] == stmt)
                return i;
    return -1;
}

bool plan_has_address(const struct plan *plan, const struct pv_array *array)
{
    int i = array->var ? plan_find_var(plan, array->var) : -1;
    return i >= 0 && (plan->vars.v[i].is_in_scope || plan->vars.v[i].decl);
}

int plan_n_subscripts(const struct pv_array *array)
{
    return array->n_linear ? array->n_dims - array->n_linear + 1 : array->n_dims;
}

/*--------------------------------------------------------------------------------------------------*/
/* Variables */

/* Is a declaration at "var->decl" visible at the begin of the region, by the rules of C alone? */
static bool is_declared_before(const struct plan *plan, const struct pv_var *var)
{
    if (!var->function)
        return true;
    if (var->function != region_of(plan)->function)
        return false;
    if (var->storage == PV_STORAGE_PARAM)
        return true;
    if (var->decl.offset >= plan->begin)
        return false;
    return !var->scope.begin.file || (var->scope.begin.offset <= plan->begin && plan->begin < var->scope.end.offset);
}

static struct plan_var *add_var(struct plan *plan, struct pv_var *var)
{
    int i = plan_find_var(plan, var);
    if (i >= 0)
        return &plan->vars.v[i];
    struct plan_var entry = {.var = var, .is_in_scope = is_declared_before(plan, var)};
    pv_push(plan->arena, &plan->vars, entry);
    return &plan->vars.v[plan->vars.n - 1];
}

static bool collect_var(struct pv_expr *expr, void *user)
{
    struct planner *planner = user;
    if (expr->kind == PV_EXPR_ACCESS && expr->var)
        add_var(planner->plan, expr->var);
    return true;
}

static void collect_vars(struct pv_expr **expr, void *user)
{
    pv_expr_visit(*expr, collect_var, user);
}

/* Of two variables with one name, only the inner one can be named at the begin of the region. */
static void hide_shadowed_vars(struct plan *plan)
{
    for (int i = 0; i < plan->vars.n; i++)
        for (int j = 0; j < plan->vars.n; j++) {
            struct plan_var *a = &plan->vars.v[i], *b = &plan->vars.v[j];
            if (i == j || !a->is_in_scope || !b->is_in_scope || strcmp(a->var->name, b->var->name))
                continue;
            bool is_outer = !a->var->function || (b->var->function && a->var->decl.offset < b->var->decl.offset);
            a->is_in_scope = !is_outer;
        }
}

static void add_model_vars(struct plan *plan)
{
    const struct pv_scop *scop = plan->scop;
    for (int i = 0; i < scop->parameters.n; i++)
        add_var(plan, scop->parameters.v[i])->is_parameter = true;
    for (int i = 0; i < scop->arrays.n; i++)
        if (scop->arrays.v[i]->var)
            add_var(plan, scop->arrays.v[i]->var)->array = scop->arrays.v[i];
    for (int i = 0; i < plan->vars.n; i++) {
        struct plan_var *entry = &plan->vars.v[i];
        const struct pv_region *region = region_of(plan);
        entry->is_live_after = entry->var->storage == PV_STORAGE_GLOBAL;
        for (int j = 0; j < region->used_after.n; j++)
            entry->is_live_after |= region->used_after.v[j] == entry->var;
        for (int j = 0; j < plan->loops.n; j++)
            entry->is_iterator |= plan->loops.v[j]->iterator == entry->var;
    }
    hide_shadowed_vars(plan);
}

/*--------------------------------------------------------------------------------------------------*/
/* Fields of structures */

static void add_fields(struct plan *plan, struct pv_array *array, const struct pv_ctype *type, const char *owner)
{
    if (!type || type->kind != PV_TYPE_RECORD || !type->record->is_complete)
        return;
    for (int i = 0; i < type->record->n_fields; i++) {
        const struct pv_field *field = &type->record->fields[i];
        if (plan_find_field(plan, field) >= 0 || field->is_bitfield)
            continue;
        struct plan_field entry = {field, array, owner};
        pv_push(plan->arena, &plan->fields, entry);
        const char *inner = pv_printf(plan->arena, "%s.%s", owner, field->name);
        if (!field->name[0])
            inner = owner;
        const struct pv_ctype *elem = field->type;
        for (; elem->kind == PV_TYPE_ARRAY; elem = elem->elem)
            inner = pv_printf(plan->arena, "%s[0]", inner);
        add_fields(plan, array, elem, inner);
    }
}

static void plan_fields(struct plan *plan)
{
    for (int i = 0; i < plan->scop->arrays.n; i++) {
        struct pv_array *array = plan->scop->arrays.v[i];
        if (!plan_has_address(plan, array))
            continue;
        const char *owner = array->var->name;
        for (int j = 0; j < plan_n_subscripts(array); j++)
            owner = pv_printf(plan->arena, "%s[0]", owner);
        add_fields(plan, array, array->elem, owner);
    }
}

/*--------------------------------------------------------------------------------------------------*/
/* The walk over the region */

static const struct pv_loop *find_loop(const struct plan *plan, struct pv_range range)
{
    for (int i = 0; i < plan->scop->loops.n; i++) {
        const struct pv_loop *loop = &plan->scop->loops.v[i];
        if (loop->range.begin.file == range.begin.file && loop->range.begin.offset == range.begin.offset &&
            loop->range.end.offset == range.end.offset)
            return loop;
    }
    return NULL;
}

/* Looks for the variable called "name" in an expression. */
struct var_search {
    const char *name;
    struct pv_var *var;
};

static bool match_var(struct pv_expr *expr, void *user)
{
    struct var_search *search = user;
    if (expr->kind == PV_EXPR_ACCESS && !expr->n_steps && !strcmp(expr->var->name, search->name))
        search->var = expr->var;
    return !search->var;
}

static void match_var_in(struct pv_expr **expr, void *user)
{
    pv_expr_visit(*expr, match_var, user);
}

static bool match_var_below(struct pv_tree *tree, void *user)
{
    const struct var_search *search = user;
    if (!search->var)
        pv_tree_visit_exprs(tree, match_var_in, user);
    return !search->var;
}

/* The variable that a loop of the model counts with: its step, its condition or its body names it. */
static struct pv_var *find_iterator(const struct pv_loop *loop, const struct pv_tree *tree)
{
    struct var_search search = {loop->iterator, NULL};
    if (tree->inc)
        pv_expr_visit(tree->inc, match_var, &search);
    if (!search.var && tree->cond)
        pv_expr_visit(tree->cond, match_var, &search);
    if (!search.var)
        pv_tree_visit(tree->body, match_var_below, &search);
    return search.var;
}

static void add_loop(struct planner *planner, struct pv_tree *tree)
{
    struct plan *plan = planner->plan;
    const struct pv_loop *loop = find_loop(plan, tree->range);
    if (!loop || !tree->body || !is_in_text(plan, tree->range))
        return;
    if (tree->body->range.begin.offset <= tree->range.begin.offset) {
        pv_push(plan->arena, &planner->hidden_loops, tree);
        return;
    }
    for (int i = 0; i < plan->loops.n; i++)
        if (plan->loops.v[i]->loop == loop)
            return;
    struct plan_loop *entry = pv_new(plan->arena, struct plan_loop);
    entry->loop = loop;
    entry->tree = tree;
    entry->number = plan->loops.n;
    entry->iterator = find_iterator(loop, tree);
    pv_push(plan->arena, &plan->loops, entry);
}

static void add_declaration(struct planner *planner, struct pv_tree *tree)
{
    struct plan *plan = planner->plan;
    struct pv_var *var = tree->var;
    size_t length = strlen(var->name);
    struct plan_var *entry = add_var(plan, var);
    if (!is_in_text(plan, tree->range) || var->decl.offset + length > plan->size ||
        strncmp(plan->text + var->decl.offset, var->name, length))
        return; /* made by a macro, or in an inlined function */
    entry->decl = tree;
    pv_push(plan->arena, &planner->simple, tree);
    if (!var->scope.begin.file || var->scope.end.offset > plan->end)
        plan->has_own_block = false;
}

static void walk_header(struct planner *planner, struct pv_tree *init)
{
    if (!init)
        return;
    pv_tree_visit_exprs(init, collect_vars, planner);
    if (init->kind == PV_TREE_DECL)
        pv_push(planner->plan->arena, &planner->header_decls, init);
    for (int i = 0; i < init->children.n; i++)
        walk_header(planner, init->children.v[i]);
}

static bool walk(struct pv_tree *tree, void *user)
{
    struct planner *planner = user;
    struct plan *plan = planner->plan;
    pv_tree_visit_exprs(tree, collect_vars, planner);
    if (tree->kind == PV_TREE_DECL)
        add_declaration(planner, tree);
    else if (tree->kind == PV_TREE_EXPR && is_in_text(plan, tree->range))
        pv_push(plan->arena, &planner->simple, tree);
    else if (tree->kind == PV_TREE_PENCIL && is_in_text(plan, tree->range))
        pv_push(plan->arena, &plan->pencil, tree);
    else if (tree->kind == PV_TREE_FOR || tree->kind == PV_TREE_WHILE || tree->kind == PV_TREE_DO)
        add_loop(planner, tree);
    if (tree->kind == PV_TREE_FOR) { /* its header is no place for statements */
        pv_push(plan->arena, &planner->fors, tree);
        walk_header(planner, tree->init);
        pv_tree_visit(tree->body, walk, planner);
        return false;
    }
    return true;
}

/*--------------------------------------------------------------------------------------------------*/
/* Sites */

static bool equal_ranges(struct pv_range a, struct pv_range b)
{
    return a.begin.offset == b.begin.offset && a.end.offset == b.end.offset;
}

/* The text of the region that executes "stmt", a call for an inlined one, in "*range"; the smallest
 * statement around it in "*tree", NULL where it is none. */
static bool find_text(const struct planner *planner, const struct pv_stmt *stmt, struct pv_range *range,
                      struct pv_tree **tree)
{
    *range = stmt->call ? stmt->call->range : stmt->range;
    *tree = NULL;
    if (!is_in_text(planner->plan, *range))
        return false;
    unsigned smallest = UINT_MAX;
    for (int i = 0; i < planner->simple.n; i++) {
        struct pv_range outer = planner->simple.v[i]->range;
        unsigned length = outer.end.offset - outer.begin.offset;
        if (is_inside(range->begin.offset, range->end.offset, outer) && length < smallest) {
            smallest = length;
            *tree = planner->simple.v[i];
        }
    }
    if (*tree)
        *range = (*tree)->range;
    return true;
}

/* The declaration in a header that "range" is, or NULL. */
static struct pv_tree *find_header_decl(const struct planner *planner, struct pv_range range)
{
    for (int i = 0; i < planner->header_decls.n; i++)
        if (equal_ranges(planner->header_decls.v[i]->range, range))
            return planner->header_decls.v[i];
    return NULL;
}

/* The for statement that has "range" in its header, or NULL. */
static struct pv_tree *find_header(const struct planner *planner, struct pv_range range)
{
    for (int i = 0; i < planner->fors.n; i++) {
        struct pv_tree *tree = planner->fors.v[i];
        if (tree->body && tree->range.begin.offset < range.begin.offset &&
            range.end.offset < tree->body->range.begin.offset)
            return tree;
    }
    return NULL;
}

/* The outermost loop made by a macro that "range" lies in, or NULL. */
static const struct pv_tree *find_hidden_loop(const struct planner *planner, struct pv_range range)
{
    for (int i = 0; i < planner->hidden_loops.n; i++)
        if (is_inside(range.begin.offset, range.end.offset, planner->hidden_loops.v[i]->range))
            return planner->hidden_loops.v[i];
    return NULL;
}

static void add_site(struct planner *planner, struct pv_stmt *stmt)
{
    struct plan *plan = planner->plan;
    struct pv_range range;
    struct pv_tree *tree;
    if (!find_text(planner, stmt, &range, &tree)) {
        plan->trouble = pv_printf(plan->arena, "statement %s has no place in the text of the region", stmt->name);
        return;
    }
    struct site site = {.kind = SITE_STMT, .line = range.begin.line, .is_shared = stmt->is_inlined};
    const struct pv_tree *hidden = find_hidden_loop(planner, range);
    if (hidden) {
        range = hidden->range;
        site.is_shared = true;
    }
    const struct pv_tree *header_decl = find_header_decl(planner, range);
    site.has_value = header_decl && header_decl->expr;
    if (site.has_value)
        range = header_decl->expr->range;
    site.begin = range.begin.offset;
    site.end = range.end.offset;
    site.is_in_header = find_header(planner, range) != NULL;
    site.is_declaration = !site.is_in_header && tree && tree->kind == PV_TREE_DECL;
    if (site.is_declaration)
        site.end = text_end_of_declaration(plan->text, plan->size, site.end);
    else if (!site.is_in_header)
        site.end = text_end_of_statement(plan->text, plan->size, site.end);
    pv_push(plan->arena, &site.stmts, stmt);
    pv_push(plan->arena, &plan->sites, site);
}

/* Make one site of those whose texts overlap. */
static void merge_sites(struct plan *plan)
{
    for (int i = 0; i < plan->sites.n; i++)
        for (int j = i + 1; j < plan->sites.n;) {
            struct site *a = &plan->sites.v[i], *b = &plan->sites.v[j];
            if (a->end <= b->begin || b->end <= a->begin) {
                j++;
                continue;
            }
            a->begin = a->begin < b->begin ? a->begin : b->begin;
            a->end = a->end > b->end ? a->end : b->end;
            a->is_declaration |= b->is_declaration;
            a->is_shared = true;
            for (int k = 0; k < b->stmts.n; k++)
                pv_push(plan->arena, &a->stmts, b->stmts.v[k]);
            memmove(b, b + 1, sizeof(*b) * (size_t)(plan->sites.n - j - 1));
            plan->sites.n--;
            j = i + 1;
        }
}

static int compare_loops(const void *a, const void *b)
{
    const struct plan_loop *const *x = a, *const *y = b;
    return (*x)->loop->depth - (*y)->loop->depth;
}

/* Loops that repeat "site": their body or their increment holds it. */
static void find_loops(struct plan *plan, struct site *site)
{
    for (int i = 0; i < plan->loops.n; i++) {
        struct plan_loop *loop = plan->loops.v[i];
        unsigned body_end = text_end_of_statement(plan->text, plan->size, loop->tree->body->range.end.offset);
        const struct pv_expr *inc = loop->tree->inc;
        bool is_in_body = loop->tree->body->range.begin.offset <= site->begin && site->end <= body_end &&
                          loop->tree->range.begin.offset < site->begin;
        if (is_in_body || (inc && is_inside(site->begin, site->end, inc->range)))
            pv_push(plan->arena, &site->loops, loop);
    }
    if (site->loops.n)
        qsort(site->loops.v, (size_t)site->loops.n, sizeof(*site->loops.v), compare_loops);
}

/* Can the value of the variable of "subst" be taken at the begin of "site"? */
static bool is_visible_scalar(const struct plan *plan, const struct site *site, const struct pv_subst *subst)
{
    const struct pv_expr *expr = subst->expr;
    if (!expr || expr->kind != PV_EXPR_ACCESS || expr->n_steps || expr->var->type->kind != PV_TYPE_INT)
        return false;
    const struct pv_var *var = expr->var;
    bool is_own = !var->function || (var->function == region_of(plan)->function &&
                                     (var->storage == PV_STORAGE_PARAM || var->decl.offset < site->begin));
    return is_own && is_in_text(plan, expr->range) && site->begin <= expr->range.begin.offset &&
           expr->range.end.offset <= site->end;
}

static void find_scalars(struct plan *plan, struct site *site)
{
    for (int i = 0; i < site->stmts.n; i++) {
        struct pv_stmt *stmt = site->stmts.v[i];
        for (int j = 0; j < stmt->substs.n && !site->is_shared; j++) {
            struct plan_scalar scalar = {stmt, &stmt->substs.v[j]};
            if (is_visible_scalar(plan, site, scalar.subst))
                pv_push(plan->arena, &site->scalars, scalar);
        }
    }
}

/* Is "expr" an assignment, looked at as an operand? */
static bool is_assignment(const struct pv_expr *expr)
{
    while (expr->kind == PV_EXPR_CAST)
        expr = expr->args[0];
    return expr->kind == PV_EXPR_OP && (pv_op_is_assignment(expr->op) || pv_op_is_step(expr->op));
}

static bool find_inner_assignment(struct pv_expr *expr, void *user)
{
    bool *found = user;
    for (int i = 0; i < expr->n_args; i++)
        *found |= is_assignment(expr->args[i]);
    for (int i = 0; expr->kind == PV_EXPR_ACCESS && i < expr->n_steps; i++)
        *found |= expr->steps[i].kind == PV_STEP_INDEX && is_assignment(expr->steps[i].index);
    return !*found;
}

static void find_inner_assignments(struct pv_expr **expr, void *user)
{
    pv_expr_visit(*expr, find_inner_assignment, user);
}

static bool look_for_assignments(struct pv_tree *tree, void *user)
{
    pv_tree_visit_exprs(tree, find_inner_assignments, user);
    return true;
}

/* The place of a statement that gives an iterator its final value: after the loop. */
static void add_final_site(struct plan *plan, struct pv_stmt *stmt)
{
    if (!is_in_text(plan, stmt->range))
        return;
    struct site site = {.kind = SITE_FINAL, .begin = stmt->range.begin.offset, .line = stmt->range.begin.line};
    site.end = text_end_of_statement(plan->text, plan->size, stmt->range.end.offset);
    pv_push(plan->arena, &site.stmts, stmt);
    for (int i = 0; i < stmt->accesses.n; i++)
        if (stmt->accesses.v[i]->is_write && stmt->accesses.v[i]->array)
            site.final = stmt->accesses.v[i]->array->var;
    pv_push(plan->arena, &plan->sites, site);
}

static void plan_sites(struct planner *planner)
{
    struct plan *plan = planner->plan;
    for (int i = 0; i < plan->scop->stmts.n && !plan->trouble; i++) {
        struct pv_stmt *stmt = plan->scop->stmts.v[i];
        if (stmt->kind == PV_STMT_EXPR || stmt->kind == PV_STMT_GENERIC)
            add_site(planner, stmt);
    }
    merge_sites(plan);
    for (int i = 0; i < plan->scop->stmts.n; i++)
        if (plan->scop->stmts.v[i]->kind == PV_STMT_FINAL)
            add_final_site(plan, plan->scop->stmts.v[i]);
    for (int i = 0; i < plan->sites.n; i++) {
        struct site *site = &plan->sites.v[i];
        find_loops(plan, site);
        if (site->kind == SITE_STMT)
            find_scalars(plan, site);
        for (int j = 0; j < site->stmts.n; j++)
            pv_tree_visit(site->stmts.v[j]->body, look_for_assignments, &site->has_inner_assignment);
        if (!site->is_shared && site->loops.n != site->stmts.v[0]->n_iterators)
            plan->trouble = pv_printf(plan->arena, "statement %s has %d iterators but stands in %d loops",
                                      site->stmts.v[0]->name, site->stmts.v[0]->n_iterators, site->loops.n);
    }
}

/* The line with "#pragma endscop" stays whole; an autodetected region ends with its last semicolon. */
static void plan_range(struct plan *plan)
{
    const struct pv_region *region = region_of(plan);
    plan->begin = region->range.begin.offset;
    plan->end = region->range.end.offset;
    if (!region->is_marked)
        plan->end = text_end_of_statement(plan->text, plan->size, plan->end);
    while (region->is_marked && plan->end > plan->begin && plan->text[plan->end - 1] != '\n')
        plan->end--;
}

struct plan *plan_new(struct pv_arena *arena, const struct pv_scop *scop, const char *text, size_t size)
{
    struct plan *plan = pv_new(arena, struct plan);
    plan->arena = arena;
    plan->scop = scop;
    plan->text = text;
    plan->size = size;
    plan->has_own_block = true;
    plan_range(plan);
    struct planner planner = {.plan = plan};
    pv_tree_visit(scop->region->body, walk, &planner);
    add_model_vars(plan);
    plan_fields(plan);
    plan_sites(&planner);
    return plan;
}
