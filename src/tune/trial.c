/* Answers questions about trials: their time, and the trial whose text they share. */
#include "tune/trial.h"

#include "tune/stats.h"

double pv_trial_time(const struct pv_trial *trial)
{
    return pv_stats_median(trial->times.v, trial->times.n);
}

const struct pv_trial *pv_trial_source(const struct pv_trial *trial)
{
    return trial->same ? trial->same : trial;
}

bool pv_trial_has_time(const struct pv_trial *trial)
{
    return !trial->same && !trial->failure && trial->times.n;
}

struct pv_trial *pv_trials_find(const struct pv_space *space, const pv_trials *trials, const int *point)
{
    for (int i = 0; i < trials->n; i++)
        if (pv_point_is_equal(space, trials->v[i]->point, point))
            return trials->v[i];
    return NULL;
}
