/* Linear subscripts back to dimensions: A[i * m + j], with 0 <= j < m for every access of the region, is the element
 * [i][j] of an array with rows of m elements. Where 0 <= j < m is not proven, the generated code tests the parameters:
 * those for which it holds are assumed. */
#ifndef PV_DELINEAR_H
#define PV_DELINEAR_H

#include "front/evalctx.h"

enum { PV_MAX_LINEAR = 4 }; /* dimensions that one subscript may stand for, less one */

/* How the last declared dimension of a variable splits: sizes[0] is that of the innermost recovered
 * dimension, sizes[1] that of the next; the outermost one has no size of its own. */
struct pv_shape {
    struct pv_var *var;
    int n_sizes;
    isl_pw_aff *sizes[PV_MAX_LINEAR]; /* [params] -> { [] -> [s] } */
    bool follows;                     /* parameters stand for their factors, where these are known */
    bool merges;                      /* sizes are products where they have names: the factors alone did not do */
    bool is_rejected;
    struct pv_loc loc; /* where it was first seen, and where it was rejected */
    const char *why;
};

/* What the attempts at a region have found out; lives through all of them. */
struct pv_shapes {
    PV_VEC(struct pv_shape *) list;
    bool has_changed;     /* since this was last cleared: the region must be evaluated again */
    bool assumes_nothing; /* what would have to be assumed of the parameters cannot all hold */
};

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

#endif
