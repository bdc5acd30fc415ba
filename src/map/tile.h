/* Tiling of permutable bands. */
#ifndef PV_TILE_H
#define PV_TILE_H

#include <isl/schedule.h>
#include <isl/schedule_node.h>
#include <isl/set.h>
#include <stdbool.h>

struct pv_tile_params {
    const int *sizes;        /* of a tile, in points, one per member; each at least 1 */
    int n;                   /* the number of sizes; the last one applies to all further members */
    bool scale_tile_loops;   /* tile loops count points (0, 32, 64, ...) rather than tiles (0, 1, 2, ...) */
    bool shift_point_loops;  /* point loops count from 0 in each tile rather than continue from tile to tile */
    bool isolate_full_tiles; /* generate separate code for full tiles, if affine bounds describe them */
};

/* Tile the permutable band "node": the members become tile loops over point loops. Return the tile band; its only
 * child is the point band. Both are permutable, and their members coincident where those of "node" are. */
__isl_give isl_schedule_node *pv_tile(__isl_take isl_schedule_node *node, const struct pv_tile_params *params);

/* Insert loops over tiles above "node": "members" is the partial schedule of a permutable band that stands there, or
 * stood there before its loops were moved inside of it. The full tiles in "full", from pv_tile_get_full() for that
 * band, get separate code; NULL: there are none. Return the tile band. */
__isl_give isl_schedule_node *pv_tile_insert(__isl_take isl_schedule_node *node,
                                             __isl_take isl_multi_union_pw_aff *members,
                                             const struct pv_tile_params *params, __isl_take isl_set *full);

/* Generate separate code for the tiles "full" of the tile band "node": { [p] -> [t] } wrapped, as pv_tile_get_full() returns
 * them. */
__isl_give isl_schedule_node *pv_tile_isolate(__isl_take isl_schedule_node *node, __isl_take isl_set *full);

/* The tiles of the band "node" that a tiling with "params" fills: { [p] -> [t] } wrapped, p the "depth" members of
 * the bands around "node", t the tile loops. A tile counts as full when each statement executes all of its points
 * there or none. Empty where that is no affine set. */
__isl_give isl_set *pv_tile_get_full(__isl_keep isl_schedule_node *node, const struct pv_tile_params *params);

#endif
