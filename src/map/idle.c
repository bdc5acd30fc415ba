/* Keeps notes on loops that threads of the host could share, but do not. */
#include "map/idle.h"

struct pv_idle_note pv_idle_find(const struct pv_idle *idle, const struct pv_stmt *stmt)
{
    for (int i = 0; i < idle->notes.n; i++)
        if (idle->notes.v[i].stmt == stmt)
            return idle->notes.v[i];
    return (struct pv_idle_note){.stmt = stmt};
}

void pv_idle_note(struct pv_arena *arena, struct pv_idle *idle, const pv_reuse_stmts *stmts, enum pv_idle_cause cause,
                  double cycles)
{
    for (int i = 0; idle && i < stmts->n; i++)
        if (pv_idle_find(idle, stmts->v[i].stmt).cause == PV_IDLE_NOT)
            pv_push(arena, &idle->notes, ((struct pv_idle_note){stmts->v[i].stmt, cause, cycles}));
}
