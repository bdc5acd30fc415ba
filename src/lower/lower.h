/* Turns syntax trees into programs, and takes all remaining decisions. */
#ifndef PV_LOWER_H
#define PV_LOWER_H

#include "lower/lowering.h"

/* The program that "code" becomes. NULL with "*failure" set where it has no form in C. */
struct pv_prog *pv_lower_region(const struct pv_lowering *lowering, const struct pv_code *code, const char **failure);

/* What the programs of a file have in common. */
struct pv_lower_unit {
    int n;
    struct pv_prog *const *progs;
    PV_VEC(struct pv_range) replaced; /* text that goes, in its order */
    struct pv_pshared shared;
};
/* Find what the kernels of "unit" share, and the names that are used no more. Return why something has no form in C, or NULL:
 * then no region can run on the device. */
const char *pv_lower_unit(const struct pv_lowering *lowering, struct pv_lower_unit *unit);

#endif
