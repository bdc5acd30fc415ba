/* Computes exact dataflow, false dependences and the live-in accesses, with isl; or all dependences by memory alone. */
#include "analysis/flow.h"

#include "base/islx.h"

#include <isl/flow.h>
#include <isl/map.h>
#include <isl/schedule_node.h>
#include <stddef.h>
#include <string.h>

/* Accesses to one array, or to a part of it that no other access reaches: dependences never lead from one to another, so
 * each is looked at by itself, with the order of those statements alone that touch it. */
struct piece {
    const char *name; /* of the array, or of the part */
    isl_union_map *sink, *source, *cut;
};

/* Dimensions of arrays that are looked at for constant subscripts. */
enum { MOST_DIMS = 16 };

struct pieces {
    isl_ctx *ctx;
    struct pv_arena *arena;
    PV_VEC(struct piece *) list;
    size_t member; /* offset of the relation being sorted */
};

static struct piece *piece_called(struct pieces *pieces, const char *name)
{
    for (int i = 0; i < pieces->list.n; i++)
        if (!strcmp(pieces->list.v[i]->name, name))
            return pieces->list.v[i];
    struct piece *piece = pv_new(pieces->arena, struct piece);
    piece->name = name;
    piece->sink = isl_union_map_empty_ctx(pieces->ctx);
    piece->source = isl_union_map_empty_ctx(pieces->ctx);
    piece->cut = isl_union_map_empty_ctx(pieces->ctx);
    pv_push(pieces->arena, &pieces->list, piece);
    return piece;
}

static isl_stat sort_map(__isl_take isl_map *map, void *user)
{
    struct pieces *pieces = user;
    struct piece *piece = piece_called(pieces, pv_space_root_name(isl_space_range(isl_map_get_space(map))));
    isl_union_map **member = (isl_union_map **)(void *)((char *)piece + pieces->member);
    *member = isl_union_map_add_map(*member, map);
    return *member ? isl_stat_ok : isl_stat_error;
}

static bool sort_into(struct pieces *pieces, size_t member, __isl_take isl_union_map *relation)
{
    pieces->member = member;
    isl_stat status = isl_union_map_foreach_map(relation, sort_map, pieces);
    isl_union_map_free(relation);
    return status == isl_stat_ok;
}

/* Parts of arrays: a[i][0] and a[i][1] never meet. */

struct parts {
    struct pieces *pieces; /* being made of one piece */
    bool is_fixed[MOST_DIMS];
    int n; /* dimensions */
    size_t member;
};

/* Note the subscripts of "map" that are not constant. */
static isl_stat look_at_subscripts(__isl_take isl_map *map, void *user)
{
    struct parts *parts = user;
    int n = (int)isl_map_dim(map, isl_dim_out);
    bool is_new = parts->n < 0;
    if (n > MOST_DIMS || isl_map_range_is_wrapping(map) != isl_bool_false || (!is_new && n != parts->n)) {
        parts->n = 0;
    } else if (is_new) {
        parts->n = n;
        for (int i = 0; i < n; i++)
            parts->is_fixed[i] = true;
    }
    for (int i = 0; i < parts->n; i++) {
        isl_val *val = parts->is_fixed[i] ? isl_map_plain_get_val_if_fixed(map, isl_dim_out, (unsigned)i) : NULL;
        parts->is_fixed[i] = val && isl_val_is_int(val) == isl_bool_true;
        isl_val_free(val);
    }
    isl_map_free(map);
    return isl_stat_ok;
}

/* Put "map" into the piece of its constant subscripts. */
static isl_stat sort_by_subscripts(__isl_take isl_map *map, void *user)
{
    struct parts *parts = user;
    struct pv_sb key = {0};
    for (int i = 0; i < parts->n; i++) {
        if (!parts->is_fixed[i])
            continue;
        isl_val *val = isl_map_plain_get_val_if_fixed(map, isl_dim_out, (unsigned)i);
        pv_sb_printf(&key, "[%ld]", isl_val_get_num_si(val));
        isl_val_free(val);
    }
    struct piece *piece = piece_called(parts->pieces, pv_strdup(parts->pieces->arena, key.n ? key.text : ""));
    pv_sb_free(&key);
    isl_union_map **member = (isl_union_map **)(void *)((char *)piece + parts->member);
    *member = isl_union_map_add_map(*member, map);
    return *member ? isl_stat_ok : isl_stat_error;
}

static const size_t members[] = {offsetof(struct piece, sink), offsetof(struct piece, source),
                                 offsetof(struct piece, cut)};

static isl_union_map **member_of(struct piece *piece, int i)
{
    return (isl_union_map **)(void *)((char *)piece + members[i]);
}

/* Take "piece" apart by the subscripts that are constant in all its accesses, and append what comes of it to "result".
 * False where isl failed. */
static bool take_apart(struct piece *piece, struct pieces *result)
{
    struct pieces own = {.ctx = result->ctx, .arena = result->arena};
    struct parts parts = {.pieces = &own, .n = -1};
    bool ok = true, has_fixed = false;
    for (int i = 0; i < 3; i++)
        ok = isl_union_map_foreach_map(*member_of(piece, i), look_at_subscripts, &parts) >= 0 && ok;
    for (int i = 0; i < parts.n; i++)
        has_fixed = has_fixed || parts.is_fixed[i];
    if (!ok || !has_fixed) {
        pv_push(result->arena, &result->list, piece);
        return ok;
    }
    for (int i = 0; i < 3; i++) {
        parts.member = members[i];
        ok = isl_union_map_foreach_map(*member_of(piece, i), sort_by_subscripts, &parts) >= 0 && ok;
        isl_union_map_free(*member_of(piece, i));
    }
    for (int i = 0; i < own.list.n; i++)
        pv_push(result->arena, &result->list, own.list.v[i]);
    return ok;
}

static __isl_give isl_schedule *order_below(__isl_keep isl_schedule_node *node);

/* Children "first" to "end" of "node", one after the other; halving keeps long sequences cheap. */
static __isl_give isl_schedule *order_of_children(__isl_keep isl_schedule_node *node, int first, int end)
{
    if (end - first == 1) {
        isl_schedule_node *child = isl_schedule_node_get_child(node, first);
        isl_schedule *order = order_below(child);
        isl_schedule_node_free(child);
        return order;
    }
    int middle = first + (end - first) / 2;
    isl_schedule *before = order_of_children(node, first, middle);
    return isl_schedule_sequence(before, order_of_children(node, middle, end));
}

/* The order at and below "node". */
static __isl_give isl_schedule *order_below(__isl_keep isl_schedule_node *node)
{
    int n = (int)isl_schedule_node_n_children(node);
    if (n < 0) /* out of work */
        return NULL;
    if (!n)
        return isl_schedule_from_domain(isl_schedule_node_get_universe_domain(node));
    isl_schedule *order = order_of_children(node, 0, n);
    if (isl_schedule_node_get_type(node) != isl_schedule_node_band)
        return order;
    return isl_schedule_insert_partial_schedule(order, isl_schedule_node_band_get_partial_schedule(node));
}

/* The original "schedule", made of bands and sequences, for all instances that the statements could have, not only for
 * those that exist: the accesses are about those alone, and a condition that stands in both multiplies isl's work. */
static __isl_give isl_schedule *order_without_conditions(__isl_keep isl_schedule *schedule)
{
    isl_schedule_node *root = isl_schedule_get_root(schedule);
    isl_schedule *order = order_below(root);
    isl_schedule_node_free(root);
    return order;
}

/* The part of the original "order" that is about what "piece" touches; of tagged instances: the references of one
 * instance happen together. */
static __isl_give isl_schedule *order_of(__isl_keep isl_schedule *order, enum pv_tagging tagging,
                                         const struct piece *piece)
{
    isl_union_set *touching = isl_union_map_domain(isl_union_map_copy(piece->sink));
    touching = isl_union_set_union(touching, isl_union_map_domain(isl_union_map_copy(piece->source)));
    touching = isl_union_set_union(touching, isl_union_map_domain(isl_union_map_copy(piece->cut)));
    touching = isl_union_set_universe(touching);
    isl_schedule *schedule = isl_schedule_copy(order);
    isl_union_pw_multi_aff *untag = NULL;
    if (tagging == PV_TAGGED) {
        isl_union_map *tags = isl_union_set_unwrap(touching); /* { S[i] -> R[] } */
        touching = isl_union_map_domain(isl_union_map_copy(tags));
        untag = isl_union_map_domain_map_union_pw_multi_aff(tags);
    }
    schedule = isl_schedule_intersect_domain(schedule, touching);
    return untag ? isl_schedule_pullback_union_pw_multi_aff(schedule, untag) : schedule;
}

static isl_stat look_at_cases(__isl_take isl_map *map, void *user)
{
    bool *found = user, has_cases = isl_map_n_basic_map(map) > 1;
    isl_set *pairs = isl_map_wrap(map);
    if (has_cases && isl_set_involves_locals(pairs) != isl_bool_false)
        *found = true;
    isl_set_free(pairs);
    return isl_stat_ok;
}

/* Does "piece" have accesses in several cases with divisions in them? */
static bool is_intricate(const struct piece *piece)
{
    bool result = false;
    isl_union_map_foreach_map(piece->sink, look_at_cases, &result);
    isl_union_map_foreach_map(piece->source, look_at_cases, &result);
    isl_union_map_foreach_map(piece->cut, look_at_cases, &result);
    return result;
}

/* Tell isl the "order", which is taken, of the accesses of a piece. It is faster with a tree: half the time for many
 * statements and one variable. Where the accesses are intricate it is slower. */
static __isl_give isl_union_access_info *set_order(__isl_take isl_union_access_info *access,
                                                   __isl_take isl_schedule *order, bool as_map)
{
    if (!as_map)
        return isl_union_access_info_set_schedule(access, order);
    isl_union_map *times = isl_schedule_get_map(order); /* { S[i] -> [t] } */
    isl_schedule_free(order);
    return isl_union_access_info_set_schedule_map(access, times);
}

/* The dependences of one piece, added to "*full" and "*no_source"; takes the piece's relations. */
static void add_flow(__isl_keep isl_schedule *order, enum pv_tagging tagging, const struct piece *piece,
                     isl_union_map **full, isl_union_map **no_source)
{
    bool is_alone = isl_union_map_is_empty(piece->source) == isl_bool_true &&
                    (!no_source || isl_union_map_is_empty(piece->cut) == isl_bool_true);
    if (is_alone || isl_union_map_is_empty(piece->sink) == isl_bool_true) {
        if (no_source)
            *no_source = isl_union_map_union(*no_source, isl_union_map_copy(piece->sink));
        isl_union_map_free(piece->sink);
        isl_union_map_free(piece->source);
        isl_union_map_free(piece->cut);
        return;
    }
    isl_schedule *schedule = order_of(order, tagging, piece);
    bool as_map = is_intricate(piece);
    isl_union_access_info *access = isl_union_access_info_from_sink(piece->sink);
    access = isl_union_access_info_set_may_source(access, piece->source);
    access = isl_union_access_info_set_kill(access, piece->cut);
    access = set_order(access, schedule, as_map);
    isl_union_flow *flow = isl_union_access_info_compute_flow(access);
    *full = isl_union_map_union(*full, isl_union_flow_get_full_may_dependence(flow));
    if (no_source)
        *no_source = isl_union_map_union(*no_source, isl_union_flow_get_may_no_source(flow));
    isl_union_flow_free(flow);
}

__isl_give isl_union_map *pv_flow_between(const struct pv_scop *scop, enum pv_tagging tagging,
                                          __isl_take isl_union_map *sink, __isl_take isl_union_map *source,
                                          __isl_take isl_union_map *cut, isl_union_map **no_source)
{
    struct pieces pieces = {.ctx = scop->ctx, .arena = pv_arena_new()};
    bool ok = sort_into(&pieces, offsetof(struct piece, sink), sink);
    ok = sort_into(&pieces, offsetof(struct piece, source), source) && ok;
    ok = sort_into(&pieces, offsetof(struct piece, cut), cut) && ok;
    isl_schedule *order = order_without_conditions(scop->schedule);
    isl_union_map *full = isl_union_map_empty_ctx(scop->ctx);
    if (no_source)
        *no_source = isl_union_map_empty_ctx(scop->ctx);
    struct pieces parts = {.ctx = pieces.ctx, .arena = pieces.arena};
    for (int i = 0; i < pieces.list.n; i++)
        ok = take_apart(pieces.list.v[i], &parts) && ok;
    for (int i = 0; i < parts.list.n; i++)
        add_flow(order, tagging, parts.list.v[i], &full, no_source);
    isl_schedule_free(order);
    pv_arena_free(pieces.arena);
    return ok ? full : isl_union_map_free(full);
}

/* { [S[i] -> R[]] -> A[a] } to { S[i] -> A[a] }. */
static __isl_give isl_union_map *untag_domain(__isl_take isl_union_map *tagged)
{
    return pv_union_map_coalesce(isl_union_map_domain_factor_domain(tagged));
}

/* Pieces of several references stay apart, though many could be one: the seven neighbours of a stencil make an octahedron,
 * which has more sides than each of them, and a scheduler pays for each side, isl's with seconds. Its rational hull is
 * larger, too, and leads to steeper schedules. */
__isl_give isl_union_map *pv_flow_untag(__isl_take isl_union_map *tagged)
{
    return isl_union_map_factor_domain(tagged);
}

static void compute_flow(const struct pv_scop *scop, struct pv_deps *deps)
{
    isl_union_map *reads = pv_scop_get_tagged_accesses(scop, PV_MAY_READ);
    isl_union_map *writes = pv_scop_get_tagged_accesses(scop, PV_MAY_WRITE);
    isl_union_map *cut = pv_scop_get_tagged_accesses(scop, PV_MUST_WRITE);
    cut = isl_union_map_union(cut, pv_scop_get_tagged_accesses(scop, PV_KILL));
    isl_union_map *live_in;
    isl_union_map *full = pv_flow_between(scop, PV_TAGGED, reads, writes, cut, &live_in);
    deps->matched = isl_union_map_range_factor_range(isl_union_map_copy(full));
    deps->tagged_flow = pv_union_map_coalesce(isl_union_map_range_factor_domain(full));
    deps->flow = pv_flow_untag(isl_union_map_copy(deps->tagged_flow));
    deps->live_in = untag_domain(live_in);
}

/* Must-writes cut: what they separate is ordered through them. Kills do not, since they will have no place in
 * the new schedule. */
static void compute_false(const struct pv_scop *scop, struct pv_deps *deps)
{
    isl_union_map *writes = pv_scop_get_tagged_accesses(scop, PV_MAY_WRITE);
    isl_union_map *reads = pv_scop_get_tagged_accesses(scop, PV_MAY_READ);
    isl_union_map *cut = pv_scop_get_tagged_accesses(scop, PV_MUST_WRITE);
    isl_union_map *sources = isl_union_map_union(reads, isl_union_map_copy(writes));
    isl_union_map *full = pv_flow_between(scop, PV_TAGGED, writes, sources, isl_union_map_copy(cut), NULL);
    isl_union_map *ends = isl_union_map_intersect_range(isl_union_map_copy(full), isl_union_map_wrap(cut));
    deps->overwritten = isl_union_map_range_factor_range(ends);
    deps->tagged_false = pv_union_map_coalesce(isl_union_map_range_factor_domain(full));
    deps->false_deps = pv_flow_untag(isl_union_map_copy(deps->tagged_false));
}

bool pv_flow_compute(const struct pv_scop *scop, struct pv_deps *deps)
{
    compute_flow(scop, deps);
    compute_false(scop, deps);
    return deps->tagged_flow && deps->flow && deps->tagged_false && deps->false_deps && deps->live_in &&
           deps->overwritten;
}

/* { S[i] -> T[j] }: S[i] comes before T[j] and both touch one element. Takes both relations. */
static __isl_give isl_union_map *same_element_later(const struct pv_scop *scop, __isl_take isl_union_map *first,
                                                    __isl_take isl_union_map *second)
{
    isl_union_map *no_cut = isl_union_map_empty_ctx(scop->ctx);
    isl_union_map *full = pv_flow_between(scop, PV_UNTAGGED, second, first, no_cut, NULL);
    return isl_union_map_range_factor_domain(full);
}

bool pv_flow_compute_memory_based(const struct pv_scop *scop, struct pv_deps *deps)
{
    isl_union_map *reads = pv_scop_get_accesses(scop, PV_MAY_READ);
    isl_union_map *writes = pv_scop_get_accesses(scop, PV_MAY_WRITE);
    isl_union_map *touches = isl_union_map_union(isl_union_map_copy(reads), isl_union_map_copy(writes));
    deps->is_memory_based = true;
    deps->flow = same_element_later(scop, isl_union_map_copy(writes), isl_union_map_copy(reads));
    deps->false_deps = same_element_later(scop, touches, writes);
    deps->live_in = reads;
    return deps->flow && deps->false_deps && deps->live_in;
}
