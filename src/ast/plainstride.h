/* Members of plain schedules and the iterators of their loops. */
#ifndef PV_PLAINSTRIDE_H
#define PV_PLAINSTRIDE_H

#include "ast/active.h"

/* Does "stride" allow all values of "time", which contains "local", or no local if that is 0? */
bool pv_plain_is_in_stride(const struct pv_plain *plain, const struct pv_plain_stride *stride, const int64_t *time,
                           int local);
/* Find the stride of the times "times" of "all". Return false where there is none for all of them: it is one, then. */
bool pv_plain_find_stride(const struct pv_plain_run *gen, const pv_actives *all, const int64_t *times,
                          struct pv_plain_stride *stride);
/* Round the bounds that "rows" has for unknown "col" to values that "stride" allows, where that takes no quotients. */
struct pv_rows pv_plain_align(const struct pv_plain *plain, const struct pv_plain_stride *stride, int col,
                              const struct pv_rows *rows);
/* Round the constant of "row" down to what its unknowns can reach, where the iterator of depth d has the stride strides[d],
 * with a constant offset, or any value if that is NULL. Return how far apart the values of "row" are. */
int64_t pv_plain_round(const struct pv_plain *plain, const struct pv_plain_stride *const *strides, int64_t *row);
/* "rows", with each row that has unknown "col" rounded in this way. */
struct pv_rows pv_plain_round_bounds(const struct pv_plain *plain, const struct pv_plain_stride *const *strides,
                                     int col, const struct pv_rows *rows);
/* Does "row" >= 0 surely hold where "rows" do, with these strides? */
bool pv_plain_implies(const struct pv_plain *plain, const struct pv_plain_stride *const *strides,
                      const struct pv_rows *rows, const int64_t *row);
/* Is the offset of "stride" a constant? */
bool pv_plain_is_constant_stride(const struct pv_plain *plain, const struct pv_plain_stride *stride);
/* "active" with the iterator in unknown "col" in place of a local, where it takes the value "time", which is changed. */
struct pv_active pv_plain_enter(struct pv_plain_run *gen, const struct pv_active *active, int64_t *time, int col,
                                const struct pv_plain_stride *stride);

#endif
