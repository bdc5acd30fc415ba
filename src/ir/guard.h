/* The assumptions of a region's model that generated code tests at run time: if a test fails, the original text of
 * the region runs. */
#ifndef PV_GUARD_H
#define PV_GUARD_H

#include "base/vec.h"
#include "ir/array.h"

/* A part of a sum: from "least" to "most", functions of the parameters, times each of the sizes, which are positive where
 * the sum is of use. */
enum { PV_MAX_SIZES = 4 };
struct pv_product {
    isl_pw_aff *least, *most; /* [params] -> { [] -> [v] } */
    int n_sizes;
    isl_pw_aff *sizes[PV_MAX_SIZES];
};
typedef PV_VEC(struct pv_product) pv_products;

void pv_products_free(pv_products *sum);

/* The elements of an array, or the one of a scalar, that the region may access: in each dimension those from "first" to
 * "last", [params] -> { [] -> [i] }, which are defined where anything is accessed. No element outside is. */
struct pv_span {
    const struct pv_array *array; /* NULL for a symbolic constant of the model */
    struct pv_var *var;           /* that the address comes from */
    struct pv_expr *place;        /* a member of a structure whose address it is instead; NULL for none */
    int n_dims;                   /* 0 for a scalar */
    isl_pw_aff **first, **last;   /* by dimension */
    const pv_products *products;  /* instead, in one dimension: the elements from the least sum to the most; or NULL */
    isl_set *accessed;            /* [params] -> { : }: where anything is */
    bool has_rows;                /* each dimension but the last holds pointers: the rows must not overlap, either */
    bool is_written;
};

/* Two spans, by number, of which one is written and which must not overlap. One span twice: its rows must not. */
struct pv_span_pair {
    int a, b;
};

/* Two arrays that the region writes. */
struct pv_array_pair {
    const struct pv_array *a, *b;
};

struct pv_guard {
    /* What holds untested, and what must hold besides, [params] -> { : }. Both NULL: nothing of the parameters is
     * tested. The context of the region is the intersection of the two. */
    isl_set *context, *assumed;
    PV_VEC(struct pv_span) spans;
    PV_VEC(struct pv_span_pair) pairs;
    /* Arrays that have no element in common, untested, but elements of one may lie between those of the other: a copy of one
     * from a device to the host would overwrite the other. */
    PV_VEC(struct pv_array_pair) mixed;
};

/* Drop the spans of "guard" from number "n" on; no pair may need them. */
void pv_guard_drop_spans(struct pv_guard *guard, int n);

void pv_guard_free(struct pv_guard *guard);

/* Is there anything to test? */
bool pv_guard_is_needed(const struct pv_guard *guard);

#endif
