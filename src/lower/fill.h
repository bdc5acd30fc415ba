/* Copies of parts of arrays in the memory of blocks and threads: how they are filled and written back. */
#ifndef PV_FILL_H
#define PV_FILL_H

#include "lower/buffers.h"

/* The condition that "value", of "member", is one for this block or thread to run; NULL where every one is. */
pv_px *pv_fill_is_mine(struct pv_cctx *ctx, const struct pv_kernel_member *member, pv_px *value);

/* The condition that this thread has points, and is not there to fill shared memory alone. */
pv_px *pv_fill_is_no_carrier(struct pv_cctx *ctx);

/* Add what fills a copy. Threads of a block share the elements of one in shared memory, neighbours in the block those
 * that are neighbours in memory; a barrier must follow. */
void pv_fill_add(struct pv_cctx *ctx, struct pv_pout *out, const struct pv_code_fill *fill);

/* Add what writes it back, if anything. */
void pv_fill_add_back(struct pv_cctx *ctx, struct pv_pout *out, const struct pv_code_fill *fill);

/* Add the declaration of "local", and that of the memory in which the partial results of a reduction are combined. */
void pv_fill_declare(struct pv_cctx *ctx, struct pv_pout *out, const struct pv_local *local);
void pv_fill_declare_tree(struct pv_cctx *ctx, struct pv_pout *out, const struct pv_local *local);

/* A coordinate of this block or thread, and how many there are along its axis. */
pv_px *pv_fill_id(struct pv_cctx *ctx, enum pv_kernel_level level, int axis);
pv_px *pv_fill_count(struct pv_cctx *ctx, enum pv_kernel_level level, int axis);

#endif
