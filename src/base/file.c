#include "base/file.h"

#include <errno.h>
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
    if (!strcmp(path, "-"))
        return read_all(diag, stdin, "standard input", text);
    struct stat status;
    FILE *stream = stat(path, &status) == 0 && S_ISDIR(status.st_mode) ? (errno = EISDIR, NULL) : fopen(path, "rb");
    if (!stream) {
        pv_error(diag, nowhere, "cannot read '%s': %s", path, strerror(errno));
        return false;
    }
    bool is_good = read_all(diag, stream, path, text);
    fclose(stream);
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

bool pv_file_write(struct pv_diag *diag, const char *path, const char *text, size_t size)
{
    if (!path || !strcmp(path, "-"))
        return write_stdout(diag, text, size);
    struct stat st;
    bool is_special = !stat(path, &st) && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode);
    if (is_special) { /* a device or a pipe cannot be replaced */
        FILE *out = fopen(path, "w");
        bool ok = out && fwrite(text, 1, size, out) == size;
        ok = out && !fclose(out) && ok;
        if (!ok)
            pv_error(diag, nowhere, "cannot write '%s': %s", path, strerror(errno));
        return ok;
    }
    struct pv_sb name = {0};
    pv_sb_printf(&name, "%s.XXXXXX", path);
    char *temporary = name.text;
    int fd = mkstemp(temporary);
    bool ok = fd >= 0 && write_and_close(fd, text, size) && !chmod(temporary, default_mode()) &&
              !rename(temporary, path);
    if (!ok) {
        pv_error(diag, nowhere, "cannot write '%s': %s", path, strerror(errno));
        if (fd >= 0)
            unlink(temporary);
    }
    pv_sb_free(&name);
    return ok;
}
