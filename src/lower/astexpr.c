/* Lowers integer expressions of the AST, with their widths. */
#include "lower/astexpr.h"

#include "base/islx.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

pv_px *pv_astexpr_widen(struct pv_cctx *ctx, pv_px *a)
{
    pv_px *cast = pv_px_cast(ctx->arena, pv_spell_wide(ctx), pv_px_operand(ctx->arena, a, PV_CPREC_UNARY));
    return pv_px_with(ctx->arena, cast, a->range, true);
}

static pv_px *lower_constant(struct pv_cctx *ctx, __isl_take isl_val *val)
{
    pv_int128 value = pv_crange_bound(isl_val_copy(val));
    char *digits = pv_printed(isl_val_to_str(val));
    isl_val_free(val);
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
    free(digits);
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
    int pos = find_parameter(ctx->scop, id);
    if (pos < 0) {
        ctx->failure = pv_printf(ctx->arena, "there is no parameter '%s'", id);
        return pv_px_name(ctx->arena, id);
    }
    const struct pv_var *var = ctx->scop->parameters.v[pos];
    const struct pv_ctype *type = var->type;
    bool is_unsigned = !type->is_signed && type->bits >= 32;
    pv_px *px = pv_px_integer(ctx->arena, pv_spell_name(ctx, var), ctx->parameters.v[pos],
                              !is_unsigned && type->bits > 32);
    return is_unsigned ? pv_astexpr_widen(ctx, px) : px;
}

static pv_px *lower_id(struct pv_cctx *ctx, __isl_take isl_id *id)
{
    const struct pv_code_iterator *iterator = pv_code_iterator_of_id(id);
    pv_px *px;
    if (iterator)
        px = pv_px_integer(ctx->arena, ctx->iterators.v[iterator->depth], ctx->ranges.v[iterator->depth], ctx->is_wide);
    else if (!ctx->scop)
        px = pv_px_name(ctx->arena, pv_strdup(ctx->arena, isl_id_get_name(id)));
    else
        px = lower_parameter(ctx, isl_id_get_name(id));
    isl_id_free(id);
    return px;
}

static pv_px *lower_argument(struct pv_cctx *ctx, __isl_keep isl_ast_expr *expr, int pos)
{
    return pv_astexpr(ctx, isl_ast_expr_get_op_arg(expr, pos));
}

bool pv_astexpr_is_rough(const struct pv_cctx *ctx, struct pv_crange range)
{
    bool is_small = range.min >= INT64_MIN / 2 && range.max <= INT64_MAX / 2;
    return is_small && ctx->device && ctx->device->kernel && ctx->device->kernel->has_steps;
}

/* The exact range of "expr", which lies within "rough". Answers are kept for the current place: its references and its
 * statements ask for the same expressions. */
static struct pv_crange exact_range(struct pv_cctx *ctx, __isl_keep isl_ast_expr *expr, struct pv_crange rough)
{
    for (int i = ctx->asked.n - 1; i >= 0; i--) {
        const struct pv_casked *asked = &ctx->asked.v[i];
        if (asked->known == ctx->known && asked->rough.min == rough.min && asked->rough.max == rough.max &&
            isl_ast_expr_is_equal(asked->expr, expr) == isl_bool_true)
            return asked->exact;
    }
    struct pv_casked asked = {isl_set_copy(ctx->known), isl_ast_expr_copy(expr), rough,
                              pv_crange_exact(ctx->known, expr, rough)};
    pv_push(ctx->arena, &ctx->asked, asked);
    return asked.exact;
}

/* The range of "expr", whose operands alone give "range". A version that will be discarded for one with wide iterators does not
 * need the exact range. */
static struct pv_crange refine(struct pv_cctx *ctx, __isl_keep isl_ast_expr *expr, struct pv_crange range)
{
    bool is_discarded = ctx->overflows && !ctx->is_wide;
    bool is_good = pv_crange_fits_int(range) || is_discarded || pv_astexpr_is_rough(ctx, range);
    return !ctx->known || is_good ? range : exact_range(ctx, expr, range);
}

/* Do values in "range" fit a type of 64 bits, which they have where "is_long"? Then only the sign matters, for divisions, and
 * the exact range need not be computed. */
static bool is_wide_enough(struct pv_crange range, bool is_long)
{
    return is_long && range.min >= 0 && range.max <= INT64_MAX;
}

/* Is "range" a constant to which no other number can safely be added in 64 bits? Other sums of 64 bits do not overflow, since
 * those of the program do not. */
static bool is_huge(struct pv_crange range)
{
    return range.min == range.max && (range.min < INT64_MIN / 2 || range.min > INT64_MAX / 2);
}

/* "a op b", done in long long where the result, the value of "expr", may not fit an int. */
static pv_px *lower_arithmetic(struct pv_cctx *ctx, __isl_keep isl_ast_expr *expr, const char *op, enum pv_cprec prec,
                               struct pv_crange range, pv_px *a, pv_px *b)
{
    if (!is_wide_enough(range, a->is_long || b->is_long))
        range = refine(ctx, expr, range);
    if (!a->is_long && !b->is_long && !pv_crange_fits_int(range)) {
        ctx->overflows = true;
        if (a->range.min == a->range.max)
            b = pv_astexpr_widen(ctx, b);
        else
            a = pv_astexpr_widen(ctx, a);
    }
    bool is_sum = prec == PV_CPREC_SUM, is_long = a->is_long || b->is_long;
    if (is_sum && (is_huge(a->range) || is_huge(b->range)) && (range.min < INT64_MIN || range.max > INT64_MAX))
        ctx->failure = "it needs numbers beyond 64 bits";
    pv_px *right = pv_px_operand(ctx->arena, b,
                                 is_sum && !pv_px_begins_with(b, '-') ? PV_CPREC_PRODUCT : PV_CPREC_UNARY);
    pv_px *left = pv_px_operand(ctx->arena, a, prec);
    return pv_px_with(ctx->arena, pv_px_binary(ctx->arena, left, op, right, prec), range, is_long);
}

static pv_px *lower_minus(struct pv_cctx *ctx, __isl_keep isl_ast_expr *expr, pv_px *a)
{
    struct pv_crange range = pv_crange_negate(a->range);
    if (!is_wide_enough(range, a->is_long))
        range = refine(ctx, expr, range);
    if (!a->is_long && !pv_crange_fits_int(range)) {
        ctx->overflows = true;
        a = pv_astexpr_widen(ctx, a);
    }
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

static pv_px *lower_extremum(struct pv_cctx *ctx, __isl_keep isl_ast_expr *expr, enum pv_cmacro macro)
{
    pv_px *px = lower_argument(ctx, expr, 0);
    for (int i = 1; i < (int)isl_ast_expr_get_op_n_arg(expr); i++)
        px = lower_macro(ctx, macro, px, lower_argument(ctx, expr, i));
    return px;
}

static const struct pv_crange truth = {0, 1}, always = {1, 1}, never = {0, 0};

static bool is_number(__isl_keep isl_ast_expr *expr, int at)
{
    isl_ast_expr *arg = isl_ast_expr_get_op_arg(expr, at);
    bool result = isl_ast_expr_get_type(arg) == isl_ast_expr_int;
    isl_ast_expr_free(arg);
    return result;
}

/* The possible results of the comparison "expr" of "a" and "b", as far as compilers know them and would warn. isl represents an
 * impossible case as an equality between two different constants. An int is less than any constant beyond its range. */
static struct pv_crange truth_of(const struct pv_cctx *ctx, __isl_keep isl_ast_expr *expr, pv_px *a, pv_px *b)
{
    enum isl_ast_expr_op_type type = isl_ast_expr_get_op_type(expr);
    bool is_less = type == isl_ast_expr_op_le || type == isl_ast_expr_op_lt;
    pv_px *low = is_less ? a : b, *high = is_less ? b : a;
    if (type == isl_ast_expr_op_eq)
        return is_number(expr, 0) && is_number(expr, 1) && a->range.min != b->range.min ? never : truth;
    if (!ctx->scop) /* nobody knows the types */
        return truth;
    bool is_certain = (is_number(expr, is_less) && high->range.min > INT32_MAX && !low->is_long) ||
                      (is_number(expr, !is_less) && low->range.max < INT32_MIN && !high->is_long);
    return is_certain ? always : truth;
}

/* The value of "expr" if it is a constant close to the limits of 64 bits; else NULL. */
static __isl_give isl_val *huge_number(__isl_take isl_ast_expr *expr)
{
    isl_val *val = isl_ast_expr_get_type(expr) == isl_ast_expr_int ? isl_ast_expr_get_val(expr) : NULL;
    isl_ast_expr_free(expr);
    if (!val)
        return NULL;
    pv_int128 value = pv_crange_bound(isl_val_copy(val));
    return is_huge((struct pv_crange){value, value}) ? val : isl_val_free(val);
}

/* If argument "at" of the comparison "expr" is a sum "x + huge", return the constant "huge" and set "*rest" to the other
 * argument minus x; else return NULL. */
static __isl_give isl_val *take_huge(__isl_keep isl_ast_expr *expr, int at, __isl_give isl_ast_expr **rest)
{
    isl_ast_expr *sum = isl_ast_expr_get_op_arg(expr, at);
    isl_val *number = NULL;
    if (isl_ast_expr_get_type(sum) == isl_ast_expr_op && isl_ast_expr_get_op_n_arg(sum) == 2) {
        enum isl_ast_expr_op_type type = isl_ast_expr_get_op_type(sum);
        if (type == isl_ast_expr_op_add || type == isl_ast_expr_op_sub)
            number = huge_number(isl_ast_expr_get_op_arg(sum, 1));
        if (number)
            *rest = isl_ast_expr_sub(isl_ast_expr_get_op_arg(expr, 1 - at), isl_ast_expr_get_op_arg(sum, 0));
        if (number && type == isl_ast_expr_op_sub)
            number = isl_val_neg(number);
    }
    isl_ast_expr_free(sum);
    return number;
}

/* "a + huge op b" as "huge op b - a", and the same for b: the sum may not fit 64 bits, the difference is one that the
 * program was taken to compute. NULL where there is no such number. */
static __isl_give isl_ast_expr *huge_apart(__isl_keep isl_ast_expr *expr)
{
    enum isl_ast_expr_op_type type = isl_ast_expr_get_op_type(expr);
    isl_ast_expr *rest = NULL;
    isl_val *number = take_huge(expr, 0, &rest);
    bool is_first = number;
    if (!number)
        number = take_huge(expr, 1, &rest);
    if (!number)
        return NULL;
    isl_ast_expr *bound = isl_ast_expr_from_val(number);
    isl_ast_expr *a = is_first ? bound : rest, *b = is_first ? rest : bound;
    switch (type) {
    case isl_ast_expr_op_eq:
        return isl_ast_expr_eq(a, b);
    case isl_ast_expr_op_le:
        return isl_ast_expr_le(a, b);
    case isl_ast_expr_op_lt:
        return isl_ast_expr_lt(a, b);
    case isl_ast_expr_op_ge:
        return isl_ast_expr_ge(a, b);
    default:
        return isl_ast_expr_gt(a, b);
    }
}

/* Argument "at" of "expr" if it is a number, else "otherwise". */
static pv_int128 number_at(__isl_keep isl_ast_expr *expr, int at, pv_int128 otherwise)
{
    isl_ast_expr *arg = isl_ast_expr_get_op_arg(expr, at);
    if (isl_ast_expr_get_type(arg) == isl_ast_expr_int)
        otherwise = pv_crange_bound(isl_ast_expr_get_val(arg));
    isl_ast_expr_free(arg);
    return otherwise;
}

/* Does the comparison "expr" hold of anything that has 64 bits? */
static bool holds_anyway(__isl_keep isl_ast_expr *expr)
{
    enum isl_ast_expr_op_type type = isl_ast_expr_get_op_type(expr);
    if (type == isl_ast_expr_op_eq)
        return false;
    bool is_less = type == isl_ast_expr_op_le || type == isl_ast_expr_op_lt;
    int room = type == isl_ast_expr_op_lt || type == isl_ast_expr_op_gt;
    return number_at(expr, is_less, 0) >= (pv_int128)INT64_MAX + room ||
           number_at(expr, !is_less, 0) <= (pv_int128)INT64_MIN - room;
}

static pv_px *lower_comparison(struct pv_cctx *ctx, __isl_keep isl_ast_expr *expr, const char *op, enum pv_cprec prec)
{
    if (ctx->scop && holds_anyway(expr))
        return pv_px_number(ctx->arena, 1);
    isl_ast_expr *apart = huge_apart(expr);
    if (apart)
        return pv_astexpr(ctx, apart);
    pv_px *a = lower_argument(ctx, expr, 0), *b = lower_argument(ctx, expr, 1);
    struct pv_crange range = truth_of(ctx, expr, a, b);
    if (range.min == 1)
        return pv_px_number(ctx->arena, 1);
    pv_px *left = pv_px_operand(ctx->arena, a, PV_CPREC_SUM), *right = pv_px_operand(ctx->arena, b, PV_CPREC_SUM);
    return pv_px_with(ctx->arena, pv_px_binary(ctx->arena, left, op, right, prec), range, false);
}

/* "a op b op ..." without arguments whose constant value has no influence; one of them is kept if there is no other. An argument
 * whose constant value decides the result is the result. */
static pv_px *lower_junction(struct pv_cctx *ctx, __isl_keep isl_ast_expr *expr, const char *op, enum pv_cprec prec)
{
    int n = (int)isl_ast_expr_get_op_n_arg(expr);
    pv_px *all = NULL;
    for (int i = 0; i < n; i++) {
        pv_px *arg = lower_argument(ctx, expr, i);
        bool is_known = arg->range.min == arg->range.max, is_true = arg->range.min != 0, is_and = prec == PV_CPREC_LAND;
        if (is_known && is_true != is_and)
            return arg;
        if (is_known && (all || i + 1 < n))
            continue;
        arg = pv_px_operand(ctx->arena, arg, arg->prec == prec ? prec : PV_CPREC_EQUALITY);
        all = all ? pv_px_binary(ctx->arena, all, op, arg, prec) : arg;
    }
    struct pv_px *px = pv_new(ctx->arena, struct pv_px);
    if (all) /* isl's operators have arguments */
        *px = *all;
    px->prec = prec;
    px->range = truth;
    px->is_long = false;
    return px;
}

static pv_px *lower_conditional(struct pv_cctx *ctx, __isl_keep isl_ast_expr *expr)
{
    pv_px *c = lower_argument(ctx, expr, 0), *a = lower_argument(ctx, expr, 1), *b = lower_argument(ctx, expr, 2);
    pv_px *px = pv_px_cond(ctx->arena, pv_px_operand(ctx->arena, c, PV_CPREC_LOR),
                           pv_px_operand(ctx->arena, a, PV_CPREC_LOR), pv_px_operand(ctx->arena, b, PV_CPREC_COND));
    return pv_px_with(ctx->arena, px, pv_crange_join(a->range, b->range), a->is_long || b->is_long);
}

static pv_px *lower_binary(struct pv_cctx *ctx, __isl_keep isl_ast_expr *expr, enum isl_ast_expr_op_type type)
{
    pv_px *a = lower_argument(ctx, expr, 0), *b = lower_argument(ctx, expr, 1);
    pv_int128 most = (b->range.max > 0 ? b->range.max : 1) - 1;
    struct pv_crange rest = {a->range.min < 0 && type == isl_ast_expr_op_zdiv_r ? -most : 0, most};
    switch (type) {
    case isl_ast_expr_op_add:
        return lower_arithmetic(ctx, expr, "+", PV_CPREC_SUM, pv_crange_add(a->range, b->range), a, b);
    case isl_ast_expr_op_sub:
        return lower_arithmetic(ctx, expr, "-", PV_CPREC_SUM, pv_crange_add(a->range, pv_crange_negate(b->range)), a,
                                b);
    case isl_ast_expr_op_mul:
        return lower_arithmetic(ctx, expr, "*", PV_CPREC_PRODUCT, pv_crange_multiply(a->range, b->range), a, b);
    case isl_ast_expr_op_div:
    case isl_ast_expr_op_pdiv_q:
        return lower_arithmetic(ctx, expr, "/", PV_CPREC_PRODUCT, pv_crange_divide(a->range, b->range), a, b);
    case isl_ast_expr_op_pdiv_r:
    case isl_ast_expr_op_zdiv_r:
        return lower_arithmetic(ctx, expr, "%", PV_CPREC_PRODUCT, rest, a, b);
    default:
        return lower_macro(ctx, PV_CMACRO_FLOORD, a, b);
    }
}

static const char *relation_sign(enum isl_ast_expr_op_type type)
{
    bool is_less = type == isl_ast_expr_op_lt || type == isl_ast_expr_op_le;
    bool is_strict = type == isl_ast_expr_op_lt || type == isl_ast_expr_op_gt;
    return is_less ? (is_strict ? "<" : "<=") : (is_strict ? ">" : ">=");
}

static pv_px *lower_op(struct pv_cctx *ctx, __isl_keep isl_ast_expr *expr)
{
    enum isl_ast_expr_op_type type = isl_ast_expr_get_op_type(expr);
    switch (type) {
    case isl_ast_expr_op_and:
    case isl_ast_expr_op_and_then:
        return lower_junction(ctx, expr, "&&", PV_CPREC_LAND);
    case isl_ast_expr_op_or:
    case isl_ast_expr_op_or_else:
        return lower_junction(ctx, expr, "||", PV_CPREC_LOR);
    case isl_ast_expr_op_eq:
        return lower_comparison(ctx, expr, "==", PV_CPREC_EQUALITY);
    case isl_ast_expr_op_le:
    case isl_ast_expr_op_lt:
    case isl_ast_expr_op_ge:
    case isl_ast_expr_op_gt:
        return lower_comparison(ctx, expr, relation_sign(type), PV_CPREC_RELATION);
    case isl_ast_expr_op_min:
        return lower_extremum(ctx, expr, PV_CMACRO_MIN);
    case isl_ast_expr_op_max:
        return lower_extremum(ctx, expr, PV_CMACRO_MAX);
    case isl_ast_expr_op_minus:
        return lower_minus(ctx, expr, lower_argument(ctx, expr, 0));
    case isl_ast_expr_op_cond:
    case isl_ast_expr_op_select:
        return lower_conditional(ctx, expr);
    case isl_ast_expr_op_add:
    case isl_ast_expr_op_sub:
    case isl_ast_expr_op_mul:
    case isl_ast_expr_op_div:
    case isl_ast_expr_op_fdiv_q:
    case isl_ast_expr_op_pdiv_q:
    case isl_ast_expr_op_pdiv_r:
    case isl_ast_expr_op_zdiv_r:
        return lower_binary(ctx, expr, type);
    default:
        ctx->failure = "an operation of the syntax tree without a C form";
        return pv_px_number(ctx->arena, 0);
    }
}

pv_px *pv_astexpr(struct pv_cctx *ctx, __isl_take isl_ast_expr *expr)
{
    pv_px *px;
    switch (isl_ast_expr_get_type(expr)) {
    case isl_ast_expr_id:
        px = lower_id(ctx, isl_ast_expr_get_id(expr));
        break;
    case isl_ast_expr_int:
        px = lower_constant(ctx, isl_ast_expr_get_val(expr));
        break;
    case isl_ast_expr_op:
        px = lower_op(ctx, expr);
        break;
    default:
        ctx->failure = "isl could not build an expression";
        px = pv_px_number(ctx->arena, 0);
        break;
    }
    isl_ast_expr_free(expr);
    return px;
}

pv_px *pv_astexpr_converted(struct pv_cctx *ctx, __isl_take isl_ast_expr *expr)
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

pv_px *pv_astexpr_at_least(struct pv_cctx *ctx, pv_px *init, pv_px *end, int least)
{
    struct pv_crange length = pv_crange_add(end->range, pv_crange_negate(init->range));
    if (least <= 1 || length.min >= least || length.max < least)
        return pv_px_number(ctx->arena, least <= 1 || length.min >= least);
    pv_px *number = pv_px_number(ctx->arena, least), *size = NULL;
    if (pv_px_is_number(init, 0)) {
        size = pv_px_operand(ctx->arena, end, PV_CPREC_SUM);
    } else {
        if (!pv_crange_fits_int(length) && !init->is_long && !end->is_long)
            end = pv_astexpr_widen(ctx, end);
        size = pv_px_binary(ctx->arena, pv_px_operand(ctx->arena, end, PV_CPREC_SUM), "-",
                            pv_px_operand(ctx->arena, init, PV_CPREC_PRODUCT), PV_CPREC_SUM);
    }
    return pv_px_binary(ctx->arena, size, ">=", number, PV_CPREC_RELATION);
}

pv_px *pv_astexpr_has_work(struct pv_cctx *ctx, const struct pv_code_work *work, double cycles)
{
    int n = (int)isl_ast_expr_list_n_ast_expr(work->factors);
    double needed = ceil(cycles / (work->cycles > 0 ? work->cycles : 1)), least = 1, most = 1;
    pv_px *product = NULL;
    for (int i = 0; i < n; i++) {
        pv_px *factor = pv_astexpr_converted(ctx, isl_ast_expr_list_get_at(work->factors, i));
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
