/* What scheduling costs: pave's scheduler, which solves for rows exactly or in an approximation (utvpi), and isl's on the
 * same constraints, side by side, in seconds of processor time.
 * usage: bench/schedule [--limit SECONDS] [--strict] [NAME...]: only cases whose name contains a NAME; a run
 * is stopped after SECONDS; --strict ends with status 1 if a bar is missed. Run it in the root of the source tree. */
#include "inputs.h"

#include "base/file.h"
#include "check/schedcheck.h"
#include "driver/pipeline.h"
#include "schedule/constraints.h"

#include <dirent.h>
#include <isl/map.h>
#include <isl/options.h>
#include <isl/schedule.h>
#include <isl/union_map.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* The bars. */
static const double least_speedup = 3, most_slowdown = 1.2, lattice_limit = 2;

enum { PAVE, UTVPI, ISL, N_SCHEDULERS };
static const char *const scheduler_names[N_SCHEDULERS] = {"exact", "utvpi", "isl"};

struct time {
    double seconds;  /* the median, or the limit where the run was stopped */
    bool is_stopped; /* it took longer */
    bool has_failed; /* without a schedule, or with a wrong one */
};

struct result {
    const char *name, *family; /* family: NULL for a case that stands alone */
    int n_dependences;
    struct time times[N_SCHEDULERS];
};

struct bench {
    struct pv_arena *arena;
    double limit;
    char **names;
    int n_names;
    PV_VEC(struct result) results;
    bool is_slow[N_SCHEDULERS]; /* stopped on a smaller member of the family at hand */
};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* The parameters that the command line "pave schedule" stands for. */
static struct pv_schedule_params default_params(struct pv_arena *arena, int scheduler)
{
    struct pv_options options;
    char *argv[] = {"pave", "schedule", "-", NULL};
    struct pv_diag *diag = pv_diag_new(arena, PV_COLOR_NEVER);
    if (pv_options_parse(arena, diag, 3, argv, &options) != PV_PARSE_OK)
        exit(1);
    struct pv_job *job = pv_job_new(arena, diag, &options);
    struct pv_schedule_params params = pv_job_schedule_params(job);
    pv_job_free(job);
    params.scheduler = scheduler == ISL ? PV_SCHEDULER_ISL : PV_SCHEDULER_PAVE;
    params.solver = scheduler == UTVPI ? PV_SOLVER_UTVPI : PV_SOLVER_EXACT;
    params.budget = 0;
    return params;
}

/* In place of a time, between the processes: reading is done, and scheduling begins. */
static const double scheduling_begins = INFINITY;

static bool send(int fd, double seconds)
{
    return write(fd, &seconds, sizeof(seconds)) == sizeof(seconds);
}

/* One scheduling of "text": its time, negative where there is no result; and, if "is_wrong" is not NULL, whether the
 * schedule breaks a constraint as far as a limited check can tell. All is read anew each time, so that nothing that was
 * found out in one run helps the next. "fd" gets a word when reading is done. */
static double run_once(const char *text, const struct pv_schedule_params *params, int fd, bool *is_wrong)
{
    const unsigned long check_budget = 3000000;
    isl_ctx *ctx = isl_ctx_alloc();
    isl_options_set_on_error(ctx, ISL_ON_ERROR_CONTINUE);
    isl_schedule_constraints *sc = isl_schedule_constraints_read_from_str(ctx, text);
    struct pv_schedule_report report = {0};
    isl_schedule_constraints *copy = is_wrong ? isl_schedule_constraints_copy(sc) : NULL;
    if (!send(fd, scheduling_begins))
        _exit(0);
    double start = now();
    isl_schedule *schedule = sc ? pv_schedule_from_constraints(sc, params, &report) : NULL;
    double seconds = now() - start;
    if (is_wrong) {
        isl_ctx_reset_operations(ctx);
        isl_ctx_set_max_operations(ctx, check_budget);
        *is_wrong = schedule && pv_legality_describe(pv_legality_check_tree(copy, schedule));
    }
    isl_schedule_constraints_free(copy);
    isl_schedule_free(schedule);
    isl_ctx_free(ctx);
    return schedule ? seconds : -1;
}

enum { STATUS_WRONG = 3 };

/* End the process after "seconds" more of processor time, as if killed. */
static void end_after(int seconds)
{
    struct itimerval timer = {.it_value.tv_sec = seconds};
    if (setitimer(ITIMER_PROF, &timer, NULL))
        perror("setitimer");
}

/* In the process that is measured: schedule "text" several times, and write each time to "fd". The schedules of large cases
 * are not checked: it would take longer than finding them. */
static void run_child(struct pv_arena *arena, const char *text, int scheduler, int fd)
{
    enum { most_runs = 15, least_runs = 3, check_seconds = 2 };
    const double enough = 0.5, most = 2; /* seconds for all runs together, with the time for reading */
    struct pv_schedule_params params = default_params(arena, scheduler);
    double start = now();
    bool is_wrong = false;
    for (int i = 0; i < most_runs && now() - start < (i < least_runs ? most : enough); i++) {
        double seconds = run_once(text, &params, fd, NULL);
        if (!send(fd, seconds) || seconds < 0)
            _exit(0);
    }
    if (now() - start < 2 * most) {
        end_after(check_seconds + (int)(now() - start));
        run_once(text, &params, fd, &is_wrong);
    }
    _exit(is_wrong ? STATUS_WRONG : 0);
}

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Processor time that the process "pid" has used, in seconds; negative where it is not known. */
static double used_by(pid_t pid)
{
    clockid_t clock;
    struct timespec t;
    if (clock_getcpuclockid(pid, &clock) || clock_gettime(clock, &t))
        return -1;
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Collect the times that the child "pid" writes to "fd", stopping it when one run goes over the limit. */
static struct time collect(const struct bench *bench, pid_t pid, int fd)
{
    enum { most = 64 };
    double times[most];
    int n = 0;
    struct time result = {0};
    double last = 0;
    bool is_scheduling = false;
    for (;;) {
        struct pollfd poll_fd = {.fd = fd, .events = POLLIN};
        int ready = poll(&poll_fd, 1, 200);
        if (ready > 0) {
            double seconds;
            if (n == most || read(fd, &seconds, sizeof(seconds)) != sizeof(seconds))
                break;
            last = used_by(pid);
            is_scheduling = seconds == scheduling_begins;
            if (is_scheduling)
                continue;
            result.has_failed |= seconds < 0;
            times[n++] = seconds;
        } else if (is_scheduling && used_by(pid) - last > bench->limit) {
            kill(pid, SIGKILL);
            result.is_stopped = n == 0;
            break;
        }
    }
    int status;
    waitpid(pid, &status, 0);
    result.has_failed |= !n && !result.is_stopped;
    result.has_failed |= WIFEXITED(status) && WEXITSTATUS(status) == STATUS_WRONG;
    qsort(times, (size_t)n, sizeof(*times), compare_doubles);
    result.seconds = n ? times[n / 2] : bench->limit;
    return result;
}

/* Measure in a process of its own, which can be stopped and leaves nothing behind. */
static struct time measure(const struct bench *bench, const char *text, int scheduler)
{
    int fds[2];
    fflush(stdout);
    if (pipe(fds)) {
        perror("pipe");
        exit(1);
    }
    pid_t pid = fork();
    if (pid < 0) {
        perror("fork");
        exit(1);
    }
    if (!pid) {
        close(fds[0]);
        run_child(bench->arena, text, scheduler, fds[1]);
    }
    close(fds[1]);
    struct time time = collect(bench, pid, fds[0]);
    close(fds[0]);
    return time;
}

static isl_stat count_pieces(__isl_take isl_map *map, void *user)
{
    *(int *)user += (int)isl_map_n_basic_map(map);
    isl_map_free(map);
    return isl_stat_ok;
}

/* The pieces of the relations that a schedule must respect. */
static int count_dependences(const char *text)
{
    isl_ctx *ctx = isl_ctx_alloc();
    isl_schedule_constraints *sc = isl_schedule_constraints_read_from_str(ctx, text);
    isl_union_map *pairs = isl_schedule_constraints_get_validity(sc);
    pairs = isl_union_map_union(pairs, isl_schedule_constraints_get_conditional_validity(sc));
    int n = 0;
    isl_union_map_foreach_map(pairs, count_pieces, &n);
    isl_union_map_free(pairs);
    isl_schedule_constraints_free(sc);
    isl_ctx_free(ctx);
    return n;
}

static void print_time(struct time time)
{
    if (time.has_failed)
        printf(" %12s", "failed");
    else
        printf(" %s%10.4f s", time.is_stopped ? ">" : " ", time.seconds);
}

/* isl's time over pave's; where isl was stopped, less than it would be. 0 where it says nothing. */
static double speedup(const struct result *result)
{
    const struct time *pave = &result->times[PAVE], *isl = &result->times[ISL];
    if (pave->has_failed || isl->has_failed || pave->is_stopped || pave->seconds <= 0)
        return 0;
    return isl->seconds / pave->seconds;
}

/* Is pave more than the bar allows behind isl, or without a result where isl has one? */
static bool is_too_slow(const struct result *result)
{
    const struct time *pave = &result->times[PAVE], *isl = &result->times[ISL];
    if (pave->has_failed || pave->is_stopped)
        return pave->has_failed || !isl->is_stopped;
    return speedup(result) > 0 && speedup(result) * most_slowdown < 1;
}

static bool is_wanted(const struct bench *bench, const char *name)
{
    for (int i = 0; i < bench->n_names; i++)
        if (strstr(name, bench->names[i]))
            return true;
    return !bench->n_names;
}

/* Measure both schedulers on the constraints "text" and print a line. One that was stopped on a smaller member of the
 * same family is not tried again. */
static void run_case(struct bench *bench, const char *name, const char *family, const char *text)
{
    struct result result = {.name = pv_strdup(bench->arena, name), .family = family};
    result.n_dependences = count_dependences(text);
    printf("%-24s %6d", name, result.n_dependences);
    for (int s = 0; s < N_SCHEDULERS; s++) {
        result.times[s] = (struct time){.seconds = bench->limit, .is_stopped = true};
        if (!family || !bench->is_slow[s])
            result.times[s] = measure(bench, text, s);
        bench->is_slow[s] = family && (bench->is_slow[s] || result.times[s].is_stopped);
        print_time(result.times[s]);
        fflush(stdout);
    }
    double ratio = speedup(&result);
    if (ratio > 0)
        printf("  %s%7.2f", result.times[ISL].is_stopped ? ">" : " ", ratio);
    printf("%s\n", is_too_slow(&result) ? "  too slow" : "");
    pv_push(bench->arena, &bench->results, result);
}

/* Run the front end and the analysis over "path", and each of its regions as a case. */
static void run_program(struct bench *bench, const char *name, const char *path)
{
    struct pv_options options;
    char *argv[] = {"pave", "deps", "-q", "-Iinclude", (char *)path, NULL};
    struct pv_arena *arena = pv_arena_new();
    struct pv_diag *diag = pv_diag_new(arena, PV_COLOR_NEVER);
    if (pv_options_parse(arena, diag, 5, argv, &options) != PV_PARSE_OK)
        exit(1);
    pv_diag_set_quiet(diag, true);
    struct pv_job *job = pv_job_new(arena, diag, &options);
    struct pv_sb text = {0};
    if (!pv_job_run_until(job, "dead"))
        printf("%-24s no constraints\n", name);
    for (int i = 0; i < job->tasks.n; i++) {
        isl_schedule_constraints *sc = pv_constraints_from_deps(job->tasks.v[i]->scop, job->tasks.v[i]->deps,
                                                                PV_LIVE_RANGES_MAY_MOVE);
        text.n = 0;
        pv_constraints_dump(&text, sc);
        isl_schedule_constraints_free(sc);
        run_case(bench, job->tasks.n > 1 ? pv_printf(arena, "%s:%d", name, i + 1) : name, NULL, text.text);
    }
    pv_sb_free(&text);
    pv_job_free(job);
    pv_arena_free(arena);
}

static void run_kernels(struct bench *bench)
{
    static const char folder[] = "tests/kernels/polybench";
    struct dirent **entries;
    int n = scandir(folder, &entries, NULL, alphasort);
    if (n < 0) {
        printf("%s is not there: run me in the root of the source tree\n", folder);
        return;
    }
    for (int i = 0; i < n; i++) {
        const char *file = entries[i]->d_name, *dot = strrchr(file, '.');
        if (dot && !strcmp(dot, ".c")) {
            const char *name = pv_strndup(bench->arena, file, (size_t)(dot - file));
            if (is_wanted(bench, name))
                run_program(bench, name, pv_printf(bench->arena, "%s/%s", folder, file));
        }
        free(entries[i]);
    }
    free(entries);
}

/* What a function writes to a stream, as a text. */
struct generated {
    char *text;
    size_t size;
    FILE *out;
};

static void open_generated(struct generated *generated)
{
    generated->out = open_memstream(&generated->text, &generated->size);
    if (!generated->out)
        pv_out_of_memory();
}

static const char *close_generated(struct generated *generated)
{
    if (fclose(generated->out))
        pv_out_of_memory();
    return generated->text;
}

/* Write the generated program to a file, and run it as the case "name". */
static void run_generated(struct bench *bench, const char *name, struct generated *generated)
{
    char path[] = "/tmp/pave-bench-XXXXXX";
    const char *text = close_generated(generated);
    int fd = mkstemp(path);
    FILE *out = fd >= 0 ? fdopen(fd, "w") : NULL;
    if (!out || fputs(text, out) < 0 || fclose(out)) {
        perror(path);
        exit(1);
    }
    run_program(bench, name, path);
    unlink(path);
    free(generated->text);
}

static void run_programs(struct bench *bench)
{
    struct generated generated;
    if (is_wanted(bench, "lattice")) {
        open_generated(&generated);
        write_lattice(generated.out, "n");
        run_generated(bench, "lattice", &generated);
    }
    if (is_wanted(bench, "lattice-128")) {
        open_generated(&generated);
        write_lattice(generated.out, "128");
        run_generated(bench, "lattice-128", &generated);
    }
    if (is_wanted(bench, "pipeline-50")) {
        open_generated(&generated);
        write_pipeline(generated.out, 50);
        run_generated(bench, "pipeline-50", &generated);
    }
}

/* Measure the members of "family" of sizes 1, 2, 4, ... up to "most". */
static void run_family(struct bench *bench, const char *family, int most, void (*domain)(FILE *, int),
                       void (*pairs)(FILE *, int))
{
    memset(bench->is_slow, 0, sizeof(bench->is_slow));
    for (int n = 1; n <= most; n *= 2) {
        const char *name = pv_printf(bench->arena, "%s-x%d", family, n);
        if (!is_wanted(bench, name))
            continue;
        struct generated generated;
        open_generated(&generated);
        write_unrolled(generated.out, n, domain, pairs);
        run_case(bench, name, family, close_generated(&generated));
        free(generated.text);
    }
}

static bool is_in_family(const struct result *r, const char *family)
{
    return r->family && !strcmp(r->family, family);
}

/* A fitted exponent, and the members of the family that it was fitted over. */
struct fit {
    double exponent;
    int n, least, most; /* how many; dependences of the smallest and the largest */
};

/* Did the scheduler finish, after a time that can be measured? */
static bool is_measured(const struct result *r, int scheduler)
{
    const struct time *time = &r->times[scheduler];
    return !time->is_stopped && !time->has_failed && time->seconds >= 0.002;
}

/* The slope of the time of "scheduler" over the number of dependences, both as logarithms, by least squares over the members
 * of the family that it and "other" finished: exponents of two schedulers compare only over the same members. */
static struct fit fit_exponent(const struct bench *bench, const char *family, int scheduler, int other)
{
    double sx = 0, sy = 0, sxx = 0, sxy = 0;
    struct fit fit = {0};
    for (int i = 0; i < bench->results.n; i++) {
        const struct result *r = &bench->results.v[i];
        if (!is_in_family(r, family) || !is_measured(r, scheduler) || !is_measured(r, other))
            continue;
        double x = log(r->n_dependences), y = log(r->times[scheduler].seconds);
        sx += x;
        sy += y;
        sxx += x * x;
        sxy += x * y;
        fit.least = fit.n++ ? fit.least : r->n_dependences;
        fit.most = r->n_dependences;
    }
    fit.exponent = (fit.n * sxy - sx * sy) / (fit.n * sxx - sx * sx);
    return fit;
}

/* Print "what" with the verdict on a bar; return whether it is met. */
static bool judge(bool is_met, const char *what)
{
    printf("%-6s %s\n", is_met ? "ok" : "MISSED", what);
    return is_met;
}

/* Is the approximation faster than exact solving? */
static bool is_overtaken(const struct result *r)
{
    const struct time *exact = &r->times[PAVE], *utvpi = &r->times[UTVPI];
    return !utvpi->is_stopped && !utvpi->has_failed && utvpi->seconds < exact->seconds;
}

/* The member of "family" from which on, up to the largest, the approximation is faster; NULL if there is none. */
static const struct result *find_crossing(const struct bench *bench, const char *family)
{
    const struct result *crossing = NULL;
    for (int i = 0; i < bench->results.n; i++) {
        const struct result *r = &bench->results.v[i];
        if (is_in_family(r, family))
            crossing = !is_overtaken(r) ? NULL : crossing ? crossing : r;
    }
    return crossing;
}

static bool judge_crossing(const struct bench *bench, const char *family)
{
    const struct result *r = find_crossing(bench, family);
    if (!r)
        return judge(false, pv_printf(bench->arena, "%s: exact solving is faster up to the largest member", family));
    return judge(true, pv_printf(bench->arena,
                                 "%s: utvpi is faster than exact solving from %d dependences on: %.3f s, %.3f s",
                                 family, r->n_dependences, r->times[UTVPI].seconds, r->times[PAVE].seconds));
}

static bool judge_growth(const struct bench *bench, const char *family)
{
    struct fit exact = fit_exponent(bench, family, PAVE, ISL), isl = fit_exponent(bench, family, ISL, PAVE);
    struct fit utvpi = fit_exponent(bench, family, UTVPI, UTVPI);
    if (exact.n < 2 || utvpi.n < 2)
        return true;
    bool is_met = judge(exact.exponent < isl.exponent,
                        pv_printf(bench->arena,
                                  "%s: time grows as dependences to the power %.2f for %s, %.2f for %s "
                                  "(%d to %d dependences)",
                                  family, exact.exponent, scheduler_names[PAVE], isl.exponent, scheduler_names[ISL],
                                  exact.least, exact.most));
    is_met &= judge(utvpi.exponent < 2,
                    pv_printf(bench->arena,
                              "%s: time grows as dependences to the power %.2f for %s (bar: 2; %d to %d dependences)",
                              family, utvpi.exponent, scheduler_names[UTVPI], utvpi.least, utvpi.most));
    return is_met & judge_crossing(bench, family);
}

static bool judge_all(const struct bench *bench)
{
    int n = 0, n_slow = 0;
    double sum = 0, lattice = 0;
    bool has_lattice = false;
    for (int i = 0; i < bench->results.n; i++) {
        const struct result *r = &bench->results.v[i];
        double ratio = speedup(r);
        n += ratio > 0;
        sum += ratio > 0 ? log(ratio) : 0;
        n_slow += is_too_slow(r);
        if (!strcmp(r->name, "lattice")) {
            has_lattice = true;
            lattice = r->times[PAVE].has_failed ? INFINITY : r->times[PAVE].seconds;
        }
    }
    double mean = n ? exp(sum / n) : 0;
    bool is_met = judge(mean >= least_speedup,
                        pv_printf(bench->arena, "geometric mean of %d cases: %.2f times as fast as isl (bar: %.0f)", n,
                                  mean, least_speedup));
    is_met &= judge(!n_slow,
                    pv_printf(bench->arena, "%d of %d cases are more than %.1f times slower than isl, or failed",
                              n_slow, bench->results.n, most_slowdown));
    if (has_lattice)
        is_met &= judge(lattice < lattice_limit,
                        pv_printf(bench->arena, "body of 90 statements: %.2f s (bar: %.0f s)", lattice, lattice_limit));
    is_met &= judge_growth(bench, "seidel");
    is_met &= judge_growth(bench, "gemver");
    return is_met;
}

int main(int argc, char **argv)
{
    struct bench bench = {.arena = pv_arena_new(), .limit = 30};
    bool is_strict = false;
    for (; argc > 1 && !strncmp(argv[1], "--", 2); argc--, argv++)
        if (!strcmp(argv[1], "--strict")) {
            is_strict = true;
        } else if (!strcmp(argv[1], "--limit") && argc > 2) {
            bench.limit = strtod(argv[2], NULL);
            argc--;
            argv++;
        } else {
            fputs("usage: schedule [--limit SECONDS] [--strict] [NAME...]\n", stderr);
            return 1;
        }
    bench.names = argv + 1;
    bench.n_names = argc - 1;
    printf("scheduling: seconds of processor time, medians; runs are stopped after %.0f s\n", bench.limit);
    printf("%-24s %6s %13s %13s %13s  %8s\n", "case", "deps", scheduler_names[PAVE], scheduler_names[UTVPI],
           scheduler_names[ISL], "isl/exact");
    run_kernels(&bench);
    run_programs(&bench);
    run_family(&bench, "seidel", 256, write_seidel_domain, write_seidel_pairs);
    run_family(&bench, "gemver", 128, write_gemver_domain, write_gemver_pairs);
    run_family(&bench, "stages", 2048, write_stage_domain, write_stage_pairs);
    bool is_met = bench.results.n && judge_all(&bench);
    pv_arena_free(bench.arena);
    return is_strict && !is_met ? 1 : 0;
}
