/* Memory that functions of unknown effect may access, other than through their arguments. */
#ifndef PV_REACH_H
#define PV_REACH_H

#include "ir/scop.h"

/* May "stmt" call a function that reaches memory by ways that its arguments do not show? Functions of the C library that print
 * or tell the time do not. */
bool pv_reach_is_open(const struct pv_stmt *stmt);
/* May any statement of "scop" do so? */
bool pv_reach_is_open_in(const struct pv_scop *scop);

/* May code outside of the function have a pointer to the memory of "array"? */
bool pv_reach_has(const struct pv_array *array);

#endif
