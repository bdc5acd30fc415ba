/* The run-time support of generated programs: the texts of the files in runtime/, which the build puts into pave
 * (tools/embed). Names in them begin with "pave_"; pv_names_add_support() replaces that where a program has such names. */
#ifndef PV_RUNTIME_H
#define PV_RUNTIME_H

/* For the tests in front of regions: rows of arrays, spans of memory, rows behind pointers, memory for copies. */
extern const char pv_runtime_at[], pv_runtime_apart[], pv_runtime_rows[], pv_runtime_room[];

/* For both, between the state and the rest: memory kept between regions. */
extern const char pv_runtime_pool[];

/* For OpenCL, in this order; of the second and the third, one. */
extern const char pv_runtime_opencl_state[], pv_runtime_opencl_load_text[], pv_runtime_opencl_load_file[],
    pv_runtime_opencl[];

extern const char pv_runtime_cuda_state[], pv_runtime_cuda[], pv_runtime_cuda_grid[];

/* For both, behind the others: are arrays interleaved? */
extern const char pv_runtime_mixed[];

/* For both, behind the others, where the host executes statements between kernels. */
extern const char pv_runtime_held[];

#endif
