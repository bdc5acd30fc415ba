/* Loops under OpenMP directives as the sequential loops that they stand for: a program that keeps OpenMP's rules lets its
 * iterations run in their order on one thread. What is private to the construct becomes a variable of its own. */
#ifndef PV_REPLACE_H
#define PV_REPLACE_H

#include "front/extract.h"

/* A variable of the construct in the place of another while its statement is read. */
struct pv_private {
    struct pv_cursor decl;
    struct pv_var *outer, *own;
    bool is_copied; /* it starts with the value of the other */
};

struct pv_replaced {
    const struct pv_construct *construct;
    PV_VEC(struct pv_private) privates;
    PV_VEC(struct pv_reduction_clause) reductions;
    bool is_independent; /* the directive promises that no iteration needs another */
};

/* Does "construct" have a meaning on one thread, clauses aside? If not, "*why" tells the reason. */
bool pv_replace_knows(struct pv_extract *x, const struct pv_construct *construct, const struct pv_node *node,
                      const char **why);

/* Begin to read "node", the statement of "construct", as sequential code: until pv_replace_end, names mean the variables of
 * the construct. False where that would not be exact; "*why" then tells the reason. */
bool pv_replace_begin(struct pv_extract *x, const struct pv_construct *construct, const struct pv_node *node,
                      struct pv_replaced *replaced, const char **why);
/* Names mean what they meant before. Return "tree", the loop that was read, with the variables of the construct declared in
 * it; NULL for NULL. */
struct pv_tree *pv_replace_end(struct pv_extract *x, struct pv_replaced *replaced, struct pv_tree *tree);

#endif
