/* Estimates the time of a mapped schedule tree: work, joins, and traffic between levels of memory. */
#include "map/estimate.h"

#include "map/locality.h"
#include "map/reuse.h"

#include <isl/ilp.h>
#include <isl/map.h>
#include <isl/val.h>
#include <math.h>
#include <stddef.h>

/* Threads of a small machine; a join as bench/fork finds it where other programs run; a first and a second cache of a core. */
const struct pv_machine pv_machine_host = {4, 15000, {{512, 1}, {8192, 8}}};
enum { N_LEVELS = sizeof(pv_machine_host.levels) / sizeof(*pv_machine_host.levels) };

/* Iterations that a loop of unknown length is taken to have. */
static const double usual_length = 1000;
static const double line_bytes = 64;
/* Iterations of a jammed loop that are side by side. */
static const double jam_factor = 4;

/* A statement below a node, with the loops around it that are not counted yet. */
struct item {
    const struct pv_reuse_stmt *stmt;
    double *extents; /* iterations of each schedule dimension */
    double *times;   /* the same, so that their product is the number of instances */
    int *points;     /* of a dimension of tiles: the dimension of their iterations; of others: itself; -1: not known */
    double *rows;    /* [dimension * iterators + iterator]: the function that it advances, or whose tiles it counts */
    int *sizes;      /* of the tiles that it counts; 0 where it counts none */
    double cycles;   /* of the loops counted so far */
    double divisor;  /* threads that share them */
};

/* A reference of a statement. */
struct ref {
    int item, access, array;
    double lines; /* that the loops counted so far touch */
    double *
        spans; /* by subscript: the elements from the first to the last one that they touch; NULL where that is not known */
};

/* An array below a node. */
struct data {
    const struct pv_array *array;
    double footprint, most;   /* lines touched, and lines that there are */
    double traffic[N_LEVELS]; /* lines brought in from the next level */
};

/* What one run of a part of the tree takes. */
struct part {
    PV_VEC(struct item) items;
    PV_VEC(struct ref) refs;
    PV_VEC(struct data) data;
    double joins;
};

struct estimation {
    const struct pv_conflicts *conflicts;
    const struct pv_machine *machine;
};

/* Lengths of loops. */

/* The values of iterator "pos" of "domain" that there are at most, or "usual_length". Negative where isl failed. */
static double length_of(__isl_keep isl_set *domain, int pos)
{
    isl_set *values = isl_set_project_out_all_params(isl_set_copy(domain));
    isl_val *last = isl_set_dim_max_val(isl_set_copy(values), pos), *first = isl_set_dim_min_val(values, pos);
    double length = !last || !first ? -1 : usual_length;
    if (length > 0 && isl_val_is_int(last) == isl_bool_true && isl_val_is_int(first) == isl_bool_true)
        length = isl_val_get_d(last) - isl_val_get_d(first) + 1;
    isl_val_free(last);
    isl_val_free(first);
    return length > 0 && length < 1 ? 1 : length;
}

/* Are "a" and "b" multiples of each other, and not zero? */
static bool are_parallel(const double *a, const double *b, int n)
{
    double aa = 0, bb = 0, ab = 0;
    for (int i = 0; i < n; i++) {
        aa += a[i] * a[i];
        bb += b[i] * b[i];
        ab += a[i] * b[i];
    }
    return aa > 0 && bb > 0 && fabs(ab * ab - aa * bb) < 1e-9 * aa * bb;
}

/* Remove from "row" what "basis", rows that are orthogonal to each other, spans; is anything left? */
static bool is_independent(const double *basis, int n_basis, double *row, int n)
{
    double before = 0, after = 0;
    for (int i = 0; i < n; i++)
        before += row[i] * row[i];
    for (int b = 0; b < n_basis; b++) {
        double dot = 0, norm = 0;
        for (int i = 0; i < n; i++) {
            dot += basis[b * n + i] * row[i];
            norm += basis[b * n + i] * basis[b * n + i];
        }
        for (int i = 0; i < n; i++)
            row[i] -= dot / norm * basis[b * n + i];
    }
    for (int i = 0; i < n; i++)
        after += row[i] * row[i];
    return after > 1e-9 * before && before > 0;
}

/* Is the sum of "a" and "b", or with "sign" -1 the difference, equal to "sum"? */
static bool is_sum(const double *a, const double *b, double sign, const double *sum, int n)
{
    for (int i = 0; i < n; i++)
        if (a[i] + sign * b[i] != sum[i])
            return false;
    return true;
}

/* The dimension of the iterations of tiles of "row" of "stmt", or -1. Where the points of a tile are executed by the sum of "row"
 * and the dimension after the sum, that is the sum. */
static int find_points(const struct pv_reuse_stmt *stmt, const double *row, int n)
{
    for (int d = stmt->n_dims - 1; d >= 0; d--)
        if (stmt->rows[d].is_linear && are_parallel(stmt->rows[d].v, row, n))
            return d;
    for (int d = stmt->n_dims - 2; d >= 0; d--)
        if (stmt->rows[d].is_linear && stmt->rows[d + 1].is_linear &&
            is_sum(stmt->rows[d].v, stmt->rows[d + 1].v, -1, row, n))
            return d;
    return -1;
}

/* Fill in the function of dimension "dim" of "item". A dimension that counts the fronts of a wavefront, the sum of its own tiles
 * and those of the next one, stands for the dimension that it has taken the place of. */
static void find_row(struct item *item, int dim, int n)
{
    const struct pv_reuse_stmt *stmt = item->stmt;
    const struct pv_reuse_row *own = &stmt->rows[dim], *next = own + 1;
    double *row = item->rows + (ptrdiff_t)dim * n;
    for (int i = 0; i < n; i++)
        row[i] = own->v[i];
    item->sizes[dim] = own->tile;
    item->points[dim] = own->tile ? find_points(stmt, row, n) : dim;
    if (item->points[dim] >= 0 || dim + 1 == stmt->n_dims || !next->tile || next->tile >= own->tile)
        return;
    for (int i = 0; i < n; i++)
        row[i] -= next->v[i];
    item->sizes[dim] = own->tile - next->tile;
    item->points[dim] = find_points(stmt, row, n);
}

/* The iterations of dimension "dim" of "item", of iterators with "lengths". */
static double find_extent(const struct item *item, int dim, const double *lengths, int n)
{
    const double *row = item->rows + (ptrdiff_t)dim * n;
    double values = 0;
    for (int i = 0; i < n; i++)
        values += row[i] != 0 ? lengths[i] : 0;
    for (int d = 0; d < dim; d++)
        if (item->sizes[d] && are_parallel(item->rows + (ptrdiff_t)d * n, row, n))
            values = fmin(values, item->sizes[d]);
    for (int d = 0; d < dim; d++)
        for (int e = 0; e < d && item->sizes[d] && !item->sizes[dim]; e++)
            if (item->sizes[e] && is_sum(item->rows + (ptrdiff_t)d * n, item->rows + (ptrdiff_t)e * n, 1, row, n))
                values = fmin(values, item->sizes[d] + item->sizes[e]);
    double extent = item->sizes[dim] ? ceil(values / item->sizes[dim]) : values;
    return extent < 1 ? 1 : extent;
}

/* Fill in the loops around "item". False where isl failed. */
static bool find_loops(struct pv_arena *arena, struct item *item)
{
    const struct pv_reuse_stmt *stmt = item->stmt;
    int n = (int)isl_set_dim(stmt->stmt->domain, isl_dim_set), n_basis = 0, first = -1;
    double *lengths = pv_new_array(arena, double, n + 1), *basis = pv_new_array(arena, double, (n + 1) * (n + 1));
    double *row = pv_new_array(arena, double, n + 1), instances = 1, product = 1;
    item->extents = pv_new_array(arena, double, stmt->n_dims + 1);
    item->times = pv_new_array(arena, double, stmt->n_dims + 1);
    item->points = pv_new_array(arena, int, stmt->n_dims + 1);
    item->rows = pv_new_array(arena, double, stmt->n_dims *n + 1);
    item->sizes = pv_new_array(arena, int, stmt->n_dims + 1);
    for (int i = 0; i < n; i++) {
        lengths[i] = length_of(stmt->stmt->domain, i);
        lengths[i] = lengths[i] > 0 ? fmax(1, lengths[i] * stmt->shares[i]) : lengths[i];
        instances *= lengths[i];
        if (lengths[i] < 0)
            return false;
    }
    for (int d = 0; d < stmt->n_dims; d++) {
        find_row(item, d, n);
        double extent = find_extent(item, d, lengths, n);
        for (int i = 0; i < n; i++)
            row[i] = item->rows[d * n + i];
        bool is_new = is_independent(basis, n_basis, row, n) && (stmt->rows[d].is_linear || stmt->rows[d].tile);
        item->extents[d] = item->times[d] = is_new ? extent : 1;
        product *= item->extents[d];
        first = first < 0 && item->extents[d] > 1 ? d : first;
        for (int i = 0; is_new && stmt->rows[d].is_linear && n_basis < n && i < n; i++)
            basis[n_basis * n + i] = row[i];
        n_basis += is_new && stmt->rows[d].is_linear;
    }
    if (first >= 0)
        item->times[first] *= instances / product;
    return true;
}

/* Lines of memory. */

/* The value of "size" if it is a constant, else the usual length. */
static double constant_of(__isl_keep isl_pw_aff *size)
{
    if (!size || isl_pw_aff_is_cst(size) != isl_bool_true)
        return usual_length;
    isl_set *values = isl_map_range(isl_map_from_pw_aff(isl_pw_aff_copy(size)));
    isl_val *val = isl_set_plain_get_val_if_fixed(values, isl_dim_set, 0);
    double value = isl_val_is_int(val) == isl_bool_true ? isl_val_get_d(val) : usual_length;
    isl_val_free(val);
    isl_set_free(values);
    return value;
}

/* Lines of "array", with dimensions of unknown size as long as loops. */
static double all_lines(const struct pv_array *array)
{
    double lines = array->elem ? (double)array->elem->size / line_bytes : 1;
    for (int i = 0; i < array->n_dims; i++) {
        lines *= constant_of(array->sizes[i]);
    }
    return lines < 1 ? 1 : lines;
}

/* By how much dimension "dim" multiplies the lines that "ref" touches. */
static double growth(const struct part *part, const struct ref *ref, int dim)
{
    const struct item *item = &part->items.v[ref->item];
    const struct pv_array *array = part->data.v[ref->array].array;
    double extent = item->extents[dim], size = array->elem ? (double)array->elem->size : 1;
    enum pv_stride stride = item->points[dim] < 0 ? PV_STRIDE_UNKNOWN
                                                  : pv_reuse_stride(item->stmt, ref->access, item->points[dim]);
    if (stride == PV_STRIDE_NONE)
        return 1;
    bool goes_along = stride == PV_STRIDE_ONE && item->points[dim] == dim;
    return goes_along ? fmax(1, extent * size / line_bytes) : extent;
}

/* Let dimension "dim" move "ref": what it touches is in a box, however often the loops come back to it. */
static void grow(struct part *part, struct ref *ref, int dim)
{
    const struct item *item = &part->items.v[ref->item];
    const struct pv_array *array = part->data.v[ref->array].array;
    int points = item->points[dim], n = array->n_dims;
    const double *deltas = points < 0 || !item->stmt->moves[points]
                               ? NULL
                               : item->stmt->deltas[ref->access * item->stmt->n_dims + points];
    ref->lines *= growth(part, ref, dim);
    if (item->extents[dim] <= 1 || !ref->spans)
        return;
    double box = 1, steps = item->extents[dim] - 1;
    for (int i = 0; i < n && deltas; i++) {
        double size = i == n - 1 && array->elem ? (double)array->elem->size / line_bytes : 1;
        ref->spans[i] += fabs(deltas[i]) * steps * (item->sizes[dim] ? item->sizes[dim] : 1);
        box *= fmax(1, ref->spans[i] * size);
    }
    ref->spans = deltas ? ref->spans : NULL;
    ref->lines = deltas ? fmin(ref->lines, box) : ref->lines;
}

static double footprint_of(const struct part *part)
{
    double sum = 0;
    for (int i = 0; i < part->data.n; i++)
        sum += part->data.v[i].footprint;
    return sum;
}

static void find_footprints(struct part *part)
{
    for (int i = 0; i < part->data.n; i++)
        part->data.v[i].footprint = 0;
    for (int i = 0; i < part->refs.n; i++) {
        struct data *data = &part->data.v[part->refs.v[i].array];
        data->footprint = fmin(data->most, fmax(data->footprint, part->refs.v[i].lines));
    }
}

/* The place of "array" among the data of "part", which gets one. */
static int find_data(struct pv_arena *arena, struct part *part, const struct pv_array *array)
{
    for (int i = 0; i < part->data.n; i++)
        if (part->data.v[i].array == array)
            return i;
    struct data data = {.array = array, .most = all_lines(array)};
    pv_push(arena, &part->data, data);
    return part->data.n - 1;
}

/* Add to "part" what "other" takes, which runs after it. */
static void append(struct pv_arena *arena, struct part *part, const struct part *other)
{
    int first = part->items.n;
    for (int i = 0; i < other->items.n; i++)
        pv_push(arena, &part->items, other->items.v[i]);
    for (int i = 0; i < other->data.n; i++) {
        int at = find_data(arena, part, other->data.v[i].array);
        for (int level = 0; level < N_LEVELS; level++)
            part->data.v[at].traffic[level] += other->data.v[i].traffic[level];
    }
    for (int i = 0; i < other->refs.n; i++) {
        struct ref ref = other->refs.v[i];
        ref.item += first;
        ref.array = find_data(arena, part, other->data.v[ref.array].array);
        pv_push(arena, &part->refs, ref);
    }
    part->joins += other->joins;
}

/* What several parts in a row leave to each other: all that fits a level is brought in once. */
static void settle_sequence(const struct pv_machine *machine, struct part *part)
{
    find_footprints(part);
    double all = footprint_of(part);
    for (int level = 0; level < N_LEVELS; level++)
        for (int i = 0; i < part->data.n && all <= machine->levels[level].lines; i++)
            part->data.v[i].traffic[level] = part->data.v[i].footprint;
}

/* Loops. */

/* What is said of the loops at a place. */
struct place {
    int parallel;    /* the schedule dimension that threads share, or -1 */
    int least;       /* if a front has so many tiles */
    uint64_t jammed; /* those with iterations side by side in the innermost loop, as bits */
};

/* Threads share the loop of "extent" iterations around "part" if that gains anything. */
static void share(const struct pv_machine *machine, struct part *part, double extent)
{
    double sum = 0, width = fmin(machine->threads, extent);
    for (int i = 0; i < part->items.n; i++)
        sum += part->items.v[i].cycles;
    if (sum - sum / width <= machine->join_cycles)
        return;
    for (int i = 0; i < part->items.n; i++) {
        part->items.v[i].cycles /= width;
        part->items.v[i].divisor *= width;
    }
    part->joins += 1;
}

/* Does dimension "dim" of "item" count the fronts of a wavefront, whose tiles the next dimension counts? */
static bool is_front(const struct item *item, int dim)
{
    return item->stmt->rows[dim].tile > item->sizes[dim];
}

/* Is "dim", a dimension in "jammed", one that leaves in place most of the lines of data number "array"? Iterations side by side then
 * use a line together. */
static bool shares_lines(const struct part *part, int array, int dim, uint64_t jammed)
{
    const struct ref *most = NULL;
    for (int i = 0; i < part->refs.n; i++)
        if (part->refs.v[i].array == array && (!most || part->refs.v[i].lines > most->lines))
            most = &part->refs.v[i];
    return dim < 64 && (jammed >> dim & 1) && most &&
           pv_reuse_stride(part->items.v[most->item].stmt, most->access, dim) == PV_STRIDE_NONE;
}

/* A schedule dimension of a part: the most iterations that it has, the runs of loops inside of it, and the iterations that
 * threads can share. The fronts of a wavefront are more than the tiles of the dimension that they stand for, and a front has at
 * most as many tiles as the shorter of the two dimensions. */
struct length {
    double longest, runs, width;
    bool is_in_front; /* it counts the tiles of a front */
};

static struct length length_of_dim(const struct part *part, int dim)
{
    struct length length = {1, 1, 1, false};
    for (int i = 0; i < part->items.n; i++) {
        const struct item *item = &part->items.v[i];
        double own = item->extents[dim], width = own;
        length.longest = fmax(length.longest, own);
        length.runs = fmax(length.runs, own + (is_front(item, dim) ? item->extents[dim + 1] : 0));
        if (dim && is_front(item, dim - 1)) {
            length.is_in_front = true;
            width = fmin(own, item->extents[dim - 1]);
        }
        length.width = fmax(length.width, width);
    }
    return length;
}

/* Let schedule dimension "dim" repeat "part". */
static void repeat(const struct pv_machine *machine, struct part *part, int dim, const struct place *place)
{
    double before = footprint_of(part);
    struct length length = length_of_dim(part, dim);
    for (int i = 0; i < part->items.n; i++)
        part->items.v[i].cycles *= part->items.v[i].times[dim];
    for (int i = 0; i < part->data.n; i++) {
        bool is_shared = shares_lines(part, i, dim, place->jammed);
        for (int level = 0; level < N_LEVELS; level++)
            part->data.v[i].traffic[level] *= is_shared ? fmax(1, length.longest / jam_factor) : length.longest;
    }
    for (int i = 0; i < part->refs.n; i++)
        grow(part, &part->refs.v[i], dim);
    find_footprints(part);
    for (int level = 0; level < N_LEVELS; level++)
        for (int i = 0; i < part->data.n && before <= machine->levels[level].lines; i++)
            part->data.v[i].traffic[level] = part->data.v[i].footprint;
    part->joins *= length.runs;
    if (dim == place->parallel && (!length.is_in_front || length.width >= place->least))
        share(machine, part, length.width);
}

/* Leaves. */

/* Add "stmt" with its references to "part". False where isl failed. */
static bool add_item(struct pv_arena *arena, struct part *part, const struct pv_reuse_stmt *stmt, double cycles)
{
    struct item item = {.stmt = stmt, .cycles = cycles, .divisor = 1};
    if (!find_loops(arena, &item))
        return false;
    for (int i = 0; i < stmt->stmt->accesses.n; i++) {
        const struct pv_array *array = stmt->stmt->accesses.v[i]->array;
        struct ref ref = {part->items.n, i, 0, 1, pv_new_array(arena, double, array->n_dims + 1)};
        if (array->kind != PV_ARRAY_DATA || !array->n_dims)
            continue;
        for (int d = 0; d < array->n_dims; d++)
            ref.spans[d] = 1;
        ref.array = find_data(arena, part, array);
        pv_push(arena, &part->refs, ref);
    }
    pv_push(arena, &part->items, item);
    return true;
}

/* The part of a band with the statements "stmts" in its innermost loop, "cycles" for one iteration of each. */
static bool make_part(const struct estimation *what, const pv_reuse_stmts *stmts, const double *cycles,
                      struct part *part)
{
    bool ok = true;
    for (int i = 0; i < stmts->n && ok; i++)
        ok = add_item(what->conflicts->arena, part, &stmts->v[i], cycles[i]);
    find_footprints(part);
    for (int i = 0; i < part->data.n; i++)
        for (int level = 0; level < N_LEVELS; level++)
            part->data.v[i].traffic[level] = part->data.v[i].footprint;
    return ok;
}

/* The statements right below the band "node", or below a leaf that is no child of a band. */
static bool add_statements(const struct estimation *what, __isl_keep isl_schedule_node *node, uint64_t jammed,
                           struct part *part)
{
    struct pv_arena *arena = what->conflicts->arena;
    pv_reuse_stmts *stmts = pv_new(arena, pv_reuse_stmts);
    double *cycles = pv_locality_cycles(what->conflicts, node, jammed, stmts);
    return cycles && make_part(what, stmts, cycles, part);
}

/* The tree. */

/* "place" below the mark "node". */
static struct place below_mark(__isl_keep isl_schedule_node *node, struct place place)
{
    isl_id *id = isl_schedule_node_mark_get_id(node);
    const struct pv_mark *mark = pv_mark_of_id(id);
    isl_id_free(id);
    if (mark && mark->kind == PV_MARK_PARALLEL)
        place = (struct place){mark->depth, mark->least, place.jammed};
    for (int i = 0; mark && mark->kind == PV_MARK_JAM && i < mark->n_factors; i++)
        if (mark->factors[i] > 1 && mark->depth + i < 64)
            place.jammed |= (uint64_t)1 << (mark->depth + i);
    return place;
}

static bool estimate_tree(const struct estimation *what, __isl_keep isl_schedule_node *node, struct place place,
                          struct part *part);

static bool estimate_children(const struct estimation *what, __isl_keep isl_schedule_node *node, struct place place,
                              struct part *part)
{
    int n = (int)isl_schedule_node_n_children(node);
    bool ok = n >= 0;
    for (int i = 0; i < n && ok; i++) {
        struct part other = {0};
        isl_schedule_node *child = isl_schedule_node_get_child(node, i);
        ok = estimate_tree(what, child, place, &other);
        isl_schedule_node_free(child);
        append(what->conflicts->arena, part, &other);
    }
    if (n > 1)
        settle_sequence(what->machine, part);
    else
        find_footprints(part);
    return ok;
}

static bool estimate_band(const struct estimation *what, __isl_keep isl_schedule_node *node, struct place place,
                          struct part *part)
{
    int depth = (int)isl_schedule_node_get_schedule_depth(node), n = (int)isl_schedule_node_band_n_member(node);
    bool is_innermost = pv_node_is_leaf_band(node) || pv_node_is_fused_band(node);
    bool ok = is_innermost ? add_statements(what, node, place.jammed, part)
                           : estimate_children(what, node, place, part);
    for (int i = n - 1; i >= 0 && ok; i--)
        repeat(what->machine, part, depth + i, &place);
    return ok;
}

static bool estimate_tree(const struct estimation *what, __isl_keep isl_schedule_node *node, struct place place,
                          struct part *part)
{
    switch (isl_schedule_node_get_type(node)) {
    case isl_schedule_node_band:
        return estimate_band(what, node, place, part);
    case isl_schedule_node_leaf:
        return add_statements(what, node, place.jammed, part);
    case isl_schedule_node_mark:
        return estimate_children(what, node, below_mark(node, place), part);
    case isl_schedule_node_error:
        return false;
    default:
        return estimate_children(what, node, place, part);
    }
}

/* Is "item" executed tile by tile? */
static bool is_tiled(const struct item *item)
{
    for (int d = 0; d < item->stmt->n_dims; d++)
        if (item->sizes[d])
            return true;
    return false;
}

struct pv_cost pv_estimate(const struct pv_conflicts *conflicts, __isl_keep isl_schedule_node *node,
                           const struct pv_machine *machine)
{
    struct estimation what = {conflicts, machine};
    struct part part = {0};
    if (!estimate_tree(&what, node, (struct place){.parallel = -1}, &part))
        return (struct pv_cost){.cycles = -1};
    struct pv_cost cost = {.cycles = part.joins * machine->join_cycles};
    double all = 0, untiled = 0;
    for (int i = 0; i < part.items.n; i++) {
        const struct item *item = &part.items.v[i];
        cost.cycles += item->cycles;
        cost.work += item->cycles * item->divisor / machine->threads;
        cost.n_tiled += is_tiled(item);
        all += item->cycles * item->divisor;
        untiled += is_tiled(item) ? 0 : item->cycles * item->divisor;
    }
    cost.untiled = all > 0 ? untiled / all : 1;
    for (int i = 0; i < part.data.n; i++)
        for (int level = 0; level < N_LEVELS; level++)
            cost.cycles += part.data.v[i].traffic[level] * machine->levels[level].cycles;
    return cost;
}
