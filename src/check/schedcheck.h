/* Checks schedules against dependences. */
#ifndef PV_SCHEDCHECK_H
#define PV_SCHEDCHECK_H

#include "ir/deps.h"

#include <isl/schedule.h>

enum pv_legality {
    PV_LEGAL,
    PV_ILLEGAL_ORDER,       /* some dependence does not go forward, or live ranges overlap */
    PV_ILLEGAL_DOMAIN,      /* some instance is missing, or should not be there */
    PV_ILLEGAL_PERMUTABLE,  /* a band that is marked permutable is not */
    PV_ILLEGAL_COINCIDENT,  /* a member that is marked coincident is not */
    PV_ILLEGAL_CONDITIONAL, /* a conditional validity constraint is violated beside a condition that is not local */
    PV_LEGALITY_UNKNOWN,    /* isl failed */
};

/* What is wrong, as the end of a sentence about "the schedule"; NULL for PV_LEGAL and PV_LEGALITY_UNKNOWN. */
const char *pv_legality_describe(enum pv_legality legality);

/* Does "schedule" execute the instances in "domain", each one after all those it depends on, and keep the live ranges
 * on one element apart? */
enum pv_legality pv_legality_check(const struct pv_scop *scop, const struct pv_deps *deps,
                                   __isl_keep isl_schedule *schedule, __isl_keep isl_union_set *domain);

/* Is "schedule", a tree as a scheduler makes it, true to "sc"? That is: it has the instances of the domain; each validity
 * constraint that holds under the context goes forward, or stays together as long as the instances do; the flags
 * "permutable" and "coincident" of its bands are right; and where a conditional validity constraint does not go
 * forward at a node, each adjacent condition is local: not scheduled apart by that node or one around it. */
enum pv_legality pv_legality_check_tree(__isl_keep isl_schedule_constraints *sc, __isl_keep isl_schedule *schedule);

#endif
