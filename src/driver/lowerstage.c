/* Translates the options into the parameters of lowering. */
#include "driver/lowerstage.h"

#include "driver/flags.h"
#include "emit/progdump.h"

enum pv_splice_device pv_job_device(const struct pv_job *job)
{
    return job->options->output.target == PV_TARGET_CUDA     ? PV_DEVICE_CUDA
           : job->options->output.target == PV_TARGET_OPENCL ? PV_DEVICE_OPENCL
                                                             : PV_DEVICE_NONE;
}

const struct pv_lowering *pv_job_lowering(struct pv_job *job)
{
    const struct pv_map_options *map = &job->options->map;
    bool is_pass = job->options->output.dump > PV_DUMP_AST;
    bool can_unroll = pv_splice_unrolls(pv_job_device(job));
    struct pv_lower_params params = {
        .openmp = job->options->output.target == PV_TARGET_OPENMP,
        .is_c89 = pv_flags_are_c89(job->options->input.clang.n, job->options->input.clang.v),
        .annotate = job->options->output.annotate,
        .max_expansion = job->options->schedule.max_expansion,
        .is_opencl = job->options->output.target == PV_TARGET_OPENCL,
        .keeps_rows = !map->linearize_device_arrays,
        .narrows = map->narrow_kernels,
        .persists = map->persistent_kernels && job->options->output.target == PV_TARGET_CUDA,
        .unroll_copies = map->unroll_copy_shared && can_unroll,
        .unroll_points = map->unroll_gpu_tile && can_unroll,
        .dump = is_pass ? (enum pv_lower_pass)(job->options->output.dump - PV_DUMP_AST) : PV_PASS_NONE,
        .print = pv_progdump,
    };
    if (!job->lowering)
        job->lowering = pv_lowering_begin(job->arena, job->unit, &params);
    return job->lowering;
}
