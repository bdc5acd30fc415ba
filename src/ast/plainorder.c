/* Orders the statements of plain schedules (document 001, section 5.7). */
#include "ast/plainorder.h"

#include "ast/orders.h"

#include <string.h>

/* "row" with the locals of a second statement. */
static void as_other(const struct pv_plain *plain, int64_t *row)
{
    int first = pv_plain_local(plain, 0);
    memcpy(row + first + plain->n_local, row + first, sizeof(*row) * (size_t)plain->n_local);
    memset(row + first, 0, sizeof(*row) * (size_t)plain->n_local);
}

/* Which of two statements must come first. */
struct verdict {
    bool before, after;
};

/* Is there a pair in "pairs" with "later" > "earlier"? */
static bool has_pair(struct pv_plain_run *gen, const struct pv_rows *pairs, const int64_t *later,
                     const int64_t *earlier)
{
    struct pv_rows_room room;
    struct pv_rows rows = pv_rows_copy(&room, pairs);
    int64_t distance[gen->plain->width];
    for (int i = 0; i < gen->plain->width; i++)
        distance[i] = later[i] - earlier[i];
    distance[0]--;
    pv_rows_add(&rows, distance);
    return !pv_rows_is_empty(&rows);
}

/* Compare the members of "band" from "member" on for the "pairs" of instances of "a" and "b"; keep those with equal times. */
static void compare_band(struct pv_plain_run *gen, struct pv_rows *pairs, const struct pv_active *a,
                         const struct pv_active *b, const struct pv_plain_node *band, int member,
                         struct verdict *verdict)
{
    int width = gen->plain->width;
    int64_t first[width], second[width];
    for (int i = member; i < band->n_members && !(verdict->before && verdict->after) && gen->ok; i++) {
        pv_active_time(gen, a, band, i, first);
        pv_active_time(gen, b, band, i, second);
        as_other(gen->plain, second);
        verdict->before = verdict->before || has_pair(gen, pairs, second, first);
        verdict->after = verdict->after || has_pair(gen, pairs, first, second);
        for (int j = 0; j < width; j++)
            first[j] -= second[j];
        pv_rows_equate(pairs, first);
    }
}

/* Add to "pairs" what the conditions of "node" say of "active", the second of a pair if "is_second". */
static void add_conditions(struct pv_plain_run *gen, struct pv_rows *pairs, const struct pv_active *active,
                           bool is_second, const struct pv_plain_node *node)
{
    struct pv_rows_room room;
    struct pv_rows rows = pv_rows_new(&room, gen->plain->width);
    for (int i = 0; i < node->n_conditions; i++)
        if (node->conditions[i].statement == active->statement)
            pv_active_add_condition(gen, active, &node->conditions[i], &rows);
    for (int i = 0; i < rows.n && is_second; i++)
        as_other(gen->plain, pv_row(&rows, i));
    pv_rows_add_all(pairs, &rows);
}

static void compare_below(struct pv_plain_run *gen, struct pv_rows *pairs, const struct pv_active *a,
                          const struct pv_active *b, const struct pv_plain_node *node, struct verdict *verdict);

/* Compare instances of "a" below child "i" of "node", a set or a sequence, with those of "b" below child "j". */
static void compare_children(struct pv_plain_run *gen, const struct pv_rows *pairs, const struct pv_active *a,
                             const struct pv_active *b, const struct pv_plain_node *node, int i, int j,
                             struct verdict *verdict)
{
    struct pv_rows_room room;
    struct pv_rows both = pv_rows_copy(&room, pairs);
    add_conditions(gen, &both, a, false, node->children[i]);
    add_conditions(gen, &both, b, true, node->children[j]);
    if (i == j) {
        compare_below(gen, &both, a, b, node->children[i]->children[0], verdict);
    } else if (node->kind == PV_PLAIN_SEQUENCE && !both.is_false && !pv_rows_is_empty(&both)) {
        verdict->before = verdict->before || i < j;
        verdict->after = verdict->after || i > j;
    }
}

static void compare_below(struct pv_plain_run *gen, struct pv_rows *pairs, const struct pv_active *a,
                          const struct pv_active *b, const struct pv_plain_node *node, struct verdict *verdict)
{
    if ((verdict->before && verdict->after) || pairs->is_false || pv_rows_is_empty(pairs))
        return;
    if (node->kind == PV_PLAIN_BAND)
        compare_band(gen, pairs, a, b, node, 0, verdict);
    if (node->kind == PV_PLAIN_EXPANSION) { /* whoever comes together stays together */
        *verdict = (struct verdict){true, true};
        return;
    }
    if (node->kind != PV_PLAIN_SEQUENCE && node->kind != PV_PLAIN_SET) {
        if (node->kind != PV_PLAIN_LEAF)
            compare_below(gen, pairs, a, b, node->children[0], verdict);
        return;
    }
    for (int i = 0; i < node->n_children; i++)
        for (int j = 0; j < node->n_children && node->children[i]->has[a->statement]; j++)
            if (node->children[j]->has[b->statement])
                compare_children(gen, pairs, a, b, node, i, j, verdict);
}

static struct verdict compare(struct pv_plain_run *gen, const struct pv_active *a, const struct pv_active *b,
                              const struct pv_plain_node *band, int member)
{
    struct verdict verdict = {false, false};
    struct pv_rows_room room;
    struct pv_rows pairs = pv_rows_copy(&room, &a->rows);
    int64_t row[gen->plain->width];
    for (int i = 0; i < b->rows.n; i++) {
        memcpy(row, pv_row(&b->rows, i), sizeof(row));
        as_other(gen->plain, row);
        pv_rows_add(&pairs, row);
    }
    if (pairs.is_false || pv_rows_is_empty(&pairs))
        return verdict;
    compare_band(gen, &pairs, a, b, band, member, &verdict);
    if (gen->gen->keeps_together && !pairs.is_false && !pv_rows_is_empty(&pairs))
        return (struct verdict){true, true};
    compare_below(gen, &pairs, a, b, band->children[0], &verdict);
    return verdict;
}

int pv_plain_groups(struct pv_plain_run *gen, const pv_actives *all, const struct pv_plain_node *band, int member,
                    int *group)
{
    int n = all->n;
    struct pv_orders orders = pv_orders_new(gen->plain->arena, n);
    for (int i = 0; i < n && gen->ok; i++)
        for (int j = i + 1; j < n && gen->ok; j++) {
            struct verdict verdict = compare(gen, &all->v[i], &all->v[j], band, member);
            orders.before[i * n + j] = verdict.before;
            orders.before[j * n + i] = verdict.after;
        }
    return pv_orders_group(gen->plain->arena, &orders, group);
}
