/* Entry of lowering: one region, and a whole file. */
#include "lower/lower.h"

#include "lower/deviceprog.h"
#include "lower/guardprog.h"
#include "lower/hostprog.h"
#include "lower/unused.h"

/* Why the original text of "region" cannot be one of two branches. */
static const char *guard_obstacle(struct pv_arena *arena, const struct pv_region *region)
{
    const struct pv_var *var = pv_hostprog_outliving(region);
    return var ? pv_printf(arena,
                           "its pointers may overlap, and it cannot have two versions, since '%s' is declared in it "
                           "and used after it",
                           var->name)
               : NULL;
}

/* The program keeps the original text where a test decides, and for a device, which may not be there, unless the text after
 * the region names what it declares. */
struct pv_prog *pv_lower_region(const struct pv_lowering *lowering, const struct pv_code *code, const char **failure)
{
    struct pv_prog *prog = pv_new(lowering->arena, struct pv_prog);
    const struct pv_region *region = code->scop->region;
    prog->code = code;
    prog->keeps_original = code->guard || (code->plan && !pv_hostprog_outliving(region));
    *failure = region->fixed;
    if (!*failure && code->guard)
        *failure = guard_obstacle(lowering->arena, region);
    if (!*failure)
        *failure = pv_guardprog(lowering, prog);
    if (!*failure)
        *failure = code->plan ? pv_deviceprog(lowering, prog) : pv_hostprog(lowering, prog);
    return *failure ? NULL : prog;
}

const char *pv_lower_unit(const struct pv_lowering *lowering, struct pv_lower_unit *unit)
{
    const char *failure = pv_deviceprog_shared(lowering, unit->n, unit->progs, &unit->shared);
    pv_ranges replaced = {unit->replaced.v, unit->replaced.n, unit->replaced.cap};
    for (int i = 0; i < unit->n; i++)
        if (!unit->progs[i]->keeps_original)
            pv_unused_find(lowering, unit->progs[i], &replaced);
    return failure;
}
