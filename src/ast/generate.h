/* Syntax trees for schedules that belong to no program. */
#ifndef PV_GENERATE_H
#define PV_GENERATE_H

#include "ast/schedfile.h"

#include <isl/ast.h>

enum pv_separation_bounds { PV_BOUNDS_EXPLICIT, PV_BOUNDS_IMPLICIT };

/* What isl's generator may be told; the names are isl's. */
struct pv_generate_params {
    bool atomic_upper_bound;    /* one comparison ends a loop */
    bool prefer_pdiv;           /* C's own / and % where the dividend is not negative */
    bool detect_min_max;        /* in expressions of several pieces */
    bool exploit_nested_bounds; /* no conditions that inner loops imply */
    bool group_coscheduled;     /* no separate loops for instances with the same schedule value */
    bool scale_strides;         /* iterators of strided loops step by one where nothing else needs them */
    bool allow_else;
    bool allow_or;
    enum pv_separation_bounds separation_bounds; /* by bounds that are there, or also by those that follow */
};

/* Have all code that is built in "ctx" from now on made so. */
void pv_generate_set_options(isl_ctx *ctx, const struct pv_generate_params *params);

/* The code that runs the instances of "file" in its order. The identifiers of iterators point to a pv_code_iterator.
 * NULL where isl finds none; "ctx" has its reason. */
__isl_give isl_ast_node *pv_generate(isl_ctx *ctx, struct pv_arena *arena, const struct pv_schedfile *file);

#endif
