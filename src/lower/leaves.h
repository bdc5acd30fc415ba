/* The text of the program's statements at the leaves of the syntax tree. */
#ifndef PV_LEAVES_H
#define PV_LEAVES_H

#include "lower/version.h"

/* Replace each leaf by its statement, with new references. */
void pv_leaves(struct pv_version *version);

#endif
