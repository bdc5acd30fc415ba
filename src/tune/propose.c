/* Proposes points: simple ones, random ones, and those from which the surrogate expects most. */
#include "tune/propose.h"

#include "tune/stats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Candidates that the surrogate looks at, and the best trials that they descend from. */
enum { N_CANDIDATES = 300, N_PARENTS = 6 };

static bool is_in(const struct pv_space *space, const pv_points *points, const int *point)
{
    for (int i = 0; i < points->n; i++)
        if (pv_point_is_equal(space, points->v[i], point))
            return true;
    return false;
}

/* Add "point" unless it was tried, is there already, or is hopeless. */
static void add_point(const struct pv_knowledge *known, pv_points *points, const int *point)
{
    const struct pv_lab *lab = known->lab;
    if (is_in(known->space, points, point) || pv_trials_find(known->space, known->trials, point))
        return;
    if (!lab->is_promising || lab->is_promising(lab->user, point))
        pv_push(known->arena, points, point);
}

/* The value of "axis" that is nearest to "place". */
static int nearest_value(const struct pv_axis *axis, double place)
{
    int best = axis->n - 1;
    for (int i = 1; i < axis->n; i++)
        if (fabs(axis->places[i] - place) < fabs(axis->places[best] - place))
            best = i;
    return best;
}

/* Points with all sizes near the same place. */
static void propose_sizes(const struct pv_knowledge *known, pv_points *points)
{
    static const double places[] = {0.35, 0.65, 0.15};
    const struct pv_space *space = known->space;
    for (size_t p = 0; p < sizeof(places) / sizeof(*places); p++) {
        int *point = pv_point_new(space);
        for (int a = 0; a < space->axes.n; a++)
            if (space->axes.v[a].kind == PV_AXIS_SIZE)
                point[a] = nearest_value(&space->axes.v[a], places[p]);
        add_point(known, points, point);
    }
}

/* Steps of a factor of two away from the sizes that pave has chosen, in the first two dimensions and the others. */
static const struct scaling {
    int tile[3], block[3];
} scalings[] = {
    {{0, 0, 0}, {1, 1, 1}},   {{0, 0, 0}, {-1, -1, -1}}, {{1, 1, 0}, {0, 0, 0}},    {{-1, -1, 0}, {0, 0, 0}},
    {{1, 1, 0}, {1, 1, 1}},   {{0, 0, 1}, {0, 0, 0}},    {{1, -1, 0}, {1, -1, 0}},  {{-1, 1, 0}, {-1, 1, 0}},
    {{2, -2, 0}, {2, -2, 0}}, {{0, 2, 0}, {0, 0, 0}},    {{0, 0, -1}, {0, 0, 0}},   {{1, 0, 0}, {1, 0, 0}},
    {{0, 1, 0}, {0, 1, 0}},   {{0, 0, 0}, {1, -1, 0}},   {{0, 0, 0}, {-1, 1, 0}},   {{-1, 0, 0}, {-1, 0, 0}},
    {{0, -1, 0}, {0, -1, 0}}, {{2, 2, 0}, {1, 1, 0}},    {{-1, -1, 0}, {-1, 0, 0}},
};

/* The value of "axis" that is nearest to pave's choice times two to the power of "step". */
static int scaled_value(const struct pv_axis *axis, int step)
{
    double wanted = log2(strtod(axis->values[axis->usual], NULL)) + step;
    int best = 1;
    for (int i = 2; i < axis->n; i++)
        if (fabs(log2(strtod(axis->values[i], NULL)) - wanted) < fabs(log2(strtod(axis->values[best], NULL)) - wanted))
            best = i;
    return best;
}

/* Points with all sizes some steps away from those of pave. */
static void propose_scalings(const struct pv_knowledge *known, pv_points *points)
{
    const struct pv_space *space = known->space;
    for (size_t s = 0; s < sizeof(scalings) / sizeof(*scalings); s++) {
        int *point = pv_point_new(space);
        for (int a = 0; a < space->axes.n; a++) {
            const struct pv_axis *axis = &space->axes.v[a];
            const int *steps = strcmp(axis->size_kind ? axis->size_kind : "", "block") ? scalings[s].tile
                                                                                       : scalings[s].block;
            int step = steps[axis->dim < 2 ? axis->dim : 2];
            if (axis->usual && step)
                point[a] = scaled_value(axis, step);
        }
        if (!pv_point_is_equal(space, point, pv_point_new(space)))
            add_point(known, points, point);
    }
}

/* Points with one value that is not pave's choice, the first value of each axis first. */
static void propose_values(const struct pv_knowledge *known, pv_points *points)
{
    const struct pv_space *space = known->space;
    for (int i = 1; i < PV_MOST_VALUES; i++)
        for (int a = 0; a < space->axes.n; a++) {
            if (i >= space->axes.v[a].n || space->axes.v[a].places)
                continue;
            int *point = pv_point_new(space);
            point[a] = i;
            add_point(known, points, point);
        }
}

/* Sizes where pave's choice is known: one point with a single value follows two with other sizes. */
void pv_propose_simple(const struct pv_knowledge *known, pv_points *points)
{
    pv_points sizes = {0}, values = {0};
    propose_scalings(known, &sizes);
    if (!sizes.n)
        propose_sizes(known, points);
    propose_values(known, &values);
    for (int s = 0, v = 0; s < sizes.n || v < values.n;) {
        for (int i = 0; i < 2 && s < sizes.n; i++)
            add_point(known, points, sizes.v[s++]);
        if (v < values.n)
            add_point(known, points, values.v[v++]);
    }
}

/* Half of the axes keep the choice of pave. */
static int *random_point(const struct pv_knowledge *known)
{
    int *point = pv_point_new(known->space);
    for (int a = 0; a < known->space->axes.n; a++)
        if (pv_chance_below(known->chance, 2))
            point[a] = pv_chance_below(known->chance, known->space->axes.v[a].n);
    return point;
}

void pv_propose_random(const struct pv_knowledge *known, int n, pv_points *points)
{
    int end = points->n + n;
    for (int tries = 0; tries < 50 * n && points->n < end; tries++)
        add_point(known, points, random_point(known));
}

/* Change a value of "point": to a neighbour, where values are ordered, or to any. */
static void change_value(const struct pv_knowledge *known, int *point)
{
    int a = pv_chance_below(known->chance, known->space->axes.n);
    const struct pv_axis *axis = &known->space->axes.v[a];
    int old = point[a] ? point[a] : axis->usual;
    point[a] = pv_chance_below(known->chance, axis->n);
    if (axis->places && old && pv_chance_below(known->chance, 2))
        point[a] = old + (pv_chance_below(known->chance, 2) ? 1 : -1);
    point[a] = point[a] < 0 ? 0 : point[a] >= axis->n ? axis->n - 1 : point[a];
}

/* A descendant of one of "parents", or of two. */
static int *descend(const struct pv_knowledge *known, const pv_trials *parents)
{
    int *point = pv_point_copy(known->space, parents->v[pv_chance_below(known->chance, parents->n)]->point);
    const int *other = parents->v[pv_chance_below(known->chance, parents->n)]->point;
    for (int a = 0; a < known->space->axes.n; a++)
        if (pv_chance_below(known->chance, 4) == 0)
            point[a] = other[a];
    for (int n = 1 + pv_chance_below(known->chance, 3); n > 0; n--)
        change_value(known, point);
    return point;
}

/* The fastest trials, the fastest first. */
static pv_trials find_parents(const struct pv_knowledge *known)
{
    pv_trials parents = {0};
    while (parents.n < N_PARENTS) {
        struct pv_trial *best = NULL;
        for (int i = 0; i < known->trials->n; i++) {
            struct pv_trial *trial = known->trials->v[i];
            bool is_taken = !pv_trial_has_time(trial);
            for (int p = 0; p < parents.n; p++)
                is_taken |= parents.v[p] == trial;
            if (!is_taken && (!best || pv_trial_time(trial) < pv_trial_time(best)))
                best = trial;
        }
        if (!best)
            break;
        pv_push(known->arena, &parents, best);
    }
    return parents;
}

/* What "trial" says about its point: a failure counts as slow as twice the slowest, "worst". */
static struct pv_sample sample_of(const struct pv_knowledge *known, const struct pv_trial *trial, double worst)
{
    const struct pv_trial *source = pv_trial_source(trial);
    bool has_failed = source->failure || !source->times.n;
    double noise = known->noise > 0.003 ? known->noise : 0.003;
    return (struct pv_sample){trial->point, has_failed ? log(2 * worst) : log(pv_trial_time(source)),
                              has_failed ? noise * noise : noise * noise / source->times.n};
}

static int compare_samples(const void *a, const void *b)
{
    double x = ((const struct pv_sample *)a)->value, y = ((const struct pv_sample *)b)->value;
    return (x > y) - (x < y);
}

/* All that is known as samples; the fastest ones if there are too many. Leave room for beliefs. */
static int collect_samples(const struct pv_knowledge *known, struct pv_sample *samples)
{
    double worst = 0;
    int n = 0;
    struct pv_sample *all = pv_new_array(known->arena, struct pv_sample, known->trials->n + 1);
    for (int i = 0; i < known->trials->n; i++) {
        const struct pv_trial *trial = known->trials->v[i];
        if (pv_trial_has_time(trial) && pv_trial_time(trial) > worst)
            worst = pv_trial_time(trial);
    }
    for (int i = 0; i < known->trials->n; i++) {
        const struct pv_trial *source = pv_trial_source(known->trials->v[i]);
        if (source->failure || source->times.n)
            all[n++] = sample_of(known, known->trials->v[i], worst);
    }
    qsort(all, (size_t)n, sizeof(*all), compare_samples);
    n = n < PV_MOST_SAMPLES - 30 ? n : PV_MOST_SAMPLES - 30;
    memcpy(samples, all, sizeof(*samples) * (size_t)n);
    return n;
}

/* The candidate from which most is expected, and how much. */
static int best_candidate(const struct pv_surrogate *model, const pv_points *candidates, double best, double *gain)
{
    int chosen = -1;
    *gain = 0;
    for (int i = 0; i < candidates->n; i++) {
        double deviation, mean = pv_surrogate_predict(model, candidates->v[i], &deviation);
        double here = pv_stats_improvement(mean, deviation, best);
        if (here > *gain) {
            *gain = here;
            chosen = i;
        }
    }
    return chosen;
}

double pv_propose_best(const struct pv_knowledge *known, int n, pv_points *points)
{
    struct pv_sample samples[PV_MOST_SAMPLES];
    pv_points candidates = {0};
    pv_trials parents = find_parents(known);
    int n_samples = collect_samples(known, samples);
    for (int i = 0; i < N_CANDIDATES && parents.n; i++)
        add_point(known, &candidates, descend(known, &parents));
    pv_propose_random(known, N_CANDIDATES / 4, &candidates);
    if (n_samples < 2 || !candidates.n) {
        pv_propose_random(known, n, points);
        return points->n ? 1 : 0;
    }
    struct pv_surrogate *model = pv_surrogate_fit(known->arena, known->space, samples, n_samples, known->reach);
    double first = 0, gain;
    for (int i = 0; i < n; i++) {
        int chosen = best_candidate(model, &candidates, samples[0].value, &gain);
        first = i ? first : gain;
        if (chosen < 0)
            break;
        pv_push(known->arena, points, candidates.v[chosen]);
        pv_surrogate_believe(model, candidates.v[chosen]);
        candidates.v[chosen] = candidates.v[--candidates.n];
    }
    return first;
}
