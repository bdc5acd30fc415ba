/* Schedule constraints in isl's YAML form: what `pave deps --dump-schedule-constraints` prints. */
#ifndef PV_SCFILE_H
#define PV_SCFILE_H

#include "base/diag.h"

#include <isl/schedule.h>

/* Does "text", up to its NUL, start like such a file, rather than like a program? */
bool pv_scfile_looks_like_one(const char *text);

/* Read the "size" bytes of "text", which stand in the file called "name"; both must live as long as "diag".
 * NULL after an error was reported at its place. */
__isl_give isl_schedule_constraints *pv_scfile_read(isl_ctx *ctx, struct pv_arena *arena, struct pv_diag *diag,
                                                    const char *name, const char *text, size_t size);

#endif
