/* The polyhedral model of one region. */
#ifndef PV_SCOP_H
#define PV_SCOP_H

#include "base/vec.h"
#include "ir/guard.h"
#include "ir/tree.h"

#include <isl/schedule.h>

/* One reference of a statement. Relations go from instances to innermost fields:
 * { S[i] -> A[a] }, or { S[i] -> A_f[A[a] -> f[b]] } for structures. */
struct pv_access {
    const char *tag; /* unique in the model: { [S[i] -> R0[]] -> A[a] } is the tagged form */
    struct pv_array *array;
    struct pv_expr *expr; /* the node in the statement's body; NULL for kills and effects */
    bool is_read, is_write, is_kill;
    isl_multi_pw_aff *index; /* { S[i] -> A[f(i)] } as written, slices shorter than the array; NULL where not affine */
    pv_products bounds;      /* sums that a single subscript lies between where it is not affine; none: unknown */
    isl_union_map *may_read; /* never NULL; empty where it does not apply */
    isl_union_map *may_write;
    isl_union_map *must_write; /* a subset of may_write */
    isl_union_map *kill;
    const struct pv_array
        *overlap_of; /* an access of PV_ARRAY_OVERLAP: the array whose accesses it keeps in order; else NULL */
};

/* A scalar read whose value is known: "expr", a node of the body, always equals "value" { S[i] -> [v] }. */
struct pv_subst {
    struct pv_expr *expr;
    isl_pw_aff *value;
};

enum pv_stmt_kind {
    PV_STMT_EXPR,    /* one expression statement or initialiser: every access happens */
    PV_STMT_BLOCK,   /* several of these in a row: every access happens, in the order of the list */
    PV_STMT_GENERIC, /* holds control that depends on data: all its writes are may-writes */
    PV_STMT_KILL,    /* no code */
    PV_STMT_FINAL,   /* gives an iterator declared outside its loop the value it has after the loop */
    PV_STMT_ASSUME,  /* __pencil_use, __pencil_def: accesses without code */
};

struct pv_stmt {
    enum pv_stmt_kind kind;
    const char *name; /* the label, or S_0, S_1, ... */
    struct pv_range range;
    int n_iterators;
    const char **iterators; /* names of the domain's dimensions, outermost first */
    isl_set *domain;        /* { S[i] } */
    struct pv_tree *body;   /* NULL for kills */
    const char *why;        /* PV_STMT_GENERIC: what made it one statement, or NULL */
    struct pv_loc why_at;
    PV_VEC(struct pv_access *) accesses;
    PV_VEC(struct pv_subst) substs;
    PV_VEC(struct pv_var *) forwarded; /* scalars of the text whose definitions "body" has in their place */
    bool has_effects;                  /* calls a function that does more than its accesses say */
    bool is_inlined;                   /* its text stands in a called function */
    struct pv_expr *call;              /* the call in the region that an inlined statement belongs to, else NULL */
    bool is_restricted; /* the domain shrank after the relations were made (a break); used while extracting */
};

/* Iterations of a loop marked independent: any two instances of the statements in "domain" that
 * agree on the first "depth" iterators and differ in the next may be reordered and overlap. */
struct pv_independence {
    isl_union_set *domain;
    int depth;
    PV_VEC(struct pv_array *) locals; /* declared in the loop: private to an iteration */
    PV_VEC(struct pv_reduction_clause) reductions;
};

/* A loop of the original program, for diagnostics and reports. */
struct pv_loop {
    struct pv_range range; /* of the whole for statement */
    const char *iterator;
    int depth; /* number of loops around it in the model */
    int64_t step;
    bool is_virtual; /* the dimension counts iterations: the iterator itself wraps, or there is none */
};

typedef PV_VEC(struct pv_expr *) pv_exprs;

/* A variable that stands for a value without a name in the program, which the region does not change. The generated code sets
 * it where the region begins, in the order of the list. */
struct pv_named {
    struct pv_var *var; /* var->value is the value */
    isl_set *guard;     /* [params] -> { : }: it is computed only for these, and 0 for others; NULL: for all */
    pv_exprs apart;     /* places on the path of the value that a write of the region may reach by its type: tested */
};

struct pv_scop {
    isl_ctx *ctx;
    struct pv_arena *arena;
    struct pv_region *region;
    PV_VEC(struct pv_var *) parameters; /* symbolic constants, in the order of their first use */
    PV_VEC(struct pv_named) named;
    PV_VEC(struct pv_moved) moved; /* pointers, and what they point at after the region; set in this order */
    isl_set *context; /* what may be assumed of the parameters: else there is no defined meaning, or the guard fails */
    struct pv_guard guard; /* what the generated code must test */
    PV_VEC(struct pv_array *) arrays;
    PV_VEC(struct pv_stmt *) stmts; /* in the order of the text */
    PV_VEC(struct pv_loop) loops;
    PV_VEC(struct pv_independence) independences;
    isl_schedule *schedule; /* the original order */
};

void pv_scop_free(struct pv_scop *scop);
/* Take "condition" [params] -> { : } for granted: the code must test it. */
void pv_scop_assume(struct pv_scop *scop, __isl_take isl_set *condition);
/* Let go of the relations of "access". */
void pv_access_free(struct pv_access *access);
void pv_stmt_free(struct pv_stmt *stmt);

/* Did isl compute every object of the model? */
bool pv_scop_is_complete(const struct pv_scop *scop);

/* Unions over all statements and accesses, domains intersected. */
__isl_give isl_union_set *pv_scop_get_instances(const struct pv_scop *scop);
enum pv_relation { PV_MAY_READ, PV_MAY_WRITE, PV_MUST_WRITE, PV_KILL };
__isl_give isl_union_map *pv_access_get(const struct pv_access *access, enum pv_relation which);
__isl_give isl_union_map *pv_scop_get_accesses(const struct pv_scop *scop, enum pv_relation which);
/* { [S[i] -> R0[]] -> A[a] } */
__isl_give isl_union_map *pv_scop_get_tagged_accesses(const struct pv_scop *scop, enum pv_relation which);
/* { [S[i] -> R0[]] -> S[i] } for every reference of every statement. */
__isl_give isl_union_pw_multi_aff *pv_scop_get_tagger(const struct pv_scop *scop);
/* { [S[i] -> R[]] } for one reference. */
__isl_give isl_set *pv_stmt_get_tagged_domain(const struct pv_stmt *stmt, const struct pv_access *access);
/* { S[i] -> T[i'] } of one independence. */
__isl_give isl_union_map *pv_independence_get_pairs(const struct pv_independence *independence);
struct pv_stmt *pv_scop_find_stmt(const struct pv_scop *scop, const char *name);
/* The reference that "space" { [S[i] -> R[]] } is about, and its statement; NULL where there is none. */
const struct pv_access *pv_scop_find_access(const struct pv_scop *scop, __isl_take isl_space *space,
                                            const struct pv_stmt **stmt);
struct pv_array *pv_scop_find_array(const struct pv_scop *scop, const char *name);

#endif
