/* Finds the reason why the iterations of a loop cannot run in parallel, for messages. */
#include "map/serial.h"

#include <isl/aff.h>
#include <isl/ilp.h>
#include <isl/map.h>
#include <isl/union_map.h>
#include <isl/union_set.h>

/* The place of a loop. */

static bool is_in_loop(const struct pv_stmt *stmt, const struct pv_loop *loop)
{
    struct pv_range range = stmt->call ? stmt->call->range : stmt->range;
    return stmt->body && stmt->n_iterators > loop->depth && range.begin.file == loop->range.begin.file &&
           loop->range.begin.offset <= range.begin.offset && range.end.offset <= loop->range.end.offset;
}

/* { S[i] -> [i_pos] } for all statements of "loop". */
static __isl_give isl_union_pw_aff *iterator_at(const struct pv_scop *scop, const struct pv_loop *loop, int pos)
{
    isl_union_pw_aff *all = isl_union_pw_aff_empty(isl_set_get_space(scop->context));
    for (int i = 0; i < scop->stmts.n; i++) {
        if (!is_in_loop(scop->stmts.v[i], loop))
            continue;
        isl_local_space *space = isl_local_space_from_space(isl_set_get_space(scop->stmts.v[i]->domain));
        isl_pw_aff *own = isl_pw_aff_var_on_domain(space, isl_dim_set, (unsigned)pos);
        all = isl_union_pw_aff_union_add(all, isl_union_pw_aff_from_pw_aff(own));
    }
    return all;
}

static struct pv_loop_place place_of(const struct pv_scop *scop, const struct pv_loop *loop)
{
    struct pv_loop_place place = {isl_union_set_empty_ctx(scop->ctx), NULL, iterator_at(scop, loop, loop->depth)};
    for (int i = 0; i < scop->stmts.n; i++)
        if (is_in_loop(scop->stmts.v[i], loop))
            place.domain = isl_union_set_add_set(place.domain, isl_set_copy(scop->stmts.v[i]->domain));
    for (int i = 0; i < loop->depth; i++) {
        isl_multi_union_pw_aff *one = isl_multi_union_pw_aff_from_union_pw_aff(iterator_at(scop, loop, i));
        place.around = place.around ? isl_multi_union_pw_aff_flat_range_product(place.around, one) : one;
    }
    return place;
}

/* Causes. */

struct search {
    const struct pv_scop *scop;
    const struct pv_loop *loop;
    struct pv_serial *found;
    int n_written; /* as in struct pv_conflicts */
};

/* Does "stmt" stand in the program? */
static bool is_written(const struct search *search, const struct pv_stmt *stmt)
{
    int n = search->n_written ? search->n_written : search->scop->stmts.n;
    for (int i = 0; i < n; i++)
        if (search->scop->stmts.v[i] == stmt)
            return true;
    return false;
}

/* Does "stmt" access elements of "array" that are not known? */
static bool has_guess(const struct pv_stmt *stmt, const struct pv_array *array)
{
    for (int i = 0; i < stmt->accesses.n; i++)
        if (stmt->accesses.v[i]->array == array && !stmt->accesses.v[i]->index)
            return true;
    return false;
}

static bool is_of_kind(const struct pv_serial *serial, enum pv_array_kind kind)
{
    return serial->array && serial->array->kind == kind;
}

/* How much a cause weighs: whoever removes the lighter ones only has gained nothing. A value that an iteration certainly hands on to
 * another one weighs most, and more if it is not only a sum that grows. */
static int weigh(const struct pv_serial *serial)
{
    enum { NOTHING, REDUCTION, OVERLAP, UNKNOWN, OVERWRITTEN, GUESS, EFFECT, SUM, VALUE };
    if (serial->kind != PV_SERIAL_DEPENDENCE)
        return serial->kind == PV_SERIAL_REDUCTION ? REDUCTION : NOTHING;
    if (is_of_kind(serial, PV_ARRAY_OVERLAP))
        return OVERLAP;
    if (!serial->source)
        return UNKNOWN;
    if (serial->source->has_effects || serial->target->has_effects)
        return EFFECT;
    if (!serial->is_flow)
        return OVERWRITTEN;
    if (has_guess(serial->source, serial->array) || has_guess(serial->target, serial->array))
        return GUESS;
    return serial->reduction ? SUM : VALUE;
}

/* The distance of "pairs" along "loop", if it is always the same; else 0. */
static int64_t find_distance(__isl_take isl_map *pairs, const struct pv_loop *loop)
{
    for (int i = 0; i < 2; i++) {
        enum isl_dim_type side = i ? isl_dim_out : isl_dim_in;
        unsigned n = (unsigned)isl_map_dim(pairs, side), first = (unsigned)loop->depth;
        pairs = isl_map_project_out(pairs, side, first + 1, n - first - 1);
        pairs = isl_map_reset_tuple_id(pairs, side);
    }
    isl_set *deltas = isl_map_deltas(pairs);
    isl_val *least = isl_set_dim_min_val(isl_set_copy(deltas), loop->depth);
    isl_val *most = isl_set_dim_max_val(deltas, loop->depth);
    bool is_constant = isl_val_is_int(least) == isl_bool_true && isl_val_eq(least, most) == isl_bool_true;
    int64_t distance = is_constant ? isl_val_get_num_si(least) : 0;
    isl_val_free(least);
    isl_val_free(most);
    return distance;
}

/* Note the pairs { S[i] -> T[j] } of "map" as the cause if they weigh more than those known so far. */
static isl_stat take_pairs(__isl_take isl_map *map, void *user)
{
    struct search *search = user;
    struct pv_serial other = *search->found;
    other.source = pv_scop_find_stmt(search->scop, isl_map_get_tuple_name(map, isl_dim_in));
    other.target = pv_scop_find_stmt(search->scop, isl_map_get_tuple_name(map, isl_dim_out));
    bool is_better = is_written(search, other.source) && is_written(search, other.target) &&
                     (!search->found->source || weigh(&other) > weigh(search->found));
    if (!is_better) {
        isl_map_free(map);
        return isl_stat_ok;
    }
    isl_map_free(search->found->pairs);
    other.pairs = map;
    other.distance = find_distance(isl_map_copy(map), search->loop);
    *search->found = other;
    return isl_stat_ok;
}

/* Those of "pairs" that join two iterations of the loop at "place", but for those in "allowed" (may be NULL). */
static __isl_give isl_union_map *carried(const struct pv_loop_place *place, __isl_keep isl_union_map *pairs,
                                         __isl_keep isl_union_map *allowed)
{
    isl_union_map *local = pv_loop_place_local(place, pairs);
    isl_multi_union_pw_aff *member = isl_multi_union_pw_aff_from_union_pw_aff(isl_union_pw_aff_copy(place->member));
    isl_union_map *same = isl_union_map_eq_at_multi_union_pw_aff(isl_union_map_copy(local), member);
    local = isl_union_map_subtract(local, same);
    return allowed ? isl_union_map_subtract(local, isl_union_map_copy(allowed)) : local;
}

/* Note the first dependence of "conflict" that the loop at "place" carries: one that hands on a value, if there is any. */
static void describe(const struct pv_conflicts *conflicts, const struct pv_conflict *conflict,
                     const struct pv_loop_place *place, struct search *search)
{
    isl_union_map *const relations[] = {conflict->flow, conflict->forced, conflict->other};
    search->found->array = conflict->array;
    search->found->reduction = conflict->reduction;
    for (int i = 0; i < 3 && !search->found->source; i++) {
        isl_union_map *allowed = i < 2 ? conflicts->deps->independent : NULL;
        isl_union_map *pairs = relations[i] ? carried(place, relations[i], allowed) : NULL;
        search->found->is_flow = i == 0;
        if (pairs)
            isl_union_map_foreach_map(pairs, take_pairs, search);
        isl_union_map_free(pairs);
    }
}

void pv_serial_free(struct pv_serial *found)
{
    found->pairs = isl_map_free(found->pairs);
}

/* Take "conflict", which keeps the loop at "place" from being parallel, as the cause in "found" if it weighs more. */
static bool consider(const struct pv_conflicts *conflicts, const struct pv_conflict *conflict,
                     const struct pv_loop *loop, const struct pv_loop_place *place, struct pv_serial *found)
{
    struct pv_conflicts one = *conflicts;
    struct pv_sharing sharing = {0};
    one.reassociate = true;
    int would_allow = pv_conflict_allows_parallel(&one, conflict, place, &sharing);
    struct pv_serial other = {.kind = would_allow == 1 ? PV_SERIAL_REDUCTION : PV_SERIAL_DEPENDENCE};
    struct search search = {conflicts->scop, loop, &other, conflicts->n_written};
    if (would_allow >= 0)
        describe(conflicts, conflict, place, &search);
    bool is_heavier = weigh(&other) > weigh(found);
    bool has_overlap = found->has_overlap || is_of_kind(found, PV_ARRAY_OVERLAP) ||
                       is_of_kind(&other, PV_ARRAY_OVERLAP);
    int n_causes = found->n_causes + 1;
    pv_serial_free(is_heavier ? found : &other);
    if (is_heavier)
        *found = other;
    found->has_overlap = has_overlap && !is_of_kind(found, PV_ARRAY_OVERLAP);
    found->n_causes = n_causes;
    return would_allow >= 0;
}

bool pv_serial_find(const struct pv_conflicts *conflicts, const struct pv_loop *loop, struct pv_serial *found)
{
    *found = (struct pv_serial){.kind = PV_SERIAL_NOT};
    struct pv_loop_place place = place_of(conflicts->scop, loop);
    bool ok = place.member && place.domain;
    for (int i = 0; i < conflicts->all.n && ok; i++) {
        struct pv_sharing sharing = {0};
        int allows = pv_conflict_allows_parallel(conflicts, &conflicts->all.v[i], &place, &sharing);
        if (sharing.reductions.n)
            found->combined = sharing.reductions.v[0]->array;
        ok = allows >= 0 && (allows || consider(conflicts, &conflicts->all.v[i], loop, &place, found));
    }
    pv_loop_place_free(&place);
    return ok;
}
