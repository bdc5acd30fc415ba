/* Finds the strides of the members of plain schedules, and the iterators of their loops. */
#include "ast/plainstride.h"

#include <stdlib.h>
#include <string.h>

/* The only local of "time"; 0 where there is none, or more than one. */
static int only_local(const struct pv_plain *plain, const int64_t *time)
{
    int found = 0, n = 0;
    for (int col = pv_plain_local(plain, 0); col < plain->width; col++)
        if (time[col]) {
            found = col;
            n++;
        }
    return n == 1 ? found : 0;
}

bool pv_plain_is_in_stride(const struct pv_plain *plain, const struct pv_plain_stride *stride, const int64_t *time,
                           int local)
{
    bool is_in = true;
    for (int i = 0; i < plain->width; i++)
        is_in = is_in && (time[i] - (i == local && local ? 0 : stride->offset[i])) % stride->step == 0;
    return is_in;
}

bool pv_plain_find_stride(const struct pv_plain_run *gen, const pv_actives *all, const int64_t *times,
                          struct pv_plain_stride *stride)
{
    const struct pv_plain *plain = gen->plain;
    int width = plain->width;
    *stride = (struct pv_plain_stride){1, pv_new_array(plain->arena, int64_t, width)};
    for (int i = 0; i < all->n && stride->step == 1; i++) {
        const int64_t *time = times + (long)i * width;
        int local = pv_active_unit_local(plain, time) ? 0 : only_local(plain, time);
        if (local) {
            stride->step = time[local] < 0 ? -time[local] : time[local];
            memcpy(stride->offset, time, sizeof(*time) * (size_t)width);
            stride->offset[local] = 0;
            for (int j = 1; j < width; j++) /* whole steps */
                if (stride->offset[j] % stride->step == 0)
                    stride->offset[j] = 0;
        }
    }
    for (int i = 0; i < all->n && stride->step > 1; i++) {
        const int64_t *time = times + (long)i * width;
        int local = only_local(plain, time);
        if ((!local && pv_active_has_locals(plain, time)) || !pv_plain_is_in_stride(plain, stride, time, local)) {
            *stride = (struct pv_plain_stride){1, pv_new_array(plain->arena, int64_t, width)};
            return false;
        }
    }
    return true;
}

struct pv_active pv_plain_enter(struct pv_plain_run *gen, const struct pv_active *active, int64_t *time, int col,
                                const struct pv_plain_stride *stride)
{
    const struct pv_plain *plain = gen->plain;
    struct pv_active inside = pv_active_copy(gen, active);
    int local = pv_active_unit_local(plain, time);
    local = local ? local : only_local(plain, time);
    bool is_fixed = local && (llabs(time[local]) == 1 || llabs(time[local]) == stride->step);
    gen->ok = gen->ok && (local > 0 || !pv_active_has_locals(plain, time));
    time[col]--;
    if (is_fixed && gen->ok)
        pv_active_substitute(gen, &inside, time, local);
    if (!is_fixed) { /* the local may follow from a later member */
        struct pv_rows_room room;
        struct pv_rows rows = pv_rows_copy(&room, &inside.rows);
        pv_rows_add(&rows, time);
        for (int i = 0; i < plain->width; i++)
            time[i] = -time[i];
        pv_rows_add(&rows, time);
        inside.rows = pv_rows_keep(plain->arena, &rows);
    }
    return inside;
}

struct pv_rows pv_plain_align(const struct pv_plain *plain, const struct pv_plain_stride *stride, int col,
                              const struct pv_rows *rows)
{
    struct pv_rows_room room;
    struct pv_rows result = pv_rows_new(&room, rows->width);
    int64_t row[rows->width];
    for (int i = 0; i < rows->n; i++) {
        memcpy(row, pv_row(rows, i), sizeof(row));
        bool is_bound = row[col] == 1 || row[col] == -1;
        int64_t steps = row[0] + (is_bound ? row[col] * stride->offset[0] : 0), rest = steps % stride->step;
        for (int j = 1; j < rows->width && is_bound; j++)
            is_bound = j == col || (row[j] + row[col] * stride->offset[j]) % stride->step == 0;
        if (is_bound) /* steps taken from the offset, or towards it: a multiple */
            row[0] -= rest < 0 ? rest + stride->step : rest;
        pv_rows_add(&result, row);
    }
    return pv_rows_keep(plain->arena, &result);
}

bool pv_plain_is_constant_stride(const struct pv_plain *plain, const struct pv_plain_stride *stride)
{
    for (int i = 1; i < plain->width; i++)
        if (stride->offset[i])
            return false;
    return true;
}

static int64_t common_divisor(int64_t a, int64_t b)
{
    while (b) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a < 0 ? -a : a;
}

int64_t pv_plain_round(const struct pv_plain *plain, const struct pv_plain_stride *const *strides, int64_t *row)
{
    int64_t common = 0, constant = row[0];
    int first = pv_plain_iterator(plain, 0), end = pv_plain_local(plain, 0);
    for (int col = 1; col < plain->width && common != 1; col++) {
        const struct pv_plain_stride *stride = col >= first && col < end ? strides[col - first] : NULL;
        int64_t factor = row[col], moved = 0;
        if (factor && stride &&
            (__builtin_mul_overflow(factor, stride->offset[0], &moved) ||
             __builtin_add_overflow(constant, moved, &constant) ||
             __builtin_mul_overflow(factor, stride->step, &factor)))
            return 1;
        common = common_divisor(common, factor);
    }
    int64_t rest = common > 1 ? constant % common : 0;
    row[0] -= rest < 0 ? rest + common : rest;
    return common ? common : 1;
}

struct pv_rows pv_plain_round_bounds(const struct pv_plain *plain, const struct pv_plain_stride *const *strides,
                                     int col, const struct pv_rows *rows)
{
    struct pv_rows_room room;
    struct pv_rows result = pv_rows_new(&room, rows->width);
    int64_t row[rows->width];
    for (int i = 0; i < rows->n; i++) {
        memcpy(row, pv_row(rows, i), sizeof(row));
        if (row[col])
            pv_plain_round(plain, strides, row);
        pv_rows_add(&result, row);
    }
    result.is_lost |= rows->is_lost;
    return pv_rows_keep(plain->arena, &result);
}

bool pv_plain_implies(const struct pv_plain *plain, const struct pv_plain_stride *const *strides,
                      const struct pv_rows *rows, const int64_t *row)
{
    int64_t weaker[rows->width];
    memcpy(weaker, row, sizeof(weaker));
    weaker[0] += pv_plain_round(plain, strides, weaker) - 1; /* between multiples there is no value */
    return pv_rows_implies(rows, weaker);
}
