#include "emit/cbody.h"

#include "emit/cjam.h"
#include "emit/cstmt.h"
#include "emit/fill.h"
#include "emit/promote.h"

#include <inttypes.h>
#include <string.h>

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
static const char *leaf_condition(struct pv_cctx *ctx, const struct pv_code_leaf *leaf)
{
    const char *all = NULL;
    for (int i = 0; i < leaf->n_places; i++) {
        const struct pv_kernel_member *member = &ctx->device->kernel->members[i];
        if (ctx->device->looped & (uint64_t)1 << i)
            continue;
        const char *mine = pv_fill_is_mine(ctx, member, pv_cexpr_ast(ctx, isl_ast_expr_copy(leaf->places[i])));
        if (mine)
            all = all ? pv_printf(ctx->arena, "%s && %s", all, mine) : mine;
    }
    return all;
}

static void print_leaf(struct pv_cctx *ctx, struct pv_writer *out, const struct pv_code_leaf *leaf)
{
    const struct pv_tree *body = leaf->stmt->body;
    const char *own = ctx->device ? leaf_condition(ctx, leaf) : NULL;
    if (own) {
        pv_emit_line(out, "if (%s) {", own);
        out->level++;
    }
    ctx->leaf = leaf;
    if (body->kind == PV_TREE_DECL && body->has_init_list)
        pv_cstmt_initialise(ctx, out, body);
    else
        pv_cstmt_print(ctx, out, body);
    ctx->leaf = NULL;
    if (own) {
        out->level--;
        pv_emit_line(out, "}");
    }
}

/* The name and the instance of the statement of "leaf", in the form that 'pave check' reads back. */
static void print_annotation(struct pv_cctx *ctx, struct pv_writer *out, const struct pv_code_leaf *leaf)
{
    struct pv_sb line = {0};
    pv_sb_printf(&line, "%s(", leaf->stmt->name);
    for (int i = 1; i < (int)isl_ast_expr_get_op_n_arg(leaf->call); i++) {
        struct pv_ctext arg = pv_cexpr_ast(ctx, isl_ast_expr_get_op_arg(leaf->call, i));
        pv_sb_printf(&line, "%s%s", i > 1 ? ", " : "", pv_cexpr_operand(ctx, arg, PV_CPREC_ASSIGN));
    }
    pv_emit_line(out, "/* pave: %s) */", line.text);
    pv_sb_free(&line);
}

/* The syntax tree. */

/* Whether threads share the loops marked for them: a condition says so, or it is known at the current place. */
enum threads { THREADS_ON_CONDITION, THREADS_ALWAYS, THREADS_NEVER };

struct walk {
    struct pv_cctx *ctx;
    struct pv_writer *out;
    const struct pv_cbody_hooks *hooks;
    enum threads threads;
};

static void print_node(struct walk *walk, __isl_take isl_ast_node *node);

static void print_annotated(void *user, const struct pv_code_leaf *leaf)
{
    struct walk *walk = user;
    if (walk->ctx->annotate)
        print_annotation(walk->ctx, walk->out, leaf);
    print_leaf(walk->ctx, walk->out, leaf);
}

/* The conditions "a" and "b", as text; "1" is true, "0" false. */
static const char *conjunction(struct pv_cctx *ctx, const char *a, const char *b)
{
    if (!strcmp(a, "1") || !strcmp(b, "0"))
        return b;
    if (!strcmp(b, "1") || !strcmp(a, "0"))
        return a;
    return pv_printf(ctx->arena, "%s && %s", a, b);
}

/* The condition, as text, that the loop that "loop" is about, from "init" to before "end", has enough work for threads. */
static const char *find_enough(struct walk *walk, const struct pv_code_loop *loop, struct pv_ctext init,
                               struct pv_ctext end)
{
    int least = loop->mark ? loop->mark->least : 0;
    const char *has_length = pv_cexpr_at_least(walk->ctx, init, end, least);
    const char *has_work = loop->mark && loop->work ? pv_cexpr_has_work(walk->ctx, loop->work, loop->mark->least_cycles)
                                                    : "1";
    return conjunction(walk->ctx, has_length, has_work);
}

/* What stands before the loop that "loop" is about, from "init" to before "end". */
static void print_pragma(void *user, const struct pv_code_loop *loop, struct pv_ctext init, struct pv_ctext end)
{
    struct walk *walk = user;
    if (!walk->hooks->loop)
        return;
    const char *enough = walk->threads == THREADS_ALWAYS  ? "1"
                         : walk->threads == THREADS_NEVER ? "0"
                                                          : find_enough(walk, loop, init, end);
    walk->hooks->loop(walk->ctx, walk->out, loop, enough);
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

static void set_range(struct pv_cctx *ctx, int depth, struct pv_crange range)
{
    struct pv_crange empty = {0, 0};
    while (ctx->ranges.n <= depth)
        pv_push(ctx->arena, &ctx->ranges, empty);
    ctx->ranges.v[depth] = range;
}

/* The limit in "iterator < limit" or "iterator <= limit". */
static struct pv_ctext loop_limit(struct pv_cctx *ctx, __isl_take isl_ast_expr *cond, const char **op)
{
    enum isl_ast_expr_op_type type = isl_ast_expr_get_op_type(cond);
    if (type != isl_ast_expr_op_lt && type != isl_ast_expr_op_le)
        ctx->failure = "a loop condition that is not an upper bound";
    *op = type == isl_ast_expr_op_lt ? "<" : "<=";
    struct pv_ctext limit = pv_cexpr_ast(ctx, isl_ast_expr_get_op_arg(cond, 1));
    isl_ast_expr_free(cond);
    return limit;
}

/* Enter the loop "node": know the values its iterator takes in the body. Return those it takes at all, the one that
 * ends the loop included. */
static struct pv_crange enter_loop(struct pv_cctx *ctx, __isl_keep isl_ast_node *node, int depth, struct pv_ctext init,
                                   struct pv_ctext limit, struct pv_ctext step)
{
    struct pv_crange range = {init.range.min, limit.range.max};
    range.max = range.max < range.min ? range.min : range.max;
    ctx->known = pv_crange_enter_loop(ctx->known, depth, node);
    struct pv_crange with_end = {range.min, range.max + step.range.max};
    if (!pv_crange_fits_int(with_end) && !pv_cexpr_is_rough(ctx, with_end))
        range = pv_crange_of_iterator(ctx->known, depth, range);
    set_range(ctx, depth, range);
    range.max += step.range.max;
    return pv_crange_join(range, init.range);
}

static void print_children(struct walk *walk, __isl_take isl_ast_node *block)
{
    isl_ast_node_list *children = isl_ast_node_block_get_children(block);
    isl_ast_node_free(block);
    int n = (int)isl_ast_node_list_n_ast_node(children);
    for (int i = 0; i < n; i++)
        print_node(walk, isl_ast_node_list_get_ast_node(children, i));
    isl_ast_node_list_free(children);
}

/* "body" in braces after "head". */
static void print_body(struct walk *walk, const char *head, __isl_take isl_ast_node *body)
{
    pv_emit_line(walk->out, "%s {", head);
    walk->out->level++;
    print_node(walk, body);
    walk->out->level--;
}

/* The members of a kernel, by bit, that have a loop in the body of the one at "depth". */
static uint64_t looped_inside(const struct pv_cctx *ctx, int depth)
{
    return ctx->device->looped | (uint64_t)1 << (ctx->device->member_at[depth] - 1);
}

/* The body of a loop that threads share but run through together, the iterations of others skipped. */
static void print_own_iterations(struct walk *walk, const struct pv_kernel_member *member, int depth,
                                 __isl_take isl_ast_node *body)
{
    struct pv_cctx *ctx = walk->ctx;
    struct pv_ctext value = {ctx->iterators.v[depth], PV_CPREC_POSTFIX, ctx->ranges.v[depth], ctx->is_wide};
    uint64_t outside = ctx->device->looped;
    const char *mine = pv_fill_is_mine(ctx, member, value);
    ctx->device->looped = looped_inside(ctx, depth);
    if (mine) {
        print_body(walk, pv_printf(ctx->arena, "if (%s)", mine), body);
        pv_emit_line(walk->out, "}");
    } else {
        print_node(walk, body);
    }
    ctx->device->looped = outside;
}

/* A loop of one iteration: a block with a constant in place of the iterator. */
static void print_degenerate(struct walk *walk, __isl_keep isl_ast_node *node)
{
    struct pv_cctx *ctx = walk->ctx;
    int depth = iterator_depth(isl_ast_node_for_get_iterator(node));
    struct pv_ctext value = pv_cexpr_ast(ctx, isl_ast_node_for_get_init(node));
    int n = (int)isl_set_dim(ctx->known, isl_dim_set);
    if (n <= depth)
        ctx->known = isl_set_add_dims(ctx->known, isl_dim_set, (unsigned)(depth + 1 - n));
    ctx->overflows = ctx->overflows || !pv_crange_fits_int(value.range);
    set_range(ctx, depth, value.range);
    pv_emit_line(walk->out, "{");
    walk->out->level++;
    pv_emit_line(walk->out, "const %s %s = %s;", pv_cexpr_iterator_type(ctx), ctx->iterators.v[depth], value.text);
    pv_emit_line(walk->out, "(void)%s;", ctx->iterators.v[depth]);
    const struct pv_kernel_member *member = shared_member(ctx, depth);
    if (member)
        print_own_iterations(walk, member, depth, isl_ast_node_for_get_body(node));
    else
        print_node(walk, isl_ast_node_for_get_body(node));
    walk->out->level--;
    pv_emit_line(walk->out, "}");
}

/* Find scalars for "loop", with the iterator at "depth", where there are only statements in it. */
static struct pv_promotion promote(struct pv_cctx *ctx, __isl_keep isl_ast_node *loop, int depth,
                                   const struct pv_mark *mark)
{
    struct pv_promotion promotion = {.n_outer = ctx->scalars.n};
    pv_code_leaves leaves = {0};
    isl_ast_node *body = isl_ast_node_for_get_body(loop);
    if (ctx->promotes && pv_promote_find_leaves(ctx->arena, body, &leaves))
        promotion = pv_promote_begin(ctx, &leaves, depth, mark);
    isl_ast_node_free(body);
    return promotion;
}

static void print_lines(struct walk *walk, int n, const char *const *lines)
{
    for (int i = 0; i < n; i++)
        pv_emit_line(walk->out, "%s", lines[i]);
}

/* How the loop of the code begins. */
struct loop_head {
    struct pv_ctext init, limit;
    const char *text; /* the line */
    const char *runs; /* "" or the condition before a block that makes sense only if the loop has an iteration */
    const struct pv_code_loop *loop; /* what is said about it, or NULL */
};

/* The loop "node" with scalars for the elements it stays on: in a block of their own, and not touched where the loop
 * has no iteration. */
static void print_loop_with_scalars(struct walk *walk, __isl_keep isl_ast_node *node, const struct loop_head *head,
                                    const struct pv_promotion *promotion)
{
    bool is_block = promotion->before.n || *head->runs;
    if (is_block) {
        pv_emit_line(walk->out, "%s{", head->runs);
        walk->out->level++;
        print_lines(walk, promotion->before.n, promotion->before.v);
    }
    if (head->loop)
        print_pragma(walk, head->loop, head->init, head->limit);
    pv_emit_line(walk->out, "%s {", head->text);
    walk->out->level++;
    print_lines(walk, promotion->first.n, promotion->first.v);
    print_node(walk, isl_ast_node_for_get_body(node));
    print_lines(walk, promotion->last.n, promotion->last.v);
    walk->out->level--;
    pv_emit_line(walk->out, "}");
    if (is_block) {
        print_lines(walk, promotion->after.n, promotion->after.v);
        walk->out->level--;
        pv_emit_line(walk->out, "}");
    }
}

/* Where a thread begins with the iterations from "init" on, if it runs those that are its coordinate modulo the number of
 * threads; counted from "init" in kernels with steps. */
static const char *first_of_thread(struct pv_cctx *ctx, const struct pv_kernel_member *member, struct pv_ctext init)
{
    const char *id = ctx->device->ids[member->level][member->axis];
    const char *count = ctx->device->counts[member->level][member->axis];
    if (init.range.min == 0 && init.range.max == 0)
        return id;
    if (ctx->device->kernel->has_steps)
        return pv_printf(ctx->arena, "%s + %s", pv_cexpr_operand(ctx, init, PV_CPREC_SUM), id);
    struct pv_ctext distance = {
        .text = pv_printf(ctx->arena, "%s - %s", id, pv_cexpr_operand(ctx, init, PV_CPREC_PRODUCT)),
        .prec = PV_CPREC_SUM,
        .range = {-1, 0},
    };
    return pv_printf(ctx->arena, "%s + %s", pv_cexpr_operand(ctx, init, PV_CPREC_SUM),
                     pv_cexpr_modulo(ctx, distance, count));
}

/* Is there one thread for each value that "member" has? Values count from 0. */
static bool has_thread_per_point(const struct pv_cctx *ctx, const struct pv_kernel_member *member)
{
    const struct pv_kernel *kernel = ctx->device->kernel;
    bool is_split = kernel->n_fixed < kernel->n_members;
    return member->level == PV_LEVEL_THREAD && member->axis < kernel->n_axes && !kernel->has_steps &&
           (is_split || kernel->threads[member->axis] == kernel->points[member->axis]);
}

/* A loop of which each thread has one iteration at most: that of its own coordinate. */
static void print_one_iteration(struct walk *walk, __isl_keep isl_ast_node *node, int depth, struct pv_ctext init,
                                const char *test, bool passes_all)
{
    struct pv_cctx *ctx = walk->ctx;
    const struct pv_kernel_member *member = shared_member(ctx, depth);
    const char *name = ctx->iterators.v[depth];
    bool is_first = init.range.min == 0 && init.range.max == 0;
    bool is_certain = ctx->device->is_free || (is_first && passes_all);
    const char *head = is_first ? pv_printf(ctx->arena, "if (%s)", test)
                                : pv_printf(ctx->arena, "if (%s >= %s && %s)", name,
                                            pv_cexpr_operand(ctx, init, PV_CPREC_SUM), test);
    uint64_t outside = ctx->device->looped;
    ctx->device->looped = looped_inside(ctx, depth);
    pv_emit_line(walk->out, "{");
    walk->out->level++;
    pv_emit_line(walk->out, "const %s %s = %s;", pv_cexpr_iterator_type(ctx), name,
                 ctx->device->ids[member->level][member->axis]);
    if (is_certain) {
        print_node(walk, isl_ast_node_for_get_body(node));
    } else {
        print_body(walk, head, isl_ast_node_for_get_body(node));
        pv_emit_line(walk->out, "}");
    }
    walk->out->level--;
    ctx->device->looped = outside;
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

/* A batch of those iterations that are the thread's own, from "start" on; with "limit" (may be NULL), the end of a
 * condition, only those that keep to it. */
static void print_batch(struct walk *walk, __isl_keep isl_ast_node *node, int depth, const char *start,
                        const char *limit)
{
    struct pv_cctx *ctx = walk->ctx;
    const char *name = ctx->iterators.v[depth];
    const char *which = ctx->iterators.v[ctx->device->code->point_depth + 2 * PV_MAX_AXES + 2];
    pv_fill_print_unroll(ctx->device->unroll_points, walk->out);
    pv_emit_line(walk->out, "for (int %s = 0; %s < %d; %s += 1) {", which, which, REDUCED_AT_A_TIME, which);
    walk->out->level++;
    pv_emit_line(walk->out, "const %s %s = %s + %d * %s;", pv_cexpr_iterator_type(ctx), name, start,
                 ctx->device->kernel->n_reducers, which);
    if (limit) {
        print_body(walk, pv_printf(ctx->arena, "if (%s %s)", name, limit), isl_ast_node_for_get_body(node));
        pv_emit_line(walk->out, "}");
    } else {
        print_node(walk, isl_ast_node_for_get_body(node));
    }
    walk->out->level--;
    pv_emit_line(walk->out, "}");
}

/* A loop through the iterations of a reduction that are a thread's own, from "first" on, as far as "limit" says. */
static void print_reduction_loop(struct walk *walk, __isl_keep isl_ast_node *node, int depth, const char *first,
                                 const char *limit)
{
    struct pv_cctx *ctx = walk->ctx;
    const char *start = ctx->iterators.v[ctx->device->code->point_depth + 2 * PV_MAX_AXES + 1];
    int count = ctx->device->kernel->n_reducers;
    pv_emit_line(walk->out, "{");
    walk->out->level++;
    pv_emit_line(walk->out, "%s %s = %s;", pv_cexpr_iterator_type(ctx), start, first);
    pv_emit_line(walk->out, "for (; %s + %d %s; %s += %d) {", start, (REDUCED_AT_A_TIME - 1) * count, limit, start,
                 REDUCED_AT_A_TIME * count);
    walk->out->level++;
    print_batch(walk, node, depth, start, NULL);
    walk->out->level--;
    pv_emit_line(walk->out, "}");
    print_batch(walk, node, depth, start, limit);
    walk->out->level--;
}

/* Is "member" that of the threads that share reductions, and may their loop at "node" be unrolled? */
static bool is_in_batches(struct pv_cctx *ctx, const struct pv_kernel_member *member, __isl_keep isl_ast_node *node)
{
    const struct pv_kernel *kernel = ctx->device->kernel;
    return kernel->n_reducers && member->level == PV_LEVEL_THREAD && member->axis == kernel->n_axes &&
           ctx->device->unroll_points && has_straight_body(ctx, node);
}

/* The head of a loop through the tiles of a block that are neighbours. */
static const char *head_of_row(struct pv_cctx *ctx, int axis, const char *name, struct pv_ctext init, const char *test)
{
    const char *first = ctx->device->firsts[axis], *each = ctx->device->eaches[axis];
    const char *id = ctx->device->ids[PV_LEVEL_BLOCK][axis];
    ctx->uses_macro[PV_CMACRO_MAX] = true;
    return pv_printf(ctx->arena, "for (%s %s = %s(%s, %s + %s * %s); %s && %s < %s + (%s + 1) * %s; %s += 1)",
                     pv_cexpr_iterator_type(ctx), name, ctx->macros[PV_CMACRO_MAX], init.text, first, id, each, test,
                     name, first, id, each, name);
}

/* A loop that threads share: each takes the iterations that are its own, as far as "limit" says, the end of a condition.
 * "last" is the least value that the last iteration can have. */
static void print_shared_loop(struct walk *walk, __isl_keep isl_ast_node *node, int depth, struct pv_ctext init,
                              const char *limit, struct pv_ctext step, pv_int128 last)
{
    struct pv_cctx *ctx = walk->ctx;
    const struct pv_kernel_member *member = shared_member(ctx, depth);
    const char *name = ctx->iterators.v[depth], *type = pv_cexpr_iterator_type(ctx);
    const char *test = pv_printf(ctx->arena, "%s %s", name, limit);
    bool is_dense = step.range.min == 1 && step.range.max == 1;
    if (is_dense && has_thread_per_point(ctx, member)) {
        print_one_iteration(walk, node, depth, init, test, last >= ctx->device->kernel->threads[member->axis] - 1);
    } else if (is_dense && is_in_batches(ctx, member, node)) {
        uint64_t outside = ctx->device->looped;
        ctx->device->looped = looped_inside(ctx, depth);
        print_reduction_loop(walk, node, depth, first_of_thread(ctx, member, init), limit);
        ctx->device->looped = outside;
    } else if (is_dense) {
        bool is_row = member->level == PV_LEVEL_BLOCK && ctx->device->firsts[member->axis];
        const char *head = is_row ? head_of_row(ctx, member->axis, name, init, test)
                                  : pv_printf(ctx->arena, "for (%s %s = %s; %s; %s += %s)", type, name,
                                              first_of_thread(ctx, member, init), test, name,
                                              ctx->device->counts[member->level][member->axis]);
        uint64_t outside = ctx->device->looped;
        ctx->device->looped = looped_inside(ctx, depth);
        print_body(walk, head, isl_ast_node_for_get_body(node));
        ctx->device->looped = outside;
    } else {
        pv_emit_line(walk->out, "for (%s %s = %s; %s; %s += %s) {", type, name, init.text, test, name, step.text);
        walk->out->level++;
        print_own_iterations(walk, member, depth, isl_ast_node_for_get_body(node));
        walk->out->level--;
    }
    pv_emit_line(walk->out, "}");
}

/* The loop through the points of a thread: as many iterations as a thread can have, so that it can be unrolled. */
static void print_points_loop(struct walk *walk, __isl_keep isl_ast_node *node, int depth, struct pv_ctext init,
                              const char *test, pv_int128 last)
{
    struct pv_cctx *ctx = walk->ctx;
    const char *name = ctx->iterators.v[depth];
    int n = ctx->device->points_at[depth];
    bool is_first = init.range.min == 0 && init.range.max == 0;
    const char *after_first = is_first ? ""
                                       : pv_printf(ctx->arena, "%s >= %s && ", name,
                                                   pv_cexpr_operand(ctx, init, PV_CPREC_SUM));
    pv_fill_print_unroll(ctx->device->unroll_points, walk->out);
    pv_emit_line(walk->out, "for (%s %s = 0; %s < %d; %s += 1) {", pv_cexpr_iterator_type(ctx), name, name, n, name);
    walk->out->level++;
    if (ctx->device->is_free || (is_first && last >= n - 1)) {
        print_node(walk, isl_ast_node_for_get_body(node));
    } else {
        print_body(walk, pv_printf(ctx->arena, "if (%s%s)", after_first, test), isl_ast_node_for_get_body(node));
        pv_emit_line(walk->out, "}");
    }
    walk->out->level--;
    pv_emit_line(walk->out, "}");
}

/* More than any coordinate. */
static const int most_threads = 65536;

/* Print the nest at "node" with iterations side by side, where that was asked for and it has the form for it. */
static bool print_jammed(struct walk *walk, __isl_keep isl_ast_node *node)
{
    const struct pv_code_loop *loop = payload(isl_ast_node_get_annotation(node));
    struct pv_cjam_printer printer = {print_pragma, print_annotated, walk};
    return loop && loop->factor > 1 && pv_cjam_print(walk->ctx, walk->out, node, &printer);
}

static void print_loop(struct walk *walk, __isl_keep isl_ast_node *node)
{
    struct pv_cctx *ctx = walk->ctx;
    int depth = iterator_depth(isl_ast_node_for_get_iterator(node));
    const char *name = ctx->iterators.v[depth], *op;
    bool overflows = ctx->overflows;
    struct pv_ctext init = pv_cexpr_ast(ctx, isl_ast_node_for_get_init(node));
    struct pv_ctext limit = loop_limit(ctx, isl_ast_node_for_get_cond(node), &op);
    struct pv_ctext step = pv_cexpr_ast(ctx, isl_ast_node_for_get_inc(node));
    if (ctx->device)
        ctx->overflows = overflows; /* in bounds, conversions are enough: narrow iterators are worth more there */
    isl_set *outside = isl_set_copy(ctx->known);
    struct pv_crange range = enter_loop(ctx, node, depth, init, limit, step);
    ctx->overflows = ctx->overflows || !pv_crange_fits_int(range);
    const struct pv_code_loop *loop = payload(isl_ast_node_get_annotation(node));
    const char *last = pv_cexpr_operand(ctx, limit, PV_CPREC_SUM);
    if (shared_member(ctx, depth)) {
        range.max += most_threads;
        ctx->overflows = ctx->overflows || !pv_crange_fits_int(range);
        print_shared_loop(walk, node, depth, init, pv_printf(ctx->arena, "%s %s", op, last), step,
                          limit.range.min - (op[1] != '='));
        isl_set_free(ctx->known);
        ctx->known = outside;
        return;
    }
    bool is_dense = step.range.min == 1 && step.range.max == 1;
    if (ctx->device && ctx->device->kernel && ctx->device->points_at[depth] && is_dense) {
        print_points_loop(walk, node, depth, init, pv_printf(ctx->arena, "%s %s %s", name, op, last),
                          limit.range.min - (op[1] != '='));
        isl_set_free(ctx->known);
        ctx->known = outside;
        return;
    }
    const char *text = pv_printf(ctx->arena, "for (%s %s = %s; %s %s %s; %s += %s)", pv_cexpr_iterator_type(ctx), name,
                                 init.text, name, op, last, name, step.text);
    struct loop_head head = {init, limit, text, "", loop};
    struct pv_promotion promotion = promote(ctx, node, depth, loop ? loop->mark : NULL);
    /* Without an iteration there is no last one whose copy could be kept. */
    bool keeps_last = loop && loop->mark && loop->mark->sharing.lasts.n;
    if ((promotion.before.n || keeps_last) && !pv_crange_has_iteration(outside, node))
        head.runs = pv_printf(ctx->arena, "if (%s %s %s) ", pv_cexpr_operand(ctx, init, PV_CPREC_SUM), op, last);
    bool is_short = limit.range.min == limit.range.max && init.range.min == init.range.max &&
                    limit.range.max - init.range.min <= 16;
    if (ctx->device && ctx->device->in_free_stage && is_short)
        pv_fill_print_unroll(ctx->device->unroll_points, walk->out);
    print_loop_with_scalars(walk, node, &head, &promotion);
    pv_promote_end(ctx, &promotion);
    isl_set_free(ctx->known);
    ctx->known = outside;
}

static void print_choice(struct walk *walk, __isl_keep isl_ast_node *node)
{
    struct pv_ctext cond = pv_cexpr_ast(walk->ctx, isl_ast_node_if_get_cond(node));
    struct pv_cctx *ctx = walk->ctx;
    isl_set *outside = isl_set_copy(ctx->known);
    ctx->known = pv_crange_enter_if(ctx->known, isl_ast_node_if_get_cond(node), true);
    print_body(walk, pv_printf(ctx->arena, "if (%s)", cond.text), isl_ast_node_if_get_then_node(node));
    isl_set_free(ctx->known);
    ctx->known = isl_set_copy(outside);
    if (isl_ast_node_if_has_else_node(node) == isl_bool_true) {
        pv_cexpr_note_choice(ctx);
        ctx->known = pv_crange_enter_if(ctx->known, isl_ast_node_if_get_cond(node), false);
        print_body(walk, "} else", isl_ast_node_if_get_else_node(node));
    }
    pv_emit_line(walk->out, "}");
    isl_set_free(ctx->known);
    ctx->known = outside;
}

static isl_bool count_leaf(__isl_keep isl_ast_node *node, void *user)
{
    *(int *)user += isl_ast_node_get_type(node) == isl_ast_node_user;
    return isl_bool_true;
}

/* Print "body" with the loops of "mark", from its depth on, known to be those of threads or of their points. */
static void print_marked_band(struct walk *walk, const struct pv_mark *mark, __isl_take isl_ast_node *body)
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
    print_node(walk, body);
    for (int i = 0; i < mark->n; i++)
        at[mark->depth + i] = 0;
    device->is_free = was_free;
    if (kernel->has_steps)
        pv_emit_line(walk->out, "%s", device->global_barrier);
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

/* Print "body", in which no thread waits for another, for those threads alone that have points. */
static void print_without_carriers(struct walk *walk, __isl_take isl_ast_node *body)
{
    struct pv_cdevice *device = walk->ctx->device;
    uint64_t outside = device->looped;
    device->looped |= (uint64_t)1 << (device->kernel->n_members - 1);
    pv_emit_line(walk->out, "if (%s) {", pv_fill_is_no_carrier(walk->ctx));
    walk->out->level++;
    print_node(walk, body);
    walk->out->level--;
    pv_emit_line(walk->out, "}");
    device->looped = outside;
}

/* Print "body", which works on copies of parts of arrays, with what fills them and writes them back. */
static void print_with_fills(struct walk *walk, const struct pv_code_fills *fills, __isl_take isl_ast_node *body)
{
    bool is_shared = fills->all.n && fills->all.v[0].local->memory == PV_LOCAL_SHARED;
    for (int i = 0; i < fills->all.n; i++)
        pv_fill_print(walk->ctx, walk->out, &fills->all.v[i]);
    if (is_shared)
        pv_emit_line(walk->out, "%s", walk->ctx->device->barrier);
    if (is_shared && walk->ctx->device->kernel->n_carriers && !has_fills(body))
        print_without_carriers(walk, body);
    else
        print_node(walk, body);
    bool has_steps = walk->ctx->device->kernel->has_steps; /* then the last step waits */
    if (is_shared && !has_steps)
        pv_emit_line(walk->out, "%s", walk->ctx->device->barrier);
    for (int i = 0; i < fills->all.n; i++)
        pv_fill_print_back(walk->ctx, walk->out, &fills->all.v[i]);
    if (is_shared && has_steps)
        pv_emit_line(walk->out, "%s", walk->ctx->device->global_barrier);
}

/* The same where there is anything to do: all threads of a block find the same. */
static void print_with_locals(struct walk *walk, const struct pv_code_fills *fills, __isl_take isl_ast_node *body)
{
    struct pv_cctx *ctx = walk->ctx;
    if (!fills->condition || pv_crange_implies(ctx->known, fills->condition)) {
        print_with_fills(walk, fills, body);
        return;
    }
    isl_set *outside = isl_set_copy(ctx->known);
    bool overflows = ctx->overflows;
    struct pv_ctext is_needed = pv_cexpr_ast(ctx, isl_ast_expr_copy(fills->condition));
    ctx->overflows = overflows; /* conversions are enough */
    ctx->known = pv_crange_enter_if(ctx->known, isl_ast_expr_copy(fills->condition), true);
    pv_emit_line(walk->out, "if (%s) {", is_needed.text);
    walk->out->level++;
    print_with_fills(walk, fills, body);
    walk->out->level--;
    pv_emit_line(walk->out, "}");
    isl_set_free(ctx->known);
    ctx->known = outside;
}

static void print_mark(struct walk *walk, __isl_keep isl_ast_node *node)
{
    isl_id *id = isl_ast_node_mark_get_id(node);
    const struct pv_mark *mark = pv_mark_of_id(id);
    isl_id_free(id);
    isl_ast_node *body = isl_ast_node_mark_get_node(node);
    if (mark->kind == PV_MARK_THREADS || mark->kind == PV_MARK_POINTS) {
        print_marked_band(walk, mark, body);
    } else if (mark->kind == PV_MARK_LOCALS) {
        bool was_free = walk->ctx->device->in_free_stage;
        walk->ctx->device->in_free_stage = mark->is_free;
        print_with_locals(walk, payload(isl_ast_node_get_annotation(node)), body);
        walk->ctx->device->in_free_stage = was_free;
    } else if (mark->kind == PV_MARK_KERNEL && walk->hooks->launch) {
        const struct pv_code_launch *launch = payload(isl_ast_node_get_annotation(node));
        walk->hooks->launch(walk->ctx, walk->out, launch, body, walk->hooks->user);
        isl_ast_node_free(body);
    } else {
        print_node(walk, body);
    }
}

/* The loop "node", of more than one iteration. A loop that is too small for threads is too small for the text of
 * iterations side by side. */
static void print_iterations(struct walk *walk, __isl_keep isl_ast_node *node)
{
    if (walk->threads == THREADS_NEVER || !print_jammed(walk, node))
        print_loop(walk, node);
}

/* Statements that a loop may have for its text to be written twice. */
static const int most_doubled = 8;

/* The condition for threads to share the loop "node" where that depends on sizes, and its text is short enough to be
 * written twice; else NULL. */
static const char *condition_for_threads(struct walk *walk, __isl_keep isl_ast_node *node)
{
    const struct pv_code_loop *loop = payload(isl_ast_node_get_annotation(node));
    if (!walk->hooks->chooses_threads || walk->threads != THREADS_ON_CONDITION || !loop || !loop->mark ||
        loop->mark->kind != PV_MARK_PARALLEL)
        return NULL;
    int n_leaves = 0;
    isl_ast_node_foreach_descendant_top_down(node, count_leaf, &n_leaves);
    if (n_leaves > most_doubled)
        return NULL;
    const char *op;
    struct pv_ctext init = pv_cexpr_ast(walk->ctx, isl_ast_node_for_get_init(node));
    struct pv_ctext limit = loop_limit(walk->ctx, isl_ast_node_for_get_cond(node), &op);
    const char *enough = find_enough(walk, loop, init, limit);
    return strcmp(enough, "0") && strcmp(enough, "1") ? enough : NULL;
}

/* The loop "node" for threads where "enough" holds, and for one thread where it does not. An 'if' clause would do the
 * same with less text, but a parallel region of one thread takes half a microsecond: as long as a thousand additions. */
static void print_for_threads_or_one(struct walk *walk, __isl_keep isl_ast_node *node, const char *enough)
{
    static const enum threads cases[] = {THREADS_ALWAYS, THREADS_NEVER};
    pv_emit_line(walk->out, "if (%s) {", enough);
    for (int i = 0; i < 2; i++) {
        walk->threads = cases[i];
        walk->out->level++;
        print_iterations(walk, node);
        walk->out->level--;
        pv_emit_line(walk->out, i ? "}" : "} else {");
    }
    walk->threads = THREADS_ON_CONDITION;
}

static void print_for(struct walk *walk, __isl_keep isl_ast_node *node)
{
    if (isl_ast_node_for_is_degenerate(node) == isl_bool_true) {
        print_degenerate(walk, node);
        return;
    }
    const char *enough = condition_for_threads(walk, node);
    if (enough)
        print_for_threads_or_one(walk, node, enough);
    else
        print_iterations(walk, node);
}

static void print_node(struct walk *walk, __isl_take isl_ast_node *node)
{
    switch (isl_ast_node_get_type(node)) {
    case isl_ast_node_for:
        print_for(walk, node);
        break;
    case isl_ast_node_if:
        print_choice(walk, node);
        break;
    case isl_ast_node_block:
        print_children(walk, isl_ast_node_copy(node));
        break;
    case isl_ast_node_mark:
        print_mark(walk, node);
        break;
    case isl_ast_node_user:
        print_annotated(walk, payload(isl_ast_node_get_annotation(node)));
        break;
    default:
        walk->ctx->failure = "a node of the syntax tree without a C form";
        break;
    }
    isl_ast_node_free(node);
}

void pv_cbody_print(struct pv_cctx *ctx, struct pv_writer *out, const struct pv_code *code,
                    const struct pv_cbody_hooks *hooks)
{
    struct walk walk = {ctx, out, hooks, THREADS_ON_CONDITION};
    if (code->root)
        print_node(&walk, isl_ast_node_copy(code->root));
}

void pv_cbody_print_kernel(struct pv_cctx *ctx, struct pv_writer *out, __isl_keep isl_ast_node *node)
{
    struct pv_cbody_hooks hooks = {0};
    struct walk walk = {ctx, out, &hooks, THREADS_ON_CONDITION};
    print_node(&walk, isl_ast_node_copy(node));
}
