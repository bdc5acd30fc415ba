/* The program pave: parses the options, runs the pipeline, returns its exit status. */
#include "base/limbs.h"
#include "driver/clock.h"
#include "driver/options.h"
#include "driver/outputs.h"
#include "driver/pipeline.h"
#include "driver/progress.h"
#include "driver/tunecommand.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

/* Print one of the answers to --help, --man, --completion and --version. */
static int answer(struct pv_diag *diag, enum pv_parse_status what, const struct pv_options *options)
{
    if (what == PV_PARSE_HELP)
        pv_options_print_help(stdout, options->command);
    else if (what == PV_PARSE_MAN)
        pv_options_print_man(stdout, options->command);
    else if (what == PV_PARSE_COMPLETION)
        pv_options_print_completion(stdout, options->completion);
    else
        pv_options_print_version(stdout);
    if (!fflush(stdout) && !ferror(stdout))
        return 0;
    pv_error(diag, (struct pv_loc){0}, "cannot write to standard output: %s", strerror(errno));
    return 1;
}

/* Libraries end the program where they find no memory. That is no crash, and has the status of other faults; nothing has
 * been written then but files of other names. */
static void end_after_abort(int number)
{
    static const char text[] = "pave: error: out of memory, or a fault of a library; nothing is written\n";
    (void)number;
    (void)!write(STDERR_FILENO, text, sizeof(text) - 1);
    _exit(2);
}

/* Let "handler" take each signal "number", not only the first, as signal() may have it. */
static void catch_signal(int number, void (*handler)(int))
{
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART};
    sigaction(number, &action, NULL);
}

/* Where work does not end although it was told to. */
static void end_after_time(void)
{
    static const char text[] = "pave: error: time limit reached; no output written\n";
    (void)!write(STDERR_FILENO, text, sizeof(text) - 1);
    _exit(2);
}

/* Run the command for the files of "options" from number "first" on, as many as it takes at once. */
static int run_job(const struct pv_options *options, int first, int n)
{
    struct pv_options own = *options;
    struct pv_arena *arena = pv_arena_new();
    struct pv_diag *diag = pv_diag_new(arena, options->color);
    pv_diag_set_quiet(diag, options->quiet);
    own.input.files.v += first;
    own.input.files.n = n;
    struct pv_job *job = pv_job_new(arena, diag, &own);
    pv_clock_start(job, options->time_limit, end_after_time);
    pv_progress_start(job);
    enum pv_status status = pv_job_run(job);
    pv_progress_stop(job);
    pv_clock_stop(job);
    pv_job_free(job);
    pv_arena_free(arena);
    if (status != PV_NO_MEMORY)
        return (int)status;
    fputs("pave: error: out of memory\n", stderr);
    return 2;
}

/* Run the command: each file on its own for "compile". The worst status counts. */
static int run_jobs(struct pv_arena *arena, struct pv_diag *diag, const struct pv_options *options)
{
    int n = options->input.files.n, worst = 0;
    if (options->command != PV_COMPILE || n < 2)
        return run_job(options, 0, n);
    if (!pv_outputs_check_names(arena, diag, options))
        return 1;
    for (int i = 0; i < n; i++) {
        int status = run_job(options, i, 1);
        worst = status > worst ? status : worst;
    }
    return worst;
}

int main(int argc, char **argv)
{
    catch_signal(SIGABRT, end_after_abort);
    pv_limbs_pool_by_default();
    struct pv_arena *arena = pv_arena_new();
    struct pv_diag *diag = pv_diag_new(arena, PV_COLOR_AUTO);
    struct pv_options options;
    enum pv_parse_status parsed = pv_options_parse(arena, diag, argc, argv, &options);
    int status = 1;
    if (parsed == PV_PARSE_OK) {
        pv_diag_set_color(diag, options.color);
        status = options.command == PV_TUNE ? pv_tune_command(arena, diag, &options) : run_jobs(arena, diag, &options);
    } else if (parsed != PV_PARSE_BAD) {
        status = answer(diag, parsed, &options);
    }
    pv_arena_free(arena);
    return status;
}
