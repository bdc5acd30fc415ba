/* The time limit of a job: a thread watches the processor time of the job's thread and tells the job to end. */
#include "driver/clock.h"

#include "driver/job.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

struct pv_clock {
    struct pv_job *job;
    clockid_t work; /* the processor time of the job's thread */
    double deadline;
    int grace; /* seconds of processor time until the alarm if the work does not end */
    pv_clock_alarm *alarm;
    pthread_t watcher;
    pthread_mutex_t lock; /* of what follows */
    pthread_cond_t change;
    double next; /* when the job is told to end; a time of "work" */
    bool is_told, is_over;
};

static double read_clock(clockid_t id)
{
    struct timespec t;
    return clock_gettime(id, &t) ? 0 : (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Sleep for "seconds", or until something has changed. The caller holds the lock. */
static void sleep_for(struct pv_clock *clock, double seconds)
{
    const double least = 0.001;
    double until = read_clock(CLOCK_REALTIME) + (seconds > least ? seconds : least);
    struct timespec t = {.tv_sec = (time_t)until, .tv_nsec = (long)(1e9 * (until - (double)(time_t)until))};
    pthread_cond_timedwait(&clock->change, &clock->lock, &t);
}

/* A thread takes no more processor time than time goes by: it is enough to look again after what is left. */
static void *watch(void *user)
{
    struct pv_clock *clock = user;
    pthread_mutex_lock(&clock->lock);
    while (!clock->is_over) {
        double left = clock->next + (clock->is_told ? clock->grace : 0) - read_clock(clock->work);
        if (left > 0) {
            sleep_for(clock, left);
        } else if (!clock->is_told) {
            clock->is_told = true;
            pv_job_stop(clock->job);
        } else {
            if (clock->alarm)
                clock->alarm();
            clock->is_over = true;
        }
    }
    pthread_mutex_unlock(&clock->lock);
    return NULL;
}

/* Start the thread; false where that is not possible. It calls no function with a need for a large stack. */
static bool start_watcher(struct pv_clock *clock)
{
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes))
        return false;
    size_t stack = (size_t)64 * 1024;
    pthread_attr_setstacksize(&attributes, stack > (size_t)PTHREAD_STACK_MIN ? stack : (size_t)PTHREAD_STACK_MIN);
    bool ok = !pthread_create(&clock->watcher, &attributes, watch, clock);
    pthread_attr_destroy(&attributes);
    return ok;
}

/* Budgets are what keeps the work small. Numbers of hundreds of digits can make each step of it so slow that they do not
 * help: then this does. Where it does not help either, in a loop that never looks, the alarm comes after the same time
 * again, and no less than there is to write a long file. */
void pv_clock_start(struct pv_job *job, int seconds, pv_clock_alarm *alarm)
{
    struct pv_clock *clock = pv_new(job->arena, struct pv_clock);
    if (!seconds || pthread_getcpuclockid(pthread_self(), &clock->work))
        return;
    clock->job = job;
    clock->alarm = alarm;
    clock->grace = seconds < 20 ? 20 : seconds;
    clock->deadline = clock->next = read_clock(clock->work) + seconds;
    pthread_mutex_init(&clock->lock, NULL);
    pthread_cond_init(&clock->change, NULL);
    if (start_watcher(clock))
        job->clock = clock;
}

void pv_clock_stop(struct pv_job *job)
{
    struct pv_clock *clock = job->clock;
    if (!clock)
        return;
    pthread_mutex_lock(&clock->lock);
    clock->is_over = true;
    pthread_cond_signal(&clock->change);
    pthread_mutex_unlock(&clock->lock);
    pthread_join(clock->watcher, NULL);
    pthread_cond_destroy(&clock->change);
    pthread_mutex_destroy(&clock->lock);
    job->clock = NULL;
}

bool pv_clock_is_limited(const struct pv_job *job)
{
    return job->clock;
}

double pv_clock_left(const struct pv_job *job)
{
    double left = job->clock->deadline - read_clock(job->clock->work);
    return left > 0 ? left : 0;
}

void pv_clock_allow(struct pv_job *job, double seconds)
{
    const double least = 0.01;
    struct pv_clock *clock = job->clock;
    pthread_mutex_lock(&clock->lock);
    clock->next = read_clock(clock->work) + (seconds < least ? least : seconds);
    clock->is_told = false;
    pthread_cond_signal(&clock->change);
    pthread_mutex_unlock(&clock->lock);
}
