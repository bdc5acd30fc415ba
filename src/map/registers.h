/* Copies in the registers of a thread. */
#ifndef PV_REGISTERS_H
#define PV_REGISTERS_H

#include "map/localplan.h"

/* Keep in registers the elements that the references "refs" of "stage" write, if each belongs to one point. False if isl
 * failed. */
bool pv_registers_plan(struct pv_localplan *plan, const pv_refs *refs, struct pv_stage *stage);

/* Let threads share the reduction that the band with "refs" computes, if the band contains no other computation. Each
 * thread keeps its partial result in registers. False if isl failed. */
bool pv_registers_plan_reduction(struct pv_localplan *plan, const pv_refs *refs, struct pv_stage *stage);

#endif
