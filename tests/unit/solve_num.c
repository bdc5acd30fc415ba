/* Tests of solve/num: every operation against GMP, around the border between words and big integers. */
#include "solve_random.h"

enum { N_ENTRY = 6 };

/* A number of any size up to 130 bits, small and border cases among them. */
static void random_number(struct rng *rng, mpz_t z)
{
    static const int64_t border[] = {0,         1,        -1, PV_NUM_MAX, -PV_NUM_MAX, PV_NUM_MAX + 1, -PV_NUM_MAX - 1,
                                     INT64_MAX, INT64_MIN};
    int kind = rng_range(rng, 0, 3);
    if (kind == 0) {
        mpz_set_si(z, border[rng_range(rng, 0, 8)]);
    } else if (kind == 1) {
        mpz_set_si(z, rng_range(rng, -20, 20));
    } else {
        mpz_set_si(z, (long)rng_next(rng) >> rng_range(rng, 0, 60));
        if (kind == 3)
            mpz_mul_si(z, z, (long)rng_next(rng) >> rng_range(rng, 0, 60));
    }
}

static bool equals(pv_num a, const mpz_t z)
{
    mpz_t mine;
    mpz_init(mine);
    pv_num_get_mpz(mine, a);
    bool fits = mpz_fits_slong_p(z) && mpz_cmpabs_ui(z, (unsigned long)PV_NUM_MAX) <= 0;
    bool equal = mpz_cmp(mine, z) == 0 && pv_num_is_small(a) == fits;
    mpz_clear(mine);
    return equal;
}

/* Compute with "n" and with the GMP integers "z" of the same values. */
static void check_operations(struct report *report, pv_num *n, mpz_t *z, mpz_t expected)
{
    pv_num r = 0;
    pv_num_mul(&r, n[0], n[1]);
    mpz_mul(expected, z[0], z[1]);
    expect(report, equals(r, expected), "mul");
    if (mpz_sgn(z[1]) != 0) {
        pv_num_divexact(&r, r, n[1]);
        expect(report, equals(r, z[0]), "divexact");
        pv_num_mod(&r, n[0], mpz_sgn(z[1]) > 0 ? n[1] : 7);
        if (mpz_sgn(z[1]) > 0)
            mpz_fdiv_r(expected, z[0], z[1]);
        else
            mpz_fdiv_r_ui(expected, z[0], 7);
        expect(report, equals(r, expected), "mod");
    }
    pv_num_gcd(&r, n[0], n[1]);
    mpz_gcd(expected, z[0], z[1]);
    expect(report, equals(r, expected), "gcd");
    pv_num_neg(&r, n[2]);
    mpz_neg(expected, z[2]);
    expect(report, equals(r, expected), "neg");
    pv_num_set(&r, n[2]);
    pv_num_addmul(&r, n[0], n[1]);
    mpz_set(expected, z[2]);
    mpz_addmul(expected, z[0], z[1]);
    expect(report, equals(r, expected), "addmul");
    expect(report, pv_num_sign(r) == mpz_sgn(expected), "sign");
    mpz_mul(expected, z[0], z[1]);
    mpz_submul(expected, z[2], z[3]);
    expect(report, pv_num_cmp_products(n[0], n[1], n[2], n[3]) == mpz_sgn(expected), "cmp_products");
    int64_t word;
    bool fits = pv_num_get_int(n[3], &word);
    expect(report, fits == (mpz_fits_slong_p(z[3]) != 0) && (!fits || mpz_cmp_si(z[3], word) == 0), "get_int");
    pv_num_clear(&r);
}

static void test_numbers(struct report *report)
{
    report_begin(report, "numbers against GMP");
    struct rng rng = {13};
    mpz_t z[4], expected;
    pv_num n[4] = {0};
    mpz_init(expected);
    for (int k = 0; k < 4; ++k)
        mpz_init(z[k]);
    for (int i = 0; i < report_count(report, 200000) && !report->failed; ++i) {
        for (int k = 0; k < 4; ++k) {
            random_number(&rng, z[k]);
            pv_num_set_mpz(&n[k], z[k]);
            expect(report, equals(n[k], z[k]), "set_mpz");
        }
        check_operations(report, n, z, expected);
    }
    for (int k = 0; k < 4; ++k) {
        pv_num_clear(&n[k]);
        mpz_clear(z[k]);
    }
    mpz_clear(expected);
    report_end(report);
}

static struct pv_row *row_alloc(void)
{
    struct pv_row *row = calloc(1, sizeof(*row) + sizeof(row->v[0]) * N_ENTRY);
    row->n = N_ENTRY;
    return row;
}

static void random_row(struct rng *rng, struct pv_row *row, mpz_t *z)
{
    pv_row_clear(row);
    for (int i = 0; i < N_ENTRY; ++i) {
        random_number(rng, z[i]);
        if (i == 0 && mpz_sgn(z[i]) == 0)
            mpz_set_si(z[i], 1);
        pv_num_set_mpz(&row->v[i], z[i]);
    }
    pv_row_tighten(row);
}

/* row = reduced(scale * row + factor * src), in both ways. */
static void check_rows(struct report *report, struct rng *rng, struct pv_row **row, mpz_t z[3][N_ENTRY])
{
    static const int index[N_ENTRY] = {0, 1, 2, 3, 4, 5};
    mpz_t *factor = z[2];
    pv_num scale = 0, times = 0;
    random_number(rng, factor[0]);
    random_number(rng, factor[1]);
    pv_num_set_mpz(&scale, factor[0]);
    pv_num_set_mpz(&times, factor[1]);
    pv_row_combine(row[0], scale, times, row[1], index, N_ENTRY);
    mpz_set_si(factor[2], 0);
    for (int i = 0; i < N_ENTRY; ++i) {
        mpz_mul(z[0][i], z[0][i], factor[0]);
        mpz_addmul(z[0][i], z[1][i], factor[1]);
        expect(report, equals(row[0]->v[i], z[0][i]), "combine");
        mpz_gcd(factor[2], factor[2], z[0][i]);
    }
    if (row[0]->v[0] != 0) {
        pv_row_reduce(row[0]);
        for (int i = 0; i < N_ENTRY; ++i) {
            mpz_divexact(z[0][i], z[0][i], factor[2]);
            expect(report, equals(row[0]->v[i], z[0][i]), "reduce");
        }
    }
    pv_row_clear(row[1]);
    pv_row_copy(row[1], row[0]);
    pv_row_clear(row[0]);
    for (int i = 0; i < N_ENTRY; ++i)
        expect(report, equals(row[1]->v[i], z[0][i]) && row[0]->v[i] == 0, "copy");
    pv_num_clear(&scale);
    pv_num_clear(&times);
}

/* There is nothing to divide by in a row of zeros. */
static void test_row_of_zeros(struct report *report)
{
    report_begin(report, "row of zeros");
    struct pv_row *row = row_alloc();
    pv_row_tighten(row);
    pv_row_reduce(row);
    for (int i = 0; i < N_ENTRY; ++i)
        expect(report, row->v[i] == 0, "entry %d", i);
    free(row);
    report_end(report);
}

static void test_rows(struct report *report)
{
    report_begin(report, "rows against GMP");
    struct rng rng = {19};
    mpz_t z[3][N_ENTRY];
    struct pv_row *row[2] = {row_alloc(), row_alloc()};
    for (int k = 0; k < 3 * N_ENTRY; ++k)
        mpz_init(z[k / N_ENTRY][k % N_ENTRY]);
    for (int i = 0; i < report_count(report, 50000) && !report->failed; ++i) {
        random_row(&rng, row[0], z[0]);
        random_row(&rng, row[1], z[1]);
        check_rows(report, &rng, row, z);
    }
    for (int k = 0; k < 3 * N_ENTRY; ++k)
        mpz_clear(z[k / N_ENTRY][k % N_ENTRY]);
    for (int k = 0; k < 2; ++k) {
        pv_row_clear(row[k]);
        free(row[k]);
    }
    report_end(report);
}

int main(int argc, char **argv)
{
    struct report report;
    report_init(&report, argc, argv);
    test_numbers(&report);
    test_rows(&report);
    test_row_of_zeros(&report);
    return report.n_failed > 0;
}
