/* Values that do not change in a region and have no name in the program, such as B * T or m->rows. Each gets a variable of its
 * own, which serves as a parameter or as the base of accesses like any other; the generated code sets it once, where the region
 * begins. It is set only under conditions under which the program computes the value, too: m may be NULL elsewhere. */
#ifndef PV_NAMED_H
#define PV_NAMED_H

#include "front/evalctx.h"

struct pv_name {
    struct pv_var *var; /* var->value is what it stands for */
    bool is_safe;       /* it may be computed at any time */
    bool is_banned;     /* a former attempt found that there is no place to compute it */
    pv_exprs apart;     /* places that must be tested not to be written: pv_named.apart */
    /* Of the attempt in work: */
    bool is_always;    /* the region always computes it */
    isl_set *computed; /* [params] -> { : }: where the region surely does; NULL: nowhere */
    isl_set *used;     /* where the region may use it */
};

/* What the attempts at a region have found out; lives through all of them. */
struct pv_named_values {
    PV_VEC(struct pv_name *) list;
    bool has_changed; /* since this was last cleared: a name was banned, the region must be evaluated again */
};

/* The variable that stands for "value", a pure expression of variables that the region does not change; NULL where there can be
 * none. "is_safe": to compute it does no harm, whether the program would or not. */
struct pv_var *pv_named_get(struct pv_eval *ec, struct pv_expr *value, bool is_safe);
/* The same; a new variable is called by "word" (NULL: by the variables in "value"). */
struct pv_var *pv_named_get_as(struct pv_eval *ec, struct pv_expr *value, bool is_safe, const char *word);
/* "var", a name, holds only where nothing writes to the places in "list". */
void pv_named_keep_apart(struct pv_eval *ec, const struct pv_var *var, const pv_exprs *list);
/* The variable that "value" has been given already, or NULL. */
struct pv_var *pv_named_find(const struct pv_eval *ec, const struct pv_expr *value);

/* "expr" in terms of parameters, where it is arithmetic on values that are parameters or constants here; else NULL. */
struct pv_expr *pv_named_resolve(struct pv_eval *ec, const struct pv_expr *expr);

/* The value that "var" had when the region began, where it still has it; aff is NULL where that is not known. */
struct pv_value pv_named_entry_value(struct pv_eval *ec, struct pv_var *var);

/* "var" (any variable) is read, or followed, at the current place. */
void pv_named_met(struct pv_eval *ec, const struct pv_var *var);

/* The attempt is over: put the names that are in use into the model. A name that may be used where it cannot be computed is
 * banned, and the model is worth nothing. */
void pv_named_finish(struct pv_eval *ec);

/* Forget the sets of the attempt. */
void pv_named_reset(struct pv_named_values *names);

#endif
