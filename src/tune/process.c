/* Starts processes, waits for them, ends those that take too long. */
#include "tune/process.h"

#include "base/vec.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Seconds between two calls of tick(). */
static const double period = 0.25;
enum { MOST_SLOTS = 256, NOT_STARTED = 126 };

/* The signals before this process took them over, which its children get back. */
static sigset_t usual_signals, own_signals;

struct lanes {
    struct pv_pool *pool;
    PV_VEC(struct pv_process *) waiting;
    struct pv_process *running[PV_N_LANES][MOST_SLOTS];
    int n_running[PV_N_LANES];
    const char *const *hosts;
    struct pv_arena *arena;
};

double pv_tune_now(void)
{
    struct timespec t;
    return clock_gettime(CLOCK_MONOTONIC, &t) ? 0 : (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* SIGCHLD is only waited for; without a handler it might be dropped. */
static void ignore_signal(int number)
{
    (void)number;
}

void pv_pool_open(struct pv_pool *pool)
{
    struct sigaction action = {.sa_handler = ignore_signal}, hangup;
    sigemptyset(&own_signals);
    sigaddset(&own_signals, SIGCHLD);
    sigaddset(&own_signals, SIGINT);
    sigaddset(&own_signals, SIGTERM);
    if (!sigaction(SIGHUP, NULL, &hangup) && hangup.sa_handler != SIG_IGN) /* nohup */
        sigaddset(&own_signals, SIGHUP);
    sigprocmask(SIG_BLOCK, &own_signals, &usual_signals);
    sigaction(SIGCHLD, &action, NULL);
    pool->n_interrupts = 0;
}

void pv_pool_close(struct pv_pool *pool)
{
    (void)pool;
    sigprocmask(SIG_SETMASK, &usual_signals, NULL);
}

/* Wait for a signal, at most "seconds". */
static void wait_for_signal(struct pv_pool *pool, double seconds)
{
    struct timespec t = {.tv_sec = (time_t)seconds, .tv_nsec = (long)(1e9 * (seconds - (double)(time_t)seconds))};
    int number = sigtimedwait(&own_signals, NULL, &t);
    if (number == SIGINT || number == SIGTERM || number == SIGHUP)
        pool->n_interrupts++;
}

bool pv_pool_is_interrupted(struct pv_pool *pool)
{
    struct timespec none = {0};
    sigset_t ends = own_signals;
    sigdelset(&ends, SIGCHLD);
    while (sigtimedwait(&ends, NULL, &none) > 0)
        pool->n_interrupts++;
    return pool->n_interrupts > 0;
}

static void redirect(const char *path, int to, int flags)
{
    int file = open(path, flags, 0644);
    if (file < 0 || dup2(file, to) < 0)
        _exit(NOT_STARTED);
    if (file != to)
        close(file);
}

static void set_environment(const struct lanes *lanes, const struct pv_process *process)
{
    char number[20];
    snprintf(number, sizeof(number), "%d", process->slot);
    /* A make that runs pave tune has nothing to say to one that pave tune runs. */
    unsetenv("MAKEFLAGS");
    unsetenv("MAKELEVEL");
    setenv("RUNNER", number, 1);
    if (lanes->hosts)
        setenv("HOST", lanes->hosts[process->slot], 1);
    for (const char *const *entry = process->env; entry && *entry; entry++) {
        const char *equals = strchr(*entry, '=');
        char name[64];
        snprintf(name, sizeof(name), "%.*s", (int)(equals - *entry), *entry);
        setenv(name, equals + 1, 1);
    }
}

/* What the new process does. It leads a group of its own, and ends with this process. */
static _Noreturn void become(const struct lanes *lanes, const struct pv_process *process)
{
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    redirect("/dev/null", STDIN_FILENO, O_RDONLY);
    redirect(process->out, STDOUT_FILENO, O_WRONLY | O_CREAT | O_TRUNC);
    if (strcmp(process->out, process->err) != 0)
        redirect(process->err, STDERR_FILENO, O_WRONLY | O_CREAT | O_TRUNC);
    else if (dup2(STDOUT_FILENO, STDERR_FILENO) < 0)
        _exit(NOT_STARTED);
    set_environment(lanes, process);
    struct rlimit most = {(rlim_t)process->most_output, (rlim_t)process->most_output};
    if (process->most_output > 0)
        setrlimit(RLIMIT_FSIZE, &most);
    if (process->dir && chdir(process->dir))
        _exit(NOT_STARTED);
    sigprocmask(SIG_SETMASK, &usual_signals, NULL);
    if (!process->command) {
        int status = process->inside(process->user);
        (void)fflush(NULL);
        _exit(status);
    }
    execl("/bin/sh", "sh", "-c", process->command, (char *)NULL);
    _exit(NOT_STARTED);
}

static void start(struct lanes *lanes, struct pv_process *process, int slot)
{
    process->slot = slot;
    (void)fflush(NULL);
    process->start = pv_tune_now();
    process->pid = fork();
    if (!process->pid)
        become(lanes, process);
    if (process->pid < 0) {
        process->is_done = true;
        process->status = NOT_STARTED;
        return;
    }
    setpgid(process->pid, process->pid);
    lanes->running[process->lane][slot] = process;
    lanes->n_running[process->lane]++;
}

/* A free slot for "process", or -1. */
static int find_slot(const struct lanes *lanes, const struct pv_process *process)
{
    enum pv_lane lane = process->lane, other = lane == PV_LANE_RUN ? PV_LANE_BUILD : PV_LANE_RUN;
    if (lanes->pool->is_exclusive && lanes->n_running[other])
        return -1;
    for (int slot = 0; slot < lanes->pool->n_slots[lane] && slot < MOST_SLOTS; slot++)
        if (!lanes->running[lane][slot] && (process->wanted_slot < 0 || process->wanted_slot == slot))
            return slot;
    return -1;
}

/* Is a build waiting? Then no run begins, where they would disturb each other. */
static bool has_waiting_build(const struct lanes *lanes)
{
    for (int i = 0; i < lanes->waiting.n; i++)
        if (lanes->waiting.v[i]->lane == PV_LANE_BUILD)
            return true;
    return false;
}

/* Start what can be started. */
static void start_waiting(struct lanes *lanes)
{
    struct pv_pool *pool = lanes->pool;
    bool is_held = pool->is_exclusive && has_waiting_build(lanes);
    int n = 0, n_all = lanes->waiting.n;
    for (int i = 0; i < n_all; i++) {
        struct pv_process *process = lanes->waiting.v[i];
        int slot = is_held && process->lane == PV_LANE_RUN ? -1 : find_slot(lanes, process);
        if (slot < 0)
            lanes->waiting.v[n++] = process;
        else if (!pool->begin || pool->begin(pool->user, process))
            start(lanes, process, slot);
    }
    lanes->waiting.n = n;
}

/* "process" has ended with "status" at the time "end". */
static void finish(struct lanes *lanes, struct pv_process *process, int status, double end)
{
    struct pv_pool *pool = lanes->pool;
    lanes->running[process->lane][process->slot] = NULL;
    lanes->n_running[process->lane]--;
    kill(-process->pid, SIGKILL); /* what it has left behind */
    process->seconds = end - process->start;
    process->status = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    process->is_done = true;
    if (pool->done)
        pool->done(pool->user, process);
    if (process->next && !process->status)
        pv_push(lanes->arena, &lanes->waiting, process->next);
}

/* Look which processes have ended, and end those that take too long. Return the time until the next one will. */
static double look_at_running(struct lanes *lanes)
{
    double now = pv_tune_now(), wait = period;
    for (int lane = 0; lane < PV_N_LANES; lane++)
        for (int slot = 0; slot < lanes->pool->n_slots[lane] && slot < MOST_SLOTS; slot++) {
            struct pv_process *process = lanes->running[lane][slot];
            int status;
            if (!process)
                continue;
            double left = process->limit > 0 ? process->start + process->limit - now : period;
            if (waitpid(process->pid, &status, WNOHANG) == process->pid) {
                finish(lanes, process, status, now);
                wait = 0;
            } else if (left <= 0 && !process->is_timed_out) {
                process->is_timed_out = true;
                kill(-process->pid, SIGKILL);
            } else if (left > 0 && left < wait) {
                wait = left;
            }
        }
    return wait;
}

/* Drop what waits, and end what runs; it did not end by itself, so nobody is told. */
static void cut(struct lanes *lanes)
{
    lanes->waiting.n = 0;
    for (int lane = 0; lane < PV_N_LANES; lane++)
        for (int slot = 0; slot < MOST_SLOTS; slot++) {
            struct pv_process *process = lanes->running[lane][slot];
            if (!process)
                continue;
            kill(-process->pid, SIGKILL);
            while (waitpid(process->pid, NULL, 0) < 0 && errno == EINTR)
                ;
            lanes->running[lane][slot] = NULL;
            lanes->n_running[lane]--;
        }
}

void pv_pool_run(struct pv_pool *pool, struct pv_process **processes, int n, const char *const *hosts)
{
    struct pv_arena *arena = pv_arena_new();
    struct lanes lanes = {.pool = pool, .hosts = hosts, .arena = arena};
    double shown = 0;
    for (int i = 0; i < n; i++)
        pv_push(arena, &lanes.waiting, processes[i]);
    while (lanes.waiting.n || lanes.n_running[PV_LANE_BUILD] || lanes.n_running[PV_LANE_RUN]) {
        if (pv_pool_is_interrupted(pool) && (pool->can_be_cut || pool->n_interrupts > 1)) {
            cut(&lanes);
            break;
        }
        start_waiting(&lanes);
        if (pool->tick && pv_tune_now() > shown + period) {
            pool->tick(pool->user);
            shown = pv_tune_now();
        }
        double wait = look_at_running(&lanes);
        if (wait > 0)
            wait_for_signal(pool, wait);
    }
    pv_arena_free(arena);
}
