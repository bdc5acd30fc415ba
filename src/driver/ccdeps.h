/* Dependency files that the compiler writes for transformed files. */
#ifndef PV_CCDEPS_H
#define PV_CCDEPS_H

#include "driver/cccommand.h"

/* Correct the dependency file of "file", whatever its name. */
void pv_cc_correct_deps(struct pv_cc_driver *driver, const struct pv_cc_file *file);

#endif
