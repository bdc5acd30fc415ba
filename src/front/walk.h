/* Evaluating statements: the tree of a region, from the top down, to statements, their domains and
 * their order. */
#ifndef PV_WALK_H
#define PV_WALK_H

#include "front/evalctx.h"

/* The order of the statements as the program has it. */
enum pv_order_kind { PV_ORDER_STMT, PV_ORDER_SEQUENCE, PV_ORDER_LOOP };
struct pv_order {
    enum pv_order_kind kind;
    struct pv_stmt *stmt;               /* PV_ORDER_STMT */
    PV_VEC(struct pv_order *) children; /* PV_ORDER_SEQUENCE; one for PV_ORDER_LOOP */
    int depth;                          /* PV_ORDER_LOOP: the dimension it runs over */
    bool goes_down;
};

enum pv_outcome {
    PV_DONE,
    PV_ESCAPES, /* control that depends on data leaves the innermost loop: that loop must be one statement */
    PV_REFUSED, /* the region's refusal is set */
};

/* Evaluate "tree" in "ec", appending to ec->scop, and its order to "sequence". */
enum pv_outcome pv_walk(struct pv_eval *ec, struct pv_tree *tree, struct pv_order *sequence);

/* The same, all of "tree" as one statement; it may hold returns. */
enum pv_outcome pv_walk_as_one(struct pv_eval *ec, struct pv_tree *tree, struct pv_order *sequence);

/* Append a statement that kills all of "var" here. */
void pv_walk_kill(struct pv_eval *ec, struct pv_var *var, struct pv_range range, struct pv_order *sequence);

#endif
