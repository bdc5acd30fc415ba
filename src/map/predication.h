/* Whether threads may execute points beyond the iteration domain, so that their statements need no predicate. */
#ifndef PV_PREDICATION_H
#define PV_PREDICATION_H

#include "map/localplan.h"

/* May the threads execute "node", with the references "refs" of "stage", also for points beyond the iteration domain?
 * All operands must be in copies, and all writes must go to registers. */
isl_bool pv_predication_is_needless(const struct pv_localplan *plan, __isl_keep isl_schedule_node *node,
                                    const pv_refs *refs, const struct pv_stage *stage);

#endif
