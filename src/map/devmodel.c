/* Models of devices, and the sizes of kernels by the shape of their loops. */
#include "map/devmodel.h"

#include <assert.h>

static const struct pv_device_model models[] = {
    [PV_DEVICE_GENERIC] = {64, 48 << 10, 32, 256, false},  [PV_DEVICE_H200] = {132, 48 << 10, 32, 1024, true},
    [PV_DEVICE_A100] = {108, 48 << 10, 32, 1024, true},    [PV_DEVICE_V100] = {80, 48 << 10, 32, 1024, true},
    [PV_DEVICE_OPENCL_CPU] = {8, 32 << 10, 8, 256, false},
};

const struct pv_device_model *pv_device_model_get(enum pv_device_choice device)
{
    return device == PV_DEVICE_NATIVE ? NULL : &models[device];
}

/* Kernels without inner loops go through memory once: long rows, and some rows for each thread, so that there is enough
 * on its way. Axis 0 first. */
static const struct {
    int threads[PV_MAX_AXES], points[PV_MAX_AXES];
} pointwise[PV_MAX_AXES] = {
    {{256}, {256}},
    {{128, 2}, {128, 8}},
    {{32, 8, 1}, {32, 8, 4}},
};

/* Arrays that a tile goes through in different directions: whole lines of memory in both. */
static const int transposed_threads[PV_MAX_AXES] = {32, 8, 1}, transposed_points[PV_MAX_AXES] = {32, 32, 1};

/* Threads of a block where nothing is known of a kernel but the number of its axes; axis 0 first. With one axis there are
 * few threads, and each runs loops: small blocks, so that all units of the device have some. */
static const int plain_threads[PV_MAX_AXES][PV_MAX_AXES] = {{32}, {32, 8}, {32, 4, 4}};

/* Products: several points of each thread are in registers, so that what is read from shared memory serves more than one
 * of them. Fewer points where there would be too few blocks. */
static void choose_for_product(const struct pv_device_model *model, const int64_t *counts, struct pv_kernel *kernel)
{
    assert(kernel->n_axes <= PV_MAX_AXES);
    static const int threads[PV_MAX_AXES] = {16, 8, 1}, per_thread[][PV_MAX_AXES] = {{4, 8, 1}, {4, 4, 1}, {2, 2, 1}};
    for (int i = 0; i < 3; i++) {
        int64_t n_blocks = 1;
        for (int axis = 0; axis < kernel->n_axes; axis++) {
            kernel->threads[axis] = threads[axis];
            kernel->points[axis] = threads[axis] * per_thread[i][axis];
            n_blocks *= (counts[axis] + kernel->points[axis] - 1) / kernel->points[axis];
        }
        if (n_blocks == 0 || n_blocks >= model->n_units)
            break;
    }
    kernel->stage = 16;
}

/* Updates of a plane by rows and columns: several rows for each thread, which needs what serves all rows once. Fewer where there
 * would be too few blocks. */
static void choose_for_outer(const struct pv_device_model *model, const int64_t *counts, struct pv_kernel *kernel)
{
    static const int threads[] = {32, 8}, per_thread[] = {4, 2, 1};
    for (int i = 0; i < 3; i++) {
        for (int axis = 0; axis < 2; axis++) {
            kernel->threads[axis] = threads[axis];
            kernel->points[axis] = threads[axis] * (axis ? per_thread[i] : 1);
        }
        int64_t n_blocks = (counts[0] / kernel->points[0] + 1) * (counts[1] / kernel->points[1] + 1);
        if (!counts[0] || !counts[1] || n_blocks >= model->n_units)
            break;
    }
}

static bool is_long_way(enum pv_shape shape)
{
    return shape == PV_SHAPE_ROWS || shape == PV_SHAPE_REDUCED_ROWS || shape == PV_SHAPE_COLUMNS ||
           shape == PV_SHAPE_REDUCED;
}

/* A loop for each of few threads: alone they would wait for memory most of the time. Others carry what they need to shared
 * memory, many elements at once, and only half a line of memory wide, so that there are many blocks. */
static void choose_for_long_way(const struct pv_device_model *model, struct pv_kernel *kernel)
{
    if (model->vector < 32) {
        kernel->stage = 32;
        return;
    }
    kernel->points[0] = kernel->threads[0] = 8;
    kernel->n_loaders = 16;
    kernel->stage = 128;
}

void pv_device_model_choose(const struct pv_device_model *model, enum pv_shape shape, const int64_t *counts,
                            struct pv_kernel *kernel)
{
    if (shape == PV_SHAPE_PRODUCT && !kernel->privates.n) {
        choose_for_product(model, counts, kernel);
        return;
    }
    kernel->n_reducers = kernel->n_loaders = 0;
    kernel->reduces_first = false;
    for (int axis = 0; axis < kernel->n_axes; axis++)
        kernel->points[axis] = kernel->threads[axis] = plain_threads[kernel->n_axes - 1][axis];
    kernel->stage = 16;
    for (int axis = 0; axis < kernel->n_axes && shape == PV_SHAPE_POINTS && model->vector >= 32; axis++) {
        kernel->threads[axis] = pointwise[kernel->n_axes - 1].threads[axis];
        kernel->points[axis] = pointwise[kernel->n_axes - 1].points[axis];
    }
    for (int axis = 0; axis < kernel->n_axes && shape == PV_SHAPE_TRANSPOSED && model->vector >= 32; axis++) {
        kernel->threads[axis] = transposed_threads[axis];
        kernel->points[axis] = transposed_points[axis];
    }
    if (shape == PV_SHAPE_OUTER && model->vector >= 32)
        choose_for_outer(model, counts, kernel);
    if (shape == PV_SHAPE_REDUCED_ROWS && !kernel->privates.n) {
        kernel->points[0] = kernel->threads[0] = 1;
        kernel->n_reducers = 4 * model->vector;
        kernel->reduces_first = true;
    } else if (shape == PV_SHAPE_REDUCED && !kernel->privates.n) {
        /* Fewer than the 16 of a whole line: two blocks fit a multiprocessor then, and a matrix of some thousand columns
         * has enough of them for all. */
        int line = model->vector < 12 ? model->vector : 12;
        kernel->points[0] = kernel->threads[0] = line;
        kernel->n_reducers = model->most_threads / line < 64 ? model->most_threads / line : 64;
    } else if (is_long_way(shape) && kernel->n_axes == 1 && !kernel->privates.n) {
        choose_for_long_way(model, kernel);
    }
}

/* Tiles by the dimensions of space: time steps in half a hexagon, its full width, widths along the others; threads, axis 0
 * first. With one dimension, launches cost most: high hexagons, each step of which keeps one block busy. */
static const struct {
    int half, full, others[PV_MAX_AXES - 1], threads[PV_MAX_AXES];
} hexagons[PV_MAX_AXES] = {
    {32, 128, {0}, {128}},
    {8, 16, {64}, {64, 8}},
    {4, 8, {8, 32}, {32, 4, 4}},
};

void pv_device_model_choose_hexagons(const struct pv_hybrid *hybrid, struct pv_hybrid_sizes *sizes,
                                     struct pv_kernel *kernel)
{
    int n = hybrid->n_space, spread = hybrid->down[0] + hybrid->up[0], half = hexagons[n - 1].half;
    while (half > hybrid->n_steps && spread * (half - 1) > hexagons[n - 1].full)
        half--;
    sizes->height = half > hybrid->n_steps ? half / hybrid->n_steps : 1;
    sizes->width[0] = 0;
    int narrow = hexagons[n - 1].full - pv_hybrid_full_width(hybrid, sizes), least = pv_hybrid_least_width(hybrid);
    sizes->width[0] = narrow > least ? narrow : least;
    for (int i = 1; i < n; i++)
        sizes->width[i] = hexagons[n - 1].others[i - 1];
    for (int axis = 0; axis < n; axis++)
        kernel->threads[axis] = hexagons[n - 1].threads[axis];
}

/* Tiles in wavefronts by their dimensions, outermost first, and threads by the axes of the kernel, axis 0 first: for tiles of one
 * repeated step, and of several, as in the elimination of matrices. There products use all elements equally often. */
static const struct {
    int tiles[PV_MAX_AXES][PV_MAX_AXES + 1], threads[PV_MAX_AXES][PV_MAX_AXES];
} fronts[2] = {
    {{{32, 64}, {16, 32, 64}, {4, 8, 8, 16}}, {{64}, {16, 16}, {16, 8, 2}}},
    {{{32, 32}, {16, 32, 32}, {8, 8, 8, 8}}, {{64}, {32, 8}, {16, 8, 2}}},
};

void pv_device_model_choose_fronts(int n, bool has_several, int *sizes, struct pv_kernel *kernel)
{
    for (int i = 0; i < n; i++)
        sizes[i] = fronts[has_several].tiles[n - 2][i];
    for (int axis = 0; axis < kernel->n_axes; axis++)
        kernel->threads[axis] = fronts[has_several].threads[kernel->n_axes - 1][axis];
}

/* Overlapped tiles: threads, and points of each. Rows are long, and along the outermost axis each thread has many points, which
 * share most of what they read. More threads gained nothing on an H200. */
static const struct {
    int threads[PV_MAX_AXES], each[PV_MAX_AXES];
} windows[PV_MAX_AXES] = {
    {{128}, {4}},
    {{32, 8}, {2, 8}},
    {{32, 4, 2}, {1, 3, 8}},
};

void pv_device_model_choose_windows(int n, int *threads, int *each)
{
    for (int axis = 0; axis < n; axis++) {
        threads[axis] = windows[n - 1].threads[axis];
        each[axis] = windows[n - 1].each[axis];
    }
}
