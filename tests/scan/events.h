/* The instances of a schedule in the order of their times. */
#ifndef EVENTS_H
#define EVENTS_H

#include "base/vec.h"

#include <isl/union_map.h>

enum { max_dims = 16 };

struct event {
    const char *text; /* S(1, 2) */
    int n_times;
    long time[max_dims];
};

struct scan {
    isl_ctx *ctx;
    struct pv_arena *arena;
    int most; /* so many instances at most; 0: any number */
    PV_VEC(struct event) events;
};

/* Add all instances of "map" { S[i] -> [t] }, in which no parameter is left. Return false where they cannot be
 * counted, or are more than allowed. */
bool add_events(struct scan *scan, __isl_keep isl_union_map *map);
/* Are "lines" the instances of "scan" in their order? Those of one moment may come in any order. Return NULL, or what is
 * wrong. Both are sorted. */
const char *compare_lines(struct scan *scan, const char **lines, int n);

#endif
