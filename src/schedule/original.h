/* The loops of the program around each statement, as rows. */
#ifndef PV_ORIGINAL_H
#define PV_ORIGINAL_H

#include "schedule/problem.h"

/* Fill the "original" rows of the nodes of "problem" from "schedule", outermost loop first. Where "aliases" says that a
 * node is a chain, its coordinates are the loops. A node whose loops are not affine in its coordinates gets only those
 * rows that come before. */
void pv_original_find(struct pv_sched_problem *problem, __isl_keep isl_schedule *schedule,
                      const pv_sched_aliases *aliases);

#endif
