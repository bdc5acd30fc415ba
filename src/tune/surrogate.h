/* A model of the time of points that were not measured: a Gaussian process over the distances along each axis. */
#ifndef PV_SURROGATE_H
#define PV_SURROGATE_H

#include "tune/space.h"

/* A measured point. */
struct pv_sample {
    const int *point;
    double value;    /* logarithm of the time */
    double variance; /* of the value, from the noise of the runs */
};

struct pv_surrogate;

/* Points that a model can hold; the caller chooses among more. */
enum { PV_MOST_SAMPLES = 160 };

/* A model of "n" samples, 2 to PV_MOST_SAMPLES. How far each axis reaches is found by maximum likelihood, beginning with "reach"
 * (one number per axis), where the result goes, too. It lives in "arena". */
struct pv_surrogate *pv_surrogate_fit(struct pv_arena *arena, const struct pv_space *space,
                                      const struct pv_sample *samples, int n, double *reach);
/* Add the prediction for "point" as a sample, so that the next choice goes elsewhere. Nothing happens if the model is full. */
void pv_surrogate_believe(struct pv_surrogate *model, const int *point);
/* The mean that is expected at "point", and the standard deviation. */
double pv_surrogate_predict(const struct pv_surrogate *model, const int *point, double *deviation);

#endif
