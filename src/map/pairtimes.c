/* Finds the times of statements in a schedule tree, and asks how those of dependent instances differ. */
#include "map/pairtimes.h"

#include "base/islx.h"

#include <isl/id.h>
#include <isl/schedule_node.h>

/* Relations. */

struct reading {
    struct pv_arena *arena;
    isl_space *params;
    struct pv_pair_list *list;
    isl_id *from, *to; /* of the map that is being read */
};

static isl_stat read_piece(__isl_take isl_basic_map *map, void *user)
{
    struct reading *reading = user;
    struct pv_pair_piece piece = {reading->from, reading->to, map, NULL};
    piece.rows = pv_pair_rows_read(reading->arena, reading->params, isl_basic_map_copy(map));
    pv_push(reading->arena, &reading->list->pieces, piece);
    return map ? isl_stat_ok : isl_stat_error;
}

static isl_stat read_pieces(__isl_take isl_map *map, void *user)
{
    struct reading *reading = user;
    reading->from = isl_map_get_tuple_id(map, isl_dim_in);
    reading->to = isl_map_get_tuple_id(map, isl_dim_out);
    isl_stat result = isl_map_foreach_basic_map(map, read_piece, user);
    isl_id_free(reading->from);
    isl_id_free(reading->to);
    isl_map_free(map);
    return result;
}

bool pv_pair_list_read(struct pv_arena *arena, const struct pv_scop *scop, __isl_keep isl_union_map *relation,
                       struct pv_pair_list *list)
{
    struct reading reading = {.arena = arena, .params = isl_set_get_space(scop->context), .list = list};
    bool ok = isl_union_map_foreach_map(relation, read_pieces, &reading) >= 0;
    isl_space_free(reading.params);
    return ok;
}

/* Add "piece" to "*relation", NULL where that is empty. */
static void add_piece(const struct pv_pair_piece *piece, isl_union_map **relation)
{
    isl_map *map = isl_map_from_basic_map(isl_basic_map_copy(piece->map));
    *relation = *relation ? isl_union_map_union(*relation, isl_union_map_from_map(map)) : isl_union_map_from_map(map);
}

__isl_give isl_union_map *pv_pair_list_get(const struct pv_pair_list *list)
{
    isl_union_map *relation = NULL;
    for (int i = 0; i < list->pieces.n; i++)
        add_piece(&list->pieces.v[i], &relation);
    return relation;
}

void pv_pair_list_free(struct pv_pair_list *list)
{
    for (int i = 0; i < list->pieces.n; i++) {
        if (list->pieces.v[i].rows)
            pv_pair_rows_free(list->pieces.v[i].rows);
        isl_basic_map_free(list->pieces.v[i].map);
    }
    list->pieces.n = 0;
}

/* Times. */

struct entry {
    isl_id *id; /* the name of the statement, which the table's "domain" keeps */
    int n_dims;
    bool is_whole; /* all instances are at the place */
    pv_time_list around, times;
};

struct pv_timetable {
    struct pv_arena *arena;
    isl_space *params;
    isl_union_set *domain;
    PV_VEC(struct entry) all;
};

static struct entry *find_entry(const struct pv_timetable *table, const isl_id *id)
{
    for (int i = 0; i < table->all.n; i++)
        if (table->all.v[i].id == id)
            return &table->all.v[i];
    return NULL;
}

/* Append the value of "function" for the statement of "entry" to "times". */
static void add_function(struct pv_timetable *table, const struct entry *entry, __isl_take isl_union_pw_aff *function,
                         pv_time_list *times)
{
    struct pv_time time = {0};
    isl_space *space = isl_union_pw_aff_get_space(function);
    space = isl_space_add_named_tuple_id_ui(space, isl_id_copy(entry->id), (unsigned)entry->n_dims);
    space = isl_space_add_dims(isl_space_from_domain(space), isl_dim_out, 1);
    isl_pw_aff *own = isl_union_pw_aff_extract_pw_aff(function, space);
    pv_time_read(table->arena, table->params, own, &time);
    isl_pw_aff_free(own);
    isl_union_pw_aff_free(function);
    pv_push(table->arena, times, time);
}

static isl_stat add_statement(__isl_take isl_set *set, void *user)
{
    struct pv_timetable *table = user;
    struct entry entry = {.n_dims = (int)isl_set_dim(set, isl_dim_set)};
    bool is_named = isl_set_has_tuple_id(set) == isl_bool_true;
    entry.id = is_named ? isl_set_get_tuple_id(set) : NULL;
    entry.is_whole = isl_set_plain_is_universe(set) == isl_bool_true;
    isl_id_free(entry.id);
    isl_set_free(set);
    pv_push(table->arena, &table->all, entry);
    return is_named && entry.n_dims >= 0 ? isl_stat_ok : isl_stat_error;
}

struct pv_timetable *pv_timetable_new(const struct pv_scop *scop, const struct pv_loop_place *place)
{
    struct pv_arena *arena = pv_arena_new();
    struct pv_timetable *table = pv_new(arena, struct pv_timetable);
    table->arena = arena;
    table->params = isl_set_get_space(scop->context);
    table->domain = isl_union_set_copy(place->domain);
    isl_union_set_foreach_set(table->domain, add_statement, table);
    int n = place->around ? (int)isl_multi_union_pw_aff_dim(place->around, isl_dim_set) : 0;
    for (int s = 0; s < table->all.n; s++)
        for (int i = 0; i < n; i++)
            add_function(table, &table->all.v[s], isl_multi_union_pw_aff_get_union_pw_aff(place->around, i),
                         &table->all.v[s].around);
    return table;
}

void pv_timetable_add_member(struct pv_timetable *table, const struct pv_loop_place *place)
{
    for (int s = 0; s < table->all.n; s++)
        add_function(table, &table->all.v[s], isl_union_pw_aff_copy(place->member), &table->all.v[s].times);
}

void pv_timetable_free(struct pv_timetable *table)
{
    isl_space_free(table->params);
    isl_union_set_free(table->domain);
    pv_arena_free(table->arena);
}

/* Subtrees. */

/* A set of statements of a table, for a walk down a tree. */
struct walk {
    struct pv_timetable *table;
    bool *is_here; /* is the statement below the node? */
};

/* Add a time that is not known to all statements below the node. */
static void lose_track(const struct walk *walk)
{
    for (int s = 0; s < walk->table->all.n; s++)
        if (walk->is_here[s])
            pv_push(walk->table->arena, &walk->table->all.v[s].times, (struct pv_time){0});
}

static void add_band(const struct walk *walk, __isl_keep isl_schedule_node *node)
{
    isl_multi_union_pw_aff *partial = isl_schedule_node_band_get_partial_schedule(node);
    int n = (int)isl_schedule_node_band_n_member(node);
    for (int s = 0; s < walk->table->all.n; s++)
        for (int i = 0; i < n && walk->is_here[s]; i++)
            add_function(walk->table, &walk->table->all.v[s], isl_multi_union_pw_aff_get_union_pw_aff(partial, i),
                         &walk->table->all.v[s].times);
    isl_multi_union_pw_aff_free(partial);
}

static void add_below(const struct walk *walk, __isl_keep isl_schedule_node *node);

struct selection {
    const struct walk *walk;
    bool *is_in_child;
};

static isl_stat select_statement(__isl_take isl_set *set, void *user)
{
    struct selection *selection = user;
    isl_id *id = isl_set_get_tuple_id(set);
    for (int s = 0; s < selection->walk->table->all.n; s++)
        if (selection->walk->table->all.v[s].id == id)
            selection->is_in_child[s] = selection->walk->is_here[s];
    isl_id_free(id);
    isl_set_free(set);
    return isl_stat_ok;
}

/* The statements of the child "child" of a sequence or set: into "is_in_child". */
static void select_statements(const struct walk *walk, __isl_keep isl_schedule_node *child, bool *is_in_child)
{
    struct selection selection = {walk, is_in_child};
    isl_union_set *filter = isl_schedule_node_filter_get_filter(child);
    isl_union_set_foreach_set(filter, select_statement, &selection);
    isl_union_set_free(filter);
}

/* The children of "node" come one after the other. The times of a statement with instances in several of them are not known. */
static void add_children(const struct walk *walk, __isl_keep isl_schedule_node *node)
{
    struct pv_timetable *table = walk->table;
    int n = (int)isl_schedule_node_n_children(node), n_all = table->all.n;
    int *n_children = pv_new_array(table->arena, int, n_all + 1);
    bool *is_in = pv_new_array(table->arena, bool, n *n_all + 1);
    for (int c = 0; c < n; c++) {
        isl_schedule_node *child = isl_schedule_node_get_child(node, c);
        select_statements(walk, child, is_in + (ptrdiff_t)c * n_all);
        isl_schedule_node_free(child);
        for (int s = 0; s < n_all; s++)
            n_children[s] += is_in[c * n_all + s];
    }
    for (int c = 0; c < n; c++) {
        for (int s = 0; s < n_all; s++) {
            struct pv_time time = {0};
            if (!is_in[c * n_all + s])
                continue;
            if (n_children[s] == 1)
                pv_time_set(table->arena, table->params, table->all.v[s].n_dims, c, &time);
            pv_push(table->arena, &table->all.v[s].times, time);
        }
        isl_schedule_node *child = isl_schedule_node_get_child(node, c);
        struct walk below = {table, is_in + (ptrdiff_t)c * n_all};
        add_below(&below, child);
        isl_schedule_node_free(child);
    }
}

static void add_below(const struct walk *walk, __isl_keep isl_schedule_node *node)
{
    switch (isl_schedule_node_get_type(node)) {
    case isl_schedule_node_leaf:
        return;
    case isl_schedule_node_band:
        add_band(walk, node);
        break;
    case isl_schedule_node_sequence:
    case isl_schedule_node_set:
        add_children(walk, node);
        return;
    case isl_schedule_node_filter:
    case isl_schedule_node_domain:
    case isl_schedule_node_context:
    case isl_schedule_node_guard:
    case isl_schedule_node_mark:
        break;
    case isl_schedule_node_expansion:
    case isl_schedule_node_extension:
    case isl_schedule_node_error:
        lose_track(walk);
        return;
    }
    isl_schedule_node *child = isl_schedule_node_get_child(node, 0);
    add_below(walk, child);
    isl_schedule_node_free(child);
}

void pv_timetable_add_subtree(struct pv_timetable *table, __isl_keep isl_schedule_node *node)
{
    struct walk walk = {table, pv_new_array(table->arena, bool, table->all.n + 1)};
    for (int s = 0; s < table->all.n; s++)
        walk.is_here[s] = true;
    add_below(&walk, node);
}

/* Questions. */

static enum pv_pair_answer ask(const struct pv_timetable *table, const struct pv_pair_list *list, isl_union_map **rest,
                               enum pv_pair_answer (*question)(struct pv_pair_rows *, const struct pv_pair_times *))
{
    enum pv_pair_answer result = PV_PAIRS_YES;
    *rest = NULL;
    for (int i = 0; i < list->pieces.n; i++) {
        const struct pv_pair_piece *piece = &list->pieces.v[i];
        const struct entry *x = find_entry(table, piece->from), *y = find_entry(table, piece->to);
        if (!x || !y)
            continue;
        struct pv_pair_times times = {&x->around, &y->around, &x->times, &y->times};
        enum pv_pair_answer verdict = piece->rows ? question(piece->rows, &times) : PV_PAIRS_UNKNOWN;
        if (verdict == PV_PAIRS_YES)
            continue;
        if (verdict == PV_PAIRS_NO && x->is_whole && y->is_whole) {
            *rest = isl_union_map_free(*rest);
            return PV_PAIRS_NO;
        }
        result = PV_PAIRS_UNKNOWN;
        add_piece(piece, rest);
    }
    return result;
}

enum pv_pair_answer pv_timetable_is_forward(const struct pv_timetable *table, const struct pv_pair_list *list,
                                            isl_union_map **rest)
{
    return ask(table, list, rest, pv_pair_rows_are_forward);
}

enum pv_pair_answer pv_timetable_is_together(const struct pv_timetable *table, const struct pv_pair_list *list,
                                             isl_union_map **rest)
{
    return ask(table, list, rest, pv_pair_rows_are_together);
}
