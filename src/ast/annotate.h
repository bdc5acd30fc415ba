/* Annotates the nodes of a program's code while a generator makes it. Both generators use this interface. */
#ifndef PV_ANNOTATE_H
#define PV_ANNOTATE_H

#include "ast/leaf.h"

/* Where in the schedule tree the generator is. */
struct pv_annotator {
    struct pv_code *code;
    pv_marks marks;                 /* those around the place */
    const struct pv_kernel *kernel; /* the one around the place, or NULL */
    isl_id_list *points;            /* iterators for the points of a tile */
    bool exploits_bounds;           /* conditions that inner loops imply may be dropped */
};

/* Does the kernel around the place fill copies? Then all that happens in one iteration of a loop must not be spread over several
 * loops. */
bool pv_annotate_has_locals(const struct pv_annotator *annotator);

/* May conditions be dropped at the place because a loop further down has no iterations? Not around a launch, whose sizes and
 * kernel are those of a place with instances; and not at all if a kernel fills copies. */
bool pv_annotate_exploits_bounds(const struct pv_annotator *annotator);

void pv_annotate_enter(struct pv_annotator *annotator, const struct pv_mark *mark);
/* Leave the innermost mark, which is at "site", and set in "node" what its kind needs. False where isl failed. */
bool pv_annotate_leave(struct pv_annotator *annotator, const struct pv_site *site, struct pv_an *node);
/* The same where nothing is left of the mark. */
void pv_annotate_drop(struct pv_annotator *annotator);
/* What the statement at "site" needs; NULL where isl failed. */
struct pv_code_leaf *pv_annotate_leaf(struct pv_annotator *annotator, const struct pv_site *site);

#endif
