/* Steps: the parts of a tile that threads execute between two barriers. */
#ifndef PV_FRONTSTEPS_H
#define PV_FRONTSTEPS_H

#include "map/gridkernel.h"

/* A node of the tree: a step, or a loop around steps that all threads execute. */
struct pv_front_step {
    bool is_loop;
    struct pv_share_choice choice; /* the members of the band that threads share; none: one thread executes the step */
};

/* The steps below a node, and the loops around them, in the order of the tree. */
struct pv_front_steps {
    PV_VEC(struct pv_front_step) all;
    int n, n_axes; /* the number of steps, and the most members of one */
};

/* Find the steps at and below "node". 0: there are none with members, or threads would need variables of their own; -1: isl
 * failed. */
int pv_front_steps_find(struct pv_gridding *gridding, __isl_keep isl_schedule_node *node, struct pv_front_steps *steps);

/* Mark "steps", which were found at "node". Each gets a band of as many members as "kernel" has axes. Neighbours in a block
 * differ in the member that takes the most values in a tile if "orders_by_extent", else in that whose iterations touch neighbours
 * in memory. The values of these members, { S[i] -> [v] }, are added to "*threads", which may be NULL. */
__isl_give isl_schedule_node *pv_front_steps_mark(struct pv_gridding *gridding, struct pv_kernel *kernel,
                                                  __isl_take isl_schedule_node *node,
                                                  const struct pv_front_steps *steps, bool orders_by_extent,
                                                  isl_multi_union_pw_aff **threads);

/* The same for the band "node" alone, as a step with the members in "choice". */
__isl_give isl_schedule_node *pv_front_step_mark(struct pv_gridding *gridding, struct pv_kernel *kernel,
                                                 __isl_take isl_schedule_node *node,
                                                 const struct pv_share_choice *choice,
                                                 isl_multi_union_pw_aff **threads);

#endif
