/* What differs between the devices that code is written for. */
#ifndef PV_TARGET_H
#define PV_TARGET_H

#include "emit/writer.h"
#include "ir/kernel.h"

/* One argument of a kernel. */
struct pv_target_arg {
    const char *declaration; /* in the kernel */
    const char *value;       /* what the host hands over: a variable */
    const char *type;        /* of a buffer in the kernel: a pointer; NULL for plain values */
};

struct pv_target_launch {
    const char *kernel;            /* its name */
    const char *own;               /* how names of pave begin */
    unsigned line;                 /* of the region in the source */
    const struct pv_kernel *sizes; /* threads, and the most blocks */
    int n_args;
    const struct pv_target_arg *args;
};

struct pv_target {
    bool is_opencl;
    const char *kernel_head;    /* before the name of a kernel */
    const char *function_head;  /* before that of a function it calls */
    const char *global;         /* qualifies pointers to buffers */
    const char *shared;         /* qualifies what the threads of a block share */
    const char *barrier;        /* all threads of a block wait for each other */
    const char *unroll;         /* asks for a loop to be unrolled; NULL where compilers do so by themselves */
    const char *global_barrier; /* the same, and they see what others wrote to buffers */
    const char *is_restrict;    /* says that a pointer is the only way to its buffer */
    const char *block_id, *thread_id,
        *n_blocks;          /* coordinates, each a format with the axis: its number or its letter */
    bool has_launch_bounds; /* a kernel says how many threads its blocks have */
    bool has_letters;       /* axes are x, y and z */
    const char *linkage;    /* of the functions that regions become */
    /* Print the launch, given that n0, n1, ... behind "own" are the blocks wanted along the axes. */
    void (*launch)(struct pv_writer *out, const struct pv_target_launch *launch);
    /* Print "if (...)": the kernel, one of "region", cannot be launched. */
    void (*prepare)(struct pv_writer *out, const struct pv_target_launch *launch, int region);
};

#endif
