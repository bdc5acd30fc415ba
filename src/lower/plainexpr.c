/* Lowers integer expressions of syntax trees that belong to no program. */
#include "lower/plainexpr.h"

#include "lower/spelling.h"

#include <inttypes.h>

static const struct pv_crange truth = {0, 1}, never = {0, 0};

/* The value of "digits"; beyond 100 bits only that it is huge. */
static pv_int128 value_of(const char *digits)
{
    bool is_negative = *digits == '-';
    pv_int128 value = 0;
    for (digits += is_negative; *digits; digits++)
        if (value < (pv_int128)1 << 100)
            value = value * 10 + (*digits - '0');
    return is_negative ? -value : value;
}

static pv_px *lower_number(struct pv_cctx *ctx, const char *digits)
{
    pv_int128 value = value_of(digits);
    struct pv_px *px = pv_new(ctx->arena, struct pv_px);
    px->kind = PV_PX_NUMBER;
    px->range = (struct pv_crange){value, value};
    if (value < INT64_MIN || value > INT64_MAX)
        ctx->failure = "it needs numbers beyond 64 bits";
    px->is_long = !pv_crange_fits_int(px->range) || value == INT32_MIN;
    px->text = pv_printf(ctx->arena, "%s%s", digits, px->is_long ? pv_spell_wide_suffix(ctx) : "");
    px->prec = value < 0 ? PV_CPREC_UNARY : PV_CPREC_POSTFIX;
    if (value == INT64_MIN) { /* what follows the sign would not fit */
        px->text = pv_printf(ctx->arena, "(-%" PRId64 "%s - 1)", INT64_MAX, pv_spell_wide_suffix(ctx));
        px->prec = PV_CPREC_POSTFIX;
    }
    return px;
}

static pv_px *widen(struct pv_cctx *ctx, pv_px *a)
{
    pv_px *cast = pv_px_cast(ctx->arena, pv_spell_wide(ctx), pv_px_operand(ctx->arena, a, PV_CPREC_UNARY));
    return pv_px_with(ctx->arena, cast, a->range, true);
}

/* Is "range" that of a number which leaves no room for another to be added? */
static bool is_huge(struct pv_crange range)
{
    return range.min == range.max && (range.min < INT64_MIN / 2 || range.min > INT64_MAX / 2);
}

static pv_px *lower_arithmetic(struct pv_cctx *ctx, const char *op, enum pv_cprec prec, struct pv_crange range,
                               pv_px *a, pv_px *b)
{
    if (!a->is_long && !b->is_long && !pv_crange_fits_int(range)) {
        if (a->range.min == a->range.max)
            b = widen(ctx, b);
        else
            a = widen(ctx, a);
    }
    bool is_sum = prec == PV_CPREC_SUM, is_long = a->is_long || b->is_long;
    if (is_sum && (is_huge(a->range) || is_huge(b->range)) && (range.min < INT64_MIN || range.max > INT64_MAX))
        ctx->failure = "it needs numbers beyond 64 bits";
    pv_px *right = pv_px_operand(ctx->arena, b,
                                 is_sum && !pv_px_begins_with(b, '-') ? PV_CPREC_PRODUCT : PV_CPREC_UNARY);
    pv_px *left = pv_px_operand(ctx->arena, a, prec);
    return pv_px_with(ctx->arena, pv_px_binary(ctx->arena, left, op, right, prec), range, is_long);
}

static pv_px *lower_minus(struct pv_cctx *ctx, pv_px *a)
{
    struct pv_crange range = pv_crange_negate(a->range);
    if (!a->is_long && !pv_crange_fits_int(range))
        a = widen(ctx, a);
    pv_px *operand = pv_px_begins_with(a, '-') ? pv_px_paren(ctx->arena, a)
                                               : pv_px_operand(ctx->arena, a, PV_CPREC_UNARY);
    return pv_px_with(ctx->arena, pv_px_prefix(ctx->arena, "-", operand), range, a->is_long);
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
    return pv_px_with(ctx->arena, px, range, px->is_long);
}

static pv_px *lower_extremum(struct pv_cctx *ctx, pv_ax *expr, enum pv_cmacro macro)
{
    pv_px *px = pv_plainexpr(ctx, expr->args[0]);
    for (int i = 1; i < expr->n; i++)
        px = lower_macro(ctx, macro, px, pv_plainexpr(ctx, expr->args[i]));
    return px;
}

/* Where argument "at" of the comparison "expr" is the sum of something and a huge number, that number, and in "*rest" the
 * other argument less that something; else NULL. */
static pv_ax *take_huge(struct pv_cctx *ctx, pv_ax *expr, int at, pv_ax **rest)
{
    pv_ax *sum = expr->args[at];
    if ((sum->kind != PV_AX_ADD && sum->kind != PV_AX_SUB) || sum->args[1]->kind != PV_AX_NUMBER)
        return NULL;
    pv_int128 value = value_of(sum->args[1]->text);
    if (!is_huge((struct pv_crange){value, value}))
        return NULL;
    const char *digits = sum->args[1]->text;
    if (sum->kind == PV_AX_SUB)
        digits = *digits == '-' ? digits + 1 : pv_printf(ctx->arena, "-%s", digits);
    *rest = pv_ax_binary(ctx->arena, PV_AX_SUB, expr->args[1 - at], sum->args[0]);
    return pv_ax_digits(ctx->arena, digits);
}

/* "a + huge op b" as "huge op b - a", and the same for b: the sum may not fit 64 bits. NULL where there is no such
 * number. */
static pv_ax *huge_apart(struct pv_cctx *ctx, pv_ax *expr)
{
    pv_ax *rest = NULL, *number = take_huge(ctx, expr, 0, &rest);
    if (number)
        return pv_ax_binary(ctx->arena, expr->kind, number, rest);
    number = take_huge(ctx, expr, 1, &rest);
    return number ? pv_ax_binary(ctx->arena, expr->kind, rest, number) : NULL;
}

static pv_px *lower_comparison(struct pv_cctx *ctx, pv_ax *expr, const char *op, enum pv_cprec prec)
{
    pv_ax *apart = huge_apart(ctx, expr);
    if (apart)
        return pv_plainexpr(ctx, apart);
    pv_px *a = pv_plainexpr(ctx, expr->args[0]), *b = pv_plainexpr(ctx, expr->args[1]);
    bool is_false = expr->kind == PV_AX_EQ && expr->args[0]->kind == PV_AX_NUMBER &&
                    expr->args[1]->kind == PV_AX_NUMBER && a->range.min != b->range.min;
    pv_px *left = pv_px_operand(ctx->arena, a, PV_CPREC_SUM), *right = pv_px_operand(ctx->arena, b, PV_CPREC_SUM);
    return pv_px_with(ctx->arena, pv_px_binary(ctx->arena, left, op, right, prec), is_false ? never : truth, false);
}

/* "a op b op ..." without arguments that decide nothing, unless that is the last one and nothing stands before it; an
 * argument that decides all is the result. */
static pv_px *lower_junction(struct pv_cctx *ctx, pv_ax *expr, const char *op, enum pv_cprec prec)
{
    pv_px *all = NULL;
    for (int i = 0; i < expr->n; i++) {
        pv_px *arg = pv_plainexpr(ctx, expr->args[i]);
        bool is_known = arg->range.min == arg->range.max, is_true = arg->range.min != 0, is_and = prec == PV_CPREC_LAND;
        if (is_known && is_true != is_and)
            return arg;
        if (is_known && (all || i + 1 < expr->n))
            continue;
        arg = pv_px_operand(ctx->arena, arg, arg->prec == prec ? prec : PV_CPREC_EQUALITY);
        all = all ? pv_px_binary(ctx->arena, all, op, arg, prec) : arg;
    }
    struct pv_px *px = pv_new(ctx->arena, struct pv_px);
    if (all) /* there are arguments */
        *px = *all;
    px->prec = prec;
    px->range = truth;
    px->is_long = false;
    return px;
}

static pv_px *lower_select(struct pv_cctx *ctx, pv_ax *expr)
{
    pv_px *c = pv_plainexpr(ctx, expr->args[0]), *a = pv_plainexpr(ctx, expr->args[1]),
          *b = pv_plainexpr(ctx, expr->args[2]);
    pv_px *px = pv_px_cond(ctx->arena, pv_px_operand(ctx->arena, c, PV_CPREC_LOR),
                           pv_px_operand(ctx->arena, a, PV_CPREC_LOR), pv_px_operand(ctx->arena, b, PV_CPREC_COND));
    return pv_px_with(ctx->arena, px, pv_crange_join(a->range, b->range), a->is_long || b->is_long);
}

static pv_px *lower_binary(struct pv_cctx *ctx, pv_ax *expr)
{
    pv_px *a = pv_plainexpr(ctx, expr->args[0]), *b = pv_plainexpr(ctx, expr->args[1]);
    pv_int128 most = (b->range.max > 0 ? b->range.max : 1) - 1;
    struct pv_crange rest = {a->range.min < 0 && expr->kind == PV_AX_ZMOD ? -most : 0, most};
    switch (expr->kind) {
    case PV_AX_ADD:
        return lower_arithmetic(ctx, "+", PV_CPREC_SUM, pv_crange_add(a->range, b->range), a, b);
    case PV_AX_SUB:
        return lower_arithmetic(ctx, "-", PV_CPREC_SUM, pv_crange_add(a->range, pv_crange_negate(b->range)), a, b);
    case PV_AX_MUL:
        return lower_arithmetic(ctx, "*", PV_CPREC_PRODUCT, pv_crange_multiply(a->range, b->range), a, b);
    case PV_AX_DIV:
    case PV_AX_PDIV:
        return lower_arithmetic(ctx, "/", PV_CPREC_PRODUCT, pv_crange_divide(a->range, b->range), a, b);
    case PV_AX_PMOD:
    case PV_AX_ZMOD:
        return lower_arithmetic(ctx, "%", PV_CPREC_PRODUCT, rest, a, b);
    default:
        return lower_macro(ctx, PV_CMACRO_FLOORD, a, b);
    }
}

pv_px *pv_plainexpr(struct pv_cctx *ctx, pv_ax *expr)
{
    switch (expr->kind) {
    case PV_AX_NUMBER:
        return lower_number(ctx, expr->text);
    case PV_AX_ITERATOR:
        return pv_px_integer(ctx->arena, ctx->iterators.v[expr->depth], ctx->ranges.v[expr->depth], ctx->is_wide);
    case PV_AX_PARAMETER:
        return pv_px_name(ctx->arena, expr->text);
    case PV_AX_NEG:
        return lower_minus(ctx, pv_plainexpr(ctx, expr->args[0]));
    case PV_AX_MIN:
        return lower_extremum(ctx, expr, PV_CMACRO_MIN);
    case PV_AX_MAX:
        return lower_extremum(ctx, expr, PV_CMACRO_MAX);
    case PV_AX_AND:
        return lower_junction(ctx, expr, "&&", PV_CPREC_LAND);
    case PV_AX_OR:
        return lower_junction(ctx, expr, "||", PV_CPREC_LOR);
    case PV_AX_SELECT:
        return lower_select(ctx, expr);
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
