/* The job of extraction: a translation unit, the variables and functions met so far, and the region
 * or body in work. */
#ifndef PV_SYMBOLS_H
#define PV_SYMBOLS_H

#include "front/constructs.h"
#include "front/directives.h"
#include "front/lvalue.h"
#include "front/pencil.h"
#include "front/pragma.h"
#include "front/scopes.h"

/* A pointer declared with an initial value that never changes: it stands for the place it points at. */
struct pv_alias {
    struct pv_var *var;
    struct pv_place place;
    struct pv_loc loc;
    int position; /* of its declaration among the statements of its block */
};

/* A pointer that what is in work changes. */
struct pv_moving {
    struct pv_var *var;
    struct pv_place place;           /* what it points at */
    PV_VEC(struct pv_var *) offsets; /* by step of "place": the scalar that is its subscript, or NULL */
};

struct pv_id_set;

struct pv_var_slot {
    struct pv_cursor decl;
    struct pv_var *var;
};

struct pv_function_slot {
    struct pv_cursor decl;
    struct pv_function *function;
    struct pv_scopes *scopes; /* NULL until its body is read */
};

/* A called function, and whether a call of it may do more than compute with memory. */
struct pv_looked_callee {
    struct pv_cursor decl;
    bool has_effects;
    const char *inner; /* the function with effects that its body calls, at some depth; NULL where there is none */
};

struct pv_extract {
    struct pv_arena *arena;
    struct pv_diag *diag;
    struct pv_clang *clang;
    struct pv_types *types;
    struct pv_pragmas pragmas;
    struct pv_directives directives;
    const char *text; /* of the main file */
    size_t size;
    struct pv_var_slot *vars; /* by declaration; open addressing */
    unsigned n_vars, vars_cap;
    PV_VEC(struct pv_function_slot) functions;
    PV_VEC(struct pv_looked_callee) callees;
    struct pv_id_set *ids;
    bool divides_at_calls; /* no region that is found holds a call of unknown effect */
    bool replaces_openmp;  /* read loops under OpenMP as the sequential loops that they stand for */
    bool reassociates;     /* sums of floating-point numbers may change their order */
    int n_privates;        /* variables made for OpenMP constructs so far */
    bool calls_are_free;   /* PENCIL's rules: a call does nothing but to its arguments */
    /* Reads the size in an array's declarator: pv_extract_expr. */
    struct pv_expr *(*read_length)(struct pv_extract *x, const struct pv_node *node);

    /* What is in work. */
    struct pv_scopes *scopes; /* of the function */
    struct pv_function *function;
    struct pv_range region; /* no file while a whole function is read */
    bool is_function_body;
    int depth, n_loops;
    PV_VEC(struct pv_alias) aliases;
    PV_VEC(struct pv_moving *) moving;
    bool errno_matters;           /* calls of mathematical functions that may set errno must keep their place */
    bool for_device;              /* regions are to run on a device */
    const char *refused, *remedy; /* set once something cannot be handled */
    struct pv_loc refused_at;
};

void pv_extract_init(struct pv_extract *x, struct pv_arena *arena, struct pv_diag *diag, struct pv_clang *clang);

/* Say why what is in work cannot be handled; the first reason stays. */
void pv_extract_refuse(struct pv_extract *x, struct pv_loc loc, const char *remedy, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));

/* Say so of code that every thread of a team executes, as "construct" tells. */
void pv_extract_refuse_team(struct pv_extract *x, const struct pv_construct *construct);

/* Go one level deeper; false when that is too deep, which is refused. Each true needs a pv_extract_leave. */
bool pv_extract_enter(struct pv_extract *x, const struct pv_node *node);
void pv_extract_leave(struct pv_extract *x);

/* The variable that "decl" declares, made when it is met first; NULL when it was refused. */
struct pv_var *pv_extract_var(struct pv_extract *x, struct pv_cursor decl);
/* Let the variable that "decl" declares, which was met before, be "var" from now on. */
void pv_extract_swap_var(struct pv_extract *x, struct pv_cursor decl, struct pv_var *var);
/* The function that "decl" declares, made when it is met first. */
struct pv_function *pv_extract_function(struct pv_extract *x, struct pv_cursor decl);
/* Start work on a region of the function that "definition" defines, or on all of its body when "region"
 * has no file: sets function and scopes and forgets what was in work before. False when it was refused. */
bool pv_extract_begin(struct pv_extract *x, struct pv_cursor definition, struct pv_range region);

#endif
