/* Finds regions where the user marked none: runs of statements that can be extracted and hold a loop. */
#ifndef PV_DETECT_H
#define PV_DETECT_H

#include "front/statements.h"

/* Statements of one block that follow each other. */
struct pv_run {
    pv_node_vec nodes;
    struct pv_range range;
    bool is_body; /* the one statement is the body of another, not one of a block */
};
typedef PV_VEC(struct pv_run) pv_run_vec;

/* Append the maximal runs in the body of the function "definition" to "runs", and the statements with loops that cannot
 * be part of one to "obstacles". For a device, these are also calls that it cannot make. Statements that touch one of the "n_taken" ranges "taken" are left alone. */
void pv_detect_runs(struct pv_extract *x, struct pv_cursor definition, const struct pv_range *taken, int n_taken,
                    pv_run_vec *runs, pv_obstacle_vec *obstacles);

/* Append parts of "whole", a run in the body of "definition", to "parts": around and inside the statement that holds
 * the offset "culprit". Where none does: each statement with a loop, or what is inside the only one. */
void pv_detect_parts(struct pv_extract *x, struct pv_cursor definition, const struct pv_run *whole, unsigned culprit,
                     pv_run_vec *parts);

#endif
