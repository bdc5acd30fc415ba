/* Plain schedules in machine words: every statement has one set of inequalities, and its times are affine functions with
 * integer coefficients, or quotients by constants. */
#ifndef PV_PLAIN_H
#define PV_PLAIN_H

#include "ast/rows.h"
#include "ast/stock.h"

#include <isl/ast_type.h>
#include <isl/id.h>

/* The unknowns of all rows: parameters, the iterators by their depth, the locals of a statement, and those of another one. */
struct pv_plain {
    struct pv_arena *arena;
    int n_param, n_depth, n_local, width;
    const char **params;
    int n, n_first;                        /* those from "n_first" on come with expansions */
    struct pv_plain_statement *statements; /* the first ones in the order of their names */
    struct pv_plain_node *root;
    struct pv_rows known; /* where the code runs */
    bool prefers_pdiv, allows_else;
};

/* Locals are the dimensions of the statement, then its times where the schedule is flat, the integers that its set says
 * exist, and quotients. */
struct pv_plain_statement {
    const char *name;
    bool is_hidden; /* another one of this name may be meant, while the schedule is read */
    int n_dim, n_existing, n_local;
    struct pv_rows rows;
    int n_equalities;
    int64_t **equalities;
};

enum pv_plain_kind {
    PV_PLAIN_BAND,
    PV_PLAIN_SEQUENCE,
    PV_PLAIN_SET,
    PV_PLAIN_FILTER,
    PV_PLAIN_CONTEXT,
    PV_PLAIN_EXPANSION,
    PV_PLAIN_MARK,
    PV_PLAIN_LEAF,
};

/* What holds for the instances of a statement below a node: rows of its locals. */
struct pv_plain_condition {
    int statement;
    int n_equalities;
    int64_t **equalities;
    struct pv_rows rows;
};

/* Each instance of statement "from" stands for one of "to". */
struct pv_plain_expansion {
    int from, to;
    int64_t *values; /* the dimensions of "to": rows in the locals of "from" */
};

struct pv_plain_node {
    enum pv_plain_kind kind;
    int n_children;
    struct pv_plain_node **children;
    bool *has;        /* FILTER: by statement */
    int n_conditions; /* BAND, FILTER */
    struct pv_plain_condition *conditions;
    const char *name; /* MARK */
    isl_id *mark;     /* MARK: lent by the schedule */
    struct pv_rows context;
    int n_expansions;
    struct pv_plain_expansion *expansions;
    int depth;                     /* BAND: of the first member; LEAF */
    int n_members;                 /* BAND */
    enum isl_ast_loop_type *types; /* BAND: by member */
    bool is_isolated;              /* BAND: part of it, with options of its own */
    struct pv_rows isolated;       /* that part: rows of the times of members, in place of their iterators */
    enum isl_ast_loop_type *isolated_types;
    int64_t **times; /* BAND: by statement, a row for each member; NULL for statements that it has no times of */
};

/* The values of an iterator: "offset", a row, and multiples of "step" more or less. */
struct pv_plain_stride {
    int64_t step;
    int64_t *offset;
};

static inline int pv_plain_iterator(const struct pv_plain *plain, int depth)
{
    return 1 + plain->n_param + depth;
}

static inline int pv_plain_local(const struct pv_plain *plain, int k)
{
    return 1 + plain->n_param + plain->n_depth + k;
}

#endif
