/* Lowers overlapped tiles. A thread has a fixed place in the window of its block: some rows that follow each other, and along
 * other dimensions every so many columns, so that neighbours access neighbouring elements. It executes the points there. */
#include "lower/windows.h"

#include "lower/buffers.h"
#include "lower/threads.h"

/* Iterators that are used besides those of the loops, by number: of points. */
enum { PLACE = 1, LOW = 1, HIGH = 1 + PV_MAX_AXES, EACH = 1 + 2 * PV_MAX_AXES };

static pv_px *binary(struct pv_cctx *ctx, pv_px *a, const char *op, pv_px *b, enum pv_cprec prec)
{
    return pv_px_binary(ctx->arena, a, op, b, prec);
}

static pv_px *number(struct pv_cctx *ctx, int64_t value)
{
    return pv_px_number(ctx->arena, value);
}

static const char *extra_name(const struct pv_cctx *ctx, int pos)
{
    return ctx->iterators.v[ctx->device->code->point_depth + pos];
}

static pv_px *extra(struct pv_cctx *ctx, int pos)
{
    return pv_px_name(ctx->arena, extra_name(ctx, pos));
}

static const struct pv_overlap *overlap_of(const struct pv_cctx *ctx)
{
    return ctx->device->kernel->overlap;
}

static int axis_of(const struct pv_cctx *ctx, int dim)
{
    return overlap_of(ctx)->n_space - 1 - dim;
}

static pv_px *origin(struct pv_cctx *ctx, int dim)
{
    return pv_px_name(ctx->arena, ctx->device->origins[dim]);
}

/* "px + value", without the sum where there is none. */
static pv_px *plus(struct pv_cctx *ctx, pv_px *px, int value)
{
    if (!value)
        return px;
    return binary(ctx, px, value < 0 ? "-" : "+", number(ctx, value < 0 ? -value : value), PV_CPREC_SUM);
}

/* "factor * px" */
static pv_px *times(struct pv_cctx *ctx, int factor, pv_px *px)
{
    return factor == 1 ? px : binary(ctx, number(ctx, factor), "*", px, PV_CPREC_PRODUCT);
}

void pv_windows_name(const struct pv_lowering *lowering, struct pv_cdevice *device, const struct pv_kernel *kernel)
{
    for (int dim = 0; kernel->overlap && dim < kernel->overlap->n_space; dim++) {
        device->origins[dim] = pv_printf(lowering->arena, "%s%d", lowering->origin, dim);
        device->tiles[dim] = pv_printf(lowering->arena, "%s%d", lowering->tile, dim);
    }
}

void pv_windows_begin(struct pv_cctx *ctx, struct pv_pkernel *kernel, const struct pv_code_launch *launch)
{
    ctx->device->launch = launch;
    ctx->device->start = pv_cctx_here(ctx, NULL);
    for (int dim = 0; dim < overlap_of(ctx)->n_space; dim++)
        kernel->block_iterators[axis_of(ctx, dim)] = ctx->device->tiles[dim];
}

/* Points of a thread. */

/* Has a thread points along "dim" that follow each other? */
static bool has_rows(const struct pv_cctx *ctx, int dim)
{
    return dim == 0 && overlap_of(ctx)->n_space > 1;
}

static int points_of_thread(const struct pv_cctx *ctx, int dim)
{
    return pv_kernel_points_per_thread(ctx->device->kernel, axis_of(ctx, dim));
}

/* The place of point "which" of a thread along "dim"; NULL: the first. */
static pv_px *place_of(struct pv_cctx *ctx, int dim, pv_px *which)
{
    int axis = axis_of(ctx, dim), each = points_of_thread(ctx, dim);
    pv_px *id = pv_thread_id(ctx, PV_LEVEL_THREAD, axis), *place = origin(ctx, dim);
    place = binary(ctx, place, "+", has_rows(ctx, dim) ? times(ctx, each, id) : id, PV_CPREC_SUM);
    if (!which)
        return place;
    which = has_rows(ctx, dim) ? which : times(ctx, ctx->device->kernel->threads[axis], which);
    return binary(ctx, place, "+", which, PV_CPREC_SUM);
}

/* Enter the loop through the points of a thread along "dim", with their places in "name". */
static void enter_points(struct pv_cctx *ctx, struct pv_pout *out, int dim, const char *name)
{
    pv_px *which = NULL;
    if (points_of_thread(ctx, dim) > 1) {
        which = extra(ctx, EACH + dim);
        pv_px *test = binary(ctx, which, "<", number(ctx, points_of_thread(ctx, dim)), PV_CPREC_RELATION);
        struct pv_ps *loop = pv_ps_for(out, "int", which->text, number(ctx, 0), test, number(ctx, 1));
        loop->is_unrolled = ctx->device->unroll_points;
        pv_ps_enter(out, &loop->body);
    }
    pv_ps_const(out, pv_spell_iterator_type(ctx), name, place_of(ctx, dim, which));
}

/* "low <= px && px <= high" */
static pv_px *is_between(struct pv_cctx *ctx, pv_px *low, pv_px *first, pv_px *last, pv_px *high)
{
    pv_px *from = binary(ctx, first, ">=", pv_px_operand(ctx->arena, low, PV_CPREC_SUM), PV_CPREC_RELATION);
    return pv_px_and(ctx->arena, from,
                     binary(ctx, last, "<=", pv_px_operand(ctx->arena, high, PV_CPREC_SUM), PV_CPREC_RELATION));
}

/* Steps. */

/* The last value that the iterator of "loop" may have. */
static pv_px *last_of(struct pv_cctx *ctx, const struct pv_ps *loop)
{
    pv_px *limit = loop->cond->args[1];
    return loop->cond->text[1] == '=' ? limit : plus(ctx, pv_px_operand(ctx->arena, limit, PV_CPREC_SUM), -1);
}

static int dim_of(const struct pv_cctx *ctx, const struct pv_ps *loop)
{
    return overlap_of(ctx)->n_space - 1 - loop->split->member->axis;
}

/* Declare the first and the last value along "dim" that "loop" has in the tile. */
static void declare_ends(struct pv_cctx *ctx, struct pv_pout *out, const struct pv_ps *loop)
{
    int dim = dim_of(ctx, loop), step = loop->split->step;
    const char *type = pv_spell_iterator_type(ctx);
    pv_px *low = pv_px_macro(ctx->arena, PV_CMACRO_MAX, loop->init->expr, pv_thread_end_of_tile(ctx, step, dim, true));
    pv_px *high = pv_px_macro(ctx->arena, PV_CMACRO_MIN, last_of(ctx, loop),
                              pv_thread_end_of_tile(ctx, step, dim, false));
    pv_ps_const(out, type, extra_name(ctx, LOW + dim), low);
    pv_ps_const(out, type, extra_name(ctx, HIGH + dim), high);
}

/* The condition that the iterator of "loop" is between these. */
static pv_px *is_inside(struct pv_cctx *ctx, const struct pv_ps *loop)
{
    int dim = dim_of(ctx, loop);
    pv_px *value = pv_px_name(ctx->arena, loop->init->name);
    return is_between(ctx, extra(ctx, LOW + dim), value, value, extra(ctx, HIGH + dim));
}

static void add_all(struct pv_pout *out, const pv_pblock *block)
{
    for (int i = 0; i < block->n; i++)
        pv_push(out->arena, out->at, block->v[i]);
}

static void distribute(struct pv_cctx *ctx, struct pv_pout *out, const pv_pblock *block);

/* A loop over a dimension of space: the points of the thread that it has. */
static void add_loop(struct pv_cctx *ctx, struct pv_pout *out, const struct pv_ps *loop)
{
    pv_pblock *outside = pv_ps_enter(out, &pv_ps_add(out, PV_PS_BLOCK)->body);
    declare_ends(ctx, out, loop);
    enter_points(ctx, out, dim_of(ctx, loop), loop->init->name);
    pv_px *test = is_inside(ctx, loop);
    if (!loop->split->is_dense) {
        pv_px *distance = pv_px_paren(ctx->arena, binary(ctx, pv_px_name(ctx->arena, loop->init->name), "-",
                                                         pv_px_operand(ctx->arena, loop->init->expr, PV_CPREC_PRODUCT),
                                                         PV_CPREC_SUM));
        pv_px *rest = binary(ctx, distance, "%", loop->step->args[1], PV_CPREC_PRODUCT);
        test = pv_px_and(ctx->arena, test, binary(ctx, rest, "==", number(ctx, 0), PV_CPREC_EQUALITY));
    }
    pv_ps_enter(out, &pv_ps_if(out, test)->body);
    distribute(ctx, out, &loop->body);
    pv_ps_enter(out, outside);
}

/* An iterator with one value: a thread has the point if it is at that place. */
static void add_single(struct pv_cctx *ctx, struct pv_pout *out, struct pv_ps *block)
{
    pv_px *value = pv_px_name(ctx->arena, block->body.v[0]->name);
    ctx->device->step = block->split->step;
    pv_px *test = pv_thread_is_mine(ctx, block->split->member, value);
    pv_pblock *outside = pv_ps_enter(out, &pv_ps_add(out, PV_PS_BLOCK)->body);
    pv_push(ctx->arena, out->at, block->body.v[0]);
    pv_ps_enter(out, &pv_ps_if(out, test)->body);
    pv_pblock rest = {block->body.v + 2, block->body.n - 2, 0};
    distribute(ctx, out, &rest);
    pv_ps_enter(out, outside);
}

/* The loops "nest", in one another, through a box: the rows of a thread are innermost. If it has all of them there, no
 * test stands between them, so that compilers load once what several rows read. */
static void add_nest(struct pv_cctx *ctx, struct pv_pout *out, struct pv_ps *const *nest, int n)
{
    const pv_pblock *body = &nest[n - 1]->body;
    const struct pv_ps *rows = nest[0];
    pv_pblock *outside = pv_ps_enter(out, &pv_ps_add(out, PV_PS_BLOCK)->body);
    for (int dim = 0; dim < n; dim++)
        declare_ends(ctx, out, nest[dim]);
    for (int dim = n - 1; dim >= 1; dim--) {
        enter_points(ctx, out, dim, nest[dim]->init->name);
        pv_ps_enter(out, &pv_ps_if(out, is_inside(ctx, nest[dim]))->body);
    }
    int each = points_of_thread(ctx, 0);
    pv_px *last = plus(ctx, place_of(ctx, 0, NULL), each - 1);
    struct pv_ps *choice = pv_ps_if(out,
                                    is_between(ctx, extra(ctx, LOW), place_of(ctx, 0, NULL), last, extra(ctx, HIGH)));
    choice->has_other = true;
    for (int is_full = 1; is_full >= 0; is_full--) {
        pv_ps_enter(out, is_full ? &choice->body : &choice->other);
        enter_points(ctx, out, 0, rows->init->name);
        if (!is_full)
            pv_ps_enter(out, &pv_ps_if(out, is_inside(ctx, rows))->body);
        add_all(out, body);
    }
    pv_ps_enter(out, outside);
}

static void look_for_split(const struct pv_ps *stmt, void *user)
{
    bool *is_found = user;
    *is_found = *is_found || stmt->split;
}

/* Do the loops of all dimensions stand in "loop" one in another, outermost first, and is each of them independent of the others? They
 * are put into "nest". */
static bool find_nest(const struct pv_cctx *ctx, struct pv_ps *loop, struct pv_ps **nest)
{
    int n = overlap_of(ctx)->n_space;
    for (int dim = 0; dim < n; dim++) {
        bool fits = loop->kind == PV_PS_FOR && loop->split && loop->split->is_dense && dim_of(ctx, loop) == dim;
        for (int i = 0; i < dim && fits; i++)
            fits = !pv_px_names(loop->init->expr, nest[i]->init->name) &&
                   !pv_px_names(loop->cond->args[1], nest[i]->init->name);
        if (!fits || (dim + 1 < n && loop->body.n != 1))
            return false;
        nest[dim] = loop;
        loop = dim + 1 < n ? loop->body.v[0] : loop;
    }
    bool has_more = false;
    pv_pblock_visit(&loop->body, look_for_split, NULL, &has_more);
    return !has_more && has_rows(ctx, 0) && points_of_thread(ctx, 0) > 1;
}

static void distribute(struct pv_cctx *ctx, struct pv_pout *out, const pv_pblock *block)
{
    for (int i = 0; i < block->n; i++) {
        struct pv_ps *stmt = block->v[i], *nest[PV_MAX_AXES];
        if (stmt->split && stmt->kind == PV_PS_BLOCK) {
            add_single(ctx, out, stmt);
        } else if (stmt->split && find_nest(ctx, stmt, nest)) {
            add_nest(ctx, out, nest, overlap_of(ctx)->n_space);
        } else if (stmt->split) {
            add_loop(ctx, out, stmt);
        } else {
            pv_pblock body = stmt->body, other = stmt->other;
            stmt->body = stmt->other = (pv_pblock){0};
            pv_push(ctx->arena, out->at, stmt);
            pv_pblock *outside = pv_ps_enter(out, &stmt->body);
            distribute(ctx, out, &body);
            pv_ps_enter(out, &stmt->other);
            distribute(ctx, out, &other);
            pv_ps_enter(out, outside);
        }
    }
}

/* How many iterations of the launch follow: "iterations * launch + iterations - 1 - time". */
static pv_px *rest_of_launch(struct pv_cctx *ctx)
{
    int depth = ctx->device->kernel->depth, n = overlap_of(ctx)->iterations;
    if (n == 1)
        return number(ctx, 0);
    pv_px *launch = pv_px_name(ctx->arena, ctx->iterators.v[depth - 1]);
    pv_px *last = plus(ctx, times(ctx, n, launch), n - 1);
    return binary(ctx, last, "-", pv_px_name(ctx->arena, ctx->iterators.v[depth]), PV_CPREC_SUM);
}

/* Threads wait for each other after each band. A condition around bands, the same for all, goes into them, since not all drivers get
 * barriers under conditions right. */
static void sink_condition(struct pv_pout *out, struct pv_ps *stmt, void *user)
{
    (void)user;
    bool sinks = stmt->kind == PV_PS_IF && !stmt->has_other && stmt->body.n;
    for (int i = 0; i < stmt->body.n && sinks; i++)
        sinks = stmt->body.v[i]->kind == PV_PS_PHASE && stmt->body.v[i]->phase == PV_PHASE_BAND;
    if (!sinks) {
        pv_push(out->arena, out->at, stmt);
        return;
    }
    for (int i = 0; i < stmt->body.n; i++) {
        struct pv_ps *phase = pv_ps_phase(out, PV_PHASE_BAND);
        pv_pblock *outside = pv_ps_enter(out, &phase->body);
        pv_ps_if(out, stmt->cond)->body = stmt->body.v[i]->body;
        pv_ps_enter(out, outside);
    }
}

static void distribute_band(struct pv_pout *out, struct pv_ps *stmt, void *user)
{
    struct pv_cctx *ctx = user;
    pv_push(out->arena, out->at, stmt);
    if (stmt->kind != PV_PS_PHASE || stmt->phase != PV_PHASE_BAND)
        return;
    pv_pblock body = stmt->body;
    stmt->body = (pv_pblock){0};
    pv_pblock *outside = pv_ps_enter(out, &stmt->body);
    pv_ps_enter(out, &pv_ps_add(out, PV_PS_BLOCK)->body);
    pv_ps_const(out, pv_spell_iterator_type(ctx), pv_thread_rest_name(ctx), rest_of_launch(ctx));
    pv_ps_mention(out, pv_thread_rest_name(ctx));
    distribute(ctx, out, &body);
    pv_ps_enter(out, outside);
}

/* Enter the loop over the tiles of a block along "dim", and declare where the window begins. */
static void enter_tiles(struct pv_cctx *ctx, struct pv_pout *out, int dim)
{
    const struct pv_overlap *overlap = overlap_of(ctx);
    const char *type = pv_spell_iterator_type(ctx);
    pv_px *tile = pv_px_name(ctx->arena, ctx->device->tiles[dim]);
    pv_px *n = pv_astexpr_converted(ctx, ctx->device->launch->tiles[axis_of(ctx, dim)]);
    pv_px *test = binary(ctx, tile, "<", pv_px_operand(ctx->arena, n, PV_CPREC_SUM), PV_CPREC_RELATION);
    struct pv_ps *loop = pv_ps_for(out, type, tile->text, pv_thread_id(ctx, PV_LEVEL_BLOCK, axis_of(ctx, dim)), test,
                                   pv_thread_count(ctx, PV_LEVEL_BLOCK, axis_of(ctx, dim)));
    pv_ps_enter(out, &loop->body);
    pv_px *first = plus(ctx, times(ctx, overlap->own[dim], tile), -overlap->before[dim]);
    pv_ps_const(out, type, ctx->device->origins[dim], first);
}

void pv_windows_distribute(struct pv_cctx *ctx, struct pv_pkernel *kernel)
{
    pv_pblock_replace(ctx->arena, &kernel->body, sink_condition, NULL);
    pv_pblock_replace(ctx->arena, &kernel->body, distribute_band, ctx);
    pv_pblock body = kernel->body;
    kernel->body = (pv_pblock){0};
    struct pv_pout out = {ctx->arena, &kernel->body};
    bool overflows = ctx->overflows;
    pv_cctx_go(ctx, ctx->device->start);
    for (int dim = 0; dim < overlap_of(ctx)->n_space; dim++)
        enter_tiles(ctx, &out, dim);
    ctx->overflows = overflows;
    add_all(&out, &body);
}

/* Windows. */

/* Know that the place along "dim" is one in the array. */
static void know_place(struct pv_cctx *ctx, const struct pv_code_fill *fill, int dim)
{
    int depth = ctx->device->code->point_depth + PLACE + dim, n_known = (int)isl_set_dim(ctx->known, isl_dim_set);
    pv_int128 most = pv_astexpr_converted(ctx, fill->end[dim])->range.max - 1;
    pv_cctx_set_range(ctx, depth, (struct pv_crange){0, most > 0 ? most : 0});
    if (n_known <= depth)
        ctx->known = isl_set_add_dims(ctx->known, isl_dim_set, (unsigned)(depth + 1 - n_known));
    ctx->known = isl_set_lower_bound_si(ctx->known, isl_dim_set, (unsigned)depth, 0);
}

/* Enter the loops through the elements of a thread. Return the element of the window. */
static pv_px *enter_elements(struct pv_cctx *ctx, struct pv_pout *out, const struct pv_local *local)
{
    pv_px *element = pv_px_name(ctx->arena, pv_spell_local(ctx, local));
    pv_ps_enter(out, &pv_ps_add(out, PV_PS_BLOCK)->body);
    for (int dim = local->n_dims - 1; dim >= 0; dim--)
        enter_points(ctx, out, dim, extra_name(ctx, PLACE + dim));
    for (int dim = 0; dim < local->n_dims; dim++)
        element = pv_px_index(ctx->arena, element, pv_buffer_in_window(ctx, extra(ctx, PLACE + dim), dim));
    return element;
}

/* The element at the place in the iterators, of "array", which is called "name". */
static pv_px *element_of(struct pv_cctx *ctx, const struct pv_array *array, const char *name)
{
    pv_px *subs[PV_MAX_AXES];
    const struct pv_code_buffer *buffer = pv_buffer_find(ctx, array->var);
    if (!buffer) {
        ctx->failure = "a window of something that is not in memory";
        return number(ctx, 0);
    }
    for (int dim = 0; dim < array->n_dims; dim++)
        subs[dim] = pv_px_with(ctx->arena, extra(ctx, PLACE + dim),
                               ctx->ranges.v[ctx->device->code->point_depth + PLACE + dim], ctx->width);
    return pv_buffer_subscripted(ctx, buffer, pv_px_name(ctx->arena, name), subs, array->n_dims);
}

/* "condition" and that the place along "dim" is before the end of the array. */
static pv_px *before_end(struct pv_cctx *ctx, const struct pv_code_fill *fill, int dim, pv_px *condition)
{
    pv_px *end = pv_px_operand(ctx->arena, pv_astexpr_converted(ctx, fill->end[dim]), PV_CPREC_SUM);
    return pv_px_and(ctx->arena, condition, binary(ctx, extra(ctx, PLACE + dim), "<", end, PV_CPREC_RELATION));
}

static pv_px *also(struct pv_cctx *ctx, pv_px *condition, pv_ax *more)
{
    if (!more)
        return condition;
    pv_px *px = pv_px_operand(ctx->arena, pv_astexpr_converted(ctx, more), PV_CPREC_LAND);
    return pv_px_and(ctx->arena, condition, px);
}

static void copy_if(struct pv_pout *out, pv_px *condition, pv_px *to, pv_px *from)
{
    struct pv_ps *choice = pv_ps_if(out, condition);
    choice->is_bare = true;
    pv_ps_enter(out, &choice->body);
    pv_ps_assign(out, to, from);
}

void pv_windows_fill(struct pv_cctx *ctx, struct pv_pout *out, const struct pv_code_fill *fill)
{
    const struct pv_local *local = fill->local;
    if (!local->alternates && !fill->has_reads)
        return;
    isl_set *before = isl_set_copy(ctx->known);
    pv_pblock *outside = out->at;
    for (int dim = 0; dim < local->n_dims; dim++)
        know_place(ctx, fill, dim);
    pv_px *element = enter_elements(ctx, out, local), *condition = NULL;
    for (int dim = 0; dim < local->n_dims; dim++) {
        condition = pv_px_and(ctx->arena, condition,
                              binary(ctx, extra(ctx, PLACE + dim), ">=", number(ctx, 0), PV_CPREC_RELATION));
        condition = before_end(ctx, fill, dim, condition);
    }
    condition = also(ctx, condition, fill->is_read);
    copy_if(out, condition, element, element_of(ctx, local->array, pv_spell_name(ctx, local->array->var)));
    pv_ps_enter(out, outside);
    isl_set_free(ctx->known);
    ctx->known = before;
}

void pv_windows_store(struct pv_cctx *ctx, struct pv_pout *out, const struct pv_code_fill *fill)
{
    const struct pv_local *local = fill->local;
    const struct pv_overlap *overlap = overlap_of(ctx);
    const char *next = pv_buffer_next(ctx, local->array);
    isl_set *before = isl_set_copy(ctx->known);
    pv_pblock *outside = out->at;
    for (int dim = 0; dim < local->n_dims; dim++)
        know_place(ctx, fill, dim);
    pv_px *element = enter_elements(ctx, out, local), *condition = NULL;
    for (int dim = 0; dim < local->n_dims; dim++) {
        pv_px *first = plus(ctx, origin(ctx, dim), overlap->before[dim]), *place = extra(ctx, PLACE + dim);
        pv_px *last = plus(ctx, origin(ctx, dim), overlap->before[dim] + overlap->own[dim] - 1);
        condition = pv_px_and(ctx->arena, condition, is_between(ctx, first, place, place, last));
        condition = before_end(ctx, fill, dim, condition);
    }
    condition = also(ctx, condition, fill->is_written);
    copy_if(out, condition, element_of(ctx, local->array, next ? next : pv_spell_name(ctx, local->array->var)),
            element);
    pv_ps_enter(out, outside);
    isl_set_free(ctx->known);
    ctx->known = before;
}
