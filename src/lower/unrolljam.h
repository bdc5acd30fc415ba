/* Unroll and jam: the iterations of outer loops, side by side in the innermost loop of their nest. */
#ifndef PV_UNROLLJAM_H
#define PV_UNROLLJAM_H

#include "lower/bodyexpr.h"

/* What is added by others. */
struct pv_unrolljam_hooks {
    /* Mark "stmt", which "loop" says something about, and which goes from "init" to before "end". */
    void (*loop)(void *user, struct pv_ps *stmt, const struct pv_code_loop *loop, pv_px *init, pv_px *end);
    /* The statement of a leaf. */
    void (*leaf)(void *user, const struct pv_code_leaf *leaf);
    void *user;
};

/* Add the nest at "node", a "for" that is annotated with more than one iteration side by side. The loops of the nest
 * may be run in any order that keeps, for each of them, earlier iterations before later ones where all others are the
 * same: that is how such loops are chosen. False, with nothing added, where the nest has another form: more in its
 * loops than one loop, conditions, or steps. */
bool pv_unrolljam(struct pv_cctx *ctx, struct pv_pout *out, __isl_keep isl_ast_node *node,
                  const struct pv_unrolljam_hooks *hooks);

#endif
