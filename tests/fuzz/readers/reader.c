/* reader KIND FILE [PROGRAM]: let pave read the bytes of FILE as an input of the given kind, and end with its status.
 *   c      a program, up to its model       sc     schedule constraints
 *   st     a schedule tree                  in     a schedule in isl's flat form
 *   sizes  the text of --sizes              ctx    the text of --ctx, both for PROGRAM
 * What a fuzzer starts: the same as the command line does, but options that no shell can pass. */
#include "base/file.h"
#include "driver/options.h"
#include "driver/pipeline.h"

#include <stdio.h>
#include <string.h>

/* The most work a stage may take, so that inputs of moderate size end in a moment. */
#define BUDGET "--budget=200000"

/* The text of the file as the argument of "option"; a zero byte ends it. */
static const char *option_of(struct pv_arena *arena, struct pv_diag *diag, const char *option, const char *path)
{
    struct pv_sb text = {0};
    const char *result = option;
    if (pv_file_read(diag, path, &text))
        result = pv_printf(arena, "%s=%s", option, text.text);
    pv_sb_free(&text);
    return result;
}

/* AFL's compiler lets one process read many inputs. */
#ifdef __AFL_HAVE_MANUAL_CONTROL
#define NEXT_INPUT() __AFL_LOOP(200)
#else
#define NEXT_INPUT() (!n_read)
#endif

/* Run pave on the file of the given kind; its status. */
static int read_input(const char *kind, const char *file, const char *program)
{
    struct pv_arena *arena = pv_arena_new();
    struct pv_diag *diag = pv_diag_new(arena, PV_COLOR_NEVER);
    const struct {
        const char *kind, *arguments[6];
    } kinds[] = {
        {"c", {"pave", "scop", BUDGET, file}},
        {"sc", {"pave", "schedule", BUDGET, file}},
        {"st", {"pave", "codegen", BUDGET, file}},
        {"in", {"pave", "codegen", BUDGET, file}},
        {"sizes", {"pave", "--tile", "--output=-", BUDGET, option_of(arena, diag, "--sizes", file), program}},
        {"ctx", {"pave", "scop", BUDGET, option_of(arena, diag, "--ctx", file), program}},
    };
    char *arguments[8] = {NULL};
    int n = 0;
    for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++)
        for (int k = 0; k < 6 && !strcmp(kind, kinds[i].kind) && kinds[i].arguments[k]; k++)
            arguments[n++] = pv_strdup(arena, kinds[i].arguments[k]);
    struct pv_options options;
    int status = 1;
    if (!n)
        fputs("usage: reader c|sc|st|in|sizes|ctx FILE [PROGRAM]\n", stderr);
    else if (pv_options_parse(arena, diag, n, arguments, &options) == PV_PARSE_OK) {
        struct pv_job *job = pv_job_new(arena, diag, &options);
        status = pv_job_run(job);
        pv_job_free(job);
    }
    pv_arena_free(arena);
    return status;
}

int main(int argc, char **argv)
{
    int status = 1;
    for (int n_read = 0; NEXT_INPUT(); n_read++)
        status = read_input(argc > 1 ? argv[1] : "", argc > 2 ? argv[2] : "", argc > 3 ? argv[3] : "");
    return status;
}
