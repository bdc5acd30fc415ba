/* Builds and runs the traced program. */
#include "runner.h"

#include "tracefmt.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define RUNTIME "tests/oracle/runtime/tracert.c"
#define SECONDS_PER_RUN 20

/* This executable, or an empty text. */
static char *find_self(struct pv_arena *arena)
{
    char *path = pv_alloc(arena, 4096);
    ssize_t n = readlink("/proc/self/exe", path, 4095);
    path[n < 0 ? 0 : n] = '\0';
    return path;
}

const char *runner_root(struct pv_arena *arena)
{
    char *folder = find_self(arena);
    for (char *slash; (slash = strrchr(folder, '/'));) {
        *slash = '\0';
        if (access(pv_printf(arena, "%s/" RUNTIME, folder), R_OK) == 0)
            return folder;
    }
    return NULL;
}

/* Run a command and wait for its end; standard output goes to the file "output". Its exit status, or
 * -1 where it did not end by itself. */
static int execute(const string_list *command, const char *output)
{
    pid_t child = fork();
    if (child < 0)
        return -1;
    if (child == 0) {
        struct rlimit limit = {SECONDS_PER_RUN, SECONDS_PER_RUN};
        setrlimit(RLIMIT_CPU, &limit);
        int file = open(output, O_WRONLY | O_CREAT | O_TRUNC, 0666);
        if (file >= 0)
            dup2(file, STDOUT_FILENO);
        execvp(command->v[0], (char **)command->v);
        _exit(127);
    }
    int status;
    if (waitpid(child, &status, 0) < 0 || !WIFEXITED(status))
        return -1;
    return WEXITSTATUS(status);
}

static void add_words(struct pv_arena *arena, string_list *command, const char *words)
{
    char *copy = pv_strdup(arena, words);
    for (char *word = strtok(copy, " \t\r\n"); word; word = strtok(NULL, " \t\r\n"))
        pv_push(arena, command, word);
}

const char *runner_build(struct pv_arena *arena, const char *scratch, const char *source, const string_list *flags)
{
    const char *traced = pv_printf(arena, "%s/traced.o", scratch);
    string_list compile = {0}, link = {0};
    /* Objects that are const would not be instrumented, and registers have no address. */
    add_words(arena, &compile,
              "gcc -std=gnu11 -O0 -g -w -fsanitize=thread -fno-omit-frame-pointer -Dconst= -Dregister=");
    for (int i = 0; i < flags->n; i++)
        pv_push(arena, &compile, flags->v[i]);
    add_words(arena, &compile, pv_printf(arena, "-c %s -o %s", source, traced));
    pv_push(arena, &compile, NULL);
    /* The runtime lies beside this executable, as EXECUTABLE-runtime.o. */
    add_words(arena, &link,
              pv_printf(arena, "gcc -Wl,--wrap=memcpy,--wrap=memmove,--wrap=memset %s %s-runtime.o -lm -o %s/traced",
                        traced, find_self(arena), scratch));
    pv_push(arena, &link, NULL);
    if (execute(&compile, "/dev/null"))
        return pv_printf(arena, "%s does not compile", source);
    if (execute(&link, "/dev/null"))
        return "the traced program does not link";
    return NULL;
}

const char *runner_run(struct pv_arena *arena, const char *scratch, const char *arguments, const char *trace_path)
{
    string_list command = {0};
    pv_push(arena, &command, pv_printf(arena, "%s/traced", scratch));
    add_words(arena, &command, arguments);
    pv_push(arena, &command, NULL);
    setenv(TRACE_FILE_VARIABLE, trace_path, 1);
    unlink(trace_path);
    int status = execute(&command, "/dev/null");
    return status ? pv_printf(arena, "the traced program ended with status %d for \"%s\"", status, arguments) : NULL;
}
