/* Moves of loops in a schedule tree. None of them checks whether it is legal, except where it says so. */
#ifndef PV_NEST_H
#define PV_NEST_H

#include "ir/deps.h"

#include <isl/schedule_node.h>

/* The band "node" with its members in another order: member i is the old member order[i]. */
__isl_give isl_schedule_node *pv_band_permute(__isl_take isl_schedule_node *node, const int *order);

/* The same, with member "from" moved to place "to". */
__isl_give isl_schedule_node *pv_band_move(__isl_take isl_schedule_node *node, int from, int to);

/* Make member "pos" of the band "node" the innermost loop of all that is below: it leaves the band and is put above
 * each leaf. Return the node that replaces the band, or the band's child if that was the only member. */
__isl_give isl_schedule_node *pv_band_sink_member(__isl_take isl_schedule_node *node, int pos);

/* Tile one member: tiles of "size" iterations stay, the iterations of a tile become the innermost loop, as above. The
 * tile loop is member "pos" of the band returned, in the place of "node". */
__isl_give isl_schedule_node *pv_band_sink_part(__isl_take isl_schedule_node *node, int pos, int size);

/* Put all members of the band "node" above each child of the sequence or set below it. Return the sequence that
 * replaces the band. */
__isl_give isl_schedule_node *pv_band_distribute(__isl_take isl_schedule_node *node);

/* Join the band "node" with the band right below it, into one band that is assumed to be permutable. */
__isl_give isl_schedule_node *pv_band_merge(__isl_take isl_schedule_node *node);

#endif
