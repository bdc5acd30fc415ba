/* Structured statements as the first phase of extraction leaves them. */
#ifndef PV_TREE_H
#define PV_TREE_H

#include "base/vec.h"
#include "ir/expr.h"

enum pv_tree_kind {
    PV_TREE_BLOCK,
    PV_TREE_EXPR,
    PV_TREE_DECL,
    PV_TREE_IF,
    PV_TREE_FOR,
    PV_TREE_WHILE,
    PV_TREE_DO,
    PV_TREE_BREAK,
    PV_TREE_CONTINUE,
    PV_TREE_RETURN,
    PV_TREE_NULL,
    PV_TREE_PENCIL,   /* a call of a PENCIL builtin */
    PV_TREE_LIVE_OUT, /* #pragma live-out */
};

enum pv_builtin {
    PV_BUILTIN_NONE,
    PV_BUILTIN_ASSUME, /* __pencil_assume, __builtin_assume, __pencil_assert: args[0] holds here */
    PV_BUILTIN_KILL,
    PV_BUILTIN_USE,
    PV_BUILTIN_DEF,
};

/* reduction(op: vars) of an independent loop */
struct pv_reduction_clause {
    const char *op; /* "+", "*", "min", ... */
    struct pv_var *var;
};

struct pv_tree {
    enum pv_tree_kind kind;
    struct pv_range range;
    const char *label; /* of the statement, or NULL */

    /* PV_TREE_BLOCK */
    PV_VEC(struct pv_tree *) children;
    bool is_scope; /* variables declared among the children end here; false for the region's own list */

    /* PV_TREE_EXPR, PV_TREE_RETURN (may be NULL), PV_TREE_DECL: the initialiser (may be NULL).
     * The initialiser of an array or a structure is a list in "inits" instead. */
    struct pv_expr *expr;

    PV_VEC(struct pv_var *) resolved; /* PV_TREE_EXPR: scalars whose values stand in "expr" in their place */
    bool is_final;                    /* PV_TREE_EXPR: gives a scalar the value that it has after what stands before */

    /* PV_TREE_DECL */
    struct pv_var *var;
    bool has_init_list;             /* the elements named in "inits" and, by C's rule, zero everywhere else */
    PV_VEC(struct pv_expr *) inits; /* values in the braces, flattened in order; designators are refused */

    /* PV_TREE_IF, PV_TREE_FOR, PV_TREE_WHILE, PV_TREE_DO: NULL for "for (;;)" */
    struct pv_expr *cond;
    struct pv_tree *then_body, *else_body; /* PV_TREE_IF; else_body may be NULL */
    struct pv_tree *body;                  /* loops */
    struct pv_tree *init;                  /* PV_TREE_FOR: PV_TREE_DECL, PV_TREE_EXPR, PV_TREE_BLOCK of them, or NULL */
    struct pv_expr *inc;                   /* PV_TREE_FOR: or NULL */
    bool is_do;                            /* PV_TREE_WHILE, PV_TREE_FOR: the first iteration is certain */
    bool is_independent;                   /* #pragma pencil independent stands in front of it */
    PV_VEC(struct pv_reduction_clause) reductions;

    /* PV_TREE_PENCIL */
    enum pv_builtin builtin;
    bool is_assert;                /* __pencil_assert: the source of an assumption */
    PV_VEC(struct pv_expr *) args; /* PV_TREE_PENCIL, PV_TREE_LIVE_OUT: accesses or conditions */

    /* Set on a block that stands for an inlined call: the call it replaces. */
    struct pv_expr *inlined_call;
};

struct pv_tree *pv_tree_new(struct pv_arena *arena, enum pv_tree_kind kind, struct pv_range range);

/* Call "visit" on "tree" and all below it, outermost first, in the order of the text; a visit that
 * returns false does not go below its tree. */
void pv_tree_visit(struct pv_tree *tree, bool (*visit)(struct pv_tree *tree, void *user), void *user);

/* A copy of "tree" with "map" of each expression in its place. */
struct pv_tree *pv_tree_map(struct pv_arena *arena, const struct pv_tree *tree,
                            struct pv_expr *(*map)(const struct pv_expr *expr, void *user), void *user);

/* The number of return statements in "tree". */
int pv_tree_count_returns(struct pv_tree *tree);

/* Call "visit" on every expression right under "tree" (not on those of trees below). */
void pv_tree_visit_exprs(struct pv_tree *tree, void (*visit)(struct pv_expr **expr, void *user), void *user);

/* A value set by "#pragma value_bounds". */
struct pv_value_bounds {
    struct pv_var *var;
    int64_t min, max;
};

struct pv_function {
    const char *name;
    const struct pv_ctype *return_type;
    PV_VEC(struct pv_var *) params;
    bool is_variadic, is_static, is_inline;
    bool is_const, is_pure, is_noreturn; /* attributes, or known library functions */
    bool sets_errno;                     /* a mathematical function, and the program looks at errno */
    bool is_weak;                        /* another definition may take the place of the one that is visible */
    struct pv_function *summary;         /* named by pencil_access, or NULL */
    struct pv_loc loc;
    bool has_body;
    struct pv_tree *body; /* extracted when first asked for; NULL before, or where it was refused */
    const char *refused;  /* why the body could not be extracted, or NULL */
    struct pv_loc refused_at;
};

/* A pointer that the region moves. */
struct pv_moved {
    struct pv_var *var;
    struct pv_expr *place; /* what it points at; subscripts that change are scalars, pv_var.offset_of */
    bool is_from_itself;   /* "place" begins with "var", as it is where the region begins */
};

/* Lines of directives; NULL stands for a line that is met in any other setting of the macros than the present one. */
typedef PV_VEC(const char *) pv_setting;

/* One region: its statements, and what of its surroundings the second phase must know. */
struct pv_region {
    struct pv_range range; /* from the first byte after the scop pragma's line to the endscop pragma's line */
    struct pv_function *function;
    struct pv_tree *body;   /* a PV_TREE_BLOCK with is_scope false */
    bool is_marked;         /* by pragmas, not found by autodetection */
    bool is_body;           /* its one statement is the body of another: what takes its place must be one, too */
    bool keeps_calls;       /* calls are not replaced by bodies */
    bool is_second;         /* it, or what it is a part of, was tried with "keeps_calls" the other way before */
    bool is_too_much;       /* refused because it takes too much work */
    const void *origin;     /* the parser's own: what it was extracted from */
    unsigned original_line; /* in generated text: the first line that the region had in the original; else 0 */
    const char *refused;    /* why there is no "body": the construct and the reason; else NULL */
    const char *remedy;     /* what to do about it, or NULL */
    struct pv_loc refused_at;
    PV_VEC(struct pv_var *) dead_after; /* locals of the function that nothing reads after the region */
    PV_VEC(struct pv_var *) used_after; /* variables declared in or before the region that the function names after it,
                                         * or may read again because a loop encloses the region */
    const char *fixed;                  /* why its text cannot be replaced, whatever its model; or NULL */
    pv_setting setting;                 /* of the macros that decide conditionals in its text; empty for none */
    bool is_one_statement;              /* control leaves it in the middle: it can only be seen as a whole */
    bool all_used_after;                /* nothing is known of what follows: every variable may be read there */
    PV_VEC(struct pv_var *) parameters; /* of #pragma parameter */
    PV_VEC(struct pv_value_bounds) value_bounds;
    PV_VEC(struct pv_var *) live_out; /* of #pragma live-out */
    PV_VEC(struct pv_moved) moved;
    PV_VEC(const char *)
    local_names; /* of all variables, types and enumerators that its function declares: text of others may not name them */
};

/* Does the function around "region" declare a variable, type or enumerator "name"? */
bool pv_region_has_local(const struct pv_region *region, const char *name);

/* What a generated file says of a statement: its name in the original, and its instance as C expressions. */
struct pv_annotation {
    const char *name, *instance; /* S_1 and "c0, c1 + 1" of the comment "pave: S_1(c0, c1 + 1)" */
    unsigned at;                 /* offset of the statement */
    unsigned comment;            /* and of the comment before it */
};

/* A pragma that makes sense only together with the statement after it: it goes when that is replaced. */
struct pv_loop_pragma {
    unsigned begin, end; /* of its text */
    unsigned statement;  /* where the statement begins */
};

/* A loop as the text has it, whether or not it is in a region. */
struct pv_text_loop {
    struct pv_range range;
    const char *function; /* the name of the function that it is in */
    int parent;           /* the loop of the same function right around it, by its place in the list; -1 for none */
};

/* A statement with loops that cannot be part of a region: the construct and the reason, and what to do about it. */
struct pv_obstacle {
    struct pv_range range;
    const char *reason, *remedy; /* "remedy" may be NULL */
    struct pv_loc at;
};
typedef PV_VEC(struct pv_obstacle) pv_obstacle_vec;

/* A name that a translation unit, or what it includes, declares outside of functions or defines as a macro. */
struct pv_unit_name {
    const char *name;
    bool is_macro;
    bool is_system; /* of a system header, or of the compiler itself */
};

/* A translation unit after the first phase. */
struct pv_unit {
    const char *file_name;
    int file; /* in the pv_diag */
    const char *text;
    size_t size;
    PV_VEC(struct pv_region *) regions;         /* in the order of the text */
    PV_VEC(struct pv_annotation) annotations;   /* in the order of the text; only where they were asked for */
    PV_VEC(struct pv_loop_pragma) loop_pragmas; /* in no order */
    PV_VEC(struct pv_text_loop) loops; /* of the functions that were searched for regions, outer before inner */
    pv_loc_vec header_loops;           /* the first loop of each header that is not one of the system */
    pv_obstacle_vec obstacles;         /* found in the search for regions, outer before inner */
    PV_VEC(struct pv_unit_name) names; /* in the order of the text, those declared again more than once */
    double parse_seconds;              /* processor time that libclang took to read the file */
    void *front; /* the parser's own data; bodies of functions are extracted through it on demand */
};

#endif
