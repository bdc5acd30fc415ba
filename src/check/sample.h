/* Counterexamples: one element of a set, in words. */
#ifndef PV_SAMPLE_H
#define PV_SAMPLE_H

#include "ir/scop.h"

/* One element of a set that should be empty. */
struct pv_sample {
    const char *instance;   /* S_1(i = 0, j = 2) */
    const char *second;     /* the same for the second instance of a pair, else NULL */
    const char *parameters; /* " for n = 3, m = 1", or "" where there is none */
};

/* The element of "set", { S[i] }, that has the smallest numbers; S is a statement of "scop". */
struct pv_sample pv_sample_instance(struct pv_arena *arena, const struct pv_scop *scop, __isl_take isl_set *set);
/* The same of { S[i] -> T[j] }. */
struct pv_sample pv_sample_pair(struct pv_arena *arena, const struct pv_scop *scop, __isl_take isl_map *map);
/* The parameters of an element of { : p } alone. */
const char *pv_sample_parameters(struct pv_arena *arena, __isl_take isl_set *set);

#endif
