/* Summaries of called functions: what they do to their array arguments and to globals. */
#ifndef PV_SUMMARY_H
#define PV_SUMMARY_H

#include "front/evalctx.h"

/* The summary of "function", from its body; computed once. Never NULL. */
const struct pv_summary *pv_summary_get(struct pv_eval *ec, struct pv_function *function);
void pv_summaries_free(struct pv_summaries *summaries);

#endif
