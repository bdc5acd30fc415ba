/* Schedules against dependences. */
#ifndef PV_LEGALITY_H
#define PV_LEGALITY_H

#include "ir/deps.h"

enum pv_legality {
    PV_LEGAL,
    PV_ILLEGAL_ORDER,    /* some dependence does not go forward */
    PV_ILLEGAL_DOMAIN,   /* some instance is missing, or should not be there */
    PV_LEGALITY_UNKNOWN, /* isl failed */
};

/* Does "schedule" execute the instances in "domain", and each one after all those it depends on? */
enum pv_legality pv_legality_check(const struct pv_scop *scop, const struct pv_deps *deps,
                                   __isl_keep isl_schedule *schedule, __isl_keep isl_union_set *domain);

#endif
