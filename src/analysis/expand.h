/* Expansion: copies of arrays, so that iterations that overwrite one array do not wait for each other. */
#ifndef PV_EXPAND_H
#define PV_EXPAND_H

#include "analysis/webs.h"

/* An access or its text before the change. */
struct pv_expanded_access {
    struct pv_access *access;
    struct pv_access before;
};
struct pv_expanded_expr {
    struct pv_expr *expr;
    struct pv_expr before;
};

/* The changes to a model, which can be taken back. */
struct pv_expansion {
    struct pv_scop *scop;
    int n_stmts, n_arrays;  /* before: the others are made up */
    isl_schedule *schedule; /* the original order before */
    const bool *is_freed;   /* by statement number: is it in a loop that copies make parallel? */
    int depth;              /* the loops around the outermost of those */
    bool is_spread;         /* the copies are those of scalars, for another innermost loop (analysis/spread) */
    PV_VEC(struct pv_expanded_access) accesses;
    PV_VEC(struct pv_expanded_expr) exprs;
};

/* Let each web of "webs" with loops work on an array of its own, local to the region, with a copy of the web's array
 * for each iteration of these loops; a web that reads values from before the region works on a copy that a new
 * statement fills first. Where a value is read after the region, a new statement behind the iteration that computes it
 * copies it to the web's array. Dependences and schedules of the model are of no use afterwards. NULL where there is no
 * such web, or one whose copies have no size that is a simple function of the parameters, or isl failed; then the model
 * is as before. */
struct pv_expansion *pv_expand(struct pv_webs *webs);

/* Exchange the model, that of a spread expansion, with the one before, or, the next time, back again. */
void pv_expand_swap(struct pv_expansion *expansion);

/* Take "expansion" back. */
void pv_expand_undo(struct pv_expansion *expansion);

#endif
