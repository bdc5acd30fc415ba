/* Schedule constraints in isl's YAML form: what `pave deps --dump-schedule-constraints` prints. */
#ifndef PV_SCFILE_H
#define PV_SCFILE_H

#include "base/diag.h"

#include <isl/schedule.h>

/* Does "text", up to its NUL, start like such a file, rather than like a program? */
bool pv_scfile_looks_like_one(const char *text);

/* Such a file while it is read. It may hold several documents, each a set of constraints. */
struct pv_scfile {
    struct pv_arena *arena;
    struct pv_diag *diag;
    int file;
    const char *text;
    size_t size;
    unsigned at;       /* what is before this offset has been read */
    struct pv_loc loc; /* where the document read last begins */
};

/* The "size" bytes of "text", and a NUL, in the file called "name"; both must live as long as "diag". */
struct pv_scfile pv_scfile_open(struct pv_arena *arena, struct pv_diag *diag, const char *name, const char *text,
                                size_t size);

/* Read the next document. NULL after an error was reported at its place. */
__isl_give isl_schedule_constraints *pv_scfile_read(isl_ctx *ctx, struct pv_scfile *file);

/* Does another document follow? */
bool pv_scfile_has_more(const struct pv_scfile *file);

#endif
