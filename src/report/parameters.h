/* Parameters of a model as users know them, and the values of those that follow from others. */
#ifndef PV_PARAMETERS_H
#define PV_PARAMETERS_H

#include "report/nests.h"

#include <isl/space.h>

/* The variable that parameter "pos" of "space" stands for, or NULL. */
const struct pv_var *pv_parameter_at(const struct pv_scop *scop, __isl_keep isl_space *space, int pos);

/* Is the value of "var" (may be NULL) that of an expression of other parameters, such as n * m? */
bool pv_parameter_is_computed(const struct pv_var *var);

/* What users call parameter "pos" of "space"; NULL for one whose value follows from those of others. */
const char *pv_parameter_name(const struct pv_report *report, const struct pv_scop *scop, __isl_keep isl_space *space,
                              int pos);

/* Values of the parameters of "scop", in the order of its list. */
struct pv_setting {
    const struct pv_scop *scop;
    const bool *is_set;
    const int *values;
};

/* The value of "expr"; false where it is not known. */
bool pv_setting_evaluate(const struct pv_setting *setting, const struct pv_expr *expr, int64_t *value);

/* The text of "expr" on one line; NULL where it is long. */
const char *pv_report_text(const struct pv_report *report, const struct pv_expr *expr);

#endif
