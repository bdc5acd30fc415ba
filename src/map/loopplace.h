/* Loops of a schedule tree: the instances that they execute, and pairs of instances within one execution of them. */
#ifndef PV_LOOPPLACE_H
#define PV_LOOPPLACE_H

#include <isl/aff_type.h>
#include <isl/schedule_node.h>
#include <isl/union_map.h>
#include <isl/union_set.h>

/* A loop of a schedule tree. */
struct pv_loop_place {
    isl_union_set *domain;          /* { S[i] }: the instances that it executes, from pv_instances_at() */
    isl_multi_union_pw_aff *around; /* the iterators of the loops around it; NULL where there are none */
    isl_union_pw_aff *member;       /* the function of the loop itself */
};
/* { S[i] }: those instances of its schedule that "node" executes; all that a statement could have where it executes all
 * that exist, since dependences are about those alone, and conditions that say nothing new take time. */
__isl_give isl_union_set *pv_instances_at(__isl_keep isl_schedule_node *node);
/* Member "pos" as a set of bits. Bands have fewer members than there are bits (mapping.c); one beyond would be in no set. */
unsigned pv_member_bit(int pos);
/* Member "pos" of the band "node", below the loops around "node" and the members in "fixed" (a set of bits). */
struct pv_loop_place pv_loop_place_at(__isl_keep isl_schedule_node *node, int pos, unsigned fixed);
void pv_loop_place_free(struct pv_loop_place *place);

/* The part of "pairs" between instances that the loops around "place" execute together. */
__isl_give isl_union_map *pv_loop_place_local(const struct pv_loop_place *place, __isl_keep isl_union_map *pairs);
/* Are all "pairs" between such instances? */
isl_bool pv_loop_place_has(const struct pv_loop_place *place, __isl_keep isl_union_map *pairs);
/* Are "pairs", all local, within one iteration? */
isl_bool pv_loop_place_is_within(const struct pv_loop_place *place, __isl_keep isl_union_map *pairs);

#endif
