/* What a run printed: the time, and whether the result is right. */
#ifndef PV_OUTCOME_H
#define PV_OUTCOME_H

#include "base/str.h"

#include <regex.h>

struct pv_outcome_rule {
    bool has_time; /* the program prints its time: */
    regex_t time;  /* where; the first group, or all if there is none */
    bool has_tolerance;
    double tolerance; /* numbers may differ by so much, relative to the larger one, or absolutely if that is below 1 */
};

/* Read the expression "time_from" (NULL: none). Return why it is wrong, or NULL. */
const char *pv_outcome_set_time(struct pv_arena *arena, struct pv_outcome_rule *rule, const char *time_from);
void pv_outcome_free(struct pv_outcome_rule *rule);

/* The time that "text" says; negative where there is none. */
double pv_outcome_time(const struct pv_outcome_rule *rule, const char *text);
/* Where "actual" differs from "expected", times aside: text in "arena", or NULL where it does not. */
const char *pv_outcome_difference(struct pv_arena *arena, const struct pv_outcome_rule *rule, const char *expected,
                                  const char *actual);

#endif
