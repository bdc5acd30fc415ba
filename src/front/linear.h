/* Subscripts as sums of products with parameters, such as i * n + j, and the shapes of arrays that they suggest. */
#ifndef PV_LINEAR_H
#define PV_LINEAR_H

#include "front/evalctx.h"

enum { PV_MAX_LINEAR = 4 }; /* dimensions that one subscript may stand for, less one */

/* A part of a sum, computed in a narrow type: 0 for a sum whose parts do not wrap around, or do so modulo 2^64; else the number
 * of the part, from 1. All terms of a part together are a value of 0 to 2^bits - 1 where it does not wrap around. */
struct pv_part {
    int number, bits;
};

/* A sum of products: coefficient times sizes, each size a function of the parameters alone. */
struct pv_term {
    struct pv_value coefficient;
    int n_sizes;
    isl_pw_aff *sizes[PV_MAX_LINEAR]; /* over the current iterators */
    bool is_ordered;                  /* the inner sizes come first */
    struct pv_part part;
};

typedef PV_VEC(struct pv_term) pv_terms;

/* How the last declared dimension of a variable splits: sizes[0] is that of the innermost recovered
 * dimension, sizes[1] that of the next; the outermost one has no size of its own. */
struct pv_shape {
    struct pv_var *var;
    int n_sizes;
    isl_pw_aff *sizes[PV_MAX_LINEAR]; /* [params] -> { [] -> [s] } */
    bool follows;                     /* parameters stand for their factors, where these are known */
    bool merges;                      /* sizes are products where they have names: the factors alone did not do */
    bool has_gap;                     /* a term has two sizes more than any other has */
    bool nests;                       /* such a term suggests both, the factor on the right as the inner one */
    int64_t content;                  /* what divides the coefficients of all rows that were seen; 0 before the first */
    int64_t scale;                    /* a row has so many times the elements, as in x[(i * m + j) * 3]; 0: once */
    bool is_rejected;
    struct pv_loc loc; /* where it was first seen, and where it was rejected */
    const char *why;
};

/* What the attempts at a region have found out; lives through all of them. */
struct pv_shapes {
    PV_VEC(struct pv_shape *) list;
    bool has_changed;     /* since this was last cleared: the region must be evaluated again */
    bool has_steps;       /* loops advance by parameters, which multiply the strides of subscripts */
    bool assumes_nothing; /* what would have to be assumed of the parameters cannot all hold */
};

void pv_terms_free(pv_terms *list);

/* May the generated code test what is assumed here of the parameters? */
bool pv_linear_may_assume(const struct pv_eval *ec);

/* Is "aff" a value that does not change in the region and is no plain number? */
bool pv_linear_is_symbolic(const struct pv_eval *ec, __isl_keep isl_pw_aff *aff);

/* Write "expr" as a sum of products, excluding nothing on the way; false, and "sum" is empty, where it is none. */
bool pv_linear_form(struct pv_eval *ec, const struct pv_expr *expr, pv_terms *sum);

#endif
