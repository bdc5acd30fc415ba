/* isl's syntax trees as pave's. */
#ifndef PV_FROMISL_H
#define PV_FROMISL_H

#include "ir/ast.h"

#include <isl/ast.h>

/* Append "node" to "list". The identifiers of iterators point to a pv_code_iterator. The nodes of marks may be
 * annotated with a node of pave's that says what the mark is about, and those of statements with a leaf. Return what has no counterpart, or NULL. */
const char *pv_from_isl(struct pv_arena *arena, __isl_take isl_ast_node *node, pv_anodes *list);

/* "expr" as an expression of pave's; NULL where it is NULL, or where it has no counterpart. */
pv_ax *pv_from_isl_expr(struct pv_arena *arena, __isl_take isl_ast_expr *expr);

#endif
