/* Scalars in place of array elements that an innermost loop leaves in place. A compiler that does not know that two
 * pointers differ, as in the functions that OpenMP's regions become, reads and writes memory in every iteration. */
#ifndef PV_SCALARS_H
#define PV_SCALARS_H

#include "lower/bodyexpr.h"

/* What was done for one loop. */
struct pv_promotion {
    pv_pblock before; /* stands before it */
    pv_pblock first;  /* its body begins with */
    pv_pblock last;   /* its body ends with */
    pv_pblock after;  /* stands after it */
    int n_outer;      /* of ctx->scalars, those that were there before */
};

/* Append the leaves of "node" to "leaves". False where there is more than statements. */
bool pv_promote_find_leaves(struct pv_arena *arena, __isl_keep isl_ast_node *node, pv_code_leaves *leaves);

/* Find the elements that a loop with the iterator at "depth" around "leaves" alone neither moves away from nor reaches in
 * another way, and those that several leaves update in one iteration; "mark" says what is special about the loop, or is
 * NULL. From here on until pv_promote_end() their scalars take their place. Reading them before the loop is
 * right only if the loop has an iteration. ctx->known holds what is known in the body. */
struct pv_promotion pv_promote_begin(struct pv_cctx *ctx, const pv_code_leaves *leaves, int depth,
                                     const struct pv_mark *mark);
void pv_promote_end(struct pv_cctx *ctx, const struct pv_promotion *promotion);

/* Add "statements". */
void pv_promote_add(struct pv_pout *out, const pv_pblock *statements);

#endif
