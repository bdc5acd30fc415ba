/* Keeps systems of linear inequalities in machine words: elimination, redundancy, emptiness. */
#include "ast/rows.h"

#include <string.h>

/* Numbers in rows stay below this bound in absolute value, so that products fit. */
#define MOST (INT64_C(1) << 48)

struct pv_rows pv_rows_new(struct pv_rows_room *room, int width)
{
    return (struct pv_rows){.width = width, .most = (int)(sizeof(room->v) / sizeof(room->v[0])) / width, .v = room->v};
}

static void copy_numbers(int64_t *to, const struct pv_rows *rows)
{
    memcpy(to, rows->v, sizeof(*to) * (size_t)rows->n * (size_t)rows->width);
}

struct pv_rows pv_rows_copy(struct pv_rows_room *room, const struct pv_rows *rows)
{
    struct pv_rows copy = pv_rows_new(room, rows->width);
    copy.is_false = rows->is_false;
    copy.is_lost = rows->is_lost || rows->n > copy.most;
    copy.n = copy.is_lost ? 0 : rows->n;
    if (copy.n)
        copy_numbers(copy.v, rows);
    return copy;
}

struct pv_rows pv_rows_keep(struct pv_arena *arena, const struct pv_rows *rows)
{
    struct pv_rows copy = *rows;
    copy.most = rows->n;
    copy.v = pv_new_array(arena, int64_t, rows->n * rows->width + 1);
    copy_numbers(copy.v, rows);
    return copy;
}

/* Rows. */

static int64_t gcd(int64_t a, int64_t b)
{
    while (b) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a < 0 ? -a : a;
}

static int64_t floor_of(int64_t a, int64_t b)
{
    return a / b - (a % b < 0);
}

/* Divide "row" by what its coefficients have in common. Return that: 0 where there are no coefficients. */
static int64_t tighten(int64_t *row, int width)
{
    int64_t common = 0;
    for (int i = 1; i < width && common != 1; i++)
        if (row[i])
            common = gcd(common, row[i]);
    if (common > 1) {
        for (int i = 1; i < width; i++)
            row[i] /= common;
        row[0] = floor_of(row[0], common);
    }
    return common;
}

/* out = p * a + q * b; return false where a number becomes too large. */
static bool combine(int64_t *out, int64_t p, const int64_t *a, int64_t q, const int64_t *b, int width)
{
    bool ok = true;
    for (int i = 0; i < width; i++) {
        if (!a[i] && !b[i]) {
            out[i] = 0;
            continue;
        }
        int64_t x, y, sum;
        bool fits = !__builtin_mul_overflow(p, a[i], &x) && !__builtin_mul_overflow(q, b[i], &y) &&
                    !__builtin_add_overflow(x, y, &sum) && sum < MOST && sum > -MOST;
        ok = ok && fits;
        out[i] = fits ? sum : 0;
    }
    return ok;
}

bool pv_row_add(int64_t *row, int64_t factor, const int64_t *more, int width)
{
    return combine(row, 1, row, factor, more, width);
}

int64_t pv_row_substitute(int64_t *row, const int64_t *equality, int col, int width)
{
    if (!row[col])
        return 1;
    int64_t common = gcd(row[col], equality[col]), factor = equality[col] / common, more = -(row[col] / common);
    if (factor < 0) {
        factor = -factor;
        more = -more;
    }
    return combine(row, factor, row, more, equality, width) ? factor : 0;
}

void pv_row_cancel(int64_t *row, int64_t *divisor, int width)
{
    int64_t common = *divisor;
    for (int i = 0; i < width && common != 1; i++)
        common = gcd(common, row[i]);
    for (int i = 0; i < width && common != 1; i++)
        row[i] /= common;
    *divisor /= common;
}

static bool are_opposite(const int64_t *a, const int64_t *b, int width)
{
    for (int i = 1; i < width; i++)
        if (a[i] != -b[i])
            return false;
    return true;
}

/* The row with the coefficients of "row"; -1 where there is none. "rows" is false where one contradicts "row". */
static int find_row(struct pv_rows *rows, const int64_t *row)
{
    size_t size = sizeof(*row) * (size_t)(rows->width - 1);
    int found = -1;
    for (int i = 0; i < rows->n && !rows->is_false; i++) {
        const int64_t *other = pv_row(rows, i);
        if (!memcmp(other + 1, row + 1, size))
            found = i;
        else if (other[0] + row[0] < 0 && are_opposite(other, row, rows->width))
            rows->is_false = true;
    }
    return found;
}

/* Add "row", which is changed. */
static void add_own(struct pv_rows *rows, int64_t *row)
{
    if (rows->is_lost || rows->is_false)
        return;
    if (!tighten(row, rows->width)) {
        rows->is_false = row[0] < 0;
        return;
    }
    int same = find_row(rows, row);
    if (same >= 0) {
        int64_t *other = pv_row(rows, same);
        other[0] = row[0] < other[0] ? row[0] : other[0];
    } else if (rows->n == rows->most) {
        rows->is_lost = true;
    } else {
        memcpy(pv_row(rows, rows->n++), row, sizeof(*row) * (size_t)rows->width);
    }
}

void pv_rows_add(struct pv_rows *rows, const int64_t *row)
{
    int64_t own[rows->width];
    for (int i = 0; i < rows->width; i++)
        own[i] = row[i];
    add_own(rows, own);
}

void pv_rows_add_all(struct pv_rows *rows, const struct pv_rows *more)
{
    rows->is_lost |= more->is_lost;
    rows->is_false |= more->is_false;
    for (int i = 0; i < more->n; i++)
        pv_rows_add(rows, pv_row(more, i));
}

void pv_rows_remove(struct pv_rows *rows, int i)
{
    int64_t *row = pv_row(rows, i);
    memmove(row, row + rows->width, sizeof(*row) * (size_t)(--rows->n - i) * (size_t)rows->width);
}

void pv_rows_equate(struct pv_rows *rows, const int64_t *row)
{
    int unit = 0;
    for (int i = rows->width - 1; i > 0 && !unit; i--)
        unit = row[i] == 1 || row[i] == -1 ? i : 0;
    if (unit) {
        pv_rows_substitute(rows, row, unit);
        return;
    }
    int64_t other[rows->width];
    for (int i = 0; i < rows->width; i++)
        other[i] = -row[i];
    pv_rows_add(rows, row);
    pv_rows_add(rows, other);
}

/* Elimination. */

/* Take the rows that involve unknown "col" out of "rows", to "out". Return their number. */
static int take_rows(struct pv_rows *rows, int col, int64_t *out)
{
    int n = 0, kept = 0;
    size_t size = sizeof(*out) * (size_t)rows->width;
    for (int i = 0; i < rows->n; i++) {
        const int64_t *row = pv_row(rows, i);
        if (row[col])
            memcpy(out + (long)n++ * rows->width, row, size);
        else if (kept++ < i)
            memcpy(pv_row(rows, kept - 1), row, size);
    }
    rows->n = kept;
    return n;
}

void pv_rows_substitute(struct pv_rows *rows, const int64_t *equality, int col)
{
    int64_t taken[rows->n * rows->width + 1], fixed[rows->width];
    memcpy(fixed, equality, sizeof(fixed));
    int n = take_rows(rows, col, taken);
    for (int i = 0; i < n; i++) {
        int64_t *row = taken + (long)i * rows->width;
        rows->is_lost |= !pv_row_substitute(row, fixed, col, rows->width);
        add_own(rows, row);
    }
}

void pv_rows_eliminate(struct pv_rows *rows, int col)
{
    int width = rows->width;
    int64_t taken[rows->n * width + 1], sum[width];
    int n = take_rows(rows, col, taken);
    for (int i = 0; i < n; i++) {
        const int64_t *lower = taken + (long)i * width;
        for (int j = 0; lower[col] > 0 && j < n; j++) {
            const int64_t *upper = taken + (long)j * width;
            if (upper[col] > 0)
                continue;
            int64_t common = gcd(lower[col], upper[col]);
            rows->is_lost |= !combine(sum, -upper[col] / common, lower, lower[col] / common, upper, width);
            add_own(rows, sum);
        }
    }
}

bool pv_rows_eliminate_exactly(struct pv_rows *rows, int col)
{
    int width = rows->width;
    int64_t sum[width];
    for (int i = 0; i < rows->n; i++)
        for (int j = 0; j < rows->n; j++) {
            const int64_t *lower = pv_row(rows, i), *upper = pv_row(rows, j);
            if (lower[col] <= 1 || upper[col] >= -1)
                continue;
            bool fits = combine(sum, -upper[col], lower, lower[col], upper, width);
            for (int k = 1; k < width && fits; k++)
                fits = !sum[k];
            if (!fits || sum[0] < (lower[col] - 1) * (-upper[col] - 1))
                return false;
        }
    pv_rows_eliminate(rows, col);
    return true;
}

/* How many rows more there are without unknown "col"; false where no row involves it. */
static bool cost_of(const struct pv_rows *rows, int col, int *cost)
{
    int lower = 0, upper = 0;
    for (int i = 0; i < rows->n; i++) {
        int64_t factor = pv_row(rows, i)[col];
        lower += factor > 0;
        upper += factor < 0;
    }
    *cost = lower * upper - lower - upper;
    return lower + upper > 0;
}

/* Eliminate the unknowns from "first" to before "end", but "kept". */
static void eliminate_all(struct pv_rows *rows, int first, int end, int kept)
{
    for (int best = -1; best && !rows->is_false && !rows->is_lost && rows->n;) {
        int least = 0;
        best = 0;
        for (int col = first, cost; col < end; col++)
            if (col != kept && cost_of(rows, col, &cost) && (!best || cost < least)) {
                best = col;
                least = cost;
            }
        if (best)
            pv_rows_eliminate(rows, best);
    }
}

void pv_rows_eliminate_between(struct pv_rows *rows, int first, int end)
{
    eliminate_all(rows, first, end, 0);
}

void pv_rows_eliminate_others(struct pv_rows *rows, int kept)
{
    eliminate_all(rows, 1, rows->width, kept);
}

bool pv_rows_least(const struct pv_rows *rows, const int64_t *row, int spare, int64_t *least)
{
    struct pv_rows_room room;
    struct pv_rows with = pv_rows_copy(&room, rows);
    int64_t bound[rows->width];
    for (int i = 0; i < rows->width; i++)
        bound[i] = i == spare ? 1 : -row[i];
    pv_rows_add(&with, bound); /* only this side matters */
    pv_rows_eliminate_others(&with, spare);
    bool found = false;
    for (int i = 0; i < with.n && !with.is_lost; i++) {
        int64_t factor = pv_row(&with, i)[spare], value = factor > 0 ? -floor_of(pv_row(&with, i)[0], factor) : 0;
        if (factor > 0 && (!found || value > *least)) {
            *least = value;
            found = true;
        }
    }
    return found;
}

int pv_rows_opposite(const struct pv_rows *rows, int i)
{
    for (int j = 0; j < rows->n; j++)
        if (j != i && pv_row(rows, i)[0] == -pv_row(rows, j)[0] &&
            are_opposite(pv_row(rows, i), pv_row(rows, j), rows->width))
            return j;
    return -1;
}

bool pv_rows_is_empty(const struct pv_rows *rows)
{
    struct pv_rows_room room;
    struct pv_rows left = pv_rows_copy(&room, rows);
    pv_rows_eliminate_others(&left, 0);
    return left.is_false && !left.is_lost;
}

bool pv_rows_has(const struct pv_rows *rows, const int64_t *row)
{
    for (int i = 0; i < rows->n; i++)
        if (pv_row(rows, i)[0] <= row[0] &&
            !memcmp(pv_row(rows, i) + 1, row + 1, sizeof(*row) * (size_t)(rows->width - 1)))
            return true;
    return false;
}

bool pv_rows_implies(const struct pv_rows *rows, const int64_t *row)
{
    int64_t own[rows->width];
    memcpy(own, row, sizeof(own));
    if (!tighten(own, rows->width))
        return own[0] >= 0 || pv_rows_is_empty(rows);
    if (pv_rows_has(rows, own))
        return true;
    struct pv_rows_room room;
    struct pv_rows with = pv_rows_copy(&room, rows);
    for (int i = 0; i < rows->width; i++)
        own[i] = -own[i];
    own[0]--;
    pv_rows_add(&with, own);
    return pv_rows_is_empty(&with);
}
