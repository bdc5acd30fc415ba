/* The steps that find out why loops are not parallel, and the report of what became of each loop nest. */
#include "driver/stages.h"

#include "base/budget.h"
#include "ir/dump.h"
#include "map/serial.h"
#include "report/example.h"
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

static const char restrict_remedy[] =
    "declare the pointers 'restrict', or pass --assume-restrict if they never overlap";

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
        if (job->report->is_detailed)
            verdict->remedy = restrict_remedy;
        return;
    }
    verdict->reason = pv_printf(job->arena,
                                "'%s' and '%s' may overlap, and no run-time test can tell which elements are accessed",
                                pv_var_text(job->arena, a->var), pv_var_text(job->arena, b->var));
    verdict->remedy = restrict_remedy;
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

static void describe_serial(struct pv_job *job, const struct pv_serial *serial, struct pv_verdict *verdict)
{
    const char *name = name_of(serial->array);
    switch (serial->kind) {
    case PV_SERIAL_NOT:
        verdict->reason = "one execution of it has too little work for threads";
        break;
    case PV_SERIAL_REDUCTION:
        verdict->reason = pv_printf(job->arena, "it accumulates '%s' in floating point", name ? name : "a value");
        verdict->remedy = "--reassociate lets threads share it";
        break;
    case PV_SERIAL_DEPENDENCE:
        describe(job, serial, verdict);
        break;
    }
}

/* Why "loop" runs on one thread; false where isl failed, or the budget ran out. */
static bool explain_loop(struct pv_job *job, const struct pv_conflicts *conflicts, const struct pv_loop *loop,
                         struct pv_verdict *verdict)
{
    struct pv_serial serial;
    bool ok = pv_serial_find(conflicts, loop, &serial) && !pv_budget_is_exceeded(job->ctx);
    if (ok)
        describe_serial(job, &serial, verdict);
    pv_serial_free(&serial);
    return ok;
}

/* The same in detail, for a report. */

/* Does "stmt" access "array" in a way that is not known exactly? */
static bool is_vague(const struct pv_stmt *stmt, const struct pv_array *array)
{
    for (int i = 0; i < stmt->accesses.n; i++)
        if (stmt->accesses.v[i]->array == array && (!stmt->accesses.v[i]->index || stmt->kind == PV_STMT_GENERIC))
            return true;
    return false;
}

/* What the user can do about the dependence "serial"; NULL: nothing, the value is needed. */
static const char *find_remedy(struct pv_job *job, const struct pv_serial *serial, const struct pv_deps *deps)
{
    const char *name = name_of(serial->array);
    if (deps->is_memory_based)
        return "an exact analysis exceeded its budget: allow more with --budget, or mark a smaller region";
    if (!name || serial->array->kind != PV_ARRAY_DATA)
        return NULL;
    if (is_vague(serial->source, serial->array) || is_vague(serial->target, serial->array))
        return "write '#pragma pencil independent' in front of the loop if no two iterations access the same element";
    if (serial->is_flow)
        return NULL;
    return serial->array->n_dims
               ? pv_printf(job->arena, "write the results to another array than '%s', or to a private copy", name)
               : pv_printf(job->arena,
                           "declare '%s' inside the loop: a private copy for each "
                           "iteration",
                           name);
}

/* Why threads do not share a loop that nothing keeps from being parallel. */
static void describe_independent(struct pv_job *job, const struct pv_nest *nest, struct pv_why *why)
{
    const struct pv_verdict *verdict = &nest->verdict;
    if (job->options->output.target == PV_TARGET_C) {
        why->reason = "its iterations are independent, but --target=c generates sequential code";
        why->remedy = "--target=openmp";
    } else if (pv_stage_is_for_device(job) && !verdict->n_kernels) {
        const struct pv_region_facts *facts = pv_facts_of(job->report, nest);
        why->reason = pv_printf(job->arena, "its iterations are independent, but the region runs on the host%s%s",
                                facts && facts->why_host ? ": " : "", facts && facts->why_host ? facts->why_host : "");
    } else if (verdict->n_kernels) {
        why->reason = "its iterations are independent; the device shares those of other loops";
    } else if (verdict->is_parallel) {
        why->reason = verdict->parallel_loop
                          ? pv_printf(job->arena, "its iterations are independent; threads share the loop over '%s'",
                                      verdict->parallel_loop)
                          : "its iterations are independent; threads share another loop of the nest";
    } else {
        why->reason = "one execution of it has too little work for threads";
        why->remedy = "--parallel-threshold=0 lets threads share it anyway";
    }
}

/* May diagonals of "nest" be parallel, which nobody has looked for? */
static bool may_skew(const struct pv_job *job, const struct pv_serial *serial, const struct pv_nest *nest)
{
    return job->options->output.target == PV_TARGET_OPENMP && job->options->schedule.reschedule &&
           job->options->schedule.fallback != PV_FALLBACK_WAVEFRONT && !nest->verdict.is_parallel && serial->array &&
           serial->array->kind == PV_ARRAY_DATA && serial->array->n_dims > 1 && serial->source->n_iterators > 1 &&
           serial->target->n_iterators > 1;
}

/* Find out why threads do not share the loop "nest", which is "loop" of the model. False where isl failed, or the budget ran
 * out. */
static bool detail_loop(struct pv_job *job, const struct pv_conflicts *conflicts, const struct pv_loop *loop,
                        struct pv_nest *nest)
{
    struct pv_serial serial;
    struct pv_verdict words = {0};
    struct pv_why why = {0};
    bool ok = pv_serial_find(conflicts, loop, &serial) && !pv_budget_is_exceeded(job->ctx);
    if (ok && serial.kind == PV_SERIAL_NOT) {
        describe_independent(job, nest, &why);
    } else if (ok) {
        describe_serial(job, &serial, &words);
        why.reason = words.reason;
        why.remedy = words.remedy;
        if (!why.remedy && serial.source && serial.target && serial.array)
            why.remedy = find_remedy(job, &serial, conflicts->deps);
        if (serial.pairs && serial.array)
            why.dependence = pv_example_find(job->report, conflicts->scop, serial.source, serial.target, serial.array,
                                             serial.is_flow, serial.pairs);
        if (!why.remedy && serial.is_flow && may_skew(job, &serial, nest))
            why.remedy = "--schedule-fallback=wavefront may find parallel diagonals of the nest";
        if (why.dependence && why.dependence->is_excluded)
            why = (struct pv_why){.reason = pv_printf(job->arena,
                                                      "%s; the assumptions on the parameters exclude this, but pave "
                                                      "looks for parallel loops without them",
                                                      why.reason)};
        nest->role.is_reordered = serial.kind == PV_SERIAL_DEPENDENCE;
    }
    pv_serial_free(&serial);
    if (ok)
        nest->why = why;
    return ok;
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
            ok = detail_loop(job, &conflicts, &scop->loops.v[i], nest);
    }
}

/* Is "loop" told about? Only the outermost of a nest is, unless the user wants to know more. */
static bool is_told(const struct pv_job *job, const struct pv_loop *loop, const struct pv_verdict *verdict)
{
    return verdict && (verdict->fate == PV_FATE_TRANSFORMED || verdict->fate == PV_FATE_KEPT) &&
           !verdict->is_parallel && !verdict->n_kernels && !verdict->reason &&
           (loop->depth == 0 || job->options->verbose);
}

/* Say why loops of "task" are not parallel. */
static void explain_loops(struct pv_job *job, struct pv_task *task)
{
    const struct pv_scop *scop = task->scop;
    struct pv_conflicts conflicts;
    bool is_looked_at = false, ok = true;
    for (int i = 0; i < scop->loops.n && ok; i++) {
        struct pv_verdict *verdict = pv_report_find(job->report, scop->loops.v[i].range.begin);
        if (!is_told(job, &scop->loops.v[i], verdict))
            continue;
        ok = is_looked_at || find_conflicts(job, task, &conflicts);
        is_looked_at = true;
        ok = ok && explain_loop(job, &conflicts, &scop->loops.v[i], verdict);
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
        pv_report_opaque(job->report, stmt->range,
                         pv_printf(job->arena, "it is treated as a single statement: %s", stmt->why), stmt->why_at,
                         is_said);
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
