/* Stable text for the objects of ir/, also the format of the golden tests. */
#ifndef PV_DUMP_H
#define PV_DUMP_H

#include "ir/scop.h"

/* Append the model as one item of a YAML sequence. Relations are in isl's notation, in double
 * quotes; the schedule tree is in isl's own YAML. "file" names the source. */
void pv_dump_scop(struct pv_sb *out, const struct pv_scop *scop, const char *file);

/* Append the code of a statement's body on one line. */
void pv_dump_body(struct pv_sb *out, const struct pv_tree *tree);

/* Append the text of a schedule tree, each line after "indent" blanks. */
void pv_dump_schedule(struct pv_sb *out, __isl_keep isl_schedule *schedule, int indent);

#endif
