/* Runs a program with several sets of arguments and compares what it prints, in one process, where a shell would need a dozen for
 * each run.
 *
 *   batch LIMIT PROGRAM PREFIX [ORDER...] <LINES
 *
 * Each line of the input has the words of one run; PREFIX.N, N the number of the line from 1, has what the program must print, on
 * standard output and standard error together, before it ends with status 0. A run may take LIMIT seconds of processor time. With
 * orders, each run is repeated with each of them in PAVE_DEVICE_ORDER (tests/cldevice). The first output that differs goes to
 * PREFIX.actual, followed by a line with the status if that is not 0; the exit status is then 1, and 0 if there is none.
 * With the option --record before LIMIT the files PREFIX.N are written instead, and the status is 1 if that of a run is not 0. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MAX_WORDS = 100, BAD_USE = 2, NOT_RUN = 126, BY_SIGNAL = 128, WALL_FACTOR = 20 };

static unsigned limit;
static const char *prefix;
static bool is_recording;

static void refuse(const char *what)
{
    fprintf(stderr, "batch: %s: %s\n", what, strerror(errno));
    exit(BAD_USE);
}

/* Become the program with what it prints in "output". */
static void become(char **words, int output)
{
    struct rlimit time = {limit, limit + 1};
    int nothing = open("/dev/null", O_RDONLY);
    if (dup2(nothing, 0) < 0 || dup2(output, 1) < 0 || dup2(output, 2) < 0 || setrlimit(RLIMIT_CPU, &time) < 0)
        _exit(NOT_RUN);
    alarm(limit * WALL_FACTOR);
    execv(words[0], words);
    _exit(NOT_RUN);
}

/* Run the program; return its status as a shell has it. */
static int run(char **words, int output)
{
    int status;
    pid_t child = fork();
    if (child == 0)
        become(words, output);
    if (child < 0 || waitpid(child, &status, 0) < 0)
        refuse("no process");
    return WIFEXITED(status) ? WEXITSTATUS(status) : BY_SIGNAL + WTERMSIG(status);
}

/* The bytes of the open file "file", and their number in "size"; "" for none. */
static const char *map_file(int file, size_t *size)
{
    struct stat about;
    if (fstat(file, &about) < 0)
        refuse("fstat");
    *size = (size_t)about.st_size;
    if (!*size)
        return "";
    const char *text = mmap(NULL, *size, PROT_READ, MAP_PRIVATE, file, 0);
    if (text == MAP_FAILED)
        refuse("mmap");
    return text;
}

static void unmap(const char *text, size_t size)
{
    if (size)
        munmap((void *)text, size);
}

static void write_file(const char *path, const char *text, size_t size, int status)
{
    FILE *file = fopen(path, "w");
    if (!file)
        refuse(path);
    fwrite(text, 1, size, file);
    if (status)
        fprintf(file, "status %d\n", status);
    if (fclose(file))
        refuse(path);
}

/* Does the file "path" hold "text"? */
static bool holds(const char *path, const char *text, size_t size)
{
    int file = open(path, O_RDONLY);
    if (file < 0)
        refuse(path);
    size_t expected_size;
    const char *expected = map_file(file, &expected_size);
    bool is_same = expected_size == size && !memcmp(expected, text, size);
    unmap(expected, expected_size);
    close(file);
    return is_same;
}

/* Run line "n" of the input. False if something is wrong. */
static bool run_line(char **words, int n)
{
    char path[4096];
    snprintf(path, sizeof(path), "%s.%d", prefix, n);
    int output = memfd_create("output", 0);
    if (output < 0)
        refuse("memfd_create");
    int status = run(words, output);
    size_t size;
    const char *text = map_file(output, &size);
    bool is_right = status == 0;
    if (is_recording) {
        write_file(path, text, size, 0);
    } else if (!is_right || !holds(path, text, size)) {
        is_right = false;
        snprintf(path, sizeof(path), "%s.actual", prefix);
        write_file(path, text, size, status);
    }
    unmap(text, size);
    close(output);
    return is_right;
}

/* The words of "line" behind the program in "words". */
static void split(char *line, char **words)
{
    int n = 1;
    for (char *word = strtok(line, " \t\r\n"); word && n < MAX_WORDS; word = strtok(NULL, " \t\r\n"))
        words[n++] = word;
    words[n] = NULL;
}

int main(int argc, char **argv)
{
    is_recording = argc > 1 && !strcmp(argv[1], "--record");
    argc -= is_recording;
    argv += is_recording;
    limit = argc >= 4 ? (unsigned)strtoul(argv[1], NULL, 10) : 0;
    if (!limit) {
        fputs("usage: batch [--record] LIMIT PROGRAM PREFIX [ORDER...] <LINES\n", stderr);
        return BAD_USE;
    }
    char *line = NULL, *words[MAX_WORDS + 1] = {argv[2]};
    size_t room = 0;
    prefix = argv[3];
    bool is_right = true;
    for (int n = 1; is_right && getline(&line, &room, stdin) >= 0; n++) {
        split(line, words);
        if (argc == 4)
            is_right = run_line(words, n);
        for (int i = 4; i < argc && is_right; i++) {
            setenv("PAVE_DEVICE_ORDER", argv[i], 1);
            is_right = run_line(words, n);
        }
    }
    free(line);
    return is_right ? 0 : 1;
}
