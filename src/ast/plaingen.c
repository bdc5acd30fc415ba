/* Scans plain schedules: the same steps as for all schedules (document 001, sections 4 and 5), as far as they take no
 * conditions. Bounds of loops are what elimination leaves of the sets of the statements; that they are enough is checked
 * at each call. */
#include "ast/plaingen.h"

#include "ast/orders.h"

#include <string.h>

/* A statement at a place. */
struct active {
    int statement;
    struct pv_rows rows; /* of iterators around the place, and of locals */
    int64_t *values;     /* of all locals: rows in these */
};

struct gen {
    const struct pv_plain *plain;
    bool ok;
};

/* A place, the code there goes to the end of "nodes". */
struct spot {
    const struct pv_rows *sure;  /* what loops around the place see to */
    const struct pv_rows *known; /* and what else follows from the sets of the statements */
    pv_anodes *nodes;
};

typedef PV_VEC(struct active) actives;

static void scan(struct gen *gen, const struct spot *spot, const actives *all, const struct pv_plain_node *node);

/* Statements. */

static bool has_locals(const struct pv_plain *plain, const int64_t *row)
{
    for (int col = pv_plain_local(plain, 0); col < plain->width; col++)
        if (row[col])
            return true;
    return false;
}

/* A local that "equality" has with the factor 1 or -1; 0 where there is none. */
static int unit_local(const struct pv_plain *plain, const int64_t *equality)
{
    for (int col = pv_plain_local(plain, 0); col < plain->width; col++)
        if (equality[col] == 1 || equality[col] == -1)
            return col;
    return 0;
}

static void substitute(struct gen *gen, struct active *active, const int64_t *equality, int col)
{
    const struct pv_plain *plain = gen->plain;
    pv_rows_substitute(&active->rows, equality, col);
    gen->ok = gen->ok && !active->rows.is_lost && !active->rows.is_false;
    for (int i = 0; i < plain->statements[active->statement].n_local; i++)
        gen->ok = pv_row_substitute(active->values + (long)i * plain->width, equality, col, plain->width) && gen->ok;
}

static struct active copy_active(struct gen *gen, const struct active *active)
{
    const struct pv_plain *plain = gen->plain;
    struct active copy = *active;
    copy.rows = pv_rows_keep(plain->arena, &active->rows);
    int n = plain->statements[active->statement].n_local * plain->width;
    copy.values = pv_new_array(plain->arena, int64_t, n + 1);
    memcpy(copy.values, active->values, sizeof(*copy.values) * (size_t)n);
    return copy;
}

/* The statement with its equalities solved. */
static struct active begin_active(struct gen *gen, int number)
{
    const struct pv_plain *plain = gen->plain;
    const struct pv_plain_statement *statement = &plain->statements[number];
    struct active active = {.statement = number, .rows = pv_rows_keep(plain->arena, &statement->rows)};
    active.values = pv_new_array(plain->arena, int64_t, statement->n_local * plain->width + 1);
    for (int i = 0; i < statement->n_local; i++)
        active.values[i * plain->width + pv_plain_local(plain, i)] = 1;
    for (int i = 0; i < statement->n_equalities && gen->ok; i++) {
        int64_t *equality = statement->equalities[i];
        int col = unit_local(plain, equality);
        gen->ok = col > 0;
        if (col)
            substitute(gen, &active, equality, col);
        for (int j = i + 1; j < statement->n_equalities && gen->ok; j++)
            gen->ok = pv_row_substitute(statement->equalities[j], equality, col, plain->width);
    }
    return active;
}

/* The time of "active" for one member: a row in iterators and locals. */
static void time_of(struct gen *gen, const struct active *active, const struct pv_plain_node *band, int member,
                    int64_t *row)
{
    const struct pv_plain *plain = gen->plain;
    const int64_t *times = band->times[active->statement];
    memset(row, 0, sizeof(*row) * (size_t)plain->width);
    gen->ok = gen->ok && times;
    if (!times)
        return;
    times += (long)member * plain->width;
    int first = pv_plain_local(plain, 0);
    memcpy(row, times, sizeof(*row) * (size_t)first);
    for (int i = 0; i < plain->statements[active->statement].n_local; i++)
        if (times[first + i])
            gen->ok = pv_row_add(row, times[first + i], active->values + (long)i * plain->width, plain->width) &&
                      gen->ok;
}

/* Expressions. */

static pv_ax *number(struct gen *gen, int64_t value)
{
    return pv_ax_digits(gen->plain->arena, pv_printf(gen->plain->arena, "%lld", (long long)value));
}

static pv_ax *unknown(struct gen *gen, int col)
{
    const struct pv_plain *plain = gen->plain;
    return col <= plain->n_param ? pv_ax_parameter(plain->arena, plain->params[col - 1])
                                 : pv_ax_iterator(plain->arena, col - 1 - plain->n_param);
}

/* "factor" times the unknown "col". */
static pv_ax *term(struct gen *gen, int64_t factor, int col)
{
    struct pv_arena *arena = gen->plain->arena;
    pv_ax *expr = unknown(gen, col);
    if (factor == -1)
        return pv_ax_unary(arena, PV_AX_NEG, expr);
    return factor == 1 ? expr : pv_ax_binary(arena, PV_AX_MUL, number(gen, factor), expr);
}

/* The value of "row", positive terms first. */
static pv_ax *row_expr(struct gen *gen, const int64_t *row)
{
    struct pv_arena *arena = gen->plain->arena;
    int64_t constant = row[0];
    pv_ax *all = NULL;
    for (int col = 1; col < gen->plain->width; col++)
        if (row[col] > 0) {
            pv_ax *one = term(gen, row[col], col);
            all = all ? pv_ax_binary(arena, PV_AX_ADD, all, one) : one;
        }
    if (!all && constant > 0) {
        all = number(gen, constant);
        constant = 0;
    }
    for (int col = 1; col < gen->plain->width; col++)
        if (row[col] < 0)
            all = all ? pv_ax_binary(arena, PV_AX_SUB, all, term(gen, -row[col], col)) : term(gen, row[col], col);
    if (!all || !constant)
        return all ? all : number(gen, constant);
    return pv_ax_binary(arena, constant < 0 ? PV_AX_SUB : PV_AX_ADD, all,
                        number(gen, constant < 0 ? -constant : constant));
}

/* Order. */

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
static bool has_pair(struct gen *gen, const struct pv_rows *pairs, const int64_t *later, const int64_t *earlier)
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
static void compare_band(struct gen *gen, struct pv_rows *pairs, const struct active *a, const struct active *b,
                         const struct pv_plain_node *band, int member, struct verdict *verdict)
{
    int width = gen->plain->width;
    int64_t first[width], second[width];
    for (int i = member; i < band->n_members && !(verdict->before && verdict->after) && gen->ok; i++) {
        time_of(gen, a, band, i, first);
        time_of(gen, b, band, i, second);
        as_other(gen->plain, second);
        verdict->before = verdict->before || has_pair(gen, pairs, second, first);
        verdict->after = verdict->after || has_pair(gen, pairs, first, second);
        for (int j = 0; j < width; j++)
            first[j] -= second[j];
        pv_rows_equate(pairs, first);
    }
}

static void compare_below(struct gen *gen, struct pv_rows *pairs, const struct active *a, const struct active *b,
                          const struct pv_plain_node *node, struct verdict *verdict)
{
    if ((verdict->before && verdict->after) || pairs->is_false || pv_rows_is_empty(pairs))
        return;
    if (node->kind == PV_PLAIN_BAND)
        compare_band(gen, pairs, a, b, node, 0, verdict);
    if (node->kind != PV_PLAIN_SEQUENCE && node->kind != PV_PLAIN_SET) {
        if (node->kind != PV_PLAIN_LEAF)
            compare_below(gen, pairs, a, b, node->children[0], verdict);
        return;
    }
    int place[2] = {-1, -1};
    for (int i = 0; i < node->n_children; i++) {
        place[0] = node->children[i]->has[a->statement] ? i : place[0];
        place[1] = node->children[i]->has[b->statement] ? i : place[1];
    }
    if (place[0] >= 0 && place[0] == place[1]) {
        compare_below(gen, pairs, a, b, node->children[place[0]], verdict);
    } else if (node->kind == PV_PLAIN_SEQUENCE && place[0] >= 0 && place[1] >= 0) {
        verdict->before = verdict->before || place[0] < place[1];
        verdict->after = verdict->after || place[0] > place[1];
    }
}

static struct verdict compare(struct gen *gen, const struct active *a, const struct active *b,
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
    compare_below(gen, &pairs, a, b, band->children[0], &verdict);
    return verdict;
}

/* Loops. */

/* The values of the iterator of "depth" and of those around it that "active" has, as far as they are not known. */
static struct pv_rows domain_of(struct gen *gen, const struct spot *spot, const struct active *active)
{
    struct pv_rows_room room;
    struct pv_rows rows = pv_rows_copy(&room, &active->rows);
    for (int i = 0; i < gen->plain->n_local; i++)
        pv_rows_eliminate(&rows, pv_plain_local(gen->plain, i));
    gen->ok = gen->ok && !rows.is_lost && !rows.is_false;
    for (int i = rows.n - 1; i >= 0; i--)
        if (pv_rows_implies(spot->known, pv_row(&rows, i)))
            pv_rows_remove(&rows, i);
    return pv_rows_keep(gen->plain->arena, &rows);
}

/* Is "part" in "whole" where "known" holds? */
static bool is_within(const struct spot *spot, const struct pv_rows *part, const struct pv_rows *whole)
{
    struct pv_rows_room room;
    struct pv_rows rows = pv_rows_copy(&room, spot->known);
    pv_rows_add_all(&rows, part);
    for (int i = 0; i < whole->n; i++)
        if (!pv_rows_implies(&rows, pv_row(whole, i)))
            return false;
    return true;
}

/* Remove the rows of "domain" that follow from the others and from what is known. */
static void remove_redundant(const struct spot *spot, struct pv_rows *domain)
{
    for (int i = domain->n - 1; i >= 0; i--) {
        struct pv_rows_room room;
        struct pv_rows rows = pv_rows_copy(&room, spot->known);
        for (int j = 0; j < domain->n; j++)
            if (j != i)
                pv_rows_add(&rows, pv_row(domain, j));
        if (pv_rows_implies(&rows, pv_row(domain, i)))
            pv_rows_remove(domain, i);
    }
}

/* The row of "bounds" that is the opposite of row "i"; -1 where there is none. */
static int opposite(const struct pv_rows *bounds, int i)
{
    for (int j = 0; j < bounds->n; j++) {
        bool is_it = j != i;
        for (int k = 0; k < bounds->width && is_it; k++)
            is_it = pv_row(bounds, i)[k] == -pv_row(bounds, j)[k];
        if (is_it)
            return j;
    }
    return -1;
}

/* An equality of "domain" for unknown "col"; NULL where there is none. */
static const int64_t *value_of(const struct pv_rows *domain, int col)
{
    for (int i = 0; i < domain->n; i++)
        if (pv_row(domain, i)[col] == 1 && opposite(domain, i) >= 0)
            return pv_row(domain, i);
    return NULL;
}

/* The bounds from one side that "domain" has for unknown "col", as rows without it. */
static int bounds_of(struct gen *gen, const struct pv_rows *domain, int col, int sign, int64_t *bounds)
{
    int n = 0;
    for (int i = 0; i < domain->n; i++) {
        const int64_t *row = pv_row(domain, i);
        if (row[col] * sign <= 0)
            continue;
        gen->ok = gen->ok && row[col] == sign;
        for (int j = 0; j < domain->width; j++)
            bounds[n * domain->width + j] = j == col ? 0 : -sign * row[j];
        n++;
    }
    return n;
}

static pv_ax *extreme(struct gen *gen, int n, const int64_t *bounds, enum pv_ax_kind kind)
{
    pv_ax *all[n + 1];
    for (int i = 0; i < n; i++)
        all[i] = row_expr(gen, bounds + (long)i * gen->plain->width);
    return pv_ax_nary(gen->plain->arena, kind, n, all);
}

/* Is "bound" shorter with one more? */
static bool wants_one_more(const int64_t *bound, int width)
{
    bool is_constant = true;
    for (int i = 1; i < width; i++)
        is_constant = is_constant && !bound[i];
    return !is_constant && bound[0] < 0;
}

static struct pv_an *make_loop(struct gen *gen, const struct pv_rows *domain, int depth)
{
    const struct pv_plain *plain = gen->plain;
    int col = pv_plain_iterator(plain, depth), width = plain->width;
    int64_t lower[domain->n * width + 1], upper[domain->n * width + 1];
    int n_lower = bounds_of(gen, domain, col, 1, lower), n_upper = bounds_of(gen, domain, col, -1, upper);
    gen->ok = gen->ok && n_lower && n_upper;
    if (!gen->ok)
        return NULL;
    struct pv_an *node = pv_an_new(plain->arena, PV_AN_FOR);
    node->depth = depth;
    node->init = extreme(gen, n_lower, lower, PV_AX_MAX);
    bool is_strict = true;
    for (int i = 0; i < n_upper; i++)
        is_strict = is_strict && wants_one_more(upper + (long)i * width, width);
    for (int i = 0; i < n_upper && is_strict; i++)
        upper[i * width]++;
    node->cond = pv_ax_binary(plain->arena, is_strict ? PV_AX_LT : PV_AX_LE, pv_ax_iterator(plain->arena, depth),
                              extreme(gen, n_upper, upper, PV_AX_MIN));
    node->step = pv_ax_number(plain->arena, 1);
    return node;
}

/* Members. */

static void scan_members(struct gen *gen, const struct spot *spot, const actives *all, const struct pv_plain_node *band,
                         int member);

/* The domain that has those of all statements in it; it is taken from "domains". False where there is none. */
static bool find_whole(const struct spot *spot, const struct pv_rows *domains, int n, struct pv_rows *whole)
{
    for (int i = 0; i < n; i++) {
        bool has_all = true;
        for (int j = 0; j < n && has_all; j++)
            has_all = j == i || is_within(spot, &domains[j], &domains[i]);
        if (has_all) {
            *whole = domains[i];
            return true;
        }
    }
    return false;
}

/* The loop through "domain" around the code of "all". */
static void scan_loop(struct gen *gen, const struct spot *spot, const actives *all, const struct pv_plain_node *band,
                      int member, const struct pv_rows *domain)
{
    int col = pv_plain_iterator(gen->plain, band->depth + member);
    struct pv_rows_room known_room, sure_room;
    struct pv_rows known = pv_rows_copy(&known_room, spot->known), sure = pv_rows_copy(&sure_room, spot->sure);
    pv_rows_add_all(&known, domain);
    for (int i = 0; i < domain->n; i++)
        if (pv_row(domain, i)[col])
            pv_rows_add(&sure, pv_row(domain, i));
    struct pv_an *loop = make_loop(gen, domain, band->depth + member);
    if (!gen->ok)
        return;
    struct spot inside = {&sure, &known, &loop->body};
    scan_members(gen, &inside, all, band, member + 1);
    if (loop->body.n)
        pv_push(gen->plain->arena, spot->nodes, loop);
}

/* The times of all statements for one member. Return how many of them are values, which must all be the same. */
static int times_of(struct gen *gen, const actives *all, const struct pv_plain_node *band, int member, int64_t *times)
{
    int width = gen->plain->width, n_values = 0;
    for (int i = 0; i < all->n; i++) {
        int64_t *own = times + (long)i * width;
        time_of(gen, &all->v[i], band, member, own);
        n_values += !has_locals(gen->plain, own);
        gen->ok = gen->ok && (!n_values || !memcmp(times, own, sizeof(*times) * (size_t)width));
    }
    return n_values;
}

/* "active" with the iterator in unknown "col" in place of a local, where it takes the value "time", which is changed. */
static struct active enter(struct gen *gen, const struct active *active, int64_t *time, int col)
{
    struct active inside = copy_active(gen, active);
    int local = unit_local(gen->plain, time);
    time[col]--;
    gen->ok = gen->ok && local > 0;
    if (gen->ok)
        substitute(gen, &inside, time, local);
    return inside;
}

/* Statements that take turns: one loop, or one value. */
static void scan_component(struct gen *gen, const struct spot *spot, const actives *all,
                           const struct pv_plain_node *band, int member)
{
    int width = gen->plain->width, col = pv_plain_iterator(gen->plain, band->depth + member);
    int64_t times[all->n * width];
    int n_values = times_of(gen, all, band, member, times);
    if (gen->ok && n_values == all->n)
        scan_members(gen, spot, all, band, member + 1);
    if (!gen->ok || n_values)
        return;
    actives inside = {0};
    struct pv_rows domains[all->n], whole;
    for (int i = 0; i < all->n && gen->ok; i++) {
        struct active active = enter(gen, &all->v[i], times + (long)i * width, col);
        domains[i] = domain_of(gen, spot, &active);
        pv_push(gen->plain->arena, &inside, active);
    }
    if (!gen->ok || !find_whole(spot, domains, all->n, &whole)) {
        gen->ok = false;
        return;
    }
    remove_redundant(spot, &whole);
    const int64_t *value = value_of(&whole, col);
    for (int i = 0; i < inside.n && value; i++)
        substitute(gen, &inside.v[i], value, col);
    if (value)
        scan_members(gen, spot, &inside, band, member + 1);
    else
        scan_loop(gen, spot, &inside, band, member, &whole);
}

/* The components of "all": as pv_orders_components() finds them. */
static int find_groups(struct gen *gen, const actives *all, const struct pv_plain_node *band, int member, int *group)
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

static void scan_members(struct gen *gen, const struct spot *spot, const actives *all, const struct pv_plain_node *band,
                         int member)
{
    if (!gen->ok || !all->n)
        return;
    if (member == band->n_members) {
        scan(gen, spot, all, band->children[0]);
        return;
    }
    int group[all->n], n_groups = 1;
    group[0] = 0;
    if (all->n > 1)
        n_groups = find_groups(gen, all, band, member, group);
    for (int g = 0; g < n_groups && gen->ok; g++) {
        actives part = {0};
        for (int i = 0; i < all->n; i++)
            if (group[i] == g)
                pv_push(gen->plain->arena, &part, all->v[i]);
        scan_component(gen, spot, &part, band, member);
    }
}

/* Other nodes. */

/* Call the statements. Their rows must hold by now. */
static void scan_leaf(struct gen *gen, const struct spot *spot, const actives *all)
{
    const struct pv_plain *plain = gen->plain;
    for (int i = 0; i < all->n && gen->ok; i++) {
        const struct active *active = &all->v[i];
        const struct pv_plain_statement *statement = &plain->statements[active->statement];
        struct pv_an *call = pv_an_new(plain->arena, PV_AN_USER);
        call->name = statement->name;
        for (int j = 0; j < active->rows.n && gen->ok; j++)
            gen->ok = !has_locals(plain, pv_row(&active->rows, j)) &&
                      pv_rows_implies(spot->sure, pv_row(&active->rows, j));
        for (int j = 0; j < statement->n_dim && gen->ok; j++) {
            const int64_t *value = active->values + (long)j * plain->width;
            gen->ok = !has_locals(plain, value);
            pv_push(plain->arena, &call->args, row_expr(gen, value));
        }
        pv_push(plain->arena, spot->nodes, call);
    }
}

static void scan_filter(struct gen *gen, const struct spot *spot, const actives *all, const struct pv_plain_node *node)
{
    actives part = {0};
    for (int i = 0; i < all->n; i++)
        if (node->has[all->v[i].statement])
            pv_push(gen->plain->arena, &part, all->v[i]);
    scan(gen, spot, &part, node->children[0]);
}

static void scan_mark(struct gen *gen, const struct spot *spot, const actives *all, const struct pv_plain_node *node)
{
    struct pv_an *mark = pv_an_new(gen->plain->arena, PV_AN_MARK);
    mark->name = node->name;
    struct spot inside = *spot;
    inside.nodes = &mark->body;
    scan(gen, &inside, all, node->children[0]);
    if (mark->body.n)
        pv_push(gen->plain->arena, spot->nodes, mark);
}

static void scan(struct gen *gen, const struct spot *spot, const actives *all, const struct pv_plain_node *node)
{
    if (!gen->ok || !all->n)
        return;
    if (node->kind == PV_PLAIN_BAND) {
        scan_members(gen, spot, all, node, 0);
    } else if (node->kind == PV_PLAIN_LEAF) {
        scan_leaf(gen, spot, all);
    } else if (node->kind == PV_PLAIN_FILTER) {
        scan_filter(gen, spot, all, node);
    } else if (node->kind == PV_PLAIN_MARK) {
        scan_mark(gen, spot, all, node);
    } else {
        for (int i = 0; i < node->n_children; i++)
            scan(gen, spot, all, node->children[i]);
    }
}

bool pv_plaingen(const struct pv_stock *place, const struct pv_plain *plain, pv_anodes *code)
{
    const struct pv_generate_params *params = place->gen->params;
    struct gen gen = {plain, params->atomic_upper_bound && params->exploit_nested_bounds && !params->group_coscheduled};
    actives all = {0};
    for (int i = 0; i < plain->n && gen.ok; i++) {
        struct active active = begin_active(&gen, i);
        struct pv_rows_room room;
        struct pv_rows rows = pv_rows_copy(&room, &active.rows);
        pv_rows_add_all(&rows, &plain->known);
        if (!rows.is_false && !pv_rows_is_empty(&rows))
            pv_push(plain->arena, &all, active);
    }
    struct spot spot = {&plain->known, &plain->known, code};
    scan(&gen, &spot, &all, plain->root);
    return gen.ok;
}
