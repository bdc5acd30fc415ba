/* The report as one HTML page that needs no network. */
#ifndef PV_PAGE_H
#define PV_PAGE_H

#include "report/facts.h"

/* A program that pave tune has tried. */
struct pv_page_trial {
    const char *name, *failure; /* its options; NULL: nothing is wrong */
    double seconds;             /* the median of "n_runs" runs */
    int n_runs;
};

/* What pave tune has found. */
struct pv_page_tuning {
    const char *summary;
    int n, best, normal;                /* numbers of the best program and of pave's choice */
    const struct pv_page_trial *trials; /* in the order in which they were tried */
};

struct pv_page_params {
    const char *target, *version;
    const char *program;                 /* the generated text, with #line directives, which are taken out */
    const char *kernels;                 /* the same of kernels in a file of their own; or NULL */
    const struct pv_page_tuning *tuning; /* or NULL */
    bool has_times;                      /* show the time that each stage took */
};

/* Append the page. */
void pv_page_print(struct pv_sb *out, const struct pv_report *report, const struct pv_page_params *params);

#endif
