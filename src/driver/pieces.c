/* Takes regions through the stages one by one, and splits regions that take too much work. */
#include "driver/pieces.h"

#include "analysis/alias.h"
#include "analysis/certain.h"
#include "driver/clock.h"
#include "driver/reasons.h"
#include "front/regions.h"

#include <stdlib.h>

/* Most regions need less than their share of the time: each may take this much more, and leaves at least so much of the
 * time to those behind it. */
static const double generosity = 1.5, part_for_others = 0.25;

/* No share is smaller than this part of the time limit: that most regions can do with. With less, none would come to an end. */
static const double least_share = 0.1;

/* A region with more references than this is taken apart before it is tried: the work grows faster than the references, and
 * what is spent on a region that takes too much time is lost for its parts. */
enum { MOST_REFERENCES = 150, REFERENCES_OF_CALL = 40 };

/* The same for a region with loop nests in the branches of conditions: these multiply the work, and nests of different branches
 * gain nothing from each other. */
enum { MOST_CONDITIONAL_REFERENCES = 50 };

/* With more references than this in the bodies of called functions, a region is tried with the calls first: their summaries are as
 * good for most loops, at a fraction of the work. */
enum { MOST_CALLED_REFERENCES = 500 };

/* What is left for writing the program, in seconds, and as a part of the time. */
static const double least_for_text = 5, part_for_text = 0.1;

/* A timer of no length would never ring. */
static const double shortest = 0.001;

struct shape {
    struct pv_unit *unit; /* NULL: the bodies of called functions are not looked at */
    int n_loops, n_references;
    int n_called;   /* references in these bodies */
    bool has_calls; /* of functions with a body, which may take their place */
};

static void count_called(struct shape *shape, struct pv_function *function);

static bool look_at_expr(struct pv_expr *expr, void *user)
{
    struct shape *shape = user;
    bool is_call = expr->kind == PV_EXPR_CALL && expr->callee && expr->callee->has_body;
    shape->has_calls = shape->has_calls || is_call;
    shape->n_references += is_call ? REFERENCES_OF_CALL : expr->kind == PV_EXPR_ACCESS && expr->n_steps;
    if (is_call && shape->unit && (expr->callee->is_static || expr->callee->is_inline))
        count_called(shape, expr->callee);
    return true;
}

static void look_at_root(struct pv_expr **expr, void *user)
{
    pv_expr_visit(*expr, look_at_expr, user);
}

static bool look_at(struct pv_tree *tree, void *user)
{
    struct shape *shape = user;
    shape->n_loops += tree->kind == PV_TREE_FOR || tree->kind == PV_TREE_WHILE;
    pv_tree_visit_exprs(tree, look_at_root, shape);
    return true;
}

/* Count the references in the body of "function", without those of the functions that it calls. */
static void count_called(struct shape *shape, struct pv_function *function)
{
    struct shape inner = {0};
    struct pv_tree *body = pv_front_function_body(shape->unit, function);
    if (body)
        pv_tree_visit(body, look_at, &inner);
    shape->n_called += inner.n_references;
}

/* How much of the time a region should get, next to others: by its length and its references. */
static double weight_of(const struct pv_region *region)
{
    struct shape shape = {0};
    if (region->body)
        pv_tree_visit(region->body, look_at, &shape);
    return 1 + (double)region->range.end.line - (double)region->range.begin.line + (double)shape.n_references;
}

/* The seconds for task "at", next to those behind it. */
static double share_of(const struct pv_job *job, int at)
{
    int time_limit = job->options->time_limit;
    double all = 0;
    for (int i = at; i < job->tasks.n; i++)
        all += weight_of(job->tasks.v[i]->region);
    double part = weight_of(job->tasks.v[at]->region) / all, most = 1 - part_for_others;
    if (at + 1 < job->tasks.n && part < most)
        part = generosity * part < most ? generosity * part : most;
    double all_left = pv_clock_left(job) - part_for_text * time_limit, least = least_share * time_limit;
    double share = all_left * part < least ? least : all_left * part;
    share = share < all_left ? share : all_left;
    return share > shortest ? share : shortest;
}

/* "region" with the bodies of functions where it has calls, or the other way round. */
static struct pv_region *read_otherwise(struct pv_job *job, const struct pv_region *region)
{
    struct pv_region *other = pv_front_read_again(job->unit, region,
                                                  region->keeps_calls ? PV_CALLS_GIVE_WAY : PV_CALLS_STAY);
    other->is_second = true;
    return other;
}

/* Append what may be tried in the place of "region", which takes too much work: the same without the bodies of called
 * functions, where that leaves loops around them, or smaller parts. */
static void add_smaller(struct pv_job *job, const struct pv_region *region, pv_regions *parts)
{
    struct shape shape = {0};
    if (region->is_marked || !region->body)
        return;
    pv_tree_visit(region->body, look_at, &shape);
    if (shape.has_calls && shape.n_loops > 1 && !region->keeps_calls && !region->is_second)
        pv_push(job->arena, parts, read_otherwise(job, region));
    else
        pv_front_split(job->unit, region, parts);
}

/* Is there a loop in a branch of a condition in the list of statements "tree"? */
static bool has_conditional_nests(struct pv_tree *tree)
{
    struct shape shape = {0};
    bool found = false;
    if (tree->kind == PV_TREE_IF)
        pv_tree_visit(tree, look_at, &shape);
    for (int i = 0; tree->kind == PV_TREE_BLOCK && i < tree->children.n && !found; i++)
        found = has_conditional_nests(tree->children.v[i]);
    return found || shape.n_loops;
}

/* Are the functions that "region" calls too long for a first attempt with their bodies? */
static bool calls_too_much(const struct pv_job *job, const struct pv_region *region)
{
    struct shape shape = {.unit = job->unit};
    if (job->goes_by_region && !region->is_marked && region->body && pv_clock_is_limited(job))
        pv_tree_visit(region->body, look_at, &shape);
    return shape.n_called > MOST_CALLED_REFERENCES && shape.n_loops;
}

/* Append "region" to "regions", or, where it is a long list of loop nests that the user has not marked, its parts. On a device
 * the nests of one region share their data. */
static void add_in_parts(struct pv_job *job, pv_regions *regions, struct pv_region *region)
{
    struct shape shape = {0};
    pv_regions parts = {0};
    if (pv_job_may_divide(job, region) && pv_clock_is_limited(job))
        pv_tree_visit(region->body, look_at, &shape);
    if (shape.n_references > MOST_REFERENCES ||
        (shape.n_references > MOST_CONDITIONAL_REFERENCES && has_conditional_nests(region->body)))
        pv_front_split(job->unit, region, &parts);
    if (!parts.n) {
        pv_push(job->arena, regions,
                calls_too_much(job, region) ? pv_front_read_again(job->unit, region, PV_CALLS_STAY) : region);
        return;
    }
    for (int i = 0; i < parts.n; i++)
        add_in_parts(job, regions, parts.v[i]);
}

/* Regions lighter than this take hardly any time. */
static const double light = 100;

static int compare_weights(const void *a, const void *b)
{
    const struct pv_region *left = *(struct pv_region *const *)a, *right = *(struct pv_region *const *)b;
    double x = weight_of(left), y = weight_of(right);
    if ((x <= light && y <= light) || x == y) /* as in the text */
        return left->range.begin.offset < right->range.begin.offset ? -1 : 1;
    return x < y ? -1 : 1;
}

/* Let the regions with the most work come last: the time that the others left is then known, and no region ends early for want of
 * time that nobody uses. The numbers of tiled bands, which sizes are given for, follow the text. */
static void sort_by_weight(const struct pv_job *job, pv_regions *regions)
{
    enum pv_target target = job->options->output.target;
    bool is_for_device = target == PV_TARGET_CUDA || target == PV_TARGET_OPENCL;
    if (regions->n && pv_clock_is_limited(job) && !is_for_device && !job->options->map.sizes)
        qsort(regions->v, (size_t)regions->n, sizeof(*regions->v), compare_weights);
}

/* Split long regions before any of them is tried. */
static void split_long(struct pv_job *job)
{
    pv_regions regions = {0};
    for (int i = 0; i < job->tasks.n; i++)
        add_in_parts(job, &regions, job->tasks.v[i]->region);
    job->tasks.n = 0;
    sort_by_weight(job, &regions);
    pv_tasks_insert(job->arena, &job->tasks, -1, &regions);
}

/* Give up "task" because of "reason". Its parts are tried after task "behind"; a region without parts keeps its text. Return
 * whether the run may go on. */
static bool try_parts(struct pv_job *job, struct pv_task *task, int behind, const char *reason)
{
    pv_regions parts = {0};
    pv_task_clear(task);
    task->is_gone = true;
    add_smaller(job, task->region, &parts);
    if (!parts.n)
        return pv_job_leave_alone(job, task->region, reason);
    pv_tasks_insert(job->arena, &job->tasks, behind, &parts);
    return true;
}

/* The statement of "code" without a model of its control that made it no better than the original text; NULL for none. */
static const struct pv_stmt *find_spoiler(const struct pv_code *code)
{
    for (int i = 0; i < code->scop->stmts.n && code->is_no_better; i++)
        if (code->scop->stmts.v[i]->kind == PV_STMT_GENERIC && code->scop->stmts.v[i]->why)
            return code->scop->stmts.v[i];
    return NULL;
}

/* Does "stmt" write elements of an array that its model does not tell? */
static bool writes_anywhere(const struct pv_stmt *stmt)
{
    for (int i = 0; i < stmt->accesses.n; i++) {
        const struct pv_access *access = stmt->accesses.v[i];
        if (access->is_write && access->array->n_dims && !pv_access_is_plain(access))
            return true;
    }
    return false;
}

/* Where "task" gained nothing with its calls, it is tried with the bodies of the functions after all others have had their share.
 * Return whether that is so. */
static bool try_with_bodies(struct pv_job *job, struct pv_task *task)
{
    const struct pv_region *region = task->region;
    pv_regions again = {0};
    if (!task->code || !task->code->is_no_better || !region->keeps_calls || region->is_second)
        return false;
    pv_push(job->arena, &again, read_otherwise(job, region));
    pv_task_clear(task);
    task->is_gone = true;
    pv_tasks_insert(job->arena, &job->tasks, job->tasks.n - 1, &again);
    return true;
}

static bool find_loop(struct pv_tree *tree, void *user)
{
    *(int *)user += tree->kind == PV_TREE_FOR || tree->kind == PV_TREE_WHILE || tree->kind == PV_TREE_DO;
    return true;
}

/* Does "region", which is not marked, hold a loop around others, on the host? Pointers that the outer one exchanges, or a buffer
 * that it chooses, are the same in all iterations of the inner ones. */
static bool has_inner_loops(struct pv_job *job, const struct pv_region *region)
{
    enum pv_target target = job->options->output.target;
    int n = 0;
    if (!job->goes_by_region || region->is_marked || target != PV_TARGET_OPENMP || !region->body)
        return false;
    pv_tree_visit(region->body, find_loop, &n);
    return n > 1;
}

/* Where the whole of "task" gained nothing, or is held back, its parts are tried after task "behind": loops beside a statement
 * without a model may do better without it, and what is not known of the elements that one nest accesses may be in the way of
 * another. */
static void try_instead(struct pv_job *job, struct pv_task *task, int behind)
{
    const struct pv_region *region = task->region;
    const struct pv_stmt *spoiler = task->code && !region->is_marked ? find_spoiler(task->code) : NULL;
    pv_regions parts = {0};
    if (try_with_bodies(job, task))
        return;
    const struct pv_scop *scop = task->code ? task->code->scop : NULL;
    bool is_idle = scop && task->code->is_no_better, is_ordered = scop && pv_alias_keeps_order(scop);
    bool is_spoilt = spoiler && (!is_ordered || writes_anywhere(spoiler));
    bool is_divided = is_spoilt || ((is_idle || is_ordered) && pv_job_may_divide(job, region));
    if (is_divided || (is_idle && has_inner_loops(job, region)))
        pv_front_split(job->unit, region, &parts);
    if (!parts.n)
        return;
    if (is_spoilt) {
        struct pv_verdict verdict = pv_reason_opaque(job, spoiler, true);
        pv_report_range(job->report, region->range, &verdict);
    }
    if (is_divided) { /* else the text of "task" stays but for its parts, and it knows why its outer loop is not parallel */
        pv_task_clear(task);
        task->is_gone = true;
    }
    pv_tasks_insert(job->arena, &job->tasks, behind, &parts);
}

/* The time for "task" was up: nothing that was made of it counts. Its parts are tried after all others have had their share. */
static bool end_in_time(struct pv_job *job, struct pv_task *task)
{
    isl_ctx_resume(job->ctx);
    isl_ctx_reset_error(job->ctx);
    return try_parts(job, task, job->tasks.n - 1,
                     pv_printf(job->arena,
                               "it takes more than its share of %d s; allow more with --time-limit, or mark a smaller "
                               "region",
                               job->options->time_limit));
}

/* Run "stages" on task "at". */
static bool run_task(struct pv_job *job, int at, bool (*stages)(struct pv_job *job, struct pv_task *task))
{
    struct pv_task *task = job->tasks.v[at];
    int n_tiled = job->n_tiled;
    if (pv_clock_is_limited(job))
        pv_clock_allow(job, share_of(job, at));
    bool ok = stages(job, task);
    if (pv_job_is_short(job))
        return false;
    if (isl_ctx_aborted(job->ctx)) {
        job->n_tiled = n_tiled;
        return end_in_time(job, task);
    }
    if (ok)
        try_instead(job, task, at);
    return ok && (!task->too_much || try_parts(job, task, at, task->too_much));
}

bool pv_pieces_run(struct pv_job *job, bool (*stages)(struct pv_job *job, struct pv_task *task))
{
    bool ok = true;
    split_long(job);
    for (int at = 0; at < job->tasks.n && ok; at++)
        ok = run_task(job, at, stages);
    if (pv_clock_is_limited(job))
        pv_clock_allow(job, pv_clock_left(job) < least_for_text ? least_for_text : pv_clock_left(job));
    pv_tasks_drop_gone(&job->tasks);
    pv_tasks_sort(&job->tasks);
    return ok;
}
