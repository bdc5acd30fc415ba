/* Parallel loops that threads share as one with the loop right inside. */
#ifndef PV_COLLAPSE_H
#define PV_COLLAPSE_H

#include "lower/version.h"

/* Let threads share each parallel loop whose body is one collapsible loop together with that loop, if the bounds of the inner
 * loop do not depend on the outer one. In C89 a declaration stands between the two, so they stay apart. A parallel
 * loop whose bounds may be too far apart for OpenMP to count its iterations gets a test whether there are any. */
void pv_collapse(struct pv_version *version);

#endif
