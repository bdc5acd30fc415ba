/* Decides about the order of pairs of instances from rows of machine words: by elimination, and by single constraints or the sums
 * of two. It gives up where that is not enough, and where a number overflows. */
#include "ir/pairorder.h"

#include <string.h>

/* More rounded quotients are left to isl. */
enum { MOST_FLOORS = 24, WIDTH = PV_PAIR_MOST_COLUMNS + MOST_FLOORS, MOST_EQUALITIES = 2 * PV_PAIR_MOST_EQUALITIES };

/* Rows. */

/* A row, and the positive number that it was multiplied by. */
struct row {
    int64_t v[WIDTH], scale;
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
           !__builtin_add_overflow(first, second, sum) && *sum<PV_PAIR_LARGEST && * sum> - PV_PAIR_LARGEST;
}

/* Which end of the pairs? */
enum end { END_X, END_Y };

/* What is known of the pairs. Behind the columns of "rows", rounded quotients have columns of their own. Equality i has the
 * coefficient of column pivots[i] that no later one has. */
struct system {
    const struct pv_pair_rows *rows;
    int n, n_floors, n_equalities;
    struct {
        const struct pv_time_floor *floor;
        enum end end;
    } floors[MOST_FLOORS];
    int pivots[MOST_EQUALITIES];
    int64_t equalities[MOST_EQUALITIES][WIDTH];
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
static void add_equality(struct system *system, struct row row)
{
    reduce(system, &row);
    int64_t common = content(row.v, system->n);
    system->fails |= system->n_equalities == MOST_EQUALITIES;
    if (system->fails)
        return;
    if (!common || row.v[0] % common) {
        system->has_none |= row.v[0] != 0;
        return;
    }
    int64_t *equality = system->equalities[system->n_equalities];
    for (int i = 0; i < WIDTH; i++)
        equality[i] = row.v[i] / common;
    system->pivots[system->n_equalities++] = choose_pivot(equality, system->n);
}

/* The row of a constraint of the pairs. */
static struct row row_of(const struct system *system, const int64_t *values)
{
    struct row row = {.scale = 1};
    memcpy(row.v, values, sizeof(*values) * (size_t)system->rows->n_columns);
    return row;
}

static void begin(struct system *system, const struct pv_pair_rows *rows)
{
    system->rows = rows;
    system->n = rows->n_columns;
    system->n_equalities = system->n_floors = 0;
    system->has_none = system->is_part = system->fails = false;
    for (int i = 0; i < rows->equalities.n; i++)
        add_equality(system, row_of(system, rows->equalities.v[i]));
}

/* Bounds. */

/* A constraint of the pairs, "v" >= 0 with the constant v[0], reduced and divided by what its coefficients have in common. */
static bool get_constraint(struct system *system, int i, struct row *row)
{
    *row = row_of(system, system->rows->inequalities.v[i]);
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
    struct row row; /* reduced */
    bool has_least, has_most;
    int64_t least, most;
};

/* The column of "floor" at "end", perhaps a new one; 0 where there are too many. */
static int column_of(struct system *system, const struct pv_time_floor *floor, enum end end)
{
    int n_dims = end == END_X ? system->rows->n_in : system->rows->n_out;
    size_t size = sizeof(*floor->row) * (size_t)(1 + system->rows->n_params + n_dims);
    for (int i = 0; i < system->n_floors; i++) {
        const struct pv_time_floor *other = system->floors[i].floor;
        if (system->floors[i].end == end && other->divisor == floor->divisor && !memcmp(other->row, floor->row, size))
            return system->rows->n_columns + i;
    }
    if (system->n_floors == MOST_FLOORS)
        return 0;
    system->floors[system->n_floors].floor = floor;
    system->floors[system->n_floors++].end = end;
    return system->n++;
}

/* Add "factor" times the quotients of "time" to "row". */
static void add_quotients(struct system *system, const struct pv_time *time, enum end end, int64_t factor,
                          struct row *row)
{
    for (int i = 0; i < time->n_floors; i++) {
        int column = column_of(system, &time->floors[i], end);
        system->fails |= !column || !combine(factor, time->floors[i].factor, 1, row->v[column], &row->v[column]);
    }
}

/* "y" of the end y less "x" of the end x. */
static struct row difference(const struct system *system, const int64_t *x, const int64_t *y)
{
    int first = 1 + system->rows->n_params, n_in = system->rows->n_in;
    struct row row = {.scale = 1};
    for (int i = 0; i < first; i++)
        row.v[i] = y[i] - x[i];
    for (int i = 0; i < n_in; i++)
        row.v[first + i] = -x[first + i];
    for (int i = 0; i < system->rows->n_out; i++)
        row.v[first + n_in + i] = y[first + i];
    return row;
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
    struct lead inner = {.row = difference(system, x->row, y->row)};
    reduce(system, &inner.row);
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

static bool has_quotients(const struct system *system, const struct row *row)
{
    for (int i = system->rows->n_columns; i < system->n; i++)
        if (row->v[i])
            return true;
    return false;
}

/* Find the bounds of a lead with quotients, one pair of these after the other. */
static bool bound_quotients(struct system *system, const struct pv_time *x, const struct pv_time *y, struct lead *lead)
{
    if (x->n_floors != y->n_floors)
        return false;
    for (int i = 0; i < x->n_floors; i++)
        if (x->floors[i].factor != y->floors[i].factor || x->floors[i].divisor != y->floors[i].divisor)
            return false;
    struct lead linear = {.row = difference(system, x->row, y->row)};
    reduce(system, &linear.row);
    bound_row(system, &linear);
    linear.row = lead->row;
    *lead = linear;
    for (int i = 0; i < x->n_floors; i++)
        add_floor(system, &x->floors[i], &y->floors[i], lead);
    return true;
}

/* How much later is "y" than "x"? False where that cannot be told. */
static bool get_lead(struct system *system, const struct pv_time *x, const struct pv_time *y, struct lead *lead)
{
    if (!x->is_known || !y->is_known)
        return false;
    system->is_part |= !x->is_everywhere || !y->is_everywhere;
    *lead = (struct lead){.row = difference(system, x->row, y->row)};
    add_quotients(system, x, END_X, -1, &lead->row);
    add_quotients(system, y, END_Y, 1, &lead->row);
    reduce(system, &lead->row);
    if (!has_quotients(system, &lead->row))
        bound_row(system, lead);
    else if (!bound_quotients(system, x, y, lead))
        return false;
    return !system->fails;
}

static bool is_zero(const struct lead *lead)
{
    return lead->has_least && lead->has_most && !lead->least && !lead->most;
}

/* Look only at pairs without a lead from here on. */
static void keep_zero(struct system *system, const struct lead *lead)
{
    system->is_part |= !is_zero(lead);
    add_equality(system, lead->row);
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
