/* Finds the arguments of kernels and their own variables, and completes launches. */
#include "lower/kernelargs.h"

#include "lower/buffers.h"
#include "lower/fill.h"
#include "lower/userstmt.h"

const char *pv_kernelargs_buffer(const struct pv_lowering *lowering, const struct pv_array *array)
{
    return pv_printf(lowering->arena, "%sdev_%s", lowering->names.own, array->var->id);
}

const char *pv_kernelargs_next_buffer(const struct pv_lowering *lowering, const struct pv_array *array)
{
    return pv_printf(lowering->arena, "%snext_%s", lowering->names.own, array->var->id);
}

/* Kernels. */

/* Note the coordinates that "kernel" names. */
static void find_coordinates(const struct pv_cdevice *device, struct pv_pkernel *kernel)
{
    for (int axis = 0; axis < pv_kernel_n_thread_axes(kernel->sizes); axis++)
        for (int level = PV_LEVEL_BLOCK; level <= PV_LEVEL_THREAD; level++) {
            kernel->ids[level][axis] = device->ids[level][axis];
            kernel->counts[level][axis] = device->counts[level][axis];
            kernel->uses_id[level][axis] = pv_pblock_names(&kernel->body, kernel->ids[level][axis]);
            kernel->uses_count[level][axis] = level == PV_LEVEL_BLOCK &&
                                              pv_pblock_names(&kernel->body, kernel->counts[level][axis]);
        }
}

/* Declare what "kernel" has for itself: variables, and copies of parts of arrays. */
static void declare_locals(struct pv_cctx *ctx, struct pv_pkernel *kernel)
{
    const struct pv_kernel *sizes = kernel->sizes;
    struct pv_pout out = {ctx->arena, &kernel->locals};
    for (int i = 0; i < sizes->privates.n; i++)
        if (pv_pblock_names(&kernel->body, pv_spell_name(ctx, sizes->privates.v[i]->var)))
            pv_userstmt_declare(ctx, &out, sizes->privates.v[i]->var, NULL);
    for (int i = 0; i < sizes->locals.n; i++)
        if (sizes->locals.v[i]->reduction)
            pv_fill_declare_tree(ctx, &out, sizes->locals.v[i]);
    for (int i = 0; i < sizes->locals.n; i++)
        if (pv_pblock_names(&kernel->body, pv_spell_local(ctx, sizes->locals.v[i])))
            pv_fill_declare(ctx, &out, sizes->locals.v[i]);
}

static void add_value(struct pv_cctx *ctx, struct pv_pkernel *kernel, const char *type, const char *name,
                      const char *value)
{
    struct pv_parg arg = {.type = type, .name = name, .value = value, .outer = value};
    arg.outer_type = ctx->width == PV_WIDTH_LONG ? "long long" : "int";
    pv_push(ctx->arena, &kernel->args, arg);
}

static void add_variable(const struct pv_version *version, struct pv_cctx *ctx, struct pv_pkernel *kernel,
                         const struct pv_var *var)
{
    const char *name = pv_spell_name(ctx, var);
    const struct pv_cctx *host = pv_version_host(version);
    add_value(ctx, kernel, pv_spell_value_type(var->type, ctx->device->is_opencl), name, name);
    struct pv_parg *arg = &kernel->args.v[kernel->args.n - 1];
    arg->outer_type = pv_spell_value_type(var->type, false);
    arg->outer = host ? pv_spell_name(host, var) : name;
}

/* A look for writes in a kernel. */
struct write_search {
    const struct pv_array *array;
    bool is_found;
};

static void look_for_write(const struct pv_ps *stmt, void *user)
{
    struct write_search *search = user;
    for (int i = 0; stmt->leaf && i < stmt->leaf->stmt->accesses.n; i++) {
        const struct pv_access *access = stmt->leaf->stmt->accesses.v[i];
        search->is_found = search->is_found || (access->array == search->array && access->is_write);
    }
}

/* Is "array" written by a statement of "kernel"? */
static bool is_written(const struct pv_pkernel *kernel, const struct pv_array *array)
{
    struct write_search search = {array, false};
    pv_pblock_visit(&kernel->body, look_for_write, NULL, &search);
    return search.is_found;
}

/* The arrays and scalars that "kernel" names. */
static void find_arrays(const struct pv_version *version, struct pv_cctx *ctx, struct pv_pkernel *kernel)
{
    const struct pv_code *code = version->prog->code;
    for (int i = 0; i < code->buffers.n; i++) {
        const struct pv_code_buffer *buffer = &code->buffers.v[i];
        const struct pv_array *array = buffer->device->array;
        const char *name = pv_spell_name(ctx, array->var);
        if (!pv_pblock_names(&kernel->body, name) || pv_kernel_is_private(kernel->sizes, array))
            continue;
        const char *type = pv_spell_type_here(ctx, array->elem), *next = pv_buffer_next(ctx, array);
        if (buffer->device->is_value) {
            add_variable(version, ctx, kernel, array->var);
            continue;
        }
        /* Pointers to what is only read are restrict: those loads then need not wait for stores. nvcc 13.0 makes wrong code of
         * some kernels in which others are, too. It also makes one load of two that a condition chooses from, and where one
         * is of an array that is only read and whose pointer is restrict, it is taken not to see the stores of the kernel. */
        struct pv_parg arg = {.type = type,
                              .name = name,
                              .value = pv_kernelargs_buffer(version->lowering, array),
                              .array = array,
                              .is_buffer = true,
                              .is_const = next || !is_written(kernel, array)};
        arg.is_restrict = arg.is_const && !ctx->device->chooses;
        for (int dim = 1; dim < array->n_dims && pv_buffer_has_rows(ctx, array->var); dim++)
            pv_push(ctx->arena, &arg.rows, pv_buffer_constant_size(buffer, dim));
        pv_push(ctx->arena, &kernel->args, arg);
        if (!next)
            continue;
        arg.name = next;
        arg.value = pv_kernelargs_next_buffer(version->lowering, array);
        arg.is_const = arg.is_restrict = false;
        pv_push(ctx->arena, &kernel->args, arg);
    }
}

/* What "kernel" needs to be given. */
static void find_args(const struct pv_version *version, struct pv_cctx *ctx, struct pv_pkernel *kernel)
{
    const struct pv_scop *scop = version->prog->code->scop;
    const char *integer = pv_spell_iterator_type(ctx), *own = version->lowering->names.own;
    find_arrays(version, ctx, kernel);
    for (int i = 0; i < scop->parameters.n; i++) {
        const char *name = pv_spell_name(ctx, scop->parameters.v[i]);
        if (pv_pblock_names(&kernel->body, name))
            add_variable(version, ctx, kernel, scop->parameters.v[i]);
    }
    for (int axis = 0; axis < kernel->sizes->n_axes; axis++) {
        const char *first = ctx->device->firsts[axis];
        kernel->uses_first[axis] = first && pv_pblock_names(&kernel->body, first);
        if (kernel->uses_first[axis]) {
            add_value(ctx, kernel, integer, first, pv_printf(ctx->arena, "%sfirst%d", own, axis));
            add_value(ctx, kernel, integer, ctx->device->eaches[axis], pv_printf(ctx->arena, "%seach%d", own, axis));
        }
    }
    for (int i = 0; i < kernel->sizes->depth; i++)
        if (pv_pblock_names(&kernel->body, ctx->iterators.v[i]))
            add_value(ctx, kernel, integer, ctx->iterators.v[i], ctx->iterators.v[i]);
}

/* Launches. */

/* Where blocks have neighbouring tiles along "axis": the first of all, and how many each block has. */
static void add_row(struct pv_cctx *ctx, struct pv_pout *out, const struct pv_code_launch *launch, int axis)
{
    struct pv_arena *arena = ctx->arena;
    const char *own = ctx->naming->own, *type = pv_spell_iterator_type(ctx);
    int most = launch->kernel->most_blocks[axis];
    pv_px *first = pv_astexpr(ctx, launch->first[axis]);
    if (first->width > ctx->width)
        first = pv_px_cast(arena, type, pv_px_operand(arena, first, PV_CPREC_UNARY));
    pv_ps_const(out, type, pv_printf(arena, "%sfirst%d", own, axis), first);
    pv_px *n = pv_px_name(arena, pv_printf(arena, "%sn%d", own, axis));
    pv_px *sum = pv_px_paren(arena, pv_px_binary(arena, n, "+", pv_px_number(arena, most - 1), PV_CPREC_SUM));
    pv_px *each = pv_px_binary(arena, sum, "/", pv_px_number(arena, most), PV_CPREC_PRODUCT);
    pv_ps_const(out, type, pv_printf(arena, "%seach%d", own, axis), pv_px_cast(arena, type, pv_px_paren(arena, each)));
}

/* After a launch of "kernel", let the copies of arrays of which it reads one and writes the other change places. */
static void add_swaps(struct pv_cctx *ctx, struct pv_pout *out, const struct pv_lowering *lowering,
                      const struct pv_kernel *kernel)
{
    const char *own = ctx->naming->own;
    for (int i = 0; i < kernel->locals.n; i++) {
        const struct pv_array *array = kernel->locals.v[i]->array;
        if (!kernel->locals.v[i]->alternates)
            continue;
        pv_px *now = pv_px_name(ctx->arena, pv_kernelargs_buffer(lowering, array));
        pv_px *next = pv_px_name(ctx->arena, pv_kernelargs_next_buffer(lowering, array));
        pv_px *last = pv_px_name(ctx->arena, pv_printf(ctx->arena, "%slast_%s", own, array->var->id));
        pv_ps_decl(out, pv_printf(ctx->arena, "%sbuffer", own), last->text, now);
        pv_ps_assign(out, now, next);
        pv_ps_assign(out, next, last);
    }
}

/* Add the numbers of tiles along the axes, and the launch where there are any. */
static void add_launch(struct pv_cctx *ctx, struct pv_pout *out, const struct pv_lowering *lowering, struct pv_ps *stmt)
{
    struct pv_arena *arena = ctx->arena;
    const struct pv_code_launch *launch = stmt->sizes;
    pv_px *condition = NULL;
    pv_pblock *outside = pv_ps_enter(out, &pv_ps_add(out, PV_PS_BLOCK)->body);
    for (int i = 0; i < launch->kernel->n_axes; i++) {
        pv_px *n = pv_px_name(arena, pv_printf(arena, "%sn%d", ctx->naming->own, i));
        pv_ps_const(out, "long long", n->text, pv_astexpr(ctx, launch->tiles[i]));
        if (stmt->kernel->uses_first[i])
            add_row(ctx, out, launch, i);
        condition = pv_px_and(arena, condition, pv_px_binary(arena, n, ">", pv_px_number(arena, 0), PV_CPREC_RELATION));
    }
    if (condition)
        pv_ps_enter(out, &pv_ps_if(out, condition)->body);
    stmt->sizes = NULL;
    pv_push(arena, out->at, stmt);
    add_swaps(ctx, out, lowering, launch->kernel);
    pv_ps_enter(out, outside);
}

/* A body of launches. */
struct launches {
    const struct pv_lowering *lowering;
    struct pv_cctx *ctx;
};

static void replace(struct pv_pout *out, struct pv_ps *stmt, void *user)
{
    const struct launches *launches = user;
    struct pv_cctx *ctx = launches->ctx;
    if (stmt->kind != PV_PS_LAUNCH || !stmt->sizes) {
        pv_push(out->arena, out->at, stmt);
        return;
    }
    bool overflows = ctx->overflows; /* in numbers of tiles, conversions are enough */
    pv_cctx_go(ctx, stmt->place);
    add_launch(ctx, out, launches->lowering, stmt);
    ctx->overflows = overflows;
}

void pv_kernelargs_declare(struct pv_version *version)
{
    for (int i = 0; i < version->texts.n; i++) {
        const struct pv_ptext *text = &version->texts.v[i];
        if (!text->kernel)
            continue;
        find_coordinates(text->ctx->device, text->kernel);
        declare_locals(text->ctx, text->kernel);
    }
}

void pv_kernelargs_find(struct pv_version *version)
{
    for (int i = 0; i < version->texts.n; i++)
        if (version->texts.v[i].kernel)
            find_args(version, version->texts.v[i].ctx, version->texts.v[i].kernel);
    for (int i = 0; i < version->texts.n; i++) {
        struct launches launches = {version->lowering, version->texts.v[i].ctx};
        if (!version->texts.v[i].kernel)
            pv_pblock_replace(version->lowering->arena, version->texts.v[i].body, replace, &launches);
    }
}
