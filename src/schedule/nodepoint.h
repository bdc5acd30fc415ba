/* Exact systems of one or two nodes, with all other nodes fixed: their solutions are the points to approximate
 * around. */
#ifndef PV_NODEPOINT_H
#define PV_NODEPOINT_H

#include "schedule/rowsystem.h"
#include "schedule/schedrun.h"

/* The constraints on the rows of the nodes at "a" and "b", which may be the same. */
struct pv_nodepoint_wish {
    int a, b;
    const struct pv_bundle *const *bundles;
    int n_bundle;
    struct pv_diffgraph *g; /* also the constraints on the two nodes that this system implies; NULL: none */
};

enum pv_nodepoint_status {
    PV_NODEPOINT_FOUND,
    PV_NODEPOINT_NOT_BEST, /* found; a better one may have been missed at the work limit */
    PV_NODEPOINT_NONE,     /* there is no such point */
    PV_NODEPOINT_GAVE_UP,  /* the work limit was reached */
};

/* Find the rows that "wish" describes: with as many variables of the head being 1 as possible where there is a choice, and
 * then small coefficients, those of parameters first. "x" holds a value for each free variable of "s"; the rows found
 * replace those of the two nodes, and the head of "s" gets the values chosen. Nothing changes where none are found.
 * "arena" holds what is needed meanwhile. */
enum pv_nodepoint_status pv_nodepoint_find(struct pv_row_system *s, struct pv_arena *arena, struct pv_solve_work *work,
                                           const struct pv_nodepoint_wish *wish, int64_t *x);

#endif
