/* The functions of include/pave.h: jobs from memory to memory, on the same stages as the program pave. */
#include "base/str.h"
#include "driver/clock.h"
#include "driver/pipeline.h"
#include "pave.h"

#include <stdlib.h>
#include <string.h>

struct input {
    char *name, *text; /* "text" is NULL for a file that is read */
    size_t size;
};

struct result {
    const char *name, *text;
    size_t size;
};

struct pave_job {
    char **options;
    struct input *inputs;
    int n_options, n_inputs;
    pave_message_function *show;
    void *user;
    struct pv_recovery recovery; /* of a run, around the one of its stages */
    struct pv_arena *arena;      /* of the last run; holds its results */
    struct result *results;
    int n_results;
};

const char *pave_version(void)
{
    return PAVE_VERSION;
}

pave_job *pave_job_new(void)
{
    return calloc(1, sizeof(pave_job));
}

static void drop_results(pave_job *job)
{
    pv_arena_free(job->arena);
    job->arena = NULL;
    job->results = NULL;
    job->n_results = 0;
}

void pave_job_free(pave_job *job)
{
    if (!job)
        return;
    pave_job_clear_options(job);
    pave_job_clear_inputs(job);
    drop_results(job);
    free(job);
}

void pave_job_on_message(pave_job *job, pave_message_function *show, void *user)
{
    job->show = show;
    job->user = user;
}

void pave_job_clear_options(pave_job *job)
{
    for (int i = 0; i < job->n_options; i++)
        free(job->options[i]);
    free(job->options);
    job->options = NULL;
    job->n_options = 0;
}

void pave_job_clear_inputs(pave_job *job)
{
    for (int i = 0; i < job->n_inputs; i++) {
        free(job->inputs[i].name);
        free(job->inputs[i].text);
    }
    free(job->inputs);
    job->inputs = NULL;
    job->n_inputs = 0;
}

/* "n" bytes of "text" and a NUL byte; NULL where there is no memory. */
static char *copy(const char *text, size_t n)
{
    char *result = malloc(n + 1);
    if (!result)
        return NULL;
    if (n)
        memcpy(result, text, n);
    result[n] = '\0';
    return result;
}

pave_status pave_job_add_option(pave_job *job, const char *word)
{
    char **options = realloc(job->options, ((size_t)job->n_options + 1) * sizeof(*options));
    if (!options)
        return PAVE_NO_MEMORY;
    job->options = options;
    options[job->n_options] = copy(word, strlen(word));
    if (!options[job->n_options])
        return PAVE_NO_MEMORY;
    job->n_options++;
    return PAVE_DONE;
}

/* Take "text" for an input called "name". */
static pave_status add_input(pave_job *job, const char *name, char *text, size_t size)
{
    struct input *inputs = realloc(job->inputs, ((size_t)job->n_inputs + 1) * sizeof(*inputs));
    char *own = copy(name, strlen(name));
    if (inputs)
        job->inputs = inputs;
    if (!inputs || !own) {
        free(own);
        free(text);
        return PAVE_NO_MEMORY;
    }
    inputs[job->n_inputs++] = (struct input){own, text, size};
    return PAVE_DONE;
}

pave_status pave_job_add_file(pave_job *job, const char *path)
{
    return add_input(job, path, NULL, 0);
}

pave_status pave_job_add_text(pave_job *job, const char *name, const char *text, size_t size)
{
    char *own = copy(text, size);
    return own ? add_input(job, name, own, size) : PAVE_NO_MEMORY;
}

/* Show a message of the stages to the user of the library. */
static void show_message(void *user, const struct pv_message *message)
{
    const pave_job *job = user;
    pave_message shown = {(pave_severity)message->severity,
                          message->file,
                          message->line,
                          message->col,
                          message->text,
                          message->formatted};
    if (job->show)
        job->show(job->user, &shown);
}

/* What was asked for, as a command line: the command, the options, the inputs. */
static bool parse(pave_job *job, struct pv_diag *diag, const char *command, struct pv_options *options)
{
    int n = 0;
    bool has_dash = false; /* at the beginning of a name */
    char **words = pv_new_array(job->arena, char *, job->n_options + job->n_inputs + 4);
    words[n++] = pv_strdup(job->arena, "pave");
    if (strcmp(command, "compile"))
        words[n++] = pv_strdup(job->arena, command);
    for (int i = 0; i < job->n_options; i++)
        words[n++] = job->options[i];
    for (int i = 0; i < job->n_inputs; i++)
        has_dash |= job->inputs[i].name[0] == '-';
    if (has_dash)
        words[n++] = pv_strdup(job->arena, "--");
    for (int i = 0; i < job->n_inputs; i++)
        words[n++] = job->inputs[i].name;
    enum pv_parse_status parsed = pv_options_parse(job->arena, diag, n, words, options);
    pv_diag_set_quiet(diag, options->quiet);
    struct pv_loc nowhere = {0};
    if (parsed == PV_PARSE_OK && options->command == PV_TUNE)
        pv_error(diag, nowhere, "the library does not run 'tune', which runs other programs");
    else if (parsed == PV_PARSE_OK && options->input.files.n != (options->command == PV_CHECK ? 2 : 1))
        pv_error(diag, nowhere, "a job takes one input, or two for 'check'; here are %d", options->input.files.n);
    else if (parsed == PV_PARSE_OK)
        return true;
    else if (parsed != PV_PARSE_BAD)
        pv_error(diag, nowhere, "the library has no answer to --help, --man and --version");
    return false;
}

/* Keep what the stages have made. */
static void keep_results(pave_job *job, const struct pv_job *made)
{
    job->results = pv_new_array(job->arena, struct result, made->outputs.n);
    for (int i = 0; i < made->outputs.n; i++) {
        const struct pv_file *file = &made->outputs.v[i];
        job->results[i] = (struct result){file->path, pv_strndup(job->arena, file->text, file->size), file->size};
    }
    job->n_results = made->outputs.n;
}

static enum pv_status run(pave_job *job, const char *command)
{
    struct pv_options options;
    job->arena = pv_arena_new();
    struct pv_diag *diag = pv_diag_new(job->arena, PV_COLOR_NEVER);
    pv_diag_set_sink(diag, show_message, job);
    for (int i = 0; i < job->n_inputs; i++)
        if (job->inputs[i].text)
            pv_diag_add_source(diag, job->inputs[i].name, job->inputs[i].text, job->inputs[i].size);
    if (!parse(job, diag, command, &options))
        return PV_BAD_INPUT;
    struct pv_job *stages = pv_job_new(job->arena, diag, &options);
    pv_clock_start(stages, options.time_limit, NULL);
    enum pv_status status = pv_job_make(stages);
    pv_clock_stop(stages);
    if (status == PV_DONE)
        keep_results(job, stages);
    pv_job_free(stages);
    return status;
}

pave_status pave_job_run(pave_job *job, const char *command)
{
    static const pave_message no_memory = {PAVE_ERROR, "pave", 0, 0, "out of memory", "pave: error: out of memory\n"};
    volatile enum pv_status status = PV_NO_MEMORY;
    drop_results(job);
    job->recovery = (struct pv_recovery){.stop = NULL};
    pv_recovery_begin(&job->recovery);
    if (!setjmp(job->recovery.place))
        status = run(job, command);
    pv_recovery_end(&job->recovery);
    if (job->recovery.is_short)
        status = PV_NO_MEMORY;
    if (status != PV_DONE)
        drop_results(job);
    if (status == PV_NO_MEMORY && job->show)
        job->show(job->user, &no_memory);
    return (pave_status)status;
}

int pave_job_n_results(const pave_job *job)
{
    return job->n_results;
}

static bool has_result(const pave_job *job, int i)
{
    return i >= 0 && i < job->n_results;
}

const char *pave_job_result_name(const pave_job *job, int i)
{
    return has_result(job, i) ? job->results[i].name : NULL;
}

const char *pave_job_result_text(const pave_job *job, int i)
{
    return has_result(job, i) ? job->results[i].text : NULL;
}

size_t pave_job_result_size(const pave_job *job, int i)
{
    return has_result(job, i) ? job->results[i].size : 0;
}
