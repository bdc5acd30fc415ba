/* Builds the AST of a mapped schedule tree with isl, and annotates its loops and leaves. */
#include "ast/astbuild.h"

#include "ast/fulltiles.h"
#include "ast/guardbuild.h"
#include "ast/leaf.h"
#include "ast/rewrite.h"
#include "base/islx.h"

#include <isl/ast_build.h>
#include <isl/map.h>
#include <isl/options.h>
#include <isl/schedule_node.h>

struct build_state {
    struct pv_code *code;
    pv_marks marks;                 /* those around the place */
    const struct pv_kernel *kernel; /* the one around the place, or NULL */
    isl_id_list *points;            /* iterators for the points of a tile */
};

/* Callbacks. */

/* Where the iterations of a loop have variables of their own, what one iteration does must not be spread over several
 * loops. isl would do so with what comes last in the last iteration, say, unless told to keep together what is scheduled
 * together. */
static void keep_together(__isl_keep isl_ast_build *build, bool together)
{
    isl_options_set_ast_build_group_coscheduled(isl_ast_build_get_ctx(build), together);
}

/* The same holds in kernels that fill copies of arrays for all that happens in one iteration of a loop. */
static bool has_locals(const struct build_state *state)
{
    return state->kernel && state->kernel->locals.n;
}

static isl_stat enter_mark(__isl_keep isl_id *id, __isl_keep isl_ast_build *build, void *user)
{
    struct build_state *state = user;
    const struct pv_mark *mark = pv_mark_of_id(id);
    pv_push(state->code->scop->arena, &state->marks, mark);
    if (mark->kind == PV_MARK_KERNEL)
        state->kernel = mark->kernel;
    if (mark->sharing.privates.n || has_locals(state))
        keep_together(build, true);
    return isl_stat_ok;
}

/* Is "node" one loop, perhaps under conditions? */
static bool is_one_loop(__isl_take isl_ast_node *node)
{
    bool is_one = false;
    isl_ast_node_list *children;
    switch (isl_ast_node_get_type(node)) {
    case isl_ast_node_for:
        is_one = true;
        break;
    case isl_ast_node_if:
        is_one = isl_ast_node_if_has_else_node(node) == isl_bool_false &&
                 is_one_loop(isl_ast_node_if_get_then_node(node));
        break;
    case isl_ast_node_mark:
        is_one = is_one_loop(isl_ast_node_mark_get_node(node));
        break;
    case isl_ast_node_block:
        children = isl_ast_node_block_get_children(node);
        is_one = isl_ast_node_list_n_ast_node(children) == 1 && is_one_loop(isl_ast_node_list_get_at(children, 0));
        isl_ast_node_list_free(children);
        break;
    default:
        break;
    }
    isl_ast_node_free(node);
    return is_one;
}

/* Forget what "mark" says about the loops of "node". */
static isl_bool forget_mark(__isl_keep isl_ast_node *node, void *mark)
{
    if (isl_ast_node_get_type(node) != isl_ast_node_for)
        return isl_bool_true;
    isl_id *id = isl_ast_node_get_annotation(node);
    struct pv_code_loop *loop = id ? isl_id_get_user(id) : NULL;
    isl_id_free(id);
    if (loop && loop->mark == mark)
        loop->mark = NULL;
    return isl_bool_true;
}

/* "value" { [h] -> [n] } as an expression at the place of "build", "around" { S[i] -> [h] } the loops around it. */
static __isl_give isl_ast_expr *value_in_loops(__isl_take isl_pw_aff *value, __isl_keep isl_union_map *around,
                                               __isl_keep isl_ast_build *build)
{
    isl_pw_multi_aff *loops = pv_local_to_prefix(isl_ast_build_get_schedule(build), around);
    return isl_ast_build_expr_from_pw_aff(build, isl_pw_aff_pullback_pw_multi_aff(value, loops));
}

/* A kernel: what its launch needs. */
static __isl_give isl_ast_node *leave_kernel(__isl_take isl_ast_node *node, __isl_keep isl_ast_build *build,
                                             struct build_state *state)
{
    struct pv_arena *arena = state->code->scop->arena;
    struct pv_code_launch *launch = pv_new(arena, struct pv_code_launch);
    launch->kernel = state->kernel;
    state->kernel = NULL;
    pv_push(arena, &state->code->launches, launch);
    for (int i = 0; i < launch->kernel->n_axes; i++) {
        launch->tiles[i] = value_in_loops(isl_pw_aff_copy(launch->kernel->tiles[i]), launch->kernel->around, build);
        isl_pw_aff *first = launch->kernel->first[i];
        if (first)
            launch->first[i] = value_in_loops(isl_pw_aff_copy(first), launch->kernel->around, build);
        if (!launch->tiles[i] || (first && !launch->first[i]))
            return isl_ast_node_free(node);
    }
    return isl_ast_node_set_annotation(node, pv_id_alloc(state->code->scop->ctx, "launch", launch));
}

/* Copies of parts of arrays: what filling them needs. */
static __isl_give isl_ast_node *leave_locals(__isl_take isl_ast_node *node, __isl_keep isl_ast_build *build,
                                             struct build_state *state, const struct pv_mark *mark)
{
    struct pv_code_fills *fills = pv_local_fill(state->code, mark, build, state->points);
    if (!fills)
        return isl_ast_node_free(node);
    return isl_ast_node_set_annotation(node, pv_id_alloc(state->code->scop->ctx, "fills", fills));
}

/* What a search through code looks for, and what is said about the loops it finds. */
struct work_of_mark {
    const struct pv_mark *mark;
    const struct pv_code_work *work;
};

static isl_bool set_work(__isl_keep isl_ast_node *node, void *user)
{
    const struct work_of_mark *what = user;
    if (isl_ast_node_get_type(node) != isl_ast_node_for)
        return isl_bool_true;
    isl_id *id = isl_ast_node_get_annotation(node);
    struct pv_code_loop *loop = id ? isl_id_get_user(id) : NULL;
    isl_id_free(id);
    if (loop && loop->mark == what->mark)
        loop->work = what->work;
    return isl_bool_true;
}

/* A loop for threads: the work it has, in terms of the loops around it. */
static __isl_give isl_ast_node *leave_parallel(__isl_take isl_ast_node *node, __isl_keep isl_ast_build *build,
                                               struct build_state *state, const struct pv_mark *mark)
{
    struct pv_arena *arena = state->code->scop->arena;
    struct pv_code_work *work = pv_new(arena, struct pv_code_work);
    work->cycles = mark->work->cycles;
    work->factors = isl_ast_expr_list_alloc(isl_ast_node_get_ctx(node), mark->work->factors.n);
    pv_push(arena, &state->code->works, work);
    for (int i = 0; i < mark->work->factors.n; i++) {
        isl_pw_aff *factor = isl_pw_aff_copy(mark->work->factors.v[i]);
        work->factors = isl_ast_expr_list_add(work->factors, value_in_loops(factor, mark->work->around, build));
    }
    if (!work->factors)
        return isl_ast_node_free(node);
    struct work_of_mark what = {mark, work};
    isl_ast_node_foreach_descendant_top_down(node, set_work, &what);
    return node;
}

/* A mark whose loop has become several says nothing about them where the last iteration leaves values behind: it may be in
 * any of them. Otherwise each iteration is in one of them, since isl was told to keep iterations together. */
static __isl_give isl_ast_node *leave_mark(__isl_take isl_ast_node *node, __isl_keep isl_ast_build *build, void *user)
{
    struct build_state *state = user;
    const struct pv_mark *mark = state->marks.v[--state->marks.n];
    if (mark->kind == PV_MARK_KERNEL) {
        keep_together(build, false);
        return leave_kernel(node, build, state);
    }
    if (mark->locals.n)
        return leave_locals(node, build, state, mark);
    if (mark->work)
        node = leave_parallel(node, build, state, mark);
    if (!node || !mark->sharing.privates.n)
        return node;
    keep_together(build, false);
    if (mark->sharing.lasts.n && !is_one_loop(isl_ast_node_copy(node)))
        isl_ast_node_foreach_descendant_top_down(node, forget_mark, (void *)mark);
    return node;
}

static __isl_give isl_id *enter_loop(__isl_keep isl_ast_build *build, void *user)
{
    struct build_state *state = user;
    keep_together(build, has_locals(state));
    return pv_id_alloc(isl_ast_build_get_ctx(build), "loop", pv_new(state->code->scop->arena, struct pv_code_loop));
}

static int iterator_depth(__isl_keep isl_ast_node *node)
{
    isl_ast_expr *expr = isl_ast_node_for_get_iterator(node);
    isl_id *id = isl_ast_expr_get_id(expr);
    const struct pv_code_iterator *iterator = pv_code_iterator_of_id(id);
    isl_id_free(id);
    isl_ast_expr_free(expr);
    return iterator ? iterator->depth : -1;
}

/* A mark is about the band right below it, of which there may be several loops, or none where it has one iteration:
 * the depth tells its loops from those of bands further down. Others may stand in between. */
static void read_marks(struct pv_code_loop *loop, const struct build_state *state, int depth)
{
    loop->factor = 1;
    for (int i = state->marks.n - 1; i >= 0; i--) {
        const struct pv_mark *mark = state->marks.v[i];
        int member = depth - mark->depth;
        if (mark->kind == PV_MARK_JAM && member >= 0 && member < mark->n_factors)
            loop->factor = mark->factors[member];
        else if (mark->kind != PV_MARK_JAM && !loop->mark && member == 0)
            loop->mark = mark;
    }
}

static __isl_give isl_ast_node *leave_loop(__isl_take isl_ast_node *node, __isl_keep isl_ast_build *build, void *user)
{
    (void)build;
    struct build_state *state = user;
    isl_id *id = isl_ast_node_get_annotation(node);
    struct pv_code_loop *loop = isl_id_get_user(id);
    isl_id_free(id);
    read_marks(loop, state, iterator_depth(node));
    return node;
}

static __isl_give isl_ast_node *annotate_leaf(__isl_take isl_ast_node *node, __isl_keep isl_ast_build *build,
                                              void *user)
{
    struct build_state *state = user;
    return pv_leaf_attach(node, build, state->code, state->kernel, &state->marks);
}

/* Building. */

static isl_bool deepest(__isl_keep isl_schedule_node *node, void *user)
{
    int *max = user, depth = (int)isl_schedule_node_get_schedule_depth(node);
    if (isl_schedule_node_get_type(node) == isl_schedule_node_band)
        depth += (int)isl_schedule_node_band_n_member(node);
    *max = depth > *max ? depth : *max;
    return isl_bool_true;
}

/* Iterators for all loops of "schedule", and for those that tell instances apart to which it gives the same schedule value. */
static int count_iterators(const struct pv_scop *scop, __isl_keep isl_schedule *schedule)
{
    int n = 0, most = 0;
    isl_schedule_foreach_schedule_node_top_down(schedule, deepest, &n);
    for (int i = 0; i < scop->stmts.n; i++) {
        int dim = (int)isl_set_dim(scop->stmts.v[i]->domain, isl_dim_set);
        most = dim > most ? dim : most;
    }
    return n + most;
}

/* The instances that have code. */
static __isl_give isl_union_set *executed(const struct pv_scop *scop)
{
    isl_union_set *all = isl_union_set_empty_ctx(scop->ctx);
    for (int i = 0; i < scop->stmts.n; i++)
        if (scop->stmts.v[i]->body)
            all = isl_union_set_add_set(all, isl_set_copy(scop->stmts.v[i]->domain));
    return isl_union_set_intersect_params(all, isl_set_copy(scop->context));
}

/* Does any kernel of "plan" (may be NULL) fill copies? Then conditions must stand where they are needed: a loop further down
 * that has no iterations is not enough. */
static bool has_any_locals(const struct pv_device_plan *plan)
{
    for (int i = 0; plan && i < plan->kernels.n; i++)
        if (plan->kernels.v[i]->locals.n)
            return true;
    return false;
}

/* At a leaf with several statements, which do not depend on each other there, let them run in the order of the text. */
static __isl_give isl_schedule_node *order_leaf(__isl_take isl_schedule_node *node, void *user)
{
    const struct pv_scop *scop = user;
    if (isl_schedule_node_get_type(node) != isl_schedule_node_leaf)
        return node;
    isl_union_set *domain = isl_schedule_node_get_domain(node);
    int n = (int)isl_union_set_n_set(domain);
    isl_union_set_list *filters = isl_union_set_list_alloc(scop->ctx, n);
    for (int i = 0; n > 1 && i < scop->stmts.n; i++) {
        isl_space *space = isl_set_get_space(scop->stmts.v[i]->domain);
        isl_set *own = isl_union_set_extract_set(domain, isl_space_copy(space));
        if (isl_set_is_empty(own) == isl_bool_false)
            filters = isl_union_set_list_add(filters, isl_union_set_from_set(isl_set_universe(space)));
        else
            isl_space_free(space);
        isl_set_free(own);
    }
    isl_union_set_free(domain);
    if (n > 1)
        return isl_schedule_node_insert_sequence(node, filters);
    isl_union_set_list_free(filters);
    return node;
}

static __isl_give isl_ast_node *build_tree(const struct pv_scop *scop, __isl_take isl_schedule *schedule,
                                           struct build_state *state)
{
    isl_ast_build *build = isl_ast_build_from_context(isl_set_copy(scop->context));
    if (state->code->plan)
        schedule = pv_full_tiles_split(schedule);
    else
        schedule = isl_schedule_map_schedule_node_bottom_up(schedule, order_leaf, (void *)scop);
    state->code->n_iterators = count_iterators(scop, schedule);
    struct pv_code *code = state->code;
    code->point_depth = code->n_iterators;
    code->n_iterators += code->plan ? PV_POINT_ITERATORS : 0;
    isl_id_list *ids = pv_code_iterator_ids(scop->ctx, scop->arena, code->n_iterators);
    isl_id_list *loops = isl_id_list_drop(isl_id_list_copy(ids), (unsigned)code->point_depth,
                                          (unsigned)(code->n_iterators - code->point_depth));
    state->points = isl_id_list_drop(ids, 0, (unsigned)code->point_depth);
    build = isl_ast_build_set_iterators(build, loops);
    build = isl_ast_build_set_before_each_mark(build, enter_mark, state);
    build = isl_ast_build_set_after_each_mark(build, leave_mark, state);
    build = isl_ast_build_set_before_each_for(build, enter_loop, state);
    build = isl_ast_build_set_after_each_for(build, leave_loop, state);
    build = isl_ast_build_set_at_each_domain(build, annotate_leaf, state);
    int exploits = isl_options_get_ast_build_exploit_nested_bounds(scop->ctx);
    int scales = isl_options_get_ast_build_scale_strides(scop->ctx);
    if (has_any_locals(code->plan))
        isl_options_set_ast_build_exploit_nested_bounds(scop->ctx, 0);
    if (code->plan) /* threads have the iterations by the values of the members, and iterators must be these */
        isl_options_set_ast_build_scale_strides(scop->ctx, 0);
    isl_ast_node *root = isl_ast_build_node_from_schedule(build, schedule);
    isl_options_set_ast_build_exploit_nested_bounds(scop->ctx, exploits);
    isl_options_set_ast_build_scale_strides(scop->ctx, scales);
    isl_ast_build_free(build);
    isl_id_list_free(state->points);
    return root;
}

/* Locals. */

static const char *size_obstacle(const struct pv_scop *scop, const struct pv_array *array)
{
    return pv_printf(scop->arena, "the size of '%s' is not the same throughout the region", array->var->name);
}

static bool add_local(struct pv_code *code, const struct pv_array *array, __isl_keep isl_ast_build *build,
                      const char **obstacle)
{
    struct pv_arena *arena = code->scop->arena;
    struct pv_code_local local = {array, pv_new_array(arena, isl_ast_expr *, array->n_dims + 1)};
    for (int i = 0; i < array->n_dims && !*obstacle; i++)
        if (array->sizes[i])
            local.sizes[i] = isl_ast_build_expr_from_pw_aff(build, isl_pw_aff_copy(array->sizes[i]));
        else
            *obstacle = size_obstacle(code->scop, array);
    pv_push(arena, &code->locals, local);
    return !*obstacle;
}

/* Does the host access "array"? */
static bool is_on_host(const struct pv_code *code, const struct pv_array *array)
{
    for (int i = 0; code->plan && i < code->plan->host.n; i++)
        for (int j = 0; j < code->plan->host.v[i]->accesses.n; j++)
            if (code->plan->host.v[i]->accesses.v[j]->array == array)
                return true;
    return !code->plan;
}

static bool add_locals(struct pv_code *code, const char **obstacle)
{
    isl_ast_build *build = isl_ast_build_from_context(isl_set_copy(code->scop->context));
    bool ok = true;
    for (int i = 0; i < code->scop->arrays.n && ok; i++)
        if (code->scop->arrays.v[i]->is_local && is_on_host(code, code->scop->arrays.v[i]))
            ok = add_local(code, code->scop->arrays.v[i], build, obstacle);
    isl_ast_build_free(build);
    return ok;
}

/* Values that the region does not change. */

static bool add_named(struct pv_code *code)
{
    const struct pv_scop *scop = code->scop;
    isl_ast_build *build = isl_ast_build_from_context(isl_set_universe(isl_set_get_space(scop->context)));
    bool ok = true;
    for (int i = 0; i < scop->named.n; i++) {
        struct pv_code_named item = {.named = &scop->named.v[i]};
        if (item.named->guard) {
            isl_set *guard = isl_set_align_params(isl_set_copy(item.named->guard), isl_set_get_space(scop->context));
            item.guard = isl_ast_build_expr_from_set(build, guard);
        }
        ok = ok && (!item.named->guard || item.guard);
        pv_push(scop->arena, &code->named, item);
    }
    isl_ast_build_free(build);
    return ok;
}

/* Arrays on the device. */

static __isl_give isl_ast_expr **values_of(struct pv_arena *arena, __isl_keep isl_ast_build *build, isl_pw_aff **values,
                                           int n, bool *ok)
{
    isl_ast_expr **exprs = values ? pv_new_array(arena, isl_ast_expr *, n + 1) : NULL;
    for (int i = 0; values && i < n; i++) {
        isl_pw_aff *value = isl_pw_aff_project_domain_on_params(isl_pw_aff_copy(values[i]));
        exprs[i] = isl_ast_build_expr_from_pw_aff(build, value);
        *ok = *ok && exprs[i];
    }
    return exprs;
}

static bool add_buffers(struct pv_code *code)
{
    struct pv_arena *arena = code->scop->arena;
    isl_ast_build *build = isl_ast_build_from_context(isl_set_copy(code->scop->context));
    bool ok = true;
    for (int i = 0; code->plan && i < code->plan->arrays.n; i++) {
        const struct pv_device_array *device = &code->plan->arrays.v[i];
        struct pv_code_buffer buffer = {.device = device};
        buffer.sizes = values_of(arena, build, device->sizes, device->array->n_dims, &ok);
        buffer.last = values_of(arena, build, device->last, device->array->n_dims, &ok);
        pv_push(arena, &code->buffers, buffer);
    }
    isl_ast_build_free(build);
    return ok;
}

struct pv_code *pv_ast_build(const struct pv_scop *scop, __isl_keep isl_schedule *schedule,
                             const struct pv_device_plan *plan, const char **obstacle)
{
    *obstacle = NULL;
    for (int i = 0; i < scop->stmts.n && !*obstacle; i++)
        *obstacle = pv_rewrite_obstacle(scop, scop->stmts.v[i]);
    if (*obstacle)
        return NULL;
    struct pv_code *code = pv_new(scop->arena, struct pv_code);
    code->scop = scop;
    code->plan = plan;
    struct build_state state = {.code = code};
    bool ok = add_named(code) && add_buffers(code) && add_locals(code, obstacle) && pv_guard_build(code);
    isl_union_set *instances = executed(scop);
    isl_bool is_empty = isl_union_set_is_empty(instances);
    if (ok && is_empty == isl_bool_false) {
        isl_schedule *restricted = isl_schedule_intersect_domain(isl_schedule_copy(schedule), instances);
        code->root = build_tree(scop, restricted, &state);
        ok = code->root;
    } else {
        isl_union_set_free(instances);
    }
    if (ok && is_empty >= 0)
        return code;
    pv_code_free(code);
    return NULL;
}
