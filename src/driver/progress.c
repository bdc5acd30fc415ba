/* Shows on a terminal how far a long run is: a thread prints a line and erases it. */
#include "driver/progress.h"

#include "base/statusline.h"
#include "driver/job.h"

#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* Seconds until the first line, and between two of them. */
static const double usual_wait = 2, period = 0.25;

struct pv_progress {
    struct pv_diag *diag;
    pthread_t printer;
    pthread_mutex_t lock; /* of what follows, and of the terminal */
    pthread_cond_t change;
    bool is_over;
    struct pv_statusline shown_line;
    double start, wait, shown; /* times: when the run began, until when nothing is shown, when something was */
    const char *file, *stage;
    unsigned line; /* of the region; 0: none */
    int at, n;     /* the region is the one with this number, from 1, of so many */
};

static double now(void)
{
    struct timespec t;
    return clock_gettime(CLOCK_REALTIME, &t) ? 0 : (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void show(struct pv_progress *progress)
{
    char line[160] = "", region[60] = "";
    if (progress->line)
        snprintf(region, sizeof(region), ", region %d of %d (line %u)", progress->at, progress->n, progress->line);
    snprintf(line, sizeof(line), "%.40s: %s%s, %.0f s", progress->file, progress->stage, region,
             now() - progress->start);
    pv_statusline_show(&progress->shown_line, line);
    progress->shown = now();
}

static void *print_lines(void *user)
{
    struct pv_progress *progress = user;
    pthread_mutex_lock(&progress->lock);
    double next = progress->start + progress->wait;
    while (!progress->is_over) {
        struct timespec t = {.tv_sec = (time_t)next, .tv_nsec = (long)(1e9 * (next - (double)(time_t)next))};
        pthread_cond_timedwait(&progress->change, &progress->lock, &t);
        if (progress->is_over || now() < next)
            continue;
        if (progress->stage)
            show(progress);
        next = now() + period;
    }
    pv_statusline_erase(&progress->shown_line);
    pthread_mutex_unlock(&progress->lock);
    return NULL;
}

/* A message comes, or has come: nothing else goes to the terminal meanwhile. */
static void make_way(void *user, bool is_coming)
{
    struct pv_progress *progress = user;
    if (is_coming) {
        pthread_mutex_lock(&progress->lock);
        pv_statusline_erase(&progress->shown_line);
    } else {
        pthread_mutex_unlock(&progress->lock);
    }
}

/* Start the thread; false where that is not possible. */
static bool start_printer(struct pv_progress *progress)
{
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes))
        return false;
    size_t stack = (size_t)64 * 1024;
    pthread_attr_setstacksize(&attributes, stack > (size_t)PTHREAD_STACK_MIN ? stack : (size_t)PTHREAD_STACK_MIN);
    bool ok = !pthread_create(&progress->printer, &attributes, print_lines, progress);
    pthread_attr_destroy(&attributes);
    return ok;
}

void pv_progress_start(struct pv_job *job)
{
    const char *wait = getenv("PAVE_PROGRESS");
    if (job->options->quiet || !pv_statusline_is_possible())
        return;
    struct pv_progress *progress = pv_new(job->arena, struct pv_progress);
    progress->diag = job->diag;
    progress->file = job->input;
    progress->start = now();
    progress->wait = wait ? strtod(wait, NULL) : usual_wait;
    pthread_mutex_init(&progress->lock, NULL);
    pthread_cond_init(&progress->change, NULL);
    if (!start_printer(progress))
        return;
    job->progress = progress;
    pv_diag_set_interruption(job->diag, make_way, progress);
}

void pv_progress_stop(struct pv_job *job)
{
    struct pv_progress *progress = job->progress;
    if (!progress)
        return;
    pv_diag_set_interruption(job->diag, NULL, NULL);
    pthread_mutex_lock(&progress->lock);
    progress->is_over = true;
    pthread_cond_signal(&progress->change);
    pthread_mutex_unlock(&progress->lock);
    pthread_join(progress->printer, NULL);
    pthread_cond_destroy(&progress->change);
    pthread_mutex_destroy(&progress->lock);
    job->progress = NULL;
}

void pv_progress_note(struct pv_job *job, const char *stage, const struct pv_task *task)
{
    struct pv_progress *progress = job->progress;
    if (!progress)
        return;
    pthread_mutex_lock(&progress->lock);
    progress->stage = stage;
    progress->line = task && task->region ? task->region->range.begin.line : 0;
    progress->n = job->tasks.n;
    progress->at = 0;
    while (progress->line && progress->at < job->tasks.n && job->tasks.v[progress->at] != task)
        progress->at++;
    progress->at += progress->at < job->tasks.n && progress->line;
    if (now() >= progress->start + progress->wait && now() >= progress->shown + period)
        show(progress);
    pthread_mutex_unlock(&progress->lock);
}
