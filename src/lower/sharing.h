/* Loops whose iterations threads or vectors share: their OpenMP directives. */
#ifndef PV_SHARING_H
#define PV_SHARING_H

#include "lower/astexpr.h"

/* The condition that the loop that "loop" is about, from "init" to before "end", or up to it if "has_end", has enough work for
 * threads; the number 1 or 0 where that is always, or never, so. */
pv_px *pv_sharing_enough(struct pv_cctx *ctx, const struct pv_code_loop *loop, pv_px *init, pv_px *end, bool has_end);

/* Decide whether threads and vectors share "stmt", a loop that "loop" is about, from "init" to before "end", or up to it if its
 * condition says so. */
void pv_sharing_decide(struct pv_cctx *ctx, struct pv_ps *stmt, const struct pv_code_loop *loop,
                       enum pv_threads threads, pv_px *init, pv_px *end);

#endif
