/* The parts of the tiles of a wavefront: tiles that need no barriers, full tiles, and others. */
#ifndef PV_FRONTPARTS_H
#define PV_FRONTPARTS_H

#include "map/frontsteps.h"

struct pv_front_tiles {
    int n;                         /* tiled members */
    const int *sizes;              /* of a tile */
    isl_multi_union_pw_aff *tiles; /* { S[i] -> [t] } */
    isl_schedule_node *deep;       /* the band that they are made of */
    const struct pv_front_steps *steps;
    bool has_copies; /* all that a tile executes works on copies in shared memory */
};

/* Mark what "node", below the band of the tiles of a front, executes. Where no point of a full tile depends on a point of another
 * thread, threads share the members of the deep band there and need no barrier; such tiles get copies of what they only read.
 * All other tiles are executed in the steps of the tree at "node". As pv_front_steps_mark(). */
__isl_give isl_schedule_node *pv_front_parts_mark(struct pv_gridding *gridding, struct pv_kernel *kernel,
                                                  __isl_take isl_schedule_node *node,
                                                  const struct pv_front_tiles *tiles, isl_multi_union_pw_aff **threads);

#endif
