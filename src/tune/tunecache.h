/* Results of earlier searches, by program and by what can be varied in it, for each machine: where the next search begins. */
#ifndef PV_TUNECACHE_H
#define PV_TUNECACHE_H

#include "tune/trial.h"
#include "tune/tuneparams.h"

/* This machine in words. */
const char *pv_tunecache_machine(struct pv_arena *arena, const struct pv_tune_params *params);

/* The points that earlier searches found for this program, or for one in which the same can be varied: "*n" of them, one after the
 * other. */
int *pv_tunecache_load(struct pv_arena *arena, const struct pv_tune_params *params, const struct pv_space *space,
                       int *n);
/* Keep "point" for the next time. Nothing happens where that is not possible. */
void pv_tunecache_save(struct pv_arena *arena, const struct pv_tune_params *params, const struct pv_space *space,
                       const int *point);

#endif
