/* The table of options and commands. */
#include "driver/optiontable.h"

#include <assert.h>
#include <string.h>

#define LENGTH(array) ((int)(sizeof(array) / sizeof((array)[0])))

const struct pv_command_info pv_command_infos[] = {
    [PV_COMPILE] = {"compile", "FILE.c...", "transform each program for --target (the default command)", 1, true,
                    PV_TOPIC_ALL, PV_NOW},
    [PV_SCOP] = {"scop", "FILE.c", "print the polyhedral model of each region", 1, false,
                 PV_TOPIC_GENERAL | PV_TOPIC_FRONT, PV_NOW},
    [PV_DEPS] = {"deps", "FILE.c", "print the dependences of each region", 1, false,
                 PV_TOPIC_GENERAL | PV_TOPIC_FRONT | PV_TOPIC_SCHEDULE, PV_NOW},
    [PV_SCHEDULE] = {"schedule", "FILE",
                     "print the new schedule tree of a program, or of schedule constraints (FILE.sc)", 1, false,
                     PV_TOPIC_GENERAL | PV_TOPIC_FRONT | PV_TOPIC_SCHEDULE, PV_NOW},
    [PV_CODEGEN] = {"codegen", "FILE", "print code for a schedule tree or for isl's flat form", 1, false,
                    PV_TOPIC_GENERAL | PV_TOPIC_GENERATE, PV_NOW},
    [PV_CHECK] = {"check", "A.c B.c", "prove that B computes what A computes, or show a counterexample", 2, false,
                  PV_TOPIC_GENERAL | PV_TOPIC_FRONT, PV_NOW},
    [PV_EXPLAIN] = {"explain", "FILE.c", "report which loops became parallel, which did not, and why", 1, false,
                    PV_TOPIC_ALL, PV_NOW},
    [PV_TUNE] = {"tune", "FILE.c | -- COMMAND...", "run variants of a program and keep the options of the fastest", 1,
                 false, PV_TOPIC_ALL | PV_TOPIC_TUNE, PV_NOW},
};

/* clang-format off */

/* The offset of "field", checked to be of type "type". */
#define AT(type, field) \
    (offsetof(struct pv_options, field) + \
     0 * sizeof(char[_Generic(&((struct pv_options *)0)->field, type *: 1, default: -1)]))

#define FLAG(letter, name, field, initial, when, help) \
    {PV_OPTION_FLAG, letter, name, AT(bool, field), initial, NULL, 0, help, when}
#define NUMBER(letter, name, field, initial, value, min, when, help) \
    {PV_OPTION_NUMBER, letter, name, AT(int, field), initial, value, min, help, when}
#define CHOICE(name, field, type, initial, choices, when, help) \
    {PV_OPTION_CHOICE, 0, name, AT(enum type, field), initial, choices, 0, help, when}
#define SWITCH(name, field, type, initial, choices, when, help) \
    {PV_OPTION_SWITCH, 0, name, AT(enum type, field), initial, choices, 0, help, when}
#define TEXT(letter, name, field, value, when, help) \
    {PV_OPTION_TEXT, letter, name, AT(const char *, field), NULL, value, 0, help, when}
#define LIST(name, field, value, when, help) \
    {PV_OPTION_LIST, 0, name, AT(const char **, field.v) - offsetof(pv_option_texts, v), NULL, value, 0, help, when}
#define CLANG(name, value, help) {PV_OPTION_CLANG, 0, name, 0, NULL, value, 0, help, PV_NOW}
#define FLAGS(name, help) {PV_OPTION_FLAGS, 0, name, 0, NULL, NULL, 0, help, PV_NOW}
#define ANSWER(letter, name, status, help) {PV_OPTION_ANSWER, letter, name, status, NULL, NULL, 0, help, PV_NOW}
#define KNOB(name, value) {PV_OPTION_KNOB, 0, name, 0, NULL, value, 0, NULL, PV_NOW}

#define PASS_CHOICE(id, name) "|" name

static const struct pv_option tuning[] = {
    TEXT(0, "run", tune.run, "COMMAND", PV_NOW, "run the program by this shell command; $EXE names the program (default: $EXE)"),
    TEXT(0, "build", tune.build, "COMMAND", PV_NOW,
         "build the program by this shell command, from $SRC, with $FLAGS, to $EXE (default: cc -O3 -march=native ...)"),
    TEXT(0, "time-from", tune.time_from, "REGEX", PV_NOW,
         "read the time from what the program prints, at this regular expression or its first group, instead of the clock"),
    TEXT(0, "tolerance", tune.tolerance, "X", PV_NOW,
         "let numbers in the output differ by X, relative to the larger one if that is above 1; without it, outputs are equal"),
    NUMBER(0, "budget", tune.budget, "300", "SECONDS", 1, PV_NOW, "search for so long; a search that is resumed counts as one"),
    NUMBER(0, "timeout", tune.timeout, "0", "SECONDS", 0, PV_NOW,
           "end a run after so long; 0: three times the time of pave's choice, at least a second"),
    NUMBER(0, "points", tune.points, "0", "N", 0, PV_NOW, "try at most N programs; 0 means no limit"),
    NUMBER(0, "seed", tune.seed, "1", "N", 0, PV_NOW, "choose another path of the search"),
    FLAG(0, "resume", tune.resume, "no", PV_NOW, "go on with the search whose journal is in the directory of --work"),
    TEXT(0, "work", tune.work, "DIR", PV_NOW, "keep the journal and the programs in DIR (default: NAME.tune)"),
    FLAG(0, "keep", tune.keep, "no", PV_NOW, "keep the programs after the search"),
    TEXT(0, "threads", tune.threads, "LIST", PV_NOW, "also try these numbers of threads, separated by commas; without it, half of the processors if there are four or more"),
    TEXT(0, "flags", tune.flags, "LIST", PV_NOW, "also try these flags of the compiler, for CUDA of nvcc, separated by |; flags of groups that ';' ends are combined"),
    NUMBER(0, "jobs", tune.jobs, "0", "N", 0, PV_NOW, "compile so many programs at once; 0: one per processor"),
    NUMBER(0, "runners", tune.runners, "0", "N", 0, PV_NOW, "run so many programs at once; 0: one, or one per host"),
    TEXT(0, "run-on", tune.run_on, "COMMAND", PV_NOW,
         "run programs elsewhere: COMMAND gets the directory $DIR, executes its script pave-run, and prints what that prints"),
    FLAG(0, "batch", tune.batch, "no", PV_NOW,
         "race all programs elsewhere at once: --run-on, or the user, runs the script pave-run of NAME.tune/batch; --resume goes on"),
    TEXT(0, "hosts", tune.hosts, "LIST", PV_NOW, "run programs on these hosts through ssh, separated by commas"),
    FLAG(0, "cache", tune.cache, "yes", PV_NOW, "begin with what an earlier search has found on this machine, and keep the result"),
};

static const struct pv_option general[] = {
    ANSWER('h', "help", PV_PARSE_HELP, "print all options, or those of the given command, and exit"),
    ANSWER('V', "version", PV_PARSE_VERSION, "print the version and exit"),
    ANSWER(0, "man", PV_PARSE_MAN, "print the manual page and exit"),
    CHOICE("completion", completion, pv_shell, "none", "none|bash|zsh|fish", PV_NOW,
           "print a file that completes pave's options in this shell, and exit"),
    FLAG('v', "verbose", verbose, "no", PV_NOW, "print more about each decision"),
    FLAG('q', "quiet", quiet, "no", PV_NOW, "print errors only, without warnings and notes"),
    CHOICE("color", color, pv_color, "auto", "auto|always|never", PV_NOW, "color diagnostics"),
    NUMBER(0, "budget", budget, "0", "N", 0, PV_NOW, "limit the isl operations of each step per region; 0 chooses a generous limit"),
    NUMBER(0, "time-limit", time_limit, "30", "SECONDS", 0, PV_NOW, "limit the processor time; 0 means no limit"),
};

static const struct pv_option input[] = {
    CLANG("I", "DIR", "search DIR for headers"),
    CLANG("D", "NAME[=VALUE]", "define a macro"),
    CLANG("U", "NAME", "undefine a macro"),
    CLANG("isystem", "DIR", "search DIR for system headers"),
    CLANG("iquote", "DIR", "search DIR for quoted headers"),
    CLANG("idirafter", "DIR", "search DIR for headers after all other directories"),
    CLANG("include", "FILE", "include FILE before the input"),
    CLANG("imacros", "FILE", "read the macros of FILE before the input"),
    CLANG("nostdinc", NULL, "do not search the standard directories"),
    CLANG("std=*", NULL, "select the C standard: c89, c99, gnu11, ...; generated code keeps to C89 if asked to"),
    FLAGS("f*", "an -f option of gcc or clang; used if it changes how C is read, otherwise ignored"),
    FLAGS("m*", "an -m option of gcc or clang; it may define macros and change type sizes"),
    FLAGS("O*", "other compiler options are ignored: -O, -g, -W, -w, -M..., -c, -L, -l, ..."),
};

static const struct pv_option front[] = {
    SWITCH("autodetect", input.autodetect, pv_detect, "auto", "auto|on|off", PV_NOW,
           "detect regions that no pragma marks; auto: only in files without such pragmas"),
    FLAG(0, "replace-openmp", input.replace_openmp, "no", PV_NOW,
         "read loops under OpenMP directives as sequential loops and parallelize them again"),
    FLAG(0, "encapsulate-dynamic-control", eval.encapsulate_dynamic_control, "yes", PV_NOW,
         "turn data-dependent control flow into a single statement"),
    FLAG(0, "pencil", eval.pencil, "no", PV_NOW, "assume PENCIL's rules: a call accesses memory only through its arguments"),
    FLAG(0, "assume-restrict", analysis.assume_restrict, "no", PV_NOW,
         "assume without a run-time test that pointers do not overlap"),
    FLAG(0, "run-time-tests", eval.run_time_tests, "yes", PV_NOW,
         "test assumptions at run time and run the original code if one fails"),
    CHOICE("signed-overflow", eval.signed_overflow, pv_overflow, "avoid", "avoid|ignore", PV_NOW,
           "avoid: assume parameter values for which no signed integer overflows"),
};

static const struct pv_option parameters[] = {
    TEXT(0, "ctx", eval.ctx, "SET", PV_NOW, "assume constraints on the parameters, in isl's notation: [n] -> { : n > 3 }"),
    FLAG(0, "assume-non-negative-parameters", eval.assume_non_negative_parameters, "no", PV_NOW,
         "assume that no parameter is negative"),
};

static const struct pv_option compiling[] = {
    CHOICE("target", output.target, pv_target, "openmp", "c|openmp|cuda|opencl", PV_NOW,
           "generate code in this language"),
    FLAG(0, "openmp", output.openmp, "no", PV_NOW, "with --target=c, generate OpenMP"),
    FLAG(0, "strict", output.strict, "no", PV_NOW, "fail, and write nothing, if a region or loop nest cannot be transformed"),
    CHOICE("dump", output.dump, pv_dump, "none", "none|parse|scop|deps|dead|schedule|expand|split|map|ast" PV_LOWER_PASSES(PASS_CHOICE),
           PV_NOW, "print each region after this stage, or after this pass of lowering"),
};

static const struct pv_option output[] = {
    TEXT('o', "output", output.path, "PATH", PV_NOW, "write to this file or directory"),
    FLAG(0, "annotate", output.annotate, "no", PV_NOW, "annotate each generated statement with its name and instance"),
    FLAG(0, "line-directives", output.line_directives, "no", PV_NOW,
         "let compilers and debuggers name lines of the input, by #line directives"),
    FLAG(0, "fp-contract", output.fp_contract, "on", PV_NOW,
         "let OpenCL kernels fuse multiply and add; off: bit-identical results (for CUDA use nvcc -fmad=false)"),
    TEXT(0, "remarks", output.remarks, "FILE", PV_NOW,
         "write what became of each loop, and why, as YAML for viewers of LLVM's optimization remarks"),
    TEXT(0, "sarif", output.sarif, "FILE", PV_NOW, "write the same as SARIF 2.1.0, for editors and code review"),
    TEXT(0, "html", output.html, "FILE", PV_NOW,
         "write the same as a page for browsers: code side by side, schedule trees, pictures of iterations"),
};

static const struct pv_option dependences[] = {
    FLAG(0, "live-range-reordering", schedule.live_range_reordering, "yes", PV_NOW,
         "allow live ranges of the same variable to be reordered"),
    FLAG(0, "reassociate", schedule.reassociate, "no", PV_NOW, "allow floating-point reductions to be reassociated"),
};

static const struct pv_option scheduling[] = {
    CHOICE("scheduler", schedule.scheduler, pv_scheduler, "pave", "pave|isl", PV_NOW,
           "select the scheduler"),
    FLAG(0, "reschedule", schedule.reschedule, "yes", PV_NOW, "compute a new schedule instead of keeping the original one"),
    FLAG(0, "group-chains", schedule.group_chains, "yes", PV_NOW, "group chains of dependent statements before scheduling"),
    FLAG(0, "in-place", schedule.in_place, "yes", PV_NOW,
         "compute a scalar in the element of an array that its last value is stored to, if the loops around it gain from that"),
    NUMBER(0, "max-expansion", schedule.max_expansion, "1073741824", "BYTES", 0, PV_NOW,
           "make loops parallel by copies of arrays that iterations overwrite; on the host a region may have copies of "
           "this size, on a device as many as it has memory for; 0: no copies"),
    NUMBER(0, "max-parts", schedule.max_parts, "9", "N", 1, PV_NOW,
           "divide the iterations of a statement into at most N parts where loops over the parts are parallel; 1: no parts"),
    TEXT(0, "save-schedule", schedule.save, "FILE", PV_NOW, "write the schedules to FILE for --load-schedule"),
    TEXT(0, "load-schedule", schedule.load, "FILE", PV_NOW, "read the schedules from FILE; pave rejects a schedule that violates a dependence"),
    FLAG(0, "dump-schedule-constraints", schedule.dump_constraints, "no", PV_NOW,
         "with deps: print the schedule constraints in isl's YAML"),
    FLAG(0, "dump-schedule", schedule.dump_schedule, "no", PV_NOW, "print the computed schedule"),
    FLAG(0, "dump-final-schedule", schedule.dump_final, "no", PV_NOW, "print the schedule after mapping"),
};

static const struct pv_option scheduler[] = {
    CHOICE("schedule-algorithm", schedule.algorithm, pv_algorithm, "isl", "isl|feautrier", PV_NOW,
           "isl: look for permutable bands first; feautrier: carry dependences first"),
    CHOICE("schedule-solver", schedule.solver, pv_row_solver, "exact", "exact|utvpi|auto", PV_NOW,
           "solve for schedule rows exactly, or in a UTVPI approximation that scales better; auto: approximate large "
           "systems only"),
    CHOICE("schedule-approximation", schedule.approximation, pv_approximation, "search",
           "search|uniform|at-once|per-dependence|total|selected|just|independent|incremental", PV_NOW,
           "how utvpi approximates a system: by pave's own search, or by a published method, for comparison"),
    CHOICE("schedule-fallback", schedule.fallback, pv_schedule_fallback, "feautrier",
           "feautrier|wavefront|single|validity|original", PV_NOW, "choose the strategy if no outer loop can be parallel"),
    FLAG(0, "schedule-context", schedule.use_context, "no", PV_NOW,
         "restrict dependences to the parameter values of the context"),
    FLAG(0, "schedule-outer-coincidence", schedule.outer_coincidence, "yes", PV_NOW, "require parallel outer loops where possible"),
    FLAG(0, "schedule-maximize-band-depth", schedule.maximize_band_depth, "yes", PV_NOW, "prefer deeper bands"),
    FLAG(0, "schedule-maximize-coincidence", schedule.maximize_coincidence, "yes", PV_NOW, "prefer parallel loops over fusion"),
    FLAG(0, "schedule-whole-component", schedule.whole_component, "no", PV_NOW,
         "schedule weakly connected components as a whole first"),
    FLAG(0, "schedule-serialize-sccs", schedule.serialize_sccs, "no", PV_NOW, "do not fuse strongly connected components"),
    FLAG(0, "schedule-split-scaled", schedule.split_scaled, "yes", PV_NOW, "split statements whose schedule rows have a common stride"),
    FLAG(0, "schedule-treat-coalescing", schedule.treat_coalescing, "yes", PV_NOW, "avoid schedules that coalesce two loops into one"),
    FLAG(0, "schedule-carry-self-first", schedule.carry_self_first, "yes", PV_NOW,
         "carry self-dependences of statements first"),
    NUMBER(0, "schedule-max-coefficient", schedule.max_coefficient, "-1", "N", -1, PV_NOW,
           "limit the coefficients of a schedule; -1 means no limit"),
    NUMBER(0, "schedule-max-constant-term", schedule.max_constant_term, "-1", "N", -1, PV_NOW,
           "limit the constant terms of a schedule; -1 means no limit"),
};

/* The threshold is 30 microseconds or so of work. bench/fork finds 1.3 microseconds for a team of threads that is awake
 * and has a processor for each, but 15 to 50 where other programs run beside it; half of the work must make up for that. */
static const struct pv_option tiling[] = {
    NUMBER(0, "dynamic-chunk", map.dynamic_chunk, "-1", "N", -1, PV_NOW,
           "OpenMP: let threads take N iterations of a parallel loop at a time; 0: equal shares from the start; -1: equal shares "
           "where iterations have equal work"),
    NUMBER(0, "parallel-threshold", map.parallel_threshold, "100000", "CYCLES", 0, PV_NOW,
           "OpenMP: minimum estimated work of a parallel loop, tested at run time if it depends on parameters; three "
           "times as much inside a sequential loop; 0: threads share every parallel loop"),
    SWITCH("tile", map.tile, pv_tile_choice, "auto", "auto|on|off", PV_NOW,
           "tile loops on the CPU; auto: only with --target=openmp and where it pays off"),
    NUMBER('S', "tile-size", map.tile_size, "0", "N", 0, PV_NOW, "set the tile size of every dimension; 0 lets pave choose"),
    TEXT(0, "sizes", map.sizes, "MAP", PV_NOW,
         "set tile, grid and block sizes: { kernel[i] -> tile[32,8] }; i numbers the tiled bands, 0 leaves a size to pave"),
    FLAG(0, "dump-sizes", map.dump_sizes, "no", PV_NOW, "print the sizes of device kernels in the form that --sizes reads"),
    FLAG(0, "scale-tile-loops", map.scale_tile_loops, "yes", PV_NOW, "let tile loops step by the tile size"),
    FLAG(0, "wrap", map.wrap, "yes", PV_NOW,
         "distribute tiles over device blocks cyclically; no: each block gets adjacent tiles"),
    SWITCH("hybrid", map.hybrid, pv_hybrid_use, "auto", "auto|on|off", PV_NOW,
           "use hexagonal tiles for stencils on devices, with sizes tile[height, width, ...]; auto: for one space "
           "dimension, with OpenCL only if --device names a GPU"),
    SWITCH("wavefronts", map.wavefronts, pv_wavefront_use, "auto", "auto|on|off", PV_NOW,
           "on devices, execute loops without parallel iterations as wavefronts of tiles, with sizes tile[...] of all "
           "tiled loops; auto: where it pays off, with OpenCL only if --device names a GPU"),
    SWITCH("overlapped-tiles", map.overlapped_tiles, pv_overlapping, "auto", "auto|on|off", PV_NOW,
           "execute several time steps of a stencil in one launch, in tiles that compute the points at their rims twice, "
           "with sizes tile[iterations, points, ...]; auto: where it is estimated to pay off, with OpenCL only if "
           "--device names a GPU"),
    FLAG(0, "jam", map.jam, "yes", PV_NOW,
         "unroll and jam outer loops that reuse array elements (--target=openmp)"),
    NUMBER(0, "jam-first", map.jam_first, "0", "N", 0, PV_NOW,
           "unroll and jam N iterations of the loop that gains the most from it; 0 lets pave choose"),
    NUMBER(0, "jam-second", map.jam_second, "0", "N", 0, PV_NOW,
           "unroll and jam N iterations of the loop that gains second most; 0 lets pave choose"),
    FLAG(0, "isolate-full-tiles", map.isolate_full_tiles, "no", PV_NOW, "generate separate code for full and partial tiles"),
};

static const struct pv_option memory[] = {
    CHOICE("device", map.device, pv_device_choice, "generic", "generic|h200|a100|v100|opencl-cpu|native", PV_NOW,
           "choose sizes for this device; native: for that of this machine, as its driver describes it"),
    CHOICE("device-memory", map.device_memory, pv_device_memory, "device", "device|managed", PV_NOW,
           "CUDA: put arrays in memory of the device, or in managed memory, which may hold more than the device has"),
    SWITCH("shared-memory", map.shared_memory, pv_memory_use, "auto", "auto|on|off", PV_NOW,
           "copy data that a block reuses to shared memory; auto: where it pays off, with OpenCL only if --device names "
           "a GPU; on: wherever data is read more than once"),
    FLAG(0, "private-memory", map.private_memory, "yes", PV_NOW, "keep elements that a thread reuses in registers"),
    NUMBER(0, "max-shared-memory", map.max_shared_memory, "0", "BYTES", 0, PV_NOW,
           "limit the shared memory of a block; 0 means the limit of the device"),
    FLAG(0, "linearize-device-arrays", map.linearize_device_arrays, "yes", PV_NOW,
         "linearize device arrays; no: arrays with rows of constant size keep their dimensions"),
    FLAG(0, "unroll-copy-shared", map.unroll_copy_shared, "yes", PV_NOW,
         "CUDA: unroll the loops that copy to and from shared memory"),
    FLAG(0, "unroll-gpu-tile", map.unroll_gpu_tile, "yes", PV_NOW,
         "CUDA: unroll the loops over the elements of a thread, which registers require"),
    FLAG(0, "narrow-kernels", map.narrow_kernels, "yes", PV_NOW,
         "add 32-bit versions of kernels that need 64-bit integers only for large sizes"),
    FLAG(0, "persistent-kernels", map.persistent_kernels, "yes", PV_NOW,
         "CUDA: let one kernel with grid barriers execute host loops around small kernels; decided at run time"),
};

static const struct pv_option opencl[] = {
    TEXT(0, "compiler-options", opencl.compiler_options, "TEXT", PV_NOW, "pass TEXT to the OpenCL compiler"),
    FLAG(0, "use-gpu", opencl.use_gpu, "yes", PV_NOW, "prefer a GPU over other devices"),
    LIST("include-file", opencl.include_files, "FILE", PV_NOW, "include FILE in the kernels"),
    FLAG(0, "print-kernel-types", opencl.print_kernel_types, "yes", PV_NOW,
         "define the structure types of the program in the kernels; no: included files define them"),
    FLAG(0, "embed-kernel-code", opencl.embed_kernel_code, "yes", PV_NOW,
         "embed kernels as a string in the host code; no: the program reads NAME_kernel.cl when it starts"),
};

static const struct pv_option generating[] = {
    CHOICE("ast", generate.generator, pv_ast_generator, "auto", "auto|pave|isl", PV_NOW,
           "select the generator of syntax trees; auto: pave's own for plain schedules, else isl's"),
    FLAG(0, "ast-build-atomic-upper-bound", generate.atomic_upper_bound, "yes", PV_NOW,
         "generate a single upper bound per loop; compile always does"),
    FLAG(0, "ast-build-prefer-pdiv", generate.prefer_pdiv, "yes", PV_NOW,
         "use / and % if the dividend is not negative"),
    FLAG(0, "ast-build-detect-min-max", generate.detect_min_max, "no", PV_NOW, "detect min and max in piecewise expressions"),
    FLAG(0, "ast-build-exploit-nested-bounds", generate.exploit_nested_bounds, "yes", PV_NOW,
         "drop conditions that inner loops imply"),
    FLAG(0, "ast-build-group-coscheduled", generate.group_coscheduled, "no", PV_NOW,
         "keep statements with equal schedule values together"),
    CHOICE("ast-build-separation-bounds", generate.separation_bounds, pv_separation_bounds, "explicit",
           "explicit|implicit", PV_NOW, "select the bounds at which loops are separated"),
    FLAG(0, "ast-build-scale-strides", generate.scale_strides, "yes", PV_NOW, "generate strided loops with a unit step"),
    FLAG(0, "ast-build-allow-else", generate.allow_else, "yes", PV_NOW, "generate 'else'"),
    FLAG(0, "ast-build-allow-or", generate.allow_or, "yes", PV_NOW, "generate conditions with '||'"),
};

static const struct pv_option knobs[] = {
    KNOB("context", "V"), KNOB("gbr", "V"), KNOB("closure", "V"), KNOB("convex-hull", "V"),
    KNOB("gbr-only-first", NULL), KNOB("bernstein-recurse", "V"), KNOB("bernstein-triangulate", NULL),
    KNOB("pip-symmetry", NULL), KNOB("coalesce-bounded-wrapping", NULL), KNOB("coalesce-preserve-locals", NULL),
    KNOB("schedule-parametric", NULL), KNOB("schedule-separate-components", NULL), KNOB("schedule-fuse", "V"),
    KNOB("tile-scale-tile-loops", NULL), KNOB("tile-shift-point-loops", NULL), KNOB("ast-iterator-type", "V"),
    KNOB("ast-always-print-block", NULL), KNOB("ast-print-outermost-block", NULL), KNOB("ast-print-macro-once", NULL),
    KNOB("allow-gnu-extensions", NULL), KNOB("print-stats", NULL), KNOB("max-operations", "N"), KNOB("on-error", "V"),
};
/* clang-format on */

const struct pv_option_section pv_option_sections[] = {
    {"Tuning", "tune-", false, PV_TOPIC_TUNE, PV_SINCE_NEVER, tuning, LENGTH(tuning)},
    {"General", NULL, false, PV_TOPIC_GENERAL, PV_SINCE_PARSE, general, LENGTH(general)},
    {"Preprocessing", NULL, false, PV_TOPIC_FRONT, PV_SINCE_PARSE, input, LENGTH(input)},
    {"Front end", "pet-", false, PV_TOPIC_FRONT, PV_SINCE_PARSE, front, LENGTH(front)},
    {"Parameters", NULL, false, PV_TOPIC_FRONT, PV_SINCE_PARSE, parameters, LENGTH(parameters)},
    {"Compilation", NULL, false, PV_TOPIC_GENERAL, PV_SINCE_PARSE, compiling, LENGTH(compiling)},
    {"Output", NULL, false, PV_TOPIC_GENERAL, PV_SINCE_CODE, output, LENGTH(output)},
    {"Dependences", NULL, false, PV_TOPIC_SCHEDULE, PV_SINCE_PARSE, dependences, LENGTH(dependences)},
    {"Scheduling", NULL, false, PV_TOPIC_SCHEDULE, PV_SINCE_SCHEDULE, scheduling, LENGTH(scheduling)},
    {"Scheduling algorithm", "isl-", false, PV_TOPIC_SCHEDULE, PV_SINCE_SCHEDULE, scheduler, LENGTH(scheduler)},
    {"Tiling and parallel loops", NULL, false, PV_TOPIC_MAP, PV_SINCE_CODE, tiling, LENGTH(tiling)},
    {"Devices and their memory", NULL, false, PV_TOPIC_MAP, PV_SINCE_CODE, memory, LENGTH(memory)},
    {"Code generation", "isl-", false, PV_TOPIC_GENERATE, PV_SINCE_CODE, generating, LENGTH(generating)},
    {"OpenCL", "opencl-", true, PV_TOPIC_EMIT, PV_SINCE_CODE, opencl, LENGTH(opencl)},
    {NULL, "isl-", true, PV_TOPIC_SCHEDULE, PV_SINCE_SCHEDULE, knobs, LENGTH(knobs)},
};

const int pv_n_option_sections = LENGTH(pv_option_sections);

const char *pv_target_name(enum pv_target target)
{
    static const char *const names[] = {
        [PV_TARGET_C] = "c", [PV_TARGET_OPENMP] = "openmp", [PV_TARGET_CUDA] = "cuda", [PV_TARGET_OPENCL] = "opencl"};
    return names[target];
}

/* The name under which messages and help show "option". */
const char *pv_option_shown_name(struct pv_arena *arena, const struct pv_option_section *section,
                                 const struct pv_option *option)
{
    return pv_printf(arena, "--%s%s", section->is_prefix_shown ? section->prefix : "", option->name);
}

bool pv_option_is_of_compilers(const struct pv_option *option)
{
    return option->kind == PV_OPTION_CLANG || option->kind == PV_OPTION_FLAGS;
}

/* The place of "text" among "choices", separated by '|'; or -1. */
int pv_option_find_choice(const char *choices, const char *text)
{
    assert(choices); /* the table gives them for each option that has a choice */
    size_t n = strlen(text);
    for (int i = 0;; i++) {
        size_t length = strcspn(choices, "|");
        if (length == n && !strncmp(choices, text, n))
            return i;
        if (!choices[length])
            return -1;
        choices += length + 1;
    }
}

/* 1 for yes, 0 for no, -1 for neither. */
int pv_option_find_truth(const char *text)
{
    int place = pv_option_find_choice("no|yes|off|on|false|true|0|1", text);
    return place < 0 ? -1 : place % 2;
}

/* How "option" is written, without its short form: --[no-]name, --name=VALUE, -IDIR, -f... */
const char *pv_option_synopsis(struct pv_arena *arena, const struct pv_option_section *section,
                               const struct pv_option *option)
{
    const char *name = pv_option_shown_name(arena, section, option) + 2;
    switch (option->kind) {
    case PV_OPTION_FLAG:
        return pv_printf(arena, "--[no-]%s", name);
    case PV_OPTION_SWITCH:
        return pv_printf(arena, "--[no-]%s[=%s]", name, option->value);
    case PV_OPTION_CLANG:
    case PV_OPTION_FLAGS:
        return option->name[strlen(option->name) - 1] == '*'
                   ? pv_printf(arena, "-%.*s...", (int)strlen(option->name) - 1, option->name)
                   : pv_printf(arena, option->value ? "-%s %s" : "-%s%s", option->name,
                               option->value ? option->value : "");
    default:
        return option->value ? pv_printf(arena, "--%s=%s", name, option->value) : pv_printf(arena, "--%s", name);
    }
}

/* The default of "option" in the form " (default: X)", or nothing where it has none or where it is plain "no". */
const char *pv_option_default(struct pv_arena *arena, const struct pv_option *option)
{
    if (!option->initial || (option->kind == PV_OPTION_FLAG && !pv_option_find_truth(option->initial)))
        return "";
    return pv_printf(arena, " (default: %s)", option->initial);
}

bool pv_option_is_shown(const struct pv_option_section *section, const struct pv_option *option, unsigned topics,
                        enum pv_availability availability)
{
    return section->title && (section->topic & topics) && option->availability == availability;
}
