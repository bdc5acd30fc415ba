#include "driver/options.h"

#include "base/str.h"
#include "driver/flags.h"

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LENGTH(array) ((int)(sizeof(array) / sizeof((array)[0])))

/* The tables. */

enum stage { GENERAL = 1, FRONT = 2, SCHEDULE = 4, MAP = 8, EMIT = 16, GENERATE = 32, ALL = 63 };

enum availability { NOW, LATER };

static const struct command {
    const char *name, *operands, *help;
    int n_files;
    bool may_be_more; /* files, each on its own */
    unsigned stages;  /* whose options it knows */
    enum availability availability;
} commands[] = {
    [PV_COMPILE] = {"compile", "FILE.c...", "transform each program for --target (the default command)", 1, true, ALL,
                    NOW},
    [PV_SCOP] = {"scop", "FILE.c", "print the polyhedral model of each region", 1, false, GENERAL | FRONT, NOW},
    [PV_DEPS] = {"deps", "FILE.c", "print the dependences of each region", 1, false, GENERAL | FRONT | SCHEDULE, NOW},
    [PV_SCHEDULE] = {"schedule", "FILE",
                     "print the new schedule tree of a program, or of schedule constraints (FILE.sc)", 1, false,
                     GENERAL | FRONT | SCHEDULE, NOW},
    [PV_CODEGEN] = {"codegen", "FILE", "print code for a schedule tree or for isl's flat form", 1, false,
                    GENERAL | GENERATE, NOW},
    [PV_CHECK] = {"check", "A.c B.c", "prove that B computes what A computes, or show a counterexample", 2, false,
                  GENERAL | FRONT, NOW},
    [PV_EXPLAIN] = {"explain", "FILE.c", "report which loops became parallel, which did not, and why", 1, false, ALL,
                    LATER},
    [PV_TUNE] = {"tune", "FILE.c", "measure tile and block sizes and keep the best", 1, false, ALL, LATER},
};

enum kind {
    FLAG,   /* bool: --x, --no-x, --x=yes|no */
    SWITCH, /* enum: --x and --no-x mean the choices "on" and "off"; else --x=CHOICE */
    CHOICE, /* enum: the place of the argument among the choices in "value", separated by '|' */
    NUMBER, /* int, "min" or more */
    TEXT,   /* const char * */
    LIST,   /* PV_VEC(const char *): each use appends one */
    CLANG,  /* -NAME or -NAME ARGUMENT goes to clang as it is; with a '*' at the end, all that starts with NAME */
    FLAGS,  /* options of compilers that start with NAME, without its '*': pv_flag_find() knows them */
    ANSWER, /* ends with the enum pv_parse_status in "at" */
    KNOB,   /* of isl, without a use here; takes an argument if "value" */
};

struct option {
    enum kind kind;
    char letter; /* the short form, or 0 */
    const char *name;
    size_t at;           /* offset of the field in struct pv_options */
    const char *initial; /* the default, as a user would give it; NULL: zero */
    const char *value;   /* name of the argument, or the choices; NULL: no argument */
    int min;
    const char *help;
    enum availability availability;
};

typedef PV_VEC(const char *) texts;

/* clang-format off */

/* The offset of "field", checked to be of type "type". */
#define AT(type, field) \
    (offsetof(struct pv_options, field) + \
     0 * sizeof(char[_Generic(&((struct pv_options *)0)->field, type *: 1, default: -1)]))

#define FLAG(letter, name, field, initial, when, help) \
    {FLAG, letter, name, AT(bool, field), initial, NULL, 0, help, when}
#define NUMBER(letter, name, field, initial, value, min, when, help) \
    {NUMBER, letter, name, AT(int, field), initial, value, min, help, when}
#define CHOICE(name, field, type, initial, choices, when, help) \
    {CHOICE, 0, name, AT(enum type, field), initial, choices, 0, help, when}
#define SWITCH(name, field, type, initial, choices, when, help) \
    {SWITCH, 0, name, AT(enum type, field), initial, choices, 0, help, when}
#define TEXT(letter, name, field, value, when, help) \
    {TEXT, letter, name, AT(const char *, field), NULL, value, 0, help, when}
#define LIST(name, field, value, when, help) \
    {LIST, 0, name, AT(const char **, field.v) - offsetof(texts, v), NULL, value, 0, help, when}
#define CLANG(name, value, help) {CLANG, 0, name, 0, NULL, value, 0, help, NOW}
#define FLAGS(name, help) {FLAGS, 0, name, 0, NULL, NULL, 0, help, NOW}
#define ANSWER(letter, name, status, help) {ANSWER, letter, name, status, NULL, NULL, 0, help, NOW}
#define KNOB(name, value) {KNOB, 0, name, 0, NULL, value, 0, NULL, NOW}

static const struct option general[] = {
    ANSWER('h', "help", PV_PARSE_HELP, "print all options, or those of the given command, and exit"),
    ANSWER('V', "version", PV_PARSE_VERSION, "print the version and exit"),
    ANSWER(0, "man", PV_PARSE_MAN, "print the manual page and exit"),
    FLAG('v', "verbose", verbose, "no", NOW, "print more about each decision"),
    FLAG('q', "quiet", quiet, "no", NOW, "print errors only, without warnings and notes"),
    CHOICE("color", color, pv_color, "auto", "auto|always|never", NOW, "color diagnostics"),
    NUMBER(0, "budget", budget, "0", "N", 0, NOW, "limit the isl operations of each stage per region; 0 chooses a generous limit"),
    NUMBER(0, "time-limit", time_limit, "30", "SECONDS", 0, NOW, "limit the processor time; 0 means no limit"),
};

static const struct option input[] = {
    CLANG("I", "DIR", "search DIR for headers"),
    CLANG("D", "NAME[=TEXT]", "define a macro"),
    CLANG("U", "NAME", "undefine a macro"),
    CLANG("isystem", "DIR", "search DIR for system headers"),
    CLANG("iquote", "DIR", "search DIR for quoted headers"),
    CLANG("idirafter", "DIR", "search DIR for headers after all other directories"),
    CLANG("include", "FILE", "include FILE before the input"),
    CLANG("imacros", "FILE", "read the macros of FILE before the input"),
    CLANG("nostdinc", NULL, "do not search the standard directories"),
    CLANG("std=*", NULL, "select the C standard: c99, c11, gnu11, ..."),
    FLAGS("f*", "an -f option of gcc or clang; used if it changes how C is read, otherwise ignored"),
    FLAGS("m*", "an -m option of gcc or clang; it may define macros and change type sizes"),
    FLAGS("O*", "other compiler options are ignored: -O, -g, -W, -w, -M..., -c, -L, -l, ..."),
};

static const struct option front[] = {
    SWITCH("autodetect", input.autodetect, pv_detect, "auto", "auto|on|off", NOW,
           "detect regions that no pragma marks; auto: only in files without such pragmas"),
    FLAG(0, "replace-openmp", input.replace_openmp, "no", NOW,
         "read loops under OpenMP directives as sequential loops and parallelize them again"),
    FLAG(0, "encapsulate-dynamic-control", eval.encapsulate_dynamic_control, "yes", NOW,
         "turn data-dependent control flow into a single statement"),
    FLAG(0, "pencil", eval.pencil, "no", NOW, "assume PENCIL's rules: a call accesses memory only through its arguments"),
    FLAG(0, "assume-restrict", analysis.assume_restrict, "no", NOW,
         "assume without a run-time test that pointers do not overlap"),
    FLAG(0, "run-time-tests", eval.run_time_tests, "yes", NOW,
         "test assumptions at run time and run the original code if one fails"),
    CHOICE("signed-overflow", eval.signed_overflow, pv_overflow, "avoid", "avoid|ignore", NOW,
           "avoid: assume parameter values for which no signed integer overflows"),
};

static const struct option parameters[] = {
    TEXT(0, "ctx", eval.ctx, "SET", NOW, "assume constraints on the parameters, in isl's notation: [n] -> { : n > 3 }"),
    FLAG(0, "assume-non-negative-parameters", eval.assume_non_negative_parameters, "no", NOW,
         "assume that no parameter is negative"),
};

static const struct option compiling[] = {
    CHOICE("target", output.target, pv_target, "openmp", "c|openmp|cuda|opencl", NOW,
           "generate code in this language"),
    FLAG(0, "openmp", output.openmp, "no", NOW, "with --target=c, generate OpenMP"),
    FLAG(0, "strict", output.strict, "no", NOW, "fail, and write nothing, if a region or loop nest cannot be transformed"),
    TEXT(0, "dump", output.dump, "STAGE", LATER, "print the result of STAGE while compiling"),
};

static const struct option output[] = {
    TEXT('o', "output", output.path, "PATH", NOW, "write to this file or directory"),
    FLAG(0, "annotate", output.annotate, "no", NOW, "annotate each generated statement with its name and instance"),
    FLAG(0, "fp-contract", output.fp_contract, "on", NOW,
         "let OpenCL kernels fuse multiply and add; off: bit-identical results (for CUDA use nvcc -fmad=false)"),
    FLAG(0, "allow-gnu-extensions", output.allow_gnu_extensions, "yes", NOW,
         "use GNU extensions in generated C, of which there are none today"),
    TEXT(0, "remarks", output.remarks, "FILE", LATER, "write all decisions in machine-readable form"),
    TEXT(0, "html", output.html, "FILE", LATER, "write the report of explain as an HTML page"),
};

static const struct option dependences[] = {
    FLAG(0, "live-range-reordering", schedule.live_range_reordering, "yes", NOW,
         "allow live ranges of the same variable to be reordered"),
    FLAG(0, "reassociate", schedule.reassociate, "no", NOW, "allow floating-point reductions to be reassociated"),
};

static const struct option scheduling[] = {
    CHOICE("scheduler", schedule.scheduler, pv_scheduler, "pave", "pave|isl", NOW,
           "select the scheduler"),
    FLAG(0, "reschedule", schedule.reschedule, "yes", NOW, "compute a new schedule instead of keeping the original one"),
    FLAG(0, "group-chains", schedule.group_chains, "yes", NOW, "group chains of dependent statements before scheduling"),
    TEXT(0, "save-schedule", schedule.save, "FILE", NOW, "write the schedules to FILE for --load-schedule"),
    TEXT(0, "load-schedule", schedule.load, "FILE", NOW, "read the schedules from FILE; pave rejects a schedule that violates a dependence"),
    FLAG(0, "dump-schedule-constraints", schedule.dump_constraints, "no", NOW,
         "with deps: print the schedule constraints in isl's YAML"),
    FLAG(0, "dump-schedule", schedule.dump_schedule, "no", NOW, "print the computed schedule"),
    FLAG(0, "dump-final-schedule", schedule.dump_final, "no", NOW, "print the schedule after mapping"),
};

static const struct option scheduler[] = {
    CHOICE("schedule-algorithm", schedule.algorithm, pv_algorithm, "isl", "isl|feautrier", NOW,
           "isl: look for permutable bands first; feautrier: carry dependences first"),
    CHOICE("schedule-solver", schedule.solver, pv_row_solver, "exact", "exact|utvpi|auto", NOW,
           "solve for schedule rows exactly, or in a UTVPI approximation that scales better; auto: approximate large "
           "systems only"),
    CHOICE("schedule-fallback", schedule.fallback, pv_schedule_fallback, "feautrier",
           "feautrier|wavefront|single|validity|original", NOW, "choose the strategy if no outer loop can be parallel"),
    FLAG(0, "schedule-context", schedule.use_context, "no", NOW,
         "restrict dependences to the parameter values of the context"),
    FLAG(0, "schedule-outer-coincidence", schedule.outer_coincidence, "yes", NOW, "require parallel outer loops where possible"),
    FLAG(0, "schedule-maximize-band-depth", schedule.maximize_band_depth, "yes", NOW, "prefer deeper bands"),
    FLAG(0, "schedule-maximize-coincidence", schedule.maximize_coincidence, "yes", NOW, "prefer parallel loops over fusion"),
    FLAG(0, "schedule-whole-component", schedule.whole_component, "no", NOW,
         "schedule weakly connected components as a whole first"),
    FLAG(0, "schedule-serialize-sccs", schedule.serialize_sccs, "no", NOW, "do not fuse strongly connected components"),
    FLAG(0, "schedule-split-scaled", schedule.split_scaled, "yes", NOW, "split statements whose schedule rows have a common stride"),
    FLAG(0, "schedule-treat-coalescing", schedule.treat_coalescing, "yes", NOW, "avoid schedules that coalesce two loops into one"),
    FLAG(0, "schedule-carry-self-first", schedule.carry_self_first, "yes", NOW,
         "carry self-dependences of statements first"),
    NUMBER(0, "schedule-max-coefficient", schedule.max_coefficient, "-1", "N", -1, NOW,
           "limit the coefficients of a schedule; -1 means no limit"),
    NUMBER(0, "schedule-max-constant-term", schedule.max_constant_term, "-1", "N", -1, NOW,
           "limit the constant terms of a schedule; -1 means no limit"),
};

/* The threshold is 13 microseconds or so of work. bench/fork finds 1.3 microseconds for a team of threads that is awake
 * and has a processor for each, but 15 to 50 where other programs run beside it; half of the work must make up for that. */
static const struct option tiling[] = {
    NUMBER(0, "parallel-threshold", map.parallel_threshold, "40000", "CYCLES", 0, NOW,
           "OpenMP: minimum estimated work of a parallel loop, tested at run time if it depends on parameters; 0 means "
           "no minimum"),
    SWITCH("tile", map.tile, pv_tile_choice, "auto", "auto|on|off", NOW,
           "tile loops on the CPU; auto: only with --target=openmp and where it pays off"),
    NUMBER('S', "tile-size", map.tile_size, "0", "N", 0, NOW, "set the tile size of every dimension; 0 lets pave choose"),
    TEXT(0, "sizes", map.sizes, "MAP", NOW,
         "set tile, grid and block sizes: { kernel[i] -> tile[32,8] }; i numbers the tiled bands"),
    FLAG(0, "dump-sizes", map.dump_sizes, "no", NOW, "print the sizes of device kernels in the form that --sizes reads"),
    FLAG(0, "scale-tile-loops", map.scale_tile_loops, "yes", NOW, "let tile loops step by the tile size"),
    FLAG(0, "wrap", map.wrap, "yes", NOW,
         "distribute tiles over device blocks cyclically; no: each block gets adjacent tiles"),
    SWITCH("hybrid", map.hybrid, pv_hybrid_use, "auto", "auto|on|off", NOW,
           "use hexagonal tiles for stencils on devices, with sizes tile[height, width, ...]; auto: for one space "
           "dimension, with OpenCL only if --device names a GPU"),
    FLAG(0, "jam", map.jam, "yes", NOW,
         "unroll and jam outer loops that reuse array elements (--target=openmp)"),
    FLAG(0, "isolate-full-tiles", map.isolate_full_tiles, "no", NOW, "generate separate code for full and partial tiles"),
};

static const struct option memory[] = {
    CHOICE("device", map.device, pv_device_choice, "generic", "generic|h200|a100|v100|opencl-cpu", NOW,
           "choose sizes for this device"),
    SWITCH("shared-memory", map.shared_memory, pv_memory_use, "auto", "auto|on|off", NOW,
           "copy data that a block reuses to shared memory; auto: where it pays off, with OpenCL only if --device names "
           "a GPU; on: wherever data is read more than once"),
    FLAG(0, "private-memory", map.private_memory, "yes", NOW, "keep elements that a thread reuses in registers"),
    NUMBER(0, "max-shared-memory", map.max_shared_memory, "0", "BYTES", 0, NOW,
           "limit the shared memory of a block; 0 means the limit of the device"),
    FLAG(0, "linearize-device-arrays", map.linearize_device_arrays, "yes", NOW,
         "linearize device arrays; no: arrays with rows of constant size keep their dimensions"),
    FLAG(0, "unroll-copy-shared", map.unroll_copy_shared, "yes", NOW,
         "CUDA: unroll the loops that copy to and from shared memory"),
    FLAG(0, "unroll-gpu-tile", map.unroll_gpu_tile, "yes", NOW,
         "CUDA: unroll the loops over the elements of a thread, which registers require"),
    FLAG(0, "narrow-kernels", map.narrow_kernels, "yes", NOW,
         "add 32-bit versions of kernels that need 64-bit integers only for large sizes"),
};

static const struct option opencl[] = {
    TEXT(0, "compiler-options", opencl.compiler_options, "TEXT", NOW, "pass TEXT to the OpenCL compiler"),
    FLAG(0, "use-gpu", opencl.use_gpu, "yes", NOW, "prefer a GPU over other devices"),
    LIST("include-file", opencl.include_files, "FILE", NOW, "include FILE in the kernels"),
    FLAG(0, "print-kernel-types", opencl.print_kernel_types, "yes", NOW,
         "define the structure types of the program in the kernels; no: included files define them"),
    FLAG(0, "embed-kernel-code", opencl.embed_kernel_code, "yes", NOW,
         "embed kernels as a string in the host code; no: the program reads NAME_kernel.cl when it starts"),
};

static const struct option generating[] = {
    FLAG(0, "ast-build-atomic-upper-bound", generate.atomic_upper_bound, "yes", NOW,
         "generate a single upper bound per loop; compile always does"),
    FLAG(0, "ast-build-prefer-pdiv", generate.prefer_pdiv, "yes", NOW,
         "use / and % if the dividend is not negative"),
    FLAG(0, "ast-build-detect-min-max", generate.detect_min_max, "no", NOW, "detect min and max in piecewise expressions"),
    FLAG(0, "ast-build-exploit-nested-bounds", generate.exploit_nested_bounds, "yes", NOW,
         "drop conditions that inner loops imply"),
    FLAG(0, "ast-build-group-coscheduled", generate.group_coscheduled, "no", NOW,
         "keep statements with equal schedule values together"),
    CHOICE("ast-build-separation-bounds", generate.separation_bounds, pv_separation_bounds, "explicit",
           "explicit|implicit", NOW, "select the bounds at which loops are separated"),
    FLAG(0, "ast-build-scale-strides", generate.scale_strides, "yes", NOW, "generate strided loops with a unit step"),
    FLAG(0, "ast-build-allow-else", generate.allow_else, "yes", NOW, "generate 'else'"),
    FLAG(0, "ast-build-allow-or", generate.allow_or, "yes", NOW, "generate conditions with '||'"),
};

static const struct option knobs[] = {
    KNOB("context", "V"), KNOB("gbr", "V"), KNOB("closure", "V"), KNOB("convex-hull", "V"),
    KNOB("gbr-only-first", NULL), KNOB("bernstein-recurse", "V"), KNOB("bernstein-triangulate", NULL),
    KNOB("pip-symmetry", NULL), KNOB("coalesce-bounded-wrapping", NULL), KNOB("coalesce-preserve-locals", NULL),
    KNOB("schedule-parametric", NULL), KNOB("schedule-separate-components", NULL), KNOB("schedule-fuse", "V"),
    KNOB("tile-scale-tile-loops", NULL), KNOB("tile-shift-point-loops", NULL), KNOB("ast-iterator-type", "V"),
    KNOB("ast-always-print-block", NULL), KNOB("ast-print-outermost-block", NULL), KNOB("ast-print-macro-once", NULL),
    KNOB("print-stats", NULL), KNOB("max-operations", "N"), KNOB("on-error", "V"),
};
/* clang-format on */

/* Names of a section with a prefix are known with and without it. */
static const struct section {
    const char *title; /* NULL: not shown */
    const char *prefix;
    bool is_prefix_shown;
    enum stage stage;
    enum pv_since since; /* the first stage of the pipeline that looks at one of them */
    const struct option *options;
    int n;
} sections[] = {
    {"General", NULL, false, GENERAL, PV_SINCE_PARSE, general, LENGTH(general)},
    {"Preprocessing", NULL, false, FRONT, PV_SINCE_PARSE, input, LENGTH(input)},
    {"Front end", "pet-", false, FRONT, PV_SINCE_PARSE, front, LENGTH(front)},
    {"Parameters", NULL, false, FRONT, PV_SINCE_PARSE, parameters, LENGTH(parameters)},
    {"Compilation", NULL, false, GENERAL, PV_SINCE_PARSE, compiling, LENGTH(compiling)},
    {"Output", NULL, false, GENERAL, PV_SINCE_CODE, output, LENGTH(output)},
    {"Dependences", NULL, false, SCHEDULE, PV_SINCE_PARSE, dependences, LENGTH(dependences)},
    {"Scheduling", NULL, false, SCHEDULE, PV_SINCE_SCHEDULE, scheduling, LENGTH(scheduling)},
    {"Scheduling algorithm", "isl-", false, SCHEDULE, PV_SINCE_SCHEDULE, scheduler, LENGTH(scheduler)},
    {"Tiling and parallel loops", NULL, false, MAP, PV_SINCE_CODE, tiling, LENGTH(tiling)},
    {"Devices and their memory", NULL, false, MAP, PV_SINCE_CODE, memory, LENGTH(memory)},
    {"Code generation", "isl-", false, GENERATE, PV_SINCE_CODE, generating, LENGTH(generating)},
    {"OpenCL", "opencl-", true, EMIT, PV_SINCE_CODE, opencl, LENGTH(opencl)},
    {NULL, "isl-", true, SCHEDULE, PV_SINCE_SCHEDULE, knobs, LENGTH(knobs)},
};

/* Parsing. */

struct parser {
    struct pv_arena *arena;
    struct pv_diag *diag;
    struct pv_options *opt;
    char **next; /* the argument to be read next; NULL ends them */
    bool has_command;
    enum pv_parse_status status;
    texts later, unused; /* options given that do nothing: yet, and at all */
    texts idle;          /* those that concern compilers alone */
};

static const struct pv_loc nowhere = {0};

#define bad(parser, ...) (pv_error((parser)->diag, nowhere, __VA_ARGS__), (parser)->status = PV_PARSE_BAD)

/* The name under which messages and help show "option". */
static const char *shown_name(struct pv_arena *arena, const struct section *section, const struct option *option)
{
    return pv_printf(arena, "--%s%s", section->is_prefix_shown ? section->prefix : "", option->name);
}

static bool skip(const char **text, const char *start)
{
    size_t n = strlen(start);
    if (strncmp(*text, start, n))
        return false;
    *text += n;
    return true;
}

static bool is_of_compilers(const struct option *option)
{
    return option->kind == CLANG || option->kind == FLAGS;
}

static bool can_be_negated(const struct option *option)
{
    return option->kind == FLAG || option->kind == SWITCH || (option->kind == KNOB && !option->value);
}

/* Does "given", what followed "--", name "option"? "no-" may stand before or after the prefix. */
static bool names_option(const struct section *section, const struct option *option, const char *given, bool *negated)
{
    *negated = can_be_negated(option) && skip(&given, "no-");
    if (section->prefix && skip(&given, section->prefix))
        *negated = (!*negated && can_be_negated(option) && skip(&given, "no-")) || *negated;
    return !is_of_compilers(option) && !strcmp(given, option->name);
}

/* The number of characters to insert, remove or replace to make "a" of "b"; at most "limit" + 1. */
static int distance(const char *a, const char *b, int limit)
{
    enum { longest = 63 };
    size_t n = strlen(a), m = strlen(b);
    if (n > longest || m > longest)
        return limit + 1;
    int row[longest + 1];
    for (size_t j = 0; j <= m; j++)
        row[j] = (int)j;
    for (size_t i = 1; i <= n; i++) {
        int diagonal = row[0];
        row[0] = (int)i;
        for (size_t j = 1; j <= m; j++) {
            int change = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            int shorter = row[j - 1] < row[j] ? row[j - 1] : row[j];
            row[j] = change <= shorter + 1 ? change : shorter + 1;
        }
    }
    return row[m] <= limit ? row[m] : limit + 1;
}

/* The known option most like "given", or NULL if there is none much like it. */
static const char *nearest_option(struct pv_arena *arena, const char *given)
{
    const char *best = NULL;
    bool negated = skip(&given, "no-");
    int limit = (int)strlen(given) / 3 < 3 ? (int)strlen(given) / 3 : 3;
    for (int s = 0; s < LENGTH(sections); s++) {
        const char *bare = given;
        if (sections[s].prefix)
            skip(&bare, sections[s].prefix);
        for (int i = 0; i < sections[s].n; i++) {
            const struct option *option = &sections[s].options[i];
            if (is_of_compilers(option) || option->kind == KNOB || (negated && !can_be_negated(option)))
                continue;
            int d = distance(bare, option->name, limit);
            if (d > limit)
                continue;
            limit = d - 1;
            best = pv_printf(arena, "--%s%s", negated ? "no-" : "", shown_name(arena, &sections[s], option) + 2);
        }
    }
    return best;
}

static void report_unknown(struct parser *parser, const char *argument)
{
    const char *name = argument + strspn(argument, "-");
    const char *nearest = nearest_option(parser->arena, pv_strndup(parser->arena, name, strcspn(name, "=")));
    if (nearest)
        bad(parser, "unknown option '%s'; did you mean '%s'?", argument, nearest);
    else
        bad(parser, "unknown option '%s'", argument);
    pv_note(parser->diag, nowhere, "'pave --help' lists the options");
}

/* The place of "text" among "choices", separated by '|'; or -1. */
static int find_choice(const char *choices, const char *text)
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
static int find_truth(const char *text)
{
    int place = find_choice("no|yes|off|on|false|true|0|1", text);
    return place < 0 ? -1 : place % 2;
}

/* Set the field of "option" to "text". Return what was expected instead, or NULL if all is well. */
static const char *store(struct parser *parser, const struct option *option, const char *text)
{
    void *field = (char *)parser->opt + option->at;
    switch (option->kind) {
    case FLAG: {
        int truth = find_truth(text);
        if (truth < 0)
            return "yes or no";
        *(bool *)field = truth;
        return NULL;
    }
    case SWITCH:
    case CHOICE: {
        int place = find_choice(option->value, text);
        if (place < 0)
            return pv_printf(parser->arena, "one of %s", option->value);
        *(unsigned *)field = (unsigned)place;
        return NULL;
    }
    case NUMBER: {
        char *end;
        errno = 0;
        long number = strtol(text, &end, 10);
        if (errno || end == text || *end || number < option->min || number > INT_MAX)
            return pv_printf(parser->arena, "a number from %d to %d", option->min, INT_MAX);
        *(int *)field = (int)number;
        return NULL;
    }
    case TEXT:
        if (!*text)
            return option->value;
        *(const char **)field = text;
        return NULL;
    case LIST:
        if (!*text)
            return option->value;
        pv_push(parser->arena, (texts *)field, text);
        return NULL;
    case CLANG:
    case FLAGS:
    case ANSWER:
    case KNOB:
        return NULL;
    }
    return NULL;
}

static void set_defaults(struct parser *parser)
{
    *parser->opt = (struct pv_options){.command = PV_COMPILE};
    for (int s = 0; s < LENGTH(sections); s++)
        for (int i = 0; i < sections[s].n; i++)
            if (sections[s].options[i].initial)
                store(parser, &sections[s].options[i], sections[s].options[i].initial);
}

/* The argument of "option", found as "shown" on the command line: "joined" if not NULL, what its plain or negated form
 * means, or the next word. NULL, with the error reported, if there is none or none may be. */
static const char *get_argument(struct parser *parser, const struct option *option, const char *shown, bool negated,
                                const char *joined)
{
    if (joined && (negated || option->kind == ANSWER)) {
        bad(parser, "option '%s' takes no argument", shown);
        return NULL;
    }
    if (joined)
        return joined;
    if (can_be_negated(option))
        return negated ? "off" : "on";
    if (!option->value)
        return "";
    if (*parser->next)
        return *parser->next++;
    bad(parser, "option '%s' needs an argument: %s", shown, option->value);
    return NULL;
}

/* Carry out "option", found as "shown" on the command line, where "joined" is the argument attached to it, or NULL. */
static void apply(struct parser *parser, const struct option *option, const char *shown, bool negated,
                  const char *joined)
{
    const char *argument = get_argument(parser, option, shown, negated, joined);
    if (!argument)
        return;
    const char *expected = store(parser, option, argument);
    if (expected)
        bad(parser, "option '%s' needs %s, not '%s'", shown, expected, argument);
    else if (option->kind == ANSWER && parser->status == PV_PARSE_OK)
        parser->status = (enum pv_parse_status)option->at;
    else if (option->kind == KNOB)
        pv_push(parser->arena, &parser->unused, shown);
    else if (option->availability == LATER)
        pv_push(parser->arena, &parser->later, shown);
}

/* Take "given" if it is an option of compilers. */
static bool parse_flag(struct parser *parser, const char *given)
{
    texts *clang = (texts *)&parser->opt->input.clang;
    if (!strcmp(given, "-x") && *parser->next)
        given = pv_printf(parser->arena, "-x%s", *parser->next++);
    struct pv_flag flag = pv_flag_find(given);
    if (flag.takes_word && !*parser->next)
        bad(parser, "option '%s' needs an argument", given);
    else if (flag.use == PV_FLAG_READ || flag.use == PV_FLAG_IDLE)
        pv_push(parser->arena, flag.use == PV_FLAG_READ ? clang : &parser->idle, given);
    else if (flag.use == PV_FLAG_NOT_KEPT)
        pv_warn(parser->diag, nowhere, "option '%s' has no effect: %s", given, flag.why);
    else if (flag.use == PV_FLAG_REFUSED)
        bad(parser, "option '%s': %s", given, flag.why);
    if (flag.takes_word && *parser->next)
        pv_push(parser->arena, flag.use == PV_FLAG_READ ? clang : &parser->idle, *parser->next++);
    return flag.use != PV_FLAG_UNKNOWN;
}

static void parse_long(struct parser *parser, const char *given)
{
    const char *equals = strchr(given, '=');
    const char *name = equals ? pv_strndup(parser->arena, given, (size_t)(equals - given)) : given;
    for (int s = 0; s < LENGTH(sections); s++)
        for (int i = 0; i < sections[s].n; i++) {
            bool negated;
            if (!names_option(&sections[s], &sections[s].options[i], name + 2, &negated))
                continue;
            apply(parser, &sections[s].options[i], name, negated, equals ? equals + 1 : NULL);
            return;
        }
    if (!parse_flag(parser, given))
        report_unknown(parser, given);
}

/* Pass "given" on to clang if it is the option "option" of clang. */
static bool parse_clang(struct parser *parser, const struct option *option, const char *given)
{
    texts *clang = (texts *)&parser->opt->input.clang;
    size_t n = strlen(option->name);
    bool is_start = option->name[n - 1] == '*';
    const char *rest = given + 1;
    if (strncmp(rest, option->name, is_start ? n - 1 : n) || (!is_start && !option->value && rest[n]))
        return false;
    pv_push(parser->arena, clang, given);
    if (is_start || !option->value || rest[n])
        return true;
    if (*parser->next)
        pv_push(parser->arena, clang, *parser->next++);
    else
        bad(parser, "option '%s' needs an argument: %s", given, option->value);
    return true;
}

/* -x, -xARGUMENT, -x ARGUMENT, or an option of compilers. */
static void parse_short(struct parser *parser, const char *given)
{
    for (int s = 0; s < LENGTH(sections); s++)
        for (int i = 0; i < sections[s].n; i++) {
            const struct option *option = &sections[s].options[i];
            if (option->kind == CLANG) {
                if (parse_clang(parser, option, given))
                    return;
            } else if (option->kind != FLAGS && option->letter == given[1] && (option->value || !given[2])) {
                apply(parser, option, pv_strndup(parser->arena, given, 2), false, given[2] ? given + 2 : NULL);
                return;
            }
        }
    if (!parse_flag(parser, given))
        report_unknown(parser, given);
}

static void parse_operand(struct parser *parser, const char *given)
{
    if (!parser->has_command && !parser->opt->input.files.n)
        for (int i = 0; i < LENGTH(commands); i++)
            if (!strcmp(given, commands[i].name)) {
                parser->opt->command = (enum pv_command)i;
                parser->has_command = true;
                return;
            }
    pv_push(parser->arena, &parser->opt->input.files, given);
}

/* Is "name" no file, but close to the name of a command? */
static bool is_like_command(const char *name)
{
    bool is_like = false;
    for (int i = 0; i < LENGTH(commands); i++)
        is_like |= distance(name, commands[i].name, 2) <= 2;
    return is_like && access(name, F_OK) != 0;
}

static bool is_same_text(const char *a, const char *b)
{
    return a == b || (a && b && !strcmp(a, b));
}

static bool is_same_list(const texts *a, const texts *b)
{
    bool is_same = a->n == b->n;
    for (int i = 0; is_same && i < a->n; i++)
        is_same = is_same_text(a->v[i], b->v[i]);
    return is_same;
}

/* Has "option" the same value in "a" and in "b"? What goes to clang is in a list of its own. */
static bool is_same_value(const struct option *option, const struct pv_options *a, const struct pv_options *b)
{
    const void *x = (const char *)a + option->at, *y = (const char *)b + option->at;
    switch (option->kind) {
    case FLAG:
        return *(const bool *)x == *(const bool *)y;
    case SWITCH:
    case CHOICE:
    case NUMBER:
        return !memcmp(x, y, sizeof(int));
    case TEXT:
        return is_same_text(*(const char *const *)x, *(const char *const *)y);
    case LIST:
        return is_same_list(x, y);
    case CLANG:
    case FLAGS:
    case ANSWER:
    case KNOB:
        break;
    }
    return true;
}

enum pv_since pv_options_compare(const struct pv_options *a, const struct pv_options *b)
{
    enum pv_since since = PV_SINCE_NEVER;
    if (a->command != b->command || !is_same_list((const texts *)&a->input.files, (const texts *)&b->input.files) ||
        !is_same_list((const texts *)&a->input.clang, (const texts *)&b->input.clang))
        return PV_SINCE_PARSE;
    for (int s = 0; s < LENGTH(sections); s++)
        for (int i = 0; i < sections[s].n; i++)
            if (sections[s].since < since && !is_same_value(&sections[s].options[i], a, b))
                since = sections[s].since;
    return since;
}

/* Say what is wrong with the number of files, if something is. */
static void check_files(struct parser *parser)
{
    const struct command *command = &commands[parser->opt->command];
    int n = parser->opt->input.files.n;
    bool is_misspelt = n > 1 && !parser->has_command && is_like_command(parser->opt->input.files.v[0]);
    if (n == command->n_files || (n > command->n_files && command->may_be_more && !is_misspelt))
        return;
    if (!n)
        bad(parser, "no input file");
    else if (is_misspelt)
        bad(parser, "unknown command '%s'", parser->opt->input.files.v[0]);
    else if (n < command->n_files)
        bad(parser, "only one input file; 'pave %s' needs two", command->name);
    else
        bad(parser, "unexpected extra file '%s'", parser->opt->input.files.v[command->n_files]);
    for (int i = 0; i < LENGTH(commands) && n && !parser->has_command; i++)
        if (distance(parser->opt->input.files.v[0], commands[i].name, 2) <= 2)
            pv_note(parser->diag, nowhere, "did you mean the command '%s'?", commands[i].name);
    pv_note(parser->diag, nowhere, "usage: pave %s [OPTION]... %s", command->name, command->operands);
}

/* Say what is wrong with the names of the files that are read and written, if something is. */
static void check_names(struct parser *parser)
{
    const struct pv_input_options *given = &parser->opt->input;
    const char *path = parser->opt->output.path;
    for (int i = 0; i < given->files.n && parser->opt->command != PV_CODEGEN; i++)
        if (pv_flag_alien_file(given->files.v[i]))
            bad(parser, "'%s' is %s; pave reads C", given->files.v[i], pv_flag_alien_file(given->files.v[i]));
    if (path && parser->opt->command == PV_COMPILE && pv_flag_alien_file(path)) {
        bad(parser, "'%s' would be %s; pave writes C", path, pv_flag_alien_file(path));
        pv_note(parser->diag, nowhere, "choose a file NAME.c, and compile that");
    }
    if (given->files.n > 1 && parser->opt->command == PV_COMPILE &&
        (parser->opt->schedule.save || parser->opt->schedule.load))
        bad(parser, "'%s' takes one file at a time",
            parser->opt->schedule.save ? "--save-schedule" : "--load-schedule");
}

static void check_command(struct parser *parser)
{
    const struct command *command = &commands[parser->opt->command];
    if (command->availability == NOW)
        return;
    if (parser->has_command)
        bad(parser, "the command '%s' is not part of this version of pave", command->name);
    else
        bad(parser, "no command, and '%s' is not part of this version of pave", command->name);
    pv_note(parser->diag, nowhere, "'pave --help' lists the commands");
}

/* "first" and "n" words, as a shell would take them. */
static const char *join_words(struct pv_arena *arena, const char *first, int n, const char *const *words)
{
    struct pv_sb line = {0};
    pv_sb_add(&line, first);
    for (int i = 0; i < n; i++)
        pv_sb_printf(&line, words[i][strcspn(words[i], " \t\n\"'\\$`<>|&;()*?[]{}!#~")] ? " '%s'" : " %s", words[i]);
    const char *text = pv_strdup(arena, line.text);
    pv_sb_free(&line);
    return text;
}

/* Name the options that do nothing: those of stages to come always, isl's where the user wants to know. */
static void note_idle_options(struct parser *parser)
{
    for (int i = 0; i < parser->later.n && !parser->opt->quiet; i++)
        pv_note(parser->diag, nowhere, "option '%s' is not implemented yet and has no effect", parser->later.v[i]);
    for (int i = 0; i < parser->unused.n && parser->opt->verbose; i++)
        pv_note(parser->diag, nowhere, "option '%s' of isl has no effect in pave", parser->unused.v[i]);
    if (parser->idle.n && parser->opt->verbose)
        pv_note(parser->diag, nowhere, "compiler options that do not concern pave are ignored:%s",
                join_words(parser->arena, "", parser->idle.n, parser->idle.v));
}

static void parse_arguments(struct parser *parser)
{
    bool options_ended = false;
    while (*parser->next && parser->status != PV_PARSE_BAD) {
        const char *given = *parser->next++;
        if (options_ended || given[0] != '-' || !given[1])
            parse_operand(parser, given);
        else if (!strcmp(given, "--"))
            options_ended = true;
        else if (given[1] == '-')
            parse_long(parser, given);
        else
            parse_short(parser, given);
    }
}

enum pv_parse_status pv_options_parse(struct pv_arena *arena, struct pv_diag *diag, int argc, char **argv,
                                      struct pv_options *opt)
{
    struct parser parser = {.arena = arena, .diag = diag, .opt = opt, .next = argc ? argv + 1 : argv};
    set_defaults(&parser);
    parse_arguments(&parser);
    if (parser.status == PV_PARSE_OK)
        check_files(&parser);
    if (parser.status == PV_PARSE_OK)
        check_names(&parser);
    if (parser.status == PV_PARSE_OK)
        check_command(&parser);
    if (parser.status == PV_PARSE_OK)
        note_idle_options(&parser);
    opt->command_line = join_words(arena, "pave", argc ? argc - 1 : 0, (const char *const *)(argc ? argv + 1 : argv));
    if (opt->output.openmp && opt->output.target == PV_TARGET_C)
        opt->output.target = PV_TARGET_OPENMP;
    return parser.status;
}

/* Help and manual. */

/* How "option" is written, without its short form: --[no-]name, --name=VALUE, -IDIR, -f... */
static const char *synopsis(struct pv_arena *arena, const struct section *section, const struct option *option)
{
    const char *name = shown_name(arena, section, option) + 2;
    switch (option->kind) {
    case FLAG:
        return pv_printf(arena, "--[no-]%s", name);
    case SWITCH:
        return pv_printf(arena, "--[no-]%s[=%s]", name, option->value);
    case CLANG:
    case FLAGS:
        return option->name[strlen(option->name) - 1] == '*'
                   ? pv_printf(arena, "-%.*s...", (int)strlen(option->name) - 1, option->name)
                   : pv_printf(arena, option->value ? "-%s %s" : "-%s%s", option->name,
                               option->value ? option->value : "");
    default:
        return option->value ? pv_printf(arena, "--%s=%s", name, option->value) : pv_printf(arena, "--%s", name);
    }
}

/* The default of "option" in the form " (default: X)", or nothing where it has none or where it is plain "no". */
static const char *default_note(struct pv_arena *arena, const struct option *option)
{
    if (!option->initial || (option->kind == FLAG && !find_truth(option->initial)))
        return "";
    return pv_printf(arena, " (default: %s)", option->initial);
}

static bool is_shown(const struct section *section, const struct option *option, unsigned stages,
                     enum availability availability)
{
    return section->title && (section->stage & stages) && option->availability == availability;
}

/* Where descriptions begin, and where lines of the help end. */
enum { HELP_COLUMN = 38, HELP_WIDTH = 100 };

/* Print "left", then "right" from HELP_COLUMN on, broken between words. A "left" that is too long has a line of its own. */
static void print_entry(FILE *out, const char *left, const char *right)
{
    size_t column = fprintf(out, "  %s", left);
    if (column >= HELP_COLUMN) {
        fputc('\n', out);
        column = 0;
    }
    fprintf(out, "%*s", (int)(HELP_COLUMN - column), "");
    column = HELP_COLUMN;
    while (*right) {
        size_t length = strcspn(right, " ");
        if (column > HELP_COLUMN && column + 1 + length > HELP_WIDTH) {
            fprintf(out, "\n%*s", HELP_COLUMN, "");
            column = HELP_COLUMN;
        }
        const char *gap = column > HELP_COLUMN ? " " : "";
        column += fprintf(out, "%s%.*s", gap, (int)length, right);
        right += length + strspn(right + length, " ");
    }
    fputc('\n', out);
}

static void print_section(FILE *out, struct pv_arena *arena, const struct section *section, unsigned stages)
{
    bool is_open = false;
    for (int i = 0; i < section->n; i++) {
        const struct option *option = &section->options[i];
        if (!is_shown(section, option, stages, NOW))
            continue;
        if (!is_open)
            fprintf(out, "\n%s:\n", section->title);
        is_open = true;
        char letter[] = {'-', option->letter, ',', ' ', '\0'};
        const char *left = pv_printf(arena, "%s%s",
                                     option->letter            ? letter
                                     : is_of_compilers(option) ? ""
                                                               : "    ",
                                     synopsis(arena, section, option));
        print_entry(out, left, pv_printf(arena, "%s%s", option->help, default_note(arena, option)));
    }
}

/* Name the options that are accepted for the sake of scripts, in lines of readable length. */
static void print_later(FILE *out, struct pv_arena *arena, unsigned stages)
{
    size_t column = 0;
    for (int s = 0; s < LENGTH(sections); s++)
        for (int i = 0; i < sections[s].n; i++) {
            if (!is_shown(&sections[s], &sections[s].options[i], stages, LATER))
                continue;
            if (!column)
                fprintf(out, "\nAccepted, but not implemented yet:");
            const char *name = shown_name(arena, &sections[s], &sections[s].options[i]);
            bool is_new_line = !column || column + strlen(name) + 1 > 100;
            fprintf(out, "%s%s", is_new_line ? "\n  " : " ", name);
            column = (is_new_line ? 2 : column + 1) + strlen(name);
        }
    if (column)
        fputc('\n', out);
}

void pv_options_print_help(FILE *out, enum pv_command command)
{
    struct pv_arena *arena = pv_arena_new();
    if (command == PV_COMPILE) {
        fprintf(out, "usage: pave [COMMAND] [OPTION]... FILE...\n\nCommands:\n");
        for (int i = 0; i < LENGTH(commands); i++)
            if (commands[i].availability == NOW)
                print_entry(out, pv_printf(arena, "%s %s", commands[i].name, commands[i].operands), commands[i].help);
    } else {
        fprintf(out, "usage: pave %s [OPTION]... %s\n", commands[command].name, commands[command].operands);
        fprintf(out, "\n%s\n", commands[command].help);
    }
    for (int s = 0; s < LENGTH(sections); s++)
        print_section(out, arena, &sections[s], commands[command].stages);
    print_later(out, arena, commands[command].stages);
    fprintf(out, "\nA FILE named - is standard input. 'pave --man' prints the manual page.\n");
    pv_arena_free(arena);
}

/* "text" with the characters that roff would interpret escaped. */
static const char *roff(struct pv_arena *arena, const char *text)
{
    char *escaped = pv_alloc(arena, 2 * strlen(text) + 1), *end = escaped;
    for (; *text; text++) {
        if (*text == '-' || *text == '\\')
            *end++ = '\\';
        *end++ = *text;
    }
    return escaped;
}

static void print_man_section(FILE *out, struct pv_arena *arena, const struct section *section)
{
    bool is_open = false;
    for (int i = 0; i < section->n; i++) {
        const struct option *option = &section->options[i];
        if (!is_shown(section, option, ALL, NOW))
            continue;
        if (!is_open)
            fprintf(out, ".SS %s\n", section->title);
        is_open = true;
        const char *letter = option->letter ? pv_printf(arena, "\\-%c, ", option->letter) : "";
        fprintf(out, ".TP\n.B %s%s\n", letter, roff(arena, synopsis(arena, section, option)));
        fprintf(out, "%s%s.\n", roff(arena, option->help), roff(arena, default_note(arena, option)));
    }
}

static const char man_head[] =
    ".SH NAME\n"
    "pave \\- turn C loop nests into parallel code\n"
    ".SH SYNOPSIS\n"
    ".B pave\n"
    ".RI [ COMMAND ]\n"
    ".RI [ OPTION ]...\n"
    ".IR FILE ...\n"
    ".SH DESCRIPTION\n"
    "pave reads C99, with the PENCIL annotations, and works on regions of the program: those between\n"
    ".B #pragma scop\n"
    "and\n"
    ".BR \"#pragma endscop\" ,\n"
    "or those it detects. It builds an exact polyhedral model of each region: the statement instances that are\n"
    "executed, their order, and the array elements that each instance reads and writes. From the model it derives the\n"
    "dependences, finds a new order that exposes parallelism and locality, and generates code for the target.\n"
    "A\n"
    ".I FILE\n"
    "named\n"
    ".B \\-\n"
    "is standard input. Several files are compiled one after the other, each on its own, and\n"
    ".B \\-o\n"
    "must then name a directory. pave accepts the options of a C compiler: it uses those that change how the text is\n"
    "read and ignores the others.\n";

static const char man_tail[] =
    ".SH FILES\n"
    "For the targets c and openmp, compile writes\n"
    ".I NAME.pave.c\n"
    "for the input\n"
    ".IR NAME.c ,\n"
    "in the current directory unless\n"
    ".B \\-o\n"
    "names a file or a directory. For opencl it writes\n"
    ".IR NAME_host.c ,\n"
    "with\n"
    ".B \\-\\-no\\-opencl\\-embed\\-kernel\\-code\n"
    "also\n"
    ".IR NAME_kernel.cl ;\n"
    "for cuda also\n"
    ".I NAME_kernel.cu\n"
    "and\n"
    ".IR NAME_kernel.h .\n"
    "pave overwrites a host file that it wrote for the other of these two targets only if\n"
    ".B \\-o\n"
    "names that file.\n"
    "In a transformed region, comments replace the two pragma lines.\n"
    "All other text stays unchanged below a comment that names the command.\n"
    ".SH DIAGNOSTICS\n"
    "Messages have the form\n"
    ".IR FILE : LINE : COLUMN :\n"
    "error, warning or note, followed by the source line with a caret.\n"
    "A region that pave cannot transform stays unchanged, and a warning names the construct.\n"
    ".SH EXIT STATUS\n"
    "With several files, the status is the highest one of any file.\n"
    ".TP\n.B 0\nSuccess.\n"
    ".TP\n.B 1\nThe input or the command line is wrong. Nothing was written for that input.\n"
    ".TP\n.B 2\nA fault in pave itself. Nothing was written for that input.\n"
    ".SH EXAMPLES\n"
    ".TP\n.B pave scop gemm.c\nPrint the model of the marked regions of gemm.c.\n"
    ".TP\n.B pave scop \\-\\-ctx='[n] \\-> { : n > 0 }' \\-DREAL=float gemm.c\n"
    "The same for a definition of REAL, with an assumption on the parameter n.\n"
    ".TP\n.B pave \\-\\-target=c \\-\\-annotate gemm.c && pave check gemm.c gemm.pave.c\n"
    "Prove that the generated program computes what the original computes. The comments of \\-\\-annotate name the\n"
    "instance that each statement executes; without them, pave matches statements by their text and accesses.\n"
    ".TP\n.B pave codegen order.in\nPrint the code of a schedule. The file holds a tree in isl's YAML, or isl's flat "
    "form:\n"
    "a map from instances to schedule values, optionally followed by a context set and a map of options.\n";

void pv_options_print_man(FILE *out)
{
    struct pv_arena *arena = pv_arena_new();
    fprintf(out, ".TH PAVE 1 \"\" \"pave %s\" \"User Commands\"\n%s", PAVE_VERSION, man_head);
    fprintf(out, ".SH COMMANDS\n");
    for (int i = 0; i < LENGTH(commands); i++)
        if (commands[i].availability == NOW)
            fprintf(out, ".TP\n.B pave %s %s\n%s.\n", commands[i].name, commands[i].operands,
                    roff(arena, commands[i].help));
    fprintf(out, ".SH OPTIONS\nAn argument may follow its option after an equals sign or as the next word.\n");
    for (int s = 0; s < LENGTH(sections); s++)
        print_man_section(out, arena, &sections[s]);
    fputs(man_tail, out);
    pv_arena_free(arena);
}

void pv_options_print_version(FILE *out)
{
    fprintf(out, "pave %s\n", PAVE_VERSION);
}
