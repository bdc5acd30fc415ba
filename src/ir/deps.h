/* The dependences of one region. */
#ifndef PV_DEPS_H
#define PV_DEPS_H

#include "ir/scop.h"

enum pv_reduction_op {
    PV_REDUCE_ADD,
    PV_REDUCE_MUL,
    PV_REDUCE_MIN,
    PV_REDUCE_MAX,
    PV_REDUCE_AND,
    PV_REDUCE_OR,
    PV_REDUCE_XOR
};

/* Updates of one array by one associative and commutative operator: x = x op e, where nothing else in
 * the statement touches x. Carried out in another order they give the same result, up to rounding. */
struct pv_reduction {
    struct pv_array *array;
    enum pv_reduction_op op;
    PV_VEC(struct pv_stmt *) stmts;     /* each makes one such update */
    PV_VEC(struct pv_access *) updates; /* the references involved: one that reads and writes, or one of each */
    isl_union_map *deps;                /* { S[i] -> T[j] }: the dependences that the updates cause among themselves */
    bool needs_permission;              /* the result may depend on the order: it is of floating type */
    bool is_asserted;                   /* by the user: independent reduction(op: x) */
};

/* Whether the domains of relations are tagged: { [S[i] -> R[]] -> ... } or { S[i] -> ... }. */
enum pv_tagging { PV_UNTAGGED, PV_TAGGED };

struct pv_deps {
    /* The tagged relations are NULL where dependences go by memory alone. */
    isl_union_map *tagged_flow;  /* { [S[i] -> R[]] -> [T[j] -> Q[]] }: what R writes, Q may read */
    isl_union_map *flow;         /* { S[i] -> T[j] } */
    isl_union_map *tagged_false; /* { [S[i] -> R[]] -> [T[j] -> Q[]] } */
    isl_union_map *false_deps;   /* { S[i] -> T[j] }: T overwrites what S reads or writes */
    isl_union_map *live_in;      /* { S[i] -> A[a] }: reads of what may have been there before the region */
    isl_union_map *live_out;     /* { S[i] -> A[a] }: writes that may be read after the region */
    isl_union_map *matched;      /* { [S[i] -> R[]] -> A[a] }: writes that some read of the region may see */
    isl_union_map *overwritten;  /* { [S[i] -> R[]] -> A[a] }: accesses that a later write is certain to follow */
    bool is_memory_based;        /* the exact computation was too much work: flow goes by memory, not by value */

    /* For the reordering of live ranges; NULL without it. */
    isl_union_map *tagged_order;  /* { [S[i] -> R[]] -> [T[j] -> Q[]] }: the end of one live range and the start of
                                  * a later one on the same element */
    isl_union_map *order;         /* { S[i] -> T[j] } */
    isl_union_map *array_order;   /* the part of "order" that comes from more than scalars */
    isl_union_map *tagged_forced; /* { [S[i] -> R[]] -> [T[j] -> Q[]] } */
    isl_union_map *forced;        /* { S[i] -> T[j] }: to be kept however live ranges are reordered */
    isl_union_map *apart; /* the part of "forced" that copies of scalars do not resolve, the last copy being kept */

    isl_union_map *independent; /* { S[i] -> T[j] }: the user says that these pairs may overlap */
    isl_union_set *kept;        /* { S[i] }: instances that something live needs; NULL before dead code is removed */
    PV_VEC(struct pv_reduction *) reductions;
};

void pv_deps_free(struct pv_deps *deps);

/* Is "access" one of the updates of "reduction"? */
bool pv_reduction_has(const struct pv_reduction *reduction, const struct pv_access *access);

/* { S[i] -> T[j] }: all pairs whose order a schedule must keep when live ranges stay as they are. */
__isl_give isl_union_map *pv_deps_get_validity(const struct pv_deps *deps);

const char *pv_reduction_op_name(enum pv_reduction_op op);

/* Append the dependences as one item of a YAML sequence, relations in isl's notation. */
void pv_deps_dump(struct pv_sb *out, const struct pv_scop *scop, const struct pv_deps *deps, const char *file);

#endif
