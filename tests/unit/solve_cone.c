/* Tests of solve/cone and solve/matrix: generators against the constraints they come from, by enumeration and simplex. */
#include "solve/cone.h"

#include "solve/matrix.h"
#include "solve/simplex.h"
#include "solve_random.h"

enum { MAX_DIM = 5, MAX_ROW = 9 };

static struct report report;

#define CHECK(condition) expect(&report, (condition), "line %d: %s", __LINE__, #condition)

struct rows {
    int dim, n;
    int64_t row[MAX_ROW][MAX_DIM];
    enum pv_cone_relation relation[MAX_ROW];
};

static struct rows random_rows(struct rng *rng)
{
    struct rows system = {.dim = rng_range(rng, 1, MAX_DIM), .n = rng_range(rng, 0, MAX_ROW)};
    int largest = rng_range(rng, 1, 4);
    for (int i = 0; i < system.n; i++) {
        system.relation[i] = rng_range(rng, 0, 5) ? PV_CONE_GE : PV_CONE_EQ;
        for (int j = 0; j < system.dim; j++)
            system.row[i][j] = rng_range(rng, 0, 2) ? rng_range(rng, -largest, largest) : 0;
    }
    return system;
}

static struct pv_cone *cone_of(struct pv_arena *arena, const struct rows *system)
{
    struct pv_cone *cone = pv_cone_new(arena, system->dim);
    for (int i = 0; i < system->n; i++)
        CHECK(pv_cone_add(arena, cone, system->row[i], system->relation[i]));
    return cone;
}

static int64_t value_at(const int64_t *row, const int64_t *x, int n)
{
    int64_t value = 0;
    for (int i = 0; i < n; i++)
        value += row[i] * x[i];
    return value;
}

static bool holds(const struct rows *system, const int64_t *x)
{
    for (int i = 0; i < system->n; i++) {
        int64_t value = value_at(system->row[i], x, system->dim);
        if (value < 0 || (value > 0 && system->relation[i] == PV_CONE_EQ))
            return false;
    }
    return true;
}

/* Is "x" a combination of the generators? The multipliers of lines are differences of two variables. */
static bool is_generated(const struct pv_cone *cone, const int64_t *x)
{
    int n_var = 2 * cone->lines.n + cone->rays.n;
    struct pv_simplex *simplex = pv_simplex_new(n_var, PV_SOLVE_RATIONAL);
    struct pv_term *terms = calloc((size_t)n_var + 1, sizeof(*terms));
    for (int d = 0; d < cone->dim; d++) {
        int n = 0;
        for (int i = 0; i < cone->lines.n; i++) {
            terms[n++] = (struct pv_term){2 * i, cone->lines.v[i].v[d]};
            terms[n++] = (struct pv_term){2 * i + 1, -cone->lines.v[i].v[d]};
        }
        for (int i = 0; i < cone->rays.n; i++)
            terms[n++] = (struct pv_term){2 * cone->lines.n + i, cone->rays.v[i].v[d]};
        pv_simplex_add(simplex, PV_REL_EQ, -x[d], terms, n);
    }
    struct pv_solve_work work = {.limit = -1};
    bool found = pv_simplex_minimize(simplex, NULL, &work) == PV_SOLVE_OPTIMAL;
    free(terms);
    pv_simplex_free(simplex);
    return found;
}

/* Every generator fulfils all constraints, and "tight" says which with equality. */
static void check_generators(const struct rows *system, const struct pv_cone *cone)
{
    int64_t opposite[MAX_DIM];
    for (int i = 0; i < cone->lines.n; i++) {
        for (int d = 0; d < cone->dim; d++)
            opposite[d] = -cone->lines.v[i].v[d];
        CHECK(holds(system, cone->lines.v[i].v) && holds(system, opposite));
    }
    for (int i = 0; i < cone->rays.n; i++) {
        CHECK(holds(system, cone->rays.v[i].v));
        for (int r = 0, bit = 0; r < system->n; r++) {
            if (system->relation[r] == PV_CONE_EQ)
                continue;
            bool is_tight = value_at(system->row[r], cone->rays.v[i].v, cone->dim) == 0;
            CHECK(((cone->rays.v[i].tight[bit / 64] >> (bit % 64)) & 1) == is_tight);
            bit++;
        }
    }
}

/* Every point of a small box is generated if and only if it fulfils the constraints. */
static void check_points(struct rng *rng, const struct rows *system, const struct pv_cone *cone)
{
    for (int trial = 0; trial < 12; trial++) {
        int64_t x[MAX_DIM] = {0};
        for (int d = 0; d < system->dim; d++)
            x[d] = rng_range(rng, -3, 3);
        CHECK(is_generated(cone, x) == holds(system, x));
    }
}

/* No ray is a combination of the others. */
static void check_no_more_than_needed(const struct pv_cone *cone)
{
    for (int i = 0; i < cone->rays.n; i++) {
        struct pv_cone others = *cone;
        others.rays.n = 0;
        others.rays.v = calloc((size_t)cone->rays.n, sizeof(struct pv_generator));
        for (int j = 0; j < cone->rays.n; j++)
            if (j != i)
                others.rays.v[others.rays.n++] = cone->rays.v[j];
        CHECK(!is_generated(&others, cone->rays.v[i].v));
        free(others.rays.v);
    }
}

/* The face where a constraint that holds everywhere is tight is the cone with that constraint as an equality. */
static void check_face(struct pv_arena *arena, const struct rows *system, const struct pv_cone *cone)
{
    for (int r = 0; r < system->n; r++) {
        struct pv_cone *face = pv_cone_copy(arena, cone), *cut = pv_cone_copy(arena, cone);
        pv_cone_keep_face(arena, face, system->row[r]);
        CHECK(pv_cone_add(arena, cut, system->row[r], PV_CONE_EQ));
        for (int i = 0; i < cut->rays.n; i++)
            CHECK(is_generated(face, cut->rays.v[i].v));
        for (int i = 0; i < face->rays.n; i++)
            CHECK(is_generated(cut, face->rays.v[i].v));
    }
}

static void test_cones(struct rng *rng)
{
    for (int trial = 0; trial < report_count(&report, 1500); trial++) {
        struct pv_arena *arena = pv_arena_new();
        struct rows system = random_rows(rng);
        struct pv_cone *cone = cone_of(arena, &system);
        check_generators(&system, cone);
        check_points(rng, &system, cone);
        if (trial % 8 == 0) {
            check_no_more_than_needed(cone);
            check_face(arena, &system, cone);
        }
        pv_arena_free(arena);
    }
}

/* Numbers that do not fit leave the cone as it was. */
static void test_large_numbers(void)
{
    struct pv_arena *arena = pv_arena_new();
    struct pv_cone *cone = pv_cone_new(arena, 3);
    int64_t large = PV_CONE_MAX - 1;
    int64_t rows[][3] = {{large, -1, large - 2}, {large - 5, large - 3, 7}, {3, large - 7, large - 11}};
    bool fits = true;
    for (int i = 0; i < 3; i++) {
        struct pv_cone before = *cone;
        bool added = pv_cone_add(arena, cone, rows[i], PV_CONE_GE);
        CHECK(added || (cone->rays.n == before.rays.n && cone->lines.n == before.lines.n));
        fits &= added;
    }
    CHECK(!fits);
    pv_arena_free(arena);
}

/* The kernel is orthogonal to the rows and has the dimension that the rank leaves. */
static void test_kernels(struct rng *rng)
{
    for (int trial = 0; trial < report_count(&report, 3000); trial++) {
        struct pv_arena *arena = pv_arena_new();
        struct rows m = random_rows(rng);
        int64_t *flat = pv_new_array(arena, int64_t, m.n * m.dim + 1), *basis;
        for (int i = 0; i < m.n; i++)
            for (int j = 0; j < m.dim; j++)
                flat[i * m.dim + j] = m.row[i][j];
        int n = pv_matrix_kernel(arena, flat, m.n, m.dim, &basis);
        CHECK(n == m.dim - pv_matrix_rank(flat, m.n, m.dim));
        CHECK(pv_matrix_rank(basis, n, m.dim) == n);
        for (int k = 0; k < n; k++)
            for (int i = 0; i < m.n; i++)
                CHECK(value_at(m.row[i], basis + (ptrdiff_t)k * m.dim, m.dim) == 0);
        pv_arena_free(arena);
    }
}

/* m and the completion together are one to one on integers: the inverse rows are mapped to unit vectors, and each
 * integer point of m x = m y is y plus a combination of them. */
static void test_completions(struct rng *rng)
{
    for (int trial = 0; trial < report_count(&report, 3000); trial++) {
        struct pv_arena *arena = pv_arena_new();
        struct rows m = random_rows(rng);
        int64_t *flat = pv_new_array(arena, int64_t, m.n * m.dim + 1), *rows, *inverse;
        for (int i = 0; i < m.n; i++)
            for (int j = 0; j < m.dim; j++)
                flat[i * m.dim + j] = m.row[i][j];
        int rank = pv_matrix_reduce(flat, m.n, m.dim);
        int n = pv_matrix_complete(arena, flat, rank, m.dim, &rows, &inverse);
        CHECK(n == m.dim - rank);
        for (int a = 0; a < n; a++) {
            for (int b = 0; b < n; b++)
                CHECK(value_at(rows + (ptrdiff_t)a * m.dim, inverse + (ptrdiff_t)b * m.dim, m.dim) == (a == b));
            for (int i = 0; i < m.n; i++)
                CHECK(value_at(m.row[i], inverse + (ptrdiff_t)a * m.dim, m.dim) == 0);
        }
        pv_arena_free(arena);
    }
}

int main(int argc, char **argv)
{
    struct rng rng = {20261115};
    report_init(&report, argc, argv);
    report_begin(&report, "cone: generators are what the constraints describe");
    test_cones(&rng);
    report_end(&report);
    report_begin(&report, "cone: numbers that are too large leave it as it was");
    test_large_numbers();
    report_end(&report);
    report_begin(&report, "matrix: kernels");
    test_kernels(&rng);
    report_end(&report);
    report_begin(&report, "matrix: completions are one to one on integers");
    test_completions(&rng);
    report_end(&report);
    return report.n_failed > 0;
}
