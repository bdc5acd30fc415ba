/* Strides that statements have with different offsets (document 001, section 5.8). */
#ifndef PV_SHIFT_H
#define PV_SHIFT_H

#include <isl/union_map.h>
#include <stdbool.h>

/* Where the statements of "*executed" { [c, t, ...] -> S[i] } have values of dimension "pos" that differ by constants from multiples of
 * one number, replace t by two dimensions: t - r and r, r the constant of a statement modulo that number. Return whether it was
 * done. */
bool pv_shift(isl_union_map **executed, int pos);

#endif
