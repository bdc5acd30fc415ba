/* Notes on loops that threads of the host could share, but do not: reports tell why. */
#ifndef PV_IDLE_H
#define PV_IDLE_H

#include "map/reuse.h"

enum pv_idle_cause {
    PV_IDLE_NOT,      /* nothing was noted */
    PV_IDLE_LITTLE,   /* one run of the loop has too little work */
    PV_IDLE_REPEATED, /* a loop by itself, of unknown length, runs again and again inside of others */
};

struct pv_idle_note {
    const struct pv_stmt *stmt;
    enum pv_idle_cause cause;
    double cycles; /* PV_IDLE_LITTLE: of one run */
};

/* What was noted while a schedule was mapped. */
struct pv_idle {
    PV_VEC(struct pv_idle_note) notes;
};

/* Note "cause" for "stmts", which are below a loop. What was noted first of a statement counts: that is about the outermost loop.
 * "idle" may be NULL. */
void pv_idle_note(struct pv_arena *arena, struct pv_idle *idle, const pv_reuse_stmts *stmts, enum pv_idle_cause cause,
                  double cycles);

/* What was noted of "stmt"; the cause is PV_IDLE_NOT where nothing was. */
struct pv_idle_note pv_idle_find(const struct pv_idle *idle, const struct pv_stmt *stmt);

#endif
