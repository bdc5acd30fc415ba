/* Variables to arrays of the model, with their extents. */
#ifndef PV_ARRAYS_H
#define PV_ARRAYS_H

#include "front/evalctx.h"

/* The array that stands for "var"; made when first asked for. Never NULL. */
struct pv_array *pv_arrays_get(struct pv_eval *ec, struct pv_var *var);
/* The array through which calls of unknown effect keep their order. */
struct pv_array *pv_arrays_get_effects(struct pv_eval *ec);

#endif
