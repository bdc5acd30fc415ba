/* How libclang is called for a file: flags, and headers of pave. */
#ifndef PV_INVOCATION_H
#define PV_INVOCATION_H

#include "front/clangc.h"

struct pv_invocation {
    int n_flags;
    const char *const *flags; /* of the user */
    bool openmp;              /* _OPENMP is defined where no flag says otherwise */
    bool wants_skipped;       /* remember the ranges that the preprocessor skipped */
};

/* Parse the text of "unit". NULL after an error. */
struct pv_clang *pv_invocation_parse(struct pv_arena *arena, struct pv_diag *diag, const struct pv_unit *unit,
                                     const struct pv_invocation *how);

/* Do functions of <math.h> set errno, as far as the flags say? */
bool pv_invocation_has_errno(const struct pv_invocation *how);

#endif
