/* Runs programs for pavecc, and keeps its temporary files. */
#include "driver/ccwork.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* Set before the handler is, and afterwards by one thread only. */
static char folder[4000];
static volatile sig_atomic_t child, caught;

static const int fatal[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE};

/* The program that runs is told, too; the folder goes when it has ended. */
static void on_signal(int number)
{
    caught = number;
    if (child > 0)
        kill((pid_t)child, number);
}

static void set_handlers(void (*handler)(int))
{
    for (size_t i = 0; i < sizeof(fatal) / sizeof(*fatal); i++) {
        struct sigaction action = {.sa_handler = handler}, old;
        if (!sigaction(fatal[i], NULL, &old) && old.sa_handler != SIG_IGN)
            sigaction(fatal[i], &action, NULL);
    }
}

/* Make the folder inside "place", if there is such a place. */
static bool make_folder(struct pv_arena *arena, const char *place)
{
    if (!place || !*place)
        return false;
    const char *pattern = pv_printf(arena, "%s/pavecc.XXXXXX", place);
    if (strlen(pattern) >= sizeof(folder) - 1)
        return false;
    memcpy(folder, pattern, strlen(pattern) + 1);
    if (!mkdtemp(folder))
        folder[0] = 0;
    return folder[0];
}

const char *pv_ccwork_begin(struct pv_arena *arena)
{
    set_handlers(on_signal);
    bool ok = make_folder(arena, getenv("TMPDIR")) || make_folder(arena, getenv("TMP")) ||
              make_folder(arena, getenv("TEMP")) || make_folder(arena, "/tmp") || make_folder(arena, "/var/tmp");
    return ok ? folder : NULL;
}

/* Remove the folder "path" and all in it. */
static void remove_folder(const char *path)
{
    DIR *dir = opendir(path);
    for (struct dirent *entry = dir ? readdir(dir) : NULL; entry; entry = readdir(dir)) {
        char name[5000];
        if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..") ||
            snprintf(name, sizeof(name), "%s/%s", path, entry->d_name) >= (int)sizeof(name))
            continue;
        if (unlink(name))
            remove_folder(name);
    }
    if (dir)
        closedir(dir);
    rmdir(path);
}

void pv_ccwork_end(void)
{
    if (folder[0])
        remove_folder(folder);
    folder[0] = 0;
}

/* End as the signal asks that came while a program ran. */
static void end_if_caught(void)
{
    if (!caught)
        return;
    pv_ccwork_end();
    set_handlers(SIG_DFL);
    raise(caught);
}

static char **argv_of(struct pv_arena *arena, const pv_words *words)
{
    char **argv = pv_new_array(arena, char *, words->n + 1);
    for (int i = 0; i < words->n; i++)
        argv[i] = pv_strdup(arena, words->v[i]);
    return argv;
}

void pv_ccwork_become(struct pv_arena *arena, const pv_words *words)
{
    char **argv = argv_of(arena, words);
    execvp(argv[0], argv);
    fprintf(stderr, "pavecc: error: cannot run '%s': %s\n", argv[0], strerror(errno));
}

/* Let the descriptor "to" be the file "path", if there is one. */
static void redirect(const char *path, int to, int flags)
{
    int file = path ? open(path, flags, 0600) : -1;
    if (path && (file < 0 || dup2(file, to) < 0))
        _exit(127);
    if (file >= 0)
        close(file);
}

int pv_ccwork_run(struct pv_arena *arena, const pv_words *words, struct pv_cc_streams streams)
{
    int status = 0;
    (void)fflush(stderr);
    end_if_caught();
    sigset_t signals, before;
    sigemptyset(&signals);
    for (size_t i = 0; i < sizeof(fatal) / sizeof(*fatal); i++)
        sigaddset(&signals, fatal[i]);
    sigprocmask(SIG_BLOCK, &signals, &before); /* until both processes know which of them they are */
    child = fork();
    if (!child) {
        redirect(streams.in, 0, O_RDONLY);
        redirect(streams.out, 1, O_WRONLY | O_CREAT | O_TRUNC);
        redirect(streams.err, 2, O_WRONLY | O_CREAT | O_TRUNC);
        set_handlers(SIG_DFL);
        sigprocmask(SIG_SETMASK, &before, NULL);
        pv_ccwork_become(arena, words);
        _exit(127);
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
    while (child > 0 && waitpid((pid_t)child, &status, 0) < 0 && errno == EINTR)
        ;
    bool is_run = child > 0;
    child = 0;
    end_if_caught();
    return !is_run ? 127 : WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

bool pv_ccwork_write(const char *path, const char *text, size_t size)
{
    FILE *file = fopen(path, "wb");
    bool ok = file && fwrite(text, 1, size, file) == size;
    return file && !fclose(file) && ok;
}

void pv_ccwork_show(struct pv_arena *arena, const char *path)
{
    size_t size = 0;
    const char *text = pv_ccline_read(arena, path, &size);
    if (text)
        (void)fwrite(text, 1, size, stderr);
}
