/* Arithmetic on GMP's numbers where they are short. The program pave is linked so that the functions of GMP below, called
 * by pave or by isl's archive, come here first: nearly all numbers of isl fit in one machine word, and on those each takes
 * a dozen instructions, where GMP, made for long ones, takes fifty. Where an operand or the result is longer, GMP does it. */
#ifndef PV_SHORTNUM_H
#define PV_SHORTNUM_H

#include <gmp.h>

/* What the linker puts in the place of GMP's functions of these names (--wrap). */
void pv_short_set(mpz_ptr result, mpz_srcptr a) __asm__("__wrap___gmpz_set");
void pv_short_set_si(mpz_ptr result, long a) __asm__("__wrap___gmpz_set_si");
void pv_short_mul(mpz_ptr result, mpz_srcptr a, mpz_srcptr b) __asm__("__wrap___gmpz_mul");
void pv_short_addmul(mpz_ptr result, mpz_srcptr a, mpz_srcptr b) __asm__("__wrap___gmpz_addmul");
void pv_short_submul(mpz_ptr result, mpz_srcptr a, mpz_srcptr b) __asm__("__wrap___gmpz_submul");
void pv_short_divexact(mpz_ptr result, mpz_srcptr a, mpz_srcptr b) __asm__("__wrap___gmpz_divexact");

#endif
