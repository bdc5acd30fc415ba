/* Scalars in place of array elements that an innermost loop leaves in place. A compiler that does not know that two
 * pointers differ, as in the functions that OpenMP's regions become, reads and writes memory in every iteration. */
#ifndef PV_PROMOTE_H
#define PV_PROMOTE_H

#include "emit/cexpr.h"
#include "emit/writer.h"

/* What was done for one loop. */
struct pv_promotion {
    PV_VEC(const char *) before; /* lines that stand before it */
    PV_VEC(const char *) first;  /* lines that its body begins with */
    PV_VEC(const char *) last;   /* lines that its body ends with */
    PV_VEC(const char *) after;  /* lines that stand after it */
    int n_outer;                 /* of ctx->scalars, those that were there before */
};

/* Append the leaves of "node" to "leaves". False where there is more than statements. */
bool pv_promote_find_leaves(struct pv_arena *arena, __isl_keep isl_ast_node *node, pv_code_leaves *leaves);

/* Find the elements that a loop with the iterator at "depth" around "leaves" alone neither moves away from nor reaches in
 * another way, and those that several leaves update in one iteration; "mark" says what is special about the loop, or is
 * NULL. From here on until pv_promote_end() their scalars are printed in their place. Reading them before the loop is
 * right only if the loop has an iteration. ctx->known holds what is known in the body. */
struct pv_promotion pv_promote_begin(struct pv_cctx *ctx, const pv_code_leaves *leaves, int depth,
                                     const struct pv_mark *mark);
void pv_promote_end(struct pv_cctx *ctx, const struct pv_promotion *promotion);

#endif
