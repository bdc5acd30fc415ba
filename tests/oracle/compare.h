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
    unsigned last_inexact_line; /* where the model was last found to know too little */
    long n_instances, n_accesses, n_runs;
    const char *trouble; /* why no comparison was possible, or NULL */
};

/* Compare one execution of the region of "plan" with its model. With "is_exact", the model is expected
 * to know all accesses, those under a condition too. */
void compare_run(struct pv_arena *arena, struct report *report, const struct plan *plan, const struct trace_run *run,
                 bool is_exact);

#endif
