/* The references of a statement: expressions to accesses, in the order of evaluation. */
#ifndef PV_REFS_H
#define PV_REFS_H

#include "front/paths.h"

/* Append to "stmt" all references that evaluating "expr" makes, in the current context, and follow
 * what its assignments make known of scalars. */
void pv_refs_collect(struct pv_eval *ec, struct pv_stmt *stmt, struct pv_expr *expr);

/* The access by "expr" itself and the reads that its subscripts make. */
void pv_refs_add(struct pv_eval *ec, struct pv_stmt *stmt, struct pv_expr *expr, int use);

#endif
