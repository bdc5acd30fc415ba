/* Tests of base/shortnum, through GMP's names, as pave is linked: products, sums of products, quotients, common divisors and
 * multiples of all pairs of numbers around the limits of one and two machine words, against functions that pave leaves to GMP.
 * First with GMP's memory, then with that of base/limbs. */
#include "base/limbs.h"

#include <gmp.h>
#include <stdbool.h>
#include <stdio.h>

enum { MOST = 200 };

static mpz_t values[MOST];
static int n_values;

static void add_value(mpz_srcptr value)
{
    mpz_init(values[n_values]);
    mpz_add(values[n_values++], values[0], value);
}

/* 0, and 2^k - 1, 2^k, 2^k + 1 with both signs. */
static void make_values(void)
{
    static const unsigned exponents[] = {0, 1, 2, 31, 32, 33, 61, 62, 63, 64, 65, 127, 128, 130};
    mpz_t value;
    mpz_init(value);
    mpz_init(values[n_values++]);
    for (unsigned i = 0; i < sizeof(exponents) / sizeof(*exponents); i++)
        for (int offset = -1; offset <= 1; offset++) {
            mpz_set_ui(value, 0);
            mpz_setbit(value, exponents[i]);
            if (offset < 0)
                mpz_sub_ui(value, value, 1);
            else
                mpz_add_ui(value, value, (unsigned long)offset);
            add_value(value);
            mpz_neg(value, value);
            add_value(value);
        }
    mpz_clear(value);
}

/* "result" = a * b. */
static void multiply_slowly(mpz_ptr result, mpz_srcptr a, mpz_srcptr b)
{
    mpz_t size, part;
    mpz_inits(size, part, NULL);
    mpz_abs(size, a);
    mpz_sub(result, result, result);
    for (mp_bitcnt_t bit = 0; bit < mpz_sizeinbase(size, 2); bit++)
        if (mpz_tstbit(size, bit)) {
            mpz_mul_2exp(part, b, bit);
            mpz_add(result, result, part);
        }
    if (mpz_sgn(a) < 0)
        mpz_neg(result, result);
    mpz_clears(size, part, NULL);
}

static bool is_equal(const char *what, mpz_srcptr found, mpz_srcptr expected)
{
    if (!mpz_cmp(found, expected))
        return true;
    gmp_printf("FAIL %s gives %Zd, not %Zd\n", what, found, expected);
    return false;
}

/* The functions of two numbers; each result into a number that has no memory yet, and into its first operand. */
static bool check_pair(mpz_srcptr a, mpz_srcptr b)
{
    mpz_t expected, found;
    mpz_inits(expected, found, NULL);
    multiply_slowly(expected, a, b);
    mpz_mul(found, a, b);
    bool ok = is_equal("mul", found, expected);
    mpz_set(found, a);
    ok = is_equal("set", found, a) && ok;
    mpz_mul(found, found, b);
    ok = is_equal("mul in place", found, expected) && ok;
    if (mpz_sgn(b)) {
        mpz_divexact(found, expected, b);
        ok = is_equal("divexact", found, a) && ok;
        mpz_divexact(expected, expected, b);
        ok = is_equal("divexact in place", expected, a) && ok;
    }
    mpz_clears(expected, found, NULL);
    return ok;
}

static int sign_of(int value)
{
    return (value > 0) - (value < 0);
}

/* The functions that do not look at signs. */
static bool check_sizes(mpz_srcptr a, mpz_srcptr b)
{
    mpz_t expected, found, size, other;
    mpz_inits(expected, found, size, other, NULL);
    mpz_abs(size, a);
    mpz_abs(other, b);
    bool ok = sign_of(mpz_cmpabs(a, b)) == sign_of(mpz_cmp(size, other));
    if (!ok)
        gmp_printf("FAIL cmpabs of %Zd and %Zd\n", a, b);
    mpz_gcdext(expected, NULL, NULL, a, b);
    mpz_gcd(found, a, b);
    ok = is_equal("gcd", found, expected) && ok;
    mpz_set(found, a);
    mpz_gcd(found, found, b);
    ok = is_equal("gcd in place", found, expected) && ok;
    if (mpz_sgn(expected))
        mpz_tdiv_q(size, size, expected);
    multiply_slowly(expected, size, other);
    mpz_lcm(found, a, b);
    ok = is_equal("lcm", found, expected) && ok;
    mpz_set(found, b);
    mpz_lcm(found, a, found);
    ok = is_equal("lcm in place", found, expected) && ok;
    mpz_clears(expected, found, size, other, NULL);
    return ok;
}

/* "c" + a * b and "c" - a * b. */
static bool check_sums(mpz_srcptr c, mpz_srcptr a, mpz_srcptr b, mpz_srcptr product)
{
    mpz_t expected, found;
    mpz_inits(expected, found, NULL);
    mpz_add(expected, c, product);
    mpz_set(found, c);
    mpz_addmul(found, a, b);
    bool ok = is_equal("addmul", found, expected);
    mpz_sub(expected, c, product);
    mpz_set(found, c);
    mpz_submul(found, a, b);
    ok = is_equal("submul", found, expected) && ok;
    mpz_clears(expected, found, NULL);
    return ok;
}

static bool check_si(long value)
{
    mpz_t found, expected;
    mpz_inits(found, expected, NULL);
    mpz_set_si(found, value);
    mpz_add_ui(expected, expected, value < 0 ? -(unsigned long)value : (unsigned long)value);
    if (value < 0)
        mpz_neg(expected, expected);
    bool ok = is_equal("set_si", found, expected);
    mpz_set_si(found, 0);
    ok = ok && !mpz_sgn(found);
    mpz_set_si(found, value);
    ok = is_equal("set_si again", found, expected) && ok;
    mpz_clears(found, expected, NULL);
    return ok;
}

static bool check_all(void)
{
    bool ok = true;
    mpz_t product;
    make_values();
    mpz_init(product);
    for (int i = 0; i < n_values; i++) {
        if (mpz_fits_slong_p(values[i]))
            ok = check_si(mpz_get_si(values[i])) && ok;
        for (int j = 0; j < n_values; j++) {
            ok = check_pair(values[i], values[j]) && ok;
            ok = check_sizes(values[i], values[j]) && ok;
            multiply_slowly(product, values[i], values[j]);
            for (int k = 0; k < n_values; k++)
                ok = check_sums(values[k], values[i], values[j], product) && ok;
        }
    }
    mpz_clear(product);
    for (int i = 0; i < n_values; i++)
        mpz_clear(values[i]);
    n_values = 0;
    return ok;
}

int main(void)
{
    bool ok = check_all();
    puts(ok ? "ok numbers" : "FAIL numbers a result is wrong");
    pv_limbs_pool();
    ok = check_all();
    puts(ok ? "ok pool" : "FAIL pool a result is wrong");
    return ok ? 0 : 1;
}
