/* The table of contents of pave: data flows down this list, one stage after the other. */
#include "driver/pipeline.h"

#include "base/file.h"
#include "front/regions.h"
#include "front/split.h"
#include "front/tree2scop.h"
#include "ir/dump.h"

#include <isl/options.h>
#include <string.h>

static bool parse(struct pv_job *job);
static bool extract(struct pv_job *job);

/* Each stage reports its own errors; false ends the run. */
static const struct stage {
    const char *name;
    bool (*run)(struct pv_job *job);
} stages[] = {
    {"parse", parse},
    {"scop", extract},
};

/* What each command runs up to, and how it prints the result. */
static void print_scops(struct pv_job *job, struct pv_sb *out);

static const struct command {
    enum pv_command command;
    const char *last;
    void (*print)(struct pv_job *job, struct pv_sb *out);
} commands[] = {
    {PV_SCOP, "scop", print_scops},
};

static const struct pv_loc nowhere;

struct pv_job *pv_job_new(struct pv_arena *arena, struct pv_diag *diag, const struct pv_options *options)
{
    struct pv_job *job = pv_new(arena, struct pv_job);
    job->arena = arena;
    job->diag = diag;
    job->options = options;
    job->input = options->input.files.n ? options->input.files.v[0] : "-";
    job->ctx = isl_ctx_alloc();
    if (!job->ctx)
        pv_out_of_memory();
    isl_options_set_on_error(job->ctx, ISL_ON_ERROR_CONTINUE);
    return job;
}

void pv_job_free(struct pv_job *job)
{
    for (int i = 0; i < job->scops.n; i++)
        pv_scop_free(job->scops.v[i]);
    if (job->unit)
        pv_front_free(job->unit);
    isl_ctx_free(job->ctx);
}

/* C to trees. */
static bool parse(struct pv_job *job)
{
    const struct pv_input_options *input = &job->options->input;
    struct pv_front_params params = {
        .autodetect_auto = input->autodetect == PV_DETECT_AUTO,
        .autodetect = input->autodetect == PV_DETECT_ON,
        .pencil = job->options->eval.pencil,
        .n_clang_args = input->clang.n,
        .clang_args = input->clang.v,
    };
    job->unit = pv_front_parse(job->arena, job->diag, job->input, &params);
    return job->unit != NULL;
}

/* The user's --ctx must be a set of parameters. */
static bool check_context(struct pv_job *job)
{
    const char *text = job->options->eval.ctx;
    if (!text)
        return true;
    isl_set *set = isl_set_read_from_str(job->ctx, text);
    bool ok = set && isl_set_is_params(set) == isl_bool_true;
    isl_set_free(set);
    if (!ok)
        pv_error(job->diag, nowhere, "'%s' is no set of parameters for --ctx; write it like '[n] -> { : n > 3 }'",
                 text);
    return ok;
}

/* Say that "region" has no model. Return whether the run may go on: not where the user marked the region and
 * asked to see its model, or wants to be strict. */
static bool report_refusal(struct pv_job *job, const struct pv_region *region)
{
    bool is_error = job->options->command != PV_COMPILE || job->options->output.strict;
    if (!region->is_marked)
        pv_note(job->diag, region->refused_at, "loops around here are left alone: %s", region->refused);
    else if (is_error)
        pv_error(job->diag, region->refused_at, "no model of this region: %s", region->refused);
    else
        pv_warn(job->diag, region->refused_at, "region left unchanged: %s", region->refused);
    if (region->remedy && region->is_marked)
        pv_note(job->diag, region->refused_at, "%s", region->remedy);
    return !is_error || !region->is_marked;
}

/* One region to a model. One that was found, not marked, gives way around what cannot be modelled. */
static bool extract_region(struct pv_job *job, struct pv_region *region)
{
    struct pv_scop *scop = NULL;
    if (!region->refused)
        scop = pv_tree2scop(job->ctx, job->arena, job->diag, job->unit, region, &job->options->eval);
    if (scop && scop->context && scop->schedule) {
        pv_push(job->arena, &job->scops, scop);
        return true;
    }
    if (scop || !region->refused) {
        pv_scop_free(scop);
        const char *why = isl_ctx_last_error_msg(job->ctx);
        pv_fault(job->diag, region->range.begin, "the model of this region could not be computed: %s",
                 why ? why : "no reason given");
        return false;
    }
    bool ok = report_refusal(job, region);
    struct pv_region *parts[2];
    int n = region->is_marked || !region->body ? 0 : pv_region_split(job->arena, region, parts);
    for (int i = 0; i < n; i++)
        ok = extract_region(job, parts[i]) && ok;
    return ok;
}

/* Trees to models. */
static bool extract(struct pv_job *job)
{
    if (!check_context(job))
        return false;
    bool ok = true;
    for (int i = 0; i < job->unit->regions.n; i++)
        ok = extract_region(job, job->unit->regions.v[i]) && ok;
    if (ok && !job->unit->regions.n)
        pv_warn(job->diag, nowhere, "%s: no region found; mark one with '#pragma scop' and '#pragma endscop'",
                job->unit->file_name);
    return ok;
}

static void print_scops(struct pv_job *job, struct pv_sb *out)
{
    if (!job->scops.n)
        pv_sb_add(out, "[]\n");
    for (int i = 0; i < job->scops.n; i++)
        pv_dump_scop(out, job->scops.v[i], job->unit->file_name);
}

bool pv_job_run_until(struct pv_job *job, const char *last)
{
    for (size_t i = 0; i < sizeof(stages) / sizeof(*stages); i++) {
        if (!stages[i].run(job))
            return false;
        if (!strcmp(stages[i].name, last))
            break;
    }
    return true;
}

static int exit_status(const struct pv_job *job)
{
    return pv_diag_count(job->diag, PV_FAULT) ? 2 : 1;
}

int pv_job_run(struct pv_job *job)
{
    const struct command *command = NULL;
    for (size_t i = 0; i < sizeof(commands) / sizeof(*commands); i++)
        if (commands[i].command == job->options->command)
            command = &commands[i];
    if (!command || !pv_job_run_until(job, command->last))
        return exit_status(job);
    struct pv_sb out = {0};
    command->print(job, &out);
    bool ok = pv_file_write(job->diag, job->options->output.path, out.text, out.n);
    pv_sb_free(&out);
    return ok ? 0 : 1;
}
