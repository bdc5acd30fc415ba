/* Finds the true dimensions of a statement, and its sizes. */
#include "schedule/compress.h"

#include "solve/matrix.h"

#include <string.h>

static const struct pv_generator *nth_generator(const struct pv_cone *cone, int i)
{
    return i < cone->lines.n ? &cone->lines.v[i] : &cone->rays.v[i - cone->lines.n];
}

static int n_generator(const struct pv_cone *cone)
{
    return cone->lines.n + cone->rays.n;
}

/* What all points of the cones fulfil with equality: the kernel of their generators. */
static int find_equalities(struct pv_arena *arena, struct pv_cone *const *cones, int n_cone, int width, int64_t **rows)
{
    int n = 0, at = 0;
    for (int c = 0; c < n_cone; c++)
        n += n_generator(cones[c]);
    int64_t *m = pv_new_array(arena, int64_t, n * width + 1);
    for (int c = 0; c < n_cone; c++)
        for (int i = 0; i < n_generator(cones[c]); i++)
            memcpy(m + (ptrdiff_t)at++ * width, nth_generator(cones[c], i)->v, sizeof(int64_t) * (size_t)width);
    return pv_matrix_kernel(arena, m, n, width, rows);
}

/* Independent left sides of "rows", "n_in" of "width" columns, in "*left". */
static int left_sides(struct pv_arena *arena, const int64_t *rows, int n, int width, int n_in, int64_t **left)
{
    *left = pv_new_array(arena, int64_t, n * n_in + 1);
    for (int i = 0; i < n && n_in > 0; i++)
        memcpy(*left + (ptrdiff_t)i * n_in, rows + (ptrdiff_t)i * width, sizeof(int64_t) * (size_t)n_in);
    return pv_matrix_reduce(*left, n, n_in);
}

/* Is b - a a multiple of "step", and not zero, in the first "n_in" of "n" entries, and zero in all others? */
static bool differ_along(const int64_t *a, const int64_t *b, int n, const int64_t *step, int n_in)
{
    int64_t factor = 0;
    for (int i = 0; i < n; i++) {
        int64_t difference = b[i] - (a ? a[i] : 0), unit = i < n_in ? step[i] : 0;
        if (unit && !factor)
            factor = difference / unit;
        if (difference != factor * unit)
            return false;
    }
    return factor != 0;
}

/* Do two directions of the cone, or one and none, differ along "step" alone? Then there is no bound on the distance of
 * instances that do. */
static bool extends_along(const struct pv_cone *cone, const int64_t *step, int n_in)
{
    int last = cone->dim - 1;
    for (int i = 0; i < n_generator(cone); i++) {
        const int64_t *a = nth_generator(cone, i)->v;
        if (a[last])
            continue;
        if (differ_along(NULL, a, last, step, n_in))
            return true;
        for (int j = 0; j < n_generator(cone); j++)
            if (!nth_generator(cone, j)->v[last] && differ_along(a, nth_generator(cone, j)->v, last, step, n_in))
                return true;
    }
    return false;
}

/* "row" over (x, n, 1) as a row over (x, d, n, 1) on the point x + d "step"; on x alone if "step" is NULL. */
static int64_t *shifted_row(struct pv_arena *arena, const int64_t *row, int n_in, int n_col, const int64_t *step)
{
    int64_t *result = pv_new_array(arena, int64_t, n_col + 1);
    memcpy(result, row, sizeof(int64_t) * (size_t)n_in);
    for (int i = 0; step && i < n_in; i++)
        result[n_in] += row[i] * step[i];
    memcpy(result + n_in + 1, row + n_in, sizeof(int64_t) * (size_t)(n_col - n_in));
    return result;
}

/* Add the constraints of "piece" on x, or on x shifted along "step". */
static void add_shifted(struct pv_arena *arena, struct pv_constraint_rows *rows, const struct pv_constraint_rows *piece,
                        int n_in, const int64_t *step)
{
    for (int i = 0; i < piece->equalities.n; i++)
        pv_push(arena, &rows->equalities, shifted_row(arena, piece->equalities.v[i], n_in, piece->n_col, step));
    for (int i = 0; i < piece->inequalities.n; i++)
        pv_push(arena, &rows->inequalities, shifted_row(arena, piece->inequalities.v[i], n_in, piece->n_col, step));
}

/* Add the constraints of "context" over (n, 1). */
static void add_parameters(struct pv_arena *arena, struct pv_constraint_rows *rows,
                           const struct pv_constraint_rows *context)
{
    for (int i = 0; i < context->equalities.n + context->inequalities.n; i++) {
        bool is_equality = i < context->equalities.n;
        int64_t *row = pv_new_array(arena, int64_t, rows->n_col);
        memcpy(row + rows->n_col - context->n_col,
               is_equality ? context->equalities.v[i] : context->inequalities.v[i - context->equalities.n],
               sizeof(int64_t) * (size_t)context->n_col);
        if (is_equality)
            pv_push(arena, &rows->equalities, row);
        else
            pv_push(arena, &rows->inequalities, row);
    }
}

/* The largest d with x in "from" and x + d step in "to", rounded down, for parameters in "context" if not NULL. */
static int64_t largest_shift(struct pv_arena *arena, const struct pv_constraint_rows *from,
                             const struct pv_constraint_rows *to, const struct pv_constraint_rows *context, int n_in,
                             const int64_t *step)
{
    struct pv_constraint_rows rows = {.n_col = from->n_col + 1};
    bool is_approximate = from->is_approximate || to->is_approximate;
    if (context)
        add_parameters(arena, &rows, context);
    add_shifted(arena, &rows, from, n_in, NULL);
    add_shifted(arena, &rows, to, n_in, step);
    struct pv_cone *cone = pv_cone_from_rows(arena, &rows, &is_approximate);
    int64_t largest = 0;
    for (int i = 0; i < cone->lines.n; i++)
        if (cone->lines.v[i].v[n_in])
            return PV_NO_BOUND;
    for (int i = 0; i < cone->rays.n; i++) {
        int64_t shift = cone->rays.v[i].v[n_in], scale = cone->rays.v[i].v[rows.n_col - 1];
        if (scale == 0 && shift > 0)
            return PV_NO_BOUND;
        if (scale > 0 && shift / scale > largest)
            largest = shift / scale;
    }
    return is_approximate ? PV_NO_BOUND : largest;
}

/* A statement of more pieces than this is taken to be as large as their convex hull. */
enum { MAX_PIECES = 4 };

/* The convex hull of the cones, as constraints; NULL where numbers become too large. */
static const struct pv_constraint_rows *find_hull(struct pv_arena *arena, struct pv_cone *const *cones, int n,
                                                  int width)
{
    struct pv_generators all = {.width = width};
    for (int c = 0; c < n; c++)
        for (int i = 0; i < n_generator(cones[c]); i++)
            pv_generators_add(arena, &all, nth_generator(cones[c], i)->v, i < cones[c]->lines.n);
    const struct pv_cone *facets = pv_generators_find_facets(arena, &all);
    if (!facets)
        return NULL;
    struct pv_constraint_rows *rows = pv_new(arena, struct pv_constraint_rows);
    rows->n_col = width;
    for (int i = 0; i < facets->lines.n; i++)
        pv_push(arena, &rows->equalities, facets->lines.v[i].v);
    for (int i = 0; i < facets->rays.n; i++)
        pv_push(arena, &rows->inequalities, facets->rays.v[i].v);
    return rows;
}

/* What sizes are found from. */
struct pv_node_shape {
    struct pv_arena *arena;
    pv_pieces pieces;
    const int64_t *steps; /* one per coordinate: what to add to an instance to move along it */
    const struct pv_constraint_rows *context;
    int64_t *size; /* for the parameters of the context; 0: not known yet */
};

/* The largest distance of two instances along coordinate "at". */
static int64_t find_size(const struct pv_sched_node *node, int at, const struct pv_constraint_rows *context)
{
    const struct pv_node_shape *shape = node->shape;
    const pv_pieces *pieces = &shape->pieces;
    const int64_t *step = shape->steps + (ptrdiff_t)at * node->n_in;
    int64_t size = 0;
    struct pv_arena *scratch = pv_arena_new();
    for (int i = 0; i < pieces->n; i++)
        for (int j = 0; j < pieces->n && size != PV_NO_BOUND; j++) {
            int64_t shift = largest_shift(scratch, &pieces->v[i], &pieces->v[j], context, node->n_in, step);
            size = shift > size ? shift : size;
        }
    pv_arena_free(scratch);
    return size;
}

int64_t pv_node_get_size(const struct pv_sched_node *node, int at)
{
    struct pv_node_shape *shape = node->shape;
    if (!node->size || (shape && shape->pieces.n == 0))
        return PV_NO_BOUND;
    if (node->size[at] != PV_NO_BOUND || !shape || !shape->context)
        return node->size[at];
    if (!shape->size)
        shape->size = pv_new_array(shape->arena, int64_t, node->dim);
    if (!shape->size[at])
        shape->size[at] = find_size(node, at, shape->context);
    return shape->size[at];
}

/* Is there no bound on the size along coordinate "at" of one of "cones"? */
static bool extends_somewhere(struct pv_cone *const *cones, int n, const struct pv_sched_node *node, int at)
{
    for (int i = 0; i < n; i++)
        if (extends_along(cones[i], node->shape->steps + (ptrdiff_t)at * node->n_in, node->n_in))
            return true;
    return false;
}

/* The unit vectors of "n" dimensions. */
static int64_t *unit_vectors(struct pv_arena *arena, int n)
{
    int64_t *rows = pv_new_array(arena, int64_t, n * n + 1);
    for (int i = 0; i < n; i++)
        rows[i * n + i] = 1;
    return rows;
}

/* Keep what is needed to find sizes, and find those that hold for all parameters. */
static void find_sizes(struct pv_arena *arena, struct pv_sched_node *node, const pv_pieces *pieces,
                       struct pv_cone *const *cones, const struct pv_coordinate_params *params, const int64_t *steps)
{
    node->shape = pv_new(arena, struct pv_node_shape);
    *node->shape = (struct pv_node_shape){arena, *pieces, steps, params->context, NULL};
    if (pieces->n > MAX_PIECES) {
        const struct pv_constraint_rows *hull = find_hull(arena, cones, pieces->n, node->n_in + params->n_param + 1);
        node->shape->pieces = (pv_pieces){0};
        if (!hull)
            return;
        pv_push(arena, &node->shape->pieces, *hull);
    }
    for (int d = 0; d < node->dim; d++)
        node->size[d] = extends_somewhere(cones, pieces->n, node, d) ? PV_NO_BOUND : find_size(node, d, NULL);
}

void pv_node_find_coordinates(struct pv_arena *arena, struct pv_sched_node *node, const pv_pieces *pieces,
                              const struct pv_coordinate_params *params, struct pv_constraint_rows *equalities)
{
    int width = node->n_in + params->n_param + 1;
    bool is_approximate = false;
    struct pv_cone **cones = pv_new_array(arena, struct pv_cone *, pieces->n + 1);
    for (int i = 0; i < pieces->n; i++)
        cones[i] = pv_cone_from_rows(arena, &pieces->v[i], &is_approximate);
    int64_t *rows, *left, *steps;
    int n = find_equalities(arena, cones, pieces->n, width, &rows);
    int n_left = n > 0 ? left_sides(arena, rows, n, width, node->n_in, &left) : 0;
    node->dim = node->n_in;
    if (n_left > 0 && pv_matrix_complete(arena, left, n_left, node->n_in, &node->compress, &steps) >= 0) {
        node->dim = node->n_in - n_left;
    } else {
        node->compress = NULL;
        steps = unit_vectors(arena, node->n_in);
    }
    *equalities = (struct pv_constraint_rows){.n_col = width};
    for (int i = 0; node->compress && i < n; i++)
        pv_push(arena, &equalities->equalities, rows + (ptrdiff_t)i * width);
    node->size = pv_new_array(arena, int64_t, node->dim + 1);
    for (int d = 0; d < node->dim; d++)
        node->size[d] = PV_NO_BOUND;
    if (params->find_sizes)
        find_sizes(arena, node, pieces, cones, params, steps);
}

static void apply(const struct pv_sched_node *node, const int64_t *instance, int64_t *coordinates)
{
    for (int d = 0; d < node->dim; d++) {
        coordinates[d] = node->compress ? 0 : instance[d];
        for (int i = 0; node->compress && i < node->n_in; i++)
            coordinates[d] += node->compress[d * node->n_in + i] * instance[i];
    }
}

static struct pv_generator compress_generator(struct pv_arena *arena, struct pv_generator from, int n_param,
                                              const struct pv_sched_node *src, const struct pv_sched_node *dst)
{
    int width = src->dim + dst->dim + n_param + 1;
    struct pv_generator to = {.v = pv_new_array(arena, int64_t, width), .tight = from.tight};
    apply(src, from.v, to.v);
    apply(dst, from.v + src->n_in, to.v + src->dim);
    memcpy(to.v + src->dim + dst->dim, from.v + src->n_in + dst->n_in, sizeof(int64_t) * (size_t)(n_param + 1));
    return to;
}

struct pv_cone *pv_cone_compress(struct pv_arena *arena, const struct pv_cone *cone, int n_param,
                                 const struct pv_sched_node *src, const struct pv_sched_node *dst)
{
    struct pv_cone *result = pv_new(arena, struct pv_cone);
    result->dim = src->dim + dst->dim + n_param + 1;
    result->n_inequality = cone->n_inequality;
    for (int i = 0; i < cone->lines.n; i++)
        pv_push(arena, &result->lines, compress_generator(arena, cone->lines.v[i], n_param, src, dst));
    for (int i = 0; i < cone->rays.n; i++)
        pv_push(arena, &result->rays, compress_generator(arena, cone->rays.v[i], n_param, src, dst));
    return result;
}
