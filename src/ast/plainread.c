/* Reads the parts of plain schedules. */
#include "ast/plainread.h"

#include <isl/constraint.h>
#include <isl/mat.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/val.h>
#include <math.h>
#include <string.h>

/* Larger numbers are left to isl. */
#define LARGEST 1e10

static int64_t read_number(struct pv_plain_reader *reader, __isl_take isl_val *val)
{
    double value = isl_val_get_d(val);
    if (isl_val_is_int(val) != isl_bool_true || fabs(value) > LARGEST) {
        reader->is_plain = false;
        value = 0;
    }
    isl_val_free(val);
    return (int64_t)value;
}

/* The parameters of "space" by their position in "plain"; NULL where some are not there. */
static int *read_parameters(struct pv_plain_reader *reader, __isl_take isl_space *space)
{
    struct pv_plain *plain = reader->plain;
    int n = (int)isl_space_dim(space, isl_dim_param);
    int *position = pv_new_array(plain->arena, int, n + 1);
    for (int i = 0; i < n; i++) {
        const char *name = isl_space_get_dim_name(space, isl_dim_param, (unsigned)i);
        int k = name && i < plain->n_param && !strcmp(name, plain->params[i]) ? i : 0;
        while (name && k < plain->n_param && strcmp(name, plain->params[k]) != 0)
            k++;
        reader->is_plain = reader->is_plain && name && k < plain->n_param;
        position[i] = k;
    }
    isl_space_free(space);
    return reader->is_plain ? position : NULL;
}

/* Sets. */

/* Room for the columns of a matrix of constraints of "map", of which unknown each is, with those of the constant and of the
 * parameters. "*n" columns are set. NULL where the parameters are not those of the schedule. */
static int *begin_columns(struct pv_plain_reader *reader, __isl_keep isl_basic_map *map, int *n)
{
    int n_param = (int)isl_basic_map_dim(map, isl_dim_param);
    int n_all = 1 + n_param + (int)isl_basic_map_dim(map, isl_dim_in) + (int)isl_basic_map_dim(map, isl_dim_out) +
                (int)isl_basic_map_dim(map, isl_dim_div);
    int *position = read_parameters(reader, isl_basic_map_get_space(map));
    if (!position)
        return NULL;
    int *columns = pv_new_array(reader->plain->arena, int, n_all);
    for (int i = 0; i < n_param; i++)
        columns[1 + i] = 1 + position[i];
    *n = 1 + n_param;
    return columns;
}

/* The columns of a matrix of constraints. */
static int *columns_of(struct pv_plain_reader *reader, __isl_keep isl_basic_map *map, int *n)
{
    struct pv_plain *plain = reader->plain;
    int n_in = (int)isl_basic_map_dim(map, isl_dim_in), n_out = (int)isl_basic_map_dim(map, isl_dim_out);
    int at, local = n_out, *columns = begin_columns(reader, map, &at);
    if (!columns)
        return NULL;
    for (int i = 0; i < n_in; i++)
        if (reader->reads_times)
            columns[at++] = pv_plain_iterator(plain, i);
        else
            columns[at++] = i < reader->place->n ? pv_plain_iterator(plain, reader->place->depths[i])
                                                 : pv_plain_local(plain, local++);
    for (int i = 0; i < n_out; i++)
        columns[at++] = pv_plain_local(plain, i);
    for (int i = 0; i < (int)isl_basic_map_dim(map, isl_dim_div); i++)
        columns[at++] = pv_plain_local(plain, local++);
    *n = at;
    return columns;
}

/* Append the rows of "mat". */
static void read_matrix(struct pv_plain_reader *reader, __isl_take isl_mat *mat, const int *columns, int n,
                        pv_row_list *list)
{
    for (int i = 0; i < (int)isl_mat_rows(mat); i++) {
        int64_t *row = pv_new_array(reader->plain->arena, int64_t, reader->plain->width);
        for (int j = 0; j < n; j++)
            row[columns[j]] = read_number(reader, isl_mat_get_element_val(mat, i, j));
        pv_push(reader->plain->arena, list, row);
    }
    isl_mat_free(mat);
}

void pv_plain_read_constraints(struct pv_plain_reader *reader, __isl_keep isl_basic_map *map, pv_row_list *equalities,
                               struct pv_rows *rows)
{
    int n;
    const int *columns = columns_of(reader, map, &n);
    if (!columns)
        return;
    pv_row_list list = {0};
    read_matrix(reader,
                isl_basic_map_equalities_matrix(map, isl_dim_cst, isl_dim_param, isl_dim_in, isl_dim_out, isl_dim_div),
                columns, n, equalities);
    read_matrix(
        reader,
        isl_basic_map_inequalities_matrix(map, isl_dim_cst, isl_dim_param, isl_dim_in, isl_dim_out, isl_dim_div),
        columns, n, &list);
    for (int i = 0; i < list.n; i++)
        pv_rows_add(rows, list.v[i]);
}

__isl_give isl_basic_map *pv_plain_only_part(__isl_take isl_map *map)
{
    if (isl_map_n_basic_map(map) > 1)
        map = isl_map_coalesce(map);
    isl_basic_map_list *list = isl_map_n_basic_map(map) == 1 ? isl_map_get_basic_map_list(map) : NULL;
    isl_basic_map *only = list ? isl_basic_map_list_get_at(list, 0) : NULL;
    isl_basic_map_list_free(list);
    isl_map_free(map);
    return only;
}

/* The same where it takes no integers that exist. */
static __isl_give isl_basic_map *only_part_without_divs(__isl_take isl_map *map)
{
    isl_basic_map *only = pv_plain_only_part(map);
    if (only && isl_basic_map_dim(only, isl_dim_div) == 0)
        return only;
    return isl_basic_map_free(only);
}

static isl_stat keep_small(__isl_take isl_constraint *constraint, void *user)
{
    isl_basic_map **kept = user;
    isl_val *constant = isl_constraint_get_constant_val(constraint);
    double value = isl_val_get_d(constant);
    isl_val_free(constant);
    if (fabs(value) <= LARGEST)
        *kept = isl_basic_map_add_constraint(*kept, constraint);
    else
        isl_constraint_free(constraint);
    return isl_stat_ok;
}

/* "map" without the constraints that have a large constant. */
static __isl_give isl_basic_map *without_large_numbers(__isl_take isl_basic_map *map)
{
    isl_basic_map *kept = isl_basic_map_universe(isl_basic_map_get_space(map));
    isl_basic_map_foreach_constraint(map, keep_small, &kept);
    isl_basic_map_free(map);
    return kept;
}

struct pv_rows pv_plain_read_set(struct pv_plain_reader *reader, __isl_take isl_set *set, bool has_times)
{
    struct pv_plain *plain = reader->plain;
    struct pv_rows_room room;
    struct pv_rows rows = pv_rows_new(&room, plain->width);
    if (!has_times && isl_set_n_basic_set(set) > 1) /* less is known, then */
        set = isl_set_from_basic_set(isl_set_simple_hull(isl_set_remove_divs(set)));
    isl_basic_map *known = only_part_without_divs(isl_map_from_domain(set));
    pv_row_list equalities = {0};
    reader->reads_times = has_times;
    if (known && !has_times) /* less is known, then: of parameters of 64 bits, say */
        known = without_large_numbers(known);
    if (known)
        pv_plain_read_constraints(reader, known, &equalities, &rows);
    reader->reads_times = false;
    reader->is_plain = reader->is_plain && (known || !has_times);
    for (int i = 0; i < equalities.n; i++) {
        pv_rows_add(&rows, equalities.v[i]);
        for (int j = 0; j < plain->width; j++)
            equalities.v[i][j] = -equalities.v[i][j];
        pv_rows_add(&rows, equalities.v[i]);
    }
    isl_basic_map_free(known);
    reader->is_plain = reader->is_plain && pv_rows_is_sound(&rows);
    return pv_rows_keep(plain->arena, &rows);
}

/* Times. */

static void read_aff(struct pv_plain_reader *reader, int statement, __isl_take isl_aff *aff, int64_t *row);

/* The local that is "rest" divided by "m", where there is one; else -1. */
static int find_quotient(const struct pv_plain_reader *reader, int statement, const int64_t *rest, int64_t m)
{
    const struct pv_plain *plain = reader->plain;
    for (int i = 0; i < reader->quotients.n; i++) {
        const struct pv_plain_quotient *known = &reader->quotients.v[i];
        int own = pv_plain_local(plain, known->local);
        bool is_same = known->statement == statement && known->rest[own] == -m;
        for (int j = 0; j < plain->width && is_same; j++)
            is_same = j == own || known->rest[j] == rest[j];
        if (is_same)
            return known->local;
    }
    return -1;
}

/* The local of "statement" that has the value of the quotient "quotient", rounded down. */
static int read_quotient(struct pv_plain_reader *reader, int statement, __isl_take isl_aff *quotient)
{
    struct pv_plain *plain = reader->plain;
    struct pv_plain_statement *own = &plain->statements[statement];
    int64_t *rest = pv_new_array(plain->arena, int64_t, plain->width);
    int64_t m = read_number(reader, isl_aff_get_denominator_val(quotient));
    read_aff(reader, statement, isl_aff_scale_val(quotient, isl_val_int_from_si(reader->place->gen->ctx, (long)m)),
             rest);
    int local = find_quotient(reader, statement, rest, m);
    if (local >= 0)
        return local;
    local = own->n_local++;
    if (local >= plain->n_local) {
        reader->is_plain = false;
        return 0;
    }
    struct pv_plain_quotient new = {statement, local, rest};
    pv_push(plain->arena, &reader->quotients, new);
    rest[pv_plain_local(plain, local)] = -m;
    int64_t *most = pv_new_array(plain->arena, int64_t, plain->width);
    for (int i = 0; i < plain->width; i++)
        most[i] = -rest[i];
    most[0] += m - 1;
    struct pv_rows_room room;
    struct pv_rows rows = pv_rows_copy(&room, &own->rows);
    pv_rows_add(&rows, rest);
    pv_rows_add(&rows, most);
    own->rows = pv_rows_keep(plain->arena, &rows);
    return local;
}

/* Add "aff" to "row". */
static void read_aff(struct pv_plain_reader *reader, int statement, __isl_take isl_aff *aff, int64_t *row)
{
    struct pv_plain *plain = reader->plain;
    const int *position = read_parameters(reader, isl_aff_get_domain_space(aff));
    row[0] += read_number(reader, isl_aff_get_constant_val(aff));
    for (int i = 0; i < (int)isl_aff_dim(aff, isl_dim_param) && position; i++)
        if (isl_aff_coefficient_sgn(aff, isl_dim_param, i) != 0)
            row[1 + position[i]] += read_number(reader, isl_aff_get_coefficient_val(aff, isl_dim_param, i));
    for (int i = 0; i < (int)isl_aff_dim(aff, isl_dim_in); i++)
        if (isl_aff_coefficient_sgn(aff, isl_dim_in, i) != 0)
            row[pv_plain_local(plain, i)] += read_number(reader, isl_aff_get_coefficient_val(aff, isl_dim_in, i));
    for (int i = 0; i < (int)isl_aff_dim(aff, isl_dim_div) && reader->is_plain; i++)
        if (isl_aff_coefficient_sgn(aff, isl_dim_div, i) != 0) {
            int local = read_quotient(reader, statement, isl_aff_get_div(aff, i));
            row[pv_plain_local(plain, local)] += read_number(reader, isl_aff_get_coefficient_val(aff, isl_dim_div, i));
        }
    isl_aff_free(aff);
}

void pv_plain_read_times(struct pv_plain_reader *reader)
{
    struct pv_plain *plain = reader->plain;
    for (int i = 0; i < reader->times.n; i++)
        reader->times.v[i].band->times[reader->times.v[i].statement] = NULL;
    for (int i = 0; i < reader->times.n; i++) {
        struct pv_plain_time *time = &reader->times.v[i];
        int64_t **rows = &time->band->times[time->statement];
        if (!*rows)
            *rows = pv_new_array(plain->arena, int64_t, time->band->n_members * plain->width);
        if (reader->is_plain)
            read_aff(reader, time->statement, isl_aff_copy(time->aff), *rows + (long)time->member * plain->width);
    }
}

/* Conditions. */

void pv_plain_restrict(struct pv_plain_reader *reader, struct pv_plain_node *node, int statement,
                       __isl_take isl_set *set)
{
    set = isl_set_compute_divs(set);
    if (isl_set_n_basic_set(set) > 1)
        set = isl_set_coalesce(set);
    isl_basic_set_list *list = isl_set_n_basic_set(set) == 1 ? isl_set_get_basic_set_list(set) : NULL;
    reader->is_plain = reader->is_plain && list &&
                       (int)isl_set_dim(set, isl_dim_set) == reader->plain->statements[statement].n_dim;
    isl_set_free(set);
    if (!list)
        return;
    struct pv_plain_restriction restriction = {node, statement, isl_basic_set_list_get_at(list, 0)};
    isl_basic_set_list_free(list);
    reader->plain->statements[statement].n_local += (int)isl_basic_set_dim(restriction.set, isl_dim_div);
    node->n_conditions++;
    pv_push(reader->plain->arena, &reader->restrictions, restriction);
}

/* Add "constraint" to "condition", if the set of the statement does not see to it. */
static void read_condition(struct pv_plain_reader *reader, struct pv_plain_condition *condition,
                           __isl_take isl_constraint *constraint, struct pv_rows *rows, pv_row_list *equalities)
{
    struct pv_plain *plain = reader->plain;
    int64_t *row = pv_new_array(plain->arena, int64_t, plain->width);
    bool is_equality = isl_constraint_is_equality(constraint) == isl_bool_true;
    read_aff(reader, condition->statement, isl_constraint_get_aff(constraint), row);
    isl_constraint_free(constraint);
    if (is_equality)
        pv_push(plain->arena, equalities, row);
    else if (reader->is_plain && !pv_rows_has(&plain->statements[condition->statement].rows, row))
        pv_rows_add(rows, row);
}

void pv_plain_read_restrictions(struct pv_plain_reader *reader)
{
    struct pv_plain *plain = reader->plain;
    for (int i = 0; i < reader->restrictions.n; i++) {
        struct pv_plain_restriction *restriction = &reader->restrictions.v[i];
        struct pv_plain_node *node = restriction->node;
        if (i == 0 || node != restriction[-1].node) {
            node->conditions = pv_new_array(plain->arena, struct pv_plain_condition, node->n_conditions);
            node->n_conditions = 0;
        }
        struct pv_plain_condition *condition = &node->conditions[node->n_conditions++];
        condition->statement = restriction->statement;
        struct pv_rows_room room;
        struct pv_rows rows = pv_rows_new(&room, plain->width);
        pv_row_list equalities = {0};
        isl_constraint_list *list = isl_basic_set_get_constraint_list(restriction->set);
        for (int j = 0; j < (int)isl_constraint_list_n_constraint(list) && reader->is_plain; j++)
            read_condition(reader, condition, isl_constraint_list_get_at(list, j), &rows, &equalities);
        isl_constraint_list_free(list);
        reader->is_plain = reader->is_plain && pv_rows_is_sound(&rows);
        condition->rows = pv_rows_keep(plain->arena, &rows);
        condition->n_equalities = equalities.n;
        condition->equalities = equalities.v;
    }
}

/* The columns of a matrix of constraints of an expansion: the first statement has the locals, the other those of a second
 * statement. */
static int *columns_of_relation(struct pv_plain_reader *reader, __isl_keep isl_basic_map *map, int *n)
{
    struct pv_plain *plain = reader->plain;
    int n_in = (int)isl_basic_map_dim(map, isl_dim_in), n_out = (int)isl_basic_map_dim(map, isl_dim_out);
    int at, *columns = begin_columns(reader, map, &at);
    if (!columns)
        return NULL;
    for (int i = 0; i < n_in; i++)
        columns[at++] = pv_plain_local(plain, i);
    for (int i = 0; i < n_out; i++)
        columns[at++] = pv_plain_local(plain, plain->n_local + i);
    *n = at;
    return columns;
}

void pv_plain_read_values(struct pv_plain_reader *reader, struct pv_plain_relation *relation)
{
    struct pv_plain *plain = reader->plain;
    int n, n_dim = plain->statements[relation->expansion->to].n_dim, width = plain->width;
    const int *columns = columns_of_relation(reader, relation->map, &n);
    if (!columns)
        return;
    pv_row_list equalities = {0}, inequalities = {0};
    read_matrix(reader,
                isl_basic_map_equalities_matrix(relation->map, isl_dim_cst, isl_dim_param, isl_dim_in, isl_dim_out,
                                                isl_dim_div),
                columns, n, &equalities);
    read_matrix(reader,
                isl_basic_map_inequalities_matrix(relation->map, isl_dim_cst, isl_dim_param, isl_dim_in, isl_dim_out,
                                                  isl_dim_div),
                columns, n, &inequalities);
    reader->is_plain = reader->is_plain && equalities.n == n_dim && !inequalities.n;
    relation->expansion->values = pv_new_array(plain->arena, int64_t, n_dim * width + 1);
    for (int i = 0; i < n_dim && reader->is_plain; i++) {
        int n_found = 0, found = 0;
        for (int j = 0; j < n_dim; j++)
            if (equalities.v[i][pv_plain_local(plain, plain->n_local + j)]) {
                n_found++;
                found = j;
            }
        int64_t factor = equalities.v[i][pv_plain_local(plain, plain->n_local + found)];
        int64_t *value = relation->expansion->values + (long)found * width;
        reader->is_plain = n_found == 1 && (factor == 1 || factor == -1);
        for (int j = 0; j < pv_plain_local(plain, plain->n_local); j++)
            value[j] = -factor * equalities.v[i][j];
    }
}
