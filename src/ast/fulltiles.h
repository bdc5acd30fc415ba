/* Separate code for the full tiles of kernels. */
#ifndef PV_FULLTILES_H
#define PV_FULLTILES_H

#include "ir/code.h"

#include <isl/schedule.h>

/* Have what a block does with a tile twice in the tree, for the tiles that its kernel says are full and for the others, in
 * turn. A block then goes through all its tiles in one loop and asks which of the two a tile is for; isl's option
 * "isolate" would make loops for each part of the border. */
__isl_give isl_schedule *pv_full_tiles_split(__isl_take isl_schedule *schedule);

#endif
