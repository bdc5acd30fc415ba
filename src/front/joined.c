/* Joins long rows of assignments into one statement. */
#include "front/joined.h"

#include "base/islx.h"

#include <isl/map.h>

/* A region with more statements than "region" joins rows of at least "row" of them. */
static const struct {
    int region, row;
} sizes[] = {{80, 3}, {24, 6}};

struct joining {
    struct pv_scop *scop;
    int least; /* statements in a row that are worth it */
};

static bool is_update_of_scalar(const struct pv_stmt *stmt)
{
    for (int i = 0; i < stmt->accesses.n; i++)
        for (int j = 0; j < stmt->accesses.n; j++) {
            const struct pv_access *write = stmt->accesses.v[i], *read = stmt->accesses.v[j];
            if (write->is_write && read->is_read && write->array == read->array && !read->array->n_dims)
                return true;
        }
    return false;
}

/* May "stmt" be part of a block? Calls keep their place, and reductions should still be found. */
static bool may_join(const struct pv_stmt *stmt)
{
    return stmt->kind == PV_STMT_EXPR && stmt->body && stmt->body->kind == PV_TREE_EXPR && !stmt->body->label &&
           !stmt->has_effects && !is_update_of_scalar(stmt);
}

/* Do "a" and "b" run for the same iterations? */
static bool has_same_instances(const struct pv_stmt *a, const struct pv_stmt *b)
{
    if (a->n_iterators != b->n_iterators || a->call != b->call)
        return false;
    isl_set *renamed = isl_set_set_tuple_id(isl_set_copy(b->domain), isl_set_get_tuple_id(a->domain));
    isl_bool is_same = isl_set_plain_is_equal(a->domain, renamed);
    isl_set_free(renamed);
    return is_same == isl_bool_true;
}

static bool touches(const struct pv_stmt *stmt, const struct pv_array *array)
{
    for (int i = 0; i < stmt->accesses.n; i++)
        if (stmt->accesses.v[i]->array == array)
            return true;
    return false;
}

/* Relations. */

struct renaming {
    const struct pv_stmt *to;
    isl_union_map *result;
};

static isl_stat rename_map(__isl_take isl_map *map, void *user)
{
    struct renaming *renaming = user;
    map = isl_map_set_tuple_id(map, isl_dim_in, isl_set_get_tuple_id(renaming->to->domain));
    renaming->result = isl_union_map_add_map(renaming->result, map);
    return isl_stat_ok;
}

/* { S[i] -> ... } as a relation of "to". */
static __isl_give isl_union_map *move_relation(__isl_take isl_union_map *relation, const struct pv_stmt *to)
{
    struct renaming renaming = {to, isl_union_map_empty(isl_union_map_get_space(relation))};
    if (isl_union_map_foreach_map(relation, rename_map, &renaming) < 0)
        renaming.result = isl_union_map_free(renaming.result);
    isl_union_map_free(relation);
    return renaming.result;
}

/* Remove "part" from "*relation". */
static void take_away(isl_union_map **relation, __isl_keep isl_union_map *part)
{
    if (isl_union_map_plain_is_empty(*relation) != isl_bool_true)
        *relation = isl_union_map_subtract(*relation, isl_union_map_copy(part));
}

/* "access" becomes part of "block", behind its first "n_earlier" accesses. To other instances it does not matter how often one
 * instance reads or writes an element. So "access" loses the elements that the block has read before, or is certain to have
 * written; and earlier accesses lose the writes that this one is certain to replace. */
static void drop_repeated(struct pv_access *access, const struct pv_stmt *block, int n_earlier)
{
    for (int i = 0; i < n_earlier; i++) {
        struct pv_access *earlier = block->accesses.v[i];
        if (earlier->array != access->array)
            continue;
        take_away(&access->may_read, earlier->must_write);
        take_away(&access->may_read, earlier->may_read);
        if (access->is_write) {
            take_away(&earlier->may_write, access->must_write);
            take_away(&earlier->must_write, access->must_write);
        }
    }
}

/* "stmt" becomes the next part of "block" and is empty afterwards. */
static void append(struct pv_scop *scop, struct pv_stmt *block, struct pv_stmt *stmt)
{
    int n_earlier = block->accesses.n;
    for (int i = 0; i < stmt->accesses.n; i++) {
        struct pv_access *access = stmt->accesses.v[i];
        access->may_read = move_relation(access->may_read, block);
        access->may_write = move_relation(access->may_write, block);
        access->must_write = move_relation(access->must_write, block);
        access->kill = move_relation(access->kill, block);
        if (access->index)
            access->index = pv_multi_pw_aff_set_tuple_name(access->index, isl_dim_in, block->name);
        drop_repeated(access, block, n_earlier);
        pv_push(scop->arena, &block->accesses, access);
    }
    for (int i = 0; i < stmt->substs.n; i++) {
        struct pv_subst subst = stmt->substs.v[i];
        subst.value = isl_pw_aff_set_tuple_id(subst.value, isl_dim_in, isl_set_get_tuple_id(block->domain));
        pv_push(scop->arena, &block->substs, subst);
    }
    for (int i = 0; i < stmt->forwarded.n; i++)
        pv_push(scop->arena, &block->forwarded, stmt->forwarded.v[i]);
    pv_push(scop->arena, &block->body->children, stmt->body);
    block->body->range.end = block->range.end = stmt->range.end;
    stmt->accesses.n = stmt->substs.n = stmt->forwarded.n = 0;
}

static void remove_stmt(struct pv_scop *scop, struct pv_stmt *stmt)
{
    int n = 0;
    for (int i = 0; i < scop->stmts.n; i++)
        if (scop->stmts.v[i] != stmt)
            scop->stmts.v[n++] = scop->stmts.v[i];
    scop->stmts.n = n;
    pv_stmt_free(stmt);
}

/* Rows. */

typedef PV_VEC(struct pv_order *) leaves;

/* Make one statement of those in "row". */
static void join_row(struct joining *joining, const leaves *row)
{
    struct pv_scop *scop = joining->scop;
    struct pv_stmt *block = row->v[0]->stmt;
    struct pv_tree *body = pv_tree_new(scop->arena, PV_TREE_BLOCK, block->range);
    pv_push(scop->arena, &body->children, block->body);
    block->kind = PV_STMT_BLOCK;
    block->body = body;
    for (int i = 1; i < row->n; i++) {
        append(scop, block, row->v[i]->stmt);
        remove_stmt(scop, row->v[i]->stmt);
    }
}

/* Is "child" a kill of a variable that no statement of "row" touches? It may as well happen before the row: a declaration
 * between statements is no reason to end it. */
static bool may_go_first(const struct pv_order *child, const leaves *row)
{
    if (child->kind != PV_ORDER_STMT || child->stmt->kind != PV_STMT_KILL)
        return false;
    for (int i = 0; i < row->n; i++)
        for (int j = 0; j < child->stmt->accesses.n; j++)
            if (touches(row->v[i]->stmt, child->stmt->accesses.v[j]->array))
                return false;
    return true;
}

/* The row that begins with child "first" of "sequence"; kills that go before it are put into "kills". Return where it
 * ends. */
static int find_row(struct joining *joining, const struct pv_order *sequence, int first, leaves *row, leaves *kills)
{
    struct pv_arena *arena = joining->scop->arena;
    int end = first, n_kills = 0;
    for (int i = first; i < sequence->children.n; i++) {
        struct pv_order *child = sequence->children.v[i];
        bool is_next = child->kind == PV_ORDER_STMT && may_join(child->stmt) &&
                       (!row->n || has_same_instances(row->v[0]->stmt, child->stmt));
        if (is_next) {
            pv_push(arena, row, child);
            end = i + 1;
            n_kills = kills->n;
        } else if (row->n && may_go_first(child, row)) {
            pv_push(arena, kills, child);
        } else {
            break;
        }
    }
    kills->n = n_kills;
    return end;
}

static void join_below(struct joining *joining, struct pv_order *order);

/* Join the rows among the children of "sequence". */
static void join_children(struct joining *joining, struct pv_order *sequence)
{
    struct pv_arena *arena = joining->scop->arena;
    leaves all = {0};
    for (int i = 0; i < sequence->children.n;) {
        leaves row = {0}, kills = {0};
        int end = find_row(joining, sequence, i, &row, &kills);
        if (!row.n || row.n < joining->least) {
            join_below(joining, sequence->children.v[i]);
            pv_push(arena, &all, sequence->children.v[i++]);
            continue;
        }
        for (int k = 0; k < kills.n; k++)
            pv_push(arena, &all, kills.v[k]);
        join_row(joining, &row);
        pv_push(arena, &all, row.v[0]);
        i = end;
    }
    for (int i = 0; i < all.n; i++)
        sequence->children.v[i] = all.v[i];
    sequence->children.n = all.n;
}

static void join_below(struct joining *joining, struct pv_order *order)
{
    if (order->kind == PV_ORDER_SEQUENCE)
        join_children(joining, order);
    else if (order->kind == PV_ORDER_LOOP)
        join_below(joining, order->children.v[0]);
}

void pv_joined_make(struct pv_scop *scop, struct pv_order *order)
{
    struct joining joining = {scop, 0};
    for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes) && !joining.least; i++)
        if (scop->stmts.n > sizes[i].region)
            joining.least = sizes[i].row;
    if (joining.least)
        join_below(&joining, order);
}
