/* Dependences to schedule constraints. */
#ifndef PV_CONSTRAINTS_H
#define PV_CONSTRAINTS_H

#include "ir/deps.h"

/* { S[i] } for all statements that the new schedule orders: kills have done their work once the dependences are
 * known. Statements that stand for accesses without code stay, since dependences lead through them. */
__isl_give isl_union_set *pv_constraints_get_domain(const struct pv_scop *scop);

__isl_give isl_schedule_constraints *pv_constraints_from_deps(const struct pv_scop *scop, const struct pv_deps *deps);

#endif
