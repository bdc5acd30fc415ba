/* Compiles the program with single options and sizes, and keeps those that have an effect. */
#include "tune/discover.h"

#include "tune/folder.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ON_HOST = 1, ON_DEVICE = 2, NEEDS_TOLERANCE = 4 };

/* Options that may be worth a try, with their values. The first is also a base on which the others are tried. */
static const struct choice {
    int places;
    const char *name, *values;
} choices[] = {
    {ON_HOST, "tile", "--tile|--no-tile"},
    {ON_HOST, "jam", "--no-jam"},
    {ON_HOST, "jam-first",
     "--jam-first=2|--jam-first=3|--jam-first=4|--jam-first=5|--jam-first=6|--jam-first=8|--jam-first=12"},
    {ON_HOST, "jam-second",
     "--jam-second=1|--jam-second=2|--jam-second=3|--jam-second=4|--jam-second=6|--jam-second=8"},
    {ON_HOST, "isolate-full-tiles", "--isolate-full-tiles"},
    {ON_HOST, "in-place", "--no-in-place"},
    {ON_HOST, "max-expansion", "--max-expansion=0"},
    {ON_HOST | ON_DEVICE, "max-parts", "--max-parts=1"},
    {ON_HOST, "parallel-threshold", "--parallel-threshold=0|--parallel-threshold=1000000"},
    {ON_HOST, "dynamic-chunk", "--dynamic-chunk=0|--dynamic-chunk=1|--dynamic-chunk=4|--dynamic-chunk=16"},
    {ON_DEVICE, "hybrid", "--hybrid|--no-hybrid"},
    {ON_DEVICE, "wavefronts", "--no-wavefronts"},
    {ON_DEVICE, "overlapped-tiles", "--overlapped-tiles|--no-overlapped-tiles"},
    {ON_DEVICE, "shared-memory", "--shared-memory|--no-shared-memory"},
    {ON_DEVICE, "private-memory", "--no-private-memory"},
    {ON_HOST | ON_DEVICE, "reschedule", "--no-reschedule"},
    {ON_HOST | ON_DEVICE, "schedule-serialize-sccs", "--schedule-serialize-sccs"},
    {ON_HOST | ON_DEVICE, "schedule-maximize-coincidence", "--no-schedule-maximize-coincidence"},
    {ON_HOST | ON_DEVICE, "schedule-outer-coincidence", "--no-schedule-outer-coincidence"},
    {ON_HOST | ON_DEVICE, "schedule-whole-component", "--schedule-whole-component"},
    {ON_DEVICE, "wrap", "--no-wrap"},
    {ON_DEVICE, "persistent-kernels", "--no-persistent-kernels"},
    {ON_DEVICE, "unroll-gpu-tile", "--no-unroll-gpu-tile"},
    {ON_DEVICE, "isolate-full-tiles", "--isolate-full-tiles"},
    {ON_HOST | ON_DEVICE | NEEDS_TOLERANCE, "reassociate", "--reassociate"},
};

static const struct sizes {
    int places;
    const char *kind, *values;
} sizes[] = {
    {ON_HOST, "tile", "4|8|16|32|48|64|96|128|192|256|512|1024"},
    {ON_DEVICE, "tile", "1|2|3|4|6|8|12|16|24|32|48|64|96|128|256|512"},
    {ON_DEVICE, "block", "1|2|4|8|16|32|64|128|256|512"},
};

/* A size that pave never chooses by itself. */
static const char odd_size[] = "23";

typedef PV_VEC(int *) points;

static bool starts(const char *text, const char *start)
{
    return !strncmp(text, start, strlen(start));
}

/* Has the user set the option "name"? Then it is not varied. */
static bool is_fixed(const struct pv_tune_params *params, const char *name)
{
    for (int i = 0; i < params->options.n; i++) {
        const char *word = params->options.v[i];
        word += starts(word, "--no-") ? 5 : starts(word, "--") ? 2 : 0;
        size_t n = strlen(name);
        if (word != params->options.v[i] && !strncmp(word, name, n) && (!word[n] || word[n] == '='))
            return true;
    }
    return false;
}

static bool has_fixed_sizes(const struct pv_tune_params *params)
{
    bool is_short = false;
    for (int i = 0; i < params->options.n; i++)
        is_short |= starts(params->options.v[i], "-S");
    return is_short || is_fixed(params, "sizes") || is_fixed(params, "tile-size");
}

static int place_of(const struct pv_tune_params *params)
{
    return params->target == PV_TUNE_CUDA || params->target == PV_TUNE_OPENCL ? ON_DEVICE : ON_HOST;
}

static void add_choices(struct pv_workshop *shop, struct pv_space *space)
{
    for (size_t i = 0; i < sizeof(choices) / sizeof(*choices); i++)
        if ((choices[i].places & place_of(shop->params)) && !is_fixed(shop->params, choices[i].name) &&
            (!(choices[i].places & NEEDS_TOLERANCE) || shop->params->tolerance))
            pv_space_add_words(space, pv_printf(shop->arena, "--%s", choices[i].name), choices[i].values);
}

/* Half of the processors are worth a try, too, where two share a core or memory is the limit; unless the user or another machine
 * decides. */
static bool vary_threads(const struct pv_tune_params *params)
{
    return params->target == PV_TUNE_OPENMP && !params->run_on && !params->hosts && !params->is_batch &&
           !getenv("OMP_NUM_THREADS") && sysconf(_SC_NPROCESSORS_ONLN) >= 4;
}

/* Flags of the compiler: groups end at ';', and a program has one of each, or none. */
static void add_flags(struct pv_workshop *shop, struct pv_space *space)
{
    int n = 0;
    for (const char *text = shop->params->flags; *text; text += *text == ';') {
        size_t length = strcspn(text, ";");
        const char *name = n++ ? pv_printf(shop->arena, "flags %d", n) : "flags";
        pv_space_add_other(space, PV_AXIS_FLAGS, name, pv_strndup(shop->arena, text, length));
        text += length;
    }
}

/* Add what the user wants tried beside the options of pave. */
static void add_wanted(struct pv_workshop *shop, struct pv_space *space)
{
    if (shop->params->flags)
        add_flags(shop, space);
    if (!shop->params->threads) {
        if (vary_threads(shop->params))
            pv_space_add_other(space, PV_AXIS_THREADS, "threads",
                               pv_printf(shop->arena, "%ld", sysconf(_SC_NPROCESSORS_ONLN) / 2));
        return;
    }
    char *list = pv_strdup(shop->arena, shop->params->threads);
    for (char *c = list; *c; c++)
        *c = (char)(*c == ',' ? '|' : *c);
    pv_space_add_other(space, PV_AXIS_THREADS, "threads", list);
}

/* Is "axis" one of the sizes of "kind" of "kernel"? */
static bool is_size(const struct pv_axis *axis, int kernel, const char *kind)
{
    return axis->kind == PV_AXIS_SIZE && axis->kernel == kernel && !strcmp(axis->size_kind, kind);
}

/* Points to be compiled, in a space where each size has one odd value. */
struct probes {
    struct pv_workshop *shop;
    const struct pv_space *space;
    points list;
    PV_VEC(uint64_t)
    texts;      /* hashes of their programs, 0 where there is none; those of the last points may be missing */
    bool tiled; /* point 1, which is pave's choice with tiles, is another program than point 0, pave's choice */
};

/* Compile the points whose texts are missing. */
static void compile_points(struct probes *probes)
{
    struct pv_workshop *shop = probes->shop;
    int n = probes->list.n - probes->texts.n;
    struct pv_trial **trials = pv_new_array(shop->arena, struct pv_trial *, n + 1);
    struct pv_lab lab = pv_workshop_lab(shop);
    for (int i = 0; i < n; i++) {
        trials[i] = pv_new(shop->arena, struct pv_trial);
        trials[i]->number = i;
        trials[i]->point = probes->list.v[probes->texts.n + i];
        trials[i]->name = pv_point_name(shop->space, trials[i]->point);
    }
    lab.show(shop, NULL, 0, "looking for what can be varied");
    lab.prepare(shop, trials, n);
    for (int i = 0; i < n; i++) {
        pv_push(shop->arena, &probes->texts, trials[i]->failure ? 0 : trials[i]->text);
        pv_folder_remove(pv_printf(shop->arena, "%s/%d", shop->folder, i));
    }
    shop->folders.n = 0;
}

/* Add a point: base number "base" with "value" on "axis", or, where that is negative, with the odd size number "dim" (negative: all)
 * of "kind" for "kernel". Return its number. */
static int add_probe(struct probes *probes, int base, int axis, int kernel, const char *kind, int dim)
{
    int *point = pv_point_copy(probes->space, probes->list.v[base]);
    for (int a = 0; a < probes->space->axes.n && axis < 0; a++)
        if (is_size(&probes->space->axes.v[a], kernel, kind) && (dim < 0 || probes->space->axes.v[a].dim == dim))
            point[a] = 1;
    if (axis >= 0)
        point[axis] = point[axis] == 1 ? 2 : 1;
    pv_push(probes->shop->arena, &probes->list, point);
    return probes->list.n - 1;
}

/* Is the text of probe "which" another one than that of the base? */
static bool has_effect(const struct probes *probes, int which, int base)
{
    return probes->texts.v[which] && probes->texts.v[which] != probes->texts.v[base];
}

/* Pave's choice, and the same with tiles. */
static void find_bases(struct probes *probes)
{
    struct pv_arena *arena = probes->shop->arena;
    pv_push(arena, &probes->list, pv_point_new(probes->space));
    pv_push(arena, &probes->list, pv_point_new(probes->space));
    if (probes->space->axes.n && !strcmp(probes->space->axes.v[0].name, "--tile"))
        probes->list.v[1][0] = 1;
    compile_points(probes);
    probes->tiled = has_effect(probes, 1, 0);
}

/* Mark in "has" the axes of words that have an effect on "base"; one value of each is tried. */
static void find_words(struct probes *probes, int base, bool *has)
{
    int *probe = pv_new_array(probes->shop->arena, int, probes->space->axes.n + 1);
    for (int a = 0; a < probes->space->axes.n; a++)
        if (probes->space->axes.v[a].kind == PV_AXIS_WORD && !has[a])
            probe[a] = add_probe(probes, base, a, 0, NULL, 0);
    compile_points(probes);
    for (int a = 0; a < probes->space->axes.n; a++)
        has[a] |= probe[a] && has_effect(probes, probe[a], base);
}

/* Add to "space" the words that have an effect: on pave's choice, or on that with tiles. */
static void keep_words(struct probes *probes, struct pv_space *space)
{
    bool *has = pv_new_array(probes->shop->arena, bool, probes->space->axes.n + 1);
    find_words(probes, 0, has);
    if (probes->tiled)
        find_words(probes, 1, has);
    for (int a = 0; a < probes->space->axes.n; a++) {
        const struct pv_axis *axis = &probes->space->axes.v[a];
        struct pv_sb values = {0};
        for (int i = 1; i < axis->n && has[a]; i++)
            pv_sb_printf(&values, "%s%s", i > 1 ? "|" : "", axis->values[i]);
        if (has[a])
            pv_space_add_words(space, axis->name, pv_strdup(space->arena, values.text));
        pv_sb_free(&values);
    }
}

/* Add to "space" the sizes of "row" for the kernels from "first" to before "end", as far as they have an effect. Return whether the last
 * kernel has sizes. */
static bool keep_sizes(struct probes *probes, const struct sizes *row, int first, int end, struct pv_space *space)
{
    int probe[PV_MOST_KERNELS][PV_MOST_DIMS] = {{0}}, base = probes->tiled;
    bool has[PV_MOST_KERNELS] = {false};
    for (int kernel = first; kernel < end; kernel++)
        probe[kernel][0] = add_probe(probes, base, -1, kernel, row->kind, -1);
    compile_points(probes);
    for (int kernel = first; kernel < end; kernel++) {
        has[kernel] = has_effect(probes, probe[kernel][0], base);
        for (int dim = 0; dim < PV_MOST_DIMS && has[kernel]; dim++)
            probe[kernel][dim] = add_probe(probes, base, -1, kernel, row->kind, dim);
    }
    compile_points(probes);
    for (int kernel = first; kernel < end; kernel++)
        for (int dim = 0; dim < PV_MOST_DIMS && has[kernel]; dim++)
            if (has_effect(probes, probe[kernel][dim], base))
                pv_space_add_size(space, kernel, row->kind, dim, row->values);
    return has[end - 1];
}

/* Find the words and sizes with an effect among those of the space of "probes". */
static void find_effects(struct probes *probes, struct pv_space *space)
{
    keep_words(probes, space);
    for (size_t s = 0; s < sizeof(sizes) / sizeof(*sizes) && !has_fixed_sizes(probes->shop->params); s++)
        if ((sizes[s].places & place_of(probes->shop->params)) &&
            keep_sizes(probes, &sizes[s], 0, PV_MOST_KERNELS / 2, space))
            keep_sizes(probes, &sizes[s], PV_MOST_KERNELS / 2, PV_MOST_KERNELS, space);
}

/* The sizes that pave chooses. */

struct inquiry {
    struct pv_workshop *shop;
    const char *folder;
};

static int dump_sizes(void *user)
{
    const struct inquiry *inquiry = user;
    const struct pv_tune_params *params = inquiry->shop->params;
    pv_tune_words words = {0};
    for (int i = 0; i < params->options.n; i++)
        pv_push(inquiry->shop->arena, &words, params->options.v[i]);
    pv_push(inquiry->shop->arena, &words, "--dump-sizes");
    return params->compile(params->user, &words, inquiry->folder);
}

/* The size number "dim" of "kind" of "kernel" in "text", which pave has printed; 0 where it has none. */
static double find_size(struct pv_workshop *shop, const char *text, const struct pv_axis *axis)
{
    const char *at = strstr(text, pv_printf(shop->arena, "kernel[%d] -> %s[", axis->kernel, axis->size_kind));
    at = at ? strchr(at, '>') : NULL;
    at = at ? strchr(at, '[') + 1 : NULL;
    for (int dim = 0; at && dim < axis->dim; dim++) {
        at += strcspn(at, ",]");
        at = *at == ',' ? at + 1 : NULL;
    }
    return at ? strtod(at, NULL) : 0;
}

/* Let the axes of sizes know what pave chooses for a device. */
static void find_usual_sizes(struct pv_workshop *shop, struct pv_space *space)
{
    struct inquiry inquiry = {shop, pv_printf(shop->arena, "%s/sizes", shop->folder)};
    struct pv_process process = {.inside = dump_sizes, .user = &inquiry, .wanted_slot = -1};
    struct pv_process *processes[] = {&process};
    (void)pv_folder_make(inquiry.folder);
    process.out = process.err = pv_printf(shop->arena, "%s/messages", inquiry.folder);
    pv_workshop_run_plain(shop, processes, 1, NULL);
    const char *text = pv_folder_read(shop->arena, process.out);
    for (int a = 0; a < space->axes.n; a++)
        if (space->axes.v[a].kind == PV_AXIS_SIZE && find_size(shop, text, &space->axes.v[a]) > 0)
            pv_space_set_usual(space, a, find_size(shop, text, &space->axes.v[a]));
    pv_folder_remove(inquiry.folder);
}

/* A project is not compiled to look at its texts: all options are tried, and one size for all. */
static struct pv_space *guess(struct pv_workshop *shop)
{
    struct pv_space *space = pv_space_new(shop->arena);
    add_choices(shop, space);
    if (!has_fixed_sizes(shop->params))
        pv_space_add_words(space, "--tile-size", "-S8|-S16|-S32|-S64|-S128");
    add_wanted(shop, space);
    return space;
}

struct pv_space *pv_discover(struct pv_workshop *shop)
{
    struct pv_space *all = pv_space_new(shop->arena), *space = pv_space_new(shop->arena);
    struct pv_lab lab = pv_workshop_lab(shop);
    if (!shop->params->file)
        return guess(shop);
    add_choices(shop, all);
    for (size_t s = 0; s < sizeof(sizes) / sizeof(*sizes) && !has_fixed_sizes(shop->params); s++)
        for (int kernel = 0; kernel < PV_MOST_KERNELS && (sizes[s].places & place_of(shop->params)); kernel++)
            for (int dim = 0; dim < PV_MOST_DIMS; dim++)
                pv_space_add_size(all, kernel, sizes[s].kind, dim, odd_size);
    struct probes probes = {.shop = shop, .space = all};
    shop->space = all;
    find_bases(&probes);
    if (lab.left(shop) > 0)
        find_effects(&probes, space);
    if (lab.left(shop) > 0 && place_of(shop->params) == ON_DEVICE)
        find_usual_sizes(shop, space);
    add_wanted(shop, space);
    return lab.left(shop) > 0 ? space : NULL;
}
