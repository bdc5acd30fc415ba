/* Generated text back into the program. */
#ifndef PV_SPLICE_H
#define PV_SPLICE_H

#include "emit/clparams.h"
#include "ir/code.h"

enum pv_splice_device { PV_DEVICE_NONE, PV_DEVICE_CUDA, PV_DEVICE_OPENCL };

struct pv_splice_params {
    bool openmp;
    enum pv_splice_device device;
    const char *base; /* the name of the outputs for a device, without folder and suffix */
    struct pv_opencl_params opencl;
    bool keep_rows;           /* arrays with rows of constant size keep their dimensions on the device */
    bool unroll_copies;       /* ask the device's compiler to unroll the copies to shared memory, */
    bool unroll_points;       /* and the points of a thread */
    bool narrow;              /* kernels of their own for small sizes, where that allows narrow numbers */
    bool annotate;            /* each generated statement comes after a comment with its name and instance */
    const char *command_line; /* as the user typed it, for the comment on top */
    const char *version;
};

/* A region that keeps its text, and why. */
struct pv_splice_refusal {
    const struct pv_region *region;
    const char *reason;
};
typedef PV_VEC(struct pv_splice_refusal) pv_splice_refusals;

/* The texts of the files that are made of one program. */
struct pv_splice_output {
    struct pv_sb program;
    struct pv_sb kernels, header; /* where there are such files; a header for CUDA alone */
};

/* Append the text of "unit" to "out", each region in "codes" replaced by its code. The lines of the scop and endscop
 * pragmas go with the region: a comment takes their place, so that the result builds without a warning about unknown
 * pragmas and is not taken for input again. Everything else stays to the byte. Regions whose text cannot be replaced
 * are added to "refusals". NULL; or, where what the kernels share has no text, why: "out" is then of no use, and no region
 * can run on the device. */
const char *pv_splice(struct pv_arena *arena, const struct pv_unit *unit, int n_codes, struct pv_code *const *codes,
                      const struct pv_splice_params *params, struct pv_splice_output *out,
                      pv_splice_refusals *refusals);

/* The file to write for "input": "path" if it is a file; in "path" if it is a folder; by default in the current
 * folder, or standard output, "-", where the input is standard input. */
const char *pv_splice_output_path(struct pv_arena *arena, const char *input, const char *path);

/* The file to write for "input" for a device: like above, called NAME and "suffix". Where "path" is a file, the name of
 * another file beside it. */
const char *pv_splice_device_path(struct pv_arena *arena, const char *input, const char *path, const char *suffix);
/* The name that "path", or else "input", gives to the outputs for a device. */
const char *pv_splice_device_base(struct pv_arena *arena, const char *input, const char *path);

/* Is "path" a folder, or written like one? */
bool pv_splice_is_folder(const char *path);
/* The name of the device, other than "device", that pave wrote the file "path" for; NULL if it is no such file. */
const char *pv_splice_other_device(const char *path, enum pv_splice_device device);

/* Are both names of one file that exists? */
bool pv_splice_is_same_file(const char *a, const char *b);

#endif
