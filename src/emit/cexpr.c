#include "emit/cexpr.h"

#include "base/islx.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Names and types. */

const char *pv_cexpr_name(const struct pv_cctx *ctx, const struct pv_var *var)
{
    for (int i = 0; i < ctx->names.n; i++)
        if (ctx->names.v[i].var == var)
            return ctx->names.v[i].name;
    return ctx->device ? pv_names_on_device(ctx->naming, var->id) : var->name;
}

const char *pv_cexpr_device_function(const struct pv_cctx *ctx, const struct pv_function *function)
{
    return pv_printf(ctx->arena, "%sdevice_%s", ctx->naming->own, function->name);
}

const char *pv_cexpr_field(const struct pv_cctx *ctx, const struct pv_field *field)
{
    return ctx->device ? pv_names_on_device(ctx->naming, field->name) : field->name;
}

static bool skip_word(const char **text, const char *word)
{
    size_t n = strlen(word);
    if (strncmp(*text, word, n) || (*text)[n] != ' ')
        return false;
    *text += n + 1;
    return true;
}

/* The spelling of an arithmetic type that a typedef made const. */
static const char *arithmetic_name(const struct pv_ctype *type)
{
    if (type->kind == PV_TYPE_FLOAT)
        return type->size == 4 ? "float" : type->size == 8 ? "double" : "long double";
    if (type->bits == 1)
        return "_Bool";
    switch (type->size) {
    case 1:
        return type->is_signed ? "signed char" : "unsigned char";
    case 2:
        return type->is_signed ? "short" : "unsigned short";
    case 4:
        return type->is_signed ? "int" : "unsigned int";
    default:
        return type->is_signed ? "long long" : "unsigned long long";
    }
}

const char *pv_cexpr_plain_type(const struct pv_ctype *type, bool is_opencl)
{
    if (type->kind == PV_TYPE_VOID)
        return "void";
    if (type->kind == PV_TYPE_INT && type->bits == 1)
        return "bool";
    if (is_opencl && type->kind == PV_TYPE_INT && type->size == 8)
        return type->is_signed ? "long" : "ulong";
    return arithmetic_name(type);
}

const char *pv_cexpr_type_here(struct pv_cctx *ctx, const struct pv_ctype *type)
{
    if (!ctx->device)
        return pv_cexpr_type(ctx->arena, type);
    if (type->kind != PV_TYPE_RECORD) {
        ctx->device->uses_double = ctx->device->uses_double || (type->kind == PV_TYPE_FLOAT && type->size == 8);
        return pv_cexpr_plain_type(type, ctx->device->is_opencl);
    }
    bool is_new = true;
    for (int i = 0; i < ctx->device->records.n; i++)
        is_new = is_new && ctx->device->records.v[i] != type->record;
    if (is_new)
        pv_push(ctx->arena, &ctx->device->records, type->record);
    return pv_names_record(ctx->naming, type->record);
}

/* The integer type of 64 bits, and the suffix of its constants. */
static const char *wide_type(const struct pv_cctx *ctx)
{
    return ctx->device && ctx->device->is_opencl ? "long" : "long long";
}

static const char *wide_suffix(const struct pv_cctx *ctx)
{
    return ctx->device && ctx->device->is_opencl ? "l" : "ll";
}

const char *pv_cexpr_iterator_type(const struct pv_cctx *ctx)
{
    return ctx->is_wide ? wide_type(ctx) : "int";
}

const char *pv_cexpr_type(struct pv_arena *arena, const struct pv_ctype *type)
{
    const char *text = type->spelling;
    bool was_written = false;
    while (skip_word(&text, "const") || skip_word(&text, "volatile") || skip_word(&text, "register"))
        was_written = true;
    size_t n = strlen(text);
    if (n > 6 && !strcmp(text + n - 6, " const"))
        return pv_strndup(arena, text, n - 6);
    if (!type->is_const || was_written)
        return text;
    return pv_ctype_is_arithmetic(type) ? arithmetic_name(type) : type->record ? type->record->spelling : text;
}

/* Expressions of the syntax tree. */

const char *pv_cexpr_operand(struct pv_cctx *ctx, struct pv_ctext text, enum pv_cprec needed)
{
    return text.prec < needed ? pv_printf(ctx->arena, "(%s)", text.text) : text.text;
}

struct pv_ctext pv_cexpr_widen(struct pv_cctx *ctx, struct pv_ctext text)
{
    text.text = pv_printf(ctx->arena, "(%s)%s", wide_type(ctx), pv_cexpr_operand(ctx, text, PV_CPREC_UNARY));
    text.prec = PV_CPREC_UNARY;
    text.is_long = true;
    return text;
}

static struct pv_ctext print_constant(struct pv_cctx *ctx, __isl_take isl_val *val)
{
    pv_int128 value = pv_crange_bound(isl_val_copy(val));
    char *digits = pv_printed(isl_val_to_str(val));
    isl_val_free(val);
    struct pv_ctext text = {.range = {value, value}};
    if (value < INT64_MIN || value > INT64_MAX)
        ctx->failure = "it needs numbers beyond 64 bits";
    text.is_long = !pv_crange_fits_int(text.range) || value == INT32_MIN;
    text.text = pv_printf(ctx->arena, "%s%s", digits, text.is_long ? wide_suffix(ctx) : "");
    text.prec = value < 0 ? PV_CPREC_UNARY : PV_CPREC_POSTFIX;
    if (value == INT64_MIN) { /* what follows the sign would not fit */
        text.text = pv_printf(ctx->arena, "(-%" PRId64 "%s - 1)", INT64_MAX, wide_suffix(ctx));
        text.prec = PV_CPREC_POSTFIX;
    }
    free(digits);
    return text;
}

static int find_parameter(const struct pv_scop *scop, const char *id)
{
    for (int i = 0; i < scop->parameters.n; i++)
        if (!strcmp(scop->parameters.v[i]->id, id))
            return i;
    return -1;
}

static struct pv_ctext print_parameter(struct pv_cctx *ctx, const char *id)
{
    int pos = find_parameter(ctx->scop, id);
    if (pos < 0) {
        ctx->failure = pv_printf(ctx->arena, "there is no parameter '%s'", id);
        return (struct pv_ctext){.text = id, .prec = PV_CPREC_POSTFIX};
    }
    const struct pv_var *var = ctx->scop->parameters.v[pos];
    const struct pv_ctype *type = var->type;
    struct pv_ctext text = {pv_cexpr_name(ctx, var), PV_CPREC_POSTFIX, ctx->parameters.v[pos], false};
    bool is_unsigned = !type->is_signed && type->bits >= 32;
    if (is_unsigned)
        return pv_cexpr_widen(ctx, text);
    text.is_long = type->bits > 32;
    return text;
}

/* A parameter of which nothing is known. */
static struct pv_ctext print_plain_name(struct pv_cctx *ctx, const char *name)
{
    return (struct pv_ctext){.text = pv_strdup(ctx->arena, name), .prec = PV_CPREC_POSTFIX};
}

static struct pv_ctext print_id(struct pv_cctx *ctx, __isl_take isl_id *id)
{
    const struct pv_code_iterator *iterator = pv_code_iterator_of_id(id);
    struct pv_ctext text;
    if (iterator)
        text = (struct pv_ctext){ctx->iterators.v[iterator->depth], PV_CPREC_POSTFIX, ctx->ranges.v[iterator->depth],
                                 ctx->is_wide};
    else if (!ctx->scop)
        text = print_plain_name(ctx, isl_id_get_name(id));
    else
        text = print_parameter(ctx, isl_id_get_name(id));
    isl_id_free(id);
    return text;
}

static struct pv_ctext print_argument(struct pv_cctx *ctx, __isl_keep isl_ast_expr *expr, int pos)
{
    return pv_cexpr_ast(ctx, isl_ast_expr_get_op_arg(expr, pos));
}

bool pv_cexpr_is_rough(const struct pv_cctx *ctx, struct pv_crange range)
{
    bool is_small = range.min >= INT64_MIN / 2 && range.max <= INT64_MAX / 2;
    return is_small && ctx->device && ctx->device->kernel && ctx->device->kernel->has_steps;
}

/* The range of "expr", found to be "range" by its operands alone. A text that will be printed once more with wide
 * iterators does not need to know it. */
static struct pv_crange refine(struct pv_cctx *ctx, __isl_keep isl_ast_expr *expr, struct pv_crange range)
{
    bool is_discarded = ctx->overflows && !ctx->is_wide;
    bool is_good = pv_crange_fits_int(range) || is_discarded || pv_cexpr_is_rough(ctx, range);
    return !ctx->known || is_good ? range : pv_crange_exact(ctx->known, expr, range);
}

/* Can what lies in "range" be computed as it stands, in 64 bits where "is_long"? The exact range matters to nobody then;
 * but for its sign, which a division by it asks for. */
static bool is_wide_enough(struct pv_crange range, bool is_long)
{
    return is_long && range.min >= 0 && range.max <= INT64_MAX;
}

/* Is "range" that of a number which leaves no room for another to be added? Other sums of 64 bits fit as the program's do. */
static bool is_huge(struct pv_crange range)
{
    return range.min == range.max && (range.min < INT64_MIN / 2 || range.min > INT64_MAX / 2);
}

/* "a op b", done in long long where the result, the value of "expr", may not fit an int. */
static struct pv_ctext print_arithmetic(struct pv_cctx *ctx, __isl_keep isl_ast_expr *expr, const char *op,
                                        enum pv_cprec prec, struct pv_crange range, struct pv_ctext a,
                                        struct pv_ctext b)
{
    if (!is_wide_enough(range, a.is_long || b.is_long))
        range = refine(ctx, expr, range);
    if (!a.is_long && !b.is_long && !pv_crange_fits_int(range)) {
        ctx->overflows = true;
        if (a.range.min == a.range.max)
            b = pv_cexpr_widen(ctx, b);
        else
            a = pv_cexpr_widen(ctx, a);
    }
    bool is_sum = prec == PV_CPREC_SUM;
    if (is_sum && (is_huge(a.range) || is_huge(b.range)) && (range.min < INT64_MIN || range.max > INT64_MAX))
        ctx->failure = "it needs numbers beyond 64 bits";
    const char *right = pv_cexpr_operand(ctx, b, is_sum && b.text[0] != '-' ? PV_CPREC_PRODUCT : PV_CPREC_UNARY);
    const char *left = pv_cexpr_operand(ctx, a, prec);
    return (struct pv_ctext){pv_printf(ctx->arena, "%s %s %s", left, op, right), prec, range, a.is_long || b.is_long};
}

static struct pv_ctext print_minus(struct pv_cctx *ctx, __isl_keep isl_ast_expr *expr, struct pv_ctext a)
{
    struct pv_crange range = pv_crange_negate(a.range);
    if (!is_wide_enough(range, a.is_long))
        range = refine(ctx, expr, range);
    if (!a.is_long && !pv_crange_fits_int(range)) {
        ctx->overflows = true;
        a = pv_cexpr_widen(ctx, a);
    }
    const char *operand = a.text[0] == '-' ? pv_printf(ctx->arena, "(%s)", a.text)
                                           : pv_cexpr_operand(ctx, a, PV_CPREC_UNARY);
    return (struct pv_ctext){pv_printf(ctx->arena, "-%s", operand), PV_CPREC_UNARY, range, a.is_long};
}

static struct pv_ctext print_macro(struct pv_cctx *ctx, enum pv_cmacro macro, struct pv_ctext a, struct pv_ctext b)
{
    ctx->uses_macro[macro] = true;
    struct pv_ctext text = {pv_printf(ctx->arena, "%s(%s, %s)", ctx->macros[macro], a.text, b.text),
                            PV_CPREC_POSTFIX,
                            {0, 0},
                            a.is_long || b.is_long};
    pv_int128 a_min = a.range.min, a_max = a.range.max, b_min = b.range.min, b_max = b.range.max;
    if (macro == PV_CMACRO_MIN)
        text.range = (struct pv_crange){a_min < b_min ? a_min : b_min, a_max < b_max ? a_max : b_max};
    else if (macro == PV_CMACRO_MAX)
        text.range = (struct pv_crange){a_min > b_min ? a_min : b_min, a_max > b_max ? a_max : b_max};
    else
        text.range = pv_crange_divide(a.range, b.range);
    return text;
}

static struct pv_ctext print_extremum(struct pv_cctx *ctx, __isl_keep isl_ast_expr *expr, enum pv_cmacro macro)
{
    struct pv_ctext text = print_argument(ctx, expr, 0);
    for (int i = 1; i < (int)isl_ast_expr_get_op_n_arg(expr); i++)
        text = print_macro(ctx, macro, text, print_argument(ctx, expr, i));
    return text;
}

static const struct pv_crange truth = {0, 1}, always = {1, 1}, never = {0, 0};

static bool is_number(__isl_keep isl_ast_expr *expr, int at)
{
    isl_ast_expr *arg = isl_ast_expr_get_op_arg(expr, at);
    bool result = isl_ast_expr_get_type(arg) == isl_ast_expr_int;
    isl_ast_expr_free(arg);
    return result;
}

/* What the comparison "expr" of "a" and "b" can be, as far as compilers see and warn of it. isl makes an equation of two
 * numbers that differ of a case that cannot be; and what fits an int is less than a number that does not. */
static struct pv_crange truth_of(const struct pv_cctx *ctx, __isl_keep isl_ast_expr *expr, struct pv_ctext a,
                                 struct pv_ctext b)
{
    enum isl_ast_expr_op_type type = isl_ast_expr_get_op_type(expr);
    bool is_less = type == isl_ast_expr_op_le || type == isl_ast_expr_op_lt;
    struct pv_ctext low = is_less ? a : b, high = is_less ? b : a;
    if (type == isl_ast_expr_op_eq)
        return is_number(expr, 0) && is_number(expr, 1) && a.range.min != b.range.min ? never : truth;
    if (!ctx->scop) /* nobody knows the types */
        return truth;
    bool is_certain = (is_number(expr, is_less) && high.range.min > INT32_MAX && !low.is_long) ||
                      (is_number(expr, !is_less) && low.range.max < INT32_MIN && !high.is_long);
    return is_certain ? always : truth;
}

/* The value of "expr" if it is a number that is huge; else NULL. */
static __isl_give isl_val *huge_number(__isl_take isl_ast_expr *expr)
{
    isl_val *val = isl_ast_expr_get_type(expr) == isl_ast_expr_int ? isl_ast_expr_get_val(expr) : NULL;
    isl_ast_expr_free(expr);
    if (!val)
        return NULL;
    pv_int128 value = pv_crange_bound(isl_val_copy(val));
    return is_huge((struct pv_crange){value, value}) ? val : isl_val_free(val);
}

/* Where argument "at" of the comparison "expr" is the sum of something and a huge number, that number, and in "*rest" the
 * other argument less that something; else NULL. */
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

static struct pv_ctext print_comparison(struct pv_cctx *ctx, __isl_keep isl_ast_expr *expr, const char *op,
                                        enum pv_cprec prec)
{
    if (ctx->scop && holds_anyway(expr))
        return (struct pv_ctext){"1", PV_CPREC_POSTFIX, always, false};
    isl_ast_expr *apart = huge_apart(expr);
    if (apart)
        return pv_cexpr_ast(ctx, apart);
    struct pv_ctext a = print_argument(ctx, expr, 0), b = print_argument(ctx, expr, 1);
    const char *left = pv_cexpr_operand(ctx, a, PV_CPREC_SUM), *right = pv_cexpr_operand(ctx, b, PV_CPREC_SUM);
    struct pv_crange range = truth_of(ctx, expr, a, b);
    if (range.min == 1)
        return (struct pv_ctext){"1", PV_CPREC_POSTFIX, range, false};
    return (struct pv_ctext){pv_printf(ctx->arena, "%s %s %s", left, op, right), prec, range, false};
}

/* "a op b op ..." without arguments that decide nothing, unless that is the last one and nothing stands before it; an
 * argument that decides all is the result. */
static struct pv_ctext print_junction(struct pv_cctx *ctx, __isl_keep isl_ast_expr *expr, const char *op,
                                      enum pv_cprec prec)
{
    int n = (int)isl_ast_expr_get_op_n_arg(expr);
    struct pv_sb line = {0};
    for (int i = 0; i < n; i++) {
        struct pv_ctext arg = print_argument(ctx, expr, i);
        bool is_known = arg.range.min == arg.range.max, is_true = arg.range.min != 0, is_and = prec == PV_CPREC_LAND;
        if (is_known && is_true != is_and) {
            pv_sb_free(&line);
            return arg;
        }
        if (is_known && (line.n || i + 1 < n))
            continue;
        pv_sb_printf(&line, line.n ? " %s %s" : "%s%s", line.n ? op : "",
                     pv_cexpr_operand(ctx, arg, arg.prec == prec ? prec : PV_CPREC_EQUALITY));
    }
    struct pv_ctext text = {pv_strdup(ctx->arena, line.text), prec, truth, false};
    pv_sb_free(&line);
    return text;
}

static struct pv_ctext print_conditional(struct pv_cctx *ctx, __isl_keep isl_ast_expr *expr)
{
    struct pv_ctext c = print_argument(ctx, expr, 0), a = print_argument(ctx, expr, 1),
                    b = print_argument(ctx, expr, 2);
    const char *line = pv_printf(ctx->arena, "%s ? %s : %s", pv_cexpr_operand(ctx, c, PV_CPREC_LOR),
                                 pv_cexpr_operand(ctx, a, PV_CPREC_LOR), pv_cexpr_operand(ctx, b, PV_CPREC_COND));
    return (struct pv_ctext){line, PV_CPREC_COND, pv_crange_join(a.range, b.range), a.is_long || b.is_long};
}

static struct pv_ctext print_binary(struct pv_cctx *ctx, __isl_keep isl_ast_expr *expr, enum isl_ast_expr_op_type type)
{
    struct pv_ctext a = print_argument(ctx, expr, 0), b = print_argument(ctx, expr, 1);
    pv_int128 most = (b.range.max > 0 ? b.range.max : 1) - 1;
    struct pv_crange rest = {a.range.min < 0 && type == isl_ast_expr_op_zdiv_r ? -most : 0, most};
    switch (type) {
    case isl_ast_expr_op_add:
        return print_arithmetic(ctx, expr, "+", PV_CPREC_SUM, pv_crange_add(a.range, b.range), a, b);
    case isl_ast_expr_op_sub:
        return print_arithmetic(ctx, expr, "-", PV_CPREC_SUM, pv_crange_add(a.range, pv_crange_negate(b.range)), a, b);
    case isl_ast_expr_op_mul:
        return print_arithmetic(ctx, expr, "*", PV_CPREC_PRODUCT, pv_crange_multiply(a.range, b.range), a, b);
    case isl_ast_expr_op_div:
    case isl_ast_expr_op_pdiv_q:
        return print_arithmetic(ctx, expr, "/", PV_CPREC_PRODUCT, pv_crange_divide(a.range, b.range), a, b);
    case isl_ast_expr_op_pdiv_r:
    case isl_ast_expr_op_zdiv_r:
        return print_arithmetic(ctx, expr, "%", PV_CPREC_PRODUCT, rest, a, b);
    default:
        return print_macro(ctx, PV_CMACRO_FLOORD, a, b);
    }
}

static struct pv_ctext print_op(struct pv_cctx *ctx, __isl_keep isl_ast_expr *expr)
{
    enum isl_ast_expr_op_type type = isl_ast_expr_get_op_type(expr);
    switch (type) {
    case isl_ast_expr_op_and:
    case isl_ast_expr_op_and_then:
        return print_junction(ctx, expr, "&&", PV_CPREC_LAND);
    case isl_ast_expr_op_or:
    case isl_ast_expr_op_or_else:
        return print_junction(ctx, expr, "||", PV_CPREC_LOR);
    case isl_ast_expr_op_eq:
        return print_comparison(ctx, expr, "==", PV_CPREC_EQUALITY);
    case isl_ast_expr_op_le:
        return print_comparison(ctx, expr, "<=", PV_CPREC_RELATION);
    case isl_ast_expr_op_lt:
        return print_comparison(ctx, expr, "<", PV_CPREC_RELATION);
    case isl_ast_expr_op_ge:
        return print_comparison(ctx, expr, ">=", PV_CPREC_RELATION);
    case isl_ast_expr_op_gt:
        return print_comparison(ctx, expr, ">", PV_CPREC_RELATION);
    case isl_ast_expr_op_min:
        return print_extremum(ctx, expr, PV_CMACRO_MIN);
    case isl_ast_expr_op_max:
        return print_extremum(ctx, expr, PV_CMACRO_MAX);
    case isl_ast_expr_op_minus:
        return print_minus(ctx, expr, print_argument(ctx, expr, 0));
    case isl_ast_expr_op_cond:
    case isl_ast_expr_op_select:
        return print_conditional(ctx, expr);
    case isl_ast_expr_op_add:
    case isl_ast_expr_op_sub:
    case isl_ast_expr_op_mul:
    case isl_ast_expr_op_div:
    case isl_ast_expr_op_fdiv_q:
    case isl_ast_expr_op_pdiv_q:
    case isl_ast_expr_op_pdiv_r:
    case isl_ast_expr_op_zdiv_r:
        return print_binary(ctx, expr, type);
    default:
        ctx->failure = "an operation of the syntax tree without a C form";
        return (struct pv_ctext){.text = "0", .prec = PV_CPREC_POSTFIX};
    }
}

struct pv_ctext pv_cexpr_ast(struct pv_cctx *ctx, __isl_take isl_ast_expr *expr)
{
    struct pv_ctext text;
    switch (isl_ast_expr_get_type(expr)) {
    case isl_ast_expr_id:
        text = print_id(ctx, isl_ast_expr_get_id(expr));
        break;
    case isl_ast_expr_int:
        text = print_constant(ctx, isl_ast_expr_get_val(expr));
        break;
    case isl_ast_expr_op:
        text = print_op(ctx, expr);
        break;
    default:
        ctx->failure = "isl could not build an expression";
        text = (struct pv_ctext){.text = "0", .prec = PV_CPREC_POSTFIX};
        break;
    }
    isl_ast_expr_free(expr);
    return text;
}

const char *pv_cexpr_modulo(struct pv_cctx *ctx, struct pv_ctext value, const char *count)
{
    if (value.range.min >= 0)
        return pv_printf(ctx->arena, "%s %% %s", pv_cexpr_operand(ctx, value, PV_CPREC_UNARY), count);
    ctx->uses_macro[PV_CMACRO_MOD] = true;
    return pv_printf(ctx->arena, "%s(%s, %s)", ctx->macros[PV_CMACRO_MOD], value.text, count);
}

void pv_cexpr_define_macros(struct pv_sb *out, const char *const names[PV_CMACROS], const bool uses[PV_CMACROS])
{
    static const char *const bodies[] = {
        [PV_CMACRO_MIN] = "((a) < (b) ? (a) : (b))",
        [PV_CMACRO_MAX] = "((a) > (b) ? (a) : (b))",
        [PV_CMACRO_FLOORD] = "((a) / (b) - ((a) % (b) < 0)) /* rounded down; b > 0 */",
        [PV_CMACRO_MOD] = "((a) % (b) + ((a) % (b) < 0 ? (b) : 0)) /* never negative; b > 0 */",
    };
    for (int i = 0; i < PV_CMACROS; i++)
        if (uses[i])
            pv_sb_printf(out, "#define %s(a, b) %s\n", names[i], bodies[i]);
}

/* Expressions of bodies. */

static enum pv_cprec op_precedence(enum pv_op op)
{
    switch (op) {
    case PV_OP_COMMA:
        return PV_CPREC_COMMA;
    case PV_OP_COND:
        return PV_CPREC_COND;
    case PV_OP_LOR:
        return PV_CPREC_LOR;
    case PV_OP_LAND:
        return PV_CPREC_LAND;
    case PV_OP_BITOR:
    case PV_OP_BITXOR:
    case PV_OP_BITAND:
        return PV_CPREC_BITS;
    case PV_OP_EQ:
    case PV_OP_NE:
        return PV_CPREC_EQUALITY;
    case PV_OP_LT:
    case PV_OP_GT:
    case PV_OP_LE:
    case PV_OP_GE:
        return PV_CPREC_RELATION;
    case PV_OP_SHL:
    case PV_OP_SHR:
        return PV_CPREC_SHIFT;
    case PV_OP_ADD:
    case PV_OP_SUB:
        return PV_CPREC_SUM;
    case PV_OP_MUL:
    case PV_OP_DIV:
    case PV_OP_MOD:
        return PV_CPREC_PRODUCT;
    case PV_OP_POSTINC:
    case PV_OP_POSTDEC:
        return PV_CPREC_POSTFIX;
    default:
        return pv_op_is_assignment(op) ? PV_CPREC_ASSIGN : PV_CPREC_UNARY;
    }
}

/* What an operand of a binary operator must bind like to stand without parentheses. */
static enum pv_cprec needed_left(enum pv_op op)
{
    enum pv_cprec own = op_precedence(op);
    switch (own) {
    case PV_CPREC_LOR:
    case PV_CPREC_LAND:
        return PV_CPREC_EQUALITY;
    case PV_CPREC_EQUALITY:
    case PV_CPREC_RELATION:
        return PV_CPREC_SUM;
    case PV_CPREC_BITS:
    case PV_CPREC_SHIFT:
        return PV_CPREC_PRODUCT;
    default:
        return own;
    }
}

static bool is_op(const struct pv_expr *expr, enum pv_op op)
{
    while (expr->kind == PV_EXPR_CAST && expr->is_implicit)
        expr = expr->args[0];
    return expr->kind == PV_EXPR_OP && expr->op == op;
}

static struct pv_ctext plain(const char *text, enum pv_cprec prec)
{
    return (struct pv_ctext){.text = text, .prec = prec};
}

static struct pv_ctext print_body_binary(struct pv_cctx *ctx, const struct pv_expr *expr)
{
    enum pv_cprec own = op_precedence(expr->op), left = needed_left(expr->op), right = left;
    if (own == PV_CPREC_ASSIGN)
        left = PV_CPREC_UNARY;
    else if (own == PV_CPREC_SUM || own == PV_CPREC_PRODUCT || own == PV_CPREC_COMMA)
        right = own + 1;
    bool is_chain = is_op(expr->args[0], expr->op) && own < PV_CPREC_SUM && own != PV_CPREC_EQUALITY &&
                    own != PV_CPREC_RELATION && own != PV_CPREC_ASSIGN;
    bool is_not = is_op(expr->args[0], PV_OP_NOT) && own > PV_CPREC_LAND;
    struct pv_ctext a = pv_cexpr_body(ctx, expr->args[0]), b = pv_cexpr_body(ctx, expr->args[1]);
    const char *first = pv_cexpr_operand(ctx, a, is_not ? PV_CPREC_POSTFIX : is_chain ? own : left);
    bool doubles_sign = (own == PV_CPREC_SUM) && b.text[0] == '-';
    const char *second = pv_cexpr_operand(ctx, b, doubles_sign ? PV_CPREC_POSTFIX : right);
    const char *format = own == PV_CPREC_COMMA ? "%s%s %s" : "%s %s %s";
    return plain(pv_printf(ctx->arena, format, first, pv_op_spelling(expr->op), second), own);
}

static bool is_constant(const struct pv_expr *expr)
{
    return expr->kind == PV_EXPR_INT || expr->kind == PV_EXPR_FLOAT;
}

void pv_cexpr_note_choice(struct pv_cctx *ctx)
{
    if (ctx->device)
        ctx->device->chooses = true;
}

/* The condition of "?:". In OpenCL C it cannot be a floating-point number. */
static struct pv_ctext print_choice(struct pv_cctx *ctx, const struct pv_expr *expr)
{
    struct pv_ctext text = pv_cexpr_body(ctx, expr);
    if (!ctx->device || expr->type->kind != PV_TYPE_FLOAT)
        return text;
    return plain(pv_printf(ctx->arena, "%s != 0", pv_cexpr_operand(ctx, text, PV_CPREC_SUM)), PV_CPREC_EQUALITY);
}

static struct pv_ctext print_body_op(struct pv_cctx *ctx, const struct pv_expr *expr)
{
    if (expr->op == PV_OP_COND) {
        if (!is_constant(expr->args[1]) && !is_constant(expr->args[2]))
            pv_cexpr_note_choice(ctx);
        struct pv_ctext c = print_choice(ctx, expr->args[0]), a = pv_cexpr_body(ctx, expr->args[1]),
                        b = pv_cexpr_body(ctx, expr->args[2]);
        return plain(pv_printf(ctx->arena, "%s ? %s : %s", pv_cexpr_operand(ctx, c, PV_CPREC_LOR),
                               pv_cexpr_operand(ctx, a, PV_CPREC_LOR), pv_cexpr_operand(ctx, b, PV_CPREC_COND)),
                     PV_CPREC_COND);
    }
    if (pv_op_arity(expr->op) == 2)
        return print_body_binary(ctx, expr);
    const char *op = pv_op_spelling(expr->op);
    struct pv_ctext a = pv_cexpr_body(ctx, expr->args[0]);
    if (op_precedence(expr->op) == PV_CPREC_POSTFIX)
        return plain(pv_printf(ctx->arena, "%s%s", pv_cexpr_operand(ctx, a, PV_CPREC_POSTFIX), op), PV_CPREC_POSTFIX);
    bool doubles_sign = a.text[0] == op[0];
    const char *operand = pv_cexpr_operand(ctx, a, doubles_sign ? PV_CPREC_POSTFIX : PV_CPREC_UNARY);
    if (doubles_sign && operand == a.text)
        operand = pv_printf(ctx->arena, "(%s)", a.text);
    return plain(pv_printf(ctx->arena, "%s%s", op, operand), PV_CPREC_UNARY);
}

/* The value of a scalar, of the scalar's own type: arithmetic on it must mean what it meant. */
static struct pv_ctext print_value(struct pv_cctx *ctx, const struct pv_code_value *value)
{
    struct pv_ctext text = pv_cexpr_ast(ctx, isl_ast_expr_copy(value->value));
    const struct pv_ctype *type = value->expr->var->type;
    bool promotes_to_int = type->bits < 32 || (type->bits == 32 && type->is_signed);
    if (promotes_to_int && !text.is_long && type->bits > 1)
        return text;
    text.text = pv_printf(ctx->arena, "(%s)%s", pv_cexpr_type_here(ctx, type),
                          pv_cexpr_operand(ctx, text, PV_CPREC_UNARY));
    text.prec = PV_CPREC_UNARY;
    return text;
}

/* The scalar that stands for the element "expr" in the statement that is printed, or NULL. */
static const char *find_scalar(const struct pv_cctx *ctx, const struct pv_expr *expr)
{
    for (int i = 0; i < ctx->scalars.n; i++)
        if (ctx->scalars.v[i].expr == expr && ctx->scalars.v[i].leaf == ctx->leaf)
            return ctx->scalars.v[i].name;
    return NULL;
}

/* Subscript "n" of "expr", at "step". */
static struct pv_ctext print_subscript(struct pv_cctx *ctx, const struct pv_code_access *access,
                                       const struct pv_step *step, int n)
{
    return access ? pv_cexpr_ast(ctx, isl_ast_expr_list_get_ast_expr(access->subscripts, n))
                  : pv_cexpr_body(ctx, step->index);
}

/* The array of "var" in the memory of the device, all dimensions in one; NULL where it is not there. */
static const struct pv_code_buffer *find_buffer(const struct pv_cctx *ctx, const struct pv_var *var)
{
    const struct pv_code *code = ctx->device ? ctx->device->code : NULL;
    for (int i = 0; code && i < code->buffers.n; i++) {
        const struct pv_device_array *device = code->buffers.v[i].device;
        if (device->array->var == var && !device->is_value && !pv_kernel_is_private(ctx->device->kernel, device->array))
            return &code->buffers.v[i];
    }
    return NULL;
}

const char *pv_cexpr_at_least(struct pv_cctx *ctx, struct pv_ctext init, struct pv_ctext end, int least)
{
    struct pv_crange length = pv_crange_add(end.range, pv_crange_negate(init.range));
    if (least <= 1 || length.min >= least || length.max < least)
        return least <= 1 || length.min >= least ? "1" : "0";
    if (!strcmp(init.text, "0"))
        return pv_printf(ctx->arena, "%s >= %d", pv_cexpr_operand(ctx, end, PV_CPREC_SUM), least);
    if (!pv_crange_fits_int(length) && !init.is_long && !end.is_long)
        end = pv_cexpr_widen(ctx, end);
    return pv_printf(ctx->arena, "%s - %s >= %d", pv_cexpr_operand(ctx, end, PV_CPREC_SUM),
                     pv_cexpr_operand(ctx, init, PV_CPREC_PRODUCT), least);
}

const char *pv_cexpr_has_work(struct pv_cctx *ctx, const struct pv_code_work *work, double cycles)
{
    int n = (int)isl_ast_expr_list_n_ast_expr(work->factors);
    double needed = ceil(cycles / (work->cycles > 0 ? work->cycles : 1)), least = 1, most = 1;
    bool overflows = ctx->overflows;
    struct pv_sb product = {0};
    for (int i = 0; i < n; i++) {
        isl_ast_expr *factor = isl_ast_expr_list_get_at(work->factors, i);
        struct pv_ctext text = pv_cexpr_ast(ctx, factor);
        least *= text.range.min > 0 ? (double)text.range.min : 0;
        most *= text.range.max > 0 ? (double)text.range.max : 0;
        pv_sb_printf(&product, "%s%s",
                     i       ? " * "
                     : n > 1 ? "(double)"
                             : "",
                     n > 1 ? pv_cexpr_operand(ctx, text, PV_CPREC_UNARY) : pv_cexpr_operand(ctx, text, PV_CPREC_SUM));
    }
    ctx->overflows = overflows; /* conversions are enough */
    const char *condition = least >= needed ? "1"
                            : most < needed ? "0"
                                            : pv_printf(ctx->arena, "%s >= %.0f", product.text, needed);
    pv_sb_free(&product);
    return condition;
}

bool pv_cexpr_is_buffer(const struct pv_cctx *ctx, const struct pv_var *var)
{
    return find_buffer(ctx, var) != NULL;
}

/* The number of elements of "buffer" along "dim" where it is a constant; -1 where it is none. */
static int64_t constant_size(const struct pv_code_buffer *buffer, int dim)
{
    int64_t size = -1;
    if (isl_ast_expr_get_type(buffer->sizes[dim]) == isl_ast_expr_int) {
        isl_val *val = isl_ast_expr_get_val(buffer->sizes[dim]);
        size = isl_val_cmp_si(val, INT32_MAX) <= 0 ? isl_val_get_num_si(val) : -1;
        isl_val_free(val);
    }
    return size;
}

/* Are all dimensions of "buffer" one? Those of arrays with rows of constant size may be kept. */
static bool is_linear(const struct pv_cctx *ctx, const struct pv_code_buffer *buffer)
{
    const struct pv_array *array = buffer->device->array;
    if (!ctx->device->keeps_rows || array->n_dims < 2 || array->n_linear)
        return true;
    for (int i = 1; i < array->n_dims; i++)
        if (constant_size(buffer, i) <= 0)
            return true;
    return false;
}

bool pv_cexpr_has_rows(const struct pv_cctx *ctx, const struct pv_var *var)
{
    const struct pv_code_buffer *buffer = find_buffer(ctx, var);
    return buffer && !is_linear(ctx, buffer);
}

const char *pv_cexpr_pointer(const struct pv_cctx *ctx, const struct pv_array *array, const char *elem,
                             const char *name)
{
    const struct pv_code_buffer *buffer = find_buffer(ctx, array->var);
    const char *text = pv_printf(ctx->arena, "%s *%s", elem, name);
    if (!buffer || is_linear(ctx, buffer))
        return text;
    text = pv_printf(ctx->arena, "%s (*%s)", elem, name);
    for (int i = 1; i < array->n_dims; i++)
        text = pv_printf(ctx->arena, "%s[%" PRId64 "]", text, constant_size(buffer, i));
    return text;
}

/* "n" subscripts of "buffer" as one. */
static const char *linear_index(struct pv_cctx *ctx, const struct pv_code_buffer *buffer, const struct pv_ctext *subs,
                                int n)
{
    if (n == 0)
        return "0";
    if (n == 1)
        return subs[0].text;
    const char *index = pv_printf(ctx->arena, "(%s)%s", wide_type(ctx), pv_cexpr_operand(ctx, subs[0], PV_CPREC_UNARY));
    for (int i = 1; i < n; i++) {
        struct pv_ctext size = pv_cexpr_ast(ctx, isl_ast_expr_copy(buffer->sizes[i]));
        index = pv_printf(ctx->arena, i > 1 ? "(%s) * %s + %s" : "%s * %s + %s", index,
                          pv_cexpr_operand(ctx, size, PV_CPREC_UNARY),
                          pv_cexpr_operand(ctx, subs[i], PV_CPREC_PRODUCT));
    }
    return index;
}

/* "n" subscripts of "buffer" in brackets. */
static const char *print_subscripts(struct pv_cctx *ctx, const struct pv_code_buffer *buffer,
                                    const struct pv_ctext *subs, int n)
{
    if (is_linear(ctx, buffer))
        return pv_printf(ctx->arena, "[%s]", linear_index(ctx, buffer, subs, n));
    const char *text = "";
    for (int i = 0; i < n; i++)
        text = pv_printf(ctx->arena, "%s[%s]", text, subs[i].text);
    return text;
}

const char *pv_cexpr_element(struct pv_cctx *ctx, const struct pv_array *array, const struct pv_ctext *subs)
{
    const struct pv_code_buffer *buffer = find_buffer(ctx, array->var);
    if (!buffer) {
        ctx->failure = "a copy of something that is not in memory";
        return "0";
    }
    return pv_printf(ctx->arena, "%s%s", pv_cexpr_name(ctx, array->var),
                     print_subscripts(ctx, buffer, subs, array->n_dims));
}

/* The subscripts of "expr" that belong to "buffer". Return their number. */
static int print_buffer_subscripts(struct pv_cctx *ctx, const struct pv_expr *expr, const struct pv_code_access *access,
                                   const struct pv_code_buffer *buffer, struct pv_sb *line)
{
    int n = pv_array_n_subscripts(buffer->device->array);
    if (expr->n_steps < n) {
        ctx->failure = "an access to a part of an array";
        return expr->n_steps;
    }
    struct pv_ctext *subs = pv_new_array(ctx->arena, struct pv_ctext, n + 1);
    for (int i = 0; i < n; i++)
        subs[i] = print_subscript(ctx, access, &expr->steps[i], i);
    pv_sb_add(line, print_subscripts(ctx, buffer, subs, n));
    return n;
}

const char *pv_cexpr_local_name(struct pv_cctx *ctx, const struct pv_local *local)
{
    bool is_shared = local->memory == PV_LOCAL_SHARED;
    return pv_printf(ctx->arena, "%s%d", is_shared ? ctx->device->shared_prefix : ctx->device->private_prefix,
                     local->number);
}

static struct pv_ctext print_local(struct pv_cctx *ctx, const struct pv_code_access *access)
{
    const char *text = pv_cexpr_local_name(ctx, access->local);
    for (int i = 0; i < access->local->n_dims; i++) {
        isl_ast_expr *sub = isl_ast_expr_list_get_ast_expr(access->subscripts, i);
        text = pv_printf(ctx->arena, "%s[%s]", text, pv_cexpr_ast(ctx, sub).text);
    }
    return plain(text, PV_CPREC_POSTFIX);
}

static struct pv_ctext print_access(struct pv_cctx *ctx, const struct pv_expr *expr)
{
    const struct pv_code_value *value = pv_code_find_value(ctx->leaf, expr);
    if (value)
        return print_value(ctx, value);
    const char *scalar = find_scalar(ctx, expr);
    if (scalar)
        return plain(scalar, PV_CPREC_POSTFIX);
    if (ctx->device && !expr->n_steps && pv_ctype_is_indexable(expr->type)) /* is it null? */
        return plain(pv_cexpr_name(ctx, expr->var), PV_CPREC_POSTFIX);
    const struct pv_code_access *access = pv_code_find_access(ctx->leaf, expr);
    if (access && access->local)
        return print_local(ctx, access);
    const struct pv_code_buffer *buffer = find_buffer(ctx, expr->var);
    struct pv_sb line = {0};
    pv_sb_add(&line, pv_cexpr_name(ctx, expr->var));
    int n = buffer ? print_buffer_subscripts(ctx, expr, access, buffer, &line) : 0;
    for (int i = n; i < expr->n_steps; i++) {
        const struct pv_step *step = &expr->steps[i];
        if (step->kind == PV_STEP_FIELD) {
            if (step->field->name[0])
                pv_sb_printf(&line, ".%s", pv_cexpr_field(ctx, step->field));
            continue;
        }
        pv_sb_printf(&line, "[%s]", print_subscript(ctx, access, step, n++).text);
    }
    struct pv_ctext text = plain(pv_strdup(ctx->arena, line.text), PV_CPREC_POSTFIX);
    pv_sb_free(&line);
    return text;
}

/* How a device calls the function of "call". "*cast" is set to what its arguments must be converted to: where functions
 * have one name for several types, C's own conversion must be said. */
static const char *device_callee(struct pv_cctx *ctx, const struct pv_expr *call, const char **cast)
{
    struct pv_cdevice *device = ctx->device;
    struct pv_math_function known;
    *cast = "";
    if (call->callee && call->callee->body) {
        bool is_new = true;
        for (int i = 0; i < device->functions.n; i++)
            is_new = is_new && device->functions.v[i] != call->callee;
        if (is_new)
            pv_push(ctx->arena, &device->functions, call->callee);
        return pv_cexpr_device_function(ctx, call->callee);
    }
    if (!pv_math_function_find(call->text, &known)) {
        ctx->failure = pv_printf(ctx->arena, "a call of '%s'", call->text);
        return call->text;
    }
    const char *type = known.is_integer ? pv_cexpr_type_here(ctx, call->type) : known.is_float ? "float" : "double";
    *cast = pv_printf(ctx->arena, "(%s)", type);
    device->uses_double = device->uses_double || (!known.is_float && !known.is_integer);
    if (known.is_integer)
        return device->is_opencl ? pv_printf(ctx->arena, "(%s)abs", type) : "abs";
    return device->is_opencl ? known.name : call->text;
}

static struct pv_ctext print_call(struct pv_cctx *ctx, const struct pv_expr *expr)
{
    struct pv_sb line = {0};
    const char *cast = "", *callee = ctx->device ? device_callee(ctx, expr, &cast) : expr->text;
    pv_sb_printf(&line, "%s(", callee);
    for (int i = 0; i < expr->n_args; i++)
        pv_sb_printf(
            &line, "%s%s%s", i ? ", " : "", cast,
            pv_cexpr_operand(ctx, pv_cexpr_body(ctx, expr->args[i]), *cast ? PV_CPREC_UNARY : PV_CPREC_ASSIGN));
    pv_sb_add(&line, ")");
    struct pv_ctext text = plain(pv_strdup(ctx->arena, line.text), PV_CPREC_POSTFIX);
    pv_sb_free(&line);
    return text;
}

/* An integer constant without the names and macros it may have been written with. */
static struct pv_ctext print_number(struct pv_cctx *ctx, const struct pv_expr *expr)
{
    const struct pv_ctype *type = expr->type;
    const char *suffix = type->bits > 32 ? wide_suffix(ctx) : "";
    if (!type->is_signed && type->bits >= 32)
        return plain(pv_printf(ctx->arena, "%" PRIu64 "u%s", (uint64_t)expr->value, suffix), PV_CPREC_POSTFIX);
    if (expr->value == INT64_MIN || (expr->value == INT32_MIN && type->bits <= 32))
        return plain(pv_printf(ctx->arena, "(-%" PRId64 "%s - 1)", -(expr->value + 1), suffix), PV_CPREC_POSTFIX);
    return plain(pv_printf(ctx->arena, "%" PRId64 "%s", expr->value, suffix),
                 expr->value < 0 ? PV_CPREC_UNARY : PV_CPREC_POSTFIX);
}

static struct pv_ctext print_literal(struct pv_cctx *ctx, const struct pv_expr *expr)
{
    if (ctx->device && expr->kind == PV_EXPR_INT)
        return print_number(ctx, expr);
    if (ctx->device && expr->kind == PV_EXPR_FLOAT)
        pv_cexpr_type_here(ctx, expr->type);
    struct pv_sb line = {0};
    pv_expr_print(&line, expr, NULL);
    /* A constant as written may be any expression. */
    bool is_one_token = expr->kind != PV_EXPR_INT || strspn(line.text, "0123456789abcdefABCDEFxXuUlL") == line.n;
    struct pv_ctext text = plain(pv_strdup(ctx->arena, line.text), is_one_token ? PV_CPREC_POSTFIX : PV_CPREC_COMMA);
    bool is_name = line.n &&
                   strspn(line.text, "_0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") == line.n;
    if (is_name || (line.n && line.text[0] == '\''))
        text.prec = PV_CPREC_POSTFIX;
    pv_sb_free(&line);
    return text;
}

struct pv_ctext pv_cexpr_body(struct pv_cctx *ctx, const struct pv_expr *expr)
{
    switch (expr->kind) {
    case PV_EXPR_ACCESS:
        return print_access(ctx, expr);
    case PV_EXPR_OP:
        return print_body_op(ctx, expr);
    case PV_EXPR_CALL:
        return print_call(ctx, expr);
    case PV_EXPR_CAST:
        if (expr->is_implicit)
            return pv_cexpr_body(ctx, expr->args[0]);
        if (ctx->device && expr->type->kind == PV_TYPE_POINTER && pv_expr_is_null(expr))
            return plain("0", PV_CPREC_POSTFIX);
        return plain(pv_printf(ctx->arena, "(%s)%s",
                               ctx->device ? pv_cexpr_type_here(ctx, expr->type) : expr->type->spelling,
                               pv_cexpr_operand(ctx, pv_cexpr_body(ctx, expr->args[0]), PV_CPREC_UNARY)),
                     PV_CPREC_UNARY);
    default:
        return print_literal(ctx, expr);
    }
}
