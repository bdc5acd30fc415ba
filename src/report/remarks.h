/* The report as remarks that LLVM's tools read. */
#ifndef PV_REMARKS_H
#define PV_REMARKS_H

#include "report/facts.h"

/* Append a YAML document for each decision: Passed where a loop became better, Missed where it did not, Analysis for the
 * rest. */
void pv_remarks_print(struct pv_sb *out, const struct pv_report *report);

#endif
