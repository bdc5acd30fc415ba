/* The order of pairs of instances in machine words. Most questions about it follow from a few constraints: times differ by a
 * constant, or by no less than one. isl takes a hundred times as long for the same answer. */
#ifndef PV_PAIRORDER_H
#define PV_PAIRORDER_H

#include "ir/pairrows.h"

/* The times of both ends of the pairs. Pairs count if all "around" are the same at both ends. */
struct pv_pair_times {
    const pv_time_list *around_x, *around_y; /* NULL: none */
    const pv_time_list *x, *y;
};

enum pv_pair_answer { PV_PAIRS_UNKNOWN, PV_PAIRS_NO, PV_PAIRS_YES };

/* Do all pairs of "rows" that count go forward, from an earlier time to a later one? */
enum pv_pair_answer pv_pair_rows_are_forward(struct pv_pair_rows *rows, const struct pv_pair_times *times);
/* Are the times the same at both ends of all pairs of "rows" that count? */
enum pv_pair_answer pv_pair_rows_are_together(struct pv_pair_rows *rows, const struct pv_pair_times *times);

#endif
