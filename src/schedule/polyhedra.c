/* Turns isl's sets and relations into cones. */
#include "schedule/polyhedra.h"

#include <isl/mat.h>
#include <isl/val.h>

/* Larger numbers make generators that overflow; a dependence is rather made larger. */
#define LARGEST_COEFFICIENT (INT64_C(1) << 48)

static bool get_entry(__isl_keep isl_mat *mat, int row, int col, int64_t *entry)
{
    isl_val *val = isl_mat_get_element_val(mat, row, col);
    long value = isl_val_get_num_si(val);
    isl_bool is_same = isl_val_eq_si(val, value);
    isl_val_free(val);
    *entry = value;
    return is_same == isl_bool_true && value < LARGEST_COEFFICIENT && value > -LARGEST_COEFFICIENT;
}

/* Append the rows of "mat" to "rows", but those with numbers that are too large. */
static void add_rows(struct pv_arena *arena, struct pv_constraint_rows *rows, __isl_take isl_mat *mat, bool is_equality)
{
    int n_row = isl_mat_rows(mat);
    for (int i = 0; i < n_row; i++) {
        int64_t *row = pv_new_array(arena, int64_t, rows->n_col);
        bool fits = true;
        for (int j = 0; j < rows->n_col && fits; j++)
            fits = get_entry(mat, i, j, &row[j]);
        if (!fits)
            rows->is_approximate = true;
        else if (is_equality)
            pv_push(arena, &rows->equalities, row);
        else
            pv_push(arena, &rows->inequalities, row);
    }
    isl_mat_free(mat);
}

struct collection {
    struct pv_arena *arena;
    pv_pieces *pieces;
};

static isl_stat add_basic_map(__isl_take isl_basic_map *bmap, void *user)
{
    struct collection *collection = user;
    bmap = isl_basic_map_remove_divs(bmap);
    isl_size n_in = isl_basic_map_dim(bmap, isl_dim_in), n_out = isl_basic_map_dim(bmap, isl_dim_out),
             n_param = isl_basic_map_dim(bmap, isl_dim_param);
    if (n_in < 0 || n_out < 0 || n_param < 0) {
        isl_basic_map_free(bmap);
        return isl_stat_error;
    }
    struct pv_constraint_rows rows = {.n_col = n_in + n_out + n_param + 1};
    add_rows(collection->arena, &rows,
             isl_basic_map_equalities_matrix(bmap, isl_dim_in, isl_dim_out, isl_dim_param, isl_dim_cst, isl_dim_div),
             true);
    add_rows(collection->arena, &rows,
             isl_basic_map_inequalities_matrix(bmap, isl_dim_in, isl_dim_out, isl_dim_param, isl_dim_cst, isl_dim_div),
             false);
    pv_push(collection->arena, collection->pieces, rows);
    isl_basic_map_free(bmap);
    return isl_stat_ok;
}

bool pv_map_get_pieces(struct pv_arena *arena, __isl_keep isl_map *map, pv_pieces *pieces)
{
    struct collection collection = {arena, pieces};
    return isl_map_foreach_basic_map(map, &add_basic_map, &collection) == isl_stat_ok;
}

bool pv_set_get_pieces(struct pv_arena *arena, __isl_keep isl_set *set, pv_pieces *pieces)
{
    isl_map *map = isl_map_from_range(isl_set_copy(set));
    bool fits = map && pv_map_get_pieces(arena, map, pieces);
    isl_map_free(map);
    return fits;
}

struct pv_cone *pv_cone_from_rows(struct pv_arena *arena, const struct pv_constraint_rows *rows, bool *is_approximate)
{
    struct pv_arena *scratch = pv_arena_new();
    struct pv_cone *cone = pv_cone_new(scratch, rows->n_col);
    bool fits = !rows->is_approximate;
    for (int i = 0; i < rows->equalities.n; i++)
        fits &= pv_cone_add(scratch, cone, rows->equalities.v[i], PV_CONE_EQ);
    int64_t *homogeneous = pv_new_array(scratch, int64_t, rows->n_col);
    homogeneous[rows->n_col - 1] = 1;
    fits &= pv_cone_add(scratch, cone, homogeneous, PV_CONE_GE);
    for (int i = 0; i < rows->inequalities.n; i++)
        fits &= pv_cone_add(scratch, cone, rows->inequalities.v[i], PV_CONE_GE);
    *is_approximate |= !fits;
    cone = pv_cone_copy(arena, cone);
    pv_arena_free(scratch);
    return cone;
}
