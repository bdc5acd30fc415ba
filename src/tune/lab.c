/* Compiles, builds and runs points in processes of their own, and answers from the journal what it already knows. */
#include "tune/lab.h"

#include "base/file.h"
#include "tune/chance.h"
#include "tune/folder.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct pv_loc nowhere;
/* Bytes that a program may print. */
static const double most_output = 1e9;

/* The directory of a trial, and how far its program is. */
struct pv_trial_folder {
    struct pv_recipe recipe;
    bool is_compiled, is_built;
    int n_runs;
};

/* A process of a trial, and what it belongs to. */
struct work {
    struct pv_process process;
    struct pv_workshop *shop;
    struct pv_trial *trial;
    struct pv_request *request; /* NULL: not a run */
    enum { COMPILING, BUILDING, RUNNING } kind;
};

double pv_workshop_elapsed(const struct pv_workshop *shop)
{
    return shop->before + pv_tune_now() - shop->start;
}

/* Write a row about "name" to the journal. */
static void note(struct pv_workshop *shop, const char *what, const char *value, const char *detail, const char *name)
{
    struct pv_journal_row row = {pv_workshop_elapsed(shop), what, value, detail, name, false};
    if (!shop->expected)
        return; /* the original has a row of its own */
    shop->is_stopped = !pv_journal_add(&shop->journal, &row) || shop->is_stopped;
}

void pv_workshop_fail(struct pv_workshop *shop, struct pv_trial *trial, const char *kind, const char *why)
{
    if (trial->failure)
        return;
    trial->failure = pv_printf(shop->arena, "%s: %s", kind, why);
    note(shop, "fail", kind, why, trial->name);
}

static struct pv_trial_folder *folder_of(struct pv_workshop *shop, const struct pv_trial *trial)
{
    while (shop->folders.n <= trial->number)
        pv_push(shop->arena, &shop->folders, NULL);
    struct pv_trial_folder **folder = &shop->folders.v[trial->number];
    if (*folder)
        return *folder;
    *folder = pv_new(shop->arena, struct pv_trial_folder);
    (*folder)->recipe = (struct pv_recipe){
        .arena = shop->arena,
        .params = shop->params,
        .folder = pv_printf(shop->arena, "%s/%d", shop->folder, trial->number),
        .flags = pv_point_other(shop->space, trial->point, PV_AXIS_FLAGS),
        .threads = pv_point_other(shop->space, trial->point, PV_AXIS_THREADS),
    };
    pv_point_words(shop->space, trial->point, &(*folder)->recipe.words);
    return *folder;
}

const char *pv_workshop_first_error(const struct pv_workshop *shop, const char *path)
{
    const char *text = pv_folder_read(shop->arena, path), *error = strstr(text, "error: ");
    const char *line = error ? error + strlen("error: ") : text;
    size_t length = strcspn(line, "\n");
    return length ? pv_strndup(shop->arena, line, length < 200 ? length : 200) : "no message";
}

const struct pv_recipe *pv_workshop_recipe(struct pv_workshop *shop, const struct pv_trial *trial)
{
    return &folder_of(shop, trial)->recipe;
}

struct pv_recipe pv_workshop_original(const struct pv_workshop *shop)
{
    return (struct pv_recipe){.arena = shop->arena,
                              .params = shop->params,
                              .folder = pv_printf(shop->arena, "%s/original", shop->folder),
                              .flags = "",
                              .threads = "",
                              .is_original = true};
}

/* Compiling. */

static int compile_inside(void *user)
{
    struct work *work = user;
    struct pv_trial_folder *folder = folder_of(work->shop, work->trial);
    pv_tune_words options = pv_recipe_options(&folder->recipe);
    return work->shop->params->compile(work->shop->params->user, &options, folder->recipe.folder);
}

/* Set "work" to compile "trial". */
static struct work *new_work(struct pv_workshop *shop, struct pv_trial *trial)
{
    struct work *work = pv_new(shop->arena, struct work);
    work->shop = shop;
    work->trial = trial;
    work->process.user = work;
    work->process.wanted_slot = -1;
    return work;
}

static struct work *compile_work(struct pv_workshop *shop, struct pv_trial *trial)
{
    struct work *work = new_work(shop, trial);
    const char *folder = folder_of(shop, trial)->recipe.folder;
    pv_folder_remove(folder);
    (void)pv_folder_make(folder);
    work->kind = COMPILING;
    work->process.inside = compile_inside;
    work->process.out = work->process.err = pv_printf(shop->arena, "%s/messages", folder);
    return work;
}

/* The hash of the text of "trial", with all else that makes its program another one. */
static uint64_t hash_trial(struct pv_workshop *shop, const struct pv_trial_folder *folder)
{
    const struct pv_recipe *recipe = &folder->recipe;
    struct pv_arena *scratch = pv_arena_new();
    uint64_t hash = pv_folder_hash(scratch, recipe->folder, pv_recipe_stem(scratch, shop->params->file));
    hash = pv_hash_bytes(hash, recipe->flags, strlen(recipe->flags) + 1);
    hash = pv_hash_bytes(hash, recipe->threads, strlen(recipe->threads) + 1);
    pv_arena_free(scratch);
    return hash;
}

static void finish_compile(struct work *work)
{
    struct pv_workshop *shop = work->shop;
    struct pv_trial_folder *folder = folder_of(shop, work->trial);
    if (work->process.status) {
        pv_workshop_fail(shop, work->trial, "pave", pv_workshop_first_error(shop, work->process.out));
        return;
    }
    folder->is_compiled = true;
    if (work->trial->text)
        return; /* the journal knew */
    work->trial->text = hash_trial(shop, folder);
    note(shop, "text", pv_printf(shop->arena, "%016" PRIx64, work->trial->text), "", work->trial->name);
}

/* Building and running. */

static const char *signal_name(int number)
{
    switch (number) {
    case SIGSEGV:
        return "segmentation fault";
    case SIGABRT:
        return "abort";
    case SIGFPE:
        return "arithmetic exception";
    case SIGKILL:
        return "killed";
    case SIGXFSZ:
        return "too much output";
    default:
        return "a signal";
    }
}

/* The seconds of the run "work": printed by the program, by the script that runs it elsewhere, or by the clock. */
static double find_seconds(struct pv_workshop *shop, const struct work *work, const char *out, const char *err)
{
    const struct pv_tune_params *params = shop->params;
    if (shop->rule.has_time) {
        double seconds = pv_outcome_time(&shop->rule, out);
        return seconds > 0 ? seconds : pv_outcome_time(&shop->rule, err);
    }
    if (!params->run_on && !params->hosts)
        return work->process.seconds;
    const char *line = strstr(err, "pave-time ");
    return line ? strtod(line + strlen("pave-time "), NULL) : -1;
}

/* Why the run "work" does not count: the kind of failure and "why"; NULL if it does. Set its "seconds". */
static const char *judge_run(struct work *work, const char **why, double *seconds)
{
    struct pv_workshop *shop = work->shop;
    const struct pv_process *process = &work->process;
    if (process->is_timed_out) {
        *why = pv_printf(shop->arena, "still running after %.3g s", process->limit);
        return "timeout";
    }
    if (process->status > 128) {
        *why = signal_name(process->status - 128);
        return "crash";
    }
    if (process->status) {
        *why = pv_printf(shop->arena, "exit status %d", process->status);
        return "crash";
    }
    struct pv_arena *scratch = pv_arena_new();
    const char *out = pv_folder_read(scratch, process->out), *err = pv_folder_read(scratch, process->err);
    const char *difference = shop->expected ? pv_outcome_difference(shop->arena, &shop->rule, shop->expected, out)
                                            : NULL;
    *seconds = find_seconds(shop, work, out, err);
    if (!shop->expected)
        shop->printed = pv_strdup(shop->arena, out);
    pv_arena_free(scratch);
    *why = difference ? difference : "it prints none";
    return difference ? "wrong" : *seconds > 0 ? NULL : "time";
}

/* Runs of pave's choice tell how fast each runner is. */
static void learn_scale(struct pv_workshop *shop, int runner, double seconds)
{
    if (shop->pool.n_slots[PV_LANE_RUN] > 1 && shop->limit <= 0)
        shop->scale[runner] = shop->scale[runner] > 0 && shop->scale[runner] < seconds ? shop->scale[runner] : seconds;
}

static void finish_run(struct work *work)
{
    struct pv_workshop *shop = work->shop;
    const char *why = "";
    double seconds = -1;
    const char *kind = judge_run(work, &why, &seconds);
    (void)unlink(work->process.out);
    (void)unlink(work->process.err);
    if (kind) {
        pv_workshop_fail(shop, work->trial, kind, why);
        return;
    }
    int runner = work->process.slot;
    double clock = work->process.seconds;
    shop->run_seconds = shop->run_seconds > 0 ? 0.8 * shop->run_seconds + 0.2 * clock : clock;
    learn_scale(shop, runner, seconds);
    if (shop->limit > 0 && shop->scale[runner] > 0)
        seconds *= shop->scale[runner];
    work->request->seconds = seconds;
    pv_push(shop->arena, &work->trial->times, seconds);
    note(shop, "run", pv_printf(shop->arena, "%.6g", seconds), shop->hosts[runner] ? shop->hosts[runner] : "",
         work->trial->name);
}

void pv_workshop_take_run(struct pv_workshop *shop, struct pv_request *request, const struct pv_process *process)
{
    struct work *work = new_work(shop, request->trial);
    work->process = *process;
    work->request = request;
    work->kind = RUNNING;
    finish_run(work);
}

/* The build of the original tells how long others may take. */
static void finish_build(struct work *work)
{
    struct pv_workshop *shop = work->shop;
    if (work->process.is_timed_out)
        pv_workshop_fail(shop, work->trial, "build",
                         pv_printf(shop->arena, "still going on after %.3g s", shop->build_limit));
    else if (work->process.status)
        pv_workshop_fail(shop, work->trial, "build", pv_workshop_first_error(shop, work->process.out));
    else
        folder_of(shop, work->trial)->is_built = true;
    if (shop->build_limit <= 0)
        shop->build_limit = 10 * work->process.seconds + 30;
}

static void finish_work(void *user, struct pv_process *process)
{
    (void)user;
    struct work *work = process->user;
    if (work->kind == COMPILING)
        finish_compile(work);
    else if (work->kind == RUNNING)
        finish_run(work);
    else
        finish_build(work);
}

/* Seconds that are left; a race elsewhere keeps to the budget there. */
static double budget_left(const struct pv_workshop *shop)
{
    return shop->params->is_batch ? shop->params->budget : shop->params->budget - pv_workshop_elapsed(shop);
}

static bool has_ended(struct pv_workshop *shop)
{
    return shop->is_stopped || pv_pool_is_interrupted(&shop->pool) || budget_left(shop) <= 0;
}

static bool begin_work(void *user, struct pv_process *process)
{
    struct pv_workshop *shop = user;
    const struct work *work = process->user;
    if (shop->is_stopped || work->trial->failure || (shop->pool.can_be_cut && has_ended(shop)))
        return false;
    if (work->kind == BUILDING) { /* only now the sources are there */
        pv_recipe_build(&folder_of(shop, work->trial)->recipe, process);
        process->limit = shop->build_limit;
    }
    return true;
}

static void show_state(void *user)
{
    struct pv_workshop *shop = user;
    double rest = budget_left(shop);
    if (!shop->show || !shop->state.doing)
        return;
    const char *best = shop->state.best ? pv_printf(shop->arena, "best %.4g s, ", pv_trial_time(shop->state.best)) : "";
    shop->show(shop->show_user,
               pv_printf(shop->arena, "tune: %s%d program%s tried, %s, %.0f s left", best, shop->state.n_tried,
                         shop->state.n_tried == 1 ? "" : "s", shop->state.doing, rest > 0 ? rest : 0));
}

static void show(void *user, const struct pv_trial *best, int n_tried, const char *doing)
{
    struct pv_workshop *shop = user;
    shop->state.best = best;
    shop->state.n_tried = n_tried;
    shop->state.doing = doing;
    show_state(shop);
}

/* Take the text or the failure of "trial" from the journal. */
static bool is_prepared_before(struct pv_workshop *shop, struct pv_trial *trial)
{
    const struct pv_journal_row *row = pv_journal_take(&shop->journal, "text", trial->name);
    if (row)
        trial->text = strtoull(row->value, NULL, 16);
    else if ((row = pv_journal_take(&shop->journal, "fail", trial->name)))
        trial->failure = pv_printf(shop->arena, "%s: %s", row->value, row->detail);
    return row != NULL;
}

static void prepare(void *user, struct pv_trial **trials, int n)
{
    struct pv_workshop *shop = user;
    struct pv_process **processes = pv_new_array(shop->arena, struct pv_process *, n + 1);
    int n_new = 0;
    for (int i = 0; i < n; i++) {
        if (!shop->params->file) /* a project is compiled when it is built */
            trials[i]->text = pv_hash_bytes(PV_HASH_START, trials[i]->name, strlen(trials[i]->name));
        else if (!is_prepared_before(shop, trials[i]))
            processes[n_new++] = &compile_work(shop, trials[i])->process;
    }
    shop->pool.can_be_cut = true;
    pv_pool_run(&shop->pool, processes, n_new, NULL);
    for (int i = 0; i < n; i++)
        if (!trials[i]->text && !trials[i]->failure)
            trials[i]->failure = "not tried: the search was over";
}

/* Take the next result of the trial of "request" from the journal. */
static bool is_run_before(struct pv_workshop *shop, struct pv_request *request)
{
    struct pv_trial *trial = request->trial;
    if (trial->failure)
        return true;
    const struct pv_journal_row *row = pv_journal_take(&shop->journal, "run", trial->name);
    if (!row)
        return false;
    if (!strcmp(row->what, "fail")) {
        trial->failure = pv_printf(shop->arena, "%s: %s", row->value, row->detail);
        return true;
    }
    request->seconds = strtod(row->value, NULL);
    pv_push(shop->arena, &trial->times, request->seconds);
    return true;
}

/* The processes that lead to the run "request": what is missing of compile and build first. */
static struct pv_process *plan_run(struct pv_workshop *shop, struct pv_request *request)
{
    struct pv_trial_folder *folder = folder_of(shop, request->trial);
    struct work *work = new_work(shop, request->trial);
    (void)pv_folder_make(folder->recipe.folder);
    work->kind = RUNNING;
    work->request = request;
    work->process.wanted_slot = request->runner;
    work->process.limit = shop->limit > 0         ? shop->limit
                          : shop->params->timeout ? shop->params->timeout
                          : shop->original > 0    ? 10 * shop->original + 10
                                                  : 0;
    work->process.most_output = most_output;
    if (!pv_recipe_run(&folder->recipe, folder->n_runs++, &work->process)) {
        pv_error(shop->diag, nowhere, "cannot write in '%s': %s", folder->recipe.folder, strerror(errno));
        shop->is_stopped = true;
    }
    return &work->process;
}

/* Make the program of "trial", if it is not there. */
static struct pv_process *plan_build(struct pv_workshop *shop, struct pv_trial *trial)
{
    struct pv_trial_folder *folder = folder_of(shop, trial);
    if (folder->is_built)
        return NULL;
    struct work *build = new_work(shop, trial);
    (void)pv_folder_make(folder->recipe.folder);
    build->kind = BUILDING;
    build->process.lane = PV_LANE_BUILD;
    if (folder->is_compiled || !shop->params->file)
        return &build->process;
    struct work *compile = compile_work(shop, trial);
    compile->process.next = &build->process;
    return &compile->process;
}

/* Builds first: without exclusion, a run of one program begins while the next is built. */
static void run(void *user, struct pv_request *requests, int n, enum pv_run_purpose purpose)
{
    struct pv_workshop *shop = user;
    struct pv_process **processes = pv_new_array(shop->arena, struct pv_process *, 2 * n);
    PV_VEC(struct pv_trial *) planned = {0};
    int n_new = 0;
    for (int i = 0; i < n; i++) {
        bool is_planned = is_run_before(shop, &requests[i]);
        for (int k = 0; k < planned.n; k++)
            is_planned |= planned.v[k] == requests[i].trial;
        struct pv_process *build = is_planned ? NULL : plan_build(shop, requests[i].trial);
        if (!is_planned)
            pv_push(shop->arena, &planned, requests[i].trial);
        if (build)
            processes[n_new++] = build;
    }
    shop->pool.can_be_cut = purpose == PV_RUN_SEARCH;
    pv_pool_run(&shop->pool, processes, n_new, (const char *const *)NULL);
    n_new = 0;
    for (int i = 0; i < n; i++)
        if (requests[i].seconds < 0 && !requests[i].trial->failure)
            processes[n_new++] = plan_run(shop, &requests[i]);
    pv_pool_run(&shop->pool, processes, n_new, shop->params->hosts ? shop->hosts : NULL);
    if (shop->limit > 0 || !requests[0].trial->times.n)
        return;
    double usual = pv_trial_time(requests[0].trial);
    for (int i = 0; i < 256; i++)
        shop->scale[i] = shop->scale[i] > 0 ? usual / shop->scale[i] : 0;
    usual = shop->run_seconds > usual ? shop->run_seconds
                                      : usual; /* all of the run, where the program times a part of it */
    shop->limit = shop->params->timeout ? shop->params->timeout : 3 * usual > 1 ? 3 * usual : 1;
}

static double left(void *user)
{
    struct pv_workshop *shop = user;
    return has_ended(shop) ? 0 : budget_left(shop);
}

static double cost(void *user)
{
    const struct pv_workshop *shop = user;
    return shop->run_seconds;
}

/* Blocks of a device have limits. */
static bool is_promising(void *user, const int *point)
{
    const struct pv_workshop *shop = user;
    double threads[PV_MOST_KERNELS], points[PV_MOST_KERNELS];
    for (int k = 0; k < PV_MOST_KERNELS; k++)
        threads[k] = points[k] = 1;
    for (int a = 0; a < shop->space->axes.n; a++) {
        const struct pv_axis *axis = &shop->space->axes.v[a];
        int value = axis->kind == PV_AXIS_SIZE && !point[a] ? axis->usual : point[a];
        if (axis->kind != PV_AXIS_SIZE || !value)
            continue;
        double *product = strcmp(axis->size_kind, "block") ? points : threads;
        product[axis->kernel] *= strtod(axis->values[value], NULL);
    }
    bool is_device = shop->params->target == PV_TUNE_CUDA || shop->params->target == PV_TUNE_OPENCL;
    for (int k = 0; k < PV_MOST_KERNELS; k++)
        if ((is_device && (threads[k] > 1024 || points[k] > 1 << 16)) || points[k] > 1 << 24)
            return false;
    return true;
}

struct pv_lab pv_workshop_lab(struct pv_workshop *shop)
{
    return (struct pv_lab){.user = shop,
                           .arena = shop->arena,
                           .n_runners = shop->pool.n_slots[PV_LANE_RUN],
                           .prepare = prepare,
                           .run = run,
                           .left = left,
                           .cost = cost,
                           .is_promising = is_promising,
                           .show = show};
}

void pv_workshop_run_plain(struct pv_workshop *shop, struct pv_process **processes, int n, const char *const *hosts)
{
    struct pv_pool *pool = &shop->pool, usual = *pool;
    pool->begin = NULL;
    pool->done = NULL;
    pool->can_be_cut = true;
    pv_pool_run(pool, processes, n, hosts);
    pool->begin = usual.begin;
    pool->done = usual.done;
}

/* The original. */

bool pv_workshop_run_original(struct pv_workshop *shop)
{
    static const int nowhere_else = 0;
    const char *path = pv_printf(shop->arena, "%s/original.out", shop->folder);
    const struct pv_journal_row *row = pv_journal_take(&shop->journal, "original", "original");
    struct pv_trial trial = {.point = &nowhere_else, .name = "original"};
    struct pv_trial_folder folder = {.is_compiled = true};
    if (row && !access(path, R_OK)) {
        shop->expected = pv_folder_read(shop->arena, path);
        shop->original = strtod(row->value, NULL);
        return true;
    }
    folder.recipe = pv_workshop_original(shop);
    pv_push(shop->arena, &shop->folders, &folder);
    struct pv_request request = {&trial, 0, -1};
    shop->limit = 0;
    show(shop, NULL, 0, "running the original");
    (void)pv_folder_make(folder.recipe.folder);
    struct pv_process *processes[] = {plan_build(shop, &trial), plan_run(shop, &request)};
    processes[0]->next = processes[1];
    pv_pool_run(&shop->pool, processes, 1, shop->params->hosts ? shop->hosts : NULL);
    shop->folders.n = 0;
    for (int i = 0; i < 256; i++)
        shop->scale[i] = 0;
    if (request.seconds < 0) {
        if (trial.failure)
            pv_error(shop->diag, nowhere, "the original program fails: %s", trial.failure);
        return false;
    }
    shop->original = request.seconds;
    shop->expected = shop->printed;
    if (!pv_file_write(shop->diag, path, shop->expected, strlen(shop->expected)))
        return false;
    note(shop, "original", pv_printf(shop->arena, "%.6g", request.seconds), "", "original");
    return !shop->is_stopped;
}

/* Opening and closing. */

/* The names of --hosts; as many runners unless --runners says otherwise. */
static void read_hosts(struct pv_workshop *shop)
{
    static const char between[] = ", \t\n";
    const char *text = shop->params->hosts;
    int n = 0, *n_slots = &shop->pool.n_slots[PV_LANE_RUN];
    while (text && *(text += strspn(text, between)) && n < 256) {
        size_t length = strcspn(text, between);
        shop->hosts[n++] = pv_strndup(shop->arena, text, length);
        text += length;
    }
    *n_slots = shop->params->runners ? shop->params->runners : n ? n : 1;
    *n_slots = *n_slots > 256 ? 256 : *n_slots;
    for (int i = n; n && i < *n_slots; i++)
        shop->hosts[i] = shop->hosts[i % n];
}

/* What the journal is about. Another seed or budget may go on with it. */
static const char *describe(const struct pv_workshop *shop)
{
    const struct pv_tune_params *params = shop->params;
    const char *text = params->file ? pv_folder_read(shop->arena, params->file) : "";
    const char *command = params->run ? params->run : "";
    uint64_t hash = pv_hash_bytes(PV_HASH_START, text, strlen(text));
    hash = pv_hash_bytes(hash, command, strlen(command) + 1);
    command = params->build ? params->build : "";
    hash = pv_hash_bytes(hash, command, strlen(command));
    return pv_printf(shop->arena, "%s %s, seed %d, %016" PRIx64,
                     params->file ? params->file : pv_tune_quote(shop->arena, &params->project),
                     pv_tune_quote(shop->arena, &params->options), params->seed, hash);
}

static bool open_rule(struct pv_workshop *shop)
{
    const struct pv_tune_params *params = shop->params;
    const char *why = pv_outcome_set_time(shop->arena, &shop->rule, params->time_from);
    char *end = NULL;
    if (why)
        pv_error(shop->diag, nowhere, "'--time-from': '%s' is no regular expression: %s", params->time_from, why);
    shop->rule.has_tolerance = params->tolerance != NULL;
    shop->rule.tolerance = params->tolerance ? strtod(params->tolerance, &end) : 0;
    if (params->tolerance && (end == params->tolerance || *end || !(shop->rule.tolerance >= 0))) {
        pv_error(shop->diag, nowhere, "'--tolerance' needs a number like 1e-9, not '%s'", params->tolerance);
        return false;
    }
    return !why;
}

bool pv_workshop_open(struct pv_workshop *shop)
{
    const struct pv_tune_params *params = shop->params;
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    shop->folder = pv_folder_absolute(shop->arena, params->work);
    shop->journal = (struct pv_journal){.arena = shop->arena, .diag = shop->diag, .file = -1};
    if (!open_rule(shop))
        return false;
    shop->expected = params->is_batch ? "" : NULL; /* what the original prints is only known with the results */
    if (!pv_folder_make(shop->folder)) {
        pv_error(shop->diag, nowhere, "cannot make the directory '%s': %s", params->work, strerror(errno));
        return false;
    }
    read_hosts(shop);
    shop->pool.n_slots[PV_LANE_BUILD] = params->jobs ? params->jobs : processors > 0 ? (int)processors : 1;
    shop->pool.is_exclusive = !params->run_on && !params->hosts;
    shop->pool.user = shop;
    shop->pool.begin = begin_work;
    shop->pool.done = finish_work;
    shop->pool.tick = show_state;
    if (!pv_journal_open(&shop->journal, pv_printf(shop->arena, "%s/journal", params->work), describe(shop),
                         params->resume))
        return false;
    shop->start = pv_tune_now();
    shop->before = shop->journal.elapsed;
    pv_pool_open(&shop->pool);
    return true;
}

void pv_workshop_close(struct pv_workshop *shop)
{
    if (shop->pool.user && shop->start > 0)
        pv_pool_close(&shop->pool);
    pv_journal_close(&shop->journal);
    pv_outcome_free(&shop->rule);
    for (int i = 0; i < shop->folders.n && !shop->params->keep; i++)
        if (shop->folders.v[i])
            pv_folder_remove(shop->folders.v[i]->recipe.folder);
    if (!shop->params->keep && shop->folder)
        pv_folder_remove(pv_printf(shop->arena, "%s/original", shop->folder));
}
