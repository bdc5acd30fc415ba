/* Integers without limit: one machine word while they are small, GMP integers behind a pointer
 * otherwise; and rows of them. */
#ifndef PV_NUM_H
#define PV_NUM_H

#include <gmp.h>
#include <stdbool.h>
#include <stdint.h>

/* A word whose two top bits are equal is the number itself; any other word points to a GMP integer.
 * Every number has one representation: a value that fits a word is never stored as a GMP integer.
 * A pv_num that may be big is released with pv_num_clear(); assignment with "=" moves it. */
typedef int64_t pv_num;

#define PV_NUM_MAX ((INT64_C(1) << 62) - 1)

static inline bool pv_num_is_small(pv_num a)
{
    return a >= -PV_NUM_MAX && a <= PV_NUM_MAX;
}

/* How many operations there have been so far whose numbers did not fit words, each as often as its result has words. */
unsigned long pv_num_big_operations(void);

/* In all functions below "r" holds a number before the call, and may be one of the operands. */
void pv_num_set_big_(pv_num *r, pv_num a);
void pv_num_set_wide_(pv_num *r, __int128 a);
void pv_num_free_(pv_num *r);
void pv_num_addmul_big_(pv_num *r, pv_num a, pv_num b);
int pv_num_cmp_products_big_(pv_num a, pv_num b, pv_num c, pv_num d);

static inline void pv_num_clear(pv_num *r)
{
    if (!pv_num_is_small(*r))
        pv_num_free_(r);
    *r = 0;
}

/* r = a */
static inline void pv_num_set(pv_num *r, pv_num a)
{
    if (pv_num_is_small(a) && pv_num_is_small(*r))
        *r = a;
    else
        pv_num_set_big_(r, a);
}

/* r = a, for any machine word "a" */
static inline void pv_num_set_int(pv_num *r, int64_t a)
{
    pv_num_set_wide_(r, a);
}

/* r = r + a * b */
static inline void pv_num_addmul(pv_num *r, pv_num a, pv_num b)
{
    if (pv_num_is_small(a) && pv_num_is_small(b) && pv_num_is_small(*r)) {
        __int128 sum = (__int128)a * b + *r;
        if (sum >= -PV_NUM_MAX && sum <= PV_NUM_MAX)
            *r = (int64_t)sum;
        else
            pv_num_set_wide_(r, sum);
    } else {
        pv_num_addmul_big_(r, a, b);
    }
}

/* The sign of a * b - c * d */
static inline int pv_num_cmp_products(pv_num a, pv_num b, pv_num c, pv_num d)
{
    if (pv_num_is_small(a) && pv_num_is_small(b) && pv_num_is_small(c) && pv_num_is_small(d)) {
        __int128 left = (__int128)a * b, right = (__int128)c * d;
        return (left > right) - (left < right);
    }
    return pv_num_cmp_products_big_(a, b, c, d);
}

/* -1, 0 or 1 */
int pv_num_sign_big_(pv_num a);
static inline int pv_num_sign(pv_num a)
{
    return pv_num_is_small(a) ? (a > 0) - (a < 0) : pv_num_sign_big_(a);
}

void pv_num_mul(pv_num *r, pv_num a, pv_num b);
void pv_num_neg(pv_num *r, pv_num a);
/* The greatest common divisor, never negative. */
void pv_num_gcd(pv_num *r, pv_num a, pv_num b);
/* r = a / b, which is known to leave no remainder. */
void pv_num_divexact(pv_num *r, pv_num a, pv_num b);
/* The rest in [0, b) of the division of "a" by "b" > 0. */
void pv_num_mod(pv_num *r, pv_num a, pv_num b);

void pv_num_get_mpz(mpz_t r, pv_num a);
void pv_num_set_mpz(pv_num *r, const mpz_t a);
/* Store "a" in "*r" and return true if it fits; else leave "*r" alone. */
bool pv_num_get_int(pv_num a, int64_t *r);

/* "n" numbers. No entry exceeds "bound" in absolute value, but "bound" may be larger than needed;
 * PV_ROW_BIG if some entry may be a GMP integer. "next" is free for the owner. */
struct pv_row {
    struct pv_row *next;
    int64_t bound;
    int n;
    pv_num v[];
};

#define PV_ROW_BIG INT64_MAX

/* Release the big entries of "row", set all to zero. */
void pv_row_clear(struct pv_row *row);
/* Let "dst", all of whose entries are small, be a copy of "src", of the same length. */
void pv_row_copy(struct pv_row *dst, const struct pv_row *src);
/* Make "bound" as small as the entries allow. Call it after entries were written one by one. */
void pv_row_tighten(struct pv_row *row);
/* row[i] = row[i] + a * b */
void pv_row_add_to_entry(struct pv_row *row, int i, pv_num a, pv_num b);
/* row = scale * row + factor * src, where all non-zero entries of "src" are among "index". */
void pv_row_combine(struct pv_row *row, pv_num scale, pv_num factor, const struct pv_row *src, const int *index,
                    int n_index);
/* Divide all entries by their greatest common divisor; the first entry is not zero. */
void pv_row_reduce(struct pv_row *row);

#endif
