/* The memory accesses of calls. */
#ifndef PV_CALLS_H
#define PV_CALLS_H

#include "front/paths.h"

/* The path whose memory an argument hands over: a slice, a pointer variable, or what "&" is applied
 * to; NULL for an argument passed by value. */
struct pv_expr *pv_call_pointer_argument(struct pv_expr *arg);

/* Append the accesses of "call" through its pointer arguments and to global variables, and to the
 * rest of the world where its effect is unknown. */
void pv_calls_add(struct pv_eval *ec, struct pv_stmt *stmt, struct pv_expr *call);

/* May a call of "function" (NULL: through a pointer) change memory other than through its arguments, or act on
 * the world outside? */
bool pv_call_is_opaque(struct pv_eval *ec, struct pv_function *function);

#endif
