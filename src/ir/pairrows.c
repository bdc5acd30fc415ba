/* Decides about the order of pairs of instances from rows of machine words: by elimination, and by single constraints or the sums
 * of two. It gives up where that is not enough, and where a number overflows. */
#include "ir/pairrows.h"

#include <isl/id.h>
#include <isl/mat.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/val.h>
#include <string.h>

/* More columns or equalities are left to isl. */
enum { MOST_COLUMNS = 40, MOST_EQUALITIES = 24 };
/* So are larger numbers. */
static const int64_t largest = INT64_C(1) << 40;

/* Reading. */

static bool read_val(__isl_take isl_val *val, int64_t *number)
{
    long value = isl_val_get_num_si(val);
    isl_bool is_same = isl_val_eq_si(val, value);
    isl_val_free(val);
    *number = value;
    return is_same == isl_bool_true && value < largest && value > -largest;
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
    int columns[2 * MOST_COLUMNS];
    rows->n_params = (int)isl_space_dim(params, isl_dim_param);
    rows->n_in = (int)isl_basic_map_dim(map, isl_dim_in);
    rows->n_out = (int)isl_basic_map_dim(map, isl_dim_out);
    rows->n_columns = 1 + rows->n_params + rows->n_in + rows->n_out + (int)isl_basic_map_dim(map, isl_dim_div);
    bool ok = map && rows->n_columns <= MOST_COLUMNS && isl_basic_map_dim(map, isl_dim_param) <= MOST_COLUMNS;
    if (ok) {
        find_columns(params, map, rows, columns);
        isl_mat *eq = isl_basic_map_equalities_matrix(map, isl_dim_cst, isl_dim_param, isl_dim_in, isl_dim_out,
                                                      isl_dim_div);
        isl_mat *ineq = isl_basic_map_inequalities_matrix(map, isl_dim_cst, isl_dim_param, isl_dim_in, isl_dim_out,
                                                          isl_dim_div);
        ok = read_rows(arena, eq, columns, rows, true);
        ok = read_rows(arena, ineq, columns, rows, false) && ok && rows->equalities.n <= MOST_EQUALITIES;
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

/* Rows. */

/* A row, and the positive number that it was multiplied by. */
struct row {
    int64_t v[MOST_COLUMNS], scale;
};

static int64_t gcd(int64_t a, int64_t b)
{
    a = a < 0 ? -a : a;
    b = b < 0 ? -b : b;
    while (b) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* The greatest common divisor of the coefficients of "row", without its constant. */
static int64_t content(const int64_t *row, int n)
{
    int64_t common = 0;
    for (int i = 1; i < n && common != 1; i++)
        if (row[i])
            common = gcd(common, row[i]);
    return common;
}

static int64_t floor_div(int64_t a, int64_t b)
{
    return a / b - (a % b < 0);
}

/* Is the sum "a" * "x" + "b" * "y" within bounds? Then it is "*sum". */
static bool combine(int64_t a, int64_t x, int64_t b, int64_t y, int64_t *sum)
{
    int64_t first, second;
    return !__builtin_mul_overflow(a, x, &first) && !__builtin_mul_overflow(b, y, &second) &&
           !__builtin_add_overflow(first, second, sum) && *sum<largest && * sum> - largest;
}

/* What is known of the pairs. Equality i has the coefficient of column pivots[i] that no later one has. */
struct system {
    const struct pv_pair_rows *rows;
    int n, n_equalities;
    int pivots[2 * MOST_EQUALITIES];
    int64_t equalities[2 * MOST_EQUALITIES][MOST_COLUMNS];
    bool has_none; /* the equalities have no integer solution */
    bool is_part;  /* only a part of the pairs fulfils the equalities, perhaps none */
    bool fails;    /* a number overflowed */
};

/* Eliminate the pivots from "row". */
static void reduce(struct system *system, struct row *row)
{
    for (int e = 0; e < system->n_equalities && !system->fails; e++) {
        const int64_t *equality = system->equalities[e];
        int64_t own = row->v[system->pivots[e]], pivot = equality[system->pivots[e]];
        if (!own)
            continue;
        int64_t common = gcd(own, pivot), times = (pivot < 0 ? -pivot : pivot) / common;
        int64_t factor = pivot < 0 ? own / common : -own / common;
        for (int i = 0; i < system->n; i++)
            system->fails |= !combine(times, row->v[i], factor, equality[i], &row->v[i]);
        system->fails |= !combine(times, row->scale, 0, 0, &row->scale);
    }
}

/* The column to eliminate by "row": with the smallest coefficient, and late, so that integers that exist go first. */
static int choose_pivot(const int64_t *row, int n)
{
    int best = 0;
    int64_t least = INT64_MAX;
    for (int i = n - 1; i > 0; i--) {
        int64_t size = row[i] < 0 ? -row[i] : row[i];
        if (size && size < least) {
            best = i;
            least = size;
        }
    }
    return best;
}

/* Add "row" = 0. */
static void add_equality(struct system *system, const int64_t *values)
{
    struct row row = {.scale = 1};
    memcpy(row.v, values, sizeof(*values) * (size_t)system->n);
    reduce(system, &row);
    int64_t common = content(row.v, system->n);
    system->fails |= system->n_equalities == 2 * MOST_EQUALITIES;
    if (system->fails)
        return;
    if (!common || row.v[0] % common) {
        system->has_none |= row.v[0] != 0;
        return;
    }
    int64_t *equality = system->equalities[system->n_equalities];
    for (int i = 0; i < system->n; i++)
        equality[i] = row.v[i] / common;
    system->pivots[system->n_equalities++] = choose_pivot(equality, system->n);
}

static void begin(struct system *system, const struct pv_pair_rows *rows)
{
    system->rows = rows;
    system->n = rows->n_columns;
    system->n_equalities = 0;
    system->has_none = system->is_part = system->fails = false;
    for (int i = 0; i < rows->equalities.n; i++)
        add_equality(system, rows->equalities.v[i]);
}

/* Bounds. */

/* A constraint of the pairs, "v" >= 0 with the constant v[0], reduced and divided by what its coefficients have in common. */
static bool get_constraint(struct system *system, int i, struct row *row)
{
    *row = (struct row){.scale = 1};
    memcpy(row->v, system->rows->inequalities.v[i], sizeof(*row->v) * (size_t)system->n);
    reduce(system, row);
    int64_t common = system->fails ? 0 : content(row->v, system->n);
    if (!common) /* says nothing about the pairs that there are */
        return false;
    row->v[0] = floor_div(row->v[0], common);
    for (int j = 1; j < system->n; j++)
        row->v[j] /= common;
    return true;
}

/* Is "a" the sum of "b" and "c" (may be NULL), but for constants? */
static bool is_sum(const struct row *a, const struct row *b, const struct row *c, int n)
{
    for (int i = 1; i < n; i++)
        if (a->v[i] != b->v[i] + (c ? c->v[i] : 0))
            return false;
    return true;
}

/* A lower bound of "row" that follows from one constraint or two: true if there is one, then in "*bound". */
static bool find_least(struct system *system, const struct row *row, int64_t *bound)
{
    enum { MOST = 48 };
    struct row constraints[MOST], wanted = *row;
    int n = 0;
    int64_t common = content(row->v, system->n), rest = 0;
    bool is_found = false;
    for (int i = 0; i < system->rows->inequalities.n && n < MOST; i++)
        n += get_constraint(system, i, &constraints[n]);
    if (system->fails || !common)
        return false;
    for (int j = 1; j < system->n; j++)
        wanted.v[j] /= common;
    for (int i = 0; i < n; i++)
        for (int k = i; k < n; k++) {
            const struct row *other = k == i ? NULL : &constraints[k];
            if (!is_sum(&wanted, &constraints[i], other, system->n))
                continue;
            int64_t least = -constraints[i].v[0] - (other ? other->v[0] : 0);
            rest = !is_found || least > rest ? least : rest;
            is_found = true;
        }
    /* row = common * wanted + constant, over its scale */
    int64_t total;
    if (!is_found || !combine(common, rest, 1, row->v[0], &total))
        return false;
    *bound = -floor_div(-total, row->scale);
    return true;
}

/* Leads: how much later y is than x. */

struct lead {
    bool is_linear;
    struct row row; /* of the part without quotients, reduced */
    bool has_least, has_most;
    int64_t least, most;
};

/* "y" of the end y less "x" of the end x, reduced. */
static void subtract(struct system *system, const int64_t *x, const int64_t *y, struct row *row)
{
    int first = 1 + system->rows->n_params, n_in = system->rows->n_in;
    *row = (struct row){.scale = 1};
    for (int i = 0; i < first; i++)
        row->v[i] = y[i] - x[i];
    for (int i = 0; i < n_in; i++)
        row->v[first + i] = -x[first + i];
    for (int i = 0; i < system->rows->n_out; i++)
        row->v[first + n_in + i] = y[first + i];
    reduce(system, row);
}

/* Find the bounds of "lead->row". */
static void bound_row(struct system *system, struct lead *lead)
{
    if (!content(lead->row.v, system->n)) {
        lead->has_least = lead->has_most = true;
        lead->least = -floor_div(-lead->row.v[0], lead->row.scale);
        lead->most = floor_div(lead->row.v[0], lead->row.scale);
        return;
    }
    struct row negative = lead->row;
    for (int i = 0; i < system->n; i++)
        negative.v[i] = -lead->row.v[i];
    lead->has_least = find_least(system, &lead->row, &lead->least);
    lead->has_most = find_least(system, &negative, &lead->most);
    lead->most = -lead->most;
}

/* Add to the bounds of "lead" those of factor * (floor(y / divisor) - floor(x / divisor)). */
static void add_floor(struct system *system, const struct pv_time_floor *x, const struct pv_time_floor *y,
                      struct lead *lead)
{
    struct lead inner = {0};
    subtract(system, x->row, y->row, &inner.row);
    bound_row(system, &inner);
    int64_t least = floor_div(inner.least, x->divisor), most = -floor_div(-inner.most, x->divisor);
    if (x->factor < 0) {
        int64_t greater = -least;
        bool has_most = inner.has_least;
        least = -most;
        most = greater;
        inner.has_least = inner.has_most;
        inner.has_most = has_most;
    }
    int64_t factor = x->factor < 0 ? -x->factor : x->factor;
    lead->has_least = lead->has_least && inner.has_least && combine(factor, least, 1, lead->least, &lead->least);
    lead->has_most = lead->has_most && inner.has_most && combine(factor, most, 1, lead->most, &lead->most);
}

/* How much later is "y" than "x"? False where that cannot be told. */
static bool get_lead(struct system *system, const struct pv_time *x, const struct pv_time *y, struct lead *lead)
{
    *lead = (struct lead){.is_linear = !x->n_floors};
    if (!x->is_known || !y->is_known || x->n_floors != y->n_floors)
        return false;
    for (int i = 0; i < x->n_floors; i++)
        if (x->floors[i].factor != y->floors[i].factor || x->floors[i].divisor != y->floors[i].divisor)
            return false;
    system->is_part |= !x->is_everywhere || !y->is_everywhere;
    subtract(system, x->row, y->row, &lead->row);
    bound_row(system, lead);
    for (int i = 0; i < x->n_floors; i++)
        add_floor(system, &x->floors[i], &y->floors[i], lead);
    return !system->fails;
}

static bool is_zero(const struct lead *lead)
{
    return lead->has_least && lead->has_most && !lead->least && !lead->most;
}

/* Look only at pairs without a lead from here on. */
static void keep_zero(struct system *system, const struct lead *lead)
{
    if (is_zero(lead))
        return;
    system->is_part = true;
    if (lead->is_linear)
        add_equality(system, lead->row.v);
}

/* Look only at the pairs that count from here on; false where there is none. */
static bool keep_around(struct system *system, const struct pv_pair_times *times)
{
    for (int i = 0; times->around_x && i < times->around_x->n && !system->has_none && !system->fails; i++) {
        struct lead lead;
        if (get_lead(system, &times->around_x->v[i], &times->around_y->v[i], &lead)) {
            if ((lead.has_least && lead.least > 0) || (lead.has_most && lead.most < 0))
                return false;
            keep_zero(system, &lead);
        } else {
            system->is_part = true;
        }
    }
    return !system->has_none;
}

static bool is_not_empty(struct pv_pair_rows *rows)
{
    if (rows->emptiness == PV_EMPTINESS_OPEN) {
        isl_bool is_empty = isl_basic_map_is_empty(rows->map);
        if (is_empty < 0)
            return false;
        rows->emptiness = is_empty ? PV_IS_EMPTY : PV_IS_NOT_EMPTY;
    }
    return rows->emptiness == PV_IS_NOT_EMPTY;
}

/* No pair that counts fulfils the condition. Is there one? */
static enum pv_pair_answer refuse(const struct system *system, struct pv_pair_rows *rows)
{
    return !system->is_part && is_not_empty(rows) ? PV_PAIRS_NO : PV_PAIRS_UNKNOWN;
}

enum pv_pair_answer pv_pair_rows_are_forward(struct pv_pair_rows *rows, const struct pv_pair_times *times)
{
    struct system system;
    begin(&system, rows);
    if (!keep_around(&system, times))
        return system.fails ? PV_PAIRS_UNKNOWN : PV_PAIRS_YES;
    for (int i = 0; i < times->x->n && i < times->y->n && !system.has_none; i++) {
        struct lead lead;
        if (!get_lead(&system, &times->x->v[i], &times->y->v[i], &lead))
            return PV_PAIRS_UNKNOWN;
        if (lead.has_most && lead.most < 0)
            return refuse(&system, rows);
        if (!lead.has_least || lead.least < 0)
            return PV_PAIRS_UNKNOWN;
        if (lead.least > 0)
            return PV_PAIRS_YES;
        keep_zero(&system, &lead);
    }
    if (system.fails || (!system.has_none && times->x->n != times->y->n))
        return PV_PAIRS_UNKNOWN;
    return system.has_none ? PV_PAIRS_YES : refuse(&system, rows);
}

enum pv_pair_answer pv_pair_rows_are_together(struct pv_pair_rows *rows, const struct pv_pair_times *times)
{
    struct system system;
    begin(&system, rows);
    if (!keep_around(&system, times))
        return system.fails ? PV_PAIRS_UNKNOWN : PV_PAIRS_YES;
    for (int i = 0; i < times->x->n && i < times->y->n; i++) {
        struct lead lead;
        if (!get_lead(&system, &times->x->v[i], &times->y->v[i], &lead))
            return PV_PAIRS_UNKNOWN;
        if ((lead.has_most && lead.most < 0) || (lead.has_least && lead.least > 0))
            return refuse(&system, rows);
        if (!is_zero(&lead))
            return PV_PAIRS_UNKNOWN;
    }
    return system.fails ? PV_PAIRS_UNKNOWN : PV_PAIRS_YES;
}
