/* A place in the code of plain schedules. */
#ifndef PV_PLAINSPOT_H
#define PV_PLAINSPOT_H

#include "ast/active.h"
#include "ast/plainguard.h"

/* A place; the code there goes to the end of "list". */
struct pv_plain_spot {
    const struct pv_rows *sure;  /* what loops around the place see to */
    const struct pv_rows *known; /* and what else follows from the sets of the statements */
    pv_plain_grafts *list;
    int n_loops;                            /* around the place */
    const int *depths;                      /* of their iterators */
    const int64_t **times;                  /* by depth: of members with one value; NULL for those with an iterator */
    const struct pv_plain_stride **strides; /* by depth: of iterators; NULL where nothing is known */
};

#endif
