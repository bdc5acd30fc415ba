/* Prints regions for a device: one function per region, which moves the data and launches the kernels. */
#ifndef PV_DEVICE_H
#define PV_DEVICE_H

#include "emit/cprint.h"
#include "ir/names.h"

/* What the regions of one file share. */
struct pv_device {
    struct pv_arena *arena;
    const struct pv_names *names;
    const struct pv_target *target;
    struct pv_cprint how;
    const struct pv_pshared *shared;
    const char *source_name; /* of the program, as a string literal holds it */
    const char *own;         /* how names of pave begin */
    const char *kernel;      /* prefix of the names of kernels */
    const char *prefix;      /* of the functions that regions become, unique to the file */
    bool kernel_macros[PV_CMACROS], host_macros[PV_CMACROS];
    int n_kernels, n_regions;
    struct pv_sb kernels;       /* their text */
    PV_VEC(size_t) region_ends; /* by region: the length of "kernels" after its own */
    struct pv_sb entries;       /* the functions that regions become */
    struct pv_sb prototypes;    /* and how they are declared */
    bool is_managed;            /* CUDA: arrays are in managed memory */
    bool persists;              /* some kernel is persistent */
    bool mixes;                 /* some region tests whether arrays are interleaved */
    bool holds;                 /* the host executes statements between kernels of some region */
};

/* "base" is the name of the output without folder and suffix. "names" and "shared" must outlive the result. */
struct pv_device pv_device_begin(struct pv_arena *arena, const struct pv_names *names, const struct pv_target *target,
                                 const struct pv_pshared *shared, const char *base);
void pv_device_free(struct pv_device *device);

/* Print the kernels and the function of the region of "prog". Return the call that takes its place: its value is 0 where the
 * device did not run the region, and nothing was done; unless the program keeps the original text, it then ends. */
const char *pv_device_print_region(struct pv_device *device, const struct pv_prog *prog);

/* How the text of the region of "prog", which was printed last, is printed in the program where the host executes a part of it:
 * like "how", and launches as calls. */
struct pv_cprint pv_device_calls(const struct pv_device *device, const struct pv_prog *prog, struct pv_cprint how);

/* Append all that runs on the device: types where "print_types", functions, kernels. */
void pv_device_print_source(struct pv_device *device, struct pv_sb *out, bool print_types);

#endif
