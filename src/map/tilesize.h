/* Tile sizes for the host. */
#ifndef PV_TILESIZE_H
#define PV_TILESIZE_H

#include "map/mapparams.h"
#include "map/reuse.h"

enum {
    /* Iterations of an innermost loop that are kept together when the threads share the rest of it. */
    PV_PART_SIZE = 64,
    /* Tiles: of the innermost loop, and of the others. A row of 256 numbers and 32 of them fit the caches of a core. */
    PV_LONG_SIZE = 256,
    PV_SHORT_SIZE = 32,
    /* With fewer iterations of a parallel loop, some threads may be idle. */
    PV_FEW_ITERATIONS = 16,
};

/* Properties of a band that determine its tile sizes. */
struct pv_tile_purpose {
    struct pv_arena *arena;
    const struct pv_map_params *params;
    int innermost; /* the member that is the innermost loop of a tile */
    int parallel;  /* the member whose tiles threads share, or -1 */
    bool is_wavefront, is_simd;
    const int *factors;          /* unroll-and-jam factors of the members; NULL where all are 1 */
    const pv_reuse_stmts *stmts; /* that the tiles execute */
};

/* Do all references of "stmts" move with schedule dimension "dim", as in skewed stencils? */
bool pv_tilesize_moves_all(const pv_reuse_stmts *stmts, int dim);

/* The tile sizes of the band "node": given by the user, or chosen. */
int *pv_tilesize_choose(__isl_keep isl_schedule_node *node, const struct pv_tile_purpose *tiling);

/* The tiles of "sizes" that a front of the band "node" must have for threads to share them; 0: any number. A tile must have so many
 * cycles, or there must be several. */
int pv_tilesize_least(__isl_keep isl_schedule_node *node, const struct pv_tile_purpose *tiling, const int *sizes,
                      double cycles);

#endif
