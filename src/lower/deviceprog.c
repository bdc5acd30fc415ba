/* Lowers regions for a device: kernels with their arguments, launches, and called functions. */
#include "lower/deviceprog.h"

#include "lower/build.h"
#include "lower/fill.h"
#include "lower/hostprog.h"
#include "lower/userstmt.h"

#include <string.h>

/* One way to lower a region. */
struct entry {
    const struct pv_lowering *lowering;
    const struct pv_code *code;
    struct pv_cdevice needs; /* what its kernels need */
    int64_t limit;           /* parameters are no larger, nor smaller than its negative; 0: what the context allows */
    bool is_wide;
    bool overflows;
    const char *failure;
    struct pv_pentry *result;
};

/* What holds of parameters in the function of "entry". */
static void limit_parameters(const struct entry *entry, struct pv_cctx *ctx)
{
    for (int i = 0; entry->limit && i < ctx->parameters.n; i++) {
        struct pv_crange *range = &ctx->parameters.v[i];
        range->min = range->min < -entry->limit ? -entry->limit : range->min;
        range->max = range->max > entry->limit ? entry->limit : range->max;
    }
    for (int i = 0; entry->limit && ctx->known && i < entry->code->scop->parameters.n; i++) {
        int pos = isl_set_find_dim_by_name(ctx->known, isl_dim_param, entry->code->scop->parameters.v[i]->id);
        if (pos < 0)
            continue;
        ctx->known = isl_set_lower_bound_si(ctx->known, isl_dim_param, (unsigned)pos, (int)-entry->limit);
        ctx->known = isl_set_upper_bound_si(ctx->known, isl_dim_param, (unsigned)pos, (int)entry->limit);
    }
}

static const char *buffer_name(const struct entry *entry, const struct pv_array *array)
{
    return pv_printf(entry->lowering->arena, "%sdev_%s", entry->lowering->names.own, array->var->id);
}

/* Kernels. */

static void name_coordinates(const struct pv_lowering *lowering, struct pv_cdevice *needs,
                             const struct pv_kernel *kernel)
{
    struct pv_arena *arena = lowering->arena;
    for (int axis = 0; axis < pv_kernel_n_thread_axes(kernel); axis++) {
        needs->ids[PV_LEVEL_BLOCK][axis] = pv_printf(arena, "%s%d", lowering->block, axis);
        needs->ids[PV_LEVEL_THREAD][axis] = pv_printf(arena, "%s%d", lowering->thread, axis);
        needs->counts[PV_LEVEL_BLOCK][axis] = pv_printf(arena, "%s%d", lowering->n_blocks, axis);
        bool is_row = axis < kernel->n_axes && kernel->first[axis];
        needs->firsts[axis] = is_row ? pv_printf(arena, "%s%d", lowering->first_tile, axis) : NULL;
        needs->eaches[axis] = is_row ? pv_printf(arena, "%s%d", lowering->tiles_each, axis) : NULL;
    }
}

/* Note the coordinates that "kernel" names. */
static void find_coordinates(const struct pv_cdevice *needs, struct pv_pkernel *kernel)
{
    for (int axis = 0; axis < pv_kernel_n_thread_axes(kernel->sizes); axis++)
        for (int level = PV_LEVEL_BLOCK; level <= PV_LEVEL_THREAD; level++) {
            kernel->ids[level][axis] = needs->ids[level][axis];
            kernel->counts[level][axis] = needs->counts[level][axis];
            kernel->uses_id[level][axis] = pv_pblock_names(&kernel->body, kernel->ids[level][axis]);
            kernel->uses_count[level][axis] = level == PV_LEVEL_BLOCK &&
                                              pv_pblock_names(&kernel->body, kernel->counts[level][axis]);
        }
}

static void add_value(struct pv_cctx *ctx, struct pv_pkernel *kernel, const char *type, const char *name,
                      const char *value)
{
    struct pv_parg arg = {.type = type, .name = name, .value = value};
    pv_push(ctx->arena, &kernel->args, arg);
}

/* A look for writes in the syntax tree of a kernel. */
struct write_search {
    const struct pv_array *array;
    bool is_found;
};

static isl_bool look_for_write(__isl_keep isl_ast_node *node, void *user)
{
    struct write_search *search = user;
    if (isl_ast_node_get_type(node) != isl_ast_node_user)
        return isl_bool_true;
    isl_id *id = isl_ast_node_get_annotation(node);
    const struct pv_code_leaf *leaf = isl_id_get_user(id);
    isl_id_free(id);
    for (int i = 0; i < leaf->stmt->accesses.n; i++)
        if (leaf->stmt->accesses.v[i]->array == search->array && leaf->stmt->accesses.v[i]->is_write)
            search->is_found = true;
    return isl_bool_ok(!search->is_found);
}

/* Is "array" written by a statement of "kernel"? */
static bool is_written(__isl_keep isl_ast_node *kernel, const struct pv_array *array)
{
    struct write_search search = {array, false};
    isl_ast_node_foreach_descendant_top_down(kernel, look_for_write, &search);
    return search.is_found;
}

/* The arrays and scalars that "kernel", made of "node", names. */
static void find_arrays(const struct entry *entry, struct pv_cctx *ctx, struct pv_pkernel *kernel,
                        __isl_keep isl_ast_node *node)
{
    for (int i = 0; i < entry->code->buffers.n; i++) {
        const struct pv_code_buffer *buffer = &entry->code->buffers.v[i];
        const struct pv_array *array = buffer->device->array;
        const char *name = pv_spell_name(ctx, array->var);
        if (!pv_pblock_names(&kernel->body, name) || pv_kernel_is_private(kernel->sizes, array))
            continue;
        const char *type = pv_spell_type_here(ctx, array->elem);
        if (buffer->device->is_value) {
            add_value(ctx, kernel, pv_spell_value_type(array->elem, ctx->device->is_opencl), name, name);
            continue;
        }
        /* nvcc 13.0 makes one load of two that a condition chooses from, and where one is of an array that is only read and
         * whose pointer is restrict, it is taken not to see the stores of the kernel. */
        struct pv_parg arg = {.type = type,
                              .name = name,
                              .value = buffer_name(entry, array),
                              .is_buffer = true,
                              .is_const = !is_written(node, array),
                              .is_restrict = !ctx->device->chooses};
        for (int dim = 1; dim < array->n_dims && pv_buffer_has_rows(ctx, array->var); dim++)
            pv_push(ctx->arena, &arg.rows, pv_buffer_constant_size(buffer, dim));
        pv_push(ctx->arena, &kernel->args, arg);
    }
}

/* What "kernel", made of "node", needs to be given. */
static void find_args(const struct entry *entry, struct pv_cctx *ctx, struct pv_pkernel *kernel,
                      __isl_keep isl_ast_node *node)
{
    const struct pv_scop *scop = entry->code->scop;
    const char *integer = pv_spell_iterator_type(ctx), *own = entry->lowering->names.own;
    find_arrays(entry, ctx, kernel, node);
    for (int i = 0; i < scop->parameters.n; i++) {
        const char *name = pv_spell_name(ctx, scop->parameters.v[i]);
        if (pv_pblock_names(&kernel->body, name))
            add_value(ctx, kernel, pv_spell_value_type(scop->parameters.v[i]->type, ctx->device->is_opencl), name,
                      name);
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

/* Begin a kernel: note where the loops of the members stand that have a fixed place. */
static void place_members(struct entry *entry, const struct pv_kernel *kernel)
{
    struct pv_arena *arena = entry->lowering->arena;
    int n = entry->code->n_iterators + 2 * PV_MAX_AXES + 1;
    entry->needs.code = entry->code;
    entry->needs.kernel = kernel;
    entry->needs.looped = 0;
    entry->needs.chooses = false;
    entry->needs.member_at = pv_new_array(arena, int, n);
    entry->needs.points_at = pv_new_array(arena, int, n);
    for (int i = 0; i < kernel->n_fixed; i++)
        entry->needs.member_at[kernel->depth + i] = i + 1;
}

static void learn(struct entry *entry, const struct pv_cctx *ctx)
{
    entry->overflows = entry->overflows || ctx->overflows;
    entry->failure = entry->failure ? entry->failure : ctx->failure;
}

/* The kernel with "node" as its body, launched at a place of "host". */
static struct pv_pkernel *lower_kernel(struct entry *entry, const struct pv_cctx *host, const struct pv_kernel *sizes,
                                       __isl_keep isl_ast_node *node)
{
    struct pv_pkernel *kernel = pv_new(entry->lowering->arena, struct pv_pkernel);
    kernel->sizes = sizes;
    place_members(entry, sizes);
    name_coordinates(entry->lowering, &entry->needs, sizes);
    struct pv_cctx ctx = {.is_wide = entry->is_wide, .device = &entry->needs};
    pv_lowering_set_up(entry->lowering, &ctx, entry->code);
    ctx.known = known_in_kernel(host, sizes);
    limit_parameters(entry, &ctx);
    for (int i = 0; i < host->ranges.n; i++)
        pv_push(ctx.arena, &ctx.ranges, host->ranges.v[i]);
    struct pv_pout out = {ctx.arena, &kernel->body};
    pv_build_kernel(&ctx, &out, node);
    find_coordinates(&entry->needs, kernel);
    declare_locals(&ctx, kernel);
    find_args(entry, &ctx, kernel, node);
    learn(entry, &ctx);
    isl_set_free(ctx.known);
    entry->needs.code = NULL;
    entry->needs.kernel = NULL;
    return kernel;
}

/* Launches. */

/* Where blocks have neighbouring tiles along "axis": the first of all, and how many each block has. */
static void add_row(struct pv_cctx *ctx, struct pv_pout *out, const struct pv_code_launch *launch, int axis)
{
    struct pv_arena *arena = ctx->arena;
    const char *own = ctx->naming->own, *type = pv_spell_iterator_type(ctx);
    int most = launch->kernel->most_blocks[axis];
    pv_px *first = pv_astexpr(ctx, isl_ast_expr_copy(launch->first[axis]));
    ctx->overflows = ctx->overflows || !pv_crange_fits_int(first->range);
    if (first->is_long && !ctx->is_wide)
        first = pv_px_cast(arena, type, pv_px_operand(arena, first, PV_CPREC_UNARY));
    pv_ps_const(out, type, pv_printf(arena, "%sfirst%d", own, axis), first);
    pv_px *n = pv_px_name(arena, pv_printf(arena, "%sn%d", own, axis));
    pv_px *sum = pv_px_paren(arena, pv_px_binary(arena, n, "+", pv_px_number(arena, most - 1), PV_CPREC_SUM));
    pv_px *each = pv_px_binary(arena, sum, "/", pv_px_number(arena, most), PV_CPREC_PRODUCT);
    pv_ps_const(out, type, pv_printf(arena, "%seach%d", own, axis), pv_px_cast(arena, type, pv_px_paren(arena, each)));
}

static void add_launch(struct pv_cctx *ctx, struct pv_pout *out, const struct pv_code_launch *launch,
                       __isl_keep isl_ast_node *body, void *user)
{
    struct entry *entry = user;
    struct pv_arena *arena = ctx->arena;
    struct pv_pkernel *kernel = lower_kernel(entry, ctx, launch->kernel, body);
    pv_px *condition = NULL;
    bool overflows = ctx->overflows; /* in numbers of tiles, conversions are enough */
    pv_pblock *outside = pv_ps_enter(out, &pv_ps_add(out, PV_PS_BLOCK)->body);
    for (int i = 0; i < launch->kernel->n_axes; i++) {
        pv_px *n = pv_px_name(arena, pv_printf(arena, "%sn%d", ctx->naming->own, i));
        pv_ps_const(out, "long long", n->text, pv_astexpr(ctx, isl_ast_expr_copy(launch->tiles[i])));
        if (kernel->uses_first[i])
            add_row(ctx, out, launch, i);
        condition = pv_px_and(arena, condition, pv_px_binary(arena, n, ">", pv_px_number(arena, 0), PV_CPREC_RELATION));
    }
    ctx->overflows = overflows;
    if (condition)
        pv_ps_enter(out, &pv_ps_if(out, condition)->body);
    pv_ps_add(out, PV_PS_LAUNCH)->kernel = kernel;
    pv_push(arena, &entry->result->kernels, kernel);
    pv_ps_enter(out, outside);
}

/* The function of a region. */

/* The parameters of the function: those of the model, scalars by value, arrays. */
static void find_params(struct entry *entry, struct pv_cctx *ctx)
{
    const struct pv_scop *scop = entry->code->scop;
    struct pv_pentry *result = entry->result;
    for (int i = 0; i < scop->parameters.n; i++) {
        const struct pv_var *var = scop->parameters.v[i];
        struct pv_parg arg = {
            .type = pv_spell_value_type(var->type, false), .name = pv_spell_name(ctx, var), .value = var->name};
        pv_push(ctx->arena, &result->params, arg);
    }
    for (int i = 0; i < entry->code->buffers.n; i++) {
        const struct pv_device_array *item = entry->code->buffers.v[i].device;
        const struct pv_var *var = item->array->var;
        struct pv_parg arg = {.name = pv_spell_name(ctx, var), .value = var->name};
        if (!item->is_value && !item->copy_in && !item->copy_out && !item->is_tested)
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
            pv_px *size = pv_astexpr(ctx, isl_ast_expr_copy(buffer->sizes[i]));
            bytes = pv_px_binary(arena, bytes, "*", count_of(ctx, size), PV_CPREC_PRODUCT);
        }
        return bytes;
    }
    pv_px *index = NULL;
    for (int i = 0; i < array->n_dims; i++) {
        pv_px *last = pv_px_paren(arena, pv_astexpr(ctx, isl_ast_expr_copy(buffer->last[i])));
        if (!index) {
            index = pv_px_cast(arena, "long long", last);
            continue;
        }
        pv_px *size = pv_px_paren(arena, pv_astexpr(ctx, isl_ast_expr_copy(buffer->sizes[i])));
        pv_px *rows = pv_px_binary(arena, pv_px_paren(arena, index), "*", pv_px_cast(arena, "long long", size),
                                   PV_CPREC_PRODUCT);
        index = pv_px_binary(arena, rows, "+", last, PV_CPREC_SUM);
    }
    pv_px *n = pv_px_binary(arena, index, "+", pv_px_number(arena, 1), PV_CPREC_SUM);
    return pv_px_binary(arena, bytes, "*", count_of(ctx, n), PV_CPREC_PRODUCT);
}

static void find_buffers(struct entry *entry, struct pv_cctx *ctx)
{
    for (int i = 0; i < entry->code->buffers.n; i++) {
        const struct pv_code_buffer *item = &entry->code->buffers.v[i];
        if (item->device->is_value)
            continue;
        struct pv_pbuffer buffer = {
            .device = item->device,
            .name = pv_spell_name(ctx, item->device->array->var),
            .buffer = buffer_name(entry, item->device->array),
            .bytes = buffer_bytes(ctx, item),
        };
        pv_push(ctx->arena, &entry->result->buffers, buffer);
    }
}

static void name_variables(struct entry *entry, struct pv_cctx *ctx)
{
    const struct pv_scop *scop = entry->code->scop;
    for (int i = 0; i < scop->parameters.n; i++) {
        struct pv_cname item = {scop->parameters.v[i], pv_names_on_device(ctx->naming, scop->parameters.v[i]->id)};
        pv_push(ctx->arena, &ctx->names, item);
    }
    for (int i = 0; i < entry->code->buffers.n; i++) {
        const struct pv_var *var = entry->code->buffers.v[i].device->array->var;
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

/* Lower the region; "narrow" (may be NULL) is what does its work where parameters are within a limit. */
static void lower_entry(struct entry *entry, const struct entry *narrow)
{
    struct pv_cctx ctx = {.is_wide = entry->is_wide};
    struct pv_build_hooks hooks = {.launch = add_launch, .user = entry};
    entry->result = pv_new(entry->lowering->arena, struct pv_pentry);
    entry->result->is_small = entry->limit;
    pv_lowering_set_up(entry->lowering, &ctx, entry->code);
    name_variables(entry, &ctx);
    ctx.known = isl_set_from_params(isl_set_copy(entry->code->scop->context));
    limit_parameters(entry, &ctx);
    find_params(entry, &ctx);
    if (narrow) {
        entry->result->narrow = narrow->result;
        entry->result->is_narrow = is_within(&ctx, narrow->limit);
    }
    find_buffers(entry, &ctx);
    ctx.overflows = false; /* in sizes, conversions are enough */
    struct pv_pout out = {ctx.arena, &entry->result->body};
    pv_build(&ctx, &out, entry->code, &hooks);
    learn(entry, &ctx);
    isl_set_free(ctx.known);
}

static struct entry begin_entry(const struct pv_lowering *lowering, const struct pv_code *code)
{
    const struct pv_lower_params *params = &lowering->params;
    return (struct entry){
        .lowering = lowering,
        .code = code,
        .needs = {.is_opencl = params->is_opencl,
                  .keeps_rows = params->keeps_rows,
                  .unroll_copies = params->unroll_copies,
                  .unroll_points = params->unroll_points,
                  .shared_prefix = lowering->shared,
                  .private_prefix = lowering->private},
    };
}

/* Parameters up to which narrow numbers may do, in the order in which they are tried. */
static const int64_t narrow_limits[] = {1 << 26, 1 << 20};
enum { N_NARROW_LIMITS = sizeof(narrow_limits) / sizeof(*narrow_limits) };

/* A region whose numbers do not fit an int: lower it for parameters that are small enough for that. False where there is no
 * such limit. */
static bool lower_narrow(const struct pv_lowering *lowering, const struct pv_code *code, struct entry *narrow)
{
    for (int i = 0; i < N_NARROW_LIMITS && lowering->params.narrows && code->scop->parameters.n; i++) {
        *narrow = begin_entry(lowering, code);
        narrow->limit = narrow_limits[i];
        lower_entry(narrow, NULL);
        if (!narrow->overflows && !narrow->failure)
            return true;
    }
    return false;
}

/* Add what stands around the call of the function: values that have a name and that it needs, pointers that move. */
static void lower_call(const struct pv_lowering *lowering, struct pv_prog *prog)
{
    struct pv_cctx ctx = {0};
    pv_lowering_set_up(lowering, &ctx, prog->code);
    pv_hostprog_declare_outliving(&ctx, prog);
    pv_hostprog_move_pointers(&ctx, prog);
    pv_hostprog_declare_named(&ctx, prog);
}

const char *pv_deviceprog(const struct pv_lowering *lowering, struct pv_prog *prog)
{
    struct entry entry = begin_entry(lowering, prog->code);
    lower_entry(&entry, NULL);
    if (entry.overflows && !entry.failure) {
        struct entry narrow;
        bool has_narrow = lower_narrow(lowering, prog->code, &narrow);
        entry = begin_entry(lowering, prog->code);
        entry.is_wide = true;
        lower_entry(&entry, has_narrow ? &narrow : NULL);
    }
    prog->entry = entry.result;
    for (int i = 0; i < entry.needs.functions.n; i++)
        pv_push(lowering->arena, &prog->functions, entry.needs.functions.v[i]);
    for (int i = 0; i < entry.needs.records.n; i++)
        pv_push(lowering->arena, &prog->records, entry.needs.records.v[i]);
    prog->uses_double = entry.needs.uses_double;
    if (!entry.failure)
        lower_call(lowering, prog);
    return entry.failure;
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

/* Take what "prog" needs into "needs". */
static void join_needs(struct pv_cctx *ctx, const struct pv_prog *prog)
{
    struct pv_cdevice *needs = ctx->device;
    for (int i = 0; i < prog->functions.n; i++) {
        bool is_new = true;
        for (int k = 0; k < needs->functions.n; k++)
            is_new = is_new && needs->functions.v[k] != prog->functions.v[i];
        if (is_new)
            pv_push(ctx->arena, &needs->functions, prog->functions.v[i]);
    }
    for (int i = 0; i < prog->records.n; i++) {
        bool is_new = true;
        for (int k = 0; k < needs->records.n; k++)
            is_new = is_new && needs->records.v[k] != prog->records.v[i];
        if (is_new)
            pv_push(ctx->arena, &needs->records, prog->records.v[i]);
    }
    needs->uses_double = needs->uses_double || prog->uses_double;
}

/* Functions come after those that they call: lowering one may make the list longer. */
const char *pv_deviceprog_shared(const struct pv_lowering *lowering, int n, struct pv_prog *const *progs,
                                 struct pv_pshared *shared)
{
    struct pv_cdevice needs = {.is_opencl = lowering->params.is_opencl};
    struct pv_cctx ctx = {.arena = lowering->arena, .device = &needs, .naming = &lowering->names};
    pv_push(ctx.arena, &ctx.iterators, pv_printf(ctx.arena, "%s0", lowering->iterator));
    for (int i = 0; i < n; i++)
        join_needs(&ctx, progs[i]);
    for (int i = 0; i < needs.functions.n; i++)
        add_function(&ctx, needs.functions.v[i], shared);
    records done = {0};
    for (int i = 0; i < needs.records.n; i++)
        add_record(&ctx, needs.records.v[i], shared, &done);
    shared->uses_double = needs.uses_double;
    return ctx.failure;
}
