/* The context of lowering: what is known at a place of the code, and what lowering finds out there. */
#ifndef PV_CCTX_H
#define PV_CCTX_H

#include "ir/names.h"
#include "lower/crange.h"

/* A variable and its name in the generated code. */
struct pv_cname {
    const struct pv_var *var;
    const char *name;
};

/* A scalar that stands for an array element in one statement, or an element of a small array. */
struct pv_cscalar {
    const struct pv_code_leaf *leaf;
    const struct pv_expr *expr;
    const char *name;
    const char *subscript; /* of the small array, or NULL */
};

/* Code for a device: what it is called there, and what it turns out to need. */
struct pv_cdevice {
    bool is_opencl;
    const struct pv_code *code;                           /* NULL in a function that is carried over */
    const struct pv_kernel *kernel;                       /* the same */
    const char *ids[PV_LEVEL_THREAD + 1][PV_MAX_AXES];    /* names of the coordinates of a block and of a thread */
    const char *counts[PV_LEVEL_THREAD + 1][PV_MAX_AXES]; /* how many there are along each axis */
    const char
        *firsts[PV_MAX_AXES]; /* where blocks have neighbouring tiles: the first of all, and how many each has; */
    const char *eaches[PV_MAX_AXES]; /* else NULL */
    const char *origins[PV_MAX_AXES],
        *tiles[PV_MAX_AXES];             /* in overlapped tiles, by dimension: where the window begins; of
                                                            * the loop over tiles */
    const struct pv_code_launch *launch; /* of such a kernel, and */
    const struct pv_cplace *start;       /* where it begins */
    int step;                            /* there: the one that the place belongs to */
    uint64_t looped;                     /* members of the kernel with a loop around the place, by bit */
    int *member_at;            /* by depth: the number of the member whose loop stands there and one; 0: none */
    int *points_at;            /* by depth: the points of a thread that the loop there goes through; 0: no such loop */
    uint64_t alone;            /* members of the band of which it has one loop, by bit */
    bool in_free_stage;        /* the loops around the points work on copies alone, without conditions */
    bool is_free;              /* all points of a tile may be run, whether they exist or not */
    const char *shared_prefix; /* of the names of copies in shared memory */
    const char *private_prefix;
    const char *next_prefix; /* of the arrays that launches write in place of those that they read */
    bool unroll_copies;      /* the compiler is asked to unroll loops that copy to shared memory, */
    bool unroll_points;      /* and those through the points of a thread */
    PV_VEC(const struct pv_function *) functions; /* to be carried over */
    PV_VEC(const struct pv_record *) records;     /* the same */
    bool uses_double;
    bool chooses;    /* a value may come from one of two places */
    bool keeps_rows; /* arrays keep their dimensions where those are constants */
};

/* What is known at a place of the code, for what is added there later. */
struct pv_cplace {
    isl_set *known;
    PV_VEC(struct pv_crange) ranges;
    PV_VEC(const char *) iterators;
    uint64_t looped;
    const struct pv_an *loop; /* that begins there, or NULL */
};

/* An exact range that was found. */
struct pv_casked {
    isl_set *known;
    pv_ax *expr;
    struct pv_crange rough, exact;
};

struct pv_cctx {
    struct pv_arena *arena;
    const struct pv_scop *scop;                 /* NULL: of parameters only the names are known, and integers are int */
    const struct pv_code_leaf *leaf;            /* whose body is lowered, or NULL */
    const struct pv_names *naming;              /* makes names for devices; NULL where there is none */
    PV_VEC(struct pv_cname) names;              /* of variables not called as in the original */
    PV_VEC(const struct pv_array *) per_thread; /* arrays of copies, one for each thread */
    PV_VEC(const char *) iterators;             /* names of the generated iterators, by depth */
    PV_VEC(struct pv_crange) ranges;            /* of the generated iterators around the place, by depth */
    PV_VEC(struct pv_crange) parameters;        /* ranges of scop->parameters */
    isl_set *known;                             /* { [c] }: the iterators and parameters that reach the place */
    enum pv_width width;                        /* of generated iterators */
    bool overflows;                             /* set where a number does not fit an int */
    bool is_for_int;                            /* the code is of no use then: something else does the work */
    struct pv_cdevice *device;                  /* the code is for one; NULL for the host */
    bool openmp;                                /* threads may share loops */
    bool annotate;                              /* each statement comes after a comment with its name and instance */
    bool promotes;                              /* scalars take the place of elements that an innermost loop stays on */
    PV_VEC(struct pv_cscalar) scalars;          /* of all loops */
    int first_in_use, n_in_use;                 /* those that stand for elements at the place */
    const char *scalar_prefix;                  /* of their names */
    int n_scalars;                              /* so many have been named */
    PV_VEC(struct pv_cplace *) places;          /* those that something will be added at */
    PV_VEC(struct pv_casked) asked; /* references and statements ask for the same ranges at the same place */
    const char *failure;            /* set where something has no form in C */
};

/* Know that the iterator at "depth" has these values. */
void pv_cctx_set_range(struct pv_cctx *ctx, int depth, struct pv_crange range);

/* Remember what is known here, and go back to where it was known. "loop" begins here, or is NULL. The context keeps the place. */
const struct pv_cplace *pv_cctx_here(struct pv_cctx *ctx, const struct pv_an *loop);
/* The same around "loop", where only "known" is known. */
const struct pv_cplace *pv_cctx_around(struct pv_cctx *ctx, __isl_keep isl_set *known, const struct pv_an *loop);
void pv_cctx_go(struct pv_cctx *ctx, const struct pv_cplace *place);
/* Let go of what isl owns. */
void pv_cctx_free(struct pv_cctx *ctx);

#endif
