/* Parallel loops and band depth of a schedule for each statement, to compare two schedules. */
#ifndef PV_MERIT_H
#define PV_MERIT_H

#include "driver/job.h"

/* The merit of a schedule for one statement. */
struct pv_merit {
    int first;      /* loops around the outermost parallel loop; the number of all loops if none is parallel */
    int n_parallel; /* parallel loops */
    int deepest;    /* loops of the deepest permutable band around it */
    bool is_known;
};

/* The merits of "schedule" for the statements of "scop", by number; the worst where it executes parts of one at several places.
 * Those of single instances do not count. */
struct pv_merit *pv_merits_find(struct pv_job *job, const struct pv_scop *scop, __isl_keep isl_schedule *schedule);

#endif
