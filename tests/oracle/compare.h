/* Compares executions of a region with its model. */
#ifndef PV_COMPARE_H
#define PV_COMPARE_H

#include "plan.h"
#include "trace.h"

/* Collects disagreements and totals over all runs. */
struct report {
    const char *file_name;
    const char *arguments; /* of the current run of the program */
    struct pv_sb text;     /* the first disagreements, one paragraph each */
    int n_disagreements;
    long n_instances, n_accesses, n_runs;
    const char *trouble; /* why no comparison was possible, or NULL */
};

/* Compare one execution of the region of "plan" with its model. With "is_exact", accesses under a
 * condition are expected to happen as the model says. */
void compare_run(struct pv_arena *arena, struct report *report, const struct plan *plan, const struct trace_run *run,
                 bool is_exact);

#endif
