/* The division of the statements of a region between the host and the device. */
#ifndef PV_HOSTPART_H
#define PV_HOSTPART_H

#include "ir/kernel.h"
#include "map/conflict.h"

/* The kinds of statements in a subtree: statements of the host, and other statements with a body. */
struct pv_contents {
    bool has_host, has_others;
};
struct pv_contents pv_hostpart_look(const struct pv_conflicts *conflicts, const struct pv_device_plan *plan,
                                    __isl_keep isl_schedule_node *node);

/* If the host executes statements of the tree at "node" in any case, add to "plan"->host the statements without parallel
 * loops whose work is at least of the order of the copies that this costs: one thread of a device is slower than copying.
 * False if isl failed. */
bool pv_hostpart_extend(const struct pv_conflicts *conflicts, struct pv_device_plan *plan,
                        __isl_keep isl_schedule_node *node);

#endif
