/* Puts generated text back into the program. */
#ifndef PV_SPLICE_H
#define PV_SPLICE_H

#include "emit/clparams.h"
#include "ir/names.h"
#include "ir/prog.h"

enum pv_splice_device { PV_DEVICE_NONE, PV_DEVICE_CUDA, PV_DEVICE_OPENCL };

struct pv_splice_params {
    bool openmp;
    enum pv_splice_device device;
    const char *base; /* the name of the outputs for a device, without folder and suffix */
    struct pv_opencl_params opencl;
    bool is_managed;          /* CUDA: arrays are in managed memory */
    bool annotate;            /* each generated statement comes after a comment with its name and instance */
    const char *lines_of;     /* the name of the input, for #line directives; NULL: there are none */
    bool lines_in_kernels;    /* kernels have such directives, too */
    const char *command_line; /* as the user typed it, for the comment on top */
    const char *version;
};

/* The texts of the files that are made of one program. */
struct pv_splice_output {
    struct pv_sb program;
    struct pv_sb kernels, header; /* where there are such files; a header for CUDA alone */
};

/* Append the text of the unit of "names" to "out", each region of "progs", in their order, replaced by its program. The lines of
 * the scop and endscop pragmas go with the region: a comment takes their place, so that the result builds without a warning
 * about unknown pragmas and is not taken for input again. Everything else stays to the byte. "shared" is what kernels
 * share. */
void pv_splice(struct pv_arena *arena, const struct pv_names *names, int n, struct pv_prog *const *progs,
               const struct pv_pshared *shared, const struct pv_splice_params *params, struct pv_splice_output *out);

typedef PV_VEC(struct pv_range) pv_splice_ranges;
/* Append the text that goes with that of "region": its own, and pragmas on its first loop. */
void pv_splice_replaced(struct pv_arena *arena, const struct pv_unit *unit, const struct pv_region *region,
                        pv_splice_ranges *ranges);

/* Has the device a pragma that asks for a loop to be unrolled? */
bool pv_splice_unrolls(enum pv_splice_device device);

/* A file that pave writes begins with this, its version and, for a device, " for NAME"; then ": " and the command line. */
extern const char pv_splice_head[];
/* NULL for PV_DEVICE_NONE. */
const char *pv_splice_device_name(enum pv_splice_device device);

#endif
