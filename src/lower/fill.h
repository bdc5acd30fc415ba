/* Copies of parts of arrays in the memory of blocks and threads: how they are filled and written back. */
#ifndef PV_FILL_H
#define PV_FILL_H

#include "lower/version.h"

/* In kernels, replace the statements that stand for filling or writing back a copy by loops. The threads of a block
 * share the elements of a copy in shared memory; neighbouring threads access neighbouring elements in memory. */
void pv_fill(struct pv_version *version);

/* Add the declaration of "local", and that of the memory in which the partial results of a reduction are combined. */
void pv_fill_declare(struct pv_cctx *ctx, struct pv_pout *out, const struct pv_local *local);
void pv_fill_declare_tree(struct pv_cctx *ctx, struct pv_pout *out, const struct pv_local *local);

#endif
