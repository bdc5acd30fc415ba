/* Prints disagreements between pave and the traced program, and totals over all runs. */
#include "report.h"

/* Disagreements after these are only counted. */
#define MAX_REPORTED 8

void report_disagreement(struct report *report, const struct plan *plan, const struct trace_run *run, unsigned line,
                         const char *who, const char *what)
{
    if (report->n_disagreements++ >= MAX_REPORTED)
        return;
    struct pv_sb *sb = &report->text;
    pv_sb_printf(sb, "%s:%u: %s (run \"%s\"", report->file_name, line, who, report->arguments);
    for (int i = 0; i < run->n_parameters; i++)
        pv_sb_printf(sb, ", %s = %lld", plan->scop->parameters.v[i]->name, (long long)run->parameters[i]);
    pv_sb_printf(sb, "): %s\n", what);
}
