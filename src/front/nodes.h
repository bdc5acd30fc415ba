/* What extraction asks of a node, and how it refuses one. */
#ifndef PV_NODES_H
#define PV_NODES_H

#include "front/symbols.h"

struct pv_range pv_node_range(struct pv_extract *x, const struct pv_node *node);
struct pv_loc pv_node_loc(struct pv_extract *x, const struct pv_node *node);
const struct pv_ctype *pv_node_type(struct pv_extract *x, const struct pv_node *node);

/* Report that "what", at "node", is not supported, with a remedy that may be NULL. Returns NULL for all callers that
 * return a pointer. */
void *pv_node_refuse(struct pv_extract *x, const struct pv_node *node, const char *what, const char *remedy);

/* The only expression below "node", or NULL when there are none or several. */
const struct pv_node *pv_node_only_expr(const struct pv_node *node);

/* "node" without the parentheses and conversions around it that the user did not write. */
const struct pv_node *pv_node_strip(const struct pv_node *node);

/* Is "node" of pointer or array type? */
bool pv_node_is_pointer(const struct pv_node *node);

#endif
