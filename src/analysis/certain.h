/* Finds rows of arrays that a region accesses whatever its data are. */
#ifndef PV_CERTAIN_H
#define PV_CERTAIN_H

#include "ir/scop.h"

/* Does "access" reach one element whose subscripts are known? */
bool pv_access_is_plain(const struct pv_access *access);

/* { [r] }: rows of "array", by the subscripts of all dimensions but the last, in which each execution of the region
 * accesses an element. */
__isl_give isl_set *pv_certain_rows(const struct pv_scop *scop, const struct pv_array *array);

#endif
