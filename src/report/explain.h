/* The report of "pave explain" as text. */
#ifndef PV_EXPLAIN_H
#define PV_EXPLAIN_H

#include "report/facts.h"

struct pv_explain_params {
    const char *target; /* the value of --target */
    bool is_verbose;    /* all arrays, the decisions of the scheduler, schedule trees, times */
};

/* Append what became of each loop of the file, with the reasons, and of each region. */
void pv_explain_print(struct pv_sb *out, const struct pv_report *report, const struct pv_explain_params *params);

/* The example of "dependence" in a sentence; NULL where there is none. */
const char *pv_explain_example(struct pv_arena *arena, const struct pv_dependence *dependence);
/* Where the memory of "array" is, and what is copied: clauses. */
const char *pv_explain_array(struct pv_arena *arena, const struct pv_array_facts *array);
const char *pv_explain_kernel(struct pv_arena *arena, const struct pv_kernel_facts *kernel);
const char *pv_explain_order(struct pv_arena *arena, const struct pv_order_facts *order);

#endif
