/* The search of pave tune on a modelled program: it finds the best point, takes the same path for the same seed, takes no noise for a
 * gain, and shares its work among runners. Statistics and the comparison of outputs. */
#include "tune/chance.h"
#include "tune/outcome.h"
#include "tune/search.h"
#include "tune/stats.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int n_failed;

static void expect(const char *name, bool ok)
{
    if (ok)
        printf("ok %s\n", name);
    else
        printf("FAIL %s\n", name);
    n_failed += !ok;
}

/* A program with two tile sizes and a switch, whose times have noise. */
struct model {
    struct pv_arena *arena;
    struct pv_space *space;
    struct pv_chance noise;
    double valley; /* how much sizes matter */
    double clock;
    int n_runners;
};

static double true_time(const struct model *model, const int *point)
{
    double time = 1 + (point[0] ? 0.5 : 0);
    for (int a = 1; a < 3; a++) {
        double size = point[a] ? log2(strtod(model->space->axes.v[a].values[point[a]], NULL)) : 5;
        time += model->valley * fabs(size - (a == 1 ? 3 : 7));
    }
    return time;
}

static void prepare(void *user, struct pv_trial **trials, int n)
{
    (void)user;
    for (int i = 0; i < n; i++)
        trials[i]->text = pv_hash_bytes(PV_HASH_START, trials[i]->name, strlen(trials[i]->name));
}

/* The time of the round is that of the runner with the most to do. Tiles of 256 fail. */
static void run(void *user, struct pv_request *requests, int n, enum pv_run_purpose purpose)
{
    struct model *model = user;
    double busy[8] = {0}, last = 0;
    (void)purpose;
    for (int i = 0; i < n; i++) {
        double seconds = true_time(model, requests[i].trial->point) * (1 + 0.02 * pv_chance_normal(&model->noise));
        int runner = requests[i].runner >= 0 ? requests[i].runner : 0;
        for (int k = 1; k < model->n_runners && requests[i].runner < 0; k++)
            runner = busy[k] < busy[runner] ? k : runner;
        busy[runner] += seconds;
        last = busy[runner] > last ? busy[runner] : last;
        if (strstr(requests[i].trial->name, "256")) {
            requests[i].trial->failure = "crash: made up";
            continue;
        }
        requests[i].seconds = seconds;
        pv_push(model->arena, &requests[i].trial->times, seconds);
    }
    model->clock += last;
}

static double left(void *user)
{
    (void)user;
    return 1e9;
}

static struct pv_search_result *search(struct pv_arena *arena, struct model *model, int seed)
{
    struct pv_trial *normal;
    model->arena = arena;
    model->space = pv_space_new(arena);
    model->noise.state = 5;
    model->n_runners = model->n_runners ? model->n_runners : 1;
    pv_space_add_words(model->space, "--jam", "--no-jam");
    pv_space_add_size(model->space, 0, "tile", 0, "4|8|16|32|64|128|256");
    pv_space_add_size(model->space, 0, "tile", 1, "4|8|16|32|64|128|256");
    struct pv_lab lab = {
        .user = model, .arena = arena, .n_runners = model->n_runners, .prepare = prepare, .run = run, .left = left};
    struct pv_search_params params = {.space = model->space, .lab = &lab, .seed = (uint64_t)seed, .most_points = 40};
    return pv_search_run(arena, &params, &normal);
}

static void test_search(struct pv_arena *arena)
{
    struct model one = {.valley = 0.1}, again = one, four = {.valley = 0.1, .n_runners = 4}, flat = {.valley = 0};
    struct pv_search_result *found = search(arena, &one, 3), *same = search(arena, &again, 3);
    expect("best", !strcmp(found->best->name, "'--sizes={ kernel[0] -> tile[8,128] }'"));
    expect("gain", fabs(found->ratio - 1 / 1.4) < 0.03 && found->probability < 0.02 && found->n_pairs >= 5);
    bool is_same = found->trials.n == same->trials.n;
    for (int i = 0; is_same && i < found->trials.n; i++)
        is_same = !strcmp(found->trials.v[i]->name, same->trials.v[i]->name);
    expect("same_path", is_same);
    found = search(arena, &four, 3);
    expect("runners", !strcmp(found->best->name, same->best->name) && four.clock <= 0.35 * one.clock);
    int n_wrong = 0;
    for (int seed = 1; seed <= 20; seed++) {
        found = search(arena, &flat, seed);
        n_wrong += found->best != found->normal;
    }
    expect("noise_is_no_gain", n_wrong <= 2);
}

static void test_statistics(void)
{
    static const double values[] = {5, 1, 3}, all_below[] = {-1, -2, -3, -4, -5}, mixed[] = {-5, -4, -3, -2, 1};
    expect("median", pv_stats_median(values, 3) == 3 && pv_stats_median(values, 2) == 3);
    expect("signed_rank", fabs(pv_stats_signed_rank(all_below, 5) - 1.0 / 32) < 1e-12 &&
                              fabs(pv_stats_signed_rank(mixed, 5) - 2.0 / 32) < 1e-12);
    expect("improvement", fabs(pv_stats_improvement(0, 1, 0) - 0.398942) < 1e-5 && pv_stats_improvement(2, 0, 1) == 0);
}

static void test_outcome(struct pv_arena *arena)
{
    struct pv_outcome_rule rule = {0};
    expect("no_expression", pv_outcome_set_time(arena, &rule, "(") != NULL);
    expect("expression", !pv_outcome_set_time(arena, &rule, "time: ([0-9.]+)"));
    expect("time", pv_outcome_time(&rule, "a\ntime: 1.5 s\n") == 1.5 && pv_outcome_time(&rule, "a\n") < 0);
    expect("times_do_not_count", !pv_outcome_difference(arena, &rule, "x 1\ntime: 2\n", "x 1\ntime: 3\n"));
    expect("bits_count", pv_outcome_difference(arena, &rule, "x 1.0\n", "x 1\n") != NULL);
    rule.has_tolerance = true;
    rule.tolerance = 1e-6;
    expect("tolerance", !pv_outcome_difference(arena, &rule, "x 1.0 2e3\n", "x 1 2000.0001\n") &&
                            pv_outcome_difference(arena, &rule, "x 1\n", "x 1.00001\n") &&
                            pv_outcome_difference(arena, &rule, "x1 1\n", "x2 1\n") &&
                            pv_outcome_difference(arena, &rule, "1\n", "1\n2\n"));
    pv_outcome_free(&rule);
}

int main(void)
{
    struct pv_arena *arena = pv_arena_new();
    test_search(arena);
    test_statistics();
    test_outcome(arena);
    pv_arena_free(arena);
    return n_failed != 0;
}
