/* Expressions: libclang's nodes to struct pv_expr. */
#ifndef PV_EXTRACT_H
#define PV_EXTRACT_H

#include "front/nodes.h"

struct pv_moving;

/* The value of an expression. NULL when it was refused. */
struct pv_expr *pv_extract_expr(struct pv_extract *x, const struct pv_node *node);
/* The same for an expression whose value nobody uses: it may also change pointers that move. */
struct pv_expr *pv_extract_effect(struct pv_extract *x, const struct pv_node *outer);
/* "pointer = value" at "node", for a pointer that moves. NULL when it was refused. */
struct pv_expr *pv_extract_pointer_value(struct pv_extract *x, const struct pv_node *node, struct pv_var *pointer,
                                         const struct pv_node *value);
/* The object an lvalue names. False when it was refused. */
bool pv_extract_place(struct pv_extract *x, const struct pv_node *node, struct pv_place *place);
/* The same for a name. */
bool pv_extract_name(struct pv_extract *x, const struct pv_node *node, struct pv_place *place);
/* The pointer that "node" names, if the part in work changes it and nothing else may; otherwise NULL. "*moving" is what is
 * known about it, NULL when it is met for the first time. */
struct pv_var *pv_extract_moving(struct pv_extract *x, const struct pv_node *node, struct pv_moving **moving);
/* The place a pointer value points at. False when it was refused. */
bool pv_extract_pointee(struct pv_extract *x, const struct pv_node *node, struct pv_place *place);

/* The function a call names; false for a call through a pointer. */
bool pv_extract_callee(const struct pv_node *call, struct pv_cursor *callee);

#endif
