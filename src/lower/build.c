/* Lowers loops, conditions and blocks; distributes iterations over blocks and threads; places barriers. */
#include "lower/build.h"

#include "lower/fill.h"
#include "lower/scalars.h"
#include "lower/unrolljam.h"
#include "lower/userstmt.h"

/* Leaves. */

/* The member of the kernel whose loop stands at "depth"; NULL where there is none. */
static const struct pv_kernel_member *shared_member(const struct pv_cctx *ctx, int depth)
{
    const struct pv_kernel *kernel = ctx->device ? ctx->device->kernel : NULL;
    int number = kernel ? ctx->device->member_at[depth] : 0;
    return number ? &kernel->members[number - 1] : NULL;
}

/* Where members that threads share have no loop around "leaf", the condition that its values of them belong to the
 * thread; NULL where none is needed. */
static pv_px *leaf_condition(struct pv_cctx *ctx, const struct pv_code_leaf *leaf)
{
    pv_px *all = NULL;
    for (int i = 0; i < leaf->n_places; i++) {
        const struct pv_kernel_member *member = &ctx->device->kernel->members[i];
        if (ctx->device->looped & (uint64_t)1 << i)
            continue;
        pv_px *place = pv_astexpr(ctx, isl_ast_expr_copy(leaf->places[i]));
        all = pv_px_and(ctx->arena, all, pv_fill_is_mine(ctx, member, place));
    }
    return all;
}

static void add_leaf(struct pv_cctx *ctx, struct pv_pout *out, const struct pv_code_leaf *leaf)
{
    const struct pv_tree *body = leaf->stmt->body;
    pv_px *own = ctx->device ? leaf_condition(ctx, leaf) : NULL;
    pv_pblock *outside = out->at;
    if (own)
        pv_ps_enter(out, &pv_ps_if(out, own)->body);
    ctx->leaf = leaf;
    int first = out->at->n;
    if (body->kind == PV_TREE_DECL && body->has_init_list)
        pv_userstmt_initialise(ctx, out, body);
    else
        pv_userstmt(ctx, out, body);
    for (int i = first; i < out->at->n; i++)
        out->at->v[i]->leaf = leaf;
    ctx->leaf = NULL;
    pv_ps_enter(out, outside);
}

/* The name and the instance of the statement of "leaf", in the form that 'pave check' reads back. */
static void add_annotation(struct pv_cctx *ctx, struct pv_pout *out, const struct pv_code_leaf *leaf)
{
    struct pv_ps *note = pv_ps_add(out, PV_PS_NOTE);
    note->stmt = leaf->stmt;
    for (int i = 1; i < (int)isl_ast_expr_get_op_n_arg(leaf->call); i++) {
        pv_px *arg = pv_astexpr(ctx, isl_ast_expr_get_op_arg(leaf->call, i));
        pv_push(ctx->arena, &note->instance, pv_px_operand(ctx->arena, arg, PV_CPREC_ASSIGN));
    }
}

/* The syntax tree. */

/* Whether threads share the loops marked for them: a condition says so, or it is known at the current place. */
enum threads { THREADS_ON_CONDITION, THREADS_ALWAYS, THREADS_NEVER };

struct walk {
    struct pv_cctx *ctx;
    struct pv_pout *out;
    const struct pv_build_hooks *hooks;
    enum threads threads;
};

static void add_node(struct walk *walk, __isl_take isl_ast_node *node);

static void add_annotated(void *user, const struct pv_code_leaf *leaf)
{
    struct walk *walk = user;
    if (walk->ctx->annotate)
        add_annotation(walk->ctx, walk->out, leaf);
    add_leaf(walk->ctx, walk->out, leaf);
}

/* The conditions "a" and "b"; the number 1 is true, 0 false. */
static pv_px *conjunction(struct pv_cctx *ctx, pv_px *a, pv_px *b)
{
    if (pv_px_is_number(a, 1) || pv_px_is_number(b, 0))
        return b;
    if (pv_px_is_number(b, 1) || pv_px_is_number(a, 0))
        return a;
    return pv_px_and(ctx->arena, a, b);
}

static bool is_kept(const struct pv_sharing *sharing, const struct pv_array *array)
{
    for (int i = 0; i < sharing->lasts.n; i++)
        if (sharing->lasts.v[i] == array)
            return true;
    return false;
}

/* What the iterations of a loop with "mark" do not share. */
static void add_sharing(struct pv_cctx *ctx, struct pv_ps_sharing *sharing, const struct pv_mark *mark)
{
    for (int i = 0; i < mark->sharing.privates.n; i++) {
        const struct pv_array *array = mark->sharing.privates.v[i];
        const char *name = pv_spell_name(ctx, array->var);
        if (is_kept(&mark->sharing, array))
            pv_push(ctx->arena, &sharing->lasts, name);
        else
            pv_push(ctx->arena, &sharing->privates, name);
    }
    for (int i = 0; i < mark->sharing.reductions.n; i++) {
        const struct pv_reduction *reduction = mark->sharing.reductions.v[i];
        pv_push(ctx->arena, &sharing->reduction_ops, pv_reduction_op_name(reduction->op));
        pv_push(ctx->arena, &sharing->reductions, pv_spell_name(ctx, reduction->array->var));
    }
}

/* The condition that the loop that "loop" is about, from "init" to before "end", has enough work for threads. */
static pv_px *find_enough(struct walk *walk, const struct pv_code_loop *loop, pv_px *init, pv_px *end)
{
    struct pv_cctx *ctx = walk->ctx;
    pv_px *has_length = pv_astexpr_at_least(ctx, init, end, loop->mark->least);
    pv_px *has_work = loop->work ? pv_astexpr_has_work(ctx, loop->work, loop->mark->least_cycles)
                                 : pv_px_number(ctx->arena, 1);
    return conjunction(ctx, has_length, has_work);
}

/* Decide whether threads and vectors share "stmt", which "loop" is about, from "init" to before "end". A loop that never has
 * enough iterations for threads may still be one for vectors. */
static void share_loop(void *user, struct pv_ps *stmt, const struct pv_code_loop *loop, pv_px *init, pv_px *end)
{
    struct walk *walk = user;
    struct pv_cctx *ctx = walk->ctx;
    const struct pv_mark *mark = loop->mark;
    if (!ctx->openmp || !mark)
        return;
    pv_px *enough = walk->threads == THREADS_ON_CONDITION ? find_enough(walk, loop, init, end)
                                                          : pv_px_number(ctx->arena, walk->threads == THREADS_ALWAYS);
    bool is_parallel = mark->kind == PV_MARK_PARALLEL && !pv_px_is_number(enough, 0);
    if (!is_parallel && !mark->is_simd)
        return;
    struct pv_ps_sharing *sharing = pv_new(ctx->arena, struct pv_ps_sharing);
    sharing->is_parallel = is_parallel;
    sharing->is_simd = mark->is_simd;
    sharing->enough = is_parallel && !pv_px_is_number(enough, 1) ? enough : NULL;
    add_sharing(ctx, sharing, mark);
    stmt->sharing = sharing;
}

/* What "id", an annotation, points to. */
static const void *payload(__isl_take isl_id *id)
{
    const void *user = isl_id_get_user(id);
    isl_id_free(id);
    return user;
}

static int iterator_depth(__isl_take isl_ast_expr *iterator)
{
    isl_id *id = isl_ast_expr_get_id(iterator);
    const struct pv_code_iterator *found = pv_code_iterator_of_id(id);
    isl_id_free(id);
    isl_ast_expr_free(iterator);
    return found->depth;
}

/* A loop of the syntax tree: its iterator goes from "init" on, as long as it is "op" "limit", by "step". */
struct loop {
    isl_ast_node *node; /* lent */
    int depth;
    const char *op;
    pv_px *name, *init, *limit, *step;
    pv_px *test;    /* "name op limit" */
    pv_int128 last; /* the least value that the last iteration can have */
};

static bool is_dense(const struct loop *loop)
{
    return loop->step->range.min == 1 && loop->step->range.max == 1;
}

static bool is_zero(pv_px *px)
{
    return px->range.min == 0 && px->range.max == 0;
}

/* The limit in "iterator < limit" or "iterator <= limit". */
static pv_px *loop_limit(struct pv_cctx *ctx, __isl_take isl_ast_expr *cond, const char **op)
{
    enum isl_ast_expr_op_type type = isl_ast_expr_get_op_type(cond);
    if (type != isl_ast_expr_op_lt && type != isl_ast_expr_op_le)
        ctx->failure = "a loop condition that is not an upper bound";
    *op = type == isl_ast_expr_op_lt ? "<" : "<=";
    pv_px *limit = pv_astexpr(ctx, isl_ast_expr_get_op_arg(cond, 1));
    isl_ast_expr_free(cond);
    return limit;
}

static struct loop read_loop(struct pv_cctx *ctx, __isl_keep isl_ast_node *node)
{
    bool overflows = ctx->overflows;
    struct loop loop = {.node = node, .depth = iterator_depth(isl_ast_node_for_get_iterator(node))};
    loop.name = pv_px_name(ctx->arena, ctx->iterators.v[loop.depth]);
    loop.init = pv_astexpr(ctx, isl_ast_node_for_get_init(node));
    loop.limit = loop_limit(ctx, isl_ast_node_for_get_cond(node), &loop.op);
    loop.step = pv_astexpr(ctx, isl_ast_node_for_get_inc(node));
    loop.test = pv_px_binary(ctx->arena, loop.name, loop.op, pv_px_operand(ctx->arena, loop.limit, PV_CPREC_SUM),
                             PV_CPREC_RELATION);
    loop.last = loop.limit->range.min - (loop.op[1] != '=');
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
    ctx->known = pv_crange_enter_loop(ctx->known, loop->depth, loop->node);
    struct pv_crange with_end = {range.min, range.max + loop->step->range.max};
    if (!pv_crange_fits_int(with_end) && !pv_astexpr_is_rough(ctx, with_end))
        range = pv_crange_of_iterator(ctx->known, loop->depth, range);
    pv_cctx_set_range(ctx, loop->depth, range);
    range.max += loop->step->range.max;
    return pv_crange_join(range, loop->init->range);
}

static void add_children(struct walk *walk, __isl_keep isl_ast_node *block)
{
    isl_ast_node_list *children = isl_ast_node_block_get_children(block);
    int n = (int)isl_ast_node_list_n_ast_node(children);
    for (int i = 0; i < n; i++)
        add_node(walk, isl_ast_node_list_get_ast_node(children, i));
    isl_ast_node_list_free(children);
}

/* Add "node" to "body". */
static void add_to(struct walk *walk, pv_pblock *body, __isl_take isl_ast_node *node)
{
    pv_pblock *outside = pv_ps_enter(walk->out, body);
    add_node(walk, node);
    pv_ps_enter(walk->out, outside);
}

/* Add "node" under "condition"; NULL: always. */
static void add_under(struct walk *walk, pv_px *condition, __isl_take isl_ast_node *node)
{
    add_to(walk, condition ? &pv_ps_if(walk->out, condition)->body : walk->out->at, node);
}

/* Loops that blocks and threads share. */

/* The members of a kernel, by bit, that have a loop in the body of the one at "depth". */
static uint64_t looped_inside(const struct pv_cctx *ctx, int depth)
{
    return ctx->device->looped | (uint64_t)1 << (ctx->device->member_at[depth] - 1);
}

/* The body of a loop that threads share but run through together, the iterations of others skipped. */
static void add_own_iterations(struct walk *walk, const struct pv_kernel_member *member, int depth,
                               __isl_take isl_ast_node *body)
{
    struct pv_cctx *ctx = walk->ctx;
    pv_px *value = pv_px_integer(ctx->arena, ctx->iterators.v[depth], ctx->ranges.v[depth], ctx->is_wide);
    uint64_t outside = ctx->device->looped;
    pv_px *mine = pv_fill_is_mine(ctx, member, value);
    ctx->device->looped = looped_inside(ctx, depth);
    add_under(walk, mine, body);
    ctx->device->looped = outside;
}

/* A loop of one iteration: a block with a constant in place of the iterator. */
static void add_degenerate(struct walk *walk, __isl_keep isl_ast_node *node)
{
    struct pv_cctx *ctx = walk->ctx;
    int depth = iterator_depth(isl_ast_node_for_get_iterator(node));
    pv_px *value = pv_astexpr(ctx, isl_ast_node_for_get_init(node));
    int n = (int)isl_set_dim(ctx->known, isl_dim_set);
    if (n <= depth)
        ctx->known = isl_set_add_dims(ctx->known, isl_dim_set, (unsigned)(depth + 1 - n));
    ctx->overflows = ctx->overflows || !pv_crange_fits_int(value->range);
    pv_cctx_set_range(ctx, depth, value->range);
    pv_pblock *outside = pv_ps_enter(walk->out, &pv_ps_add(walk->out, PV_PS_BLOCK)->body);
    pv_ps_const(walk->out, pv_spell_iterator_type(ctx), ctx->iterators.v[depth], value);
    pv_ps_mention(walk->out, ctx->iterators.v[depth]);
    const struct pv_kernel_member *member = shared_member(ctx, depth);
    if (member)
        add_own_iterations(walk, member, depth, isl_ast_node_for_get_body(node));
    else
        add_node(walk, isl_ast_node_for_get_body(node));
    pv_ps_enter(walk->out, outside);
}

/* Where a thread begins with the iterations of "loop", if it runs those that are its coordinate modulo the number of
 * threads; counted from the first in kernels with steps. */
static pv_px *first_of_thread(struct pv_cctx *ctx, const struct pv_kernel_member *member, const struct loop *loop)
{
    struct pv_arena *arena = ctx->arena;
    pv_px *id = pv_fill_id(ctx, member->level, member->axis);
    pv_px *init = pv_px_operand(arena, loop->init, PV_CPREC_SUM);
    if (is_zero(loop->init))
        return id;
    if (ctx->device->kernel->has_steps)
        return pv_px_binary(arena, init, "+", id, PV_CPREC_SUM);
    pv_px *distance = pv_px_binary(arena, id, "-", pv_px_operand(arena, loop->init, PV_CPREC_PRODUCT), PV_CPREC_SUM);
    distance = pv_px_with(arena, distance, (struct pv_crange){-1, 0}, false);
    pv_px *count = pv_fill_count(ctx, member->level, member->axis);
    return pv_px_binary(arena, init, "+", pv_astexpr_modulo(ctx, distance, count), PV_CPREC_SUM);
}

/* Is there one thread for each value that "member" has? Values count from 0. */
static bool has_thread_per_point(const struct pv_cctx *ctx, const struct pv_kernel_member *member)
{
    const struct pv_kernel *kernel = ctx->device->kernel;
    bool is_split = kernel->n_fixed < kernel->n_members;
    return member->level == PV_LEVEL_THREAD && member->axis < kernel->n_axes && !kernel->has_steps &&
           (is_split || kernel->threads[member->axis] == kernel->points[member->axis]);
}

/* The condition that the iterator of "loop", which counts from 0, is one of its iterations; NULL where all up to "n" are, or
 * may be run. */
static pv_px *is_iteration(struct pv_cctx *ctx, const struct loop *loop, int n)
{
    if (ctx->device->is_free || (is_zero(loop->init) && loop->last >= n - 1))
        return NULL;
    if (is_zero(loop->init))
        return loop->test;
    pv_px *from = pv_px_binary(ctx->arena, loop->name, ">=", pv_px_operand(ctx->arena, loop->init, PV_CPREC_SUM),
                               PV_CPREC_RELATION);
    return pv_px_and(ctx->arena, from, loop->test);
}

/* A loop of which each thread has one iteration at most: that of its own coordinate. */
static void add_one_iteration(struct walk *walk, const struct loop *loop, const struct pv_kernel_member *member)
{
    struct pv_cctx *ctx = walk->ctx;
    pv_pblock *outside = pv_ps_enter(walk->out, &pv_ps_add(walk->out, PV_PS_BLOCK)->body);
    pv_ps_const(walk->out, pv_spell_iterator_type(ctx), loop->name->text, pv_fill_id(ctx, member->level, member->axis));
    add_under(walk, is_iteration(ctx, loop, ctx->device->kernel->threads[member->axis]),
              isl_ast_node_for_get_body(loop->node));
    pv_ps_enter(walk->out, outside);
}

/* A search for loops in which a thread has more than one iteration. */
struct loop_search {
    struct pv_cctx *ctx;
    uint64_t short_loops; /* the depths, by bit, at which it has at most one */
    bool is_found;
};

static isl_bool look_for_loop(__isl_keep isl_ast_node *node, void *user)
{
    struct loop_search *search = user;
    enum isl_ast_node_type type = isl_ast_node_get_type(node);
    if (type == isl_ast_node_mark) {
        isl_id *id = isl_ast_node_mark_get_id(node);
        const struct pv_mark *mark = pv_mark_of_id(id);
        for (int i = 0; mark->kind == PV_MARK_THREADS && i < mark->n && mark->depth + i < 64; i++)
            if (has_thread_per_point(search->ctx, &mark->kernel->members[mark->member + i]))
                search->short_loops |= (uint64_t)1 << (mark->depth + i);
        isl_id_free(id);
    } else if (type == isl_ast_node_for && isl_ast_node_for_is_degenerate(node) != isl_bool_true) {
        int depth = iterator_depth(isl_ast_node_for_get_iterator(node));
        bool is_short = depth < 64 && (search->short_loops & (uint64_t)1 << depth);
        search->is_found = search->is_found || !is_short;
    }
    return isl_bool_ok(!search->is_found);
}

/* Has the body of the loop "node" no loop in which a thread has more than one iteration? */
static bool has_straight_body(struct pv_cctx *ctx, __isl_keep isl_ast_node *node)
{
    struct loop_search search = {ctx, 0, false};
    isl_ast_node *body = isl_ast_node_for_get_body(node);
    isl_stat stat = isl_ast_node_foreach_descendant_top_down(body, look_for_loop, &search);
    isl_ast_node_free(body);
    return stat == isl_stat_ok && !search.is_found;
}

/* Iterations of a reduction that a thread runs at a time: what they read is then on its way together. Compilers do that
 * for whole batches, and run what is left one by one. */
enum { REDUCED_AT_A_TIME = 4 };

/* The name of the iterator "pos" behind those of points. */
static pv_px *extra_iterator(struct pv_cctx *ctx, int pos)
{
    return pv_px_name(ctx->arena, ctx->iterators.v[ctx->device->code->point_depth + 2 * PV_MAX_AXES + pos]);
}

/* A batch of those iterations of "loop" that are the thread's own, from "start" on; with "tests", only those that are within
 * its limit. */
static void add_batch(struct walk *walk, const struct loop *loop, pv_px *start, bool tests)
{
    struct pv_cctx *ctx = walk->ctx;
    struct pv_arena *arena = ctx->arena;
    pv_px *which = extra_iterator(ctx, 2);
    pv_px *cond = pv_px_binary(arena, which, "<", pv_px_number(arena, REDUCED_AT_A_TIME), PV_CPREC_RELATION);
    struct pv_ps *batch = pv_ps_for(walk->out, "int", which->text, pv_px_number(arena, 0), cond,
                                    pv_px_number(arena, 1));
    batch->is_unrolled = ctx->device->unroll_points;
    pv_pblock *outside = pv_ps_enter(walk->out, &batch->body);
    pv_px *others = pv_px_binary(arena, pv_px_number(arena, ctx->device->kernel->n_reducers), "*", which,
                                 PV_CPREC_PRODUCT);
    pv_ps_const(walk->out, pv_spell_iterator_type(ctx), loop->name->text,
                pv_px_binary(arena, start, "+", others, PV_CPREC_SUM));
    add_under(walk, tests ? loop->test : NULL, isl_ast_node_for_get_body(loop->node));
    pv_ps_enter(walk->out, outside);
}

/* A loop through the iterations of a reduction that are a thread's own. */
static void add_reduction_loop(struct walk *walk, const struct loop *loop, const struct pv_kernel_member *member)
{
    struct pv_cctx *ctx = walk->ctx;
    struct pv_arena *arena = ctx->arena;
    pv_px *start = extra_iterator(ctx, 1);
    int count = ctx->device->kernel->n_reducers;
    pv_pblock *outside = pv_ps_enter(walk->out, &pv_ps_add(walk->out, PV_PS_BLOCK)->body);
    pv_ps_decl(walk->out, pv_spell_iterator_type(ctx), start->text, first_of_thread(ctx, member, loop));
    struct pv_ps *batches = pv_ps_add(walk->out, PV_PS_FOR);
    pv_px *last = pv_px_binary(arena, start, "+", pv_px_number(arena, (int64_t)(REDUCED_AT_A_TIME - 1) * count),
                               PV_CPREC_SUM);
    batches->cond = pv_px_binary(arena, last, loop->op, loop->test->args[1], PV_CPREC_RELATION);
    batches->step = pv_px_binary(arena, start, "+=", pv_px_number(arena, (int64_t)REDUCED_AT_A_TIME * count),
                                 PV_CPREC_ASSIGN);
    pv_pblock *block = pv_ps_enter(walk->out, &batches->body);
    add_batch(walk, loop, start, false);
    pv_ps_enter(walk->out, block);
    add_batch(walk, loop, start, true);
    pv_ps_enter(walk->out, outside);
}

/* Is "member" that of the threads that share reductions, and may their loop at "node" be unrolled? */
static bool is_in_batches(struct pv_cctx *ctx, const struct pv_kernel_member *member, __isl_keep isl_ast_node *node)
{
    const struct pv_kernel *kernel = ctx->device->kernel;
    return kernel->n_reducers && member->level == PV_LEVEL_THREAD && member->axis == kernel->n_axes &&
           ctx->device->unroll_points && has_straight_body(ctx, node);
}

/* The place of tile "at" of this block, where blocks have neighbouring tiles along "axis": first + at * each. */
static pv_px *tile_of_block(struct pv_cctx *ctx, int axis, pv_px *at)
{
    struct pv_arena *arena = ctx->arena;
    pv_px *first = pv_px_name(arena, ctx->device->firsts[axis]), *each = pv_px_name(arena, ctx->device->eaches[axis]);
    return pv_px_binary(arena, first, "+", pv_px_binary(arena, at, "*", each, PV_CPREC_PRODUCT), PV_CPREC_SUM);
}

/* A loop through the tiles of a block that are neighbours. */
static struct pv_ps *add_row(struct walk *walk, const struct loop *loop, int axis)
{
    struct pv_cctx *ctx = walk->ctx;
    struct pv_arena *arena = ctx->arena;
    pv_px *id = pv_fill_id(ctx, PV_LEVEL_BLOCK, axis);
    pv_px *next = pv_px_paren(arena, pv_px_binary(arena, id, "+", pv_px_number(arena, 1), PV_CPREC_SUM));
    pv_px *init = pv_px_macro(arena, PV_CMACRO_MAX, loop->init, tile_of_block(ctx, axis, id));
    pv_px *end = pv_px_binary(arena, loop->name, "<", tile_of_block(ctx, axis, next), PV_CPREC_RELATION);
    return pv_ps_for(walk->out, pv_spell_iterator_type(ctx), loop->name->text, init, pv_px_and(arena, loop->test, end),
                     pv_px_number(arena, 1));
}

/* A loop that threads share: each takes the iterations that are its own. */
static void add_shared_loop(struct walk *walk, const struct loop *loop)
{
    struct pv_cctx *ctx = walk->ctx;
    const struct pv_kernel_member *member = shared_member(ctx, loop->depth);
    const char *type = pv_spell_iterator_type(ctx);
    uint64_t outside = ctx->device->looped;
    if (!is_dense(loop)) {
        struct pv_ps *stmt = pv_ps_for(walk->out, type, loop->name->text, loop->init, loop->test, loop->step);
        pv_pblock *before = pv_ps_enter(walk->out, &stmt->body);
        add_own_iterations(walk, member, loop->depth, isl_ast_node_for_get_body(loop->node));
        pv_ps_enter(walk->out, before);
        return;
    }
    bool is_row = member->level == PV_LEVEL_BLOCK && ctx->device->firsts[member->axis];
    ctx->device->looped = looped_inside(ctx, loop->depth);
    if (has_thread_per_point(ctx, member)) {
        add_one_iteration(walk, loop, member);
    } else if (is_in_batches(ctx, member, loop->node)) {
        add_reduction_loop(walk, loop, member);
    } else {
        struct pv_ps *stmt = is_row ? add_row(walk, loop, member->axis)
                                    : pv_ps_for(walk->out, type, loop->name->text, first_of_thread(ctx, member, loop),
                                                loop->test, pv_fill_count(ctx, member->level, member->axis));
        add_to(walk, &stmt->body, isl_ast_node_for_get_body(loop->node));
    }
    ctx->device->looped = outside;
}

/* The loop through the points of a thread: as many iterations as a thread can have, so that it can be unrolled. */
static void add_points_loop(struct walk *walk, const struct loop *loop)
{
    struct pv_cctx *ctx = walk->ctx;
    int n = ctx->device->points_at[loop->depth];
    pv_px *cond = pv_px_binary(ctx->arena, loop->name, "<", pv_px_number(ctx->arena, n), PV_CPREC_RELATION);
    struct pv_ps *stmt = pv_ps_for(walk->out, pv_spell_iterator_type(ctx), loop->name->text,
                                   pv_px_number(ctx->arena, 0), cond, pv_px_number(ctx->arena, 1));
    stmt->is_unrolled = ctx->device->unroll_points;
    pv_pblock *outside = pv_ps_enter(walk->out, &stmt->body);
    add_under(walk, is_iteration(ctx, loop, n), isl_ast_node_for_get_body(loop->node));
    pv_ps_enter(walk->out, outside);
}

/* Other loops. */

/* Find scalars for "loop" where there are only statements in it. */
static struct pv_promotion promote(struct pv_cctx *ctx, const struct loop *loop, const struct pv_mark *mark)
{
    struct pv_promotion promotion = {.n_outer = ctx->scalars.n};
    pv_code_leaves leaves = {0};
    isl_ast_node *body = isl_ast_node_for_get_body(loop->node);
    if (ctx->promotes && pv_promote_find_leaves(ctx->arena, body, &leaves))
        promotion = pv_promote_begin(ctx, &leaves, loop->depth, mark);
    isl_ast_node_free(body);
    return promotion;
}

/* "loop" as it is, with scalars for the elements it stays on: in a block of their own, and not touched where the loop
 * has no iteration. "around" is what is known around it. */
static void add_plain_loop(struct walk *walk, const struct loop *loop, __isl_keep isl_set *around)
{
    struct pv_cctx *ctx = walk->ctx;
    const struct pv_code_loop *about = payload(isl_ast_node_get_annotation(loop->node));
    struct pv_promotion promotion = promote(ctx, loop, about ? about->mark : NULL);
    bool is_short = loop->limit->range.min == loop->limit->range.max &&
                    loop->init->range.min == loop->init->range.max &&
                    loop->limit->range.max - loop->init->range.min <= 16;
    pv_pblock *outside = walk->out->at;
    /* Without an iteration there is no last one whose copy could be kept. */
    bool keeps_last = about && about->mark && about->mark->sharing.lasts.n;
    if ((promotion.before.n || keeps_last) && !pv_crange_has_iteration(around, loop->node)) {
        pv_px *runs = pv_px_binary(ctx->arena, pv_px_operand(ctx->arena, loop->init, PV_CPREC_SUM), loop->op,
                                   loop->test->args[1], PV_CPREC_RELATION);
        pv_ps_enter(walk->out, &pv_ps_if(walk->out, runs)->body);
    } else if (promotion.before.n) {
        pv_ps_enter(walk->out, &pv_ps_add(walk->out, PV_PS_BLOCK)->body);
    }
    pv_promote_add(walk->out, &promotion.before);
    struct pv_ps *stmt = pv_ps_for(walk->out, pv_spell_iterator_type(ctx), loop->name->text, loop->init, loop->test,
                                   loop->step);
    stmt->is_unrolled = ctx->device && ctx->device->in_free_stage && is_short && ctx->device->unroll_points;
    if (about)
        share_loop(walk, stmt, about, loop->init, loop->limit);
    pv_pblock *block = pv_ps_enter(walk->out, &stmt->body);
    pv_promote_add(walk->out, &promotion.first);
    add_node(walk, isl_ast_node_for_get_body(loop->node));
    pv_promote_add(walk->out, &promotion.last);
    pv_ps_enter(walk->out, block);
    pv_promote_add(walk->out, &promotion.after);
    pv_ps_enter(walk->out, outside);
    pv_promote_end(ctx, &promotion);
}

/* More than any coordinate. */
static const int most_threads = 65536;

/* Add the nest at "node" with iterations side by side, where that was asked for and it has the form for it. */
static bool add_jammed(struct walk *walk, __isl_keep isl_ast_node *node)
{
    const struct pv_code_loop *loop = payload(isl_ast_node_get_annotation(node));
    struct pv_unrolljam_hooks hooks = {share_loop, add_annotated, walk};
    return loop && loop->factor > 1 && pv_unrolljam(walk->ctx, walk->out, node, &hooks);
}

static void add_loop(struct walk *walk, __isl_keep isl_ast_node *node)
{
    struct pv_cctx *ctx = walk->ctx;
    struct loop loop = read_loop(ctx, node);
    isl_set *outside = isl_set_copy(ctx->known);
    struct pv_crange range = enter_loop(ctx, &loop);
    const struct pv_kernel_member *member = shared_member(ctx, loop.depth);
    range.max += member ? most_threads : 0;
    ctx->overflows = ctx->overflows || !pv_crange_fits_int(range);
    bool is_of_points = ctx->device && ctx->device->kernel && ctx->device->points_at[loop.depth];
    if (member)
        add_shared_loop(walk, &loop);
    else if (is_of_points && is_dense(&loop))
        add_points_loop(walk, &loop);
    else
        add_plain_loop(walk, &loop, outside);
    isl_set_free(ctx->known);
    ctx->known = outside;
}

static void add_choice(struct walk *walk, __isl_keep isl_ast_node *node)
{
    struct pv_cctx *ctx = walk->ctx;
    struct pv_ps *stmt = pv_ps_if(walk->out, pv_astexpr(ctx, isl_ast_node_if_get_cond(node)));
    isl_set *outside = isl_set_copy(ctx->known);
    ctx->known = pv_crange_enter_if(ctx->known, isl_ast_node_if_get_cond(node), true);
    add_to(walk, &stmt->body, isl_ast_node_if_get_then_node(node));
    isl_set_free(ctx->known);
    ctx->known = isl_set_copy(outside);
    stmt->has_other = isl_ast_node_if_has_else_node(node) == isl_bool_true;
    if (stmt->has_other) {
        pv_bodyexpr_note_choice(ctx);
        ctx->known = pv_crange_enter_if(ctx->known, isl_ast_node_if_get_cond(node), false);
        add_to(walk, &stmt->other, isl_ast_node_if_get_else_node(node));
    }
    isl_set_free(ctx->known);
    ctx->known = outside;
}

/* Marks. */

static isl_bool count_leaf(__isl_keep isl_ast_node *node, void *user)
{
    *(int *)user += isl_ast_node_get_type(node) == isl_ast_node_user;
    return isl_bool_true;
}

/* Add "body" with the loops of "mark", from its depth on, known to be those of threads or of their points. */
static void add_marked_band(struct walk *walk, const struct pv_mark *mark, __isl_take isl_ast_node *body)
{
    struct pv_cdevice *device = walk->ctx->device;
    const struct pv_kernel *kernel = mark->kernel;
    bool is_threads = mark->kind == PV_MARK_THREADS;
    int *at = is_threads ? device->member_at : device->points_at, n_leaves = 0;
    bool was_free = device->is_free;
    isl_ast_node_foreach_descendant_top_down(body, count_leaf, &n_leaves);
    device->is_free = mark->is_free && n_leaves == 1;
    for (int i = 0; i < mark->n; i++)
        at[mark->depth + i] = is_threads ? mark->member + i + 1
                                         : pv_kernel_points_per_thread(kernel, kernel->n_axes - 1 - i);
    int first = walk->out->at->n;
    add_node(walk, body);
    device->n_bands += kernel->has_steps;
    for (int i = first; kernel->has_steps && i < walk->out->at->n; i++)
        walk->out->at->v[i]->band = device->n_bands;
    for (int i = 0; i < mark->n; i++)
        at[mark->depth + i] = 0;
    device->is_free = was_free;
    if (kernel->has_steps)
        pv_ps_barrier(walk->out, true);
}

static isl_bool find_fills(__isl_keep isl_ast_node *node, void *user)
{
    if (isl_ast_node_get_type(node) != isl_ast_node_mark)
        return isl_bool_true;
    isl_id *id = isl_ast_node_mark_get_id(node);
    bool *found = user;
    *found = *found || pv_mark_of_id(id)->kind == PV_MARK_LOCALS;
    isl_id_free(id);
    return isl_bool_ok(!*found);
}

/* Are copies filled anywhere in "node"? */
static bool has_fills(__isl_keep isl_ast_node *node)
{
    bool found = false;
    isl_ast_node_foreach_descendant_top_down(node, find_fills, &found);
    return found;
}

/* Add "body", in which no thread waits for another, for those threads alone that have points. */
static void add_without_carriers(struct walk *walk, __isl_take isl_ast_node *body)
{
    struct pv_cdevice *device = walk->ctx->device;
    uint64_t outside = device->looped;
    device->looped |= (uint64_t)1 << (device->kernel->n_members - 1);
    add_under(walk, pv_fill_is_no_carrier(walk->ctx), body);
    device->looped = outside;
}

/* Add "body", which works on copies of parts of arrays, with what fills them and writes them back. */
static void add_with_fills(struct walk *walk, const struct pv_code_fills *fills, __isl_take isl_ast_node *body)
{
    bool is_shared = fills->all.n && fills->all.v[0].local->memory == PV_LOCAL_SHARED;
    for (int i = 0; i < fills->all.n; i++)
        pv_fill_add(walk->ctx, walk->out, &fills->all.v[i]);
    if (is_shared)
        pv_ps_barrier(walk->out, false);
    if (is_shared && walk->ctx->device->kernel->n_carriers && !has_fills(body))
        add_without_carriers(walk, body);
    else
        add_node(walk, body);
    bool has_steps = walk->ctx->device->kernel->has_steps; /* then the last step waits */
    if (is_shared && !has_steps)
        pv_ps_barrier(walk->out, false);
    for (int i = 0; i < fills->all.n; i++)
        pv_fill_add_back(walk->ctx, walk->out, &fills->all.v[i]);
    if (is_shared && has_steps)
        pv_ps_barrier(walk->out, true);
}

/* The same where there is anything to do: all threads of a block find the same. */
static void add_with_locals(struct walk *walk, const struct pv_code_fills *fills, __isl_take isl_ast_node *body)
{
    struct pv_cctx *ctx = walk->ctx;
    if (!fills->condition || pv_crange_implies(ctx->known, fills->condition)) {
        add_with_fills(walk, fills, body);
        return;
    }
    isl_set *outside = isl_set_copy(ctx->known);
    struct pv_ps *stmt = pv_ps_if(walk->out, pv_astexpr_converted(ctx, isl_ast_expr_copy(fills->condition)));
    ctx->known = pv_crange_enter_if(ctx->known, isl_ast_expr_copy(fills->condition), true);
    pv_pblock *before = pv_ps_enter(walk->out, &stmt->body);
    add_with_fills(walk, fills, body);
    pv_ps_enter(walk->out, before);
    isl_set_free(ctx->known);
    ctx->known = outside;
}

static void add_marked(struct walk *walk, __isl_keep isl_ast_node *node)
{
    isl_id *id = isl_ast_node_mark_get_id(node);
    const struct pv_mark *mark = pv_mark_of_id(id);
    isl_id_free(id);
    isl_ast_node *body = isl_ast_node_mark_get_node(node);
    if (mark->kind == PV_MARK_THREADS || mark->kind == PV_MARK_POINTS) {
        add_marked_band(walk, mark, body);
    } else if (mark->kind == PV_MARK_LOCALS) {
        bool was_free = walk->ctx->device->in_free_stage;
        walk->ctx->device->in_free_stage = mark->is_free;
        add_with_locals(walk, payload(isl_ast_node_get_annotation(node)), body);
        walk->ctx->device->in_free_stage = was_free;
    } else if (mark->kind == PV_MARK_KERNEL && walk->hooks->launch) {
        const struct pv_code_launch *launch = payload(isl_ast_node_get_annotation(node));
        walk->hooks->launch(walk->ctx, walk->out, launch, body, walk->hooks->user);
        isl_ast_node_free(body);
    } else {
        add_node(walk, body);
    }
}

/* The loop "node", of more than one iteration. A loop that is too small for threads is too small for the text of
 * iterations side by side. */
static void add_iterations(struct walk *walk, __isl_keep isl_ast_node *node)
{
    if (walk->threads == THREADS_NEVER || !add_jammed(walk, node))
        add_loop(walk, node);
}

/* Statements that a loop may have for its text to be written twice. */
static const int most_doubled = 8;

/* The condition for threads to share the loop "node" where that depends on sizes, and its text is short enough to be
 * written twice; else NULL. */
static pv_px *condition_for_threads(struct walk *walk, __isl_keep isl_ast_node *node)
{
    const struct pv_code_loop *loop = payload(isl_ast_node_get_annotation(node));
    if (!walk->ctx->openmp || walk->threads != THREADS_ON_CONDITION || !loop || !loop->mark ||
        loop->mark->kind != PV_MARK_PARALLEL)
        return NULL;
    int n_leaves = 0;
    isl_ast_node_foreach_descendant_top_down(node, count_leaf, &n_leaves);
    if (n_leaves > most_doubled)
        return NULL;
    const char *op;
    pv_px *init = pv_astexpr(walk->ctx, isl_ast_node_for_get_init(node));
    pv_px *limit = loop_limit(walk->ctx, isl_ast_node_for_get_cond(node), &op);
    pv_px *enough = find_enough(walk, loop, init, limit);
    return pv_px_is_number(enough, 0) || pv_px_is_number(enough, 1) ? NULL : enough;
}

/* The loop "node" for threads where "enough" holds, and for one thread where it does not. An 'if' clause would do the
 * same with less text, but a parallel region of one thread takes half a microsecond: as long as a thousand additions. */
static void add_for_threads_or_one(struct walk *walk, __isl_keep isl_ast_node *node, pv_px *enough)
{
    struct pv_ps *choice = pv_ps_if(walk->out, enough);
    pv_pblock *outside = pv_ps_enter(walk->out, &choice->body);
    walk->threads = THREADS_ALWAYS;
    add_iterations(walk, node);
    choice->has_other = true;
    pv_ps_enter(walk->out, &choice->other);
    walk->threads = THREADS_NEVER;
    add_iterations(walk, node);
    pv_ps_enter(walk->out, outside);
    walk->threads = THREADS_ON_CONDITION;
}

static void add_for(struct walk *walk, __isl_keep isl_ast_node *node)
{
    if (isl_ast_node_for_is_degenerate(node) == isl_bool_true) {
        add_degenerate(walk, node);
        return;
    }
    pv_px *enough = condition_for_threads(walk, node);
    if (enough)
        add_for_threads_or_one(walk, node, enough);
    else
        add_iterations(walk, node);
}

static void add_node(struct walk *walk, __isl_take isl_ast_node *node)
{
    switch (isl_ast_node_get_type(node)) {
    case isl_ast_node_for:
        add_for(walk, node);
        break;
    case isl_ast_node_if:
        add_choice(walk, node);
        break;
    case isl_ast_node_block:
        add_children(walk, node);
        break;
    case isl_ast_node_mark:
        add_marked(walk, node);
        break;
    case isl_ast_node_user:
        add_annotated(walk, payload(isl_ast_node_get_annotation(node)));
        break;
    default:
        walk->ctx->failure = "a node of the syntax tree without a C form";
        break;
    }
    isl_ast_node_free(node);
}

void pv_build(struct pv_cctx *ctx, struct pv_pout *out, const struct pv_code *code, const struct pv_build_hooks *hooks)
{
    struct walk walk = {ctx, out, hooks, THREADS_ON_CONDITION};
    if (code->root)
        add_node(&walk, isl_ast_node_copy(code->root));
}

void pv_build_kernel(struct pv_cctx *ctx, struct pv_pout *out, __isl_keep isl_ast_node *node)
{
    struct pv_build_hooks hooks = {0};
    struct walk walk = {ctx, out, &hooks, THREADS_ON_CONDITION};
    add_node(&walk, isl_ast_node_copy(node));
}
