/* Scalars whose values are followed through a region, before anything of it is evaluated: polynomials over iterators and over
 * what the region does not change. */
#ifndef PV_FOLLOWED_H
#define PV_FOLLOWED_H

#include "front/evalctx.h"
#include "front/poly.h"

/* What is known of a scalar at the current place. */
struct pv_scalar {
    struct pv_var *var;
    const struct pv_poly *value; /* NULL: not known */
    bool is_modular;             /* "value" is right modulo 2^bits of the type only */
    bool is_wanted;              /* it advances beside a loop */
    bool is_resolved;            /* its values take its place in the text */
    bool is_declared;            /* by the tree itself */
    bool is_length;              /* of an array that the tree declares: its text must keep it */
    struct pv_expr *marker;      /* its unknown value at the start of an iteration, while a body is looked at */
};

/* The number of iterations of a loop that is not known to be positive, as a leaf: raw > 0 ? raw : 0. */
struct pv_trip {
    const struct pv_tree *loop;
    struct pv_expr *leaf;
    const struct pv_poly *raw;
};

struct pv_followed {
    struct pv_eval *ec;
    struct pv_arena *arena;
    PV_VEC(struct pv_scalar) scalars;
    PV_VEC(struct pv_trip) trips;
    PV_VEC(const struct pv_tree *) around; /* loops around the current place */
    pv_vars written;                       /* by the tree */
    pv_vars *used;                         /* resolved scalars that the current statement names; or NULL */
    int depth;                             /* of loops, also of those that are only looked at */
    bool is_first;                         /* nothing is decided yet in this attempt */
    bool is_trial;                         /* a body is looked at for what it does, and nothing is decided */
    bool has_failed;                       /* a scalar is not resolved after all: start again */
};

typedef PV_VEC(struct pv_scalar) pv_scalars;

/* The scalar "var", or NULL where it is not followed. */
struct pv_scalar *pv_followed_find(struct pv_followed *in, const struct pv_var *var);
/* Nothing is known of "scalar" any more. */
void pv_followed_forget(struct pv_scalar *scalar);
/* "scalar" cannot be resolved at "place". A pointer must be. */
void pv_followed_give_up(struct pv_followed *in, struct pv_scalar *scalar, struct pv_loc place);
/* The variable "var", which stays in the text, changes here: nothing that is expressed by it is known any more. */
void pv_followed_invalidate(struct pv_followed *in, const struct pv_var *var);
/* Give "scalar" a value (may be NULL). */
void pv_followed_set(struct pv_followed *in, struct pv_scalar *scalar, const struct pv_poly *value, bool is_modular);

/* All that is known at the current place; and that again. */
pv_scalars pv_followed_save(struct pv_followed *in);
void pv_followed_restore(struct pv_followed *in, const pv_scalars *saved);
/* After two ways to the same place: what is the same on both. */
void pv_followed_merge(struct pv_followed *in, const pv_scalars *other);

/* Must sums of "type" be followed modulo 2^bits? */
bool pv_followed_wraps(const struct pv_ctype *type);
/* Does a conversion from "from" to "to" keep every value? */
bool pv_followed_keeps_values(const struct pv_ctype *from, const struct pv_ctype *to);
/* How many times "expr" (may be NULL) names "var". */
int pv_followed_mentions(struct pv_expr *expr, const struct pv_var *var);
/* Does "expr" assign to or step a scalar variable? */
bool pv_followed_is_change(const struct pv_expr *expr);

/* "var" as an expression at "range". */
struct pv_expr *pv_followed_access(struct pv_followed *in, struct pv_var *var, struct pv_range range);
/* "value" as an expression of "type", C's conversion included. */
struct pv_expr *pv_followed_expr(struct pv_followed *in, const struct pv_poly *value, const struct pv_ctype *type,
                                 struct pv_range range);
/* The value of "expr", without effects, as C has it; NULL where it is not known. */
const struct pv_poly *pv_followed_value(struct pv_followed *in, const struct pv_expr *expr);
/* Is "expr" the difference of two pointers? */
bool pv_followed_is_distance(const struct pv_expr *expr);
/* The difference of two pointers that stay what they are: a value with a name; NULL where it has none. */
struct pv_expr *pv_followed_distance(struct pv_followed *in, const struct pv_expr *expr);

/* Does "expr", a step of or an assignment to "scalar", leave a value in it that is right as it stands, not modulo 2^bits? A sum
 * with the scalar itself is followed modulo 2^bits where it may wrap. */
bool pv_followed_is_exact(const struct pv_scalar *scalar, const struct pv_expr *expr);
/* What "expr", a step of or an assignment to "scalar", leaves in it. */
const struct pv_poly *pv_followed_assigned(struct pv_followed *in, const struct pv_scalar *scalar,
                                           const struct pv_expr *expr);

#endif
