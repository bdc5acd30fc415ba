/* The test in front of a region's generated code. */
#ifndef PV_CGUARD_H
#define PV_CGUARD_H

#include "emit/cpu.h"

/* The condition under which the generated code of "code", which has a guard, may run: lines after the first are
 * "margin" further to the right than its beginning. NULL with "*failure" set where it has no text. */
const char *pv_cguard_condition(struct pv_cpu *cpu, const struct pv_code *code, const char *margin,
                                const char **failure);

/* Append what the conditions that were printed need on top of the file. */
void pv_cguard_print_top(const struct pv_cpu *cpu, struct pv_sb *out);

#endif
