/* Computes the number of iterations of counted loops, as polynomials. */
#include "front/tripcount.h"

#include "front/cases.h"

/* Does the iterator, while the condition holds, never wrap around? A loop that wraps with such a condition would not end. */
static bool stays_in_type(const struct pv_counting *c, enum pv_op op)
{
    const struct pv_ctype *type = c->loop.iterator->type;
    if (!pv_followed_wraps(type))
        return true;
    if (c->loop.has_break)
        return false;
    return c->loop.step > 0 ? op == PV_OP_LT || op == PV_OP_LE : op == PV_OP_GT || op == PV_OP_GE;
}

static const struct pv_expr *without_casts(const struct pv_expr *expr)
{
    while (expr->kind == PV_EXPR_CAST && expr->args[0]->type->kind == PV_TYPE_INT &&
           pv_followed_keeps_values(expr->args[0]->type, expr->type))
        expr = expr->args[0];
    return expr;
}

/* Take "cond" apart as "iterator op limit"; false where it is something else. A bare iterator is compared with 0. */
static bool take_condition(struct pv_followed *in, const struct pv_counting *c, enum pv_op *op, struct pv_expr **limit)
{
    const struct pv_expr *cond = c->loop.cond ? without_casts(c->loop.cond) : NULL;
    if (!cond)
        return false;
    if (pv_expr_is_var(cond, c->loop.iterator)) {
        *op = PV_OP_NE;
        *limit = pv_expr_new_int(in->arena, 0, cond->type, cond->range);
        return true;
    }
    if (cond->kind != PV_EXPR_OP || cond->op < PV_OP_LT || cond->op > PV_OP_NE)
        return false;
    for (int side = 0; side < 2; side++)
        if (pv_expr_is_var(without_casts(cond->args[side]), c->loop.iterator) &&
            !pv_followed_mentions(cond->args[1 - side], c->loop.iterator)) {
            *op = side ? pv_comparison_mirrored(cond->op) : cond->op;
            *limit = cond->args[1 - side];
            return true;
        }
    return false;
}

/* distance / step, rounded up, for a positive distance; 0 for others. */
static const struct pv_poly *trips_of(struct pv_followed *in, const struct pv_tree *tree,
                                      const struct pv_poly *distance, int64_t step, bool is_exact)
{
    struct pv_range range = tree->range;
    if (!distance)
        return NULL;
    int64_t constant;
    if (pv_poly_is_constant(distance, &constant))
        return pv_poly_constant(in->arena, constant > 0 ? (constant + step - 1) / step : 0);
    const struct pv_poly *raw = step == 1 ? distance : pv_poly_divide(in->arena, distance, step);
    if (!raw) {
        const struct pv_poly *sum = pv_poly_add(in->arena, distance, pv_poly_constant(in->arena, step - 1), 1);
        if (!sum)
            return NULL;
        struct pv_expr *divisor = pv_expr_new_int(in->arena, step, pv_poly_type(), range);
        raw = pv_poly_leaf(in->arena, pv_expr_new_op(in->arena, PV_OP_DIV, pv_poly_type(), range,
                                                     pv_poly_expr(in->arena, sum, pv_poly_type(), range), divisor));
    }
    if (is_exact || pv_poly_is_nonnegative(distance))
        return raw;
    struct pv_expr *zero = pv_expr_new_int(in->arena, 0, pv_poly_type(), range);
    struct pv_expr *leaf = pv_expr_new(in->arena, PV_EXPR_OP, pv_poly_type(), range);
    leaf->op = PV_OP_COND;
    leaf->n_args = 3;
    leaf->args = pv_new_array(in->arena, struct pv_expr *, 3);
    leaf->args[1] = pv_poly_expr(in->arena, raw, pv_poly_type(), range);
    leaf->args[2] = zero;
    leaf->args[0] = pv_expr_new_op(in->arena, PV_OP_GT, pv_poly_type(), range,
                                   pv_poly_expr(in->arena, distance, pv_poly_type(), range), zero);
    struct pv_trip trip = {tree, leaf, raw};
    pv_push(in->arena, &in->trips, trip);
    return pv_poly_leaf(in->arena, leaf);
}

/* while (n--): the body sees start - 1, ..., 0. */
static void count_to_zero(struct pv_followed *in, struct pv_tree *tree, struct pv_counting *c)
{
    c->trip = trips_of(in, tree, c->start, 1, !c->loop.iterator->type->is_signed);
    c->count = pv_poly_add(in->arena, c->first, c->it, -1);
}

pv_vars pv_loop_changed(struct pv_followed *in, const struct pv_counting *c)
{
    pv_vars written = {0}, changed = {0};
    pv_tree_collect_written(in->arena, c->loop.body, &written);
    if (c->loop.after)
        pv_tree_collect_written(in->arena, c->loop.after, &written);
    for (int i = 0; i < written.n; i++)
        if (written.v[i] != c->loop.iterator)
            pv_push(in->arena, &changed, written.v[i]);
    return changed;
}

bool pv_loop_is_invariant(struct pv_followed *in, const struct pv_counting *c, const pv_vars *changed,
                          const struct pv_poly *value)
{
    if (!value || pv_poly_mentions(value, c->loop.iterator))
        return false;
    for (int i = 0; i < changed->n; i++) {
        const struct pv_scalar *scalar = pv_followed_find(in, changed->v[i]);
        if (pv_poly_mentions(value, changed->v[i]) ||
            (scalar && scalar->marker && pv_poly_mentions(value, scalar->marker->var)))
            return false;
    }
    return true;
}

/* "run" / "size": a polynomial, or a leaf where the division has a remainder. */
static const struct pv_poly *divide_run(struct pv_followed *in, const struct pv_tree *tree, const struct pv_poly *run,
                                        int64_t size)
{
    const struct pv_poly *count = size == 1 ? run : pv_poly_divide(in->arena, run, size);
    if (count || !run)
        return count;
    struct pv_expr *divisor = pv_expr_new_int(in->arena, size, pv_poly_type(), tree->range);
    struct pv_expr *sum = pv_poly_expr(in->arena, run, pv_poly_type(), tree->range);
    return pv_poly_leaf(in->arena, pv_expr_new_op(in->arena, PV_OP_DIV, pv_poly_type(), tree->range, sum, divisor));
}

void pv_loop_count(struct pv_followed *in, struct pv_tree *tree, struct pv_counting *c, const pv_vars *changed)
{
    const struct pv_counted_loop *loop = &c->loop;
    const struct pv_poly *step = pv_poly_constant(in->arena, loop->step);
    c->first = loop->steps_first ? pv_poly_add(in->arena, c->start, step, 1) : c->start;
    if (loop->steps_first && loop->counts_to_zero) {
        count_to_zero(in, tree, c);
        return;
    }
    enum pv_op op = PV_OP_COMMA;
    struct pv_expr *limit = NULL;
    bool is_plain = !loop->steps_first && take_condition(in, c, &op, &limit);
    bool goes_up = loop->step > 0;
    int64_t size = goes_up ? loop->step : -loop->step;
    bool is_down_to_zero = is_plain && op == PV_OP_NE && loop->step == -1 && limit->kind == PV_EXPR_INT &&
                           !limit->value && !loop->has_break;
    if (pv_followed_wraps(loop->iterator->type) && !is_down_to_zero && !(is_plain && stays_in_type(c, op)))
        return;
    const struct pv_poly *run = goes_up ? pv_poly_add(in->arena, c->it, c->first, -1)
                                        : pv_poly_add(in->arena, c->first, c->it, -1);
    c->count = divide_run(in, tree, run, size);
    const struct pv_poly *end = is_plain ? pv_followed_value(in, limit) : NULL;
    if (!pv_loop_is_invariant(in, c, changed, end))
        return;
    const struct pv_poly *distance = goes_up ? pv_poly_add(in->arena, end, c->first, -1)
                                             : pv_poly_add(in->arena, c->first, end, -1);
    if (!distance || loop->has_break)
        return;
    bool is_inclusive = op == (goes_up ? PV_OP_LE : PV_OP_GE), is_strict = op == (goes_up ? PV_OP_LT : PV_OP_GT);
    if (!is_inclusive && !is_strict && !(op == PV_OP_NE && size == 1))
        return;
    if (is_inclusive)
        distance = pv_poly_add(in->arena, distance, pv_poly_constant(in->arena, 1), 1);
    c->trip = trips_of(in, tree, distance, size, op == PV_OP_NE);
}
