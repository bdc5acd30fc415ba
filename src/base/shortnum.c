/* Arithmetic of GMP on numbers of one machine word, linked in place of GMP's own (--wrap). */
#include "base/shortnum.h"

#include "base/limbs.h"

#include <stdint.h>

/* GMP's functions, under the names that the linker has for them. */
extern void long_init(mpz_ptr number) __asm__("__real___gmpz_init");
extern void long_clear(mpz_ptr number) __asm__("__real___gmpz_clear");
extern void long_set(mpz_ptr result, mpz_srcptr a) __asm__("__real___gmpz_set");
extern void long_set_si(mpz_ptr result, long a) __asm__("__real___gmpz_set_si");
extern void long_addmul(mpz_ptr result, mpz_srcptr a, mpz_srcptr b) __asm__("__real___gmpz_addmul");
extern void long_submul(mpz_ptr result, mpz_srcptr a, mpz_srcptr b) __asm__("__real___gmpz_submul");
extern void long_divexact(mpz_ptr result, mpz_srcptr a, mpz_srcptr b) __asm__("__real___gmpz_divexact");
extern void long_gcd(mpz_ptr result, mpz_srcptr a, mpz_srcptr b) __asm__("__real___gmpz_gcd");
extern void long_lcm(mpz_ptr result, mpz_srcptr a, mpz_srcptr b) __asm__("__real___gmpz_lcm");
extern int long_cmpabs(mpz_srcptr a, mpz_srcptr b) __asm__("__real___gmpz_cmpabs");

/* Nearly every number gets a value, and so needs a limb: with GMP, it would get one when the value is set. */
void pv_short_init(mpz_ptr number)
{
    if (!pv_limbs_are_pooled) {
        long_init(number);
        return;
    }
    union pv_limb *limb = pv_limbs_unused;
    if (limb)
        pv_limbs_unused = limb->next;
    else
        limb = pv_limbs_cut_one();
    *number = (__mpz_struct){._mp_alloc = 1, ._mp_d = &limb->digits};
}

void pv_short_clear(mpz_ptr number)
{
    if (!pv_limbs_are_pooled || number->_mp_alloc != 1) {
        long_clear(number);
        return;
    }
    union pv_limb *limb = (union pv_limb *)number->_mp_d;
    limb->next = pv_limbs_unused;
    pv_limbs_unused = limb;
}

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

/* A processor divides short numbers faster. */
static long divide(long a, long b)
{
    bool is_narrow = a == (int32_t)a && b == (int32_t)b;
    return is_narrow && b != -1 ? (int32_t)a / (int32_t)b : a / b;
}

/* pv_short_get() never gives LONG_MIN, so the quotient fits. */
void pv_short_divexact(mpz_ptr result, mpz_srcptr a, mpz_srcptr b)
{
    long x, y;
    if (!pv_short_get(a, &x) || !pv_short_get(b, &y) || y == 0 || !pv_short_put(result, divide(x, y)))
        long_divexact(result, a, b);
}

/* The greatest common divisor of two numbers that are not zero. */
static mp_limb_t find_gcd(mp_limb_t a, mp_limb_t b)
{
    int shift = __builtin_ctzl(a | b);
    a >>= __builtin_ctzl(a);
    b >>= __builtin_ctzl(b);
    while (a != b && a != 1 && b != 1) {
        mp_limb_t greater = a > b ? a : b, difference = a > b ? a - b : b - a;
        a = greater - difference;
        b = difference >> __builtin_ctzl(difference);
    }
    return (a < b ? a : b) << shift;
}

/* Have both one limb that is not zero, and has "result" one for the result? */
static bool are_short(mpz_srcptr result, mpz_srcptr a, mpz_srcptr b)
{
    return a->_mp_size && b->_mp_size && pv_short_has_one_limb(a) && pv_short_has_one_limb(b) && result->_mp_alloc >= 1;
}

void pv_short_gcd(mpz_ptr result, mpz_srcptr a, mpz_srcptr b)
{
    if (!are_short(result, a, b)) {
        long_gcd(result, a, b);
        return;
    }
    result->_mp_d[0] = find_gcd(a->_mp_d[0], b->_mp_d[0]);
    result->_mp_size = 1;
}

void pv_short_lcm(mpz_ptr result, mpz_srcptr a, mpz_srcptr b)
{
    bool is_short = are_short(result, a, b);
    mp_limb_t common = is_short ? find_gcd(a->_mp_d[0], b->_mp_d[0]) : 0, product;
    if (!common || __builtin_mul_overflow(a->_mp_d[0] / common, b->_mp_d[0], &product)) {
        long_lcm(result, a, b);
        return;
    }
    result->_mp_d[0] = product;
    result->_mp_size = 1;
}

int pv_short_cmpabs(mpz_srcptr a, mpz_srcptr b)
{
    if (!pv_short_has_one_limb(a) || !pv_short_has_one_limb(b))
        return long_cmpabs(a, b);
    mp_limb_t x = a->_mp_size ? a->_mp_d[0] : 0, y = b->_mp_size ? b->_mp_d[0] : 0;
    return (x > y) - (x < y);
}
