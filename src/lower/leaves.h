/* The text of the program's statements at the leaves of the syntax tree. */
#ifndef PV_LEAVES_H
#define PV_LEAVES_H

#include "lower/version.h"

/* Add "leaf", whose statement will be made later, under the condition that it belongs to this thread; before it, if that is
 * wanted, a comment with its name and instance. */
void pv_leaves_add(struct pv_cctx *ctx, struct pv_pout *out, const struct pv_code_leaf *leaf);

/* Replace each leaf by its statement, with new references. */
void pv_leaves(struct pv_version *version);

#endif
