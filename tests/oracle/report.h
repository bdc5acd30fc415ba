/* Disagreements between pave and the traced program, and totals over all runs. */
#ifndef PV_REPORT_H
#define PV_REPORT_H

#include "plan.h"
#include "trace.h"

struct report {
    const char *file_name;
    const char *arguments; /* of the current run of the program */
    struct pv_sb text;     /* the first disagreements, one paragraph each */
    int n_disagreements;
    unsigned last_inexact_line; /* where the model was last found to know too little */
    long n_instances, n_accesses, n_runs;
    long n_flow_pairs;   /* dependences found in the traces */
    long n_equal_runs;   /* runs where pave must have no others */
    long n_defined_runs; /* runs where the dependences were computed from the accesses of the model too */
    const char *trouble; /* why no comparison was possible, or NULL */
};

/* Count a disagreement about "who" on "line" and add it to the text unless there are many already:
 * FILE:LINE: WHO (run ARGS, n = 3): WHAT. */
void report_disagreement(struct report *report, const struct plan *plan, const struct trace_run *run, unsigned line,
                         const char *who, const char *what);

#endif
