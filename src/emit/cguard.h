/* The test in front of a region's generated code. */
#ifndef PV_CGUARD_H
#define PV_CGUARD_H

#include "emit/cprint.h"
#include "ir/names.h"

/* The condition "guard": lines after the first are "margin" further to the right than its beginning. */
const char *pv_cguard_condition(const struct pv_cprint *how, const struct pv_names *names,
                                const struct pv_pguard *guard, const char *margin);

/* Note the macros that "guard" uses. */
void pv_cguard_macros(const struct pv_pguard *guard, bool uses[PV_CMACROS]);

/* Append what the conditions of "progs" need on top of the file. */
void pv_cguard_print_top(const struct pv_names *names, int n, struct pv_prog *const *progs, struct pv_sb *out);

#endif
