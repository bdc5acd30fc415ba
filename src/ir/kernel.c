/* The kernels of a device, and the arrays that they access. */
#include "ir/kernel.h"

#include <isl/map.h>
#include <string.h>

static void free_local(struct pv_local *local)
{
    isl_union_map_free(local->prefix);
    isl_union_map_free(local->points);
    isl_multi_aff_free(local->offset);
    isl_map_free(local->stored);
    isl_map_free(local->loaded);
    isl_pw_multi_aff_free(local->element);
    isl_set_free(local->read);
    isl_set_free(local->written);
}

void pv_device_plan_free(struct pv_device_plan *plan)
{
    if (!plan)
        return;
    for (int i = 0; i < plan->kernels.n; i++) {
        isl_union_map_free(plan->kernels.v[i]->around);
        isl_set_free(plan->kernels.v[i]->reached);
        isl_set_free(plan->kernels.v[i]->full);
        isl_multi_union_pw_aff_free(plan->kernels.v[i]->place);
        isl_union_map_free(plan->kernels.v[i]->overlap ? plan->kernels.v[i]->overlap->order : NULL);
        for (int j = 0; j < plan->kernels.v[i]->locals.n; j++)
            free_local(plan->kernels.v[i]->locals.v[j]);
        for (int axis = 0; axis < PV_MAX_AXES; axis++) {
            isl_pw_aff_free(plan->kernels.v[i]->tiles[axis]);
            isl_pw_aff_free(plan->kernels.v[i]->first[axis]);
        }
    }
    isl_set_free(plan->assumed);
    for (int i = 0; i < plan->arrays.n; i++)
        for (int dim = 0; dim < plan->arrays.v[i].array->n_dims; dim++) {
            isl_pw_aff_free(plan->arrays.v[i].sizes[dim]);
            isl_pw_aff_free(plan->arrays.v[i].last ? plan->arrays.v[i].last[dim] : NULL);
        }
}

/* "last" (0: none) comes after the sizes along the axes. */
static void dump_sizes(struct pv_sb *out, const struct pv_kernel *kernel, const char *kind, const int *sizes, int last)
{
    pv_sb_printf(out, "%skernel[%d] -> %s[", out->text[out->n - 1] == '{' ? " " : "; ", kernel->number, kind);
    if (kernel->has_steps && sizes == kernel->points)
        pv_sb_printf(out, "%d, ", kernel->height);
    for (int axis = kernel->n_axes - 1; axis >= 0; axis--)
        pv_sb_printf(out, "%d%s", sizes[axis], axis ? ", " : "");
    if (last)
        pv_sb_printf(out, ", %d", last);
    pv_sb_add(out, "]");
}

void pv_device_plan_dump_sizes(const struct pv_device_plan *plan, struct pv_sb *out)
{
    pv_sb_add(out, "{");
    for (int i = 0; i < plan->kernels.n; i++) {
        const struct pv_kernel *kernel = plan->kernels.v[i];
        if (!kernel->n_axes)
            continue;
        dump_sizes(out, kernel, "tile", kernel->points, kernel->stage);
        dump_sizes(out, kernel, "grid", kernel->most_blocks, 0);
        dump_sizes(out, kernel, "block", kernel->threads, kernel->n_reducers + kernel->n_loaders);
    }
    pv_sb_add(out, " }\n");
}

const char *pv_device_plan_host_reason(const struct pv_device_plan *plan, const struct pv_stmt *stmt)
{
    for (int i = 0; i < plan->host.n; i++)
        if (plan->host.v[i] == stmt)
            return plan->host_reasons.v[i];
    return NULL;
}

bool pv_device_plan_is_host(const struct pv_device_plan *plan, const struct pv_stmt *stmt)
{
    return pv_device_plan_host_reason(plan, stmt);
}

const struct pv_device_array *pv_device_plan_find(const struct pv_device_plan *plan, const struct pv_array *array)
{
    for (int i = 0; i < plan->arrays.n; i++)
        if (plan->arrays.v[i].array == array)
            return &plan->arrays.v[i];
    return NULL;
}

int pv_kernel_n_thread_axes(const struct pv_kernel *kernel)
{
    return kernel->n_axes + (kernel->n_reducers > 0 || kernel->n_loaders > 0);
}

int pv_kernel_n_threads(const struct pv_kernel *kernel)
{
    int n = 1;
    for (int axis = 0; axis < pv_kernel_n_thread_axes(kernel); axis++)
        n *= kernel->threads[axis];
    return n;
}

bool pv_kernel_has_one_thread(const struct pv_kernel *kernel)
{
    return !kernel->n_axes && pv_kernel_n_threads(kernel) == 1;
}

int pv_kernel_device_axis(const struct pv_kernel *kernel, int axis)
{
    if (!kernel->reduces_first)
        return axis;
    return axis == kernel->n_axes ? 0 : axis + 1;
}

int pv_kernel_points_per_thread(const struct pv_kernel *kernel, int axis)
{
    return (kernel->points[axis] + kernel->threads[axis] - 1) / kernel->threads[axis];
}

bool pv_kernel_is_private(const struct pv_kernel *kernel, const struct pv_array *array)
{
    for (int i = 0; i < kernel->privates.n; i++)
        if (kernel->privates.v[i] == array)
            return true;
    return false;
}

int pv_array_n_subscripts(const struct pv_array *array)
{
    return array->n_dims - (array->n_linear ? array->n_linear - 1 : 0);
}

/* Functions that round the same way on all devices, or whose last bits depend on the library anyway. */
static const struct {
    const char *name;
    int n_args;
} functions[] = {
    {"sqrt", 1},  {"cbrt", 1},  {"exp", 1},  {"exp2", 1},  {"expm1", 1}, {"log", 1},      {"log2", 1},
    {"log10", 1}, {"log1p", 1}, {"sin", 1},  {"cos", 1},   {"tan", 1},   {"asin", 1},     {"acos", 1},
    {"atan", 1},  {"sinh", 1},  {"cosh", 1}, {"tanh", 1},  {"fabs", 1},  {"floor", 1},    {"ceil", 1},
    {"round", 1}, {"trunc", 1}, {"rint", 1}, {"erf", 1},   {"erfc", 1},  {"atan2", 2},    {"pow", 2},
    {"fmin", 2},  {"fmax", 2},  {"fmod", 2}, {"hypot", 2}, {"fdim", 2},  {"copysign", 2}, {"fma", 3},
};

bool pv_math_function_find(const char *name, struct pv_math_function *found)
{
    /* What INFINITY and HUGE_VAL are for compilers. */
    static const char *const infinities[] = {"__builtin_inf", "__builtin_huge_val"};
    size_t length = strlen(name);
    for (size_t i = 0; i < sizeof(infinities) / sizeof(*infinities); i++) {
        size_t n = strlen(infinities[i]);
        bool is_float = length == n + 1 && name[n] == 'f';
        *found = (struct pv_math_function){
            .name = infinities[i], .constant = is_float ? "(1.0f / 0.0f)" : "(1.0 / 0.0)", .is_float = is_float};
        if (!strncmp(name, infinities[i], n) && (length == n || is_float))
            return true;
    }
    bool is_integer = !strcmp(name, "abs") || !strcmp(name, "labs") || !strcmp(name, "llabs");
    *found = (struct pv_math_function){.name = name, .n_args = 1, .is_integer = is_integer};
    if (is_integer)
        return true;
    for (size_t i = 0; i < sizeof(functions) / sizeof(*functions); i++) {
        size_t n = strlen(functions[i].name);
        bool is_float = length == n + 1 && name[n] == 'f';
        if (strncmp(name, functions[i].name, n) || (length != n && !is_float))
            continue;
        found->name = functions[i].name;
        found->n_args = functions[i].n_args;
        found->is_float = is_float;
        return true;
    }
    return false;
}
