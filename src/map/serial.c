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
};

/* Note the pairs { S[i] -> T[j] } of "map" as the cause. */
static isl_stat take_pairs(__isl_take isl_map *map, void *user)
{
    struct search *search = user;
    if (!search->found->source) {
        search->found->pairs = isl_map_copy(map);
        search->found->source = pv_scop_find_stmt(search->scop, isl_map_get_tuple_name(map, isl_dim_in));
        search->found->target = pv_scop_find_stmt(search->scop, isl_map_get_tuple_name(map, isl_dim_out));
        for (int i = 0; i < 2; i++) {
            enum isl_dim_type side = i ? isl_dim_out : isl_dim_in;
            unsigned n = (unsigned)isl_map_dim(map, side), first = (unsigned)search->loop->depth;
            map = isl_map_project_out(map, side, first + 1, n - first - 1);
            map = isl_map_reset_tuple_id(map, side);
        }
        isl_set *deltas = isl_map_deltas(map);
        map = NULL;
        isl_val *least = isl_set_dim_min_val(isl_set_copy(deltas), search->loop->depth);
        isl_val *most = isl_set_dim_max_val(deltas, search->loop->depth);
        if (isl_val_is_int(least) == isl_bool_true && isl_val_eq(least, most) == isl_bool_true)
            search->found->distance = isl_val_get_num_si(least);
        isl_val_free(least);
        isl_val_free(most);
    }
    isl_map_free(map);
    return isl_stat_ok;
}

/* Those of "pairs" that join two iterations of the loop at "place". */
static __isl_give isl_union_map *carried(const struct pv_loop_place *place, __isl_keep isl_union_map *pairs)
{
    isl_union_map *local = pv_loop_place_local(place, pairs);
    isl_multi_union_pw_aff *member = isl_multi_union_pw_aff_from_union_pw_aff(isl_union_pw_aff_copy(place->member));
    isl_union_map *same = isl_union_map_eq_at_multi_union_pw_aff(isl_union_map_copy(local), member);
    return isl_union_map_subtract(local, same);
}

static bool describe(const struct pv_conflict *conflict, const struct pv_loop_place *place, struct search *search)
{
    isl_union_map *const relations[] = {conflict->flow, conflict->forced, conflict->other};
    search->found->array = conflict->array;
    for (int i = 0; i < 3 && !search->found->source; i++) {
        isl_union_map *pairs = relations[i] ? carried(place, relations[i]) : NULL;
        search->found->is_flow = i == 0;
        if (pairs)
            isl_union_map_foreach_map(pairs, take_pairs, search);
        isl_union_map_free(pairs);
    }
    return true;
}

void pv_serial_free(struct pv_serial *found)
{
    found->pairs = isl_map_free(found->pairs);
}

bool pv_serial_find(const struct pv_conflicts *conflicts, const struct pv_loop *loop, struct pv_serial *found)
{
    *found = (struct pv_serial){.kind = PV_SERIAL_NOT};
    struct pv_loop_place place = place_of(conflicts->scop, loop);
    struct search search = {conflicts->scop, loop, found};
    bool ok = place.member && place.domain;
    for (int i = 0; i < conflicts->all.n && ok; i++) {
        struct pv_conflicts one = *conflicts;
        struct pv_sharing sharing = {0};
        one.all.v = conflicts->all.v + i;
        one.all.n = 1;
        int allows = pv_conflicts_allow_parallel(&one, &place, &sharing);
        if (allows == 0) {
            one.reassociate = true;
            int would_allow = pv_conflicts_allow_parallel(&one, &place, &sharing);
            enum pv_serial_kind kind = would_allow == 1 ? PV_SERIAL_REDUCTION : PV_SERIAL_DEPENDENCE;
            allows = would_allow < 0 ? -1 : 0;
            if (kind > found->kind) {
                pv_serial_free(found);
                *found = (struct pv_serial){.kind = kind};
                describe(&conflicts->all.v[i], &place, &search);
            }
        }
        ok = allows >= 0;
    }
    pv_loop_place_free(&place);
    return ok;
}
