/* The search of pave tune against random search, and one runner against four, on modelled programs: a laboratory that computes times.
 *
 * A program has tile sizes and switches. Its time is made of the cost of cache misses, which has a valley in the product of the sizes, of
 * short inner loops, of switches that interact, and of noise of 2 %. Every search has the same number of programs
 * to try; the clock is simulated. */
#include "tune/search.h"

#include "tune/chance.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N_PROGRAMS = 12, N_SEEDS = 5 };

/* A modelled program, and the simulated clock. */
struct model {
    struct pv_arena *arena;
    struct pv_space *space;
    struct pv_chance shape, noise;
    double best_size[8], best_volume, weight[8], effect[8], cross[8];
    int n_bands, n_dims;
    double clock;
    int n_runners;
};

static struct pv_space *new_space(struct pv_arena *arena, struct model *model)
{
    struct pv_space *space = pv_space_new(arena);
    pv_space_add_words(space, "--tile", "--tile|--no-tile");
    pv_space_add_words(space, "--jam", "--no-jam");
    pv_space_add_words(space, "--jam-first", "--jam-first=2|--jam-first=8");
    pv_space_add_words(space, "--schedule", "--schedule-serialize-sccs");
    for (int band = 0; band < model->n_bands; band++)
        for (int dim = 0; dim < model->n_dims; dim++)
            pv_space_add_size(space, band, "tile", dim, "4|8|16|32|64|128|256|512");
    return space;
}

static struct model new_model(struct pv_arena *arena, int number)
{
    struct model model = {.arena = arena, .shape = {(uint64_t)(number + 1) * 1000003}, .n_runners = 1};
    model.n_bands = 1 + number % 3;
    model.n_dims = 2 + number % 2;
    for (int i = 0; i < 8; i++) {
        model.best_size[i] = 2 + 7 * pv_chance_fraction(&model.shape);
        model.weight[i] = 0.06 * pv_chance_fraction(&model.shape);
        model.effect[i] = 0.3 * (pv_chance_fraction(&model.shape) - 0.4);
        model.cross[i] = 0.1 * (pv_chance_fraction(&model.shape) - 0.5);
    }
    model.best_volume = 8 + 6 * pv_chance_fraction(&model.shape);
    model.space = new_space(arena, &model);
    return model;
}

/* The seconds that the point takes without noise. */
static double true_time(const struct model *model, const int *point)
{
    double time = 1, volume[8] = {0};
    for (int a = 0; a < model->space->axes.n; a++) {
        const struct pv_axis *axis = &model->space->axes.v[a];
        if (axis->kind == PV_AXIS_SIZE) {
            double size = point[a] ? log2(strtod(axis->values[point[a]], NULL)) : 5;
            volume[axis->kernel] += size;
            time += (axis->kernel ? 0.3 : 1) * model->weight[axis->dim] * fabs(size - model->best_size[axis->dim]);
        } else if (point[a]) {
            time += model->effect[a] * point[a] / (axis->n - 1) + model->cross[a] * (a ? point[a - 1] : 0);
        }
    }
    for (int band = 0; band < model->n_bands; band++)
        time += (band ? 0.02 : 0.06) * fabs(volume[band] - model->best_volume);
    return time > 0.1 ? time : 0.1;
}

static void prepare(void *user, struct pv_trial **trials, int n)
{
    struct model *model = user;
    for (int i = 0; i < n; i++)
        trials[i]->text = pv_hash_bytes(PV_HASH_START, trials[i]->point, sizeof(int) * (size_t)model->space->axes.n);
}

/* Each runner takes the next request when it has finished one; the last one to finish ends the round. */
static void run(void *user, struct pv_request *requests, int n, enum pv_run_purpose purpose)
{
    struct model *model = user;
    double busy[64] = {0};
    (void)purpose;
    for (int i = 0; i < n; i++) {
        double seconds = true_time(model, requests[i].trial->point) * (1 + 0.02 * pv_chance_normal(&model->noise));
        int runner = requests[i].runner >= 0 ? requests[i].runner : 0;
        for (int k = 1; k < model->n_runners && requests[i].runner < 0; k++)
            runner = busy[k] < busy[runner] ? k : runner;
        busy[runner] += seconds;
        requests[i].seconds = seconds;
        pv_push(model->arena, &requests[i].trial->times, seconds);
    }
    double last = 0;
    for (int k = 0; k < model->n_runners; k++)
        last = busy[k] > last ? busy[k] : last;
    model->clock += last;
}

static double left(void *user)
{
    (void)user;
    return 1e9;
}

struct outcome {
    double gain, seconds; /* of the default's true time over the result's; simulated */
};

static struct outcome search(int number, int seed, enum pv_search_method method, int points, int n_runners)
{
    struct pv_arena *arena = pv_arena_new();
    struct model model = new_model(arena, number);
    struct pv_trial *normal;
    model.n_runners = n_runners;
    model.noise.state = (uint64_t)seed * 77 + (uint64_t)number;
    struct pv_lab lab = {
        .user = &model, .arena = arena, .n_runners = n_runners, .prepare = prepare, .run = run, .left = left};
    struct pv_search_params params = {
        .space = model.space, .lab = &lab, .seed = (uint64_t)seed, .most_points = points, .method = method};
    struct pv_search_result *result = pv_search_run(arena, &params, &normal);
    struct outcome outcome = {true_time(&model, result->normal->point) / true_time(&model, result->best->point),
                              model.clock};
    pv_arena_free(arena);
    return outcome;
}

/* The geometric mean of the gains over all programs and seeds. */
static double mean_gain(enum pv_search_method method, int points, int n_runners, double *seconds)
{
    double sum = 0;
    *seconds = 0;
    for (int program = 0; program < N_PROGRAMS; program++)
        for (int seed = 1; seed <= N_SEEDS; seed++) {
            struct outcome outcome = search(program, seed, method, points, n_runners);
            sum += log(outcome.gain);
            *seconds += outcome.seconds;
        }
    return exp(sum / (N_PROGRAMS * N_SEEDS));
}

/* Never slower than the default, whatever the noise. */
static bool has_losses(enum pv_search_method method, int points)
{
    for (int program = 0; program < N_PROGRAMS; program++)
        for (int seed = 1; seed <= N_SEEDS; seed++)
            if (search(program, seed, method, points, 1).gain < 0.995)
                return true;
    return false;
}

int main(void)
{
    static const int budgets[] = {16, 32, 64, 128};
    bool ok = true;
    double one, four, random_time;
    printf("%8s %18s %18s\n", "programs", "gain of the search", "of random search");
    for (size_t i = 0; i < sizeof(budgets) / sizeof(*budgets); i++) {
        double gain = mean_gain(PV_SEARCH_SURROGATE, budgets[i], 1, &one);
        double other = mean_gain(PV_SEARCH_RANDOM, budgets[i], 1, &random_time);
        printf("%8d %18.3f %18.3f\n", budgets[i], gain, other);
        ok = ok && gain > other;
    }
    double gain = mean_gain(PV_SEARCH_SURROGATE, 48, 1, &one), shared = mean_gain(PV_SEARCH_SURROGATE, 48, 4, &four);
    printf("48 programs on 4 runners: %.2f of the time of one, gain %.3f instead of %.3f\n", four / one, shared, gain);
    ok = ok && four <= 0.35 * one && shared > 0.97 * gain && !has_losses(PV_SEARCH_SURROGATE, 32);
    puts(ok ? "ok" : "below the mark");
    return !ok;
}
