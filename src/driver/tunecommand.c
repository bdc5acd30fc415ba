/* Runs tune: what the options say, and how variants are compiled. */
#include "driver/tunecommand.h"

#include "base/statusline.h"
#include "driver/clock.h"
#include "driver/pipeline.h"
#include "report/page.h"
#include "tune/folder.h"
#include "tune/tune.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

/* The program itself, or that with "name" beside it. */
static const char *find_program(struct pv_arena *arena, const char *name)
{
    char self[4000];
    ssize_t n = readlink("/proc/self/exe", self, sizeof(self) - 1);
    if (n <= 0)
        return name;
    self[n] = 0;
    const char *slash = strrchr(self, '/');
    return pv_printf(arena, "%.*s/%s", slash ? (int)(slash - self) : 0, self, name);
}

/* What follows is no output of a variant: a limit of time is an error of the variant. */
static void end_after_time(void)
{
    _exit(2);
}

/* Read "words", options for the file of "search", whose output goes to the directory "folder". */
static bool read_words(struct pv_arena *arena, struct pv_diag *diag, const struct pv_options *search,
                       const pv_tune_words *words, const char *folder, struct pv_options *options)
{
    char **argv = pv_new_array(arena, char *, words->n + 8);
    int argc = 0;
    argv[argc++] = pv_strdup(arena, "pave");
    argv[argc++] = pv_strdup(arena, "compile");
    for (int i = 0; i < words->n; i++)
        argv[argc++] = pv_strdup(arena, words->v[i]);
    argv[argc++] = pv_strdup(arena, "-o");
    argv[argc++] = pv_strdup(arena, folder);
    argv[argc++] = pv_strdup(arena, "--");
    argv[argc++] = pv_strdup(arena, search->input.files.v[0]);
    bool ok = pv_options_parse(arena, diag, argc, argv, options) == PV_PARSE_OK;
    options->command_line = "pave tune"; /* programs that differ in nothing else are the same */
    return ok;
}

/* Compile the file of "user", the options of the search, with "words" to the directory "folder". */
static int compile(void *user, const pv_tune_words *words, const char *folder)
{
    struct pv_options options;
    struct pv_arena *arena = pv_arena_new();
    struct pv_diag *diag = pv_diag_new(arena, PV_COLOR_NEVER);
    if (!read_words(arena, diag, user, words, folder, &options))
        return 1;
    pv_diag_set_quiet(diag, true);
    struct pv_job *job = pv_job_new(arena, diag, &options);
    pv_clock_start(job, options.time_limit, end_after_time);
    return (int)pv_job_run(job);
}

/* The trials of "result" that are programs of their own, for the page. */
static struct pv_page_tuning *find_tuning(struct pv_arena *arena, const struct pv_tune_output *output)
{
    const struct pv_search_result *result = output->result;
    struct pv_page_tuning *tuning = pv_new(arena, struct pv_page_tuning);
    struct pv_page_trial *trials = pv_new_array(arena, struct pv_page_trial, result->trials.n + 1);
    *tuning = (struct pv_page_tuning){.summary = output->summary, .trials = trials};
    for (int i = 0; i < result->trials.n; i++) {
        const struct pv_trial *trial = result->trials.v[i];
        if (trial->same || (!trial->failure && !trial->times.n))
            continue;
        tuning->best = trial == result->best ? tuning->n : tuning->best;
        tuning->normal = trial == result->normal ? tuning->n : tuning->normal;
        trials[tuning->n++] = (struct pv_page_trial){.name = trial->name,
                                                     .failure = trial->failure,
                                                     .seconds = trial->times.n ? pv_trial_time(trial) : 0,
                                                     .n_runs = trial->times.n};
    }
    return tuning;
}

static bool wants_reports(const struct pv_options *options)
{
    return options->output.html || options->output.remarks || options->output.sarif;
}

/* Write the reports that the user wants about the best program; its text goes to "folder", which is removed. */
static bool write_reports(struct pv_arena *arena, struct pv_diag *diag, const struct pv_options *search,
                          const struct pv_tune_output *output, const char *folder)
{
    struct pv_options options;
    const struct pv_output_options *wanted = &search->output;
    if (!pv_folder_make(folder) || !read_words(arena, diag, search, &output->options, folder, &options))
        return false;
    options.output.html = wanted->html;
    options.output.remarks = wanted->remarks;
    options.output.sarif = wanted->sarif;
    options.output.tuning = find_tuning(arena, output);
    pv_diag_set_quiet(diag, true);
    struct pv_job *job = pv_job_new(arena, diag, &options);
    bool ok = pv_job_run(job) == PV_DONE;
    pv_job_free(job);
    pv_folder_remove(folder);
    return ok;
}

/* Where the results go: NAME.tuned, and NAME.tune for the work. */
static const char *name_after(struct pv_arena *arena, const struct pv_options *options, const char *ending)
{
    const char *file = options->input.files.n ? options->input.files.v[0] : "project", *slash = strrchr(file, '/');
    const char *base = slash ? slash + 1 : file, *dot = strrchr(base, '.');
    return pv_printf(arena, "%.*s.%s", (int)(dot && dot > base ? (size_t)(dot - base) : strlen(base)), base, ending);
}

static struct pv_tune_params find_params(struct pv_arena *arena, const struct pv_options *options)
{
    static const enum pv_tune_target targets[] = {[PV_TARGET_C] = PV_TUNE_C,
                                                  [PV_TARGET_OPENMP] = PV_TUNE_OPENMP,
                                                  [PV_TARGET_CUDA] = PV_TUNE_CUDA,
                                                  [PV_TARGET_OPENCL] = PV_TUNE_OPENCL};
    static const char *const devices[] = {[PV_DEVICE_GENERIC] = "generic",
                                          [PV_DEVICE_H200] = "h200",
                                          [PV_DEVICE_A100] = "a100",
                                          [PV_DEVICE_V100] = "v100",
                                          [PV_DEVICE_OPENCL_CPU] = "opencl-cpu",
                                          [PV_DEVICE_NATIVE] = "native"};
    const struct pv_tune_options *tune = &options->tune;
    return (struct pv_tune_params){
        .file = options->input.files.n ? options->input.files.v[0] : NULL,
        .project = {tune->project.v, tune->project.n, tune->project.n},
        .target = targets[options->output.target],
        .device = devices[options->map.device],
        .options = {tune->given.v, tune->given.n, tune->given.n},
        .reading = {options->input.clang.v, options->input.clang.n, options->input.clang.n},
        .output = options->output.path ? options->output.path : name_after(arena, options, "tuned"),
        .work = tune->work ? tune->work : name_after(arena, options, "tune"),
        .build = tune->build,
        .run = tune->run,
        .run_on = tune->run_on,
        .hosts = tune->hosts,
        .time_from = tune->time_from,
        .tolerance = tune->tolerance,
        .threads = tune->threads,
        .flags = tune->flags,
        .budget = tune->budget,
        .timeout = tune->timeout,
        .seed = tune->seed,
        .points = tune->points,
        .runners = tune->runners,
        .jobs = tune->jobs,
        .resume = tune->resume,
        .keep = tune->keep,
        .use_cache = tune->cache,
        .is_batch = tune->batch,
        .pave = find_program(arena, "pave"),
        .pavecc = find_program(arena, "pavecc"),
        .compile = compile,
        .user = (void *)options,
    };
}

static void show(void *user, const char *text)
{
    if (*text)
        pv_statusline_show(user, text);
    else
        pv_statusline_erase(user);
}

/* A message takes the place of the line. */
static void make_way(void *user, bool is_coming)
{
    if (is_coming)
        pv_statusline_erase(user);
}

int pv_tune_command(struct pv_arena *arena, struct pv_diag *diag, const struct pv_options *options)
{
    struct pv_tune_params params = find_params(arena, options);
    struct pv_statusline line = {0};
    struct pv_tune_output output = {.summary = ""};
    if (wants_reports(options) && !params.file) {
        pv_error(diag, (struct pv_loc){0}, "a project has no report; give --html a file to be tuned");
        return 1;
    }
    bool is_shown = !options->quiet && pv_statusline_is_possible();
    pv_diag_set_interruption(diag, make_way, &line);
    int status = (int)pv_tune(arena, diag, &params, is_shown ? show : NULL, &line, &output);
    pv_statusline_erase(&line);
    pv_diag_set_interruption(diag, NULL, NULL);
    const char *folder = pv_printf(arena, "%s/report", params.work);
    bool has_reports = output.result && wants_reports(options);
    if (has_reports && !write_reports(arena, diag, options, &output, folder) && !status)
        status = 1;
    if (output.report.n && (fputs(output.report.text, stdout) < 0 || fflush(stdout))) {
        pv_error(diag, (struct pv_loc){0}, "cannot write to standard output: %s", strerror(errno));
        status = 1;
    }
    pv_sb_free(&output.report);
    return status;
}
