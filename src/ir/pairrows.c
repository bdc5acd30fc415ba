/* Reads pairs of instances, and their times, into rows of machine words. */
#include "ir/pairrows.h"

#include <isl/id.h>
#include <isl/mat.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/val.h>

/* A number that is not too large. */
static bool read_val(__isl_take isl_val *val, int64_t *number)
{
    long value = isl_val_get_num_si(val);
    isl_bool is_same = isl_val_eq_si(val, value);
    isl_val_free(val);
    *number = value;
    return is_same == isl_bool_true && value < PV_PAIR_LARGEST && value > -PV_PAIR_LARGEST;
}

/* The place of parameter "pos" of "space" in "params", which has the same parameters, perhaps in another order; -1 where it is not
 * there. */
static int find_param(__isl_keep isl_space *params, __isl_keep isl_space *space, int pos)
{
    isl_id *id = isl_space_get_dim_id(space, isl_dim_param, (unsigned)pos);
    int found = isl_space_find_dim_by_id(params, isl_dim_param, id);
    isl_id_free(id);
    return found;
}

/* The numerators of "aff" over its denominator without its integer divisions, into a row: constant, parameters, dimensions. */
static int64_t *read_linear(struct pv_arena *arena, __isl_keep isl_space *params, __isl_keep isl_aff *aff,
                            int64_t *denominator)
{
    int n_params = (int)isl_space_dim(params, isl_dim_param), n = (int)isl_aff_dim(aff, isl_dim_in);
    int n_own = (int)isl_aff_dim(aff, isl_dim_param);
    int64_t *row = pv_new_array(arena, int64_t, n_params + n + 1);
    bool ok = n >= 0 && n_own >= 0 && read_val(isl_aff_get_denominator_val(aff), denominator);
    isl_val *scale = isl_aff_get_denominator_val(aff);
    isl_space *space = isl_aff_get_domain_space(aff);
    ok = ok && read_val(isl_val_mul(isl_aff_get_constant_val(aff), isl_val_copy(scale)), &row[0]);
    for (int i = 0; i < n_own && ok; i++) {
        int64_t coefficient;
        isl_val *val = isl_aff_get_coefficient_val(aff, isl_dim_param, i);
        ok = read_val(isl_val_mul(val, isl_val_copy(scale)), &coefficient);
        int at = ok && coefficient ? find_param(params, space, i) : 0;
        ok = ok && at >= 0;
        if (ok && coefficient)
            row[1 + at] = coefficient;
    }
    for (int i = 0; i < n && ok; i++) {
        isl_val *val = isl_aff_get_coefficient_val(aff, isl_dim_in, i);
        ok = read_val(isl_val_mul(val, isl_val_copy(scale)), &row[1 + n_params + i]);
    }
    isl_val_free(scale);
    isl_space_free(space);
    return ok ? row : NULL;
}

static bool has_no_divs(__isl_keep isl_aff *aff)
{
    bool has_none = true;
    for (int i = 0; i < (int)isl_aff_dim(aff, isl_dim_div) && has_none; i++) {
        isl_val *val = isl_aff_get_coefficient_val(aff, isl_dim_div, i);
        has_none = isl_val_is_zero(val) == isl_bool_true;
        isl_val_free(val);
    }
    return has_none;
}

/* Add integer division "pos" of "aff" to "*time", if it counts there. */
static bool read_floor(struct pv_arena *arena, __isl_keep isl_space *params, __isl_keep isl_aff *aff, int pos,
                       struct pv_time *time)
{
    struct pv_time_floor *div = &time->floors[time->n_floors];
    if (!read_val(isl_aff_get_coefficient_val(aff, isl_dim_div, pos), &div->factor))
        return false;
    if (!div->factor)
        return true;
    isl_aff *inner = isl_aff_get_div(aff, pos);
    div->row = inner && has_no_divs(inner) ? read_linear(arena, params, inner, &div->divisor) : NULL;
    isl_aff_free(inner);
    time->n_floors++;
    return div->row;
}

static bool read_time(struct pv_arena *arena, __isl_keep isl_space *params, __isl_keep isl_aff *aff,
                      struct pv_time *time)
{
    int64_t denominator;
    int n_divs = (int)isl_aff_dim(aff, isl_dim_div);
    if (isl_aff_is_nan(aff) != isl_bool_false || n_divs < 0)
        return false;
    time->row = read_linear(arena, params, aff, &denominator);
    time->floors = n_divs ? pv_new_array(arena, struct pv_time_floor, n_divs) : NULL;
    bool ok = time->row && denominator == 1;
    for (int i = 0; i < n_divs && ok; i++)
        ok = read_floor(arena, params, aff, i, time);
    return ok;
}

static isl_stat take_function(__isl_take isl_set *set, __isl_take isl_aff *aff, void *user)
{
    isl_aff **function = user;
    isl_set_free(set);
    isl_aff_free(*function);
    *function = aff;
    return aff ? isl_stat_ok : isl_stat_error;
}

void pv_time_read(struct pv_arena *arena, __isl_keep isl_space *params, __isl_keep isl_pw_aff *function,
                  struct pv_time *time)
{
    isl_aff *aff = NULL;
    *time = (struct pv_time){0};
    if (isl_pw_aff_n_piece(function) == 1 && isl_pw_aff_foreach_piece(function, take_function, &aff) >= 0)
        time->is_known = read_time(arena, params, aff, time);
    time->is_everywhere = time->is_known && isl_pw_aff_isa_aff(function) == isl_bool_true;
    isl_aff_free(aff);
}

void pv_time_set(struct pv_arena *arena, __isl_keep isl_space *params, int n_dims, int value, struct pv_time *time)
{
    *time = (struct pv_time){.is_known = true, .is_everywhere = true};
    time->row = pv_new_array(arena, int64_t, 1 + isl_space_dim(params, isl_dim_param) + n_dims);
    time->row[0] = value;
}

/* Append the rows of "mat", with columns "columns", to "list". */
static bool read_rows(struct pv_arena *arena, __isl_take isl_mat *mat, const int *columns, struct pv_pair_rows *rows,
                      bool are_equalities)
{
    bool ok = mat;
    for (int i = 0; i < (mat ? (int)isl_mat_rows(mat) : 0) && ok; i++) {
        int64_t *row = pv_new_array(arena, int64_t, rows->n_columns);
        for (int j = 0; j < (int)isl_mat_cols(mat) && ok; j++) {
            int64_t number;
            ok = read_val(isl_mat_get_element_val(mat, i, j), &number) && (columns[j] >= 0 || !number);
            if (ok && number)
                row[columns[j]] = number;
        }
        if (are_equalities)
            pv_push(arena, &rows->equalities, row);
        else
            pv_push(arena, &rows->inequalities, row);
    }
    isl_mat_free(mat);
    return ok;
}

/* The columns of the rows for those of the matrices of "map", whose parameters may be in another order. */
static void find_columns(__isl_keep isl_space *params, __isl_keep isl_basic_map *map, const struct pv_pair_rows *rows,
                         int *columns)
{
    isl_space *space = isl_basic_map_get_space(map);
    int n_own = (int)isl_space_dim(space, isl_dim_param), at = 0;
    columns[at++] = 0;
    for (int i = 0; i < n_own; i++) {
        int found = find_param(params, space, i);
        columns[at++] = found < 0 ? -1 : 1 + found;
    }
    for (int i = 1 + rows->n_params; i < rows->n_columns; i++)
        columns[at++] = i;
    isl_space_free(space);
}

struct pv_pair_rows *pv_pair_rows_read(struct pv_arena *arena, __isl_keep isl_space *params,
                                       __isl_take isl_basic_map *map)
{
    struct pv_pair_rows *rows = pv_new(arena, struct pv_pair_rows);
    int columns[2 * PV_PAIR_MOST_COLUMNS] = {0};
    rows->n_params = (int)isl_space_dim(params, isl_dim_param);
    rows->n_in = (int)isl_basic_map_dim(map, isl_dim_in);
    rows->n_out = (int)isl_basic_map_dim(map, isl_dim_out);
    rows->n_columns = 1 + rows->n_params + rows->n_in + rows->n_out + (int)isl_basic_map_dim(map, isl_dim_div);
    bool ok = map && rows->n_columns <= PV_PAIR_MOST_COLUMNS &&
              isl_basic_map_dim(map, isl_dim_param) <= PV_PAIR_MOST_COLUMNS;
    if (ok) {
        find_columns(params, map, rows, columns);
        isl_mat *eq = isl_basic_map_equalities_matrix(map, isl_dim_cst, isl_dim_param, isl_dim_in, isl_dim_out,
                                                      isl_dim_div);
        isl_mat *ineq = isl_basic_map_inequalities_matrix(map, isl_dim_cst, isl_dim_param, isl_dim_in, isl_dim_out,
                                                          isl_dim_div);
        ok = read_rows(arena, eq, columns, rows, true);
        ok = read_rows(arena, ineq, columns, rows, false) && ok && rows->equalities.n <= PV_PAIR_MOST_EQUALITIES;
    }
    rows->map = map;
    if (!ok) {
        pv_pair_rows_free(rows);
        return NULL;
    }
    return rows;
}

void pv_pair_rows_free(struct pv_pair_rows *rows)
{
    rows->map = isl_basic_map_free(rows->map);
}
