/* Prints launches and the host program for OpenCL. */
#include "emit/opencl.h"

#include "emit/runtime.h"

#include <string.h>

static void print_launch(struct pv_writer *out, const struct pv_target_launch *launch)
{
    const struct pv_kernel *kernel = launch->kernel->sizes;
    const char *own = launch->own;
    int n_axes = pv_kernel_n_thread_axes(kernel), n = n_axes ? n_axes : 1;
    struct pv_sb local = {0}, global = {0};
    for (int i = 0; i < n; i++) {
        int axis = 0;
        while (pv_kernel_device_axis(kernel, axis) != i)
            axis++;
        const char *comma = i ? ", " : "";
        pv_sb_printf(&local, "%s%d", comma, n_axes ? kernel->threads[axis] : 1);
        if (axis < kernel->n_axes)
            pv_sb_printf(&global, "%s%sblocks(%sn%d, %d) * %d", comma, own, own, axis, kernel->most_blocks[axis],
                         kernel->threads[axis]);
        else
            pv_sb_printf(&global, "%s%d", comma, n_axes ? kernel->threads[axis] : 1);
    }
    const char *kernel_name = launch->kernel->name;
    pv_emit_line(out, "const size_t %slocal[] = {%s}, %sglobal[] = {%s};", own, local.text, own, global.text);
    pv_emit_line(out, "%slock();", own);
    for (int i = 0; i < launch->kernel->args.n; i++)
        pv_emit_line(out, "%sargument(%s%s, %d, sizeof(%s), &%s, \"%s\", %u);", own, own, kernel_name, i,
                     launch->kernel->args.v[i].value, launch->kernel->args.v[i].value, kernel_name, launch->line);
    pv_emit_line(out, "%slaunch(%s%s, %d, %sglobal, %slocal, \"%s\", %u);", own, own, kernel_name, n, own, own,
                 kernel_name, launch->line);
    pv_emit_line(out, "%sunlock();", own);
    pv_sb_free(&local);
    pv_sb_free(&global);
}

static void print_prepare(struct pv_writer *out, const struct pv_target_launch *launch, int region)
{
    const char *name = launch->kernel->name;
    pv_emit_line(out, "static cl_kernel %s%s;", launch->own, name);
    pv_emit_line(out, "if (!%sprepare(&%s%s, %d, \"%s\", %u))", launch->own, launch->own, name, region, name,
                 launch->line);
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
    .block_id = "get_group_id(",
    .thread_id = "get_local_id(",
    .n_blocks = "get_num_groups(",
    .axis_end = ")",
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

/* All that the device's compiler gets. */
static void print_source(struct pv_device *device, const struct pv_opencl_params *params, struct pv_sb *out)
{
    if (!params->fp_contract)
        pv_sb_add(out, "#pragma OPENCL FP_CONTRACT OFF\n");
    for (int i = 0; i < params->n_includes; i++)
        pv_sb_printf(out, "#include \"%s\"\n", params->includes[i]);
    pv_device_print_source(device, out, params->print_types);
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
    pv_sb_printf(out, "static const int %suses_double = %d;\n", own, device->shared->uses_double);
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

void pv_opencl_print_end(struct pv_device *device, const struct pv_opencl_params *params, struct pv_sb *out,
                         struct pv_sb *kernels)
{
    const struct pv_names *names = device->names;
    struct pv_sb source = {0};
    if (!device->n_regions)
        return;
    print_source(device, params, &source);
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
    const char *const support[] = {pv_runtime_opencl_state,
                                   params->kernel_file ? pv_runtime_opencl_load_file : pv_runtime_opencl_load_text,
                                   pv_runtime_pool, pv_runtime_opencl};
    for (size_t i = 0; i < sizeof(support) / sizeof(*support); i++) {
        pv_sb_add(out, "\n");
        pv_names_add_support(names, out, support[i]);
    }
    if (device->mixes) {
        pv_sb_add(out, "\n");
        pv_names_add_support(names, out, pv_runtime_mixed);
    }
    if (device->holds) {
        pv_sb_add(out, "\n");
        pv_names_add_support(names, out, pv_runtime_held);
    }
    pv_cprint_macros(&device->how, out, device->host_macros);
    pv_sb_addn(out, device->entries.text, device->entries.n);
    pv_sb_free(&source);
}
