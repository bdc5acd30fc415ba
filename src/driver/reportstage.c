/* The steps that find out why loops are not parallel, and the report of what became of each loop nest. */
#include "driver/stages.h"

#include "base/budget.h"
#include "map/serial.h"

/* Operations of isl for finding out why the loops of one region are not parallel. */
static const unsigned long reason_budget = 300000;

static const char *name_of(const struct pv_array *array)
{
    return array && array->var ? array->var->name : NULL;
}

/* The array with unknown bounds that "stmt" accesses, other than "but" if there is one; or NULL. */
static const struct pv_array *find_overlapping(const struct pv_stmt *stmt, const struct pv_array *but)
{
    const struct pv_array *found = NULL;
    for (int i = 0; i < stmt->accesses.n; i++) {
        const struct pv_array *array = stmt->accesses.v[i]->overlap_of;
        if (array && (!found || found == but))
            found = array;
    }
    return found;
}

/* The statements of "serial" access two arrays that may overlap, and no test can tell. */
static void describe_overlap(struct pv_job *job, const struct pv_serial *serial, struct pv_verdict *verdict)
{
    const struct pv_array *a = find_overlapping(serial->source, NULL);
    const struct pv_array *b = find_overlapping(serial->target, a);
    if (!a || !b || !a->var || !b->var)
        return;
    if (a == b) {
        verdict->reason = pv_printf(job->arena, "iterations may access the same elements of '%s'",
                                    pv_var_text(job->arena, a->var));
        return;
    }
    verdict->reason = pv_printf(job->arena,
                                "'%s' and '%s' may overlap, and no run-time test can tell which elements are accessed",
                                pv_var_text(job->arena, a->var), pv_var_text(job->arena, b->var));
    verdict->remedy = "declare the pointers 'restrict', or pass --assume-restrict if they never overlap";
}

/* One of the statements of "serial" calls a function of unknown effect. */
static void describe_effect(struct pv_job *job, const struct pv_serial *serial, struct pv_verdict *verdict)
{
    const struct pv_stmt *stmt = serial->source->has_effects ? serial->source : serial->target;
    verdict->reason = pv_printf(job->arena, "a call in line %u, whose effect is unknown, must keep its place",
                                stmt->range.begin.line);
    verdict->remedy = "make the body of the function visible, or declare it 'const' or 'pure' if it is";
}

/* The dependence "serial" in words. */
static const char *describe_dependence(struct pv_job *job, const struct pv_serial *serial)
{
    const char *name = name_of(serial->array);
    if (!name)
        return "its iterations depend on each other";
    const char *when = "a later iteration";
    if (serial->distance == 1)
        when = "the next iteration";
    else if (serial->distance > 1)
        when = pv_printf(job->arena, "the iteration %lld later", (long long)serial->distance);
    return pv_printf(job->arena, "%s %s '%s' in line %u, %s in line %u", when, serial->is_flow ? "reads" : "overwrites",
                     name, serial->target->range.begin.line, serial->is_flow ? "written" : "used",
                     serial->source->range.begin.line);
}

static void describe(struct pv_job *job, const struct pv_serial *serial, struct pv_verdict *verdict)
{
    verdict->reason = "its iterations depend on each other";
    if (!serial->source || !serial->target || !serial->array)
        return;
    if (serial->array->kind == PV_ARRAY_OVERLAP)
        describe_overlap(job, serial, verdict);
    else if (serial->array->kind == PV_ARRAY_EFFECTS)
        describe_effect(job, serial, verdict);
    else
        verdict->reason = describe_dependence(job, serial);
}

/* Why "loop" runs on one thread; false where isl failed, or the budget ran out. */
static bool explain_loop(struct pv_job *job, const struct pv_conflicts *conflicts, const struct pv_loop *loop,
                         struct pv_verdict *verdict)
{
    struct pv_serial serial;
    if (!pv_serial_find(conflicts, loop, &serial) || pv_budget_is_exceeded(job->ctx))
        return false;
    const char *name = name_of(serial.array);
    switch (serial.kind) {
    case PV_SERIAL_NOT:
        verdict->reason = "one execution of it has too little work for threads";
        break;
    case PV_SERIAL_REDUCTION:
        verdict->reason = pv_printf(job->arena, "it accumulates '%s' in floating point", name ? name : "a value");
        verdict->remedy = "--reassociate lets threads share it";
        break;
    case PV_SERIAL_DEPENDENCE:
        describe(job, &serial, verdict);
        break;
    }
    return true;
}

/* Is "loop" told about? Only the outermost of a nest is, unless the user wants to know more. */
static bool is_told(const struct pv_job *job, const struct pv_loop *loop, const struct pv_verdict *verdict)
{
    return verdict && (verdict->fate == PV_FATE_TRANSFORMED || verdict->fate == PV_FATE_KEPT) &&
           !verdict->is_parallel && !verdict->n_kernels && !verdict->reason &&
           (loop->depth == 0 || job->options->verbose);
}

/* Say why loops of "scop" are not parallel. */
static void explain_loops(struct pv_job *job, const struct pv_scop *scop, const struct pv_deps *deps)
{
    struct pv_conflicts conflicts = {.arena = job->arena,
                                     .scop = scop,
                                     .deps = deps,
                                     .reassociate = job->options->schedule.reassociate,
                                     .keeps_last = !pv_stage_is_for_device(job)};
    bool is_looked_at = false, ok = true;
    for (int i = 0; i < scop->loops.n && ok; i++) {
        struct pv_verdict *verdict = pv_report_find(job->report, scop->loops.v[i].range.begin);
        if (!is_told(job, &scop->loops.v[i], verdict))
            continue;
        ok = is_looked_at || pv_conflicts_find(&conflicts);
        is_looked_at = true;
        ok = ok && explain_loop(job, &conflicts, &scop->loops.v[i], verdict);
    }
    if (is_looked_at)
        pv_conflicts_free(&conflicts);
}

/* Loops in statements whose control is not modelled. */
static void explain_opaque(struct pv_job *job, const struct pv_scop *scop)
{
    for (int i = 0; i < scop->stmts.n; i++) {
        const struct pv_stmt *stmt = scop->stmts.v[i];
        if (stmt->kind != PV_STMT_GENERIC || !stmt->why || stmt->is_inlined)
            continue;
        bool is_said = stmt->body->kind == PV_TREE_FOR || stmt->body->kind == PV_TREE_WHILE;
        pv_report_opaque(job->report, stmt->range,
                         pv_printf(job->arena, "it is treated as a single statement: %s", stmt->why), stmt->why_at,
                         is_said);
    }
}

unsigned long pv_report_budget(const struct pv_job *job, const struct pv_task *task)
{
    (void)job;
    (void)task;
    return reason_budget;
}

bool pv_report_has_code(const struct pv_job *job, const struct pv_task *task)
{
    (void)job;
    return task->code;
}

bool pv_report_explain(struct pv_job *job, struct pv_task *task)
{
    explain_opaque(job, task->scop);
    if (job->options->output.target != PV_TARGET_C && !job->options->quiet)
        explain_loops(job, task->scop, task->deps);
    return true;
}

bool pv_report_exceeded(struct pv_job *job, struct pv_task *task)
{
    (void)job;
    (void)task;
    return true;
}

bool pv_report_note_kept(struct pv_job *job, struct pv_task *task)
{
    if (task->code->is_no_better && !pv_report_has_lines(job->report, task->region->range))
        pv_note(job->diag, task->region->range.begin, "region kept as written: new code would gain nothing");
    return true;
}

/* With --strict, a nest without a model is an error. */
bool pv_report_finish(struct pv_job *job)
{
    enum pv_report_detail detail = job->options->verbose ? PV_REPORT_LOOPS : PV_REPORT_NESTS;
    return !pv_report_print(job->report, job->diag, detail, job->options->output.strict);
}
