/* Budgets: limits on the work that isl may do. */
#ifndef PV_BUDGET_H
#define PV_BUDGET_H

#include <isl/ctx.h>
#include <stdbool.h>

/* Let "ctx" do at most "most" operations until pv_budget_close(); 0: as many as it needs. Earlier errors of the context are
 * forgotten. Budgets do not nest. */
void pv_budget_open(isl_ctx *ctx, unsigned long most);

/* Is the open budget exceeded? Then all functions of isl fail until it is closed. */
bool pv_budget_is_exceeded(isl_ctx *ctx);

/* Lift the limit. Return whether it was exceeded: then no result since pv_budget_open() counts, even if it looks like one,
 * because a question that isl could not answer may have been taken for a no. The context can be used again afterwards;
 * errors other than an exceeded budget stay. */
bool pv_budget_close(isl_ctx *ctx);

#endif
