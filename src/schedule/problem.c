/* Takes schedule constraints apart; isl is not needed from here on. */
#include "schedule/problem.h"

#include "schedule/compress.h"

#include <isl/id.h>
#include <isl/space.h>
#include <isl/union_map.h>
#include <isl/union_set.h>
#include <stdlib.h>
#include <string.h>

/* State while constraints are taken apart. */
typedef PV_VEC(struct pv_sched_edge *) pv_edges;

struct builder {
    struct pv_arena *arena;
    struct pv_sched_problem *problem;
    PV_VEC(struct pv_constraint_rows) equalities; /* per node, of all its instances */
    PV_VEC(isl_space *) spaces;                   /* per node, borrowed from nothing: owned here */
    PV_VEC(pv_edges) from;                        /* per node, the edges that start there */
    pv_pieces context;                            /* over (n, 1) */
    bool use_context;                             /* for dependences, too */
    int n_param;
    unsigned kinds; /* of the edges being added */
    bool is_tagged;
};

/*---------------------------------------------------------------------------------------------------------------
 * Parameters */

static __isl_give isl_union_map *get_constraint(__isl_keep isl_schedule_constraints *constraints, unsigned kind)
{
    switch (kind) {
    case PV_EDGE_VALIDITY:
        return isl_schedule_constraints_get_validity(constraints);
    case PV_EDGE_COINCIDENCE:
        return isl_schedule_constraints_get_coincidence(constraints);
    case PV_EDGE_PROXIMITY:
        return isl_schedule_constraints_get_proximity(constraints);
    case PV_EDGE_CONDITION:
        return isl_schedule_constraints_get_conditional_validity_condition(constraints);
    default:
        return isl_schedule_constraints_get_conditional_validity(constraints);
    }
}

static const unsigned all_kinds[] = {PV_EDGE_VALIDITY, PV_EDGE_COINCIDENCE, PV_EDGE_PROXIMITY, PV_EDGE_CONDITION,
                                     PV_EDGE_CONDITIONED};
enum { N_KIND = sizeof(all_kinds) / sizeof(all_kinds[0]) };

/* The parameters of all constraints. */
static __isl_give isl_space *get_parameters(__isl_keep isl_schedule_constraints *constraints, bool use_context)
{
    isl_union_set *domain = isl_schedule_constraints_get_domain(constraints);
    isl_space *space = isl_union_set_get_space(domain);
    isl_union_set_free(domain);
    if (use_context) {
        isl_set *context = isl_schedule_constraints_get_context(constraints);
        space = isl_space_align_params(space, isl_set_get_space(context));
        isl_set_free(context);
    }
    for (int i = 0; i < N_KIND; i++) {
        isl_union_map *map = get_constraint(constraints, all_kinds[i]);
        space = isl_space_align_params(space, isl_union_map_get_space(map));
        isl_union_map_free(map);
    }
    return isl_space_params(space);
}

/*---------------------------------------------------------------------------------------------------------------
 * Nodes */

/* Compare names so that numbers in them count as numbers: S_9 before S_10. */
static int compare_names(const char *a, const char *b)
{
    while (*a && *b) {
        if (*a >= '0' && *a <= '9' && *b >= '0' && *b <= '9') {
            char *a_end, *b_end;
            unsigned long left = strtoul(a, &a_end, 10), right = strtoul(b, &b_end, 10);
            if (left != right)
                return left < right ? -1 : 1;
            a = a_end;
            b = b_end;
        } else if (*a != *b) {
            return (unsigned char)*a - (unsigned char)*b;
        } else {
            a++;
            b++;
        }
    }
    return (unsigned char)*a - (unsigned char)*b;
}

static const char *set_name(__isl_keep isl_set *set)
{
    const char *name = isl_set_has_tuple_id(set) == isl_bool_true ? isl_set_get_tuple_name(set) : NULL;
    return name ? name : "";
}

/* The name that tells where "set" stands in the program. */
static const char *place_name(const pv_sched_aliases *aliases, __isl_keep isl_set *set)
{
    const char *name = set_name(set);
    for (int i = 0; aliases && i < aliases->n; i++)
        if (!strcmp(aliases->v[i].name, name))
            return aliases->v[i].place;
    return name;
}

static void sort_domains(isl_set **sets, int n, const pv_sched_aliases *aliases)
{
    for (int i = 1; i < n; i++) {
        isl_set *set = sets[i];
        const char *name = place_name(aliases, set);
        int j = i;
        for (; j > 0 && compare_names(place_name(aliases, sets[j - 1]), name) > 0; j--)
            sets[j] = sets[j - 1];
        sets[j] = set;
    }
}

static isl_stat collect_domain(__isl_take isl_set *set, void *user)
{
    struct builder *builder = user;
    set = isl_set_align_params(set, isl_space_copy(builder->problem->params));
    pv_push(builder->arena, &builder->problem->domains, set);
    return set ? isl_stat_ok : isl_stat_error;
}

/* Add to "pieces" what all integer points of "domain" fulfil with equality. Without divisions in its description the
 * rational points tell as much. */
static bool add_hull(struct pv_arena *arena, isl_set *domain, pv_pieces *pieces)
{
    isl_bool has_locals = isl_set_involves_locals(domain);
    if (has_locals != isl_bool_true)
        return has_locals == isl_bool_false;
    isl_set *hull = isl_set_from_basic_set(isl_set_affine_hull(isl_set_copy(domain)));
    pv_pieces found = {0};
    bool succeeds = hull && pv_set_get_pieces(arena, hull, &found);
    isl_set_free(hull);
    for (int h = 0; h < found.n; h++)
        for (int i = 0; i < found.v[h].equalities.n; i++)
            for (int p = 0; p < pieces->n; p++)
                pv_push(arena, &pieces->v[p].equalities, found.v[h].equalities.v[i]);
    return succeeds;
}

static bool add_node(struct builder *builder, isl_set *domain, const struct pv_coordinate_params *params)
{
    struct pv_sched_graph *graph = builder->problem->graph;
    struct pv_sched_node *node = pv_new(builder->arena, struct pv_sched_node);
    node->index = graph->nodes.n;
    node->name = pv_strdup(builder->arena, set_name(domain));
    node->n_in = isl_set_dim(domain, isl_dim_set);
    pv_push(builder->arena, &graph->nodes, node);
    pv_push(builder->arena, &builder->spaces, isl_set_get_space(domain));
    pv_push(builder->arena, &builder->from, (pv_edges){0});
    pv_pieces pieces = {0};
    if (!pv_set_get_pieces(builder->arena, domain, &pieces) || !add_hull(builder->arena, domain, &pieces))
        return false;
    struct pv_constraint_rows equalities;
    pv_node_find_coordinates(builder->arena, node, &pieces, params, &equalities);
    pv_push(builder->arena, &builder->equalities, equalities);
    return pv_sched_node_find_rank(builder->arena, node);
}

static bool add_nodes(struct builder *builder, __isl_keep isl_schedule_constraints *constraints,
                      const struct pv_sched_problem_params *params)
{
    isl_union_set *domain = isl_schedule_constraints_get_domain(constraints);
    isl_stat found = isl_union_set_foreach_set(domain, &collect_domain, builder);
    isl_union_set_free(domain);
    if (found < 0)
        return false;
    struct pv_sched_problem *problem = builder->problem;
    sort_domains(problem->domains.v, problem->domains.n, params->aliases);
    struct pv_coordinate_params wanted = {builder->n_param, params->find_sizes,
                                          builder->context.n == 1 ? &builder->context.v[0] : NULL};
    for (int i = 0; i < problem->domains.n; i++)
        if (!add_node(builder, problem->domains.v[i], &wanted))
            return false;
    return true;
}

/*---------------------------------------------------------------------------------------------------------------
 * Edges */

static struct pv_sched_node *find_node(struct builder *builder, __isl_take isl_space *space)
{
    struct pv_sched_node *found = NULL;
    for (int i = 0; i < builder->spaces.n && !found; i++)
        if (isl_space_tuple_is_equal(builder->spaces.v[i], isl_dim_set, space, isl_dim_set) == isl_bool_true)
            found = builder->problem->graph->nodes.v[i];
    isl_space_free(space);
    return found;
}

/* Take the tag off the set space [S[x] -> tag[]], if there is one. "*tag" is NULL or owned by the problem. */
static __isl_give isl_space *untag(struct builder *builder, __isl_take isl_space *space, isl_id **tag)
{
    *tag = NULL;
    if (!builder->is_tagged || isl_space_is_wrapping(space) != isl_bool_true)
        return space;
    space = isl_space_unwrap(space);
    if (isl_space_has_tuple_id(space, isl_dim_out) == isl_bool_true) {
        *tag = isl_space_get_tuple_id(space, isl_dim_out);
        pv_push(builder->arena, &builder->problem->ids, *tag);
    }
    return isl_space_domain(space);
}

/* "map" without tags at its ends. */
static __isl_give isl_map *untag_map(__isl_take isl_map *map)
{
    if (isl_map_domain_is_wrapping(map) == isl_bool_true)
        map = isl_map_domain_factor_domain(map);
    if (isl_map_range_is_wrapping(map) == isl_bool_true)
        map = isl_map_range_factor_domain(map);
    return map;
}

/* Add "rows" over (x, n, 1) to "piece" over (x, y, n, 1), "n_skip" columns to the right; n stands "gap" later. */
static void add_equalities(struct builder *builder, struct pv_constraint_rows *piece,
                           const struct pv_constraint_rows *rows, int n_in, int n_skip, int gap)
{
    for (int i = 0; i < rows->equalities.n; i++) {
        int64_t *row = pv_new_array(builder->arena, int64_t, piece->n_col);
        memcpy(row + n_skip, rows->equalities.v[i], sizeof(int64_t) * (size_t)n_in);
        memcpy(row + n_skip + n_in + gap, rows->equalities.v[i] + n_in,
               sizeof(int64_t) * (size_t)(builder->n_param + 1));
        pv_push(builder->arena, &piece->equalities, row);
    }
}

/* Bounds of this size come from the types of parameters; coefficients would grow as large. */
enum { LARGE_BOUND = 1 << 15 };

static bool is_large(const int64_t *row, int n)
{
    for (int i = 0; i < n; i++)
        if (row[i] >= LARGE_BOUND || row[i] <= -LARGE_BOUND)
            return true;
    return false;
}

/* Confine the parameters of "piece" to the context, as far as it says more than their types. */
static void add_context(struct builder *builder, struct pv_constraint_rows *piece)
{
    if (!builder->use_context || builder->context.n != 1)
        return;
    const struct pv_constraint_rows *context = &builder->context.v[0];
    add_equalities(builder, piece, context, 0, 0, piece->n_col - context->n_col);
    for (int i = 0; i < context->inequalities.n; i++) {
        if (is_large(context->inequalities.v[i], context->n_col))
            continue;
        int64_t *row = pv_new_array(builder->arena, int64_t, piece->n_col);
        memcpy(row + piece->n_col - context->n_col, context->inequalities.v[i],
               sizeof(int64_t) * (size_t)context->n_col);
        pv_push(builder->arena, &piece->inequalities, row);
    }
}

static bool has_divisions(__isl_keep isl_map *map)
{
    isl_set *pairs = isl_map_wrap(isl_map_copy(map));
    isl_bool found = isl_set_involves_locals(pairs);
    isl_set_free(pairs);
    return found == isl_bool_true;
}

static isl_stat keep_piece(__isl_take isl_basic_map *piece, void *user)
{
    struct builder *builder = user;
    isl_map *map = isl_map_from_basic_map(piece);
    pv_push(builder->arena, &builder->problem->maps, map);
    return map ? isl_stat_ok : isl_stat_error;
}

/* Fill the pieces of "edge" with the pairs of "map", { S[x] -> T[y] }. */
static bool fill_edge(struct builder *builder, struct pv_sched_edge *edge, __isl_keep isl_map *map)
{
    const struct pv_sched_node *src = edge->src, *dst = edge->dst;
    pv_pieces pieces = {0};
    if (!pv_map_get_pieces(builder->arena, map, &pieces))
        return false;
    bool keep_maps = has_divisions(map);
    int first_map = builder->problem->maps.n;
    if (keep_maps && isl_map_foreach_basic_map(map, &keep_piece, builder) < 0)
        return false;
    for (int i = 0; i < pieces.n; i++) {
        add_equalities(builder, &pieces.v[i], &builder->equalities.v[src->index], src->n_in, 0, dst->n_in);
        add_equalities(builder, &pieces.v[i], &builder->equalities.v[dst->index], dst->n_in, src->n_in, 0);
        add_context(builder, &pieces.v[i]);
        struct pv_cone *cone = pv_cone_from_rows(builder->arena, &pieces.v[i], &builder->problem->is_approximate);
        if (!pv_cone_has_point(cone))
            continue;
        pv_push(builder->arena, &edge->pieces, pv_cone_compress(builder->arena, cone, builder->n_param, src, dst));
        if (keep_maps)
            pv_push(builder->arena, &edge->piece_maps, builder->problem->maps.v[first_map + i]);
    }
    return true;
}

/* The edge that "map" is already known as, tags being equal; NULL if it is new. */
static struct pv_sched_edge *find_edge(const struct builder *builder, const struct pv_sched_edge *like,
                                       __isl_keep isl_map *map)
{
    const pv_edges *edges = &builder->from.v[like->src->index];
    for (int i = 0; i < edges->n; i++) {
        struct pv_sched_edge *edge = edges->v[i];
        if (edge->dst == like->dst && edge->src_tag == like->src_tag && edge->dst_tag == like->dst_tag &&
            isl_map_plain_is_equal(edge->map, map) == isl_bool_true)
            return edge;
    }
    return NULL;
}

static bool add_new_edge(struct builder *builder, struct pv_sched_edge *edge)
{
    isl_map *map = builder->is_tagged ? untag_map(isl_map_copy(edge->map)) : isl_map_copy(edge->map);
    bool is_filled = map && fill_edge(builder, edge, map);
    isl_map_free(map);
    if (is_filled && edge->pieces.n > 0) {
        pv_push(builder->arena, &builder->problem->graph->edges, edge);
        pv_push(builder->arena, &builder->from.v[edge->src->index], edge);
    }
    return is_filled;
}

static isl_stat add_map(__isl_take isl_map *map, void *user)
{
    struct builder *builder = user;
    map = isl_map_align_params(map, isl_space_copy(builder->problem->params));
    struct pv_sched_edge *edge = pv_new(builder->arena, struct pv_sched_edge);
    isl_space *space = isl_map_get_space(map);
    edge->src = find_node(builder, untag(builder, isl_space_domain(isl_space_copy(space)), &edge->src_tag));
    edge->dst = find_node(builder, untag(builder, isl_space_range(space), &edge->dst_tag));
    edge->kinds = builder->kinds;
    edge->map = map;
    pv_push(builder->arena, &builder->problem->maps, map);
    if (!map)
        return isl_stat_error;
    if (!edge->src || !edge->dst)
        return isl_stat_ok;
    struct pv_sched_edge *known = find_edge(builder, edge, map);
    if (known) {
        known->kinds |= builder->kinds;
        return isl_stat_ok;
    }
    return add_new_edge(builder, edge) ? isl_stat_ok : isl_stat_error;
}

/* Constraints of several kinds that are the same object are taken apart once. */
static bool add_edges(struct builder *builder, __isl_keep isl_schedule_constraints *constraints)
{
    isl_union_map *maps[N_KIND];
    bool is_done[N_KIND] = {false}, succeeds = true;
    for (int i = 0; i < N_KIND; i++)
        maps[i] = get_constraint(constraints, all_kinds[i]);
    for (int i = 0; i < N_KIND && succeeds; i++) {
        builder->kinds = 0;
        builder->is_tagged = all_kinds[i] == PV_EDGE_CONDITION || all_kinds[i] == PV_EDGE_CONDITIONED;
        for (int j = i; j < N_KIND && !is_done[i]; j++)
            if (maps[j] == maps[i] && builder->is_tagged == (j >= N_KIND - 2)) {
                builder->kinds |= all_kinds[j];
                is_done[j] = j > i;
            }
        if (builder->kinds)
            succeeds = isl_union_map_foreach_map(maps[i], &add_map, builder) == isl_stat_ok;
    }
    for (int i = 0; i < N_KIND; i++)
        isl_union_map_free(maps[i]);
    return succeeds;
}

/* Put the edges of each node in the order of the nodes that they lead to, in place of the order in which isl keeps
 * relations. */
static void sort_edges_of(pv_edges *edges)
{
    for (int i = 1; i < edges->n; i++) {
        struct pv_sched_edge *edge = edges->v[i];
        int j = i;
        for (; j > 0 && edges->v[j - 1]->dst->index > edge->dst->index; j--)
            edges->v[j] = edges->v[j - 1];
        edges->v[j] = edge;
    }
}

/* Put the edges in the order of the program. */
static void sort_edges(struct builder *builder)
{
    pv_edges all = {0};
    for (int i = 0; i < builder->from.n; i++) {
        sort_edges_of(&builder->from.v[i]);
        for (int j = 0; j < builder->from.v[i].n; j++)
            pv_push(builder->arena, &all, builder->from.v[i].v[j]);
    }
    for (int i = 0; i < all.n; i++)
        builder->problem->graph->edges.v[i] = all.v[i];
}

static bool find_context(struct builder *builder, __isl_keep isl_schedule_constraints *constraints)
{
    isl_set *context = isl_set_align_params(isl_schedule_constraints_get_context(constraints),
                                            isl_space_copy(builder->problem->params));
    isl_size n_all = isl_set_dim(context, isl_dim_param);
    if (n_all > builder->n_param)
        context = isl_set_project_out(context, isl_dim_param, (unsigned)builder->n_param,
                                      (unsigned)(n_all - builder->n_param));
    isl_set *set = isl_set_from_params(context);
    bool succeeds = set && pv_set_get_pieces(builder->arena, set, &builder->context);
    isl_set_free(set);
    return succeeds;
}

struct pv_sched_problem *pv_sched_problem_new(struct pv_arena *arena, __isl_keep isl_schedule_constraints *constraints,
                                              const struct pv_sched_problem_params *params)
{
    struct pv_sched_problem *problem = pv_new(arena, struct pv_sched_problem);
    struct builder builder = {.arena = arena, .problem = problem, .use_context = params->use_context};
    problem->ctx = isl_schedule_constraints_get_ctx(constraints);
    problem->params = get_parameters(constraints, params->use_context);
    builder.n_param = isl_space_dim(problem->params, isl_dim_param);
    problem->graph = pv_new(arena, struct pv_sched_graph);
    problem->graph->arena = arena;
    problem->graph->n_param = builder.n_param;
    problem->graph->drop_size_bounds = params->find_sizes;
    bool succeeds = builder.n_param >= 0 && find_context(&builder, constraints) &&
                    add_nodes(&builder, constraints, params) && add_edges(&builder, constraints);
    for (int i = 0; i < builder.spaces.n; i++)
        isl_space_free(builder.spaces.v[i]);
    if (succeeds) {
        sort_edges(&builder);
        return problem;
    }
    pv_sched_problem_free(problem);
    return NULL;
}

void pv_sched_problem_free(struct pv_sched_problem *problem)
{
    if (!problem)
        return;
    isl_space_free(problem->params);
    for (int i = 0; i < problem->domains.n; i++)
        isl_set_free(problem->domains.v[i]);
    for (int i = 0; i < problem->maps.n; i++)
        isl_map_free(problem->maps.v[i]);
    for (int i = 0; i < problem->ids.n; i++)
        isl_id_free(problem->ids.v[i]);
}
