/* The table of contents of pave: data flows down this list, one stage after the other. */
#include "driver/pipeline.h"

#include "driver/outputs.h"
#include "driver/pieces.h"
#include "ir/dump.h"
#include "schedule/constraints.h"

#include <errno.h>
#include <string.h>

static bool model_both(struct pv_job *job);

enum stage_scope { FOR_ALL, FOR_EACH };

/* Each stage reports its own errors; false ends the run. */
struct stage {
    const char *name;
    bool (*run)(struct pv_job *job);
    enum stage_scope scope; /* FOR_EACH: one region may go through these stages before the next */
};

/* From C. "code" is map, check, ast and lower for one region after the other, stepping down the ladder of ambitions (ladder.c)
 * where one of these fails; "lower" finds what the programs of all regions have in common. */
static const struct stage stages[] = {
    {"parse", pv_stage_parse, FOR_ALL},        {"scop", pv_stage_extract, FOR_EACH},
    {"deps", pv_stage_analyse, FOR_EACH},      {"dead", pv_stage_remove_dead, FOR_EACH},
    {"schedule", pv_stage_schedule, FOR_EACH}, {"code", pv_stage_compile, FOR_EACH},
    {"lower", pv_stage_lower, FOR_ALL},        {"emit", pv_stage_emit, FOR_ALL},
    {"report", pv_stage_report, FOR_ALL},      {NULL, NULL, FOR_ALL},
};

/* From a schedule in isl's notation. */
static const struct stage codegen_stages[] = {
    {"read", pv_stage_read_schedule, FOR_ALL},
    {"generate", pv_stage_generate, FOR_ALL},
    {"print", pv_stage_print_plain, FOR_ALL},
    {NULL, NULL, FOR_ALL},
};

/* From schedule constraints in a file. */
static const struct stage constraints_stages[] = {
    {"schedule", pv_stage_schedule_constraints, FOR_ALL},
    {NULL, NULL, FOR_ALL},
};

/* From two programs, each through the stages up to "deps". */
static const struct stage check_stages[] = {
    {"models", model_both, FOR_ALL},
    {"compare", pv_stage_compare, FOR_ALL},
    {NULL, NULL, FOR_ALL},
};

static void print_scops(struct pv_job *job, struct pv_sb *out);
static void print_deps(struct pv_job *job, struct pv_sb *out);
static void print_constraints(struct pv_job *job, struct pv_sb *out);
static void print_program(struct pv_job *job, struct pv_sb *out);
static bool wants_constraints(struct pv_job *job);

/* What each command runs up to, and how it prints the result. The first row that applies counts. */
static const struct command {
    enum pv_command command;
    bool (*applies)(struct pv_job *job); /* NULL: always */
    const struct stage *stages;
    const char *last;
    void (*print)(struct pv_job *job, struct pv_sb *out);
} commands[] = {
    {PV_COMPILE, NULL, stages, "report", print_program},
    {PV_SCOP, NULL, stages, "scop", print_scops},
    {PV_DEPS, wants_constraints, stages, "dead", print_constraints},
    {PV_DEPS, NULL, stages, "deps", print_deps},
    {PV_SCHEDULE, pv_stage_has_constraints, constraints_stages, "schedule", pv_stage_print_schedules},
    {PV_SCHEDULE, NULL, stages, "schedule", pv_stage_print_schedules},
    {PV_CODEGEN, NULL, codegen_stages, "print", print_program},
    {PV_CHECK, NULL, check_stages, "compare", print_program},
};

static const struct pv_loc nowhere;

/* Two programs to models and dependences. */
static bool model_both(struct pv_job *job)
{
    job->other = pv_job_new_in(job->arena, job->diag, job->options, job->ctx, job->options->input.files.v[1]);
    return pv_job_run_until(job, "deps") && pv_job_run_until(job->other, "deps");
}

static bool wants_constraints(struct pv_job *job)
{
    return job->options->schedule.dump_constraints;
}

/* What the scheduler is given: dead code is out of it. */
static void print_constraints(struct pv_job *job, struct pv_sb *out)
{
    enum pv_live_ranges live_ranges = job->options->schedule.live_range_reordering ? PV_LIVE_RANGES_MAY_MOVE
                                                                                   : PV_LIVE_RANGES_KEEP_ORDER;
    for (int i = 0; i < job->scops.n; i++) {
        isl_schedule_constraints *sc = pv_constraints_from_deps(job->scops.v[i], job->deps.v[i], live_ranges);
        pv_sb_add(out, i ? "---\n" : "");
        pv_constraints_dump(out, sc);
        isl_schedule_constraints_free(sc);
    }
}

static void print_deps(struct pv_job *job, struct pv_sb *out)
{
    if (!job->scops.n)
        pv_sb_add(out, "[]\n");
    for (int i = 0; i < job->scops.n; i++)
        pv_deps_dump(out, job->scops.v[i], job->deps.v[i], job->unit->file_name);
}

static void print_program(struct pv_job *job, struct pv_sb *out)
{
    pv_sb_addn(out, job->program.text, job->program.n);
}

static void print_scops(struct pv_job *job, struct pv_sb *out)
{
    if (!job->scops.n)
        pv_sb_add(out, "[]\n");
    for (int i = 0; i < job->scops.n; i++)
        pv_dump_scop(out, job->scops.v[i], job->unit->file_name);
}

/* The stage of "list" to begin with: those up to the one called "done", or none if that is NULL, have been run. */
static const struct stage *find_next(const struct stage *list, const char *done)
{
    const struct stage *stage = list;
    if (!done)
        return list;
    while (stage->name && strcmp(stage->name, done))
        stage++;
    return stage->name ? stage + 1 : list;
}

static bool run_stage(struct pv_job *job, const struct stage *stage)
{
    errno = 0;
    bool ok = stage->run(job);
    /* Whatever a stage made of it. isl does not always say that there was no memory; errno does. */
    if (isl_ctx_last_error(job->ctx) == isl_error_alloc || errno == ENOMEM)
        pv_note_short_memory();
    if (pv_job_is_short(job))
        return false;
    if (ok)
        job->done = stage->name;
    return ok;
}

/* All stages that a region can go through by itself. */
static bool run_on_region(struct pv_job *piece)
{
    for (const struct stage *stage = find_next(stages, piece->done); stage->scope == FOR_EACH; stage++)
        if (!run_stage(piece, stage))
            return false;
    return true;
}

/* Do regions go through the stages from "first" on one by one? Not where the run ends among these, or a file holds the
 * schedules of all regions. */
static bool goes_by_region(const struct pv_job *job, const struct stage *first, const char *last)
{
    const struct stage *rest = first;
    while (rest->scope == FOR_EACH) {
        if (!strcmp(rest->name, last))
            return false;
        rest++;
    }
    const struct pv_schedule_options *options = &job->options->schedule;
    bool is_together = options->load || options->save || options->dump_schedule || options->dump_final ||
                       job->options->map.dump_sizes;
    return job->options->command == PV_COMPILE && !is_together && first->run == pv_stage_extract &&
           job->unit->regions.n;
}

/* Run "list" up to the stage called "last", from where the job is; false after an error. */
static bool run_stages(struct pv_job *job, const struct stage *list, const char *last)
{
    for (list = find_next(list, job->done); list->name; list++) {
        if (goes_by_region(job, list, last)) {
            if (!pv_pieces_run(job, run_on_region))
                return false;
            while (list[1].scope == FOR_EACH)
                list++;
            job->done = list->name;
        } else if (!run_stage(job, list)) {
            return false;
        }
        if (!strcmp(list->name, last))
            break;
    }
    return true;
}

bool pv_job_run_until(struct pv_job *job, const char *last)
{
    return run_stages(job, stages, last);
}

/* After the time was up, whatever the stages made of it: nothing is transformed. Return whether there is a program to be
 * written. */
static bool keep_program(struct pv_job *job)
{
    int seconds = job->options->time_limit;
    bool is_error = job->options->command != PV_COMPILE || job->options->output.strict || !job->unit;
    isl_ctx_resume(job->ctx);
    isl_ctx_reset_error(job->ctx);
    if (is_error) {
        pv_error(job->diag, nowhere,
                 "time limit of %d s reached; no output written (raise it with --time-limit, or lower --budget)",
                 seconds);
        return false;
    }
    pv_warn(job->diag, nowhere, "time limit of %d s reached: all regions left unchanged; raise it with --time-limit",
            seconds);
    for (int i = 0; i < job->codes.n; i++)
        pv_code_free(job->codes.v[i]);
    job->codes.n = 0;
    struct pv_verdict verdict = {.fate = PV_FATE_UNMODELLED, .reason = "the time limit was reached", .is_said = true};
    for (int i = 0; i < job->unit->regions.n; i++)
        pv_report_range(job->report, job->unit->regions.v[i]->range, &verdict);
    pv_sb_free(&job->program);
    pv_sb_free(&job->kernels);
    pv_sb_free(&job->header);
    return pv_stage_lower(job) && pv_stage_emit(job) && pv_stage_report(job);
}

/* The row of the table for what the job is asked to do; NULL where there is none. */
static const struct command *find_command(struct pv_job *job)
{
    for (size_t i = 0; i < sizeof(commands) / sizeof(*commands); i++)
        if (commands[i].command == job->options->command && (!commands[i].applies || commands[i].applies(job)))
            return &commands[i];
    return NULL;
}

/* Run the stages and collect what is to be written. */
static enum pv_status make_outputs(struct pv_job *job)
{
    const struct command *command = find_command(job);
    bool is_done = command && run_stages(job, command->stages, command->last);
    if (isl_ctx_aborted(job->ctx) && !pv_job_is_short(job))
        is_done = keep_program(job);
    if (!is_done)
        return pv_diag_count(job->diag, PV_FAULT) ? PV_IS_FAULT : PV_BAD_INPUT;
    command->print(job, &job->result);
    pv_outputs_collect(job);
    return PV_DONE;
}

static void stop_job(void *user)
{
    pv_job_stop(user);
}

enum pv_status pv_job_make(struct pv_job *job)
{
    volatile enum pv_status status = PV_NO_MEMORY;
    job->recovery = (struct pv_recovery){.stop = stop_job, .user = job};
    pv_recovery_begin(&job->recovery);
    if (setjmp(job->recovery.place))
        job->is_lost = true;
    else
        status = make_outputs(job);
    pv_recovery_end(&job->recovery);
    return job->recovery.is_short ? PV_NO_MEMORY : status;
}

enum pv_status pv_job_run(struct pv_job *job)
{
    enum pv_status status = pv_job_make(job);
    return status == PV_DONE && !pv_outputs_write(job) ? PV_BAD_INPUT : status;
}
