/* Programs as they are printed: typed statements and expressions, in which all decisions have been taken. The variables that
 * each names are known, and so are the range and the width of each integer expression of generated code. */
#ifndef PV_PROG_H
#define PV_PROG_H

#include "ir/code.h"

/* The values of an integer expression. */
struct pv_crange {
    pv_int128 min, max;
};

/* How tightly an expression binds, loosest first. */
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

/* Functions on integers that C lacks. */
enum pv_cmacro { PV_CMACRO_MIN, PV_CMACRO_MAX, PV_CMACRO_FLOORD, PV_CMACRO_MOD, PV_CMACROS };

/* The type of an integer expression of generated code. While a region is built, nobody knows yet whether its iterators need
 * 64 bits: the pass "widths" decides it when all of its numbers are known. */
enum pv_width {
    PV_WIDTH_INT,      /* int */
    PV_WIDTH_ITERATOR, /* that of the iterators of the region: int or 64 bits */
    PV_WIDTH_LONG,     /* 64 bits */
};

/* The type of generated iterators until the pass "widths". */
extern const char pv_iterator_type[];

enum pv_px_kind {
    PV_PX_NUMBER,   /* an integer constant: "text", of value range.min */
    PV_PX_NAME,     /* a variable, of the program or of generated code: "text" */
    PV_PX_LITERAL,  /* a constant as the user wrote it: "text" */
    PV_PX_PREFIX,   /* "text" args[0] */
    PV_PX_POSTFIX,  /* args[0] "text" */
    PV_PX_BINARY,   /* args[0] "text" args[1] */
    PV_PX_COND,     /* args[0] ? args[1] : args[2] */
    PV_PX_CALL,     /* "text"(args...) */
    PV_PX_MACRO,    /* macro(args[0], args[1]) */
    PV_PX_CAST,     /* ("text")args[0] */
    PV_PX_INDEX,    /* args[0][args[1]] */
    PV_PX_FIELD,    /* args[0]."text" */
    PV_PX_PAREN,    /* (args[0]): compilers, or readers, like to see them */
    PV_PX_BY_WIDTH, /* args[0] where iterators are of type int, args[1] where they have 64 bits; until "widths" */
};

/* An expression. Expressions are never changed, so that several can share a part. */
typedef const struct pv_px pv_px;
struct pv_px {
    enum pv_px_kind kind;
    enum pv_cprec prec;
    enum pv_cmacro macro;
    const char *text;
    int n_args;
    pv_px **args;
    struct pv_crange range; /* of integer expressions of generated code */
    enum pv_width width;    /* the same */
};

pv_px *pv_px_number(struct pv_arena *arena, int64_t value);
pv_px *pv_px_name(struct pv_arena *arena, const char *name);
/* The name of an integer with these values. */
pv_px *pv_px_integer(struct pv_arena *arena, const char *name, struct pv_crange range, enum pv_width width);
pv_px *pv_px_literal(struct pv_arena *arena, const char *text, enum pv_cprec prec);
pv_px *pv_px_prefix(struct pv_arena *arena, const char *op, pv_px *a);
pv_px *pv_px_postfix(struct pv_arena *arena, pv_px *a, const char *op);
pv_px *pv_px_binary(struct pv_arena *arena, pv_px *a, const char *op, pv_px *b, enum pv_cprec prec);
pv_px *pv_px_cond(struct pv_arena *arena, pv_px *c, pv_px *a, pv_px *b);
pv_px *pv_px_call(struct pv_arena *arena, const char *callee, int n, pv_px *const *args);
pv_px *pv_px_macro(struct pv_arena *arena, enum pv_cmacro macro, pv_px *a, pv_px *b);
pv_px *pv_px_cast(struct pv_arena *arena, const char *type, pv_px *a);
pv_px *pv_px_index(struct pv_arena *arena, pv_px *a, pv_px *index);
pv_px *pv_px_field(struct pv_arena *arena, pv_px *a, const char *field);
pv_px *pv_px_paren(struct pv_arena *arena, pv_px *a);
/* "narrow" where iterators are of type int, else "wide". */
pv_px *pv_px_by_width(struct pv_arena *arena, pv_px *narrow, pv_px *wide);
/* "a" in parentheses unless it binds at least as tightly as "needed". */
pv_px *pv_px_operand(struct pv_arena *arena, pv_px *a, enum pv_cprec needed);
/* "a && b" without more parentheses; one of them where the other is NULL. */
pv_px *pv_px_and(struct pv_arena *arena, pv_px *a, pv_px *b);
/* "a" with another range and width. */
pv_px *pv_px_with(struct pv_arena *arena, pv_px *a, struct pv_crange range, enum pv_width width);
/* The width of what is computed from "a" and "b". */
enum pv_width pv_px_wider(pv_px *a, pv_px *b);

/* Are the two the same expression? */
bool pv_px_is_same(pv_px *a, pv_px *b);
/* Is "a" the constant "value"? */
bool pv_px_is_number(pv_px *a, int64_t value);
/* Does the first operand begin with the sign "sign"? */
bool pv_px_begins_with(pv_px *a, char sign);

/* A loop of which threads or vectors share the iterations: what OpenMP is told. */
struct pv_ps_sharing {
    bool is_parallel, is_simd;
    int chunk;     /* iterations that a thread takes at a time; 0: threads have equal shares from the start */
    int collapsed; /* loops that are shared as one, each all that is in the one around it; 0: this one alone */
    pv_int128
        least_distance; /* from the start to the end: far below 0, it may be no number of the type of the iterator */
    pv_px *enough;      /* the condition under which there is enough work for threads; NULL: always */
    PV_VEC(const char *) privates;
    PV_VEC(const char *) lasts;         /* private, too, but for the value of the last iteration */
    PV_VEC(const char *) reduction_ops; /* and the variable of each: */
    PV_VEC(const char *) reductions;
};

enum pv_ps_kind {
    PV_PS_BLOCK,
    PV_PS_FOR,
    PV_PS_WHILE,
    PV_PS_DO,
    PV_PS_IF,
    PV_PS_DECL,
    PV_PS_EXPR,    /* an expression, most often an assignment */
    PV_PS_BARRIER, /* all threads of a block wait for each other */
    PV_PS_LAUNCH,  /* of a kernel */
    PV_PS_STEP,    /* in a persistent kernel: one block of another kernel */
    PV_PS_PHASE,   /* statements after which threads may have to wait: before barriers are placed */
    PV_PS_NEST,    /* loops that are to be unrolled and jammed */
    PV_PS_LEAF,    /* an instance of a statement of the program: before its text is made */
    PV_PS_FILL,    /* a copy of a part of an array is filled or written back: before the loops for it are made */
    PV_PS_HOLD,    /* on the host, between kernels: about arrays on the device */
    PV_PS_NOTE,    /* a comment: the statement and the instance that follow, in the form that 'pave check' reads back */
    PV_PS_BREAK,
    PV_PS_CONTINUE,
    PV_PS_RETURN,
};

/* Whether threads share the loops marked for them: a condition says so, or it is known at the place. */
enum pv_threads { PV_THREADS_ON_CONDITION, PV_THREADS_ALWAYS, PV_THREADS_NEVER };

/* A part of a kernel that other threads of the block may depend on. */
enum pv_phase {
    PV_PHASE_BAND,    /* threads share its loops */
    PV_PHASE_WAIT,    /* nothing; what follows reads what other threads wrote before */
    PV_PHASE_FILL,    /* fills shared memory */
    PV_PHASE_WORK,    /* works on shared memory */
    PV_PHASE_STORE,   /* writes shared memory back */
    PV_PHASE_PARTIAL, /* leaves partial results of a reduction in shared memory */
    PV_PHASE_TOTAL,   /* combines them */
};

/* A loop of a kernel, or a block for its only iteration, before its iterations are distributed. */
struct pv_ps_split {
    const struct pv_kernel_member *member; /* which blocks or threads share them; NULL: those of one thread, */
    int n_points;                          /* at most so many */
    int step;                              /* in overlapped tiles: the one that it belongs to */
    struct pv_crange values;               /* of the iterator */
    bool is_dense;                         /* it takes all values between its bounds */
    bool is_free;                          /* iterations may be run whether they exist or not */
    bool is_alone;                         /* no other loop of its band is distributed by the same member */
};

/* What a HOLD does. */
enum pv_hold {
    PV_HOLD_WAIT,  /* for kernels to end */
    PV_HOLD_FETCH, /* the host is about to access an array */
    PV_HOLD_END,   /* the last kernel has been launched */
};

struct pv_ps;
typedef PV_VEC(struct pv_ps *) pv_pblock;
struct pv_pkernel;
struct pv_cplace;

/* A loop in which scalars may take the place of array elements, before that is decided. */
struct pv_ps_inner {
    int depth;                  /* of its iterator, */
    int step;                   /* which goes on by so much; 0: that differs */
    const struct pv_mark *mark; /* what is special about it, or NULL */
    bool keeps_last;            /* the value of the last iteration is kept, which needs one */
    bool is_certain;            /* it has an iteration; else "around" may tell, where that is not NULL */
    const struct pv_cplace *inside, *around;
};

/* Arrays whose elements are loaded in batches, at most. */
enum { PV_MOST_BATCHED = 4 };

/* A loop through whole batches of the iterations of another loop: it begins all loads of a batch before it waits for the first.
 * Its body: a declaration for each array of loaded elements, a loop that loads, a loop of iterations. */
struct pv_ps_batches {
    int n_arrays, size;                /* size: iterations of a batch */
    bool is_inclusive;                 /* the last iteration is the one that starts at the limit */
    const char *next[PV_MOST_BATCHED]; /* names for as many arrays, */
    const char *left, *part;  /* for the iterations that are left, and for parts of a batch: all of them free */
    const struct pv_ps *rest; /* the loop behind it, of the iterations that make no batch */
};

struct pv_ps {
    enum pv_ps_kind kind;
    bool is_bare;    /* FOR, IF: the body is one statement without braces */
    pv_px *expr;     /* EXPR; RETURN (may be NULL); DECL: the initial value, or NULL */
    pv_px *cond;     /* FOR, IF, WHILE, DO; NULL: always */
    pv_pblock body;  /* BLOCK, FOR, WHILE, DO, IF */
    pv_pblock other; /* IF: where "cond" fails, */
    bool has_other;  /* if there is anything */
    bool is_alone;   /* IF: of the threads of a block only the first executes the body, in which there is no barrier */
    /* FOR */
    struct pv_ps *init;                  /* DECL or EXPR, or NULL */
    pv_px *step;                         /* or NULL */
    const struct pv_ps_sharing *sharing; /* or NULL */
    bool is_unrolled;                    /* the compiler is asked to, */
    int unrolled_by;                     /* so many iterations at a time; 0: all */
    bool is_collapsible;                 /* threads may share it together with the loop right around it */
    /* DECL */
    const char *type, *name;
    pv_px *example;           /* in the place of "type": an object of the type that the pointer points at; or NULL */
    bool is_const, is_shared; /* shared: among the threads of a block */
    PV_VEC(pv_px *) dims;
    bool is_pointer; /* it points at such an array */
    bool has_values; /* an integer that is known to have these: */
    struct pv_crange values;
    /* BARRIER: threads also see what others wrote to global memory; all threads of all blocks wait */
    bool is_global, is_grid;
    struct pv_pkernel *kernel;           /* LAUNCH, STEP; BLOCK: the kernel whose blocks it executes, or NULL */
    const struct pv_ps_split *split;     /* FOR, BLOCK: distribution is still to come; else NULL */
    const struct pv_ps_inner *inner;     /* FOR: scalars are still to be found; else NULL */
    const struct pv_ps_batches *batches; /* FOR: or NULL */
    int first_scalar, n_scalars;         /* LEAF: of those in its context, the ones that stand for its elements */
    enum pv_phase phase;                 /* PHASE */
    const struct pv_code_fill
        *fill;    /* FILL; BLOCK: which it does through registers, in a declaration and two loops, or NULL */
    bool is_back; /* FILL: the copy is written back */
    const struct pv_code_launch *sizes; /* LAUNCH: while the numbers of blocks are still to be computed */
    const struct pv_cplace *place;      /* NEST, LEAF, FILL, LAUNCH: what lowering knows there */
    enum pv_threads threads;            /* NEST */
    /* HOLD: for FETCH, the number of the buffer, and whether the host may write the array */
    enum pv_hold hold;
    int buffer;
    bool is_write;
    int band; /* in kernels with steps: statements with the same number, but 0, are one band of threads */
    /* NOTE, and statements made of one of the program: which, and for a NOTE the instance */
    const struct pv_stmt *stmt;
    const struct pv_code_leaf *leaf;
    PV_VEC(pv_px *) instance;
};

/* Where statements are added. */
struct pv_pout {
    struct pv_arena *arena;
    pv_pblock *at;
};

struct pv_ps *pv_ps_add(struct pv_pout *out, enum pv_ps_kind kind);
struct pv_ps *pv_ps_expr(struct pv_pout *out, pv_px *expr);
struct pv_ps *pv_ps_assign(struct pv_pout *out, pv_px *to, pv_px *from);
/* "(void)name;": compilers need not warn that it is not used. */
void pv_ps_mention(struct pv_pout *out, const char *name);
/* "init" may be NULL. */
struct pv_ps *pv_ps_decl(struct pv_pout *out, const char *type, const char *name, pv_px *init);
struct pv_ps *pv_ps_const(struct pv_pout *out, const char *type, const char *name, pv_px *init);
struct pv_ps *pv_ps_if(struct pv_pout *out, pv_px *cond);
/* "for (type name = init; cond; name += step)" */
struct pv_ps *pv_ps_for(struct pv_pout *out, const char *type, const char *name, pv_px *init, pv_px *cond, pv_px *step);
void pv_ps_barrier(struct pv_pout *out, bool is_global);
struct pv_ps *pv_ps_phase(struct pv_pout *out, enum pv_phase phase);
/* Statements go into "body" from here on. Return where they went before. */
pv_pblock *pv_ps_enter(struct pv_pout *out, pv_pblock *body);

/* Replace each statement of "block", inner ones first, by what "replace" adds to "out" for it. */
void pv_pblock_replace(struct pv_arena *arena, pv_pblock *block,
                       void (*replace)(struct pv_pout *out, struct pv_ps *stmt, void *user), void *user);

/* Call "visit" on each statement of "block" and on all in them; "in_expr" (may be NULL) on each expression and its parts. */
void pv_pblock_visit(const pv_pblock *block, void (*visit)(const struct pv_ps *stmt, void *user),
                     void (*in_expr)(pv_px *expr, void *user), void *user);
/* Does anything in "block" name "name", other than as a member? In what it reads or writes, declares or calls, or in a
 * constant as written. */
bool pv_pblock_names(const pv_pblock *block, const char *name);
bool pv_px_names(pv_px *expr, const char *name);
/* Note which macros "block" uses. */
void pv_pblock_macros(const pv_pblock *block, bool uses[PV_CMACROS]);
void pv_px_macros(pv_px *expr, bool uses[PV_CMACROS]);

/* One argument of a kernel. */
struct pv_parg {
    const char *type, *name;      /* in the kernel; of a buffer, the type of its elements */
    const char *value;            /* the host's variable */
    const char *outer_type;       /* where the host executes statements of a region: the type of a value there, */
    const char *outer;            /* and the variable */
    const struct pv_array *array; /* of a buffer */
    bool is_buffer, is_const, is_restrict;
    bool is_address;      /* the address of the host's variable is handed over */
    PV_VEC(int64_t) rows; /* of a buffer that keeps them: the sizes of its dimensions but the first */
};

/* A kernel. */
struct pv_pkernel {
    const struct pv_kernel *sizes;
    const char *name;
    PV_VEC(struct pv_parg) args;
    bool uses_id[PV_LEVEL_THREAD + 1][PV_MAX_AXES];    /* the coordinates that it names */
    bool uses_count[PV_LEVEL_THREAD + 1][PV_MAX_AXES]; /* and numbers of blocks */
    const char *ids[PV_LEVEL_THREAD + 1][PV_MAX_AXES], *counts[PV_LEVEL_THREAD + 1][PV_MAX_AXES];
    const char *block_iterators[PV_MAX_AXES]; /* of the loops whose iterations blocks share; NULL: there is none */
    bool is_persistent;                       /* it executes a loop of the host around launches of other kernels, */
    bool is_step;                             /* of which this is one: a function has its text */
    bool has_loaders;                         /* its first thread does all, and the others load for it */
    bool uses_first[PV_MAX_AXES];             /* where blocks have neighbouring tiles, it needs to know which */
    pv_pblock locals;                         /* declarations */
    pv_pblock body;
};

/* Memory of the device for an array. */
struct pv_pbuffer {
    const struct pv_device_array *device;
    const char *name;   /* of the array in the function of the region */
    const char *buffer; /* and of its memory, */
    const char *next;   /* and of that of another copy, which launches write; or NULL */
    pv_px *bytes;
    bool is_mixed; /* the function must find out whether it is interleaved with another one that is */
};

/* A region as a function of its own that works on a device. */
struct pv_pentry {
    PV_VEC(struct pv_pkernel *) kernels; /* in the order of their launches */
    PV_VEC(struct pv_pbuffer) buffers;
    PV_VEC(struct pv_parg) params; /* of the function; "value" is what the program hands over */
    pv_pblock body;                /* the launches, in the loops of the host */
    struct pv_pentry *narrow;      /* another for small parameters, with narrow integers; or NULL */
    pv_px *is_narrow;              /* that they are small */
    bool is_small;                 /* this is that other one */
    bool is_wide;                  /* iterators have 64 bits */
    bool is_divided;               /* the program has the loops of the host, and calls a function for each launch */
};

/* Bytes that are accessed behind a pointer. */
struct pv_pspan {
    bool has_rows; /* behind pointers */
    pv_px *base;
    int n_dims;
    PV_VEC(pv_px *) first, last; /* subscripts, with "has_rows"; else one number of an element each */
    int64_t elem_size;
};

/* Spans that must not overlap. */
struct pv_papart {
    pv_px *exception; /* need not hold then; or NULL */
    int n_written;
    PV_VEC(struct pv_pspan) spans;
};

/* Memory for the copies of an array. */
struct pv_proom {
    int64_t elem_size;
    PV_VEC(pv_px *) dims;
};

/* The condition in front of a region. */
struct pv_pguard {
    pv_px *assumed; /* or NULL */
    PV_VEC(struct pv_papart) tests;
    PV_VEC(struct pv_proom) rooms; /* memory that there must be; tested last, and free again where it is too little */
    int64_t most_bytes;            /* that it may have */
    bool uses_at;                  /* the function that numbers elements */
};

/* What a region becomes. */
struct pv_prog {
    const struct pv_code *code;
    pv_pblock outliving; /* declarations for the text after the region, too */
    pv_pblock named;     /* values with a name that is the model's */
    pv_pblock locals;
    pv_pblock body;
    bool has_block;
    struct pv_pguard *guard; /* or NULL */
    struct pv_pentry *entry; /* on a device: its call comes before "body"; else NULL */
    bool keeps_original;     /* the program keeps the original text of the region beside the new one */
    bool uses_openmp;
    PV_VEC(const struct pv_function *) functions; /* of the program that kernels call */
    PV_VEC(const struct pv_record *) records;     /* and its types that they name */
    bool uses_double;
    const char *dump;            /* the text of the pass that the user wants to see; NULL: none */
    PV_VEC(const char *) unused; /* names that the region alone used, and its new text does not */
};

/* A function of the program that kernels call. */
struct pv_pfunction {
    const char *type, *name;
    PV_VEC(struct pv_parg) params;
    pv_pblock body;
};

/* A structure of the program that kernels use. */
struct pv_precord {
    const char *name;
    bool is_union, has_tag;
    pv_pblock fields; /* declarations */
};

/* What the kernels of all regions share. */
struct pv_pshared {
    PV_VEC(struct pv_pfunction) functions;
    PV_VEC(struct pv_precord) records;
    bool uses_double;
};

#endif
