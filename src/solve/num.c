/* Numbers that are machine words until they must become big integers. */
#include "solve/num.h"

#include "base/arena.h"

#include <stdlib.h>
#include <string.h>

/* The pointer to a GMP integer is aligned and has free top bits: shift it down and mark bit 62. */
#define BIG_MARK (UINT64_C(1) << 62)

static __mpz_struct *big_of(pv_num a)
{
    return (__mpz_struct *)(uintptr_t)(((uint64_t)a & ~BIG_MARK) << 2);
}

/* Make "*r" a GMP integer of undefined value, and return it. */
static __mpz_struct *make_big(pv_num *r)
{
    if (!pv_num_is_small(*r))
        return big_of(*r);
    __mpz_struct *z = pv_must_calloc(1, sizeof(*z));
    mpz_init(z);
    *r = (int64_t)(((uint64_t)(uintptr_t)z >> 2) | BIG_MARK);
    return z;
}

void pv_num_free_(pv_num *r)
{
    mpz_clear(big_of(*r));
    free(big_of(*r));
    *r = 0;
}

static void mpz_set_int(mpz_t r, int64_t a)
{
    _Static_assert(sizeof(long) == sizeof(int64_t), "GMP's long interface must take 64 bits");
    mpz_set_si(r, (long)a);
}

void pv_num_get_mpz(mpz_t r, pv_num a)
{
    if (pv_num_is_small(a))
        mpz_set_int(r, a);
    else
        mpz_set(r, big_of(a));
}

bool pv_num_get_int(pv_num a, int64_t *r)
{
    if (pv_num_is_small(a)) {
        *r = a;
        return true;
    }
    if (!mpz_fits_slong_p(big_of(a)))
        return false;
    *r = mpz_get_si(big_of(a));
    return true;
}

void pv_num_set_mpz(pv_num *r, const mpz_t a)
{
    if (mpz_fits_slong_p(a) && pv_num_is_small(mpz_get_si(a))) {
        int64_t word = mpz_get_si(a);
        pv_num_clear(r);
        *r = word;
    } else {
        mpz_set(make_big(r), a);
    }
}

void pv_num_set_big_(pv_num *r, pv_num a)
{
    if (*r == a)
        return;
    if (pv_num_is_small(a)) {
        pv_num_clear(r);
        *r = a;
    } else {
        mpz_set(make_big(r), big_of(a));
    }
}

void pv_num_set_wide_(pv_num *r, __int128 a)
{
    if (a >= -PV_NUM_MAX && a <= PV_NUM_MAX) {
        pv_num_clear(r);
        *r = (int64_t)a;
        return;
    }
    unsigned __int128 magnitude = a < 0 ? -(unsigned __int128)a : (unsigned __int128)a;
    __mpz_struct *z = make_big(r);
    mpz_set_ui(z, (unsigned long)(magnitude >> 64));
    mpz_mul_2exp(z, z, 64);
    mpz_add_ui(z, z, (unsigned long)magnitude);
    if (a < 0)
        mpz_neg(z, z);
}

/* Operands as GMP integers: those that are big already are lent, the others converted. */
struct operand {
    mpz_t own;
    const __mpz_struct *z;
};

static void operand_init(struct operand *op, pv_num a)
{
    mpz_init(op->own);
    if (pv_num_is_small(a)) {
        mpz_set_int(op->own, a);
        op->z = op->own;
    } else {
        op->z = big_of(a);
    }
}

static void operand_clear(struct operand *op)
{
    mpz_clear(op->own);
}

static _Thread_local unsigned long n_big_operations;

unsigned long pv_num_big_operations(void)
{
    return n_big_operations;
}

/* r = op(a, b) for a GMP operation "op". */
static void apply_big(pv_num *r, pv_num a, pv_num b, void (*op)(mpz_t, const mpz_t, const mpz_t))
{
    struct operand left, right;
    operand_init(&left, a);
    operand_init(&right, b);
    mpz_t result;
    mpz_init(result);
    op(result, left.z, right.z);
    n_big_operations += 1 + mpz_size(result);
    pv_num_set_mpz(r, result);
    mpz_clear(result);
    operand_clear(&left);
    operand_clear(&right);
}

void pv_num_addmul_big_(pv_num *r, pv_num a, pv_num b)
{
    pv_num product = 0;
    apply_big(&product, a, b, mpz_mul);
    apply_big(r, *r, product, mpz_add);
    pv_num_clear(&product);
}

int pv_num_cmp_products_big_(pv_num a, pv_num b, pv_num c, pv_num d)
{
    pv_num left = 0, right = 0, difference = 0;
    apply_big(&left, a, b, mpz_mul);
    apply_big(&right, c, d, mpz_mul);
    apply_big(&difference, left, right, mpz_sub);
    int sign = pv_num_sign(difference);
    pv_num_clear(&left);
    pv_num_clear(&right);
    pv_num_clear(&difference);
    return sign;
}

int pv_num_sign_big_(pv_num a)
{
    return mpz_sgn(big_of(a));
}

void pv_num_mul(pv_num *r, pv_num a, pv_num b)
{
    if (pv_num_is_small(a) && pv_num_is_small(b))
        pv_num_set_wide_(r, (__int128)a * b);
    else
        apply_big(r, a, b, mpz_mul);
}

void pv_num_neg(pv_num *r, pv_num a)
{
    if (pv_num_is_small(a))
        pv_num_set(r, -a);
    else
        pv_num_mul(r, a, -1);
}

static int64_t gcd_words(int64_t a, int64_t b)
{
    a = a < 0 ? -a : a;
    b = b < 0 ? -b : b;
    while (b != 0) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

void pv_num_gcd(pv_num *r, pv_num a, pv_num b)
{
    if (pv_num_is_small(a) && pv_num_is_small(b))
        pv_num_set(r, gcd_words(a, b));
    else
        apply_big(r, a, b, mpz_gcd);
}

void pv_num_divexact(pv_num *r, pv_num a, pv_num b)
{
    if (pv_num_is_small(a) && pv_num_is_small(b))
        pv_num_set(r, a / b);
    else
        apply_big(r, a, b, mpz_divexact);
}

void pv_num_mod(pv_num *r, pv_num a, pv_num b)
{
    if (pv_num_is_small(a) && pv_num_is_small(b)) {
        int64_t rest = a % b;
        pv_num_set(r, rest < 0 ? rest + b : rest);
    } else {
        apply_big(r, a, b, mpz_fdiv_r);
    }
}

void pv_row_clear(struct pv_row *row)
{
    if (row->bound == PV_ROW_BIG)
        for (int i = 0; i < row->n; ++i)
            pv_num_clear(&row->v[i]);
    else
        memset(row->v, 0, sizeof(row->v[0]) * (size_t)row->n);
    row->bound = 0;
}

void pv_row_copy(struct pv_row *dst, const struct pv_row *src)
{
    dst->bound = src->bound;
    if (src->bound == PV_ROW_BIG)
        for (int i = 0; i < src->n; ++i)
            pv_num_set(&dst->v[i], src->v[i]);
    else
        memcpy(dst->v, src->v, sizeof(src->v[0]) * (size_t)src->n);
}

void pv_row_tighten(struct pv_row *row)
{
    int64_t bound = 0;
    for (int i = 0; i < row->n; ++i) {
        int64_t a = row->v[i];
        if (!pv_num_is_small(a)) {
            row->bound = PV_ROW_BIG;
            return;
        }
        a = a < 0 ? -a : a;
        bound = a > bound ? a : bound;
    }
    row->bound = bound;
}

void pv_row_add_to_entry(struct pv_row *row, int i, pv_num a, pv_num b)
{
    pv_num_addmul(&row->v[i], a, b);
    int64_t magnitude = row->v[i] < 0 ? -row->v[i] : row->v[i];
    if (!pv_num_is_small(row->v[i]))
        row->bound = PV_ROW_BIG;
    else if (magnitude > row->bound)
        row->bound = magnitude;
}

/* Can scale * row + factor * src be computed in machine words, judging by the bounds? Store the bound
 * of the result in "*bound" if so. */
static bool fits_words(const struct pv_row *row, int64_t scale, int64_t factor, const struct pv_row *src,
                       int64_t *bound)
{
    __int128 left = (__int128)row->bound * scale, right = (__int128)src->bound * factor;
    __int128 sum = (left < 0 ? -left : left) + (right < 0 ? -right : right);
    if (sum > PV_NUM_MAX)
        return false;
    *bound = (int64_t)sum;
    return true;
}

static void combine_words(struct pv_row *row, int64_t scale, int64_t factor, const struct pv_row *src, const int *index,
                          int n_index)
{
    if (scale != 1)
        for (int i = 0; i < row->n; ++i)
            row->v[i] *= scale;
    for (int k = 0; k < n_index; ++k)
        row->v[index[k]] += factor * src->v[index[k]];
}

static void combine_numbers(struct pv_row *row, pv_num scale, pv_num factor, const struct pv_row *src, const int *index,
                            int n_index)
{
    if (scale != 1)
        for (int i = 0; i < row->n; ++i)
            if (row->v[i] != 0)
                pv_num_mul(&row->v[i], row->v[i], scale);
    for (int k = 0; k < n_index; ++k)
        pv_num_addmul(&row->v[index[k]], factor, src->v[index[k]]);
    pv_row_tighten(row);
}

void pv_row_combine(struct pv_row *row, pv_num scale, pv_num factor, const struct pv_row *src, const int *index,
                    int n_index)
{
    bool words = row->bound != PV_ROW_BIG && src->bound != PV_ROW_BIG && pv_num_is_small(scale) &&
                 pv_num_is_small(factor);
    int64_t bound = 0;
    if (words && !fits_words(row, scale, factor, src, &bound)) {
        pv_row_tighten(row);
        words = fits_words(row, scale, factor, src, &bound);
    }
    if (words) {
        combine_words(row, scale, factor, src, index, n_index);
        row->bound = bound;
    } else {
        combine_numbers(row, scale, factor, src, index, n_index);
    }
}

static void reduce_words(struct pv_row *row)
{
    int64_t g = row->v[0];
    for (int i = 1; i < row->n && g != 1 && g != -1; ++i)
        if (row->v[i] != 0)
            g = gcd_words(g, row->v[i]);
    g = g < 0 ? -g : g;
    if (g <= 1) /* nothing in common, or all zero */
        return;
    for (int i = 0; i < row->n; ++i)
        if (row->v[i] != 0)
            row->v[i] /= g;
    row->bound /= g;
}

void pv_row_reduce(struct pv_row *row)
{
    if (row->bound != PV_ROW_BIG) {
        reduce_words(row);
        return;
    }
    pv_num g = 0;
    for (int i = 0; i < row->n && g != 1; ++i)
        if (row->v[i] != 0)
            pv_num_gcd(&g, g, row->v[i]);
    if (g != 1) {
        for (int i = 0; i < row->n && g != 0; ++i) /* 0: all numbers are */
            if (row->v[i] != 0)
                pv_num_divexact(&row->v[i], row->v[i], g);
        pv_row_tighten(row);
    }
    pv_num_clear(&g);
}
