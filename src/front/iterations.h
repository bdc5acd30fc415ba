/* The iterations of counted loops. */
#ifndef PV_ITERATIONS_H
#define PV_ITERATIONS_H

#include "front/loops.h"

/* The iterations of a counted loop, { [i, new] }. */
struct pv_iterations {
    isl_set *domain;
    struct pv_value value; /* of the iterator, { [i, new] -> [v] } */
    bool is_virtual;       /* "new" counts from zero; else it is the iterator itself */
    bool goes_down;
    bool ends_wrapped;    /* the value after the loop is the largest of the type */
    struct pv_value init; /* at the loop's start, { [i] -> [v] }; aff NULL without an iterator */
};

/* Compute the iterations in the current context, in which nothing is known any more of what the loop changes,
 * but for the start of the iterator; false, with ec->why set, where they are not affine. */
bool pv_loop_iterations(struct pv_eval *ec, const struct pv_counted_loop *loop, struct pv_iterations *iterations);
void pv_iterations_free(struct pv_iterations *iterations);

/* { [i, x] : some y before x has [i, y] in "set" }, "before" as the loop runs. */
__isl_give isl_set *pv_later_iterations(__isl_take isl_set *set, bool goes_down);

/* The value of the iterator after the loop, { [i] -> [v] }: "executed" iterations run, "broken" (may
 * be NULL) of them leave the loop by a break. */
__isl_give isl_pw_aff *pv_value_after_loop(struct pv_eval *ec, const struct pv_counted_loop *loop,
                                           const struct pv_iterations *iterations, __isl_keep isl_set *executed,
                                           __isl_keep isl_set *broken);

/* The value of "counter" at the start of each iteration, { [i, new] -> [v] }; the loop has been entered. */
struct pv_value pv_counter_value(struct pv_eval *ec, const struct pv_counter *counter,
                                 const struct pv_counted_loop *loop, const struct pv_iterations *iterations);

#endif
