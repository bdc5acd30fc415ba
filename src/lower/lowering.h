/* The state that the regions of a file share while they are lowered: the parameters, and the prefixes of generated
 * names. */
#ifndef PV_LOWERING_H
#define PV_LOWERING_H

#include "lower/cctx.h"

/* The passes, in their order: their names as users know them. */
#define PV_LOWER_PASSES(X)      \
    X(GUARD, "guard")           \
    X(BUILD, "build")           \
    X(JAM, "jam")               \
    X(SCALARS, "scalars")       \
    X(STATEMENTS, "statements") \
    X(WIDTHS, "widths")         \
    X(NARROW, "narrow")         \
    X(COLLAPSE, "collapse")     \
    X(HOIST, "hoist")           \
    X(DISTRIBUTE, "distribute") \
    X(FILL, "fill")             \
    X(BARRIERS, "barriers")     \
    X(DECLARE, "declare")       \
    X(ARGUMENTS, "arguments")   \
    X(PREFETCH, "prefetch")     \
    X(MERGE, "merge")           \
    X(PERSIST, "persist")       \
    X(LOADERS, "loaders")       \
    X(NAMES, "names")           \
    X(C89, "c89")

#define PV_LOWER_PASS_(id, name) PV_PASS_##id,
enum pv_lower_pass { PV_PASS_NONE, PV_LOWER_PASSES(PV_LOWER_PASS_) PV_N_PASSES };
#undef PV_LOWER_PASS_

struct pv_lower_params {
    bool openmp;
    bool is_c89;           /* the program is in the C of 1989 */
    bool annotate;         /* each statement comes after a comment with its name and instance */
    int64_t max_expansion; /* bytes of memory for copies of arrays */
    /* For devices. */
    bool is_opencl;
    bool keeps_rows;                   /* arrays with rows of constant size keep their dimensions */
    bool narrows;                      /* kernels of their own for small sizes, where that allows narrow numbers */
    bool unroll_copies, unroll_points; /* ask the device's compiler to unroll them */
    bool persists;                     /* one kernel with grid barriers may execute loops around launches */
    enum pv_lower_pass
        dump; /* whose result to keep as text, which "print" makes of a region, on a device its "entry" */
    const char *(*print)(struct pv_arena *arena, const struct pv_names *names, const struct pv_prog *prog,
                         const struct pv_pentry *entry);
};

/* The ranges of the parameters of "code". */
struct pv_lowering_ranges {
    const struct pv_code *code;
    PV_VEC(struct pv_crange) parameters;
};

struct pv_lowering {
    struct pv_arena *arena;
    const struct pv_unit *unit;
    struct pv_names names;
    struct pv_lower_params params;
    struct pv_lowering_ranges *ranges;   /* of the region that was last asked for */
    const char *iterator, *scalar;       /* how names begin: of iterators, and of scalars for array elements */
    const char *block, *thread;          /* of coordinates */
    const char *n_blocks;                /* of the numbers of blocks */
    const char *first_tile, *tiles_each; /* the same where blocks have neighbouring tiles */
    const char *origin, *tile, *next;    /* of places of windows, of tiles of a block, of second copies of arrays */
    const char *shared, *private;        /* of copies of parts of arrays */
    const char *last;                    /* of the last values of iterators */
};

/* Choose names that stand nowhere in the text of "unit". */
struct pv_lowering *pv_lowering_begin(struct pv_arena *arena, const struct pv_unit *unit,
                                      const struct pv_lower_params *params);

/* Give "ctx" the names and ranges that "code" needs. */
void pv_lowering_set_up(const struct pv_lowering *lowering, struct pv_cctx *ctx, const struct pv_code *code);

/* Is "var" declared in "region" and used by the text that follows it? Then its declaration must reach that far. */
bool pv_lowering_outlives(const struct pv_region *region, const struct pv_var *var);
bool pv_lowering_is_declared_inside(const struct pv_region *region, const struct pv_var *var);

/* Does a statement that "code" executes read, or write, "var"? */
bool pv_lowering_has_access(const struct pv_code *code, const struct pv_var *var, bool reads);

#endif
