/* The syntax tree of a region as a program: its loops and conditions, with the statements in them; in kernels, which block
 * and which thread runs what, and where the threads of a block wait for each other. */
#ifndef PV_BUILD_H
#define PV_BUILD_H

#include "lower/bodyexpr.h"

struct pv_build_hooks {
    /* Add the launch of a kernel with "body". */
    void (*launch)(struct pv_cctx *ctx, struct pv_pout *out, const struct pv_code_launch *launch, const pv_anodes *body,
                   void *user);
    /* Add what must be done before the statement of "leaf", which stands outside of kernels; or NULL. */
    void (*before)(struct pv_cctx *ctx, struct pv_pout *out, const struct pv_code_leaf *leaf, void *user);
    void *user;
};

/* Add "code". Regions without kernels need no "launch". */
void pv_build(struct pv_cctx *ctx, struct pv_pout *out, const struct pv_code *code, const struct pv_build_hooks *hooks);

/* Add "nodes", the body of a kernel: ctx->device says of which. */
void pv_build_kernel(struct pv_cctx *ctx, struct pv_pout *out, const pv_anodes *nodes);

#endif
