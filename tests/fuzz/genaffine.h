/* Integer expressions with known intervals, and conditions on them. */
#ifndef PV_GENAFFINE_H
#define PV_GENAFFINE_H

#include "genstate.h"

/* An expression of at most "depth" levels of operators. */
struct affine gen_affine(struct generator *g, int depth);
/* The same with a value from "lo" to "hi". */
struct affine gen_affine_in(struct generator *g, int depth, int64_t lo, int64_t hi);
/* Force the value of "e" into the interval. */
struct affine gen_fit(struct generator *g, struct affine e, int64_t lo, int64_t hi);
struct affine gen_constant(struct generator *g, int64_t value);
struct affine gen_variable(const struct variable *var);
/* A condition made of at most "depth" levels of &&, || and !. */
const char *gen_condition(struct generator *g, int depth);

#endif
