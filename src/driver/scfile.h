/* Schedule constraints in isl's YAML form: what `pave deps --dump-schedule-constraints` prints. */
#ifndef PV_SCFILE_H
#define PV_SCFILE_H

#include "base/diag.h"
#include "base/vec.h"

#include <isl/schedule.h>

/* Does "text", up to its NUL, start like such a file, rather than like a program? */
bool pv_scfile_looks_like_one(const char *text);

/* A document of such a file: one set of constraints. */
struct pv_scdoc;
typedef PV_VEC(const struct pv_scdoc *) pv_scdocs;

/* Take apart the "size" bytes of "text", and a NUL, in the file called "name"; both must live as long as "diag". Append its
 * documents to "docs". False after an error was reported at its place. */
bool pv_scfile_split(struct pv_arena *arena, struct pv_diag *diag, const char *name, const char *text, size_t size,
                     pv_scdocs *docs);

/* Where a document begins, and its length in bytes. */
struct pv_loc pv_scdoc_loc(const struct pv_scdoc *doc);
size_t pv_scdoc_size(const struct pv_scdoc *doc);

/* Read a document. NULL after errors were reported at their places. */
__isl_give isl_schedule_constraints *pv_scdoc_read(isl_ctx *ctx, const struct pv_scdoc *doc);

#endif
