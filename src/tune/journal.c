/* Writes the journal row by row, and reads it. */
#include "tune/journal.h"

#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct pv_loc nowhere;
static const char head[] = "# elapsed\twhat\tvalue\tdetail\tpoint\n";
static const char first[] = "# pave tune: ";

/* Write "n" bytes, and see that they are on the disk. */
static bool write_all(int file, const char *text, size_t n)
{
    while (n) {
        ssize_t done = write(file, text, n);
        if (done < 0 && errno != EINTR)
            return false;
        text += done > 0 ? done : 0;
        n -= done > 0 ? (size_t)done : 0;
    }
    return !fsync(file);
}

/* Append "text", or nothing of it. */
static bool append(struct pv_journal *journal, const char *text, size_t n)
{
    if (!journal->is_broken && write_all(journal->file, text, n)) {
        journal->size += (long long)n;
        return true;
    }
    if (!journal->is_broken)
        pv_error(journal->diag, nowhere, "cannot write '%s': %s; the search can go on with --resume", journal->path,
                 strerror(errno));
    journal->is_broken = true;
    (void)!ftruncate(journal->file, (off_t)journal->size);
    return false;
}

/* Cut "line" at tabs into "n" fields; false if there are fewer. */
static bool cut_fields(char *line, char **fields, int n)
{
    for (int i = 0; i < n; i++) {
        fields[i] = line;
        line = i < n - 1 ? strchr(line, '\t') : line;
        if (!line)
            return false;
        if (i < n - 1)
            *line++ = 0;
    }
    return true;
}

/* Take the rows of "text"; a line without an end was being written when the search was killed. */
static void read_rows(struct pv_journal *journal, const char *text)
{
    for (const char *at = text, *end; (end = strchr(at, '\n')) != NULL; at = end + 1) {
        char *fields[5], *line = pv_strndup(journal->arena, at, (size_t)(end - at));
        journal->size = end + 1 - text;
        if (line[0] == '#' || !cut_fields(line, fields, 5))
            continue;
        struct pv_journal_row row = {strtod(fields[0], NULL), fields[1], fields[2], fields[3], fields[4], false};
        journal->elapsed = row.elapsed;
        pv_push(journal->arena, &journal->rows, row);
    }
}

/* Read what is there; it begins with "start". */
static bool read_journal(struct pv_journal *journal, const char *start)
{
    struct pv_sb text = {0};
    bool ok = pv_file_read(journal->diag, journal->path, &text);
    if (ok && strncmp(text.text, start, strlen(start)) != 0) {
        pv_error(journal->diag, nowhere, "'%s' belongs to another search; leave out --resume to begin a new one",
                 journal->path);
        ok = false;
    }
    if (ok)
        read_rows(journal, text.text);
    pv_sb_free(&text);
    return ok;
}

bool pv_journal_open(struct pv_journal *journal, const char *path, const char *subject, bool resume)
{
    const char *start = pv_printf(journal->arena, "%s%s\n%s", first, subject, head);
    journal->path = path;
    journal->file = -1;
    if (resume && !read_journal(journal, start))
        return false;
    journal->file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | (resume ? 0 : O_TRUNC), 0644);
    if (journal->file < 0) {
        pv_error(journal->diag, nowhere, "cannot write '%s': %s", path, strerror(errno));
        return false;
    }
    if (ftruncate(journal->file, (off_t)journal->size) || lseek(journal->file, (off_t)journal->size, SEEK_SET) < 0)
        journal->is_broken = true;
    return resume || append(journal, start, strlen(start));
}

void pv_journal_close(struct pv_journal *journal)
{
    if (journal->file >= 0)
        close(journal->file);
    journal->file = -1;
}

/* "text" without what separates fields and rows. */
static const char *flatten(struct pv_arena *arena, const char *text)
{
    char *flat = pv_strdup(arena, text);
    for (char *c = flat; *c; c++)
        if (strchr("\t\n\r", *c))
            *c = ' ';
    return flat;
}

bool pv_journal_add(struct pv_journal *journal, const struct pv_journal_row *row)
{
    const char *line = pv_printf(journal->arena, "%.3f\t%s\t%s\t%s\t%s\n", row->elapsed, row->what, row->value,
                                 flatten(journal->arena, row->detail), flatten(journal->arena, row->name));
    return append(journal, line, strlen(line));
}

const struct pv_journal_row *pv_journal_take(struct pv_journal *journal, const char *what, const char *name)
{
    for (int i = 0; i < journal->rows.n; i++) {
        struct pv_journal_row *row = &journal->rows.v[i];
        if (row->is_used || strcmp(row->name, name) != 0)
            continue;
        if (strcmp(row->what, what) != 0 && (strcmp(what, "run") != 0 || strcmp(row->what, "fail") != 0))
            return NULL;
        row->is_used = true;
        return row;
    }
    return NULL;
}
