/* Pictures of iteration domains: points, dependences and the new order, for small parameters. */
#ifndef PV_PICTURE_H
#define PV_PICTURE_H

#include "report/facts.h"

#include <isl/schedule.h>

struct pv_picture_point {
    int at[3];   /* the values of the iterators */
    int step;    /* its place in the new order, from 0 */
    int tile;    /* number of its tile; -1: there are none */
    bool is_odd; /* of neighbouring tiles, one is */
};

struct pv_picture_arrow {
    int from, to; /* points, by number */
    bool is_flow; /* a value is needed; else memory is used again */
};

/* The instances of one statement with up to three iterators. */
struct pv_picture {
    const struct pv_stmt *stmt;
    const char *parameters; /* "n = 6, m = 6" */
    bool is_clipped;        /* only a corner of the domain is shown */
    int low[3];             /* the least value of each iterator */
    const char *tiles;      /* "32 x 256 iterations are drawn as 3 x 3"; NULL: there are no tiles */
    PV_VEC(struct pv_picture_point) points;
    PV_VEC(struct pv_picture_arrow) arrows;
};

/* Make pictures of some statements of "scop", executed in the order of "schedule". To be called within a budget; those that
 * are made before it runs out count. */
void pv_pictures_make(struct pv_report *report, struct pv_region_facts *facts, const struct pv_scop *scop,
                      const struct pv_deps *deps, __isl_keep isl_schedule *schedule);

#endif
