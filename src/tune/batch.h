/* A race elsewhere: a directory with all programs of a search and the script that builds and runs them, and what comes back. */
#ifndef PV_BATCH_H
#define PV_BATCH_H

#include "tune/lab.h"
#include "tune/search.h"

/* Pack "trials", which are compiled, and the original into the directory WORK/batch. Return false after reporting an error. */
bool pv_batch_write(struct pv_workshop *shop, const pv_trials *trials);
/* Hand the directory to --run-on, or to the first of --hosts. Return false after reporting an error. */
bool pv_batch_run(struct pv_workshop *shop);

/* The points of a batch that was handed over earlier, without pave's choice: "*n" of them, one after the other; NULL after reporting that
 * there is none. */
int *pv_batch_points(struct pv_workshop *shop, const struct pv_space *space, int *n);
/* Read the results of "trials", which were packed in this order, and judge them: set result->best and what is known about it. Return false
 * after reporting that there are none, or that the original or pave's choice has failed. */
bool pv_batch_read(struct pv_workshop *shop, const pv_trials *trials, struct pv_search_result *result);

#endif
