#include "driver/stages.h"

/* What became of each loop, told. With --strict, a nest without a model is an error. */
bool pv_stage_report(struct pv_job *job)
{
    enum pv_report_detail detail = job->options->verbose ? PV_REPORT_LOOPS : PV_REPORT_NESTS;
    return !pv_report_print(job->report, job->diag, detail, job->options->output.strict);
}
