/* The leaves of the generated code. */
#ifndef PV_LEAF_H
#define PV_LEAF_H

#include "ast/localfill.h"

/* Annotate the user node "node" with what its statement needs at this place, below "marks", in "kernel" (may be NULL). */
__isl_give isl_ast_node *pv_leaf_attach(__isl_take isl_ast_node *node, __isl_keep isl_ast_build *build,
                                        struct pv_code *code, const struct pv_kernel *kernel, const pv_marks *marks);

#endif
