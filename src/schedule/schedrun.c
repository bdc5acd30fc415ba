/* Records the decisions of one run of the scheduler. */
#include "schedule/schedrun.h"

void pv_decide(struct pv_sched_run *run, enum pv_decision_kind kind, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    struct pv_decision decision = {kind, pv_vprintf(run->arena, format, arguments)};
    va_end(arguments);
    pv_push(run->arena, &run->decisions, decision);
}
