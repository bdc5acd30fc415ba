/* Constants of the program. */
#ifndef PV_CONSTANTS_H
#define PV_CONSTANTS_H

#include "front/nodes.h"

/* The value of an integer or floating literal. NULL when it was refused. */
struct pv_expr *pv_constant_int(struct pv_extract *x, const struct pv_node *node);
struct pv_expr *pv_constant_float(struct pv_extract *x, const struct pv_node *node);

/* Any other expression with a constant integer value: sizeof, offsetof, an enumerator. Refused as "what" if it has none. */
struct pv_expr *pv_constant_other(struct pv_extract *x, const struct pv_node *node, const char *what);

#endif
