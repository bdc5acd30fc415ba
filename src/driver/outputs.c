/* Names the texts that a run writes, and writes the files. */
#include "driver/outputs.h"

#include "driver/filenames.h"
#include "report/page.h"
#include "report/remarks.h"
#include "report/sarif.h"

#include <string.h>

static const struct pv_loc nowhere;

static void add_output(struct pv_job *job, const char *path, const struct pv_sb *text)
{
    struct pv_file file = {path ? path : "-", text->n ? text->text : "", text->n};
    pv_push(job->arena, &job->outputs, file);
}

static bool is_for_device(const struct pv_options *options)
{
    return options->command == PV_COMPILE &&
           (options->output.target == PV_TARGET_CUDA || options->output.target == PV_TARGET_OPENCL);
}

/* X_host.c and, for CUDA, X_kernel.cu and X_kernel.h, for OpenCL perhaps X_kernel.cl. To standard output they go one after
 * the other. */
static void collect_for_device(struct pv_job *job)
{
    const char *given = job->options->output.path;
    bool to_stdout = given ? !strcmp(given, "-") : !strcmp(job->input, "-");
    bool is_cuda = job->options->output.target == PV_TARGET_CUDA;
    const char *const suffixes[] = {"_host.c", is_cuda ? "_kernel.cu" : "_kernel.cl", "_kernel.h"};
    const struct pv_sb *const texts[] = {&job->result, &job->kernels, &job->header};
    int n = is_cuda ? 3 : job->kernels.n ? 2 : 1;
    for (int i = 0; i < n; i++)
        add_output(job, to_stdout ? "-" : pv_filename_for_device(job->arena, job->input, given, suffixes[i]), texts[i]);
}

/* What became of the loops, in the forms that are wanted. */
static void collect_reports(struct pv_job *job)
{
    const struct pv_output_options *output = &job->options->output;
    if (!job->report || !pv_command_compiles(job->options->command))
        return;
    if (output->remarks) {
        pv_remarks_print(&job->remarks, job->report);
        add_output(job, output->remarks, &job->remarks);
    }
    if (output->sarif) {
        pv_sarif_print(&job->sarif, job->report, PAVE_VERSION);
        add_output(job, output->sarif, &job->sarif);
    }
    if (output->html) {
        struct pv_page_params params = {.target = pv_target_name(output->target),
                                        .version = PAVE_VERSION,
                                        .program = job->lined.text,
                                        .kernels = job->lined_kernels.text,
                                        .tuning = output->tuning,
                                        .has_times = job->options->verbose};
        pv_page_print(&job->page, job->report, &params);
        add_output(job, output->html, &job->page);
    }
}

void pv_outputs_collect(struct pv_job *job)
{
    const struct pv_options *options = job->options;
    const char *path = options->output.path;
    if (job->printed.n)
        add_output(job, "-", &job->printed);
    if (options->schedule.save && job->saved.text)
        add_output(job, options->schedule.save, &job->saved);
    collect_reports(job);
    if (is_for_device(options))
        collect_for_device(job);
    else
        add_output(job, options->command == PV_COMPILE ? pv_filename_of_output(job->arena, job->input, path) : path,
                   &job->result);
}

/* Would the program, under a name that pave has chosen, replace what was made for another device? */
static bool replaces_other_device(const struct pv_job *job)
{
    const char *given = job->options->output.path;
    enum pv_splice_device kind = job->options->output.target == PV_TARGET_CUDA ? PV_DEVICE_CUDA : PV_DEVICE_OPENCL;
    if (!is_for_device(job->options) || (given && !pv_filename_is_folder(given)))
        return false;
    for (int i = 0; i < job->outputs.n; i++) {
        const char *path = job->outputs.v[i].path;
        bool is_program = job->outputs.v[i].text == job->result.text && strcmp(path, "-");
        const char *other = is_program ? pv_filename_other_device(path, kind) : NULL;
        if (!other)
            continue;
        pv_error(job->diag, nowhere,
                 "'%s' was written by pave for %s; choose another file or directory with -o, or remove it", path,
                 other);
        return true;
    }
    return false;
}

bool pv_outputs_write(struct pv_job *job)
{
    if (replaces_other_device(job))
        return false;
    for (int i = 0; i < job->outputs.n; i++) {
        const char *path = job->outputs.v[i].path;
        if (strcmp(path, "-") && strcmp(job->input, "-") && pv_filename_is_same_file(path, job->input)) {
            pv_error(job->diag, nowhere, "'%s' is the input; choose another file for the output with -o", path);
            return false;
        }
    }
    return pv_files_write(job->diag, job->outputs.n, job->outputs.v);
}

/* Where the program that "input" becomes goes. */
static const char *program_path(struct pv_arena *arena, const struct pv_options *options, const char *input)
{
    return is_for_device(options) ? pv_filename_for_device(arena, input, options->output.path, "_host.c")
                                  : pv_filename_of_output(arena, input, options->output.path);
}

bool pv_outputs_check_names(struct pv_arena *arena, struct pv_diag *diag, const struct pv_options *options)
{
    const char *const *inputs = options->input.files.v;
    if (options->output.path && !pv_filename_is_folder(options->output.path)) {
        pv_error(diag, nowhere, "'%s' is not a directory; with several input files, -o must name one",
                 options->output.path);
        return false;
    }
    for (int i = 0; i < options->input.files.n; i++) {
        const char *path = program_path(arena, options, inputs[i]);
        for (int j = 0; j < i; j++)
            if (!strcmp(path, program_path(arena, options, inputs[j]))) {
                pv_error(diag, nowhere, "'%s' and '%s' would both become '%s'; compile them into two directories",
                         inputs[j], inputs[i], path);
                return false;
            }
    }
    return true;
}
