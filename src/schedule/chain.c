/* Groups chains of statements that are scheduled as one. */
#include "schedule/chain.h"

#include "base/islx.h"

#include <isl/aff.h>
#include <isl/id.h>
#include <isl/map.h>
#include <isl/schedule_node.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/union_set.h>

/* The statements of one chain, in order. */
struct chain {
    PV_VEC(isl_set *) statements;
    isl_multi_union_pw_aff *place; /* { S[x] -> [outer loops] } for all of them; their instances share it */
};

struct pv_chains {
    struct pv_arena *arena;
    isl_union_map *related; /* pairs in order that should be close */
    isl_union_set *domain;  /* of all statements */
    PV_VEC(struct chain *) v;
    isl_union_pw_multi_aff *contraction; /* { S[x] -> G[outer loops] }, other statements to themselves */
    isl_schedule *inside;                /* the order of the statements of each chain */
};

/*---------------------------------------------------------------------------------------------------------------
 * Finding */

/* Does each instance of "first" have its one partner in "second", at the same "place", and the other way round? */
static bool are_partners(const struct pv_chains *chains, __isl_keep isl_set *first, __isl_keep isl_set *second,
                         __isl_keep isl_multi_union_pw_aff *place)
{
    isl_space *space = isl_space_map_from_domain_and_range(isl_set_get_space(first), isl_set_get_space(second));
    isl_map *pairs = isl_union_map_extract_map(chains->related, space);
    bool are = isl_map_plain_is_empty(pairs) == isl_bool_false;
    isl_set *sources = are ? isl_map_domain(isl_map_copy(pairs)) : NULL;
    isl_set *targets = are ? isl_map_range(isl_map_copy(pairs)) : NULL;
    are = are && isl_set_is_subset(first, sources) == isl_bool_true &&
          isl_set_is_subset(second, targets) == isl_bool_true && isl_map_is_bijective(pairs) == isl_bool_true;
    isl_set_free(sources);
    isl_set_free(targets);
    if (are) {
        isl_union_map *all = isl_union_map_from_map(isl_map_copy(pairs));
        isl_union_map *together = isl_union_map_eq_at_multi_union_pw_aff(isl_union_map_copy(all),
                                                                         isl_multi_union_pw_aff_copy(place));
        are = isl_union_map_is_subset(all, together) == isl_bool_true;
        isl_union_map_free(all);
        isl_union_map_free(together);
    }
    isl_map_free(pairs);
    return are;
}

static bool belong_together(const struct pv_chains *chains, const struct chain *first, const struct chain *second)
{
    for (int i = 0; i < first->statements.n; i++)
        for (int j = 0; j < second->statements.n; j++)
            if (are_partners(chains, first->statements.v[i], second->statements.v[j], first->place))
                return true;
    return false;
}

typedef PV_VEC(struct chain *) chain_list;

static void free_chain(struct chain *chain)
{
    for (int i = 0; i < chain->statements.n; i++)
        isl_set_free(chain->statements.v[i]);
    isl_multi_union_pw_aff_free(chain->place);
}

/* Join neighbours from the last to the first; one that grew is compared anew with the one behind it. */
static void join_neighbours(struct pv_chains *chains, chain_list *list)
{
    for (int i = list->n - 2; i >= 0; i--)
        while (i + 1 < list->n && belong_together(chains, list->v[i], list->v[i + 1])) {
            struct chain *next = list->v[i + 1];
            for (int s = 0; s < next->statements.n; s++)
                pv_push(chains->arena, &list->v[i]->statements, next->statements.v[s]);
            next->statements.n = 0;
            free_chain(next);
            for (int k = i + 1; k + 1 < list->n; k++)
                list->v[k] = list->v[k + 1];
            list->n--;
        }
}

/* Keep what became a chain, let go the rest. */
static void close_list(struct pv_chains *chains, chain_list *list)
{
    join_neighbours(chains, list);
    for (int i = 0; i < list->n; i++) {
        if (list->v[i]->statements.n > 1)
            pv_push(chains->arena, &chains->v, list->v[i]);
        else
            free_chain(list->v[i]);
    }
    list->n = 0;
}

static isl_stat take_set(__isl_take isl_set *set, void *user)
{
    isl_set **found = user;
    isl_set_free(*found);
    *found = set;
    return isl_stat_ok;
}

/* The only statement of the filter "node" that is above a leaf, with its instances; NULL if it is no such filter. */
static __isl_give isl_set *leaf_statement(const struct pv_chains *chains, __isl_keep isl_schedule_node *node)
{
    isl_schedule_node *child = isl_schedule_node_get_child(node, 0);
    bool is_leaf = isl_schedule_node_get_type(child) == isl_schedule_node_leaf;
    isl_schedule_node_free(child);
    if (!is_leaf)
        return NULL;
    isl_union_set *filter = isl_schedule_node_filter_get_filter(node);
    filter = isl_union_set_intersect(filter, isl_union_set_copy(chains->domain));
    isl_set *set = NULL;
    if (isl_union_set_n_set(filter) == 1)
        isl_union_set_foreach_set(filter, &take_set, &set);
    isl_union_set_free(filter);
    return set;
}

/* Find the chains among the children of the sequence "node". */
static void look_at_sequence(struct pv_chains *chains, __isl_keep isl_schedule_node *node)
{
    isl_multi_union_pw_aff *place = isl_schedule_node_get_prefix_schedule_multi_union_pw_aff(node);
    chain_list list = {0};
    isl_size n = isl_schedule_node_n_children(node);
    for (int i = 0; i < n; i++) {
        isl_schedule_node *child = isl_schedule_node_get_child(node, i);
        isl_set *statement = leaf_statement(chains, child);
        isl_schedule_node_free(child);
        if (!statement) {
            close_list(chains, &list);
            continue;
        }
        struct chain *single = pv_new(chains->arena, struct chain);
        pv_push(chains->arena, &single->statements, statement);
        single->place = isl_multi_union_pw_aff_copy(place);
        pv_push(chains->arena, &list, single);
    }
    close_list(chains, &list);
    isl_multi_union_pw_aff_free(place);
}

static isl_bool look_at_node(__isl_keep isl_schedule_node *node, void *user)
{
    if (isl_schedule_node_get_type(node) == isl_schedule_node_sequence)
        look_at_sequence(user, node);
    return isl_bool_true;
}

/*---------------------------------------------------------------------------------------------------------------
 * What became of them */

static const char *chain_name(const struct pv_chains *chains, int number)
{
    return pv_printf(chains->arena, "G_%d", number);
}

static __isl_give isl_id *chain_id(const struct pv_chains *chains, int number)
{
    return pv_id_alloc(isl_union_set_get_ctx(chains->domain), chain_name(chains, number), NULL);
}

static bool is_in_chain(const struct pv_chains *chains, __isl_keep isl_set *set)
{
    isl_space *space = isl_set_get_space(set);
    bool found = false;
    for (int c = 0; c < chains->v.n && !found; c++)
        for (int i = 0; i < chains->v.v[c]->statements.n && !found; i++) {
            isl_space *other = isl_set_get_space(chains->v.v[c]->statements.v[i]);
            found = isl_space_tuple_is_equal(space, isl_dim_set, other, isl_dim_set) == isl_bool_true;
            isl_space_free(other);
        }
    isl_space_free(space);
    return found;
}

/* Statements on their own stay what they are. */
static isl_stat add_single(__isl_take isl_set *set, void *user)
{
    struct pv_chains *chains = user;
    if (!is_in_chain(chains, set)) {
        isl_space *space = isl_space_map_from_set(isl_set_get_space(set));
        isl_pw_multi_aff *identity = isl_pw_multi_aff_from_multi_aff(isl_multi_aff_identity(space));
        chains->contraction = isl_union_pw_multi_aff_add_pw_multi_aff(chains->contraction, identity);
        isl_schedule *single = isl_schedule_from_domain(isl_union_set_from_set(isl_set_copy(set)));
        chains->inside = chains->inside ? isl_schedule_set(chains->inside, single) : single;
    }
    isl_set_free(set);
    return isl_stat_ok;
}

static void add_chain(struct pv_chains *chains, int number)
{
    const struct chain *chain = chains->v.v[number];
    isl_schedule *order = NULL;
    for (int i = 0; i < chain->statements.n; i++) {
        isl_union_set *statement = isl_union_set_from_set(isl_set_copy(chain->statements.v[i]));
        isl_multi_union_pw_aff *place = isl_multi_union_pw_aff_intersect_domain(
            isl_multi_union_pw_aff_copy(chain->place), isl_union_set_universe(isl_union_set_copy(statement)));
        place = isl_multi_union_pw_aff_set_tuple_id(place, isl_dim_set, chain_id(chains, number));
        chains->contraction = isl_union_pw_multi_aff_union_add(chains->contraction,
                                                               isl_union_pw_multi_aff_from_multi_union_pw_aff(place));
        isl_schedule *single = isl_schedule_from_domain(statement);
        order = order ? isl_schedule_sequence(order, single) : single;
    }
    chains->inside = chains->inside ? isl_schedule_set(chains->inside, order) : order;
}

struct pv_chains *pv_chains_find(struct pv_arena *arena, __isl_keep isl_schedule *original,
                                 __isl_keep isl_schedule_constraints *constraints)
{
    struct pv_chains *chains = pv_new(arena, struct pv_chains);
    chains->arena = arena;
    chains->domain = isl_schedule_constraints_get_domain(constraints);
    chains->related = isl_union_map_intersect(isl_schedule_constraints_get_validity(constraints),
                                              isl_schedule_constraints_get_proximity(constraints));
    isl_stat walked = isl_schedule_foreach_schedule_node_top_down(original, &look_at_node, chains);
    if (walked == isl_stat_ok && chains->v.n > 0) {
        chains->contraction = isl_union_pw_multi_aff_empty(isl_union_set_get_space(chains->domain));
        isl_union_set_foreach_set(chains->domain, &add_single, chains);
        for (int i = 0; i < chains->v.n; i++)
            add_chain(chains, i);
        if (chains->contraction && chains->inside)
            return chains;
    }
    pv_chains_free(chains);
    return NULL;
}

void pv_chains_free(struct pv_chains *chains)
{
    if (!chains)
        return;
    for (int i = 0; i < chains->v.n; i++)
        free_chain(chains->v.v[i]);
    isl_union_map_free(chains->related);
    isl_union_set_free(chains->domain);
    isl_union_pw_multi_aff_free(chains->contraction);
    isl_schedule_free(chains->inside);
}

/*---------------------------------------------------------------------------------------------------------------
 * Contracting. isl can do all of it at once, but looks for an integer point in each relation that results. */

struct contraction {
    struct pv_arena *arena;
    PV_VEC(isl_map *) functions; /* { S[x] -> G[outer loops] } for each statement of a chain */
    isl_union_map *result;
};

static isl_stat add_function(__isl_take isl_pw_multi_aff *function, void *user)
{
    struct contraction *contraction = user;
    isl_map *map = isl_map_from_pw_multi_aff(function);
    isl_bool is_alone = isl_map_is_identity(map);
    if (is_alone == isl_bool_false)
        pv_push(contraction->arena, &contraction->functions, map);
    else
        isl_map_free(map);
    return is_alone < 0 ? isl_stat_error : isl_stat_ok;
}

/* The function of the statement on the left of "map"; NULL if it is on its own. */
static isl_map *function_for(const struct contraction *contraction, __isl_keep isl_map *map)
{
    isl_space *space = isl_map_get_space(map);
    isl_map *found = NULL;
    for (int i = 0; i < contraction->functions.n && !found; i++) {
        isl_space *other = isl_map_get_space(contraction->functions.v[i]);
        if (isl_space_tuple_is_equal(space, isl_dim_in, other, isl_dim_in) == isl_bool_true)
            found = contraction->functions.v[i];
        isl_space_free(other);
    }
    isl_space_free(space);
    return found;
}

/* { S[x] -> z } to { G[y] -> z }, or { [S[x] -> R[]] -> z } to { [G[y] -> R[]] -> z } */
static __isl_give isl_map *contract_domain(const struct contraction *contraction, __isl_take isl_map *map)
{
    bool is_tagged = isl_map_domain_is_wrapping(map) == isl_bool_true;
    map = is_tagged ? isl_map_curry(map) : map;
    isl_map *function = function_for(contraction, map);
    if (function)
        map = isl_map_apply_domain(map, isl_map_copy(function));
    return is_tagged ? isl_map_uncurry(map) : map;
}

static isl_stat add_contracted(__isl_take isl_map *map, void *user)
{
    struct contraction *contraction = user;
    map = isl_map_reverse(contract_domain(contraction, map));
    map = isl_map_reverse(contract_domain(contraction, map));
    contraction->result = isl_union_map_add_map(contraction->result, map);
    return contraction->result ? isl_stat_ok : isl_stat_error;
}

/* "pairs" between instances, or tagged instances, as pairs between those that they are contracted to. */
static __isl_give isl_union_map *contract(struct contraction *contraction, __isl_take isl_union_map *pairs)
{
    contraction->result = isl_union_map_empty(isl_union_map_get_space(pairs));
    if (isl_union_map_foreach_map(pairs, add_contracted, contraction) < 0)
        contraction->result = isl_union_map_free(contraction->result);
    isl_union_map_free(pairs);
    return contraction->result;
}

__isl_give isl_schedule_constraints *pv_chains_apply(const struct pv_chains *chains,
                                                     __isl_take isl_schedule_constraints *constraints)
{
    struct contraction contraction = {.arena = chains->arena};
    isl_stat stat = isl_union_pw_multi_aff_foreach_pw_multi_aff(chains->contraction, add_function, &contraction);
    isl_union_set *domain = isl_union_set_apply(
        isl_schedule_constraints_get_domain(constraints),
        isl_union_map_from_union_pw_multi_aff(isl_union_pw_multi_aff_copy(chains->contraction)));
    isl_schedule_constraints *result = isl_schedule_constraints_on_domain(domain);
    result = isl_schedule_constraints_set_context(result, isl_schedule_constraints_get_context(constraints));
    result = isl_schedule_constraints_set_validity(
        result, contract(&contraction, isl_schedule_constraints_get_validity(constraints)));
    result = isl_schedule_constraints_set_coincidence(
        result, contract(&contraction, isl_schedule_constraints_get_coincidence(constraints)));
    result = isl_schedule_constraints_set_proximity(
        result, contract(&contraction, isl_schedule_constraints_get_proximity(constraints)));
    isl_union_map *condition = contract(&contraction,
                                        isl_schedule_constraints_get_conditional_validity_condition(constraints));
    isl_union_map *ordered = contract(&contraction, isl_schedule_constraints_get_conditional_validity(constraints));
    result = isl_schedule_constraints_set_conditional_validity(result, condition, ordered);
    for (int i = 0; i < contraction.functions.n; i++)
        isl_map_free(contraction.functions.v[i]);
    isl_schedule_constraints_free(constraints);
    return stat < 0 ? isl_schedule_constraints_free(result) : result;
}

pv_sched_aliases pv_chains_get_aliases(const struct pv_chains *chains)
{
    pv_sched_aliases aliases = {0};
    for (int i = 0; i < chains->v.n; i++) {
        const char *place = isl_set_get_tuple_name(chains->v.v[i]->statements.v[0]);
        struct pv_sched_alias alias = {chain_name(chains, i), place ? place : ""};
        pv_push(chains->arena, &aliases, alias);
    }
    return aliases;
}

/*---------------------------------------------------------------------------------------------------------------
 * Back to statements */

/* { S[x] }, bounds left out. */
static __isl_give isl_union_set *universe_of(__isl_keep isl_set *statement)
{
    return isl_union_set_from_set(isl_set_universe(isl_set_get_space(statement)));
}

/* Move the statements of "chain" that are in "*rest" from there to the end of "filters". */
static __isl_give isl_union_set_list *move_chain(const struct chain *chain, isl_union_set **rest,
                                                 __isl_take isl_union_set_list *filters)
{
    for (int i = 0; i < chain->statements.n; i++) {
        isl_union_set *statement = universe_of(chain->statements.v[i]);
        if (isl_union_set_is_subset(statement, *rest) == isl_bool_true) {
            *rest = isl_union_set_subtract(*rest, isl_union_set_copy(statement));
            filters = isl_union_set_list_add(filters, isl_union_set_copy(statement));
        }
        isl_union_set_free(statement);
    }
    return filters;
}

/* At a leaf that statements of chains share, put them in order. */
static __isl_give isl_schedule_node *order_leaf(__isl_take isl_schedule_node *node, void *user)
{
    const struct pv_chains *chains = user;
    if (isl_schedule_node_get_type(node) != isl_schedule_node_leaf)
        return node;
    isl_union_set *rest = isl_schedule_node_get_universe_domain(node);
    isl_union_set_list *filters = isl_union_set_list_alloc(isl_union_set_get_ctx(chains->domain), 0);
    for (int c = 0; c < chains->v.n; c++)
        filters = move_chain(chains->v.v[c], &rest, filters);
    if (isl_union_set_list_n_union_set(filters) > 0 && isl_union_set_is_empty(rest) == isl_bool_false)
        filters = isl_union_set_list_add(filters, isl_union_set_copy(rest));
    isl_union_set_free(rest);
    if (isl_union_set_list_n_union_set(filters) > 1)
        return isl_schedule_node_insert_sequence(node, filters);
    isl_union_set_list_free(filters);
    return node;
}

__isl_give isl_schedule *pv_chains_expand(const struct pv_chains *chains, __isl_take isl_schedule *schedule,
                                          enum pv_chain_form form)
{
    if (form == PV_CHAINS_EXPANDED)
        return isl_schedule_expand(schedule, isl_union_pw_multi_aff_copy(chains->contraction),
                                   isl_schedule_copy(chains->inside));
    schedule = isl_schedule_pullback_union_pw_multi_aff(schedule, isl_union_pw_multi_aff_copy(chains->contraction));
    return isl_schedule_map_schedule_node_bottom_up(schedule, &order_leaf, (void *)chains);
}
