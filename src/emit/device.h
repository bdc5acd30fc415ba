/* Regions that run on a device: a function for each, which moves the data and launches the kernels. */
#ifndef PV_DEVICE_H
#define PV_DEVICE_H

#include "emit/cpu.h"
#include "emit/target.h"

/* What the regions of one file share. */
struct pv_device {
    struct pv_arena *arena;
    struct pv_cpu *cpu;
    const struct pv_target *target;
    const char *source_name;             /* of the program, as a string literal holds it */
    const char *own;                     /* how names of pave begin */
    const char *kernel;                  /* prefix of the names of kernels */
    const char *prefix;                  /* of the functions that regions become, unique to the file */
    const char *block, *thread;          /* prefixes of the names of coordinates */
    const char *n_blocks;                /* and of the numbers of blocks */
    const char *first_tile, *tiles_each; /* the same where blocks have neighbouring tiles */
    bool narrows;                        /* kernels of their own for small sizes, where that allows narrow numbers */
    struct pv_cdevice needs;             /* what all kernels need */
    bool kernel_macros[PV_CMACROS], host_macros[PV_CMACROS];
    int n_kernels, n_regions;
    struct pv_sb kernels;       /* their text */
    PV_VEC(size_t) region_ends; /* by region: the length of "kernels" after its own */
    struct pv_sb entries;       /* the functions that regions become */
    struct pv_sb prototypes;    /* and how they are declared */
};

/* "base" is the name of the output without folder and suffix. "cpu" must outlive the result. */
struct pv_device pv_device_begin(struct pv_arena *arena, struct pv_cpu *cpu, const struct pv_target *target,
                                 const char *base);
void pv_device_free(struct pv_device *device);

/* Write the kernels and the function of the region of "code". Return the call that takes its place: its value is 0 where the
 * device did not run the region, and nothing was done; where there is no "has_original" the program then ends. NULL with
 * "*failure" set where something has no text. */
const char *pv_device_print_region(struct pv_device *device, const struct pv_code *code, bool has_original,
                                   const char **failure);

/* Append all that runs on the device: types where "print_types", functions, kernels. */
void pv_device_print_source(struct pv_device *device, struct pv_sb *out, bool print_types, const char **failure);

#endif
