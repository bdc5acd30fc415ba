/* Hexagonal tiles for iterated stencils: hexagons in time and the first space dimension, slanted tiles along the
 * others. All hexagons of a layer can run in parallel, each with many time steps. */
#ifndef PV_HYBRID_H
#define PV_HYBRID_H

#include "ir/code.h"
#include "ir/kernel.h"
#include "map/conflict.h"

/* A time loop around a sequence of space loops, which are the steps of an iteration of the time loop. With c steps,
 * step number i of iteration t is at time step c * t + i. */
struct pv_hybrid {
    int n_steps;
    int n_space; /* dimensions that all steps have; the first of each, outermost first */
    int down[PV_MAX_AXES],
        up[PV_MAX_AXES]; /* along each, what depends on a point lies at most so far below and above it
                                             * for each time step that it is later */
};

/* The sizes of tiles. */
struct pv_hybrid_sizes {
    int height;             /* the height of half a hexagon, in iterations of the time loop */
    int width[PV_MAX_AXES]; /* the least width of a hexagon, then the widths of the tiles along the other dimensions */
};

/* Do the band "node" and the nodes below it form such a loop, and are its dependence distances in space bounded by
 * those in time? Where not, "*obstacle" says why. -1 where isl failed. */
int pv_hybrid_find(const struct pv_conflicts *conflicts, __isl_keep isl_schedule_node *node, struct pv_hybrid *found,
                   const char **obstacle);

/* The smallest width that hexagons may have, and the largest one that those of "sizes" have. */
int pv_hybrid_least_width(const struct pv_hybrid *hybrid);
int pv_hybrid_full_width(const struct pv_hybrid *hybrid, const struct pv_hybrid_sizes *sizes);
/* The distance from one hexagon to the next. */
int pv_hybrid_period(const struct pv_hybrid *hybrid, const struct pv_hybrid_sizes *sizes);

/* Do tiles of these "sizes" respect all dependences that "hybrid" allows for, with the hexagons of one layer in any order, and
 * the points of one time step, too? */
isl_bool pv_hybrid_is_legal(isl_ctx *ctx, const struct pv_hybrid *hybrid, const struct pv_hybrid_sizes *sizes);

/* Tile the band "node", for which pv_hybrid_find() has found "hybrid": put a band above it that goes through the times at
 * which hexagons begin, one below that through those hexagons, and where there are further dimensions one through their
 * tiles. The tree below "node" stays as it is. Return the first of these bands. */
__isl_give isl_schedule_node *pv_hybrid_tile(__isl_take isl_schedule_node *node, const struct pv_hybrid *hybrid,
                                             const struct pv_hybrid_sizes *sizes);

/* The band of space of step "step" below the band of time "node", without further members. */
__isl_give isl_schedule_node *pv_hybrid_get_step(__isl_keep isl_schedule_node *node, int step);

/* { S[i] -> [s] }: the first "n_space" members of the bands of space of all steps below the band of time "node". */
__isl_give isl_multi_union_pw_aff *pv_hybrid_get_space(__isl_keep isl_schedule_node *node, int n_steps, int n_space);

/* Put a copy of the mark "model" above each band of space below the band of time "node", for as many members as the mark says.
 * "step" and "depth" are those of the band. */
__isl_give isl_schedule_node *pv_hybrid_mark_steps(struct pv_arena *arena, __isl_take isl_schedule_node *node,
                                                   const struct pv_mark *model, int n_steps);

#endif
