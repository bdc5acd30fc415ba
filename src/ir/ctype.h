/* C types as far as pave needs them. */
#ifndef PV_CTYPE_H
#define PV_CTYPE_H

#include <stdbool.h>
#include <stdint.h>

struct pv_expr;

enum pv_ctype_kind {
    PV_TYPE_VOID,
    PV_TYPE_INT, /* also _Bool, characters and enumerations */
    PV_TYPE_FLOAT,
    PV_TYPE_POINTER,
    PV_TYPE_ARRAY,
    PV_TYPE_RECORD,
    PV_TYPE_OTHER, /* functions, complex numbers, vectors: never looked into */
};

struct pv_field {
    const char *name; /* "" for an anonymous member */
    const struct pv_ctype *type;
    bool is_bitfield;
    bool is_flexible; /* an array without a length; "type" is that of a pointer to its elements */
};

struct pv_record {
    const char *spelling; /* "struct s", or the typedef's name where there is no tag */
    bool is_union, is_complete;
    int n_fields;
    struct pv_field *fields;
};

struct pv_ctype {
    enum pv_ctype_kind kind;
    const char *spelling; /* as a declaration without a name would write it, qualifiers included */
    int64_t size;         /* bytes; 0 where it is not a constant */
    bool is_const, is_volatile, is_restrict;
    /* PV_TYPE_INT */
    int bits; /* value bits: 1 for _Bool */
    bool is_signed;
    /* PV_TYPE_POINTER, PV_TYPE_ARRAY */
    const struct pv_ctype *elem;
    int64_t length;              /* PV_TYPE_ARRAY: number of elements, -1 where it is not a constant */
    struct pv_expr *length_expr; /* PV_TYPE_ARRAY: the number of elements of a variable-length one, else NULL */
    /* PV_TYPE_RECORD */
    struct pv_record *record;
};

bool pv_ctype_is_arithmetic(const struct pv_ctype *type);
/* A pointer or an array: something that may be subscripted. */
bool pv_ctype_is_indexable(const struct pv_ctype *type);
/* What remains of "type" after all its array dimensions; pointers are dimensions when "through_pointers". */
const struct pv_ctype *pv_ctype_innermost(const struct pv_ctype *type, bool through_pointers);
/* Does "type" hold a union or a bit-field at any depth? */
bool pv_ctype_has_overlapping_fields(const struct pv_ctype *type);
/* Smallest and largest value of an integer type of at most 64 bits. */
__extension__ typedef __int128 pv_int128;
pv_int128 pv_ctype_min(const struct pv_ctype *type);
pv_int128 pv_ctype_max(const struct pv_ctype *type);

#endif
