/* Calls replaced by the bodies of the called functions, if that is exact. */
#ifndef PV_INLINER_H
#define PV_INLINER_H

#include "front/evalctx.h"

/* The tree that stands for the statement "tree", a call f(...) or an assignment x = f(...); NULL
 * where it is no such call or the call must stay one. A call is replaced when the function is static
 * or inline, touches memory, returns from no loop, takes arrays in the shape it is given, and changes no structure that it
 * is passed by value. */
struct pv_tree *pv_inline_call(struct pv_eval *ec, struct pv_tree *tree);

#endif
