/* The report in the Static Analysis Results Interchange Format, for editors and code review. */
#ifndef PV_SARIF_H
#define PV_SARIF_H

#include "report/facts.h"

/* Append a log of SARIF 2.1.0 with a result for each loop: a warning where pave has no model of it, else a note. The other end
 * of a dependence is a related location. */
void pv_sarif_print(struct pv_sb *out, const struct pv_report *report, const char *version);

#endif
