/* Places barriers: the one place that decides where the threads of a block wait for each other. */
#include "lower/barriers.h"

enum wait { NO_BARRIER, BARRIER, GLOBAL_BARRIER };

/* What follows a phase, in kernels with steps and in others. A step ends in a barrier, so that nothing is left to wait for
 * when its copies are written back; other kernels write back what a thread, or one of them for all, has computed itself. */
static const struct {
    enum wait otherwise, with_steps;
} waits[] = {
    [PV_PHASE_BAND] = {NO_BARRIER, GLOBAL_BARRIER},
    [PV_PHASE_WAIT] = {GLOBAL_BARRIER, GLOBAL_BARRIER},
    [PV_PHASE_FILL] = {BARRIER, BARRIER},
    [PV_PHASE_WORK] = {BARRIER, NO_BARRIER},
    [PV_PHASE_STORE] = {NO_BARRIER, GLOBAL_BARRIER},
    [PV_PHASE_PARTIAL] = {BARRIER, BARRIER},
    [PV_PHASE_TOTAL] = {GLOBAL_BARRIER, GLOBAL_BARRIER},
};

struct placing {
    bool has_steps;
    bool fills_from_written; /* copies are filled with elements that the tile may write later, without copies */
    int n_bands;             /* so far */
};

static void place(struct pv_pout *out, struct pv_ps *stmt, void *user)
{
    struct placing *placing = user;
    if (stmt->kind != PV_PS_PHASE) {
        pv_push(out->arena, out->at, stmt);
        return;
    }
    enum wait wait = placing->has_steps ? waits[stmt->phase].with_steps : waits[stmt->phase].otherwise;
    wait = wait == BARRIER && placing->fills_from_written ? GLOBAL_BARRIER : wait;
    placing->n_bands += stmt->phase == PV_PHASE_BAND;
    for (int i = 0; i < stmt->body.n; i++) {
        if (stmt->phase == PV_PHASE_BAND)
            stmt->body.v[i]->band = placing->n_bands;
        pv_push(out->arena, out->at, stmt->body.v[i]);
    }
    if (wait != NO_BARRIER)
        pv_ps_barrier(out, wait == GLOBAL_BARRIER);
}

void pv_barriers(struct pv_version *version)
{
    for (int i = 0; i < version->texts.n; i++) {
        const struct pv_ptext *text = &version->texts.v[i];
        const struct pv_kernel *kernel = text->kernel ? text->kernel->sizes : NULL;
        struct placing placing = {kernel && kernel->has_steps, kernel && kernel->has_fronts, 0};
        if (kernel)
            pv_pblock_replace(version->lowering->arena, text->body, place, &placing);
    }
}
