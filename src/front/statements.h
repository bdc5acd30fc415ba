/* Statements: libclang's nodes to struct pv_tree. */
#ifndef PV_STATEMENTS_H
#define PV_STATEMENTS_H

#include "front/extract.h"

typedef PV_VEC(const struct pv_node *) pv_node_vec;

/* The statements "nodes", which follow each other, as one block; "is_scope" as in the tree. NULL when
 * one of them was refused. */
struct pv_tree *pv_extract_block(struct pv_extract *x, const pv_node_vec *nodes, struct pv_range range, bool is_scope);

/* Where a statement is, with the semicolon at its end. */
struct pv_range pv_extract_statement_range(struct pv_extract *x, const struct pv_node *node);

/* The statements below a PV_NODE_BLOCK. */
void pv_node_statements(struct pv_arena *arena, const struct pv_node *block, pv_node_vec *nodes);

/* The variable that "name" means at "offset" of the main file; NULL for none. */
struct pv_var *pv_extract_lookup(struct pv_extract *x, const char *name, unsigned offset);

#endif
