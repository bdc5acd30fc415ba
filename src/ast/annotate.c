/* Makes what hangs on the nodes of the AST: launches, copies, the work of loops, statements. */
#include "ast/annotate.h"

bool pv_annotate_has_locals(const struct pv_annotator *annotator)
{
    return annotator->kernel && annotator->kernel->locals.n;
}

static bool has_any_locals(const struct pv_device_plan *plan)
{
    for (int i = 0; i < plan->kernels.n; i++)
        if (plan->kernels.v[i]->locals.n)
            return true;
    return false;
}

bool pv_annotate_exploits_bounds(const struct pv_annotator *annotator)
{
    const struct pv_device_plan *plan = annotator->code->plan;
    return annotator->exploits_bounds && (!plan || (annotator->kernel && !has_any_locals(plan)));
}

void pv_annotate_enter(struct pv_annotator *annotator, const struct pv_mark *mark)
{
    pv_push(annotator->code->scop->arena, &annotator->marks, mark);
    if (mark->kind == PV_MARK_KERNEL)
        annotator->kernel = mark->kernel;
}

/* "value" { [h] -> [n] } as an expression at "site", "around" { S[i] -> [h] } the loops around it. */
static pv_ax *value_in_loops(__isl_keep isl_pw_aff *value, __isl_keep isl_union_map *around, const struct pv_site *site)
{
    isl_pw_multi_aff *loops = pv_local_to_prefix(site, around);
    return pv_site_value(site, isl_pw_aff_pullback_pw_multi_aff(isl_pw_aff_copy(value), loops));
}

/* A kernel: what its launch needs. NULL where isl failed. */
static struct pv_code_launch *new_launch(const struct pv_site *site, const struct pv_kernel *kernel)
{
    struct pv_code_launch *launch = pv_new(site->arena, struct pv_code_launch);
    launch->kernel = kernel;
    for (int i = 0; i < kernel->n_axes; i++) {
        launch->tiles[i] = value_in_loops(kernel->tiles[i], kernel->around, site);
        if (kernel->first[i])
            launch->first[i] = value_in_loops(kernel->first[i], kernel->around, site);
        if (!launch->tiles[i] || (kernel->first[i] && !launch->first[i]))
            return NULL;
    }
    return launch;
}

/* A loop for threads: "work", in terms of the loops around it. NULL where isl failed. */
static struct pv_code_work *new_work(const struct pv_site *site, const struct pv_work *work)
{
    struct pv_code_work *result = pv_new(site->arena, struct pv_code_work);
    result->cycles = work->cycles;
    for (int i = 0; i < work->factors.n; i++) {
        pv_ax *factor = value_in_loops(work->factors.v[i], work->around, site);
        if (!factor)
            return NULL;
        pv_push(site->arena, &result->factors, factor);
    }
    return result;
}

void pv_annotate_drop(struct pv_annotator *annotator)
{
    if (annotator->marks.v[--annotator->marks.n]->kind == PV_MARK_KERNEL)
        annotator->kernel = NULL;
}

bool pv_annotate_leave(struct pv_annotator *annotator, const struct pv_site *site, struct pv_an *node)
{
    const struct pv_mark *mark = annotator->marks.v[--annotator->marks.n];
    node->mark = mark;
    if (mark->kind == PV_MARK_KERNEL) {
        annotator->kernel = NULL;
        node->launch = new_launch(site, mark->kernel);
        return node->launch;
    }
    if (mark->kind == PV_MARK_LOCALS) {
        node->fills = pv_local_fill(annotator->code, mark, site, annotator->points);
        return node->fills;
    }
    node->work = mark->work ? new_work(site, mark->work) : NULL;
    return !mark->work || node->work;
}

struct pv_code_leaf *pv_annotate_leaf(struct pv_annotator *annotator, const struct pv_site *site)
{
    return pv_leaf_new(annotator->code, site, annotator->kernel, &annotator->marks);
}
