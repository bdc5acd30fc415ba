/* The front end's first phase: a C file to a translation unit with the trees of its regions. */
#ifndef PV_REGIONS_H
#define PV_REGIONS_H

#include "ir/tree.h"

struct pv_front_params {
    bool autodetect_auto;  /* look for regions by itself when the file marks none */
    bool autodetect;       /* look for regions by itself, also beside the marked ones */
    bool for_device;       /* regions that it finds itself go around calls that no device can make */
    bool pencil;           /* obey PENCIL's pragmas */
    bool calls_are_free;   /* PENCIL's rules for calls: --pencil */
    bool divides_at_calls; /* found regions hold no calls of unknown effect */
    bool generated;        /* take the comments that pave leaves in its output for what they stand for */
    bool replace_openmp;   /* read loops under OpenMP as sequential ones and remove the directives with them */
    bool reassociate;      /* sums of floating-point numbers may change their order */
    bool openmp;           /* the output is compiled with OpenMP: _OPENMP is defined */
    int n_clang_args;
    const char *const *clang_args; /* flags for clang: -I, -D, -std, ... */
    const char *text;              /* what is in the file, "size" bytes, where that was read before; or NULL */
    size_t size;
};

/* Read the C file at "path", "-" for standard input. NULL after an error was reported. */
struct pv_unit *pv_front_parse(struct pv_arena *arena, struct pv_diag *diag, const char *path,
                               const struct pv_front_params *params);

/* The body of a function as a block, extracted when it is first asked for. NULL with "refused" of the
 * function set when there is none, or it holds something that is not supported. */
struct pv_tree *pv_front_function_body(struct pv_unit *unit, struct pv_function *function);

typedef PV_VEC(struct pv_region *) pv_regions;

/* Append to "parts" smaller regions in the text of "region", which was found, not marked: around and inside what it is
 * refused for, or, where it takes too much work, each of its loops, or what is inside the only one. */
void pv_front_split(struct pv_unit *unit, const struct pv_region *region, pv_regions *parts);

enum pv_calls { PV_CALLS_STAY, PV_CALLS_GIVE_WAY };
/* "region" again, in which calls are kept, or give way to the bodies of the functions. */
struct pv_region *pv_front_read_again(struct pv_unit *unit, const struct pv_region *region, enum pv_calls calls);

/* Release what belongs to the parser; the unit's regions and trees live on in the arena, but bodies of
 * functions can no longer be extracted. */
void pv_front_free(struct pv_unit *unit);

#endif
