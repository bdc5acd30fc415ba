/* Files that hold a schedule: a tree in isl's YAML, or isl's flat form. */
#ifndef PV_SCHEDFILE_H
#define PV_SCHEDFILE_H

#include "base/diag.h"
#include "base/vec.h"

#include <isl/schedule.h>
#include <isl/set.h>
#include <isl/union_map.h>

struct pv_schedfile {
    isl_schedule *tree;     /* or NULL */
    isl_union_map *map;     /* { S[i] -> [t] }, all [t] of one space, where there is no tree; else NULL */
    isl_set *context;       /* { : p }; NULL where there is a tree */
    isl_union_map *options; /* { [t] -> separate[d] }, or atomic, unroll, ...; NULL where there is a tree */
    struct pv_loc at;       /* of the tree or the map */
};

/* Read "path" ("-" is standard input). A tree begins with "domain:". The flat form is a map, the schedule; a set of
 * parameters, the context; and a map, the options: one after the other in isl's notation. The context may also come
 * first; context and options may be left out. "#" starts a comment.
 * Return false after reporting what is wrong, at its place. */
bool pv_schedfile_read(isl_ctx *ctx, struct pv_arena *arena, struct pv_diag *diag, const char *path,
                       struct pv_schedfile *file);
void pv_schedfile_free(struct pv_schedfile *file);

/* Append the trees in "path", one after the other with lines of "---" in between. False after an error. */
typedef PV_VEC(struct pv_schedfile) pv_schedfiles;
bool pv_schedfile_read_trees(isl_ctx *ctx, struct pv_arena *arena, struct pv_diag *diag, const char *path,
                             pv_schedfiles *files);

/* { S[i] -> [t] }: the order as a map. NULL for a tree that has none because it adds instances of its own. */
__isl_give isl_union_map *pv_schedfile_get_map(const struct pv_schedfile *file);

#endif
