/* What the front end costs: extraction against libclang's own parse of the same file, for every test
 * program, and for one long region. Prints a table; times nothing that a test depends on. */
#include "front/regions.h"
#include "front/tree2scop.h"

#include <dirent.h>
#include <isl/options.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

struct cost {
    double parse, extract; /* seconds */
    int n_stmts;
    bool failed;
};

/* Processor time: what other programs do at the same time must not count, least of all for one side alone. libclang
 * parses in a thread of its own and would wait more often. */
static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* One run of the front end over "path". */
static struct cost run_once(const char *path)
{
    struct cost cost = {0};
    struct pv_arena *arena = pv_arena_new();
    struct pv_diag *diag = pv_diag_new(arena, PV_COLOR_NEVER);
    pv_diag_set_quiet(diag, true);
    isl_ctx *ctx = isl_ctx_alloc();
    isl_options_set_on_error(ctx, ISL_ON_ERROR_CONTINUE);
    const char *args[] = {"-Iinclude"};
    struct pv_front_params front = {.autodetect_auto = true, .n_clang_args = 1, .clang_args = args};
    struct pv_eval_params eval = {.encapsulate_dynamic_control = true};
    double start = now();
    struct pv_unit *unit = pv_front_parse(arena, diag, path, &front);
    cost.failed = !unit;
    for (int i = 0; unit && i < unit->regions.n; i++) {
        if (unit->regions.v[i]->refused)
            continue;
        struct pv_scop *scop = pv_tree2scop(ctx, arena, diag, unit, unit->regions.v[i], &eval);
        cost.n_stmts += scop ? scop->stmts.n : 0;
        pv_scop_free(scop);
    }
    double total = now() - start;
    if (unit) {
        cost.parse = unit->parse_seconds;
        cost.extract = total - cost.parse;
        pv_front_free(unit);
    }
    isl_ctx_free(ctx);
    pv_arena_free(arena);
    return cost;
}

/* The cheapest of several runs, each part by itself: what else the machine does only adds. */
static struct cost measure(const char *path, int runs)
{
    struct cost best = run_once(path);
    for (int i = 1; i < runs && !best.failed; i++) {
        struct cost cost = run_once(path);
        best.parse = cost.parse < best.parse ? cost.parse : best.parse;
        best.extract = cost.extract < best.extract ? cost.extract : best.extract;
    }
    return best;
}

struct summary {
    int n, n_slower;
    double log_sum, worst;
    char worst_path[512];
};

static void add_file(struct summary *summary, const char *path)
{
    struct cost cost = measure(path, 5);
    if (cost.failed)
        return;
    double ratio = cost.extract / cost.parse;
    summary->n++;
    summary->n_slower += ratio > 1;
    summary->log_sum += log(ratio);
    if (ratio > 1)
        printf("%-58s parse %7.2f ms  extract %7.2f ms  ratio %5.2f\n", path, 1e3 * cost.parse, 1e3 * cost.extract,
               ratio);
    if (ratio > summary->worst) {
        summary->worst = ratio;
        snprintf(summary->worst_path, sizeof(summary->worst_path), "%s", path);
    }
}

static void walk_folder(struct summary *summary, const char *folder)
{
    struct dirent **entries;
    int n = scandir(folder, &entries, NULL, alphasort);
    for (int i = 0; i < n; i++) {
        char path[512];
        snprintf(path, sizeof(path), "%s/%s", folder, entries[i]->d_name);
        const char *dot = strrchr(entries[i]->d_name, '.');
        struct stat status;
        if (entries[i]->d_name[0] != '.' && !stat(path, &status)) {
            if (S_ISDIR(status.st_mode))
                walk_folder(summary, path);
            else if (dot && !strcmp(dot, ".c"))
                add_file(summary, path);
        }
        free(entries[i]);
    }
    if (n >= 0)
        free(entries);
}

/* A region of "n" statements over 50 arrays, in loop nests of five statements each. */
static void write_long_region(FILE *out, int n)
{
    unsigned state = 1;
    fprintf(out, "void k(int n, int m");
    for (int i = 0; i < 50; i++)
        fprintf(out, ", double A%d[n][m]", i);
    fprintf(out, ")\n{\n#pragma scop\n");
    for (int i = 0; i < n; i++) {
        if (i % 5 == 0)
            fprintf(out, "    for (int i = 1; i < n - 1; i++)\n        for (int j = 1; j < m - 1; j++) {\n");
        unsigned a[3];
        for (int k = 0; k < 3; k++) {
            state = state * 1103515245u + 12345u;
            a[k] = state / 65536 % 50;
        }
        fprintf(out, "            A%u[i][j] = A%u[i - 1][j] * 0.5 + A%u[i][j + 1];\n", a[0], a[1], a[2]);
        if (i % 5 == 4 || i == n - 1)
            fprintf(out, "        }\n");
    }
    fprintf(out, "#pragma endscop\n}\n");
}

static int measure_long_region(int n)
{
    char path[] = "/tmp/pave-bench-XXXXXX";
    int fd = mkstemp(path);
    FILE *out = fd >= 0 ? fdopen(fd, "w") : NULL;
    if (!out) {
        perror(path);
        return 1;
    }
    write_long_region(out, n);
    if (fclose(out)) {
        perror(path);
        return 1;
    }
    struct cost cost = measure(path, 2);
    unlink(path);
    printf("region of %d statements: parse %.3f s, extract %.3f s\n", cost.n_stmts, cost.parse, cost.extract);
    return 0;
}

int main(void)
{
    struct summary summary = {0};
    printf("front end: processor time of extraction over that of libclang's parse of the same file (files above 1 are "
           "listed)\n");
    walk_folder(&summary, "tests/programs");
    walk_folder(&summary, "tests/kernels");
    if (!summary.n) {
        fputs("bench: run me in the root of the source tree\n", stderr);
        return 1;
    }
    printf("%d files: geometric mean %.3f, worst %.3f (%s), %d above 1\n", summary.n, exp(summary.log_sum / summary.n),
           summary.worst, summary.worst_path, summary.n_slower);
    return measure_long_region(2000);
}
