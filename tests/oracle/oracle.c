/* build/oracle FILE.c SCRATCH [options of pave]: prove the model of each region equal to what the
 * program does.
 *
 * An instrumented copy of the program logs each statement instance and, through the compiler's own
 * instrumentation, each address it touches. The model, evaluated at the same values of the
 * parameters, must have the same instances in the same order and touch the same memory. The dependences,
 * evaluated there too, must hold those that the trace shows. Exit 0 when they agree, 1 with the first disagreements, 2 when the comparison is not possible. */
#include "compare.h"
#include "input.h"
#include "instrument.h"
#include "runner.h"

#include <stdio.h>
#include <string.h>

/* Directives stand in the first lines of a program. */
#define DIRECTIVE_LINES 15

struct directives {
    string_list runs; /* arguments, one entry per run */
    bool is_exact;
};

static int give_up(const char *file, const char *why)
{
    fprintf(stderr, "oracle: %s: %s\n", file, why);
    return 2;
}

/* The text after "directive" where "line" begins with it, else NULL. */
static const char *match(const char *line, const char *directive)
{
    size_t n = strlen(directive);
    return strncmp(line, directive, n) ? NULL : line + n;
}

static struct directives read_directives(struct pv_arena *arena, const char *text)
{
    struct directives directives = {0};
    const char *line = text, *rest;
    for (int i = 0; i < DIRECTIVE_LINES && *line; i++) {
        size_t length = strcspn(line, "\n");
        if ((rest = match(line, "// run:"))) {
            while (*rest == ' ')
                rest++;
            pv_push(arena, &directives.runs, pv_strndup(arena, rest, (size_t)(line + length - rest)));
        } else if (match(line, "// expect: exact"))
            directives.is_exact = true;
        line += length + (line[length] == '\n');
    }
    return directives;
}

/* The options of pave that the compiler of the original must have too. */
static string_list compiler_flags(struct pv_arena *arena, const char *root, const char *file, int argc, char **argv)
{
    string_list flags = {0};
    const char *slash = strrchr(file, '/');
    int length = slash ? (int)(slash - file) : 1;
    pv_push(arena, &flags, pv_printf(arena, "-I%.*s", length, slash ? file : "."));
    pv_push(arena, &flags, pv_printf(arena, "-I%s/include", root));
    for (int i = 0; i < argc; i++) {
        bool is_whole = strlen(argv[i]) > 2;
        if (!match(argv[i], "-I") && !match(argv[i], "-D") && !match(argv[i], "-U"))
            continue;
        pv_push(arena, &flags, argv[i]);
        if (!is_whole && i + 1 < argc)
            pv_push(arena, &flags, argv[++i]);
    }
    return flags;
}

static bool write_file(const char *path, const struct pv_sb *content)
{
    FILE *file = fopen(path, "w");
    if (!file)
        return false;
    bool is_written = fwrite(content->text, 1, content->n, file) == content->n;
    return fclose(file) == 0 && is_written;
}

/* Write, compile and link the traced program. NULL, or why that failed. */
static const char *build_traced(struct pv_arena *arena, const struct input *input, struct plan **plans,
                                const char *file, const char *scratch, int argc, char **argv)
{
    const char *root = runner_root(arena);
    if (!root)
        return "the runtime of the oracle is not where its sources are";
    struct pv_sb traced = {0};
    instrument(&traced, file, input->text, input->size, plans, input->scops.n);
    const char *source = pv_printf(arena, "%s/traced.c", scratch);
    bool is_written = write_file(source, &traced);
    pv_sb_free(&traced);
    if (!is_written)
        return pv_printf(arena, "cannot write %s", source);
    string_list flags = compiler_flags(arena, root, file, argc, argv);
    return runner_build(arena, scratch, source, &flags);
}

/* Run the traced program with the arguments in report->arguments and compare what it does. */
static void compare_program(struct pv_arena *main_arena, struct report *report, const struct input *input,
                            struct plan **plans, const char *scratch, bool is_exact)
{
    struct pv_arena *arena = pv_arena_new();
    const char *path = pv_printf(arena, "%s/trace.bin", scratch);
    const char *trouble = runner_run(arena, scratch, report->arguments, path);
    struct trace *trace = trouble ? NULL : trace_read(arena, path, &trouble);
    for (int i = 0; trace && i < trace->runs.n && !trouble; i++) {
        struct trace_run *run = trace->runs.v[i];
        compare_run(arena, report, plans[run->region], input->job->tasks.v[run->region]->deps, run, is_exact);
        trouble = report->trouble;
    }
    report->trouble = trouble ? pv_strdup(main_arena, trouble) : NULL;
    pv_arena_free(arena);
}

static int finish(struct report *report)
{
    int status = 0;
    if (report->trouble)
        status = give_up(report->file_name, report->trouble);
    else if (report->n_disagreements) {
        printf("%s%d disagreements in %ld instances, %ld accesses, %ld runs\n", report->text.text,
               report->n_disagreements, report->n_instances, report->n_accesses, report->n_runs);
        status = 1;
    } else
        printf("agree: %ld instances, %ld accesses, %ld flow pairs, %ld runs (%ld equal, %ld by definition)\n",
               report->n_instances, report->n_accesses, report->n_flow_pairs, report->n_runs, report->n_equal_runs,
               report->n_defined_runs);
    pv_sb_free(&report->text);
    return status;
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fputs("usage: oracle FILE.c SCRATCH [options of pave]\n", stderr);
        return 2;
    }
    const char *file = argv[1], *scratch = argv[2];
    struct pv_arena *arena = pv_arena_new();
    struct input *input = input_load(arena, file, argc - 3, argv + 3);
    const char *trouble = input->trouble;
    struct plan **plans = pv_new_array(arena, struct plan *, input->scops.n + 1);
    for (int i = 0; i < input->scops.n && !trouble; i++) {
        plans[i] = plan_new(arena, input->scops.v[i], input->text, input->size);
        trouble = plans[i]->trouble;
    }
    if (!trouble)
        trouble = build_traced(arena, input, plans, file, scratch, argc - 3, argv + 3);
    struct report report = {.file_name = file, .trouble = trouble};
    struct directives directives = {0};
    if (!trouble)
        directives = read_directives(arena, input->text);
    for (int i = 0; i < directives.runs.n && !report.trouble; i++) {
        report.arguments = directives.runs.v[i];
        compare_program(arena, &report, input, plans, scratch, directives.is_exact);
    }
    if (!report.trouble && !report.n_runs)
        report.trouble = "no region was executed";
    int status = finish(&report);
    input_free(input);
    pv_arena_free(arena);
    return status;
}
