/* Decides which factor of a product is the size of a row. */
#ifndef PV_ROWSIZES_H
#define PV_ROWSIZES_H

#include "front/linear.h"

/* Size "i" of "shape" over the current iterators. */
__isl_give isl_pw_aff *pv_shape_size(const struct pv_eval *ec, const struct pv_shape *shape, int i);

/* A product of two values that do not change, as in x[h * w + i * w + j], has one of them for its size: the one that is a size
 * of "shape" or of another term of "sum". */
void pv_choose_sizes(const struct pv_eval *ec, const struct pv_shape *shape, pv_terms *sum);

#endif
