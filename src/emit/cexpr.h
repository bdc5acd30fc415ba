/* Expressions and declarations in C. */
#ifndef PV_CEXPR_H
#define PV_CEXPR_H

#include "emit/crange.h"
#include "emit/names.h"

/* How tightly a text binds, loosest first. */
enum pv_cprec {
    PV_CPREC_COMMA,
    PV_CPREC_ASSIGN,
    PV_CPREC_COND,
    PV_CPREC_LOR,
    PV_CPREC_LAND,
    PV_CPREC_BITS,
    PV_CPREC_EQUALITY,
    PV_CPREC_RELATION,
    PV_CPREC_SHIFT,
    PV_CPREC_SUM,
    PV_CPREC_PRODUCT,
    PV_CPREC_UNARY,
    PV_CPREC_POSTFIX,
};

/* A variable and its name in the generated code. */
struct pv_cname {
    const struct pv_var *var;
    const char *name;
};

/* A scalar that stands for an array element in one statement. */
struct pv_cscalar {
    const struct pv_code_leaf *leaf;
    const struct pv_expr *expr;
    const char *name;
};

/* Functions on integers that C lacks. */
enum pv_cmacro { PV_CMACRO_MIN, PV_CMACRO_MAX, PV_CMACRO_FLOORD, PV_CMACRO_MOD, PV_CMACROS };

/* Text for a device: what it is called there, and what it turns out to need. */
struct pv_cdevice {
    bool is_opencl;
    const struct pv_code *code;                           /* NULL in a function that is carried over */
    const struct pv_kernel *kernel;                       /* the same */
    const char *ids[PV_LEVEL_THREAD + 1][PV_MAX_AXES];    /* names of the coordinates of a block and of a thread */
    const char *counts[PV_LEVEL_THREAD + 1][PV_MAX_AXES]; /* how many there are along each axis */
    const char
        *firsts[PV_MAX_AXES]; /* where blocks have neighbouring tiles: the first of all, and how many each has; */
    const char *eaches[PV_MAX_AXES]; /* else NULL */
    uint64_t looped;                 /* members of the kernel with a loop around the place, by bit */
    int *member_at;                  /* by depth: the number of the member whose loop stands there and one; 0: none */
    int *points_at;            /* by depth: the points of a thread that the loop there goes through; 0: no such loop */
    bool in_free_stage;        /* the loops around the points work on copies alone, without conditions */
    bool is_free;              /* all points of a tile may be run, whether they exist or not */
    const char *shared_prefix; /* of the names of copies in shared memory */
    const char *private_prefix;
    const char *barrier;
    const char *global_barrier;
    const char *unroll_copies;                    /* stands before loops that copy to shared memory; NULL: nothing */
    const char *unroll_points;                    /* the same for those through the points of a thread */
    PV_VEC(const struct pv_function *) functions; /* to be carried over */
    PV_VEC(const struct pv_record *) records;     /* the same */
    bool uses_double;
    bool chooses;    /* a value may come from one of two places */
    bool keeps_rows; /* arrays keep their dimensions where those are constants */
};

/* What printing an expression needs to know, and learns. */
struct pv_cctx {
    struct pv_arena *arena;
    const struct pv_scop *scop;          /* NULL: of parameters only the names are known, and integers are int */
    const struct pv_code_leaf *leaf;     /* whose body is printed, or NULL */
    const struct pv_names *naming;       /* makes names for devices; NULL where there is none */
    PV_VEC(struct pv_cname) names;       /* of variables not called as in the original */
    PV_VEC(const char *) iterators;      /* names of the generated iterators, by depth */
    PV_VEC(struct pv_crange) ranges;     /* of the generated iterators around the place, by depth */
    PV_VEC(struct pv_crange) parameters; /* ranges of scop->parameters */
    isl_set *known;                      /* { [c] }: the iterators and parameters that reach the place */
    const char *macros[PV_CMACROS];      /* names */
    bool uses_macro[PV_CMACROS];         /* set where one is printed */
    bool is_wide;                        /* generated iterators are of type long long, not int */
    bool overflows;                      /* set where they must be */
    struct pv_cdevice *device;           /* the text is for one; NULL for the host */
    bool annotate;                       /* each statement comes after a comment with its name and instance */
    bool promotes;                       /* scalars take the place of elements that an innermost loop stays on */
    PV_VEC(struct pv_cscalar) scalars;   /* those in use at the place */
    const char *scalar_prefix;           /* of their names */
    int n_scalars;                       /* so many have been named */
    const char *failure;                 /* set where something has no text */
};

/* An expression as text. The integer expressions of a syntax tree also have a range, and are of type int or
 * long long. */
struct pv_ctext {
    const char *text;
    enum pv_cprec prec;
    struct pv_crange range;
    bool is_long;
};

/* An expression of a syntax tree. Operations whose result may not fit an int are done in long long: by making
 * iterators wide, which "overflows" asks for, or by converting an operand. */
struct pv_ctext pv_cexpr_ast(struct pv_cctx *ctx, __isl_take isl_ast_expr *expr);

/* Is "range" good enough though it may be larger than the values are, since they fit 64 bits? It is so in kernels with steps: the
 * places of their tiles are sums of large terms, whose exact ranges would take long to find, and their iterators are wide
 * in the end. */
bool pv_cexpr_is_rough(const struct pv_cctx *ctx, struct pv_crange range);

/* Append the definitions of the macros "names" that are in use. */
void pv_cexpr_define_macros(struct pv_sb *out, const char *const names[PV_CMACROS], const bool uses[PV_CMACROS]);

/* An expression of a statement's body, references replaced as ctx->leaf says. Parentheses stand also where C's rules
 * need none but compilers like to see them. */
struct pv_ctext pv_cexpr_body(struct pv_cctx *ctx, const struct pv_expr *expr);
/* Note that a condition chooses what is computed. */
void pv_cexpr_note_choice(struct pv_cctx *ctx);

/* A loop iterator or another integer in the type of iterators: int, or the one of 64 bits. */
const char *pv_cexpr_iterator_type(const struct pv_cctx *ctx);

/* "text" converted to the integer type of 64 bits. */
struct pv_ctext pv_cexpr_widen(struct pv_cctx *ctx, struct pv_ctext text);

/* "value mod count" for any value, as the text of an expression that can stand in a comparison. */
const char *pv_cexpr_modulo(struct pv_cctx *ctx, struct pv_ctext value, const char *count);

/* The condition that there are "least" or more values from "init" to before "end", as text; "1" and "0" where that is
 * always, or never, so. */
const char *pv_cexpr_at_least(struct pv_cctx *ctx, struct pv_ctext init, struct pv_ctext end, int least);
/* The condition that "work" takes so many cycles or more, in the same way. */
const char *pv_cexpr_has_work(struct pv_cctx *ctx, const struct pv_code_work *work, double cycles);

/* The element of "array", in the memory of the device, with subscripts "subs". */
const char *pv_cexpr_element(struct pv_cctx *ctx, const struct pv_array *array, const struct pv_ctext *subs);

/* The name of a copy of a part of an array. */
const char *pv_cexpr_local_name(struct pv_cctx *ctx, const struct pv_local *local);

/* Is "var" in the memory of the device that the text is for? */
bool pv_cexpr_is_buffer(const struct pv_cctx *ctx, const struct pv_var *var);

/* The same, and does it have rows there, of constant size? Else all its dimensions are one. */
bool pv_cexpr_has_rows(const struct pv_cctx *ctx, const struct pv_var *var);

/* The declaration of "name" as a pointer to what "array" is in the memory of the device, its elements of type "elem". */
const char *pv_cexpr_pointer(const struct pv_cctx *ctx, const struct pv_array *array, const char *elem,
                             const char *name);

/* "text" in parentheses unless it binds at least as tightly as "needed". */
const char *pv_cexpr_operand(struct pv_cctx *ctx, struct pv_ctext text, enum pv_cprec needed);

const char *pv_cexpr_name(const struct pv_cctx *ctx, const struct pv_var *var);

/* The name of a structure's field. */
const char *pv_cexpr_field(const struct pv_cctx *ctx, const struct pv_field *field);

/* The type "type" without qualifiers, as the beginning of a declaration. */
const char *pv_cexpr_type(struct pv_arena *arena, const struct pv_ctype *type);
/* The same where ctx->device may have names of its own. */
const char *pv_cexpr_type_here(struct pv_cctx *ctx, const struct pv_ctype *type);
/* The name of the arithmetic type "type" that needs no typedef: in C, or in OpenCL C. */
const char *pv_cexpr_plain_type(const struct pv_ctype *type, bool is_opencl);

/* The name of a function that is carried over to a device. */
const char *pv_cexpr_device_function(const struct pv_cctx *ctx, const struct pv_function *function);

#endif
