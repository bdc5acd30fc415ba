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
    const struct pv_array *array;         /* that they meet in; NULL where it is not known */
    const struct pv_reduction *reduction; /* both statements update it; NULL where not */
    const struct pv_stmt *source,
        *target;                     /* an iteration executes the one, a later one the other; NULL where not known */
    bool is_flow;                    /* the target may read what the source wrote */
    int64_t distance;                /* iterations in between where that is always the same; else 0 */
    bool has_overlap;                /* besides "array", pointers that may overlap keep them in order */
    const struct pv_array *combined; /* nothing keeps them from it, but values must be combined in this; or NULL */
    isl_map *pairs;                  /* { S[i] -> T[j] }: the dependent instances of these two; NULL where not known */
};

/* Find out about "loop" of the scop of "conflicts": of several causes, one that hands on a value counts most, a reduction
 * that may be reordered least. False where isl failed. Free "found" in any case. */
bool pv_serial_find(const struct pv_conflicts *conflicts, const struct pv_loop *loop, struct pv_serial *found);
void pv_serial_free(struct pv_serial *found);

#endif
