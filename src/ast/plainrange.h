/* Values of members of plain schedules: bounds that several statements share, and the number of values. */
#ifndef PV_PLAINRANGE_H
#define PV_PLAINRANGE_H

#include "ast/plainspot.h"

/* The values of iterators that "active" has, as far as they are not known. */
struct pv_rows pv_plain_values(struct pv_plain_run *gen, const struct pv_plain_spot *spot,
                               const struct pv_active *active);

/* Set "domains" to the values of "all". Return those that have any. */
pv_actives pv_plain_all_values(struct pv_plain_run *gen, const struct pv_plain_spot *spot, const pv_actives *all,
                               struct pv_rows *domains);

/* Find the values of unknown "col" that statements have whose values are "domains": the bounds of one that has those of all
 * others, and what else holds for all. False where there is no such statement, and where "all_same" and not all "domains" are
 * the same. */
bool pv_plain_common_values(struct pv_plain_run *gen, const struct pv_plain_spot *spot, const struct pv_rows *domains,
                            int n, int col, bool all_same, struct pv_rows *whole);
/* The same where no statement has the values of all others: "whole" has values between that none has. False where there is no
 * bound on either side. */
bool pv_plain_hull(struct pv_plain_run *gen, const struct pv_plain_spot *spot, const struct pv_rows *domains, int n,
                   int col, struct pv_rows *whole);

/* Remove the bounds of unknown "col" from "whole" that follow from what is known, the others, and the strides. */
void pv_plain_remove_bounds(struct pv_plain_run *gen, const struct pv_plain_spot *spot, struct pv_rows *whole, int col);

/* An equality of "domain" for unknown "col"; NULL where there is none. */
const int64_t *pv_plain_only_value(const struct pv_rows *domain, int col);

/* The lower bound in "whole" that the fewest values follow, and their number, at most "most"; NULL where there is none. */
const int64_t *pv_plain_best_bound(struct pv_plain_run *gen, const struct pv_plain_spot *spot,
                                   const struct pv_rows *whole, int col, int most, int *n);

/* A loop with at most one iteration. */
struct pv_plain_iteration {
    const int64_t *bound;  /* the iterator has the value next to it */
    struct pv_rows tested; /* what is left of its domain: to be tested */
};

/* Find out whether a loop over unknown "col" through "domain" in steps of "step" has at most one iteration. The place has the
 * loop's own stride. */
bool pv_plain_find_iteration(struct pv_plain_run *gen, const struct pv_plain_spot *spot, const struct pv_rows *domain,
                             int col, int64_t step, struct pv_plain_iteration *single);

#endif
