/* Tests of solve/sparse: what equalities imply, against the rank of a dense matrix. */
#include "solve/sparse.h"

#include "solve/matrix.h"
#include "solve_random.h"

enum { MOST_VAR = 6, MOST_ROW = 7 };

/* One row more than the equalities: the expression that is asked about. */
struct drawn {
    int n_var, n_row;
    int64_t m[(MOST_ROW + 1) * (MOST_VAR + 1)];
};

static struct drawn draw(struct rng *rng)
{
    struct drawn drawn = {.n_var = rng_range(rng, 1, MOST_VAR), .n_row = rng_range(rng, 0, MOST_ROW)};
    int width = drawn.n_var + 1;
    for (int r = 0; r <= drawn.n_row; r++)
        for (int c = 0; c < width; c++)
            drawn.m[r * width + c] = rng_range(rng, 0, 2) ? 0 : rng_range(rng, -2, 2);
    return drawn;
}

static struct pv_linear row_of(struct pv_arena *arena, const struct drawn *drawn, int r)
{
    struct pv_term *terms = pv_new_array(arena, struct pv_term, drawn->n_var);
    const int64_t *row = drawn->m + (ptrdiff_t)r * (drawn->n_var + 1);
    int n = 0;
    for (int c = 0; c < drawn->n_var; c++)
        if (row[c])
            terms[n++] = (struct pv_term){c, row[c]};
    return (struct pv_linear){row[drawn->n_var], terms, n};
}

/* The rank of the first "n_row" rows, looking at "n_col" columns. */
static int rank_of(const struct drawn *drawn, int n_row, int n_col)
{
    int64_t part[(MOST_ROW + 1) * (MOST_VAR + 1)];
    for (int r = 0; r < n_row; r++)
        for (int c = 0; c < n_col; c++)
            part[r * n_col + c] = drawn->m[r * (drawn->n_var + 1) + c];
    return n_row ? pv_matrix_rank(part, n_row, n_col) : 0;
}

static void test_random(struct report *report)
{
    report_begin(report, "against dense matrices");
    struct rng rng = {5};
    int n_implied = 0, n_contradiction = 0;
    for (int round = 0; round < report_count(report, 20000) && !report->failed; round++) {
        struct pv_arena *arena = pv_arena_new();
        struct drawn drawn = draw(&rng);
        struct pv_sparse *system = pv_sparse_new(arena, drawn.n_var);
        bool is_empty = false;
        for (int r = 0; r < drawn.n_row; r++) {
            struct pv_linear linear = row_of(arena, &drawn, r);
            is_empty |= pv_sparse_add(system, &linear) == PV_SPARSE_CONTRADICTION;
        }
        int width = drawn.n_var + 1, n = drawn.n_row;
        bool was_empty = rank_of(&drawn, n, width) > rank_of(&drawn, n, drawn.n_var);
        expect(report, is_empty == was_empty, "round %d: contradiction", round);
        struct pv_linear asked = row_of(arena, &drawn, n);
        bool is_implied = rank_of(&drawn, n + 1, width) == rank_of(&drawn, n, width);
        if (!was_empty)
            expect(report, pv_sparse_implies_zero(system, &asked) == is_implied, "round %d: implied", round);
        n_implied += is_implied;
        n_contradiction += is_empty;
        pv_arena_free(arena);
    }
    expect(report, report->scale < 1 || (n_implied > 100 && n_contradiction > 100), "%d, %d", n_implied,
           n_contradiction);
    report_end(report);
}

/* x_0 = x_1, x_1 = x_2, ..., and x_n = x_0 + y: y is zero. */
static void test_ring(struct report *report)
{
    report_begin(report, "ring");
    enum { N = 1000 };
    struct pv_arena *arena = pv_arena_new();
    struct pv_sparse *system = pv_sparse_new(arena, N + 2);
    struct pv_term terms[3];
    for (int i = 0; i < N; i++) {
        terms[0] = (struct pv_term){i, 1};
        terms[1] = (struct pv_term){i + 1, -1};
        expect(report, pv_sparse_add(system, &(struct pv_linear){0, terms, 2}) == PV_SPARSE_OK, "row %d", i);
    }
    struct pv_term last = {N + 1, 1};
    expect(report, !pv_sparse_implies_zero(system, &(struct pv_linear){0, &last, 1}), "before");
    terms[0] = (struct pv_term){N, 1};
    terms[1] = (struct pv_term){0, -1};
    terms[2] = (struct pv_term){N + 1, -1};
    expect(report, pv_sparse_add(system, &(struct pv_linear){0, terms, 3}) == PV_SPARSE_OK, "last row");
    expect(report, pv_sparse_implies_zero(system, &(struct pv_linear){0, &last, 1}), "after");
    pv_arena_free(arena);
    report_end(report);
}

int main(int argc, char **argv)
{
    struct report report;
    report_init(&report, argc, argv);
    test_random(&report);
    test_ring(&report);
    return report.n_failed > 0;
}
