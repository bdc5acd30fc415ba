/* Unsigned subscripts that wrap around: i * n + j of 32 bits is a row and a column only if it is less than 2^32. The
 * generated code tests that the largest one is. */
#ifndef PV_FITS_H
#define PV_FITS_H

#include "front/evalctx.h"

/* Assume that (row + 1) * sizes[0] * ... * sizes[n - 1] <= 2^bits, with 1 <= bits <= 32, for the largest "row" { [i] -> [r] }
 * of all instances that get here. The sizes [params] -> { [] -> [s] } are positive where any does. The condition is a named
 * value, 0 or 1, which the generated code tests. Return false where there is no such test. */
bool pv_fits_assume(struct pv_eval *ec, __isl_keep isl_pw_aff *row, int n, isl_pw_aff *const *sizes, int bits);

#endif
