/* Opens and closes the budgets of isl's work. */
#include "base/budget.h"

#include "base/memory.h"
#include "base/workcount.h"

#include <stddef.h>

/* What a number beyond 128 bits counts for, in operations: isl counts none for the arithmetic, and such numbers come in tens
 * of thousands, with ever longer ones among them. */
static const unsigned long operations_per_long_number = 40;
/* How many products there may be for an operation. In large systems an operation is a row or a pivot of thousands; a
 * program that takes a second has ten or twenty. */
static const unsigned long products_per_operation = 50;

/* End the work in the context "user", as its limit does. */
static void end_work(void *user)
{
    isl_ctx_set_max_operations(user, 1);
}

/* isl reports want of memory as an error of the context, which is about to be forgotten. */
static void forget_errors(isl_ctx *ctx)
{
    if (isl_ctx_last_error(ctx) == isl_error_alloc)
        pv_note_short_memory();
    isl_ctx_reset_error(ctx);
}

void pv_budget_open(isl_ctx *ctx, unsigned long most)
{
    forget_errors(ctx);
    isl_ctx_reset_operations(ctx);
    isl_ctx_set_max_operations(ctx, most);
    if (most)
        pv_work_watch(most / operations_per_long_number, most * products_per_operation, end_work, ctx);
}

bool pv_budget_is_exceeded(isl_ctx *ctx)
{
    return isl_ctx_last_error(ctx) == isl_error_quota;
}

bool pv_budget_close(isl_ctx *ctx)
{
    bool is_exceeded = pv_budget_is_exceeded(ctx);
    pv_work_watch(0, 0, NULL, NULL);
    isl_ctx_set_max_operations(ctx, 0);
    if (is_exceeded)
        isl_ctx_reset_error(ctx);
    return is_exceeded;
}
