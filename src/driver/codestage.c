/* The stages that generate code for all regions and put it into the program. */
#include "driver/stages.h"

#include "ast/generate.h"
#include "base/file.h"
#include "driver/filenames.h"
#include "driver/lowerstage.h"
#include "driver/nativedevice.h"
#include "map/devmodel.h"
#include "map/sizes.h"

#include <string.h>

static const struct pv_loc nowhere;

/* Those of a block of the kernels whose sizes are chosen. */
enum { LEAST_THREADS = 256 };

/* The sizes of --sizes; NULL where there are none. */
static bool read_sizes(struct pv_job *job, isl_union_map **sizes)
{
    const char *text = job->options->map.sizes;
    *sizes = text ? pv_sizes_read(job->ctx, text) : NULL;
    if (text && !*sizes) {
        isl_ctx_reset_error(job->ctx);
        pv_error(job->diag, nowhere, "'%s' gives no sizes; write them like '{ kernel[0] -> tile[32, 8] }'", text);
    }
    return !text || *sizes;
}

bool pv_stage_is_for_device(const struct pv_job *job)
{
    return job->options->output.target == PV_TARGET_CUDA || job->options->output.target == PV_TARGET_OPENCL;
}

bool pv_stage_may_rewrite(const struct pv_job *job, const struct pv_task *task)
{
    const struct pv_options *options = job->options;
    const struct pv_schedule_options *schedule = &options->schedule;
    bool is_target = options->output.target == PV_TARGET_OPENMP || pv_stage_is_for_device(job);
    return is_target && pv_command_compiles(options->command) && schedule->reschedule && !schedule->load &&
           !schedule->save && !options->output.annotate && task->schedule && task->deps && task->deps->tagged_flow;
}

/* Ask the driver about the device of this machine, if the program is for it. False, with a message, without an answer. Other
 * targets take no part of a model: the generic one serves them. */
static bool ask_native_device(struct pv_job *job)
{
    if (job->options->map.device != PV_DEVICE_NATIVE)
        return true;
    struct pv_native_device *device = pv_new(job->arena, struct pv_native_device);
    if (!pv_stage_is_for_device(job)) {
        device->model = *pv_device_model_get(PV_DEVICE_GENERIC);
        job->native = device;
        return true;
    }
    const char *reason = pv_native_device_ask(job->options->output.target == PV_TARGET_CUDA,
                                              job->options->opencl.use_gpu, device);
    if (reason) {
        pv_error(job->diag, nowhere, "--device=native: %s", reason);
        return false;
    }
    job->native = device;
    if (job->options->verbose)
        pv_note(
            job->diag, nowhere,
            "--device=native: '%s', %d units, %d bytes of shared memory and %d threads in a block, %d threads in step, "
            "%d registers, %.2f GHz, %.0f GB/s",
            device->name, device->model.n_units, device->model.shared_memory, device->model.most_threads,
            device->model.vector, device->registers, device->gigahertz, device->gigabytes_second);
    /* Blocks of kernels whose sizes the user does not give. */
    if (device->model.most_threads < LEAST_THREADS)
        pv_warn(job->diag, nowhere,
                "--device=native: a block of '%s' has at most %d threads; give smaller blocks with --sizes",
                device->name, device->model.most_threads);
    return true;
}

struct pv_map_params pv_job_map_params(const struct pv_job *job)
{
    const struct pv_map_options *options = &job->options->map;
    const struct pv_device_model *model = job->native ? &job->native->model : pv_device_model_get(options->device);
    bool is_openmp = job->options->output.target == PV_TARGET_OPENMP;
    /* What OpenCL finds may be a processor, where copies and barriers cost and gain nothing. */
    bool is_unknown = job->options->output.target == PV_TARGET_OPENCL && !model->is_gpu;
    return (struct pv_map_params){
        .parallel = is_openmp,
        .dynamic_chunk = options->dynamic_chunk,
        .parallel_threshold = options->parallel_threshold,
        .reorder = is_openmp && job->options->schedule.reschedule,
        .reassociate = job->options->schedule.reassociate,
        .tiling = options->tile == PV_TILE_ON                  ? PV_TILE_ALWAYS
                  : options->tile == PV_TILE_AUTO && is_openmp ? PV_TILE_WHERE_IT_PAYS
                                                               : PV_TILE_NEVER,
        .tile_nests = options->tile == PV_TILE_ON,
        .tile_size = options->tile_size,
        .scale_tile_loops = options->scale_tile_loops,
        .jam = is_openmp && options->jam,
        .jam_first = options->jam_first,
        .jam_second = options->jam_second,
        .isolate_full_tiles = options->isolate_full_tiles,
        .sizes = job->sizes,
        .shared_memory = is_unknown && options->shared_memory == PV_MEMORY_WHERE_IT_PAYS ? PV_MEMORY_NEVER
                                                                                         : options->shared_memory,
        .may_test = job->options->eval.run_time_tests,
        .wrap = options->wrap,
        .hybrid = is_unknown && options->hybrid == PV_HYBRID_WHERE_IT_PAYS ? PV_HYBRID_NEVER : options->hybrid,
        .wavefronts = is_unknown && options->wavefronts == PV_WAVEFRONTS_WHERE_THEY_PAY ? PV_WAVEFRONTS_NEVER
                                                                                        : options->wavefronts,
        .overlap = is_unknown && options->overlapped_tiles == PV_OVERLAPPING_WHERE_IT_PAYS ? PV_OVERLAPPING_NEVER
                                                                                           : options->overlapped_tiles,
        .share_reductions = !is_unknown || options->shared_memory == PV_MEMORY_ALWAYS,
        .private_memory = options->private_memory,
        .max_shared_memory = options->max_shared_memory ? options->max_shared_memory : model->shared_memory,
        .model = model,
    };
}

/* Print the sizes of all kernels, a line for each region. */
static void dump_sizes(struct pv_job *job)
{
    for (int i = 0; i < job->tasks.n; i++)
        if (job->tasks.v[i]->plan)
            pv_device_plan_dump_sizes(job->tasks.v[i]->plan, &job->printed);
}

/* isl loses statements where conditions are split at each "or". */
struct pv_generate_params pv_stage_generate_params(const struct pv_job *job)
{
    struct pv_generate_params params = job->options->generate;
    if (params.generator == PV_AST_AUTO && !params.allow_or)
        params.generator = PV_AST_PAVE;
    if (params.generator == PV_AST_AUTO && (params.detect_min_max || params.separation_bounds == PV_BOUNDS_IMPLICIT))
        params.generator = PV_AST_ISL;
    params.allow_or = params.allow_or || params.generator != PV_AST_PAVE;
    return params;
}

struct pv_generate_params pv_stage_begin_generating(struct pv_job *job)
{
    const struct pv_generate_params *wanted = &job->options->generate;
    struct pv_generate_params params = pv_stage_generate_params(job);
    bool is_pave = params.generator == PV_AST_PAVE;
    if (is_pave && wanted->detect_min_max)
        pv_warn(job->diag, nowhere, "--ast-build-detect-min-max has no effect with --ast=pave");
    if (is_pave && wanted->separation_bounds == PV_BOUNDS_IMPLICIT)
        pv_warn(job->diag, nowhere, "--ast-build-separation-bounds=implicit has no effect with --ast=pave");
    if (!is_pave && !wanted->allow_or)
        pv_warn(job->diag, nowhere, "--no-ast-build-allow-or has no effect: isl's code is not always right with it");
    return params;
}

bool pv_code_begin(struct pv_job *job)
{
    struct pv_generate_params params = pv_stage_begin_generating(job);
    params.atomic_upper_bound = true; /* OpenMP needs it */
    pv_generate_set_options(job->ctx, &params);
    return ask_native_device(job) && read_sizes(job, &job->sizes);
}

bool pv_code_finish(struct pv_job *job)
{
    if (job->options->map.dump_sizes)
        dump_sizes(job);
    if (job->options->schedule.dump_final)
        pv_stage_dump_schedules(job, false);
    return true;
}

/* Where the program goes, as the user says; NULL: nothing is said. That of explain goes nowhere. */
static const char *program_path(const struct pv_job *job)
{
    return job->options->command == PV_EXPLAIN ? NULL : job->options->output.path;
}

static struct pv_opencl_params opencl_params(const struct pv_job *job)
{
    const struct pv_opencl_options *options = &job->options->opencl;
    const char *given = program_path(job), *path = given && strcmp(given, "-") ? given : NULL;
    return (struct pv_opencl_params){
        .compiler_options = options->compiler_options,
        .use_gpu = options->use_gpu,
        .fp_contract = job->options->output.fp_contract,
        .n_includes = options->include_files.n,
        .includes = options->include_files.v,
        .print_types = options->print_kernel_types,
        .kernel_file = options->embed_kernel_code ? NULL
                                                  : pv_filename_for_device(job->arena, job->input, path, "_kernel.cl"),
    };
}

/* What the options say about text. */
static struct pv_splice_params splice_params(const struct pv_job *job)
{
    const struct pv_output_options *output = &job->options->output;
    return (struct pv_splice_params){
        .device = pv_job_device(job),
        .base = pv_filename_device_base(job->arena, job->input, program_path(job)),
        .opencl = opencl_params(job),
        .is_managed = job->options->map.device_memory == PV_DEVICE_MEMORY_MANAGED,
        .annotate = job->options->output.annotate,
        .lines_of = output->line_directives ? (strcmp(job->input, "-") ? job->input : "<stdin>") : NULL,
        .command_line = job->options->command_line,
        .version = PAVE_VERSION,
    };
}

typedef PV_VEC(struct pv_prog *) progs;

/* Those of the regions that get new text: code that is no better than the original has none. */
static progs programs_of(const struct pv_job *job)
{
    progs all = {0};
    for (int i = 0; i < job->tasks.n; i++) {
        const struct pv_code *code = job->tasks.v[i]->code;
        if (code && !code->is_no_better)
            pv_push(job->arena, &all, code->prog);
    }
    return all;
}

/* Regions for the device keep their text, because of "reason", which is about all of them. */
static bool drop_kernels(struct pv_job *job, const char *reason)
{
    bool ok = true;
    for (int i = 0; i < job->tasks.n; i++) {
        struct pv_task *task = job->tasks.v[i];
        if (!task->code || !task->code->plan || task->code->is_no_better)
            continue;
        ok = pv_job_leave_alone(job, task->region, reason) && ok;
        pv_code_free(task->code);
        task->code = NULL;
    }
    return ok;
}

/* What the programs of "job" have in common. Return why something has no form in C, or NULL. */
static const char *lower_unit(struct pv_job *job)
{
    progs all = programs_of(job);
    pv_splice_ranges replaced = {0};
    for (int i = 0; i < all.n; i++)
        if (!all.v[i]->keeps_original)
            pv_splice_replaced(job->arena, job->unit, all.v[i]->code->scop->region, &replaced);
    struct pv_lower_unit unit = {.n = all.n, .progs = all.v};
    unit.replaced.v = replaced.v;
    unit.replaced.n = replaced.n;
    const char *failure = pv_lower_unit(pv_job_lowering(job), &unit);
    job->shared = unit.shared;
    return failure;
}

/* Programs of regions to one of the whole file. */
bool pv_stage_lower(struct pv_job *job)
{
    progs all = programs_of(job);
    for (int i = 0; i < job->tasks.n; i++)
        if (job->tasks.v[i]->dump)
            pv_sb_add(&job->printed, job->tasks.v[i]->dump);
    for (int i = 0; i < all.n; i++)
        if (all.v[i] && all.v[i]->dump)
            pv_sb_add(&job->printed, all.v[i]->dump);
    const char *failure = lower_unit(job);
    if (!failure)
        return true;
    bool ok = drop_kernels(job, failure);
    failure = lower_unit(job);
    if (failure)
        pv_fault(job->diag, nowhere, "%s: the text of the regions on the host could not be made: %s", job->input,
                 failure);
    return ok && !failure;
}

/* Print the "n" programs once more with #line directives, for a page that shows which lines belong together. */
static void print_lined(struct pv_job *job, int n, struct pv_prog *const *all)
{
    struct pv_splice_params params = splice_params(job);
    struct pv_splice_output out = {{0}, {0}, {0}};
    params.lines_of = strcmp(job->input, "-") ? job->input : "<stdin>";
    params.lines_in_kernels = true;
    if (!params.opencl.kernel_file)
        params.opencl.kernel_file = "kernels.cl";
    pv_splice(job->arena, &pv_job_lowering(job)->names, n, all, &job->shared, &params, &out);
    job->lined = out.program;
    job->lined_kernels = out.kernels;
    pv_sb_free(&out.header);
}

/* Programs to text. */
bool pv_stage_emit(struct pv_job *job)
{
    struct pv_splice_params params = splice_params(job);
    struct pv_splice_output out = {{0}, {0}, {0}};
    progs all = programs_of(job);
    pv_splice(job->arena, &pv_job_lowering(job)->names, all.n, all.v, &job->shared, &params, &out);
    for (int i = 0; i < job->tasks.n; i++) {
        const struct pv_code *code = job->tasks.v[i]->code;
        if (code && code->is_no_better)
            pv_report_range(job->report, code->scop->region->range, &(struct pv_verdict){.fate = PV_FATE_KEPT});
        else if (code)
            pv_report_code(job->report, code);
    }
    if (job->options->output.html)
        print_lined(job, all.n, all.v);
    job->program = out.program;
    job->kernels = out.kernels;
    job->header = out.header;
    return true;
}
