/* Builds regions for a device: the function that launches kernels, the kernels, and what these call. */
#include "lower/deviceprog.h"

#include "lower/buffers.h"
#include "lower/build.h"
#include "lower/hostprog.h"
#include "lower/kernelargs.h"
#include "lower/userstmt.h"
#include "lower/windows.h"

#include <string.h>

/* What holds of parameters in "version". */
static void limit_parameters(const struct pv_version *version, struct pv_cctx *ctx)
{
    int64_t limit = version->limit;
    for (int i = 0; limit && i < ctx->parameters.n; i++) {
        struct pv_crange *range = &ctx->parameters.v[i];
        range->min = range->min < -limit ? -limit : range->min;
        range->max = range->max > limit ? limit : range->max;
    }
    for (int i = 0; limit && ctx->known && i < ctx->scop->parameters.n; i++) {
        int pos = isl_set_find_dim_by_name(ctx->known, isl_dim_param, ctx->scop->parameters.v[i]->id);
        if (pos < 0)
            continue;
        ctx->known = isl_set_lower_bound_si(ctx->known, isl_dim_param, (unsigned)pos, (int)-limit);
        ctx->known = isl_set_upper_bound_si(ctx->known, isl_dim_param, (unsigned)pos, (int)limit);
    }
}

/* Kernels. */

static void name_coordinates(const struct pv_lowering *lowering, struct pv_cdevice *device,
                             const struct pv_kernel *kernel)
{
    struct pv_arena *arena = lowering->arena;
    for (int axis = 0; axis < pv_kernel_n_thread_axes(kernel); axis++) {
        device->ids[PV_LEVEL_BLOCK][axis] = pv_printf(arena, "%s%d", lowering->block, axis);
        device->ids[PV_LEVEL_THREAD][axis] = pv_printf(arena, "%s%d", lowering->thread, axis);
        device->counts[PV_LEVEL_BLOCK][axis] = pv_printf(arena, "%s%d", lowering->n_blocks, axis);
        bool is_row = axis < kernel->n_axes && kernel->first[axis];
        device->firsts[axis] = is_row ? pv_printf(arena, "%s%d", lowering->first_tile, axis) : NULL;
        device->eaches[axis] = is_row ? pv_printf(arena, "%s%d", lowering->tiles_each, axis) : NULL;
    }
}

/* What is known of parameters and iterators in "kernel", launched from a place of "host". */
static __isl_give isl_set *known_in_kernel(const struct pv_cctx *host, const struct pv_kernel *kernel)
{
    isl_set *known = isl_set_copy(host->known);
    int n = (int)isl_set_dim(known, isl_dim_set);
    if (!kernel->reached)
        return known;
    if (n < kernel->depth)
        known = isl_set_add_dims(known, isl_dim_set, (unsigned)(kernel->depth - n));
    isl_set *reached = isl_set_copy(kernel->reached);
    if (n > kernel->depth)
        reached = isl_set_add_dims(reached, isl_dim_set, (unsigned)(n - kernel->depth));
    return isl_set_intersect(known, reached);
}

/* What lowering knows of the device in "kernel": how it is asked to use it, names, and where the loops of the members stand
 * that have a fixed place. */
static struct pv_cdevice *begin_device(const struct pv_version *version, const struct pv_kernel *kernel)
{
    const struct pv_lowering *lowering = version->lowering;
    const struct pv_code *code = version->prog->code;
    struct pv_cdevice *device = pv_new(lowering->arena, struct pv_cdevice);
    int n = code->n_iterators + 2 * PV_MAX_AXES + 1;
    *device = (struct pv_cdevice){
        .is_opencl = lowering->params.is_opencl,
        .keeps_rows = lowering->params.keeps_rows,
        .unroll_copies = lowering->params.unroll_copies,
        .unroll_points = lowering->params.unroll_points,
        .shared_prefix = lowering->shared,
        .private_prefix = lowering->private,
        .next_prefix = lowering->next,
        .code = code,
        .kernel = kernel,
        .member_at = pv_new_array(lowering->arena, int, n),
        .points_at = pv_new_array(lowering->arena, int, n),
    };
    name_coordinates(lowering, device, kernel);
    pv_windows_name(lowering, device, kernel);
    for (int i = 0; i < kernel->n_fixed; i++)
        device->member_at[kernel->depth + i] = i + 1;
    return device;
}

/* The kernel of "launch", with "nodes" as its body, at a place of "host". */
static struct pv_pkernel *build_kernel(struct pv_version *version, const struct pv_cctx *host,
                                       const struct pv_code_launch *launch, const pv_anodes *nodes)
{
    const struct pv_kernel *sizes = launch->kernel;
    struct pv_arena *arena = version->lowering->arena;
    struct pv_pkernel *kernel = pv_new(arena, struct pv_pkernel);
    struct pv_cctx *ctx = pv_version_context(version);
    kernel->sizes = sizes;
    ctx->device = begin_device(version, sizes);
    ctx->promotes = true;
    ctx->scalar_prefix = version->lowering->scalar;
    pv_lowering_set_up(version->lowering, ctx, version->prog->code);
    pv_version_add(version, &kernel->body, ctx, kernel);
    ctx->known = known_in_kernel(host, sizes);
    limit_parameters(version, ctx);
    for (int i = 0; i < host->ranges.n; i++)
        pv_push(arena, &ctx->ranges, host->ranges.v[i]);
    for (int i = 0; i < sizes->n_fixed; i++)
        if (sizes->members[i].level == PV_LEVEL_BLOCK)
            kernel->block_iterators[sizes->members[i].axis] = ctx->iterators.v[sizes->depth + i];
    if (sizes->overlap)
        pv_windows_begin(ctx, kernel, launch);
    struct pv_pout out = {arena, &kernel->body};
    pv_build_kernel(ctx, &out, nodes);
    return kernel;
}

/* Kernels of a version that is not used need no more. */
static void add_launch(struct pv_cctx *ctx, struct pv_pout *out, const struct pv_code_launch *launch,
                       const pv_anodes *body, void *user)
{
    struct pv_version *version = user;
    pv_version_learn(version);
    if (pv_version_has_failed(version))
        return;
    struct pv_ps *stmt = pv_ps_add(out, PV_PS_LAUNCH);
    stmt->kernel = build_kernel(version, ctx, launch, body);
    stmt->sizes = launch;
    stmt->place = pv_cctx_here(ctx, NULL);
    pv_push(ctx->arena, &version->entry->kernels, stmt->kernel);
}

/* The function of a region. */

/* The parameters of the function: those of the model, scalars by value, arrays. */
static void find_params(const struct pv_version *version, struct pv_cctx *ctx)
{
    const struct pv_code *code = version->prog->code;
    const struct pv_scop *scop = code->scop;
    struct pv_pentry *result = version->entry;
    for (int i = 0; i < scop->parameters.n; i++) {
        const struct pv_var *var = scop->parameters.v[i];
        struct pv_parg arg = {
            .type = pv_spell_value_type(var->type, false), .name = pv_spell_name(ctx, var), .value = var->name};
        pv_push(ctx->arena, &result->params, arg);
    }
    for (int i = 0; i < code->buffers.n; i++) {
        const struct pv_device_array *item = code->buffers.v[i].device;
        const struct pv_var *var = item->array->var;
        const struct pv_cctx *host = pv_version_host(version);
        struct pv_parg arg = {.name = pv_spell_name(ctx, var), .value = host ? pv_spell_name(host, var) : var->name};
        if (!item->is_value && !item->copy_in && !item->copy_out && !item->is_tested && !item->is_held)
            continue;
        if (item->is_value && result->is_divided)
            continue;
        arg.is_buffer = !item->is_value;
        arg.is_address = !item->array->n_dims;
        arg.type = item->is_value ? pv_spell_value_type(var->type, false) : "void";
        pv_push(ctx->arena, &result->params, arg);
    }
}

/* "pave_count(n)" */
static pv_px *count_of(struct pv_cctx *ctx, pv_px *n)
{
    return pv_px_call(ctx->arena, pv_printf(ctx->arena, "%scount", ctx->naming->own), 1, &n);
}

/* How many bytes "buffer" has. */
static pv_px *buffer_bytes(struct pv_cctx *ctx, const struct pv_code_buffer *buffer)
{
    struct pv_arena *arena = ctx->arena;
    const struct pv_array *array = buffer->device->array;
    pv_px *bytes = pv_px_cast(arena, "size_t", pv_px_number(arena, array->elem->size));
    if (!buffer->last) {
        for (int i = 0; i < array->n_dims; i++) {
            pv_px *size = pv_astexpr(ctx, buffer->sizes[i]);
            bytes = pv_px_binary(arena, bytes, "*", count_of(ctx, size), PV_CPREC_PRODUCT);
        }
        return bytes;
    }
    pv_px *index = NULL;
    for (int i = 0; i < array->n_dims; i++) {
        pv_px *last = pv_px_paren(arena, pv_astexpr(ctx, buffer->last[i]));
        if (!index) {
            index = pv_px_cast(arena, "long long", last);
            continue;
        }
        pv_px *size = pv_px_paren(arena, pv_astexpr(ctx, buffer->sizes[i]));
        pv_px *rows = pv_px_binary(arena, pv_px_paren(arena, index), "*", pv_px_cast(arena, "long long", size),
                                   PV_CPREC_PRODUCT);
        index = pv_px_binary(arena, rows, "+", last, PV_CPREC_SUM);
    }
    pv_px *n = pv_px_binary(arena, index, "+", pv_px_number(arena, 1), PV_CPREC_SUM);
    return pv_px_binary(arena, bytes, "*", count_of(ctx, n), PV_CPREC_PRODUCT);
}

/* Does a kernel of "plan" read one copy of "array" and write another one? */
static bool has_next(const struct pv_device_plan *plan, const struct pv_array *array)
{
    for (int i = 0; i < plan->kernels.n; i++)
        if (pv_buffer_alternates(plan->kernels.v[i], array))
            return true;
    return false;
}

/* Is "array" copied from the device to the host? */
static bool comes_back(const struct pv_code *code, const struct pv_array *array)
{
    const struct pv_device_array *item = pv_device_plan_find(code->plan, array);
    return item && (item->copy_out || item->is_held);
}

/* Is "array" one of two that come back and may be interleaved? */
static bool is_mixed(const struct pv_code *code, const struct pv_array *array)
{
    const struct pv_guard *guard = &code->scop->guard;
    for (int i = 0; i < guard->mixed.n; i++) {
        struct pv_array_pair pair = guard->mixed.v[i];
        if ((pair.a == array || pair.b == array) && comes_back(code, pair.a) && comes_back(code, pair.b))
            return true;
    }
    return false;
}

static void find_buffers(const struct pv_version *version, struct pv_cctx *ctx)
{
    const struct pv_code *code = version->prog->code;
    for (int i = 0; i < code->buffers.n; i++) {
        const struct pv_code_buffer *item = &code->buffers.v[i];
        if (item->device->is_value)
            continue;
        struct pv_pbuffer buffer = {
            .device = item->device,
            .name = pv_spell_name(ctx, item->device->array->var),
            .buffer = pv_kernelargs_buffer(version->lowering, item->device->array),
            .next = has_next(code->plan, item->device->array)
                        ? pv_kernelargs_next_buffer(version->lowering, item->device->array)
                        : NULL,
            .bytes = buffer_bytes(ctx, item),
            .is_mixed = is_mixed(code, item->device->array),
        };
        pv_push(ctx->arena, &version->entry->buffers, buffer);
    }
}

static void name_variables(struct pv_cctx *ctx, const struct pv_code *code)
{
    for (int i = 0; i < code->scop->parameters.n; i++) {
        const struct pv_var *var = code->scop->parameters.v[i];
        struct pv_cname item = {var, pv_names_on_device(ctx->naming, var->id)};
        pv_push(ctx->arena, &ctx->names, item);
    }
    for (int i = 0; i < code->buffers.n; i++) {
        const struct pv_var *var = code->buffers.v[i].device->array->var;
        struct pv_cname item = {var, pv_names_on_device(ctx->naming, var->id)};
        pv_push(ctx->arena, &ctx->names, item);
    }
}

/* The condition that the parameters are within "limit"; the number 1 where they are in any case. */
static pv_px *is_within(struct pv_cctx *ctx, int64_t limit)
{
    struct pv_arena *arena = ctx->arena;
    pv_px *all = NULL;
    for (int i = 0; i < ctx->scop->parameters.n; i++) {
        pv_px *name = pv_px_name(arena, pv_spell_name(ctx, ctx->scop->parameters.v[i]));
        if (ctx->parameters.v[i].min < -limit)
            all = pv_px_and(arena, all,
                            pv_px_binary(arena, name, ">=", pv_px_number(arena, -limit), PV_CPREC_RELATION));
        if (ctx->parameters.v[i].max > limit)
            all = pv_px_and(arena, all, pv_px_binary(arena, name, "<=", pv_px_number(arena, limit), PV_CPREC_RELATION));
    }
    return all ? all : pv_px_number(arena, 1);
}

/* Regions with statements of the host. */

/* Before a statement of the host, bring what it may access from the device. Calls may tell the time: kernels end before
 * them. */
static void add_fetches(struct pv_cctx *ctx, struct pv_pout *out, const struct pv_code_leaf *leaf, void *user)
{
    const struct pv_version *version = user;
    const struct pv_device_plan *plan = version->prog->code->plan;
    (void)ctx;
    if (leaf->stmt->has_effects)
        pv_ps_add(out, PV_PS_HOLD)->hold = PV_HOLD_WAIT;
    for (int i = 0; i < plan->host_accesses.n; i++) {
        const struct pv_host_access *access = &plan->host_accesses.v[i];
        if (access->stmt != leaf->stmt)
            continue;
        struct pv_ps *fetch = pv_ps_add(out, PV_PS_HOLD);
        fetch->hold = PV_HOLD_FETCH;
        fetch->is_write = access->is_write;
        for (int k = 0; k < access->array; k++)
            fetch->buffer += !plan->arrays.v[k].is_value;
    }
}

/* The loops of the host, with its statements and launches, are for the program itself. */
static struct pv_cctx *begin_divided(struct pv_version *version)
{
    struct pv_prog *prog = version->prog;
    struct pv_cctx *ctx = pv_version_context(version);
    pv_lowering_set_up(version->lowering, ctx, prog->code);
    pv_version_add(version, &prog->body, ctx, NULL);
    pv_hostprog_name_locals(version->lowering, ctx, prog->code);
    ctx->known = isl_set_from_params(isl_set_copy(prog->code->scop->context));
    return ctx;
}

static void build_divided(struct pv_version *version, struct pv_cctx *ctx)
{
    struct pv_build_hooks hooks = {.launch = add_launch, .before = add_fetches, .user = version};
    struct pv_pout out = {version->lowering->arena, &version->prog->body};
    pv_build(ctx, &out, version->prog->code, &hooks);
    pv_ps_add(&out, PV_PS_HOLD)->hold = PV_HOLD_END;
}

/* The host's part of "version" and, at its launches, the kernels. */
void pv_deviceprog_build(struct pv_version *version)
{
    struct pv_arena *arena = version->lowering->arena;
    struct pv_cctx *ctx = pv_version_context(version);
    struct pv_build_hooks hooks = {.launch = add_launch, .user = version};
    struct pv_pentry *entry = version->entry = pv_new(arena, struct pv_pentry);
    entry->is_small = version->limit;
    entry->is_divided = version->prog->code->plan->host.n;
    pv_lowering_set_up(version->lowering, ctx, version->prog->code);
    pv_version_add(version, &entry->body, ctx, NULL);
    struct pv_cctx *host = entry->is_divided ? begin_divided(version) : NULL;
    name_variables(ctx, version->prog->code);
    ctx->known = isl_set_from_params(isl_set_copy(ctx->scop->context));
    limit_parameters(version, ctx);
    find_params(version, ctx);
    find_buffers(version, ctx);
    ctx->overflows = false; /* in sizes, conversions are enough */
    struct pv_pout out = {arena, &entry->body};
    if (host)
        build_divided(version, host);
    else
        pv_build(ctx, &out, version->prog->code, &hooks);
}

void pv_deviceprog_add_narrow(struct pv_version *version, struct pv_pentry *narrow, int64_t limit)
{
    version->entry->narrow = narrow;
    version->entry->is_narrow = is_within(version->texts.v[0].ctx, limit);
}

/* What kernels share. */

typedef PV_VEC(const struct pv_record *) records;

/* Add "record", after those that it has fields of. */
static void add_record(struct pv_cctx *ctx, const struct pv_record *record, struct pv_pshared *shared, records *done)
{
    for (int i = 0; i < done->n; i++)
        if (done->v[i] == record)
            return;
    pv_push(ctx->arena, done, record);
    for (int i = 0; i < record->n_fields; i++) {
        const struct pv_ctype *elem = pv_ctype_innermost(record->fields[i].type, false);
        if (elem->kind == PV_TYPE_RECORD)
            add_record(ctx, elem->record, shared, done);
    }
    struct pv_precord result = {.name = pv_names_record(ctx->naming, record),
                                .is_union = record->is_union,
                                .has_tag = strchr(record->spelling, ' ') != NULL};
    struct pv_pout out = {ctx->arena, &result.fields};
    for (int i = 0; i < record->n_fields; i++) {
        const struct pv_field *field = &record->fields[i];
        struct pv_ps *decl = pv_ps_decl(&out, pv_spell_type_here(ctx, pv_ctype_innermost(field->type, false)),
                                        pv_spell_field(ctx, field), NULL);
        for (const struct pv_ctype *type = field->type; type->kind == PV_TYPE_ARRAY; type = type->elem)
            pv_push(ctx->arena, &decl->dims, pv_px_number(ctx->arena, type->length));
    }
    pv_push(ctx->arena, &shared->records, result);
}

static void add_function(struct pv_cctx *ctx, const struct pv_function *function, struct pv_pshared *shared)
{
    struct pv_pfunction result = {0};
    struct pv_pout out = {ctx->arena, &result.body};
    for (int i = 0; i < function->body->children.n; i++)
        pv_userstmt(ctx, &out, function->body->children.v[i]);
    result.type = pv_spell_type_here(ctx, function->return_type);
    result.name = pv_spell_function(ctx, function);
    for (int i = 0; i < function->params.n; i++) {
        struct pv_parg param = {.type = pv_spell_type_here(ctx, function->params.v[i]->type),
                                .name = pv_spell_name(ctx, function->params.v[i])};
        pv_push(ctx->arena, &result.params, param);
    }
    pv_push(ctx->arena, &shared->functions, result);
}

/* Append those of "more" to "all" that it does not have. Macros, since the elements differ in type. */
#define ADD_NEW(arena, all, more)                                   \
    do {                                                            \
        for (int i_ = 0; i_ < (more)->n; i_++) {                    \
            bool is_new_ = true;                                    \
            for (int k_ = 0; k_ < (all)->n; k_++)                   \
                is_new_ = is_new_ && (all)->v[k_] != (more)->v[i_]; \
            if (is_new_)                                            \
                pv_push(arena, all, (more)->v[i_]);                 \
        }                                                           \
    } while (0)

void pv_deviceprog_note_needs(const struct pv_version *version)
{
    struct pv_prog *prog = version->prog;
    for (int i = 0; i < version->texts.n; i++) {
        const struct pv_cdevice *device = version->texts.v[i].ctx->device;
        if (!device)
            continue;
        ADD_NEW(version->lowering->arena, &prog->functions, &device->functions);
        ADD_NEW(version->lowering->arena, &prog->records, &device->records);
        prog->uses_double = prog->uses_double || device->uses_double;
    }
}

/* Functions come after those that they call: lowering one may make the list longer. */
const char *pv_deviceprog_shared(const struct pv_lowering *lowering, int n, struct pv_prog *const *progs,
                                 struct pv_pshared *shared)
{
    struct pv_cdevice needs = {.is_opencl = lowering->params.is_opencl};
    struct pv_cctx ctx = {.arena = lowering->arena, .device = &needs, .naming = &lowering->names};
    pv_push(ctx.arena, &ctx.iterators, pv_printf(ctx.arena, "%s0", lowering->iterator));
    for (int i = 0; i < n; i++) {
        ADD_NEW(ctx.arena, &needs.functions, &progs[i]->functions);
        ADD_NEW(ctx.arena, &needs.records, &progs[i]->records);
        needs.uses_double = needs.uses_double || progs[i]->uses_double;
    }
    for (int i = 0; i < needs.functions.n; i++)
        add_function(&ctx, needs.functions.v[i], shared);
    records done = {0};
    for (int i = 0; i < needs.records.n; i++)
        add_record(&ctx, needs.records.v[i], shared, &done);
    shared->uses_double = needs.uses_double;
    return ctx.failure;
}
