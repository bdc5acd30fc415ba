/* OpenCL: the same text, from the file called "pave_kernels". */

static size_t pave_find_line(const char *text, size_t size, cl_uint line)
{
    size_t at = 0;
    for (; at < size && line; at++)
        line -= text[at] == '\n';
    return at;
}

static cl_program pave_load(int region, unsigned line, cl_int *status)
{
    FILE *file = fopen(pave_kernels, "rb");
    long end = file && !fseek(file, 0, SEEK_END) ? ftell(file) : -1;
    size_t size = end > 0 ? (size_t)end : 0;
    char *text = size ? malloc(size) : NULL;
    cl_program program = NULL;
    if (!text || fseek(file, 0, SEEK_SET) || fread(text, 1, size, file) != size) {
        pave_refuse(line, "cannot read the kernels from ", pave_kernels);
    } else {
        size_t own = pave_find_line(text, size, pave_lines[region]);
        const char *parts[] = {text, text + own};
        const size_t sizes[] = {pave_find_line(text, size, pave_lines[0]),
                                pave_find_line(text, size, pave_lines[region + 1]) - own};
        int first = !sizes[0];
        program = clCreateProgramWithSource(pave_context, 2 - first, parts + first, sizes + first, status);
    }
    if (file)
        (void)fclose(file);
    free(text);
    return program;
}
