/* Arrays of the model. A scalar is an array without dimensions. */
#ifndef PV_ARRAY_H
#define PV_ARRAY_H

#include "ir/expr.h"

#include <isl/aff.h>
#include <isl/id.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/union_map.h>
#include <isl/union_set.h>
#include <isl/val.h>

enum pv_array_kind {
    PV_ARRAY_DATA,
    PV_ARRAY_EFFECTS, /* not memory: calls of unknown effect write it, all other statements read it, which keeps the calls in place */
    PV_ARRAY_OVERLAP, /* not memory: keeps accesses through pointers that may overlap in order */
};

struct pv_array {
    enum pv_array_kind kind;
    const char *name;            /* of its tuple in isl */
    struct pv_var *var;          /* NULL for effects */
    const struct pv_ctype *elem; /* of one element; NULL for effects */
    int n_dims;
    isl_set *extent;    /* { A[a] : 0 <= a < size }; no upper bound where no size is known */
    isl_pw_aff **sizes; /* per dimension [params] -> { [(size)] }, or NULL where unknown */
    bool is_local;      /* declared inside the region: nothing flows in or out */
    bool is_dead_after; /* declared before the region, and nothing reads it after */
    bool is_indirect;   /* some dimension goes through a pointer stored in memory */
    /* Dimensions recovered from a linear subscript: the text has one subscript, the sum over the
     * dimensions of index times the product of the sizes of the later ones. */
    int n_linear; /* so many of the last dimensions; 0 where there are none */
    /* Copies of another array that pave made up: the first dimensions number them. The array is local to the region, on the
     * host in memory from the heap. */
    int n_copies; /* so many dimensions; 0: it is an array of the program */
};

void pv_array_free(struct pv_array *array);

/* { A[a] -> A_f[A[a] -> f[]]; ... }: from an element to its innermost fields; the identity where
 * the element is no structure. */
__isl_give isl_union_map *pv_array_to_innermost(const struct pv_array *array);
/* The same from the elements in "space" of type "elem". */
__isl_give isl_union_map *pv_record_to_innermost(__isl_take isl_space *space, const struct pv_ctype *elem);
/* The space reached from "space" through a field with "n_dims" subscripts:
 * { A[a] } becomes { A_f[A[a] -> f[b]] }. */
__isl_give isl_space *pv_field_space(__isl_take isl_space *space, const char *field, int n_dims);
/* How often a value of "type" can be subscripted: its array levels, and its pointer levels too where
 * "through_pointers". A pointer in a structure is not followed. */
int pv_ctype_n_dims(const struct pv_ctype *type, bool through_pointers);

#endif
