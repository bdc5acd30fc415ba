/* Unused iterators of loops with one iteration. */
#ifndef PV_SPARE_H
#define PV_SPARE_H

#include "lower/version.h"

/* Remove the iterators of loops with one iteration that no statement names, now that all statements have their text. */
void pv_spare_drop(struct pv_version *version);

#endif
