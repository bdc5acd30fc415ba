/* Names of the files that a run writes. */
#include "driver/filenames.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

bool pv_filename_is_folder(const char *path)
{
    struct stat status;
    size_t n = strlen(path);
    return (n && path[n - 1] == '/') || (!stat(path, &status) && S_ISDIR(status.st_mode));
}

/* The name of "path" without folder and without "suffix". */
static const char *base_name(struct pv_arena *arena, const char *path, const char *suffix)
{
    const char *slash = strrchr(path, '/');
    const char *base = slash ? slash + 1 : path;
    size_t n = strlen(base), m = strlen(suffix);
    return pv_strndup(arena, base, n > m && !strcmp(base + n - m, suffix) ? n - m : n);
}

static const char *join(struct pv_arena *arena, const char *folder, const char *name, const char *suffix)
{
    size_t n = strlen(folder);
    return pv_printf(arena, "%s%s%s%s", folder, n && folder[n - 1] != '/' ? "/" : "", name, suffix);
}

const char *pv_filename_of_output(struct pv_arena *arena, const char *input, const char *path)
{
    bool is_stdin = !strcmp(input, "-");
    if (path && !pv_filename_is_folder(path))
        return path;
    if (!path && is_stdin)
        return "-";
    return join(arena, path ? path : "", base_name(arena, is_stdin ? "stdin.c" : input, ".c"), ".pave.c");
}

const char *pv_filename_device_base(struct pv_arena *arena, const char *input, const char *path)
{
    if (path && !pv_filename_is_folder(path)) {
        const char *base = base_name(arena, path, "_host.c");
        return base_name(arena, base, ".c");
    }
    return base_name(arena, !strcmp(input, "-") ? "stdin.c" : input, ".c");
}

const char *pv_filename_for_device(struct pv_arena *arena, const char *input, const char *path, const char *suffix)
{
    bool is_file = path && !pv_filename_is_folder(path);
    if (is_file && !strcmp(suffix, "_host.c"))
        return path;
    const char *slash = is_file ? strrchr(path, '/') : NULL;
    const char *folder = slash ? pv_strndup(arena, path, (size_t)(slash - path) + 1) : path && !is_file ? path : "";
    return join(arena, folder, pv_filename_device_base(arena, input, path), suffix);
}

bool pv_filename_is_same_file(const char *a, const char *b)
{
    struct stat first, second;
    return !stat(a, &first) && !stat(b, &second) && first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

const char *pv_filename_other_device(const char *path, enum pv_splice_device device)
{
    char line[120] = "";
    FILE *file = fopen(path, "r");
    bool is_read = file && fgets(line, sizeof(line), file);
    /* Nothing was written: closing cannot lose anything. */
    if (file)
        (void)fclose(file);
    size_t head = strlen(pv_splice_head);
    if (!is_read || strncmp(line, pv_splice_head, head))
        return NULL;
    /* After the head: VERSION for NAME: */
    const char *space = strchr(line + head, ' '), *name = space && !strncmp(space, " for ", 5) ? space + 5 : NULL;
    for (int i = PV_DEVICE_NONE + 1; i <= PV_DEVICE_OPENCL && name; i++) {
        const char *known = pv_splice_device_name((enum pv_splice_device)i);
        if (i != (int)device && !strncmp(name, known, strlen(known)) && name[strlen(known)] == ':')
            return known;
    }
    return NULL;
}
