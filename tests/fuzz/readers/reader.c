/* reader KIND FILE... or reader KIND FILE PROGRAM: let pave read the bytes of each FILE as an input of the given kind, and
 * end with the worst status.
 *   c      a program, up to its model       sc     schedule constraints
 *   st     a schedule tree                  in     a schedule in isl's flat form
 *   sizes  the text of --sizes              ctx    the text of --ctx, both for PROGRAM
 * What a fuzzer starts: the same as the command line does, but options that no shell can pass. What does not depend on the
 * input is done once: a fuzzer's processes begin where libclang is loaded and has parsed something, for sizes where PROGRAM
 * has gone through the stages before. They abort where pave finds a fault in itself, or an object of isl is never freed. */
#include "base/file.h"
#include "driver/options.h"
#include "driver/pipeline.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The most work a stage may take, so that inputs of moderate size end in a moment. */
#define BUDGET "--budget=200000"

/* AFL's compiler lets one process read many inputs, and processes begin in the middle of the program. */
#ifdef __AFL_HAVE_MANUAL_CONTROL
#define NEXT_INPUT() __AFL_LOOP(1000)
#define BEGIN_HERE() __AFL_INIT()
#else
#define NEXT_INPUT() (!n_read)
#define BEGIN_HERE() ((void)0)
#endif

/* AddressSanitizer knows which memory was freed. */
#define IS_FREED(address) ((void)(address), true)
#ifdef __has_feature
#if __has_feature(address_sanitizer)
#include <sanitizer/asan_interface.h>
#undef IS_FREED
#define IS_FREED(address) __asan_address_is_poisoned(address)
#endif
#endif

/* Free "job", which ended with "status". A fuzzer learns of what is wrong although nothing crashed: isl keeps its context
 * while there are objects in it. */
static void end_job(struct pv_job *job, int status)
{
    const void *ctx = job->ctx;
    pv_job_free(job);
    bool is_bad = status > 1 || !IS_FREED(ctx);
    if (is_bad && getenv("__AFL_SHM_ID"))
        abort();
}

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
            end_job(job, status);
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
        if (!is_ctx)
            BEGIN_HERE();
        struct pv_sb text = {0};
        ok = ok && pv_file_read(diag, file, &text);
        *(is_ctx ? &options.eval.ctx : &options.map.sizes) = text.n ? pv_strdup(arena, text.text) : "";
        ok = ok && (is_ctx ? pv_stage_extract(job) : use_sizes(job));
        status = ok ? 0 : pv_diag_count(diag, PV_FAULT) ? 2 : 1;
        pv_sb_free(&text);
        end_job(job, status);
    }
    pv_arena_free(arena);
    return status;
}

/* Let libclang parse for the first time, which takes as long as many later times. */
static void warm_up(void)
{
    char file[] = "/tmp/pave-reader.XXXXXX";
    int fd = mkstemp(file);
    if (fd < 0)
        return;
    close(fd);
    read_file("c", file);
    unlink(file);
}

static bool is_option(const char *kind)
{
    return !strcmp(kind, "sizes") || !strcmp(kind, "ctx");
}

int main(int argc, char **argv)
{
    if (argc < 3 || (is_option(argv[1]) && argc != 4)) {
        fputs("usage: reader c|sc|st|in FILE..., reader sizes|ctx FILE PROGRAM\n", stderr);
        return 1;
    }
    const char *kind = argv[1];
    bool is_ctx = !strcmp(kind, "ctx");
    if (!strcmp(kind, "sizes"))
        return read_option(kind, argv[2], argv[3]);
    if ((is_ctx || !strcmp(kind, "c")) && getenv("__AFL_SHM_ID"))
        warm_up();
    BEGIN_HERE();
    int worst = 0;
    for (int n_read = 0; NEXT_INPUT(); n_read++)
        for (int i = 2; i < (is_ctx ? 3 : argc); i++) {
            int status = is_ctx ? read_option(kind, argv[i], argv[3]) : read_file(kind, argv[i]);
            worst = status > worst ? status : worst;
        }
    return worst;
}
