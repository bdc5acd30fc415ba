/* Reads the tree of a plain schedule: its bands, sets, sequences and marks. */
#include "ast/plaintree.h"

#include "ast/bandgen.h"
#include "ast/plainread.h"

#include <isl/aff.h>
#include <isl/constraint.h>
#include <isl/id.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/union_set.h>
#include <isl/val.h>
#include <string.h>

/* Statements. */

/* More statements that come with expansions are left to isl. */
enum { max_expanded = 32 };

/* "map" without the constraint "constraint" where "known", of parameters, and the others imply it; else as it is. */
static __isl_give isl_basic_map *without_constraint(__isl_take isl_basic_map *map,
                                                    __isl_keep isl_constraint *constraint, __isl_keep isl_set *known)
{
    isl_constraint_list *list = isl_basic_map_get_constraint_list(map);
    isl_basic_map *others = isl_basic_map_universe(isl_basic_map_get_space(map));
    for (int i = 0; i < (int)isl_constraint_list_n_constraint(list); i++) {
        isl_constraint *other = isl_constraint_list_get_at(list, i);
        if (isl_constraint_is_equal(other, constraint) == isl_bool_true)
            isl_constraint_free(other);
        else
            others = isl_basic_map_add_constraint(others, other);
    }
    isl_constraint_list_free(list);
    isl_map *wider = isl_map_intersect_params(isl_map_from_basic_map(isl_basic_map_copy(others)), isl_set_copy(known));
    isl_map *whole = isl_map_from_basic_map(isl_basic_map_copy(map));
    isl_bool is_implied = isl_map_is_subset(wider, whole);
    isl_map_free(wider);
    isl_map_free(whole);
    isl_basic_map_free(is_implied == isl_bool_true ? map : others);
    return is_implied == isl_bool_true ? others : map;
}

/* Would rows lose "constraint"? */
static bool has_large_constant(__isl_keep isl_constraint *constraint)
{
    isl_val *constant = isl_val_abs(isl_constraint_get_constant_val(constraint));
    bool is_large = isl_val_cmp_si(constant, INT32_MAX) > 0;
    isl_val_free(constant);
    return is_large;
}

/* "map" without the conditions on parameters that follow from "known", of which rows can say a part only. Limits of wide types
 * stay, so that isl gets what rows would lose. */
static __isl_give isl_basic_map *without_known(__isl_take isl_basic_map *map, __isl_keep isl_set *known)
{
    unsigned n_in = (unsigned)isl_basic_map_dim(map, isl_dim_in), n_out = (unsigned)isl_basic_map_dim(map, isl_dim_out);
    isl_constraint_list *list = isl_basic_map_get_constraint_list(map);
    for (int i = 0; i < (int)isl_constraint_list_n_constraint(list); i++) {
        isl_constraint *constraint = isl_constraint_list_get_at(list, i);
        if (isl_constraint_is_equality(constraint) == isl_bool_false && !has_large_constant(constraint) &&
            isl_constraint_involves_dims(constraint, isl_dim_in, 0, n_in) == isl_bool_false &&
            isl_constraint_involves_dims(constraint, isl_dim_out, 0, n_out) == isl_bool_false)
            map = without_constraint(map, constraint, known);
        isl_constraint_free(constraint);
    }
    isl_constraint_list_free(list);
    return map;
}

/* Find the statements, of which "executed" has "n_more" dimensions of time. */
static void find_statements(struct pv_plain_reader *reader, __isl_keep isl_union_map *executed, int n_more)
{
    struct pv_plain *plain = reader->plain;
    isl_map_list *maps = pv_executed_maps(executed);
    plain->n = plain->n_first = (int)isl_map_list_n_map(maps);
    plain->statements = pv_new_array(plain->arena, struct pv_plain_statement, plain->n + max_expanded);
    isl_set *known = isl_set_n_basic_set(reader->place->known) > 1 ? isl_set_params(isl_set_copy(reader->place->known))
                                                                   : NULL;
    for (int i = 0; i < plain->n && reader->is_plain; i++) {
        struct pv_plain_statement *statement = &plain->statements[i];
        isl_basic_map *map = pv_plain_only_part(isl_map_list_get_at(maps, i));
        reader->is_plain = map != NULL;
        if (!map)
            break;
        if (known && isl_basic_map_dim(map, isl_dim_div) == 0)
            map = without_known(map, known);
        const char *name = isl_basic_map_get_tuple_name(map, isl_dim_out);
        statement->name = pv_strdup(plain->arena, name ? name : "");
        statement->n_dim = (int)isl_basic_map_dim(map, isl_dim_out);
        statement->n_existing = (int)isl_basic_map_dim(map, isl_dim_div);
        bool is_known = !statement->n_existing || !reader->place->gen->hooks; /* programs: left to isl */
        statement->n_local = statement->n_dim + n_more + statement->n_existing;
        pv_push(plain->arena, &reader->maps, map);
        bool is_same = i > 0 && !strcmp(statement->name, statement[-1].name);
        reader->is_plain = is_known && !is_same && (int)isl_basic_map_dim(map, isl_dim_in) == reader->place->n + n_more;
    }
    isl_set_free(known);
    isl_map_list_free(maps);
}

static int find_statement(const struct pv_plain *plain, const char *name)
{
    for (int i = plain->n - 1; name && i >= 0; i--)
        if (!plain->statements[i].is_hidden && !strcmp(plain->statements[i].name, name))
            return i;
    return -1;
}

/* Trees. */

static struct pv_plain_node *read_node(struct pv_plain_reader *reader, __isl_take isl_schedule_node *tree, int depth);

static struct pv_plain_node *new_node(struct pv_plain_reader *reader, enum pv_plain_kind kind)
{
    struct pv_plain_node *node = pv_new(reader->plain->arena, struct pv_plain_node);
    node->kind = kind;
    return node;
}

static void read_children(struct pv_plain_reader *reader, struct pv_plain_node *node,
                          __isl_keep isl_schedule_node *tree, int depth)
{
    node->n_children = (int)isl_schedule_node_n_children(tree);
    node->n_children = node->n_children > 0 ? node->n_children : 1; /* a leaf */
    node->children = pv_new_array(reader->plain->arena, struct pv_plain_node *, node->n_children);
    for (int i = 0; i < node->n_children && reader->is_plain; i++)
        node->children[i] = read_node(reader, isl_schedule_node_get_child(tree, i), depth);
}

struct filter {
    struct pv_plain_reader *reader;
    struct pv_plain_node *node;
};

static isl_stat read_filter_part(__isl_take isl_set *set, void *user)
{
    struct filter *filter = user;
    const char *name = isl_set_has_tuple_name(set) == isl_bool_true ? isl_set_get_tuple_name(set) : "";
    int statement = find_statement(filter->reader->plain, name);
    if (statement >= 0) {
        filter->node->has[statement] = true;
        if (isl_set_plain_is_universe(set) != isl_bool_true)
            pv_plain_restrict(filter->reader, filter->node, statement, isl_set_copy(set));
        else
            filter->reader->is_plain = filter->reader->is_plain &&
                                       (int)isl_set_dim(set, isl_dim_set) ==
                                           filter->reader->plain->statements[statement].n_dim;
    }
    isl_set_free(set);
    return isl_stat_ok;
}

static void read_filter(struct pv_plain_reader *reader, struct pv_plain_node *node, __isl_keep isl_schedule_node *tree)
{
    isl_union_set *set = isl_schedule_node_filter_get_filter(tree);
    node->has = pv_new_array(reader->plain->arena, bool, reader->plain->n_first + max_expanded);
    struct filter filter = {reader, node};
    isl_union_set_foreach_set(set, read_filter_part, &filter);
    isl_union_set_free(set);
}

struct piece {
    isl_aff *aff;
    isl_set *set;
};

static isl_stat take_piece(__isl_take isl_set *set, __isl_take isl_aff *aff, void *user)
{
    struct piece *piece = user;
    isl_set_free(piece->set);
    piece->set = set;
    isl_aff_free(piece->aff);
    piece->aff = aff;
    return isl_stat_ok;
}

static isl_stat read_member_part(__isl_take isl_pw_aff *value, void *user)
{
    struct pv_plain_reader *reader = user;
    struct pv_plain *plain = reader->plain;
    bool has_name = isl_pw_aff_has_tuple_id(value, isl_dim_in) == isl_bool_true;
    isl_id *id = has_name ? isl_pw_aff_get_tuple_id(value, isl_dim_in) : NULL;
    int statement = find_statement(plain, id ? isl_id_get_name(id) : "");
    isl_id_free(id);
    struct piece piece = {NULL, NULL};
    if (statement >= 0) {
        isl_pw_aff_foreach_piece(value, take_piece, &piece);
        reader->is_plain = reader->is_plain && isl_pw_aff_n_piece(value) == 1 &&
                           (int)isl_pw_aff_dim(value, isl_dim_in) == plain->statements[statement].n_dim;
        if (reader->is_plain && isl_set_plain_is_universe(piece.set) != isl_bool_true)
            pv_plain_restrict(reader, reader->band, statement, isl_set_copy(piece.set));
        isl_set_free(piece.set);
        struct pv_plain_time time = {reader->band, statement, reader->member, piece.aff};
        pv_push(plain->arena, &reader->times, time);
        plain->statements[statement].n_local += (int)isl_aff_dim(piece.aff, isl_dim_div);
    }
    isl_pw_aff_free(value);
    return isl_stat_ok;
}

/* Read the isolated part of a band, where it has one. */
static void read_isolation(struct pv_plain_reader *reader, struct pv_plain_node *node,
                           __isl_keep isl_schedule_node *tree)
{
    isl_set *isolated = pv_band_isolated(tree);
    if (!isolated)
        return;
    node->is_isolated = true;
    node->isolated_types = pv_new_array(reader->plain->arena, enum isl_ast_loop_type, node->n_members + 1);
    for (int i = 0; i < node->n_members; i++)
        node->isolated_types[i] = isl_schedule_node_band_member_get_isolate_ast_loop_type(tree, i);
    reader->is_plain = reader->is_plain && !reader->place->n &&
                       (int)isl_set_dim(isolated, isl_dim_set) == node->depth + node->n_members;
    struct pv_plain_context context = {isolated, &node->isolated, true};
    pv_push(reader->plain->arena, &reader->contexts, context);
}

/* Read the options of a band. */
static void read_options(struct pv_plain_reader *reader, struct pv_plain_node *node, __isl_keep isl_schedule_node *tree)
{
    isl_union_set *options = isl_schedule_node_band_get_ast_build_options(tree);
    bool has_none = isl_union_set_is_empty(options) == isl_bool_true;
    node->types = pv_new_array(reader->plain->arena, enum isl_ast_loop_type, node->n_members + 1);
    for (int i = 0; i < node->n_members && !has_none; i++) {
        node->types[i] = isl_schedule_node_band_member_get_ast_loop_type(tree, i);
    }
    isl_union_set_free(options);
    if (!has_none)
        read_isolation(reader, node, tree);
}

/* A context of parameters. */
static void read_context(struct pv_plain_reader *reader, struct pv_plain_node *node, __isl_keep isl_schedule_node *tree)
{
    isl_set *set = isl_schedule_node_context_get_context(tree);
    unsigned n = (unsigned)isl_set_dim(set, isl_dim_set);
    reader->is_plain = isl_set_involves_dims(set, isl_dim_set, 0, n) == isl_bool_false && isl_set_n_basic_set(set) == 1;
    struct pv_plain_context context = {isl_set_project_out(set, isl_dim_set, 0, n), &node->context, false};
    pv_push(reader->plain->arena, &reader->contexts, context);
}

static void read_band(struct pv_plain_reader *reader, struct pv_plain_node *node, __isl_keep isl_schedule_node *tree,
                      int depth)
{
    struct pv_plain *plain = reader->plain;
    node->n_members = (int)isl_schedule_node_band_n_member(tree);
    node->depth = depth;
    node->times = pv_new_array(plain->arena, int64_t *, plain->n_first + max_expanded);
    reader->is_plain = node->n_members > 0;
    read_options(reader, node, tree);
    plain->n_depth = depth + node->n_members > plain->n_depth ? depth + node->n_members : plain->n_depth;
    isl_multi_union_pw_aff *partial = isl_schedule_node_band_get_partial_schedule(tree);
    for (int i = 0; i < node->n_members && reader->is_plain; i++) {
        isl_union_pw_aff *member = isl_multi_union_pw_aff_get_at(partial, i);
        reader->band = node;
        reader->member = i;
        isl_union_pw_aff_foreach_pw_aff(member, read_member_part, reader);
        isl_union_pw_aff_free(member);
    }
    isl_multi_union_pw_aff_free(partial);
}

/* One relation of an expansion. Its statement is a new one. */
static isl_stat read_relation(__isl_take isl_map *map, void *user)
{
    struct pv_plain_reader *reader = user;
    struct pv_plain *plain = reader->plain;
    struct pv_plain_expansion *expansion = &reader->band->expansions[reader->band->n_expansions];
    const char *from = isl_map_has_tuple_name(map, isl_dim_in) == isl_bool_true
                           ? isl_map_get_tuple_name(map, isl_dim_in)
                           : "";
    const char *to = isl_map_has_tuple_name(map, isl_dim_out) == isl_bool_true
                         ? isl_map_get_tuple_name(map, isl_dim_out)
                         : "";
    expansion->from = find_statement(plain, from);
    expansion->to = plain->n;
    reader->is_plain = reader->is_plain && plain->n < plain->n_first + max_expanded &&
                       (expansion->from < 0 ||
                        (int)isl_map_dim(map, isl_dim_in) == plain->statements[expansion->from].n_dim);
    if (expansion->from < 0 || !reader->is_plain) {
        isl_map_free(map);
        return isl_stat_ok;
    }
    struct pv_plain_statement *statement = &plain->statements[plain->n++];
    statement->name = pv_strdup(plain->arena, to);
    statement->is_hidden = true;
    statement->n_dim = statement->n_local = (int)isl_map_dim(map, isl_dim_out);
    struct pv_plain_relation relation = {expansion, pv_plain_only_part(map)};
    reader->is_plain = relation.map && isl_basic_map_dim(relation.map, isl_dim_div) == 0;
    pv_push(plain->arena, &reader->relations, relation);
    reader->band->n_expansions++;
    return isl_stat_ok;
}

static void read_expansion(struct pv_plain_reader *reader, struct pv_plain_node *node,
                           __isl_keep isl_schedule_node *tree)
{
    isl_union_map *map = isl_schedule_node_expansion_get_expansion(tree);
    node->expansions = pv_new_array(reader->plain->arena, struct pv_plain_expansion, isl_union_map_n_map(map) + 1);
    reader->band = node;
    isl_union_map_foreach_map(map, read_relation, reader);
    isl_union_map_free(map);
    for (int i = 0; i < node->n_expansions; i++)
        reader->plain->statements[node->expansions[i].to].is_hidden = false;
}

/* Leave room for iterators at a leaf below "depth" members, where these are surely too few to tell instances apart. */
static void leave_room(struct pv_plain *plain, int depth)
{
    for (int i = 0; i < plain->n; i++) {
        int n_dim = plain->statements[i].n_dim;
        if (n_dim > depth && depth + n_dim > plain->n_depth)
            plain->n_depth = depth + n_dim;
    }
}

static struct pv_plain_node *read_node(struct pv_plain_reader *reader, __isl_take isl_schedule_node *tree, int depth)
{
    enum isl_schedule_node_type type = isl_schedule_node_get_type(tree);
    struct pv_plain_node *node = new_node(reader, PV_PLAIN_LEAF);
    node->depth = depth;
    if (type == isl_schedule_node_band) {
        node->kind = PV_PLAIN_BAND;
        read_band(reader, node, tree, depth);
    } else if (type == isl_schedule_node_sequence || type == isl_schedule_node_set) {
        node->kind = type == isl_schedule_node_set ? PV_PLAIN_SET : PV_PLAIN_SEQUENCE;
    } else if (type == isl_schedule_node_filter) {
        node->kind = PV_PLAIN_FILTER;
        read_filter(reader, node, tree);
    } else if (type == isl_schedule_node_context) {
        node->kind = PV_PLAIN_CONTEXT;
        read_context(reader, node, tree);
    } else if (type == isl_schedule_node_expansion) {
        node->kind = PV_PLAIN_EXPANSION;
        read_expansion(reader, node, tree);
    } else if (type == isl_schedule_node_mark) {
        node->kind = PV_PLAIN_MARK;
        isl_id *id = isl_schedule_node_mark_get_id(tree);
        node->name = pv_strdup(reader->plain->arena, isl_id_get_name(id) ? isl_id_get_name(id) : "");
        node->mark = id;
        isl_id_free(id);
    } else if (type == isl_schedule_node_leaf) {
        leave_room(reader->plain, depth);
    } else {
        reader->is_plain = false;
    }
    if (node->kind != PV_PLAIN_LEAF && reader->is_plain)
        read_children(reader, node, tree, depth + node->n_members);
    for (int i = 0; i < node->n_expansions; i++)
        reader->plain->statements[node->expansions[i].to].is_hidden = true;
    isl_schedule_node_free(tree);
    return node;
}

/* Entry. */

enum { most_unknowns = 96 };

static struct pv_plain_reader new_reader(const struct pv_stock *place, __isl_keep isl_union_map *executed)
{
    struct pv_arena *arena = place->gen->arena;
    struct pv_plain_reader reader = {.place = place, .plain = pv_new(arena, struct pv_plain), .is_plain = true};
    struct pv_plain *plain = reader.plain;
    plain->arena = arena;
    plain->prefers_pdiv = place->gen->params->prefer_pdiv;
    plain->allows_else = place->gen->params->allow_else;
    isl_space *space = isl_union_map_get_space(executed);
    plain->n_param = (int)isl_space_dim(space, isl_dim_param);
    plain->params = pv_new_array(arena, const char *, plain->n_param + 1);
    for (int i = 0; i < plain->n_param; i++) {
        const char *name = isl_space_get_dim_name(space, isl_dim_param, (unsigned)i);
        plain->params[i] = pv_strdup(arena, name ? name : "");
    }
    isl_space_free(space);
    for (int i = 0; i < place->n; i++)
        plain->n_depth = place->depths[i] >= plain->n_depth ? place->depths[i] + 1 : plain->n_depth;
    return reader;
}

/* The number of locals that the largest statement has. */
static int most_locals(const struct pv_plain *plain)
{
    int most = 1; /* questions about rows take an unknown that none has */
    for (int i = 0; i < plain->n; i++)
        most = plain->statements[i].n_local > most ? plain->statements[i].n_local : most;
    return most;
}

/* The set of statement "i", which has "n_more" locals that are neither dimensions nor quotients. */
static void read_statement(struct pv_plain_reader *reader, int i, int n_more)
{
    struct pv_plain *plain = reader->plain;
    struct pv_plain_statement *statement = &plain->statements[i];
    struct pv_rows_room room;
    struct pv_rows rows = pv_rows_new(&room, plain->width);
    pv_row_list equalities = {0};
    pv_plain_read_constraints(reader, reader->maps.v[i], &equalities, &rows);
    statement->n_local = statement->n_dim + n_more + statement->n_existing;
    statement->n_equalities = equalities.n;
    statement->equalities = equalities.v;
    statement->rows = pv_rows_keep(plain->arena, &rows);
    reader->is_plain = reader->is_plain && pv_rows_is_sound(&rows);
}

/* Read the sets and the times with room for "n_local" locals. */
static void read_all(struct pv_plain_reader *reader, int n_local, int n_more)
{
    struct pv_plain *plain = reader->plain;
    plain->n_local = n_local;
    plain->width = 1 + plain->n_param + plain->n_depth + 2 * n_local;
    reader->is_plain = reader->is_plain && plain->width <= most_unknowns;
    reader->quotients.n = 0;
    if (reader->is_plain)
        plain->known = pv_plain_read_set(reader, isl_set_copy(reader->place->known), false);
    for (int i = 0; i < reader->contexts.n && reader->is_plain; i++)
        *reader->contexts.v[i].rows = pv_plain_read_set(reader, isl_set_copy(reader->contexts.v[i].set),
                                                        reader->contexts.v[i].has_times);
    for (int i = 0; i < reader->relations.n && reader->is_plain; i++)
        pv_plain_read_values(reader, &reader->relations.v[i]);
    for (int i = 0; i < plain->n_first && reader->is_plain; i++)
        read_statement(reader, i, n_more);
    pv_plain_read_times(reader);
    pv_plain_read_restrictions(reader);
}

static void free_parts(struct pv_plain_reader *reader)
{
    for (int i = 0; i < reader->contexts.n; i++)
        isl_set_free(reader->contexts.v[i].set);
    for (int i = 0; i < reader->relations.n; i++)
        isl_basic_map_free(reader->relations.v[i].map);
    for (int i = 0; i < reader->times.n; i++)
        isl_aff_free(reader->times.v[i].aff);
    for (int i = 0; i < reader->restrictions.n; i++)
        isl_basic_set_free(reader->restrictions.v[i].set);
    for (int i = 0; i < reader->maps.n; i++)
        isl_basic_map_free(reader->maps.v[i]);
}

/* Read the sets and the times, now that the nodes are known. Each statement has "n_more" locals that are neither dimensions
 * nor quotients. */
static struct pv_plain *finish(struct pv_plain_reader *reader, int n_more)
{
    struct pv_plain *plain = reader->plain;
    for (int i = plain->n_first; i < plain->n; i++) /* they have the locals of others */
        reader->is_plain = reader->is_plain && plain->statements[i].n_local == plain->statements[i].n_dim;
    read_all(reader, most_locals(plain), n_more);
    if (reader->is_plain && most_locals(plain) < plain->n_local) /* quotients that are there already */
        read_all(reader, most_locals(plain), n_more);
    free_parts(reader);
    return reader->is_plain ? plain : NULL;
}

struct pv_plain *pv_plain_read(const struct pv_stock *place, __isl_keep isl_schedule_node *node,
                               __isl_keep isl_union_map *executed)
{
    struct pv_plain_reader reader = new_reader(place, executed);
    find_statements(&reader, executed, 0);
    if (reader.is_plain)
        reader.plain->root = read_node(&reader, isl_schedule_node_copy(node),
                                       (int)isl_schedule_node_get_schedule_depth(node));
    return finish(&reader, 0);
}

/* Flat schedules. */

static const struct {
    const char *name;
    enum isl_ast_loop_type type;
} ways[] = {{"separate", isl_ast_loop_separate}, {"atomic", isl_ast_loop_atomic}, {"unroll", isl_ast_loop_unroll}};
enum { n_ways = sizeof(ways) / sizeof(ways[0]) };

/* The members of a flat schedule, and their options. */
struct flat_options {
    struct pv_plain_node *band;
    bool is_plain;
};

/* Set "*type" to "way" of the options, of which later ones come first. */
static void add_way(enum isl_ast_loop_type *type, int way)
{
    for (int i = 0; i <= way; i++)
        if (*type == isl_ast_loop_default || *type == ways[i].type)
            *type = ways[way].type;
}

/* One option { [t] -> separate[d] }, perhaps for several members, which must not depend on times. */
static isl_stat read_flat_option(__isl_take isl_map *map, void *user)
{
    struct flat_options *options = user;
    const char *name = isl_map_has_tuple_name(map, isl_dim_out) == isl_bool_true
                           ? isl_map_get_tuple_name(map, isl_dim_out)
                           : "";
    int way = 0, n_in = (int)isl_map_dim(map, isl_dim_in);
    while (way < n_ways && strcmp(ways[way].name, name) != 0)
        way++;
    bool is_general = isl_map_dim(map, isl_dim_out) == 1 && n_in == options->band->n_members &&
                      isl_map_involves_dims(map, isl_dim_in, 0, (unsigned)n_in) == isl_bool_false &&
                      isl_map_involves_dims(map, isl_dim_param, 0, (unsigned)isl_map_dim(map, isl_dim_param)) ==
                          isl_bool_false;
    options->is_plain = options->is_plain && is_general && way < n_ways;
    for (int i = 0; i < n_in && options->is_plain; i++) {
        isl_map *own = isl_map_fix_si(isl_map_copy(map), isl_dim_out, 0, i);
        if (isl_map_is_empty(own) == isl_bool_false)
            add_way(&options->band->types[i], way);
        isl_map_free(own);
    }
    isl_map_free(map);
    return isl_stat_ok;
}

struct pv_plain *pv_plain_read_flat(const struct pv_stock *place, int n, __isl_keep isl_union_map *executed,
                                    __isl_keep isl_union_map *options)
{
    struct pv_plain_reader reader = new_reader(place, executed);
    struct pv_plain *plain = reader.plain;
    find_statements(&reader, executed, n);
    plain->n_depth = n;
    leave_room(plain, n);
    struct pv_plain_node *band = new_node(&reader, PV_PLAIN_BAND), *leaf = new_node(&reader, PV_PLAIN_LEAF);
    plain = finish(&reader, n);
    if (!plain)
        return NULL;
    plain->root = n ? band : leaf;
    leaf->depth = band->n_members = n;
    band->types = pv_new_array(plain->arena, enum isl_ast_loop_type, n + 1);
    struct flat_options read = {band, true};
    isl_union_map_foreach_map(options, read_flat_option, &read);
    if (!read.is_plain)
        return NULL;
    band->n_children = 1;
    band->children = pv_new_array(plain->arena, struct pv_plain_node *, 1);
    band->children[0] = leaf;
    band->times = pv_new_array(plain->arena, int64_t *, plain->n + 1);
    for (int i = 0; i < plain->n; i++) {
        band->times[i] = pv_new_array(plain->arena, int64_t, n * plain->width + 1);
        for (int j = 0; j < n; j++)
            band->times[i][j * plain->width + pv_plain_local(plain, plain->statements[i].n_dim + j)] = 1;
    }
    return plain;
}
