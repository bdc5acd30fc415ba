/* OpenCL: the text of a region's kernels, from the array of lines "pave_kernels". It consists of the lines that all regions
 * share, up to pave_lines[0], and those of the region. */

static cl_program pave_load(int region, unsigned line, cl_int *status)
{
    const char **lines = malloc(pave_lines[region + 1] * sizeof(*lines));
    cl_program program = NULL;
    cl_uint n = 0, i;
    for (i = 0; lines && i < pave_lines[region + 1]; i++)
        if (i < pave_lines[0] || i >= pave_lines[region])
            lines[n++] = pave_kernels[i];
    if (!lines)
        pave_refuse(line, "no memory", "");
    else
        program = clCreateProgramWithSource(pave_context, n, lines, NULL, status);
    free(lines);
    return program;
}
