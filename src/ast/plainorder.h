/* The order of the statements of plain schedules. */
#ifndef PV_PLAINORDER_H
#define PV_PLAINORDER_H

#include "ast/active.h"

/* The components of "all" at one member of "band", as pv_orders_components() finds them: "group" has the number of each
 * statement's. Return their number. */
int pv_plain_groups(struct pv_plain_run *gen, const pv_actives *all, const struct pv_plain_node *band, int member,
                    int *group);

#endif
