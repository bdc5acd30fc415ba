/* Packs programs for a race elsewhere, and reads its results. */
#include "tune/batch.h"

#include "base/file.h"
#include "tune/folder.h"
#include "tune/race.h"
#include "tune/recipe.h"
#include "tune/tunereport.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct pv_loc nowhere;

/* How the directory goes to a host, is raced there, and how the results come back. */
static const char by_ssh[] =
    "tar -C \"$DIR\" -cf - . | ssh -o BatchMode=yes \"$HOST\" 'd=$(mktemp -d) && tar -C \"$d\" -xf - && "
    "sh \"$d/pave-run\" >&2; cat \"$d/results.tar\"; s=$?; rm -rf \"$d\"; exit $s' >\"$DIR/results.tar\"";

static const char *batch_folder(const struct pv_workshop *shop)
{
    return pv_printf(shop->arena, "%s/batch", shop->folder);
}

static const char *in_batch(const struct pv_workshop *shop, const char *name)
{
    return pv_printf(shop->arena, "%s/%s", batch_folder(shop), name);
}

/* Writing. */

/* Pack program number "index" of the batch into its directory, and set "process" to do the rest. */
static bool pack(struct pv_workshop *shop, const struct pv_recipe *compiled, int index, struct pv_process *process)
{
    struct pv_recipe recipe = *compiled;
    recipe.folder = in_batch(shop, recipe.is_original ? "original" : pv_printf(shop->arena, "%d", index));
    return (recipe.is_original ? pv_folder_make(recipe.folder) : !rename(compiled->folder, recipe.folder)) &&
           pv_recipe_pack(&recipe, process);
}

static bool write_script(struct pv_workshop *shop)
{
    const struct pv_tune_params *params = shop->params;
    pv_tune_words pattern = {0};
    pv_push(shop->arena, &pattern, params->time_from ? params->time_from : "");
    const char *text = pv_printf(shop->arena,
                                 "#!/bin/sh\n# Builds and races the programs of this directory, written by pave tune.\n"
                                 "BUDGET=%d LIMIT=%d PATTERN=%s GROUP=%d\n%s",
                                 params->budget, params->timeout, pv_tune_quote(shop->arena, &pattern),
                                 shop->rule.has_time && shop->rule.time.re_nsub ? 2 : 1, pv_tune_race_sh);
    return pv_file_write(shop->diag, in_batch(shop, "pave-run"), text, strlen(text));
}

/* Write the points of "trials", behind pave's choice, each ended by an empty line. */
static bool write_points(struct pv_workshop *shop, const pv_trials *trials)
{
    struct pv_sb text = {0};
    for (int i = 1; i < trials->n; i++) {
        pv_point_print(shop->space, trials->v[i]->point, &text);
        pv_sb_add(&text, "\n");
    }
    bool ok = pv_file_write(shop->diag, in_batch(shop, "points"), text.text ? text.text : "", text.n);
    pv_sb_free(&text);
    return ok;
}

bool pv_batch_write(struct pv_workshop *shop, const pv_trials *trials)
{
    int n = trials->n + 1;
    struct pv_process **processes = pv_new_array(shop->arena, struct pv_process *, n);
    const struct pv_recipe original = pv_workshop_original(shop);
    pv_folder_remove(batch_folder(shop));
    bool ok = pv_folder_make(batch_folder(shop));
    for (int i = 0; i < n && ok; i++) {
        processes[i] = pv_new(shop->arena, struct pv_process);
        ok = pack(shop, i < trials->n ? pv_workshop_recipe(shop, trials->v[i]) : &original, i, processes[i]);
    }
    if (!ok) {
        pv_error(shop->diag, nowhere, "cannot write in '%s': %s", batch_folder(shop), strerror(errno));
        return false;
    }
    pv_workshop_run_plain(shop, processes, n, NULL);
    for (int i = 0; i < n; i++)
        if (!processes[i]->is_done || processes[i]->status) {
            if (processes[i]->is_done)
                pv_error(shop->diag, nowhere, "a program cannot be preprocessed: %s",
                         pv_workshop_first_error(shop, processes[i]->out));
            return false;
        }
    return write_points(shop, trials) && write_script(shop);
}

bool pv_batch_run(struct pv_workshop *shop)
{
    const struct pv_tune_params *params = shop->params;
    const char *const env[] = {pv_printf(shop->arena, "DIR=%s", batch_folder(shop)), NULL};
    struct pv_process process = {.command = params->run_on ? params->run_on : by_ssh,
                                 .env = env,
                                 .out = in_batch(shop, "log"),
                                 .err = in_batch(shop, "log"),
                                 .lane = PV_LANE_RUN,
                                 .wanted_slot = 0};
    struct pv_process *processes[] = {&process};
    pv_workshop_run_plain(shop, processes, 1, params->hosts ? shop->hosts : NULL);
    if (process.is_done && process.status)
        pv_error(shop->diag, nowhere, "the race elsewhere fails: %s", pv_workshop_first_error(shop, process.out));
    return process.is_done && !process.status;
}

/* Reading. */

int *pv_batch_points(struct pv_workshop *shop, const struct pv_space *space, int *n)
{
    int most = 0, width = space->axes.n;
    struct pv_sb text = {0};
    *n = 0;
    if (!pv_file_read(shop->diag, in_batch(shop, "points"), &text))
        return NULL;
    for (const char *at = text.text; (at = strstr(at, "\n\n")) != NULL; at += 2)
        most++;
    int *points = pv_new_array(shop->arena, int, most *width + 1);
    for (const char *at = text.text, *end; (end = strstr(at, "\n\n")) != NULL; at = end + 2) {
        const char *one = pv_strndup(shop->arena, at, (size_t)(end + 1 - at));
        memcpy(points + (size_t)(*n)++ * (size_t)width, pv_point_read(space, one), sizeof(int) * (size_t)width);
    }
    pv_sb_free(&text);
    return points;
}

/* A row of what the script writes. */
struct row {
    char phase[8];
    int round, index, run, limit, status;
};

/* Read a number at "*at", and go behind it. */
static bool read_number(const char **at, int *number)
{
    char *end;
    errno = 0;
    long value = strtol(*at, &end, 10);
    bool ok = end != *at && !errno && value >= INT_MIN && value <= INT_MAX;
    *number = ok ? (int)value : 0;
    *at = end;
    return ok;
}

static bool read_row(const char *line, struct row *row)
{
    size_t n = strcspn(line, " \t");
    if (!n || n >= sizeof(row->phase))
        return false;
    memcpy(row->phase, line, n);
    row->phase[n] = '\0';
    const char *at = line + n;
    return read_number(&at, &row->round) && read_number(&at, &row->index) && read_number(&at, &row->run) &&
           read_number(&at, &row->limit) && read_number(&at, &row->status);
}

/* The results that were brought back take the place of those that may lie there. */
static bool unpack(struct pv_workshop *shop)
{
    struct pv_process process = {
        .command = "tar -C \"$DIR\" -xf \"$DIR/results.tar\"",
        .env = (const char *const[]){pv_printf(shop->arena, "DIR=%s", batch_folder(shop)), NULL},
        .out = in_batch(shop, "log"),
        .err = in_batch(shop, "log"),
        .wanted_slot = -1};
    struct pv_process *processes[] = {&process};
    if (!access(in_batch(shop, "results.tar"), R_OK))
        pv_workshop_run_plain(shop, processes, 1, NULL);
    if (!process.status && !access(in_batch(shop, "rows"), R_OK))
        return true;
    pv_error(shop->diag, nowhere, "there are no results in '%s'", batch_folder(shop));
    pv_note(shop->diag, nowhere, "run its script pave-run where the programs shall run, and bring results.tar back");
    return false;
}

/* The machine of the race, in one line. */
static void read_machine(struct pv_workshop *shop)
{
    char *text = pv_strdup(shop->arena, pv_folder_read(shop->arena, in_batch(shop, "machine")));
    struct pv_sb line = {0};
    for (char *at = text, *end; *at && (end = strchr(at, '\n')) != NULL; at = end + 1)
        pv_sb_printf(&line, "%s%.*s", line.n ? ", " : "", (int)(end - at), at);
    shop->machine = line.n ? pv_strdup(shop->arena, line.text) : NULL;
    pv_sb_free(&line);
}

/* What the original has printed. */
static bool read_original(struct pv_workshop *shop)
{
    const char *status = pv_folder_read(shop->arena, in_batch(shop, "original/status"));
    shop->expected = pv_folder_read(shop->arena, in_batch(shop, "original/out.0"));
    const char *why = pv_workshop_first_error(shop, in_batch(shop, "original/build.log"));
    int number;
    bool ok = read_number(&status, &number) && !number;
    if (!ok)
        pv_error(shop->diag, nowhere, "the original program fails: %s", why);
    return ok;
}

/* Take the run "row" as a result of "trial". */
static void take_row(struct pv_workshop *shop, const struct row *row, struct pv_request *request)
{
    struct pv_process process = {.status = row->status,
                                 .is_timed_out = row->status == 124 || row->status == 137,
                                 .limit = row->limit,
                                 .is_done = true};
    process.out = in_batch(shop, pv_printf(shop->arena, "%d/out.%d", row->index, row->run));
    process.err = in_batch(shop, pv_printf(shop->arena, "%d/err.%d", row->index, row->run));
    if (!request->trial->failure)
        pv_workshop_take_run(shop, request, &process);
}

/* The rounds that decide. */
struct finals {
    PV_VEC(struct pv_request) requests;
    int n;      /* programs */
    int rounds; /* whole ones */
};

/* Take the rows of "text". Rows of the first final round tell which programs are in it. */
static void take_rows(struct pv_workshop *shop, const pv_trials *trials, const char *text, struct finals *finals)
{
    for (; *text; text += strcspn(text, "\n"), text += *text == '\n') {
        struct row row;
        if (!read_row(text, &row) || row.index < 0 || row.index >= trials->n)
            continue;
        struct pv_request request = {trials->v[row.index], -1, -1};
        take_row(shop, &row, &request);
        if (strcmp(row.phase, "final") != 0)
            continue;
        pv_push(shop->arena, &finals->requests, request);
        finals->n += !row.round;
    }
    finals->rounds = finals->n ? finals->requests.n / finals->n : 0;
}

bool pv_batch_read(struct pv_workshop *shop, const pv_trials *trials, struct pv_search_result *result)
{
    struct finals finals = {0};
    if (!unpack(shop) || !read_original(shop))
        return false;
    read_machine(shop);
    for (int i = 0; i < trials->n; i++) {
        const char *log = in_batch(shop, pv_printf(shop->arena, "%d/build.log", i));
        if (!access(in_batch(shop, pv_printf(shop->arena, "%d/unbuilt", i)), F_OK))
            pv_workshop_fail(shop, trials->v[i], "build", pv_workshop_first_error(shop, log));
    }
    take_rows(shop, trials, pv_folder_read(shop->arena, in_batch(shop, "rows")), &finals);
    if (!pv_trial_has_time(trials->v[0])) {
        pv_tunereport_failure(shop, trials->v[0]);
        return false;
    }
    if (finals.rounds && finals.requests.v[0].trial == trials->v[0])
        pv_search_decide(result, finals.requests.v, finals.rounds, finals.n);
    if (!shop->params->keep)
        pv_folder_remove(batch_folder(shop));
    return true;
}
