/* Builds the AST of a mapped schedule tree, and all expressions that its code needs. */
#include "ast/astbuild.h"

#include "ast/fulltiles.h"
#include "ast/guardbuild.h"
#include "ast/islbuild.h"
#include "ast/loopmarks.h"
#include "ast/pavebuild.h"
#include "ast/rewrite.h"

#include <isl/map.h>
#include <isl/schedule_node.h>

static isl_bool deepest(__isl_keep isl_schedule_node *node, void *user)
{
    int *max = user, depth = (int)isl_schedule_node_get_schedule_depth(node);
    if (isl_schedule_node_get_type(node) == isl_schedule_node_band)
        depth += (int)isl_schedule_node_band_n_member(node);
    *max = depth > *max ? depth : *max;
    return isl_bool_true;
}

/* Iterators for all loops of "schedule", and for those that tell instances apart to which it gives the same schedule value. */
static int count_iterators(const struct pv_scop *scop, __isl_keep isl_schedule *schedule)
{
    int n = 0, most = 0;
    isl_schedule_foreach_schedule_node_top_down(schedule, deepest, &n);
    for (int i = 0; i < scop->stmts.n; i++) {
        int dim = (int)isl_set_dim(scop->stmts.v[i]->domain, isl_dim_set);
        most = dim > most ? dim : most;
    }
    return n + most;
}

/* The instances that have code. */
static __isl_give isl_union_set *executed(const struct pv_scop *scop)
{
    isl_union_set *all = isl_union_set_empty_ctx(scop->ctx);
    for (int i = 0; i < scop->stmts.n; i++)
        if (scop->stmts.v[i]->body)
            all = isl_union_set_add_set(all, isl_set_copy(scop->stmts.v[i]->domain));
    return isl_union_set_intersect_params(all, isl_set_copy(scop->context));
}

/* At a leaf with several statements, which do not depend on each other there, let them run in the order of the text. */
static __isl_give isl_schedule_node *order_leaf(__isl_take isl_schedule_node *node, void *user)
{
    const struct pv_scop *scop = user;
    if (isl_schedule_node_get_type(node) != isl_schedule_node_leaf)
        return node;
    isl_union_set *domain = isl_schedule_node_get_domain(node);
    int n = (int)isl_union_set_n_set(domain);
    isl_union_set_list *filters = isl_union_set_list_alloc(scop->ctx, n);
    for (int i = 0; n > 1 && i < scop->stmts.n; i++) {
        isl_space *space = isl_set_get_space(scop->stmts.v[i]->domain);
        isl_set *own = isl_union_set_extract_set(domain, isl_space_copy(space));
        if (isl_set_is_empty(own) == isl_bool_false)
            filters = isl_union_set_list_add(filters, isl_union_set_from_set(isl_set_universe(space)));
        else
            isl_space_free(space);
        isl_set_free(own);
    }
    isl_union_set_free(domain);
    if (n > 1)
        return isl_schedule_node_insert_sequence(node, filters);
    isl_union_set_list_free(filters);
    return node;
}

/* Give "code" the nodes that run "schedule". False where "*obstacle" says why not, or isl failed. */
static bool build_tree(struct pv_code *code, __isl_take isl_schedule *schedule, const struct pv_generate_params *params,
                       const char **obstacle)
{
    const struct pv_scop *scop = code->scop;
    if (code->plan)
        schedule = pv_full_tiles_split(schedule);
    else
        schedule = isl_schedule_map_schedule_node_bottom_up(schedule, order_leaf, (void *)scop);
    code->point_depth = count_iterators(scop, schedule);
    code->n_iterators = code->point_depth + (code->plan ? PV_POINT_ITERATORS : 0);
    isl_id_list *ids = pv_code_iterator_ids(scop->ctx, scop->arena, code->n_iterators);
    isl_id_list *loops = isl_id_list_drop(isl_id_list_copy(ids), (unsigned)code->point_depth,
                                          (unsigned)(code->n_iterators - code->point_depth));
    struct pv_annotator annotator = {.code = code,
                                     .points = isl_id_list_drop(ids, 0, (unsigned)code->point_depth),
                                     .exploits_bounds = params->exploit_nested_bounds};
    bool is_for_isl = params->generator == PV_AST_ISL, ok = false;
    if (!is_for_isl)
        ok = pv_pave_build(&annotator, isl_schedule_copy(schedule), params, obstacle, &is_for_isl);
    if (is_for_isl) {
        ok = pv_isl_build(&annotator, schedule, loops);
    } else {
        isl_schedule_free(schedule);
        isl_id_list_free(loops);
    }
    isl_id_list_free(annotator.points);
    if (ok)
        pv_loopmarks(scop->arena, &code->nodes);
    return ok;
}

/* Locals. */

static const char *size_obstacle(const struct pv_scop *scop, const struct pv_array *array)
{
    return pv_printf(scop->arena, "the size of '%s' is not the same throughout the region", array->var->name);
}

static bool add_local(struct pv_code *code, const struct pv_array *array, const struct pv_site *site,
                      const char **obstacle)
{
    struct pv_arena *arena = code->scop->arena;
    struct pv_code_local local = {.array = array, .sizes = pv_new_array(arena, pv_ax *, array->n_dims + 1)};
    for (int i = 0; i < array->n_dims && !*obstacle; i++)
        if (array->sizes[i])
            local.sizes[i] = pv_site_value(site, isl_pw_aff_project_domain_on_params(isl_pw_aff_copy(array->sizes[i])));
        else
            *obstacle = size_obstacle(code->scop, array);
    pv_push(arena, &code->locals, local);
    return !*obstacle;
}

/* Does the host access "array"? */
static bool is_on_host(const struct pv_code *code, const struct pv_array *array)
{
    for (int i = 0; code->plan && i < code->plan->host.n; i++)
        for (int j = 0; j < code->plan->host.v[i]->accesses.n; j++)
            if (code->plan->host.v[i]->accesses.v[j]->array == array)
                return true;
    return !code->plan;
}

static bool add_locals(struct pv_code *code, const struct pv_generate_params *params, const char **obstacle)
{
    struct pv_site site = pv_site_of_params(code->scop->arena, params, isl_set_copy(code->scop->context));
    bool ok = true;
    for (int i = 0; i < code->scop->arrays.n && ok; i++)
        if (code->scop->arrays.v[i]->is_local && is_on_host(code, code->scop->arrays.v[i]))
            ok = add_local(code, code->scop->arrays.v[i], &site, obstacle);
    pv_site_free(&site);
    return ok;
}

/* Copies for threads. */

/* A look for accesses to an array of copies outside of the loops of threads that need one copy each. */
struct copy_search {
    const struct pv_array *array;
    bool is_inside, is_outside; /* found */
};

static void look_at_leaf(const struct pv_code_leaf *leaf, bool is_inside, struct copy_search *search)
{
    for (int i = 0; leaf && i < leaf->stmt->accesses.n; i++)
        if (leaf->stmt->accesses.v[i]->array == search->array) {
            search->is_inside = search->is_inside || is_inside;
            search->is_outside = search->is_outside || !is_inside;
        }
}

/* Do threads share "loop" (may be NULL), and need one copy each? */
static bool is_for_copies(const struct pv_code_loop *loop, const struct pv_array *array)
{
    const struct pv_mark *mark = loop ? loop->mark : NULL;
    for (int i = 0; mark && mark->kind == PV_MARK_PARALLEL && i < mark->sharing.copies.n; i++)
        if (mark->sharing.copies.v[i] == array)
            return true;
    return false;
}

static void look_for_copies(const pv_anodes *nodes, bool is_inside, struct copy_search *search)
{
    for (int i = 0; i < nodes->n; i++) {
        const struct pv_an *node = nodes->v[i];
        bool is_below = is_inside || is_for_copies(node->loop, search->array);
        look_at_leaf(node->leaf, is_inside, search);
        look_for_copies(&node->body, is_below, search);
        look_for_copies(&node->other, is_below, search);
    }
}

/* Find the arrays of copies of which each thread needs one. A generator need not have made a loop where the mapping
 * wanted threads to share one, and may have put iterations outside of it. */
static void find_thread_copies(struct pv_code *code)
{
    for (int i = 0; i < code->locals.n; i++) {
        struct copy_search search = {.array = code->locals.v[i].array};
        if (!search.array->n_copies || code->plan)
            continue;
        look_for_copies(&code->nodes, false, &search);
        code->locals.v[i].is_per_thread = search.is_inside && !search.is_outside;
    }
}

/* Values that the region does not change. */

static bool add_named(struct pv_code *code, const struct pv_generate_params *params)
{
    const struct pv_scop *scop = code->scop;
    struct pv_site site = pv_site_of_params(code->scop->arena, params,
                                            isl_set_universe(isl_set_get_space(scop->context)));
    bool ok = true;
    for (int i = 0; i < scop->named.n; i++) {
        struct pv_code_named item = {.named = &scop->named.v[i]};
        if (item.named->guard) {
            isl_set *guard = isl_set_align_params(isl_set_copy(item.named->guard), isl_set_get_space(scop->context));
            item.guard = pv_site_condition(&site, guard);
        }
        ok = ok && (!item.named->guard || item.guard);
        pv_push(scop->arena, &code->named, item);
    }
    pv_site_free(&site);
    return ok;
}

/* Arrays on the device. */

static pv_ax **values_of(const struct pv_site *site, isl_pw_aff **values, int n, bool *ok)
{
    pv_ax **exprs = values ? pv_new_array(site->arena, pv_ax *, n + 1) : NULL;
    for (int i = 0; values && i < n; i++) {
        isl_pw_aff *value = isl_pw_aff_project_domain_on_params(isl_pw_aff_copy(values[i]));
        exprs[i] = pv_site_value(site, value);
        *ok = *ok && exprs[i];
    }
    return exprs;
}

static bool add_buffers(struct pv_code *code, const struct pv_generate_params *params)
{
    struct pv_arena *arena = code->scop->arena;
    struct pv_site site = pv_site_of_params(code->scop->arena, params, isl_set_copy(code->scop->context));
    bool ok = true;
    for (int i = 0; code->plan && i < code->plan->arrays.n; i++) {
        const struct pv_device_array *device = &code->plan->arrays.v[i];
        struct pv_code_buffer buffer = {.device = device};
        buffer.sizes = values_of(&site, device->sizes, device->array->n_dims, &ok);
        buffer.last = values_of(&site, device->last, device->array->n_dims, &ok);
        pv_push(arena, &code->buffers, buffer);
    }
    pv_site_free(&site);
    return ok;
}

struct pv_code *pv_ast_build(const struct pv_scop *scop, __isl_keep isl_schedule *schedule,
                             const struct pv_device_plan *plan, const struct pv_generate_params *params,
                             const char **obstacle)
{
    *obstacle = NULL;
    for (int i = 0; i < scop->stmts.n && !*obstacle; i++)
        *obstacle = pv_rewrite_obstacle(scop, scop->stmts.v[i]);
    if (*obstacle)
        return NULL;
    struct pv_code *code = pv_new(scop->arena, struct pv_code);
    code->scop = scop;
    code->plan = plan;
    bool ok = add_named(code, params) && add_buffers(code, params) && add_locals(code, params, obstacle) &&
              pv_guard_build(code, params);
    isl_union_set *instances = executed(scop);
    isl_bool is_empty = isl_union_set_is_empty(instances);
    if (ok && is_empty == isl_bool_false) {
        isl_schedule *restricted = isl_schedule_intersect_domain(isl_schedule_copy(schedule), instances);
        ok = build_tree(code, restricted, params, obstacle);
        if (ok)
            find_thread_copies(code);
    } else {
        isl_union_set_free(instances);
    }
    if (ok && is_empty >= 0)
        return code;
    pv_code_free(code);
    return NULL;
}
