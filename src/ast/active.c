/* Keeps the statements of a plain schedule that are active at a place of the code: their instances and times. */
#include "ast/active.h"

#include <stdlib.h>
#include <string.h>

bool pv_active_has_locals(const struct pv_plain *plain, const int64_t *row)
{
    for (int col = pv_plain_local(plain, 0); col < plain->width; col++)
        if (row[col])
            return true;
    return false;
}

int pv_active_unit_local(const struct pv_plain *plain, const int64_t *equality)
{
    for (int col = pv_plain_local(plain, 0); col < plain->width; col++)
        if (equality[col] == 1 || equality[col] == -1)
            return col;
    return 0;
}

void pv_active_substitute(struct pv_plain_run *gen, struct pv_active *active, const int64_t *equality, int col)
{
    const struct pv_plain *plain = gen->plain;
    pv_rows_substitute(&active->rows, equality, col);
    gen->ok = gen->ok && pv_rows_is_sound(&active->rows);
    for (int i = 0; i < plain->statements[active->statement].n_local && gen->ok; i++) {
        int64_t *value = active->values + (long)i * plain->width;
        if (!value[col])
            continue;
        int64_t factor = pv_row_substitute(value, equality, col, plain->width);
        gen->ok = factor && factor < INT32_MAX && active->divisors[i] < INT32_MAX;
        active->divisors[i] *= factor;
        if (gen->ok)
            pv_row_cancel(value, &active->divisors[i], plain->width);
    }
}

struct pv_active pv_active_copy(struct pv_plain_run *gen, const struct pv_active *active)
{
    const struct pv_plain *plain = gen->plain;
    struct pv_active copy = *active;
    copy.rows = pv_rows_keep(plain->arena, &active->rows);
    int n = plain->statements[active->statement].n_local * plain->width;
    copy.values = pv_new_array(plain->arena, int64_t, n + 1);
    memcpy(copy.values, active->values, sizeof(*copy.values) * (size_t)n);
    int n_local = plain->statements[active->statement].n_local;
    copy.divisors = pv_new_array(plain->arena, int64_t, n_local + 1);
    memcpy(copy.divisors, active->divisors, sizeof(*copy.divisors) * (size_t)n_local);
    return copy;
}

/* Have unknown "x" stand for itself and "q" times unknown "y" more. */
static bool shear(int64_t *row, int x, int y, int64_t q)
{
    int64_t moved;
    return !row[x] || (!__builtin_mul_overflow(q, row[x], &moved) && !__builtin_sub_overflow(row[y], moved, &row[y]) &&
                       row[y] < INT32_MAX && row[y] > -INT32_MAX);
}

static bool shear_all(const struct pv_plain *plain, struct pv_active *active, int x, int y, int64_t q)
{
    bool ok = true;
    for (int i = 0; i < active->rows.n; i++)
        ok = shear(pv_row(&active->rows, i), x, y, q) && ok;
    for (int i = 0; i < plain->statements[active->statement].n_local; i++)
        ok = shear(active->values + (long)i * plain->width, x, y, q) && ok;
    return ok;
}

/* The local with the least factor in "row" but "other"; 0 where there is none. */
static int least_local(const struct pv_plain *plain, const int64_t *row, int other)
{
    int best = 0;
    for (int col = pv_plain_local(plain, 0); col < plain->width; col++)
        if (row[col] && col != other && (!best || llabs(row[col]) < llabs(row[best])))
            best = col;
    return best;
}

/* Have "row" contain at most one local of "active": with the greatest common divisor of the factors of all. The locals of
 * "active" and of the "n" rows "more" are replaced by others that have all integers as values for the same instances. */
static void gather(struct pv_plain_run *gen, struct pv_active *active, int64_t *row, int n, int64_t **more)
{
    const struct pv_plain *plain = gen->plain;
    for (int x, y; gen->ok;) {
        x = least_local(plain, row, 0);
        y = x ? least_local(plain, row, x) : 0;
        if (!y)
            return;
        int64_t q = row[y] / row[x];
        gen->ok = shear(row, x, y, q) && shear_all(plain, active, x, y, q);
        for (int i = 0; i < n && gen->ok; i++)
            gen->ok = shear(more[i], x, y, q);
    }
}

void pv_active_gather(struct pv_plain_run *gen, struct pv_active *active, int64_t *row)
{
    gather(gen, active, row, 0, NULL);
}

/* The only local of "equality", with the factor 1 or -1, after what all factors have in common is taken out of it; 0 where
 * there is none, or it says something about parameters as well. */
static int divided_local(const struct pv_plain *plain, int64_t *equality)
{
    int col = least_local(plain, equality, 0);
    int64_t factor = col ? equality[col] : 0;
    for (int i = 0; i < plain->width && col; i++)
        if (equality[i] % factor)
            return 0;
    for (int i = 0; i < plain->width && col; i++)
        equality[i] /= factor;
    return col;
}

struct pv_active pv_active_begin(struct pv_plain_run *gen, int number)
{
    const struct pv_plain *plain = gen->plain;
    const struct pv_plain_statement *statement = &plain->statements[number];
    struct pv_active active = {.statement = number, .rows = pv_rows_keep(plain->arena, &statement->rows)};
    active.values = pv_new_array(plain->arena, int64_t, statement->n_local * plain->width + 1);
    active.divisors = pv_new_array(plain->arena, int64_t, statement->n_local + 1);
    for (int i = 0; i < statement->n_local; i++)
        active.divisors[i] = active.values[i * plain->width + pv_plain_local(plain, i)] = 1;
    for (int i = 0; i < statement->n_equalities && gen->ok; i++) {
        int64_t *equality = statement->equalities[i];
        int col = pv_active_unit_local(plain, equality);
        if (!col) {
            gather(gen, &active, equality, statement->n_equalities - i - 1, statement->equalities + i + 1);
            col = divided_local(plain, equality);
        }
        gen->ok = gen->ok && col > 0;
        if (gen->ok)
            pv_active_substitute(gen, &active, equality, col);
        for (int j = i + 1; j < statement->n_equalities && gen->ok; j++)
            gen->ok = pv_row_substitute(statement->equalities[j], equality, col, plain->width) == 1;
    }
    return active;
}

bool pv_active_add(const struct pv_active *active, int local, int64_t factor, int64_t *row, int width)
{
    int64_t own[width], divisor = active->divisors[local];
    memcpy(own, active->values + (long)local * width, sizeof(own));
    for (int i = 0; i < width && divisor != 1; i++) {
        if (__builtin_mul_overflow(own[i], factor, &own[i]) || own[i] % divisor)
            return false;
        own[i] /= divisor;
    }
    return pv_row_add(row, divisor == 1 ? factor : 1, own, width);
}

void pv_active_compose(struct pv_plain_run *gen, const struct pv_active *active, const int64_t *row, int64_t *result)
{
    const struct pv_plain *plain = gen->plain;
    int first = pv_plain_local(plain, 0);
    memset(result, 0, sizeof(*result) * (size_t)plain->width);
    memcpy(result, row, sizeof(*result) * (size_t)first);
    for (int i = 0; i < plain->statements[active->statement].n_local; i++)
        if (row[first + i])
            gen->ok = pv_active_add(active, i, row[first + i], result, plain->width) && gen->ok;
}

void pv_active_time(struct pv_plain_run *gen, const struct pv_active *active, const struct pv_plain_node *band,
                    int member, int64_t *row)
{
    const int64_t *times = band->times[active->statement];
    gen->ok = gen->ok && times;
    if (times)
        pv_active_compose(gen, active, times + (long)member * gen->plain->width, row);
    else
        memset(row, 0, sizeof(*row) * (size_t)gen->plain->width);
}

/* Conditions. */

/* The same for a row that is 0, or not less, such that a factor does not matter. */
static void compose_scaled(struct pv_plain_run *gen, const struct pv_active *active, const int64_t *row,
                           int64_t *result)
{
    int width = gen->plain->width, first = pv_plain_local(gen->plain, 0);
    int64_t factor = 1, scaled[width];
    for (int i = 0; i < gen->plain->statements[active->statement].n_local; i++)
        if (row[first + i] && factor % active->divisors[i])
            gen->ok = !__builtin_mul_overflow(factor, active->divisors[i], &factor) && gen->ok;
    for (int i = 0; i < width; i++)
        gen->ok = !__builtin_mul_overflow(row[i], factor, &scaled[i]) && gen->ok;
    if (gen->ok)
        pv_active_compose(gen, active, scaled, result);
    else
        memset(result, 0, sizeof(*result) * (size_t)width);
}

static void add_equality(const struct pv_plain *plain, int64_t *row, struct pv_rows *rows)
{
    pv_rows_add(rows, row);
    for (int i = 0; i < plain->width; i++)
        row[i] = -row[i];
    pv_rows_add(rows, row);
}

void pv_active_add_condition(struct pv_plain_run *gen, const struct pv_active *active,
                             const struct pv_plain_condition *condition, struct pv_rows *rows)
{
    int64_t row[gen->plain->width];
    for (int i = 0; i < condition->n_equalities && gen->ok; i++) {
        compose_scaled(gen, active, condition->equalities[i], row);
        add_equality(gen->plain, row, rows);
    }
    for (int i = 0; i < condition->rows.n && gen->ok; i++) {
        compose_scaled(gen, active, pv_row(&condition->rows, i), row);
        pv_rows_add(rows, row);
    }
}

/* Restrict "active" to the instances that fulfil "condition". */
static void restrict_one(struct pv_plain_run *gen, struct pv_active *active, const struct pv_plain_condition *condition)
{
    int64_t row[gen->plain->width];
    struct pv_plain_condition rest = {condition->statement, 0, NULL, condition->rows};
    *active = pv_active_copy(gen, active);
    for (int i = 0; i < condition->n_equalities && gen->ok; i++) {
        compose_scaled(gen, active, condition->equalities[i], row);
        int col = pv_active_unit_local(gen->plain, row);
        struct pv_rows_room room;
        struct pv_rows rows = pv_rows_copy(&room, &active->rows);
        if (!col)
            add_equality(gen->plain, row, &rows);
        active->rows = pv_rows_keep(gen->plain->arena, &rows);
        if (col)
            pv_active_substitute(gen, active, row, col);
    }
    struct pv_rows_room room;
    struct pv_rows rows = pv_rows_copy(&room, &active->rows);
    pv_active_add_condition(gen, active, &rest, &rows);
    active->rows = pv_rows_keep(gen->plain->arena, &rows);
    gen->ok = gen->ok && !rows.is_lost;
}

pv_actives pv_active_restrict(struct pv_plain_run *gen, const pv_actives *all, const struct pv_plain_node *node)
{
    if (!node->n_conditions)
        return *all;
    pv_actives part = {0};
    for (int i = 0; i < all->n && gen->ok; i++) {
        struct pv_active active = all->v[i];
        for (int j = 0; j < node->n_conditions; j++)
            if (node->conditions[j].statement == active.statement)
                restrict_one(gen, &active, &node->conditions[j]);
        if (!active.rows.is_false)
            pv_push(gen->plain->arena, &part, active);
    }
    return part;
}

void pv_active_eliminate_locals(struct pv_plain_run *gen, const struct pv_active *active, struct pv_rows *rows)
{
    const struct pv_plain *plain = gen->plain;
    int first = pv_plain_local(plain, 0), n_dim = plain->statements[active->statement].n_dim;
    struct pv_rows_room room;
    struct pv_rows before = pv_rows_copy(&room, rows);
    pv_rows_eliminate_between(rows, first, first + n_dim); /* bounds of quotients can be rounded, then */
    pv_rows_eliminate_between(rows, first + n_dim, plain->width);
    if (!rows->is_lost)
        return;
    rows->n = 0;
    rows->is_lost = false;
    pv_rows_add_all(rows, &before);
    pv_rows_eliminate_between(rows, first, plain->width);
}
