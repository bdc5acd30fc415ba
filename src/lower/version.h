/* A region on its way through the passes. On a device it may have two versions: one for all parameters and, if that needs wide
 * integers, one for small parameters with narrow integers. */
#ifndef PV_VERSION_H
#define PV_VERSION_H

#include "lower/lowering.h"

/* A body of statements: what the host runs, or a kernel. */
struct pv_ptext {
    pv_pblock *body;
    struct pv_cctx *ctx;
    struct pv_pkernel *kernel; /* NULL for the host's */
};

struct pv_version {
    const struct pv_lowering *lowering;
    struct pv_prog *prog;
    struct pv_pentry *entry; /* for a device: what the region becomes; else NULL */
    int64_t limit;           /* parameters are no larger, nor smaller than its negative; 0: what the context allows */
    bool overflows;          /* iterators of type int would be too narrow */
    bool is_wide;            /* so they have 64 bits: decided by the pass "widths" */
    PV_VEC(struct pv_ptext) texts;
    const char *failure;     /* why there is no form in C */
    const char *dump;        /* the result of the pass that the user wants to see, */
    const char *narrow_dump; /* and that of the version for small parameters; or NULL */
};

/* Add a body that "ctx" belongs to. */
void pv_version_add(struct pv_version *version, pv_pblock *body, struct pv_cctx *ctx, struct pv_pkernel *kernel);
/* The context of the text that stands in the program itself; NULL where a function does all. */
const struct pv_cctx *pv_version_host(const struct pv_version *version);
/* A new context for a part of it. */
struct pv_cctx *pv_version_context(const struct pv_version *version);
/* Take over what the contexts of its bodies have learnt, and tell all of them. */
void pv_version_learn(struct pv_version *version);
/* Is it of no use, because something has no form in C, or because narrow integers are too narrow for small parameters? */
bool pv_version_has_failed(const struct pv_version *version);
/* Let go of what isl owns. */
void pv_version_free(struct pv_version *version);

#endif
