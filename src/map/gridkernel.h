/* Kernels: their sizes, their tiles, and which of their loops blocks and threads share. */
#ifndef PV_GRIDKERNEL_H
#define PV_GRIDKERNEL_H

#include "ir/kernel.h"
#include "map/gridshare.h"
#include "map/mapparams.h"
#include "map/sizes.h"

/* The number of blocks along one axis that every device supports. If there are more tiles, a block executes several. */
enum { PV_MOST_BLOCKS = 65535 };

/* A region while its kernels are chosen. */
struct pv_gridding {
    const struct pv_conflicts *conflicts;
    const struct pv_map_params *params;
    struct pv_device_plan *plan;
    bool is_parallel; /* a kernel has more than one thread */
    bool has_hexagons;
    bool is_tangled; /* statements of the host and of a kernel have no order */
};

/* A new kernel of the plan, for the tree at "node". */
struct pv_kernel *pv_kernel_new(struct pv_gridding *gridding, __isl_keep isl_schedule_node *node);

/* Put the mark of "kernel" above "node". */
__isl_give isl_schedule_node *pv_kernel_insert_mark(struct pv_gridding *gridding, __isl_take isl_schedule_node *node,
                                                    const struct pv_kernel *kernel);

/* Copy the sizes of "kind" that the user gave to "kernel" into "sizes", by axis; those of 0 are left. If there is one more than
 * axes and "next" is not NULL, set "*next" to it. */
void pv_kernel_use_given(struct pv_gridding *gridding, const struct pv_kernel *kernel, enum pv_size_kind kind,
                         int *sizes, int *next);

/* Set "kernel"->around { S[i] -> [h] } to the loops around the instances of "node", and "kernel"->reached to their values
 * { [h] }. */
void pv_kernel_set_around(struct pv_kernel *kernel, __isl_keep isl_schedule_node *node);

/* Bring the members in "choice" to the front of the band "node", and make them a band of their own. */
__isl_give isl_schedule_node *pv_kernel_isolate_members(__isl_take isl_schedule_node *node,
                                                        const struct pv_share_choice *choice);

/* Make a kernel of the band "node". Threads share the members in "choice". */
__isl_give isl_schedule_node *pv_kernel_make(struct pv_gridding *gridding, __isl_take isl_schedule_node *node,
                                             const struct pv_share_choice *choice);

#endif
