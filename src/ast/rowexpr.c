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

static int64_t floor_of(int64_t a, int64_t b)
{
    return a / b - (a % b < 0);
}

/* The least value of "row" where "sure" holds; false where there is none. */
static bool least(const struct pv_plain *plain, const struct pv_rows *sure, const int64_t *row, int64_t *min)
{
    int spare = plain->width - 1; /* no place has the locals of a second statement */
    struct pv_rows_room room;
    struct pv_rows rows = pv_rows_copy(&room, sure);
    int64_t bound[plain->width];
    for (int i = 0; i < plain->width; i++)
        bound[i] = i == spare ? 1 : -row[i];
    pv_rows_add(&rows, bound); /* only this side matters */
    pv_rows_eliminate_others(&rows, spare);
    bool found = false;
    for (int i = 0; i < rows.n && !rows.is_lost; i++) {
        int64_t factor = pv_row(&rows, i)[spare], value = factor > 0 ? -floor_of(pv_row(&rows, i)[0], factor) : 0;
        if (factor > 0 && (!found || value > *min)) {
            *min = value;
            found = true;
        }
    }
    return found;
}

/* Find the multiple of "m" to be added to "row" such that it is not negative, or to be taken from it such that its constant is
 * small; false where there is none, and where it is large. */
static bool find_lift(const struct pv_plain *plain, const struct pv_rows *sure, const int64_t *row, int64_t m,
                      int64_t *lift)
{
    enum { max_lift = 1 << 16 };
    int64_t min;
    if (!plain->prefers_pdiv || !least(plain, sure, row, &min) || min < -max_lift)
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
        lift = -floor_of(rest[0], m) * m;
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
