/* The command line: one table in optiontable.c gives parsing, defaults, --help, the man page and completions. */
#ifndef PV_OPTIONS_H
#define PV_OPTIONS_H

#include "ast/generate.h"
#include "base/diag.h"
#include "base/vec.h"
#include "front/evalctx.h"
#include "lower/lowering.h"
#include "map/mapparams.h"
#include "schedule/schedule.h"

#include <stdio.h>

enum pv_command {
    PV_COMPILE,
    PV_SCOP,
    PV_DEPS,
    PV_SCHEDULE,
    PV_CODEGEN,
    PV_CHECK,
    PV_EXPLAIN,
    PV_TUNE,
};

/* Does "command" compile the program, whether it writes the result or only reports on it? */
static inline bool pv_command_compiles(enum pv_command command)
{
    return command == PV_COMPILE || command == PV_EXPLAIN;
}

/* In the order of the choices that the table names, as are enum pv_scheduler and enum pv_row_solver. */
enum pv_target { PV_TARGET_C, PV_TARGET_OPENMP, PV_TARGET_CUDA, PV_TARGET_OPENCL };
/* The value of --target. */
const char *pv_target_name(enum pv_target target);
enum pv_detect { PV_DETECT_AUTO, PV_DETECT_ON, PV_DETECT_OFF };
enum pv_tile_choice { PV_TILE_AUTO, PV_TILE_ON, PV_TILE_OFF };
enum pv_device_memory { PV_DEVICE_MEMORY_OWN, PV_DEVICE_MEMORY_MANAGED };
enum pv_shell { PV_SHELL_NONE, PV_SHELL_BASH, PV_SHELL_ZSH, PV_SHELL_FISH };
enum pv_algorithm { PV_ALGORITHM_PLUTO, PV_ALGORITHM_FEAUTRIER };

/* Results that --dump prints: of stages, and of passes of lowering. */
#define PV_DUMP_PASS_(id, name) PV_DUMP_##id,
enum pv_dump {
    PV_DUMP_NONE,
    PV_DUMP_PARSE,
    PV_DUMP_SCOP,
    PV_DUMP_DEPS,
    PV_DUMP_DEAD,
    PV_DUMP_SCHEDULE,
    PV_DUMP_EXPAND,
    PV_DUMP_SPLIT,
    PV_DUMP_MAP,
    PV_DUMP_AST, /* the last stage; the passes follow in their order */
    PV_LOWER_PASSES(PV_DUMP_PASS_)
};
#undef PV_DUMP_PASS_

struct pv_input_options {
    PV_VEC(const char *) files; /* "-" is standard input */
    PV_VEC(const char *) clang; /* arguments for clang, in the order given */
    bool replace_openmp;        /* loops under OpenMP are parallelised anew */
    enum pv_detect autodetect;  /* auto: only in a file without "#pragma scop" */
};

struct pv_output_options {
    const char *path; /* -o: a file or a folder; NULL for the default names */
    enum pv_target target;
    bool openmp; /* --openmp: makes target C the target OpenMP */
    bool annotate, fp_contract;
    bool line_directives;                /* #line says where text of the input stood */
    bool strict;                         /* a region left alone is an error */
    enum pv_dump dump;                   /* whose result is printed */
    const char *remarks;                 /* files for what became of each loop, or NULL */
    const struct pv_page_tuning *tuning; /* for the page; set by tune, or NULL */
    const char *sarif;
    const char *html; /* file for the report of explain, or NULL */
};

struct pv_analysis_options {
    bool assume_restrict; /* pointers without "restrict" do not overlap */
};

struct pv_schedule_options {
    enum pv_scheduler scheduler;
    enum pv_schedule_fallback fallback;
    bool use_context;
    enum pv_algorithm algorithm;
    enum pv_row_solver solver;
    enum pv_approximation approximation;
    bool reschedule, group_chains, live_range_reordering, reassociate, in_place;
    bool outer_coincidence, maximize_band_depth, maximize_coincidence;
    bool whole_component, serialize_sccs, split_scaled, treat_coalescing, carry_self_first;
    int max_coefficient, max_constant_term; /* -1: no bound */
    int max_expansion;                      /* bytes of copies of arrays in a region; 0: none */
    int max_parts;                          /* of the iterations of a statement; 1: they are not divided */
    const char *save, *load;                /* files, or NULL */
    bool dump_constraints, dump_schedule, dump_final;
};

struct pv_map_options {
    enum pv_tile_choice tile; /* auto: for OpenMP, where it pays */
    bool scale_tile_loops, wrap, isolate_full_tiles, jam;
    enum pv_hybrid_use hybrid;
    enum pv_wavefront_use wavefronts;
    enum pv_overlapping overlapped_tiles;
    enum pv_memory_use shared_memory;
    enum pv_device_choice device;
    enum pv_device_memory device_memory;
    bool private_memory, linearize_device_arrays, unroll_copy_shared, unroll_gpu_tile, narrow_kernels,
        persistent_kernels;
    int tile_size;             /* 0: chosen by pave */
    int jam_first, jam_second; /* iterations side by side; 0: chosen by pave */
    int dynamic_chunk;         /* iterations that a thread takes at a time; 0: equal shares; -1: pave's choice */
    int parallel_threshold;    /* cycles of work that threads need to share a loop */
    int max_shared_memory;     /* bytes; 0: what the device has */
    const char *sizes;         /* { kernel[i] -> tile[..]; kernel[i] -> grid[..]; ... }, or NULL */
    bool dump_sizes;
};

struct pv_opencl_options {
    const char *compiler_options;       /* or NULL */
    PV_VEC(const char *) include_files; /* included by the kernel file */
    bool use_gpu, print_kernel_types, embed_kernel_code;
};

/* Of the command tune. */
struct pv_tune_options {
    const char *build, *run, *run_on, *hosts, *time_from, *tolerance, *threads, *flags, *work; /* or NULL */
    int budget, timeout, seed, points, runners, jobs;
    bool resume, keep, cache, batch;
    PV_VEC(const char *) project; /* the words behind "--" */
    PV_VEC(const char *) given;   /* options of pave that do not belong to tune, as they were given */
};

struct pv_options {
    enum pv_command command;
    const char *command_line; /* as typed, the program's name without its folder */
    bool verbose, quiet;
    enum pv_color color;
    enum pv_shell completion; /* whose completions are asked for */
    int budget;               /* work units per stage; 0: the default */
    int time_limit;           /* seconds of processor time; 0: none */
    struct pv_input_options input;
    struct pv_eval_params eval;
    struct pv_output_options output;
    struct pv_analysis_options analysis;
    struct pv_schedule_options schedule;
    struct pv_map_options map;
    struct pv_generate_params generate;
    struct pv_opencl_options opencl;
    struct pv_tune_options tune;
};

enum pv_parse_status {
    PV_PARSE_OK,         /* run opt->command */
    PV_PARSE_BAD,        /* the reason is in "diag" */
    PV_PARSE_HELP,       /* --help: pv_options_print_help for opt->command, or for all if none was given */
    PV_PARSE_MAN,        /* --man */
    PV_PARSE_VERSION,    /* --version */
    PV_PARSE_COMPLETION, /* --completion: pv_options_print_completion for opt->completion */
};

/* Set "opt" from the command line; what it points to lives in "argv" or in "arena". A wrong option or a wrong number
 * of files is an error in "diag" that names it and, where there is one, the option probably meant. */
enum pv_parse_status pv_options_parse(struct pv_arena *arena, struct pv_diag *diag, int argc, char **argv,
                                      struct pv_options *opt);

/* The first stage of the pipeline that looks at an option. A test that compiles a program with several sets of options runs
 * the stages before only once. */
enum pv_since { PV_SINCE_PARSE, PV_SINCE_SCHEDULE, PV_SINCE_CODE, PV_SINCE_NEVER };

/* The first stage that may tell "a" from "b". */
enum pv_since pv_options_compare(const struct pv_options *a, const struct pv_options *b);

/* Print the options that "command" knows: with PV_COMPILE, all options and the list of commands. */
void pv_options_print_help(FILE *out, enum pv_command command);
/* Print the man page of pave, or that of "command" if it has its own, in the macros of man(7). */
void pv_options_print_man(FILE *out, enum pv_command command);
/* Print a file that completes the command line in "shell". */
void pv_options_print_completion(FILE *out, enum pv_shell shell);
void pv_options_print_version(FILE *out);

#endif
