/* Loops whose iterations go side by side in the innermost loop of their nest: unrolled, and jammed. */
#ifndef PV_CJAM_H
#define PV_CJAM_H

#include "emit/cexpr.h"
#include "emit/writer.h"

/* What is printed by others. */
struct pv_cjam_printer {
    /* What comes before a loop that "loop" says something about, and that goes from "init" to before "end". */
    void (*loop)(void *user, const struct pv_code_loop *loop, struct pv_ctext init, struct pv_ctext end);
    /* The statement of a leaf. */
    void (*leaf)(void *user, const struct pv_code_leaf *leaf);
    void *user;
};

/* Print the nest at "node", a "for" that is annotated with more than one iteration side by side. The loops of the nest
 * may be run in any order that keeps, for each of them, earlier iterations before later ones where all others are the
 * same: that is how such loops are chosen. False, with nothing printed, where the nest has another form: more in its
 * loops than one loop, conditions, or steps. */
bool pv_cjam_print(struct pv_cctx *ctx, struct pv_writer *out, __isl_keep isl_ast_node *node,
                   const struct pv_cjam_printer *printer);

#endif
