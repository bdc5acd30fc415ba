/* The table of contents of pave: data flows down these lists of stages and steps. */
#include "driver/pipeline.h"

#include "driver/ladder.h"
#include "driver/outputs.h"
#include "driver/pieces.h"
#include "driver/progress.h"
#include "ir/dump.h"
#include "report/facts.h"
#include "schedule/constraints.h"

#include <errno.h>
#include <string.h>
#include <time.h>

static bool model_both(struct pv_job *job);

/* Work on one region within a budget, which run_step() opens and closes. */
struct step {
    bool (*run)(struct pv_job *job, struct pv_task *task); /* false where there is no result */
    /* The operations of isl that it may take; NULL: as many as it needs, or it has budgets of its own. */
    unsigned long (*budget)(const struct pv_job *job, const struct pv_task *task);
    /* What happens if it takes more, and if it has no result though the budget lasted (NULL: the run ends, run() has said
     * why). They return whether the run may go on. */
    bool (*exceeded)(struct pv_job *job, struct pv_task *task);
    bool (*failed)(struct pv_job *job, struct pv_task *task);
    bool (*applies)(const struct pv_job *job, const struct pv_task *task); /* NULL: to all */
};

/* Each stage reports its own errors; false ends the run. */
struct stage {
    const char *name;
    bool (*begin)(struct pv_job *job);  /* for the whole file; before the first region if there are steps */
    const struct step *steps;           /* for each region; NULL: there are none */
    bool (*finish)(struct pv_job *job); /* after the last region; NULL: nothing is left to do */
    bool reads_on;                      /* after an error the other regions and finish() still run, for more errors */
};

static const struct step model_steps[] = {
    {.run = pv_model_build,
     .budget = pv_model_budget,
     .exceeded = pv_model_exceeded, /* the region has no model; its parts are tried */
     .failed = pv_model_failed},
    {.run = pv_model_check_meaning},
    {.run = pv_model_divide, .applies = pv_model_is_divisible}, /* its parts are tried */
    {0},
};

/* Exact dependences, or, where those take too much, dependences by memory. */
#define FIND_DEPENDENCES                                                                         \
    {.run = pv_deps_find_exact,                                                                  \
     .applies = pv_deps_must_be_exact,                                                           \
     .budget = pv_deps_budget,                                                                   \
     .exceeded = pv_deps_exact_exceeded, /* the next step applies */                             \
     .failed = pv_deps_failed},                                                                  \
    {                                                                                            \
        .run = pv_deps_find_by_memory, .applies = pv_deps_are_missing, .budget = pv_deps_budget, \
        .exceeded = pv_deps_exceeded, /* the region keeps its text, or its parts are tried */    \
            .failed = pv_deps_failed                                                             \
    }

static const struct step deps_steps[] = {
    {.run = pv_overlap_find,
     .budget = pv_budget_usual,
     .exceeded = pv_overlap_exceeded, /* the region keeps its text */
     .failed = pv_overlap_failed},
    FIND_DEPENDENCES,
    {0},
};

static const struct step dead_steps[] = {
    {.run = pv_dead_drop, .failed = pv_dead_failed},
    FIND_DEPENDENCES,
    {0},
};

static const struct step schedule_steps[] = {
    {.run = pv_order_load,
     .applies = pv_order_is_loaded,
     .budget = pv_budget_usual,
     .exceeded = pv_order_load_exceeded},
    {.run = pv_order_find, .applies = pv_order_is_computed}, /* its budget is a parameter of the scheduler */
    {.run = pv_order_check,
     .applies = pv_order_is_unchecked,
     .budget = pv_budget_usual,
     .exceeded = pv_order_check_exceeded, /* the region keeps its order */
     .failed = pv_order_check_failed},
    {0},
};

/* Elements of arrays in the place of scalars, and the dependences and the order of the region with them; the scalars where these are
 * no better. Where a step fails or takes too much, the region stays as it was. */
static const struct step inplace_steps[] = {
    {.run = pv_inplace_try,
     .applies = pv_inplace_applies,
     .budget = pv_inplace_budget,
     .exceeded = pv_inplace_exceeded,
     .failed = pv_inplace_failed},
    {.run = pv_deps_find_exact,
     .applies = pv_inplace_is_tried,
     .budget = pv_deps_budget,
     .exceeded = pv_inplace_exceeded,
     .failed = pv_inplace_failed},
    {.run = pv_inplace_check,
     .applies = pv_inplace_is_tried,
     .budget = pv_budget_usual,
     .exceeded = pv_inplace_exceeded,
     .failed = pv_inplace_failed},
    {.run = pv_order_find, .applies = pv_inplace_is_tried},
    {.run = pv_order_check,
     .applies = pv_order_is_unchecked,
     .budget = pv_budget_usual,
     .exceeded = pv_inplace_exceeded,
     .failed = pv_inplace_failed},
    {.run = pv_inplace_decide, .applies = pv_inplace_is_tried}, /* estimates have budgets of their own */
    {0},
};

/* Copies of arrays, and the dependences and the order of the region with them; without them where these are no better. */
static const struct step expand_steps[] = {
    {.run = pv_expand_try,
     .applies = pv_expand_applies,
     .budget = pv_expand_budget,
     .exceeded = pv_expand_exceeded, /* from here on: the region stays as it was */
     .failed = pv_expand_failed},
    {.run = pv_deps_find_exact,
     .applies = pv_expand_is_tried,
     .budget = pv_deps_budget,
     .exceeded = pv_expand_exceeded,
     .failed = pv_expand_failed},
    {.run = pv_expand_check,
     .applies = pv_expand_is_tried,
     .budget = pv_budget_usual,
     .exceeded = pv_expand_exceeded,
     .failed = pv_expand_failed},
    {.run = pv_order_find, .applies = pv_expand_is_tried},
    {.run = pv_order_check,
     .applies = pv_order_is_unchecked,
     .budget = pv_budget_usual,
     .exceeded = pv_expand_exceeded,
     .failed = pv_expand_failed},
    {.run = pv_expand_decide,
     .applies = pv_expand_is_settled,
     .budget = pv_budget_usual,
     .exceeded = pv_expand_exceeded},
    {.run = pv_expand_decide, .applies = pv_expand_is_estimated}, /* estimates have budgets of their own */
    {0},
};

/* Loops divided where dependences change their direction; the order of the parts is checked against the dependences of the region
 * as it is. */
static const struct step split_steps[] = {
    {.run = pv_split_try,
     .applies = pv_split_applies,
     .budget = pv_split_budget,
     .exceeded = pv_split_exceeded, /* from here on: the region stays as it was */
     .failed = pv_split_failed},
    {.run = pv_split_decide, .applies = pv_split_is_found}, /* the scheduler and estimates have budgets of their own */
    {.run = pv_order_check,
     .applies = pv_order_is_unchecked,
     .budget = pv_budget_usual,
     .exceeded = pv_split_exceeded,
     .failed = pv_split_failed},
    {0},
};

/* Map, check, ast and lower, down the ladder of ambitions where one of these fails: each rung has its budgets (ladder.c). */
static const struct step code_steps[] = {{.run = pv_ladder_compile}, {0}};

static const struct step report_steps[] = {
    {.run = pv_report_explain,
     .applies = pv_report_has_code,
     .budget = pv_report_budget,
     .exceeded = pv_report_exceeded}, /* the other loops have no reason */
    {.run = pv_report_note_kept, .applies = pv_report_has_code},
    {.run = pv_report_collect, .applies = pv_report_has_code},
    {.run = pv_report_draw,
     .applies = pv_report_is_drawn,
     .budget = pv_report_budget,
     .exceeded = pv_report_draw_exceeded}, /* there are fewer pictures */
    {0},
};

/* From C. "lower" finds what the programs of all regions have in common. */
static const struct stage stages[] = {
    {"parse", .begin = pv_stage_parse},
    {"scop", .begin = pv_model_begin, .steps = model_steps, .finish = pv_model_finish, .reads_on = true},
    {"deps", .steps = deps_steps},
    {"dead", .steps = dead_steps},
    {"schedule", .begin = pv_order_begin, .steps = schedule_steps, .finish = pv_order_finish},
    {"inplace", .steps = inplace_steps},
    {"expand", .steps = expand_steps},
    {"split", .steps = split_steps},
    {"code", .begin = pv_code_begin, .steps = code_steps, .finish = pv_code_finish},
    {"lower", .begin = pv_stage_lower},
    {"emit", .begin = pv_stage_emit},
    {"report", .steps = report_steps, .finish = pv_report_finish},
    {0},
};

static const struct step generate_steps[] = {
    {.run = pv_generate_run,
     .budget = pv_budget_usual,
     .exceeded = pv_generate_exceeded, /* an error: there is nothing else to print */
     .failed = pv_generate_failed},
    {0},
};

/* From a schedule in isl's notation. */
static const struct stage codegen_stages[] = {
    {"read", .begin = pv_stage_read_schedule},
    {"generate", .steps = generate_steps},
    {"print", .begin = pv_stage_print_plain},
    {0},
};

static const struct step constraints_steps[] = {
    {.run = pv_constraints_read, .budget = pv_constraints_read_budget, .exceeded = pv_constraints_read_exceeded},
    {.run = pv_constraints_schedule}, /* its budget is a parameter of the scheduler */
    {.run = pv_constraints_check,
     .budget = pv_budget_usual,
     .exceeded = pv_constraints_check_exceeded, /* the schedule is printed unchecked */
     .failed = pv_constraints_check_failed},
    {0},
};

/* From schedule constraints in a file. */
static const struct stage constraints_stages[] = {
    {"schedule", .begin = pv_constraints_begin, .steps = constraints_steps},
    {0},
};

static const struct step compare_steps[] = {
    {.run = pv_compare_region, .budget = pv_budget_usual, .exceeded = pv_compare_exceeded}, /* an error: no verdict */
    {0},
};

/* From two programs, each through the stages up to "deps". */
static const struct stage check_stages[] = {
    {"models", .begin = model_both},
    {"compare", .steps = compare_steps, .finish = pv_compare_finish, .reads_on = true},
    {0},
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
    {PV_EXPLAIN, NULL, stages, "report", pv_stage_print_explanation},
    {PV_SCOP, NULL, stages, "scop", print_scops},
    {PV_DEPS, wants_constraints, stages, "dead", print_constraints},
    {PV_DEPS, NULL, stages, "deps", print_deps},
    {PV_SCHEDULE, pv_constraints_are_input, constraints_stages, "schedule", pv_stage_print_schedules},
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
    for (int i = 0; i < job->tasks.n; i++) {
        const struct pv_task *task = job->tasks.v[i];
        isl_schedule_constraints *sc = pv_constraints_from_deps(task->scop, task->deps, live_ranges);
        pv_sb_add(out, i ? "---\n" : "");
        pv_constraints_dump(out, sc);
        isl_schedule_constraints_free(sc);
    }
}

static void print_deps(struct pv_job *job, struct pv_sb *out)
{
    if (!job->tasks.n)
        pv_sb_add(out, "[]\n");
    for (int i = 0; i < job->tasks.n; i++)
        pv_deps_dump(out, job->tasks.v[i]->scop, job->tasks.v[i]->deps, job->unit->file_name);
}

static void print_program(struct pv_job *job, struct pv_sb *out)
{
    pv_sb_addn(out, job->program.text, job->program.n);
}

static void print_scops(struct pv_job *job, struct pv_sb *out)
{
    if (!job->tasks.n)
        pv_sb_add(out, "[]\n");
    for (int i = 0; i < job->tasks.n; i++)
        pv_dump_scop(out, job->tasks.v[i]->scop, job->unit->file_name);
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

/* Has the job been told to end, for want of time or memory? Then the caller of the stages says so. */
static bool is_told_to_end(const struct pv_job *job)
{
    return isl_ctx_aborted(job->ctx) || pv_job_is_short(job);
}

/* Run "step" on "task" within its budget. */
static bool run_step(struct pv_job *job, struct pv_task *task, const struct step *step)
{
    if (step->applies && !step->applies(job, task))
        return true;
    if (step->budget)
        pv_job_open_budget(job, step->budget(job, task));
    bool ok = step->run(job, task);
    bool is_exceeded = step->budget && pv_job_close_budget(job);
    if (is_told_to_end(job))
        return false;
    if (is_exceeded)
        return step->exceeded(job, task);
    return ok || (step->failed && step->failed(job, task));
}

/* Look for want of memory after a stage, whatever it made of that. isl does not always say that there was no memory; errno
 * does. */
static bool has_memory(struct pv_job *job)
{
    if (isl_ctx_last_error(job->ctx) == isl_error_alloc || errno == ENOMEM)
        pv_note_short_memory();
    return !pv_job_is_short(job);
}

/* The processor time of this thread, in seconds. */
static double processor_time(void)
{
    struct timespec t;
    return clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t) ? 0 : (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static bool run_steps(struct pv_job *job, struct pv_task *task, const struct stage *stage)
{
    bool ok = true;
    double start = processor_time();
    pv_progress_note(job, stage->name, task);
    errno = 0;
    for (const struct step *step = stage->steps; step->run && ok && !task->is_gone; step++)
        ok = run_step(job, task, step);
    struct pv_region_facts *facts = pv_job_facts(job, task);
    if (ok && !task->is_gone)
        pv_dump_stage(job, task, stage->name);
    double seconds = processor_time() - start;
    pv_times_add(job->arena, &job->times, stage->name, seconds);
    pv_times_add(job->arena, &task->times, stage->name, seconds);
    if (facts)
        facts->times = task->times;
    return has_memory(job) && ok;
}

static bool begin_stage(struct pv_job *job, const struct stage *stage)
{
    pv_progress_note(job, stage->name, NULL);
    errno = 0;
    double start = processor_time();
    bool ok = !stage->begin || stage->begin(job);
    pv_times_add(job->arena, &job->times, stage->name, processor_time() - start);
    return has_memory(job) && ok;
}

static bool run_stage(struct pv_job *job, const struct stage *stage)
{
    if (!begin_stage(job, stage))
        return false;
    bool ok = true;
    for (int i = 0; stage->steps && i < job->tasks.n && (ok || stage->reads_on) && !is_told_to_end(job); i++)
        ok = run_steps(job, job->tasks.v[i], stage) && ok;
    pv_tasks_drop_gone(&job->tasks);
    double start = processor_time();
    if (stage->finish && (ok || stage->reads_on) && !is_told_to_end(job))
        ok = stage->finish(job) && ok;
    pv_times_add(job->arena, &job->times, stage->name, processor_time() - start);
    if (ok)
        job->done = stage->name;
    return ok;
}

/* All stages that a region can go through by itself. */
static bool run_on_task(struct pv_job *job, struct pv_task *task)
{
    bool ok = true;
    for (const struct stage *stage = find_next(stages, job->done); stage->steps && ok && !task->is_gone; stage++)
        ok = run_steps(job, task, stage);
    return ok;
}

/* Do regions go through the stages from "first" on one by one? Not where the run ends among these, or an option prints, reads
 * or writes something for all regions together. */
static bool goes_by_region(const struct pv_job *job, const struct stage *first, const char *last)
{
    for (const struct stage *stage = first; stage->steps; stage++)
        if (!strcmp(stage->name, last))
            return false;
    const struct pv_schedule_options *options = &job->options->schedule;
    bool is_together = options->load || options->save || options->dump_schedule || options->dump_final ||
                       job->options->map.dump_sizes;
    return pv_command_compiles(job->options->command) && !is_together && first->steps == model_steps && job->tasks.n;
}

/* Run the stages from "first" on that have steps, on one region after the other. */
static bool run_by_region(struct pv_job *job, const struct stage *first)
{
    job->goes_by_region = true;
    for (const struct stage *stage = first; stage->steps; stage++)
        if (!begin_stage(job, stage))
            return false;
    return pv_pieces_run(job, run_on_task);
}

/* Run "list" up to the stage called "last", from where the job is; false after an error. */
static bool run_stages(struct pv_job *job, const struct stage *list, const char *last)
{
    for (list = find_next(list, job->done); list->name; list++) {
        if (goes_by_region(job, list, last)) {
            if (!run_by_region(job, list))
                return false;
            while (list[1].steps)
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
    bool is_error = !pv_command_compiles(job->options->command) || job->options->output.strict || !job->unit;
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
    for (int i = 0; i < job->tasks.n; i++)
        pv_task_clear(job->tasks.v[i]);
    job->tasks.n = 0;
    struct pv_verdict verdict = {.fate = PV_FATE_UNMODELLED, .reason = "the time limit was reached", .is_said = true};
    for (int i = 0; i < job->unit->regions.n; i++)
        pv_report_range(job->report, job->unit->regions.v[i]->range, &verdict);
    pv_sb_free(&job->program);
    pv_sb_free(&job->kernels);
    pv_sb_free(&job->header);
    return pv_stage_lower(job) && pv_stage_emit(job) && pv_report_finish(job);
}

/* The row of the table for what the job is asked to do; NULL where there is none. */
static const struct command *find_command(struct pv_job *job)
{
    for (size_t i = 0; i < sizeof(commands) / sizeof(*commands); i++)
        if (commands[i].command == job->options->command && (!commands[i].applies || commands[i].applies(job)))
            return &commands[i];
    return NULL;
}

/* With -v, say how long each stage took: for each region, and for all of the file. */
static void tell_times(struct pv_job *job)
{
    if (!job->options->verbose || job->options->command != PV_COMPILE)
        return;
    for (int i = 0; i < job->tasks.n; i++)
        pv_note(job->diag, job->tasks.v[i]->region->range.begin, "time for this region: %s",
                pv_times_text(job->arena, &job->tasks.v[i]->times));
    pv_note(job->diag, nowhere, "time for %s: %s", job->input, pv_times_text(job->arena, &job->times));
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
    tell_times(job);
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
    pv_progress_stop(job); /* the outputs may go to the same terminal */
    return status == PV_DONE && !pv_outputs_write(job) ? PV_BAD_INPUT : status;
}
