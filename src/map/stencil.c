/* Finds stencils, and how far tiles of them must overlap. */
#include "map/stencil.h"

#include <isl/aff.h>
#include <isl/ilp.h>
#include <isl/union_map.h>

/* The largest distances that tiles are made for. */
enum { MOST_DISTANCE = 64, MOST_GROWTH = 8, MOST_STEPS = 16 };

/* The order. */

/* { S[i] -> [t, m, s] } for the instances of step number "step" below the band of time "node". */
static __isl_give isl_union_map *order_of_step(__isl_keep isl_schedule_node *node, const struct pv_hybrid *hybrid,
                                               int step)
{
    isl_schedule_node *band = pv_hybrid_get_step(node, step);
    isl_ctx *ctx = isl_schedule_node_get_ctx(node);
    isl_multi_union_pw_aff *time = isl_schedule_node_band_get_partial_schedule(node);
    isl_multi_union_pw_aff *space = isl_schedule_node_band_get_partial_schedule(band);
    isl_union_set *domain = isl_schedule_node_get_domain(band);
    isl_multi_val *number = isl_multi_val_zero(isl_space_set_alloc(ctx, 0, 1));
    number = isl_multi_val_set_val(number, 0, isl_val_int_from_si(ctx, step));
    isl_multi_union_pw_aff *which = isl_multi_union_pw_aff_multi_val_on_domain(isl_union_set_copy(domain), number);
    int n = (int)isl_schedule_node_band_n_member(band);
    space = isl_multi_union_pw_aff_drop_dims(space, isl_dim_set, (unsigned)hybrid->n_space,
                                             (unsigned)(n - hybrid->n_space));
    time = isl_multi_union_pw_aff_reset_tuple_id(time, isl_dim_set);
    space = isl_multi_union_pw_aff_reset_tuple_id(space, isl_dim_set);
    isl_multi_union_pw_aff *all = isl_multi_union_pw_aff_flat_range_product(time, which);
    all = isl_multi_union_pw_aff_flat_range_product(all, space);
    all = isl_multi_union_pw_aff_intersect_domain(all, domain);
    isl_schedule_node_free(band);
    return isl_union_map_from_multi_union_pw_aff(all);
}

/* { S[i] -> [t, m, s] } for all instances of the band of time "node". */
static __isl_give isl_union_map *order_of(__isl_keep isl_schedule_node *node, const struct pv_hybrid *hybrid)
{
    isl_union_map *all = isl_union_map_empty_ctx(isl_schedule_node_get_ctx(node));
    for (int i = 0; i < hybrid->n_steps; i++)
        all = isl_union_map_union(all, order_of_step(node, hybrid, i));
    return isl_union_map_apply_domain(all, isl_schedule_node_get_subtree_expansion(node));
}

/* The least, or the largest, value of dimension "dim" of "set" into "*value". False where there is none, or it is too large. */
static bool take_bound(__isl_keep isl_set *set, int dim, bool is_max, int *value)
{
    isl_val *val = is_max ? isl_set_dim_max_val(isl_set_copy(set), dim) : isl_set_dim_min_val(isl_set_copy(set), dim);
    bool is_small = isl_val_is_int(val) == isl_bool_true && isl_val_cmp_si(val, MOST_DISTANCE) <= 0 &&
                    isl_val_cmp_si(val, -MOST_DISTANCE) >= 0;
    *value = is_small ? (int)isl_val_get_num_si(val) : 0;
    isl_val_free(val);
    return is_small;
}

/* References. */

static struct pv_overlap_array *array_of(const struct pv_stencil *stencil, const struct pv_array *array)
{
    for (int i = 0; i < stencil->arrays.n; i++)
        if (stencil->arrays.v[i].array == array)
            return &stencil->arrays.v[i];
    return NULL;
}

/* Where the elements of reference number "pos" lie around the points. False where they are not at bounded distances. */
static bool find_place(struct pv_stencil *stencil, int pos)
{
    const struct pv_ref *ref = &stencil->refs.v[pos];
    int n = stencil->hybrid.n_space;
    if (ref->access->array->n_dims != n || !pv_ref_is_replaceable(ref))
        return false;
    isl_map *elements = pv_ref_elements(ref, stencil->overlap->order, false);
    elements = isl_map_project_out(elements, isl_dim_in, 0, 2);
    elements = isl_map_reset_tuple_id(elements, isl_dim_out);
    isl_set *distances = isl_map_deltas(elements);
    bool is_bounded = isl_set_is_empty(distances) == isl_bool_false;
    for (int i = 0; i < n && is_bounded; i++)
        is_bounded = take_bound(distances, i, false, &stencil->first[pos][i]) &&
                     take_bound(distances, i, true, &stencil->last[pos][i]);
    isl_set_free(distances);
    return is_bounded;
}

/* Find the arrays, and look at the references to those that are written. */
static bool find_references(struct pv_stencil *stencil, __isl_keep isl_union_set *domain)
{
    struct pv_arena *arena = stencil->conflicts->arena;
    if (!pv_refs_find(arena, stencil->conflicts->scop, domain, &stencil->refs))
        return false;
    stencil->first = pv_alloc(arena, sizeof(*stencil->first) * (size_t)(stencil->refs.n + 1));
    stencil->last = pv_alloc(arena, sizeof(*stencil->last) * (size_t)(stencil->refs.n + 1));
    for (int i = 0; i < stencil->refs.n; i++) {
        const struct pv_access *access = stencil->refs.v[i].access;
        struct pv_overlap_array *array = array_of(stencil, access->array), fresh = {.array = access->array};
        if (!array) {
            pv_push(arena, &stencil->arrays, fresh);
            array = &stencil->arrays.v[stencil->arrays.n - 1];
        }
        array->is_written = array->is_written || access->is_write;
    }
    bool are_bounded = true;
    for (int i = 0; i < stencil->refs.n && are_bounded; i++)
        if (array_of(stencil, stencil->refs.v[i].access->array)->is_written)
            are_bounded = find_place(stencil, i);
    return are_bounded;
}

/* Do the statements access nothing but arrays that windows can have copies of, and write surely? */
static bool has_plain_statements(const struct pv_stencil *stencil, __isl_keep isl_union_set *domain)
{
    const struct pv_scop *scop = stencil->conflicts->scop;
    for (int i = 0; i < scop->stmts.n; i++) {
        const struct pv_stmt *stmt = scop->stmts.v[i];
        isl_union_set *here = isl_union_set_from_set(isl_set_copy(stmt->domain));
        isl_bool is_elsewhere = isl_union_set_is_disjoint(here, domain);
        isl_union_set_free(here);
        if (is_elsewhere == isl_bool_true)
            continue;
        bool is_plain = stmt->kind == PV_STMT_EXPR && stmt->body && !stmt->has_effects;
        for (int j = 0; j < stmt->accesses.n && is_plain; j++)
            is_plain = stmt->accesses.v[j]->array->kind == PV_ARRAY_DATA && !stmt->accesses.v[j]->is_kill;
        if (is_elsewhere < 0 || !is_plain)
            return false;
    }
    return true;
}

__isl_give isl_union_map *pv_stencil_iterations(const struct pv_stencil *stencil)
{
    isl_space *space = isl_space_set_alloc(stencil->conflicts->scop->ctx, 0, (unsigned)(2 + stencil->hybrid.n_space));
    isl_map *to_time = isl_map_identity(isl_space_map_from_set(space));
    to_time = isl_map_project_out(to_time, isl_dim_out, 1, (unsigned)(1 + stencil->hybrid.n_space));
    isl_union_map *time = isl_union_map_apply_range(isl_union_map_copy(stencil->overlap->order),
                                                    isl_union_map_from_map(to_time));
    return isl_union_map_flat_range_product(isl_union_map_copy(stencil->prefix), time);
}

__isl_give isl_map *pv_stencil_elements(const struct pv_stencil *stencil, const struct pv_array *array, bool writes)
{
    isl_union_map *iterations = pv_stencil_iterations(stencil);
    isl_map *all = NULL;
    for (int i = 0; i < stencil->refs.n; i++) {
        const struct pv_ref *ref = &stencil->refs.v[i];
        if (ref->access->array != array || (writes ? !ref->access->is_write : !ref->access->is_read))
            continue;
        isl_map *elements = pv_ref_elements(ref, iterations, writes);
        all = all ? isl_map_union(all, elements) : elements;
    }
    isl_union_map_free(iterations);
    return isl_map_coalesce(all);
}

/* What goes from one launch to the next. */

/* { S[i] -> T[j] }: all flow to instances in "domain" that "array" may cause. */
static __isl_give isl_union_map *flow_of(const struct pv_stencil *stencil, const struct pv_array *array,
                                         __isl_keep isl_union_set *domain)
{
    isl_union_map *all = isl_union_map_empty_ctx(stencil->conflicts->scop->ctx);
    for (int i = 0; i < stencil->conflicts->all.n; i++) {
        const struct pv_conflict *conflict = &stencil->conflicts->all.v[i];
        if ((!conflict->array || conflict->array == array) && conflict->flow)
            all = isl_union_map_union(all, isl_union_map_copy(conflict->flow));
    }
    return isl_union_map_intersect_range(all, isl_union_set_copy(domain));
}

/* Is all that iterations read of "array" where some of them write written before, in the same iteration? */
static isl_bool is_fresh(const struct pv_stencil *stencil, const struct pv_array *array, __isl_keep isl_map *written,
                         __isl_keep isl_union_set *domain)
{
    isl_union_map *time = pv_stencil_iterations(stencil);
    isl_union_map *together = isl_union_map_apply_range(time, isl_union_map_reverse(isl_union_map_copy(time)));
    isl_union_map *flow = flow_of(stencil, array, domain);
    isl_bool is_within = isl_union_map_is_subset(flow, together);
    isl_union_map_free(flow);
    isl_union_map_free(together);
    isl_union_map *old = isl_union_map_intersect_domain(isl_union_map_copy(stencil->conflicts->deps->live_in),
                                                        isl_union_set_copy(domain));
    isl_union_set *elements = isl_union_set_from_set(isl_map_range(isl_map_copy(written)));
    old = isl_union_map_intersect_range(old, elements);
    isl_bool is_none = isl_union_map_is_empty(old);
    isl_union_map_free(old);
    return is_within == isl_bool_true ? is_none : is_within;
}

/* Does each iteration write all elements that any of them "written" { [h, t] -> A[a] } writes? */
static isl_bool writes_all(const struct pv_stencil *stencil, __isl_keep isl_map *written)
{
    isl_set *all = isl_set_from_union_set(isl_union_map_range(pv_stencil_iterations(stencil)));
    isl_size n = isl_set_dim(all, isl_dim_set);
    isl_map *each = isl_map_project_out(isl_map_copy(written), isl_dim_in, (unsigned)(n - 1), 1);
    each = isl_map_intersect_domain(isl_map_add_dims(each, isl_dim_in, 1), all);
    isl_bool is_all = isl_map_is_subset(each, written);
    isl_map_free(each);
    return is_all;
}

static bool find_alternating(struct pv_stencil *stencil, __isl_keep isl_union_set *domain)
{
    isl_bool ok = isl_bool_true;
    for (int i = 0; i < stencil->arrays.n && ok >= 0; i++) {
        struct pv_overlap_array *array = &stencil->arrays.v[i];
        if (!array->is_written)
            continue;
        isl_map *written = pv_stencil_elements(stencil, array->array, true);
        ok = is_fresh(stencil, array->array, written, domain);
        if (ok == isl_bool_true)
            ok = writes_all(stencil, written);
        array->alternates = ok != isl_bool_true;
        isl_map_free(written);
    }
    return ok >= 0;
}

/* Margins. */

/* How far apart instances of two steps are of which the second reads what the first wrote. */
struct distance {
    bool is_any;
    int least[PV_MAX_AXES], most[PV_MAX_AXES];
};

struct margins {
    int n_steps, n_space;
    struct distance near[MOST_STEPS][MOST_STEPS]; /* by the steps of the first and the second, in one iteration */
    struct distance far[MOST_STEPS][MOST_STEPS];  /* in different ones */
};

/* The distances in space of "pairs" { [t, m, s] -> [t', m', s'] }. */
static bool take_distance(__isl_take isl_map *pairs, int n_space, struct distance *distance)
{
    isl_set *deltas = isl_map_deltas(pairs);
    isl_bool is_empty = isl_set_is_empty(deltas);
    distance->is_any = is_empty == isl_bool_false;
    bool is_bounded = is_empty >= 0;
    for (int i = 0; i < n_space && is_bounded && distance->is_any; i++)
        is_bounded = take_bound(deltas, 2 + i, false, &distance->least[i]) &&
                     take_bound(deltas, 2 + i, true, &distance->most[i]);
    isl_set_free(deltas);
    return is_bounded;
}

/* { [t, m, s] -> [t', m', s'] }: the pairs of which the second reads what the first wrote. */
static __isl_give isl_map *find_pairs(const struct pv_stencil *stencil, __isl_keep isl_schedule_node *node)
{
    struct pv_loop_place place = pv_loop_place_at(node, 0, 0);
    isl_union_map *order = stencil->overlap->order;
    isl_space *space = isl_space_set_alloc(stencil->conflicts->scop->ctx, 0, (unsigned)(2 + stencil->hybrid.n_space));
    isl_map *all = isl_map_empty(isl_space_map_from_set(space));
    for (int i = 0; i < stencil->conflicts->all.n; i++) {
        isl_union_map *pairs = pv_loop_place_local(&place, stencil->conflicts->all.v[i].flow);
        pairs = isl_union_map_apply_domain(pairs, isl_union_map_copy(order));
        pairs = isl_union_map_apply_range(pairs, isl_union_map_copy(order));
        if (isl_union_map_is_empty(pairs) == isl_bool_true)
            isl_union_map_free(pairs);
        else
            all = isl_map_union(all, isl_map_from_union_map(pairs));
    }
    pv_loop_place_free(&place);
    return isl_map_coalesce(all);
}

static bool find_margins(const struct pv_stencil *stencil, __isl_keep isl_schedule_node *node, struct margins *margins)
{
    isl_map *pairs = find_pairs(stencil, node);
    int n = margins->n_space = stencil->hybrid.n_space;
    bool ok = pairs;
    margins->n_steps = stencil->hybrid.n_steps;
    for (int a = 0; a < margins->n_steps && ok; a++)
        for (int b = 0; b < margins->n_steps && ok; b++) {
            isl_map *here = isl_map_fix_si(isl_map_copy(pairs), isl_dim_in, 1, a);
            here = isl_map_fix_si(here, isl_dim_out, 1, b);
            isl_map *near = isl_map_equate(isl_map_copy(here), isl_dim_in, 0, isl_dim_out, 0);
            isl_map *far = isl_map_order_lt(here, isl_dim_in, 0, isl_dim_out, 0);
            ok = take_distance(near, n, &margins->near[a][b]) && take_distance(far, n, &margins->far[a][b]);
        }
    isl_map_free(pairs);
    return ok;
}

/* How far beyond step "b" step "a" must reach below (above: not "is_low") along "dim", for "distance" to its points. */
static int reach(const struct distance *distance, int dim, bool is_low)
{
    return is_low ? distance->most[dim] : -distance->least[dim];
}

/* Raise the margins of all steps along "dim" by what others need, with "more" for each later iteration. Were any raised? */
static bool raise_margins(const struct margins *margins, int dim, bool is_low, int more, int (*margin)[PV_MAX_AXES])
{
    bool is_raised = false;
    for (int a = 0; a < margins->n_steps; a++)
        for (int b = 0; b < margins->n_steps; b++) {
            const struct distance *near = &margins->near[a][b], *far = &margins->far[a][b];
            int needed = margin[a][dim];
            if (near->is_any && margin[b][dim] + reach(near, dim, is_low) > needed)
                needed = margin[b][dim] + reach(near, dim, is_low);
            if (far->is_any && margin[b][dim] + reach(far, dim, is_low) - more > needed)
                needed = margin[b][dim] + reach(far, dim, is_low) - more;
            is_raised = is_raised || needed > margin[a][dim];
            margin[a][dim] = needed;
        }
    return is_raised;
}

/* The margins without what steps need of each other: own elements are written by points that are there. */
static void begin_margins(const struct pv_stencil *stencil, int dim, bool is_low, int (*margin)[PV_MAX_AXES])
{
    int most = 0;
    for (int i = 0; i < stencil->refs.n; i++) {
        int needed = is_low ? stencil->last[i][dim] : -stencil->first[i][dim];
        if (stencil->refs.v[i].access->is_write && needed > most)
            most = needed;
    }
    for (int i = 0; i < stencil->hybrid.n_steps; i++)
        margin[i][dim] = most;
}

/* The smallest margins that suffice. False where none do. */
static bool solve_margins(const struct pv_stencil *stencil, const struct margins *margins, int dim, bool is_low)
{
    struct pv_overlap *overlap = stencil->overlap;
    int(*margin)[PV_MAX_AXES] = is_low ? overlap->low : overlap->high;
    for (int more = 0; more <= MOST_GROWTH; more++) {
        bool is_raised = true;
        begin_margins(stencil, dim, is_low, margin);
        for (int round = 0; round <= margins->n_steps + 1 && is_raised; round++)
            is_raised = raise_margins(margins, dim, is_low, more, margin);
        (is_low ? overlap->more_low : overlap->more_high)[dim] = more;
        if (!is_raised)
            return true;
    }
    return false;
}

/* Stencils. */

static bool begin_overlap(struct pv_stencil *stencil, __isl_keep isl_schedule_node *node)
{
    struct pv_arena *arena = stencil->conflicts->arena;
    struct pv_overlap *overlap = stencil->overlap = pv_new(arena, struct pv_overlap);
    int n = overlap->n_steps = stencil->hybrid.n_steps;
    overlap->n_space = stencil->hybrid.n_space;
    overlap->low = pv_alloc(arena, sizeof(*overlap->low) * (size_t)n);
    overlap->high = pv_alloc(arena, sizeof(*overlap->high) * (size_t)n);
    overlap->order = order_of(node, &stencil->hybrid);
    stencil->prefix = isl_schedule_node_get_prefix_schedule_union_map(node);
    stencil->prefix = isl_union_map_apply_domain(stencil->prefix, isl_schedule_node_get_subtree_expansion(node));
    return overlap->order && stencil->prefix;
}

int pv_stencil_find(const struct pv_conflicts *conflicts, __isl_keep isl_schedule_node *node, struct pv_stencil *found)
{
    const char *obstacle;
    *found = (struct pv_stencil){.conflicts = conflicts};
    int fits = pv_hybrid_find(conflicts, node, &found->hybrid, &obstacle);
    if (fits <= 0 || found->hybrid.n_steps > MOST_STEPS)
        return fits < 0 ? -1 : 0;
    bool ok = begin_overlap(found, node);
    isl_union_set *domain = isl_union_map_domain(isl_union_map_copy(found->overlap->order));
    struct margins *margins = pv_new(conflicts->arena, struct margins);
    ok = ok && has_plain_statements(found, domain) && find_references(found, domain) &&
         find_margins(found, node, margins);
    for (int i = 0; i < found->hybrid.n_space && ok; i++)
        ok = solve_margins(found, margins, i, true) && solve_margins(found, margins, i, false);
    ok = ok && find_alternating(found, domain);
    isl_union_set_free(domain);
    return isl_ctx_last_error(conflicts->scop->ctx) == isl_error_none ? ok : -1;
}

void pv_stencil_free(struct pv_stencil *stencil)
{
    pv_refs_free(&stencil->refs);
    isl_union_map_free(stencil->prefix);
}

bool pv_stencil_set_iterations(const struct pv_stencil *stencil, int iterations, struct pv_overlap *overlap)
{
    overlap->iterations = iterations;
    for (int dim = 0; dim < overlap->n_space; dim++) {
        int before = 0, after = 0, low = overlap->more_low[dim] * (iterations - 1),
            high = overlap->more_high[dim] * (iterations - 1);
        for (int step = 0; step < overlap->n_steps; step++)
            for (int i = 0; i < stencil->refs.n; i++) {
                if (!array_of(stencil, stencil->refs.v[i].access->array)->is_written)
                    continue;
                int below = overlap->low[step][dim] + low - stencil->first[i][dim];
                int above = overlap->high[step][dim] + high + stencil->last[i][dim];
                before = below > before ? below : before;
                after = above > after ? above : after;
            }
        overlap->before[dim] = before;
        overlap->own[dim] = overlap->window[dim] - before - after;
        if (overlap->own[dim] < 1)
            return false;
    }
    return true;
}

/* Costs. */

/* Is there an earlier reference to the same elements, or, with "in_column", to elements of the same column: those that differ
 * along the outermost dimension alone, which a thread reads once for several points? */
static bool is_repeated(const struct pv_stencil *stencil, int pos, bool in_column)
{
    const struct pv_ref *ref = &stencil->refs.v[pos];
    for (int i = 0; i < pos; i++) {
        const struct pv_ref *other = &stencil->refs.v[i];
        bool is_same = other->access->array == ref->access->array && other->stmt == ref->stmt &&
                       other->access->is_write == ref->access->is_write;
        for (int dim = in_column; dim < stencil->hybrid.n_space && is_same; dim++)
            is_same = stencil->first[i][dim] == stencil->first[pos][dim];
        if (is_same)
            return true;
    }
    return false;
}

/* Arrays that are read by a statement come from memory once. */
static bool is_array_repeated(const struct pv_stencil *stencil, int pos)
{
    const struct pv_ref *ref = &stencil->refs.v[pos];
    for (int i = 0; i < pos; i++)
        if (stencil->refs.v[i].access->array == ref->access->array && stencil->refs.v[i].stmt == ref->stmt &&
            stencil->refs.v[i].access->is_write == ref->access->is_write)
            return true;
    return false;
}

/* Does "stmt" have instances in all dimensions of space? Others count for nothing. */
static bool fills_space(const struct pv_stencil *stencil, const struct pv_stmt *stmt)
{
    return stmt->n_iterators > stencil->hybrid.n_space;
}

double pv_stencil_plain_cost(const struct pv_stencil *stencil)
{
    double bytes = 0;
    for (int i = 0; i < stencil->refs.n; i++) {
        const struct pv_ref *ref = &stencil->refs.v[i];
        if (fills_space(stencil, ref->stmt) && ref->access->array->n_dims >= stencil->hybrid.n_space &&
            !is_array_repeated(stencil, i))
            bytes += (double)ref->access->array->elem->size;
    }
    return bytes;
}

/* Bytes of shared memory that a device accesses while one byte comes from memory. Measured: H200. */
static const double shared_per_byte = 7;

double pv_stencil_cost(const struct pv_stencil *stencil, const struct pv_overlap *overlap)
{
    double window = 1, executed = 1, bytes = 0, shared = 0;
    for (int dim = 0; dim < overlap->n_space; dim++) {
        double rim = overlap->window[dim] - overlap->own[dim];
        window *= overlap->window[dim] / (double)overlap->own[dim];
        executed *= 1 + rim / 2 / overlap->own[dim];
    }
    for (int i = 0; i < stencil->arrays.n; i++) {
        const struct pv_overlap_array *array = &stencil->arrays.v[i];
        if (array->alternates)
            bytes += (window + 1) * (double)array->array->elem->size / overlap->iterations;
    }
    for (int i = 0; i < stencil->refs.n; i++) {
        const struct pv_ref *ref = &stencil->refs.v[i];
        const struct pv_overlap_array *array = array_of(stencil, ref->access->array);
        double size = (double)ref->access->array->elem->size;
        if (!fills_space(stencil, ref->stmt))
            continue;
        if (array->is_written && !is_repeated(stencil, i, true))
            shared += size * executed;
        if (!array->is_written && array->array->n_dims >= overlap->n_space && !is_array_repeated(stencil, i))
            bytes += size * executed;
    }
    return bytes + shared / shared_per_byte;
}
