/* Scans plain schedules: the same steps as for all schedules (document 001, sections 4 and 5), as far as conjunctions will
 * do. Bounds of loops are what elimination leaves of the sets of the statements. What they do not see to is tested. */
#include "ast/plaingen.h"

#include "ast/plaincut.h"
#include "ast/plainguard.h"
#include "ast/plainorder.h"
#include "ast/plainrange.h"
#include "ast/plainstride.h"
#include "ast/rowexpr.h"

#include <string.h>

static void scan(struct pv_plain_run *gen, const struct pv_plain_spot *spot, const pv_actives *all,
                 const struct pv_plain_node *node);

/* Members. */

/* Scan what is below member "member" of "band". */
static void scan_below(struct pv_plain_run *gen, const struct pv_plain_spot *spot, const pv_actives *all,
                       const struct pv_plain_node *band, int member);

/* The same where all have the time "value". */
static void scan_value(struct pv_plain_run *gen, const struct pv_plain_spot *spot, const pv_actives *all,
                       const struct pv_plain_node *band, int member, const int64_t *value);

/* What a loop over unknown "col" enforces by "bounds" and by its body. */
static struct pv_rows enforced_by_loop(struct pv_plain_run *gen, const struct pv_rows *bounds,
                                       const struct pv_rows *tested, const struct pv_rows *enforced, int col)
{
    struct pv_rows_room room;
    struct pv_rows rows = pv_rows_new(&room, gen->plain->width);
    for (int i = 0; i < bounds->n; i++)
        if (pv_row(bounds, i)[col])
            pv_rows_add(&rows, pv_row(bounds, i));
    pv_rows_add_all(&rows, tested);
    pv_rows_add_all(&rows, enforced);
    pv_rows_eliminate(&rows, col);
    if (!pv_rows_is_sound(&rows)) /* less is known, then */
        return (struct pv_rows){.width = gen->plain->width};
    return pv_rows_keep(gen->plain->arena, &rows);
}

/* Does "node" not use the iterator of "*depth" itself? */
static bool is_free_of(struct pv_an *node, void *depth)
{
    int own = *(const int *)depth;
    bool is_free = (!node->init || !pv_ax_uses_iterator(node->init, own)) &&
                   (!node->cond || !pv_ax_uses_iterator(node->cond, own));
    for (int i = 0; i < node->args.n; i++)
        is_free = is_free && !pv_ax_uses_iterator(node->args.v[i], own);
    return is_free;
}

/* Is "loop" but its body? What is made of events may use its iterator later. */
static bool is_spare(const struct pv_plain_run *gen, struct pv_an *loop)
{
    return loop->is_degenerate && !gen->events && pv_an_visit(&loop->body, is_free_of, &loop->depth);
}

/* Append to the list of "spot" "loop", with "bounds", whose body is "list" where "sure" holds. The loop itself sees to
 * "sure" only where "tested" holds as well. */
static void add_loop(struct pv_plain_run *gen, const struct pv_plain_spot *spot, struct pv_an *loop,
                     const struct pv_rows *bounds, const struct pv_rows *sure, const struct pv_rows *tested,
                     pv_plain_grafts *list)
{
    const struct pv_plain *plain = gen->plain;
    int col = pv_plain_iterator(plain, loop->depth);
    struct pv_plain_graft body = pv_plain_fuse(plain, sure, list), graft = {0};
    gen->ok = gen->ok && pv_rows_is_sound(&body.guard);
    if (!gen->ok || !body.nodes.n)
        return;
    struct pv_rows_room outer_room, inner_room;
    struct pv_rows outer = pv_rows_new(&outer_room, plain->width), inner = pv_rows_new(&inner_room, plain->width);
    for (int i = 0; i < body.guard.n; i++)
        pv_rows_add(pv_row(&body.guard, i)[col] ? &inner : &outer, pv_row(&body.guard, i));
    for (int i = 0; i < bounds->n && !gen->gen->params->exploit_nested_bounds; i++)
        if (!pv_row(bounds, i)[col] && !pv_rows_implies(spot->sure, pv_row(bounds, i)))
            pv_rows_add(&outer, pv_row(bounds, i));
    struct pv_rows_room room;
    struct pv_rows here = pv_rows_copy(&room, sure);
    pv_rows_add_all(&here, &outer);
    pv_plain_simplify(&here, &inner);
    pv_rows_add_all(&inner, tested);
    loop->body = pv_plain_guarded(plain, &inner, &body.nodes);
    graft.guard = pv_rows_keep(plain->arena, &outer);
    graft.enforced = enforced_by_loop(gen, bounds, &inner, &body.enforced, col);
    if (is_spare(gen, loop))
        graft.nodes = loop->body;
    else
        pv_push(plain->arena, &graft.nodes, loop);
    pv_push(plain->arena, spot->list, graft);
    gen->ok = gen->ok && pv_rows_is_sound(&here) && pv_rows_is_sound(&inner);
}

/* Add to "known" the constant bounds that "whole" has for unknown "col": they may follow from other rows for integers only, and
 * elimination must not forget them. Add those that "sure" implies to it as well. */
static void add_limits(const struct pv_plain_run *gen, const struct pv_plain_spot *spot, const struct pv_rows *whole,
                       int col, struct pv_rows *known, struct pv_rows *sure)
{
    for (int i = 0; i < whole->n; i++) {
        bool is_limit = pv_row(whole, i)[col] != 0;
        for (int j = 1; j < whole->width; j++)
            is_limit = is_limit && (j == col || !pv_row(whole, i)[j]);
        if (!is_limit)
            continue;
        pv_rows_add(known, pv_row(whole, i));
        if (pv_plain_implies(gen->plain, spot->strides, sure, pv_row(whole, i)))
            pv_rows_add(sure, pv_row(whole, i));
    }
}

/* Has some statement of "all" integers that its set says exist? */
static bool has_existing(const struct pv_plain_run *gen, const pv_actives *all)
{
    for (int i = 0; i < all->n; i++)
        if (gen->plain->statements[all->v[i].statement].n_existing)
            return true;
    return false;
}

/* The loop through "domain", what is left of "whole", around the code of "all". */
static void scan_loop(struct pv_plain_run *gen, const struct pv_plain_spot *spot, const pv_actives *all,
                      const struct pv_plain_turns *turns, const struct pv_rows *domain, const struct pv_rows *whole)
{
    int col = turns->col;
    struct pv_rows_room known_room, sure_room;
    struct pv_rows known = pv_rows_copy(&known_room, spot->known), sure = pv_rows_copy(&sure_room, spot->sure);
    pv_rows_add_all(&known, domain);
    for (int i = 0; i < domain->n; i++)
        if (pv_row(domain, i)[col])
            pv_rows_add(&sure, pv_row(domain, i));
    add_limits(gen, spot, whole, col, &known, &sure);
    gen->ok = gen->ok && pv_rows_is_sound(&known) && pv_rows_is_sound(&sure);
    int depth = turns->band->depth + turns->member;
    struct pv_plain_iteration single = {.tested = {.width = gen->plain->width}};
    bool is_single = pv_plain_find_iteration(gen, spot, domain, col, turns->stride.step, &single);
    if (is_single && turns->stride.step > 1 && has_existing(gen, all)) { /* it is a remainder */
        gen->ok = false;
        return;
    }
    struct pv_an *loop = is_single
                             ? pv_plain_single(gen->plain, spot->sure, domain, single.bound, depth, &turns->stride,
                                               spot->strides)
                             : pv_plain_loop(gen->plain, spot->sure, domain, depth, &turns->stride, spot->strides);
    gen->ok = gen->ok && loop;
    if (!gen->ok)
        return;
    pv_plain_grafts list = {0};
    int *depths = pv_new_array(gen->plain->arena, int, spot->n_loops + 1);
    if (spot->n_loops)
        memcpy(depths, spot->depths, sizeof(*depths) * (size_t)spot->n_loops);
    depths[spot->n_loops] = loop->depth;
    struct pv_plain_spot inside = {&sure, &known, &list, spot->n_loops + 1, depths, spot->times, spot->strides};
    scan_below(gen, &inside, all, turns->band, turns->member);
    if (gen->ok)
        add_loop(gen, spot, loop, domain, &sure, &single.tested, &list);
}

/* The times of all statements for one member. Return whether they are all one value. */
static bool times_of(struct pv_plain_run *gen, const pv_actives *all, const struct pv_plain_node *band, int member,
                     int64_t *times)
{
    int width = gen->plain->width;
    bool is_value = true;
    for (int i = 0; i < all->n; i++) {
        int64_t *own = times + (long)i * width;
        pv_active_time(gen, &all->v[i], band, member, own);
        is_value = is_value && !pv_active_has_locals(gen->plain, own) &&
                   !memcmp(times, own, sizeof(*times) * (size_t)width);
    }
    return is_value;
}

static void scan_part(struct pv_plain_run *gen, const struct pv_plain_spot *spot, const pv_actives *given,
                      const struct pv_plain_turns *turns);

static void scan_cut(struct pv_plain_run *gen, const struct pv_plain_spot *spot, const struct pv_plain_turns *turns,
                     const struct pv_plain_cut *cut)
{
    struct pv_plain_turns inner = *turns;
    inner.n_cuts++;
    scan_part(gen, spot, &cut->first, &inner);
    scan_part(gen, spot, &cut->second, &inner);
}

/* Code of its own for each value of the iterator. Return false where there is no bound on their number, or a large one. */
static bool scan_unrolled(struct pv_plain_run *gen, const struct pv_plain_spot *spot, const pv_actives *all,
                          const struct pv_plain_turns *turns, const struct pv_rows *whole)
{
    enum { max_copies = 256 };
    int n = 0, width = gen->plain->width;
    const int64_t *first = pv_plain_best_bound(gen, spot, whole, turns->col, max_copies, &n);
    if (!first || turns->stride.step > 1)
        return false;
    int64_t *value = pv_new_array(gen->plain->arena, int64_t, width);
    int64_t *other = pv_new_array(gen->plain->arena, int64_t, width);
    for (int i = 0; i < n && gen->ok; i++) {
        for (int k = 0; k < width; k++) {
            value[k] = first[k] - (k == 0 ? i : 0);
            other[k] = -value[k];
        }
        pv_actives from = pv_plain_part_of(gen, spot, all, value), part = pv_plain_part_of(gen, spot, &from, other);
        for (int j = 0; j < part.n; j++)
            pv_active_substitute(gen, &part.v[j], value, turns->col);
        scan_value(gen, spot, &part, turns->band, turns->member, value);
    }
    return true;
}

/* Does the stride allow what "equality" == 0 makes of the iterator? */
static bool is_allowed(struct pv_plain_run *gen, const struct pv_plain_turns *turns, const int64_t *equality)
{
    int width = gen->plain->width;
    int64_t value[width];
    for (int i = 0; i < width; i++) /* its factor there is 1 */
        value[i] = i == turns->col ? 0 : -equality[i];
    return turns->stride.step == 1 || pv_plain_is_in_stride(gen->plain, &turns->stride, value, 0);
}

/* "spot" with the stride of "turns". */
static struct pv_plain_spot with_stride(struct pv_plain_run *gen, const struct pv_plain_spot *spot,
                                        const struct pv_plain_turns *turns)
{
    struct pv_plain_spot result = *spot;
    int depth = turns->band->depth + turns->member;
    bool is_known = turns->stride.step > 1 && pv_plain_is_constant_stride(gen->plain, &turns->stride);
    size_t size = sizeof(*result.strides) * (size_t)(gen->plain->n_depth + 1);
    result.strides = pv_new_array(gen->plain->arena, const struct pv_plain_stride *, gen->plain->n_depth + 1);
    memcpy(result.strides, spot->strides, size);
    result.strides[depth] = is_known ? &turns->stride : NULL;
    return result;
}

/* Statements that take turns, in terms of the iterator: one loop, or one value, or several one after the other. */
static void scan_part(struct pv_plain_run *gen, const struct pv_plain_spot *spot, const pv_actives *given,
                      const struct pv_plain_turns *turns)
{
    struct pv_rows domains[given->n + 1], whole;
    const pv_actives some = pv_plain_all_values(gen, spot, given, domains), *all = &some;
    if (!gen->ok || !all->n)
        return;
    if (!pv_plain_find_loop(gen, spot, turns, domains, all->n, &whole)) {
        struct pv_plain_cut cut;
        if (pv_plain_find_cut(gen, spot, all, turns, domains, &cut)) {
            scan_cut(gen, spot, turns, &cut);
            return;
        }
        bool may_widen = gen->events || turns->type == isl_ast_loop_atomic;
        gen->ok = gen->ok && may_widen && pv_plain_hull(gen, spot, domains, all->n, turns->col, &whole);
        if (!gen->ok)
            return;
    }
    if (turns->stride.step > 1)
        whole = pv_plain_align(gen->plain, &turns->stride, turns->col, &whole);
    struct pv_plain_spot strided = with_stride(gen, spot, turns);
    whole = pv_plain_round_bounds(gen->plain, strided.strides, turns->col, &whole);
    struct pv_rows_room room;
    struct pv_rows all_bounds = pv_rows_copy(&room, &whole);
    gen->ok = gen->ok && pv_rows_is_sound(&whole);
    pv_plain_simplify(spot->known, &whole);
    if (turns->stride.step > 1)
        pv_plain_remove_bounds(gen, &strided, &whole, turns->col);
    if (turns->type == isl_ast_loop_unroll) {
        gen->ok = scan_unrolled(gen, spot, all, turns, &whole) && gen->ok;
        return;
    }
    const int64_t *value = pv_plain_only_value(&whole, turns->col);
    if (value && !is_allowed(gen, turns, value)) {
        gen->ok = false;
        return;
    }
    for (int i = 0; i < all->n && value; i++)
        pv_active_substitute(gen, &all->v[i], value, turns->col);
    if (value)
        scan_value(gen, spot, all, turns->band, turns->member, value);
    else
        scan_loop(gen, &strided, all, turns, &whole, &all_bounds);
}

/* Isolation (section 5.6). */

/* The isolated part of the band at a member, as rows of iterators around it and of its own; false where it is none. */
static bool isolated_part(struct pv_plain_run *gen, const struct pv_plain_spot *spot,
                          const struct pv_plain_turns *turns, struct pv_rows *rows)
{
    const struct pv_plain *plain = gen->plain;
    int depth = turns->band->depth + turns->member;
    for (int i = depth + 1; i < turns->band->depth + turns->band->n_members; i++)
        pv_rows_eliminate(rows, pv_plain_iterator(plain, i));
    for (int i = 0; i < depth; i++)
        if (spot->times[i]) /* 0 = value - iterator */
            pv_rows_substitute(rows, spot->times[i], pv_plain_iterator(plain, i));
    gen->ok = gen->ok && !rows->is_lost;
    struct pv_rows_room room;
    struct pv_rows both = pv_rows_copy(&room, spot->known);
    pv_rows_add_all(&both, rows);
    return gen->ok && !both.is_false && !pv_rows_is_empty(&both);
}

/* The part of "all" where "row" does not hold, on its own, before or behind the isolated one. Return what is left. */
static pv_actives part_off(struct pv_plain_run *gen, const struct pv_plain_spot *spot, const pv_actives *all,
                           const int64_t *row, pv_actives *off)
{
    int64_t other[gen->plain->width];
    for (int i = 0; i < gen->plain->width; i++)
        other[i] = -row[i] - (i == 0);
    *off = pv_plain_part_of(gen, spot, all, other);
    return off->n ? pv_plain_part_of(gen, spot, all, row) : *all;
}

/* The isolated part of the values of a member, and what comes before and after it, each with its own options. */
static void scan_isolated(struct pv_plain_run *gen, const struct pv_plain_spot *spot, const pv_actives *all,
                          const struct pv_plain_turns *turns)
{
    struct pv_rows_room room;
    struct pv_rows rows = pv_rows_copy(&room, &turns->band->isolated);
    pv_actives inside = *all, off;
    PV_VEC(pv_actives) after = {0};
    struct pv_plain_turns isolated = *turns;
    if (isolated_part(gen, spot, turns, &rows)) {
        isolated.type = turns->band->isolated_types[turns->member];
        for (int i = 0; i < rows.n && gen->ok; i++) {
            const int64_t *row = pv_row(&rows, i);
            inside = part_off(gen, spot, &inside, row, &off);
            if (off.n && !inside.n && !row[turns->col]) { /* nothing is isolated here */
                inside = off;
                isolated.type = turns->type;
                break;
            }
            gen->ok = gen->ok && (!off.n || row[turns->col]);
            if (off.n && row[turns->col] > 0)
                scan_part(gen, spot, &off, turns);
            else if (off.n)
                pv_push(gen->plain->arena, &after, off);
        }
    }
    if (gen->ok && inside.n)
        scan_part(gen, spot, &inside, &isolated);
    for (int i = after.n - 1; i >= 0 && gen->ok; i--)
        scan_part(gen, spot, &after.v[i], turns);
}

/* "active" with a time that has a local with the factor 1 or -1, or one local at most. */
static struct pv_active with_one_local(struct pv_plain_run *gen, const struct pv_active *active, int64_t *time)
{
    if (pv_active_unit_local(gen->plain, time) || !pv_active_has_locals(gen->plain, time))
        return *active;
    struct pv_active copy = pv_active_copy(gen, active);
    pv_active_gather(gen, &copy, time);
    return copy;
}

static void scan_component(struct pv_plain_run *gen, const struct pv_plain_spot *spot, const pv_actives *all,
                           const struct pv_plain_node *band, int member)
{
    int width = gen->plain->width;
    int64_t *times = pv_new_array(gen->plain->arena, int64_t, all->n * width);
    struct pv_plain_turns turns = {
        band, member, pv_plain_iterator(gen->plain, band->depth + member), 0, band->types[member], {1, NULL}};
    if (times_of(gen, all, band, member, times)) {
        times[turns.col]--; /* it has no iterator */
        scan_value(gen, spot, all, band, member, times);
        return;
    }
    pv_actives gathered = {0}, inside = {0};
    for (int i = 0; i < all->n && gen->ok; i++)
        pv_push(gen->plain->arena, &gathered, with_one_local(gen, &all->v[i], times + (long)i * width));
    bool has_stride = pv_plain_find_stride(gen, &gathered, times, &turns.stride);
    gen->ok = gen->ok && (has_stride || gen->events); /* schedules without a program: others find strides of parts */
    for (int i = 0; i < all->n && gen->ok; i++) {
        struct pv_active active = pv_plain_enter(gen, &gathered.v[i], times + (long)i * width, turns.col,
                                                 &turns.stride);
        pv_push(gen->plain->arena, &inside, active);
    }
    if (gen->ok && band->is_isolated)
        scan_isolated(gen, spot, &inside, &turns);
    else if (gen->ok)
        scan_part(gen, spot, &inside, &turns);
}

static void scan_members(struct pv_plain_run *gen, const struct pv_plain_spot *spot, const pv_actives *all,
                         const struct pv_plain_node *band, int member)
{
    if (!gen->ok || !all->n)
        return;
    if (member == band->n_members) {
        scan(gen, spot, all, band->children[0]);
        return;
    }
    int *group = pv_new_array(gen->plain->arena, int, all->n), n_groups = 1;
    if (all->n > 1)
        n_groups = pv_plain_groups(gen, all, band, member, group);
    for (int g = 0; g < n_groups && gen->ok; g++) {
        pv_actives part = {0};
        for (int i = 0; i < all->n; i++)
            if (group[i] == g)
                pv_push(gen->plain->arena, &part, all->v[i]);
        scan_component(gen, spot, &part, band, member);
    }
}

static void scan_below(struct pv_plain_run *gen, const struct pv_plain_spot *spot, const pv_actives *all,
                       const struct pv_plain_node *band, int member)
{
    bool together = gen->gen->keeps_together;
    gen->gen->keeps_together = gen->gen->keeps_below;
    scan_members(gen, spot, all, band, member + 1);
    gen->gen->keeps_together = together;
}

static void scan_value(struct pv_plain_run *gen, const struct pv_plain_spot *spot, const pv_actives *all,
                       const struct pv_plain_node *band, int member, const int64_t *value)
{
    struct pv_arena *arena = gen->plain->arena;
    int width = gen->plain->width, depth = band->depth + member, col = pv_plain_iterator(gen->plain, depth);
    int64_t *own = pv_new_array(arena, int64_t, width);
    for (int i = 0; i < width; i++)
        own[i] = -value[col] * value[i]; /* 0 = value - iterator */
    struct pv_plain_spot inside = *spot;
    inside.times = pv_new_array(arena, const int64_t *, gen->plain->n_depth + 1);
    memcpy(inside.times, spot->times, sizeof(*inside.times) * (size_t)gen->plain->n_depth);
    inside.times[depth] = own;
    scan_below(gen, &inside, all, band, member);
}

/* Other nodes. */

/* The last unknown that "row" has. */
static int last_unknown(const struct pv_rows *rows, int i)
{
    int col = rows->width - 1;
    while (col > 0 && !pv_row(rows, i)[col])
        col--;
    return col;
}

/* Put the rows of "rows" that "sure" does not imply to the end of "guard", those of outer iterators first. */
static void add_in_order(const struct pv_rows *sure, const struct pv_rows *rows, struct pv_rows *guard)
{
    for (int col = 0; col < rows->width; col++)
        for (int i = 0; i < rows->n; i++)
            if (last_unknown(rows, i) == col && !pv_rows_implies(sure, pv_row(rows, i)))
                pv_rows_add(guard, pv_row(rows, i));
}

/* What must be tested for "active" at a leaf: as few conditions as possible, those of outer iterators rather than others. */
static struct pv_rows guard_of(struct pv_plain_run *gen, const struct pv_plain_spot *spot,
                               const struct pv_active *active)
{
    const struct pv_plain *plain = gen->plain;
    struct pv_rows_room room, guard_room;
    struct pv_rows rows = pv_rows_copy(&room, &active->rows), guard = pv_rows_new(&guard_room, plain->width);
    for (int i = 0; i < plain->n_local && gen->ok; i++) /* quotients that no time needs */
        gen->ok = pv_rows_eliminate_exactly(&rows, pv_plain_local(plain, i));
    gen->ok = gen->ok && pv_rows_is_sound(&rows);
    if (gen->ok)
        add_in_order(spot->sure, &rows, &guard);
    if (guard.n && gen->ok) { /* "known" follows from "rows", and may be tested further outside */
        pv_rows_add_all(&rows, spot->known);
        guard.n = 0;
        add_in_order(spot->sure, &rows, &guard);
        gen->ok = pv_rows_is_sound(&rows);
    }
    pv_plain_simplify(spot->sure, &guard);
    gen->ok = gen->ok && pv_rows_is_sound(&guard);
    return pv_rows_keep(plain->arena, &guard);
}

/* Add an event at "spot", where "sure" holds. */
static void record(struct pv_plain_run *gen, const struct pv_plain_spot *spot, const struct pv_rows *sure,
                   const pv_actives *all, struct pv_an *node)
{
    struct pv_plain_event event = {.node = node, .n_loops = spot->n_loops, .depths = spot->depths, .all = *all};
    event.sure = pv_rows_keep(gen->plain->arena, sure);
    pv_push(gen->plain->arena, gen->events, event);
}

static void record_call(struct pv_plain_run *gen, const struct pv_plain_spot *spot, const struct pv_active *active,
                        struct pv_an *call)
{
    struct pv_rows_room room;
    struct pv_rows here = pv_rows_copy(&room, &active->rows);
    pv_active_eliminate_locals(gen, active, &here);
    pv_rows_add_all(&here, spot->known);
    pv_rows_add_all(&here, spot->sure);
    gen->ok = gen->ok && pv_rows_is_sound(&here);
    pv_actives one = {0};
    pv_push(gen->plain->arena, &one, *active);
    record(gen, spot, &here, &one, call);
}

static void add_call(struct pv_plain_run *gen, const struct pv_plain_spot *spot, const struct pv_active *active)
{
    const struct pv_plain *plain = gen->plain;
    const struct pv_plain_statement *statement = &plain->statements[active->statement];
    struct pv_plain_graft graft = {.guard = guard_of(gen, spot, active), .enforced = {.width = plain->width}};
    struct pv_an *call = pv_an_new(plain->arena, PV_AN_USER);
    call->name = statement->name;
    for (int i = 0; i < statement->n_dim; i++)
        pv_push(plain->arena, &call->args,
                pv_plain_quotient_exact(plain, active->values + (long)i * plain->width, active->divisors[i]));
    pv_push(plain->arena, &graft.nodes, call);
    pv_push(plain->arena, spot->list, graft);
    if (gen->events && gen->ok)
        record_call(gen, spot, active, call);
}

/* Loops over the dimensions of a statement that times do not tell apart. */
static void add_loops(struct pv_plain_run *gen, const struct pv_plain_spot *spot, const struct pv_active *active,
                      int depth)
{
    const struct pv_plain *plain = gen->plain;
    int n = plain->statements[active->statement].n_dim;
    struct pv_plain_node leaf = {.kind = PV_PLAIN_LEAF, .depth = depth + n}, *child = &leaf;
    struct pv_plain_node band = {.kind = PV_PLAIN_BAND, .n_children = 1, .children = &child, .depth = depth};
    band.n_members = n;
    band.types = pv_new_array(plain->arena, enum isl_ast_loop_type, n + 1);
    band.times = pv_new_array(plain->arena, int64_t *, plain->n + 1);
    int64_t *times = band.times[active->statement] = pv_new_array(plain->arena, int64_t, n * plain->width + 1);
    for (int i = 0; i < n; i++)
        times[i * plain->width + pv_plain_local(plain, i)] = 1;
    gen->ok = depth + n <= plain->n_depth;
    pv_actives one = {0};
    pv_push(plain->arena, &one, *active);
    scan_members(gen, spot, &one, &band, 0);
}

static void scan_leaf(struct pv_plain_run *gen, const struct pv_plain_spot *spot, const pv_actives *all, int depth)
{
    const struct pv_plain *plain = gen->plain;
    for (int i = 0; i < all->n && gen->ok; i++) {
        const struct pv_active *active = &all->v[i];
        bool is_one = true;
        for (int j = 0; j < plain->statements[active->statement].n_dim; j++)
            is_one = is_one && !pv_active_has_locals(plain, active->values + (long)j * plain->width);
        if (is_one)
            add_call(gen, spot, active);
        else
            add_loops(gen, spot, active, depth);
    }
}

static int compare_names(const struct pv_plain *plain, const struct pv_active *a, const struct pv_active *b)
{
    return strcmp(plain->statements[a->statement].name, plain->statements[b->statement].name);
}

/* The instances that "active" stands for. */
static void expand(struct pv_plain_run *gen, const struct pv_active *active, const struct pv_plain_node *node,
                   pv_actives *all)
{
    const struct pv_plain *plain = gen->plain;
    for (int i = 0; i < node->n_expansions; i++) {
        const struct pv_plain_expansion *expansion = &node->expansions[i];
        if (expansion->from != active->statement)
            continue;
        int n = plain->statements[expansion->to].n_dim;
        struct pv_active more = {.statement = expansion->to, .rows = active->rows};
        more.values = pv_new_array(plain->arena, int64_t, n * plain->width + 1);
        more.divisors = pv_new_array(plain->arena, int64_t, n + 1);
        for (int j = 0; j < n; j++) {
            more.divisors[j] = 1;
            pv_active_compose(gen, active, expansion->values + (long)j * plain->width,
                              more.values + (long)j * plain->width);
        }
        pv_push(plain->arena, all, more);
        for (int j = all->n - 1; j > 0 && compare_names(plain, &all->v[j - 1], &all->v[j]) > 0; j--) {
            struct pv_active other = all->v[j - 1];
            all->v[j - 1] = all->v[j];
            all->v[j] = other;
        }
    }
}

static void scan_expansion(struct pv_plain_run *gen, const struct pv_plain_spot *spot, const pv_actives *all,
                           const struct pv_plain_node *node)
{
    pv_actives expanded = {0};
    for (int i = 0; i < all->n; i++)
        expand(gen, &all->v[i], node, &expanded);
    scan(gen, spot, &expanded, node->children[0]);
}

static void scan_context(struct pv_plain_run *gen, const struct pv_plain_spot *spot, const pv_actives *all,
                         const struct pv_plain_node *node)
{
    struct pv_rows_room known_room, sure_room;
    struct pv_rows known = pv_rows_copy(&known_room, spot->known), sure = pv_rows_copy(&sure_room, spot->sure);
    pv_rows_add_all(&known, &node->context);
    pv_rows_add_all(&sure, &node->context);
    gen->ok = gen->ok && pv_rows_is_sound(&known) && pv_rows_is_sound(&sure);
    struct pv_plain_spot inside = *spot;
    inside.sure = &sure;
    inside.known = &known;
    scan(gen, &inside, all, node->children[0]);
}

static void scan_filter(struct pv_plain_run *gen, const struct pv_plain_spot *spot, const pv_actives *all,
                        const struct pv_plain_node *node)
{
    pv_actives part = {0};
    for (int i = 0; i < all->n; i++)
        if (node->has[all->v[i].statement])
            pv_push(gen->plain->arena, &part, all->v[i]);
    part = pv_plain_possible(gen, spot, &part, node);
    scan(gen, spot, &part, node->children[0]);
}

/* Record "mark", which "guard" will be around. */
static void record_mark(struct pv_plain_run *gen, const struct pv_plain_spot *spot, const struct pv_rows *guard,
                        const pv_actives *all, struct pv_an *mark)
{
    struct pv_rows_room room;
    struct pv_rows here = pv_rows_copy(&room, spot->sure);
    pv_rows_add_all(&here, guard);
    gen->ok = gen->ok && pv_rows_is_sound(&here);
    record(gen, spot, &here, all, mark);
}

static void scan_mark(struct pv_plain_run *gen, const struct pv_plain_spot *spot, const pv_actives *all,
                      const struct pv_plain_node *node)
{
    struct pv_arena *arena = gen->plain->arena;
    pv_plain_grafts list = {0};
    struct pv_plain_spot inside = *spot;
    inside.list = &list;
    if (gen->events)
        pv_push(arena, gen->events, ((struct pv_plain_event){.entered = node->mark}));
    bool together = gen->gen->keeps_together, below = gen->gen->keeps_below;
    if (gen->events)
        gen->gen->hooks->enter_mark(gen->gen, node->mark, gen->gen->hooks->user);
    scan(gen, &inside, all, node->children[0]);
    if (gen->events) /* what is at the mark is made in the end */
        gen->gen->hooks->leave_mark(NULL, NULL, gen->gen->hooks->user);
    gen->gen->keeps_together = together;
    gen->gen->keeps_below = below;
    struct pv_plain_graft fused = pv_plain_fuse(gen->plain, spot->sure, &list);
    gen->ok = gen->ok && pv_rows_is_sound(&fused.guard);
    if (!gen->ok)
        return;
    struct pv_an *mark = fused.nodes.n ? pv_an_new(arena, PV_AN_MARK) : NULL;
    if (gen->events)
        record_mark(gen, spot, &fused.guard, all, mark);
    if (!mark)
        return;
    mark->name = node->name;
    mark->body = fused.nodes;
    fused.nodes = (pv_anodes){0};
    pv_push(arena, &fused.nodes, mark);
    pv_push(arena, spot->list, fused);
}

static void scan(struct pv_plain_run *gen, const struct pv_plain_spot *spot, const pv_actives *all,
                 const struct pv_plain_node *node)
{
    if (!gen->ok || !all->n)
        return;
    if (node->kind == PV_PLAIN_BAND) {
        pv_actives possible = pv_plain_possible(gen, spot, all, node);
        scan_members(gen, spot, &possible, node, 0);
    } else if (node->kind == PV_PLAIN_LEAF) {
        scan_leaf(gen, spot, all, node->depth);
    } else if (node->kind == PV_PLAIN_FILTER) {
        scan_filter(gen, spot, all, node);
    } else if (node->kind == PV_PLAIN_EXPANSION) {
        scan_expansion(gen, spot, all, node);
    } else if (node->kind == PV_PLAIN_CONTEXT) {
        scan_context(gen, spot, all, node);
    } else if (node->kind == PV_PLAIN_MARK) {
        scan_mark(gen, spot, all, node);
    } else {
        for (int i = 0; i < node->n_children; i++)
            scan(gen, spot, all, node->children[i]);
    }
}

bool pv_plaingen(const struct pv_stock *place, const struct pv_plain *plain, pv_anodes *code, pv_plain_events *events)
{
    const struct pv_generate_params *params = place->gen->params;
    struct pv_plain_run gen = {.plain = plain, .gen = place->gen, .events = events};
    gen.ok = params->atomic_upper_bound && !params->group_coscheduled && (!events || plain->n == plain->n_first);
    pv_actives all = {0};
    for (int i = 0; i < plain->n_first && gen.ok; i++) {
        struct pv_active active = pv_active_begin(&gen, i);
        struct pv_rows_room room;
        struct pv_rows rows = pv_rows_copy(&room, &active.rows);
        pv_rows_add_all(&rows, &plain->known);
        if (!rows.is_false && !pv_rows_is_empty(&rows))
            pv_push(plain->arena, &all, active);
    }
    pv_plain_grafts list = {0};
    const int64_t **times = pv_new_array(plain->arena, const int64_t *, plain->n_depth + 1);
    const struct pv_plain_stride **strides = pv_new_array(plain->arena, const struct pv_plain_stride *,
                                                          plain->n_depth + 1);
    struct pv_plain_spot spot = {&plain->known, &plain->known, &list, place->n, place->depths, times, strides};
    scan(&gen, &spot, &all, plain->root);
    if (!gen.ok)
        return false;
    struct pv_plain_graft whole = pv_plain_fuse(plain, &plain->known, &list);
    *code = pv_plain_guarded(plain, &whole.guard, &whole.nodes);
    return pv_rows_is_sound(&whole.guard);
}
