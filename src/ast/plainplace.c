/* Works out functions of instances at places in the code of plain schedules, in machine words where they are affine. */
#include "ast/plainplace.h"

#include <isl/map.h>
#include <isl/mat.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/union_set.h>
#include <isl/val.h>
#include <math.h>
#include <string.h>

void pv_plain_places_clear(struct pv_plain_places *places)
{
    for (int i = 0; i < places->functions.n; i++)
        isl_pw_multi_aff_free(places->functions.v[i].value);
    places->functions.n = 0;
}

/* isl's name for a place. */

static __isl_give isl_mat *set_element(__isl_take isl_mat *mat, int i, int j, int64_t value)
{
    return isl_mat_set_element_val(mat, i, j, isl_val_int_from_si(isl_mat_get_ctx(mat), (long)value));
}

/* "rows" as a matrix with the columns "columns", of which there are "n". */
static __isl_give isl_mat *matrix_of(isl_ctx *ctx, const struct pv_rows *rows, const int *columns, int n)
{
    isl_mat *mat = isl_mat_alloc(ctx, (unsigned)rows->n, (unsigned)n);
    for (int i = 0; i < rows->n; i++)
        for (int j = 0; j < n; j++)
            mat = set_element(mat, i, j, columns[j] < 0 ? 0 : pv_row(rows, i)[columns[j]]);
    return mat;
}

/* The columns of the constant, of the parameters and of the loops around "event". Return their number. */
static int outer_columns(const struct pv_plain *plain, const struct pv_plain_event *event, int *columns)
{
    int n = 0;
    for (int i = 0; i <= plain->n_param; i++)
        columns[n++] = i;
    for (int i = 0; i < event->n_loops; i++)
        columns[n++] = pv_plain_iterator(plain, event->depths[i]);
    return n;
}

static __isl_give isl_set *sure_set(const struct pv_plain_place *place)
{
    const struct pv_plain *plain = place->run->plain;
    isl_ctx *ctx = place->run->gen->ctx;
    int columns[plain->width + 1], n = outer_columns(plain, place->event, columns);
    isl_space *space = isl_space_set_from_params(isl_space_copy(place->run->params));
    space = isl_space_add_dims(space, isl_dim_set, (unsigned)place->event->n_loops);
    isl_mat *inequalities = matrix_of(ctx, &place->event->sure, columns, n);
    isl_basic_set *bset = isl_basic_set_from_constraint_matrices(
        space, isl_mat_alloc(ctx, 0, (unsigned)n), inequalities, isl_dim_cst, isl_dim_param, isl_dim_set, isl_dim_div);
    return isl_set_from_basic_set(bset);
}

/* { [c] -> S[i, l] }: the instances of "active", and its locals l. */
static __isl_give isl_basic_map *with_locals(const struct pv_plain_place *place, const struct pv_active *active,
                                             __isl_take isl_space *space, int n_dim)
{
    const struct pv_plain *plain = place->run->plain;
    isl_ctx *ctx = place->run->gen->ctx;
    int columns[2 * plain->width + 1], n = outer_columns(plain, place->event, columns), first = n;
    for (int i = 0; i < n_dim; i++)
        columns[n++] = -1;
    for (int i = 0; i < plain->n_local; i++)
        columns[n++] = pv_plain_local(plain, i);
    isl_mat *inequalities = matrix_of(ctx, &active->rows, columns, n);
    struct pv_rows values = {.width = plain->width, .n = n_dim, .v = active->values};
    isl_mat *equalities = matrix_of(ctx, &values, columns, n);
    for (int i = 0; i < n_dim; i++)
        equalities = set_element(equalities, i, first + i, -active->divisors[i]);
    return isl_basic_map_from_constraint_matrices(space, equalities, inequalities, isl_dim_cst, isl_dim_param,
                                                  isl_dim_in, isl_dim_out, isl_dim_div);
}

/* { [c] -> S[i] } */
static __isl_give isl_map *executed_map(const struct pv_plain_place *place, const struct pv_active *active)
{
    const struct pv_plain *plain = place->run->plain;
    isl_map *statement = isl_map_list_get_at(place->run->maps, active->statement);
    isl_id *id = isl_map_has_tuple_id(statement, isl_dim_out) == isl_bool_true
                     ? isl_map_get_tuple_id(statement, isl_dim_out)
                     : NULL;
    isl_map_free(statement);
    int n_dim = plain->statements[active->statement].n_dim;
    isl_space *space = isl_space_add_dims(isl_space_copy(place->run->params), isl_dim_in,
                                          (unsigned)place->event->n_loops);
    space = isl_space_add_dims(space, isl_dim_out, (unsigned)(n_dim + plain->n_local));
    isl_map *map = isl_map_from_basic_map(with_locals(place, active, space, n_dim));
    map = isl_map_project_out(map, isl_dim_out, (unsigned)n_dim, (unsigned)plain->n_local);
    return id ? isl_map_set_tuple_id(map, isl_dim_out, id) : map;
}

void pv_plain_place_make(struct pv_plain_place *place)
{
    if (place->is_made)
        return;
    place->is_made = true;
    place->sure = isl_set_intersect_params(sure_set(place), isl_set_copy(place->run->context));
    place->stock = (struct pv_stock){.gen = place->run->gen, .n = place->event->n_loops};
    place->stock.depths = pv_new_array(place->run->gen->arena, int, place->stock.n + 1);
    for (int i = 0; i < place->stock.n; i++)
        place->stock.depths[i] = place->event->depths[i];
    place->stock.sure = isl_set_copy(place->sure);
    place->stock.known = isl_set_copy(place->sure);
    place->executed = isl_union_map_empty(isl_space_copy(place->run->params));
    for (int i = 0; i < place->event->all.n; i++)
        place->executed = isl_union_map_union(place->executed,
                                              isl_union_map_from_map(executed_map(place, &place->event->all.v[i])));
}

void pv_plain_place_clear(struct pv_plain_place *place)
{
    isl_pw_multi_aff_free(place->instance);
    if (!place->is_made)
        return;
    isl_set_free(place->sure);
    isl_set_free(place->stock.sure);
    isl_set_free(place->stock.known);
    isl_union_map_free(place->executed);
}

const char *pv_plain_place_name(const struct pv_plain_place *place)
{
    return place->run->plain->statements[place->event->all.v[0].statement].name;
}

/* Functions. */

/* An evaluation at a place. The values of the dimensions of the domain are those of the locals of "args". */
struct evaluation {
    const struct pv_plain_place *place;
    const struct pv_active *args;
    bool ok;
};

static int64_t number(struct evaluation *eval, __isl_take isl_val *val)
{
    enum { largest = 1 << 30 };
    double value = isl_val_get_d(val);
    eval->ok = eval->ok && isl_val_is_int(val) == isl_bool_true && fabs(value) < largest;
    isl_val_free(val);
    return eval->ok ? (int64_t)value : 0;
}

static int64_t floor_of(int64_t a, int64_t b)
{
    return a / b - (a % b < 0);
}

/* Replace "row" by "row" / "m", rounded down, where that is a row. */
static void divide(struct evaluation *eval, int64_t *row, int64_t m)
{
    int width = eval->place->run->plain->width;
    int64_t rest[width];
    bool has_rest = false;
    for (int i = 0; i < width; i++) {
        int64_t quotient = floor_of(row[i], m);
        rest[i] = row[i] - quotient * m;
        row[i] = quotient;
        has_rest = has_rest || (i > 0 && rest[i]);
    }
    if (!has_rest || !eval->ok)
        return;
    int64_t least, most, negated[width];
    for (int i = 0; i < width; i++)
        negated[i] = -rest[i];
    eval->ok = pv_rows_least(&eval->place->event->sure, rest, width - 1, &least) &&
               pv_rows_least(&eval->place->event->sure, negated, width - 1, &most) &&
               floor_of(least, m) == floor_of(-most, m);
    row[0] += eval->ok ? floor_of(least, m) : 0;
}

/* Set "row" to the value of "aff", rounded down. */
static void evaluate(struct evaluation *eval, __isl_take isl_aff *aff, int64_t *row)
{
    const struct pv_plain *plain = eval->place->run->plain;
    int width = plain->width;
    isl_val *denominator = isl_aff_get_denominator_val(aff);
    aff = isl_aff_scale_val(aff, isl_val_copy(denominator));
    int64_t m = number(eval, denominator);
    memset(row, 0, sizeof(*row) * (size_t)width);
    row[0] = number(eval, isl_aff_get_constant_val(aff));
    for (int i = 0; i < (int)isl_aff_dim(aff, isl_dim_param); i++) {
        if (isl_aff_coefficient_sgn(aff, isl_dim_param, i) == 0)
            continue;
        const char *name = isl_aff_get_dim_name(aff, isl_dim_param, (unsigned)i);
        int k = 0;
        while (k < plain->n_param && strcmp(name ? name : "", plain->params[k]) != 0)
            k++;
        eval->ok = eval->ok && k < plain->n_param;
        if (eval->ok)
            row[1 + k] += number(eval, isl_aff_get_coefficient_val(aff, isl_dim_param, i));
    }
    for (int i = 0; i < (int)isl_aff_dim(aff, isl_dim_in); i++)
        if (isl_aff_coefficient_sgn(aff, isl_dim_in, i) != 0)
            eval->ok = pv_active_add(eval->args, i, number(eval, isl_aff_get_coefficient_val(aff, isl_dim_in, i)), row,
                                     width) &&
                       eval->ok;
    for (int i = 0; i < (int)isl_aff_dim(aff, isl_dim_div) && eval->ok; i++) {
        if (isl_aff_coefficient_sgn(aff, isl_dim_div, i) == 0)
            continue;
        int64_t quotient[width];
        evaluate(eval, isl_aff_get_div(aff, i), quotient);
        eval->ok = eval->ok &&
                   pv_row_add(row, number(eval, isl_aff_get_coefficient_val(aff, isl_dim_div, i)), quotient, width);
    }
    isl_aff_free(aff);
    if (m > 1 && eval->ok)
        divide(eval, row, m);
}

struct only {
    int n;
    isl_aff *aff;
};

static isl_stat take_piece(__isl_take isl_set *set, __isl_take isl_aff *aff, void *user)
{
    struct only *only = user;
    isl_set_free(set);
    isl_aff_free(only->aff);
    only->aff = aff;
    only->n++;
    return isl_stat_ok;
}

bool pv_plain_place_value(const struct pv_plain_place *place, __isl_keep isl_pw_aff *value, int64_t *row)
{
    struct only only = {0, NULL};
    struct evaluation eval = {place, &place->event->all.v[0], isl_pw_aff_n_piece(value) == 1};
    if (eval.ok)
        isl_pw_aff_foreach_piece(value, take_piece, &only);
    if (only.aff)
        evaluate(&eval, only.aff, row);
    return eval.ok && only.n == 1;
}

/* The function for "statement" that "all" has; NULL where it has none. */
static __isl_give isl_pw_multi_aff *read_function(const struct pv_plain_places *run, __isl_keep isl_union_map *all,
                                                  int statement)
{
    isl_map *map = isl_map_list_get_at(run->maps, statement);
    isl_set *own = isl_set_universe(isl_space_range(isl_map_get_space(map)));
    isl_map_free(map);
    isl_union_map *part = isl_union_map_intersect_domain(isl_union_map_copy(all), isl_union_set_from_set(own));
    if (isl_union_map_n_map(part) != 1) {
        isl_union_map_free(part);
        return NULL;
    }
    return isl_pw_multi_aff_from_map(isl_map_from_union_map(part));
}

static isl_pw_multi_aff *find_function(const struct pv_plain_place *place, __isl_keep isl_union_map *all)
{
    struct pv_plain_places *run = place->run;
    int statement = place->event->all.v[0].statement;
    for (int i = 0; i < run->functions.n; i++)
        if (run->functions.v[i].all == all && run->functions.v[i].statement == statement)
            return run->functions.v[i].value;
    struct pv_plain_function function = {all, statement, read_function(run, all, statement)};
    pv_push(run->gen->arena, &run->functions, function);
    return function.value;
}

bool pv_plain_place_prefix(const struct pv_plain_place *place, __isl_keep isl_union_map *prefix, int pos, int64_t *row)
{
    isl_pw_multi_aff *all = find_function(place, prefix);
    if (!all || pos >= (int)isl_pw_multi_aff_dim(all, isl_dim_out))
        return false;
    isl_pw_aff *value = isl_pw_multi_aff_get_pw_aff(all, pos);
    bool ok = pv_plain_place_value(place, value, row);
    isl_pw_aff_free(value);
    return ok;
}

bool pv_plain_place_value_by(const struct pv_plain_place *place, __isl_keep isl_union_map *prefix,
                             __isl_keep isl_aff *value, int64_t *row)
{
    int n = (int)isl_aff_dim(value, isl_dim_in), width = place->run->plain->width;
    int64_t values[n * width + 1], divisors[n + 1];
    memset(values, 0, sizeof(values));
    for (int i = 0; i < n; i++) {
        divisors[i] = 1;
        if (isl_aff_involves_dims(value, isl_dim_in, (unsigned)i, 1) == isl_bool_true &&
            !pv_plain_place_prefix(place, prefix, i, values + (long)i * width))
            return false;
    }
    struct pv_active args = {.values = values, .divisors = divisors};
    struct evaluation eval = {place, &args, true};
    evaluate(&eval, isl_aff_copy(value), row);
    return eval.ok;
}
