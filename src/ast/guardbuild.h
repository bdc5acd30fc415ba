/* The test in front of generated code, as AST expressions. */
#ifndef PV_GUARDBUILD_H
#define PV_GUARDBUILD_H

#include "ast/genparams.h"
#include "ir/code.h"

/* Give "code", which is generated as "params" say, the test that the guard of its region asks for, if it does. False where isl failed. */
bool pv_guard_build(struct pv_code *code, const struct pv_generate_params *params);

#endif
