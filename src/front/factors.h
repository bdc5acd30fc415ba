/* Parameters that are products of others: by the declaration that sets them (int n = rows * cols), or because another
 * parameter is their quotient (int width = n / rows) and the generated code tests that nothing remains. */
#ifndef PV_FACTORS_H
#define PV_FACTORS_H

#include "front/evalctx.h"

enum { PV_MAX_FACTORS = 4 };

struct pv_factors {
    int64_t constant;
    int n;                            /* at least 2 */
    isl_pw_aff *list[PV_MAX_FACTORS]; /* parameters, over the current iterators */
};

/* Find the factors of the parameter "var". False where it has none. Where they are factors for some parameters only, and
 * "may_assume", that is assumed from here on. */
bool pv_factors_find(struct pv_eval *ec, struct pv_var *var, bool may_assume, struct pv_factors *factors);

/* May pv_factors_find() find any? */
bool pv_factors_exist(const struct pv_eval *ec, bool may_assume);

void pv_factors_free(struct pv_factors *factors);

#endif
