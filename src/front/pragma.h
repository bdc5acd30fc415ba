/* The pragmas pave reads, found in the text of a file: scop and endscop, pencil independent, parameter, value_bounds,
 * live-out; and those of others that it must not break: OpenMP, OpenACC, hints about loops. Both "#pragma" and "_Pragma"
 * are seen. */
#ifndef PV_PRAGMA_H
#define PV_PRAGMA_H

#include "base/diag.h"
#include "base/vec.h"
#include "front/clangc.h"
#include "front/ompwords.h"
#include "ir/tree.h"

#include <stddef.h>
#include <stdint.h>

enum pv_pragma_kind {
    PV_PRAGMA_SCOP,
    PV_PRAGMA_ENDSCOP,
    PV_PRAGMA_INDEPENDENT,
    PV_PRAGMA_PARAMETER,
    PV_PRAGMA_VALUE_BOUNDS,
    PV_PRAGMA_LIVE_OUT,
};

struct pv_pragma {
    enum pv_pragma_kind kind;
    unsigned begin, end;        /* from its first byte (for a directive: of its line) to past its line's end */
    unsigned at;                /* where to point at */
    PV_VEC(const char *) names; /* the variables it names */
    PV_VEC(const char *) ops;   /* PV_PRAGMA_INDEPENDENT: for each name the operator of its reduction clause */
    bool has_bounds;            /* PV_PRAGMA_PARAMETER, PV_PRAGMA_VALUE_BOUNDS; PV_PRAGMA_SCOP: the original lines */
    int64_t min, max;
    bool is_used; /* set by whoever applies it */
};

struct pv_pragmas {
    PV_VEC(struct pv_pragma) list;              /* in the order of the text */
    PV_VEC(struct pv_omp) omps;                 /* OpenMP and OpenACC, in the order of the text */
    PV_VEC(struct pv_loop_pragma) loop_pragmas; /* hints about the loop after them, in the order of the text */
    PV_VEC(unsigned) includes;                  /* offsets of #include directives */
    PV_VEC(struct pv_annotation) annotations;
    bool has_conditionals; /* is there any #if in the text? */
};

/* Which pragmas to look for, and where. */
struct pv_pragma_params {
    bool pencil;    /* those of PENCIL */
    bool generated; /* comments of pave's output: "pave: lines M to N" and "pave: end" in place of scop and endscop,
                     * "pave: S(i)" before a statement */
};

/* Find the pragmas in "text", the text of "file". A malformed one gets a warning and is left out. */
void pv_pragmas_scan(struct pv_arena *arena, struct pv_diag *diag, int file, const char *text, size_t size,
                     const struct pv_pragma_params *params, struct pv_pragmas *pragmas);

/* Add the uses of "macros", whose expansions hold a _Pragma, in "text" to the directives and hints of "pragmas". */
void pv_pragmas_scan_macros(struct pv_arena *arena, const char *text, size_t size, const pv_macro_text_vec *macros,
                            struct pv_pragmas *pragmas);

#endif
