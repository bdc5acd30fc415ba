/* The differences between the devices that code is written for. */
#ifndef PV_TARGET_H
#define PV_TARGET_H

#include "emit/writer.h"
#include "ir/prog.h"

struct pv_cprint;

/* A launch, or what comes before the first: the kernel, in the region that begins at "line". */
struct pv_target_launch {
    const struct pv_pkernel *kernel;
    const char *own; /* how names of pave begin */
    unsigned line;
    const struct pv_cprint *how; /* expressions are printed */
};

struct pv_target {
    bool is_opencl;
    const char *kernel_head;    /* before the name of a kernel */
    const char *function_head;  /* before that of a function it calls */
    const char *inline_head;    /* ... which must be inlined */
    const char *global;         /* qualifies pointers to buffers */
    const char *shared;         /* qualifies what the threads of a block share */
    const char *barrier;        /* all threads of a block wait for each other */
    const char *unroll;         /* asks for a loop to be unrolled; NULL where compilers do so by themselves */
    const char *global_barrier; /* the same, and they see what others wrote to buffers */
    const char *grid_barrier;   /* all threads of all blocks wait for each other; NULL where devices have no such */
    const char *is_restrict;    /* says that a pointer is the only way to its buffer */
    const char *block_id, *thread_id,
        *n_blocks;          /* coordinates: each the beginning of an expression that the axis ends, */
    const char *axis_end;   /* with this behind it */
    bool has_launch_bounds; /* a kernel says how many threads its blocks have */
    bool has_letters;       /* axes are x, y and z, else numbers */
    const char *linkage;    /* of the functions that regions become */
    /* Print the launch, given that n0, n1, ... behind "own" are the blocks wanted along the axes. */
    void (*launch)(struct pv_writer *out, const struct pv_target_launch *launch);
    /* Print "if (...)": the kernel, one of "region", cannot be launched. */
    void (*prepare)(struct pv_writer *out, const struct pv_target_launch *launch, int region);
};

#endif
