/* Arithmetic of GMP on numbers of one machine word, linked in place of GMP's own (--wrap). */
#include "base/shortnum.h"

#include "base/workcount.h"

#include <limits.h>
#include <stdbool.h>

_Static_assert(sizeof(mp_limb_t) == sizeof(long) && GMP_NAIL_BITS == 0, "a limb holds as many bits as a long");

/* GMP's functions, under the names that the linker has for them. */
extern void long_set(mpz_ptr result, mpz_srcptr a) __asm__("__real___gmpz_set");
extern void long_set_si(mpz_ptr result, long a) __asm__("__real___gmpz_set_si");
extern void long_mul(mpz_ptr result, mpz_srcptr a, mpz_srcptr b) __asm__("__real___gmpz_mul");
extern void long_addmul(mpz_ptr result, mpz_srcptr a, mpz_srcptr b) __asm__("__real___gmpz_addmul");
extern void long_submul(mpz_ptr result, mpz_srcptr a, mpz_srcptr b) __asm__("__real___gmpz_submul");
extern void long_divexact(mpz_ptr result, mpz_srcptr a, mpz_srcptr b) __asm__("__real___gmpz_divexact");

/* Does "a" have one limb at most? */
static inline bool has_one_limb(mpz_srcptr a)
{
    return (unsigned)(a->_mp_size + 1) <= 2;
}

/* Get "a" as a long; false where it is none. */
static inline bool get(mpz_srcptr a, long *value)
{
    if (a->_mp_size == 0) {
        *value = 0;
        return true;
    }
    if (!has_one_limb(a) || a->_mp_d[0] > LONG_MAX)
        return false;
    long size = (long)a->_mp_d[0];
    *value = a->_mp_size < 0 ? -size : size;
    return true;
}

/* Let "result" be "value"; false where it has no limb yet. */
static inline bool put(mpz_ptr result, long value)
{
    if (result->_mp_alloc < 1)
        return false;
    result->_mp_size = (value > 0) - (value < 0);
    result->_mp_d[0] = value < 0 ? -(mp_limb_t)value : (mp_limb_t)value;
    return true;
}

void pv_short_set(mpz_ptr result, mpz_srcptr a)
{
    if (!has_one_limb(a) || result->_mp_alloc < 1) {
        long_set(result, a);
        return;
    }
    if (a->_mp_size)
        result->_mp_d[0] = a->_mp_d[0];
    result->_mp_size = a->_mp_size;
}

void pv_short_set_si(mpz_ptr result, long a)
{
    if (!put(result, a))
        long_set_si(result, a);
}

void pv_short_mul(mpz_ptr result, mpz_srcptr a, mpz_srcptr b)
{
    long x, y, product;
    pv_work_count_product();
    if (!get(a, &x) || !get(b, &y) || __builtin_mul_overflow(x, y, &product) || !put(result, product))
        long_mul(result, a, b);
}

void pv_short_addmul(mpz_ptr result, mpz_srcptr a, mpz_srcptr b)
{
    long x, y, sum, product;
    if (!a->_mp_size || !b->_mp_size)
        return;
    if (!get(a, &x) || !get(b, &y) || !get(result, &sum) || __builtin_mul_overflow(x, y, &product) ||
        __builtin_add_overflow(sum, product, &sum) || !put(result, sum))
        long_addmul(result, a, b);
}

void pv_short_submul(mpz_ptr result, mpz_srcptr a, mpz_srcptr b)
{
    long x, y, difference, product;
    if (!a->_mp_size || !b->_mp_size)
        return;
    if (!get(a, &x) || !get(b, &y) || !get(result, &difference) || __builtin_mul_overflow(x, y, &product) ||
        __builtin_sub_overflow(difference, product, &difference) || !put(result, difference))
        long_submul(result, a, b);
}

/* get() never gives LONG_MIN, so the quotient fits. */
void pv_short_divexact(mpz_ptr result, mpz_srcptr a, mpz_srcptr b)
{
    long x, y;
    if (!get(a, &x) || !get(b, &y) || y == 0 || !put(result, x / y))
        long_divexact(result, a, b);
}
