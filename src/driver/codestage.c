#include "driver/stages.h"

#include "ast/astbuild.h"
#include "ast/generate.h"
#include "base/file.h"
#include "check/legality.h"
#include "emit/splice.h"
#include "map/devmodel.h"
#include "map/mapping.h"
#include "map/sizes.h"
#include "schedule/constraints.h"

#include <string.h>

static const struct pv_loc nowhere;

/* Operations of isl for what there is a simpler way for: moved and tiled loops, and their code. */
static const unsigned long move_budget = 3000000, moved_code_budget = 600000;

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

/* What the options say about mapping; "n_tiled" counts the tiled bands. */
static struct pv_map_params map_params(const struct pv_job *job, int *n_tiled)
{
    const struct pv_map_options *options = &job->options->map;
    const struct pv_device_model *model = pv_device_model_get(options->device);
    bool is_openmp = job->options->output.target == PV_TARGET_OPENMP;
    /* What OpenCL finds may be a processor, where copies and barriers cost and gain nothing. */
    bool is_unknown = job->options->output.target == PV_TARGET_OPENCL &&
                      (options->device == PV_DEVICE_GENERIC || options->device == PV_DEVICE_OPENCL_CPU);
    return (struct pv_map_params){
        .parallel = is_openmp,
        .reorder = is_openmp && job->options->schedule.reschedule,
        .reassociate = job->options->schedule.reassociate,
        .tiling = options->tile == PV_TILE_ON                  ? PV_TILE_ALWAYS
                  : options->tile == PV_TILE_AUTO && is_openmp ? PV_TILE_WHERE_IT_PAYS
                                                               : PV_TILE_NEVER,
        .tile_size = options->tile_size,
        .scale_tile_loops = options->scale_tile_loops,
        .jam = is_openmp && options->jam,
        .isolate_full_tiles = options->isolate_full_tiles,
        .sizes = job->sizes,
        .n_tiled = n_tiled,
        .shared_memory = is_unknown && options->shared_memory == PV_MEMORY_WHERE_IT_PAYS ? PV_MEMORY_NEVER
                                                                                         : options->shared_memory,
        .wrap = options->wrap,
        .hybrid = is_unknown && options->hybrid == PV_HYBRID_WHERE_IT_PAYS ? PV_HYBRID_NEVER : options->hybrid,
        .share_reductions = !is_unknown || options->shared_memory == PV_MEMORY_ALWAYS,
        .private_memory = options->private_memory,
        .max_shared_memory = options->max_shared_memory ? options->max_shared_memory : model->shared_memory,
        .model = model,
    };
}

/* Is there a new schedule of region "i"? One that took too much work is dropped. */
static bool is_mapped(struct pv_job *job, int i)
{
    if (pv_job_ran_out(job))
        job->schedules.v[i] = isl_schedule_free(job->schedules.v[i]);
    return job->schedules.v[i];
}

/* The same for a region on the device, with hexagonal tiles: go on there without them. False where that takes too much work,
 * too. */
static bool retreat_from_hexagons(struct pv_job *job, int i, const char *what)
{
    int n_tiled = job->tiled_before.v[i];
    struct pv_map_params params = map_params(job, &n_tiled);
    struct pv_device_plan *plan = pv_new(job->arena, struct pv_device_plan);
    struct pv_loc at = job->scops.v[i]->region->range.begin;
    const char *obstacle = NULL;
    pv_warn(job->diag, at, "no hexagonal tiles: %s took more than the budget", what);
    pv_device_plan_free(job->plans.v[i]);
    isl_schedule_free(job->schedules.v[i]);
    params.hybrid = PV_HYBRID_NEVER;
    pv_job_limit_work(job);
    job->schedules.v[i] = pv_map_gpu(job->arena, job->scops.v[i], job->deps.v[i], isl_schedule_copy(job->unmapped.v[i]),
                                     &params, plan, &obstacle, &at);
    job->plans.v[i] = plan;
    return is_mapped(job, i);
}

/* After a stage ran out of work on region "i", whose loops had been moved, tiled or jammed: go on with less of that,
 * first without the last, then with loops where they were. False where there is no such way out. */
static bool retreat(struct pv_job *job, int i, const char *what)
{
    pv_job_lift_limit(job);
    if (!job->unmapped.v[i] || isl_ctx_last_error(job->ctx) != isl_error_quota)
        return false;
    isl_ctx_reset_error(job->ctx);
    bool was_for_device = i < job->plans.n && job->plans.v[i];
    if (was_for_device && job->plans.v[i]->has_hexagons && retreat_from_hexagons(job, i, what))
        return true;
    pv_job_lift_limit(job);
    isl_ctx_reset_error(job->ctx);
    int n_tiled = job->tiled_before.v[i];
    struct pv_map_params params = map_params(job, &n_tiled);
    bool was_jammed = params.jam && !was_for_device && !job->unjammed.v[i];
    pv_warn(job->diag, job->scops.v[i]->region->range.begin, "%s: %s took more than the budget",
            was_for_device ? "the region runs on the host"
            : was_jammed   ? "loops of this region are not unrolled into one another"
                           : "loops of this region are not moved or tiled",
            what);
    if (was_for_device) {
        pv_device_plan_free(job->plans.v[i]);
        job->plans.v[i] = NULL;
    }
    params.jam = false;
    params.reorder = params.reorder && was_jammed;
    params.tiling = was_jammed ? params.tiling : PV_TILE_NEVER;
    job->unjammed.v[i] = true;
    isl_schedule_free(job->schedules.v[i]);
    pv_job_limit(job, was_jammed ? move_budget : pv_usual_budget);
    isl_schedule *order = was_jammed ? isl_schedule_copy(job->unmapped.v[i]) : job->unmapped.v[i];
    if (!was_jammed)
        job->unmapped.v[i] = NULL;
    job->schedules.v[i] = pv_map_cpu(job->arena, job->scops.v[i], job->deps.v[i], order, &params);
    return is_mapped(job, i) || retreat(job, i, what);
}

/* Map region "i" to the host's processors. What takes too much work is tried again with less ambition. */
static bool map_to_host(struct pv_job *job, int i, struct pv_map_params params)
{
    bool is_too_deep = pv_map_is_too_deep(job->schedules.v[i]);
    bool is_ambitious = !is_too_deep && (params.reorder || params.jam || params.tiling != PV_TILE_NEVER);
    pv_push(job->arena, &job->unmapped, is_ambitious ? isl_schedule_copy(job->schedules.v[i]) : NULL);
    pv_push(job->arena, &job->unjammed, false);
    if (is_too_deep) {
        pv_warn(job->diag, job->scops.v[i]->region->range.begin,
                "no loop is moved or runs in parallel: there are too many "
                "in one another");
        return true;
    }
    pv_job_limit(job, is_ambitious ? move_budget : pv_usual_budget);
    job->schedules.v[i] = pv_map_cpu(job->arena, job->scops.v[i], job->deps.v[i], job->schedules.v[i], &params);
    return is_mapped(job, i) || retreat(job, i, "finding their place") || pv_job_give_up(job, i, "its parallel loops");
}

/* Map region "i" to the device. Where that is not possible it gets code for the host, and the user is told. */
static bool map_to_device(struct pv_job *job, int i, struct pv_map_params params)
{
    struct pv_device_plan *plan = pv_new(job->arena, struct pv_device_plan);
    const char *obstacle = NULL;
    struct pv_loc at = job->scops.v[i]->region->range.begin;
    pv_job_limit_work(job);
    isl_schedule *order = pv_map_gpu(job->arena, job->scops.v[i], job->deps.v[i],
                                     isl_schedule_copy(job->schedules.v[i]), &params, plan, &obstacle, &at);
    pv_job_lift_limit(job);
    if (pv_job_ran_out(job))
        order = isl_schedule_free(order);
    bool ran_out = !order && !obstacle && isl_ctx_last_error(job->ctx) == isl_error_quota;
    if (ran_out && params.hybrid != PV_HYBRID_NEVER) {
        isl_ctx_reset_error(job->ctx);
        pv_device_plan_free(plan);
        if (params.hybrid == PV_HYBRID_ALWAYS)
            pv_warn(job->diag, at, "no hexagonal tiles: finding kernels with them took more than the budget");
        params.hybrid = PV_HYBRID_NEVER;
        *params.n_tiled = job->tiled_before.v[i];
        return map_to_device(job, i, params);
    }
    pv_push(job->arena, &job->plans, order ? plan : NULL);
    if (order) {
        if (plan->no_hexagons)
            pv_warn(job->diag, at, "no hexagonal tiles: %s", plan->no_hexagons);
        pv_push(job->arena, &job->unmapped, job->schedules.v[i]);
        pv_push(job->arena, &job->unjammed, false);
        job->schedules.v[i] = order;
        return true;
    }
    pv_device_plan_free(plan);
    if (!obstacle && isl_ctx_last_error(job->ctx) != isl_error_quota)
        return pv_job_fault(job, job->scops.v[i], "kernels");
    isl_ctx_reset_error(job->ctx);
    pv_warn(job->diag, at, "the region runs on the host: %s",
            obstacle ? obstacle : "finding its kernels took more than the budget");
    return map_to_host(job, i, params);
}

/* Print the sizes of all kernels, a line for each region. */
static bool dump_sizes(struct pv_job *job)
{
    struct pv_sb text = {0};
    for (int i = 0; i < job->plans.n; i++)
        if (job->plans.v[i])
            pv_device_plan_dump_sizes(job->plans.v[i], &text);
    bool ok = pv_file_write(job->diag, "-", text.n ? text.text : "", text.n);
    pv_sb_free(&text);
    return ok;
}

/* The order of loops, tiles, and which loops run in parallel. */
bool pv_stage_map(struct pv_job *job)
{
    int n_tiled = 0;
    bool ok = read_sizes(job, &job->sizes);
    struct pv_map_params params = map_params(job, &n_tiled);
    for (int i = 0; i < job->scops.n && ok; i++) {
        pv_push(job->arena, &job->tiled_before, n_tiled);
        ok = pv_stage_is_for_device(job) ? map_to_device(job, i, params) : map_to_host(job, i, params);
    }
    pv_job_lift_limit(job);
    return ok && (!job->options->map.dump_sizes || dump_sizes(job)) &&
           (!job->options->schedule.dump_final || pv_stage_dump_schedules(job, false));
}

static enum pv_legality check_order(struct pv_job *job, int i)
{
    isl_union_set *domain = pv_constraints_get_domain(job->scops.v[i]);
    enum pv_legality legality = pv_legality_check(job->scops.v[i], job->deps.v[i], job->schedules.v[i], domain);
    isl_union_set_free(domain);
    return pv_job_ran_out(job) ? PV_LEGALITY_UNKNOWN : legality;
}

/* Nothing is generated from an order that breaks a dependence. */
static bool check_region(struct pv_job *job, int i)
{
    pv_job_limit_work(job);
    enum pv_legality legality = check_order(job, i);
    if (legality == PV_LEGALITY_UNKNOWN && retreat(job, i, "whether the result is legal"))
        legality = check_order(job, i);
    if (legality == PV_LEGALITY_UNKNOWN)
        return pv_job_give_up(job, i, "whether its schedule is legal");
    if (legality != PV_ILLEGAL_ORDER && legality != PV_ILLEGAL_DOMAIN)
        return true;
    pv_fault(job->diag, job->scops.v[i]->region->range.begin, "the schedule of this region is wrong: %s",
             pv_legality_describe(legality));
    return false;
}

bool pv_stage_check(struct pv_job *job)
{
    bool ok = true;
    for (int i = 0; i < job->scops.n; i++)
        if (job->schedules.v[i])
            ok = check_region(job, i) && ok;
    pv_job_lift_limit(job);
    return ok;
}

/* The code of region "i". */
static bool build_region(struct pv_job *job, int i)
{
    const char *obstacle;
    const struct pv_device_plan *plan = i < job->plans.n ? job->plans.v[i] : NULL;
    pv_job_limit(job, job->unmapped.v[i] && !plan ? moved_code_budget : pv_usual_budget);
    struct pv_code *code = pv_ast_build(job->scops.v[i], job->schedules.v[i], plan, &obstacle);
    if (code && pv_job_ran_out(job)) {
        pv_code_free(code);
        code = NULL;
    }
    if (!code && !obstacle && retreat(job, i, "its code")) {
        if (!check_region(job, i))
            return false;
        return !job->schedules.v[i] || build_region(job, i);
    }
    if (code)
        pv_push(job->arena, &job->codes, code);
    else
        return obstacle ? pv_job_leave_alone(job, job->scops.v[i]->region, obstacle)
                        : pv_job_give_up(job, i, "its code");
    return true;
}

/* What the options say about code. isl loses statements where conditions are split at each "or". */
struct pv_generate_params pv_stage_generate_params(struct pv_job *job)
{
    struct pv_generate_params params = job->options->generate;
    if (!params.allow_or)
        pv_warn(job->diag, nowhere, "--no-ast-build-allow-or has no effect: isl's code is not always right with it");
    params.allow_or = true;
    return params;
}

/* Schedules to syntax trees. */
bool pv_stage_build(struct pv_job *job)
{
    struct pv_generate_params params = pv_stage_generate_params(job);
    params.atomic_upper_bound = true; /* OpenMP needs it */
    pv_generate_set_options(job->ctx, &params);
    bool ok = true;
    for (int i = 0; i < job->scops.n; i++)
        if (job->schedules.v[i])
            ok = build_region(job, i) && ok;
    pv_job_lift_limit(job);
    return ok;
}

static struct pv_opencl_params opencl_params(const struct pv_job *job)
{
    const struct pv_opencl_options *options = &job->options->opencl;
    const char *path = job->options->output.path && strcmp(job->options->output.path, "-") ? job->options->output.path
                                                                                           : NULL;
    return (struct pv_opencl_params){
        .compiler_options = options->compiler_options,
        .use_gpu = options->use_gpu,
        .fp_contract = job->options->output.fp_contract,
        .n_includes = options->include_files.n,
        .includes = options->include_files.v,
        .print_types = options->print_kernel_types,
        .kernel_file = options->embed_kernel_code ? NULL
                                                  : pv_splice_device_path(job->arena, job->input, path, "_kernel.cl"),
    };
}

/* Syntax trees to the text of the program. */
bool pv_stage_emit(struct pv_job *job)
{
    const struct pv_output_options *output = &job->options->output;
    struct pv_splice_params params = {
        .openmp = output->target == PV_TARGET_OPENMP,
        .device = output->target == PV_TARGET_CUDA     ? PV_DEVICE_CUDA
                  : output->target == PV_TARGET_OPENCL ? PV_DEVICE_OPENCL
                                                       : PV_DEVICE_NONE,
        .base = pv_splice_device_base(job->arena, job->input, output->path),
        .opencl = opencl_params(job),
        .keep_rows = !job->options->map.linearize_device_arrays,
        .unroll_copies = job->options->map.unroll_copy_shared,
        .narrow = job->options->map.narrow_kernels,
        .unroll_points = job->options->map.unroll_gpu_tile,
        .annotate = job->options->output.annotate,
        .command_line = job->options->command_line,
        .version = PAVE_VERSION,
    };
    for (int i = 0; i < job->codes.n; i++)
        pv_report_code(job->report, job->codes.v[i]);
    pv_splice_refusals refusals = {0};
    struct pv_splice_output out = {{0}, {0}, {0}};
    pv_splice(job->arena, job->unit, job->codes.n, job->codes.v, &params, &out, &refusals);
    job->program = out.program;
    job->kernels = out.kernels;
    job->header = out.header;
    bool ok = true;
    for (int i = 0; i < refusals.n; i++)
        ok = pv_job_leave_alone(job, refusals.v[i].region, refusals.v[i].reason) && ok;
    return ok;
}
