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
    const char *kernel_name = launch->kernel;
    pv_emit_line(out, "const size_t %slocal[] = {%s}, %sglobal[] = {%s};", own, local.text, own, global.text);
    for (int i = 0; i < launch->n_args; i++)
        pv_emit_line(out, "%sargument(%s%s, %d, sizeof(%s), &%s, \"%s\", %u);", own, own, kernel_name, i,
                     launch->args[i].value, launch->args[i].value, kernel_name, launch->line);
    pv_emit_line(out, "%slaunch(%s%s, %d, %sglobal, %slocal, \"%s\", %u);", own, own, kernel_name, n, own, own,
                 kernel_name, launch->line);
    pv_sb_free(&local);
    pv_sb_free(&global);
}

static void print_prepare(struct pv_writer *out, const struct pv_target_launch *launch, int region)
{
    pv_emit_line(out, "static cl_kernel %s%s;", launch->own, launch->kernel);
    pv_emit_line(out, "if (!%sprepare(&%s%s, %d, \"%s\", %u))", launch->own, launch->own, launch->kernel, region,
                 launch->kernel, launch->line);
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
    .prepare = print_prepare,
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
    "static cl_device_id pave_device;\n"
    "static cl_context pave_context;\n"
    "static cl_command_queue pave_queue;\n"
    "static cl_program pave_programs[pave_regions];\n"
    "static int pave_runs_out; /* of memory on the device */\n"
    "static const char *pave_outcome;\n"
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
    "\n"
    "/* Say why a region does not run on the device. */\n"
    "static int pave_refuse(unsigned line, const char *reason, const char *what)\n"
    "{\n"
    "    fprintf(stderr, \"%s:%u: warning: OpenCL: %s%s; %s\\n\", pave_source, line, reason, what, pave_outcome);\n"
    "    return 0;\n"
    "}\n"
    "\n";

/* The text of a region's kernels is what all have in common, and lines of its own. Where it is part of the program: */
static const char load_text[] = "static cl_program pave_load(int region, unsigned line, cl_int *status)\n"
                                "{\n"
                                "    const char **lines = malloc(pave_lines[region + 1] * sizeof(*lines));\n"
                                "    cl_program program = NULL;\n"
                                "    cl_uint n = 0;\n"
                                "    for (cl_uint i = 0; lines && i < pave_lines[region + 1]; i++)\n"
                                "        if (i < pave_lines[0] || i >= pave_lines[region])\n"
                                "            lines[n++] = pave_kernels[i];\n"
                                "    if (!lines)\n"
                                "        pave_refuse(line, \"no memory\", \"\");\n"
                                "    else\n"
                                "        program = clCreateProgramWithSource(pave_context, n, lines, NULL, status);\n"
                                "    free(lines);\n"
                                "    return program;\n"
                                "}\n"
                                "\n";

/* Where it is in a file: */
static const char load_file[] =
    "static size_t pave_find_line(const char *text, size_t size, cl_uint line)\n"
    "{\n"
    "    size_t at = 0;\n"
    "    for (; at < size && line; at++)\n"
    "        line -= text[at] == '\\n';\n"
    "    return at;\n"
    "}\n"
    "\n"
    "static cl_program pave_load(int region, unsigned line, cl_int *status)\n"
    "{\n"
    "    FILE *file = fopen(pave_kernels, \"rb\");\n"
    "    long end = file && !fseek(file, 0, SEEK_END) ? ftell(file) : -1;\n"
    "    size_t size = end > 0 ? (size_t)end : 0;\n"
    "    char *text = size ? malloc(size) : NULL;\n"
    "    cl_program program = NULL;\n"
    "    if (!text || fseek(file, 0, SEEK_SET) || fread(text, 1, size, file) != size) {\n"
    "        pave_refuse(line, \"cannot read the kernels from \", pave_kernels);\n"
    "    } else {\n"
    "        size_t own = pave_find_line(text, size, pave_lines[region]);\n"
    "        const char *parts[] = {text, text + own};\n"
    "        const size_t sizes[] = {pave_find_line(text, size, pave_lines[0]),\n"
    "                                pave_find_line(text, size, pave_lines[region + 1]) - own};\n"
    "        int first = !sizes[0];\n"
    "        program = clCreateProgramWithSource(pave_context, 2 - first, parts + first, sizes + first, status);\n"
    "    }\n"
    "    if (file)\n"
    "        fclose(file);\n"
    "    free(text);\n"
    "    return program;\n"
    "}\n"
    "\n";

static const char runtime_end[] =
    "/* The first device of \"type\", or NULL. */\n"
    "static cl_device_id pave_find_device(cl_device_type type)\n"
    "{\n"
    "    cl_platform_id platforms[16];\n"
    "    cl_device_id device = NULL;\n"
    "    cl_uint n = 0;\n"
    "    if (clGetPlatformIDs(16, platforms, &n) != CL_SUCCESS)\n"
    "        n = 0;\n"
    "    for (cl_uint i = 0; i < n && i < 16 && !device; i++)\n"
    "        if (clGetDeviceIDs(platforms[i], type, 1, &device, NULL) != CL_SUCCESS)\n"
    "            device = NULL;\n"
    "    return device;\n"
    "}\n"
    "\n"
    "/* Find a device for the program. There is one message where there is none. */\n"
    "static int pave_open(unsigned line)\n"
    "{\n"
    "    static int is_tried;\n"
    "    cl_device_fp_config doubles = 0;\n"
    "    cl_int status;\n"
    "    if (is_tried)\n"
    "        return pave_queue != NULL;\n"
    "    is_tried = 1;\n"
    "    pave_device = pave_find_device(pave_first_choice);\n"
    "    if (!pave_device)\n"
    "        pave_device = pave_find_device(CL_DEVICE_TYPE_ALL);\n"
    "    if (!pave_device)\n"
    "        return pave_refuse(line, \"no device found, install a driver such as PoCL\", \"\");\n"
    "    clGetDeviceInfo(pave_device, CL_DEVICE_DOUBLE_FP_CONFIG, sizeof(doubles), &doubles, NULL);\n"
    "    if (pave_uses_double && !doubles)\n"
    "        return pave_refuse(line, \"the device has no double precision\", \"\");\n"
    "    pave_context = clCreateContext(NULL, 1, &pave_device, NULL, NULL, &status);\n"
    "    if (status != CL_SUCCESS)\n"
    "        return pave_refuse(line, \"no context for the device\", \"\");\n"
    "    pave_queue = clCreateCommandQueue(pave_context, pave_device, 0, &status);\n"
    "    if (status != CL_SUCCESS)\n"
    "        pave_queue = NULL;\n"
    "    return pave_queue || pave_refuse(line, \"no queue for the device\", \"\");\n"
    "}\n"
    "\n"
    "/* Say what the compiler of the device said. */\n"
    "static int pave_print_log(cl_program program, unsigned line)\n"
    "{\n"
    "    size_t size = 0;\n"
    "    clGetProgramBuildInfo(program, pave_device, CL_PROGRAM_BUILD_LOG, 0, NULL, &size);\n"
    "    char *log = calloc(size + 1, 1);\n"
    "    if (log)\n"
    "        clGetProgramBuildInfo(program, pave_device, CL_PROGRAM_BUILD_LOG, size, log, NULL);\n"
    "    pave_refuse(line, \"the device refuses the kernels of this region\", \"\");\n"
    "    fprintf(stderr, \"%s\\n\", log ? log : \"\");\n"
    "    free(log);\n"
    "    return 0;\n"
    "}\n"
    "\n"
    "/* Get the device ready for a region. 0 where that is not possible, with a message for the first time. */\n"
    "static int pave_start(int region, unsigned line, const char *outcome)\n"
    "{\n"
    "    static char is_tried[pave_regions];\n"
    "    cl_int status = CL_SUCCESS;\n"
    "    pave_outcome = outcome;\n"
    "    pave_runs_out = 0;\n"
    "    if (is_tried[region] || !pave_open(line))\n"
    "        return pave_programs[region] != NULL;\n"
    "    is_tried[region] = 1;\n"
    "    cl_program program = pave_load(region, line, &status);\n"
    "    if (status != CL_SUCCESS)\n"
    "        return pave_refuse(line, \"no program for the device\", \"\");\n"
    "    if (!program)\n"
    "        return 0;\n"
    "    status = clBuildProgram(program, 1, &pave_device, pave_options, NULL, NULL);\n"
    "    if (status != CL_SUCCESS)\n"
    "        return pave_print_log(program, line);\n"
    "    pave_programs[region] = program;\n"
    "    return 1;\n"
    "}\n"
    "\n"
    "static inline int pave_prepare(cl_kernel *kernel, int region, const char *name, unsigned line)\n"
    "{\n"
    "    cl_int status = CL_SUCCESS;\n"
    "    if (!*kernel)\n"
    "        *kernel = clCreateKernel(pave_programs[region], name, &status);\n"
    "    return status == CL_SUCCESS || pave_refuse(line, \"the device has no kernel \", name);\n"
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
    "    cl_int status = CL_SUCCESS;\n"
    "    if (pave_runs_out)\n"
    "        return NULL;\n"
    "    pave_buffer buffer = clCreateBuffer(pave_context, CL_MEM_READ_WRITE, size ? size : 1, NULL, &status);\n"
    "    if (status == CL_SUCCESS)\n"
    "        return buffer;\n"
    "    pave_runs_out = 1;\n"
    "    pave_refuse(line, \"the device has no memory for \", what);\n"
    "    return NULL;\n"
    "}\n"
    "\n"
    "static inline void pave_copy_in(pave_buffer to, const void *from, size_t size, const char *what, unsigned line)\n"
    "{\n"
    "    if (!size || !from || pave_runs_out)\n"
    "        return;\n"
    "    if (clEnqueueWriteBuffer(pave_queue, to, CL_TRUE, 0, size, from, 0, NULL, NULL) == CL_SUCCESS)\n"
    "        return;\n"
    "    pave_runs_out = 1;\n"
    "    pave_refuse(line, \"the device has no memory for \", what);\n"
    "}\n"
    "\n"
    "static inline void pave_copy_out(void *to, pave_buffer from, size_t size, const char *what, unsigned line)\n"
    "{\n"
    "    if (size && to)\n"
    "        pave_check(clEnqueueReadBuffer(pave_queue, from, CL_TRUE, 0, size, to, 0, NULL, NULL),\n"
    "                   \"copy from the device\", what, line);\n"
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
    pv_sb_printf(out, "enum { %sregions = %d };\n", own, device->n_regions);
}

/* Where in "source" the kernels of each region are: the first line after what all have in common, and the end of each. */
static void print_lines(const struct pv_device *device, const struct pv_sb *source, struct pv_sb *out)
{
    size_t at = 0, common = source->n - device->kernels.n;
    int line = 0;
    pv_sb_printf(out, "static const cl_uint %slines[] = {", device->own);
    for (int i = -1; i < device->region_ends.n; i++) {
        for (size_t end = i < 0 ? common : common + device->region_ends.v[i]; at < end; at++)
            line += source->text[at] == '\n';
        pv_sb_printf(out, "%s%d", i < 0 ? "" : ", ", line);
    }
    pv_sb_add(out, "};\n");
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
    print_lines(device, &source, out);
    pv_names_add_support(names, out, runtime_begin);
    pv_names_add_support(names, out, params->kernel_file ? load_file : load_text);
    pv_names_add_support(names, out, runtime_end);
    pv_cexpr_define_macros(out, device->cpu->macros, device->host_macros);
    pv_sb_addn(out, device->entries.text, device->entries.n);
    pv_sb_free(&source);
    return !*failure;
}
