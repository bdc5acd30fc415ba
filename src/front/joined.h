/* Long rows of assignments, joined into one statement. */
#ifndef PV_JOINED_H
#define PV_JOINED_H

#include "front/walk.h"

/* Join expression statements that follow one another in "order" and have the same instances, where "scop" has so many
 * statements that telling them apart costs more than it gives: the work of all later stages grows with their number, that
 * of some with its square. */
void pv_joined_make(struct pv_scop *scop, struct pv_order *order);

#endif
