/* Compares the generators of syntax trees. */
#include "measure.h"

#include "ast/generate.h"
#include "interpret.h"

#include <isl/options.h>
#include <isl/space.h>
#include <isl/union_set.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { n_figures = 4 };

/* Comparisons, divisions and extrema, lines, microseconds. */
struct figures {
    double of[n_figures];
};

static int n_lines(const pv_anodes *nodes)
{
    int n = nodes->n;
    for (int i = 0; i < nodes->n; i++)
        n += n_lines(&nodes->v[i]->body) + n_lines(&nodes->v[i]->other) + nodes->v[i]->has_other;
    return n;
}

static double microseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return 1e6 * (double)now.tv_sec + 1e-3 * (double)now.tv_nsec;
}

/* Every parameter has one value: large enough for all loops to have iterations. */
static int settings_of(struct pv_arena *arena, const struct pv_schedfile *file, struct setting **settings)
{
    isl_union_set *domain = file->tree ? isl_schedule_get_domain(file->tree)
                                       : isl_union_map_domain(isl_union_map_copy(file->map));
    isl_space *space = isl_union_set_get_space(domain);
    int n = (int)isl_space_dim(space, isl_dim_param);
    *settings = pv_new_array(arena, struct setting, n + 1);
    for (int i = 0; i < n; i++) {
        const char *name = isl_space_get_dim_name(space, isl_dim_param, (unsigned)i);
        (*settings)[i] = (struct setting){pv_strdup(arena, name), 12 + i % 3};
    }
    isl_space_free(space);
    isl_union_set_free(domain);
    return n;
}

/* The figures of one generator for the schedule in "path"; false where there is no code. */
static bool measure(const char *path, enum pv_ast_generator generator, struct figures *figures)
{
    static const struct pv_generate_params usual = {
        .atomic_upper_bound = true,
        .prefer_pdiv = true,
        .exploit_nested_bounds = true,
        .scale_strides = true,
        .allow_else = true,
        .allow_or = true,
    };
    struct pv_generate_params params = usual;
    params.generator = generator;
    struct pv_arena *arena = pv_arena_new();
    struct pv_diag *diag = pv_diag_new(arena, PV_COLOR_NEVER);
    isl_ctx *ctx = isl_ctx_alloc();
    isl_options_set_on_error(ctx, ISL_ON_ERROR_CONTINUE);
    struct pv_schedfile file;
    bool ok = pv_schedfile_read(ctx, arena, diag, path, &file);
    *figures = (struct figures){{0, 0, 0, 1e30}};
    pv_generate_set_options(ctx, &params);
    for (int i = 0; ok && i < 3; i++) {
        pv_anodes nodes = {0};
        const char *why;
        double begin = microseconds();
        ok = pv_generate(ctx, arena, &file, &params, &nodes, &why);
        figures->of[3] = fmin(figures->of[3], microseconds() - begin);
        struct run run = {.arena = arena, .steps = 2000000};
        struct setting *settings;
        run.n_settings = settings_of(arena, &file, &settings);
        run.settings = settings;
        if (i == 0) {
            interpret(&run, &nodes);
            *figures = (struct figures){{(double)run.conditions, (double)run.costly, n_lines(&nodes), figures->of[3]}};
        }
    }
    pv_schedfile_free(&file);
    isl_ctx_free(ctx);
    pv_arena_free(arena);
    return ok;
}

int measure_files(int n, char **files)
{
    double logs[n_figures] = {0};
    int n_measured = 0, n_failed = 0;
    printf("%-24s %19s %15s %11s %15s\n", "schedule (pave, isl)", "comparisons", "divisions", "lines", "microseconds");
    for (int i = 0; i < n; i++) {
        struct figures pave, isl;
        if (!measure(files[i], PV_AST_PAVE, &pave) || !measure(files[i], PV_AST_ISL, &isl)) {
            printf("%s: no code\n", files[i]);
            n_failed++;
            continue;
        }
        const char *name = strrchr(files[i], '/');
        printf("%-24.24s %9.0f %9.0f %7.0f %7.0f %5.0f %5.0f %7.0f %7.0f\n", name ? name + 1 : files[i], pave.of[0],
               isl.of[0], pave.of[1], isl.of[1], pave.of[2], isl.of[2], pave.of[3], isl.of[3]);
        for (int f = 0; f < n_figures; f++) /* one more, since there may be none */
            logs[f] += log((pave.of[f] + 1) / (isl.of[f] + 1));
        n_measured++;
    }
    int by = n_measured ? n_measured : 1;
    printf("geometric means of pave / isl: comparisons %.3f, divisions and extrema %.3f, lines %.3f, time %.3f\n",
           exp(logs[0] / by), exp(logs[1] / by), exp(logs[2] / by), exp(logs[3] / by));
    return n_failed > 0;
}
