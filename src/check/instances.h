/* Maps each instance of the second program to the instance of the first one that it stands for. */
#ifndef PV_INSTANCES_H
#define PV_INSTANCES_H

#include "check/bodies.h"
#include "ir/deps.h"

/* One of the two programs that are compared. */
struct pv_side {
    const struct pv_unit *unit;
    const struct pv_scop *scop;
    const struct pv_deps *deps;
};

/* A statement of the second program and the one of the first that it stands for. */
struct pv_matched {
    const struct pv_stmt *a, *b;
    struct pv_body_match match;
    isl_map *instances; /* { B[x] -> A[i] }: total and single-valued on the instances of B */
    bool is_guess;      /* the accesses do not tell which instances these are: others are possible */
};
typedef PV_VEC(struct pv_matched) pv_matches;

/* Find the counterpart in "a" of every statement of "b" that does something for parameters in "context": by its
 * annotation, else by its body and the elements it accesses. False after reporting the statement or the instance that has none. "matches" is to be freed in
 * any case. */
bool pv_instances_match(struct pv_arena *arena, struct pv_diag *diag, const struct pv_side *a, const struct pv_side *b,
                        __isl_keep isl_set *context, pv_matches *matches);
void pv_matches_free(pv_matches *matches);

/* Report that the counterparts of the instances of "b" are not known. */
void pv_instances_report_open(struct pv_diag *diag, const struct pv_stmt *b);

#endif
