/* Copies of a called function's text with its variables replaced by those of the call: parameters by paths
 * or values, local variables by fresh ones. */
#ifndef PV_SUBSTITUTE_H
#define PV_SUBSTITUTE_H

#include "front/evalctx.h"

/* What stands for a variable of the called function at one call. */
struct pv_replacement {
    const struct pv_var *var;
    struct pv_var *fresh;  /* another variable */
    struct pv_expr *path;  /* or the object that a pointer or structure parameter stands for; its own steps follow */
    bool is_element;       /* the argument is "&path": the first subscript is added to the last of "path" */
    struct pv_expr *value; /* or the value of a scalar parameter that the function never changes */
};

struct pv_substitution {
    struct pv_eval *ec;
    struct pv_function *function;
    const struct pv_expr *call;
    PV_VEC(struct pv_replacement) replacements;
    int number;  /* makes the names of fresh variables unique */
    bool failed; /* some use of a variable has no counterpart at the call */
};

/* Let a fresh local variable stand for "var". */
struct pv_var *pv_substitute_fresh(struct pv_substitution *by, struct pv_var *var);
/* Let the array or pointer "arg" stand for the parameter "param"; false where their shapes differ, or the subscripts of
 * "arg" may change in the body. */
bool pv_substitute_array(struct pv_substitution *by, struct pv_var *param, struct pv_expr *arg);
/* "arg" as a value of the type of the scalar "param", to which a call without a prototype does not convert it. */
struct pv_expr *pv_substitute_converted(struct pv_substitution *by, const struct pv_var *param, struct pv_expr *arg);
/* Let the structure "arg" stand for "param", which is passed by value; false unless "body" leaves both as they are. */
bool pv_substitute_record(struct pv_substitution *by, struct pv_tree *body, struct pv_var *param, struct pv_expr *arg);

/* A copy of "expr" (may be NULL) with all replacements made. */
struct pv_expr *pv_substitute_expr(struct pv_substitution *by, const struct pv_expr *expr);
/* A copy of "tree" (may be NULL); variables that it declares become fresh. */
struct pv_tree *pv_substitute_tree(struct pv_substitution *by, struct pv_tree *tree);

#endif
