/* Overlapped tiles for iterated stencils: a launch executes several time steps, and neighbouring tiles both compute the points
 * between them. */
#ifndef PV_STENCIL_H
#define PV_STENCIL_H

#include "map/hybrid.h"
#include "map/refgroup.h"

/* How the references to an array lie around the points that make them. */
struct pv_overlap_array {
    const struct pv_array *array;
    bool is_written; /* others are only read, and have no window */
    bool alternates; /* an iteration may read what an earlier one wrote, or what was there before all of them */
};

/* A time loop whose iterations are steps, each of them a band of space, as found at a node. */
struct pv_stencil {
    const struct pv_conflicts *conflicts;
    struct pv_hybrid hybrid;
    struct pv_overlap *overlap; /* without sizes */
    pv_refs refs;
    PV_VEC(struct pv_overlap_array) arrays;
    isl_union_map *prefix;     /* { S[i] -> [h] }: the loops around the time loop */
    int (*first)[PV_MAX_AXES]; /* by reference: elements lie between so much above the point */
    int (*last)[PV_MAX_AXES];  /* and so much, of arrays with a window */
};

/* Is the band "node" a time loop of this kind? The time loop is put into "*found", which is to be freed in any case.
 * -1 where isl failed. */
int pv_stencil_find(const struct pv_conflicts *conflicts, __isl_keep isl_schedule_node *node, struct pv_stencil *found);
void pv_stencil_free(struct pv_stencil *stencil);

/* { S[i] -> [h, t] }: the iteration of the time loop. */
__isl_give isl_union_map *pv_stencil_iterations(const struct pv_stencil *stencil);

/* { [h, t] -> A[a] }: the elements of "array" that each iteration of the time loop reads, or writes. */
__isl_give isl_map *pv_stencil_elements(const struct pv_stencil *stencil, const struct pv_array *array, bool writes);

/* Set the margins of "overlap" for launches of "iterations". False where tiles have no elements of their own then. */
bool pv_stencil_set_iterations(const struct pv_stencil *stencil, int iterations, struct pv_overlap *overlap);

/* The estimated costs of an iteration per point: in plain kernels, and with "overlap". In bytes that go to memory. */
double pv_stencil_plain_cost(const struct pv_stencil *stencil);
double pv_stencil_cost(const struct pv_stencil *stencil, const struct pv_overlap *overlap);

#endif
