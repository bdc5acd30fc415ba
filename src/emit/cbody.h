/* The syntax tree of a region in C: its loops and conditions, with the statements in them. */
#ifndef PV_CBODY_H
#define PV_CBODY_H

#include "emit/cexpr.h"
#include "emit/writer.h"

struct pv_cbody_hooks {
    /* Print what stands before a "for", given its annotation; "enough" is a condition: only where it holds has it as many
     * iterations as the mark asks for. */
    void (*loop)(struct pv_cctx *ctx, struct pv_writer *out, const struct pv_code_loop *loop, const char *enough);
    /* A loop for threads that may have too little work for them is written twice, under a condition, where it is short. */
    bool chooses_threads;
    /* Print the launch of a kernel with "body". */
    void (*launch)(struct pv_cctx *ctx, struct pv_writer *out, const struct pv_code_launch *launch,
                   __isl_keep isl_ast_node *body, void *user);
    void *user;
};

/* Print "code". Regions without kernels need no "launch". */
void pv_cbody_print(struct pv_cctx *ctx, struct pv_writer *out, const struct pv_code *code,
                    const struct pv_cbody_hooks *hooks);

/* Print "node", the body of a kernel: ctx->device says of which. */
void pv_cbody_print_kernel(struct pv_cctx *ctx, struct pv_writer *out, __isl_keep isl_ast_node *node);

#endif
