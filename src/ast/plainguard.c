/* Puts pieces of code of plain schedules together (document 001, section 5.9). */
#include "ast/plainguard.h"

#include "ast/rowexpr.h"

void pv_plain_simplify(const struct pv_rows *known, struct pv_rows *rows)
{
    for (int i = rows->n - 1; i >= 0; i--) {
        struct pv_rows_room room;
        struct pv_rows others = pv_rows_copy(&room, known);
        for (int j = 0; j < rows->n; j++)
            if (j != i)
                pv_rows_add(&others, pv_row(rows, j));
        if (pv_rows_implies(&others, pv_row(rows, i)))
            pv_rows_remove(rows, i);
    }
}

static bool implies_all(const struct pv_rows *rows, const struct pv_rows *all)
{
    for (int i = 0; i < all->n; i++)
        if (!pv_rows_implies(rows, pv_row(all, i)))
            return false;
    return true;
}

pv_anodes pv_plain_guarded(const struct pv_plain *plain, const struct pv_rows *guard, const pv_anodes *nodes)
{
    if (!guard->n)
        return *nodes;
    struct pv_an *node = pv_an_new(plain->arena, PV_AN_IF);
    node->cond = pv_plain_condition(plain, guard);
    node->body = *nodes;
    pv_anodes result = {0};
    pv_push(plain->arena, &result, node);
    return result;
}

/* Shared conditions. */

/* What holds where "graft" executes anything. */
static struct pv_rows inside_of(struct pv_rows_room *room, const struct pv_rows *sure,
                                const struct pv_plain_graft *graft)
{
    struct pv_rows inside = pv_rows_copy(room, sure);
    pv_rows_add_all(&inside, &graft->guard);
    pv_rows_add_all(&inside, &graft->enforced);
    return inside;
}

/* Do all of "list" execute anything where "row" >= 0 only? */
static bool is_shared(const struct pv_rows *sure, const pv_plain_grafts *list, const int64_t *row)
{
    for (int i = 0; i < list->n; i++) {
        struct pv_rows_room room;
        struct pv_rows inside = inside_of(&room, sure, &list->v[i]);
        if (!pv_rows_implies(&inside, row))
            return false;
    }
    return true;
}

/* Add those of "rows" that all of "list" share. */
static void add_shared(const struct pv_rows *sure, const pv_plain_grafts *list, const struct pv_rows *rows,
                       struct pv_rows *shared)
{
    for (int i = 0; i < rows->n; i++)
        if (is_shared(sure, list, pv_row(rows, i)))
            pv_rows_add(shared, pv_row(rows, i));
}

/* Chains of conditions. */

/* A condition that code may still be added to, at the end of either branch. It stands at the end of a branch of the one
 * before it. */
struct open_if {
    struct pv_an *node;
    bool is_in_other; /* it stands in the else branch of the one before it */
    struct pv_rows condition;
    struct pv_rows then, other; /* what holds in either branch */
};

struct chain {
    const struct pv_plain *plain;
    struct pv_rows around;
    PV_VEC(struct open_if) open;
    pv_anodes *nodes;
};

/* "rows", and the opposite of "condition" where that is one row. */
static struct pv_rows with_negation(const struct pv_plain *plain, const struct pv_rows *rows,
                                    const struct pv_rows *condition)
{
    struct pv_rows_room room;
    struct pv_rows both = pv_rows_copy(&room, rows);
    int64_t negated[plain->width];
    for (int i = 0; i < plain->width; i++)
        negated[i] = -pv_row(condition, 0)[i] - (i == 0);
    if (condition->n == 1)
        pv_rows_add(&both, negated);
    return pv_rows_keep(plain->arena, &both);
}

static void open_condition(struct chain *chain, struct pv_an *node, const struct pv_rows *here,
                           const struct pv_rows *condition)
{
    struct open_if open = {.node = node, .condition = *condition};
    open.is_in_other = chain->open.n > 0 && here == &chain->open.v[chain->open.n - 1].other;
    struct pv_rows_room room;
    struct pv_rows then = pv_rows_copy(&room, here);
    pv_rows_add_all(&then, condition);
    open.then = pv_rows_keep(chain->plain->arena, &then);
    open.other = with_negation(chain->plain, here, condition);
    if (pv_rows_is_sound(&then) && pv_rows_is_sound(&open.other))
        pv_push(chain->plain->arena, &chain->open, open);
}

/* Does "condition" never hold where "inside" does? */
static bool excludes(const struct pv_rows *inside, const struct pv_rows *condition)
{
    struct pv_rows_room room;
    struct pv_rows both = pv_rows_copy(&room, inside);
    pv_rows_add_all(&both, condition);
    return pv_rows_is_empty(&both);
}

/* The innermost branch that "graft" fits in, and what holds there. */
static pv_anodes *find_branch(struct chain *chain, const struct pv_plain_graft *graft, const struct pv_rows **here)
{
    struct pv_rows_room room;
    struct pv_rows inside = inside_of(&room, &chain->around, graft);
    for (int i = 1; i < chain->open.n; i++) /* "other" does not say all that holds there */
        if (chain->open.v[i].is_in_other && !excludes(&inside, &chain->open.v[i - 1].condition))
            chain->open.n = i;
    for (; chain->open.n > 0; chain->open.n--) {
        struct open_if *open = &chain->open.v[chain->open.n - 1];
        *here = &open->then;
        if (implies_all(&inside, &open->then))
            return &open->node->body;
        *here = &open->other;
        if (chain->plain->allows_else && implies_all(&inside, &open->other) && excludes(&inside, &open->condition)) {
            open->node->has_other = true;
            return &open->node->other;
        }
    }
    *here = &chain->around;
    return chain->nodes;
}

static void add_graft(struct chain *chain, const struct pv_plain_graft *graft)
{
    struct pv_arena *arena = chain->plain->arena;
    const struct pv_rows *here;
    pv_anodes *branch = find_branch(chain, graft, &here);
    struct pv_rows rest = pv_rows_keep(arena, &graft->guard);
    pv_plain_simplify(here, &rest);
    pv_anodes nodes = pv_plain_guarded(chain->plain, &rest, &graft->nodes);
    for (int i = 0; i < nodes.n; i++)
        pv_push(arena, branch, nodes.v[i]);
    if (rest.n)
        open_condition(chain, nodes.v[0], here, &rest);
}

struct pv_plain_graft pv_plain_fuse(const struct pv_plain *plain, const struct pv_rows *sure, pv_plain_grafts *list)
{
    if (list->n == 1)
        return list->v[0];
    struct pv_rows_room shared_room, room;
    struct pv_rows shared = pv_rows_new(&shared_room, plain->width), around = pv_rows_copy(&room, sure);
    for (int i = 0; i < list->n; i++)
        add_shared(sure, list, &list->v[i].guard, &shared);
    pv_plain_simplify(sure, &shared);
    pv_rows_add_all(&around, &shared);
    struct pv_plain_graft fused = {.guard = pv_rows_keep(plain->arena, &shared)};
    struct pv_rows_room enforced_room;
    struct pv_rows enforced = pv_rows_new(&enforced_room, plain->width);
    for (int i = 0; i < list->n; i++)
        add_shared(sure, list, &list->v[i].enforced, &enforced);
    fused.enforced = pv_rows_keep(plain->arena, &enforced);
    fused.guard.is_lost = !pv_rows_is_sound(&around);
    struct chain chain = {.plain = plain, .around = around, .nodes = &fused.nodes};
    for (int i = 0; i < list->n; i++)
        add_graft(&chain, &list->v[i]);
    return fused;
}
