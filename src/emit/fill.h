/* Copies of parts of arrays in the memory of blocks and threads: how they are filled and written back. */
#ifndef PV_FILL_H
#define PV_FILL_H

#include "emit/cexpr.h"
#include "emit/writer.h"

/* The condition that "value", of "member", is one for this block or thread to run; NULL where every one is. */
const char *pv_fill_is_mine(struct pv_cctx *ctx, const struct pv_kernel_member *member, struct pv_ctext value);

/* The condition that this thread has points, and is not there to fill shared memory alone. */
const char *pv_fill_is_no_carrier(struct pv_cctx *ctx);

/* Print what fills a copy. Threads of a block share the elements of one in shared memory, neighbours in the block those
 * that are neighbours in memory; a barrier must follow. */
void pv_fill_print(struct pv_cctx *ctx, struct pv_writer *out, const struct pv_code_fill *fill);

/* Print what writes it back, if anything. */
void pv_fill_print_back(struct pv_cctx *ctx, struct pv_writer *out, const struct pv_code_fill *fill);

/* Print "unroll" (may be NULL), which asks for the loop that follows to be unrolled. */
void pv_fill_print_unroll(const char *unroll, struct pv_writer *out);

/* The declaration of "local", and that of the memory in which the partial results of a reduction are combined. */
const char *pv_fill_declaration(struct pv_cctx *ctx, const struct pv_local *local);
const char *pv_fill_tree_declaration(struct pv_cctx *ctx, const struct pv_local *local);

#endif
