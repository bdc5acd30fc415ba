/* Pointers that move in the region. Each stands for a place with subscripts of its own: the value that it has where the region
 * begins, or the variable that it is set to, is the base, and made-up scalars hold how far it is from there. A change of the
 * pointer is a change of these scalars. */
#ifndef PV_MOVING_H
#define PV_MOVING_H

#include "front/symbols.h"

/* Does what is in work change the pointer that "decl" declares? */
bool pv_moving_is_changed(const struct pv_extract *x, struct pv_cursor decl);

/* The pointer "var", or NULL where nothing is known about it yet. */
struct pv_moving *pv_moving_find(const struct pv_extract *x, const struct pv_var *var);
/* The pointer "var", with the value that it has where the region begins as its base. */
struct pv_moving *pv_moving_from_itself(struct pv_extract *x, struct pv_var *var, struct pv_range range);

/* Does a subscript of "place" depend on how far a pointer has moved? */
bool pv_moving_is_place(const struct pv_place *place);

/* The place that it points at. */
struct pv_place pv_moving_place(struct pv_extract *x, const struct pv_moving *moving, struct pv_range range);
/* "op", a step, or an addition or subtraction of "operand" (NULL for a step), as a change of its scalar. */
struct pv_expr *pv_moving_step(struct pv_extract *x, const struct pv_moving *moving, enum pv_op op,
                               struct pv_expr *operand, struct pv_range range);
/* "var = &place" as assignments to its scalars; NULL, and refused, where it has another base. */
struct pv_expr *pv_moving_assign(struct pv_extract *x, struct pv_var *var, const struct pv_place *place,
                                 struct pv_range range);

/* How far "a" is behind "b", or whether it is, as "op", a comparison or PV_OP_SUB, asks; NULL where they have nothing in
 * common. */
struct pv_expr *pv_moving_compare(struct pv_extract *x, enum pv_op op, const struct pv_place *a,
                                  const struct pv_place *b, const struct pv_ctype *type, struct pv_range range);

/* Declare the scalars of all pointers that moved at the start of "block", the body of a function. */
void pv_moving_declare(struct pv_extract *x, struct pv_tree *block);
/* Hand them to "region". */
void pv_moving_finish(struct pv_extract *x, struct pv_region *region);

#endif
