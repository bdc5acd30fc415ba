/* Expressions as the first phase of extraction leaves them: C's operators over constants, calls and
 * accesses. An access is a path from a variable through subscripts and fields; all forms of pointer
 * arithmetic and dereference have become such paths. */
#ifndef PV_EXPR_H
#define PV_EXPR_H

#include "base/diag.h"
#include "base/str.h"
#include "ir/ctype.h"

struct pv_tree;
struct pv_function;

/* Operators: name, C spelling, number of operands. */
#define PV_OPS(X)                                                                     \
    X(NEG, "-", 1)                                                                    \
    X(PLUS, "+", 1)                                                                   \
    X(NOT, "!", 1)                                                                    \
    X(BITNOT, "~", 1)                                                                 \
    X(PREINC, "++", 1)                                                                \
    X(PREDEC, "--", 1)                                                                \
    X(POSTINC, "++", 1)                                                               \
    X(POSTDEC, "--", 1)                                                               \
    X(ADDRESS, "&", 1) /* of an access; only as an argument of a call, or compared */ \
    X(MUL, "*", 2)                                                                    \
    X(DIV, "/", 2)                                                                    \
    X(MOD, "%", 2)                                                                    \
    X(ADD, "+", 2)                                                                    \
    X(SUB, "-", 2)                                                                    \
    X(SHL, "<<", 2)                                                                   \
    X(SHR, ">>", 2)                                                                   \
    X(LT, "<", 2)                                                                     \
    X(GT, ">", 2)                                                                     \
    X(LE, "<=", 2)                                                                    \
    X(GE, ">=", 2)                                                                    \
    X(EQ, "==", 2)                                                                    \
    X(NE, "!=", 2)                                                                    \
    X(BITAND, "&", 2)                                                                 \
    X(BITXOR, "^", 2)                                                                 \
    X(BITOR, "|", 2)                                                                  \
    X(LAND, "&&", 2)                                                                  \
    X(LOR, "||", 2)                                                                   \
    X(COND, "?:", 3)                                                                  \
    X(ASSIGN, "=", 2)                                                                 \
    X(MUL_ASSIGN, "*=", 2)                                                            \
    X(DIV_ASSIGN, "/=", 2)                                                            \
    X(MOD_ASSIGN, "%=", 2)                                                            \
    X(ADD_ASSIGN, "+=", 2)                                                            \
    X(SUB_ASSIGN, "-=", 2)                                                            \
    X(SHL_ASSIGN, "<<=", 2)                                                           \
    X(SHR_ASSIGN, ">>=", 2)                                                           \
    X(AND_ASSIGN, "&=", 2)                                                            \
    X(XOR_ASSIGN, "^=", 2)                                                            \
    X(OR_ASSIGN, "|=", 2)                                                             \
    X(COMMA, ",", 2)

enum pv_op {
#define PV_OP_ENUM(name, spelling, arity) PV_OP_##name,
    PV_OPS(PV_OP_ENUM)
#undef PV_OP_ENUM
};

const char *pv_op_spelling(enum pv_op op);
int pv_op_arity(enum pv_op op);
/* =, *=, ... |= */
bool pv_op_is_assignment(enum pv_op op);
/* The operator that a compound assignment applies: PV_OP_ADD for +=. Not for PV_OP_ASSIGN. */
enum pv_op pv_op_of_assignment(enum pv_op op);
/* ++ and --, before or after */
bool pv_op_is_step(enum pv_op op);

enum pv_storage {
    PV_STORAGE_GLOBAL, /* declared outside functions, or static or extern inside */
    PV_STORAGE_PARAM,
    PV_STORAGE_LOCAL,
};

/* A variable: one per declaration; redeclarations of a global share one. */
struct pv_var {
    const char *name; /* as written */
    const char *id;   /* the name, made unique among the variables of the translation unit in use: i, i_1, ... */
    const struct pv_ctype *type; /* a parameter "T A[n]" keeps its array type */
    enum pv_storage storage;
    bool is_static;       /* of internal linkage or static storage */
    bool is_thread_local; /* every thread has its own */
    bool is_decayed;      /* a parameter written as an array: really a pointer; its first extent is a promise
                          * only when "has_static_extent" */
    bool has_static_extent;
    bool is_restrict;    /* a pointer or decayed array that promises not to overlap others */
    bool address_taken;  /* its address is taken somewhere other than as an argument of a call */
    bool address_passed; /* its address is the argument of a call, or the initial value of a pointer */
    /* What its function does with it. All are false where that is not known. */
    bool is_hidden;      /* its address is never used, not even as an argument */
    bool is_fresh;       /* a local pointer: hidden, and it holds nothing but what malloc and its like have returned */
    bool keeps_argument; /* a parameter: hidden, and no other value is assigned to it */
    bool has_old_sizes;  /* an array whose sizes have variables that may have changed since its declaration */
    struct pv_loc decl;
    struct pv_range scope;        /* the block that holds the declaration; no file for globals and parameters */
    struct pv_function *function; /* where it is declared; NULL for globals */
    struct pv_expr *value;        /* of a variable that pave made up: its value where the region begins; else NULL */
    struct pv_expr *origin;       /* the value that its declaration gives it, where neither ever changes; else NULL */
    struct pv_var *offset_of;     /* made up for a pointer that moves: how far it is from its base; else NULL */
    struct pv_var *stands_for;    /* private to an OpenMP construct: the variable of the text; else NULL */
    int slot;                     /* the second phase's number of it within a region, from 1; 0 while it has none */
};

enum pv_expr_kind {
    PV_EXPR_INT,    /* integer constant, enumerator, character, sizeof: "value" */
    PV_EXPR_FLOAT,  /* floating constant: "text" */
    PV_EXPR_STRING, /* string literal: "text", quotes included */
    PV_EXPR_ACCESS,
    PV_EXPR_OP,
    PV_EXPR_CALL,
    PV_EXPR_CAST, /* an explicit or value-changing implicit conversion of args[0] to "type" */
};

enum pv_step_kind { PV_STEP_INDEX, PV_STEP_FIELD };

/* One step of an access path. */
struct pv_step {
    enum pv_step_kind kind;
    struct pv_expr *index;        /* PV_STEP_INDEX */
    bool is_flat;                 /* PV_STEP_INDEX: of a pointer into the array, which may lead to another row */
    const struct pv_field *field; /* PV_STEP_FIELD */
};

struct pv_expr {
    enum pv_expr_kind kind;
    const struct pv_ctype *type;
    struct pv_range range; /* in the text as written; a macro's expansion has the range of its use */
    /* PV_EXPR_INT: the value fits "type"; those of unsigned 64-bit types are stored modulo 2^64. */
    int64_t value;
    const char
        *text; /* PV_EXPR_FLOAT, PV_EXPR_STRING; PV_EXPR_INT: as written, or NULL; PV_EXPR_CALL: the callee's name */
    /* PV_EXPR_OP, PV_EXPR_CALL, PV_EXPR_CAST */
    enum pv_op op;
    int n_args;
    struct pv_expr **args;
    struct pv_function *callee; /* PV_EXPR_CALL: NULL for a call through a pointer */
    bool is_implicit;           /* PV_EXPR_CAST: not written by the user */
    bool is_exact; /* PV_EXPR_CAST: the value fits; where it does not, the program has no defined meaning */
    /* PV_EXPR_ACCESS: "var" followed by "steps". Subscripts beyond the declared array dimensions go
     * through pointers. The value is the element; a path that stops at an array is a slice. */
    struct pv_var *var;
    int n_steps;
    struct pv_step *steps;
};

/* An integer constant's value, sign or no sign. */
pv_int128 pv_expr_int_value(const struct pv_expr *expr);

struct pv_expr *pv_expr_new(struct pv_arena *arena, enum pv_expr_kind kind, const struct pv_ctype *type,
                            struct pv_range range);
struct pv_expr *pv_expr_new_int(struct pv_arena *arena, int64_t value, const struct pv_ctype *type,
                                struct pv_range range);
/* "expr" as an integer of "type": itself where it has that width and sign, else a cast of it. */
struct pv_expr *pv_expr_converted(struct pv_arena *arena, struct pv_expr *expr, const struct pv_ctype *type);
struct pv_expr *pv_expr_new_op(struct pv_arena *arena, enum pv_op op, const struct pv_ctype *type,
                               struct pv_range range, struct pv_expr *a, struct pv_expr *b);
/* Deep copy. */
struct pv_expr *pv_expr_copy(struct pv_arena *arena, const struct pv_expr *expr);

/* Call "visit" on "expr" and all below it, outermost first; stop and return false when it does. */
bool pv_expr_visit(struct pv_expr *expr, bool (*visit)(struct pv_expr *expr, void *user), void *user);

/* Replaces each operand, subscript and argument of "expr" by what "map" returns for it; then the
 * same for the result's owner is the caller's business: bottom-up order, "expr" itself last. */
struct pv_expr *pv_expr_map(struct pv_expr *expr, struct pv_expr *(*map)(struct pv_expr *expr, void *user), void *user);

/* Is "expr" a null pointer constant, or the integer 0? */
bool pv_expr_is_null(const struct pv_expr *expr);

/* Is "expr" an access to the variable itself, without subscripts? */
bool pv_expr_is_var(const struct pv_expr *expr, const struct pv_var *var);

/* Does "expr" (may be NULL) access "var", or an element or member of it? */
bool pv_expr_names(struct pv_expr *expr, const struct pv_var *var);

/* Are "a" and "b" the same operators on the same constants and accesses? Strings and calls are never taken to be. */
bool pv_expr_is_same(const struct pv_expr *a, const struct pv_expr *b);

/* The type that "step" leads to from an object of "type". */
const struct pv_ctype *pv_step_type(const struct pv_ctype *type, const struct pv_step *step);
/* Does step number "i" of the access "path" follow a pointer? */
bool pv_path_is_through_pointer(const struct pv_expr *path, int i);
/* The last of the first "n" steps of "path" that follows a pointer, or -1. */
int pv_path_last_pointer(const struct pv_expr *path, int n);

/* The first "n" steps of the access "path" as a user would write them: m->v[i]. */
const char *pv_path_text(struct pv_arena *arena, const struct pv_expr *path, int n);
/* What the user calls "var": its name, or the value that it stands for. */
const char *pv_var_text(struct pv_arena *arena, const struct pv_var *var);

/* Append "expr" as C text. "name" (may be NULL) gives the text of an access where it returns true. */
struct pv_expr_printer {
    bool (*access)(struct pv_sb *out, const struct pv_expr *expr, void *user);
    void *user;
};
void pv_expr_print(struct pv_sb *out, const struct pv_expr *expr, const struct pv_expr_printer *printer);

#endif
