/* Turns expressions into sums of products with parameters. */
#include "front/linear.h"

#include "front/affine.h"

static void free_term(struct pv_term *term)
{
    isl_pw_aff_free(term->coefficient.aff);
    for (int i = 0; i < term->n_sizes; i++)
        isl_pw_aff_free(term->sizes[i]);
}

void pv_terms_free(pv_terms *list)
{
    for (int i = 0; i < list->n; i++)
        free_term(&list->v[i]);
    list->n = 0;
}

/* Expressions to sums. */

bool pv_linear_may_assume(const struct pv_eval *ec)
{
    return ec->params->run_time_tests && !ec->is_summary && !ec->shapes->assumes_nothing;
}

bool pv_linear_is_symbolic(const struct pv_eval *ec, __isl_keep isl_pw_aff *aff)
{
    return isl_pw_aff_is_cst(aff) != isl_bool_true &&
           isl_pw_aff_involves_dims(aff, isl_dim_in, 0, (unsigned)ec->depth) == isl_bool_false &&
           isl_pw_aff_n_piece(aff) == 1;
}

/* One term times a factor; false where the product is not of the form we know. Takes "factor". */
static bool multiply_term(struct pv_eval *ec, struct pv_term *term, struct pv_value factor, struct pv_loc loc)
{
    bool is_linear = isl_pw_aff_is_cst(factor.aff) == isl_bool_true ||
                     isl_pw_aff_is_cst(term->coefficient.aff) == isl_bool_true;
    if (is_linear) {
        term->coefficient = pv_value_binary(ec, PV_OP_MUL, term->coefficient, factor, loc);
        return true;
    }
    if (term->n_sizes == PV_MAX_LINEAR) {
        isl_pw_aff_free(factor.aff);
        return false;
    }
    if (pv_linear_is_symbolic(ec, factor.aff)) {
        term->sizes[term->n_sizes++] = factor.aff;
        return true;
    }
    if (pv_linear_is_symbolic(ec, term->coefficient.aff)) {
        term->sizes[term->n_sizes++] = term->coefficient.aff;
        term->coefficient = factor;
        return true;
    }
    isl_pw_aff_free(factor.aff);
    return false;
}

static bool collect_terms(struct pv_eval *ec, const struct pv_expr *expr, struct pv_part part, pv_terms *sum);

/* Do all terms of "sum" belong to "part"? */
static bool has_one_part(const pv_terms *sum, struct pv_part part)
{
    for (int i = 0; i < sum->n; i++)
        if (sum->v[i].part.number != part.number)
            return false;
    return true;
}

/* "expr" as an affine value; its aff is NULL where it has none. */
static struct pv_value affine_factor(struct pv_eval *ec, const struct pv_expr *expr, struct pv_part part)
{
    struct pv_value factor = {NULL, 0, 0};
    pv_terms sum = {0};
    bool ok = collect_terms(ec, expr, part, &sum) && has_one_part(&sum, part);
    for (int i = 0; i < sum.n && ok; i++)
        ok = !sum.v[i].n_sizes;
    for (int i = 0; i < sum.n && ok; i++) {
        struct pv_value add = sum.v[i].coefficient;
        add.aff = isl_pw_aff_copy(add.aff);
        factor = factor.aff ? pv_value_binary(ec, PV_OP_ADD, factor, add, expr->range.begin) : add;
    }
    pv_terms_free(&sum);
    return factor;
}

/* a * b where one side is a sum and the other one affine. */
static bool collect_product(struct pv_eval *ec, const struct pv_expr *expr, struct pv_part part, pv_terms *sum)
{
    for (int side = 0; side < 2; side++) {
        struct pv_value factor = affine_factor(ec, expr->args[side], part);
        if (!factor.aff)
            continue;
        pv_terms other = {0};
        bool ok = collect_terms(ec, expr->args[1 - side], part, &other) && has_one_part(&other, part);
        for (int i = 0; i < other.n && ok; i++) {
            struct pv_value copy = factor;
            copy.aff = isl_pw_aff_copy(factor.aff);
            ok = multiply_term(ec, &other.v[i], copy, expr->range.begin);
        }
        isl_pw_aff_free(factor.aff);
        if (ok) {
            for (int i = 0; i < other.n; i++)
                pv_push(ec->arena, sum, other.v[i]);
            return true;
        }
        pv_terms_free(&other);
    }
    return false;
}

/* Does the conversion "cast" keep every value that its operand can have? One to 64 bits does, modulo 2^64, which is as good
 * for a subscript. */
static bool keeps_value(struct pv_eval *ec, const struct pv_expr *cast)
{
    const struct pv_ctype *from = cast->args[0]->type, *to = cast->type;
    if (from->kind != PV_TYPE_INT)
        return false;
    if (cast->is_exact || to->bits >= 64 || to->bits > from->bits ||
        (to->bits == from->bits && to->is_signed == from->is_signed))
        return true;
    struct pv_value value = pv_affine_value(ec, cast->args[0]);
    isl_pw_aff_free(value.aff);
    return value.min >= pv_ctype_min(to) && value.max <= pv_ctype_max(to);
}

/* Is "expr" an operation in the unsigned type of 64 bits? A subscript is as good modulo 2^64, so that the wrapping of its
 * parts need not be followed. */
static bool is_modulo(const struct pv_expr *expr)
{
    if (expr->type->kind != PV_TYPE_INT || expr->type->bits != 64 || expr->type->is_signed)
        return false;
    return expr->kind == PV_EXPR_CAST ||
           (expr->kind == PV_EXPR_OP && (expr->op == PV_OP_MUL || expr->op == PV_OP_ADD || expr->op == PV_OP_SUB));
}

/* A part of a sum that has no terms of its own: a quotient of parameters is a parameter by another name. */
static bool collect_named(struct pv_eval *ec, const struct pv_expr *expr, struct pv_part part, pv_terms *sum)
{
    ec->keeps_products = false;
    struct pv_term term = {.coefficient = pv_affine_value(ec, expr), .part = part};
    ec->keeps_products = true;
    if (!term.coefficient.aff)
        return false;
    pv_push(ec->arena, sum, term);
    return true;
}

/* Is "expr" a sum or product in the unsigned type of 32 bits, or a conversion to it or from it to int? A subscript of which it
 * is a part is linear only where it does not wrap around. "*bits" is the number of those that it may have. */
static bool is_narrow(const struct pv_expr *expr, int *bits)
{
    const struct pv_ctype *type = expr->type;
    *bits = type->is_signed ? 31 : 32;
    if (type->kind != PV_TYPE_INT || type->bits != 32)
        return false;
    if (expr->kind == PV_EXPR_CAST)
        return expr->args[0]->type->kind == PV_TYPE_INT && expr->args[0]->type->bits >= 32 &&
               (!type->is_signed || !expr->args[0]->type->is_signed) && !expr->is_exact;
    return !type->is_signed && expr->kind == PV_EXPR_OP &&
           (expr->op == PV_OP_MUL || expr->op == PV_OP_ADD || expr->op == PV_OP_SUB);
}

/* A part with a number that no term of "sum" has. */
static struct pv_part new_part(const pv_terms *sum, int bits)
{
    struct pv_part part = {1, bits};
    for (int i = 0; i < sum->n; i++)
        if (sum->v[i].part.number >= part.number)
            part.number = sum->v[i].part.number + 1;
    return part;
}

/* a + b or a - b */
static bool collect_sum(struct pv_eval *ec, const struct pv_expr *expr, struct pv_part part, pv_terms *sum)
{
    if (!collect_terms(ec, expr->args[0], part, sum))
        return false;
    int n = sum->n;
    if (!collect_terms(ec, expr->args[1], part, sum))
        return false;
    for (int i = n; i < sum->n && expr->op == PV_OP_SUB; i++) {
        if (sum->v[i].part.number != part.number)
            return false;
        struct pv_value *c = &sum->v[i].coefficient;
        *c = (struct pv_value){isl_pw_aff_neg(c->aff), -c->max, -c->min};
    }
    return true;
}

/* Append the terms of "expr" to "sum", where it belongs to "part". Inside a part all arithmetic is modulo 2^32, so that
 * conversions and sums of at least as many bits keep their values. */
static bool collect_terms(struct pv_eval *ec, const struct pv_expr *expr, struct pv_part part, pv_terms *sum)
{
    struct pv_value value = {NULL, 0, 0};
    int bits;
    if (!is_modulo(expr))
        value = pv_affine_value(ec, expr);
    if (value.aff) {
        struct pv_term term = {.coefficient = value, .part = part};
        pv_push(ec->arena, sum, term);
        return true;
    }
    if (expr->type->kind != PV_TYPE_INT || expr->type->bits < 32)
        return false;
    if (!part.number && is_narrow(expr, &bits)) {
        if (!pv_linear_may_assume(ec))
            return false;
        part = new_part(sum, bits);
    }
    if (expr->kind == PV_EXPR_CAST)
        return (part.number ? expr->args[0]->type->bits >= 32 : keeps_value(ec, expr)) &&
               collect_terms(ec, expr->args[0], part, sum);
    if (expr->kind == PV_EXPR_OP && expr->op == PV_OP_MUL)
        return collect_product(ec, expr, part, sum);
    if (expr->kind == PV_EXPR_OP && (expr->op == PV_OP_ADD || expr->op == PV_OP_SUB))
        return collect_sum(ec, expr, part, sum);
    return collect_named(ec, expr, part, sum);
}

bool pv_linear_form(struct pv_eval *ec, const struct pv_expr *expr, pv_terms *sum)
{
    bool was_certain = ec->is_certain, kept_products = ec->keeps_products;
    ec->is_certain = false;
    ec->keeps_products = true;
    bool ok = collect_terms(ec, expr, (struct pv_part){0, 0}, sum);
    ec->is_certain = was_certain;
    ec->keeps_products = kept_products;
    if (!ok)
        pv_terms_free(sum);
    return ok;
}
