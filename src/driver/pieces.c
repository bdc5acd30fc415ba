/* Runs the stages region by region, and splits regions that take too much work. */
#include "driver/pieces.h"

#include "driver/clock.h"
#include "driver/lowerstage.h"
#include "front/regions.h"

#include <stdlib.h>

/* Most regions need less than their share of the time: each may take this much more, and leaves at least so much of the
 * time to those behind it. */
static const double generosity = 1.5, part_for_others = 0.25;

/* No share is smaller than this part of the time limit: that most regions can do with. With less, none would come to an end. */
static const double least_share = 0.06;

/* A region with more references than this is taken apart before it is tried: the work grows faster than the references, and
 * what is spent on a region that takes too much time is lost for its parts. */
enum { MOST_REFERENCES = 150, REFERENCES_OF_CALL = 40 };

/* What is left for writing the program, in seconds, and as a part of the time. */
static const double least_for_text = 5, part_for_text = 0.1;

/* A timer of no length would never ring. */
static const double shortest = 0.001;

struct shape {
    int n_loops, n_references;
    bool has_calls; /* of functions with a body, which may take their place */
};

static bool look_at_expr(struct pv_expr *expr, void *user)
{
    struct shape *shape = user;
    bool is_call = expr->kind == PV_EXPR_CALL && expr->callee && expr->callee->has_body;
    shape->has_calls = shape->has_calls || is_call;
    shape->n_references += is_call ? REFERENCES_OF_CALL : expr->kind == PV_EXPR_ACCESS && expr->n_steps;
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

/* How much of the time a region should get, next to others: by its length and its references. */
static double weight_of(const struct pv_region *region)
{
    struct shape shape = {0};
    if (region->body)
        pv_tree_visit(region->body, look_at, &shape);
    return 1 + (double)region->range.end.line - (double)region->range.begin.line + (double)shape.n_references;
}

static double share_of(const struct pv_job *job, const pv_regions *queue, int at)
{
    int time_limit = job->options->time_limit;
    double all = 0;
    for (int i = at; i < queue->n; i++)
        all += weight_of(queue->v[i]);
    double part = weight_of(queue->v[at]) / all, most = 1 - part_for_others;
    if (at + 1 < queue->n && part < most)
        part = generosity * part < most ? generosity * part : most;
    double all_left = pv_clock_left(job) - part_for_text * time_limit, least = least_share * time_limit;
    double share = all_left * part < least ? least : all_left * part;
    share = share < all_left ? share : all_left;
    return share > shortest ? share : shortest;
}

/* Append what may be tried in the place of "region", which takes too much work: the same without the bodies of called
 * functions, where that leaves loops around them, or smaller parts. */
static void add_smaller(struct pv_job *job, const struct pv_region *region, pv_regions *parts)
{
    struct shape shape = {0};
    if (region->is_marked || !region->body)
        return;
    pv_tree_visit(region->body, look_at, &shape);
    if (shape.has_calls && shape.n_loops > 1 && !region->keeps_calls)
        pv_push(job->arena, parts, pv_front_keep_calls(job->unit, region));
    else
        pv_front_split(job->unit, region, parts);
}

/* Loops in the list of statements "tree". */
static int count_nests(const struct pv_tree *tree)
{
    int n = tree->kind == PV_TREE_FOR || tree->kind == PV_TREE_WHILE;
    for (int i = 0; tree->kind == PV_TREE_BLOCK && i < tree->children.n; i++)
        n += count_nests(tree->children.v[i]);
    return n;
}

/* Append "region" to "queue", or, where it is a long list of loop nests that the user has not marked, its parts. On a device
 * the nests of one region share their data. */
static void add_in_parts(struct pv_job *job, pv_regions *queue, struct pv_region *region)
{
    struct shape shape = {0};
    pv_regions parts = {0};
    enum pv_target target = job->options->output.target;
    bool is_for_device = target == PV_TARGET_CUDA || target == PV_TARGET_OPENCL;
    bool may_split = !region->is_marked && pv_clock_is_limited(job) && !is_for_device;
    if (region->body && may_split && count_nests(region->body) > 1)
        pv_tree_visit(region->body, look_at, &shape);
    if (shape.n_references > MOST_REFERENCES)
        pv_front_split(job->unit, region, &parts);
    if (!parts.n) {
        pv_push(job->arena, queue, region);
        return;
    }
    for (int i = 0; i < parts.n; i++)
        add_in_parts(job, queue, parts.v[i]);
}

/* A job for "region" alone. */
static struct pv_job *begin_piece(struct pv_job *job, struct pv_region *region)
{
    struct pv_job *piece = pv_job_new_in(job->arena, job->diag, job->options, job->ctx, job->input);
    piece->unit = pv_new(job->arena, struct pv_unit);
    *piece->unit = *job->unit;
    piece->unit->regions.v = NULL;
    piece->unit->regions.n = piece->unit->regions.cap = 0;
    pv_push(job->arena, &piece->unit->regions, region);
    piece->report = job->report;
    piece->done = job->done;
    piece->is_piece = true;
    piece->n_tiled = job->n_tiled;
    piece->lowering = pv_job_lowering(job);
    pv_push(job->arena, &job->pieces, piece);
    return piece;
}

/* Put the parts of "region" into the queue behind "at"; without parts, its text stays. */
static bool go_on_with(struct pv_job *job, pv_regions *queue, int at, const struct pv_region *region,
                       const char *reason)
{
    pv_regions parts = {0};
    add_smaller(job, region, &parts);
    if (!parts.n)
        return pv_job_leave_alone(job, region, reason);
    for (int i = 0; i < parts.n; i++)
        pv_push(job->arena, queue, NULL);
    for (int i = queue->n - 1; i - parts.n > at; i--)
        queue->v[i] = queue->v[i - parts.n];
    for (int i = 0; i < parts.n; i++)
        queue->v[at + 1 + i] = parts.v[i];
    return true;
}

/* The time for "piece" was up: nothing that it made counts. Its parts are tried after all others have had their share. */
static bool end_in_time(struct pv_job *job, struct pv_job *piece, pv_regions *queue, int at)
{
    isl_ctx_resume(job->ctx);
    pv_job_lift_limit(job);
    isl_ctx_reset_error(job->ctx);
    for (int i = 0; i < piece->codes.n; i++)
        pv_code_free(piece->codes.v[i]);
    piece->codes.n = 0;
    return go_on_with(job, queue, queue->n - 1, queue->v[at],
                      pv_printf(job->arena,
                                "it takes more than its share of %d s; allow more with --time-limit, or mark a smaller "
                                "region",
                                job->options->time_limit));
}

static int compare_codes(const void *a, const void *b)
{
    const struct pv_code *left = *(struct pv_code *const *)a, *right = *(struct pv_code *const *)b;
    unsigned at = left->scop->region->range.begin.offset, other = right->scop->region->range.begin.offset;
    return (at > other) - (at < other);
}

/* Take the code that the pieces have made, in the order of the text. */
static void collect_codes(struct pv_job *job)
{
    for (int i = 0; i < job->pieces.n; i++) {
        struct pv_job *piece = job->pieces.v[i];
        for (int k = 0; k < piece->codes.n; k++)
            pv_push(job->arena, &job->codes, piece->codes.v[k]);
        piece->codes.n = 0;
    }
    if (job->codes.n)
        qsort(job->codes.v, (size_t)job->codes.n, sizeof(struct pv_code *), compare_codes);
}

bool pv_pieces_run(struct pv_job *job, bool (*stages)(struct pv_job *piece))
{
    pv_regions queue = {0};
    bool ok = true;
    for (int i = 0; i < job->unit->regions.n; i++)
        add_in_parts(job, &queue, job->unit->regions.v[i]);
    for (int at = 0; at < queue.n && ok; at++) {
        struct pv_job *piece = begin_piece(job, queue.v[at]);
        if (pv_clock_is_limited(job))
            pv_clock_allow(job, share_of(job, &queue, at));
        ok = stages(piece);
        if (isl_ctx_aborted(job->ctx)) {
            ok = end_in_time(job, piece, &queue, at);
            continue;
        }
        job->n_tiled = piece->n_tiled;
        for (int i = 0; i < piece->given_up.n && ok; i++)
            ok = go_on_with(job, &queue, at, piece->given_up.v[i].region, piece->given_up.v[i].reason);
    }
    if (pv_clock_is_limited(job))
        pv_clock_allow(job, pv_clock_left(job) < least_for_text ? least_for_text : pv_clock_left(job));
    collect_codes(job);
    return ok;
}
