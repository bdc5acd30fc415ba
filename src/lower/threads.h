/* Coordinates of blocks and threads, and the iterations that belong to them. */
#ifndef PV_THREADS_H
#define PV_THREADS_H

#include "lower/astexpr.h"

/* A coordinate of this block or thread, and how many there are along its axis. */
pv_px *pv_thread_id(struct pv_cctx *ctx, enum pv_kernel_level level, int axis);
pv_px *pv_thread_count(struct pv_cctx *ctx, enum pv_kernel_level level, int axis);

/* The condition that "value", of "member", is one for this block or thread to run; NULL where every one is. */
pv_px *pv_thread_is_mine(struct pv_cctx *ctx, const struct pv_kernel_member *member, pv_px *value);

/* The condition that this thread has points, and is not there to fill shared memory alone. */
pv_px *pv_thread_is_no_loader(struct pv_cctx *ctx);

/* Is there one thread for each value that "member" has? Values count from 0. */
bool pv_thread_has_one_point(const struct pv_cctx *ctx, const struct pv_kernel_member *member);

/* In overlapped tiles: the first, or the last, place along "dim" of the points that a tile executes of "step"; and the variable that
 * says how many iterations of the launch follow. */
pv_px *pv_thread_end_of_tile(struct pv_cctx *ctx, int step, int dim, bool is_low);
const char *pv_thread_rest_name(const struct pv_cctx *ctx);

#endif
