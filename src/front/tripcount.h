/* The number of iterations of counted loops, as polynomials. */
#ifndef PV_TRIPCOUNT_H
#define PV_TRIPCOUNT_H

#include "front/followed.h"
#include "front/loops.h"

/* A counted loop being rewritten. */
struct pv_counting {
    struct pv_counted_loop loop;
    struct pv_scalar *iterator;  /* NULL where its value before the loop is not followed */
    const struct pv_poly *first; /* the iterator's value in the first iteration */
    const struct pv_poly *start; /* and before the loop */
    const struct pv_poly *count; /* of iterations before the current one */
    const struct pv_poly *trip;  /* of all iterations; NULL where it is not known */
    const struct pv_poly *it;    /* the iterator in the current iteration */
};

/* The scalars that the parts of a loop change, its iterator not among them. */
pv_vars pv_loop_changed(struct pv_followed *in, const struct pv_counting *c);
/* Is "value" the same in all iterations of a loop that changes the scalars "changed" and its iterator? */
bool pv_loop_is_invariant(struct pv_followed *in, const struct pv_counting *c, const pv_vars *changed,
                          const struct pv_poly *value);
/* Find the number of iterations before each, and of all. Nothing that the loop changes is known any more. */
void pv_loop_count(struct pv_followed *in, struct pv_tree *tree, struct pv_counting *c, const pv_vars *changed);

#endif
