/* Builds the AST of a program's schedule tree with pave's generator. */
#include "ast/pavebuild.h"

#include "ast/treegen.h"

struct building {
    struct pv_annotator *annotator;
    struct pv_generate_params *params;
    bool ok; /* isl has not failed */
};

/* Where the iterations of a loop have variables of their own, or a kernel fills copies, what one iteration does must not be spread
 * over several loops. */
static void enter_mark(struct pv_gen *gen, __isl_keep isl_id *id, void *user)
{
    struct building *building = user;
    const struct pv_mark *mark = pv_mark_of_id(id);
    pv_annotate_enter(building->annotator, mark);
    gen->keeps_below = pv_annotate_has_locals(building->annotator);
    gen->keeps_together = mark->sharing.privates.n || mark->sharing.copies.n || gen->keeps_below;
    building->params->exploit_nested_bounds = pv_annotate_exploits_bounds(building->annotator);
}

static void leave_mark(const struct pv_site *site, struct pv_an *mark, void *user)
{
    struct building *building = user;
    if (mark)
        building->ok = pv_annotate_leave(building->annotator, site, mark) && building->ok;
    else
        pv_annotate_drop(building->annotator);
    building->params->exploit_nested_bounds = pv_annotate_exploits_bounds(building->annotator);
}

static void annotate_call(const struct pv_site *site, struct pv_an *call, void *user)
{
    struct building *building = user;
    call->leaf = building->ok ? pv_annotate_leaf(building->annotator, site) : NULL;
    building->ok = building->ok && call->leaf;
    if (call->leaf)
        call->leaf->instance = call->args;
}

bool pv_pave_build(struct pv_annotator *annotator, __isl_take isl_schedule *schedule,
                   const struct pv_generate_params *params, const char **why, bool *is_left)
{
    struct pv_code *code = annotator->code;
    struct pv_generate_params own = *params;
    struct building building = {annotator, &own, true};
    struct pv_gen_hooks hooks = {enter_mark, leave_mark, annotate_call, &building};
    own.exploit_nested_bounds = pv_annotate_exploits_bounds(annotator);
    if (code->plan)
        own.scale_strides = false;
    struct pv_gen gen = {
        .ctx = code->scop->ctx,
        .arena = code->scop->arena,
        .params = &own,
        .hooks = &hooks,
        .keeps_values = code->plan,
        .only_plain = params->generator == PV_AST_AUTO,
    };
    bool ok = pv_treegen_program(&gen, isl_set_copy(code->scop->context), schedule, &code->nodes);
    isl_schedule_free(schedule);
    *why = gen.failure;
    *is_left = gen.is_left;
    return ok && building.ok;
}
