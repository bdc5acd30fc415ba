/* Polynomials over expressions that keep their values. */
#include "front/poly.h"

#include "base/vec.h"

enum { most_factors = 4, most_terms = 24 };

/* No sum of a few products of such a coefficient and a number of 32 bits leaves 64 bits. */
static const int64_t largest = (int64_t)1 << 31;

struct term {
    int64_t coefficient; /* not 0 */
    int n;
    struct pv_expr *factors[most_factors];
};

struct pv_poly {
    PV_VEC(struct term) terms; /* no two with the same factors */
};

/* Do the two terms have the same factors, in any order? */
static bool is_like(const struct term *a, const struct term *b)
{
    bool taken[most_factors] = {false};
    if (a->n != b->n)
        return false;
    for (int i = 0; i < a->n; i++) {
        int match = -1;
        for (int j = 0; j < b->n && match < 0; j++)
            if (!taken[j] && pv_expr_is_same(a->factors[i], b->factors[j]))
                match = j;
        if (match < 0)
            return false;
        taken[match] = true;
    }
    return true;
}

/* Add "term" to "sum"; false where the result is too large to follow. */
static bool add_term(struct pv_arena *arena, struct pv_poly *sum, struct term term)
{
    int i = 0;
    while (i < sum->terms.n && !is_like(&sum->terms.v[i], &term))
        i++;
    if (i == sum->terms.n && sum->terms.n == most_terms)
        return false;
    if (i < sum->terms.n)
        term.coefficient += sum->terms.v[i].coefficient;
    if (term.coefficient < -largest || term.coefficient > largest)
        return false;
    if (i == sum->terms.n && term.coefficient)
        pv_push(arena, &sum->terms, term);
    else if (i < sum->terms.n && term.coefficient)
        sum->terms.v[i].coefficient = term.coefficient;
    else if (i < sum->terms.n)
        sum->terms.v[i] = sum->terms.v[--sum->terms.n];
    return true;
}

const struct pv_poly *pv_poly_constant(struct pv_arena *arena, int64_t value)
{
    struct pv_poly *poly = pv_new(arena, struct pv_poly);
    return add_term(arena, poly, (struct term){.coefficient = value}) ? poly : NULL;
}

const struct pv_poly *pv_poly_leaf(struct pv_arena *arena, struct pv_expr *leaf)
{
    struct pv_poly *poly = pv_new(arena, struct pv_poly);
    add_term(arena, poly, (struct term){.coefficient = 1, .n = 1, .factors = {leaf}});
    return poly;
}

static bool scale(int64_t *coefficient, int64_t factor)
{
    return !__builtin_mul_overflow(*coefficient, factor, coefficient) && *coefficient >= -largest &&
           *coefficient <= largest;
}

const struct pv_poly *pv_poly_add(struct pv_arena *arena, const struct pv_poly *a, const struct pv_poly *b,
                                  int64_t factor)
{
    if (!a || !b)
        return NULL;
    struct pv_poly *sum = pv_new(arena, struct pv_poly);
    for (int i = 0; i < a->terms.n; i++)
        pv_push(arena, &sum->terms, a->terms.v[i]);
    for (int i = 0; i < b->terms.n; i++) {
        struct term term = b->terms.v[i];
        if (!scale(&term.coefficient, factor) || !add_term(arena, sum, term))
            return NULL;
    }
    return sum;
}

/* Multiply "term" by "by"; false where the product is too large to follow. */
static bool multiply_term(struct term *term, const struct term *by)
{
    if (term->n + by->n > most_factors || !scale(&term->coefficient, by->coefficient))
        return false;
    for (int i = 0; i < by->n; i++)
        term->factors[term->n++] = by->factors[i];
    return true;
}

const struct pv_poly *pv_poly_multiply(struct pv_arena *arena, const struct pv_poly *a, const struct pv_poly *b)
{
    if (!a || !b)
        return NULL;
    struct pv_poly *product = pv_new(arena, struct pv_poly);
    for (int i = 0; i < a->terms.n; i++)
        for (int j = 0; j < b->terms.n; j++) {
            struct term term = a->terms.v[i];
            if (!multiply_term(&term, &b->terms.v[j]) || !add_term(arena, product, term))
                return NULL;
        }
    return product;
}

const struct pv_poly *pv_poly_divide(struct pv_arena *arena, const struct pv_poly *a, int64_t divisor)
{
    struct pv_poly *quotient = a ? pv_new(arena, struct pv_poly) : NULL;
    for (int i = 0; a && i < a->terms.n; i++) {
        struct term term = a->terms.v[i];
        if (term.coefficient % divisor)
            return NULL;
        term.coefficient /= divisor;
        pv_push(arena, &quotient->terms, term);
    }
    return quotient;
}

/* "term" with "value" in the place of "leaf". */
static const struct pv_poly *replace_in_term(struct pv_arena *arena, const struct term *term,
                                             const struct pv_expr *leaf, const struct pv_poly *value)
{
    const struct pv_poly *product = pv_poly_constant(arena, term->coefficient);
    for (int i = 0; i < term->n; i++) {
        bool is_replaced = pv_expr_is_same(term->factors[i], leaf);
        product = pv_poly_multiply(arena, product, is_replaced ? value : pv_poly_leaf(arena, term->factors[i]));
    }
    return product;
}

const struct pv_poly *pv_poly_replace(struct pv_arena *arena, const struct pv_poly *poly, const struct pv_expr *leaf,
                                      const struct pv_poly *value)
{
    const struct pv_poly *sum = pv_poly_constant(arena, 0);
    for (int i = 0; poly && i < poly->terms.n; i++)
        sum = pv_poly_add(arena, sum, replace_in_term(arena, &poly->terms.v[i], leaf, value), 1);
    return poly ? sum : NULL;
}

bool pv_poly_is_same(const struct pv_poly *a, const struct pv_poly *b)
{
    if (!a || !b || a->terms.n != b->terms.n)
        return false;
    for (int i = 0; i < a->terms.n; i++) {
        bool is_found = false;
        for (int j = 0; j < b->terms.n && !is_found; j++)
            is_found = a->terms.v[i].coefficient == b->terms.v[j].coefficient &&
                       is_like(&a->terms.v[i], &b->terms.v[j]);
        if (!is_found)
            return false;
    }
    return true;
}

bool pv_poly_is_constant(const struct pv_poly *poly, int64_t *value)
{
    if (!poly || poly->terms.n > 1 || (poly->terms.n && poly->terms.v[0].n))
        return false;
    *value = poly->terms.n ? poly->terms.v[0].coefficient : 0;
    return true;
}

bool pv_poly_is_nonnegative(const struct pv_poly *poly)
{
    for (int i = 0; i < poly->terms.n; i++) {
        if (poly->terms.v[i].coefficient < 0)
            return false;
        for (int j = 0; j < poly->terms.v[i].n; j++)
            if (poly->terms.v[i].factors[j]->type->is_signed)
                return false;
    }
    return true;
}

static bool names_other(struct pv_expr *expr, void *user)
{
    return !(expr->kind == PV_EXPR_ACCESS && expr->var == user);
}

bool pv_poly_mentions(const struct pv_poly *poly, const struct pv_var *var)
{
    for (int i = 0; poly && i < poly->terms.n; i++)
        for (int j = 0; j < poly->terms.v[i].n; j++)
            if (!pv_expr_visit(poly->terms.v[i].factors[j], names_other, (void *)var))
                return true;
    return false;
}

/* Expressions. */

const struct pv_ctype *pv_poly_type(void)
{
    static const struct pv_ctype wide = {
        .kind = PV_TYPE_INT, .spelling = "long long", .size = 8, .bits = 64, .is_signed = true};
    return &wide;
}

/* A copy of "expr" as a value of "type", of 64 bits. */
static struct pv_expr *widened(struct pv_arena *arena, const struct pv_expr *expr, const struct pv_ctype *type,
                               struct pv_range range)
{
    struct pv_expr *copy = pv_expr_copy(arena, expr);
    if (copy->type->bits == 64 && copy->type->is_signed == type->is_signed)
        return copy;
    struct pv_expr *cast = pv_expr_new(arena, PV_EXPR_CAST, type, range);
    cast->n_args = 1;
    cast->args = pv_new_array(arena, struct pv_expr *, 1);
    cast->args[0] = copy;
    cast->is_exact = type->is_signed;
    return cast;
}

static struct pv_expr *term_expr(struct pv_arena *arena, const struct term *term, int64_t coefficient,
                                 const struct pv_ctype *type, struct pv_range range)
{
    struct pv_expr *product = NULL;
    if (coefficient != 1 || !term->n)
        product = pv_expr_new_int(arena, coefficient, type, range);
    for (int i = 0; i < term->n; i++) {
        struct pv_expr *factor = widened(arena, term->factors[i], type, range);
        product = product ? pv_expr_new_op(arena, PV_OP_MUL, type, range, product, factor) : factor;
    }
    return product;
}

struct pv_expr *pv_poly_expr(struct pv_arena *arena, const struct pv_poly *poly, const struct pv_ctype *type,
                             struct pv_range range)
{
    struct pv_expr *sum = NULL;
    for (int i = 0; i < poly->terms.n; i++) {
        const struct term *term = &poly->terms.v[i];
        bool is_negative = sum && term->coefficient < 0;
        struct pv_expr *next = term_expr(arena, term, is_negative ? -term->coefficient : term->coefficient, type,
                                         range);
        enum pv_op op = is_negative ? PV_OP_SUB : PV_OP_ADD;
        sum = sum ? pv_expr_new_op(arena, op, type, range, sum, next) : next;
    }
    return sum ? sum : pv_expr_new_int(arena, 0, type, range);
}

const struct pv_expr *pv_poly_as_leaf(const struct pv_poly *poly)
{
    bool is_leaf = poly->terms.n == 1 && poly->terms.v[0].n == 1 && poly->terms.v[0].coefficient == 1;
    return is_leaf ? poly->terms.v[0].factors[0] : NULL;
}
