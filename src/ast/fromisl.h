/* isl's syntax trees as pave's. */
#ifndef PV_FROMISL_H
#define PV_FROMISL_H

#include "ir/ast.h"

#include <isl/ast.h>

/* Append "node" to "list". The identifiers of iterators point to a pv_code_iterator. Return what has no counterpart, or
 * NULL. */
const char *pv_from_isl(struct pv_arena *arena, __isl_take isl_ast_node *node, pv_anodes *list);

#endif
