/* The dependences of one region. */
#ifndef PV_DEPS_H
#define PV_DEPS_H

#include "ir/scop.h"

struct pv_deps {
    isl_union_map *tagged_flow; /* { [S[i] -> R[]] -> [T[j] -> Q[]] }: what R writes, Q may read */
    isl_union_map *flow;        /* { S[i] -> T[j] } */
    isl_union_map *false_deps;  /* { S[i] -> T[j] }: T overwrites what S reads or writes */
    isl_union_map *live_in;     /* { S[i] -> A[a] }: reads of what may have been there before the region */
    isl_union_map *live_out;    /* { S[i] -> A[a] }: writes that may be read after the region */
};

void pv_deps_free(struct pv_deps *deps);

/* { S[i] -> T[j] }: all pairs whose order a schedule must keep. */
__isl_give isl_union_map *pv_deps_get_validity(const struct pv_deps *deps);

/* Append the dependences as one item of a YAML sequence, relations in isl's notation. */
void pv_deps_dump(struct pv_sb *out, const struct pv_scop *scop, const struct pv_deps *deps, const char *file);

#endif
