/* The dependences that the accesses of a model have by definition, found by going through its instances one by
 * one: no other way to compute them is as simple, or as slow. */
#ifndef PV_DATAFLOW_H
#define PV_DATAFLOW_H

#include "deplist.h"

struct dataflow {
    struct pv_arena *arena;
    struct model *model;
    bool is_complete; /* else some access goes to too many elements, or not to memory */
    pair_list flow, false_deps;
    pair_list live_in, live_out; /* from instances to numbers of elements */
    struct flow_element *elements;
    int n_elements, cap_elements;
    int *table; /* numbers of elements plus one, hashed; open addressing */
    int cap_table;
    PV_VEC(const struct model_relation *) spaces; /* one relation to each */
};

struct dataflow *dataflow_new(struct pv_arena *arena, struct model *model);
/* The points of the listed "elements" as pairs of an instance and the number of an element, added to "*pairs". False
 * where an instance is unknown. */
bool dataflow_pairs(struct dataflow *dataflow, const struct dep_elements *elements, pair_list *pairs);
/* Append a name for an element. */
void dataflow_print_element(struct pv_sb *sb, const struct dataflow *dataflow, int element);

#endif
