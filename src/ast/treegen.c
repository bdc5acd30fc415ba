/* Walks schedules and generates their code (document 001, section 6). */
#include "ast/treegen.h"

#include "ast/bandgen.h"
#include "ast/plaingen.h"
#include "ast/plaintree.h"
#include "ast/site.h"
#include "ast/usergen.h"
#include "base/islx.h"

#include <isl/ctx.h>
#include <isl/map.h>
#include <isl/schedule_node.h>
#include <isl/space.h>
#include <isl/union_set.h>
#include <string.h>

/* Append to "list" the code of "node" for "executed" { [c] -> S[i] } at "place". */
static void walk(const struct pv_stock *place, __isl_take isl_schedule_node *node, __isl_take isl_union_map *executed,
                 pv_grafts *list);

static void walk_child(const struct pv_stock *place, __isl_keep isl_schedule_node *node,
                       __isl_take isl_union_map *executed, pv_grafts *list)
{
    walk(place, isl_schedule_node_get_child(node, 0), executed, list);
}

/* Bands. */

static isl_bool refers_to_outer(__isl_keep isl_schedule_node *node, void *user)
{
    bool *found = user;
    enum isl_schedule_node_type type = isl_schedule_node_get_type(node);
    *found |= type == isl_schedule_node_extension || type == isl_schedule_node_guard ||
              type == isl_schedule_node_context;
    if (type == isl_schedule_node_band) {
        isl_set *isolated = pv_band_isolated(node);
        *found |= isolated != NULL;
        isl_set_free(isolated);
    }
    return isl_bool_ok(!*found);
}

static void walk_below(const struct pv_bandgen *band, const struct pv_stock *place, __isl_take isl_union_map *executed,
                       pv_grafts *list)
{
    walk(place, isl_schedule_node_copy(band->child), executed, list);
}

/* { [c, t] -> S[i] }: "executed" { [c] -> S[i] } in the order of "node". */
static __isl_give isl_union_map *in_order(__isl_take isl_union_map *executed, __isl_keep isl_schedule_node *node)
{
    isl_union_map *order = isl_schedule_node_band_get_partial_schedule_union_map(node);
    isl_union_map *times = isl_union_map_flat_range_product(isl_union_map_reverse(executed), order);
    return isl_union_map_reverse(times);
}

static void walk_band(const struct pv_stock *place, __isl_keep isl_schedule_node *node,
                      __isl_take isl_union_map *executed, pv_grafts *list)
{
    int n = (int)isl_schedule_node_band_n_member(node), depth = (int)isl_schedule_node_get_schedule_depth(node);
    if (n < 1) {
        walk_child(place, node, executed, list);
        return;
    }
    struct pv_bandgen_member *members = pv_new_array(place->gen->arena, struct pv_bandgen_member, n + 1);
    for (int i = 0; i < n; i++)
        members[i] = (struct pv_bandgen_member){i, depth + i};
    bool refers = false;
    isl_schedule_node_foreach_descendant_top_down(node, refers_to_outer, &refers);
    struct pv_bandgen band = {
        .node = node,
        .child = isl_schedule_node_get_child(node, 0),
        .isolated = pv_band_isolated(node),
        .may_shift = !refers && !place->gen->keeps_values,
        .n_members = n,
        .members = members,
        .inner = walk_below,
    };
    pv_bandgen_run(&band, place, in_order(executed, node), list);
    isl_schedule_node_free(band.child);
    isl_set_free(band.isolated);
}

/* Other nodes. */

static void walk_children(const struct pv_stock *place, __isl_keep isl_schedule_node *node,
                          __isl_take isl_union_map *executed, pv_grafts *list)
{
    for (int i = 0; i < (int)isl_schedule_node_n_children(node); i++)
        walk(place, isl_schedule_node_get_child(node, i), isl_union_map_copy(executed), list);
    isl_union_map_free(executed);
}

/* "set" { [t] } in terms of the iterators. */
static __isl_give isl_set *in_iterators(const struct pv_stock *place, __isl_take isl_set *set)
{
    return isl_set_preimage_multi_aff(set, isl_multi_aff_copy(place->times));
}

/* Remove from "set" all parameters but those of "space". */
static __isl_give isl_set *without_new_parameters(__isl_take isl_set *set, __isl_keep isl_space *space)
{
    for (int i = (int)isl_set_dim(set, isl_dim_param) - 1; i >= 0; i--) {
        isl_id *id = isl_set_get_dim_id(set, isl_dim_param, (unsigned)i);
        if (isl_space_find_dim_by_id(space, isl_dim_param, id) < 0)
            set = isl_set_project_out(set, isl_dim_param, (unsigned)i, 1);
        isl_id_free(id);
    }
    return set;
}

/* A context, perhaps with parameters that exist only below it: conditions on these are tested there. */
static void walk_context(const struct pv_stock *place, __isl_keep isl_schedule_node *node,
                         __isl_take isl_union_map *executed, pv_grafts *list)
{
    struct pv_stock inside = pv_stock_copy(place);
    isl_set *context = in_iterators(place, isl_schedule_node_context_get_context(node));
    isl_space *space = isl_set_get_space(place->known);
    bool has_new = isl_set_dim(context, isl_dim_param) > isl_space_dim(space, isl_dim_param);
    for (int i = 0; i < (int)isl_set_dim(context, isl_dim_param) && !has_new; i++) {
        isl_id *id = isl_set_get_dim_id(context, isl_dim_param, (unsigned)i);
        has_new = isl_space_find_dim_by_id(space, isl_dim_param, id) < 0;
        isl_id_free(id);
    }
    executed = isl_union_map_intersect_domain(executed, isl_union_set_from_set(isl_set_copy(context)));
    pv_stock_ensure(&inside, context);
    pv_grafts grafts = {0};
    walk_child(&inside, node, executed, &grafts);
    if (!has_new) {
        for (int i = 0; i < grafts.n; i++)
            pv_push(place->gen->arena, list, grafts.v[i]);
    } else if (grafts.n) {
        struct pv_graft all = pv_graft_fuse(&inside, &grafts);
        struct pv_graft outer = {.nodes = pv_graft_guarded(&inside, inside.sure, all.guard, &all.nodes)};
        outer.guard = isl_set_universe(isl_space_copy(space));
        outer.enforced = without_new_parameters(all.enforced, space);
        pv_push(place->gen->arena, list, outer);
    }
    isl_space_free(space);
    pv_stock_free(&inside);
}

/* A guard: a condition to be tested. */
static void walk_guard(const struct pv_stock *place, __isl_keep isl_schedule_node *node,
                       __isl_take isl_union_map *executed, pv_grafts *list)
{
    struct pv_stock inside = pv_stock_copy(place);
    isl_set *guard = in_iterators(place, isl_schedule_node_guard_get_guard(node));
    executed = isl_union_map_intersect_domain(executed, isl_union_set_from_set(isl_set_copy(guard)));
    pv_stock_expect(&inside, isl_set_copy(guard));
    pv_grafts grafts = {0};
    walk_child(&inside, node, executed, &grafts);
    struct pv_graft all = pv_graft_fuse(&inside, &grafts);
    guard = isl_set_gist(isl_set_compute_divs(guard), isl_set_copy(place->known));
    all.guard = isl_set_intersect(all.guard, guard);
    if (all.nodes.n)
        pv_push(place->gen->arena, list, all);
    else
        pv_graft_free(&all);
    pv_stock_free(&inside);
}

static void walk_mark(const struct pv_stock *place, __isl_keep isl_schedule_node *node,
                      __isl_take isl_union_map *executed, pv_grafts *list)
{
    struct pv_gen *gen = place->gen;
    isl_id *id = isl_schedule_node_mark_get_id(node);
    struct pv_an *mark = pv_an_new(gen->arena, PV_AN_MARK);
    mark->name = pv_strdup(gen->arena, isl_id_get_name(id) ? isl_id_get_name(id) : "");
    bool together = gen->keeps_together, below = gen->keeps_below;
    if (gen->hooks)
        gen->hooks->enter_mark(gen, id, gen->hooks->user);
    isl_id_free(id);
    pv_grafts grafts = {0};
    walk_child(place, node, isl_union_map_copy(executed), &grafts);
    struct pv_graft all = pv_graft_fuse(place, &grafts);
    gen->keeps_together = together;
    gen->keeps_below = below;
    struct pv_site site = {.arena = gen->arena, .place = place, .sure = place->sure, .executed = executed};
    if (gen->hooks)
        gen->hooks->leave_mark(all.nodes.n ? &site : NULL, all.nodes.n ? mark : NULL, gen->hooks->user);
    isl_union_map_free(executed);
    if (!all.nodes.n) {
        pv_graft_free(&all);
        return;
    }
    mark->body = all.nodes;
    all.nodes = (pv_anodes){0};
    pv_push(place->gen->arena, &all.nodes, mark);
    pv_push(place->gen->arena, list, all);
}

/* More instances, given for the values of the members around. */
static void walk_extension(const struct pv_stock *place, __isl_keep isl_schedule_node *node,
                           __isl_take isl_union_map *executed, pv_grafts *list)
{
    isl_union_map *more = isl_schedule_node_extension_get_extension(node);
    more = isl_union_map_preimage_domain_multi_aff(more, isl_multi_aff_copy(place->times));
    more = isl_union_map_intersect_domain(more, isl_union_set_from_set(isl_set_copy(place->known)));
    walk_child(place, node, isl_union_map_union(executed, more), list);
}

static void walk_expansion(const struct pv_stock *place, __isl_keep isl_schedule_node *node,
                           __isl_take isl_union_map *executed, pv_grafts *list)
{
    isl_union_map *expansion = isl_schedule_node_expansion_get_expansion(node);
    walk_child(place, node, isl_union_map_apply_range(executed, expansion), list);
}

static void walk_filter(const struct pv_stock *place, __isl_keep isl_schedule_node *node,
                        __isl_take isl_union_map *executed, pv_grafts *list)
{
    isl_union_set *filter = isl_schedule_node_filter_get_filter(node);
    walk_child(place, node, isl_union_map_intersect_range(executed, filter), list);
}

static void walk(const struct pv_stock *place, __isl_take isl_schedule_node *node, __isl_take isl_union_map *executed,
                 pv_grafts *list)
{
    enum isl_schedule_node_type type = isl_schedule_node_get_type(node);
    if (type == isl_schedule_node_band) {
        walk_band(place, node, executed, list);
    } else if (type == isl_schedule_node_sequence || type == isl_schedule_node_set) {
        walk_children(place, node, executed, list);
    } else if (type == isl_schedule_node_filter) {
        walk_filter(place, node, executed, list);
    } else if (type == isl_schedule_node_context) {
        walk_context(place, node, executed, list);
    } else if (type == isl_schedule_node_guard) {
        walk_guard(place, node, executed, list);
    } else if (type == isl_schedule_node_mark) {
        walk_mark(place, node, executed, list);
    } else if (type == isl_schedule_node_extension) {
        walk_extension(place, node, executed, list);
    } else if (type == isl_schedule_node_expansion) {
        walk_expansion(place, node, executed, list);
    } else if (type == isl_schedule_node_leaf) {
        pv_user_generate(place, executed, (int)isl_schedule_node_get_schedule_depth(node), list);
    } else {
        isl_union_map_free(executed);
        place->gen->failure = "the schedule tree has a node that cannot be here";
    }
    isl_schedule_node_free(node);
}

/* Roots. */

/* Tell of one event in the code of a plain schedule. */
static void replay(struct pv_plain_places *places, const struct pv_plain_event *event)
{
    struct pv_gen *gen = places->gen;
    struct pv_plain_place place = {.run = places, .event = event};
    struct pv_site site = {.arena = gen->arena, .plain = &place};
    if (event->entered)
        gen->hooks->enter_mark(gen, event->entered, gen->hooks->user);
    else if (!event->node)
        gen->hooks->leave_mark(NULL, NULL, gen->hooks->user);
    else if (event->node->kind == PV_AN_MARK)
        gen->hooks->leave_mark(&site, event->node, gen->hooks->user);
    else
        gen->hooks->call(&site, event->node, gen->hooks->user);
    pv_plain_place_clear(&place);
}

/* Tell of all "events" in the code of "plain", which is made for "executed" { [c] -> S[i] } at "root". */
static void replay_all(const struct pv_stock *root, const struct pv_plain *plain, __isl_keep isl_union_map *executed,
                       const pv_plain_events *events)
{
    struct pv_gen *gen = root->gen;
    isl_set *context = isl_set_params(isl_set_copy(root->known));
    isl_space *space = isl_space_params(isl_union_map_get_space(executed));
    struct pv_plain_places places = {gen, plain, pv_executed_maps(executed), space, context, {0}};
    for (int i = 0; i < events->n; i++)
        replay(&places, &events->v[i]);
    pv_plain_places_clear(&places);
    isl_map_list_free(places.maps);
    isl_space_free(space);
    isl_set_free(context);
    gen->keeps_together = gen->keeps_below = false;
}

/* Append the code of the whole schedule to "list", without isl's sets, where it is plain. */
static bool add_plain(const struct pv_stock *place, const struct pv_plain *plain, __isl_keep isl_union_map *executed,
                      pv_grafts *list)
{
    struct pv_graft graft = {0};
    pv_plain_events events = {0};
    if (!plain || !pv_plaingen(place, plain, &graft.nodes, place->gen->hooks ? &events : NULL))
        return false;
    if (place->gen->hooks)
        replay_all(place, plain, executed, &events);
    if (!graft.nodes.n)
        return true;
    isl_space *space = isl_set_get_space(place->known);
    graft.guard = isl_set_universe(isl_space_copy(space));
    graft.enforced = isl_set_universe(space);
    pv_push(place->gen->arena, list, graft);
    return true;
}

/* { [] -> S[i] } for the instances of "domain". */
static __isl_give isl_union_map *executed_at_root(__isl_take isl_union_set *domain)
{
    domain = isl_union_set_detect_equalities(pv_union_set_coalesce(isl_union_set_compute_divs(domain)));
    isl_space *space = isl_space_set_from_params(isl_union_set_get_space(domain));
    isl_union_set *root = isl_union_set_from_set(isl_set_universe(space));
    return isl_union_map_from_domain_and_range(root, domain);
}

/* Is a schedule that is not plain left to others? */
static bool is_left(struct pv_gen *gen)
{
    gen->is_left = gen->only_plain;
    return gen->only_plain;
}

static void generate_tree(__isl_keep isl_schedule *schedule, const struct pv_stock *place, pv_grafts *list)
{
    isl_schedule_node *root = isl_schedule_get_root(schedule);
    isl_union_set *domain = isl_schedule_node_domain_get_domain(root);
    isl_schedule_node *top = isl_schedule_node_get_child(root, 0);
    isl_union_map *executed = isl_union_map_from_range(isl_union_set_copy(domain));
    executed = isl_union_map_align_params(executed, isl_set_get_space(place->known));
    if (place->gen->hooks)
        executed = isl_union_map_gist_params(executed, isl_set_params(isl_set_copy(place->known)));
    bool is_done = add_plain(place, pv_plain_read(place, top, executed), executed, list);
    if (is_done || is_left(place->gen))
        isl_union_set_free(domain);
    else
        walk_child(place, root, executed_at_root(domain), list);
    isl_union_map_free(executed);
    isl_schedule_node_free(top);
    isl_schedule_node_free(root);
}

static void call_statements(const struct pv_bandgen *band, const struct pv_stock *place,
                            __isl_take isl_union_map *executed, pv_grafts *list)
{
    pv_user_generate(place, executed, band->members[0].depth + band->n_members, list);
}

static int n_times(__isl_keep isl_union_map *map)
{
    isl_map_list *maps = isl_union_map_get_map_list(map);
    isl_map *first = isl_map_list_n_map(maps) > 0 ? isl_map_list_get_at(maps, 0) : NULL;
    int n = first ? (int)isl_map_dim(first, isl_dim_out) : 0;
    isl_map_free(first);
    isl_map_list_free(maps);
    return n;
}

/* Do the options depend on the values of members? */
static bool is_conditional(__isl_keep isl_union_map *options)
{
    isl_map_list *maps = isl_union_map_get_map_list(options);
    bool result = false;
    for (int i = 0; i < (int)isl_map_list_n_map(maps) && !result; i++) {
        isl_map *map = isl_map_list_get_at(maps, i);
        isl_map *all = isl_map_from_domain_and_range(isl_set_universe(isl_space_domain(isl_map_get_space(map))),
                                                     isl_map_range(isl_map_copy(map)));
        result = isl_map_is_equal(map, all) != isl_bool_true;
        isl_map_free(all);
        isl_map_free(map);
    }
    isl_map_list_free(maps);
    return result;
}

/* The same as add_plain() for { S[i] -> [t] }. */
static bool add_plain_flat(const struct pv_stock *place, int n, __isl_keep isl_union_map *map,
                           __isl_keep isl_union_map *options, pv_grafts *list)
{
    isl_union_map *executed = isl_union_map_reverse(isl_union_map_copy(map));
    bool ok = add_plain(place, pv_plain_read_flat(place, n, executed, options), executed, list);
    isl_union_map_free(executed);
    return ok;
}

static void generate_flat(struct pv_gen *gen, const struct pv_schedfile *file, struct pv_stock *place, pv_grafts *list)
{
    isl_set *context = isl_set_align_params(isl_set_copy(file->context), isl_union_map_get_space(file->map));
    *place = pv_stock_new(gen, context);
    isl_union_map *map = isl_union_map_intersect_params(isl_union_map_copy(file->map), isl_set_copy(file->context));
    int n = n_times(map);
    struct pv_bandgen_member *members = pv_new_array(gen->arena, struct pv_bandgen_member, n + 1);
    for (int i = 0; i < n; i++)
        members[i] = (struct pv_bandgen_member){i, i};
    struct pv_bandgen band = {
        .options = file->options,
        .may_shift = !is_conditional(file->options),
        .n_members = n,
        .members = members,
        .inner = call_statements,
    };
    if (add_plain_flat(place, n, map, file->options, list) || is_left(gen)) {
        isl_union_map_free(map);
        return;
    }
    map = isl_union_map_detect_equalities(pv_union_map_coalesce(isl_union_map_compute_divs(map)));
    pv_bandgen_run(&band, place, isl_union_map_reverse(map), list);
}

/* All of "list" at "place", outside all loops; both are let go of. False where there is no code. */
static bool finish(struct pv_stock *place, pv_grafts *list, pv_anodes *code)
{
    struct pv_graft all = pv_graft_fuse(place, list);
    isl_set *guard = isl_set_gist(all.guard, isl_set_copy(place->known));
    *code = all.nodes.n ? pv_graft_guarded(place, place->sure, guard, &all.nodes) : (pv_anodes){0};
    if (!all.nodes.n)
        isl_set_free(guard);
    isl_set_free(all.enforced);
    pv_stock_free(place);
    return !place->gen->failure && !place->gen->is_left && isl_ctx_last_error(place->gen->ctx) == isl_error_none;
}

bool pv_treegen_program(struct pv_gen *gen, __isl_take isl_set *context, __isl_keep isl_schedule *schedule,
                        pv_anodes *code)
{
    struct pv_stock place = pv_stock_new(gen, context);
    pv_grafts list = {0};
    generate_tree(schedule, &place, &list);
    return finish(&place, &list, code);
}

bool pv_treegen(isl_ctx *ctx, struct pv_arena *arena, const struct pv_schedfile *file,
                const struct pv_generate_params *params, pv_anodes *code, const char **why, bool *is_left_to_isl)
{
    isl_ctx_reset_error(ctx);
    struct pv_gen gen = {.ctx = ctx, .arena = arena, .params = params};
    gen.only_plain = params->generator == PV_AST_AUTO;
    struct pv_stock place;
    pv_grafts list = {0};
    if (file->tree) {
        isl_union_set *domain = isl_schedule_get_domain(file->tree);
        place = pv_stock_new(&gen, isl_set_universe(isl_union_set_get_space(domain)));
        isl_union_set_free(domain);
        generate_tree(file->tree, &place, &list);
    } else {
        generate_flat(&gen, file, &place, &list);
    }
    bool ok = finish(&place, &list, code);
    *why = gen.failure;
    *is_left_to_isl = gen.is_left;
    return ok;
}
