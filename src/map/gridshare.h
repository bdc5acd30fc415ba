/* The members of a band that the threads of a device can share. */
#ifndef PV_GRIDSHARE_H
#define PV_GRIDSHARE_H

#include "ir/kernel.h"
#include "map/conflict.h"

/* The members of one band that threads can share. */
struct pv_share_choice {
    int n;
    int members[PV_MAX_AXES]; /* outermost first; the last one is for axis 0 */
    struct pv_sharing sharing;
};

/* Find the members of the band "node" that threads can share. Each must be shareable as the outermost loop of the band:
 * then no iteration depends on another one, in whatever order they run. False if isl failed. */
bool pv_share_choose(const struct pv_conflicts *conflicts, __isl_keep isl_schedule_node *node,
                     struct pv_share_choice *choice);

/* Is there a band with members to share at or below "node", enough of them to launch a kernel there? */
isl_bool pv_share_has_any(const struct pv_conflicts *conflicts, __isl_keep isl_schedule_node *node);

/* If threads can share only one member of the permutable band "node", which has three: the member that the host should
 * run so that threads can share another one as well. -1 if there is none, -2 if isl failed. A thread that runs two nested
 * loops has too few companions to keep a device busy. */
int pv_share_find_outer(const struct pv_conflicts *conflicts, __isl_keep isl_schedule_node *node,
                        const struct pv_share_choice *choice);

/* If threads can share all members of the band "node" and some of the band right below it, join the two bands: iterations
 * without dependences may run in any order. "choice" holds the members of "node", and then those of the result. */
__isl_give isl_schedule_node *pv_share_join(const struct pv_conflicts *conflicts, __isl_take isl_schedule_node *node,
                                            struct pv_share_choice *choice);

#endif
