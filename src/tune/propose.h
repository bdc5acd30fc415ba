/* Points worth a try next. */
#ifndef PV_PROPOSE_H
#define PV_PROPOSE_H

#include "tune/chance.h"
#include "tune/surrogate.h"
#include "tune/trial.h"

typedef PV_VEC(const int *) pv_points;

/* What is known when points are proposed. */
struct pv_knowledge {
    struct pv_arena *arena;
    const struct pv_space *space;
    const struct pv_lab *lab;
    struct pv_chance *chance;
    const pv_trials *trials;
    double noise;  /* relative deviation of the runs of a program */
    double *reach; /* of the surrogate, kept between proposals */
};

/* Simple points to begin with: one value changed, or all sizes of a kind the same. */
void pv_propose_simple(const struct pv_knowledge *known, pv_points *points);
/* Random points that were not tried. */
void pv_propose_random(const struct pv_knowledge *known, int n, pv_points *points);
/* Up to "n" points that were not tried, those first from which the surrogate expects the most. Return the expected gain of the
 * first, as a part of the time. */
double pv_propose_best(const struct pv_knowledge *known, int n, pv_points *points);

#endif
