/* Prints launches, kernels and the bridge header for CUDA. */
#include "emit/cuda.h"

#include "emit/runtime.h"

static const char *axis_sizes(struct pv_sb *text, const struct pv_target_launch *launch, bool is_block)
{
    const struct pv_kernel *kernel = launch->kernel->sizes;
    int n = pv_kernel_n_thread_axes(kernel);
    for (int i = 0; i < n; i++) {
        int axis = 0;
        while (pv_kernel_device_axis(kernel, axis) != i)
            axis++;
        if (is_block)
            pv_sb_printf(text, "%s%d", i ? ", " : "", kernel->threads[axis]);
        else if (axis == kernel->n_axes)
            pv_sb_printf(text, "%s1", i ? ", " : "");
        else
            pv_sb_printf(text, "%s%sblocks(%sn%d, %d)", i ? ", " : "", launch->own, launch->own, axis,
                         kernel->most_blocks[axis]);
    }
    if (!n)
        pv_sb_add(text, "1");
    return text->text;
}

static void add_args(struct pv_sb *args, const struct pv_target_launch *launch)
{
    for (int i = 0; i < launch->kernel->args.n; i++) {
        const struct pv_parg *arg = &launch->kernel->args.v[i];
        pv_sb_add(args, i ? ", " : "");
        pv_sb_add(args, arg->is_buffer ? "(" : "");
        if (arg->is_buffer)
            pv_cprint_arg(launch->how, args, arg, false);
        pv_sb_printf(args, "%s%s", arg->is_buffer ? ")" : "", arg->value);
    }
}

/* The variables are those of the launches that were counted. */
static void print_grid_launch(struct pv_writer *out, const struct pv_target_launch *launch)
{
    struct pv_sb args = {0};
    const char *name = launch->kernel->name, *own = launch->own;
    add_args(&args, launch);
    pv_emit_line(out, "%sis_done = %slaunch_grid(%s, %d, %slaunches, %swanted, %smost, \"%s\", %u%s%s);", own, own,
                 name, launch->kernel->sizes->threads[0], own, own, own, name, launch->line, args.n ? ", " : "",
                 args.n ? args.text : "");
    pv_sb_free(&args);
}

static void print_launch(struct pv_writer *out, const struct pv_target_launch *launch)
{
    struct pv_sb grid = {0}, block = {0}, args = {0};
    const char *name = launch->kernel->name;
    if (launch->kernel->is_persistent) {
        print_grid_launch(out, launch);
        return;
    }
    add_args(&args, launch);
    pv_emit_line(out, "%s<<<dim3(%s), dim3(%s)>>>(%s);", name, axis_sizes(&grid, launch, false),
                 axis_sizes(&block, launch, true), args.n ? args.text : "");
    pv_emit_line(out, "%scheck(cudaGetLastError(), \"launch\", \"%s\", %u);", launch->own, name, launch->line);
    pv_sb_free(&grid);
    pv_sb_free(&block);
    pv_sb_free(&args);
}

static void print_prepare(struct pv_writer *out, const struct pv_target_launch *launch, int region)
{
    (void)region;
    pv_emit_line(out, "if (!%sprepare((const void *)%s, \"%s\", %u))", launch->own, launch->kernel->name,
                 launch->kernel->name, launch->line);
}

const struct pv_target pv_cuda = {
    .kernel_head = "static __global__ void",
    .function_head = "static __device__",
    .inline_head = "static __device__ __forceinline__",
    .global = "",
    .shared = "__shared__ ",
    .unroll = "#pragma unroll",
    .barrier = "__syncthreads();",
    .global_barrier = "__syncthreads();",
    .grid_barrier = "cooperative_groups::this_grid().sync();",
    .is_restrict = "__restrict__",
    .block_id = "blockIdx.",
    .thread_id = "threadIdx.",
    .n_blocks = "gridDim.",
    .axis_end = "",
    .has_launch_bounds = true,
    .has_letters = true,
    .linkage = "",
    .launch = print_launch,
    .prepare = print_prepare,
};

void pv_cuda_print_kernels(struct pv_device *device, const char *header, struct pv_sb *out)
{
    struct pv_sb source = {0};
    bool both[PV_CMACROS];
    pv_device_print_source(device, &source, true);
    for (int i = 0; i < PV_CMACROS; i++)
        both[i] = device->host_macros[i] && !device->kernel_macros[i];
    pv_sb_printf(out, "#include \"%s\"\n\n#include <cstdio>\n#include <cstdlib>\n\n", header);
    if (device->persists)
        pv_sb_add(out, "#include <climits>\n#include <cooperative_groups.h>\n\n");
    pv_sb_addn(out, source.n ? source.text : "", source.n);
    if (device->n_regions) {
        pv_sb_printf(out, "\nstatic const char %ssource[] = \"%s\";\n", device->own, device->source_name);
        pv_sb_add(out, device->is_managed ? pv_printf(device->arena, "#define %smanaged\n\n", device->own) : "\n");
        pv_names_add_support(device->names, out, pv_runtime_cuda_state);
        pv_sb_add(out, "\n");
        pv_names_add_support(device->names, out, pv_runtime_pool);
        pv_sb_add(out, "\n");
        pv_names_add_support(device->names, out, pv_runtime_cuda);
        if (device->persists) {
            pv_sb_add(out, "\n");
            pv_names_add_support(device->names, out, pv_runtime_cuda_grid);
        }
        if (device->mixes) {
            pv_sb_add(out, "\n");
            pv_names_add_support(device->names, out, pv_runtime_mixed);
        }
        if (device->holds) {
            pv_sb_add(out, "\n");
            pv_names_add_support(device->names, out, pv_runtime_held);
        }
    }
    pv_cprint_macros(&device->how, out, both);
    pv_sb_addn(out, device->entries.n ? device->entries.text : "", device->entries.n);
    pv_sb_free(&source);
}

void pv_cuda_print_header(const struct pv_device *device, struct pv_sb *out)
{
    pv_sb_printf(out, "#ifndef %s_KERNEL_H\n#define %s_KERNEL_H\n\n", device->prefix, device->prefix);
    pv_sb_add(out, "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n");
    pv_sb_addn(out, device->prototypes.n ? device->prototypes.text : "", device->prototypes.n);
    pv_sb_add(out, "\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n");
}
