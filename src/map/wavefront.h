/* Wavefronts: tiles of a permutable band that do not depend on each other. */
#ifndef PV_WAVEFRONT_H
#define PV_WAVEFRONT_H

#include <isl/schedule.h>
#include <isl/schedule_node.h>

/* Replace the first member of the tile band "node" by the sum of the first two: tiles with the same sum do not depend
 * on each other. Return the band of the sum, with the other members in a band below it. */
__isl_give isl_schedule_node *pv_wavefront_make(__isl_take isl_schedule_node *node);

/* Let "mark", whose band is below that of the sum of a wavefront, stand above both, as one band; its depth still tells
 * which loop it is about. From the sum alone isl finds the bounds of the outer loop through integer programs with
 * divisions by the sizes of both tiles, and takes seconds; with the tile loop beside it there is nothing to find.
 * Iterations with variables of their own have to be one loop under the mark: nothing changes then. */
__isl_give isl_schedule_node *pv_wavefront_join(__isl_take isl_schedule_node *mark);

#endif
