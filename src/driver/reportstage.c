/* The steps that find out why loops are not parallel, and the report of what became of each loop nest. */
#include "driver/stages.h"

#include "driver/reasons.h"
#include "ir/dump.h"
#include "report/explain.h"
#include "report/picture.h"
#include "schedule/schedule.h"

/* Operations of isl for finding out why the loops of one region are not parallel. */
static const unsigned long reason_budget = 300000;
/* The same for reports, with an example of each dependence. */
static const unsigned long detail_budget = 2000000;

struct pv_region_facts *pv_job_facts(struct pv_job *job, const struct pv_task *task)
{
    if (!job->report || !job->report->is_detailed || !task->region)
        return NULL;
    const struct pv_function *function = task->region->function;
    return pv_facts_get(job->report, task->region->range, function ? function->name : NULL);
}

/* "schedule" in isl's YAML. */
static const char *tree_text(struct pv_arena *arena, __isl_keep isl_schedule *schedule)
{
    struct pv_sb text = {0};
    if (schedule)
        pv_dump_schedule(&text, schedule, 0);
    const char *copy = text.text ? pv_strdup(arena, text.text) : NULL;
    pv_sb_free(&text);
    return copy;
}

/* Is a reason for "nest" wanted in a report? The others have one. */
static bool needs_detail(const struct pv_nest *nest)
{
    return nest && (nest->verdict.fate == PV_FATE_TRANSFORMED || nest->verdict.fate == PV_FATE_KEPT) &&
           !nest->why.reason;
}

/* The conflicts of "task" for the target that was asked for. False where isl failed. */
static bool find_conflicts(struct pv_job *job, struct pv_task *task, struct pv_conflicts *conflicts)
{
    const struct pv_conflicts *found = pv_task_conflicts(job->arena, task);
    if (!found)
        return false;
    *conflicts = *found;
    conflicts->reassociate = job->options->schedule.reassociate;
    conflicts->keeps_last = !pv_stage_is_for_device(job);
    conflicts->n_written = task->expansion ? task->expansion->n_stmts : 0;
    return true;
}

/* Find out in detail about the loops of "task". */
static void detail_loops(struct pv_job *job, struct pv_task *task)
{
    const struct pv_scop *scop = task->scop;
    struct pv_conflicts conflicts;
    bool ok = find_conflicts(job, task, &conflicts);
    for (int i = 0; i < scop->loops.n && ok; i++) {
        struct pv_nest *nest = pv_report_find_loop(job->report, scop->loops.v[i].range.begin);
        if (needs_detail(nest))
            ok = pv_reason_detail(job, task, &conflicts, &scop->loops.v[i], nest);
    }
}

/* Is "loop" told about? Only the outermost of a nest is, unless the user wants to know more. */
static bool is_told(const struct pv_job *job, const struct pv_loop *loop, const struct pv_verdict *verdict)
{
    return (verdict->fate == PV_FATE_TRANSFORMED || verdict->fate == PV_FATE_KEPT) && !verdict->is_parallel &&
           !verdict->n_kernels && !verdict->reason && (loop->depth == 0 || job->options->verbose);
}

/* Say why loops of "task" are not parallel. */
static void explain_loops(struct pv_job *job, struct pv_task *task)
{
    const struct pv_scop *scop = task->scop;
    struct pv_conflicts conflicts;
    bool is_looked_at = false, ok = true;
    for (int i = 0; i < scop->loops.n && ok; i++) {
        struct pv_nest *nest = pv_report_find_loop(job->report, scop->loops.v[i].range.begin);
        if (!nest || !is_told(job, &scop->loops.v[i], &nest->verdict))
            continue;
        ok = is_looked_at || find_conflicts(job, task, &conflicts);
        is_looked_at = true;
        ok = ok && pv_reason_find(job, task, &conflicts, &scop->loops.v[i], nest);
    }
}

/* Loops in statements whose control is not modelled. */
static void explain_opaque(struct pv_job *job, const struct pv_scop *scop)
{
    for (int i = 0; i < scop->stmts.n; i++) {
        const struct pv_stmt *stmt = scop->stmts.v[i];
        if (stmt->kind != PV_STMT_GENERIC || !stmt->why || stmt->is_inlined)
            continue;
        bool is_said = stmt->body->kind == PV_TREE_FOR || stmt->body->kind == PV_TREE_WHILE;
        pv_report_opaque(job->report, stmt->range, pv_reason_opaque(job, stmt, false), is_said);
    }
}

unsigned long pv_report_budget(const struct pv_job *job, const struct pv_task *task)
{
    (void)task;
    return job->report->is_detailed ? detail_budget : reason_budget;
}

bool pv_report_has_code(const struct pv_job *job, const struct pv_task *task)
{
    (void)job;
    return task->code;
}

bool pv_report_explain(struct pv_job *job, struct pv_task *task)
{
    explain_opaque(job, task->scop);
    bool has_lines = !job->options->quiet && job->options->command == PV_COMPILE;
    if (has_lines && job->options->output.target != PV_TARGET_C)
        explain_loops(job, task);
    if (job->report->is_detailed)
        detail_loops(job, task);
    return true;
}

bool pv_report_exceeded(struct pv_job *job, struct pv_task *task)
{
    for (int i = 0; job->report->is_detailed && i < task->scop->loops.n; i++) {
        struct pv_nest *nest = pv_report_find_loop(job->report, task->scop->loops.v[i].range.begin);
        if (needs_detail(nest))
            nest->why = (struct pv_why){.reason = "finding out why it is not parallel exceeded the budget",
                                        .remedy = "allow more with --budget"};
    }
    return true;
}

bool pv_report_note_kept(struct pv_job *job, struct pv_task *task)
{
    if (task->code->is_no_better && !pv_report_has_lines(job->report, task->region->range))
        pv_note(job->diag, task->region->range.begin, "region kept as written: new code would gain nothing");
    return true;
}

/* Collect what is known of the region of "task" for a report. */
bool pv_report_collect(struct pv_job *job, struct pv_task *task)
{
    struct pv_region_facts *facts = pv_job_facts(job, task);
    if (!facts)
        return true;
    pv_facts_read_code(job->report, facts, task->code);
    if (job->options->verbose || job->options->output.html) {
        isl_schedule *original = pv_schedule_original(task->scop);
        facts->tree_before = tree_text(job->arena, original);
        facts->tree_after = tree_text(job->arena, task->schedule);
        isl_schedule_free(original);
    }
    return true;
}

bool pv_report_is_drawn(const struct pv_job *job, const struct pv_task *task)
{
    return task->code && job->options->output.html;
}

bool pv_report_draw(struct pv_job *job, struct pv_task *task)
{
    pv_pictures_make(job->report, pv_job_facts(job, task), task->scop, task->deps, task->schedule);
    isl_ctx_reset_error(job->ctx);
    return true;
}

bool pv_report_draw_exceeded(struct pv_job *job, struct pv_task *task)
{
    (void)task;
    isl_ctx_reset_error(job->ctx);
    return true;
}

void pv_stage_print_explanation(struct pv_job *job, struct pv_sb *out)
{
    struct pv_explain_params params = {
        .target = pv_target_name(job->options->output.target),
        .is_verbose = job->options->verbose,
    };
    pv_explain_print(out, job->report, &params);
}

/* With --strict, a nest without a model is an error. What explain prints takes the place of the lines about loops. */
bool pv_report_finish(struct pv_job *job)
{
    if (job->options->command == PV_EXPLAIN && !job->options->output.strict)
        return true;
    enum pv_report_detail detail = job->options->verbose ? PV_REPORT_LOOPS : PV_REPORT_NESTS;
    return !pv_report_print(job->report, job->diag, detail, job->options->output.strict);
}
