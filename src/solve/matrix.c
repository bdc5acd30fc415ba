/* Rank, kernel and unimodular completion of small integer matrices. */
#include "solve/matrix.h"

#include "solve/cone.h"

#include <string.h>

static int64_t *copy_matrix(struct pv_arena *arena, const int64_t *m, int n_row, int n_col)
{
    int64_t *copy = pv_new_array(arena, int64_t, n_row * n_col + 1);
    if (n_row * n_col > 0)
        memcpy(copy, m, sizeof(int64_t) * (size_t)(n_row * n_col));
    return copy;
}

static void swap_rows(int64_t *a, int64_t *b, int n)
{
    for (int i = 0; a != b && i < n; i++) {
        int64_t entry = a[i];
        a[i] = b[i];
        b[i] = entry;
    }
}

/* Clear column "col" in all rows but "pivot". */
static bool clear_column(int64_t *m, int n_row, int n_col, int pivot, int col)
{
    const int64_t *row = m + (ptrdiff_t)pivot * n_col;
    for (int i = 0; i < n_row; i++) {
        int64_t *other = m + (ptrdiff_t)i * n_col;
        if (i != pivot && other[col] && !pv_vector_combine(other, row[col], other, -other[col], row, n_col))
            return false;
    }
    return true;
}

/* Gauss-Jordan elimination from the left; "pivots" gets the column of each row that remains. */
static int eliminate(int64_t *m, int n_row, int n_col, int *pivots)
{
    int rank = 0;
    for (int col = 0; col < n_col && rank < n_row; col++) {
        int at = rank;
        while (at < n_row && m[at * n_col + col] == 0)
            at++;
        if (at == n_row)
            continue;
        swap_rows(m + (ptrdiff_t)rank * n_col, m + (ptrdiff_t)at * n_col, n_col);
        pv_vector_reduce(m + (ptrdiff_t)rank * n_col, n_col);
        if (!clear_column(m, n_row, n_col, rank, col))
            return -1;
        if (pivots)
            pivots[rank] = col;
        rank++;
    }
    return rank;
}

int pv_matrix_rank(const int64_t *m, int n_row, int n_col)
{
    struct pv_arena *arena = pv_arena_new();
    int rank = eliminate(copy_matrix(arena, m, n_row, n_col), n_row, n_col, NULL);
    pv_arena_free(arena);
    return rank;
}

int pv_matrix_reduce(int64_t *m, int n_row, int n_col)
{
    return eliminate(m, n_row, n_col, NULL);
}

static void make_lex_positive(int64_t *v, int n)
{
    int first = 0;
    while (first < n && v[first] == 0)
        first++;
    for (int i = 0; first < n && v[first] < 0 && i < n; i++)
        if (i != first)
            v[i] = -v[i];
    if (first < n && v[first] < 0)
        v[first] = -v[first];
}

/* The vector of the kernel that is 1 in the column "at", which has no pivot, and 0 in all other such columns; scaled
 * to integers. */
static bool kernel_vector(const int64_t *m, int rank, int n_col, const int *pivots, int at, int64_t *out)
{
    memset(out, 0, sizeof(int64_t) * (size_t)n_col);
    __int128 scale = 1;
    for (int r = 0; r < rank; r++) {
        int64_t pivot = m[r * n_col + pivots[r]], entry = m[r * n_col + at];
        int64_t need = pivot / pv_gcd(pivot, entry);
        need = need < 0 ? -need : need;
        scale = scale / pv_gcd((int64_t)scale, need) * need;
        if (scale >= PV_CONE_MAX)
            return false;
    }
    out[at] = (int64_t)scale;
    for (int r = 0; r < rank; r++) {
        __int128 entry = -(scale * m[r * n_col + at] / m[r * n_col + pivots[r]]);
        if (entry >= PV_CONE_MAX || entry <= -PV_CONE_MAX)
            return false;
        out[pivots[r]] = (int64_t)entry;
    }
    pv_vector_reduce(out, n_col);
    make_lex_positive(out, n_col);
    return true;
}

int pv_matrix_kernel(struct pv_arena *arena, const int64_t *m, int n_row, int n_col, int64_t **basis)
{
    int64_t *copy = copy_matrix(arena, m, n_row, n_col);
    int *pivots = pv_new_array(arena, int, n_row + 1);
    int rank = eliminate(copy, n_row, n_col, pivots), n = 0;
    if (rank < 0)
        return -1;
    *basis = pv_new_array(arena, int64_t, (n_col - rank) * n_col + 1);
    for (int col = 0, r = 0; col < n_col; col++) {
        if (r < rank && pivots[r] == col)
            r++;
        else if (!kernel_vector(copy, rank, n_col, pivots, col, *basis + (ptrdiff_t)n++ * n_col))
            return -1;
    }
    return n;
}

/* a -= factor * b on "n" entries that lie "step" apart. */
static bool subtract(int64_t *a, int64_t factor, const int64_t *b, int n, int step)
{
    for (int i = 0; i < n * step; i += step) {
        __int128 entry = a[i] - (__int128)factor * b[i];
        if (entry >= PV_CONE_MAX || entry <= -PV_CONE_MAX)
            return false;
        a[i] = (int64_t)entry;
    }
    return true;
}

/* Column operations on "m" = h q, mirrored by row operations on "q" and on the transpose "u" of its inverse, until row
 * "row" is zero right of column "row". */
static bool triangulate_row(int64_t *m, int64_t *q, int64_t *u, int n_row, int n_col, int row)
{
    for (;;) {
        int64_t *line = m + (ptrdiff_t)row * n_col;
        int best = -1, n_left = 0;
        for (int col = row; col < n_col; col++) {
            n_left += line[col] != 0;
            if (line[col] &&
                (best < 0 || (line[col] < 0 ? -line[col] : line[col]) < (line[best] < 0 ? -line[best] : line[best])))
                best = col;
        }
        if (best < 0)
            return false;
        if (n_left == 1 && best == row)
            return true;
        for (int i = 0; best != row && i < n_row; i++)
            swap_rows(m + (ptrdiff_t)i * n_col + best, m + (ptrdiff_t)i * n_col + row, 1);
        swap_rows(q + (ptrdiff_t)best * n_col, q + (ptrdiff_t)row * n_col, n_col);
        swap_rows(u + (ptrdiff_t)best * n_col, u + (ptrdiff_t)row * n_col, n_col);
        for (int col = row + 1; col < n_col; col++) {
            int64_t factor = line[col] / line[row];
            if (factor && (!subtract(m + col, factor, m + row, n_row, n_col) ||
                           !subtract(q + (ptrdiff_t)row * n_col, -factor, q + (ptrdiff_t)col * n_col, n_col, 1) ||
                           !subtract(u + (ptrdiff_t)col * n_col, factor, u + (ptrdiff_t)row * n_col, n_col, 1)))
                return false;
        }
    }
}

int pv_matrix_complete(struct pv_arena *arena, const int64_t *m, int n_row, int n_col, int64_t **rows,
                       int64_t **inverse)
{
    int64_t *h = copy_matrix(arena, m, n_row, n_col);
    int64_t *q = pv_new_array(arena, int64_t, n_col * n_col + 1);
    int64_t *u = pv_new_array(arena, int64_t, n_col * n_col + 1);
    for (int i = 0; i < n_col; i++)
        q[i * n_col + i] = u[i * n_col + i] = 1;
    for (int row = 0; row < n_row; row++)
        if (!triangulate_row(h, q, u, n_row, n_col, row))
            return -1;
    *rows = q + (ptrdiff_t)n_row * n_col;
    *inverse = u + (ptrdiff_t)n_row * n_col;
    return n_col - n_row;
}
