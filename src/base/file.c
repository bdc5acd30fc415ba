/* Reads whole files, and writes files whole or not at all. */
#include "base/file.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const struct pv_loc nowhere;

static bool read_all(struct pv_diag *diag, FILE *stream, const char *name, struct pv_sb *text)
{
    char buffer[65536];
    size_t n;
    pv_sb_add(text, "");
    while ((n = fread(buffer, 1, sizeof(buffer), stream)) > 0)
        pv_sb_addn(text, buffer, n);
    if (!ferror(stream))
        return true;
    pv_error(diag, nowhere, "cannot read '%s': %s", name, strerror(errno));
    return false;
}

bool pv_file_read(struct pv_diag *diag, const char *path, struct pv_sb *text)
{
    size_t size;
    const char *source = pv_diag_find_source(diag, path, &size);
    if (source) {
        pv_sb_addn(text, source, size);
        return true;
    }
    if (!strcmp(path, "-"))
        return read_all(diag, stdin, "standard input", text);
    struct stat status;
    FILE *stream = stat(path, &status) == 0 && S_ISDIR(status.st_mode) ? (errno = EISDIR, NULL) : fopen(path, "rb");
    if (!stream) {
        pv_error(diag, nowhere, "cannot read '%s': %s", path, strerror(errno));
        return false;
    }
    bool is_good = read_all(diag, stream, path, text);
    (void)fclose(stream);
    return is_good;
}

static bool write_stdout(struct pv_diag *diag, const char *text, size_t size)
{
    if (fwrite(text, 1, size, stdout) == size && !fflush(stdout))
        return true;
    pv_error(diag, nowhere, "cannot write to standard output: %s", strerror(errno));
    return false;
}

/* Write all of "text" to the open file "fd", and close it. */
static bool write_and_close(int fd, const char *text, size_t size)
{
    bool ok = true;
    while (ok && size) {
        ssize_t n = write(fd, text, size);
        if (n < 0 && errno == EINTR)
            continue;
        ok = n > 0;
        text += ok ? n : 0;
        size -= ok ? (size_t)n : 0;
    }
    return (close(fd) == 0) && ok;
}

/* The access rights that a new file would get. */
static mode_t default_mode(void)
{
    mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

/* Where the text of "file" goes: NULL and "-" are standard output. */
static bool is_stdout(const struct pv_file *file)
{
    return !file->path || !strcmp(file->path, "-");
}

/* A device or a pipe cannot be replaced. */
static bool is_special(const struct pv_file *file)
{
    struct stat st;
    return !stat(file->path, &st) && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode);
}

static bool report_write(struct pv_diag *diag, const struct pv_file *file)
{
    pv_error(diag, nowhere, "cannot write '%s': %s", file->path, strerror(errno));
    return false;
}

static bool write_special(struct pv_diag *diag, const struct pv_file *file)
{
    FILE *out = fopen(file->path, "w");
    bool ok = out && fwrite(file->text, 1, file->size, out) == file->size;
    ok = out && !fclose(out) && ok;
    return ok || report_write(diag, file);
}

/* Write "file" under a new name beside its own, which "name" gets. Nothing is left of it after an error. */
static bool write_beside(struct pv_diag *diag, const struct pv_file *file, struct pv_sb *name)
{
    struct stat st;
    if (!stat(file->path, &st) && S_ISDIR(st.st_mode)) {
        errno = EISDIR;
        return report_write(diag, file);
    }
    pv_sb_printf(name, "%s.XXXXXX", file->path);
    int fd = mkstemp(name->text);
    if (fd >= 0 && write_and_close(fd, file->text, file->size) && !chmod(name->text, default_mode()))
        return true;
    int reason = errno;
    if (fd >= 0)
        unlink(name->text);
    pv_sb_free(name);
    *name = (struct pv_sb){0};
    errno = reason;
    return report_write(diag, file);
}

/* Let nothing end the process while there are temporary files. Return the signals that were held before. */
static sigset_t hold_signals(void)
{
    sigset_t signals, before;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGHUP);
    pthread_sigmask(SIG_BLOCK, &signals, &before);
    return before;
}

/* Write the texts of all files, those that can be replaced under "names". */
static bool write_all(struct pv_diag *diag, int n, const struct pv_file *files, struct pv_sb *names)
{
    for (int i = 0; i < n; i++)
        if (!is_stdout(&files[i]) && !is_special(&files[i]) && !write_beside(diag, &files[i], &names[i]))
            return false;
    for (int i = 0; i < n; i++) {
        if (is_stdout(&files[i]) ? !write_stdout(diag, files[i].text, files[i].size)
                                 : !names[i].text && !write_special(diag, &files[i]))
            return false;
    }
    return true;
}

bool pv_files_write(struct pv_diag *diag, int n, const struct pv_file *files)
{
    struct pv_sb names[PV_MAX_FILES] = {{0}};
    sigset_t before = hold_signals();
    bool ok = n <= PV_MAX_FILES && write_all(diag, n, files, names);
    for (int i = 0; i < n && i < PV_MAX_FILES; i++) {
        if (names[i].text && ok && rename(names[i].text, files[i].path))
            ok = report_write(diag, &files[i]);
        if (names[i].text && !ok)
            unlink(names[i].text);
        pv_sb_free(&names[i]);
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return ok;
}

bool pv_file_write(struct pv_diag *diag, const char *path, const char *text, size_t size)
{
    return pv_files_write(diag, 1, &(struct pv_file){path, text, size});
}
