/* The journal: a text table of all that was tried, from which a search that was interrupted goes on. */
#ifndef PV_JOURNAL_H
#define PV_JOURNAL_H

#include "base/diag.h"
#include "base/vec.h"

#include <stdint.h>

struct pv_journal_row {
    double elapsed;     /* seconds since the search began */
    const char *what;   /* "original", "text", "run", "fail" */
    const char *value;  /* seconds, or the hash of the text, or the kind of failure */
    const char *detail; /* for people */
    const char *name;   /* of the point */
    bool is_used;       /* it has been the answer to a question */
};

struct pv_journal {
    struct pv_arena *arena;
    struct pv_diag *diag;
    const char *path;
    int file;
    long long size;                     /* of all that is whole */
    bool is_broken;                     /* a row could not be written */
    double elapsed;                     /* when the last row was written */
    PV_VEC(struct pv_journal_row) rows; /* that were there when it was opened */
};

/* Begin the journal "path" of the search "subject", whatever was there; or, to "resume", read what is there, which must be about the
 * same "subject". Return false after reporting an error. */
bool pv_journal_open(struct pv_journal *journal, const char *path, const char *subject, bool resume);
void pv_journal_close(struct pv_journal *journal);

/* Write a row; it is on the disk when this returns. Return false after reporting an error; the rows before are still there. */
bool pv_journal_add(struct pv_journal *journal, const struct pv_journal_row *row);

/* The next row about "name" that was not used, if it is of the kind "what" or, for "run", "fail"; mark it as used. Or NULL. */
const struct pv_journal_row *pv_journal_take(struct pv_journal *journal, const char *what, const char *name);

#endif
