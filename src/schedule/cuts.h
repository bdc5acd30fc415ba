/* Index-set splitting: cuts through the iterations of loops after which no dependence stays inside a part. */
#ifndef PV_CUTS_H
#define PV_CUTS_H

#include "ir/deps.h"

/* A cut divides the range of a loop into a lower and an upper part. */
struct pv_cut {
    int depth;         /* loops around that loop; all statements in "below" have it and those around it in common */
    const bool *below; /* by statement number: is it in that loop? */
    isl_aff
        *upper; /* { [x_0, ..., x_depth] -> [h] }: h >= 0 in the upper part; the coefficient of x_depth is positive */
};

/* The cuts of a region. */
struct pv_split {
    struct pv_arena *arena;
    const struct pv_scop *scop;
    int most_parts;        /* of the iterations of each statement */
    bool reorders;         /* a loop is parallel only where the parts of one inside it run one after the other */
    bool is_beside_planes; /* all dependences begin or end right at a cut */
    PV_VEC(struct pv_cut) cuts;
};

/* Find cuts for loops of the program that are sequential because of "pairs" { S[i] -> T[j] } which all lead from one part of the
 * loop's iterations to another one. NULL where there are none, or isl failed: "*failed" says which. To be freed. */
struct pv_split *pv_split_find(struct pv_arena *arena, const struct pv_scop *scop, __isl_take isl_union_map *pairs,
                               int most_parts, bool *failed);
void pv_split_free(struct pv_split *split);

/* { S[i] }: the instances of statement number "i" in the upper part, or in the lower one; the domain is left out. */
__isl_give isl_set *pv_cut_get_side(const struct pv_split *split, const struct pv_cut *cut, int i, bool is_upper);

/* The parts of the domain { S[i] } of statement number "i" that have instances. */
__isl_give isl_set_list *pv_split_get_parts(const struct pv_split *split, int i);

/* "i < k", with the iterators' names of a statement. */
const char *pv_cut_text(const struct pv_split *split, const struct pv_cut *cut, bool is_upper);

#endif
