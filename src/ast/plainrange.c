/* Values of members of plain schedules, as rows of their iterator and of those around it. */
#include "ast/plainrange.h"

#include "ast/plainstride.h"

#include <string.h>

struct pv_rows pv_plain_values(struct pv_plain_run *gen, const struct pv_plain_spot *spot,
                               const struct pv_active *active)
{
    struct pv_rows_room room;
    struct pv_rows rows = pv_rows_copy(&room, &active->rows);
    pv_active_eliminate_locals(gen, active, &rows);
    gen->ok = gen->ok && !rows.is_lost;
    for (int i = rows.n - 1; i >= 0 && !rows.is_false; i--)
        if (pv_rows_implies(spot->known, pv_row(&rows, i)))
            pv_rows_remove(&rows, i);
    return pv_rows_keep(gen->plain->arena, &rows);
}

pv_actives pv_plain_all_values(struct pv_plain_run *gen, const struct pv_plain_spot *spot, const pv_actives *all,
                               struct pv_rows *domains)
{
    pv_actives some = {0};
    for (int i = 0; i < all->n && gen->ok; i++) {
        domains[some.n] = pv_plain_values(gen, spot, &all->v[i]);
        if (!domains[some.n].is_false)
            pv_push(gen->plain->arena, &some, all->v[i]);
    }
    return some;
}

/* One range for several statements. */

/* Is "part" in "whole" where "known" holds? */
static bool is_within(const struct pv_plain_spot *spot, const struct pv_rows *part, const struct pv_rows *whole)
{
    struct pv_rows_room room;
    struct pv_rows rows = pv_rows_copy(&room, spot->known);
    pv_rows_add_all(&rows, part);
    for (int i = 0; i < whole->n; i++)
        if (!pv_rows_implies(&rows, pv_row(whole, i)))
            return false;
    return true;
}

/* Does "row" hold in all of "domains"? */
static bool holds_in_all(const struct pv_plain_spot *spot, const struct pv_rows *domains, int n, const int64_t *row)
{
    for (int i = 0; i < n; i++) {
        struct pv_rows_room room;
        struct pv_rows rows = pv_rows_copy(&room, spot->known);
        pv_rows_add_all(&rows, &domains[i]);
        if (!pv_rows_has(&domains[i], row) && !pv_rows_implies(&rows, row))
            return false;
    }
    return true;
}

/* Find the values of unknown "col" that the statements have: the bounds of a statement that has those of all others, and what
 * else holds for all. False where there is no such statement. */
static bool find_whole(struct pv_plain_run *gen, const struct pv_plain_spot *spot, const struct pv_rows *domains, int n,
                       int col, struct pv_rows *whole)
{
    for (int i = 0; i < n; i++) {
        struct pv_rows_room room;
        struct pv_rows shared = pv_rows_new(&room, domains[i].width);
        bool has_all = true;
        for (int j = 0; j < domains[i].n && has_all; j++) {
            const int64_t *row = pv_row(&domains[i], j);
            bool holds = holds_in_all(spot, domains, n, row);
            has_all = holds || !row[col];
            if (holds)
                pv_rows_add(&shared, row);
        }
        if (has_all) {
            *whole = pv_rows_keep(gen->plain->arena, &shared);
            return true;
        }
    }
    return false;
}

/* Are all "domains" the same? */
static bool are_same(const struct pv_plain_spot *spot, const struct pv_rows *domains, int n,
                     const struct pv_rows *whole)
{
    for (int i = 0; i < n; i++)
        if (!is_within(spot, whole, &domains[i]))
            return false;
    return true;
}

bool pv_plain_common_values(struct pv_plain_run *gen, const struct pv_plain_spot *spot, const struct pv_rows *domains,
                            int n, int col, bool all_same, struct pv_rows *whole)
{
    return find_whole(gen, spot, domains, n, col, whole) && (!all_same || are_same(spot, domains, n, whole));
}

/* Widen "row" until it holds in all of "domains". Return false where no small constant is enough. */
static bool widen(const struct pv_plain_spot *spot, const struct pv_rows *domains, int n, int64_t *row)
{
    enum { widest = 256 };
    int64_t most = 0;
    for (int i = 0; i < n; i++) {
        struct pv_rows_room room;
        struct pv_rows rows = pv_rows_copy(&room, spot->known);
        pv_rows_add_all(&rows, &domains[i]);
        int64_t least;
        if (!pv_rows_least(&rows, row, rows.width - 1, &least) || least < -widest)
            return false;
        most = least < most ? least : most;
    }
    row[0] -= most;
    return true;
}

/* Add to "whole" the bounds of unknown "col" on the side of "sign" that all of "domains" have: those that hold as they are, or
 * else all that do after they are widened. */
static bool add_bounds(struct pv_plain_run *gen, const struct pv_plain_spot *spot, const struct pv_rows *domains, int n,
                       int col, int sign, struct pv_rows *whole)
{
    int before = whole->n;
    int64_t own[gen->plain->width];
    for (int is_wider = 0; is_wider < 2 && whole->n == before; is_wider++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < domains[i].n; j++) {
                const int64_t *row = pv_row(&domains[i], j);
                if (row[col] * sign <= 0 || (!is_wider && !holds_in_all(spot, domains, n, row)))
                    continue;
                memcpy(own, row, sizeof(own));
                if (!is_wider || widen(spot, domains, n, own))
                    pv_rows_add(whole, own);
            }
    return whole->n > before;
}

bool pv_plain_hull(struct pv_plain_run *gen, const struct pv_plain_spot *spot, const struct pv_rows *domains, int n,
                   int col, struct pv_rows *whole)
{
    struct pv_rows_room room;
    struct pv_rows shared = pv_rows_new(&room, gen->plain->width);
    if (!add_bounds(gen, spot, domains, n, col, 1, &shared) || !add_bounds(gen, spot, domains, n, col, -1, &shared))
        return false;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < domains[i].n; j++)
            if (!pv_row(&domains[i], j)[col] && holds_in_all(spot, domains, n, pv_row(&domains[i], j)))
                pv_rows_add(&shared, pv_row(&domains[i], j));
    *whole = pv_rows_keep(gen->plain->arena, &shared);
    return pv_rows_is_sound(&shared);
}

void pv_plain_remove_bounds(struct pv_plain_run *gen, const struct pv_plain_spot *spot, struct pv_rows *whole, int col)
{
    for (int i = whole->n - 1; i >= 0 && gen->ok; i--) {
        struct pv_rows_room room;
        struct pv_rows others = pv_rows_copy(&room, spot->known);
        for (int j = 0; j < whole->n; j++)
            if (j != i)
                pv_rows_add(&others, pv_row(whole, j));
        if (pv_row(whole, i)[col] && pv_plain_implies(gen->plain, spot->strides, &others, pv_row(whole, i)))
            pv_rows_remove(whole, i);
    }
}

/* How many values there are. */

const int64_t *pv_plain_only_value(const struct pv_rows *domain, int col)
{
    for (int i = 0; i < domain->n; i++)
        if (pv_row(domain, i)[col] == 1 && pv_rows_opposite(domain, i) >= 0)
            return pv_row(domain, i);
    return NULL;
}

const int64_t *pv_plain_best_bound(struct pv_plain_run *gen, const struct pv_plain_spot *spot,
                                   const struct pv_rows *whole, int col, int most, int *n)
{
    const int64_t *best = NULL;
    struct pv_rows_room room;
    struct pv_rows rows = pv_rows_copy(&room, spot->known);
    pv_rows_add_all(&rows, whole);
    int64_t distance[gen->plain->width];
    for (int i = 0; i < whole->n; i++) {
        const int64_t *bound = pv_row(whole, i); /* iterator - first */
        if (bound[col] != 1)
            continue;
        for (int k = 0; k < gen->plain->width; k++)
            distance[k] = -bound[k];
        int64_t least;
        if (!pv_rows_least(&rows, distance, gen->plain->width - 1, &least) || -least >= most)
            continue;
        best = bound;
        *n = (int)-least + 1;
        most = (int)-least;
    }
    return best;
}

/* May "lower" and "upper" have two values of unknown "col" between them, "step" apart, where "known" holds? */
static bool is_wide(const struct pv_rows *known, const int64_t *lower, const int64_t *upper, int col, int64_t step)
{
    int64_t least[known->width], room;
    memset(least, 0, sizeof(least));
    if (__builtin_mul_overflow(-lower[col] * upper[col], step, &room) ||
        !pv_row_add(least, upper[col], lower, known->width) || !pv_row_add(least, -lower[col], upper, known->width))
        return true;
    least[0] += room - 1; /* more than the distance of two multiples */
    return !pv_rows_implies(known, least);
}

/* The rows of "domain" that the value next to "bound" leaves to be tested. */
static struct pv_rows tested_beside(struct pv_plain_run *gen, const struct pv_plain_spot *spot,
                                    const struct pv_rows *domain, int col, int64_t step, const int64_t *bound)
{
    const struct pv_plain *plain = gen->plain;
    struct pv_rows_room room, tested_room;
    struct pv_rows sure = pv_rows_copy(&room, spot->sure), tested = pv_rows_new(&tested_room, plain->width);
    int64_t other[plain->width], factor = bound[col] < 0 ? -bound[col] : bound[col];
    for (int i = 0; i < plain->width; i++)
        other[i] = -bound[i];
    other[0] += factor * step - 1;
    pv_plain_round(plain, spot->strides, other);
    pv_rows_add(&sure, bound);
    pv_rows_add(&sure, other);
    for (int i = 0; i < domain->n; i++) {
        const int64_t *row = pv_row(domain, i);
        if (row[col] && !pv_plain_implies(plain, spot->strides, &sure, row))
            pv_rows_add(&tested, row);
    }
    gen->ok = gen->ok && pv_rows_is_sound(&sure);
    return pv_rows_keep(plain->arena, &tested);
}

bool pv_plain_find_iteration(struct pv_plain_run *gen, const struct pv_plain_spot *spot, const struct pv_rows *domain,
                             int col, int64_t step, struct pv_plain_iteration *single)
{
    struct pv_rows_room room;
    struct pv_rows known = pv_rows_copy(&room, spot->known);
    pv_rows_add_all(&known, domain);
    single->bound = NULL;
    for (int i = 0; i < domain->n; i++)
        for (int j = 0; j < domain->n && gen->ok; j++) {
            const int64_t *lower = pv_row(domain, i), *upper = pv_row(domain, j);
            if (lower[col] <= 0 || upper[col] >= 0 || is_wide(&known, lower, upper, col, step))
                continue;
            for (int side = 0; side < 2; side++) { /* the first one of the best */
                const int64_t *bound = side ? lower : upper;
                struct pv_rows tested = tested_beside(gen, spot, domain, col, step, bound);
                if (!single->bound || tested.n < single->tested.n)
                    *single = (struct pv_plain_iteration){bound, tested};
            }
        }
    return single->bound != NULL;
}
