/* Explains why threads do not share a loop: dependences, decisions of the mapping, control without a model. */
#include "driver/reasons.h"

#include "base/budget.h"
#include "driver/stages.h"
#include "ir/kernel.h"
#include "map/idle.h"
#include "map/serial.h"
#include "report/example.h"
#include "report/facts.h"

/* Control without a model. */

static bool note_jump(struct pv_tree *tree, void *user)
{
    bool *has_jump = user; /* continue, and others */
    has_jump[0] = has_jump[0] || tree->kind == PV_TREE_CONTINUE;
    has_jump[1] = has_jump[1] || tree->kind == PV_TREE_BREAK || tree->kind == PV_TREE_RETURN;
    return true;
}

struct pv_verdict pv_reason_opaque(struct pv_job *job, const struct pv_stmt *stmt, bool is_part)
{
    bool has_jump[2] = {false, false};
    pv_tree_visit(stmt->body, note_jump, has_jump);
    return (struct pv_verdict){
        .fate = PV_FATE_KEPT,
        .reason = pv_printf(job->arena, "%s counts as one statement, because its control is not affine: %s",
                            is_part ? "part of it" : "it", stmt->why),
        .remedy = has_jump[0] && !has_jump[1] ? "replace 'continue' by an 'if' around the rest of the loop's body"
                                              : NULL,
        .at = stmt->why_at};
}

/* A loop, and the nest that the report has of it. */
struct question {
    struct pv_job *job;
    const struct pv_task *task;
    const struct pv_conflicts *conflicts;
    const struct pv_loop *loop;
    struct pv_nest *nest;
};

/* Dependences. */

static const char *name_of(const struct pv_job *job, const struct pv_array *array)
{
    return array && array->var ? pv_report_name(job->report, pv_var_text(job->arena, array->var)) : NULL;
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

/* The statements of "serial" access two arrays of "scop" that may overlap, and no test can tell. Where they access one alone, it is
 * kept in order with all that may overlap it. */
static void describe_overlap(struct pv_job *job, const struct pv_scop *scop, const struct pv_serial *serial,
                             struct pv_why *why)
{
    const struct pv_array *a = find_overlapping(serial->source, NULL);
    const struct pv_array *b = find_overlapping(serial->target, a);
    for (int i = 0; i < scop->stmts.n && a == b; i++) {
        const struct pv_array *other = find_overlapping(scop->stmts.v[i], a);
        b = other ? other : b;
    }
    if (!a || !b || !a->var || !b->var)
        return;
    if (a == b && a->is_indirect) {
        why->reason = pv_printf(job->arena, "rows of '%s' are behind pointers, and may be the same memory",
                                name_of(job, a));
        why->remedy = job->report->is_detailed ? "--assume-restrict lets pave assume that they never overlap" : NULL;
        return;
    }
    if (a == b) {
        why->reason = pv_printf(job->arena, "iterations may access the same elements of '%s'", name_of(job, a));
        if (job->report->is_detailed)
            why->remedy = restrict_remedy;
        return;
    }
    why->reason = pv_printf(job->arena,
                            "'%s' and '%s' may overlap, and no run-time test can tell which elements are accessed",
                            name_of(job, a), name_of(job, b));
    why->remedy = restrict_remedy;
}

/* Does a call of unknown effect cause "serial"? It may access anything. */
static bool is_effect(const struct pv_serial *serial)
{
    return serial->source->has_effects || serial->target->has_effects;
}

static bool find_call(struct pv_expr *expr, void *user)
{
    const struct pv_function **found = user;
    const struct pv_function *callee = expr->kind == PV_EXPR_CALL ? expr->callee : NULL;
    struct pv_math_function known;
    bool is_known = callee && (callee->is_const || callee->is_pure || callee->summary ||
                               (!callee->sets_errno && pv_math_function_find(callee->name, &known)));
    if (callee && !is_known && !*found)
        *found = callee;
    return true;
}

static void find_call_in_root(struct pv_expr **expr, void *user)
{
    pv_expr_visit(*expr, find_call, user);
}

/* One of the statements of "serial" calls a function of unknown effect. */
static void describe_effect(struct pv_job *job, const struct pv_serial *serial, struct pv_why *why)
{
    const struct pv_stmt *stmt = serial->source->has_effects ? serial->source : serial->target;
    const struct pv_function *callee = NULL;
    if (stmt->body)
        pv_tree_visit_exprs(stmt->body, find_call_in_root, &callee);
    const char *call = callee ? pv_printf(job->arena, "the call of '%s'", callee->name) : "a call";
    if (callee && callee->sets_errno) {
        why->reason = pv_printf(job->arena, "%s in line %u, which may set errno, must keep its place", call,
                                stmt->range.begin.line);
        why->remedy = "compile with -fno-math-errno if its value does not matter";
        return;
    }
    why->reason = pv_printf(job->arena, "%s in line %u, whose effect is unknown, must keep its place", call,
                            stmt->range.begin.line);
    why->remedy = callee && callee->has_body
                      ? "make its body one that pave can read, or declare it 'const' or 'pure' if it is"
                      : "make the body of the function visible, or declare it 'const' or 'pure' if it is";
}

/* The number of iterations of "loop" between the ends of "serial"; 0: not always the same. */
static int64_t distance_of(const struct pv_loop *loop, const struct pv_serial *serial)
{
    int64_t step = loop->is_virtual || !loop->step ? 1 : loop->step;
    return serial->distance % step == 0 ? serial->distance / step : 0;
}

/* The dependence "serial" in words; "found" are its accesses, NULL where they were not looked for. */
static const char *describe_dependence(struct pv_job *job, const struct pv_loop *loop, const struct pv_serial *serial,
                                       const struct pv_dependence *found)
{
    const char *name = found && found->array ? found->array : name_of(job, serial->array);
    if (!name)
        return "its iterations depend on each other";
    unsigned from = found ? found->source.line : serial->source->range.begin.line;
    unsigned to = found ? found->target.line : serial->target->range.begin.line;
    bool is_unclear = found && (found->is_guess || found->is_source_unclear || found->is_target_unclear);
    const char *first = serial->is_flow || (found && found->source_writes) ? "written" : found ? "read" : "used";
    int64_t distance = distance_of(loop, serial);
    const char *when = "a later iteration";
    if (distance == 1)
        when = "the next iteration";
    else if (distance > 1)
        when = pv_printf(job->arena, "the iteration %lld later", (long long)distance);
    return pv_printf(job->arena, "%s %s%s%s '%s' in line %u, %s in line %u%s", when, is_unclear ? "may " : "",
                     serial->is_flow ? "read" : "overwrite", is_unclear ? "" : "s", name, to, first, from,
                     found && found->is_guess ? ": not all subscripts are known" : "");
}

static void describe_conflict(struct pv_job *job, const struct pv_scop *scop, const struct pv_loop *loop,
                              const struct pv_serial *serial, struct pv_why *why)
{
    why->reason = "its iterations depend on each other";
    if (!serial->source || !serial->target || !serial->array)
        return;
    if (serial->array->kind == PV_ARRAY_OVERLAP)
        describe_overlap(job, scop, serial, why);
    else if (is_effect(serial))
        describe_effect(job, serial, why);
    else
        why->reason = describe_dependence(job, loop, serial, NULL);
}

/* Sums. */

/* "value" with two digits that count. */
static int two_digits(double value)
{
    int unit = 1;
    while (value >= 100.0 * unit)
        unit *= 10;
    return (int)(value / unit + 0.5) * unit;
}

/* The cycles that one execution of "loop" takes if that is too little for threads; else 0. */
static double find_little_work(const struct question *question)
{
    const struct pv_job *job = question->job;
    double most = job->report->is_detailed
                      ? pv_idle_work(job->arena, question->task->scop, question->loop->range, question->loop->depth)
                      : -1;
    return most >= 0 && most < job->options->map.parallel_threshold ? most : 0;
}

/* Add to "why", why a loop that combines values is sequential, what lets threads of the host share it, if anything does. "options" do
 * it on the host, "" for none. */
static void add_remedy_for_sum(const struct question *question, const char *options, struct pv_why *why)
{
    struct pv_job *job = question->job;
    const struct pv_verdict *verdict = &question->nest->verdict;
    bool is_for_device = pv_stage_is_for_device(job);
    bool is_shared = verdict->is_parallel || (verdict->n_kernels && !verdict->is_single);
    if (is_shared && !question->nest->role.is_partial)
        return;
    double little = find_little_work(question);
    if (little > 0) {
        why->reason = pv_printf(job->arena, "%s, and has too little work for threads: about %d cycles", why->reason,
                                two_digits(little));
        return;
    }
    const char *more = question->loop->depth ? "--parallel-threshold=0" : "";
    why->remedy = pv_printf(job->arena, "%s%s%s%s%s %s threads share it%s", is_for_device ? "--target=openmp" : "",
                            is_for_device && *options ? " " : "", options,
                            *more && (is_for_device || *options) ? " " : "", more,
                            (is_for_device + (*options != 0) + (*more != 0)) > 1 ? "let" : "lets",
                            question->loop->depth ? ", or a loop around it" : "");
}

/* Do all iterations of "loop" update one element, and is that all that the statements of "serial" do with it? */
static bool is_one_sum(const struct pv_loop *loop, const struct pv_serial *serial)
{
    bool is_one = serial->reduction != NULL;
    for (int i = 0; is_one && i < serial->reduction->updates.n; i++) {
        isl_multi_pw_aff *index = serial->reduction->updates.v[i]->index;
        is_one = index && (int)isl_multi_pw_aff_dim(index, isl_dim_in) > loop->depth &&
                 isl_multi_pw_aff_involves_dims(index, isl_dim_in, (unsigned)loop->depth, 1) == isl_bool_false;
    }
    return is_one;
}

/* The scalar whose place the element has taken that all iterations of the loop update; NULL: the program names the element. */
static const struct pv_array *replaced_scalar(const struct question *question, const struct pv_serial *serial)
{
    const struct pv_inplace *inplace = question->task->inplace;
    for (int i = 0; inplace && i < inplace->values.n; i++)
        if (inplace->values.v[i].array == serial->array && is_one_sum(question->loop, serial))
            return inplace->values.v[i].scalar;
    return NULL;
}

static void describe_serial(const struct question *question, const struct pv_serial *serial, struct pv_why *why)
{
    struct pv_job *job = question->job;
    const struct pv_array *scalar = replaced_scalar(question, serial);
    const char *name = name_of(job, scalar ? scalar : serial->array);
    if (serial->kind == PV_SERIAL_DEPENDENCE && !scalar) {
        describe_conflict(job, question->conflicts->scop, question->loop, serial, why);
        return;
    }
    if (serial->reduction && !serial->reduction->needs_permission) {
        why->reason = pv_printf(job->arena, "it combines values in '%s'", name ? name : "a variable");
        return;
    }
    why->reason = pv_printf(job->arena, "it accumulates '%s' in floating point", name ? name : "a value");
    add_remedy_for_sum(question, "--reassociate", why);
}

/* What would remove a dependence. */

/* Does "stmt" access "array" in a way that is not known exactly? */
static bool is_vague(const struct pv_stmt *stmt, const struct pv_array *array)
{
    for (int i = 0; i < stmt->accesses.n; i++)
        if (stmt->accesses.v[i]->array == array && (!stmt->accesses.v[i]->index || stmt->kind == PV_STMT_GENERIC))
            return true;
    return false;
}

/* Does "stmt" access elements of "array" that are not known? */
static bool has_guess(const struct pv_stmt *stmt, const struct pv_array *array)
{
    for (int i = 0; i < stmt->accesses.n; i++)
        if (stmt->accesses.v[i]->array == array && !stmt->accesses.v[i]->index)
            return true;
    return false;
}

/* What the user can do about an order that the scalar "name" forces, other than by a value that is needed. */
static const char *remedy_for_scalar(struct pv_job *job, const struct pv_conflicts *conflicts,
                                     const struct pv_array *array, const char *name)
{
    if (pv_conflicts_is_read_after(conflicts, array))
        return pv_printf(
            job->arena,
            "use a variable that is local to the loop instead of '%s', and store the last value in '%s' after "
            "the loop",
            name, name);
    return pv_printf(job->arena, "declare '%s' inside the loop: a private copy for each iteration", name);
}

/* What the user can do about the dependence "serial"; NULL: nothing, the value is needed. */
static const char *find_remedy(const struct question *question, const struct pv_serial *serial)
{
    struct pv_job *job = question->job;
    const struct pv_conflicts *conflicts = question->conflicts;
    const struct pv_nest *nest = question->nest;
    const struct pv_array *array = serial->array;
    bool is_shared = nest->verdict.is_parallel || (nest->verdict.n_kernels && !nest->verdict.is_single);
    if (conflicts->deps->is_memory_based)
        return "an exact analysis exceeded its budget: allow more with --budget, or mark a smaller region";
    const char *name = name_of(job, array);
    if (!name || array->kind != PV_ARRAY_DATA)
        return NULL;
    bool is_unclear = is_vague(serial->source, array) || is_vague(serial->target, array);
    if (is_unclear && !array->n_dims && pv_conflicts_is_read_after(conflicts, array))
        return NULL;
    if (is_unclear && !array->n_dims)
        return pv_printf(job->arena, "declare '%s' inside the loop if no iteration needs the value of another one",
                         name);
    if (has_guess(serial->source, array) || has_guess(serial->target, array))
        return "write '#pragma pencil independent' in front of the loop if no two iterations access the same element";
    if (replaced_scalar(question, serial))
        return NULL;
    if (serial->is_flow && !is_shared && is_one_sum(question->loop, serial) && array->n_dims && serial->n_causes == 1)
        return pv_printf(job->arena, "accumulate in a scalar variable, which threads can combine%s",
                         serial->reduction->needs_permission ? " with --reassociate" : "");
    if (serial->is_flow)
        return NULL;
    return array->n_dims
               ? pv_printf(job->arena, "write the results to another array than '%s', or to a private copy", name)
               : remedy_for_scalar(job, conflicts, array, name);
}

/* Look for a permutable band of several members around the statement in "user". */
static isl_bool is_band_around(__isl_keep isl_schedule_node *node, void *user)
{
    isl_union_set **around = user; /* the instances; NULL once the band is found */
    if (!*around || isl_schedule_node_get_type(node) != isl_schedule_node_band ||
        isl_schedule_node_band_n_member(node) < 2 || isl_schedule_node_band_get_permutable(node) != isl_bool_true)
        return isl_bool_ok(*around != NULL);
    isl_union_set *domain = isl_schedule_node_get_domain(node);
    bool is_below = isl_union_set_is_subset(*around, domain) == isl_bool_true;
    isl_union_set_free(domain);
    if (is_below)
        *around = isl_union_set_free(*around);
    return isl_bool_true;
}

/* Can tiles on a diagonal of the new order of the statements of "serial" run in parallel, though threads share none? */
static bool has_diagonals(const struct question *question, const struct pv_serial *serial)
{
    const struct pv_task *task = question->task;
    bool is_expected = question->job->options->output.target == PV_TARGET_OPENMP && task->schedule &&
                       !question->nest->verdict.is_parallel && serial->array && serial->array->kind == PV_ARRAY_DATA &&
                       serial->array->n_dims > 1;
    if (!is_expected)
        return false;
    isl_union_set *around = isl_union_set_from_set(isl_set_copy(serial->source->domain));
    around = isl_union_set_add_set(around, isl_set_copy(serial->target->domain));
    isl_schedule_foreach_schedule_node_top_down(task->schedule, is_band_around, &around);
    bool is_found = !around;
    isl_union_set_free(around);
    return is_found;
}

/* Loops that nothing keeps from being parallel. */

static bool is_inside(struct pv_loc loc, struct pv_range range)
{
    return loc.file == range.begin.file && range.begin.offset <= loc.offset && loc.offset < range.end.offset;
}

/* What was noted while the host's loops were chosen, of the first statement in "nest" that anything was noted of. */
static struct pv_idle_note find_note(const struct pv_task *task, const struct pv_nest *nest)
{
    struct pv_idle_note found = {NULL, PV_IDLE_NOT, 0};
    for (int i = 0; i < task->scop->stmts.n && found.cause == PV_IDLE_NOT; i++) {
        const struct pv_stmt *stmt = task->scop->stmts.v[i];
        if (is_inside(stmt->call ? stmt->call->range.begin : stmt->range.begin, nest->range))
            found = pv_idle_find(&task->idle, stmt);
    }
    return found;
}

/* What is known of the iterations of a loop that nothing keeps from being parallel. */
static const char *describe_freedom(struct pv_job *job, const struct pv_serial *serial)
{
    const char *name = name_of(job, serial->combined);
    return name ? pv_printf(job->arena, "its iterations combine values in '%s', in any order", name)
                : "its iterations are independent";
}

/* Threads of the host share no loop of "nest". */
static void describe_idle(const struct question *question, const char *freedom, struct pv_why *why)
{
    static const char *const remedies[] = {
        "--parallel-threshold=0 lets threads share it anyway",
        "--parallel-threshold=0 lets threads share it, or a loop around it, anyway",
    };
    struct pv_job *job = question->job;
    const struct pv_task *task = question->task;
    const struct pv_nest *nest = question->nest;
    const char *anyway = remedies[question->loop->depth > 0];
    struct pv_idle_note note = find_note(task, nest);
    if (note.cause == PV_IDLE_LITTLE) {
        const char *little = "one execution of it has too little work for threads";
        why->reason = job->report->is_detailed && note.cycles < 1e9
                          ? pv_printf(job->arena, "%s: about %d cycles", little, two_digits(note.cycles))
                          : little;
        if (job->report->is_detailed)
            why->remedy = anyway;
    } else if (note.cause == PV_IDLE_REPEATED) {
        why->reason = "it runs again in each iteration of the loops around it, and its length is unknown: starting "
                      "threads each time may cost more than they save";
        why->remedy = anyway;
    } else if (task->code->is_no_better) {
        why->reason = pv_printf(job->arena, "%s, but the new code is estimated to be no faster", freedom);
        why->remedy = "--parallel-threshold=0 takes the new code anyway";
    } else {
        why->reason = pv_printf(job->arena, "%s, but pave found no parallel loop for it in the new order", freedom);
        why->remedy = "--no-reschedule keeps the order of the program";
    }
}

/* Why the host executes the first statement in "nest" that it does execute, while a device executes others; NULL: it executes
 * none. */
static const char *find_host_reason(const struct pv_task *task, const struct pv_nest *nest)
{
    for (int i = 0; i < task->scop->stmts.n; i++) {
        const struct pv_stmt *stmt = task->scop->stmts.v[i];
        bool is_here = is_inside(stmt->call ? stmt->call->range.begin : stmt->range.begin, nest->range);
        const char *reason = is_here && task->plan ? pv_device_plan_host_reason(task->plan, stmt) : NULL;
        if (reason)
            return reason;
    }
    return NULL;
}

/* Statements of "nest" run on the device, but it does not share the loop. */
static void describe_on_device(struct pv_job *job, const struct pv_task *task, const struct pv_nest *nest,
                               const char *freedom, struct pv_why *why)
{
    const char *host = find_host_reason(task, nest);
    if (nest->role.is_launch_loop && task->plan && task->plan->host.n)
        why->reason = pv_printf(job->arena, "%s, but the host runs the loop, because some statements stay there: %s",
                                freedom, task->plan->host_reason ? task->plan->host_reason : "a call");
    else if (nest->role.is_launch_loop)
        why->reason = pv_printf(job->arena,
                                "%s, but the host runs the loop and launches kernels in it: it is sequential in the "
                                "new order",
                                freedom);
    else if (host)
        why->reason = pv_printf(job->arena, "%s, but the host runs some of its statements: %s", freedom, host);
    else if (nest->verdict.is_single)
        why->reason = pv_printf(job->arena,
                                "%s, but one thread of the device runs it: no loop there is parallel in the new order",
                                freedom);
    else
        why->reason = pv_printf(job->arena, "%s; the threads of the device share other loops", freedom);
}

/* Why threads do not share a loop that nothing keeps from being parallel. */
static void describe_independent(const struct question *question, const struct pv_serial *serial, struct pv_why *why)
{
    struct pv_job *job = question->job;
    const struct pv_task *task = question->task;
    const struct pv_nest *nest = question->nest;
    const struct pv_verdict *verdict = &nest->verdict;
    const struct pv_region_facts *facts = pv_facts_of(job->report, nest);
    const char *whole = facts ? facts->why_host : NULL, *part = whole ? NULL : find_host_reason(task, nest);
    const char *freedom = describe_freedom(job, serial);
    if (job->options->output.target == PV_TARGET_C) {
        why->reason = pv_printf(job->arena, "%s, but --target=c generates sequential code", freedom);
        why->remedy = "--target=openmp";
    } else if (pv_stage_is_for_device(job) && serial->combined && (!verdict->n_kernels || verdict->is_single)) {
        why->reason = pv_printf(job->arena, "it combines values in '%s'", name_of(job, serial->combined));
        add_remedy_for_sum(question, "", why);
        if (why->remedy)
            why->reason = pv_printf(job->arena, "%s, which threads of a device only do inside of a parallel loop",
                                    why->reason);
    } else if (pv_stage_is_for_device(job) && !verdict->n_kernels) {
        why->reason = pv_printf(job->arena, "%s, but %s on the host%s%s", freedom, part ? "it runs" : "the region runs",
                                whole || part ? ": " : "",
                                whole  ? whole
                                : part ? part
                                       : "");
    } else if (verdict->n_kernels) {
        describe_on_device(job, task, nest, freedom, why);
    } else if (verdict->is_parallel) {
        why->reason = verdict->parallel_loop
                          ? pv_printf(job->arena, "%s; threads share the loop over '%s'", freedom,
                                      pv_report_name(job->report, verdict->parallel_loop))
                          : pv_printf(job->arena, "%s; threads share another loop of the nest", freedom);
    } else {
        describe_idle(question, freedom, why);
    }
}

/* Why the dependence "serial" keeps the iterations of "loop" in order. */
static struct pv_why describe_in_detail(const struct question *question, const struct pv_serial *serial)
{
    struct pv_job *job = question->job;
    const struct pv_conflicts *conflicts = question->conflicts;
    struct pv_why why = {0};
    describe_serial(question, serial, &why);
    if (!serial->source || !serial->target)
        return why;
    if (!why.remedy)
        why.remedy = find_remedy(question, serial);
    if (why.remedy && serial->has_overlap)
        why.remedy = pv_printf(job->arena, "%s, and %s", why.remedy, restrict_remedy);
    bool is_one = serial->array && serial->array->kind == PV_ARRAY_OVERLAP &&
                  find_overlapping(serial->source, NULL) ==
                      find_overlapping(serial->target, find_overlapping(serial->source, NULL));
    bool has_places = !is_one && !is_effect(serial);
    if (serial->pairs && has_places)
        why.dependence = pv_example_find(job->report, conflicts->scop, serial->source, serial->target, serial->array,
                                         serial->is_flow, serial->pairs);
    bool is_named = serial->kind == PV_SERIAL_DEPENDENCE && serial->array && serial->array->kind == PV_ARRAY_DATA;
    if (why.dependence && is_named && !replaced_scalar(question, serial))
        why.reason = describe_dependence(job, question->loop, serial, why.dependence);
    if (!serial->array && why.dependence && why.dependence->array)
        why.reason = pv_printf(job->arena, "its iterations may access the same elements of '%s'",
                               why.dependence->array);
    if (!why.remedy && serial->is_flow && has_diagonals(question, serial))
        why.remedy = "--tile --parallel-threshold=0 may let threads share the tiles on a diagonal of the nest, though "
                     "that is not expected to pay";
    if (why.dependence && why.dependence->is_excluded)
        why = (struct pv_why){.reason = pv_printf(job->arena,
                                                  "%s; the assumptions on the parameters exclude this, but pave "
                                                  "looks for parallel loops without them",
                                                  why.reason)};
    return why;
}

/* Why threads do not share the loop, in a clause or "in_detail". "*kind" is what keeps its iterations in order. */
static bool answer(const struct question *question, bool in_detail, enum pv_serial_kind *kind, struct pv_why *why)
{
    struct pv_job *job = question->job;
    const struct pv_conflicts *conflicts = question->conflicts;
    struct pv_serial serial;
    bool ok = pv_serial_find(conflicts, question->loop, &serial) && !pv_budget_is_exceeded(job->ctx);
    if (ok && serial.kind == PV_SERIAL_NOT)
        describe_independent(question, &serial, why);
    else if (ok && in_detail)
        *why = describe_in_detail(question, &serial);
    else if (ok)
        describe_serial(question, &serial, why);
    *kind = serial.kind;
    pv_serial_free(&serial);
    return ok;
}

bool pv_reason_find(struct pv_job *job, const struct pv_task *task, const struct pv_conflicts *conflicts,
                    const struct pv_loop *loop, struct pv_nest *nest)
{
    struct pv_why why = {0};
    enum pv_serial_kind kind;
    if (!answer(&(struct question){job, task, conflicts, loop, nest}, false, &kind, &why))
        return false;
    nest->verdict.reason = why.reason;
    nest->verdict.remedy = why.remedy;
    return true;
}

bool pv_reason_detail(struct pv_job *job, const struct pv_task *task, const struct pv_conflicts *conflicts,
                      const struct pv_loop *loop, struct pv_nest *nest)
{
    struct pv_why why = {0};
    enum pv_serial_kind kind;
    if (!answer(&(struct question){job, task, conflicts, loop, nest}, true, &kind, &why))
        return false;
    nest->role.is_reordered = kind == PV_SERIAL_DEPENDENCE;
    nest->role.is_partial = nest->role.is_partial && kind != PV_SERIAL_NOT;
    nest->why = why;
    return true;
}
