/* Makes random schedules and runs their code. */
#include "random.h"

#include "ast/generate.h"
#include "base/file.h"
#include "base/islx.h"
#include "events.h"
#include "interpret.h"

#include <isl/options.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_STATEMENTS = 4 };

struct maker {
    struct pv_arena *arena;
    unsigned state;
    int n_statements;
    int dims[MOST_STATEMENTS]; /* by statement */
    bool has_set;
    bool is_plain; /* no options, and nothing that takes more than inequalities and affine times with integer factors */
};

static int below(struct maker *maker, int n)
{
    maker->state = maker->state * 1664525u + 1013904223u;
    return (int)((maker->state >> 8) % (unsigned)n);
}

static const char *pick(struct maker *maker, const char *const *texts, int n)
{
    return texts[below(maker, n)];
}

/* "S0[i, j]" */
static const char *tuple(struct maker *maker, int s)
{
    static const char *const names[] = {"", "i", "i, j", "i, j, k"};
    return pv_printf(maker->arena, "S%d[%s]", s, names[maker->dims[s]]);
}

static const char *iterator(struct maker *maker, int s)
{
    static const char *const names[] = {"i", "j", "k"};
    return maker->dims[s] ? names[below(maker, maker->dims[s])] : "0";
}

static const char *bound(struct maker *maker)
{
    static const char *const bounds[] = {"N", "M", "4", "7", "N + M", "2N - 1", "N - 2", "10"};
    return pick(maker, bounds, 8);
}

/* One more condition on an instance. */
static const char *condition(struct maker *maker, int s)
{
    const char *a = iterator(maker, s), *b = iterator(maker, s);
    static const int plain[] = {1, 2, 7, 8};
    switch (maker->is_plain ? plain[below(maker, 4)] : below(maker, 9)) {
    case 0:
        return pv_printf(maker->arena, "%s mod %d = %d", a, 2 + below(maker, 3), below(maker, 2));
    case 1:
        return pv_printf(maker->arena, "2%s <= %s + %s", a, b, bound(maker));
    case 2:
        return pv_printf(maker->arena, "%s + %s <= %s", a, b, bound(maker));
    case 3:
        return pv_printf(maker->arena, "(%s <= %d or %s >= %d)", a, below(maker, 3), b, 2 + below(maker, 4));
    case 4:
        return pv_printf(maker->arena, "floor((%s + %d)/3) * 2 <= %s", a, below(maker, 3), b);
    case 5:
        return pv_printf(maker->arena, "(%s + N) mod 3 = %d", a, below(maker, 3));
    case 6:
        return pv_printf(maker->arena, "(exists e : %s = 2e + 3%s and e >= 0)", a, b);
    case 7:
        return pv_printf(maker->arena, "%s <= %s", a, b);
    default:
        return pv_printf(maker->arena, "N >= %d", below(maker, 4));
    }
}

static const char *domain_condition(struct maker *maker, int s)
{
    static const char *const names[] = {"i", "j", "k"};
    const char *text = "";
    for (int d = 0; d < maker->dims[s] && d < 3; d++)
        text = pv_printf(maker->arena, "%s%s%d <= %s < %s", text, d ? " and " : "", below(maker, 4) - 1, names[d],
                         bound(maker));
    if (!maker->dims[s])
        text = "N >= 0";
    for (int n = below(maker, 3); n > 0; n--)
        text = pv_printf(maker->arena, "%s and %s", text, condition(maker, s));
    return text;
}

/* A time of an instance. */
static const char *expression(struct maker *maker, int s)
{
    const char *a = iterator(maker, s), *b = iterator(maker, s);
    static const int plain[] = {0, 2, 3, 4, 5, 7, 8, 8, 8};
    switch (maker->is_plain ? plain[below(maker, 9)] : below(maker, 10)) {
    case 0:
        return pv_printf(maker->arena, "%d", below(maker, 3));
    case 1:
        return pv_printf(maker->arena, "%d%s + %d", 2 + below(maker, 2), a, below(maker, 3));
    case 2:
        return pv_printf(maker->arena, "%s + %s", a, b);
    case 3:
        return pv_printf(maker->arena, "-%s", a);
    case 4:
        return pv_printf(maker->arena, "N - %s", a);
    case 5:
        return pv_printf(maker->arena, "floor(%s/%d)", a, 2 + below(maker, 3));
    case 6:
        return pv_printf(maker->arena, "%d*floor(%s/%d)", 2 + below(maker, 3), a, 2 + below(maker, 3));
    case 7:
        return pv_printf(maker->arena, "%s + %d", a, below(maker, 3));
    default:
        return a;
    }
}

static const char *const kinds[] = {"atomic", "separate", "unroll"};

/* A flat schedule, with options. */
static const char *flat(struct maker *maker)
{
    int n_times = 1 + below(maker, 3);
    const char *text = "[N, M] -> { ";
    for (int s = 0; s < maker->n_statements; s++) {
        const char *times = "";
        for (int d = 0; d < n_times; d++)
            times = pv_printf(maker->arena, "%s%s%s", times, d ? ", " : "", expression(maker, s));
        text = pv_printf(maker->arena, "%s%s%s -> [%s] : %s", text, s ? "; " : "", tuple(maker, s), times,
                         domain_condition(maker, s));
    }
    static const char *const contexts[] = {"", "N >= 1", "N >= 0 and M >= 0", "M <= N"};
    text = pv_printf(maker->arena, "%s }\n[N, M] -> { : %s }\n{ ", text, pick(maker, contexts, 4));
    static const char *const times[] = {"", "a", "a, b", "a, b, c"};
    int n_options = 0;
    for (int d = 0; d < n_times; d++)
        if (!maker->is_plain && below(maker, 3) == 0) {
            const char *only = below(maker, 4) ? "" : pv_printf(maker->arena, " : a <= %d", below(maker, 6));
            text = pv_printf(maker->arena, "%s%s[%s] -> %s[%d]%s", text, n_options++ ? "; " : "", times[n_times],
                             pick(maker, kinds, 3), d, only);
        }
    return pv_printf(maker->arena, "%s }\n", text);
}

/* "{ S0[i] -> [(i)]; ... }" for the statements whose bits are in "set". */
static const char *member(struct maker *maker, int set)
{
    const char *text = "{ ";
    bool has_any = false;
    for (int s = 0; s < maker->n_statements; s++)
        if (set & 1 << s) {
            text = pv_printf(maker->arena, "%s%s%s -> [(%s)]", text, has_any ? "; " : "", tuple(maker, s),
                             expression(maker, s));
            has_any = true;
        }
    return pv_printf(maker->arena, "%s }", text);
}

static const char *indent(struct maker *maker, int depth)
{
    return pv_printf(maker->arena, "%*s", 2 * depth, "");
}

static const char *subtree(struct maker *maker, int set, int depth, int bands);

static const char *band(struct maker *maker, int set, int depth, int bands)
{
    int n = 1 + below(maker, 2);
    const char *pad = indent(maker, depth);
    const char *text = pv_printf(maker->arena, "%sschedule: \"[N, M] -> [", pad);
    for (int d = 0; d < n; d++)
        text = pv_printf(maker->arena, "%s%s%s", text, d ? ", " : "", member(maker, set));
    text = pv_printf(maker->arena, "%s]\"\n", text);
    const char *options = "";
    for (int d = 0; d < n; d++)
        if (!maker->is_plain && below(maker, 3) == 0)
            options = pv_printf(maker->arena, "%s%s%s[%d]", options, *options ? "; " : "", pick(maker, kinds, 3), d);
    if (!maker->is_plain && bands == 0 && below(maker, 3) == 0)
        options = pv_printf(maker->arena, "%s%sisolate[[] -> [%s]] : %d <= a < %s", options, *options ? "; " : "",
                            n == 1 ? "a" : "a, b", below(maker, 3), bound(maker));
    if (*options)
        text = pv_printf(maker->arena, "%s%soptions: \"[N, M] -> { %s }\"\n", text, pad, options);
    const char *child = subtree(maker, set, depth + 1, bands + 1);
    return *child ? pv_printf(maker->arena, "%s%schild:\n%s", text, pad, child) : text;
}

static const char *filters(struct maker *maker, int set, int depth, int bands)
{
    const char *pad = indent(maker, depth);
    bool is_set = below(maker, 4) == 0;
    maker->has_set |= is_set;
    const char *text = pv_printf(maker->arena, "%s%s:\n", pad, is_set ? "set" : "sequence");
    for (int s = MOST_STATEMENTS - 1; s >= 0; s--) {
        if (s >= maker->n_statements || !(set & 1 << s))
            continue;
        bool splits = !maker->is_plain && maker->dims[s] > 0 && below(maker, 4) == 0;
        for (int half = 0; half < (splits ? 2 : 1); half++) {
            const char *where = splits ? pv_printf(maker->arena, " : i %s 2", half ? "<=" : ">") : "";
            text = pv_printf(maker->arena, "%s%s- filter: \"[N, M] -> { %s%s }\"\n", text, pad, tuple(maker, s), where);
            const char *child = subtree(maker, 1 << s, depth + 2, bands);
            if (*child)
                text = pv_printf(maker->arena, "%s%s  child:\n%s", text, pad, child);
        }
    }
    return text;
}

/* A node and what is below it; "" for a leaf. */
static const char *subtree(struct maker *maker, int set, int depth, int bands)
{
    int choice = below(maker, 6);
    const char *pad = indent(maker, depth);
    if (choice == 0 && bands > 0) {
        const char *child = subtree(maker, set, depth + 1, bands);
        const char *text = pv_printf(maker->arena, "%smark: \"here\"\n", pad);
        return *child ? pv_printf(maker->arena, "%s%schild:\n%s", text, pad, child) : ""; /* no mark on a leaf */
    }
    if (choice == 1 && bands == 0)
        return pv_printf(maker->arena, "%scontext: \"[N, M] -> { [] : N >= 0 }\"\n%schild:\n%s", pad, pad,
                         band(maker, set, depth + 1, bands));
    if (choice <= 3 && (set & (set - 1)))
        return filters(maker, set, depth, bands);
    if (bands < 2)
        return band(maker, set, depth, bands);
    return "";
}

static const char *tree(struct maker *maker)
{
    const char *text = "domain: \"[N, M] -> { ";
    for (int s = 0; s < maker->n_statements; s++)
        text = pv_printf(maker->arena, "%s%s%s : %s", text, s ? "; " : "", tuple(maker, s), domain_condition(maker, s));
    text = pv_printf(maker->arena, "%s }\"\n", text);
    const char *child = subtree(maker, (1 << maker->n_statements) - 1, 1, 0);
    return *child ? pv_printf(maker->arena, "%schild:\n%s", text, child) : text;
}

/* Checking. */

static __isl_give isl_union_map *with_settings(__isl_take isl_union_map *map, const struct setting *settings, int n)
{
    for (int i = 0; i < n; i++) {
        char text[128];
        snprintf(text, sizeof(text), "[%s] -> { : %s = %ld }", settings[i].name, settings[i].name, settings[i].value);
        map = isl_union_map_intersect_params(map, isl_set_read_from_str(isl_union_map_get_ctx(map), text));
    }
    return map;
}

static int compare_text(const void *a, const void *b)
{
    const char *const *x = a, *const *y = b;
    return strcmp(*x, *y);
}

/* Does the context of "file" allow "settings"? */
static bool is_allowed(const struct pv_schedfile *file, const struct setting *settings)
{
    if (!file->context)
        return settings[0].value >= 0;
    isl_union_map *map = isl_union_map_from_domain(
        isl_union_set_from_set(isl_set_from_params(isl_set_copy(file->context))));
    map = with_settings(map, settings, 2);
    bool result = isl_union_map_is_empty(map) != isl_bool_true;
    isl_union_map_free(map);
    return result;
}

/* Run "nodes" for "settings"; return what is wrong, or NULL. */
static const char *check_run(isl_ctx *ctx, struct pv_arena *arena, const struct pv_schedfile *file, bool is_ordered,
                             const pv_anodes *nodes, const struct setting *settings, bool is_strict)
{
    struct scan scan = {.ctx = ctx, .arena = arena};
    struct run run = {.arena = arena, .settings = settings, .n_settings = 2, .steps = 1000000, .is_strict = is_strict};
    isl_union_map *map = with_settings(pv_schedfile_get_map(file), settings, 2);
    bool ok = add_events(&scan, map);
    isl_union_map_free(map);
    if (!ok)
        return NULL;
    interpret(&run, nodes);
    if (run.failure)
        return run.failure;
    if (!is_ordered) { /* all at one moment */
        for (int i = 0; i < scan.events.n; i++)
            scan.events.v[i].n_times = 0;
        if (run.lines.n > 0)
            qsort(run.lines.v, (size_t)run.lines.n, sizeof(*run.lines.v), compare_text);
    }
    return compare_lines(&scan, run.lines.v, run.lines.n);
}

static const struct pv_generate_params usual = {
    .atomic_upper_bound = true,
    .prefer_pdiv = true,
    .exploit_nested_bounds = true,
    .scale_strides = true,
    .allow_else = true,
    .allow_or = true,
};

/* The parameters of one run: mostly the usual ones. */
static struct pv_generate_params some_params(struct maker *maker, enum pv_ast_generator generator)
{
    struct pv_generate_params params = usual;
    params.generator = generator;
    switch (below(maker, 10)) {
    case 0:
        params.atomic_upper_bound = false;
        break;
    case 1:
        params.exploit_nested_bounds = false;
        break;
    case 2:
        params.scale_strides = false;
        break;
    case 3:
        params.allow_else = false;
        break;
    case 4:
        params.allow_or = generator == PV_AST_ISL;
        break;
    case 5:
        params.prefer_pdiv = false;
        break;
    case 6:
        params.group_coscheduled = true;
        break;
    default:
        break;
    }
    return params;
}

/* Check the code of one schedule by one generator; true if it is right. */
static bool check_code(isl_ctx *ctx, struct maker *maker, const struct pv_schedfile *file, const char *text,
                       enum pv_ast_generator generator, unsigned seed)
{
    pv_anodes nodes = {0};
    const char *why = NULL;
    struct pv_generate_params params = some_params(maker, generator);
    pv_generate_set_options(ctx, &params);
    const char *name = generator == PV_AST_PAVE ? "pave" : "isl";
    if (!pv_generate(ctx, maker->arena, file, &params, &nodes, &why)) {
        if (generator == PV_AST_ISL)
            return true; /* it cannot unroll all that pave leaves whole */
        printf("schedule %u: %s: no code: %s\n%s", seed, name, why ? why : isl_ctx_last_error_msg(ctx), text);
        return false;
    }
    static const long values[][2] = {{-2, 3}, {0, 0}, {1, 2}, {3, 1}, {5, 6}, {8, 4}};
    for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
        struct setting settings[] = {{"N", values[i][0]}, {"M", values[i][1]}};
        if (!is_allowed(file, settings))
            continue;
        bool is_strict = generator == PV_AST_PAVE;
        const char *fault = check_run(ctx, maker->arena, file, !maker->has_set, &nodes, settings, is_strict);
        if (fault) {
            printf("schedule %u: %s: N=%ld M=%ld: %s\n%s", seed, name, values[i][0], values[i][1], fault, text);
            return false;
        }
    }
    return true;
}

static bool check_one(unsigned seed)
{
    struct pv_arena *arena = pv_arena_new();
    struct pv_diag *diag = pv_diag_new(arena, PV_COLOR_NEVER);
    isl_ctx *ctx = isl_ctx_alloc();
    isl_options_set_on_error(ctx, ISL_ON_ERROR_CONTINUE);
    struct maker maker = {.arena = arena, .state = seed * 2654435761u + 1};
    maker.is_plain = seed % 3 == 0;
    maker.n_statements = 1 + below(&maker, maker.is_plain ? MOST_STATEMENTS : 3);
    for (int s = 0; s < maker.n_statements; s++)
        maker.dims[s] = 1 + below(&maker, maker.is_plain ? 3 : 2);
    const char *text = below(&maker, 2) ? flat(&maker) : tree(&maker);
    struct pv_schedfile file;
    char path[] = "/tmp/pave-random-XXXXXX";
    int fd = mkstemp(path);
    bool ok = fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text);
    if (fd >= 0)
        close(fd);
    ok = ok && pv_schedfile_read(ctx, arena, diag, path, &file);
    unlink(path);
    if (!ok)
        printf("schedule %u cannot be read\n%s", seed, text);
    ok = ok && check_code(ctx, &maker, &file, text, PV_AST_PAVE, seed) &&
         check_code(ctx, &maker, &file, text, PV_AST_ISL, seed);
    pv_schedfile_free(&file);
    isl_ctx_free(ctx);
    pv_arena_free(arena);
    return ok;
}

int check_random(unsigned seed, int n)
{
    int n_wrong = 0;
    for (int i = 0; i < n; i++)
        n_wrong += !check_one(seed + (unsigned)i);
    printf("%d schedules, %d wrong\n", n, n_wrong);
    return n_wrong;
}
