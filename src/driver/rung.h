/* One rung of the ladder of ambitions: what it tries with a region, and how. */
#ifndef PV_RUNG_H
#define PV_RUNG_H

#include "driver/alternatives.h"

enum pv_rung_place { PV_ON_DEVICE, PV_ON_HOST };

/* Operations of isl for moved and tiled loops, which have a simpler rung below. */
enum { PV_MOVE_BUDGET = 3000000 };

struct pv_rung {
    const char *name; /* for PAVE_FAIL */
    enum pv_rung_place place;
    bool fronts, overlaps, hexagons, copies, moves, jams; /* which of the wanted transformations are tried */
    bool keeps_order;                                     /* of the program */
    bool has_code_of_above;                /* isl's code is the same as that of the rung above: jamming comes later */
    unsigned long map_budget, code_budget; /* operations of isl; 0: the usual number */
    const char *loss;                      /* what it means for the user to be below this rung */
};

/* One region on its way down. */
struct pv_descent {
    struct pv_job *job;
    struct pv_task *task;
    struct pv_map_params wanted;
    isl_schedule *scheduled;         /* the order that the scheduler found, or the better one that was chosen */
    isl_schedule *original;          /* the order of the program */
    isl_schedule *deep;              /* an order with the deepest bands, for devices; or NULL */
    bool is_too_deep;                /* for any mapping */
    const struct pv_rung *chosen_on; /* the rung for which the order was chosen; NULL: none so far */
    struct pv_alternative chosen;    /* on that rung */
};

/* What came of one rung: a result, one that failed a check (a fault of pave), work beyond the budget, an error of isl, or
 * something that cannot be mapped or has no form in C. */
enum pv_rung_outcome { PV_RUNG_DONE, PV_RUNG_WRONG, PV_RUNG_TOO_MUCH_WORK, PV_RUNG_FAILED, PV_RUNG_IMPOSSIBLE };

struct pv_attempt {
    const struct pv_rung *rung;
    enum pv_rung_outcome outcome;
    const char *step;    /* the one that failed */
    bool was_generating; /* that was the last of them */
    const char *reason;  /* PV_RUNG_WRONG, PV_RUNG_IMPOSSIBLE: why */
    struct pv_loc at;    /* where to say so */
    isl_schedule *schedule;
    struct pv_device_plan *plan; /* NULL on the host */
    struct pv_code *code;
    int n_tiled;         /* bands tiled so far, those of earlier regions included */
    struct pv_idle idle; /* on the host */
    bool is_changed;     /* the task has other copies of arrays now: it is compiled again */
};

/* The part of the wanted transformations that "rung" tries. */
struct pv_map_params pv_rung_params(const struct pv_descent *descent, const struct pv_rung *rung);
unsigned long pv_rung_map_budget(const struct pv_rung *rung);

/* Map, check, generate, lower, check and weigh the region as "rung" says, each step within its budget. */
struct pv_attempt pv_rung_try(const struct pv_descent *descent, const struct pv_rung *rung);

#endif
