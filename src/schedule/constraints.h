/* Dependences to schedule constraints. */
#ifndef PV_CONSTRAINTS_H
#define PV_CONSTRAINTS_H

#include "ir/deps.h"

/* Whether live ranges keep their order, or may be reordered as long as they stay apart. */
enum pv_live_ranges { PV_LIVE_RANGES_KEEP_ORDER, PV_LIVE_RANGES_MAY_MOVE };

/* { S[i] } for all statements that the new schedule orders: kills have done their work once the dependences are
 * known. Statements that stand for accesses without code stay, since dependences lead through them. */
__isl_give isl_union_set *pv_constraints_get_domain(const struct pv_scop *scop);

/* What a schedule must respect (validity, conditional validity) and should strive for (proximity, coincidence).
 * With PV_LIVE_RANGES_MAY_MOVE, "deps" must have its order and forced dependences. */
__isl_give isl_schedule_constraints *pv_constraints_from_deps(const struct pv_scop *scop, const struct pv_deps *deps,
                                                              enum pv_live_ranges live_ranges);

/* The coincidence constraints among them { S[i] -> T[j] }. */
__isl_give isl_union_map *pv_constraints_get_coincidence(const struct pv_deps *deps, enum pv_live_ranges live_ranges);

/* Append them in isl's YAML form. */
void pv_constraints_dump(struct pv_sb *out, __isl_keep isl_schedule_constraints *constraints);

#endif
