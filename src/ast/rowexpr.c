/* Makes expressions from rows of plain schedules. */
#include "ast/rowexpr.h"

#include <string.h>

static pv_ax *number(const struct pv_plain *plain, int64_t value)
{
    return pv_ax_digits(plain->arena, pv_printf(plain->arena, "%lld", (long long)value));
}

static pv_ax *unknown(const struct pv_plain *plain, int col)
{
    return col <= plain->n_param ? pv_ax_parameter(plain->arena, plain->params[col - 1])
                                 : pv_ax_iterator(plain->arena, col - 1 - plain->n_param);
}

/* "factor" times the unknown "col". */
static pv_ax *term(const struct pv_plain *plain, int64_t factor, int col)
{
    pv_ax *expr = unknown(plain, col);
    if (factor == -1)
        return pv_ax_unary(plain->arena, PV_AX_NEG, expr);
    return factor == 1 ? expr : pv_ax_binary(plain->arena, PV_AX_MUL, number(plain, factor), expr);
}

static pv_ax *plus(const struct pv_plain *plain, pv_ax *a, pv_ax *b)
{
    return a ? pv_ax_binary(plain->arena, PV_AX_ADD, a, b) : b;
}

static pv_ax *plus_number(const struct pv_plain *plain, pv_ax *a, int64_t value)
{
    if (!a || !value)
        return a ? a : number(plain, value);
    return pv_ax_binary(plain->arena, value < 0 ? PV_AX_SUB : PV_AX_ADD, a, number(plain, value < 0 ? -value : value));
}

/* The terms of "row" with one sign, without it; NULL where there are none. */
static pv_ax *terms_of_sign(const struct pv_plain *plain, const int64_t *row, int sign)
{
    pv_ax *all = NULL;
    for (int col = 1; col < plain->width; col++)
        if (row[col] * sign > 0)
            all = plus(plain, all, term(plain, row[col] * sign, col));
    return all;
}

/* "row" + "sign" * "more", where there is "more"; positive terms first. */
static pv_ax *sum(const struct pv_plain *plain, const int64_t *row, int sign, pv_ax *more)
{
    int64_t constant = row[0];
    pv_ax *all = terms_of_sign(plain, row, 1);
    if (more && sign > 0)
        all = plus(plain, all, more);
    if (!all && constant > 0) {
        all = number(plain, constant);
        constant = 0;
    }
    for (int col = 1; col < plain->width; col++)
        if (row[col] < 0)
            all = all ? pv_ax_binary(plain->arena, PV_AX_SUB, all, term(plain, -row[col], col))
                      : term(plain, row[col], col);
    if (more && sign < 0)
        all = all ? pv_ax_binary(plain->arena, PV_AX_SUB, all, more) : pv_ax_unary(plain->arena, PV_AX_NEG, more);
    return plus_number(plain, all, constant);
}

pv_ax *pv_plain_expr(const struct pv_plain *plain, const int64_t *row)
{
    return sum(plain, row, 1, NULL);
}

/* Quotients. */

pv_ax *pv_plain_quotient_exact(const struct pv_plain *plain, const int64_t *row, int64_t m)
{
    pv_ax *all = pv_plain_expr(plain, row);
    return m == 1 ? all : pv_ax_binary(plain->arena, PV_AX_DIV, all, number(plain, m));
}

static int64_t floor_of(int64_t a, int64_t b)
{
    return a / b - (a % b < 0);
}

/* Find the multiple of "m" to be added to "row" such that it is not negative, or to be taken from it such that its constant is
 * small; false where there is none, and where it is large. */
static bool find_lift(const struct pv_plain *plain, const struct pv_rows *sure, const int64_t *row, int64_t m,
                      int64_t *lift)
{
    enum { max_lift = 1 << 16 };
    int64_t min; /* no place has the locals of a second statement */
    if (!plain->prefers_pdiv || !pv_rows_least(sure, row, plain->width - 1, &min) || min < -max_lift)
        return false;
    if (min < 0) {
        *lift = -floor_of(min, m) * m;
        return true;
    }
    int64_t most = floor_of(row[0] < min ? row[0] : min, m);
    *lift = most > 0 ? -most * m : 0;
    return true;
}

pv_ax *pv_plain_quotient(const struct pv_plain *plain, const struct pv_rows *sure, const int64_t *row, int64_t m)
{
    int64_t whole[plain->width], rest[plain->width], lift = 0;
    bool is_constant = true;
    for (int i = 0; i < plain->width; i++) {
        bool divides = i > 0 && row[i] % m == 0;
        whole[i] = divides ? row[i] / m : 0;
        rest[i] = divides ? 0 : row[i];
        is_constant = is_constant && (i == 0 || divides);
    }
    if (is_constant) {
        whole[0] = floor_of(row[0], m);
        return pv_plain_expr(plain, whole);
    }
    int sign = 1;
    bool is_positive = find_lift(plain, sure, rest, m, &lift);
    if (!is_positive) {
        int64_t mirrored[plain->width];
        for (int i = 0; i < plain->width; i++)
            mirrored[i] = -rest[i] + (i == 0 ? m - 1 : 0);
        is_positive = find_lift(plain, sure, mirrored, m, &lift);
        sign = is_positive ? -1 : 1;
        if (is_positive)
            memcpy(rest, mirrored, sizeof(rest));
    }
    if (!is_positive) /* the constant is small */
        lift = -(rest[0] / m) * m;
    rest[0] += lift;
    whole[0] -= sign * (lift / m);
    pv_ax *value = pv_ax_binary(plain->arena, is_positive ? PV_AX_PDIV : PV_AX_FDIV, pv_plain_expr(plain, rest),
                                number(plain, m));
    return sum(plain, whole, sign, value);
}

/* Conditions. */

/* "row" >= 0, or == 0; terms with a minus stand on the right. */
static pv_ax *compare(const struct pv_plain *plain, const int64_t *row, bool is_equality)
{
    struct pv_arena *arena = plain->arena;
    pv_ax *left = terms_of_sign(plain, row, 1), *right = terms_of_sign(plain, row, -1);
    enum pv_ax_kind kind = is_equality ? PV_AX_EQ : PV_AX_GE;
    if (!left)
        return pv_ax_binary(arena, is_equality ? PV_AX_EQ : PV_AX_LE, right ? right : number(plain, 0),
                            number(plain, row[0]));
    if (!right)
        return pv_ax_binary(arena, kind, left, number(plain, -row[0]));
    if (!is_equality && row[0] == -1)
        return pv_ax_binary(arena, PV_AX_GT, left, right);
    if (row[0] < 0)
        return pv_ax_binary(arena, kind, left, plus_number(plain, right, -row[0]));
    return pv_ax_binary(arena, kind, plus_number(plain, left, row[0]), right);
}

pv_ax *pv_plain_condition(const struct pv_plain *plain, const struct pv_rows *rows)
{
    pv_ax *all[rows->n + 1];
    int n = 0;
    for (int i = 0; i < rows->n; i++) {
        int other = pv_rows_opposite(rows, i);
        if (other < 0 || other > i)
            all[n++] = compare(plain, pv_row(rows, i), other >= 0);
    }
    return pv_ax_nary(plain->arena, PV_AX_AND, n, all);
}

/* Loops. */

/* A bound of the unknown of a loop: "row" / "m", rounded down. */
struct bound {
    int64_t m;
    int64_t *row;
};

/* The bound that "row", one of "rows", is for unknown "col", from below if "sign" is 1, from above if it is -1. */
static struct bound bound_of(const struct pv_plain *plain, const struct pv_rows *rows, const int64_t *row, int col,
                             int sign)
{
    struct bound bound = {row[col] * sign, pv_new_array(plain->arena, int64_t, rows->width)};
    for (int j = 0; j < rows->width; j++)
        bound.row[j] = j == col ? 0 : -sign * row[j];
    bound.row[0] += sign > 0 ? bound.m - 1 : 0; /* rounded up */
    return bound;
}

/* The bounds from one side that "domain" has for unknown "col". */
static int bounds_of(const struct pv_plain *plain, const struct pv_rows *domain, int col, int sign,
                     struct bound *bounds)
{
    int n = 0;
    for (int i = 0; i < domain->n; i++) {
        const int64_t *row = pv_row(domain, i);
        if (row[col] * sign > 0)
            bounds[n++] = bound_of(plain, domain, row, col, sign);
    }
    return n;
}

static pv_ax *extreme(const struct pv_plain *plain, const struct pv_rows *sure, int n, const struct bound *bounds,
                      enum pv_ax_kind kind)
{
    pv_ax *all[n + 1];
    for (int i = 0; i < n; i++)
        all[i] = bounds[i].m == 1 ? pv_plain_expr(plain, bounds[i].row)
                                  : pv_plain_quotient(plain, sure, bounds[i].row, bounds[i].m);
    return pv_ax_nary(plain->arena, kind, n, all);
}

/* Is "bound" shorter with one more? */
static bool wants_one_more(const struct bound *bound, int width)
{
    bool is_constant = true;
    for (int i = 1; i < width; i++)
        is_constant = is_constant && !bound->row[i];
    return bound->row[0] < 0 && (is_constant ? bound->row[0] == -1 : bound->row[0] % bound->m == 0);
}

/* Is "row" always a multiple of "m", below 2^31, given the strides of iterators by their depths? Iterators are replaced by their
 * steps and offsets, inner ones first, since these offsets may contain outer ones. */
static bool is_multiple(const struct pv_plain *plain, const struct pv_plain_stride *const *strides, const int64_t *row,
                        int64_t m)
{
    int first = pv_plain_iterator(plain, 0), end = pv_plain_local(plain, 0);
    int64_t rest[plain->width + 1];
    for (int col = 0; col < plain->width; col++)
        rest[col] = row[col] % m;
    for (int col = end - 1; col >= first; col--) {
        const struct pv_plain_stride *stride = strides[col - first];
        int64_t factor = rest[col];
        if (!factor || !stride)
            continue;
        rest[col] = factor * (stride->step % m) % m;
        for (int other = 0; other < plain->width; other++)
            rest[other] = (rest[other] + factor * (stride->offset[other] % m)) % m;
    }
    bool result = true;
    for (int col = 0; col < plain->width; col++)
        result = result && !rest[col];
    return result;
}

/* The first value that "stride" allows from a lower bound on, where "sure" holds. */
static pv_ax *first_from(const struct pv_plain *plain, const struct pv_rows *sure, const struct bound *bound,
                         const struct pv_plain_stride *stride, const struct pv_plain_stride *const *strides)
{
    int width = plain->width;
    int64_t steps[width], aligned[width];
    memcpy(steps, bound->row, sizeof(steps));
    for (int i = 0; i < width; i++) /* rounded up: the bound of a quotient has what that takes already */
        steps[i] -= bound->m * stride->offset[i];
    if (bound->m == 1 && stride->step < INT32_MAX && is_multiple(plain, strides, steps, stride->step))
        return pv_plain_expr(plain, bound->row);
    steps[0] += bound->m * (stride->step - 1);
    pv_ax *quotient = pv_plain_quotient(plain, sure, steps, bound->m * stride->step);
    memcpy(aligned, stride->offset, sizeof(aligned));
    return sum(plain, aligned, 1, pv_ax_binary(plain->arena, PV_AX_MUL, number(plain, stride->step), quotient));
}

static pv_ax *first_value(const struct pv_plain *plain, const struct pv_rows *sure, int n, const struct bound *bounds,
                          const struct pv_plain_stride *stride, const struct pv_plain_stride *const *strides)
{
    pv_ax *all[n + 1];
    for (int i = 0; i < n; i++)
        all[i] = first_from(plain, sure, &bounds[i], stride, strides);
    return pv_ax_nary(plain->arena, PV_AX_MAX, n, all);
}

struct pv_an *pv_plain_loop(const struct pv_plain *plain, const struct pv_rows *sure, const struct pv_rows *domain,
                            int depth, const struct pv_plain_stride *stride,
                            const struct pv_plain_stride *const *strides)
{
    int col = pv_plain_iterator(plain, depth);
    struct bound lower[domain->n + 1], upper[domain->n + 1];
    int n_lower = bounds_of(plain, domain, col, 1, lower), n_upper = bounds_of(plain, domain, col, -1, upper);
    if (!n_lower || !n_upper)
        return NULL;
    struct pv_an *node = pv_an_new(plain->arena, PV_AN_FOR);
    node->depth = depth;
    node->init = stride->step == 1 ? extreme(plain, sure, n_lower, lower, PV_AX_MAX)
                                   : first_value(plain, sure, n_lower, lower, stride, strides);
    bool is_strict = true;
    for (int i = 0; i < n_upper; i++)
        is_strict = is_strict && wants_one_more(&upper[i], plain->width);
    for (int i = 0; i < n_upper && is_strict; i++)
        upper[i].row[0] += upper[i].m;
    node->cond = pv_ax_binary(plain->arena, is_strict ? PV_AX_LT : PV_AX_LE, pv_ax_iterator(plain->arena, depth),
                              extreme(plain, sure, n_upper, upper, PV_AX_MIN));
    node->step = number(plain, stride->step);
    return node;
}

/* The last value that "stride" allows up to an upper bound, where "sure" holds. */
static pv_ax *last_to(const struct pv_plain *plain, const struct pv_rows *sure, const struct bound *bound,
                      const struct pv_plain_stride *stride)
{
    int width = plain->width;
    int64_t steps[width];
    for (int i = 0; i < width; i++)
        steps[i] = bound->row[i] - bound->m * stride->offset[i];
    pv_ax *quotient = pv_plain_quotient(plain, sure, steps, bound->m * stride->step);
    return sum(plain, stride->offset, 1, pv_ax_binary(plain->arena, PV_AX_MUL, number(plain, stride->step), quotient));
}

struct pv_an *pv_plain_single(const struct pv_plain *plain, const struct pv_rows *sure, const struct pv_rows *domain,
                              const int64_t *bound, int depth, const struct pv_plain_stride *stride,
                              const struct pv_plain_stride *const *strides)
{
    int col = pv_plain_iterator(plain, depth), sign = bound[col] > 0 ? 1 : -1;
    struct bound value = bound_of(plain, domain, bound, col, sign);
    struct pv_an *node = pv_an_new(plain->arena, PV_AN_FOR);
    node->depth = depth;
    node->is_degenerate = true;
    if (stride->step == 1)
        node->init = extreme(plain, sure, 1, &value, PV_AX_MAX);
    else
        node->init = sign > 0 ? first_from(plain, sure, &value, stride, strides) : last_to(plain, sure, &value, stride);
    return node;
}
