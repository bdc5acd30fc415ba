/* One region from tree to model. */
#ifndef PV_EVALUATE_H
#define PV_EVALUATE_H

#include "front/evalctx.h"

/* The model of "region", evaluated from scratch with the settings, summaries and call stack of
 * "parent"; NULL when the region was refused. */
struct pv_scop *pv_region_evaluate(struct pv_eval *parent, struct pv_region *region);

#endif
