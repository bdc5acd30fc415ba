/* Prints the results of a search. */
#include "tune/tunereport.h"

#include "tune/tunecache.h"

#include <string.h>
#include <time.h>

/* Programs in the table; characters of the longest bar of the chart. */
enum { MOST_ROWS = 10, BAR = 30 };

/* The fastest programs, pave's choice among them. */
static int find_rows(const struct pv_search_result *result, const struct pv_trial **rows)
{
    int n = 0;
    bool has_normal = false;
    while (n < MOST_ROWS) {
        const struct pv_trial *next = NULL;
        for (int i = 0; i < result->trials.n; i++) {
            const struct pv_trial *trial = result->trials.v[i];
            bool is_taken = !pv_trial_has_time(trial);
            for (int k = 0; k < n; k++)
                is_taken |= rows[k] == trial;
            if (!is_taken && (!next || pv_trial_time(trial) < pv_trial_time(next)))
                next = trial;
        }
        if (!next)
            break;
        has_normal |= next == result->normal;
        rows[n++] = next;
    }
    if (!has_normal)
        rows[n < MOST_ROWS ? n++ : n - 1] = result->normal;
    return n;
}

static void print_row(const struct pv_search_result *result, const struct pv_trial *trial, double slowest,
                      struct pv_sb *out)
{
    char bar[BAR + 1] = "";
    double seconds = pv_trial_time(trial);
    int length = slowest > 0 ? (int)(BAR * seconds / slowest + 0.5) : 0;
    memset(bar, '#', (size_t)(length < 1 ? 1 : length > BAR ? BAR : length));
    pv_sb_printf(out, "%c %10.4g %5d  %-*s  %s\n", trial == result->best ? '*' : ' ', seconds, trial->times.n, BAR, bar,
                 trial->name);
}

/* Count the failures of each kind. */
static void print_failures(const struct pv_search_result *result, struct pv_sb *out)
{
    static const struct {
        const char *kind, *text;
    } kinds[] = {
        {"pave", "not compiled by pave"},
        {"build", "not built"},
        {"crash", "crashed"},
        {"timeout", "took too long"},
        {"wrong", "printed something else"},
        {"time", "printed no time"},
    };
    for (size_t k = 0; k < sizeof(kinds) / sizeof(*kinds); k++) {
        int n = 0;
        for (int i = 0; i < result->trials.n; i++) {
            const char *failure = result->trials.v[i]->failure;
            n += failure && !strncmp(failure, kinds[k].kind, strlen(kinds[k].kind)) &&
                 failure[strlen(kinds[k].kind)] == ':';
        }
        if (n)
            pv_sb_printf(out, "%d %s; ", n, kinds[k].text);
    }
}

static const char *end_text(const struct pv_workshop *shop, enum pv_search_end end)
{
    static const char *const texts[] = {
        [PV_END_TIME] = "the time was over",
        [PV_END_POINTS] = "the number of programs was reached",
        [PV_END_NO_MORE] = "there is nothing else to try",
        [PV_END_NO_PROMISE] = "nothing better is to be expected",
    };
    if (shop->is_stopped)
        return "the journal cannot be written";
    return shop->pool.n_interrupts ? "interrupted" : texts[end];
}

void pv_tunereport_print(struct pv_workshop *shop, const struct pv_search_result *result, struct pv_sb *out)
{
    const struct pv_trial *rows[MOST_ROWS] = {NULL};
    int n = find_rows(result, rows), n_programs = 0;
    double slowest = 0;
    for (int i = 0; i < n; i++)
        slowest = pv_trial_time(rows[i]) > slowest ? pv_trial_time(rows[i]) : slowest;
    for (int i = 0; i < result->trials.n; i++)
        n_programs += !result->trials.v[i]->same && (result->trials.v[i]->failure || result->trials.v[i]->times.n);
    pv_sb_printf(out, "     seconds  runs  %-*s  options\n", BAR, "");
    if (shop->original > 0)
        pv_sb_printf(out, "  %10.4g %5d  %-*s  the original program\n", shop->original, 1, BAR, "");
    for (int i = 0; i < n; i++)
        print_row(result, rows[i], slowest, out);
    pv_sb_printf(out, "%d programs tried in %.0f s; ", n_programs, pv_workshop_elapsed(shop));
    print_failures(result, out);
    pv_sb_printf(out, "%s\n", end_text(shop, result->end));
    pv_sb_printf(out, "best: %s\n", pv_tunereport_summary(shop, result));
    if (shop->original > 0 && shop->original < pv_trial_time(result->best))
        pv_sb_add(out, "the original program, run once, took less time than the best\n");
}

void pv_tunereport_failure(struct pv_workshop *shop, const struct pv_trial *normal)
{
    static const struct pv_loc nowhere;
    const char *why = normal->failure ? normal->failure : "it was not run";
    bool is_wrong = !strncmp(why, "wrong:", strlen("wrong:"));
    pv_error(shop->diag, nowhere, "the program fails as pave makes it by default: %s", why);
    if (is_wrong && !shop->params->time_from)
        pv_note(shop->diag, nowhere, "times in the output differ from run to run; name them by --time-from");
}

const char *pv_tunereport_summary(const struct pv_workshop *shop, const struct pv_search_result *result)
{
    if (result->best == result->normal)
        return shop->is_stopped ? "the default; the comparison with faster ones is missing"
                                : "the default; nothing is significantly faster";
    return pv_printf(shop->arena, "%.2f times as fast as the default (p = %.2g, %d pairs of runs)", 1 / result->ratio,
                     result->probability, result->n_pairs);
}

/* The date, as people write it in files. */
static void print_date(struct pv_sb *out)
{
    char text[40] = "";
    time_t now = time(NULL);
    struct tm parts;
    if (gmtime_r(&now, &parts))
        (void)strftime(text, sizeof(text), "%Y-%m-%d", &parts);
    pv_sb_add(out, text);
}

/* Is "word" an option for the preprocessor? Those belong to the build. */
static bool is_for_reading(const struct pv_tune_params *params, const char *word)
{
    for (int i = 0; i < params->reading.n; i++)
        if (!strcmp(params->reading.v[i], word))
            return true;
    return false;
}

void pv_tunereport_options(struct pv_workshop *shop, const struct pv_search_result *result, struct pv_sb *out)
{
    const struct pv_tune_params *params = shop->params;
    const int *point = result->best->point;
    pv_tune_words words = {0};
    pv_sb_add(out, "# Options for pave, found by pave tune on ");
    print_date(out);
    pv_sb_printf(out, ".\n# Program: %s\n# Machine: %s\n",
                 params->file ? params->file : pv_tune_quote(shop->arena, &params->project),
                 shop->machine ? shop->machine : pv_tunecache_machine(shop->arena, params));
    if (result->best == result->normal)
        pv_sb_printf(out, "# Nothing was significantly faster than the default, %.4g s.\n",
                     pv_trial_time(result->normal));
    else
        pv_sb_printf(out, "# %.4g s, %.2f times as fast as the default, %.4g s (p = %.2g).\n",
                     pv_trial_time(result->best), 1 / result->ratio, pv_trial_time(result->normal),
                     result->probability);
    const char *threads = pv_point_other(shop->space, point, PV_AXIS_THREADS);
    const char *flags = pv_point_other(shop->space, point, PV_AXIS_FLAGS);
    if (*threads)
        pv_sb_printf(out, "# Run with OMP_NUM_THREADS=%s.\n", threads);
    if (*flags)
        pv_sb_printf(out, "# Compile with %s.\n", flags);
    for (int i = 0; i < params->options.n; i++)
        if (!is_for_reading(params, params->options.v[i]))
            pv_push(shop->arena, &words, params->options.v[i]);
    pv_point_words(shop->space, point, &words);
    for (int i = 0; i < words.n; i++) {
        pv_tune_words one = {.v = &words.v[i], .n = 1};
        pv_sb_printf(out, "%s\n", pv_tune_quote(shop->arena, &one));
    }
}
