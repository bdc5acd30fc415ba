/* Counted loops with the clauses that are left of them once scalars are resolved. */
#ifndef PV_REBUILT_H
#define PV_REBUILT_H

#include "front/tripcount.h"

/* The loop with the clauses that are left of it. Its iterator stays what it is. */
struct pv_tree *pv_loop_rebuild(struct pv_followed *in, const struct pv_counting *c, struct pv_tree *before,
                                struct pv_expr *init, struct pv_expr *cond, struct pv_tree *body,
                                struct pv_tree *after);
/* The loop with an iterator of its own, "by", in the place of a scalar that is resolved: it starts at "first". */
struct pv_tree *pv_loop_rebuild_declared(struct pv_followed *in, const struct pv_counting *c, struct pv_var *by,
                                         struct pv_tree *before, struct pv_expr *cond, struct pv_tree *body,
                                         struct pv_tree *after);

#endif
