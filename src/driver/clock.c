#include "driver/clock.h"

#include <signal.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static struct pv_job *running;
static volatile sig_atomic_t is_stopped;
static double deadline; /* in seconds of processor time; 0 for none */
static int grace;       /* seconds until the program ends if the work does not */

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void end_after_time(int number)
{
    static const char text[] = "pave: error: time limit reached; no output written\n";
    (void)number;
    if (is_stopped) {
        (void)!write(STDERR_FILENO, text, sizeof(text) - 1);
        _exit(2);
    }
    is_stopped = true;
    /* It sets one field of isl's context. NOLINTNEXTLINE(bugprone-signal-handler,cert-sig30-c) */
    pv_job_stop(running);
}

/* Budgets are what keeps the work small. Numbers of hundreds of digits can make each step of it so slow that they do not
 * help: then this does. Where it does not help either, in a loop that never looks, the program ends after the same time
 * again, and no less than there is to write a long file. */
void pv_clock_start(struct pv_job *job, int seconds)
{
    struct sigaction action = {.sa_handler = end_after_time, .sa_flags = SA_RESTART};
    running = job;
    grace = seconds < 20 ? 20 : seconds;
    deadline = seconds ? now() + seconds : 0;
    sigaction(SIGPROF, &action, NULL);
    if (seconds)
        pv_clock_allow(seconds);
}

void pv_clock_stop(void)
{
    deadline = 0;
    setitimer(ITIMER_PROF, &(struct itimerval){{0, 0}, {0, 0}}, NULL);
}

bool pv_clock_is_limited(void)
{
    return deadline > 0;
}

double pv_clock_left(void)
{
    double left = deadline - now();
    return left > 0 ? left : 0;
}

void pv_clock_allow(double seconds)
{
    const double least = 0.01;
    if (seconds < least)
        seconds = least;
    is_stopped = false;
    struct timeval first = {.tv_sec = (time_t)seconds,
                            .tv_usec = (suseconds_t)(1e6 * (seconds - (double)(time_t)seconds))};
    setitimer(ITIMER_PROF, &(struct itimerval){.it_interval = {.tv_sec = grace}, .it_value = first}, NULL);
}
