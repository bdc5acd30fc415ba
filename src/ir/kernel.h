/* The kernels of a device, and the arrays that they access. */
#ifndef PV_KERNEL_H
#define PV_KERNEL_H

#include "base/vec.h"
#include "ir/scop.h"

/* Blocks and threads have up to three coordinates; 0 is the one that neighbours in memory should differ in. */
enum { PV_MAX_AXES = 3 };

enum pv_kernel_level {
    PV_LEVEL_NONE,   /* each thread runs all iterations */
    PV_LEVEL_BLOCK,  /* blocks share the iterations */
    PV_LEVEL_THREAD, /* threads of a block share the iterations */
};

/* What becomes of one band member of a kernel. The iterations with value v go to coordinate v mod the number of
 * blocks or threads along "axis", or blocks have as many values in a row, the same wherever in the kernel they stand: so all that one thread needs of what it did
 * before, it did itself. */
struct pv_kernel_member {
    enum pv_kernel_level level;
    int axis;
};

enum pv_local_memory {
    PV_LOCAL_SHARED,  /* of a block */
    PV_LOCAL_PRIVATE, /* of a thread: registers */
};

struct pv_reduction;

/* A part of an array that a block or a thread has a copy of while it works on it. */
struct pv_local {
    enum pv_local_memory memory;
    int number; /* of those of the kernel */
    const struct pv_array *array;
    PV_VEC(const struct pv_access *) accesses; /* those that go to the copy */
    int n_dims;                                /* shared: as the array; private: the axes */
    int *sizes;                                /* elements along each, outermost first */
    bool is_padded;                            /* a row has one element more than it needs, against bank conflicts */
    isl_union_map *prefix;                     /* { S[i] -> [p] }: the members around the copy */
    isl_union_map *points; /* private: { S[i] -> [u] }: which of the points of its thread this is, by axis */
    const struct pv_reduction *reduction; /* private: a partial result, combined in the end; NULL where it is none */
    const struct pv_expr *start;          /* of a reduction: the constant that each element holds before it, or NULL */
    bool waits;                           /* what other threads wrote before is needed for it */
    isl_multi_aff *offset;     /* shared: { [p] -> A[a] }: the first element, p the members around the copy */
    isl_map *stored;           /* shared: { [p] -> A[a] }: what is written back in the end; NULL: nothing is written */
    bool is_window;            /* shared, in overlapped tiles: the elements around those of the tile; "offset" is 0 */
    bool alternates;           /* a window: a launch reads one copy of the array and writes all of another one */
    isl_map *loaded;           /* shared: { [p] -> A[a] }: what the copy starts with; NULL: all of it */
    isl_pw_multi_aff *element; /* private: { [h, v] -> A[a] }: the one of point v, h the host's iterators, the members
                                * for the axes outermost first */
    isl_set *read, *written;   /* private: { [h, v] }: the points whose element is copied in and out */
};

/* Overlapped tiles. A launch executes some iterations of a loop of time, each of which consists of steps: bands of space. A
 * tile has elements of its own, at the same places in all arrays. Around them is a window, of which it has copies. It executes
 * all instances that the last values of its own elements need, also those that belong to the elements of neighbours.
 * Dimensions are outermost first. */
struct pv_overlap {
    int n_space, n_steps;
    int iterations;           /* of the loop of time in a launch */
    int own[PV_MAX_AXES];     /* elements of a tile: from the tile's number times so many on */
    int before[PV_MAX_AXES];  /* elements of the window that come before those */
    int window[PV_MAX_AXES];  /* elements of the window */
    int (*low)[PV_MAX_AXES];  /* by step: in the last iteration of a launch, points lie so far below the */
    int (*high)[PV_MAX_AXES]; /* place of the first own element, and above that of the last; */
    int more_low[PV_MAX_AXES], more_high[PV_MAX_AXES]; /* and farther by so much for each iteration that comes after */
    isl_union_map *order;                              /* { S[i] -> [t, m, s] }: iteration, step, and place in space */
};

struct pv_kernel {
    int number;    /* as --sizes counts them */
    int depth;     /* band members around the kernel: loops of the host */
    int n_members; /* that are shared */
    struct pv_kernel_member
        *members; /* first those for blocks, then those for threads, then one for reducers or loader threads */
    int n_fixed;  /* so many stand at "depth" and after it; the others below marks of their own */
    isl_multi_union_pw_aff *place;    /* { S[i] -> [v] }: the values of the members; NULL where there are none */
    int n_axes;                       /* 0: one thread does all */
    PV_VEC(struct pv_local *) locals; /* copies of parts of arrays */
    bool
        has_steps; /* in a tile, threads wait for each other after each band that they share; which values belong to which
                     * thread may then differ from band to band */
    bool has_fronts;            /* with steps: the tiles are those of a wavefront, not hexagons */
    struct pv_overlap *overlap; /* with steps: tiles overlap; or NULL */
    int height;                 /* with steps: the first of the sizes of a tile; the others are in "points" */
    int points[PV_MAX_AXES];    /* in a tile, along each axis */
    int stage;                  /* iterations of other loops between two fillings of shared memory; 0: no matter */
    int threads[PV_MAX_AXES];   /* in a block, along each axis; with reducers or loader threads, "n_axes" is one, too */
    int n_reducers;             /* threads that share the iterations of a reduction, a power of 2; 0: none do */
    bool reduces_first;         /* neighbours in a block are such threads */
    int n_loaders;              /* threads that fill shared memory for the one of them that has points; 0: each for
                                     * itself */
    int most_blocks[PV_MAX_AXES];   /* along each axis; fewer where there are fewer tiles */
    isl_pw_aff *tiles[PV_MAX_AXES]; /* { [h] -> [n] }: along each axis, h the iterators of the host's loops */
    isl_pw_aff
        *first[PV_MAX_AXES]; /* { [h] -> [v] }: the first of them; where there is one, blocks have neighbouring tiles
                                     * each, else they take turns */
    isl_union_map *around;   /* { S[i] -> [h] }: these iterators; NULL where one thread does all */
    isl_set *reached;        /* { [h] }: where there is anything to do; NULL where one thread does all */
    isl_set *full;           /* { [[h] -> [t]] }: the tiles, right below the mark, to have code of their own; or NULL */
    PV_VEC(const struct pv_array *) privates; /* each thread has its own, of no meaning before and after the kernel */
};

/* An array that kernels touch. */
struct pv_device_array {
    const struct pv_array *array;
    bool is_value;      /* a scalar that is only read: handed over by value */
    bool is_tested;     /* the program asks whether the pointer to it is null */
    bool is_held;       /* statements of the host access it, too, while it is on the device */
    bool copy_in;       /* what the host has may be needed, or may remain */
    bool copy_out;      /* what the kernels wrote may be read after the region */
    isl_pw_aff **sizes; /* [params] -> { [(size)] } per dimension, all known */
    isl_pw_aff **last;  /* [params] -> { [(index)] }: where the subscript is linear, the last element that is touched;
                         * the array may end there. NULL otherwise */
};

/* A statement that the host executes between kernels, and an array of the device that it may access. */
struct pv_host_access {
    const struct pv_stmt *stmt;
    int array; /* by its place among those of the plan */
    bool is_write;
};

/* How a region runs on a device. */
struct pv_device_plan {
    PV_VEC(struct pv_kernel *) kernels;
    PV_VEC(struct pv_device_array) arrays;
    PV_VEC(const struct pv_stmt *) host;         /* statements that the host executes; none: a function does all */
    PV_VEC(const char *) host_reasons;           /* why, for each of them */
    const char *host_reason;                     /* why the first of them stays there, or NULL */
    PV_VEC(struct pv_host_access) host_accesses; /* what must be the same on both sides before they do */
    isl_set *
        assumed; /* [params] -> { : }: what must be tested besides, so that no array is accessed before its first element;
                       * NULL: nothing */
    bool has_hexagons;       /* some kernel has hexagonal tiles */
    bool has_fronts;         /* some kernel has tiles in wavefronts */
    bool has_overlap;        /* some kernel has overlapped tiles */
    const char *no_hexagons; /* why there are no hexagonal tiles, though they were asked for; NULL otherwise */
};

void pv_device_plan_free(struct pv_device_plan *plan);

/* Append the sizes of its kernels as --sizes reads them: { kernel[0] -> tile[8, 32]; ... }. */
void pv_device_plan_dump_sizes(const struct pv_device_plan *plan, struct pv_sb *out);

/* Does the host execute "stmt"? */
bool pv_device_plan_is_host(const struct pv_device_plan *plan, const struct pv_stmt *stmt);

/* Why it does; NULL where it does not. */
const char *pv_device_plan_host_reason(const struct pv_device_plan *plan, const struct pv_stmt *stmt);

/* What "plan" says of "array", or NULL. */
const struct pv_device_array *pv_device_plan_find(const struct pv_device_plan *plan, const struct pv_array *array);

/* The axes that the threads of "kernel" have, and the axis of the device for one of them. */
int pv_kernel_n_thread_axes(const struct pv_kernel *kernel);
/* The threads of a block. */
int pv_kernel_n_threads(const struct pv_kernel *kernel);
/* Does one thread of one block do all? */
bool pv_kernel_has_one_thread(const struct pv_kernel *kernel);
int pv_kernel_device_axis(const struct pv_kernel *kernel, int axis);

/* The points of a tile that one thread has along "axis". */
int pv_kernel_points_per_thread(const struct pv_kernel *kernel, int axis);

/* Has each thread of "kernel" its own "array"? */
bool pv_kernel_is_private(const struct pv_kernel *kernel, const struct pv_array *array);

/* The subscripts that the text of an access has for the elements of "array". */
int pv_array_n_subscripts(const struct pv_array *array);

/* A function of the C library that devices have too. */
struct pv_math_function {
    const char *name; /* without the suffix of the version for float */
    int n_args;
    const char *constant; /* of a function without arguments: its value in the languages of devices; else NULL */
    bool is_float;        /* takes and returns float; else double, or integers for abs and its kin */
    bool is_integer;
};
/* The library function called "name"; false where it is none that devices have. */
bool pv_math_function_find(const char *name, struct pv_math_function *found);

#endif
