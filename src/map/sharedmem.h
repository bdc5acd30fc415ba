/* Copies in the shared memory of a block. */
#ifndef PV_SHAREDMEM_H
#define PV_SHAREDMEM_H

#include "map/localplan.h"

/* Add copies in shared memory for the references "refs" of "stage", where they pay off and fit. "prefix" { S[i] -> [p] }
 * holds the iterators of the stage. A copy that is no larger for the whole tile is filled once per tile. "order"
 * { S[i] -> [h, v, ...] } tells all instances apart. False if isl failed. */
bool pv_sharedmem_plan(struct pv_localplan *plan, const pv_refs *refs, __isl_keep isl_union_map *prefix,
                       __isl_keep isl_union_map *order, struct pv_stage *stage);

#endif
