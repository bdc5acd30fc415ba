/* Values computed in place: a scalar whose last value is stored to an element of an array gives way to that element. */
#ifndef PV_INPLACE_H
#define PV_INPLACE_H

#include "analysis/webs.h"

/* An access, its text or a statement before the change; while the original model is active, the changed version. */
struct pv_inplace_access {
    struct pv_access *access;
    struct pv_access before;
};
struct pv_inplace_expr {
    struct pv_expr *expr;
    struct pv_expr before;
};
struct pv_inplace_stmt {
    struct pv_stmt *stmt;
    int n_substs;
};

/* A statement that would copy an element to itself, and whose domain is empty now. */
struct pv_inplace_copy {
    struct pv_stmt *stmt;
    const struct pv_access *from, *to; /* its only accesses */
    isl_set *before;                   /* its domain before */
};

/* A scalar that became an element. */
struct pv_inplace_value {
    const struct pv_array *scalar, *array;
};

/* The changes to a model, which can be taken back. */
struct pv_inplace {
    struct pv_scop *scop;
    struct pv_arena *arena;
    PV_VEC(struct pv_inplace_value) values;
    PV_VEC(struct pv_inplace_access) accesses;
    PV_VEC(struct pv_inplace_expr) exprs;
    PV_VEC(struct pv_inplace_stmt) stmts;
    PV_VEC(struct pv_inplace_copy) copies;
};

/* Let each web of "webs" that belongs to a scalar, computes a value in a loop and hands it to a statement A[f(i)] = ...
 * work on A[f(i)] instead: `s = A[i][j]; for (k ...) s -= ...; A[i][j] = s;` becomes `for (k ...) A[i][j] -= ...;`.
 * check/inplacecheck then verifies that the references still read the same values. Dependences and schedules of the
 * model are of no use afterwards. NULL where there is no such web, or isl failed; then the model is as before. */
struct pv_inplace *pv_inplace(struct pv_webs *webs);

/* Switch between the changed model and the original one. */
void pv_inplace_swap(struct pv_inplace *inplace);

/* Take "inplace" back. */
void pv_inplace_undo(struct pv_inplace *inplace);

#endif
