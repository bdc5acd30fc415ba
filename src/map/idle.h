/* Records why threads of the host do not share a loop although they could, for reports. */
#ifndef PV_IDLE_H
#define PV_IDLE_H

#include "map/reuse.h"

enum pv_idle_cause {
    PV_IDLE_NOT,      /* no cause is recorded */
    PV_IDLE_LITTLE,   /* one execution of the loop has too little work */
    PV_IDLE_REPEATED, /* a single loop of unknown length is executed many times inside other loops */
};

struct pv_idle_note {
    const struct pv_stmt *stmt;
    enum pv_idle_cause cause;
    double cycles; /* PV_IDLE_LITTLE: of one execution */
};

/* The causes recorded while a schedule is mapped. */
struct pv_idle {
    PV_VEC(struct pv_idle_note) notes;
};

/* Record "cause" for "stmts", which are below a loop. Only the first cause of a statement is kept: it concerns the
 * outermost loop. "idle" may be NULL. */
void pv_idle_note(struct pv_arena *arena, struct pv_idle *idle, const pv_reuse_stmts *stmts, enum pv_idle_cause cause,
                  double cycles);

/* The cycles that one execution of the loop of the program at "depth" around the statements in "range" takes at most, in the order
 * of the program; HUGE_VAL where there is no bound, -1 where isl failed or there is no such loop. */
double pv_idle_work(struct pv_arena *arena, const struct pv_scop *scop, struct pv_range range, int depth);

/* The cause recorded for "stmt"; PV_IDLE_NOT if there is none. */
struct pv_idle_note pv_idle_find(const struct pv_idle *idle, const struct pv_stmt *stmt);

#endif
