/* The second phase of extraction: a region's tree, evaluated from the top in a context of known
 * values, becomes the polyhedral model. */
#ifndef PV_TREE2SCOP_H
#define PV_TREE2SCOP_H

#include "front/evalctx.h"

/* The model of "region", or NULL when it was refused: region->refused and so on say why. */
struct pv_scop *pv_tree2scop(isl_ctx *ctx, struct pv_arena *arena, struct pv_diag *diag, struct pv_unit *unit,
                             struct pv_region *region, const struct pv_eval_params *params);

#endif
