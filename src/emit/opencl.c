#include "emit/opencl.h"

#include <string.h>

static void print_launch(struct pv_writer *out, const struct pv_target_launch *launch)
{
    const struct pv_kernel *kernel = launch->sizes;
    const char *own = launch->own;
    int n = kernel->n_axes ? pv_kernel_n_thread_axes(kernel) : 1;
    struct pv_sb local = {0}, global = {0};
    for (int i = 0; i < n; i++) {
        int axis = 0;
        while (pv_kernel_device_axis(kernel, axis) != i)
            axis++;
        const char *comma = i ? ", " : "";
        pv_sb_printf(&local, "%s%d", comma, kernel->n_axes ? kernel->threads[axis] : 1);
        if (kernel->n_axes && axis < kernel->n_axes)
            pv_sb_printf(&global, "%s%sblocks(%sn%d, %d) * %d", comma, own, own, axis, kernel->most_blocks[axis],
                         kernel->threads[axis]);
        else
            pv_sb_printf(&global, "%s%d", comma, kernel->n_axes ? kernel->threads[axis] : 1);
    }
    pv_emit_line(out, "static cl_kernel %skernel;", own);
    pv_emit_line(out, "const size_t %slocal[] = {%s}, %sglobal[] = {%s};", own, local.text, own, global.text);
    pv_emit_line(out, "%sprepare(&%skernel, \"%s\", %u);", own, own, launch->kernel, launch->line);
    for (int i = 0; i < launch->n_args; i++)
        pv_emit_line(out, "%sargument(%skernel, %d, sizeof(%s), &%s, \"%s\", %u);", own, own, i, launch->args[i].value,
                     launch->args[i].value, launch->kernel, launch->line);
    pv_emit_line(out, "%slaunch(%skernel, %d, %sglobal, %slocal, \"%s\", %u);", own, own, n, own, own, launch->kernel,
                 launch->line);
    pv_sb_free(&local);
    pv_sb_free(&global);
}

const struct pv_target pv_opencl = {
    .is_opencl = true,
    .kernel_head = "__kernel void",
    .function_head = "",
    .global = "__global ",
    .shared = "__local ",
    .barrier = "barrier(CLK_LOCAL_MEM_FENCE);",
    .global_barrier = "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);",
    .is_restrict = "restrict",
    .block_id = "get_group_id(%s)",
    .thread_id = "get_local_id(%s)",
    .n_blocks = "get_num_groups(%s)",
    .linkage = "static ",
    .launch = print_launch,
};

/* Text. */

/* "text" as a string literal. */
static void add_literal(struct pv_sb *out, const char *text, size_t n)
{
    pv_sb_add(out, "\"");
    for (size_t i = 0; i < n; i++) {
        if (text[i] == '"' || text[i] == '\\')
            pv_sb_add(out, "\\");
        pv_sb_addn(out, text + i, 1);
    }
    pv_sb_add(out, "\"");
}

/* The lines of "text" as an array of strings. */
static void add_lines(struct pv_sb *out, const char *own, const char *text)
{
    pv_sb_printf(out, "\nstatic const char *const %skernels[] = {\n", own);
    while (*text) {
        size_t n = strcspn(text, "\n");
        pv_sb_add(out, "    ");
        add_literal(out, text, n);
        pv_sb_add(out, "\n    \"\\n\",\n");
        text += n + (text[n] == '\n');
    }
    pv_sb_add(out, "};\n");
}

static const char runtime_begin[] =
    "\n"
    "typedef cl_mem pave_buffer;\n"
    "static cl_context pave_context;\n"
    "static cl_command_queue pave_queue;\n"
    "static cl_program pave_program;\n"
    "\n"
    "static void pave_check(cl_int status, const char *call, const char *what, unsigned line)\n"
    "{\n"
    "    if (status == CL_SUCCESS)\n"
    "        return;\n"
    "    fprintf(stderr, \"%s:%u: error: OpenCL: %s of '%s' failed with status %d\\n\", pave_source, line, call, "
    "what,\n"
    "            (int)status);\n"
    "    exit(1);\n"
    "}\n"
    "\n";

/* Kernels that are part of the program. */
static const char load_text[] =
    "static void pave_load(unsigned line)\n"
    "{\n"
    "    const cl_uint n = sizeof(pave_kernels) / sizeof(*pave_kernels);\n"
    "    cl_int status;\n"
    "    pave_program = clCreateProgramWithSource(pave_context, n, (const char **)(size_t)pave_kernels, NULL, "
    "&status);\n"
    "    pave_check(status, \"creation\", \"program\", line);\n"
    "}\n"
    "\n";

/* Kernels in a file. */
static const char load_file[] =
    "static void pave_load(unsigned line)\n"
    "{\n"
    "    FILE *file = fopen(pave_kernels, \"rb\");\n"
    "    long size = file && !fseek(file, 0, SEEK_END) ? ftell(file) : -1;\n"
    "    char *text = size > 0 ? malloc((size_t)size) : NULL;\n"
    "    if (!text || fseek(file, 0, SEEK_SET) || fread(text, 1, (size_t)size, file) != (size_t)size) {\n"
    "        fprintf(stderr, \"%s:%u: error: OpenCL: cannot read the kernels from '%s'\\n\", pave_source, line, "
    "pave_kernels);\n"
    "        exit(1);\n"
    "    }\n"
    "    fclose(file);\n"
    "    const char *source = text;\n"
    "    const size_t length = (size_t)size;\n"
    "    cl_int status;\n"
    "    pave_program = clCreateProgramWithSource(pave_context, 1, &source, &length, &status);\n"
    "    free(text);\n"
    "    pave_check(status, \"creation\", \"program\", line);\n"
    "}\n"
    "\n";

static const char runtime_end[] =
    "/* The first device of \"type\", or NULL. */\n"
    "static cl_device_id pave_find_device(cl_device_type type, unsigned line)\n"
    "{\n"
    "    cl_platform_id platforms[16];\n"
    "    cl_uint n = 0;\n"
    "    cl_int status = clGetPlatformIDs(16, platforms, &n);\n"
    "    if (status != CL_SUCCESS || !n) {\n"
    "        fprintf(stderr, \"%s:%u: error: OpenCL: no platform found; install a driver such as PoCL\\n\", "
    "pave_source,\n"
    "                line);\n"
    "        exit(1);\n"
    "    }\n"
    "    for (cl_uint i = 0; i < n && i < 16; i++) {\n"
    "        cl_device_id device;\n"
    "        if (clGetDeviceIDs(platforms[i], type, 1, &device, NULL) == CL_SUCCESS)\n"
    "            return device;\n"
    "    }\n"
    "    return NULL;\n"
    "}\n"
    "\n"
    "static void pave_build(cl_device_id device, unsigned line)\n"
    "{\n"
    "    cl_int status;\n"
    "    pave_load(line);\n"
    "    status = clBuildProgram(pave_program, 1, &device, pave_options, NULL, NULL);\n"
    "    if (status == CL_SUCCESS)\n"
    "        return;\n"
    "    size_t size = 0;\n"
    "    clGetProgramBuildInfo(pave_program, device, CL_PROGRAM_BUILD_LOG, 0, NULL, &size);\n"
    "    char *log = calloc(size + 1, 1);\n"
    "    if (log && clGetProgramBuildInfo(pave_program, device, CL_PROGRAM_BUILD_LOG, size, log, NULL) == CL_SUCCESS)\n"
    "        fprintf(stderr, \"%s\\n\", log);\n"
    "    pave_check(status, \"build\", \"kernels\", line);\n"
    "}\n"
    "\n"
    "static void pave_start(unsigned line)\n"
    "{\n"
    "    if (pave_program)\n"
    "        return;\n"
    "    cl_device_id device = pave_find_device(pave_first_choice, line);\n"
    "    if (!device)\n"
    "        device = pave_find_device(CL_DEVICE_TYPE_ALL, line);\n"
    "    if (!device) {\n"
    "        fprintf(stderr, \"%s:%u: error: OpenCL: no device found\\n\", pave_source, line);\n"
    "        exit(1);\n"
    "    }\n"
    "    cl_device_fp_config doubles = 0;\n"
    "    clGetDeviceInfo(device, CL_DEVICE_DOUBLE_FP_CONFIG, sizeof(doubles), &doubles, NULL);\n"
    "    if (pave_uses_double && !doubles) {\n"
    "        fprintf(stderr, \"%s:%u: error: OpenCL: the device has no double precision\\n\", pave_source, line);\n"
    "        exit(1);\n"
    "    }\n"
    "    cl_int status;\n"
    "    pave_context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);\n"
    "    pave_check(status, \"creation\", \"context\", line);\n"
    "    pave_queue = clCreateCommandQueue(pave_context, device, 0, &status);\n"
    "    pave_check(status, \"creation\", \"queue\", line);\n"
    "    pave_build(device, line);\n"
    "}\n"
    "\n"
    "static inline size_t pave_count(long long n)\n"
    "{\n"
    "    return n > 0 ? (size_t)n : 0;\n"
    "}\n"
    "\n"
    "static inline size_t pave_blocks(long long wanted, long long most)\n"
    "{\n"
    "    return (size_t)(wanted < most ? wanted : most);\n"
    "}\n"
    "\n"
    "static inline pave_buffer pave_allocate(size_t size, const char *what, unsigned line)\n"
    "{\n"
    "    cl_int status;\n"
    "    pave_buffer buffer = clCreateBuffer(pave_context, CL_MEM_READ_WRITE, size ? size : 1, NULL, &status);\n"
    "    pave_check(status, \"allocation\", what, line);\n"
    "    return buffer;\n"
    "}\n"
    "\n"
    "static inline void pave_copy_in(pave_buffer to, const void *from, size_t size, const char *what, unsigned line)\n"
    "{\n"
    "    if (size && from)\n"
    "        pave_check(clEnqueueWriteBuffer(pave_queue, to, CL_TRUE, 0, size, from, 0, NULL, NULL), \"copy to the "
    "device\",\n"
    "                   what, line);\n"
    "}\n"
    "\n"
    "static inline void pave_copy_out(void *to, pave_buffer from, size_t size, const char *what, unsigned line)\n"
    "{\n"
    "    if (size && to)\n"
    "        pave_check(clEnqueueReadBuffer(pave_queue, from, CL_TRUE, 0, size, to, 0, NULL, NULL),\n"
    "                   \"copy from the device\", what, line);\n"
    "}\n"
    "\n"
    "static inline void pave_prepare(cl_kernel *kernel, const char *name, unsigned line)\n"
    "{\n"
    "    cl_int status = CL_SUCCESS;\n"
    "    if (!*kernel)\n"
    "        *kernel = clCreateKernel(pave_program, name, &status);\n"
    "    pave_check(status, \"creation\", name, line);\n"
    "}\n"
    "\n"
    "static inline void pave_argument(cl_kernel kernel, cl_uint n, size_t size, const void *value, const char *name,\n"
    "                                 unsigned line)\n"
    "{\n"
    "    pave_check(clSetKernelArg(kernel, n, size, value), \"an argument\", name, line);\n"
    "}\n"
    "\n"
    "static inline void pave_launch(cl_kernel kernel, cl_uint n, const size_t *global, const size_t *local, const char "
    "*name,\n"
    "                               unsigned line)\n"
    "{\n"
    "    pave_check(clEnqueueNDRangeKernel(pave_queue, kernel, n, NULL, global, local, 0, NULL, NULL), \"launch\", "
    "name, line);\n"
    "}\n"
    "\n"
    "static inline void pave_finish(unsigned line)\n"
    "{\n"
    "    pave_check(clFinish(pave_queue), \"run\", \"kernels\", line);\n"
    "}\n"
    "\n"
    "static inline void pave_release(pave_buffer buffer, const char *what, unsigned line)\n"
    "{\n"
    "    if (buffer)\n"
    "        pave_check(clReleaseMemObject(buffer), \"release\", what, line);\n"
    "}\n";

/* All that the device's compiler gets. */
static void print_source(struct pv_device *device, const struct pv_opencl_params *params, struct pv_sb *out,
                         const char **failure)
{
    if (!params->fp_contract)
        pv_sb_add(out, "#pragma OPENCL FP_CONTRACT OFF\n");
    for (int i = 0; i < params->n_includes; i++)
        pv_sb_printf(out, "#include \"%s\"\n", params->includes[i]);
    pv_device_print_source(device, out, params->print_types, failure);
}

/* What the program says of the device it wants. */
static void print_choices(const struct pv_device *device, const struct pv_opencl_params *params, struct pv_sb *out)
{
    const char *own = device->own;
    pv_sb_printf(out, "static const char %ssource[] = \"%s\";\n", own, device->source_name);
    pv_sb_printf(out, "static const char %soptions[] = ", own);
    const char *options = pv_printf(
        device->arena, "-cl-std=CL1.2%s%s%s", params->fp_contract ? "" : " -cl-fp32-correctly-rounded-divide-sqrt",
        params->compiler_options ? " " : "", params->compiler_options ? params->compiler_options : "");
    add_literal(out, options, strlen(options));
    pv_sb_printf(out, ";\nstatic const cl_device_type %sfirst_choice = CL_DEVICE_TYPE_%s;\n", own,
                 params->use_gpu ? "GPU" : "CPU");
    pv_sb_printf(out, "static const int %suses_double = %d;\n", own, device->needs.uses_double);
}

bool pv_opencl_print_end(struct pv_device *device, const struct pv_opencl_params *params, struct pv_sb *out,
                         struct pv_sb *kernels, const char **failure)
{
    const struct pv_names *names = &device->cpu->names;
    struct pv_sb source = {0};
    *failure = NULL;
    if (!device->n_regions)
        return true;
    print_source(device, params, &source, failure);
    pv_sb_add(out, "\n/* pave: from here on, what the regions above have become. */\n");
    pv_names_clear_for_headers(names, out);
    pv_sb_add(out,
              "#define CL_TARGET_OPENCL_VERSION 120\n#include <CL/cl.h>\n#include <stdio.h>\n#include <stdlib.h>\n\n");
    print_choices(device, params, out);
    if (params->kernel_file) {
        pv_sb_printf(out, "static const char %skernels[] = ", names->own);
        add_literal(out, params->kernel_file, strlen(params->kernel_file));
        pv_sb_add(out, ";\n");
        pv_sb_addn(kernels, source.text, source.n);
    } else {
        add_lines(out, names->own, source.text);
    }
    pv_names_add_support(names, out, runtime_begin);
    pv_names_add_support(names, out, params->kernel_file ? load_file : load_text);
    pv_names_add_support(names, out, runtime_end);
    pv_cexpr_define_macros(out, device->cpu->macros, device->host_macros);
    pv_sb_addn(out, device->entries.text, device->entries.n);
    pv_sb_free(&source);
    return !*failure;
}
