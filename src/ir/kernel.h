/* What runs on a device: kernels, and the arrays they work on. */
#ifndef PV_KERNEL_H
#define PV_KERNEL_H

#include "base/vec.h"
#include "ir/array.h"

/* Blocks and threads have up to three coordinates; 0 is the one that neighbours in memory should differ in. */
enum { PV_MAX_AXES = 3 };

enum pv_kernel_level {
    PV_LEVEL_NONE,   /* each thread runs all iterations */
    PV_LEVEL_BLOCK,  /* blocks share the iterations */
    PV_LEVEL_THREAD, /* threads of a block share the iterations */
};

/* What becomes of one band member of a kernel. The iterations with value v go to coordinate v mod the number of
 * blocks or threads along "axis", wherever in the kernel they stand: so all that one thread needs of what it did
 * before, it did itself. */
struct pv_kernel_member {
    enum pv_kernel_level level;
    int axis;
};

struct pv_kernel {
    int number;                       /* as --sizes counts them */
    int depth;                        /* band members around the kernel: loops of the host */
    int n_members;                    /* shared or not, from "depth" on; the members after them are not shared */
    struct pv_kernel_member *members; /* by schedule dimension less "depth" */
    isl_multi_union_pw_aff *place;    /* { S[i] -> [v] }: the values of the members; NULL where there are none */
    int n_axes;                       /* 0: one thread does all */
    int points[PV_MAX_AXES];          /* in a tile, along each axis */
    int threads[PV_MAX_AXES];         /* in a block, along each axis */
    int most_blocks[PV_MAX_AXES];     /* along each axis; fewer where there are fewer tiles */
    isl_pw_aff *tiles[PV_MAX_AXES];   /* { [h] -> [n] }: along each axis, h the iterators of the host's loops */
    isl_set *reached;                 /* { [h] }: where there is anything to do; NULL where one thread does all */
    PV_VEC(const struct pv_array *) privates; /* each thread has its own, of no meaning before and after the kernel */
};

/* An array that kernels touch. */
struct pv_device_array {
    const struct pv_array *array;
    bool is_value;      /* a scalar that is only read: handed over by value */
    bool copy_in;       /* what the host has may be needed, or may remain */
    bool copy_out;      /* what the kernels wrote may be read after the region */
    isl_pw_aff **sizes; /* [params] -> { [(size)] } per dimension, all known */
    isl_pw_aff **last;  /* [params] -> { [(index)] }: where the subscript is linear, the last element that is touched;
                         * the array may end there. NULL otherwise */
};

/* How a region runs on a device. */
struct pv_device_plan {
    PV_VEC(struct pv_kernel *) kernels;
    PV_VEC(struct pv_device_array) arrays;
};

void pv_device_plan_free(struct pv_device_plan *plan);

/* Append the sizes of its kernels as --sizes reads them: { kernel[0] -> tile[8, 32]; ... }. */
void pv_device_plan_dump_sizes(const struct pv_device_plan *plan, struct pv_sb *out);

/* What "plan" says of "array", or NULL. */
const struct pv_device_array *pv_device_plan_find(const struct pv_device_plan *plan, const struct pv_array *array);

/* Has each thread of "kernel" its own "array"? */
bool pv_kernel_is_private(const struct pv_kernel *kernel, const struct pv_array *array);

/* The subscripts that the text of an access has for the elements of "array". */
int pv_array_n_subscripts(const struct pv_array *array);

/* A function of the C library that devices have too. */
struct pv_math_function {
    const char *name; /* without the suffix of the version for float */
    int n_args;
    bool is_float; /* takes and returns float; else double, or integers for abs and its kin */
    bool is_integer;
};
/* The library function called "name"; false where it is none that devices have. */
bool pv_math_function_find(const char *name, struct pv_math_function *found);

#endif
