/* The product of GMP, counted against the budget, in every program that links this file: pave takes the place of GMP's function
 * by defining it, so no option of the linker is needed and the count is the same however pave is linked. The installed
 * libraries leave GMP as it is. */
#include "base/shortnum.h"
#include "base/workcount.h"

/* Operands up to this many limbs are copied to the stack. */
enum { MOST_COPIED = 32 };

/* The limbs of "a" where writing to "result" does not change them: in "copy", of MOST_COPIED limbs, if both are one number. */
static const mp_limb_t *stable_limbs(mpz_srcptr a, mpz_srcptr result, mp_limb_t *copy)
{
    if (a == result)
        mpn_copyi(copy, mpz_limbs_read(a), (mp_size_t)mpz_size(a));
    return a == result ? copy : mpz_limbs_read(a);
}

/* "a" is not shorter than "b", which is not zero. As GMP does, take new memory only where "result" has too little: long numbers
 * are counted when they are allocated. */
static void multiply(mpz_ptr result, mpz_srcptr a, mpz_srcptr b)
{
    mp_limb_t copy[MOST_COPIED], other_copy[MOST_COPIED];
    mp_size_t n = (mp_size_t)mpz_size(a), n_other = (mp_size_t)mpz_size(b);
    bool is_negative = (mpz_sgn(a) < 0) != (mpz_sgn(b) < 0);
    const mp_limb_t *limbs = stable_limbs(a, result, copy), *others = stable_limbs(b, result, other_copy);
    mpn_mul(mpz_limbs_write(result, n + n_other), limbs, n, others, n_other);
    mpz_limbs_finish(result, is_negative ? -(n + n_other) : n + n_other);
}

static __attribute__((noinline)) void multiply_long(mpz_ptr result, mpz_srcptr a, mpz_srcptr b)
{
    if (mpz_size(a) < mpz_size(b)) {
        multiply_long(result, b, a);
    } else if (!mpz_sgn(b)) {
        mpz_set_si(result, 0);
    } else if ((result == a || result == b) && mpz_size(a) > MOST_COPIED) {
        mpz_t product;
        mpz_init(product);
        multiply(product, a, b);
        mpz_swap(result, product);
        mpz_clear(product);
    } else {
        multiply(result, a, b);
    }
}

/* The last product of the budget. Apart from mpz_mul(), which then has no variables to save across a call. */
static __attribute__((noinline)) void multiply_last(mpz_ptr result, mpz_srcptr a, mpz_srcptr b)
{
    pv_work_end_products();
    multiply_long(result, a, b);
}

/* Nearly all numbers of isl fit in one machine word: their sizes, -1, 0 or 1, are their signs. */
__attribute__((visibility("default"))) void mpz_mul(mpz_ptr result, mpz_srcptr a, mpz_srcptr b)
{
    mp_limb_t product = 0;
    if (pv_work_count_product()) {
        multiply_last(result, a, b);
        return;
    }
    bool is_short = pv_short_has_one_limb(a) && pv_short_has_one_limb(b) && result->_mp_alloc >= 1;
    bool is_zero = !a->_mp_size || !b->_mp_size;
    if (!is_short || (!is_zero && __builtin_mul_overflow(a->_mp_d[0], b->_mp_d[0], &product))) {
        multiply_long(result, a, b);
        return;
    }
    result->_mp_size = a->_mp_size * b->_mp_size;
    result->_mp_d[0] = product;
}
