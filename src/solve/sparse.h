/* Sparse systems of linear equalities, solved by substitution: large systems whose rows have few variables each. */
#ifndef PV_SPARSE_H
#define PV_SPARSE_H

#include "solve/twovar.h"

struct pv_sparse;

/* A system of "n_var" variables without equalities; it lives as long as "arena". */
struct pv_sparse *pv_sparse_new(struct pv_arena *arena, int n_var);

enum pv_sparse_status {
    PV_SPARSE_OK,
    PV_SPARSE_CONTRADICTION, /* no values of the variables satisfy all equalities */
    PV_SPARSE_OVERFLOW,      /* numbers become too large: the equality is left out */
};

/* Add the equality linear == 0. */
enum pv_sparse_status pv_sparse_add(struct pv_sparse *system, const struct pv_linear *linear);

/* Is linear == 0 at all points of the system? False also where numbers become too large to tell. */
bool pv_sparse_implies_zero(struct pv_sparse *system, const struct pv_linear *linear);

#endif
