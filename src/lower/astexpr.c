/* Lowers integer expressions of the AST, with their widths. */
#include "lower/astexpr.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

pv_px *pv_astexpr_widen(struct pv_cctx *ctx, pv_px *a, enum pv_width width)
{
    pv_px *cast = pv_px_cast(ctx->arena, pv_spell_wide(ctx), pv_px_operand(ctx->arena, a, PV_CPREC_UNARY));
    cast = pv_px_with(ctx->arena, cast, a->range, PV_WIDTH_LONG);
    return width == PV_WIDTH_ITERATOR ? pv_px_by_width(ctx->arena, cast, a) : cast;
}

static pv_px *lower_number(struct pv_cctx *ctx, pv_ax *number)
{
    pv_int128 value = pv_crange_number(number);
    struct pv_px *px = pv_new(ctx->arena, struct pv_px);
    px->kind = PV_PX_NUMBER;
    px->range = (struct pv_crange){value, value};
    if (value < INT64_MIN || value > INT64_MAX)
        ctx->failure = "it needs numbers beyond 64 bits";
    bool is_long = !pv_crange_fits_int(px->range) || value == INT32_MIN;
    px->width = is_long ? PV_WIDTH_LONG : PV_WIDTH_INT;
    px->text = is_long ? pv_printf(ctx->arena, "%s%s", number->text, pv_spell_wide_suffix(ctx)) : number->text;
    px->prec = value < 0 ? PV_CPREC_UNARY : PV_CPREC_POSTFIX;
    if (value == INT64_MIN) { /* what follows the sign would not fit */
        px->text = pv_printf(ctx->arena, "(-%" PRId64 "%s - 1)", INT64_MAX, pv_spell_wide_suffix(ctx));
        px->prec = PV_CPREC_POSTFIX;
    }
    return px;
}

static int find_parameter(const struct pv_scop *scop, const char *id)
{
    for (int i = 0; i < scop->parameters.n; i++)
        if (!strcmp(scop->parameters.v[i]->id, id))
            return i;
    return -1;
}

static pv_px *lower_parameter(struct pv_cctx *ctx, const char *id)
{
    if (!ctx->scop)
        return pv_px_name(ctx->arena, id);
    int pos = find_parameter(ctx->scop, id);
    if (pos < 0) {
        ctx->failure = pv_printf(ctx->arena, "there is no parameter '%s'", id);
        return pv_px_name(ctx->arena, id);
    }
    const struct pv_var *var = ctx->scop->parameters.v[pos];
    const struct pv_ctype *type = var->type;
    bool is_unsigned = !type->is_signed && type->bits >= 32;
    pv_px *px = pv_px_integer(ctx->arena, pv_spell_name(ctx, var), ctx->parameters.v[pos],
                              !is_unsigned && type->bits > 32 ? PV_WIDTH_LONG : PV_WIDTH_INT);
    return is_unsigned ? pv_astexpr_widen(ctx, px, PV_WIDTH_INT) : px;
}

bool pv_astexpr_is_rough(const struct pv_cctx *ctx, struct pv_crange range)
{
    bool is_small = range.min >= INT64_MIN / 2 && range.max <= INT64_MAX / 2;
    return is_small && ctx->device && ctx->device->kernel && ctx->device->kernel->has_steps;
}

/* The exact range of "expr", which lies within "rough". Answers are kept for the current place: its references and its
 * statements ask for the same expressions. */
static struct pv_crange exact_range(struct pv_cctx *ctx, pv_ax *expr, struct pv_crange rough)
{
    for (int i = ctx->asked.n - 1; i >= 0; i--) {
        const struct pv_casked *asked = &ctx->asked.v[i];
        if (asked->known == ctx->known && asked->rough.min == rough.min && asked->rough.max == rough.max &&
            pv_ax_is_same(asked->expr, expr))
            return asked->exact;
    }
    struct pv_casked asked = {isl_set_copy(ctx->known), expr, rough, pv_crange_exact(ctx->known, expr, rough)};
    pv_push(ctx->arena, &ctx->asked, asked);
    return asked.exact;
}

/* The range of "expr", whose operands alone give "range". A version that will be discarded does not need the exact range. */
static struct pv_crange refine(struct pv_cctx *ctx, pv_ax *expr, struct pv_crange range)
{
    bool is_discarded = ctx->overflows && ctx->is_for_int;
    bool is_good = pv_crange_fits_int(range) || is_discarded || pv_astexpr_is_rough(ctx, range);
    return !ctx->known || is_good ? range : exact_range(ctx, expr, range);
}

/* Do values in "range" fit a type of 64 bits, which "width" is? Then only the sign matters, for divisions, and the exact range
 * need not be computed. */
static bool is_wide_enough(const struct pv_cctx *ctx, struct pv_crange range, enum pv_width width)
{
    bool is_long = width == PV_WIDTH_LONG || (width == PV_WIDTH_ITERATOR && ctx->overflows);
    return is_long && range.min >= 0 && range.max <= INT64_MAX;
}

/* Is "range" a constant to which no other number can safely be added in 64 bits? Other sums of 64 bits do not overflow, since
 * those of the program do not. */
static bool is_huge(struct pv_crange range)
{
    return range.min == range.max && (range.min < INT64_MIN / 2 || range.min > INT64_MAX / 2);
}

/* "a op b", done in long long where the result, the value of "expr", may not fit an int. */
static pv_px *lower_arithmetic(struct pv_cctx *ctx, pv_ax *expr, const char *op, enum pv_cprec prec,
                               struct pv_crange range, pv_px *a, pv_px *b)
{
    enum pv_width width = pv_px_wider(a, b);
    if (!is_wide_enough(ctx, range, width))
        range = refine(ctx, expr, range);
    if (width != PV_WIDTH_LONG && !pv_crange_fits_int(range)) {
        ctx->overflows = true;
        if (a->range.min == a->range.max)
            b = pv_astexpr_widen(ctx, b, width);
        else
            a = pv_astexpr_widen(ctx, a, width);
        width = PV_WIDTH_LONG;
    }
    bool is_sum = prec == PV_CPREC_SUM;
    if (is_sum && (is_huge(a->range) || is_huge(b->range)) && (range.min < INT64_MIN || range.max > INT64_MAX))
        ctx->failure = "it needs numbers beyond 64 bits";
    pv_px *right = pv_px_operand(ctx->arena, b,
                                 is_sum && !pv_px_begins_with(b, '-') ? PV_CPREC_PRODUCT : PV_CPREC_UNARY);
    pv_px *left = pv_px_operand(ctx->arena, a, prec);
    return pv_px_with(ctx->arena, pv_px_binary(ctx->arena, left, op, right, prec), range, width);
}

static pv_px *lower_minus(struct pv_cctx *ctx, pv_ax *expr, pv_px *a)
{
    struct pv_crange range = pv_crange_negate(a->range);
    if (!is_wide_enough(ctx, range, a->width))
        range = refine(ctx, expr, range);
    if (a->width != PV_WIDTH_LONG && !pv_crange_fits_int(range)) {
        ctx->overflows = true;
        a = pv_astexpr_widen(ctx, a, a->width);
    }
    pv_px *operand = pv_px_begins_with(a, '-') ? pv_px_paren(ctx->arena, a)
                                               : pv_px_operand(ctx->arena, a, PV_CPREC_UNARY);
    return pv_px_with(ctx->arena, pv_px_prefix(ctx->arena, "-", operand), range, a->width);
}

static pv_px *lower_macro(struct pv_cctx *ctx, enum pv_cmacro macro, pv_px *a, pv_px *b)
{
    pv_int128 a_min = a->range.min, a_max = a->range.max, b_min = b->range.min, b_max = b->range.max;
    struct pv_crange range;
    if (macro == PV_CMACRO_MIN)
        range = (struct pv_crange){a_min < b_min ? a_min : b_min, a_max < b_max ? a_max : b_max};
    else if (macro == PV_CMACRO_MAX)
        range = (struct pv_crange){a_min > b_min ? a_min : b_min, a_max > b_max ? a_max : b_max};
    else
        range = pv_crange_divide(a->range, b->range);
    pv_px *px = pv_px_macro(ctx->arena, macro, a, b);
    return pv_px_with(ctx->arena, px, range, px->width);
}

static pv_px *lower_extremum(struct pv_cctx *ctx, pv_ax *expr, enum pv_cmacro macro)
{
    pv_px *px = pv_astexpr(ctx, expr->args[0]);
    for (int i = 1; i < expr->n; i++)
        px = lower_macro(ctx, macro, px, pv_astexpr(ctx, expr->args[i]));
    return px;
}

/* Is "px" certain to be an int, whatever width iterators have, or within the range of int? */
static bool is_int(pv_px *px)
{
    return px->width == PV_WIDTH_INT || (px->width == PV_WIDTH_ITERATOR && pv_crange_fits_int(px->range));
}

static const struct pv_crange truth = {0, 1}, always = {1, 1}, never = {0, 0};

/* The possible results of the comparison "expr" of "a" and "b", as far as compilers know them and would warn. A generator represents an
 * impossible case as an equality between two different constants. An int is less than any constant beyond its range. */
static struct pv_crange truth_of(const struct pv_cctx *ctx, pv_ax *expr, pv_px *a, pv_px *b)
{
    bool is_less = expr->kind == PV_AX_LE || expr->kind == PV_AX_LT;
    bool is_number_a = expr->args[0]->kind == PV_AX_NUMBER, is_number_b = expr->args[1]->kind == PV_AX_NUMBER;
    pv_px *low = is_less ? a : b, *high = is_less ? b : a;
    if (expr->kind == PV_AX_EQ)
        return is_number_a && is_number_b && a->range.min != b->range.min ? never : truth;
    if (!ctx->scop) /* nobody knows the types */
        return truth;
    bool is_number_high = is_less ? is_number_b : is_number_a, is_number_low = is_less ? is_number_a : is_number_b;
    bool is_certain = (is_number_high && high->range.min > INT32_MAX && is_int(low)) ||
                      (is_number_low && low->range.max < INT32_MIN && is_int(high));
    return is_certain ? always : truth;
}

/* If argument "at" of the comparison "expr" is a sum "x + huge", huge a constant close to the limits of 64 bits, return that
 * constant and set "*rest" to the other argument minus x; else return NULL. */
static pv_ax *take_huge(struct pv_cctx *ctx, pv_ax *expr, int at, pv_ax **rest)
{
    pv_ax *sum = expr->args[at];
    if ((sum->kind != PV_AX_ADD && sum->kind != PV_AX_SUB) || sum->args[1]->kind != PV_AX_NUMBER)
        return NULL;
    pv_int128 value = pv_crange_number(sum->args[1]);
    if (!is_huge((struct pv_crange){value, value}))
        return NULL;
    const char *digits = sum->args[1]->text;
    if (sum->kind == PV_AX_SUB)
        digits = *digits == '-' ? digits + 1 : pv_printf(ctx->arena, "-%s", digits);
    *rest = pv_ax_binary(ctx->arena, PV_AX_SUB, expr->args[1 - at], sum->args[0]);
    return pv_ax_digits(ctx->arena, digits);
}

/* "a + huge op b" as "huge op b - a", and the same for b: the sum may not fit 64 bits, the difference is one that the
 * program was taken to compute. NULL where there is no such number. */
static pv_ax *huge_apart(struct pv_cctx *ctx, pv_ax *expr)
{
    pv_ax *rest = NULL, *number = take_huge(ctx, expr, 0, &rest);
    if (number)
        return pv_ax_binary(ctx->arena, expr->kind, number, rest);
    number = take_huge(ctx, expr, 1, &rest);
    return number ? pv_ax_binary(ctx->arena, expr->kind, rest, number) : NULL;
}

/* Argument "at" of "expr" if it is a number, else 0. */
static pv_int128 number_at(pv_ax *expr, int at)
{
    return expr->args[at]->kind == PV_AX_NUMBER ? pv_crange_number(expr->args[at]) : 0;
}

/* Does the comparison "expr" hold of anything that has 64 bits? */
static bool holds_anyway(pv_ax *expr)
{
    if (expr->kind == PV_AX_EQ)
        return false;
    bool is_less = expr->kind == PV_AX_LE || expr->kind == PV_AX_LT;
    int room = expr->kind == PV_AX_LT || expr->kind == PV_AX_GT;
    return number_at(expr, is_less) >= (pv_int128)INT64_MAX + room ||
           number_at(expr, !is_less) <= (pv_int128)INT64_MIN - room;
}

static pv_px *lower_comparison(struct pv_cctx *ctx, pv_ax *expr, const char *op, enum pv_cprec prec)
{
    if (ctx->scop && holds_anyway(expr))
        return pv_px_number(ctx->arena, 1);
    pv_ax *apart = huge_apart(ctx, expr);
    if (apart)
        return pv_astexpr(ctx, apart);
    pv_px *a = pv_astexpr(ctx, expr->args[0]), *b = pv_astexpr(ctx, expr->args[1]);
    struct pv_crange range = truth_of(ctx, expr, a, b);
    if (range.min == 1)
        return pv_px_number(ctx->arena, 1);
    pv_px *left = pv_px_operand(ctx->arena, a, PV_CPREC_SUM), *right = pv_px_operand(ctx->arena, b, PV_CPREC_SUM);
    return pv_px_with(ctx->arena, pv_px_binary(ctx->arena, left, op, right, prec), range, PV_WIDTH_INT);
}

/* "a op b op ..." without arguments whose constant value has no influence; one of them is kept if there is no other. An argument
 * whose constant value decides the result is the result. */
static pv_px *lower_junction(struct pv_cctx *ctx, pv_ax *expr, const char *op, enum pv_cprec prec)
{
    int n = expr->n;
    pv_px *all = NULL;
    for (int i = 0; i < n; i++) {
        pv_px *arg = pv_astexpr(ctx, expr->args[i]);
        bool is_known = arg->range.min == arg->range.max, is_true = arg->range.min != 0, is_and = prec == PV_CPREC_LAND;
        if (is_known && is_true != is_and)
            return arg;
        if (is_known && (all || i + 1 < n))
            continue;
        arg = pv_px_operand(ctx->arena, arg, arg->prec == prec ? prec : PV_CPREC_EQUALITY);
        all = all ? pv_px_binary(ctx->arena, all, op, arg, prec) : arg;
    }
    struct pv_px *px = pv_new(ctx->arena, struct pv_px);
    if (all) /* there are arguments */
        *px = *all;
    px->prec = prec;
    px->range = truth;
    px->width = PV_WIDTH_INT;
    return px;
}

static pv_px *lower_conditional(struct pv_cctx *ctx, pv_ax *expr)
{
    pv_px *c = pv_astexpr(ctx, expr->args[0]), *a = pv_astexpr(ctx, expr->args[1]), *b = pv_astexpr(ctx, expr->args[2]);
    pv_px *px = pv_px_cond(ctx->arena, pv_px_operand(ctx->arena, c, PV_CPREC_LOR),
                           pv_px_operand(ctx->arena, a, PV_CPREC_LOR), pv_px_operand(ctx->arena, b, PV_CPREC_COND));
    return pv_px_with(ctx->arena, px, pv_crange_join(a->range, b->range), pv_px_wider(a, b));
}

static pv_px *lower_binary(struct pv_cctx *ctx, pv_ax *expr)
{
    pv_px *a = pv_astexpr(ctx, expr->args[0]), *b = pv_astexpr(ctx, expr->args[1]);
    pv_int128 most = (b->range.max > 0 ? b->range.max : 1) - 1;
    struct pv_crange rest = {a->range.min < 0 && expr->kind == PV_AX_ZMOD ? -most : 0, most};
    switch (expr->kind) {
    case PV_AX_ADD:
        return lower_arithmetic(ctx, expr, "+", PV_CPREC_SUM, pv_crange_add(a->range, b->range), a, b);
    case PV_AX_SUB:
        return lower_arithmetic(ctx, expr, "-", PV_CPREC_SUM, pv_crange_add(a->range, pv_crange_negate(b->range)), a,
                                b);
    case PV_AX_MUL:
        return lower_arithmetic(ctx, expr, "*", PV_CPREC_PRODUCT, pv_crange_multiply(a->range, b->range), a, b);
    case PV_AX_DIV:
    case PV_AX_PDIV:
        return lower_arithmetic(ctx, expr, "/", PV_CPREC_PRODUCT, pv_crange_divide(a->range, b->range), a, b);
    case PV_AX_PMOD:
    case PV_AX_ZMOD:
        return lower_arithmetic(ctx, expr, "%", PV_CPREC_PRODUCT, rest, a, b);
    default:
        return lower_macro(ctx, PV_CMACRO_FLOORD, a, b);
    }
}

pv_px *pv_astexpr(struct pv_cctx *ctx, pv_ax *expr)
{
    switch (expr->kind) {
    case PV_AX_NUMBER:
        return lower_number(ctx, expr);
    case PV_AX_ITERATOR:
        return pv_px_integer(ctx->arena, ctx->iterators.v[expr->depth], ctx->ranges.v[expr->depth], ctx->width);
    case PV_AX_PARAMETER:
        return lower_parameter(ctx, expr->text);
    case PV_AX_NEG:
        return lower_minus(ctx, expr, pv_astexpr(ctx, expr->args[0]));
    case PV_AX_MIN:
        return lower_extremum(ctx, expr, PV_CMACRO_MIN);
    case PV_AX_MAX:
        return lower_extremum(ctx, expr, PV_CMACRO_MAX);
    case PV_AX_AND:
        return lower_junction(ctx, expr, "&&", PV_CPREC_LAND);
    case PV_AX_OR:
        return lower_junction(ctx, expr, "||", PV_CPREC_LOR);
    case PV_AX_SELECT:
        return lower_conditional(ctx, expr);
    case PV_AX_EQ:
        return lower_comparison(ctx, expr, "==", PV_CPREC_EQUALITY);
    case PV_AX_LE:
        return lower_comparison(ctx, expr, "<=", PV_CPREC_RELATION);
    case PV_AX_LT:
        return lower_comparison(ctx, expr, "<", PV_CPREC_RELATION);
    case PV_AX_GE:
        return lower_comparison(ctx, expr, ">=", PV_CPREC_RELATION);
    case PV_AX_GT:
        return lower_comparison(ctx, expr, ">", PV_CPREC_RELATION);
    default:
        return lower_binary(ctx, expr);
    }
}

pv_px *pv_astexpr_converted(struct pv_cctx *ctx, pv_ax *expr)
{
    bool overflows = ctx->overflows;
    pv_px *px = pv_astexpr(ctx, expr);
    ctx->overflows = overflows;
    return px;
}

pv_px *pv_astexpr_modulo(struct pv_cctx *ctx, pv_px *value, pv_px *count)
{
    if (value->range.min >= 0)
        return pv_px_binary(ctx->arena, pv_px_operand(ctx->arena, value, PV_CPREC_UNARY), "%", count, PV_CPREC_PRODUCT);
    return pv_px_macro(ctx->arena, PV_CMACRO_MOD, value, count);
}

pv_px *pv_astexpr_at_least(struct pv_cctx *ctx, pv_px *init, pv_px *end, bool has_end, int least)
{
    struct pv_crange length = pv_crange_add(end->range, pv_crange_negate(init->range));
    int needed = least - has_end;
    if (least <= 1 || length.min >= needed || length.max < needed)
        return pv_px_number(ctx->arena, least <= 1 || length.min >= needed);
    pv_px *number = pv_px_number(ctx->arena, needed), *size = NULL;
    if (pv_px_is_number(init, 0)) {
        size = pv_px_operand(ctx->arena, end, PV_CPREC_SUM);
    } else {
        if (!pv_crange_fits_int(length) && pv_px_wider(init, end) != PV_WIDTH_LONG)
            end = pv_astexpr_widen(ctx, end, pv_px_wider(init, end));
        size = pv_px_binary(ctx->arena, pv_px_operand(ctx->arena, end, PV_CPREC_SUM), "-",
                            pv_px_operand(ctx->arena, init, PV_CPREC_PRODUCT), PV_CPREC_SUM);
    }
    return pv_px_binary(ctx->arena, size, ">=", number, PV_CPREC_RELATION);
}

pv_px *pv_astexpr_has_work(struct pv_cctx *ctx, const struct pv_code_work *work, double cycles)
{
    int n = work->factors.n;
    double needed = ceil(cycles / (work->cycles > 0 ? work->cycles : 1)), least = 1, most = 1;
    pv_px *product = NULL;
    for (int i = 0; i < n; i++) {
        pv_px *factor = pv_astexpr_converted(ctx, work->factors.v[i]);
        least *= factor->range.min > 0 ? (double)factor->range.min : 0;
        most *= factor->range.max > 0 ? (double)factor->range.max : 0;
        factor = pv_px_operand(ctx->arena, factor, n > 1 ? PV_CPREC_UNARY : PV_CPREC_SUM);
        if (n > 1 && !product)
            factor = pv_px_cast(ctx->arena, "double", factor);
        product = product ? pv_px_binary(ctx->arena, product, "*", factor, PV_CPREC_PRODUCT) : factor;
    }
    if (least >= needed || most < needed)
        return pv_px_number(ctx->arena, least >= needed);
    pv_px *number = pv_px_literal(ctx->arena, pv_printf(ctx->arena, "%.0f", needed), PV_CPREC_POSTFIX);
    return pv_px_binary(ctx->arena, product, ">=", number, PV_CPREC_RELATION);
}
