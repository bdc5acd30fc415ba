/* Keeps the results of searches in the user's cache. */
#include "tune/tunecache.h"

#include "tune/chance.h"
#include "tune/folder.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Two files: one for this program, one for all programs with the same axes. */
enum { N_KEYS = 2 };

const char *pv_tunecache_machine(struct pv_arena *arena, const struct pv_tune_params *params)
{
    const char *text = pv_folder_read(arena, "/proc/cpuinfo"), *name = strstr(text, "model name");
    name = name ? strchr(name, ':') : NULL;
    name = name ? name + 1 + strspn(name + 1, " \t") : "unknown processor";
    bool is_device = params->target == PV_TUNE_CUDA || params->target == PV_TUNE_OPENCL;
    const char *device = is_device ? pv_printf(arena, ", device %s", params->device) : "";
    const char *elsewhere = params->hosts    ? pv_printf(arena, ", run on %s", params->hosts)
                            : params->run_on ? pv_printf(arena, ", run by %s", params->run_on)
                                             : "";
    return pv_printf(arena, "%.*s, %ld processors%s%s", (int)strcspn(name, "\n"), name, sysconf(_SC_NPROCESSORS_ONLN),
                     device, elsewhere);
}

/* The directory of the cache, or NULL. */
static const char *find_folder(struct pv_arena *arena)
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (cache && *cache == '/')
        return pv_printf(arena, "%s/pave/tune", cache);
    return home && *home ? pv_printf(arena, "%s/.cache/pave/tune", home) : NULL;
}

/* The file for key number "which". */
static const char *find_path(struct pv_arena *arena, const struct pv_tune_params *params, const struct pv_space *space,
                             int which)
{
    const char *folder = find_folder(arena), *machine = pv_tunecache_machine(arena, params);
    const char *text = params->file && !which ? pv_folder_read(arena, params->file) : "";
    const char *options = pv_tune_quote(arena, &params->options);
    uint64_t hash = pv_hash_bytes(PV_HASH_START, machine, strlen(machine) + 1);
    hash = pv_hash_bytes(hash, text, strlen(text) + 1);
    hash = pv_hash_bytes(hash, &params->target, sizeof(params->target));
    hash = pv_hash_bytes(hash, options, which ? 0 : strlen(options));
    for (int a = 0; a < space->axes.n; a++)
        hash = pv_hash_bytes(hash, space->axes.v[a].name, strlen(space->axes.v[a].name) + 1);
    return folder ? pv_printf(arena, "%s/%016" PRIx64, folder, hash) : NULL;
}

int *pv_tunecache_load(struct pv_arena *arena, const struct pv_tune_params *params, const struct pv_space *space,
                       int *n)
{
    int *points = pv_new_array(arena, int, N_KEYS * space->axes.n + 1);
    *n = 0;
    for (int which = 0; which < N_KEYS && params->use_cache; which++) {
        const char *path = find_path(arena, params, space, which);
        const char *text = path ? pv_folder_read(arena, path) : "";
        if (!*text)
            continue;
        memcpy(points + (size_t)*n * (size_t)space->axes.n, pv_point_read(space, text),
               sizeof(int) * (size_t)space->axes.n);
        (*n)++;
    }
    return points;
}

/* Write "text" to "path": whole, or not at all. */
static void write_quietly(struct pv_arena *arena, const char *path, const char *text)
{
    const char *other = pv_printf(arena, "%s.%ld", path, (long)getpid());
    FILE *file = fopen(other, "w");
    bool ok = file && fputs(text, file) >= 0;
    ok = file && !fclose(file) && ok;
    if (!ok || rename(other, path))
        (void)remove(other);
}

void pv_tunecache_save(struct pv_arena *arena, const struct pv_tune_params *params, const struct pv_space *space,
                       const int *point)
{
    const char *folder = find_folder(arena);
    struct pv_sb text = {0};
    if (!params->use_cache || !folder || !pv_folder_make(folder))
        return;
    pv_sb_printf(&text, "# %s\n# %s\n", params->file ? params->file : "a project", pv_tunecache_machine(arena, params));
    pv_point_print(space, point, &text);
    for (int which = 0; which < N_KEYS; which++)
        write_quietly(arena, find_path(arena, params, space, which), text.text);
    pv_sb_free(&text);
}
