/* Arithmetic of GMP on numbers of one machine word, linked in place of GMP's own (--wrap). */
#include "base/shortnum.h"

/* GMP's functions, under the names that the linker has for them. */
extern void long_set(mpz_ptr result, mpz_srcptr a) __asm__("__real___gmpz_set");
extern void long_set_si(mpz_ptr result, long a) __asm__("__real___gmpz_set_si");
extern void long_addmul(mpz_ptr result, mpz_srcptr a, mpz_srcptr b) __asm__("__real___gmpz_addmul");
extern void long_submul(mpz_ptr result, mpz_srcptr a, mpz_srcptr b) __asm__("__real___gmpz_submul");
extern void long_divexact(mpz_ptr result, mpz_srcptr a, mpz_srcptr b) __asm__("__real___gmpz_divexact");

void pv_short_set(mpz_ptr result, mpz_srcptr a)
{
    if (!pv_short_has_one_limb(a) || result->_mp_alloc < 1) {
        long_set(result, a);
        return;
    }
    if (a->_mp_size)
        result->_mp_d[0] = a->_mp_d[0];
    result->_mp_size = a->_mp_size;
}

void pv_short_set_si(mpz_ptr result, long a)
{
    if (!pv_short_put(result, a))
        long_set_si(result, a);
}

void pv_short_addmul(mpz_ptr result, mpz_srcptr a, mpz_srcptr b)
{
    long x, y, sum, product;
    if (!a->_mp_size || !b->_mp_size)
        return;
    if (!pv_short_get(a, &x) || !pv_short_get(b, &y) || !pv_short_get(result, &sum) ||
        __builtin_mul_overflow(x, y, &product) || __builtin_add_overflow(sum, product, &sum) ||
        !pv_short_put(result, sum))
        long_addmul(result, a, b);
}

void pv_short_submul(mpz_ptr result, mpz_srcptr a, mpz_srcptr b)
{
    long x, y, difference, product;
    if (!a->_mp_size || !b->_mp_size)
        return;
    if (!pv_short_get(a, &x) || !pv_short_get(b, &y) || !pv_short_get(result, &difference) ||
        __builtin_mul_overflow(x, y, &product) || __builtin_sub_overflow(difference, product, &difference) ||
        !pv_short_put(result, difference))
        long_submul(result, a, b);
}

/* pv_short_get() never gives LONG_MIN, so the quotient fits. */
void pv_short_divexact(mpz_ptr result, mpz_srcptr a, mpz_srcptr b)
{
    long x, y;
    if (!pv_short_get(a, &x) || !pv_short_get(b, &y) || y == 0 || !pv_short_put(result, x / y))
        long_divexact(result, a, b);
}
