/* The report as one HTML page that needs no network. */
#ifndef PV_PAGE_H
#define PV_PAGE_H

#include "report/facts.h"

struct pv_page_params {
    const char *target, *version;
    const char *program; /* the generated text, with #line directives, which are taken out */
    const char *kernels; /* the same of kernels in a file of their own; or NULL */
    bool has_times;      /* show the time that each stage took */
};

/* Append the page. */
void pv_page_print(struct pv_sb *out, const struct pv_report *report, const struct pv_page_params *params);

#endif
