/* Linear subscripts back to dimensions: A[i * m + j], with 0 <= j < m for every access of the region, is the element
 * [i][j] of an array with rows of m elements. Where 0 <= j < m is not proven, the generated code tests the parameters:
 * those for which it holds are assumed. */
#ifndef PV_DELINEAR_H
#define PV_DELINEAR_H

#include "front/linear.h"

void pv_shapes_free(struct pv_shapes *shapes);

/* The shape in which accesses to "var" are to be read, or NULL. */
struct pv_shape *pv_delinear_shape(const struct pv_eval *ec, const struct pv_var *var);

/* Is "expr" a sum of products of which a subscript can be made, and not affine? */
bool pv_delinear_is_linear(struct pv_eval *ec, const struct pv_expr *expr);

/* "subscript" is the last one of an access to "var" and is not affine. If it is linear with products
 * of parameters as strides, remember the shape that it suggests. */
void pv_delinear_propose(struct pv_eval *ec, struct pv_var *var, const struct pv_expr *subscript);

/* Split "subscript" by "shape" into shape->n_sizes + 1 values, outermost first. Where it does not fit
 * and no condition on the parameters makes it fit, reject the shape and return false. */
bool pv_delinear_split(struct pv_eval *ec, struct pv_shape *shape, const struct pv_expr *subscript,
                       struct pv_value *values);

/* Does "value" stay in 0 <= value < size for all instances that get here, or for those with parameters that generated code
 * tests or that the user has promised by a mark? */
bool pv_delinear_keeps_row(struct pv_eval *ec, __isl_keep isl_pw_aff *value, int64_t size);

#endif
