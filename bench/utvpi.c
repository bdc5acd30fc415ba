/* Under-approximation of the systems of schedule rows by two variables per inequality (document 003): how large they are,
 * how many constraints have the form already, how much they grow, and in how many cases each method leaves a point.
 * usage: bench/utvpi [NAME...]: only kernels whose name contains a NAME; "large": the large regions. Run it in the root of
 * the source tree. */
#include "inputs.h"

#include "driver/pipeline.h"
#include "schedule/rowproblem.h"
#include "schedule/schedule.h"
#include "solve/approximate.h"

#include <dirent.h>
#include <isl/schedule.h>
#include <isl/schedule_node.h>
#include <isl/union_set.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

static const char *const method_names[PV_N_APPROX_METHODS] = {"uniform",  "at once", "per-depend.", "total",
                                                              "selected", "just",    "independent", "incremental"};

/* What was seen of the systems of a kernel. */
struct tally {
    int n_system, n_var, n_constraint, n_tvpi, n_utvpi, n_replaced;
    int n_full[PV_N_APPROX_METHODS];
    int n_outside; /* approximations with a point that the original system does not have */
};

/* Schedules in numbers. */
struct outcome {
    int n_loop, n_coincident;    /* in permutable bands; parallel: added up over all statements */
    int depth;                   /* members of the largest permutable band */
    int n_approximated, n_exact; /* systems, as in struct pv_schedule_report */
};

/* A system over the variables of a row problem, the two parts of a coefficient being one variable. */
struct system {
    struct pv_arena *arena;
    const struct pv_row_problem *problem;
    int *own;  /* per variable of the problem: the one here */
    int *sign; /* ... and its sign */
    struct pv_approx_system rows;
};

static bool is_coordinate(const struct pv_row_problem *problem, int node, int var)
{
    return var - problem->block[node] < 2 * problem->graph->nodes.v[node]->dim;
}

static int node_of(const struct pv_row_problem *problem, int var)
{
    int node = -1;
    while (node + 1 < problem->graph->nodes.n && problem->block[node + 1] <= var)
        node++;
    return var < problem->n_head ? -1 : node;
}

/* "value" is the solution that the scheduler found. */
static void number_variables(struct system *s, const int64_t *value)
{
    const struct pv_row_problem *problem = s->problem;
    s->own = pv_new_array(s->arena, int, problem->n_var);
    s->sign = pv_new_array(s->arena, int, problem->n_var);
    bool *is_free = pv_new_array(s->arena, bool, problem->n_var);
    int64_t *point = pv_new_array(s->arena, int64_t, problem->n_var);
    int n = 0;
    for (int v = 0; v < problem->n_var; v++) {
        int node = node_of(problem, v);
        bool is_second = node >= 0 && is_coordinate(problem, node, v) && (v - problem->block[node]) % 2;
        s->own[v] = is_second ? n - 1 : n++;
        s->sign[v] = node >= 0 && is_coordinate(problem, node, v) && !is_second ? -1 : 1;
        is_free[s->own[v]] = node >= 0 && is_coordinate(problem, node, v);
        point[s->own[v]] += s->sign[v] * value[v];
    }
    s->rows = (struct pv_approx_system){.arena = s->arena, .n_var = n, .is_free = is_free, .point = point};
}

static void add_row(struct system *s, int cluster, int node, struct pv_linear linear)
{
    pv_push(s->arena, &s->rows.rows, ((struct pv_approx_row){linear, cluster, node}));
}

static int find_cluster(struct system *s, int a, int b)
{
    for (int i = 0; i < s->rows.clusters.n; i++)
        if (s->rows.clusters.v[i].i == a && s->rows.clusters.v[i].j == b)
            return i;
    pv_push(s->arena, &s->rows.clusters, ((struct pv_two){.i = a, .j = b}));
    return s->rows.clusters.n - 1;
}

static void add_constraint(struct system *s, const struct pv_row_constraint *source)
{
    int a = s->problem->graph->nodes.n, b = -1, n = 0;
    struct pv_term *terms = pv_new_array(s->arena, struct pv_term, source->n_term + 1);
    struct pv_term *negated = pv_new_array(s->arena, struct pv_term, source->n_term + 1);
    for (int i = 0; i < source->n_term; i++) {
        int var = source->terms[i].var, node = node_of(s->problem, var);
        a = node >= 0 && node < a ? node : a;
        b = node > b ? node : b;
        if (n && terms[n - 1].var == s->own[var])
            continue;
        terms[n] = (struct pv_term){s->own[var], s->sign[var] * source->terms[i].coef};
        negated[n] = (struct pv_term){s->own[var], -terms[n].coef};
        n++;
    }
    if (source->is_definition || b < 0)
        return;
    int cluster = find_cluster(s, a, b);
    add_row(s, cluster, -1, (struct pv_linear){source->constant, terms, n});
    if (source->relation == PV_REL_EQ)
        add_row(s, cluster, -1, (struct pv_linear){-source->constant, negated, n});
}

/* The form of each region that the solution makes non-zero stays so: an additional constraint. */
static void add_regions(struct system *s, const struct pv_form_group *regions, int n_region, const int64_t *value)
{
    for (int r = 0; r < n_region; r++)
        for (int f = 0; f < regions[r].n_form; f++) {
            const int64_t *form = regions[r].forms + (ptrdiff_t)f * regions[r].n_var;
            int64_t sum = 0;
            for (int v = 0; v < regions[r].n_var; v++)
                sum += form[v] * value[regions[r].first_var + v];
            if (!sum)
                continue;
            struct pv_term *terms = pv_new_array(s->arena, struct pv_term, regions[r].n_var);
            int n = 0;
            for (int v = 1; v < regions[r].n_var; v += 2)
                if (form[v])
                    terms[n++] = (struct pv_term){s->own[regions[r].first_var + v], sum < 0 ? -form[v] : form[v]};
            add_row(s, 0, node_of(s->problem, regions[r].first_var), (struct pv_linear){-1, terms, n});
            break;
        }
}

static struct system make_system(struct pv_arena *arena, const struct pv_row_problem *problem,
                                 const struct pv_form_group *regions, int n_region, const int64_t *value)
{
    struct system s = {.arena = arena, .problem = problem};
    number_variables(&s, value);
    find_cluster(&s, -1, -1);
    for (int i = 0; i < problem->constraints.n; i++)
        add_constraint(&s, &problem->constraints.v[i]);
    add_regions(&s, regions, n_region, value);
    return s;
}

/*---------------------------------------------------------------------------------------------------------------
 * Approximations */

/* Does the point of "g" satisfy the original constraints? It has coordinates in steps of half a unit of the scale. */
static bool is_inside(const struct pv_approx_system *s, enum pv_approx_method method, const struct pv_diffgraph *g)
{
    int64_t *x = pv_new_array(s->arena, int64_t, s->n_var + 1);
    for (int v = 0; v < s->n_var; v++)
        x[v] = (int64_t)pv_diffgraph_twice(g, v);
    for (int i = 0; i < s->rows.n; i++) {
        struct pv_linear scaled = s->rows.v[i].linear;
        scaled.constant *= 2 * pv_approx_scale;
        if (pv_approx_is_part(method, &s->rows.v[i]) && pv_linear_value(&scaled, x) < 0)
            return false;
    }
    return true;
}

/* The replacements "list" as a system of shortest paths; NULL if it has no solution. */
static struct pv_diffgraph *solve_replacements(const struct pv_approx_system *s, const pv_two_vec *list)
{
    struct pv_diffgraph *g = pv_diffgraph_new(s->arena, s->n_var, PV_SOLVE_RATIONAL);
    for (int v = 0; v < s->n_var; v++)
        if (!s->is_free[v])
            pv_diffgraph_add(g, (struct pv_two){-1, v, 0, 0, 0});
    for (int i = 0; i < list->n; i++)
        pv_diffgraph_add(g, list->v[i]);
    return pv_diffgraph_solve(g, NULL) == PV_SOLVE_OPTIMAL ? g : NULL;
}

/* Approximate "s" by "method" and note whether a point is left. */
static void try_method(const struct pv_approx_system *s, enum pv_approx_method method, struct tally *tally)
{
    pv_two_vec list = {0};
    const struct pv_diffgraph *g = pv_approximate(s, method, NULL, &list) ? solve_replacements(s, &list) : NULL;
    tally->n_full[method] += g != NULL;
    tally->n_outside += g && !is_inside(s, method, g);
}

/*---------------------------------------------------------------------------------------------------------------
 * Systems */

static void count_sizes(const struct pv_approx_system *s, struct tally *tally)
{
    pv_two_vec list = {0};
    tally->n_system++;
    tally->n_var += s->n_var;
    tally->n_constraint += s->rows.n;
    for (int i = 0; i < s->rows.n; i++) {
        tally->n_tvpi += pv_linear_is_tvpi(&s->rows.v[i].linear);
        tally->n_utvpi += pv_linear_is_utvpi(&s->rows.v[i].linear);
    }
    pv_approximate(s, PV_APPROX_UNIFORM, NULL, &list);
    tally->n_replaced += list.n;
}

static void see(const struct pv_row_problem *problem, const struct pv_form_group *regions, int n_region,
                const int64_t *value, void *user)
{
    struct tally *tally = user;
    if (!value)
        return;
    struct pv_arena *arena = pv_arena_new();
    struct system s = make_system(arena, problem, regions, n_region, value);
    count_sizes(&s.rows, tally);
    for (enum pv_approx_method m = 0; m < PV_N_APPROX_METHODS; m++)
        try_method(&s.rows, m, tally);
    pv_arena_free(arena);
}

/*---------------------------------------------------------------------------------------------------------------
 * Schedules */

/* Add the band "node" as often as statements are below it. */
static isl_bool count_band(__isl_keep isl_schedule_node *node, void *user)
{
    struct outcome *outcome = user;
    if (isl_schedule_node_get_type(node) != isl_schedule_node_band)
        return isl_bool_true;
    isl_union_set *domain = isl_schedule_node_get_domain(node);
    int n_statement = (int)isl_union_set_n_set(domain), n = (int)isl_schedule_node_band_n_member(node);
    isl_union_set_free(domain);
    for (int i = 0; i < n; i++)
        outcome->n_coincident += n_statement * (isl_schedule_node_band_member_get_coincident(node, i) == isl_bool_true);
    if (isl_schedule_node_band_get_permutable(node) == isl_bool_true) {
        outcome->n_loop += n_statement * n;
        outcome->depth = n > outcome->depth ? n : outcome->depth;
    }
    return isl_bool_true;
}

/* sum += part */
static void add_outcome(struct outcome *sum, const struct outcome *part)
{
    sum->n_loop += part->n_loop;
    sum->n_coincident += part->n_coincident;
    sum->depth = part->depth > sum->depth ? part->depth : sum->depth;
    sum->n_approximated += part->n_approximated;
    sum->n_exact += part->n_exact;
}

static struct outcome describe(__isl_keep isl_schedule *schedule, const struct pv_schedule_report *report)
{
    struct outcome outcome = {.n_approximated = report->n_approximated, .n_exact = report->n_exact};
    if (schedule)
        isl_schedule_foreach_schedule_node_top_down(schedule, count_band, &outcome);
    return outcome;
}

/* What both solvers make of the same regions. */
struct comparison {
    struct outcome exact, utvpi;
    int n_region, n_same; /* regions; with the same schedule from both */
};

/* Schedule region "i" of "job" with both solvers. "observer" sees the exact systems. */
static void compare_solvers(const struct pv_job *job, int i, struct pv_schedule_params params,
                            const struct pv_row_observer *observer, struct comparison *sum)
{
    struct pv_schedule_report exact_report = {0}, utvpi_report = {0};
    params.observer = observer;
    isl_schedule *exact = pv_schedule_compute(job->tasks.v[i]->scop, job->tasks.v[i]->deps, &params, &exact_report,
                                              NULL);
    params.observer = NULL;
    params.solver = PV_SOLVER_UTVPI;
    isl_schedule *utvpi = pv_schedule_compute(job->tasks.v[i]->scop, job->tasks.v[i]->deps, &params, &utvpi_report,
                                              NULL);
    struct outcome by_exact = describe(exact, &exact_report), by_utvpi = describe(utvpi, &utvpi_report);
    add_outcome(&sum->exact, &by_exact);
    add_outcome(&sum->utvpi, &by_utvpi);
    sum->n_region++;
    sum->n_same += isl_schedule_plain_is_equal(exact, utvpi) == isl_bool_true;
    isl_schedule_free(exact);
    isl_schedule_free(utvpi);
}

/*---------------------------------------------------------------------------------------------------------------
 * Tables */

static void print_head(const char *title)
{
    printf("\n%s\n%-16s %7s %6s %6s %5s %6s %6s", title, "kernel", "systems", "vars", "rows", "tvpi", "utvpi",
           "growth");
    for (int m = 0; m < PV_N_APPROX_METHODS; m++)
        printf(" %11s", method_names[m]);
    printf("  %7s %5s %9s %9s %9s %9s\n", "approx.", "exact", "loops", "parallel", "depth", "same");
}

static int percent(int part, int whole)
{
    return whole ? (int)(100.0 * part / whole + 0.5) : 100;
}

static void print_pair(int a, int b)
{
    char text[32];
    snprintf(text, sizeof(text), "%d/%d", a, b);
    printf(" %9s", text);
}

static void print_comparison(const struct comparison *c)
{
    printf("  %7d %5d", c->utvpi.n_approximated, c->utvpi.n_exact);
    print_pair(c->exact.n_loop, c->utvpi.n_loop);
    print_pair(c->exact.n_coincident, c->utvpi.n_coincident);
    print_pair(c->exact.depth, c->utvpi.depth);
    print_pair(c->n_same, c->n_region);
}

/* What was seen of a kernel, or of all. */
struct line {
    struct tally tally;
    struct comparison comparison;
};

static void print_line(const char *name, const struct line *line)
{
    const struct tally *t = &line->tally;
    int n = t->n_system ? t->n_system : 1;
    printf("%-16s %7d %6d %6d %4d%% %5d%% %6.2f", name, t->n_system, t->n_var / n, t->n_constraint / n,
           percent(t->n_tvpi, t->n_constraint), percent(t->n_utvpi, t->n_constraint),
           t->n_constraint ? (double)t->n_replaced / t->n_constraint : 1.0);
    for (int m = 0; m < PV_N_APPROX_METHODS; m++)
        printf(" %11d", t->n_full[m]);
    print_comparison(&line->comparison);
    printf("\n");
    fflush(stdout);
}

/* sum += part */
static void add_line(struct line *sum, const struct line *part)
{
    sum->tally.n_system += part->tally.n_system;
    sum->tally.n_var += part->tally.n_var;
    sum->tally.n_constraint += part->tally.n_constraint;
    sum->tally.n_tvpi += part->tally.n_tvpi;
    sum->tally.n_utvpi += part->tally.n_utvpi;
    sum->tally.n_replaced += part->tally.n_replaced;
    sum->tally.n_outside += part->tally.n_outside;
    for (int m = 0; m < PV_N_APPROX_METHODS; m++)
        sum->tally.n_full[m] += part->tally.n_full[m];
    add_outcome(&sum->comparison.exact, &part->comparison.exact);
    add_outcome(&sum->comparison.utvpi, &part->comparison.utvpi);
    sum->comparison.n_region += part->comparison.n_region;
    sum->comparison.n_same += part->comparison.n_same;
}

/* A job for the program at "path", its dependences computed where possible; it lives in "arena". */
static struct pv_job *analyse(struct pv_arena *arena, const char *path)
{
    struct pv_options *options = pv_new(arena, struct pv_options);
    char *argv[] = {"pave", "deps", "-q", "-Iinclude", "-Iinclude/pave/openmp", "-fno-builtin", (char *)path, NULL};
    struct pv_diag *diag = pv_diag_new(arena, PV_COLOR_NEVER);
    if (pv_options_parse(arena, diag, 7, argv, options) != PV_PARSE_OK)
        exit(1);
    pv_diag_set_quiet(diag, true);
    struct pv_job *job = pv_job_new(arena, diag, options);
    if (!pv_job_run_until(job, "dead"))
        printf("%s: no dependences\n", path);
    return job;
}

/* The regions of "job" that have dependences. */
static int count_regions(const struct pv_job *job)
{
    return job->tasks.n;
}

/* Schedule the program at "path" with both solvers, and print a line. */
static void run_program(const char *name, const char *path, bool feautrier, struct line *total)
{
    struct pv_arena *arena = pv_arena_new();
    struct pv_job *job = analyse(arena, path);
    struct line line = {0};
    struct pv_row_observer observer = {see, &line.tally};
    struct pv_schedule_params params = pv_job_schedule_params(job);
    params.feautrier = feautrier;
    params.budget = 0;
    for (int i = 0; i < count_regions(job); i++)
        compare_solvers(job, i, params, &observer, &line.comparison);
    print_line(name, &line);
    add_line(total, &line);
    pv_job_free(job);
    pv_arena_free(arena);
}

/* Print the verdict on the bar of a table. */
static bool judge(const struct line *total, bool feautrier)
{
    const struct outcome *utvpi = &total->comparison.utvpi;
    int n = utvpi->n_approximated + utvpi->n_exact, bar = feautrier ? 100 : 80;
    bool is_met = 100.0 * utvpi->n_approximated >= (double)bar * n, are_inside = total->tally.n_outside == 0;
    printf("%-6s %d of %d systems of utvpi stay non-empty, or are known to have no solution (bar: %d%%)\n",
           is_met ? "ok" : "MISSED", utvpi->n_approximated, n, bar);
    printf("%-6s %d approximations have a point outside of the original system (bar: 0)\n",
           are_inside ? "ok" : "MISSED", total->tally.n_outside);
    return is_met && are_inside;
}

static bool is_wanted(char **names, int n, const char *name)
{
    for (int i = 0; i < n; i++)
        if (strstr(name, names[i]))
            return true;
    return n == 0;
}

static bool run_kernels(const char *title, bool feautrier, char **names, int n_names)
{
    static const char folder[] = "tests/kernels/polybench";
    struct pv_arena *arena = pv_arena_new();
    struct dirent **entries;
    struct line total = {0};
    int n = scandir(folder, &entries, NULL, alphasort);
    if (n < 0) {
        printf("%s is not there: run me in the root of the source tree\n", folder);
        return false;
    }
    print_head(title);
    for (int i = 0; i < n; i++) {
        const char *dot = strrchr(entries[i]->d_name, '.');
        if (dot && !strcmp(dot, ".c")) {
            const char *name = pv_strndup(arena, entries[i]->d_name, (size_t)(dot - entries[i]->d_name));
            if (is_wanted(names, n_names, name))
                run_program(name, pv_printf(arena, "%s/%s", folder, entries[i]->d_name), feautrier, &total);
        }
        free(entries[i]);
    }
    free(entries);
    print_line("all", &total);
    bool is_met = judge(&total, feautrier);
    pv_arena_free(arena);
    return is_met;
}

/*---------------------------------------------------------------------------------------------------------------
 * Large regions */

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* So many regions of tests/real are in the table. */
enum { MOST_REGIONS = 10 };

/* A region, or, where "job" is NULL, constraints. */
struct input {
    const char *name;
    int n_statement;
    const struct pv_job *job;
    int region;
    const char *text;
};

struct timed {
    struct outcome outcome;
    double seconds;
};

static struct timed time_schedule(const struct input *input, const struct pv_schedule_params *params)
{
    struct pv_schedule_report report = {0};
    const struct pv_job *job = input->job;
    isl_ctx *ctx = job ? NULL : isl_ctx_alloc();
    isl_schedule_constraints *sc = job ? NULL : isl_schedule_constraints_read_from_str(ctx, input->text);
    double start = now();
    isl_schedule *schedule = job ? pv_schedule_compute(job->tasks.v[input->region]->scop,
                                                       job->tasks.v[input->region]->deps, params, &report, NULL)
                                 : pv_schedule_from_constraints(sc, params, &report);
    struct timed timed = {.seconds = now() - start};
    timed.outcome = describe(schedule, &report);
    isl_schedule_free(schedule);
    if (ctx)
        isl_ctx_free(ctx);
    return timed;
}

/* Schedule with both solvers and print a line. */
static void run_large(const struct input *input, struct pv_schedule_params params)
{
    params.budget = 0;
    params.solver = PV_SOLVER_EXACT;
    struct timed exact = time_schedule(input, &params);
    params.solver = PV_SOLVER_UTVPI;
    struct timed utvpi = time_schedule(input, &params);
    printf("%-40s %10d  %7d %5d", input->name, input->n_statement, utvpi.outcome.n_approximated, utvpi.outcome.n_exact);
    print_pair(exact.outcome.n_loop, utvpi.outcome.n_loop);
    print_pair(exact.outcome.n_coincident, utvpi.outcome.n_coincident);
    print_pair(exact.outcome.depth, utvpi.outcome.depth);
    printf(" %10.3f %10.3f\n", exact.seconds, utvpi.seconds);
    fflush(stdout);
}

/* Where a region is, and its size. */
struct place {
    const char *path;
    int region, n_statement;
};

typedef PV_VEC(struct place) place_vec;

/* Note all regions of programs below "folder". */
static void find_regions(struct pv_arena *arena, const char *folder, place_vec *places)
{
    struct dirent **entries;
    int n = scandir(folder, &entries, NULL, alphasort);
    for (int i = 0; i < n; i++) {
        const char *path = pv_printf(arena, "%s/%s", folder, entries[i]->d_name), *dot = strrchr(path, '.');
        struct stat status;
        if (entries[i]->d_name[0] != '.' && !stat(path, &status) && S_ISDIR(status.st_mode)) {
            find_regions(arena, path, places);
        } else if (dot && !strcmp(dot, ".c")) {
            struct pv_arena *scratch = pv_arena_new();
            struct pv_job *job = analyse(scratch, path);
            for (int r = 0; r < count_regions(job); r++)
                pv_push(arena, places, ((struct place){path, r, job->tasks.v[r]->scop->stmts.n}));
            pv_job_free(job);
            pv_arena_free(scratch);
        }
        free(entries[i]);
    }
    if (n >= 0)
        free(entries);
}

/* The largest first; then by name. */
static int compare_places(const void *a, const void *b)
{
    const struct place *x = a, *y = b;
    if (x->n_statement != y->n_statement)
        return y->n_statement - x->n_statement;
    int order = strcmp(x->path, y->path);
    return order ? order : x->region - y->region;
}

static void run_real_regions(void)
{
    struct pv_arena *arena = pv_arena_new();
    place_vec places = {0};
    find_regions(arena, "tests/real", &places);
    if (places.n)
        qsort(places.v, (size_t)places.n, sizeof(*places.v), compare_places);
    for (int i = 0; i < places.n && i < MOST_REGIONS; i++) {
        const struct place *place = &places.v[i];
        struct pv_job *job = analyse(arena, place->path);
        const char *name = pv_printf(arena, "%s:%d", place->path, place->region + 1);
        struct input input = {name, place->n_statement, job, place->region, NULL};
        run_large(&input, pv_job_schedule_params(job));
        pv_job_free(job);
    }
    pv_arena_free(arena);
}

/* An image through "n" stages, written down as constraints. */
static void run_stages(int n)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    struct pv_arena *arena = pv_arena_new();
    struct pv_options options;
    char *argv[] = {"pave", "schedule", "-", NULL};
    struct pv_diag *diag = pv_diag_new(arena, PV_COLOR_NEVER);
    if (!out || pv_options_parse(arena, diag, 3, argv, &options) != PV_PARSE_OK)
        exit(1);
    write_unrolled(out, n, write_stage_domain, write_stage_pairs);
    (void)fclose(out);
    struct pv_job *job = pv_job_new(arena, diag, &options);
    struct pv_schedule_params params = pv_job_schedule_params(job);
    pv_job_free(job);
    struct input input = {.name = pv_printf(arena, "stages-x%d", n), .n_statement = n, .text = text};
    run_large(&input, params);
    free(text);
    pv_arena_free(arena);
}

static void run_large_inputs(void)
{
    printf("\nLarge regions, permutable bands: the %d largest of tests/real, and an image through many stages\n",
           MOST_REGIONS);
    printf("%-40s %10s  %7s %5s %9s %9s %9s %10s %10s\n", "region", "statements", "approx.", "exact", "loops",
           "parallel", "depth", "exact s", "utvpi s");
    run_real_regions();
    run_stages(512);
    run_stages(2048);
}

static void print_legend(void)
{
    printf(
        "systems, vars, rows: exact systems with a solution, and their mean size; tvpi, utvpi: rows of that form;\n"
        "growth: rows after approximation over rows before. Methods: how many systems keep a point.\n"
        "approx., exact: systems that utvpi solves in an approximation, and those it solves exactly. Then of exact's\n"
        "and utvpi's schedules, added up over statements: loops in permutable bands, parallel loops; the deepest\n"
        "band. same: regions with the same schedule, of all.\n");
}

int main(int argc, char **argv)
{
    print_legend();
    bool is_met = run_kernels("Permutable bands: systems with a solution, and how many keep one", false, argv + 1,
                              argc - 1);
    is_met &= run_kernels("Dependences carried first: systems with a solution, and how many keep one", true, argv + 1,
                          argc - 1);
    if (is_wanted(argv + 1, argc - 1, "large"))
        run_large_inputs();
    return is_met ? 0 : 1;
}
