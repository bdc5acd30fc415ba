/* The dependences of pave at given values of the parameters, as lists. */
#ifndef PV_DEPLIST_H
#define PV_DEPLIST_H

#include "modelrun.h"

/* Indices of two instances of the model. */
struct pair {
    int from, to;
};
typedef PV_VEC(struct pair) pair_list;

/* Sort "pairs" and leave out what occurs twice. */
void pairs_normalize(pair_list *pairs);
/* Is the pair in "pairs", which are normalized? */
bool pairs_contain(const pair_list *pairs, int from, int to);
/* The position in "pairs", normalized, of the first one that begins at "from" or later. */
int pairs_first(const pair_list *pairs, int from);

/* List the points of "umap" { S[i] -> T[j] } in "*pairs", normalized. False where they are too many, or an
 * instance is unknown, which is then model->trouble. "umap" may be NULL: no pairs. */
bool deplist_pairs(struct model *model, __isl_keep isl_union_map *umap, pair_list *pairs);

/* Mark in "is_member", one entry per instance of the model, those in "instances". False where they are too many. */
bool deplist_instances(struct model *model, __isl_keep isl_union_set *instances, bool *is_member);

/* One space of "umap" { S[i] -> A[a] }. */
struct dep_elements {
    const struct pv_stmt *stmt;
    struct model_relation *relation;
};
typedef PV_VEC(struct dep_elements) element_lists;

/* The parts of "umap" that go to data, listed where they are not too large. Those of other arrays are left out. */
void deplist_elements(struct model *model, __isl_keep isl_union_map *umap, element_lists *lists);
void deplist_free_elements(element_lists *lists);

#endif
