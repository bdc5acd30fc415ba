#include "emit/cuda.h"

static const char *axis_sizes(struct pv_sb *text, const struct pv_target_launch *launch, bool is_block)
{
    const struct pv_kernel *kernel = launch->sizes;
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
    if (!kernel->n_axes)
        pv_sb_add(text, "1");
    return text->text;
}

static void print_launch(struct pv_writer *out, const struct pv_target_launch *launch)
{
    struct pv_sb grid = {0}, block = {0}, args = {0};
    for (int i = 0; i < launch->n_args; i++) {
        const struct pv_target_arg *arg = &launch->args[i];
        pv_sb_add(&args, i ? ", " : "");
        if (arg->type)
            pv_sb_printf(&args, "(%s)%s", arg->type, arg->value);
        else
            pv_sb_add(&args, arg->value);
    }
    pv_emit_line(out, "%s<<<dim3(%s), dim3(%s)>>>(%s);", launch->kernel, axis_sizes(&grid, launch, false),
                 axis_sizes(&block, launch, true), args.n ? args.text : "");
    pv_emit_line(out, "%scheck(cudaGetLastError(), \"launch\", \"%s\", %u);", launch->own, launch->kernel,
                 launch->line);
    pv_sb_free(&grid);
    pv_sb_free(&block);
    pv_sb_free(&args);
}

static void print_prepare(struct pv_writer *out, const struct pv_target_launch *launch, int region)
{
    (void)region;
    pv_emit_line(out, "if (!%sprepare((const void *)%s, \"%s\", %u))", launch->own, launch->kernel, launch->kernel,
                 launch->line);
}

const struct pv_target pv_cuda = {
    .kernel_head = "static __global__ void",
    .function_head = "static __device__",
    .global = "",
    .shared = "__shared__ ",
    .unroll = "#pragma unroll",
    .barrier = "__syncthreads();",
    .global_barrier = "__syncthreads();",
    .is_restrict = "__restrict__",
    .block_id = "blockIdx.%s",
    .thread_id = "threadIdx.%s",
    .n_blocks = "gridDim.%s",
    .has_launch_bounds = true,
    .has_letters = true,
    .linkage = "",
    .launch = print_launch,
    .prepare = print_prepare,
};

static const char runtime[] =
    "\n"
    "static void pave_check(cudaError_t status, const char *call, const char *what, unsigned line)\n"
    "{\n"
    "    if (status == cudaSuccess)\n"
    "        return;\n"
    "    fprintf(stderr, \"%s:%u: error: CUDA: %s of '%s' failed: %s\\n\", pave_source, line, call, what,\n"
    "            cudaGetErrorString(status));\n"
    "    exit(1);\n"
    "}\n"
    "\n"
    "typedef void *pave_buffer;\n"
    "static int pave_runs_out; /* of memory on the device */\n"
    "static const char *pave_outcome;\n"
    "\n"
    "/* Say why a region does not run on the device. */\n"
    "static int pave_refuse(unsigned line, const char *reason, const char *what)\n"
    "{\n"
    "    fprintf(stderr, \"%s:%u: warning: CUDA: %s%s: %s; %s\\n\", pave_source, line, reason, what,\n"
    "            cudaGetErrorString(cudaGetLastError()), pave_outcome);\n"
    "    return 0;\n"
    "}\n"
    "\n"
    "/* Is there a device? There is one message where there is none. */\n"
    "static int pave_start(unsigned line, const char *outcome)\n"
    "{\n"
    "    static int is_tried, n_devices;\n"
    "    pave_outcome = outcome;\n"
    "    pave_runs_out = 0;\n"
    "    if (is_tried)\n"
    "        return n_devices > 0;\n"
    "    is_tried = 1;\n"
    "    if (cudaGetDeviceCount(&n_devices) == cudaSuccess && n_devices > 0)\n"
    "        return 1;\n"
    "    n_devices = 0;\n"
    "    return pave_refuse(line, \"no device\", \"\");\n"
    "}\n"
    "\n"
    "/* Can the device run a kernel? */\n"
    "static int pave_prepare(const void *kernel, const char *name, unsigned line)\n"
    "{\n"
    "    cudaFuncAttributes attributes;\n"
    "    return cudaFuncGetAttributes(&attributes, kernel) == cudaSuccess ||\n"
    "           pave_refuse(line, \"the device refuses \", name);\n"
    "}\n"
    "\n"
    "static inline size_t pave_count(long long n)\n"
    "{\n"
    "    return n > 0 ? (size_t)n : 0;\n"
    "}\n"
    "\n"
    "static inline unsigned pave_blocks(long long wanted, long long most)\n"
    "{\n"
    "    return (unsigned)(wanted < most ? wanted : most);\n"
    "}\n"
    "\n"
    "static inline pave_buffer pave_allocate(size_t size, const char *what, unsigned line)\n"
    "{\n"
    "    pave_buffer buffer = NULL;\n"
    "    if (pave_runs_out || cudaMalloc(&buffer, size ? size : 1) == cudaSuccess)\n"
    "        return buffer;\n"
    "    pave_runs_out = 1;\n"
    "    pave_refuse(line, \"no memory for \", what);\n"
    "    return NULL;\n"
    "}\n"
    "\n"
    "__attribute__((unused)) static inline void\n"
    "pave_copy_in(pave_buffer to, const void *from, size_t size, const char *what, unsigned line)\n"
    "{\n"
    "    if (size && from && !pave_runs_out)\n"
    "        pave_check(cudaMemcpy(to, from, size, cudaMemcpyHostToDevice), \"copy to the device\", what, line);\n"
    "}\n"
    "\n"
    "__attribute__((unused)) static inline void\n"
    "pave_copy_out(void *to, pave_buffer from, size_t size, const char *what, unsigned line)\n"
    "{\n"
    "    if (size && to)\n"
    "        pave_check(cudaMemcpy(to, from, size, cudaMemcpyDeviceToHost), \"copy from the device\", what, line);\n"
    "}\n"
    "\n"
    "static inline void pave_finish(unsigned line)\n"
    "{\n"
    "    pave_check(cudaDeviceSynchronize(), \"run\", \"kernels\", line);\n"
    "}\n"
    "\n"
    "static inline void pave_release(pave_buffer buffer, const char *what, unsigned line)\n"
    "{\n"
    "    pave_check(cudaFree(buffer), \"release\", what, line);\n"
    "}\n";

bool pv_cuda_print_kernels(struct pv_device *device, const char *header, struct pv_sb *out, const char **failure)
{
    struct pv_sb source = {0};
    bool both[PV_CMACROS];
    pv_device_print_source(device, &source, true, failure);
    for (int i = 0; i < PV_CMACROS; i++)
        both[i] = device->host_macros[i] && !device->kernel_macros[i];
    pv_sb_printf(out, "#include \"%s\"\n\n#include <cstdio>\n#include <cstdlib>\n\n", header);
    pv_sb_addn(out, source.n ? source.text : "", source.n);
    if (device->n_regions) {
        pv_sb_printf(out, "\nstatic const char %ssource[] = \"%s\";\n", device->own, device->source_name);
        pv_names_add_support(&device->cpu->names, out, runtime);
    }
    pv_cexpr_define_macros(out, device->cpu->macros, both);
    pv_sb_addn(out, device->entries.n ? device->entries.text : "", device->entries.n);
    pv_sb_free(&source);
    return !*failure;
}

void pv_cuda_print_header(const struct pv_device *device, struct pv_sb *out)
{
    pv_sb_printf(out, "#ifndef %s_KERNEL_H\n#define %s_KERNEL_H\n\n", device->prefix, device->prefix);
    pv_sb_add(out, "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n");
    pv_sb_addn(out, device->prototypes.n ? device->prototypes.text : "", device->prototypes.n);
    pv_sb_add(out, "\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n");
}
