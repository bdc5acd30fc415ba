/* Arithmetic on GMP's numbers where they are short. The program pave is linked so that the functions of GMP below, called
 * by pave or by isl's archive, come here first: nearly all numbers of isl fit in one machine word, and on those each takes
 * a dozen instructions, where GMP, made for long ones, takes fifty. Where an operand or the result is longer, GMP does it. */
#ifndef PV_SHORTNUM_H
#define PV_SHORTNUM_H

#include <gmp.h>
#include <limits.h>
#include <stdbool.h>

_Static_assert(sizeof(mp_limb_t) == sizeof(long) && GMP_NAIL_BITS == 0, "a limb holds as many bits as a long");

/* Does "a" have one limb at most? */
static inline bool pv_short_has_one_limb(mpz_srcptr a)
{
    return (unsigned)(a->_mp_size + 1) <= 2;
}

/* Get "a" as a long; false where it is none, or the smallest. */
static inline bool pv_short_get(mpz_srcptr a, long *value)
{
    if (a->_mp_size == 0) {
        *value = 0;
        return true;
    }
    if (!pv_short_has_one_limb(a) || a->_mp_d[0] > LONG_MAX)
        return false;
    long size = (long)a->_mp_d[0];
    *value = a->_mp_size < 0 ? -size : size;
    return true;
}

/* Let "result" be "value"; false where it has no limb yet. */
static inline bool pv_short_put(mpz_ptr result, long value)
{
    if (result->_mp_alloc < 1)
        return false;
    result->_mp_size = (value > 0) - (value < 0);
    result->_mp_d[0] = value < 0 ? -(mp_limb_t)value : (mp_limb_t)value;
    return true;
}

/* What the linker puts in the place of GMP's functions of these names (--wrap). */
void pv_short_init(mpz_ptr number) __asm__("__wrap___gmpz_init");
void pv_short_clear(mpz_ptr number) __asm__("__wrap___gmpz_clear");
void pv_short_set(mpz_ptr result, mpz_srcptr a) __asm__("__wrap___gmpz_set");
void pv_short_set_si(mpz_ptr result, long a) __asm__("__wrap___gmpz_set_si");
void pv_short_addmul(mpz_ptr result, mpz_srcptr a, mpz_srcptr b) __asm__("__wrap___gmpz_addmul");
void pv_short_submul(mpz_ptr result, mpz_srcptr a, mpz_srcptr b) __asm__("__wrap___gmpz_submul");
void pv_short_divexact(mpz_ptr result, mpz_srcptr a, mpz_srcptr b) __asm__("__wrap___gmpz_divexact");
void pv_short_gcd(mpz_ptr result, mpz_srcptr a, mpz_srcptr b) __asm__("__wrap___gmpz_gcd");
void pv_short_lcm(mpz_ptr result, mpz_srcptr a, mpz_srcptr b) __asm__("__wrap___gmpz_lcm");
int pv_short_cmpabs(mpz_srcptr a, mpz_srcptr b) __asm__("__wrap___gmpz_cmpabs");

#endif
