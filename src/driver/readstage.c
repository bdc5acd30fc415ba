/* The stages that parse the program and build the model of each region. */
#include "driver/stages.h"

#include "base/islx.h"
#include "front/regions.h"
#include "front/tree2scop.h"

#include <errno.h>
#include <string.h>

static const struct pv_loc nowhere;

/* A model should cost what its text is long. */
static const unsigned long scop_budget = 4000000, scop_budget_per_line = 10000;

/* Headers are shared by other files, so their text stays; say so where they hold loops. */
static void note_headers(struct pv_job *job)
{
    for (int i = 0; i < job->unit->header_loops.n; i++)
        pv_remark(job->diag, job->unit->header_loops.v[i],
                  "loops in this included file are not transformed: pave changes the text of '%s' alone; move the "
                  "function there, or give pave a file that holds the included text",
                  job->unit->file_name);
}

/* C to trees. */
bool pv_stage_parse(struct pv_job *job)
{
    const struct pv_input_options *input = &job->options->input;
    struct pv_front_params params = {
        .text = job->text,
        .size = job->size,
        .autodetect_auto = input->autodetect == PV_DETECT_AUTO,
        .autodetect = input->autodetect == PV_DETECT_ON,
        .pencil = true,
        .for_device = pv_stage_is_for_device(job),
        .calls_are_free = job->options->eval.pencil,
        .divides_at_calls = job->options->output.target == PV_TARGET_C ||
                            job->options->output.target == PV_TARGET_OPENMP,
        .generated = job->options->command == PV_CHECK,
        .replace_openmp = input->replace_openmp,
        .reassociate = job->options->schedule.reassociate,
        .openmp = job->options->output.target == PV_TARGET_OPENMP,
        .n_clang_args = input->clang.n,
        .clang_args = input->clang.v,
    };
    job->unit = pv_front_parse(job->arena, job->diag, job->input, &params);
    if (job->unit)
        job->report = pv_report_new(job->arena, job->unit);
    if (job->report)
        job->report->is_sequential = job->options->output.target == PV_TARGET_C;
    if (job->unit && job->options->command == PV_COMPILE)
        note_headers(job);
    return job->unit != NULL;
}

/* The user's --ctx must be a set of parameters. */
static bool check_context(struct pv_job *job)
{
    const char *text = job->options->eval.ctx;
    if (!text)
        return true;
    isl_set *set = pv_set_read(job->ctx, text);
    bool ok = set && isl_set_is_params(set) == isl_bool_true;
    isl_set_free(set);
    if (!ok)
        pv_error(job->diag, nowhere, "'%s' is not a parameter set for --ctx; write it like '[n] -> { : n > 3 }'", text);
    return ok;
}

/* Say that "region" has no model. Return whether the run may go on: not where the user marked the region and
 * asked to see its model, or wants to be strict. */
static bool report_refusal(struct pv_job *job, const struct pv_region *region)
{
    bool may_stay = job->options->command == PV_COMPILE || job->options->command == PV_CHECK;
    bool is_error = !may_stay || job->options->output.strict;
    struct pv_verdict verdict = {.fate = PV_FATE_UNMODELLED,
                                 .reason = region->refused,
                                 .remedy = region->remedy,
                                 .at = region->refused_at,
                                 .is_said = region->is_marked};
    pv_report_range(job->report, region->range, &verdict);
    if (!region->is_marked && job->options->command == PV_COMPILE)
        return true;
    if (!region->is_marked)
        pv_note(job->diag, region->refused_at, "loops left unchanged: %s", region->refused);
    else if (is_error)
        pv_error(job->diag, region->refused_at, "this region has no model: %s", region->refused);
    else
        pv_warn(job->diag, region->refused_at, "region left unchanged: %s", region->refused);
    if (region->remedy && region->is_marked)
        pv_note(job->diag, region->refused_at, "%s", region->remedy);
    return !is_error || !region->is_marked;
}

/* Go on with the model of "region". One without any meaning is good to look at alone: no code would be as good as any. */
static bool add_model(struct pv_job *job, const struct pv_region *region, struct pv_scop *scop)
{
    const char *why = "no values of the parameters give this region a defined meaning: something in it overflows, runs "
                      "for ever, or contradicts an assumption";
    bool is_void = isl_set_is_empty(scop->context) == isl_bool_true;
    if (is_void && job->options->command == PV_COMPILE) {
        pv_scop_free(scop);
        return pv_job_leave_alone(job, region, why);
    }
    if (is_void)
        pv_warn(job->diag, region->range.begin, "%s", why);
    pv_push(job->arena, &job->scops, scop);
    return true;
}

/* One region to a model. One that was found, not marked, gives way around what cannot be modelled. */
static bool extract_region(struct pv_job *job, struct pv_region *region)
{
    struct pv_scop *scop = NULL;
    if (!region->refused) {
        unsigned long lines = region->range.end.line - region->range.begin.line + 1;
        pv_job_limit(job, scop_budget + lines * scop_budget_per_line);
        errno = 0;
        struct pv_eval_params params = job->options->eval;
        /* Copies in the memory of devices are about single statements. */
        params.join_statements = job->options->command == PV_COMPILE && !pv_stage_is_for_device(job);
        scop = pv_tree2scop(job->ctx, job->arena, job->diag, job->unit, region, &params);
        /* isl does not always say that there was no memory, and what could not be found out looks like a reason. */
        if (!scop && region->refused && errno == ENOMEM)
            pv_note_short_memory();
        pv_job_lift_limit(job);
    }
    bool is_complete = scop && pv_scop_is_complete(scop) && !pv_job_ran_out(job);
    if (!is_complete && pv_job_ran_out(job)) {
        isl_ctx_reset_error(job->ctx);
        pv_scop_free(scop);
        scop = NULL;
        region->refused = "building its model exceeded the budget";
        region->remedy = "raise the limit with --budget, or mark smaller regions";
        region->refused_at = region->range.begin;
        region->is_too_much = true;
    }
    if (is_complete)
        return add_model(job, region, scop);
    if (isl_ctx_aborted(job->ctx) || pv_job_is_short(job)) {
        pv_scop_free(scop);
        return false;
    }
    if (scop || !region->refused) {
        pv_scop_free(scop);
        const char *why = isl_ctx_last_error_msg(job->ctx);
        pv_fault(job->diag, region->range.begin, "the model of this region could not be computed: %s",
                 why ? why : "no reason given");
        return false;
    }
    bool ok = report_refusal(job, region);
    pv_regions parts = {0};
    if (!region->is_marked)
        pv_front_split(job->unit, region, &parts);
    for (int i = 0; i < parts.n; i++)
        ok = extract_region(job, parts.v[i]) && ok;
    return ok;
}

/* Trees to models. */
bool pv_stage_extract(struct pv_job *job)
{
    if (!check_context(job))
        return false;
    bool ok = true;
    for (int i = 0; i < job->unit->regions.n; i++)
        ok = extract_region(job, job->unit->regions.v[i]) && ok;
    bool has_only_headers = job->unit->header_loops.n && !job->unit->loops.n;
    if (ok && !job->unit->regions.n && !has_only_headers)
        pv_warn(job->diag, nowhere, "%s: no region found; mark one with '#pragma scop' and '#pragma endscop'",
                job->unit->file_name);
    return ok;
}
