/* How the accesses of statements move through memory from one iteration of a loop to the next: the measure by which
 * loops are ordered, vectorized and tiled. */
#ifndef PV_REUSE_H
#define PV_REUSE_H

#include "ir/scop.h"

#include <isl/schedule_node.h>
#include <stdint.h>

enum pv_stride {
    PV_STRIDE_NONE,    /* stays on the element */
    PV_STRIDE_ONE,     /* goes to the next element in memory */
    PV_STRIDE_NEAR,    /* stays within a few cache lines */
    PV_STRIDE_FAR,     /* goes to another row */
    PV_STRIDE_UNKNOWN, /* depends on data, or on the place */
};

/* A schedule dimension as a function of the iterators of a statement. */
struct pv_reuse_row {
    double *v;      /* the coefficients, one per iterator */
    bool is_linear; /* false where the function has several pieces or divisions; "v" then belongs to "tile" */
    int tile; /* it counts tiles of so many values of "v", in ones or in values; 0 where it does not. The fronts of a
                     * wavefront are the sum of two such numbers: "v" and "tile" are sums, too */
};

/* One statement: how its references move with each of the loops around it. Arrays are indexed by schedule dimension. */
struct pv_reuse_stmt {
    const struct pv_stmt *stmt;
    int n_dims;                      /* schedule dimensions around it */
    int n_loops;                     /* those that move it */
    const struct pv_reuse_row *rows; /* by schedule dimension */
    int turnable;     /* dimensions from this one on are right above it: any of them can be the innermost loop */
    bool *moves;      /* does the dimension move the statement at all? Dimensions with divisions do not count */
    bool *vectorises; /* as the innermost loop: references stay or go to the next element, writes go on */
    bool *vectorises_private; /* the same where each iteration has its own copy of the scalars that are written */
    bool *is_skewed;          /* does the loop move along a sum of the iterators of the program? */
    bool has_vector_form;     /* it can be vectorized, if references go along rows */
    bool is_simple;           /* neither calls nor loops in it */
    double heavy;             /* cycles for calls, divisions and loops inside of the statement */
    enum pv_stride *strides;  /* [access * n_dims + dimension] */
    double **deltas;          /* the same: by how much each subscript changes; NULL where that is not known */
    double *shares;           /* by iterator: the part of its values that the instances have; 0: one value */
    bool *repeats;            /* by access: does it read what another access of the statement has read before? */
};
typedef PV_VEC(struct pv_reuse_stmt) pv_reuse_stmts;

/* How access number "access" of "stmt" moves with schedule dimension "dim". */
enum pv_stride pv_reuse_stride(const struct pv_reuse_stmt *stmt, int access, int dim);

/* Cycles for one instance of "stmt" where "dim" is the innermost loop, run in vectors where "is_vector" says that its
 * iterations may run together. The dimensions in "jammed", a set of bits, can be unrolled into it: a reference that
 * they do not move is then loaded once for several instances. */
double pv_reuse_cycles(const struct pv_reuse_stmt *stmt, int dim, bool is_vector, uint64_t jammed);

/* The least that an instance of "stmt" takes where "dim" is the innermost loop, as far as is known: compilers use vectors
 * wherever references stay near, and rows that may be short are taken to be. */
double pv_reuse_least_cycles(const struct pv_reuse_stmt *stmt, int dim);

/* Does an instance of "stmt" read what the instance of the previous iteration of "dim" wrote, as in a[i] = f(a[i - 1])? */
bool pv_reuse_waits(const struct pv_reuse_stmt *stmt, int dim);

/* Append the statements with code that "leaf", or each leaf of the sequence "leaf", executes. False where isl failed. */
bool pv_reuse_find(struct pv_arena *arena, const struct pv_scop *scop, __isl_keep isl_schedule_node *leaf,
                   pv_reuse_stmts *stmts);

#endif
