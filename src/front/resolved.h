/* Expressions with values in the place of resolved scalars. */
#ifndef PV_RESOLVED_H
#define PV_RESOLVED_H

#include "front/followed.h"

/* A copy of "expr" (may be NULL) with values in the place of resolved scalars; what its steps leave in scalars is known from
 * here on. */
struct pv_expr *pv_resolved_expr(struct pv_followed *in, const struct pv_expr *expr);
/* "expr" as a statement: an expression that is left of it, or NULL. */
struct pv_expr *pv_resolved_effect(struct pv_followed *in, struct pv_expr *expr);

#endif
