/* The context in which the second phase evaluates a tree: the iterators around the current place,
 * the instances that reach it, the values known for scalars there, and what must hold because the
 * program would otherwise have no defined meaning. */
#ifndef PV_EVALCTX_H
#define PV_EVALCTX_H

#include "ir/scop.h"

struct pv_unit;
struct pv_named_values;

/* The value of an integer expression: its affine form where there is one, and bounds that hold in
 * either case. */
struct pv_value {
    isl_pw_aff *aff; /* { [i] -> [v] } over the current iterators; NULL where it is not affine */
    pv_int128 min, max;
};

enum pv_binding_state {
    PV_UNBOUND,   /* nothing has changed it yet: a parameter, if nothing does */
    PV_KNOWN,     /* "aff" */
    PV_ANY_VALUE, /* in memory: every read is an access */
};

/* A scalar in the definition of another one. */
struct pv_definition_leaf {
    struct pv_var *var;
    isl_pw_aff *value; /* { [i] -> [v] } over the first "depth" iterators, where the definition was made */
    int depth;
};

/* The expression that a scalar was given last; it holds as long as its leaves have their values. */
struct pv_definition {
    struct pv_expr *expr; /* of the scalar's type */
    PV_VEC(struct pv_definition_leaf) leaves;
};

/* What is known of a scalar integer variable. */
struct pv_binding {
    struct pv_var *var;
    enum pv_binding_state state;
    isl_pw_aff *aff; /* over the first "depth" iterators */
    int depth;
    isl_pw_aff *here; /* the value over the iterators of the space "where", as it was last asked for; or NULL */
    isl_space *where;
    pv_int128 min, max;
    bool is_written;                  /* somewhere in the region */
    bool is_surveyed;                 /* the flags below and "is_written" are set */
    bool is_assigned;                 /* given a value other than as an iterator */
    bool is_read_as_data;             /* read where it is no iterator: its value after a loop matters */
    bool has_bounds;                  /* value_bounds or #pragma parameter gave "min" and "max" */
    struct pv_array *array;           /* once accessed as memory */
    struct pv_definition *definition; /* of a value that is not affine; or NULL */
    isl_pw_aff *least, *most;         /* [params] -> { [] -> [v] }: what such a value lies between; NULL: unknown */
};

typedef PV_VEC(struct pv_var *) pv_vars;

/* What a call does to the memory its arguments reach, for a called function with a visible body or
 * a summary function. Relations have a coordinate per integer argument: { [n] -> A[a] }. */
struct pv_summary_part {
    struct pv_var *var; /* a parameter of the function, or a global variable */
    isl_union_map *may_read, *may_write, *must_write;
};

struct pv_summary {
    struct pv_function *function;
    PV_VEC(struct pv_var *) ints; /* the integer parameters, in order */
    PV_VEC(struct pv_summary_part) parts;
    bool has_effects;
    bool is_known; /* false: nothing could be derived, the function may do anything */
};

struct pv_summaries {
    PV_VEC(struct pv_summary *) list;
};

/* A called function whose body was searched, or is being searched: then it calls itself. */
struct pv_looked_at {
    const struct pv_function *function;
    bool is_done;
};

/* Instances that would run into undefined behaviour, waiting for their loops to end. */
struct pv_bad_instances {
    isl_set *set; /* { [i] } over the first "depth" iterators */
    int depth;
};

/* Iterations of a loop that leave it by a break, { [i, x] }; NULL while there are none. */
struct pv_broken {
    isl_set *set;
};

/* A place in a structure that the region may change, and how. */
struct pv_changing {
    const struct pv_expr *path;
    const char *why;
};

/* Places that a region, and the functions that it calls, may write. */
struct pv_writes {
    PV_VEC(struct pv_expr *) targets;             /* accesses */
    PV_VEC(const struct pv_function *) functions; /* whose bodies were looked at */
    pv_vars handed;                               /* restrict pointers that calls are given */
};

enum pv_overflow { PV_OVERFLOW_AVOID, PV_OVERFLOW_IGNORE };

struct pv_eval_params {
    enum pv_overflow signed_overflow;
    bool encapsulate_dynamic_control;
    bool pencil;
    bool assume_non_negative_parameters;
    bool run_time_tests;  /* the generated code tests what the model assumes of the parameters */
    bool join_statements; /* where there are many */
    bool for_host;        /* compilers vectorize the original text, and test at run time whether a step is 1 */
    bool ends_at_effects; /* refuse a region with a call of unknown effect */
    const char *ctx;      /* constraints of the user on the parameters, or NULL */
};

struct pv_eval {
    struct pv_arena *arena;
    struct pv_diag *diag;
    isl_ctx *ctx;
    struct pv_unit *unit;
    const struct pv_eval_params *params;
    struct pv_scop *scop;

    int depth;
    isl_space *space; /* { [i] } */
    isl_set *live;    /* { [i] }: the instances that reach the current place */
    bool is_certain;  /* every live instance does execute the current place */
    PV_VEC(const char *) iterators;
    PV_VEC(struct pv_binding) bindings; /* by slot */
    PV_VEC(struct pv_bad_instances) bad;
    isl_set *param_bounds; /* from the types of the parameters seen so far */
    isl_set *assumed;      /* [params] -> { : }: what the generated code must test; NULL: nothing */

    struct pv_broken *broken; /* of the loop around the current place */

    struct pv_stmt *generic;                   /* the statement that takes all accesses, or NULL */
    int generic_depth;                         /* number of iterators of "generic" */
    pv_vars generic_declared, generic_written; /* variables that the text of "generic" declares, or writes */
    pv_vars generic_own;                       /* those whose value from before it is never read in there */
    pv_vars generic_sure;                      /* those that every way through it assigns */
    pv_vars limited;                           /* those that the conditions around the current place limit */
    const char *stmt_prefix;                   /* of the names of statements without a label */

    const char *why; /* the reason of the last evaluation that was not affine, and its place */
    struct pv_loc why_at;

    pv_vars globals;                         /* global variables that the region and the bodies it calls name */
    bool has_unknown_calls;                  /* some call in the region may change any global */
    PV_VEC(struct pv_looked_at) looked_at;   /* bodies of called functions that were searched for these two */
    bool is_summary;                         /* the region is a function's body: only its accesses matter */
    bool is_careful;                         /* called functions are summarised before anything is taken for granted */
    bool needs_care;                         /* a call turned out to do more than the look at its body told */
    int n_inlined;                           /* calls replaced by their bodies so far */
    PV_VEC(struct pv_function *) call_stack; /* functions being inlined or summarised */
    /* Derive a function's summary, or recall it; never NULL. Set by the owner of the recursion. */
    const struct pv_summary *(*summarise)(struct pv_eval *ec, struct pv_function *function);
    struct pv_writes writes;             /* of the region and of the functions that it calls */
    PV_VEC(struct pv_changing) changing; /* members of structures that have no name for that reason */
    struct pv_named_values *names;       /* of values without one; NULL where they are not looked for */
    bool is_before_walk;                 /* nothing is known of variables yet, and none becomes a parameter */
    bool keeps_products;                 /* a value is wanted by its factors: no name for a product */
    bool is_speculative;                 /* the program may not compute what stands at the current place */
    bool has_failed_do;                  /* a do loop that was rewritten has no model: all must stay as they are */
    int n_breaking;                      /* loops around the current place that a break may end */
    struct pv_shapes *shapes;            /* of linear subscripts; NULL where they are not looked for */
    struct pv_summaries *summaries;      /* computed so far; shared with nested evaluations */
};

/* Bindings. */
struct pv_binding *pv_eval_binding(struct pv_eval *ec, struct pv_var *var);
void pv_binding_free(struct pv_binding *binding);
/* Let go of what isl owns in "definition" (may be NULL). */
void pv_definition_free(struct pv_definition *definition);
/* Say that "var" equals "value" from here on; takes value.aff. */
void pv_eval_bind(struct pv_eval *ec, struct pv_var *var, struct pv_value value);
/* Say that nothing is known of "var" from here on. */
void pv_eval_forget(struct pv_eval *ec, struct pv_var *var);
/* Is "var" a scalar whose value may be tracked? */
bool pv_var_is_trackable(const struct pv_var *var);
/* Its value here; aff is NULL when it must be read from memory. */
struct pv_value pv_eval_var(struct pv_eval *ec, struct pv_var *var);

/* Does the text of the region declare "var"? */
bool pv_eval_declares(const struct pv_eval *ec, const struct pv_var *var);

/* Iterators. Enter a loop whose iterations are "domain" { [i, new] }. */
void pv_eval_push(struct pv_eval *ec, const char *name, __isl_take isl_set *domain);
/* Leave it: "live" is that of before the loop. */
void pv_eval_pop(struct pv_eval *ec, __isl_take isl_set *live);
/* { [i] -> [i_last] }, the innermost iterator as a value. */
__isl_give isl_pw_aff *pv_eval_innermost(struct pv_eval *ec);
/* The current space with one more iterator. */
__isl_give isl_space *pv_eval_space_below(struct pv_eval *ec, const char *name);

/* Say that the region cannot be modelled; the first reason stays. */
void pv_eval_refuse(struct pv_eval *ec, struct pv_loc loc, const char *remedy, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));

/* Is "function" being inlined or summarised? */
bool pv_eval_is_on_stack(const struct pv_eval *ec, const struct pv_function *function);

/* Why the region may change the beginning of "path"; NULL where nothing is known about it. */
const char *pv_eval_changing(const struct pv_eval *ec, const struct pv_expr *path);

/* Remember why something is not affine. */
void pv_eval_because(struct pv_eval *ec, struct pv_loc loc, const char *fmt, ...) __attribute__((format(printf, 3, 4)));

/* Integer scalars written in a tree, in the order of their first write. */
void pv_tree_collect_written(struct pv_arena *arena, struct pv_tree *tree, pv_vars *vars);
/* The same with scalars of floating type. */
void pv_tree_collect_assigned(struct pv_arena *arena, struct pv_tree *tree, pv_vars *vars);
void pv_expr_collect_written(struct pv_arena *arena, struct pv_expr *expr, pv_vars *vars);

/* Constants and shorthands over the current space. */
__isl_give isl_val *pv_val_from_int128(isl_ctx *ctx, pv_int128 value);
__isl_give isl_pw_aff *pv_eval_constant(struct pv_eval *ec, pv_int128 value);

#endif
