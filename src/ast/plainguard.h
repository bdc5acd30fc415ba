/* Pieces of code of plain schedules under conditions. */
#ifndef PV_PLAINGUARD_H
#define PV_PLAINGUARD_H

#include "ast/plain.h"

/* Code that must run where the rows of "guard" hold only. */
struct pv_plain_graft {
    struct pv_rows guard;
    struct pv_rows enforced; /* hold wherever the code executes anything, whether the guard is tested or not */
    pv_anodes nodes;
};
typedef PV_VEC(struct pv_plain_graft) pv_plain_grafts;

/* One piece of code for all of "list", one after the other, where "sure" holds. Conditions that they share become its guard,
 * which is lost where numbers become too large. */
struct pv_plain_graft pv_plain_fuse(const struct pv_plain *plain, const struct pv_rows *sure, pv_plain_grafts *list);

/* "nodes" under "guard". */
pv_anodes pv_plain_guarded(const struct pv_plain *plain, const struct pv_rows *guard, const pv_anodes *nodes);

/* Remove the rows of "rows" that follow from the others and from "known". */
void pv_plain_simplify(const struct pv_rows *known, struct pv_rows *rows);

#endif
