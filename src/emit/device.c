#include "emit/device.h"

#include "emit/cbody.h"
#include "emit/cstmt.h"
#include "emit/fill.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

/* Names. */

/* "text" as it stands between the quotes of a literal. */
static const char *quoted(struct pv_arena *arena, const char *text)
{
    char *copy = pv_alloc(arena, 2 * strlen(text) + 1), *to = copy;
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            *to++ = '\\';
        *to++ = *text;
    }
    return copy;
}

struct pv_device pv_device_begin(struct pv_arena *arena, struct pv_cpu *cpu, const struct pv_target *target,
                                 const char *base)
{
    struct pv_device device = {.arena = arena, .cpu = cpu, .target = target};
    char *name = pv_strdup(arena, base);
    for (char *c = name; *c; c++)
        if (!isalnum((unsigned char)*c))
            *c = '_';
    device.source_name = quoted(arena, cpu->unit->file_name);
    device.own = cpu->names.own;
    device.prefix = pv_printf(arena, "%s%s", device.own, name);
    device.kernel = pv_names_prefix(&cpu->names, "kernel");
    device.block = pv_names_prefix(&cpu->names, "b");
    device.thread = pv_names_prefix(&cpu->names, "t");
    device.n_blocks = pv_names_prefix(&cpu->names, "nb");
    device.first_tile = pv_names_prefix(&cpu->names, "first");
    device.tiles_each = pv_names_prefix(&cpu->names, "each");
    device.needs.is_opencl = target->is_opencl;
    device.needs.shared_prefix = pv_names_prefix(&cpu->names, "shared");
    device.needs.private_prefix = pv_names_prefix(&cpu->names, "private");
    device.needs.barrier = target->barrier;
    device.needs.global_barrier = target->global_barrier;
    return device;
}

void pv_device_free(struct pv_device *device)
{
    pv_sb_free(&device->kernels);
    pv_sb_free(&device->entries);
    pv_sb_free(&device->prototypes);
}

static bool is_named(const struct pv_sb *text, const char *name)
{
    return text->n && pv_text_names_object(text->text, text->n, name);
}

/* One region. */

struct entry {
    struct pv_device *device;
    const struct pv_code *code;
    int64_t limit;      /* parameters are no larger, nor smaller than its negative; 0: what the context allows */
    const char *narrow; /* the function for parameters within "narrow_limit"; NULL: there is none */
    int64_t narrow_limit;
    bool has_original; /* the program has the region's original text, too */
    bool is_wide;
    bool overflows;
    const char *failure;
    PV_VEC(struct pv_target_launch) launches; /* its kernels */
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
    return pv_printf(entry->device->arena, "%sdev_%s", entry->device->own, array->var->id);
}

/* The type in which "type" is handed over by value: also _Bool has one. */
static const char *value_type(const struct pv_ctype *type, bool is_opencl)
{
    return type->bits == 1 && type->kind == PV_TYPE_INT ? "int" : pv_cexpr_plain_type(type, is_opencl);
}

/* The name of the coordinate along "axis". */
static const char *axis_text(const struct pv_device *device, const char *format, int axis)
{
    static const char *const letters[PV_MAX_AXES] = {"x", "y", "z"}, *const digits[PV_MAX_AXES] = {"0", "1", "2"};
    const char *found = strstr(format, "%s");
    return pv_printf(device->arena, "%.*s%s%s", (int)(found - format), format,
                     device->target->has_letters ? letters[axis] : digits[axis], found + 2);
}

/* Kernels. */

static void name_coordinates(const struct pv_device *device, struct pv_cdevice *text, const struct pv_kernel *kernel)
{
    for (int axis = 0; axis < pv_kernel_n_thread_axes(kernel); axis++) {
        text->ids[PV_LEVEL_BLOCK][axis] = pv_printf(device->arena, "%s%d", device->block, axis);
        text->ids[PV_LEVEL_THREAD][axis] = pv_printf(device->arena, "%s%d", device->thread, axis);
        text->counts[PV_LEVEL_BLOCK][axis] = pv_printf(device->arena, "%s%d", device->n_blocks, axis);
        text->counts[PV_LEVEL_THREAD][axis] = pv_printf(device->arena, "%d", kernel->threads[axis]);
        bool is_row = axis < kernel->n_axes && kernel->first[axis];
        text->firsts[axis] = is_row ? pv_printf(device->arena, "%s%d", device->first_tile, axis) : NULL;
        text->eaches[axis] = is_row ? pv_printf(device->arena, "%s%d", device->tiles_each, axis) : NULL;
    }
}

/* Declare the coordinates that "body" names. */
static void declare_coordinates(const struct pv_device *device, const struct pv_cdevice *text,
                                const struct pv_kernel *kernel, const struct pv_sb *body, struct pv_writer *out)
{
    for (int axis = 0; axis < pv_kernel_n_thread_axes(kernel); axis++) {
        const struct {
            const char *name, *format;
        } all[] = {
            {text->ids[PV_LEVEL_BLOCK][axis], device->target->block_id},
            {text->counts[PV_LEVEL_BLOCK][axis], device->target->n_blocks},
            {text->ids[PV_LEVEL_THREAD][axis], device->target->thread_id},
        };
        bool is_one_thread = kernel->threads[axis] == 1; /* compilers do not know */
        for (int i = 0; i < 3; i++)
            if (is_named(body, all[i].name))
                pv_emit_line(out, "const int %s = %s;", all[i].name,
                             i == 2 && is_one_thread
                                 ? "0"
                                 : axis_text(device, all[i].format, pv_kernel_device_axis(kernel, axis)));
    }
}

typedef PV_VEC(struct pv_target_arg) args;

static void add_arg(const struct entry *entry, args *list, const char *declaration, const char *value, const char *type)
{
    struct pv_target_arg arg = {declaration, value, type};
    pv_push(entry->device->arena, list, arg);
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

/* What the text "body" of a kernel, made of "node", needs to be given. */
static args find_args(struct entry *entry, struct pv_cctx *ctx, const struct pv_kernel *kernel,
                      const struct pv_sb *body, __isl_keep isl_ast_node *node)
{
    struct pv_device *device = entry->device;
    const struct pv_target *target = device->target;
    const struct pv_scop *scop = entry->code->scop;
    /* nvcc 13.0 makes one load of two that a condition chooses from, and where one is of an array that is only read and
     * whose pointer is restrict, it is taken not to see the stores of the kernel. */
    bool has_restrict = !device->needs.chooses;
    args list = {0};
    for (int i = 0; i < entry->code->buffers.n; i++) {
        const struct pv_device_array *item = entry->code->buffers.v[i].device;
        const char *name = pv_cexpr_name(ctx, item->array->var);
        if (!is_named(body, name) || pv_kernel_is_private(kernel, item->array))
            continue;
        if (item->is_value) {
            const char *type = value_type(item->array->elem, target->is_opencl);
            pv_cexpr_type_here(ctx, item->array->elem);
            add_arg(entry, &list, pv_printf(device->arena, "%s %s", type, name), name, NULL);
            continue;
        }
        const char *type = pv_printf(device->arena, "%s%s%s", target->global,
                                     is_written(node, item->array) ? "" : "const ",
                                     pv_cexpr_type_here(ctx, item->array->elem));
        const char *pointer = has_restrict ? pv_printf(device->arena, "%s %s", target->is_restrict, name) : name;
        add_arg(entry, &list, pv_cexpr_pointer(ctx, item->array, type, pointer), buffer_name(entry, item->array),
                pv_cexpr_pointer(ctx, item->array, type, ""));
    }
    for (int i = 0; i < scop->parameters.n; i++) {
        const char *name = pv_cexpr_name(ctx, scop->parameters.v[i]);
        const char *type = value_type(scop->parameters.v[i]->type, target->is_opencl);
        if (is_named(body, name))
            add_arg(entry, &list, pv_printf(device->arena, "%s %s", type, name), name, NULL);
    }
    const char *integer = pv_cexpr_iterator_type(ctx);
    for (int axis = 0; axis < kernel->n_axes; axis++) {
        const char *first = device->needs.firsts[axis], *each = device->needs.eaches[axis];
        if (first && is_named(body, first)) {
            add_arg(entry, &list, pv_printf(device->arena, "%s %s", integer, first),
                    pv_printf(device->arena, "%sfirst%d", device->own, axis), NULL);
            add_arg(entry, &list, pv_printf(device->arena, "%s %s", integer, each),
                    pv_printf(device->arena, "%seach%d", device->own, axis), NULL);
        }
    }
    for (int i = 0; i < kernel->depth; i++)
        if (is_named(body, ctx->iterators.v[i]))
            add_arg(entry, &list, pv_printf(device->arena, "%s %s", pv_cexpr_iterator_type(ctx), ctx->iterators.v[i]),
                    ctx->iterators.v[i], NULL);
    return list;
}

static void print_kernel_text(struct entry *entry, const char *name, const args *list, const struct pv_writer *head,
                              const struct pv_sb *body)
{
    struct pv_sb *out = &entry->device->kernels;
    const struct pv_kernel *kernel = entry->device->needs.kernel;
    int threads = 1;
    for (int axis = 0; axis < pv_kernel_n_thread_axes(kernel); axis++)
        threads *= kernel->threads[axis];
    pv_sb_printf(out, "\n%s", entry->device->target->kernel_head);
    if (entry->device->target->has_launch_bounds)
        pv_sb_printf(out, " __launch_bounds__(%d)", threads);
    pv_sb_printf(out, " %s(", name);
    for (int i = 0; i < list->n; i++)
        pv_sb_printf(out, "%s%s", i ? ", " : "", list->v[i].declaration);
    pv_sb_add(out, ")\n{\n");
    pv_sb_addn(out, head->text.n ? head->text.text : "", head->text.n);
    pv_sb_addn(out, body->n ? body->text : "", body->n);
    pv_sb_add(out, "}\n");
}

static void learn(struct entry *entry, const struct pv_cctx *ctx, bool *uses_macro)
{
    entry->overflows = entry->overflows || ctx->overflows;
    entry->failure = entry->failure ? entry->failure : ctx->failure;
    for (int i = 0; i < PV_CMACROS; i++)
        uses_macro[i] = uses_macro[i] || ctx->uses_macro[i];
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

/* Note where the loops of the members stand that have a fixed place. */
static void place_members(struct pv_device *device, const struct pv_code *code, const struct pv_kernel *kernel)
{
    int n = code->n_iterators + 2 * PV_MAX_AXES + 1;
    device->needs.member_at = pv_new_array(device->arena, int, n);
    device->needs.points_at = pv_new_array(device->arena, int, n);
    for (int i = 0; i < kernel->n_fixed; i++)
        device->needs.member_at[kernel->depth + i] = i + 1;
}

/* Write the kernel with "node" as its body, called "name". Return what it must be given. */
static args print_kernel(struct entry *entry, const struct pv_cctx *host, const struct pv_kernel *kernel,
                         const char *name, __isl_keep isl_ast_node *node)
{
    struct pv_device *device = entry->device;
    device->needs.code = entry->code;
    device->needs.kernel = kernel;
    device->needs.looped = 0;
    device->needs.chooses = false;
    place_members(device, entry->code, kernel);
    name_coordinates(device, &device->needs, kernel);
    struct pv_cctx ctx = {.arena = device->arena, .scop = entry->code->scop, .is_wide = entry->is_wide};
    pv_cpu_set_up(device->cpu, &ctx, entry->code);
    ctx.device = &device->needs;
    ctx.known = known_in_kernel(host, kernel);
    limit_parameters(entry, &ctx);
    for (int i = 0; i < host->ranges.n; i++)
        pv_push(device->arena, &ctx.ranges, host->ranges.v[i]);
    struct pv_writer head = {.level = 1, .margin = ""}, body = {.level = 1, .margin = ""};
    pv_cbody_print_kernel(&ctx, &body, node);
    declare_coordinates(device, &device->needs, kernel, &body.text, &head);
    for (int i = 0; i < kernel->privates.n; i++)
        if (is_named(&body.text, pv_cexpr_name(&ctx, kernel->privates.v[i]->var)))
            pv_emit_line(&head, "%s;", pv_cstmt_declaration(&ctx, kernel->privates.v[i]->var, NULL));
    for (int i = 0; i < kernel->locals.n; i++)
        if (kernel->locals.v[i]->reduction)
            pv_emit_line(&head, "%s%s;", device->target->shared, pv_fill_tree_declaration(&ctx, kernel->locals.v[i]));
    for (int i = 0; i < kernel->locals.n; i++)
        if (is_named(&body.text, pv_cexpr_local_name(&ctx, kernel->locals.v[i])))
            pv_emit_line(&head, "%s%s;", kernel->locals.v[i]->memory == PV_LOCAL_SHARED ? device->target->shared : "",
                         pv_fill_declaration(&ctx, kernel->locals.v[i]));
    args list = find_args(entry, &ctx, kernel, &body.text, node);
    print_kernel_text(entry, name, &list, &head, &body.text);
    learn(entry, &ctx, device->kernel_macros);
    isl_set_free(ctx.known);
    pv_sb_free(&head.text);
    pv_sb_free(&body.text);
    device->needs.code = NULL;
    device->needs.kernel = NULL;
    return list;
}

/* Where blocks have neighbouring tiles along "axis", and a kernel with the arguments "list" needs to know them: the first of
 * all, and how many each block has. */
static void print_row(struct pv_cctx *ctx, struct pv_writer *out, const struct pv_code_launch *launch, int axis,
                      const args *list)
{
    const char *own = ctx->naming->own, *type = pv_cexpr_iterator_type(ctx);
    const char *name = pv_printf(ctx->arena, "%sfirst%d", own, axis);
    bool is_needed = false;
    for (int i = 0; i < list->n; i++)
        is_needed = is_needed || !strcmp(list->v[i].value, name);
    if (!is_needed)
        return;
    struct pv_ctext first = pv_cexpr_ast(ctx, isl_ast_expr_copy(launch->first[axis]));
    ctx->overflows = ctx->overflows || !pv_crange_fits_int(first.range);
    const char *value = pv_cexpr_operand(ctx, first, PV_CPREC_UNARY);
    bool is_narrowed = first.is_long && !ctx->is_wide;
    pv_emit_line(out, "const %s %s = %s;", type, name,
                 is_narrowed ? pv_printf(ctx->arena, "(%s)%s", type, value) : first.text);
    pv_emit_line(out, "const %s %seach%d = (%s)((%sn%d + %d) / %d);", type, own, axis, type, own, axis,
                 launch->kernel->most_blocks[axis] - 1, launch->kernel->most_blocks[axis]);
}

static void print_launch(struct pv_cctx *ctx, struct pv_writer *out, const struct pv_code_launch *launch,
                         __isl_keep isl_ast_node *body, void *user)
{
    struct entry *entry = user;
    const struct pv_kernel *kernel = launch->kernel;
    const char *own = entry->device->own;
    const char *name = pv_printf(ctx->arena, "%s%d", entry->device->kernel, entry->device->n_kernels++);
    args list = print_kernel(entry, ctx, kernel, name, body);
    struct pv_target_launch text = {name, own, entry->code->scop->region->range.begin.line, kernel, list.n, list.v};
    struct pv_sb condition = {0};
    bool overflows = ctx->overflows; /* in numbers of tiles, conversions are enough */
    pv_emit_line(out, "{");
    out->level++;
    for (int i = 0; i < kernel->n_axes; i++) {
        struct pv_ctext tiles = pv_cexpr_ast(ctx, isl_ast_expr_copy(launch->tiles[i]));
        pv_emit_line(out, "const long long %sn%d = %s;", own, i, tiles.text);
        if (launch->first[i])
            print_row(ctx, out, launch, i, &list);
        pv_sb_printf(&condition, "%s%sn%d > 0", i ? " && " : "", own, i);
    }
    ctx->overflows = overflows;
    if (kernel->n_axes)
        pv_emit_line(out, "if (%s) {", condition.text);
    out->level += kernel->n_axes > 0;
    entry->device->target->launch(out, &text);
    pv_push(ctx->arena, &entry->launches, text);
    out->level -= kernel->n_axes > 0;
    if (kernel->n_axes)
        pv_emit_line(out, "}");
    out->level--;
    pv_emit_line(out, "}");
    pv_sb_free(&condition);
}

/* The function of a region. */

/* The parameters of the function: those of the model, scalars by value, arrays. "call" gets what the region hands over,
 * "own" the names of the parameters. */
static const char *print_signature(struct entry *entry, struct pv_cctx *ctx, struct pv_sb *call, struct pv_sb *own)
{
    const struct pv_scop *scop = entry->code->scop;
    struct pv_sb text = {0};
    const char *comma = "";
    for (int i = 0; i < scop->parameters.n; i++, comma = ", ") {
        const struct pv_var *var = scop->parameters.v[i];
        pv_sb_printf(&text, "%s%s %s", comma, value_type(var->type, false), pv_cexpr_name(ctx, var));
        pv_sb_printf(call, "%s%s", comma, var->name);
        pv_sb_printf(own, "%s%s", comma, pv_cexpr_name(ctx, var));
    }
    for (int i = 0; i < entry->code->buffers.n; i++) {
        const struct pv_device_array *item = entry->code->buffers.v[i].device;
        const struct pv_var *var = item->array->var;
        if (item->is_value) {
            pv_sb_printf(&text, "%s%s %s", comma, value_type(var->type, false), pv_cexpr_name(ctx, var));
            pv_sb_printf(call, "%s%s", comma, var->name);
        } else if (item->copy_in || item->copy_out || item->is_tested) {
            pv_sb_printf(&text, "%svoid *%s", comma, pv_cexpr_name(ctx, var));
            pv_sb_printf(call, "%s(void *)%s%s", comma, item->array->n_dims ? "" : "&", var->name);
        } else {
            continue;
        }
        pv_sb_printf(own, "%s%s", comma, pv_cexpr_name(ctx, var));
        comma = ", ";
    }
    const char *signature = text.n ? pv_strdup(entry->device->arena, text.text) : "void";
    pv_sb_free(&text);
    return signature;
}

/* How many bytes "buffer" has. */
static const char *buffer_bytes(struct pv_cctx *ctx, const struct pv_code_buffer *buffer)
{
    const struct pv_array *array = buffer->device->array;
    const char *text = pv_printf(ctx->arena, "(size_t)%" PRId64, array->elem->size);
    if (buffer->last) {
        const char *index = NULL;
        for (int i = 0; i < array->n_dims; i++) {
            struct pv_ctext last = pv_cexpr_ast(ctx, isl_ast_expr_copy(buffer->last[i]));
            struct pv_ctext size = i ? pv_cexpr_ast(ctx, isl_ast_expr_copy(buffer->sizes[i])) : last;
            index = index ? pv_printf(ctx->arena, "(%s) * (long long)(%s) + (%s)", index, size.text, last.text)
                          : pv_printf(ctx->arena, "(long long)(%s)", last.text);
        }
        return pv_printf(ctx->arena, "%s * %scount(%s + 1)", text, ctx->naming->own, index);
    }
    for (int i = 0; i < array->n_dims; i++)
        text = pv_printf(ctx->arena, "%s * %scount(%s)", text, ctx->naming->own,
                         pv_cexpr_ast(ctx, isl_ast_expr_copy(buffer->sizes[i])).text);
    return text;
}

static void print_data(struct entry *entry, struct pv_cctx *ctx, struct pv_writer *out)
{
    const char *own = entry->device->own;
    unsigned line = entry->code->scop->region->range.begin.line;
    for (int i = 0; i < entry->code->buffers.n; i++) {
        const struct pv_code_buffer *buffer = &entry->code->buffers.v[i];
        const struct pv_var *var = buffer->device->array->var;
        if (buffer->device->is_value)
            continue;
        const char *name = buffer_name(entry, buffer->device->array);
        pv_emit_line(out, "const size_t %s_size = %s;", name, buffer_bytes(ctx, buffer));
        const char *test = buffer->device->is_tested ? pv_printf(ctx->arena, "!%s ? NULL : ", pv_cexpr_name(ctx, var))
                                                     : "";
        pv_emit_line(out, "%sbuffer %s = %s%sallocate(%s_size, \"%s\", %u);", own, name, test, own, name, var->name,
                     line);
        if (buffer->device->copy_in)
            pv_emit_line(out, "%scopy_in(%s, %s, %s_size, \"%s\", %u);", own, name, pv_cexpr_name(ctx, var), name,
                         var->name, line);
    }
}

static void print_releases(struct entry *entry, struct pv_writer *out)
{
    unsigned line = entry->code->scop->region->range.begin.line;
    for (int i = 0; i < entry->code->buffers.n; i++) {
        const struct pv_device_array *item = entry->code->buffers.v[i].device;
        if (!item->is_value)
            pv_emit_line(out, "%srelease(%s, \"%s\", %u);", entry->device->own, buffer_name(entry, item->array),
                         item->array->var->name, line);
    }
}

/* What is done where the device does not run the region. */
static const char *give_up(const struct entry *entry)
{
    return entry->has_original ? "return 0;" : "exit(1);";
}

/* Leave the function where the device is not there, does not take the kernels, or has no memory for the data, which "data"
 * is the text for. */
static void print_start(struct entry *entry, const struct pv_sb *data, struct pv_writer *out)
{
    struct pv_device *device = entry->device;
    unsigned line = entry->code->scop->region->range.begin.line;
    const char *outcome = entry->has_original ? "the region runs on the host" : "the program ends";
    const char *region = device->target->is_opencl ? pv_printf(device->arena, "%d, ", device->n_regions) : "";
    pv_emit_line(out, "if (!%sstart(%s%u, \"%s\"))", device->own, region, line, outcome);
    pv_emit_line(out, "    %s", give_up(entry));
    for (int i = 0; i < entry->launches.n; i++) {
        device->target->prepare(out, &entry->launches.v[i], device->n_regions);
        pv_emit_line(out, "    %s", give_up(entry));
    }
    pv_sb_addn(&out->text, data->n ? data->text : "", data->n);
    pv_emit_line(out, "if (%sruns_out) {", device->own);
    out->level++;
    print_releases(entry, out);
    pv_emit_line(out, "%s", give_up(entry));
    out->level--;
    pv_emit_line(out, "}");
}

static void print_results(struct entry *entry, struct pv_cctx *ctx, struct pv_writer *out)
{
    const char *own = entry->device->own;
    unsigned line = entry->code->scop->region->range.begin.line;
    pv_emit_line(out, "%sfinish(%u);", own, line);
    for (int i = 0; i < entry->code->buffers.n; i++) {
        const struct pv_device_array *item = entry->code->buffers.v[i].device;
        const char *name = buffer_name(entry, item->array);
        if (item->copy_out)
            pv_emit_line(out, "%scopy_out(%s, %s, %s_size, \"%s\", %u);", own, pv_cexpr_name(ctx, item->array->var),
                         name, name, item->array->var->name, line);
    }
    print_releases(entry, out);
}

static void name_variables(struct entry *entry, struct pv_cctx *ctx)
{
    const struct pv_scop *scop = entry->code->scop;
    struct pv_arena *arena = entry->device->arena;
    for (int i = 0; i < scop->parameters.n; i++) {
        struct pv_cname item = {scop->parameters.v[i], pv_names_on_device(ctx->naming, scop->parameters.v[i]->id)};
        pv_push(arena, &ctx->names, item);
    }
    for (int i = 0; i < entry->code->buffers.n; i++) {
        const struct pv_var *var = entry->code->buffers.v[i].device->array->var;
        struct pv_cname item = {var, pv_names_on_device(ctx->naming, var->id)};
        pv_push(arena, &ctx->names, item);
    }
}

/* The function for small parameters does the work where they are small; "own" are the arguments. */
static void print_narrow_call(const struct entry *entry, const struct pv_cctx *ctx, const struct pv_sb *own,
                              struct pv_writer *out)
{
    struct pv_sb condition = {0};
    const char *and = "";
    for (int i = 0; i < entry->code->scop->parameters.n; i++) {
        const char *name = pv_cexpr_name(ctx, entry->code->scop->parameters.v[i]);
        if (ctx->parameters.v[i].min < -entry->narrow_limit) {
            pv_sb_printf(&condition, "%s%s >= %" PRId64, and, name, -entry->narrow_limit);
            and = " && ";
        }
        if (ctx->parameters.v[i].max > entry->narrow_limit) {
            pv_sb_printf(&condition, "%s%s <= %" PRId64, and, name, entry->narrow_limit);
            and = " && ";
        }
    }
    pv_emit_line(out, "if (%s)", condition.n ? condition.text : "1");
    pv_emit_line(out, "    return %s(%s);", entry->narrow, own->n ? own->text : "");
    pv_sb_free(&condition);
}

/* Print the function of the region; "call" gets the arguments of its call. */
static void print_entry(struct entry *entry, const char *name, struct pv_sb *call)
{
    struct pv_device *device = entry->device;
    struct pv_cctx ctx = {.arena = device->arena, .scop = entry->code->scop, .is_wide = entry->is_wide};
    struct pv_cbody_hooks hooks = {.launch = print_launch, .user = entry};
    pv_cpu_set_up(device->cpu, &ctx, entry->code);
    name_variables(entry, &ctx);
    ctx.known = isl_set_from_params(isl_set_copy(entry->code->scop->context));
    limit_parameters(entry, &ctx);
    struct pv_sb own = {0};
    const char *signature = print_signature(entry, &ctx, call, &own);
    const char *linkage = entry->limit ? "static " : device->target->linkage;
    if (!entry->limit)
        pv_sb_printf(&device->prototypes, "%sint %s(%s);\n", linkage, name, signature);
    struct pv_writer out = {.level = 1, .margin = ""};
    if (entry->narrow)
        print_narrow_call(entry, &ctx, &own, &out);
    struct pv_writer data = {.level = 1, .margin = ""}, body = {.level = 1, .margin = ""};
    print_data(entry, &ctx, &data);
    ctx.overflows = false; /* in sizes, conversions are enough */
    pv_cbody_print(&ctx, &body, entry->code, &hooks);
    print_start(entry, &data.text, &out);
    pv_sb_addn(&out.text, body.text.n ? body.text.text : "", body.text.n);
    print_results(entry, &ctx, &out);
    pv_emit_line(&out, "return 1;");
    pv_sb_free(&data.text);
    pv_sb_free(&body.text);
    pv_sb_printf(&device->entries, "\n%sint %s(%s)\n{\n", linkage, name, signature);
    pv_sb_addn(&device->entries, out.text.text, out.text.n);
    pv_sb_add(&device->entries, "}\n");
    learn(entry, &ctx, device->host_macros);
    isl_set_free(ctx.known);
    pv_sb_free(&own);
    pv_sb_free(&out.text);
}

/* What can be undone. */
struct state {
    size_t kernels, entries, prototypes;
    int n_kernels;
};

static struct state remember(const struct pv_device *device)
{
    return (struct state){device->kernels.n, device->entries.n, device->prototypes.n, device->n_kernels};
}

static void shorten(struct pv_sb *text, size_t n)
{
    text->n = n;
    if (text->text)
        text->text[n] = '\0';
}

static void undo(struct pv_device *device, struct state state)
{
    shorten(&device->kernels, state.kernels);
    shorten(&device->entries, state.entries);
    shorten(&device->prototypes, state.prototypes);
    device->n_kernels = state.n_kernels;
}

/* Parameters up to which narrow numbers may do, in the order in which they are tried. */
static const int64_t narrow_limits[] = {1 << 26, 1 << 20};

/* The region of "entry", whose numbers do not fit an int: print a function, called "name", for parameters that are small
 * enough for that, and note it in "entry". */
static void print_narrow(struct entry *entry, const char *name)
{
    struct pv_device *device = entry->device;
    struct state before = remember(device);
    for (int i = 0; i < 2 && device->narrows && entry->code->scop->parameters.n && !entry->narrow; i++) {
        struct entry narrow = {
            .device = device, .code = entry->code, .limit = narrow_limits[i], .has_original = entry->has_original};
        struct pv_sb call = {0};
        print_entry(&narrow, name, &call);
        pv_sb_free(&call);
        if (narrow.overflows || narrow.failure) {
            undo(device, before);
        } else {
            entry->narrow = name;
            entry->narrow_limit = narrow.limit;
        }
    }
}

const char *pv_device_print_region(struct pv_device *device, const struct pv_code *code, bool has_original,
                                   const char **failure)
{
    struct entry entry = {.device = device, .code = code, .has_original = has_original};
    struct state before = remember(device);
    const char *name = pv_printf(device->arena, "%s_%d", device->prefix, device->n_regions), *text = NULL;
    struct pv_sb call = {0};
    print_entry(&entry, name, &call);
    if (entry.overflows && !entry.failure) {
        undo(device, before);
        shorten(&call, 0);
        entry.is_wide = true;
        entry.launches.n = 0;
        print_narrow(&entry, pv_printf(device->arena, "%s_narrow", name));
        print_entry(&entry, name, &call);
    }
    *failure = entry.failure;
    if (entry.failure) {
        undo(device, before);
    } else {
        device->n_regions++;
        pv_push(device->arena, &device->region_ends, device->kernels.n);
        text = pv_printf(device->arena, "%s(%s)", name, call.n ? call.text : "");
    }
    pv_sb_free(&call);
    return text;
}

/* What kernels need. */

typedef PV_VEC(const struct pv_record *) records;

static void print_records(struct pv_cctx *ctx, const struct pv_record *record, struct pv_sb *out, records *done)
{
    for (int i = 0; i < done->n; i++)
        if (done->v[i] == record)
            return;
    pv_push(ctx->arena, done, record);
    for (int i = 0; i < record->n_fields; i++) {
        const struct pv_ctype *elem = pv_ctype_innermost(record->fields[i].type, false);
        if (elem->kind == PV_TYPE_RECORD)
            print_records(ctx, elem->record, out, done);
    }
    const char *word = record->is_union ? "union" : "struct";
    bool has_tag = strchr(record->spelling, ' ');
    const char *name = pv_names_record(ctx->naming, record);
    pv_sb_printf(out, "\n%s {\n", has_tag ? name : pv_printf(ctx->arena, "typedef %s", word));
    for (int i = 0; i < record->n_fields; i++) {
        const struct pv_field *field = &record->fields[i];
        pv_sb_printf(out, "    %s %s", pv_cexpr_type_here(ctx, pv_ctype_innermost(field->type, false)),
                     pv_cexpr_field(ctx, field));
        for (const struct pv_ctype *type = field->type; type->kind == PV_TYPE_ARRAY; type = type->elem)
            pv_sb_printf(out, "[%" PRId64 "]", type->length);
        pv_sb_add(out, ";\n");
    }
    pv_sb_printf(out, "}%s%s;\n", has_tag ? "" : " ", has_tag ? "" : name);
}

/* The head of a function that is carried over. */
static void print_function_head(struct pv_device *device, struct pv_cctx *ctx, const struct pv_function *function,
                                struct pv_sb *out)
{
    pv_sb_printf(out, "\n%s %s %s(", device->target->function_head, pv_cexpr_type_here(ctx, function->return_type),
                 pv_cexpr_device_function(ctx, function));
    for (int i = 0; i < function->params.n; i++)
        pv_sb_printf(out, "%s%s %s", i ? ", " : "", pv_cexpr_type_here(ctx, function->params.v[i]->type),
                     pv_cexpr_name(ctx, function->params.v[i]));
    pv_sb_add(out, function->params.n ? ")" : "void)");
}

/* Functions come after those that they call: printing one may make the list longer. */
static void print_functions(struct pv_device *device, struct pv_cctx *ctx, struct pv_sb *out)
{
    struct pv_sb heads = {0}, bodies = {0};
    for (int i = 0; i < device->needs.functions.n; i++) {
        const struct pv_function *function = device->needs.functions.v[i];
        struct pv_writer body = {.level = 1, .margin = ""};
        pv_cstmt_print_function(ctx, &body, function->body);
        print_function_head(device, ctx, function, &heads);
        pv_sb_add(&heads, ";\n");
        print_function_head(device, ctx, function, &bodies);
        pv_sb_printf(&bodies, "\n{\n%s}\n", body.text.n ? body.text.text : "");
        pv_sb_free(&body.text);
    }
    pv_sb_addn(out, heads.n ? heads.text : "", heads.n);
    pv_sb_addn(out, bodies.n ? bodies.text : "", bodies.n);
    pv_sb_free(&heads);
    pv_sb_free(&bodies);
}

void pv_device_print_source(struct pv_device *device, struct pv_sb *out, bool print_types, const char **failure)
{
    struct pv_cctx ctx = {.arena = device->arena, .device = &device->needs, .naming = &device->cpu->names};
    struct pv_sb functions = {0}, types = {0};
    memcpy(ctx.macros, device->cpu->macros, sizeof(ctx.macros));
    pv_push(device->arena, &ctx.iterators, pv_printf(device->arena, "%s0", device->cpu->prefix));
    print_functions(device, &ctx, &functions);
    records done = {0};
    for (int i = 0; i < device->needs.records.n && print_types; i++)
        print_records(&ctx, device->needs.records.v[i], &types, &done);
    if (device->target->is_opencl && device->needs.uses_double)
        pv_sb_add(out, "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n");
    pv_cexpr_define_macros(out, device->cpu->macros, device->kernel_macros);
    pv_sb_addn(out, types.n ? types.text : "", types.n);
    pv_sb_addn(out, functions.n ? functions.text : "", functions.n);
    pv_sb_addn(out, device->kernels.n ? device->kernels.text : "", device->kernels.n);
    *failure = ctx.failure;
    pv_sb_free(&functions);
    pv_sb_free(&types);
}
