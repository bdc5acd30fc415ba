/* Cuts the values of a member of a plain schedule where a bound of a statement is. */
#include "ast/plaincut.h"

#include "ast/plainrange.h"

#include <stdlib.h>

/* Would some statement be tested in each iteration of an innermost loop through "whole", though it runs in one of them? */
static bool has_lone_value(struct pv_plain_run *gen, const struct pv_plain_turns *turns, const struct pv_rows *domains,
                           int n, const struct pv_rows *whole)
{
    bool is_innermost = turns->band->depth + turns->member == gen->plain->n_depth - 1;
    bool is_divisible = turns->type != isl_ast_loop_atomic && turns->type != isl_ast_loop_unroll;
    if (!is_innermost || !is_divisible || pv_plain_only_value(whole, turns->col))
        return false;
    for (int i = 0; i < n; i++)
        if (pv_plain_only_value(&domains[i], turns->col))
            return true;
    return false;
}

bool pv_plain_find_loop(struct pv_plain_run *gen, const struct pv_plain_spot *spot, const struct pv_plain_turns *turns,
                        const struct pv_rows *domains, int n, struct pv_rows *whole)
{
    bool all_same = turns->type == isl_ast_loop_separate;
    return pv_plain_common_values(gen, spot, domains, n, turns->col, all_same, whole) &&
           !has_lone_value(gen, turns, domains, n, whole);
}

pv_actives pv_plain_part_of(struct pv_plain_run *gen, const struct pv_plain_spot *spot, const pv_actives *all,
                            const int64_t *row)
{
    pv_actives part = {0};
    for (int i = 0; i < all->n; i++) {
        struct pv_rows_room room, known_room;
        struct pv_rows rows = pv_rows_copy(&room, &all->v[i].rows), known = pv_rows_copy(&known_room, spot->known);
        pv_rows_add(&rows, row);
        pv_rows_add_all(&known, &rows);
        if (pv_rows_is_empty(&known))
            continue;
        struct pv_active active = pv_active_copy(gen, &all->v[i]);
        active.rows = pv_rows_keep(gen->plain->arena, &rows);
        gen->ok = gen->ok && pv_rows_is_sound(&rows);
        pv_push(gen->plain->arena, &part, active);
    }
    return part;
}

pv_actives pv_plain_possible(struct pv_plain_run *gen, const struct pv_plain_spot *spot, const pv_actives *all,
                             const struct pv_plain_node *node)
{
    if (!node->n_conditions)
        return *all;
    pv_actives restricted = pv_active_restrict(gen, all, node), part = {0};
    for (int i = 0; i < restricted.n && gen->ok; i++) {
        struct pv_rows_room room;
        struct pv_rows known = pv_rows_copy(&room, spot->known);
        pv_rows_add_all(&known, &restricted.v[i].rows);
        if (!pv_rows_is_empty(&known))
            pv_push(gen->plain->arena, &part, restricted.v[i]);
    }
    return part;
}

/* Cut "all" at "row". */
static struct pv_plain_cut cut_at(struct pv_plain_run *gen, const struct pv_plain_spot *spot, const pv_actives *all,
                                  const int64_t *row)
{
    int64_t other[gen->plain->width];
    for (int i = 0; i < gen->plain->width; i++)
        other[i] = -row[i] - (i == 0);
    return (struct pv_plain_cut){row, pv_plain_part_of(gen, spot, all, row), pv_plain_part_of(gen, spot, all, other)};
}

/* Is the first part of "cut" one loop? */
static bool has_first_loop(struct pv_plain_run *gen, const struct pv_plain_spot *spot,
                           const struct pv_plain_turns *turns, const struct pv_plain_cut *cut)
{
    struct pv_rows domains[cut->first.n + 1], whole;
    pv_actives first = pv_plain_all_values(gen, spot, &cut->first, domains);
    return gen->ok && first.n && pv_plain_find_loop(gen, spot, turns, domains, first.n, &whole);
}

/* Rows that the values of "all" may be cut at: the bounds of statements, those from above, those from below, and conditions
 * on outer iterators. The iterator is less where a row holds, if it involves it. */
static pv_row_list find_cuts(struct pv_plain_run *gen, const struct pv_plain_turns *turns,
                             const struct pv_rows *domains, int n)
{
    const struct pv_plain *plain = gen->plain;
    pv_row_list cuts = {0};
    for (int kind = 0; kind < 3; kind++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < domains[i].n; j++) {
                const int64_t *bound = pv_row(&domains[i], j);
                int64_t factor = bound[turns->col];
                if (factor ? (kind != (factor > 0)) : kind != 2)
                    continue;
                int64_t *row = pv_new_array(plain->arena, int64_t, plain->width);
                for (int k = 0; k < plain->width; k++)
                    row[k] = factor > 0 ? -bound[k] - (k == 0) : bound[k];
                pv_push(plain->arena, &cuts, row);
            }
    return cuts;
}

bool pv_plain_find_cut(struct pv_plain_run *gen, const struct pv_plain_spot *spot, const pv_actives *all,
                       const struct pv_plain_turns *turns, const struct pv_rows *domains, struct pv_plain_cut *best)
{
    enum { max_cuts = 6, max_cuts_of_programs = 4, most_cuts = 200 };
    *best = (struct pv_plain_cut){0};
    if (turns->n_cuts == (gen->events ? max_cuts_of_programs : max_cuts) || gen->n_cuts > most_cuts ||
        turns->type == isl_ast_loop_atomic || turns->type == isl_ast_loop_unroll)
        return false;
    gen->n_cuts++;
    pv_row_list rows = find_cuts(gen, turns, domains, all->n);
    for (int i = 0; i < rows.n && gen->ok; i++) {
        struct pv_plain_cut cut = cut_at(gen, spot, all, rows.v[i]);
        if (!gen->ok || !cut.first.n || !cut.second.n)
            continue;
        int64_t factor = llabs(rows.v[i][turns->col]);
        bool is_split = factor == 1 || (factor == 0 && gen->events && cut.second.n < all->n);
        if (is_split && has_first_loop(gen, spot, turns, &cut)) {
            *best = cut;
            break;
        }
        if (gen->events) /* those of programs are cut into loops only */
            continue;
        if (!best->row || cut.first.n + cut.second.n < best->first.n + best->second.n)
            *best = cut;
    }
    return gen->ok && best->row;
}
