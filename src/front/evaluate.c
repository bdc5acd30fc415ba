/* Evaluates one region from its tree to its model. */
#include "front/evaluate.h"

#include "base/islx.h"

#include "front/arrays.h"
#include "front/delinear.h"
#include "front/doloops.h"
#include "front/exclude.h"
#include "front/induction.h"
#include "front/invariants.h"
#include "front/joined.h"
#include "front/named.h"
#include "front/paths.h"
#include "front/steps.h"
#include "front/survey.h"
#include "front/valuecalls.h"
#include "front/walk.h"

#include <isl/map.h>
#include <isl/schedule_node.h>

/* Setting up. */

static struct pv_eval new_eval(struct pv_eval *parent, struct pv_region *region)
{
    struct pv_eval ec = {.arena = parent->arena,
                         .diag = parent->diag,
                         .ctx = parent->ctx,
                         .unit = parent->unit,
                         .params = parent->params,
                         .is_certain = true,
                         .stmt_prefix = "S_",
                         .is_summary = parent->call_stack.n > 0,
                         .summarise = parent->summarise,
                         .summaries = parent->summaries};
    for (int i = 0; i < parent->call_stack.n; i++)
        pv_push(ec.arena, &ec.call_stack, parent->call_stack.v[i]);
    ec.space = isl_space_set_alloc(ec.ctx, 0, 0);
    ec.live = isl_set_universe(isl_space_copy(ec.space));
    ec.param_bounds = isl_set_universe(isl_space_params_alloc(ec.ctx, 0));
    ec.scop = pv_new(ec.arena, struct pv_scop);
    ec.scop->ctx = ec.ctx;
    ec.scop->arena = ec.arena;
    ec.scop->region = region;
    return ec;
}

static void free_eval(struct pv_eval *ec)
{
    for (int i = 0; i < ec->bindings.n; i++)
        pv_binding_free(&ec->bindings.v[i]);
    pv_exclude_undo(ec, 0);
    isl_space_free(ec->space);
    isl_set_free(ec->live);
    isl_set_free(ec->param_bounds);
    isl_set_free(ec->assumed);
}

static void apply_value_bounds(struct pv_eval *ec, const struct pv_region *region)
{
    for (int i = 0; i < region->value_bounds.n; i++) {
        const struct pv_value_bounds *bounds = &region->value_bounds.v[i];
        struct pv_binding *binding = pv_eval_binding(ec, bounds->var);
        bool is_tracked = pv_var_is_trackable(bounds->var);
        if (!is_tracked || bounds->min > binding->min)
            binding->min = bounds->min;
        if (!is_tracked || bounds->max < binding->max)
            binding->max = bounds->max;
        binding->has_bounds = true;
    }
}

static bool is_used_after(const struct pv_region *region, const struct pv_var *var)
{
    for (int i = 0; i < region->used_after.n; i++)
        if (region->used_after.v[i] == var)
            return true;
    return region->all_used_after;
}

/* What the region's own list of statements declares must not be needed after it: the code that takes the region's
 * place has a block of its own. */
static void check_declared(struct pv_eval *ec, const struct pv_tree *tree)
{
    for (int i = 0; i < tree->children.n; i++) {
        const struct pv_tree *child = tree->children.v[i];
        if (child->kind == PV_TREE_BLOCK && !child->is_scope)
            check_declared(ec, child);
        else if (child->kind == PV_TREE_DECL && is_used_after(ec->scop->region, child->var))
            pv_eval_refuse(ec, child->range.begin, "declare it before the region",
                           "'%s' is declared in the region and used after it", child->var->name);
    }
}

/* Is "var" declared by the region's own list of statements? Inner blocks have ended the life of what they declare. */
static bool is_declared_by(const struct pv_tree *tree, const struct pv_var *var)
{
    for (int i = 0; i < tree->children.n; i++) {
        const struct pv_tree *child = tree->children.v[i];
        bool declares = child->kind == PV_TREE_DECL
                            ? child->var == var
                            : child->kind == PV_TREE_BLOCK && !child->is_scope && is_declared_by(child, var);
        if (declares)
            return true;
    }
    return false;
}

/* Locals that nothing reads after the region die at its end. */
static void kill_at_end(struct pv_eval *ec, struct pv_order *sequence)
{
    int n = ec->scop->arrays.n;
    const struct pv_region *region = ec->scop->region;
    struct pv_range end = {ec->scop->region->range.end, ec->scop->region->range.end};
    for (int i = 0; i < n; i++)
        if (ec->scop->arrays.v[i]->is_dead_after || is_declared_by(region->body, ec->scop->arrays.v[i]->var))
            pv_walk_kill(ec, ec->scop->arrays.v[i]->var, end, sequence);
}

/* Finishing. */

static __isl_give isl_union_map *restrict_relation(__isl_take isl_union_map *relation, const struct pv_stmt *stmt)
{
    relation = isl_union_map_intersect_domain(relation, isl_union_set_from_set(isl_set_copy(stmt->domain)));
    return isl_union_map_coalesce(relation);
}

/* Number the references, and bring the relations in line with domains that shrank after they were
 * made. */
static void finish_accesses(struct pv_scop *scop)
{
    int n = 0;
    for (int i = 0; i < scop->stmts.n; i++) {
        struct pv_stmt *stmt = scop->stmts.v[i];
        for (int j = 0; j < stmt->accesses.n; j++) {
            struct pv_access *access = stmt->accesses.v[j];
            access->tag = pv_printf(scop->arena, "R%d", n++);
            if (!stmt->is_restricted)
                continue;
            access->may_read = restrict_relation(access->may_read, stmt);
            access->may_write = restrict_relation(access->may_write, stmt);
            access->must_write = restrict_relation(access->must_write, stmt);
            access->kill = restrict_relation(access->kill, stmt);
        }
    }
}

/* Give all of "stmt" the parameters of "params" in their order. */
static void align_stmt(struct pv_stmt *stmt, __isl_keep isl_space *params)
{
    stmt->domain = isl_set_align_params(stmt->domain, isl_space_copy(params));
    for (int i = 0; i < stmt->accesses.n; i++) {
        struct pv_access *access = stmt->accesses.v[i];
        access->may_read = isl_union_map_align_params(access->may_read, isl_space_copy(params));
        access->may_write = isl_union_map_align_params(access->may_write, isl_space_copy(params));
        access->must_write = isl_union_map_align_params(access->must_write, isl_space_copy(params));
        access->kill = isl_union_map_align_params(access->kill, isl_space_copy(params));
    }
}

/* Each object of the model has met the parameters in an order of its own. isl rewrites whole unions whenever it brings
 * two of them together, so all get the order of the context, once. */
static void align_parameters(struct pv_scop *scop)
{
    isl_space *params = isl_set_get_space(scop->context);
    for (int i = 0; i < scop->stmts.n; i++)
        align_stmt(scop->stmts.v[i], params);
    isl_space_free(params);
}

/* Parameters for which the region has a defined meaning, as far as the user lets them be anything. */
static __isl_give isl_set *finish_context(struct pv_eval *ec)
{
    isl_set *context = pv_exclude_context(ec);
    if (ec->params->assume_non_negative_parameters)
        for (int i = 0; i < (int)isl_set_dim(context, isl_dim_param); i++)
            context = isl_set_lower_bound_si(context, isl_dim_param, (unsigned)i, 0);
    if (ec->params->ctx)
        context = isl_set_intersect_params(context, isl_set_params(pv_set_read(ec->ctx, ec->params->ctx)));
    bool has_shrunk = ec->params->assume_non_negative_parameters || ec->params->ctx;
    return has_shrunk ? pv_set_coalesce(context) : context;
}

/* The original schedule. */

typedef PV_VEC(isl_schedule *) schedules;

static __isl_give isl_schedule *schedule_order(struct pv_eval *ec, const struct pv_order *order);

/* One after the other; halving keeps long sequences cheap. */
static __isl_give isl_schedule *sequence(const schedules *list, int first, int end)
{
    if (end - first == 1)
        return list->v[first];
    int middle = first + (end - first) / 2;
    return isl_schedule_sequence(sequence(list, first, middle), sequence(list, middle, end));
}

static isl_stat add_member(__isl_take isl_set *set, void *user)
{
    struct {
        isl_union_pw_aff *member;
        const struct pv_order *loop;
    } *data = user;
    isl_local_space *ls = isl_local_space_from_space(isl_set_get_space(set));
    isl_aff *aff = isl_aff_var_on_domain(ls, isl_dim_set, (unsigned)data->loop->depth);
    if (data->loop->goes_down)
        aff = isl_aff_neg(aff);
    data->member = isl_union_pw_aff_add_pw_aff(data->member, isl_pw_aff_from_aff(aff));
    isl_set_free(set);
    return isl_stat_ok;
}

/* A loop is a band of one member: the iterator, or its negation when it goes down. */
static __isl_give isl_schedule *schedule_loop(struct pv_eval *ec, const struct pv_order *loop)
{
    isl_schedule *schedule = schedule_order(ec, loop->children.v[0]);
    if (!schedule)
        return NULL;
    struct {
        isl_union_pw_aff *member;
        const struct pv_order *loop;
    } data = {isl_union_pw_aff_empty(isl_space_params_alloc(ec->ctx, 0)), loop};
    isl_union_set *domain = isl_schedule_get_domain(schedule);
    isl_union_set_foreach_set(domain, add_member, &data);
    isl_union_set_free(domain);
    return isl_schedule_insert_partial_schedule(schedule, isl_multi_union_pw_aff_from_union_pw_aff(data.member));
}

/* NULL where there are no statements. */
static __isl_give isl_schedule *schedule_order(struct pv_eval *ec, const struct pv_order *order)
{
    if (order->kind == PV_ORDER_STMT)
        return isl_schedule_from_domain(isl_union_set_from_set(isl_set_copy(order->stmt->domain)));
    if (order->kind == PV_ORDER_LOOP)
        return schedule_loop(ec, order);
    schedules list = {0};
    for (int i = 0; i < order->children.n; i++) {
        isl_schedule *child = schedule_order(ec, order->children.v[i]);
        if (child)
            pv_push(ec->arena, &list, child);
    }
    return list.n ? sequence(&list, 0, list.n) : NULL;
}

/* Calls of unknown effect keep their place: nobody knows which statements they time, print about or wait for. Each of
 * them writes the array that stands for effects. Every other statement reads it: that keeps the statement on its side of
 * each call and leaves it free among the statements between two calls. */
static void order_around_effects(struct pv_eval *ec)
{
    bool has_effects = false;
    for (int i = 0; i < ec->scop->arrays.n; i++)
        has_effects = has_effects || ec->scop->arrays.v[i]->kind == PV_ARRAY_EFFECTS;
    for (int i = 0; has_effects && i < ec->scop->stmts.n; i++) {
        struct pv_stmt *stmt = ec->scop->stmts.v[i];
        if (!stmt->has_effects && (stmt->kind == PV_STMT_EXPR || stmt->kind == PV_STMT_GENERIC))
            pv_paths_add_instances(ec, stmt, pv_arrays_get_effects(ec), PV_USE_READ | PV_USE_MAYBE);
    }
}

/* Take what was assumed of the parameters for granted. Where that leaves none, the region is to be evaluated without. */
static void finish_assumptions(struct pv_eval *ec)
{
    if (!ec->assumed)
        return;
    isl_set *left = isl_set_intersect(isl_set_copy(ec->assumed), isl_set_copy(ec->scop->context));
    if (isl_set_is_empty(left) == isl_bool_false) {
        pv_scop_assume(ec->scop, isl_set_copy(ec->assumed));
    } else {
        ec->shapes->assumes_nothing = true;
        ec->shapes->has_changed = true;
    }
    isl_set_free(left);
}

/* A bound that wraps around 64 bits, such as a negative number converted to size_t, has pieces with numbers that no type
 * holds. The context excludes most of them: leave them out of the domains. */
static void drop_wide_pieces(struct pv_scop *scop)
{
    for (int i = 0; i < scop->stmts.n; i++) {
        struct pv_stmt *stmt = scop->stmts.v[i];
        isl_map *domain = isl_map_from_range(isl_set_copy(stmt->domain));
        bool is_wide = pv_map_has_larger(domain, PV_CONSTANTS, INT64_MAX);
        isl_map_free(domain);
        if (!is_wide)
            continue;
        stmt->domain = isl_set_intersect_params(stmt->domain, isl_set_copy(scop->context));
        stmt->domain = isl_set_gist_params(pv_set_coalesce(stmt->domain), isl_set_copy(scop->context));
        stmt->is_restricted = true;
    }
}

static void finish(struct pv_eval *ec, struct pv_order *order)
{
    if (!ec->is_summary) {
        order_around_effects(ec);
        ec->scop->context = finish_context(ec);
        drop_wide_pieces(ec->scop);
    }
    finish_accesses(ec->scop);
    if (ec->is_summary)
        return;
    finish_assumptions(ec);
    align_parameters(ec->scop);
    if (ec->params->join_statements)
        pv_joined_make(ec->scop, order);
    ec->scop->schedule = schedule_order(ec, order);
    if (!ec->scop->schedule)
        ec->scop->schedule = isl_schedule_empty(isl_space_params_alloc(ec->ctx, 0));
}

/* What an attempt starts from and what it finds for the next. */
struct attempt {
    struct pv_shapes *shapes;      /* of linear subscripts known so far */
    struct pv_named_values *names; /* of values known so far */
    struct pv_steps *steps;        /* loops rewritten because their step is no constant */
    bool is_careful;
    bool keeps_do;      /* do loops are not rewritten */
    bool has_failed_do; /* one that was rewritten has no model */
    bool needs_care;    /* too much was taken for granted of the functions that are called */
};

/* "text" without the scalars that can be resolved, among them the iterators of loops with a step that is no constant. */
static struct pv_tree *resolve_scalars(struct pv_eval *ec, struct pv_steps *steps, struct pv_tree *text)
{
    struct pv_tree *body = pv_induction_resolve(ec, pv_steps_rewrite(ec, steps, text));
    while (!pv_steps_are_resolved(ec, steps, body))
        body = pv_induction_resolve(ec, pv_steps_rewrite(ec, steps, text));
    pv_steps_assume(ec, steps);
    return body;
}

static struct pv_scop *evaluate_once(struct pv_eval *parent, struct pv_region *region, struct attempt *attempt)
{
    struct pv_eval ec = new_eval(parent, region);
    ec.shapes = attempt->shapes;
    ec.names = ec.is_summary ? NULL : attempt->names;
    ec.is_careful = attempt->is_careful;
    struct pv_order order = {.kind = PV_ORDER_SEQUENCE};
    struct pv_tree *text = pv_valuecalls_replace(&ec, region->body);
    if (!attempt->keeps_do)
        text = pv_doloops_rewrite(&ec, text);
    pv_survey(&ec, text);
    apply_value_bounds(&ec, region);
    check_declared(&ec, region->body);
    pv_invariants_survey(&ec, text);
    struct pv_tree *body = resolve_scalars(&ec, attempt->steps, pv_invariants_name(&ec, text));
    enum pv_outcome outcome = region->is_one_statement ? pv_walk_as_one(&ec, body, &order) : pv_walk(&ec, body, &order);
    attempt->has_failed_do = !attempt->keeps_do && ec.has_failed_do;
    attempt->needs_care = !ec.is_careful && (ec.needs_care || (outcome != PV_DONE && ec.n_inlined));
    if (outcome == PV_DONE && !attempt->needs_care && !attempt->has_failed_do) {
        kill_at_end(&ec, &order);
        pv_named_finish(&ec);
        finish(&ec, &order);
    } else {
        pv_scop_free(ec.scop);
        ec.scop = NULL;
    }
    pv_named_reset(attempt->names);
    free_eval(&ec);
    return ec.scop;
}

/* Forget all that a careless attempt, or one with do loops that have no model, found, its refusal too. */
static void begin_again(struct pv_region *region, struct attempt *attempt)
{
    pv_shapes_free(attempt->shapes);
    *attempt->shapes = (struct pv_shapes){0};
    attempt->is_careful = attempt->is_careful || attempt->needs_care;
    attempt->keeps_do = attempt->keeps_do || attempt->has_failed_do;
    region->refused = NULL;
}

/* Tell the user where rows could not be recovered: such an access may touch all of the array. */
static void report_rejected(struct pv_eval *parent, const struct pv_shapes *shapes)
{
    for (int i = 0; i < shapes->list.n; i++) {
        const struct pv_shape *shape = shapes->list.v[i];
        if (shape->is_rejected)
            pv_note(parent->diag, shape->loc, "any element of '%s' may be accessed: %s",
                    pv_var_text(parent->arena, shape->var), shape->why);
    }
}

/* Tell the user about loops that are not modelled as loops. */
static void report_opaque(struct pv_eval *parent, const struct pv_scop *scop)
{
    for (int i = 0; i < scop->stmts.n; i++) {
        const struct pv_stmt *stmt = scop->stmts.v[i];
        bool is_loop = stmt->kind == PV_STMT_GENERIC && stmt->body &&
                       (stmt->body->kind == PV_TREE_FOR || stmt->body->kind == PV_TREE_WHILE);
        if (is_loop && stmt->why)
            pv_note(parent->diag, stmt->why_at.file ? stmt->why_at : stmt->range.begin,
                    "the loop at line %u counts as one statement, because its control is not affine: %s",
                    stmt->range.begin.line, stmt->why);
    }
}

struct pv_scop *pv_region_evaluate(struct pv_eval *parent, struct pv_region *region)
{
    struct pv_shapes shapes = {0};
    struct pv_named_values names = {0};
    struct pv_steps steps = {0};
    struct attempt attempt = {.shapes = &shapes, .names = &names, .steps = &steps};
    struct pv_scop *scop = evaluate_once(parent, region, &attempt);
    /* Each further attempt is the first with care, has a longer shape, or one shape or name fewer to try. */
    while (attempt.needs_care || attempt.has_failed_do || (scop && (shapes.has_changed || names.has_changed))) {
        pv_scop_free(scop);
        if (attempt.needs_care || attempt.has_failed_do)
            begin_again(region, &attempt);
        shapes.has_changed = names.has_changed = false;
        scop = evaluate_once(parent, region, &attempt);
    }
    if (scop) {
        report_rejected(parent, &shapes);
        report_opaque(parent, scop);
    }
    pv_shapes_free(&shapes);
    return scop;
}
