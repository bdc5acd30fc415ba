/* Code for plain schedules, made without isl's sets. */
#ifndef PV_PLAINGEN_H
#define PV_PLAINGEN_H

#include "ast/active.h"

/* Append to "code" the code of "plain". Return false where it would take more than conjunctions and loops with step
 * one: the code is no use then. Where "events" is not NULL, append to it what the hooks of the generator must be told. */
bool pv_plaingen(const struct pv_stock *place, const struct pv_plain *plain, pv_anodes *code, pv_plain_events *events);

#endif
