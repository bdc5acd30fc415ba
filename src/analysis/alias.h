/* Pointers that may point at the same memory. */
#ifndef PV_ALIAS_H
#define PV_ALIAS_H

#include "ir/deps.h"

/* Say once, in a warning, which pointers without "restrict" the model takes to be apart although one of them is
 * written. */
void pv_alias_report(const struct pv_scop *scop, struct pv_diag *diag);

/* Take no such thing for granted: accesses through pointers that may overlap get one more reference each, to
 * a common element, so that writes through one keep their order with all accesses through the others. */
void pv_alias_respect(struct pv_scop *scop);

#endif
