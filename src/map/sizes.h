/* The user's tile, grid and block sizes. */
#ifndef PV_SIZES_H
#define PV_SIZES_H

#include "base/arena.h"

#include <isl/union_map.h>
#include <stdbool.h>

enum pv_size_kind { PV_SIZE_TILE, PV_SIZE_GRID, PV_SIZE_BLOCK };

/* Read "text", as in { kernel[i] -> tile[32, 8]; kernel[0] -> block[16, 16] }. NULL if "text" is not such a relation;
 * "ctx" has the error. */
__isl_give isl_union_map *pv_sizes_read(isl_ctx *ctx, const char *text);

/* The sizes of "kind" that "sizes" (may be NULL) gives to kernel number "kernel": "*n" of them in "arena", outermost
 * first; NULL and 0 where there are none. For a size of 0, pave chooses. */
int *pv_sizes_get(struct pv_arena *arena, __isl_keep isl_union_map *sizes, int kernel, enum pv_size_kind kind, int *n);

#endif
