/* Formats messages with their source line and a caret, and shows them to the user or to a callback. */
#include "base/diag.h"

#include "base/str.h"
#include "base/vec.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct file {
    const char *name, *text;
    size_t size;
    PV_VEC(unsigned) lines; /* offset of each line's first byte, found when first asked for */
};

struct pv_diag {
    struct pv_arena *arena;
    bool is_holding;
    PV_VEC(struct pv_message) held;
    PV_VEC(struct pv_message) notes; /* with a place, that were shown */
    PV_VEC(struct file) files, sources;
    int count[PV_FAULT + 1];
    bool color, quiet;
    void (*sink)(void *user, const struct pv_message *message);
    void *user;
    void (*interrupt)(void *user, bool is_coming);
    void *interrupted;
};

static const struct {
    const char *word, *color;
} looks[] = {
    [PV_NOTE] = {"note", "\033[1;36m"},
    [PV_WARNING] = {"warning", "\033[1;35m"},
    [PV_ERROR] = {"error", "\033[1;31m"},
    [PV_FAULT] = {"fault in pave", "\033[1;31m"},
};

struct pv_diag *pv_diag_new(struct pv_arena *arena, enum pv_color color)
{
    struct pv_diag *diag = pv_new(arena, struct pv_diag);
    diag->arena = arena;
    pv_diag_set_color(diag, color);
    return diag;
}

void pv_diag_set_color(struct pv_diag *diag, enum pv_color color)
{
    diag->color = color == PV_COLOR_ALWAYS || (color == PV_COLOR_AUTO && isatty(STDERR_FILENO));
}

void pv_diag_set_sink(struct pv_diag *diag, void (*sink)(void *user, const struct pv_message *message), void *user)
{
    diag->sink = sink;
    diag->user = user;
    diag->color = false;
}

void pv_diag_set_quiet(struct pv_diag *diag, bool quiet)
{
    diag->quiet = quiet;
}

void pv_diag_add_source(struct pv_diag *diag, const char *name, const char *text, size_t size)
{
    struct file file = {.name = name, .text = text, .size = size};
    pv_push(diag->arena, &diag->sources, file);
}

const char *pv_diag_find_source(const struct pv_diag *diag, const char *name, size_t *size)
{
    for (int i = 0; i < diag->sources.n; i++)
        if (!strcmp(diag->sources.v[i].name, name)) {
            *size = diag->sources.v[i].size;
            return diag->sources.v[i].text;
        }
    return NULL;
}

int pv_diag_add_file(struct pv_diag *diag, const char *name, const char *text, size_t size)
{
    for (int i = 0; i < diag->files.n; i++)
        if (!strcmp(diag->files.v[i].name, name))
            return i + 1;
    struct file file = {.name = name, .text = text, .size = size};
    pv_push(diag->arena, &diag->files, file);
    return diag->files.n;
}

static struct file *get_file(const struct pv_diag *diag, int file)
{
    return file >= 1 && file <= diag->files.n ? &diag->files.v[file - 1] : NULL;
}

const char *pv_diag_file_name(const struct pv_diag *diag, int file)
{
    const struct file *f = get_file(diag, file);
    return f ? f->name : "?";
}

const char *pv_diag_file_text(const struct pv_diag *diag, int file, size_t *size)
{
    const struct file *f = get_file(diag, file);
    *size = f ? f->size : 0;
    return f ? f->text : NULL;
}

static void index_lines(struct pv_arena *arena, struct file *file)
{
    pv_push(arena, &file->lines, (unsigned)pv_text_mark(file->text, file->size));
    for (size_t i = 0; i < file->size; i++)
        if (file->text[i] == '\n')
            pv_push(arena, &file->lines, (unsigned)i + 1);
}

struct pv_loc pv_diag_locate(const struct pv_diag *diag, int file, unsigned offset)
{
    struct file *f = get_file(diag, file);
    if (!f || !f->text)
        return (struct pv_loc){.file = file, .offset = offset};
    if (!f->lines.n)
        index_lines(diag->arena, f);
    int low = 0, high = f->lines.n;
    while (high - low > 1) {
        int mid = low + (high - low) / 2;
        if (f->lines.v[mid] <= offset)
            low = mid;
        else
            high = mid;
    }
    if (offset < f->lines.v[low])
        offset = f->lines.v[low];
    return (struct pv_loc){file, offset, (unsigned)low + 1, offset - f->lines.v[low] + 1};
}

/* Append the source line of "loc" and a caret below its column. Tabs stay tabs so that the caret
 * stands right; a byte that is no printable character is shown as '?'. */
static void add_source_line(struct pv_sb *sb, const struct file *file, struct pv_loc loc, const char *caret_color,
                            const char *reset)
{
    if (!file || !file->text || !loc.col || loc.offset > file->size || loc.offset + 1 < loc.col)
        return;
    const char *line = file->text + (loc.offset - (loc.col - 1));
    const char *end = memchr(line, '\n', (size_t)(file->text + file->size - line));
    size_t n = (size_t)((end ? end : file->text + file->size) - line);
    if (n && line[n - 1] == '\r')
        n--;
    enum { longest = 400 };
    if (loc.col > longest)
        return;
    pv_sb_printf(sb, "%5u | ", loc.line);
    for (size_t i = 0; i < n && i < longest; i++) {
        unsigned char c = (unsigned char)line[i];
        pv_sb_addn(sb, c == '\t' || (c >= ' ' && c != 127) ? &line[i] : "?", 1);
    }
    pv_sb_add(sb, "\n      | ");
    for (unsigned i = 0; i + 1 < loc.col; i++)
        pv_sb_add(sb, i < n && line[i] == '\t' ? "\t" : " ");
    pv_sb_printf(sb, "%s^%s\n", caret_color, reset);
}

enum source { WITHOUT_SOURCE, WITH_SOURCE };

/* Was the same said of the same place before? Parts of a region that failed as a whole may meet what it met. */
static bool is_known_note(struct pv_diag *diag, const struct pv_message *message)
{
    if (message->severity != PV_NOTE || !message->line)
        return false;
    for (int i = 0; i < diag->notes.n; i++) {
        const struct pv_message *note = &diag->notes.v[i];
        if (note->line == message->line && note->col == message->col && !strcmp(note->text, message->text) &&
            !strcmp(note->file, message->file))
            return true;
    }
    struct pv_message note = *message;
    note.formatted = NULL;
    pv_push(diag->arena, &diag->notes, note);
    return false;
}

static void show(struct pv_diag *diag, const struct pv_message *message)
{
    if (is_known_note(diag, message))
        return;
    diag->count[message->severity]++;
    if (diag->quiet && message->severity < PV_ERROR)
        return;
    if (diag->sink) {
        diag->sink(diag->user, message);
        return;
    }
    if (diag->interrupt)
        diag->interrupt(diag->interrupted, true);
    fputs(message->formatted, stderr);
    if (diag->interrupt)
        diag->interrupt(diag->interrupted, false);
}

void pv_diag_set_interruption(struct pv_diag *diag, void (*interrupt)(void *user, bool is_coming), void *user)
{
    diag->interrupt = interrupt;
    diag->interrupted = user;
}

void pv_diag_hold(struct pv_diag *diag)
{
    diag->is_holding = true;
}

void pv_diag_drop_held(struct pv_diag *diag)
{
    diag->is_holding = false;
    diag->held.n = 0;
}

void pv_diag_show_held(struct pv_diag *diag)
{
    for (int i = 0; i < diag->held.n; i++)
        show(diag, &diag->held.v[i]);
    pv_diag_drop_held(diag);
}

static void report(struct pv_diag *diag, enum pv_severity severity, enum source source, struct pv_loc loc,
                   const char *fmt, va_list ap)
{
    const char *color = diag->color ? looks[severity].color : "";
    const char *bold = diag->color ? "\033[1m" : "";
    const char *reset = diag->color ? "\033[0m" : "";
    const struct file *file = get_file(diag, loc.file);
    struct pv_sb sb = {0};
    if (file && loc.line)
        pv_sb_printf(&sb, "%s%s:%u:%u:%s ", bold, file->name, loc.line, loc.col, reset);
    else
        pv_sb_printf(&sb, "%s%s:%s ", bold, file ? file->name : "pave", reset);
    pv_sb_printf(&sb, "%s%s:%s ", color, looks[severity].word, reset);
    const char *text = pv_vprintf(diag->arena, fmt, ap);
    pv_sb_add(&sb, text);
    pv_sb_add(&sb, "\n");
    if (source == WITH_SOURCE)
        add_source_line(&sb, file, loc, color, reset);
    if (severity == PV_FAULT)
        pv_sb_add(&sb, "pave: note: nothing was written; please report this with the input and the command line\n");
    struct pv_message message = {severity, file ? file->name : "pave", loc.line, loc.col, text, sb.text};
    if (diag->is_holding) {
        message.formatted = pv_strdup(diag->arena, sb.text);
        pv_push(diag->arena, &diag->held, message);
    } else {
        show(diag, &message);
    }
    pv_sb_free(&sb);
}

#define DEFINE_REPORT(name, severity, source)                                \
    void name(struct pv_diag *diag, struct pv_loc loc, const char *fmt, ...) \
    {                                                                        \
        va_list ap;                                                          \
        va_start(ap, fmt);                                                   \
        report(diag, severity, source, loc, fmt, ap);                        \
        va_end(ap);                                                          \
    }

DEFINE_REPORT(pv_error, PV_ERROR, WITH_SOURCE)
DEFINE_REPORT(pv_warn, PV_WARNING, WITH_SOURCE)
DEFINE_REPORT(pv_note, PV_NOTE, WITH_SOURCE)
DEFINE_REPORT(pv_remark, PV_NOTE, WITHOUT_SOURCE)
DEFINE_REPORT(pv_fault, PV_FAULT, WITH_SOURCE)

int pv_diag_count(const struct pv_diag *diag, enum pv_severity severity)
{
    return diag->count[severity];
}
