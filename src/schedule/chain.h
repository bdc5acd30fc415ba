/* Chains: consecutive statements that use each other's results, instance by instance, become one statement for the
 * scheduler (000, 7.4). */
#ifndef PV_CHAIN_H
#define PV_CHAIN_H

#include "base/vec.h"

#include <isl/schedule.h>
#include <isl/union_map.h>
#include <stdbool.h>

struct pv_chains;

/* Find the chains among the statements of "constraints" in the "original" order. NULL where there are none, or isl
 * fails. */
struct pv_chains *pv_chains_find(struct pv_arena *arena, __isl_keep isl_schedule *original,
                                 __isl_keep isl_schedule_constraints *constraints);
void pv_chains_free(struct pv_chains *chains);

/* The constraints with each chain as one statement. */
__isl_give isl_schedule_constraints *pv_chains_apply(const struct pv_chains *chains,
                                                     __isl_take isl_schedule_constraints *constraints);

/* Statement "name" is a chain; it stands where its first statement, "place", stood. */
struct pv_sched_alias {
    const char *name, *place;
};

typedef PV_VEC(struct pv_sched_alias) pv_sched_aliases;

/* The chains by name. */
pv_sched_aliases pv_chains_get_aliases(const struct pv_chains *chains);

enum pv_chain_form {
    PV_CHAINS_EXPANDED,  /* expansion nodes hold the statements of a chain */
    PV_CHAINS_DISSOLVED, /* all in terms of the statements: every band as well */
};

/* Convert "schedule", which orders chains, to one that orders statements. */
__isl_give isl_schedule *pv_chains_expand(const struct pv_chains *chains, __isl_take isl_schedule *schedule,
                                          enum pv_chain_form form);

#endif
