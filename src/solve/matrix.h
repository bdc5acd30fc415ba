/* Small integer matrices, stored row by row: rank, kernel, unimodular completion. */
#ifndef PV_MATRIX_H
#define PV_MATRIX_H

#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>

/* The rank of "m"; -1 where numbers become too large. */
int pv_matrix_rank(const int64_t *m, int n_row, int n_col);

/* Independent vectors that span { x : m x = 0 }, one per row of "*basis". Each has its last non-zero entry in a column
 * where all others are zero, and its first non-zero entry positive; those with more zeros at the end come first.
 * Return their number, -1 where numbers become too large. */
int pv_matrix_kernel(struct pv_arena *arena, const int64_t *m, int n_row, int n_col, int64_t **basis);

/* Replace the rows of "m" by independent ones with the same span, in reduced echelon form. Return their number, -1
 * where numbers become too large. */
int pv_matrix_reduce(int64_t *m, int n_row, int n_col);

/* Rows q such that x -> q x is a bijection from the integer points of each { x : m x = c } that has such points to all
 * integer vectors. The rows of "m" are independent. "*inverse" holds, one per row, the vectors x with m x = 0 that are
 * mapped to the unit vectors. Return the number of rows, n_col - n_row; -1 where numbers become too large. */
int pv_matrix_complete(struct pv_arena *arena, const int64_t *m, int n_row, int n_col, int64_t **rows,
                       int64_t **inverse);

#endif
