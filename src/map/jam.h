/* Unroll and jam: iterations of outer loops side by side in the innermost one, so that shared values stay in
 * registers and several chains of sums overlap. */
#ifndef PV_JAM_H
#define PV_JAM_H

#include "map/reuse.h"

#include <isl/schedule_node.h>

/* A permutable band right above a leaf that executes "stmts". */
struct pv_jam_place {
    const pv_reuse_stmts *stmts;
    int depth;             /* schedule dimensions around the band */
    int n;                 /* members */
    int innermost;         /* the member that becomes the innermost loop */
    bool is_vector;        /* it is vectorized */
    bool fits_tiles;       /* the sizes of tiles, if there are any, will be multiples of the factors */
    const double *lengths; /* of the loops; HUGE_VAL where it is not known */
    int wanted[2]; /* the user's factors for the loop that gains the most, and for the next one; 0: chosen here */
};

/* How many iterations of dimension "dim", which can run in parallel, should go side by side in the loop over "innermost" that
 * executes "stmts": where each instance waits for the one before it, others have time to run. 1 where it is not so. "length": the
 * iterations of "dim"; HUGE_VAL where that is not known. "wanted": the user's factor; 0: chosen here. */
int pv_jam_overlap(const pv_reuse_stmts *stmts, int dim, int innermost, double length, int wanted);

/* Set factors[0 .. n-1] to the unroll-and-jam factors of the members, 1 for most. False if all are 1. */
bool pv_jam_choose(const struct pv_jam_place *place, int *factors);

#endif
