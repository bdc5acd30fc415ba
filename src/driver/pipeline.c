/* The table of contents of pave: data flows down this list, one stage after the other. */
#include "driver/pipeline.h"

#include "base/file.h"
#include "driver/pieces.h"
#include "emit/splice.h"
#include "ir/dump.h"
#include "schedule/constraints.h"

#include <errno.h>
#include <string.h>

static bool model_both(struct pv_job *job);

enum stage_scope { FOR_ALL, FOR_EACH };

/* Each stage reports its own errors; false ends the run. */
struct stage {
    const char *name;
    bool (*run)(struct pv_job *job);
    enum stage_scope scope; /* FOR_EACH: one region may go through these stages before the next */
};

/* From C. "code" is map, check and ast for one region after the other, stepping down the ladder of ambitions (ladder.c)
 * where one of the three fails. */
static const struct stage stages[] = {
    {"parse", pv_stage_parse, FOR_ALL},
    {"scop", pv_stage_extract, FOR_EACH},
    {"deps", pv_stage_analyse, FOR_EACH},
    {"dead", pv_stage_remove_dead, FOR_EACH},
    {"schedule", pv_stage_schedule, FOR_EACH},
    {"code", pv_stage_compile, FOR_EACH},
    {"emit", pv_stage_emit, FOR_ALL},
    {"report", pv_stage_report, FOR_ALL},
    {NULL, NULL, FOR_ALL},
};

/* From a schedule in isl's notation. */
static const struct stage codegen_stages[] = {
    {"read", pv_stage_read_schedule, FOR_ALL},
    {"generate", pv_stage_generate, FOR_ALL},
    {"print", pv_stage_print_plain, FOR_ALL},
    {NULL, NULL, FOR_ALL},
};

/* From two programs, each through the stages up to "deps". */
static const struct stage check_stages[] = {
    {"models", model_both, FOR_ALL},
    {"compare", pv_stage_compare, FOR_ALL},
    {NULL, NULL, FOR_ALL},
};

/* What each command runs up to, and how it prints the result. */
static void print_scops(struct pv_job *job, struct pv_sb *out);
static void print_deps(struct pv_job *job, struct pv_sb *out);
static void print_program(struct pv_job *job, struct pv_sb *out);

static const struct command {
    enum pv_command command;
    const struct stage *stages;
    const char *last;
    void (*print)(struct pv_job *job, struct pv_sb *out);
} commands[] = {
    {PV_COMPILE, stages, "report", print_program},
    {PV_SCOP, stages, "scop", print_scops},
    {PV_DEPS, stages, "deps", print_deps},
    {PV_SCHEDULE, stages, "schedule", pv_stage_print_schedules},
    {PV_CODEGEN, codegen_stages, "print", print_program},
    {PV_CHECK, check_stages, "compare", print_program},
};

static const struct pv_loc nowhere;

/* Two programs to models and dependences. */
static bool model_both(struct pv_job *job)
{
    job->other = pv_job_new_in(job->arena, job->diag, job->options, job->ctx, job->options->input.files.v[1]);
    return pv_job_run_until(job, "deps") && pv_job_run_until(job->other, "deps");
}

/* Dead code is out of what the scheduler is given. */
static void print_constraints(struct pv_job *job, struct pv_sb *out)
{
    enum pv_live_ranges live_ranges = job->options->schedule.live_range_reordering ? PV_LIVE_RANGES_MAY_MOVE
                                                                                   : PV_LIVE_RANGES_KEEP_ORDER;
    pv_stage_remove_dead(job);
    for (int i = 0; i < job->scops.n; i++) {
        isl_schedule_constraints *sc = pv_constraints_from_deps(job->scops.v[i], job->deps.v[i], live_ranges);
        pv_sb_add(out, i ? "---\n" : "");
        pv_constraints_dump(out, sc);
        isl_schedule_constraints_free(sc);
    }
}

static void print_deps(struct pv_job *job, struct pv_sb *out)
{
    if (job->options->schedule.dump_constraints) {
        print_constraints(job, out);
        return;
    }
    if (!job->scops.n)
        pv_sb_add(out, "[]\n");
    for (int i = 0; i < job->scops.n; i++)
        pv_deps_dump(out, job->scops.v[i], job->deps.v[i], job->unit->file_name);
}

static void print_program(struct pv_job *job, struct pv_sb *out)
{
    pv_sb_addn(out, job->program.text, job->program.n);
}

static void print_scops(struct pv_job *job, struct pv_sb *out)
{
    if (!job->scops.n)
        pv_sb_add(out, "[]\n");
    for (int i = 0; i < job->scops.n; i++)
        pv_dump_scop(out, job->scops.v[i], job->unit->file_name);
}

/* The stage of "list" to begin with: those up to the one called "done", or none if that is NULL, have been run. */
static const struct stage *find_next(const struct stage *list, const char *done)
{
    const struct stage *stage = list;
    if (!done)
        return list;
    while (stage->name && strcmp(stage->name, done))
        stage++;
    return stage->name ? stage + 1 : list;
}

static bool run_stage(struct pv_job *job, const struct stage *stage)
{
    errno = 0;
    bool ok = stage->run(job);
    /* Whatever a stage made of it. isl does not always say that there was no memory; errno does. */
    if (isl_ctx_last_error(job->ctx) == isl_error_alloc || errno == ENOMEM)
        pv_out_of_memory();
    if (ok)
        job->done = stage->name;
    return ok;
}

/* All stages that a region can go through by itself. */
static bool run_on_region(struct pv_job *piece)
{
    for (const struct stage *stage = find_next(stages, piece->done); stage->scope == FOR_EACH; stage++)
        if (!run_stage(piece, stage))
            return false;
    return true;
}

/* Do regions go through the stages from "first" on one by one? Not where the run ends among these, or a file holds the
 * schedules of all regions. */
static bool goes_by_region(const struct pv_job *job, const struct stage *first, const char *last)
{
    const struct stage *rest = first;
    while (rest->scope == FOR_EACH) {
        if (!strcmp(rest->name, last))
            return false;
        rest++;
    }
    const struct pv_schedule_options *options = &job->options->schedule;
    bool is_together = options->load || options->save || options->dump_schedule || options->dump_final ||
                       job->options->map.dump_sizes;
    return job->options->command == PV_COMPILE && !is_together && first->run == pv_stage_extract &&
           job->unit->regions.n;
}

/* Run "list" up to the stage called "last", from where the job is; false after an error. */
static bool run_stages(struct pv_job *job, const struct stage *list, const char *last)
{
    for (list = find_next(list, job->done); list->name; list++) {
        if (goes_by_region(job, list, last)) {
            if (!pv_pieces_run(job, run_on_region))
                return false;
            while (list[1].scope == FOR_EACH)
                list++;
            job->done = list->name;
        } else if (!run_stage(job, list)) {
            return false;
        }
        if (!strcmp(list->name, last))
            break;
    }
    return true;
}

bool pv_job_run_until(struct pv_job *job, const char *last)
{
    return run_stages(job, stages, last);
}

static int exit_status(const struct pv_job *job)
{
    return pv_diag_count(job->diag, PV_FAULT) ? 2 : 1;
}

/* Write files, of which none may be the input. */
static bool write_files(struct pv_job *job, int n, const struct pv_file *files)
{
    for (int i = 0; i < n; i++) {
        const char *path = files[i].path;
        if (path && strcmp(path, "-") && strcmp(job->input, "-") && pv_splice_is_same_file(path, job->input)) {
            pv_error(job->diag, nowhere, "'%s' is the input; choose another file for the output with -o", path);
            return false;
        }
    }
    return pv_files_write(job->diag, n, files);
}

static struct pv_file make_file(const char *path, const struct pv_sb *text)
{
    return (struct pv_file){path, text->n ? text->text : "", text->n};
}

static bool write_output(struct pv_job *job, enum pv_command command, const struct pv_sb *text)
{
    const char *path = job->options->output.path;
    if (command == PV_COMPILE)
        path = pv_splice_output_path(job->arena, job->input, path);
    struct pv_file file = make_file(path, text);
    return write_files(job, 1, &file);
}

/* Where the program that "input" becomes goes. */
static const char *program_path(struct pv_arena *arena, const struct pv_options *options, const char *input)
{
    bool is_for_device = options->output.target == PV_TARGET_CUDA || options->output.target == PV_TARGET_OPENCL;
    return is_for_device ? pv_splice_device_path(arena, input, options->output.path, "_host.c")
                         : pv_splice_output_path(arena, input, options->output.path);
}

bool pv_job_check_outputs(struct pv_arena *arena, struct pv_diag *diag, const struct pv_options *options)
{
    const char *const *inputs = options->input.files.v;
    if (options->output.path && !pv_splice_is_folder(options->output.path)) {
        pv_error(diag, nowhere, "'%s' is not a directory; with several input files, -o must name one",
                 options->output.path);
        return false;
    }
    for (int i = 0; i < options->input.files.n; i++) {
        const char *path = program_path(arena, options, inputs[i]);
        for (int j = 0; j < i; j++)
            if (!strcmp(path, program_path(arena, options, inputs[j]))) {
                pv_error(diag, nowhere, "'%s' and '%s' would both become '%s'; compile them into two folders",
                         inputs[j], inputs[i], path);
                return false;
            }
    }
    return true;
}

/* X_host.c and, for CUDA, X_kernel.cu and X_kernel.h, for OpenCL perhaps X_kernel.cl. To standard output they go one after the other. */
static bool write_for_device(struct pv_job *job, const struct pv_sb *text)
{
    const char *given = job->options->output.path;
    bool to_stdout = given ? !strcmp(given, "-") : !strcmp(job->input, "-");
    bool is_cuda = job->options->output.target == PV_TARGET_CUDA;
    const char *const suffixes[] = {"_host.c", is_cuda ? "_kernel.cu" : "_kernel.cl", "_kernel.h"};
    const struct pv_sb *const texts[] = {text, &job->kernels, &job->header};
    struct pv_file files[3];
    int n = is_cuda ? 3 : job->kernels.n ? 2 : 1;
    for (int i = 0; i < n; i++) {
        const char *path = to_stdout ? "-" : pv_splice_device_path(job->arena, job->input, given, suffixes[i]);
        files[i] = make_file(path, texts[i]);
    }
    bool is_own_name = !to_stdout && (!given || pv_splice_is_folder(given));
    const char *other = is_own_name ? pv_splice_other_device(files[0].path, is_cuda ? PV_DEVICE_CUDA : PV_DEVICE_OPENCL)
                                    : NULL;
    if (other) {
        pv_error(job->diag, nowhere,
                 "'%s' is what pave made for %s; choose another file or folder with -o, or remove it", files[0].path,
                 other);
        return false;
    }
    return write_files(job, n, files);
}

/* After the time was up, whatever the stages made of it: nothing is transformed. Return whether there is a program to be
 * written. */
static bool keep_program(struct pv_job *job)
{
    int seconds = job->options->time_limit;
    bool is_error = job->options->command != PV_COMPILE || job->options->output.strict || !job->unit;
    isl_ctx_resume(job->ctx);
    isl_ctx_reset_error(job->ctx);
    if (is_error) {
        pv_error(job->diag, nowhere,
                 "time limit of %d s reached; no output written (raise it with --time-limit, or lower --budget)",
                 seconds);
        return false;
    }
    pv_warn(job->diag, nowhere, "time limit of %d s reached: all regions left unchanged; raise it with --time-limit",
            seconds);
    for (int i = 0; i < job->codes.n; i++)
        pv_code_free(job->codes.v[i]);
    job->codes.n = 0;
    struct pv_verdict verdict = {.fate = PV_FATE_UNMODELLED, .reason = "the time limit was reached", .is_said = true};
    for (int i = 0; i < job->unit->regions.n; i++)
        pv_report_range(job->report, job->unit->regions.v[i]->range, &verdict);
    pv_sb_free(&job->program);
    pv_sb_free(&job->kernels);
    pv_sb_free(&job->header);
    return pv_stage_emit(job) && pv_stage_report(job);
}

int pv_job_run(struct pv_job *job)
{
    const struct command *command = NULL;
    for (size_t i = 0; i < sizeof(commands) / sizeof(*commands); i++)
        if (commands[i].command == job->options->command)
            command = &commands[i];
    if (!command)
        return exit_status(job);
    bool is_done = pv_stage_has_constraints(job) ? pv_stage_schedule_constraints(job)
                                                 : run_stages(job, command->stages, command->last);
    if (isl_ctx_aborted(job->ctx))
        is_done = keep_program(job);
    if (!is_done)
        return exit_status(job);
    struct pv_sb out = {0};
    command->print(job, &out);
    bool ok = command->command == PV_COMPILE && pv_stage_is_for_device(job) ? write_for_device(job, &out)
                                                                            : write_output(job, command->command, &out);
    pv_sb_free(&out);
    return ok ? 0 : 1;
}
