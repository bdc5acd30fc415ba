/* reader KIND FILE [PROGRAM]: let pave read the bytes of FILE as an input of the given kind, and end with its status.
 *   c      a program, up to its model       sc     schedule constraints
 *   st     a schedule tree                  in     a schedule in isl's flat form
 *   sizes  the text of --sizes              ctx    the text of --ctx, both for PROGRAM
 * What a fuzzer starts: the same as the command line does, but options that no shell can pass. What does not depend on the
 * input is done once: a fuzzer's processes begin where PROGRAM has gone through the stages before. */
#include "base/file.h"
#include "driver/options.h"
#include "driver/pipeline.h"

#include <stdio.h>
#include <string.h>

/* The most work a stage may take, so that inputs of moderate size end in a moment. */
#define BUDGET "--budget=200000"

/* AFL's compiler lets one process read many inputs, and processes begin in the middle of the program. */
#ifdef __AFL_HAVE_MANUAL_CONTROL
#define NEXT_INPUT() __AFL_LOOP(200)
#define BEGIN_HERE() __AFL_INIT()
#else
#define NEXT_INPUT() (!n_read)
#define BEGIN_HERE() ((void)0)
#endif

/* Read the options "arguments", up to a NULL; false where there are none or they are not understood. */
static bool read_options(struct pv_arena *arena, struct pv_diag *diag, const char *const *arguments,
                         struct pv_options *options)
{
    char *copies[8] = {NULL};
    int n = 0;
    for (; arguments[n]; n++)
        copies[n] = pv_strdup(arena, arguments[n]);
    return n && pv_options_parse(arena, diag, n, copies, options) == PV_PARSE_OK;
}

/* Run pave on the file of the given kind; its status. */
static int read_file(const char *kind, const char *file)
{
    const struct {
        const char *kind, *arguments[5];
    } kinds[] = {
        {"c", {"pave", "scop", BUDGET, file}},
        {"sc", {"pave", "schedule", BUDGET, file}},
        {"st", {"pave", "codegen", BUDGET, file}},
        {"in", {"pave", "codegen", BUDGET, file}},
    };
    struct pv_arena *arena = pv_arena_new();
    struct pv_diag *diag = pv_diag_new(arena, PV_COLOR_NEVER);
    struct pv_options options;
    int status = 1;
    for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++)
        if (!strcmp(kind, kinds[i].kind) && read_options(arena, diag, kinds[i].arguments, &options)) {
            struct pv_job *job = pv_job_new(arena, diag, &options);
            status = pv_job_run(job);
            pv_job_free(job);
        }
    pv_arena_free(arena);
    return status;
}

static bool use_sizes(struct pv_job *job)
{
    return pv_stage_map(job) && pv_stage_check(job) && pv_stage_build(job) && pv_stage_emit(job);
}

/* Run pave on "program" up to the stage that uses the option of the given kind, and from there with the text in the file as
 * its argument, up to a zero byte; its status. */
static int read_option(const char *kind, const char *file, const char *program)
{
    bool is_ctx = !strcmp(kind, "ctx");
    const char *const arguments[] = {"pave", "--target=opencl", BUDGET, program, NULL};
    struct pv_arena *arena = pv_arena_new();
    struct pv_diag *diag = pv_diag_new(arena, PV_COLOR_NEVER);
    struct pv_options options;
    int status = 1;
    if (read_options(arena, diag, arguments, &options)) {
        struct pv_job *job = pv_job_new(arena, diag, &options);
        bool ok = pv_job_run_until(job, is_ctx ? "parse" : "schedule");
        BEGIN_HERE();
        struct pv_sb text = {0};
        ok = ok && pv_file_read(diag, file, &text);
        *(is_ctx ? &options.eval.ctx : &options.map.sizes) = text.n ? pv_strdup(arena, text.text) : "";
        ok = ok && (is_ctx ? pv_stage_extract(job) : use_sizes(job));
        status = ok ? 0 : pv_diag_count(diag, PV_FAULT) ? 2 : 1;
        pv_sb_free(&text);
        pv_job_free(job);
    }
    pv_arena_free(arena);
    return status;
}

int main(int argc, char **argv)
{
    int status = 1;
    if (argc == 4)
        return read_option(argv[1], argv[2], argv[3]);
    if (argc != 3) {
        fputs("usage: reader c|sc|st|in FILE, reader sizes|ctx FILE PROGRAM\n", stderr);
        return status;
    }
    BEGIN_HERE();
    for (int n_read = 0; NEXT_INPUT(); n_read++)
        status = read_file(argv[1], argv[2]);
    return status;
}
