#include "emit/fill.h"

const char *pv_fill_is_mine(struct pv_cctx *ctx, const struct pv_kernel_member *member, struct pv_ctext value)
{
    const char *first = ctx->device->firsts[member->axis];
    if (member->level == PV_LEVEL_THREAD && ctx->device->kernel->threads[member->axis] == 1)
        return NULL;
    if (member->level == PV_LEVEL_BLOCK && first)
        return pv_printf(ctx->arena, "(%s - %s) / %s == %s", pv_cexpr_operand(ctx, value, PV_CPREC_SUM), first,
                         ctx->device->eaches[member->axis], ctx->device->ids[member->level][member->axis]);
    if (value.range.min == 0 && value.range.max == 0)
        return pv_printf(ctx->arena, "%s == 0", ctx->device->ids[member->level][member->axis]);
    return pv_printf(ctx->arena, "%s == %s",
                     pv_cexpr_modulo(ctx, value, ctx->device->counts[member->level][member->axis]),
                     ctx->device->ids[member->level][member->axis]);
}

const char *pv_fill_is_no_carrier(struct pv_cctx *ctx)
{
    return pv_printf(ctx->arena, "%s == 0", ctx->device->ids[PV_LEVEL_THREAD][ctx->device->kernel->n_axes]);
}

void pv_fill_print_unroll(const char *unroll, struct pv_writer *out)
{
    if (unroll)
        pv_emit_line(out, "%s", unroll);
}

const char *pv_fill_declaration(struct pv_cctx *ctx, const struct pv_local *local)
{
    const char *text = pv_printf(ctx->arena, "%s %s", pv_cexpr_type_here(ctx, local->array->elem),
                                 pv_cexpr_local_name(ctx, local));
    for (int i = 0; i < local->n_dims; i++)
        text = pv_printf(ctx->arena, "%s[%d]", text, local->sizes[i] + (local->is_padded && i == local->n_dims - 1));
    return text;
}

/* Iterators. */

/* The name of the iterator "pos" of those that filling may use. */
static const char *iterator_name(const struct pv_cctx *ctx, int pos)
{
    return ctx->iterators.v[ctx->device->code->point_depth + pos];
}

/* Conditions in a row. */
struct conditions {
    struct pv_cctx *ctx;
    const char *text; /* NULL: none */
};

/* And "condition", too; NULL is none. */
static void add_condition(struct conditions *conditions, const char *condition)
{
    if (!condition)
        return;
    conditions->text = conditions->text ? pv_printf(conditions->ctx->arena, "%s && %s", conditions->text, condition)
                                        : condition;
}

/* Assign under "conditions". */
static void print_assignment(struct pv_writer *out, const struct conditions *conditions, const char *to,
                             const char *from)
{
    if (conditions->text) {
        pv_emit_line(out, "if (%s)", conditions->text);
        out->level++;
    }
    pv_emit_line(out, "%s = %s;", to, from);
    out->level -= conditions->text != NULL;
}

/* Shared memory. */

/* The axes of the threads that fill shared memory, or have points: all but that of those that share reductions. */
static int n_own_axes(const struct pv_kernel *kernel)
{
    return kernel->n_axes + (kernel->n_carriers > 0);
}

static int n_threads(const struct pv_kernel *kernel)
{
    int n = 1;
    for (int axis = 0; axis < n_own_axes(kernel); axis++)
        n *= kernel->threads[axis];
    return n;
}

/* The number of a thread among them. */
static const char *thread_number(struct pv_cctx *ctx)
{
    const struct pv_kernel *kernel = ctx->device->kernel;
    const char *text = ctx->device->ids[PV_LEVEL_THREAD][0];
    int before = kernel->threads[0];
    for (int axis = 1; axis < n_own_axes(kernel); axis++) {
        text = pv_printf(ctx->arena, "%s + %d * %s", text, before, ctx->device->ids[PV_LEVEL_THREAD][axis]);
        before *= kernel->threads[axis];
    }
    return text;
}

/* Position "dim" of the element with number "number" in a copy; "inside" elements are in one position of "dim". */
static const char *position(struct pv_cctx *ctx, const char *number, const struct pv_local *local, int dim, int inside)
{
    const char *text = inside > 1 ? pv_printf(ctx->arena, "%s / %d", number, inside) : number;
    return dim ? pv_printf(ctx->arena, "%s %% %d", text, local->sizes[dim]) : text;
}

/* The number of elements of "array" along "dim". */
static struct pv_crange dimension_size(struct pv_cctx *ctx, const struct pv_array *array, int dim)
{
    const struct pv_code *code = ctx->device->code;
    for (int i = 0; i < code->buffers.n; i++)
        if (code->buffers.v[i].device->array == array)
            return pv_cexpr_ast(ctx, isl_ast_expr_copy(code->buffers.v[i].sizes[dim])).range;
    return (struct pv_crange){INT64_MIN, INT64_MAX};
}

/* The conditions and subscripts of an element of a copy, whose position is in iterators. */
struct element {
    struct conditions conditions; /* that the array has it */
    const char *from;             /* in the array */
    const char *to;               /* in the copy */
};

/* Add what "fill" says of positions along "dim". */
static void limit_position(struct pv_cctx *ctx, const struct pv_code_fill *fill, int dim, struct conditions *conditions)
{
    const char *name = iterator_name(ctx, 1 + dim);
    if (fill->first[dim]) {
        struct pv_ctext first = pv_cexpr_ast(ctx, isl_ast_expr_copy(fill->first[dim]));
        add_condition(conditions, pv_printf(ctx->arena, "%s >= %s", name, pv_cexpr_operand(ctx, first, PV_CPREC_SUM)));
    }
    if (fill->end[dim]) {
        struct pv_ctext end = pv_cexpr_ast(ctx, isl_ast_expr_copy(fill->end[dim]));
        add_condition(conditions, pv_printf(ctx->arena, "%s < %s", name, pv_cexpr_operand(ctx, end, PV_CPREC_SUM)));
    }
}

/* Print the positions of element "number" and return what is needed to copy it. */
static struct element enter_element(struct pv_cctx *ctx, struct pv_writer *out, const struct pv_code_fill *fill,
                                    const char *number)
{
    const struct pv_local *local = fill->local;
    struct element element = {{ctx, NULL}, NULL, pv_cexpr_local_name(ctx, local)};
    struct pv_ctext *subs = pv_new_array(ctx->arena, struct pv_ctext, local->n_dims + 1);
    int inside = 1;
    for (int i = local->n_dims - 1; i >= 0; i--) {
        pv_emit_line(out, "const int %s = %s;", iterator_name(ctx, 1 + i), position(ctx, number, local, i, inside));
        inside *= local->sizes[i];
    }
    for (int i = 0; i < local->n_dims; i++) {
        const char *name = iterator_name(ctx, 1 + i);
        struct pv_ctext offset = pv_cexpr_ast(ctx, isl_ast_expr_copy(fill->offsets[i]));
        element.to = pv_printf(ctx->arena, "%s[%s]", element.to, name);
        limit_position(ctx, fill, i, &element.conditions);
        struct pv_crange range = {offset.range.min, offset.range.max + local->sizes[i] - 1};
        pv_int128 most = dimension_size(ctx, local->array, i).max - 1;
        range.max = fill->end[i] && most < range.max ? most : range.max;
        if (!offset.is_long && !pv_crange_fits_int(range))
            offset = pv_cexpr_widen(ctx, offset);
        subs[i] = (struct pv_ctext){pv_printf(ctx->arena, "%s + %s", pv_cexpr_operand(ctx, offset, PV_CPREC_SUM), name),
                                    PV_CPREC_SUM, range, offset.is_long};
    }
    element.from = pv_cexpr_element(ctx, local->array, subs);
    return element;
}

/* Copy through registers: all elements of a thread are on their way before the first is needed. */
static void print_batch(struct pv_cctx *ctx, struct pv_writer *out, const struct pv_code_fill *fill, int n,
                        int per_thread)
{
    int threads = n_threads(ctx->device->kernel);
    const char *which = iterator_name(ctx, PV_POINT_ITERATORS - 1), *number = iterator_name(ctx, 0);
    const char *batch = iterator_name(ctx, PV_POINT_ITERATORS - 2);
    pv_emit_line(out, "{");
    out->level++;
    pv_emit_line(out, "%s %s[%d];", pv_cexpr_type_here(ctx, fill->local->array->elem), batch, per_thread);
    for (int is_store = 0; is_store < 2; is_store++) {
        pv_fill_print_unroll(ctx->device->unroll_copies, out);
        pv_emit_line(out, "for (int %s = 0; %s < %d; %s += 1) {", which, which, per_thread, which);
        out->level++;
        pv_emit_line(out, "const int %s = %s + %d * %s;", number, thread_number(ctx), threads, which);
        struct element element = enter_element(ctx, out, fill, number);
        if (is_store) {
            struct conditions in_copy = {ctx, NULL};
            if (per_thread * threads != n)
                add_condition(&in_copy, pv_printf(ctx->arena, "%s < %d", number, n));
            print_assignment(out, &in_copy, element.to, pv_printf(ctx->arena, "%s[%s]", batch, which));
        } else {
            if (per_thread * threads != n)
                add_condition(&element.conditions, pv_printf(ctx->arena, "%s < %d", number, n));
            const char *value = element.conditions.text
                                    ? pv_printf(ctx->arena, "%s ? %s : 0", element.conditions.text, element.from)
                                    : element.from;
            pv_emit_line(out, "%s[%s] = %s;", batch, which, value);
        }
        out->level--;
        pv_emit_line(out, "}");
    }
    out->level--;
    pv_emit_line(out, "}");
}

/* Elements for one thread up to which they go through registers. */
static const int most_in_batch = 16;

static void print_shared(struct pv_cctx *ctx, struct pv_writer *out, const struct pv_code_fill *fill)
{
    int n = 1, threads = n_threads(ctx->device->kernel);
    const char *name = iterator_name(ctx, 0);
    for (int i = 0; i < fill->local->n_dims; i++)
        n *= fill->local->sizes[i];
    int per_thread = (n + threads - 1) / threads;
    if (ctx->device->unroll_copies && per_thread <= most_in_batch) {
        print_batch(ctx, out, fill, n, per_thread);
        return;
    }
    pv_emit_line(out, "for (int %s = %s; %s < %d; %s += %d) {", name, thread_number(ctx), name, n, name, threads);
    out->level++;
    struct element element = enter_element(ctx, out, fill, name);
    print_assignment(out, &element.conditions, element.to, element.from);
    out->level--;
    pv_emit_line(out, "}");
}

/* Know that the iterator "pos" of those that filling may use counts from 0 to "n" - 1. */
static void know_iterator(struct pv_cctx *ctx, int pos, int n)
{
    int depth = ctx->device->code->point_depth + pos, n_known = (int)isl_set_dim(ctx->known, isl_dim_set);
    struct pv_crange empty = {0, 0}, range = {0, n - 1};
    while (ctx->ranges.n <= depth)
        pv_push(ctx->arena, &ctx->ranges, empty);
    ctx->ranges.v[depth] = range;
    if (n_known <= depth)
        ctx->known = isl_set_add_dims(ctx->known, isl_dim_set, (unsigned)(depth + 1 - n_known));
    ctx->known = isl_set_lower_bound_si(ctx->known, isl_dim_set, (unsigned)depth, 0);
    ctx->known = isl_set_upper_bound_si(ctx->known, isl_dim_set, (unsigned)depth, n - 1);
}

/* Write back what is to be stored. */
static void print_stores(struct pv_cctx *ctx, struct pv_writer *out, const struct pv_code_fill *fill)
{
    int n = 1, threads = n_threads(ctx->device->kernel);
    const char *name = iterator_name(ctx, 0);
    isl_set *outside = isl_set_copy(ctx->known);
    for (int i = 0; i < fill->local->n_dims; i++) {
        n *= fill->local->sizes[i];
        know_iterator(ctx, 1 + i, fill->local->sizes[i]);
    }
    bool overflows = ctx->overflows;
    const char *condition = pv_cexpr_operand(ctx, pv_cexpr_ast(ctx, isl_ast_expr_copy(fill->is_written)),
                                             PV_CPREC_LAND);
    ctx->overflows = overflows; /* conversions are enough */
    pv_emit_line(out, "for (int %s = %s; %s < %d; %s += %d) {", name, thread_number(ctx), name, n, name, threads);
    out->level++;
    struct element element = enter_element(ctx, out, fill, name);
    struct conditions is_stored = {ctx, condition};
    print_assignment(out, &is_stored, element.from, element.to);
    out->level--;
    pv_emit_line(out, "}");
    isl_set_free(ctx->known);
    ctx->known = outside;
}

/* Registers. */

/* When the element of a point is to be copied, beside what "fill" says: the tile must be the block's, and the point in
 * it. */
static struct conditions point_conditions(struct pv_cctx *ctx, const struct pv_code_fill *fill)
{
    const struct pv_kernel *kernel = ctx->device->kernel;
    struct conditions conditions = {ctx, NULL};
    for (int i = 0; i < kernel->n_axes; i++) {
        int axis = kernel->n_axes - 1 - i;
        struct pv_ctext tile = pv_cexpr_ast(ctx, isl_ast_expr_copy(fill->tiles[axis]));
        if (!(ctx->device->looped & (uint64_t)1 << i))
            add_condition(&conditions, pv_fill_is_mine(ctx, &kernel->members[i], tile));
        if (kernel->points[axis] % kernel->threads[axis])
            add_condition(&conditions,
                          pv_printf(ctx->arena, "%s < %d", iterator_name(ctx, axis), kernel->points[axis]));
    }
    return conditions;
}

/* Declare the place of a point in its tile along "axis"; "which" of the points of a thread it is, NULL for the only
 * one. */
static void declare_point(struct pv_cctx *ctx, struct pv_writer *out, int axis, const char *which)
{
    const struct pv_kernel *kernel = ctx->device->kernel;
    know_iterator(ctx, axis, kernel->points[axis]);
    const char *own = which ? pv_printf(ctx->arena, "%d * %s + ", kernel->threads[axis], which) : "";
    pv_emit_line(out, "const %s %s = %s%s;", pv_cexpr_iterator_type(ctx), iterator_name(ctx, axis), own,
                 ctx->device->ids[PV_LEVEL_THREAD][axis]);
    pv_emit_line(out, "(void)%s;", iterator_name(ctx, axis));
}

/* Print the loops through the points of a thread. Return the element of the copy that belongs to a point. */
static const char *enter_points(struct pv_cctx *ctx, struct pv_writer *out, const struct pv_local *local)
{
    int n_axes = ctx->device->kernel->n_axes;
    const char *copy = pv_cexpr_local_name(ctx, local);
    for (int i = 0; i < n_axes; i++) {
        int axis = n_axes - 1 - i, n = local->sizes[i];
        const char *which = n > 1 ? iterator_name(ctx, PV_MAX_AXES + axis) : NULL;
        if (which) {
            pv_fill_print_unroll(ctx->device->unroll_points, out);
            pv_emit_line(out, "for (int %s = 0; %s < %d; %s += 1) {", which, which, n, which);
            out->level++;
        }
        declare_point(ctx, out, axis, which);
        copy = pv_printf(ctx->arena, "%s[%s]", copy, which ? which : "0");
    }
    return copy;
}

static void print_private(struct pv_cctx *ctx, struct pv_writer *out, const struct pv_code_fill *fill,
                          __isl_keep isl_ast_expr *condition, bool is_back)
{
    int level = out->level;
    isl_set *outside = isl_set_copy(ctx->known);
    pv_emit_line(out, "{");
    out->level++;
    const char *copy = enter_points(ctx, out, fill->local);
    struct conditions conditions = point_conditions(ctx, fill);
    if (ctx->device->kernel->n_carriers)
        add_condition(&conditions, pv_fill_is_no_carrier(ctx));
    if (condition) {
        struct pv_ctext text = pv_cexpr_ast(ctx, isl_ast_expr_copy(condition));
        add_condition(&conditions, pv_cexpr_operand(ctx, text, PV_CPREC_EQUALITY));
        ctx->known = pv_crange_enter_if(ctx->known, isl_ast_expr_copy(condition), true);
    }
    struct pv_ctext *subs = pv_new_array(ctx->arena, struct pv_ctext, fill->n + 1);
    for (int i = 0; i < fill->n; i++)
        subs[i] = pv_cexpr_ast(ctx, isl_ast_expr_copy(fill->subscripts[i]));
    const char *element = pv_cexpr_element(ctx, fill->local->array, subs);
    print_assignment(out, &conditions, is_back ? element : copy, is_back ? copy : element);
    while (out->level > level) {
        out->level--;
        pv_emit_line(out, "}");
    }
    isl_set_free(ctx->known);
    ctx->known = outside;
}

/* Reductions. */

/* Its operator, and the value that changes nothing. */
static const struct {
    const char *op, *neutral;
} reductions[] = {
    [PV_REDUCE_ADD] = {"+", "0"}, [PV_REDUCE_MUL] = {"*", "1"}, [PV_REDUCE_AND] = {"&", "-1"},
    [PV_REDUCE_OR] = {"|", "0"},  [PV_REDUCE_XOR] = {"^", "0"},
};

static const char *tree_name(struct pv_cctx *ctx, const struct pv_local *local)
{
    return pv_printf(ctx->arena, "%s%d", ctx->device->shared_prefix, local->number);
}

const char *pv_fill_tree_declaration(struct pv_cctx *ctx, const struct pv_local *local)
{
    const struct pv_kernel *kernel = ctx->device->kernel;
    return pv_printf(ctx->arena, "%s %s[%d][%d]", pv_cexpr_type_here(ctx, local->array->elem), tree_name(ctx, local),
                     kernel->n_reducers, n_threads(kernel));
}

/* Each thread begins with the neutral value. */
static void print_neutral(struct pv_cctx *ctx, struct pv_writer *out, const struct pv_code_fill *fill)
{
    int level = out->level;
    isl_set *outside = isl_set_copy(ctx->known);
    if (fill->local->waits)
        pv_emit_line(out, "%s", ctx->device->global_barrier);
    pv_emit_line(out, "{");
    out->level++;
    const char *copy = enter_points(ctx, out, fill->local);
    pv_emit_line(out, "%s = %s;", copy, reductions[fill->local->reduction->op].neutral);
    while (out->level > level) {
        out->level--;
        pv_emit_line(out, "}");
    }
    isl_set_free(ctx->known);
    ctx->known = outside;
}

/* The partial results of the threads become one, pair by pair. */
static void print_tree(struct pv_cctx *ctx, struct pv_writer *out, const struct pv_local *local, const char *copy)
{
    const struct pv_kernel *kernel = ctx->device->kernel;
    const char *tree = tree_name(ctx, local), *own = ctx->device->ids[PV_LEVEL_THREAD][kernel->n_axes];
    const char *other = thread_number(ctx), *step = iterator_name(ctx, 2 * PV_MAX_AXES);
    pv_emit_line(out, "%s[%s][%s] = %s;", tree, own, other, copy);
    pv_emit_line(out, "%s", ctx->device->barrier);
    pv_emit_line(out, "for (int %s = %d; %s > 0; %s /= 2) {", step, kernel->n_reducers / 2, step, step);
    out->level++;
    pv_emit_line(out, "if (%s < %s)", own, step);
    pv_emit_line(out, "    %s[%s][%s] = %s[%s][%s] %s %s[%s + %s][%s];", tree, own, other, tree, own, other,
                 reductions[local->reduction->op].op, tree, own, step, other);
    pv_emit_line(out, "%s", ctx->device->barrier);
    out->level--;
    pv_emit_line(out, "}");
}

/* What the element of a reduction holds before it: the constant, where that is known and it is exact in the element's
 * type, which saves reading it; otherwise the element. */
static const char *start_value(struct pv_cctx *ctx, const struct pv_local *local, const char *element)
{
    const struct pv_expr *start = local->start;
    const struct pv_ctype *type = local->array->elem;
    bool is_double = type->kind == PV_TYPE_FLOAT && type->size == 8;
    if (start && start->kind == PV_EXPR_FLOAT && is_double && start->type->size == 8)
        return start->text;
    bool is_truth = type->kind == PV_TYPE_INT && type->bits == 1; /* which holds 1 for any other number */
    if (start && start->kind == PV_EXPR_INT && start->value >= 0 && start->value < 128 && !is_truth)
        return pv_printf(ctx->arena, "%d", (int)start->value);
    return element;
}

/* One of the threads adds the result to the element. */
static void print_combination(struct pv_cctx *ctx, struct pv_writer *out, const struct pv_code_fill *fill)
{
    const struct pv_kernel *kernel = ctx->device->kernel;
    const struct pv_local *local = fill->local;
    int level = out->level;
    isl_set *outside = isl_set_copy(ctx->known);
    pv_emit_line(out, "{");
    out->level++;
    const char *copy = enter_points(ctx, out, local);
    print_tree(ctx, out, local, copy);
    struct conditions conditions = point_conditions(ctx, fill);
    add_condition(&conditions, pv_printf(ctx->arena, "%s == 0", ctx->device->ids[PV_LEVEL_THREAD][kernel->n_axes]));
    if (fill->is_written) {
        struct pv_ctext text = pv_cexpr_ast(ctx, isl_ast_expr_copy(fill->is_written));
        add_condition(&conditions, pv_cexpr_operand(ctx, text, PV_CPREC_EQUALITY));
        ctx->known = pv_crange_enter_if(ctx->known, isl_ast_expr_copy(fill->is_written), true);
    }
    struct pv_ctext *subs = pv_new_array(ctx->arena, struct pv_ctext, fill->n + 1);
    for (int i = 0; i < fill->n; i++)
        subs[i] = pv_cexpr_ast(ctx, isl_ast_expr_copy(fill->subscripts[i]));
    const char *element = pv_cexpr_element(ctx, local->array, subs);
    const char *total = pv_printf(ctx->arena, "%s %s %s[0][%s]", start_value(ctx, local, element),
                                  reductions[local->reduction->op].op, tree_name(ctx, local), thread_number(ctx));
    print_assignment(out, &conditions, element, total);
    pv_emit_line(out, "%s", ctx->device->global_barrier);
    while (out->level > level) {
        out->level--;
        pv_emit_line(out, "}");
    }
    isl_set_free(ctx->known);
    ctx->known = outside;
}

/* Conversions are enough where numbers may become large: this is no reason to make all iterators wide. */

void pv_fill_print(struct pv_cctx *ctx, struct pv_writer *out, const struct pv_code_fill *fill)
{
    bool overflows = ctx->overflows;
    if (fill->local->reduction)
        print_neutral(ctx, out, fill);
    else if (fill->local->memory == PV_LOCAL_SHARED)
        print_shared(ctx, out, fill);
    else if (fill->has_reads)
        print_private(ctx, out, fill, fill->is_read, false);
    ctx->overflows = overflows;
}

void pv_fill_print_back(struct pv_cctx *ctx, struct pv_writer *out, const struct pv_code_fill *fill)
{
    bool overflows = ctx->overflows;
    if (fill->local->reduction)
        print_combination(ctx, out, fill);
    else if (fill->local->memory == PV_LOCAL_PRIVATE && fill->has_writes)
        print_private(ctx, out, fill, fill->is_written, true);
    else if (fill->local->memory == PV_LOCAL_SHARED && fill->has_writes)
        print_stores(ctx, out, fill);
    ctx->overflows = overflows;
}
