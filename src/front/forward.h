/* Scalars that hold a linear subscript: int k = (b * n + f) * m + i; x[k] = 0. The value of "k" is not affine, so that it is
 * no known value; the expression that it was given takes its place in subscripts, where rows can be recovered from it. */
#ifndef PV_FORWARD_H
#define PV_FORWARD_H

#include "front/evalctx.h"

/* What an assignment of "value" to "var" leaves in "var", in terms of scalars with known values; NULL where it cannot be
 * written so, or where it would be of no use in a subscript. To be called before the assignment changes anything. */
struct pv_definition *pv_forward_define(struct pv_eval *ec, const struct pv_var *var, const struct pv_expr *value);

/* The definition of "var" where it has one that holds here, else NULL. */
const struct pv_definition *pv_forward_definition(struct pv_eval *ec, struct pv_var *var);

/* Remember that "var" has just been given "definition" (may be NULL), which becomes part of its binding. */
void pv_forward_remember(struct pv_eval *ec, struct pv_var *var, struct pv_definition *definition);

/* "expr", of "stmt", with the definitions of scalars in the place of the scalars in its subscripts, as far as they hold here;
 * "expr" itself where there is nothing to replace. */
struct pv_expr *pv_forward_into_subscripts(struct pv_eval *ec, struct pv_stmt *stmt, struct pv_expr *expr);

/* The same for the whole of a statement with control of its own: what it writes itself keeps its name in it. */
struct pv_tree *pv_forward_into_tree(struct pv_eval *ec, struct pv_stmt *stmt, struct pv_tree *tree);

#endif
