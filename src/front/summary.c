/* Summarizes what a called function does to its arguments. */
#include "front/summary.h"

#include "base/islx.h"

#include "front/evaluate.h"
#include "front/regions.h"

#include <isl/map.h>

/* { [ints] -> A[a] } from what the body's instances touch, { S[i] -> A[a] } with the integer
 * arguments as parameters. */
struct lifting {
    const struct pv_summary *summary;
    bool is_must;
    isl_union_map *result;
};

/* Turn the parameter of each integer argument into a coordinate. Other parameters, which are global
 * variables, mean nothing to the caller: what depends on them may happen. */
static __isl_give isl_map *parameters_to_coordinates(__isl_take isl_set *set, const struct lifting *lifting)
{
    int n = lifting->summary->ints.n;
    isl_map *map = isl_map_add_dims(isl_map_from_range(set), isl_dim_in, (unsigned)n);
    for (int i = 0; i < n; i++) {
        int pos = isl_map_find_dim_by_name(map, isl_dim_param, lifting->summary->ints.v[i]->id);
        if (pos < 0)
            continue;
        map = isl_map_equate(map, isl_dim_param, pos, isl_dim_in, i);
        map = isl_map_project_out(map, isl_dim_param, (unsigned)pos, 1);
    }
    int n_left = (int)isl_map_dim(map, isl_dim_param);
    bool depends = isl_map_involves_dims(map, isl_dim_param, 0, (unsigned)n_left) == isl_bool_true;
    if (depends && lifting->is_must) {
        isl_space *space = isl_map_get_space(map);
        isl_map_free(map);
        map = isl_map_empty(space);
    }
    return isl_map_project_out(map, isl_dim_param, 0, (unsigned)n_left);
}

static isl_stat lift(__isl_take isl_set *set, void *user)
{
    struct lifting *lifting = user;
    lifting->result = isl_union_map_add_map(lifting->result, parameters_to_coordinates(set, lifting));
    return isl_stat_ok;
}

/* { A[a] } that some instance of "scop" touches. */
static __isl_give isl_union_set *touched(const struct pv_scop *scop, const struct pv_array *array,
                                         enum pv_relation which)
{
    isl_union_set *all = isl_union_set_empty_ctx(scop->ctx);
    for (int i = 0; i < scop->stmts.n; i++)
        for (int j = 0; j < scop->stmts.v[i]->accesses.n; j++) {
            const struct pv_access *access = scop->stmts.v[i]->accesses.v[j];
            if (access->array == array)
                all = isl_union_set_union(all, isl_union_map_range(pv_access_get(access, which)));
        }
    return all;
}

static __isl_give isl_union_map *lift_accesses(const struct pv_summary *summary, const struct pv_scop *scop,
                                               const struct pv_array *array, enum pv_relation which)
{
    struct lifting lifting = {summary, which == PV_MUST_WRITE, isl_union_map_empty_ctx(scop->ctx)};
    isl_union_set *elements = pv_union_set_coalesce(touched(scop, array, which));
    isl_union_set_foreach_set(elements, lift, &lifting);
    isl_union_set_free(elements);
    return lifting.result;
}

/* A global that is a parameter of the body's model is read by the call: the caller may write it. */
static void add_read_globals(struct pv_arena *arena, struct pv_summary *summary, const struct pv_scop *scop)
{
    for (int i = 0; i < scop->parameters.n; i++) {
        struct pv_var *var = scop->parameters.v[i];
        if (var->storage != PV_STORAGE_GLOBAL || var->type->is_const || pv_scop_find_array(scop, var->id))
            continue;
        isl_space *space = isl_space_alloc(scop->ctx, 0, (unsigned)summary->ints.n, 0);
        isl_map *read = isl_map_universe(pv_space_set_tuple_name(space, isl_dim_out, var->id));
        struct pv_summary_part part = {
            .var = var,
            .may_read = isl_union_map_from_map(read),
            .may_write = isl_union_map_empty_ctx(scop->ctx),
            .must_write = isl_union_map_empty_ctx(scop->ctx),
        };
        pv_push(arena, &summary->parts, part);
    }
}

static void add_parts(struct pv_arena *arena, struct pv_summary *summary, const struct pv_scop *scop)
{
    for (int i = 0; i < scop->arrays.n; i++) {
        const struct pv_array *array = scop->arrays.v[i];
        if (array->kind == PV_ARRAY_EFFECTS)
            summary->has_effects = true;
        /* A parameter passed by value is the function's own. */
        if (!array->var || array->is_local ||
            (array->var->storage != PV_STORAGE_GLOBAL && !pv_ctype_is_indexable(array->var->type)))
            continue;
        struct pv_summary_part part = {
            .var = array->var,
            .may_read = lift_accesses(summary, scop, array, PV_MAY_READ),
            .may_write = lift_accesses(summary, scop, array, PV_MAY_WRITE),
            .must_write = lift_accesses(summary, scop, array, PV_MUST_WRITE),
        };
        pv_push(arena, &summary->parts, part);
    }
    add_read_globals(arena, summary, scop);
    for (int i = 0; i < scop->stmts.n; i++)
        summary->has_effects = summary->has_effects || scop->stmts.v[i]->has_effects;
}

/* A function's body as a region of its own; a return at its end is left out. One that returns elsewhere too is
 * seen as one statement. */
static struct pv_region *region_of_body(struct pv_eval *ec, struct pv_function *function)
{
    struct pv_tree *body = pv_front_function_body(ec->unit, function);
    if (!body)
        return NULL;
    struct pv_region *region = pv_new(ec->arena, struct pv_region);
    region->range = body->range;
    region->function = function;
    region->body = pv_tree_new(ec->arena, PV_TREE_BLOCK, body->range);
    for (int i = 0; i < body->children.n; i++) {
        struct pv_tree *child = body->children.v[i];
        if (child->kind == PV_TREE_RETURN && i == body->children.n - 1) {
            if (!child->expr)
                continue;
            struct pv_tree *value = pv_tree_new(ec->arena, PV_TREE_EXPR, child->range);
            value->expr = child->expr;
            child = value;
        }
        pv_push(ec->arena, &region->body->children, child);
    }
    region->is_one_statement = pv_tree_count_returns(region->body) > 0;
    return region;
}

static void derive(struct pv_eval *ec, struct pv_summary *summary)
{
    struct pv_function *function = summary->function;
    struct pv_region *region = region_of_body(ec, function);
    if (!region)
        return;
    for (int i = 0; i < function->params.n; i++)
        if (pv_var_is_trackable(function->params.v[i]))
            pv_push(ec->arena, &summary->ints, function->params.v[i]);
    pv_push(ec->arena, &ec->call_stack, function);
    struct pv_scop *scop = pv_region_evaluate(ec, region);
    ec->call_stack.n--;
    if (!scop)
        return;
    summary->is_known = true;
    add_parts(ec->arena, summary, scop);
    pv_scop_free(scop);
}

const struct pv_summary *pv_summary_get(struct pv_eval *ec, struct pv_function *function)
{
    static const struct pv_summary unknown;
    if (pv_eval_is_on_stack(ec, function))
        return &unknown;
    for (int i = 0; i < ec->summaries->list.n; i++)
        if (ec->summaries->list.v[i]->function == function)
            return ec->summaries->list.v[i];
    struct pv_summary *summary = pv_new(ec->arena, struct pv_summary);
    summary->function = function;
    derive(ec, summary);
    pv_push(ec->arena, &ec->summaries->list, summary);
    return summary;
}

void pv_summaries_free(struct pv_summaries *summaries)
{
    for (int i = 0; i < summaries->list.n; i++) {
        struct pv_summary *summary = summaries->list.v[i];
        for (int j = 0; j < summary->parts.n; j++) {
            isl_union_map_free(summary->parts.v[j].may_read);
            isl_union_map_free(summary->parts.v[j].may_write);
            isl_union_map_free(summary->parts.v[j].must_write);
        }
    }
}
