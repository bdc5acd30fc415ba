/* What a search has found: a table and a chart for people, and a file of options for pave. */
#ifndef PV_TUNEREPORT_H
#define PV_TUNEREPORT_H

#include "tune/lab.h"
#include "tune/search.h"

/* Append the table of the fastest programs and what became of the others. */
void pv_tunereport_print(struct pv_workshop *shop, const struct pv_search_result *result, struct pv_sb *out);
/* Report that "normal", pave's choice, has failed, and why. */
void pv_tunereport_failure(struct pv_workshop *shop, const struct pv_trial *normal);
/* How much faster the best program is, in a line. */
const char *pv_tunereport_summary(const struct pv_workshop *shop, const struct pv_search_result *result);
/* Append the options of the best program, as pave and pavecc take them from a file, with comments on where they come from. */
void pv_tunereport_options(struct pv_workshop *shop, const struct pv_search_result *result, struct pv_sb *out);

#endif
