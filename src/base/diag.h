/* Places in source texts, and messages about them. The only writer to stderr. */
#ifndef PV_DIAG_H
#define PV_DIAG_H

#include "base/arena.h"
#include "base/vec.h"

#include <stdbool.h>

/* A place in a file known to a pv_diag. "file" 0 means no place; lines and columns count from 1. */
struct pv_loc {
    int file;
    unsigned offset, line, col;
};

typedef PV_VEC(struct pv_loc) pv_loc_vec;

/* From the first byte at "begin" up to, not including, "end". */
struct pv_range {
    struct pv_loc begin, end;
};

enum pv_severity { PV_NOTE, PV_WARNING, PV_ERROR, PV_FAULT };

enum pv_color { PV_COLOR_AUTO, PV_COLOR_ALWAYS, PV_COLOR_NEVER };

struct pv_diag;

/* Messages go to stderr. */
struct pv_diag *pv_diag_new(struct pv_arena *arena, enum pv_color color);
/* A message on its way to the user. */
struct pv_message {
    enum pv_severity severity;
    const char *file;      /* "pave" where it is about none */
    unsigned line, col;    /* 0 where it has no place in the file */
    const char *text;      /* what is said */
    const char *formatted; /* as it is printed */
};
/* Send every message to "sink" instead of stderr. */
void pv_diag_set_sink(struct pv_diag *diag, void (*sink)(void *user, const struct pv_message *message), void *user);
/* Call "interrupt" before and after a message goes to stderr, where something else may stand on the terminal; NULL: no more. */
void pv_diag_set_interruption(struct pv_diag *diag, void (*interrupt)(void *user, bool is_coming), void *user);
/* Hold messages back from now on. They count once they are shown; those that are dropped were never there. */
void pv_diag_hold(struct pv_diag *diag);
void pv_diag_show_held(struct pv_diag *diag);
void pv_diag_drop_held(struct pv_diag *diag);
void pv_diag_set_color(struct pv_diag *diag, enum pv_color color);
/* Show notes and warnings only when "quiet" is false. */
void pv_diag_set_quiet(struct pv_diag *diag, bool quiet);
/* Let pv_file_read() take the bytes of the file "name" from "text", which is kept, not copied. */
void pv_diag_add_source(struct pv_diag *diag, const char *name, const char *text, size_t size);
/* The bytes of that file; NULL where there are none for "name". */
const char *pv_diag_find_source(const struct pv_diag *diag, const char *name, size_t *size);
/* Make the text of a file known, so that messages can show its lines; "name" and "text" are kept,
 * not copied. Return its number, from 1; the same name gives the same number. */
int pv_diag_add_file(struct pv_diag *diag, const char *name, const char *text, size_t size);
const char *pv_diag_file_name(const struct pv_diag *diag, int file);
const char *pv_diag_file_text(const struct pv_diag *diag, int file, size_t *size);
/* The place of byte "offset" of "file", with line and column computed from the text. */
struct pv_loc pv_diag_locate(const struct pv_diag *diag, int file, unsigned offset);

/* file:line:col: severity: text, the source line and a caret. */
void pv_error(struct pv_diag *diag, struct pv_loc loc, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
void pv_warn(struct pv_diag *diag, struct pv_loc loc, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
void pv_note(struct pv_diag *diag, struct pv_loc loc, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
/* A note of one line, without the source line. */
void pv_remark(struct pv_diag *diag, struct pv_loc loc, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
/* A fault of pave itself: says what to report. */
void pv_fault(struct pv_diag *diag, struct pv_loc loc, const char *fmt, ...) __attribute__((format(printf, 3, 4)));

int pv_diag_count(const struct pv_diag *diag, enum pv_severity severity);

#endif
