/* What the generator knows while it writes a program: features, variables in scope, arrays, limits.
 *
 * Programs are free of undefined behaviour by construction. Every integer that may appear in a bound or a subscript
 * comes with an interval that holds for all runs; arrays grow until each subscript fits; integers in arrays stay
 * small since only masked values are stored in them; numbers in floating point stay bounded since values are mixed
 * with weights whose sum is less than one. */
#ifndef PV_GENSTATE_H
#define PV_GENSTATE_H

#include "base/str.h"
#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

/* X(name): what a program may contain. */
#define GEN_FEATURES(X) \
    X(minmax)           \
    X(divmod)           \
    X(casts)            \
    X(strides)          \
    X(conjunct)         \
    X(types)            \
    X(wrap)             \
    X(outer)            \
    X(shadow)           \
    X(whiles)           \
    X(breaks)           \
    X(guards)           \
    X(scalars)          \
    X(induction)        \
    X(locals)           \
    X(structs)          \
    X(compound)         \
    X(ternary)          \
    X(dynamic)          \
    X(indirect)         \
    X(calls)            \
    X(linear)           \
    X(vla)              \
    X(pencil)           \
    X(itermod)          \
    X(pointers)         \
    X(regions)          \
    X(nests)

enum gen_feature {
#define X(name) GEN_##name,
    GEN_FEATURES(X)
#undef X
        GEN_N_FEATURES,
};

struct range {
    int64_t lo, hi;
};

/* An integer expression and the values it may have. An operand of "type" unsigned pulls others along, so its
 * value and that of what is made with it must not be negative. */
struct affine {
    const char *text;
    struct range range;
    bool is_unsigned;
};

enum gen_symbol { SYMBOL_NONE, SYMBOL_N, SYMBOL_M };

struct variable {
    const char *name;
    struct range range;
    bool is_unsigned;
    bool is_assignable;     /* statements may give it any value of its range */
    bool is_counter;        /* only ever counted up by one */
    bool converts;          /* its type makes any value one of its range */
    bool is_global;         /* seen by helpers too */
    bool is_double;         /* a temporary of floating point */
    bool is_regular;        /* counts a loop of a nest */
    enum gen_symbol symbol; /* 0 <= value < this parameter */
};

enum element { ELEM_DOUBLE, ELEM_FLOAT, ELEM_INT, ELEM_UCHAR, ELEM_LONG, ELEM_STRUCT, N_ELEMENTS };

enum storage { STORE_GLOBAL, STORE_PARAMETER, STORE_POINTER, STORE_LOCAL };

#define MAX_DIMS 3

struct array {
    const char *name;
    enum element element;
    enum storage storage;
    int n_dims;
    int64_t sizes[MAX_DIMS];
    bool is_fixed;                     /* sizes do not grow */
    bool is_const;                     /* only read */
    bool is_index;                     /* its elements lie between 0 and INDEX_VALUES - 1 */
    bool is_temporary;                 /* of no interest after the region */
    bool is_declared;                  /* inside the region, by the text itself */
    enum gen_symbol symbols[MAX_DIMS]; /* sizes[d] is added to this parameter */
    int64_t width;                     /* elements in a row of a linearised array, 0 for others */
    enum gen_symbol width_symbol;      /* or the parameter that says it */
};

#define INDEX_VALUES 16
/* No element of an array grows beyond this, in either direction. */
#define MAX_DATA 4000000

struct helper {
    const char *name;
    int n_ints;
    struct range ints[2];
    int n_arrays;
    struct array *arrays[2];
    int64_t cost; /* instances of one call */
};

enum jump { JUMP_NONE, JUMP_BREAK, JUMP_BOTH };

struct generator {
    struct pv_arena *arena;
    uint64_t random;
    bool features[GEN_N_FEATURES];
    bool is_small;     /* a handful of statements */
    bool is_quick;     /* and small work for pave */
    bool has_options;  /* say options for pave, too */
    bool is_parallel;  /* nests alone, most of whose loops can run in parallel */
    bool is_real;      /* in the style of real projects (genreal.h) */
    bool is_numeric;   /* in the style of numerical kernels (gennum.h) */
    struct range n, m; /* the parameters over all runs */
    struct pv_sb *out;
    struct pv_sb helpers_text; /* definitions of helpers */
    int indent;
    PV_VEC(struct variable) vars;
    PV_VEC(struct array *) arrays; /* in scope */
    PV_VEC(struct array *) all_arrays;
    PV_VEC(struct helper) helpers;
    PV_VEC(const char *) live_scalars; /* declared outside the region: printed after it */
    int depth, max_depth;
    int64_t multiplicity;     /* of the place being written */
    int64_t total, max_total; /* instances */
    enum jump jump;           /* what the loop around allows */
    bool is_regular;          /* plain loops and subscripts, as in a nest */
    bool is_in_helper;
    bool uses_pencil;
    int n_names;
    int64_t counted;             /* how often the counter is counted up at most */
    const char *hidden;          /* a variable that expressions must not mention now */
    const struct array *written; /* by the statement of a parallel program */
    bool is_in_place;            /* subscripts are the iterators around, from the outermost on */
};

/* A number from 0 to n - 1. */
int gen_random(struct generator *g, int n);
bool gen_chance(struct generator *g, int percent);
/* A number from lo to hi. */
int64_t gen_between(struct generator *g, int64_t lo, int64_t hi);
bool gen_has(const struct generator *g, enum gen_feature feature);
const char *gen_feature_name(enum gen_feature feature);

/* A new name that begins with "prefix". */
const char *gen_name(struct generator *g, const char *prefix);
/* Write one line at the current indentation. */
void gen_line(struct generator *g, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A variable for reading: not hidden by another one of its name. NULL if "accepts" refuses all. */
const struct variable *gen_pick_var(struct generator *g, bool (*accepts)(const struct variable *var));
/* The array of the given kind, or one of all, that is in scope; NULL if there is none. */
struct array *gen_pick_array(struct generator *g, bool (*accepts)(const struct array *array));
struct array *gen_add_array(struct generator *g, const char *name, enum element element, int n_dims);
/* Make dimension "dim" hold "size" elements. */
void gen_need(struct array *array, int dim, int64_t size);
struct range gen_symbol_range(const struct generator *g, enum gen_symbol symbol);

#endif
