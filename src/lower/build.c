/* Builds a program from a syntax tree: loops, conditions, statements, and marks for the passes that follow. */
#include "lower/build.h"

#include "lower/leaves.h"
#include "lower/sharing.h"
#include "lower/threads.h"
#include "lower/unrolljam.h"

/* The member of the kernel whose loop stands at "depth"; NULL where there is none. */
static const struct pv_kernel_member *shared_member(const struct pv_cctx *ctx, int depth)
{
    const struct pv_kernel *kernel = ctx->device ? ctx->device->kernel : NULL;
    int number = kernel ? ctx->device->member_at[depth] : 0;
    return number ? &kernel->members[number - 1] : NULL;
}

/* The syntax tree. */

struct walk {
    struct pv_cctx *ctx;
    struct pv_pout *out;
    const struct pv_build_hooks *hooks;
    enum pv_threads threads;
};

static void add_nodes(struct walk *walk, const pv_anodes *nodes);

static void add_leaf(struct walk *walk, const struct pv_code_leaf *leaf)
{
    if (walk->hooks->before)
        walk->hooks->before(walk->ctx, walk->out, leaf, walk->hooks->user);
    pv_leaves_add(walk->ctx, walk->out, leaf);
}

/* A loop of the syntax tree: its iterator goes from "init" on, as long as it is "op" "limit", by "step". */
struct loop {
    const struct pv_an *node;
    int depth;
    const char *op;
    pv_px *name, *init, *limit, *step;
    pv_px *test; /* "name op limit" */
};

static bool is_dense(const struct loop *loop)
{
    return loop->step->range.min == 1 && loop->step->range.max == 1;
}

/* The limit in "iterator < limit" or "iterator <= limit". */
static pv_px *loop_limit(struct pv_cctx *ctx, pv_ax *cond, const char **op)
{
    if (cond->kind != PV_AX_LT && cond->kind != PV_AX_LE) {
        ctx->failure = "a loop condition that is not an upper bound";
        *op = "<";
        return pv_px_number(ctx->arena, 0);
    }
    *op = cond->kind == PV_AX_LT ? "<" : "<=";
    return pv_astexpr(ctx, cond->args[1]);
}

static struct loop read_loop(struct pv_cctx *ctx, const struct pv_an *node)
{
    bool overflows = ctx->overflows;
    struct loop loop = {.node = node, .depth = node->depth};
    loop.name = pv_px_name(ctx->arena, ctx->iterators.v[loop.depth]);
    loop.init = pv_astexpr(ctx, node->init);
    loop.limit = loop_limit(ctx, node->cond, &loop.op);
    loop.step = pv_astexpr(ctx, node->step);
    loop.test = pv_px_binary(ctx->arena, loop.name, loop.op, pv_px_operand(ctx->arena, loop.limit, PV_CPREC_SUM),
                             PV_CPREC_RELATION);
    if (ctx->device)
        ctx->overflows = overflows; /* in bounds, conversions are enough: narrow iterators are worth more there */
    return loop;
}

/* Enter "loop": know the values its iterator takes in the body. Return those it takes at all, the one that
 * ends the loop included. */
static struct pv_crange enter_loop(struct pv_cctx *ctx, const struct loop *loop)
{
    struct pv_crange range = {loop->init->range.min, loop->limit->range.max};
    range.max = range.max < range.min ? range.min : range.max;
    ctx->known = pv_crange_enter(ctx->known, loop->depth, loop->node->init, loop->node->cond);
    struct pv_crange with_end = {range.min, range.max + loop->step->range.max};
    if (!pv_crange_fits_int(with_end) && !pv_astexpr_is_rough(ctx, with_end))
        range = pv_crange_of_iterator(ctx->known, loop->depth, range);
    pv_cctx_set_range(ctx, loop->depth, range);
    range.max += loop->step->range.max;
    return pv_crange_join(range, loop->init->range);
}

/* Add "nodes" to "body". */
static void add_to(struct walk *walk, pv_pblock *body, const pv_anodes *nodes)
{
    pv_pblock *outside = pv_ps_enter(walk->out, body);
    add_nodes(walk, nodes);
    pv_ps_enter(walk->out, outside);
}

/* Add "nodes" under "condition"; NULL: always. */
static void add_under(struct walk *walk, pv_px *condition, const pv_anodes *nodes)
{
    add_to(walk, condition ? &pv_ps_if(walk->out, condition)->body : walk->out->at, nodes);
}

/* Loops that blocks and threads share: what is left to decide about them, when all loops are there. */

/* The members of a kernel, by bit, that have a loop in the body of the one at "depth". */
static uint64_t looped_inside(const struct pv_cctx *ctx, int depth)
{
    return ctx->device->looped | (uint64_t)1 << (ctx->device->member_at[depth] - 1);
}

/* Add "body", that of the loop of a member at "depth", to "to". */
static void add_member_body(struct walk *walk, int depth, pv_pblock *to, const pv_anodes *body)
{
    struct pv_cdevice *device = walk->ctx->device;
    uint64_t outside = device->looped;
    device->looped = looped_inside(walk->ctx, depth);
    add_to(walk, to, body);
    device->looped = outside;
}

/* The iterations of the loop at "depth" are distributed; "member" is NULL for the points of one thread. */
static const struct pv_ps_split *new_split(const struct pv_cctx *ctx, const struct pv_kernel_member *member, int depth,
                                           bool is_dense)
{
    struct pv_ps_split *split = pv_new(ctx->arena, struct pv_ps_split);
    split->member = member;
    split->n_points = member ? 0 : ctx->device->points_at[depth];
    split->values = ctx->ranges.v[depth];
    split->is_dense = is_dense;
    split->is_free = ctx->device->is_free;
    split->is_alone = member && (member->level == PV_LEVEL_BLOCK ||
                                 ctx->device->alone >> (ctx->device->member_at[depth] - 1) & 1);
    split->step = ctx->device->step;
    return split;
}

static void set_values(struct pv_ps *decl, struct pv_crange values)
{
    decl->has_values = true;
    decl->values = values;
}

/* A loop of one iteration: a block with a constant in place of the iterator. */
static void add_degenerate(struct walk *walk, const struct pv_an *node)
{
    struct pv_cctx *ctx = walk->ctx;
    int depth = node->depth;
    pv_px *value = pv_astexpr(ctx, node->init);
    isl_set *outside_known = isl_set_copy(ctx->known);
    pv_ax *is_most = pv_ax_binary(ctx->arena, PV_AX_LE, pv_ax_iterator(ctx->arena, depth), node->init);
    ctx->known = pv_crange_enter(ctx->known, depth, node->init, is_most);
    ctx->overflows = ctx->overflows || !pv_crange_fits_int(value->range);
    pv_cctx_set_range(ctx, depth, value->range);
    struct pv_ps *block = pv_ps_add(walk->out, PV_PS_BLOCK);
    pv_pblock *outside = pv_ps_enter(walk->out, &block->body);
    set_values(pv_ps_const(walk->out, pv_spell_iterator_type(ctx), ctx->iterators.v[depth], value), value->range);
    pv_ps_mention(walk->out, ctx->iterators.v[depth]);
    const struct pv_kernel_member *member = shared_member(ctx, depth);
    if (member) {
        block->split = new_split(ctx, member, depth, false);
        add_member_body(walk, depth, &block->body, &node->body);
    } else {
        add_nodes(walk, &node->body);
    }
    isl_set_free(ctx->known);
    ctx->known = outside_known;
    pv_ps_enter(walk->out, outside);
}

/* A loop whose iterations blocks, threads or the points of a thread share. */
static void add_split_loop(struct walk *walk, const struct loop *loop, const struct pv_kernel_member *member)
{
    struct pv_cctx *ctx = walk->ctx;
    struct pv_ps *stmt = pv_ps_for(walk->out, pv_spell_iterator_type(ctx), loop->name->text, loop->init, loop->test,
                                   loop->step);
    stmt->split = new_split(ctx, member, loop->depth, is_dense(loop));
    set_values(stmt->init, ctx->ranges.v[loop->depth]);
    if (member)
        add_member_body(walk, loop->depth, &stmt->body, &loop->node->body);
    else
        add_to(walk, &stmt->body, &loop->node->body);
}

/* Other loops. */

/* What the search for scalars needs to know about "loop", whose "mark" says what is special about it, or is NULL. "around" is
 * what is known around it. */
static const struct pv_ps_inner *new_inner(struct pv_cctx *ctx, const struct loop *loop, const struct pv_mark *mark,
                                           __isl_keep isl_set *around)
{
    struct pv_ps_inner *inner = pv_new(ctx->arena, struct pv_ps_inner);
    inner->depth = loop->depth;
    inner->step = loop->step->range.min == loop->step->range.max && pv_crange_fits_int(loop->step->range)
                      ? (int)loop->step->range.min
                      : 0;
    inner->mark = mark;
    inner->keeps_last = mark && mark->sharing.lasts.n;
    inner->inside = pv_cctx_here(ctx, NULL);
    inner->around = pv_cctx_around(ctx, around, loop->node);
    return inner;
}

/* "loop" as it is. "around" is what is known around it. */
static void add_plain_loop(struct walk *walk, const struct loop *loop, __isl_keep isl_set *around)
{
    struct pv_cctx *ctx = walk->ctx;
    const struct pv_code_loop *about = loop->node->loop;
    bool is_short = loop->limit->range.min == loop->limit->range.max &&
                    loop->init->range.min == loop->init->range.max &&
                    loop->limit->range.max - loop->init->range.min <= 16;
    struct pv_ps *stmt = pv_ps_for(walk->out, pv_spell_iterator_type(ctx), loop->name->text, loop->init, loop->test,
                                   loop->step);
    set_values(stmt->init, ctx->ranges.v[loop->depth]);
    stmt->is_unrolled = ctx->device && ctx->device->in_free_stage && is_short && ctx->device->unroll_points;
    stmt->is_collapsible = about && about->mark && about->mark->kind == PV_MARK_COLLAPSE;
    if (!ctx->device || ctx->promotes)
        stmt->inner = new_inner(ctx, loop, about ? about->mark : NULL, around);
    if (about)
        pv_sharing_decide(ctx, stmt, about, walk->threads, loop->init, loop->limit);
    add_to(walk, &stmt->body, &loop->node->body);
}

/* More than any coordinate. */
static const int most_threads = 65536;

/* Add the nest at "node" to be unrolled and jammed, where that was asked for and it has the form for it. Where it has not, this is
 * noted for reports. */
static bool add_jammed(struct walk *walk, const struct pv_an *node)
{
    struct pv_code_loop *loop = node->loop;
    if (!loop || loop->factor <= 1)
        return false;
    if (!pv_unrolljam_applies(walk->ctx, node)) {
        loop->factor = 1;
        return false;
    }
    struct pv_ps *nest = pv_ps_add(walk->out, PV_PS_NEST);
    nest->threads = walk->threads;
    nest->place = pv_cctx_here(walk->ctx, node);
    return true;
}

static void add_loop(struct walk *walk, const struct pv_an *node)
{
    struct pv_cctx *ctx = walk->ctx;
    struct loop loop = read_loop(ctx, node);
    isl_set *outside = isl_set_copy(ctx->known);
    struct pv_crange range = enter_loop(ctx, &loop);
    const struct pv_kernel_member *member = shared_member(ctx, loop.depth);
    range.max += member ? most_threads : 0;
    ctx->overflows = ctx->overflows || !pv_crange_fits_int(range);
    bool is_of_points = ctx->device && ctx->device->kernel && ctx->device->points_at[loop.depth];
    if (member || (is_of_points && is_dense(&loop)))
        add_split_loop(walk, &loop, member);
    else
        add_plain_loop(walk, &loop, outside);
    isl_set_free(ctx->known);
    ctx->known = outside;
}

static void add_choice(struct walk *walk, const struct pv_an *node)
{
    struct pv_cctx *ctx = walk->ctx;
    struct pv_ps *stmt = pv_ps_if(walk->out, pv_astexpr(ctx, node->cond));
    isl_set *outside = isl_set_copy(ctx->known);
    ctx->known = pv_crange_enter_if(ctx->known, node->cond, true);
    add_to(walk, &stmt->body, &node->body);
    isl_set_free(ctx->known);
    ctx->known = isl_set_copy(outside);
    stmt->has_other = node->has_other;
    if (stmt->has_other) {
        pv_bodyexpr_note_choice(ctx);
        ctx->known = pv_crange_enter_if(ctx->known, node->cond, false);
        add_to(walk, &stmt->other, &node->other);
    }
    isl_set_free(ctx->known);
    ctx->known = outside;
}

/* Marks. */

static bool count_leaf(struct pv_an *node, void *user)
{
    *(int *)user += node->kind == PV_AN_USER;
    return true;
}

/* The leaves in "nodes". */
static int n_leaves(const pv_anodes *nodes)
{
    int n = 0;
    pv_an_visit(nodes, count_leaf, &n);
    return n;
}

struct loop_search {
    int depth, n;
    const struct pv_an *loop; /* the last one found */
};

static bool find_loop(struct pv_an *node, void *user)
{
    struct loop_search *search = user;
    if (node->kind == PV_AN_FOR && node->depth == search->depth) {
        search->n++;
        search->loop = node;
    }
    return true;
}

/* The members, by bit, of "mark" that have one loop in its "body", around all statements. */
static uint64_t alone_in(const struct pv_mark *mark, const pv_anodes *body)
{
    uint64_t alone = 0;
    for (int i = 0; i < mark->n; i++) {
        struct loop_search search = {mark->depth + i, 0, NULL};
        pv_an_visit(body, find_loop, &search);
        if (search.n == 1 && n_leaves(&search.loop->body) == n_leaves(body))
            alone |= (uint64_t)1 << (mark->member + i);
    }
    return alone;
}

/* Add "body" with the loops of "mark", from its depth on, known to be those of threads or of their points. */
static void add_marked_band(struct walk *walk, const struct pv_mark *mark, const pv_anodes *body)
{
    struct pv_cdevice *device = walk->ctx->device;
    const struct pv_kernel *kernel = mark->kernel;
    bool is_threads = mark->kind == PV_MARK_THREADS;
    int *at = is_threads ? device->member_at : device->points_at;
    bool was_free = device->is_free;
    device->alone = is_threads ? alone_in(mark, body) : device->alone;
    device->is_free = mark->is_free && n_leaves(body) == 1;
    device->step = mark->step;
    for (int i = 0; i < mark->n; i++)
        at[mark->depth + i] = is_threads ? mark->member + i + 1
                                         : pv_kernel_points_per_thread(kernel, kernel->n_axes - 1 - i);
    add_to(walk, kernel->has_steps ? &pv_ps_phase(walk->out, PV_PHASE_BAND)->body : walk->out->at, body);
    for (int i = 0; i < mark->n; i++)
        at[mark->depth + i] = 0;
    device->is_free = was_free;
}

static bool is_no_fill(struct pv_an *node, void *user)
{
    (void)user;
    return !node->mark || node->mark->kind != PV_MARK_LOCALS;
}

/* Are copies filled anywhere in "nodes"? */
static bool has_fills(const pv_anodes *nodes)
{
    return !pv_an_visit(nodes, is_no_fill, NULL);
}

/* Add "body", in which no thread waits for another, for those threads alone that have points. */
static void add_without_loaders(struct walk *walk, const pv_anodes *body)
{
    struct pv_cdevice *device = walk->ctx->device;
    uint64_t outside = device->looped;
    device->looped |= (uint64_t)1 << (device->kernel->n_members - 1);
    add_under(walk, pv_thread_is_no_loader(walk->ctx), body);
    device->looped = outside;
}

/* Add what fills the copies of "fills", or writes them back. */
static void add_fills(struct walk *walk, const struct pv_code_fills *fills, pv_pblock *to, bool is_back)
{
    const struct pv_cplace *place = pv_cctx_here(walk->ctx, NULL);
    pv_pblock *outside = pv_ps_enter(walk->out, to);
    for (int i = 0; i < fills->all.n; i++) {
        struct pv_ps *fill = pv_ps_add(walk->out, PV_PS_FILL);
        fill->fill = &fills->all.v[i];
        fill->is_back = is_back;
        fill->place = place;
    }
    pv_ps_enter(walk->out, outside);
}

/* Where a phase of work on "fills" goes: it is one if threads share the copies. */
static pv_pblock *phase_of(struct walk *walk, const struct pv_code_fills *fills, enum pv_phase phase)
{
    bool is_shared = fills->all.n && fills->all.v[0].local->memory == PV_LOCAL_SHARED;
    return is_shared ? &pv_ps_phase(walk->out, phase)->body : walk->out->at;
}

/* Add "body", which works on copies of parts of arrays, with what fills them and writes them back. */
static void add_with_fills(struct walk *walk, const struct pv_code_fills *fills, const pv_anodes *body)
{
    add_fills(walk, fills, phase_of(walk, fills, PV_PHASE_FILL), false);
    pv_pblock *outside = walk->out->at, *work = phase_of(walk, fills, PV_PHASE_WORK);
    pv_ps_enter(walk->out, work);
    if (work != outside && walk->ctx->device->kernel->n_loaders && !has_fills(body))
        add_without_loaders(walk, body);
    else
        add_nodes(walk, body);
    pv_ps_enter(walk->out, outside);
    add_fills(walk, fills, phase_of(walk, fills, PV_PHASE_STORE), true);
}

/* The same where there is anything to do: all threads of a block find the same. */
static void add_with_locals(struct walk *walk, const struct pv_code_fills *fills, const pv_anodes *body)
{
    struct pv_cctx *ctx = walk->ctx;
    if (!fills->condition || pv_crange_implies(ctx->known, fills->condition)) {
        add_with_fills(walk, fills, body);
        return;
    }
    isl_set *outside = isl_set_copy(ctx->known);
    struct pv_ps *stmt = pv_ps_if(walk->out, pv_astexpr_converted(ctx, fills->condition));
    ctx->known = pv_crange_enter_if(ctx->known, fills->condition, true);
    pv_pblock *before = pv_ps_enter(walk->out, &stmt->body);
    add_with_fills(walk, fills, body);
    pv_ps_enter(walk->out, before);
    isl_set_free(ctx->known);
    ctx->known = outside;
}

static void add_marked(struct walk *walk, const struct pv_an *node)
{
    const struct pv_mark *mark = node->mark;
    if (mark->kind == PV_MARK_THREADS || mark->kind == PV_MARK_POINTS) {
        add_marked_band(walk, mark, &node->body);
    } else if (mark->kind == PV_MARK_LOCALS) {
        bool was_free = walk->ctx->device->in_free_stage;
        walk->ctx->device->in_free_stage = mark->is_free;
        add_with_locals(walk, node->fills, &node->body);
        walk->ctx->device->in_free_stage = was_free;
    } else if (mark->kind == PV_MARK_KERNEL && walk->hooks->launch) {
        walk->hooks->launch(walk->ctx, walk->out, node->launch, &node->body, walk->hooks->user);
    } else {
        add_nodes(walk, &node->body);
    }
}

/* The loop "node", of more than one iteration. A loop that is too small for threads is too small for the text of
 * iterations side by side. */
static void add_iterations(struct walk *walk, const struct pv_an *node)
{
    if (walk->threads == PV_THREADS_NEVER || !add_jammed(walk, node))
        add_loop(walk, node);
}

/* Statements that a loop may have for its text to be written twice. */
static const int most_doubled = 8;

/* The condition for threads to share the loop "node" where that depends on sizes, and its text is short enough to be
 * written twice; else NULL. */
static pv_px *condition_for_threads(struct walk *walk, const struct pv_an *node)
{
    const struct pv_code_loop *loop = node->loop;
    if (!walk->ctx->openmp || walk->threads != PV_THREADS_ON_CONDITION || !loop || !loop->mark ||
        loop->mark->kind != PV_MARK_PARALLEL)
        return NULL;
    if (n_leaves(&node->body) > most_doubled)
        return NULL;
    const char *op;
    pv_px *init = pv_astexpr(walk->ctx, node->init);
    pv_px *limit = loop_limit(walk->ctx, node->cond, &op);
    pv_px *enough = pv_sharing_enough(walk->ctx, loop, init, limit, op[1]);
    return pv_px_is_number(enough, 0) || pv_px_is_number(enough, 1) ? NULL : enough;
}

/* The loop "node" for threads where "enough" holds, and for one thread where it does not. An 'if' clause would do the
 * same with less text, but a parallel region of one thread takes half a microsecond: as long as a thousand additions. */
static void add_for_threads_or_one(struct walk *walk, const struct pv_an *node, pv_px *enough)
{
    struct pv_ps *choice = pv_ps_if(walk->out, enough);
    pv_pblock *outside = pv_ps_enter(walk->out, &choice->body);
    walk->threads = PV_THREADS_ALWAYS;
    add_iterations(walk, node);
    choice->has_other = true;
    pv_ps_enter(walk->out, &choice->other);
    walk->threads = PV_THREADS_NEVER;
    add_iterations(walk, node);
    pv_ps_enter(walk->out, outside);
    walk->threads = PV_THREADS_ON_CONDITION;
}

static void add_for(struct walk *walk, const struct pv_an *node)
{
    if (node->is_degenerate) {
        add_degenerate(walk, node);
        return;
    }
    pv_px *enough = condition_for_threads(walk, node);
    if (enough)
        add_for_threads_or_one(walk, node, enough);
    else
        add_iterations(walk, node);
}

static void add_node(struct walk *walk, const struct pv_an *node)
{
    switch (node->kind) {
    case PV_AN_FOR:
        add_for(walk, node);
        break;
    case PV_AN_IF:
        add_choice(walk, node);
        break;
    case PV_AN_MARK:
        add_marked(walk, node);
        break;
    case PV_AN_USER:
        add_leaf(walk, node->leaf);
        break;
    }
}

/* Nothing is added to a version for narrow integers that have turned out to be too narrow. */
static void add_nodes(struct walk *walk, const pv_anodes *nodes)
{
    for (int i = 0; i < nodes->n && !(walk->ctx->is_for_int && walk->ctx->overflows); i++)
        add_node(walk, nodes->v[i]);
}

void pv_build(struct pv_cctx *ctx, struct pv_pout *out, const struct pv_code *code, const struct pv_build_hooks *hooks)
{
    struct walk walk = {ctx, out, hooks, PV_THREADS_ON_CONDITION};
    add_nodes(&walk, &code->nodes);
}

void pv_build_kernel(struct pv_cctx *ctx, struct pv_pout *out, const pv_anodes *nodes)
{
    struct pv_build_hooks hooks = {0};
    struct walk walk = {ctx, out, &hooks, PV_THREADS_ON_CONDITION};
    add_nodes(&walk, nodes);
}
