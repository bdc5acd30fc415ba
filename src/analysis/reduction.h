/* Reductions: updates that may execute in any order. */
#ifndef PV_REDUCTION_H
#define PV_REDUCTION_H

#include "ir/deps.h"

/* Find the associative and commutative updates of "scop": x op= e, x = x op e, x = e op x with + * & | ^,
 * x -= e, min and max as functions or chosen by ?: or if; under conditions too. Record them in "deps", with
 * the dependences that each causes. Nothing is found where the dependences go by memory
 * alone. False where isl failed. */
bool pv_reduction_find(const struct pv_scop *scop, struct pv_deps *deps);

#endif
