/* Finds the dependences that keep iterations of a loop apart, and the copies and reductions that remove them. */
#include "map/conflict.h"

#include "base/islx.h"

#include <isl/map.h>
#include <string.h>

/* Largest array of which every thread may have a copy on its stack, in bytes. */
static const int64_t max_private_bytes = 1 << 16;

/* Sorting. */

enum relation { FLOW, OTHER, FORCED };

struct sorting {
    struct pv_conflicts *conflicts;
    enum relation relation;
};

/* The reduction that both references are updates of, or NULL. */
static struct pv_reduction *common_reduction(const struct pv_deps *deps, const struct pv_access *a,
                                             const struct pv_access *b)
{
    for (int i = 0; i < deps->reductions.n; i++)
        if (pv_reduction_has(deps->reductions.v[i], a) && pv_reduction_has(deps->reductions.v[i], b))
            return deps->reductions.v[i];
    return NULL;
}

static struct pv_conflict *find_conflict(struct pv_conflicts *conflicts, struct pv_array *array,
                                         struct pv_reduction *reduction)
{
    for (int i = 0; i < conflicts->all.n; i++)
        if (conflicts->all.v[i].array == array && conflicts->all.v[i].reduction == reduction)
            return &conflicts->all.v[i];
    isl_ctx *ctx = conflicts->scop->ctx;
    struct pv_conflict conflict = {.array = array, .reduction = reduction};
    conflict.flow = isl_union_map_empty_ctx(ctx);
    conflict.other = isl_union_map_empty_ctx(ctx);
    conflict.forced = isl_union_map_empty_ctx(ctx);
    pv_push(conflicts->arena, &conflicts->all, conflict);
    return &conflicts->all.v[conflicts->all.n - 1];
}

/* File "map" { [S[i] -> R[]] -> [T[j] -> Q[]] }. */
static isl_stat sort_pairs(__isl_take isl_map *map, void *user)
{
    struct sorting *sorting = user;
    struct pv_conflicts *conflicts = sorting->conflicts;
    const struct pv_stmt *from, *to;
    const struct pv_access *a = pv_scop_find_access(conflicts->scop, isl_space_domain(isl_map_get_space(map)), &from);
    const struct pv_access *b = pv_scop_find_access(conflicts->scop, isl_space_range(isl_map_get_space(map)), &to);
    struct pv_conflict *conflict = find_conflict(conflicts, a && b && a->array == b->array ? a->array : NULL,
                                                 a && b ? common_reduction(conflicts->deps, a, b) : NULL);
    isl_union_map **pairs = sorting->relation == FLOW    ? &conflict->flow
                            : sorting->relation == OTHER ? &conflict->other
                                                         : &conflict->forced;
    *pairs = isl_union_map_add_map(*pairs, isl_map_factor_domain(map));
    return *pairs ? isl_stat_ok : isl_stat_error;
}

static bool sort(struct pv_conflicts *conflicts, __isl_keep isl_union_map *tagged, enum relation relation)
{
    struct sorting sorting = {conflicts, relation};
    return !tagged || isl_union_map_foreach_map(tagged, sort_pairs, &sorting) >= 0;
}

static bool shorten(struct pv_conflicts *conflicts)
{
    bool ok = true;
    for (int i = 0; i < conflicts->all.n; i++) {
        struct pv_conflict *conflict = &conflicts->all.v[i];
        conflict->flow = pv_union_map_coalesce(conflict->flow);
        conflict->other = pv_union_map_coalesce(conflict->other);
        conflict->forced = pv_union_map_coalesce(conflict->forced);
        ok = ok && conflict->flow && conflict->other && conflict->forced;
    }
    return ok;
}

/* Read all pairs into machine words. */
static bool read_pairs(struct pv_conflicts *conflicts)
{
    bool ok = true;
    for (int i = 0; i < conflicts->all.n && ok; i++) {
        struct pv_conflict *conflict = &conflicts->all.v[i];
        ok = pv_pair_list_read(conflicts->arena, conflicts->scop, conflict->flow, &conflict->flow_pairs) &&
             pv_pair_list_read(conflicts->arena, conflicts->scop, conflict->other, &conflict->other_pairs) &&
             pv_pair_list_read(conflicts->arena, conflicts->scop, conflict->forced, &conflict->forced_pairs);
    }
    return ok;
}

static bool find_pairs(struct pv_conflicts *conflicts)
{
    const struct pv_deps *deps = conflicts->deps;
    if (!deps->tagged_flow || !deps->tagged_false) {
        struct pv_conflict *all = find_conflict(conflicts, NULL, NULL);
        all->flow = isl_union_map_union(all->flow, isl_union_map_copy(deps->flow));
        all->other = isl_union_map_union(all->other, isl_union_map_copy(deps->false_deps));
        return all->flow && all->other;
    }
    bool ok = sort(conflicts, deps->tagged_flow, FLOW);
    if (deps->tagged_order)
        ok = ok && sort(conflicts, deps->tagged_order, OTHER) && sort(conflicts, deps->tagged_forced, FORCED);
    else
        ok = ok && sort(conflicts, deps->tagged_false, OTHER);
    return ok && shorten(conflicts);
}

bool pv_conflicts_find(struct pv_conflicts *conflicts)
{
    conflicts->answers = pv_new(conflicts->arena, struct pv_answers);
    return find_pairs(conflicts) && read_pairs(conflicts);
}

void pv_conflicts_free(struct pv_conflicts *conflicts)
{
    for (int i = 0; i < conflicts->all.n; i++) {
        isl_union_map_free(conflicts->all.v[i].flow);
        isl_union_map_free(conflicts->all.v[i].other);
        isl_union_map_free(conflicts->all.v[i].forced);
        pv_pair_list_free(&conflicts->all.v[i].flow_pairs);
        pv_pair_list_free(&conflicts->all.v[i].other_pairs);
        pv_pair_list_free(&conflicts->all.v[i].forced_pairs);
    }
    if (conflicts->answers)
        pv_answers_free(conflicts->answers);
}

/* Loops that carry. */

/* Is there a pair in "pairs" with its ends in two iterations, but for those in "allowed" (may be NULL)? */
static isl_bool is_carried_by_sets(const struct pv_loop_place *place, __isl_keep isl_union_map *pairs,
                                   __isl_keep isl_union_map *allowed)
{
    isl_union_map *local = pv_loop_place_local(place, pairs);
    isl_bool is_empty = isl_union_map_is_empty(local);
    if (is_empty) {
        isl_union_map_free(local);
        return isl_bool_not(is_empty);
    }
    if (allowed && isl_union_map_is_empty(allowed) != isl_bool_true)
        local = isl_union_map_subtract(local, isl_union_map_copy(allowed));
    isl_bool carries_none = pv_loop_place_is_within(place, local);
    isl_union_map_free(local);
    return isl_bool_not(carries_none);
}

/* The same for "pairs", with "table" the times of "place". */
static isl_bool is_carried(const struct pv_loop_place *place, const struct pv_timetable *table,
                           const struct pv_pair_list *pairs, __isl_keep isl_union_map *allowed)
{
    isl_union_map *rest;
    enum pv_pair_answer are_together = pv_timetable_is_together(table, pairs, &rest);
    bool may_be_allowed = allowed && isl_union_map_is_empty(allowed) != isl_bool_true;
    if (are_together == PV_PAIRS_YES)
        return isl_bool_false;
    if (are_together == PV_PAIRS_NO && !may_be_allowed)
        return isl_bool_true;
    if (are_together == PV_PAIRS_NO)
        rest = pv_pair_list_get(pairs);
    isl_bool result = is_carried_by_sets(place, rest, allowed);
    isl_union_map_free(rest);
    return result;
}

/* Copies. */

/* Does "pairs" lead into or out of the loop, or from one iteration to another? */
static isl_bool leaves_iteration(const struct pv_loop_place *place, __isl_keep isl_union_map *pairs)
{
    isl_union_map *from = isl_union_map_intersect_domain(isl_union_map_copy(pairs), isl_union_set_copy(place->domain));
    isl_union_map *to = isl_union_map_intersect_range(isl_union_map_copy(pairs), isl_union_set_copy(place->domain));
    isl_union_map *touching = isl_union_map_union(from, to);
    isl_bool stays = pv_loop_place_has(place, touching);
    if (stays == isl_bool_true)
        stays = pv_loop_place_is_within(place, touching);
    isl_union_map_free(touching);
    return isl_bool_not(stays);
}

struct element_search {
    const struct pv_array *array;
    bool is_found;
};

static isl_stat look_for_array(__isl_take isl_map *map, void *user)
{
    struct element_search *search = user;
    const char *name = pv_space_root_name(isl_space_range(isl_map_get_space(map)));
    if (!strcmp(name, search->array->name) && isl_map_plain_is_empty(map) != isl_bool_true)
        search->is_found = true;
    isl_map_free(map);
    return isl_stat_ok;
}

/* Does an instance of "place" touch "array" as "accesses" { S[i] -> A[a] } says? */
static isl_bool touches(const struct pv_loop_place *place, __isl_keep isl_union_map *accesses,
                        const struct pv_array *array)
{
    struct element_search search = {array, false};
    isl_union_map *here = isl_union_map_intersect_domain(isl_union_map_copy(accesses),
                                                         isl_union_set_copy(place->domain));
    isl_stat stat = isl_union_map_foreach_map(here, look_for_array, &search);
    isl_union_map_free(here);
    return stat < 0 ? isl_bool_error : isl_bool_ok(search.is_found);
}

struct body_search {
    const struct pv_expr *expr;
    bool is_found;
};

static bool look_for_expr(struct pv_expr *expr, void *user)
{
    struct body_search *search = user;
    search->is_found = search->is_found || expr == search->expr;
    return !search->is_found;
}

static void look_in_root(struct pv_expr **expr, void *user)
{
    pv_expr_visit(*expr, look_for_expr, user);
}

static bool look_in_tree(struct pv_tree *tree, void *user)
{
    pv_tree_visit_exprs(tree, look_in_root, user);
    return !((struct body_search *)user)->is_found;
}

/* Is the text of "access" part of the statement itself, so that a copy of the variable can take its place? */
static bool is_in_text(const struct pv_stmt *stmt, const struct pv_access *access)
{
    if (!stmt->body)
        return true;
    if (stmt->body->kind == PV_TREE_DECL && stmt->body->var == access->array->var)
        return true;
    if (!access->expr || access->expr->kind != PV_EXPR_ACCESS || access->expr->var != access->array->var)
        return false;
    struct body_search search = {access->expr, false};
    pv_tree_visit(stmt->body, look_in_tree, &search);
    return search.is_found;
}

static isl_bool is_executed(const struct pv_loop_place *place, const struct pv_stmt *stmt)
{
    isl_union_set *domain = isl_union_set_from_set(isl_set_copy(stmt->domain));
    isl_bool is_elsewhere = isl_union_set_is_disjoint(place->domain, domain);
    isl_union_set_free(domain);
    return isl_bool_not(is_elsewhere);
}

/* Can a variable of the same name take the place of "array" in the text of the loop? "reduction" (may be NULL) is
 * the only thing that may be done to it. */
static isl_bool is_replaceable(const struct pv_conflicts *conflicts, const struct pv_loop_place *place,
                               const struct pv_array *array, const struct pv_reduction *reduction)
{
    const struct pv_scop *scop = conflicts->scop;
    for (int i = 0; i < scop->stmts.n; i++) {
        const struct pv_stmt *stmt = scop->stmts.v[i];
        bool is_fine = true;
        for (int j = 0; j < stmt->accesses.n; j++) {
            const struct pv_access *access = stmt->accesses.v[j];
            if (access->array == array && stmt->kind != PV_STMT_KILL)
                is_fine = is_fine && is_in_text(stmt, access) && (!reduction || pv_reduction_has(reduction, access));
        }
        isl_bool is_here = is_fine ? isl_bool_false : is_executed(place, stmt);
        if (is_here)
            return is_here < 0 ? is_here : isl_bool_false;
    }
    return isl_bool_true;
}

/* A variable with a name and storage of its own that is small enough to copy. */
static bool is_variable(const struct pv_array *array)
{
    if (!array || array->kind != PV_ARRAY_DATA || !array->var || array->n_linear || array->is_indirect)
        return false;
    const struct pv_ctype *type = array->var->type;
    return !array->var->address_taken && type->kind != PV_TYPE_POINTER && type->kind != PV_TYPE_OTHER &&
           !(type->kind == PV_TYPE_ARRAY && array->var->is_decayed) && type->size > 0 &&
           type->size <= max_private_bytes && !type->is_const;
}

/* The iterations of "place" and those around it as functions of the instances: { S[i] -> [h, m] }, for those that exist. */
static __isl_give isl_union_map *times_at(const struct pv_conflicts *conflicts, const struct pv_loop_place *place)
{
    isl_multi_union_pw_aff *member = isl_multi_union_pw_aff_from_union_pw_aff(isl_union_pw_aff_copy(place->member));
    if (place->around)
        member = isl_multi_union_pw_aff_flat_range_product(isl_multi_union_pw_aff_copy(place->around), member);
    isl_union_map *times = isl_union_map_from_multi_union_pw_aff(member);
    isl_union_set *existing = isl_union_set_empty_ctx(conflicts->scop->ctx);
    for (int i = 0; i < conflicts->scop->stmts.n; i++)
        if (conflicts->scop->stmts.v[i]->kind != PV_STMT_KILL)
            existing = isl_union_set_add_set(existing, isl_set_copy(conflicts->scop->stmts.v[i]->domain));
    times = isl_union_map_intersect_domain(times, isl_union_set_copy(place->domain));
    return isl_union_map_intersect_domain(times, existing);
}

/* { [h, m] }: the last iteration m for each h. */
static __isl_give isl_set *last_times(__isl_keep isl_union_map *times)
{
    isl_set *all = isl_set_from_union_set(isl_union_map_range(isl_union_map_copy(times)));
    unsigned n = (unsigned)isl_set_dim(all, isl_dim_set) - 1;
    isl_map *members = isl_map_from_range(all); /* { [] -> [h, m] } */
    members = isl_map_lexmax(isl_map_move_dims(members, isl_dim_in, 0, isl_dim_out, 0, n));
    return isl_map_range(isl_map_move_dims(members, isl_dim_out, 0, isl_dim_in, 0, n));
}

/* The accesses to "array" that "which" is about. */
static __isl_give isl_union_map *accesses_to(const struct pv_scop *scop, const struct pv_array *array,
                                             enum pv_relation which)
{
    isl_union_map *all = isl_union_map_empty_ctx(scop->ctx);
    for (int i = 0; i < scop->stmts.n; i++)
        for (int j = 0; j < scop->stmts.v[i]->accesses.n; j++)
            if (scop->stmts.v[i]->accesses.v[j]->array == array)
                all = isl_union_map_union(all, pv_access_get(scop->stmts.v[i]->accesses.v[j], which));
    return all;
}

/* Does the last iteration make all the writes in "needed" { S[i] }, which is taken, and is it certain to write all of
 * "array"? Then the copy of that iteration can be kept. */
static isl_bool is_last(const struct pv_conflicts *conflicts, const struct pv_loop_place *place,
                        const struct pv_array *array, __isl_take isl_union_set *needed)
{
    isl_union_map *times = times_at(conflicts, place);
    isl_union_set *last = isl_union_set_from_set(last_times(times));
    times = isl_union_map_intersect_range(times, isl_union_set_copy(last));
    isl_union_set *at_end = isl_union_map_domain(isl_union_map_copy(times));
    isl_bool result = isl_union_set_is_subset(needed, at_end);
    isl_union_set_free(at_end);
    isl_union_set_free(needed);
    if (result == isl_bool_true) {
        isl_union_map *written = isl_union_map_apply_range(isl_union_map_reverse(isl_union_map_copy(times)),
                                                           accesses_to(conflicts->scop, array, PV_MUST_WRITE));
        isl_union_map *all = isl_union_map_from_domain_and_range(isl_union_set_copy(last),
                                                                 isl_union_set_from_set(isl_set_copy(array->extent)));
        result = isl_union_map_is_subset(all, written);
        isl_union_map_free(all);
        isl_union_map_free(written);
    }
    isl_union_map_free(times);
    isl_union_set_free(last);
    return result;
}

/* { S[i] }: what "place" writes into "array" for the code after the region. */
static __isl_give isl_union_set *lasting_writes(const struct pv_conflicts *conflicts, const struct pv_loop_place *place,
                                                const struct pv_array *array)
{
    isl_union_map *lasting = isl_union_map_intersect_range(isl_union_map_copy(conflicts->deps->live_out),
                                                           isl_union_set_from_set(isl_set_copy(array->extent)));
    return isl_union_set_intersect(isl_union_map_domain(lasting), isl_union_set_copy(place->domain));
}

/* Add to "*needed" { S[i] } what the loop at "place" hands on to code after it, as "flow" { S[i] -> T[j] } says. False
 * where an iteration reads what was not written in it. */
static isl_bool find_handed_on(const struct pv_loop_place *place, __isl_keep isl_union_map *flow,
                               isl_union_set **needed)
{
    isl_union_map *into = isl_union_map_intersect_range(isl_union_map_copy(flow), isl_union_set_copy(place->domain));
    isl_bool is_own = isl_bool_not(leaves_iteration(place, into));
    isl_union_map_free(into);
    isl_union_map *out = isl_union_map_intersect_domain(isl_union_map_copy(flow), isl_union_set_copy(place->domain));
    out = isl_union_map_subtract_range(out, isl_union_set_copy(place->domain));
    *needed = isl_union_set_union(*needed, isl_union_map_domain(out));
    return is_own;
}

/* Is all that happens to "array" in one iteration its own business: nothing read there was written elsewhere, and
 * nothing written there is read elsewhere? Then each thread can have a copy. "*is_kept": what the last iteration leaves
 * in its copy is read after the loop. */
static isl_bool is_private(const struct pv_conflicts *conflicts, const struct pv_loop_place *place,
                           const struct pv_array *array, bool *is_kept)
{
    *is_kept = false;
    if (!is_variable(array))
        return isl_bool_false;
    bool may_keep = conflicts->keeps_last && array->elem->kind != PV_TYPE_RECORD;
    isl_bool is_own = isl_bool_not(touches(place, conflicts->deps->live_in, array));
    if (is_own == isl_bool_true && !may_keep)
        is_own = isl_bool_not(touches(place, conflicts->deps->live_out, array));
    if (is_own != isl_bool_true)
        return is_own;
    isl_union_set *needed = lasting_writes(conflicts, place, array);
    for (int i = 0; i < conflicts->all.n && is_own == isl_bool_true; i++)
        if (conflicts->all.v[i].array == array || !conflicts->all.v[i].array)
            is_own = find_handed_on(place, conflicts->all.v[i].flow, &needed);
    isl_bool ends_here = isl_union_set_is_empty(needed);
    *is_kept = ends_here == isl_bool_false;
    if (is_own == isl_bool_true && *is_kept && may_keep)
        is_own = is_last(conflicts, place, array, isl_union_set_copy(needed));
    else if (is_own == isl_bool_true)
        is_own = ends_here;
    isl_union_set_free(needed);
    return is_own == isl_bool_true ? is_replaceable(conflicts, place, array, NULL) : is_own;
}

/* Reductions. */

static isl_bool is_reducible(const struct pv_conflicts *conflicts, const struct pv_loop_place *place,
                             const struct pv_reduction *reduction)
{
    const struct pv_array *array = reduction ? reduction->array : NULL;
    if (!array || !is_variable(array) || array->n_dims || !pv_ctype_is_arithmetic(array->elem))
        return isl_bool_false;
    if (reduction->needs_permission && !reduction->is_asserted && !conflicts->reassociate)
        return isl_bool_false;
    return is_replaceable(conflicts, place, array, reduction);
}

/* The decision. */

static void add_private(struct pv_arena *arena, struct pv_sharing *sharing, const struct pv_array *array, bool is_kept)
{
    for (int i = 0; i < sharing->privates.n; i++)
        if (sharing->privates.v[i] == array)
            return;
    pv_push(arena, &sharing->privates, array);
    if (is_kept)
        pv_push(arena, &sharing->lasts, array);
}

static void add_reduction(struct pv_arena *arena, struct pv_sharing *sharing, const struct pv_reduction *reduction)
{
    for (int i = 0; i < sharing->reductions.n; i++)
        if (sharing->reductions.v[i] == reduction)
            return;
    pv_push(arena, &sharing->reductions, reduction);
}

/* Is there a way around "conflict"? */
static isl_bool resolve(const struct pv_conflicts *conflicts, const struct pv_loop_place *place,
                        const struct pv_conflict *conflict, struct pv_sharing *sharing)
{
    bool is_kept;
    isl_bool is_own = is_private(conflicts, place, conflict->array, &is_kept);
    if (is_own == isl_bool_true)
        add_private(conflicts->arena, sharing, conflict->array, is_kept);
    if (is_own)
        return is_own;
    isl_bool is_combined = is_reducible(conflicts, place, conflict->reduction);
    if (is_combined == isl_bool_true)
        add_reduction(conflicts->arena, sharing, conflict->reduction);
    return is_combined;
}

/* Copies for threads. */

/* { S[i] -> [f] }: the copy that an instance works on, where it does so by "access". */
static __isl_give isl_union_map *copy_of(const struct pv_stmt *stmt, const struct pv_access *access)
{
    unsigned n = (unsigned)access->array->n_copies, n_dims = (unsigned)access->array->n_dims;
    isl_map *copy = isl_map_from_multi_pw_aff(isl_multi_pw_aff_copy(access->index));
    copy = isl_map_project_out(isl_map_reset_tuple_id(copy, isl_dim_out), isl_dim_out, n, n_dims - n);
    return isl_union_map_from_map(isl_map_intersect_domain(copy, isl_set_copy(stmt->domain)));
}

/* { S[i] -> [f] } for all that is done to "array". NULL where some of that is done elsewhere than at "place". */
static __isl_give isl_union_map *copies_at(const struct pv_conflicts *conflicts, const struct pv_loop_place *place,
                                           const struct pv_array *array)
{
    const struct pv_scop *scop = conflicts->scop;
    isl_union_map *all = isl_union_map_empty_ctx(scop->ctx);
    for (int i = 0; i < scop->stmts.n; i++)
        for (int j = 0; j < scop->stmts.v[i]->accesses.n; j++)
            if (scop->stmts.v[i]->accesses.v[j]->array == array)
                all = isl_union_map_union(all, copy_of(scop->stmts.v[i], scop->stmts.v[i]->accesses.v[j]));
    isl_union_set *users = isl_union_map_domain(isl_union_map_copy(all));
    isl_bool is_here = isl_union_set_is_subset(users, place->domain);
    isl_union_set_free(users);
    return is_here == isl_bool_true ? all : isl_union_map_free(all);
}

bool pv_conflicts_has_one_copy(const struct pv_conflicts *conflicts, const struct pv_loop_place *place,
                               const struct pv_array *array)
{
    for (int i = 0; i < conflicts->all.n; i++)
        if ((conflicts->all.v[i].array == array || !conflicts->all.v[i].array) &&
            leaves_iteration(place, conflicts->all.v[i].flow) != isl_bool_false)
            return false;
    isl_union_map *copies = copies_at(conflicts, place, array);
    if (!copies)
        return false;
    isl_union_map *by_time = isl_union_map_apply_range(isl_union_map_reverse(times_at(conflicts, place)), copies);
    isl_bool is_one = isl_union_map_is_single_valued(by_time);
    isl_union_map_free(by_time);
    return is_one == isl_bool_true;
}

static void add_copies(const struct pv_conflicts *conflicts, const struct pv_loop_place *place,
                       struct pv_sharing *sharing)
{
    for (int i = 0; i < conflicts->scop->arrays.n; i++) {
        const struct pv_array *array = conflicts->scop->arrays.v[i];
        if (array->n_copies && pv_conflicts_has_one_copy(conflicts, place, array))
            pv_push(conflicts->arena, &sharing->copies, array);
    }
}

bool pv_conflicts_is_read_after(const struct pv_conflicts *conflicts, const struct pv_array *array)
{
    isl_union_set *read = isl_union_map_range(isl_union_map_copy(conflicts->deps->live_out));
    read = isl_union_set_intersect(read, isl_union_set_from_set(isl_set_copy(array->extent)));
    isl_bool is_empty = isl_union_set_is_empty(read);
    isl_union_set_free(read);
    return is_empty != isl_bool_true;
}

/* See pv_conflict_allows_parallel(), with "table" the times of "place". */
static int allows_parallel(const struct pv_conflicts *conflicts, const struct pv_conflict *conflict,
                           const struct pv_loop_place *place, const struct pv_timetable *table,
                           struct pv_sharing *sharing)
{
    /* The order dependences already leave out what the user lets overlap, all but variables of an iteration. */
    isl_union_map *allowed = conflicts->deps->independent;
    isl_bool carried = is_carried(place, table, &conflict->flow_pairs, allowed);
    if (carried == isl_bool_false)
        carried = is_carried(place, table, &conflict->other_pairs, NULL);
    if (carried == isl_bool_false)
        carried = is_carried(place, table, &conflict->forced_pairs, allowed);
    if (carried == isl_bool_true)
        carried = isl_bool_not(resolve(conflicts, place, conflict, sharing));
    return carried < 0 ? -1 : carried == isl_bool_false;
}

/* The times of the loop at "place". */
static struct pv_timetable *times_of_loop(const struct pv_conflicts *conflicts, const struct pv_loop_place *place)
{
    struct pv_timetable *table = pv_timetable_new(conflicts->scop, place);
    pv_timetable_add_member(table, place);
    return table;
}

int pv_conflict_allows_parallel(const struct pv_conflicts *conflicts, const struct pv_conflict *conflict,
                                const struct pv_loop_place *place, struct pv_sharing *sharing)
{
    struct pv_timetable *table = times_of_loop(conflicts, place);
    int allows = allows_parallel(conflicts, conflict, place, table, sharing);
    pv_timetable_free(table);
    return allows;
}

/* Answer anew what pv_conflicts_allow_parallel() is asked. */
static int find_sharing(const struct pv_conflicts *conflicts, const struct pv_loop_place *place,
                        struct pv_sharing *sharing)
{
    struct pv_timetable *table = times_of_loop(conflicts, place);
    int allows = 1;
    for (int i = 0; i < conflicts->all.n && allows == 1; i++)
        allows = allows_parallel(conflicts, &conflicts->all.v[i], place, table, sharing);
    pv_timetable_free(table);
    if (allows == 1)
        add_copies(conflicts, place, sharing);
    return allows;
}

/* Add "found" to "sharing". */
static void merge(struct pv_arena *arena, struct pv_sharing *sharing, const struct pv_sharing *found)
{
    for (int i = 0; i < found->privates.n; i++) {
        bool is_kept = false;
        for (int j = 0; j < found->lasts.n; j++)
            is_kept = is_kept || found->lasts.v[j] == found->privates.v[i];
        add_private(arena, sharing, found->privates.v[i], is_kept);
    }
    for (int i = 0; i < found->reductions.n; i++)
        add_reduction(arena, sharing, found->reductions.v[i]);
    for (int i = 0; i < found->copies.n; i++)
        pv_push(arena, &sharing->copies, found->copies.v[i]);
}

int pv_conflicts_allow_parallel(const struct pv_conflicts *conflicts, const struct pv_loop_place *place,
                                struct pv_sharing *sharing)
{
    struct pv_answer answer = {.question = {*place, conflicts->reassociate, conflicts->keeps_last}};
    const struct pv_answer *known = conflicts->answers ? pv_answers_find(conflicts->answers, &answer.question) : NULL;
    if (!known) {
        int allows = find_sharing(conflicts, place, &answer.sharing);
        if (allows < 0)
            return allows;
        answer.is_allowed = allows;
        if (conflicts->answers)
            pv_answers_add(conflicts->arena, conflicts->answers, &answer);
        known = &answer;
    }
    merge(conflicts->arena, sharing, &known->sharing);
    return known->is_allowed;
}
