/* Parameters of the AST generators. */
#ifndef PV_GENPARAMS_H
#define PV_GENPARAMS_H

#include <stdbool.h>

/* The generator to use; AUTO: pave's generator if the schedule is plain, else isl's. */
enum pv_ast_generator { PV_AST_AUTO, PV_AST_PAVE, PV_AST_ISL };

enum pv_separation_bounds { PV_BOUNDS_EXPLICIT, PV_BOUNDS_IMPLICIT };

/* Parameters of a generator; the names are isl's. */
struct pv_generate_params {
    enum pv_ast_generator generator;
    bool atomic_upper_bound;    /* one comparison ends a loop */
    bool prefer_pdiv;           /* C's own / and % where the dividend is not negative */
    bool detect_min_max;        /* in expressions of several pieces */
    bool exploit_nested_bounds; /* no conditions that inner loops imply */
    bool group_coscheduled;     /* no separate loops for instances with the same schedule time */
    bool scale_strides;         /* iterators of strided loops step by one where nothing else needs them */
    bool allow_else;
    bool allow_or;
    enum pv_separation_bounds separation_bounds; /* by explicit bounds only, or by implied bounds too */
};

#endif
