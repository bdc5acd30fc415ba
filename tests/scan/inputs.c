/* Checks the code of schedules in files. */
#include "inputs.h"

#include "ast/generate.h"
#include "events.h"
#include "interpret.h"

#include <isl/map.h>
#include <isl/options.h>
#include <isl/schedule_node.h>
#include <isl/space.h>
#include <isl/union_set.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PARAMETERS = 64, MOST_STEPS = 3000000 };

/* A file, and what its instances are compared with. */
struct input {
    const char *path;
    isl_ctx *ctx;
    struct pv_arena *arena;
    struct pv_schedfile file;
    bool is_ordered; /* no node leaves the order to the generator */
    isl_set *where;  /* { : p }: the parameters that a context allows */
    struct setting settings[MOST_PARAMETERS];
    int n_settings;
};

static isl_bool look_at(__isl_keep isl_schedule_node *node, void *user)
{
    struct input *input = user;
    enum isl_schedule_node_type type = isl_schedule_node_get_type(node);
    input->is_ordered &= type != isl_schedule_node_set;
    if (type == isl_schedule_node_context) {
        isl_set *context = isl_schedule_node_context_get_context(node);
        context = isl_set_params(context);
        input->where = input->where ? isl_set_intersect(input->where, context) : context;
    }
    return isl_bool_true;
}

static void find_settings(struct input *input)
{
    input->is_ordered = true;
    if (input->file.tree)
        isl_schedule_foreach_schedule_node_top_down(input->file.tree, look_at, input);
    else
        input->where = isl_set_copy(input->file.context);
    isl_union_set *domain = input->file.tree ? isl_schedule_get_domain(input->file.tree)
                                             : isl_union_map_domain(isl_union_map_copy(input->file.map));
    isl_space *space = isl_union_set_get_space(domain);
    for (int i = 0; i < (int)isl_space_dim(space, isl_dim_param) && i < MOST_PARAMETERS; i++) {
        const char *name = isl_space_get_dim_name(space, isl_dim_param, (unsigned)i);
        input->settings[input->n_settings++].name = pv_strdup(input->arena, name);
    }
    isl_space_free(space);
    isl_union_set_free(domain);
}

/* Values of the parameters: all small, all larger, and some in between. */
static void set_values(struct input *input, int round)
{
    static const int bases[] = {0, 1, 3, 6, 13};
    for (int i = 0; i < input->n_settings; i++)
        input->settings[i].value = bases[round] + (round > 1 ? (i * (round + 3)) % 4 : 0);
}
enum { n_rounds = 5 };

static __isl_give isl_set *point_of(const struct input *input)
{
    isl_set *set = isl_set_universe(isl_space_params_alloc(input->ctx, 0));
    for (int i = 0; i < input->n_settings; i++) {
        char text[256];
        snprintf(text, sizeof(text), "[%s] -> { : %s = %ld }", input->settings[i].name, input->settings[i].name,
                 input->settings[i].value);
        set = isl_set_intersect(set, isl_set_read_from_str(input->ctx, text));
    }
    return set;
}

static int compare_text(const void *a, const void *b)
{
    const char *const *x = a, *const *y = b;
    return strcmp(*x, *y);
}

/* Run "nodes"; return what is wrong, or NULL. */
static const char *check_run(struct input *input, const pv_anodes *nodes, bool is_strict)
{
    struct scan scan = {.ctx = input->ctx, .arena = input->arena, .most = 100000};
    struct run run = {.arena = input->arena,
                      .settings = input->settings,
                      .n_settings = input->n_settings,
                      .steps = MOST_STEPS,
                      .is_strict = is_strict};
    isl_union_map *map = pv_schedfile_get_map(&input->file);
    map = isl_union_map_intersect_params(map, point_of(input));
    bool ok = add_events(&scan, map);
    isl_union_map_free(map);
    if (!ok)
        return NULL;
    interpret(&run, nodes);
    if (run.failure)
        return run.failure;
    for (int i = 0; i < scan.events.n && !input->is_ordered; i++) /* all at one moment */
        scan.events.v[i].n_times = 0;
    if (run.lines.n > 0 && !input->is_ordered)
        qsort(run.lines.v, (size_t)run.lines.n, sizeof(*run.lines.v), compare_text);
    return compare_lines(&scan, run.lines.v, run.lines.n);
}

/* What is wrong with the code of "generator", or NULL. */
static const char *fault_of(struct input *input, enum pv_ast_generator generator)
{
    struct pv_generate_params params = {
        .atomic_upper_bound = true,
        .prefer_pdiv = true,
        .exploit_nested_bounds = true,
        .scale_strides = true,
        .allow_else = true,
        .allow_or = true,
    };
    params.generator = generator;
    pv_generate_set_options(input->ctx, &params);
    pv_anodes nodes = {0};
    const char *why = NULL;
    if (!pv_generate(input->ctx, input->arena, &input->file, &params, &nodes, &why))
        return why ? why : "no code";
    for (int round = 0; round < (input->n_settings ? n_rounds : 1); round++) {
        set_values(input, round);
        isl_set *here = point_of(input);
        if (input->where)
            here = isl_set_intersect(here, isl_set_copy(input->where));
        bool is_allowed = isl_set_is_empty(here) == isl_bool_false;
        isl_set_free(here);
        const char *fault = is_allowed ? check_run(input, &nodes, generator == PV_AST_PAVE) : NULL;
        for (int i = 0; fault && i < input->n_settings; i++)
            fault = pv_printf(input->arena, "%s, %s=%ld", fault, input->settings[i].name, input->settings[i].value);
        if (fault)
            return fault;
    }
    return NULL;
}

static bool check_file(const char *path)
{
    struct input input = {.path = path, .ctx = isl_ctx_alloc(), .arena = pv_arena_new()};
    struct pv_diag *diag = pv_diag_new(input.arena, PV_COLOR_NEVER);
    isl_options_set_on_error(input.ctx, ISL_ON_ERROR_CONTINUE);
    bool ok = pv_schedfile_read(input.ctx, input.arena, diag, path, &input.file);
    if (ok) {
        find_settings(&input);
        const char *fault = fault_of(&input, PV_AST_PAVE), *other = fault ? fault_of(&input, PV_AST_ISL) : NULL;
        ok = !fault || (other && !strcmp(fault, other)); /* else the order of the schedule is not that of its map */
        if (!ok)
            printf("%s: pave: %s%s%s\n", path, fault, other ? "; isl: " : "", other ? other : "");
    }
    isl_set_free(input.where);
    pv_schedfile_free(&input.file);
    isl_ctx_free(input.ctx);
    pv_arena_free(input.arena);
    return ok;
}

int check_files(int n, char **files)
{
    int n_wrong = 0;
    for (int i = 0; i < n; i++) {
        n_wrong += !check_file(files[i]);
        fflush(stdout);
    }
    printf("%d files, %d wrong\n", n, n_wrong);
    return n_wrong;
}
