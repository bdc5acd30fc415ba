#include "driver/pieces.h"

#include "driver/clock.h"
#include "driver/lowerstage.h"
#include "front/regions.h"

#include <stdlib.h>

/* A region gets at least this part of the time that is left: one that needs a lot leaves most of it to the others, and
 * one that does not need its share leaves it to the rest. */
static const double least_share = 0.125;

/* What is left for writing the program, in seconds, and as a part of the time. */
static const double least_for_text = 5, part_for_text = 0.1;

/* How much of the time a region should get, next to others: by its length. */
static double weight_of(const struct pv_region *region)
{
    return 1 + (double)region->range.end.line - (double)region->range.begin.line;
}

static double share_of(const struct pv_job *job, const pv_regions *queue, int at)
{
    double all = 0;
    for (int i = at; i < queue->n; i++)
        all += weight_of(queue->v[i]);
    double part = weight_of(queue->v[at]) / all;
    return (1 - part_for_text) * pv_clock_left(job) * (part < least_share ? least_share : part);
}

static bool find_call(struct pv_expr *expr, void *user)
{
    bool *is_found = user;
    *is_found = *is_found || (expr->kind == PV_EXPR_CALL && expr->callee && expr->callee->has_body);
    return !*is_found;
}

static void find_call_at(struct pv_expr **expr, void *user)
{
    pv_expr_visit(*expr, find_call, user);
}

struct shape {
    int n_loops;
    bool has_calls; /* of functions with a body, which may take their place */
};

static bool look_at(struct pv_tree *tree, void *user)
{
    struct shape *shape = user;
    shape->n_loops += tree->kind == PV_TREE_FOR || tree->kind == PV_TREE_WHILE;
    pv_tree_visit_exprs(tree, find_call_at, &shape->has_calls);
    return true;
}

/* Append what may be tried in the place of "region", which takes too much work: the same without the bodies of called
 * functions, where that leaves loops around them, or smaller parts. */
static void add_smaller(struct pv_job *job, const struct pv_region *region, pv_regions *parts)
{
    struct shape shape = {0, false};
    if (region->is_marked || !region->body)
        return;
    pv_tree_visit(region->body, look_at, &shape);
    if (shape.has_calls && shape.n_loops > 1 && !region->keeps_calls)
        pv_push(job->arena, parts, pv_front_keep_calls(job->unit, region));
    else
        pv_front_split(job->unit, region, parts);
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
    piece->whole = job;
    piece->n_tiled = job->n_tiled;
    piece->lowering = pv_job_lowering(job);
    pv_push(job->arena, &job->pieces, piece);
    return piece;
}

/* Put "parts" into the queue behind "at", and say that they take the place of "region"; without parts, its text stays. */
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

/* The time for "piece" was up: nothing that it made counts. */
static bool end_in_time(struct pv_job *job, struct pv_job *piece, pv_regions *queue, int at)
{
    isl_ctx_resume(job->ctx);
    pv_job_lift_limit(job);
    isl_ctx_reset_error(job->ctx);
    for (int i = 0; i < piece->codes.n; i++)
        pv_code_free(piece->codes.v[i]);
    piece->codes.n = 0;
    return go_on_with(job, queue, at, queue->v[at],
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
        pv_push(job->arena, &queue, job->unit->regions.v[i]);
    for (int at = 0; at < queue.n && ok; at++) {
        struct pv_job *piece = begin_piece(job, queue.v[at]);
        if (pv_clock_is_limited(job))
            pv_clock_allow(job, share_of(job, &queue, at));
        ok = stages(piece);
        if (pv_job_is_short(job))
            return false;
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
