/* Explains to users why the iterations of a loop cannot run in parallel. */
#ifndef PV_SERIAL_H
#define PV_SERIAL_H

#include "map/conflict.h"

enum pv_serial_kind {
    PV_SERIAL_NOT,        /* nothing keeps them from it */
    PV_SERIAL_REDUCTION,  /* a reduction whose order the user may let change */
    PV_SERIAL_DEPENDENCE, /* other dependences */
};

struct pv_serial {
    enum pv_serial_kind kind;
    const struct pv_array *array;          /* that causes the dependence; NULL where it is not known */
    const struct pv_reduction *reduction;  /* both statements update it; NULL where not */
    const struct pv_stmt *source, *target; /* source and target of the dependence; NULL where not known */
    bool is_flow;                          /* the target may read what the source wrote */
    int64_t distance;                      /* dependence distance if it is constant; else 0 */
    int n_causes;                          /* how many arrays cause dependences, or reductions */
    bool has_overlap;                      /* pointers other than "array" that may overlap cause dependences too */
    const struct pv_array *combined;       /* no dependence prevents it, but this reduction must be combined; or NULL */
    isl_map *pairs; /* { S[i] -> T[j] }: the dependent instances of these two; NULL where not known */
};

/* Find the cause for "loop" of the scop of "conflicts". Of several causes, a flow dependence is preferred; a reduction
 * that may be reordered comes last. Dependences with exact accesses are preferred to others. False where isl failed. Free "found" in any case. */
bool pv_serial_find(const struct pv_conflicts *conflicts, const struct pv_loop *loop, struct pv_serial *found);
void pv_serial_free(struct pv_serial *found);

#endif
