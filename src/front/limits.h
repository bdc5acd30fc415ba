/* Bounds of subscripts that are not affine, for run-time tests that pointers do not overlap. In

       int y = oy * stride - pad + ky;
       if (y >= 0 && y < h && x >= 0 && x < w)
           s += in[y * w + x] * ...;

   "y" has no affine value, but it is limited where "in" is read: the elements from 0 to (h - 1) * w + w - 1 are all that
   may be. */
#ifndef PV_LIMITS_H
#define PV_LIMITS_H

#include "front/evalctx.h"

/* The limits that variables had before a branch. */
struct pv_old_limits {
    struct pv_var *var;
    isl_pw_aff *least, *most;
};
typedef PV_VEC(struct pv_old_limits) pv_limits_before;

/* Add to "bounds" the products that the subscript "expr" lies between; false, and "bounds" is empty, where none are known. */
bool pv_limits_of_subscript(struct pv_eval *ec, const struct pv_expr *expr, pv_products *bounds);

/* The limits of what an assignment of "value" to "var" leaves there; none where the conversion may change the value. To be
 * called before the assignment changes anything; what it finds is to be given to pv_limits_remember(). */
struct pv_old_limits pv_limits_of_value(struct pv_eval *ec, struct pv_var *var, const struct pv_expr *value);

/* Give "limits.var", which has just been bound, these limits. */
void pv_limits_remember(struct pv_eval *ec, struct pv_old_limits limits);

/* Limit the variables that "condition" compares for a branch in which it holds, or fails if not "holds", but those that it
 * writes, and those among "written" (may be NULL), which the branch writes. */
pv_limits_before pv_limits_enter(struct pv_eval *ec, struct pv_expr *condition, bool holds, const pv_vars *written);

/* Take back what pv_limits_enter() did. */
void pv_limits_leave(struct pv_eval *ec, pv_limits_before *before);

#endif
