/* Searches in batches: propose points, time each once, time the best again and again, confirm the winner. */
#include "tune/search.h"

#include "tune/propose.h"
#include "tune/stats.h"

#include <math.h>
#include <string.h>

/* Programs of a batch. */
static const int usual_batch = 8;
/* A trial within this factor of the best one, and more where there is noise, is timed again. */
static const double close_enough = 1.04;
/* A trial with so many runs is known well enough to be compared with. */
enum { WELL_KNOWN = 4 };
/* Pairs of runs that decide in the end, at least and at most; the least that can show significance is 5. */
enum { LEAST_PAIRS = 5, MOST_PAIRS = 16, MOST_FINALISTS = 3 };
/* A gain counts if it is less likely than this to be noise, and larger than that. */
static const double significance = 0.05, least_gain = 0.005;
/* The search ends if the surrogate expects gains below this. */
static const double least_promise = 0.0015;

struct search {
    struct pv_arena *arena;
    const struct pv_search_params *params;
    const struct pv_space *space;
    const struct pv_lab *lab;
    struct pv_chance chance;
    pv_trials trials;
    struct pv_trial *normal;
    double *reach;
    int n_programs; /* trials with a text of their own */
    double reserve; /* seconds that the end needs */
};

/* The fastest trial. */
static struct pv_trial *find_best(const struct search *search)
{
    struct pv_trial *best = search->normal;
    for (int i = 0; i < search->trials.n; i++)
        if (pv_trial_has_time(search->trials.v[i]) && pv_trial_time(search->trials.v[i]) < pv_trial_time(best))
            best = search->trials.v[i];
    return best;
}

static void show(const struct search *search, const char *doing)
{
    const struct pv_trial *best = search->normal && pv_trial_has_time(search->normal) ? find_best(search) : NULL;
    if (search->lab->show)
        search->lab->show(search->lab->user, best, search->n_programs, doing);
}

/* The relative deviation of runs of one program: the median of those that were run more than once. */
static double find_noise(const struct search *search)
{
    double noises[200] = {0};
    int n = 0;
    for (int i = 0; i < search->trials.n && n < 200; i++) {
        const struct pv_trial *trial = search->trials.v[i];
        if (pv_trial_has_time(trial) && trial->times.n > 1)
            noises[n++] = pv_stats_deviation(trial->times.v, trial->times.n) / pv_trial_time(trial);
    }
    return n ? pv_stats_median(noises, n) : 0.02;
}

static bool is_over(const struct search *search)
{
    return search->lab->left(search->lab->user) <= search->reserve;
}

static struct pv_trial *new_trial(struct search *search, const int *point)
{
    struct pv_trial *trial = pv_new(search->arena, struct pv_trial);
    trial->number = search->trials.n;
    trial->point = point;
    trial->name = pv_point_name(search->space, point);
    pv_push(search->arena, &search->trials, trial);
    return trial;
}

/* Pave's choice has the place of the value that gives the same program. */
static void place_normal(const struct search *search, const struct pv_trial *trial)
{
    int changed = -1;
    for (int a = 0; a < search->space->axes.n; a++)
        if (trial->point[a] != search->normal->point[a])
            changed = changed < 0 ? a : -2;
    if (trial->same == search->normal && changed >= 0 && search->space->axes.v[changed].places)
        search->space->axes.v[changed].places[0] = search->space->axes.v[changed].places[trial->point[changed]];
}

/* Find the earlier trial with the text of "trial". */
static void find_same(struct search *search, struct pv_trial *trial)
{
    for (int i = 0; i < trial->number && !trial->same; i++) {
        struct pv_trial *other = search->trials.v[i];
        if (!other->same && !trial->failure && !other->failure && other->text == trial->text)
            trial->same = other;
    }
    if (trial->same)
        place_normal(search, trial);
    else
        search->n_programs++;
}

/* Compile "points" and add the trials that are new programs to "batch", up to "most". */
static void prepare(struct search *search, const pv_points *points, int most, pv_trials *batch)
{
    pv_trials new = {0};
    for (int i = 0; i < points->n && batch->n + new.n < most; i++)
        pv_push(search->arena, &new, new_trial(search, points->v[i]));
    show(search, "compiling");
    search->lab->prepare(search->lab->user, new.v, new.n);
    for (int i = 0; i < new.n; i++) {
        find_same(search, new.v[i]);
        if (!new.v[i]->same && !new.v[i]->failure)
            pv_push(search->arena, batch, new.v[i]);
    }
}

/* Run each of "trials" "n" times, in turns. */
static void run_in_turns(struct search *search, const pv_trials *trials, int n)
{
    PV_VEC(struct pv_request) requests = {0};
    for (int round = 0; round < n; round++)
        for (int i = 0; i < trials->n; i++) {
            struct pv_request request = {trials->v[i], -1, -1};
            pv_push(search->arena, &requests, request);
        }
    show(search, "running");
    search->lab->run(search->lab->user, requests.v, requests.n, PV_RUN_SEARCH);
}

/* The fastest of the trials that are well known. */
static struct pv_trial *find_well_known(const struct search *search)
{
    struct pv_trial *best = search->normal;
    for (int i = 0; i < search->trials.n; i++) {
        struct pv_trial *trial = search->trials.v[i];
        if (pv_trial_has_time(trial) && trial->times.n >= WELL_KNOWN && pv_trial_time(trial) < pv_trial_time(best))
            best = trial;
    }
    return best;
}

/* The faster half of "trials" as far as it is close to the fastest of all, and that one. One that has had few runs may owe its time to
 * luck: it is compared with one that is known better. */
static pv_trials keep_fast(struct search *search, const pv_trials *trials)
{
    pv_trials kept = {0};
    struct pv_trial *best = find_best(search);
    double limit = pv_trial_time(best) * (close_enough + find_noise(search));
    pv_push(search->arena, &kept, best);
    if (best->times.n < WELL_KNOWN && find_well_known(search) != best)
        pv_push(search->arena, &kept, find_well_known(search));
    for (int want = (trials->n + 1) / 2; want > 0; want--) {
        struct pv_trial *next = NULL;
        for (int i = 0; i < trials->n; i++) {
            struct pv_trial *trial = trials->v[i];
            bool is_taken = false;
            for (int k = 0; k < kept.n; k++)
                is_taken |= kept.v[k] == trial;
            if (!is_taken && pv_trial_has_time(trial) && (!next || pv_trial_time(trial) < pv_trial_time(next)))
                next = trial;
        }
        if (!next || pv_trial_time(next) > limit)
            break;
        pv_push(search->arena, &kept, next);
    }
    return kept;
}

/* Successive halving: time all once, the better ones more often. */
static void race(struct search *search, pv_trials trials)
{
    run_in_turns(search, &trials, 1);
    for (int runs = 2; runs <= 4 && !is_over(search); runs *= 2) {
        trials = keep_fast(search, &trials);
        if (trials.n < 2)
            return;
        run_in_turns(search, &trials, runs);
    }
}

static struct pv_knowledge what_is_known(struct search *search)
{
    return (struct pv_knowledge){search->arena,   search->space,      search->lab,  &search->chance,
                                 &search->trials, find_noise(search), search->reach};
}

/* The programs of the first batch: those that the caller wants, simple ones, random ones. */
static void first_batch(struct search *search, int n, pv_trials *batch)
{
    pv_points points = {0};
    struct pv_knowledge known = what_is_known(search);
    for (int i = 0; i < search->params->n_starts; i++) {
        const int *start = search->params->start + (size_t)i * (size_t)search->space->axes.n;
        if (!pv_trials_find(search->space, &search->trials, start))
            pv_push(search->arena, &points, start);
    }
    if (search->params->method == PV_SEARCH_SURROGATE)
        pv_propose_simple(&known, &points);
    pv_propose_random(&known, n, &points);
    for (int done = 0; done < points.n && batch->n < n && !is_over(search);) {
        pv_points part = {.v = points.v + done, .n = points.n - done < n ? points.n - done : n};
        done += n - batch->n;
        prepare(search, &part, n, batch);
    }
}

/* A quarter of a batch: simple points that were not tried. */
static void add_simple(struct search *search, int n, pv_trials *batch)
{
    pv_points points = {0};
    struct pv_knowledge known = what_is_known(search);
    int most = (n + 3) / 4;
    pv_propose_simple(&known, &points);
    for (int done = 0; done < points.n && batch->n < most && !is_over(search);) {
        pv_points part = {.v = points.v + done, .n = points.n - done < most ? points.n - done : most};
        done += most - batch->n;
        prepare(search, &part, most, batch);
    }
}

/* The programs of a further batch. Return what is expected of them, as a part of the time. */
static double next_batch(struct search *search, int n, pv_trials *batch)
{
    double promise = 0;
    if (search->params->method == PV_SEARCH_SURROGATE)
        add_simple(search, n, batch);
    promise = batch->n ? 1 : 0;
    for (int tries = 0; tries < 6 && batch->n < n && !is_over(search); tries++) {
        pv_points points = {0};
        struct pv_knowledge known = what_is_known(search);
        double here = 1;
        if (search->params->method == PV_SEARCH_RANDOM)
            pv_propose_random(&known, n - batch->n, &points);
        else
            here = pv_propose_best(&known, n - batch->n, &points);
        promise = here > promise ? here : promise;
        if (!points.n)
            break;
        prepare(search, &points, n, batch);
    }
    return promise;
}

/* The seconds that a run of "trial" takes. */
static double run_cost(const struct search *search, const struct pv_trial *trial)
{
    double measured = pv_trial_time(trial), cost = search->lab->cost ? search->lab->cost(search->lab->user) : 0;
    return cost > measured ? cost : measured;
}

/* Set aside what the comparison at the end will take, as far as there is time for it. */
static void set_reserve(struct search *search, double budget)
{
    double wanted = 10 * (1 + MOST_FINALISTS) * run_cost(search, search->normal);
    search->reserve = wanted < 0.35 * budget ? wanted : 0.35 * budget;
}

static enum pv_search_end search_batches(struct search *search)
{
    int n = usual_batch > 2 * search->lab->n_runners ? usual_batch : 2 * search->lab->n_runners;
    int most = search->params->most_points, idle = 0, first = n;
    for (int a = 0; a < search->space->axes.n; a++)
        first = search->space->axes.v[a].usual ? 2 * n
                                               : first; /* sizes around those that pave chooses are often good */
    for (int number = 0;; number++) {
        pv_trials batch = {0};
        int rest = most ? most - search->n_programs : n;
        if (is_over(search))
            return PV_END_TIME;
        if (rest <= 0)
            return PV_END_POINTS;
        double promise = 1;
        if (number)
            promise = next_batch(search, rest < n ? rest : n, &batch);
        else
            first_batch(search, rest < first ? rest : first, &batch);
        if (!batch.n)
            return is_over(search) ? PV_END_TIME : PV_END_NO_MORE;
        race(search, batch);
        idle = promise < least_promise ? idle + 1 : 0;
        if (idle > 1)
            return PV_END_NO_PROMISE;
    }
}

/* The trials that are compared with pave's choice in the end, the fastest first. */
static pv_trials find_finalists(struct search *search)
{
    pv_trials finalists = {0};
    double normal = pv_trial_time(search->normal);
    while (finalists.n < MOST_FINALISTS) {
        struct pv_trial *next = NULL;
        for (int i = 0; i < search->trials.n; i++) {
            struct pv_trial *trial = search->trials.v[i];
            bool is_taken = trial == search->normal || !pv_trial_has_time(trial);
            for (int k = 0; k < finalists.n; k++)
                is_taken |= finalists.v[k] == trial;
            if (!is_taken && (!next || pv_trial_time(trial) < pv_trial_time(next)))
                next = trial;
        }
        if (!next || pv_trial_time(next) > (1 - least_gain) * normal)
            break;
        pv_push(search->arena, &finalists, next);
    }
    return finalists;
}

/* How many rounds of pave's choice and the finalists there is time for. Where that is too few, one finalist remains. */
static int count_rounds(struct search *search, pv_trials *finalists)
{
    double each = run_cost(search, search->normal), left = search->lab->left(search->lab->user);
    for (int i = 0; i < finalists->n; i++)
        each += run_cost(search, finalists->v[i]);
    if (left < (LEAST_PAIRS + 1) * each && finalists->n > 1) {
        finalists->n = 1;
        each = run_cost(search, search->normal) + run_cost(search, finalists->v[0]);
    }
    int rounds = left > MOST_PAIRS * each ? MOST_PAIRS : (int)(left / each);
    int least = finalists->n > 1 ? LEAST_PAIRS + 1 : LEAST_PAIRS; /* each of several needs a smaller probability */
    return rounds < least ? least : rounds;
}

/* Judge finalist number "which" by the "n" rounds of runs: the logarithm of its ratio to pave's choice. */
static double judge(const struct pv_request *requests, int n, int n_trials, int which, double *probability, int *pairs)
{
    double logs[MOST_PAIRS] = {0};
    *pairs = 0;
    for (int round = 0; round < n; round++) {
        const struct pv_request *row = requests + (size_t)round * (size_t)n_trials, *a = NULL, *b = NULL;
        for (int i = 0; i < n_trials; i++) {
            a = row[i].trial == requests[0].trial ? &row[i] : a;
            b = row[i].trial == requests[which].trial ? &row[i] : b;
        }
        if (a && b && a->seconds > 0 && b->seconds > 0)
            logs[(*pairs)++] = log(b->seconds / a->seconds);
    }
    *probability = *pairs ? pv_stats_signed_rank(logs, *pairs) : 1;
    return *pairs ? pv_stats_median(logs, *pairs) : 0;
}

/* Rounds of pave's choice and the finalists, every second one backwards; with several runners, each round on one. */
static struct pv_request *plan_rounds(struct search *search, const pv_trials *finalists, int rounds)
{
    int n = finalists->n + 1;
    struct pv_request *requests = pv_new_array(search->arena, struct pv_request, n * rounds);
    for (int round = 0; round < rounds; round++)
        for (int i = 0; i < n; i++) {
            int which = round % 2 ? n - 1 - i : i;
            struct pv_trial *trial = which ? finalists->v[which - 1] : search->normal;
            int runner = search->lab->n_runners > 1 ? round % search->lab->n_runners : -1;
            requests[(size_t)round * (size_t)n + (size_t)i] = (struct pv_request){trial, runner, -1};
        }
    return requests;
}

void pv_search_decide(struct pv_search_result *result, const struct pv_request *requests, int rounds, int n)
{
    double best = 0;
    for (int which = 1; which < n; which++) {
        double probability;
        int pairs;
        double ratio = judge(requests, rounds, n, which, &probability, &pairs);
        bool is_better = probability <= significance / (n - 1) && ratio < log(1 - least_gain);
        if (!is_better || requests[which].trial->failure || ratio >= best)
            continue;
        best = ratio;
        result->best = requests[which].trial;
        result->ratio = exp(ratio);
        result->probability = probability;
        result->n_pairs = pairs;
    }
}

/* Compare the fastest trials with pave's choice, and keep the best that is significantly faster. */
static void confirm(struct search *search, struct pv_search_result *result)
{
    pv_trials finalists = find_finalists(search);
    if (!finalists.n)
        return;
    int rounds = count_rounds(search, &finalists), n = finalists.n + 1;
    struct pv_request *requests = plan_rounds(search, &finalists, rounds);
    show(search, "confirming");
    search->lab->run(search->lab->user, requests, n * rounds, PV_RUN_CONFIRM);
    pv_search_decide(result, requests, rounds, n);
}

/* Time pave's choice, on each runner. */
static void run_normal(struct search *search)
{
    int n = search->lab->n_runners;
    struct pv_request *requests = pv_new_array(search->arena, struct pv_request, 2 * n);
    search->normal = new_trial(search, pv_point_new(search->space));
    search->n_programs = 1;
    show(search, "compiling");
    search->lab->prepare(search->lab->user, &search->normal, 1);
    for (int i = 0; i < 2 * n; i++)
        requests[i] = (struct pv_request){search->normal, n > 1 ? i % n : -1, -1};
    show(search, "running");
    if (!search->normal->failure)
        search->lab->run(search->lab->user, requests, 2 * n, PV_RUN_CONFIRM);
}

static struct search new_search(struct pv_arena *arena, const struct pv_search_params *params)
{
    struct search search = {.arena = arena, .params = params, .space = params->space, .lab = params->lab};
    search.chance.state = params->seed;
    search.reach = pv_new_array(arena, double, params->space->axes.n + 1);
    for (int a = 0; a < params->space->axes.n; a++)
        search.reach[a] = 1.5;
    return search;
}

pv_trials pv_search_first(struct pv_arena *arena, const struct pv_search_params *params, pv_trials *all)
{
    struct search search = new_search(arena, params);
    pv_trials batch = {0};
    search.normal = new_trial(&search, pv_point_new(params->space));
    search.n_programs = 1;
    params->lab->prepare(params->lab->user, &search.normal, 1);
    pv_push(arena, &batch, search.normal);
    if (!search.normal->failure && params->space->axes.n)
        first_batch(&search, params->most_points, &batch);
    *all = search.trials;
    return batch;
}

struct pv_search_result *pv_search_run(struct pv_arena *arena, const struct pv_search_params *params,
                                       struct pv_trial **normal)
{
    struct search search = new_search(arena, params);
    run_normal(&search);
    *normal = search.normal;
    if (!pv_trial_has_time(search.normal))
        return NULL;
    struct pv_search_result *result = pv_new(arena, struct pv_search_result);
    *result = (struct pv_search_result){.normal = search.normal, .best = search.normal, .ratio = 1, .probability = 1};
    set_reserve(&search, params->lab->left(params->lab->user));
    result->end = params->space->axes.n ? search_batches(&search) : PV_END_NO_MORE;
    confirm(&search, result);
    result->trials = search.trials;
    return result;
}
