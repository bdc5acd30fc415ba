/* Code for plain schedules, made without isl's sets. */
#ifndef PV_PLAINGEN_H
#define PV_PLAINGEN_H

#include "ast/plain.h"

/* Append to "code" the code of "plain". Return false where it would take conditions, or loops that are no plain loops: the
 * code is no use then. */
bool pv_plaingen(const struct pv_stock *place, const struct pv_plain *plain, pv_anodes *code);

#endif
