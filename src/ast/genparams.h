/* What the generators of syntax trees are told. */
#ifndef PV_GENPARAMS_H
#define PV_GENPARAMS_H

#include <stdbool.h>

/* Who generates code from a schedule: where it is automatic, pave if the schedule is plain, else isl. */
enum pv_ast_generator { PV_AST_AUTO, PV_AST_PAVE, PV_AST_ISL };

enum pv_separation_bounds { PV_BOUNDS_EXPLICIT, PV_BOUNDS_IMPLICIT };

/* What a generator may be told; the names are isl's. */
struct pv_generate_params {
    enum pv_ast_generator generator;
    bool atomic_upper_bound;    /* one comparison ends a loop */
    bool prefer_pdiv;           /* C's own / and % where the dividend is not negative */
    bool detect_min_max;        /* in expressions of several pieces */
    bool exploit_nested_bounds; /* no conditions that inner loops imply */
    bool group_coscheduled;     /* no loops apart for instances of one moment */
    bool scale_strides;         /* iterators of strided loops step by one where nothing else needs them */
    bool allow_else;
    bool allow_or;
    enum pv_separation_bounds separation_bounds; /* by bounds that are there, or also by those that follow */
};

#endif
