/* The parameters of the mapping. */
#ifndef PV_MAPPARAMS_H
#define PV_MAPPARAMS_H

#include <isl/schedule.h>
#include <isl/union_map.h>
#include <stdbool.h>

enum pv_tiling { PV_TILE_NEVER, PV_TILE_WHERE_IT_PAYS, PV_TILE_ALWAYS };

enum pv_hybrid_use { PV_HYBRID_WHERE_IT_PAYS, PV_HYBRID_ALWAYS, PV_HYBRID_NEVER };

enum pv_wavefront_use { PV_WAVEFRONTS_WHERE_THEY_PAY, PV_WAVEFRONTS_ALWAYS, PV_WAVEFRONTS_NEVER };
enum pv_overlapping { PV_OVERLAPPING_WHERE_IT_PAYS, PV_OVERLAPPING_ALWAYS, PV_OVERLAPPING_NEVER };

enum pv_memory_use { PV_MEMORY_WHERE_IT_PAYS, PV_MEMORY_ALWAYS, PV_MEMORY_NEVER };

enum pv_device_choice {
    PV_DEVICE_GENERIC,
    PV_DEVICE_H200,
    PV_DEVICE_A100,
    PV_DEVICE_V100,
    PV_DEVICE_OPENCL_CPU,
    PV_DEVICE_NATIVE, /* the model of this machine */
};

struct pv_idle;

struct pv_map_params {
    bool parallel; /* look for loops to run in parallel */
    int dynamic_chunk; /* iterations that a thread takes at a time; 0: equal shares from the start; -1: more than 0 for uneven loops */
    int parallel_threshold; /* cycles of work that a loop must have for threads to share it; 0: any number */
    bool reorder;           /* loops may be moved to where the statements run fastest */
    bool reassociate;       /* floating-point reductions may change their order */
    enum pv_tiling tiling;
    bool tile_nests;           /* bands with several statements or further loops below them are tiled, too */
    int tile_size;             /* 0: chosen by what is tiled */
    isl_union_map *sizes;      /* { kernel[i] -> tile[..] }, or NULL; borrowed */
    int *n_tiled;              /* how many bands have been tiled so far: the next is kernel[*n_tiled] */
    struct pv_idle *idle;      /* records loops that threads could share, but do not; or NULL */
    bool scale_tile_loops;     /* tile loops count points, not tiles */
    bool jam;                  /* iterations of outer loops may be unrolled into the innermost one */
    int jam_first, jam_second; /* the factors for the loop that gains the most and for the next one; 0: chosen */
    bool isolate_full_tiles;   /* separate code for full tiles */
    /* For devices. */
    bool may_test;                    /* the program may test assumptions on parameters at run time */
    bool wrap;                        /* blocks take tiles in turns; else each has neighbouring ones */
    enum pv_hybrid_use hybrid;        /* hexagonal tiles for loops of time */
    enum pv_wavefront_use wavefronts; /* of tiles, for bands without members that threads can share */
    isl_schedule *deep;               /* an order with the deepest bands, for their tiles; or NULL; borrowed */
    enum pv_overlapping overlap;      /* overlapped tiles for them */
    enum pv_memory_use shared_memory; /* copies in the memory of blocks */
    bool private_memory;              /* copies in registers */
    bool share_reductions;            /* threads of a block may share the loop of a reduction */
    int max_shared_memory;            /* bytes that a block may have */
    const struct pv_device_model *model;
};

#endif
