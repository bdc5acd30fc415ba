/* Loops: recognising counted ones, and the exact set of their iterations. */
#ifndef PV_LOOPS_H
#define PV_LOOPS_H

#include "front/evalctx.h"

/* A loop that counts: "iterator" goes from "init" in steps of "step" while "cond" holds. */
struct pv_counted_loop {
    struct pv_tree *tree;
    struct pv_var *iterator; /* NULL for an endless loop without one */
    bool is_declared;        /* by the loop itself */
    struct pv_expr *init;    /* NULL: the iterator's value at that place */
    struct pv_expr *cond;    /* NULL: endless */
    int64_t step;
    bool counts_to_zero;    /* the condition is k--, k-- > 0 or k-- != 0 */
    bool steps_first;       /* the condition itself steps the iterator: the body sees it one step on */
    struct pv_tree *before; /* what else the init clause does, or NULL */
    struct pv_tree *body;   /* without the step that ends the body of a while loop */
    struct pv_tree *after;  /* what else the increment clause does, or NULL */
    bool has_break;
};

/* Recognise "tree", a for or while loop. Nothing is evaluated yet but constants. */
bool pv_loop_recognise(struct pv_eval *ec, struct pv_tree *tree, struct pv_counted_loop *loop);

/* A scalar that the loop steps by a constant once per iteration, beside its iterator. */
struct pv_counter {
    struct pv_var *var;
    int64_t step;
    struct pv_value start; /* its value before the loop, { [i] -> [v] } */
};
typedef PV_VEC(struct pv_counter) pv_counters;

/* Find such scalars among those whose value is known here. */
pv_counters pv_loop_counters(struct pv_eval *ec, const struct pv_counted_loop *loop);
/* The value of "counter" at the start of each iteration, { [i, new] -> [v] }; the loop has been entered. */
struct pv_iterations;
struct pv_value pv_counter_value(struct pv_eval *ec, const struct pv_counter *counter,
                                 const struct pv_counted_loop *loop, const struct pv_iterations *iterations);

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

/* Does a break or continue inside "tree" leave or continue a loop around it? */
bool pv_tree_has_escaping_jump(struct pv_tree *tree);

#endif
