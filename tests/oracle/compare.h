/* Compares executions of a region with its model and its dependences. */
#ifndef PV_COMPARE_H
#define PV_COMPARE_H

#include "report.h"

#include "ir/deps.h"

/* Compare one execution of the region of "plan" with its model and with "deps". With "is_exact", the model is
 * expected to know all accesses, those under a condition too. */
void compare_run(struct pv_arena *arena, struct report *report, const struct plan *plan, const struct pv_deps *deps,
                 const struct trace_run *run, bool is_exact);

#endif
