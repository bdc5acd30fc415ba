/* Counted loops. */
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

/* Does a break or continue inside "tree" leave or continue a loop around it? */
bool pv_tree_has_escaping_jump(struct pv_tree *tree);

/* Does C leave the overflow of a step undefined? Narrow types are stepped in int and converted. */
bool pv_overflow_is_undefined(const struct pv_ctype *type);

/* "expr" without the conversions between integers around it that the user did not write. */
struct pv_expr *pv_strip_implicit(struct pv_expr *expr);

#endif
