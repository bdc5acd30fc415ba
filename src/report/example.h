/* Dependences in words: the two accesses in the text, and an example with numbers. */
#ifndef PV_EXAMPLE_H
#define PV_EXAMPLE_H

#include "report/nests.h"

/* The dependence "pairs" { S[i] -> T[j] } between instances of "source" and "target" that meet in "array". Among the examples,
 * those with small parameters are preferred. What cannot be found is left out. To be called within a budget. */
const struct pv_dependence *pv_example_find(const struct pv_report *report, const struct pv_scop *scop,
                                            const struct pv_stmt *source, const struct pv_stmt *target,
                                            const struct pv_array *array, bool is_flow, __isl_keep isl_map *pairs);

#endif
