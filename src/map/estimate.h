/* The cost model: how long a mapped schedule takes on a machine, so that schedules can be compared. */
#ifndef PV_ESTIMATE_H
#define PV_ESTIMATE_H

#include "map/conflict.h"
#include "map/cost.h"

/* A level of memory: data that fit it stay there. */
struct pv_memory_level {
    double lines;  /* of 64 bytes */
    double cycles; /* to bring one in from the next level */
};

/* What a machine is like. */
struct pv_machine {
    int threads;        /* that share a parallel loop */
    double join_cycles; /* of a join at its end, or of the launch of a kernel */
    struct pv_memory_level levels[2];
};

/* A host whose processor is not known. */
extern const struct pv_machine pv_machine_host;

/* The cost of the tree at "node", its root, on "machine".
 *
 * Loops of unknown length count as a thousand iterations. The estimate is a sum of three parts:
 * - Work: the cycles of each instance, by the strides of its references in the innermost loop and by whether its iterations
 *   run in vectors; a loop under PV_MARK_PARALLEL divides it by the number of threads, if that gains more than a join takes.
 * - Joins: one for each run of such a loop.
 * - Traffic: for each array and level of memory the lines brought in. A loop reuses the lines of its previous iteration if all
 *   that one iteration touches fits the level; otherwise each iteration brings in its lines again. A reference touches no more
 *   than the box between its least and its greatest subscripts, so tiles of time reuse what earlier steps have touched. */
struct pv_cost pv_estimate(const struct pv_conflicts *conflicts, __isl_keep isl_schedule_node *node,
                           const struct pv_machine *machine);

#endif
