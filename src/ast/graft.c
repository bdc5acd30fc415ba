/* Puts pieces of code together under as few conditions as possible (document 001, section 5.9). */
#include "ast/graft.h"

#include "ast/affexpr.h"
#include "base/islx.h"

void pv_graft_add(struct pv_gen *gen, pv_grafts *list, __isl_take isl_set *guard, const pv_anodes *nodes)
{
    struct pv_graft graft = {.guard = guard, .nodes = *nodes};
    graft.enforced = isl_set_universe(isl_set_get_space(guard));
    pv_push(gen->arena, list, graft);
}

void pv_graft_free(struct pv_graft *graft)
{
    isl_set_free(graft->guard);
    isl_set_free(graft->enforced);
}

/* The condition that each of the disjoint parts of "set" makes, where "or" is not wanted; else that of the whole. */
static void guard_parts(const struct pv_stock *place, __isl_keep isl_set *sure, __isl_take isl_set *set,
                        const pv_anodes *nodes, pv_anodes *result)
{
    isl_set *parts = isl_set_make_disjoint(isl_set_compute_divs(set));
    isl_basic_set_list *list = isl_set_get_basic_set_list(parts);
    for (int i = 0; i < (int)isl_basic_set_list_n_basic_set(list); i++) {
        struct pv_an *node = pv_an_new(place->gen->arena, PV_AN_IF);
        node->cond = pv_set_condition(place, sure, isl_set_from_basic_set(isl_basic_set_list_get_at(list, i)));
        node->body = *nodes;
        if (node->cond)
            pv_push(place->gen->arena, result, node);
        for (int j = 0; !node->cond && j < nodes->n; j++)
            pv_push(place->gen->arena, result, nodes->v[j]);
    }
    isl_basic_set_list_free(list);
    isl_set_free(parts);
}

pv_anodes pv_graft_guarded(const struct pv_stock *place, __isl_keep isl_set *sure, __isl_take isl_set *condition,
                           const pv_anodes *nodes)
{
    struct pv_gen *gen = place->gen;
    if (!gen->params->allow_or && (int)isl_set_n_basic_set(condition) > 1) {
        pv_anodes result = {0};
        guard_parts(place, sure, condition, nodes, &result);
        return result;
    }
    pv_ax *expr = pv_set_condition(place, sure, condition);
    if (!expr)
        return *nodes;
    struct pv_an *node = pv_an_new(gen->arena, PV_AN_IF);
    node->cond = expr;
    node->body = *nodes;
    pv_anodes result = {0};
    pv_push(gen->arena, &result, node);
    return result;
}

/* Shared conditions. */

/* Does every graft of "list" run under "condition" only? "inside" has, for each, what holds where it runs. */
static bool is_shared(const pv_grafts *list, isl_set *const *inside, __isl_keep isl_set *condition)
{
    for (int i = 0; i < list->n; i++)
        if (isl_set_is_subset(inside[i], condition) != isl_bool_true)
            return false;
    return true;
}

/* "shared" and those constraints of "guard" that all of "list" share. */
static __isl_give isl_set *add_shared(__isl_take isl_set *shared, __isl_take isl_set *guard, const pv_grafts *list,
                                      isl_set *const *inside)
{
    isl_basic_set *hull = isl_set_unshifted_simple_hull(guard);
    isl_constraint_list *constraints = isl_basic_set_get_constraint_list(hull);
    for (int i = 0; i < (int)isl_constraint_list_n_constraint(constraints); i++) {
        isl_constraint *constraint = isl_constraint_list_get_at(constraints, i);
        isl_set *condition = isl_set_from_basic_set(isl_basic_set_from_constraint(constraint));
        if (isl_set_is_subset(shared, condition) == isl_bool_false && is_shared(list, inside, condition))
            shared = isl_set_intersect(shared, isl_set_copy(condition));
        isl_set_free(condition);
    }
    isl_constraint_list_free(constraints);
    isl_basic_set_free(hull);
    return shared;
}

/* The condition that all of "list" share. */
static __isl_give isl_set *shared_guard(const struct pv_stock *place, const pv_grafts *list)
{
    isl_set *first = list->v[0].guard;
    bool are_same = true;
    for (int i = 1; i < list->n && are_same; i++)
        are_same = isl_set_is_equal(first, list->v[i].guard) == isl_bool_true;
    if (are_same)
        return isl_set_copy(first);
    isl_set *shared = isl_set_universe(isl_set_get_space(first));
    isl_set **inside = pv_new_array(place->gen->arena, isl_set *, list->n);
    for (int i = 0; i < list->n; i++) {
        inside[i] = isl_set_intersect(isl_set_copy(list->v[i].guard), isl_set_copy(place->known));
        inside[i] = isl_set_intersect(inside[i], isl_set_copy(list->v[i].enforced));
    }
    for (int i = 0; i < list->n; i++)
        shared = add_shared(shared, isl_set_copy(list->v[i].guard), list, inside);
    for (int i = 0; i < list->n; i++)
        isl_set_free(inside[i]);
    return shared;
}

/* Chains of conditions. */

/* A condition that code may still be added to, at the end of either branch. It stands at the end of a branch of the one
 * before it. */
struct open_if {
    struct pv_an *node;
    isl_set *then, *other; /* { [c] }: what holds in either branch */
    isl_set *sure_then, *sure_other;
};

struct chain {
    const struct pv_stock *place;
    isl_set *sure, *known; /* around all of them */
    PV_VEC(struct open_if) open;
    pv_anodes *nodes;
    isl_set *enforced; /* by all of the code so far */
};

static void close_from(struct chain *chain, int first)
{
    for (int i = first; i < chain->open.n; i++) {
        isl_set_free(chain->open.v[i].then);
        isl_set_free(chain->open.v[i].other);
        isl_set_free(chain->open.v[i].sure_then);
        isl_set_free(chain->open.v[i].sure_other);
    }
    chain->open.n = first;
}

/* Where code is added: to the end of "nodes", where "known" and "sure" hold. */
struct spot {
    pv_anodes *nodes;
    isl_set *sure, *known; /* lent */
};

/* The innermost branch that "graft" fits in. */
static struct spot find_spot(struct chain *chain, const struct pv_graft *graft)
{
    bool allow_else = chain->place->gen->params->allow_else;
    isl_set *inside = isl_set_intersect(isl_set_copy(graft->guard), isl_set_copy(chain->known));
    inside = isl_set_intersect(inside, isl_set_copy(graft->enforced));
    struct spot spot = {chain->nodes, chain->sure, chain->known};
    int i = chain->open.n - 1;
    for (; i >= 0; i--) {
        struct open_if *open = &chain->open.v[i];
        if (isl_set_is_subset(inside, open->then) == isl_bool_true) {
            spot = (struct spot){&open->node->body, open->sure_then, open->then};
            break;
        }
        if (allow_else && isl_set_is_subset(inside, open->other) == isl_bool_true) {
            open->node->has_other = true;
            spot = (struct spot){&open->node->other, open->sure_other, open->other};
            break;
        }
    }
    isl_set_free(inside);
    close_from(chain, i + 1);
    return spot;
}

/* Add "node", which tests "condition", at "spot", and keep it open. */
static void open_condition(struct chain *chain, const struct spot *spot, struct pv_an *node,
                           __isl_keep isl_set *condition)
{
    struct open_if open = {.node = node};
    open.then = isl_set_intersect(isl_set_copy(spot->known), isl_set_copy(condition));
    open.other = isl_set_subtract(isl_set_copy(spot->known), isl_set_copy(condition));
    open.sure_then = isl_set_intersect(isl_set_copy(spot->sure), isl_set_copy(condition));
    open.sure_other = isl_set_copy(spot->sure);
    pv_push(chain->place->gen->arena, spot->nodes, node);
    pv_push(chain->place->gen->arena, &chain->open, open);
}

/* Add "graft", whose guard need not say again what all share. */
static void add_graft(struct chain *chain, struct pv_graft *graft)
{
    struct pv_arena *arena = chain->place->gen->arena;
    isl_set *guard = isl_set_gist(isl_set_copy(graft->guard), isl_set_copy(chain->known));
    struct spot spot = find_spot(chain, graft);
    isl_set *condition = pv_set_coalesce(isl_set_gist(guard, isl_set_copy(spot.known)));
    pv_anodes nodes = pv_graft_guarded(chain->place, spot.sure, isl_set_copy(condition), &graft->nodes);
    isl_set *enforced = isl_set_intersect(isl_set_copy(graft->enforced), isl_set_copy(condition));
    if (spot.nodes != chain->nodes)
        enforced = isl_set_intersect(enforced, isl_set_copy(spot.sure));
    chain->enforced = isl_set_union(chain->enforced, enforced);
    bool is_if = nodes.n == 1 && (!graft->nodes.n || nodes.v[0] != graft->nodes.v[0]) && nodes.v[0]->kind == PV_AN_IF;
    if (is_if) {
        open_condition(chain, &spot, nodes.v[0], condition);
    } else {
        for (int i = 0; i < nodes.n; i++)
            pv_push(arena, spot.nodes, nodes.v[i]);
    }
    isl_set_free(condition);
}

/* The constraints that all parts of "set" share. */
static __isl_give isl_set *shared_by_parts(__isl_take isl_set *set)
{
    return isl_set_from_basic_set(isl_set_unshifted_simple_hull(isl_set_remove_unknown_divs(set)));
}

struct pv_graft pv_graft_fuse(const struct pv_stock *place, pv_grafts *list)
{
    isl_space *space = isl_set_get_space(place->known);
    if (!list->n)
        return (struct pv_graft){.guard = isl_set_empty(isl_space_copy(space)), .enforced = isl_set_empty(space)};
    if (list->n == 1) {
        isl_space_free(space);
        struct pv_graft only = list->v[0];
        list->n = 0;
        return only;
    }
    struct pv_graft fused = {.guard = shared_guard(place, list)};
    struct chain chain = {.place = place, .nodes = &fused.nodes, .enforced = isl_set_empty(space)};
    chain.sure = isl_set_intersect(isl_set_copy(place->sure), isl_set_copy(fused.guard));
    chain.known = isl_set_intersect(isl_set_copy(place->known), isl_set_copy(fused.guard));
    for (int i = 0; i < list->n; i++) {
        add_graft(&chain, &list->v[i]);
        pv_graft_free(&list->v[i]);
    }
    list->n = 0;
    close_from(&chain, 0);
    fused.enforced = shared_by_parts(chain.enforced);
    isl_set_free(chain.sure);
    isl_set_free(chain.known);
    return fused;
}
