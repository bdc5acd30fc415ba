/* Access paths to tagged access relations, and the statements that hold them. */
#ifndef PV_PATHS_H
#define PV_PATHS_H

#include "front/evalctx.h"

/* How a statement uses what a path reaches; a combination. */
enum pv_use {
    PV_USE_READ = 1,
    PV_USE_WRITE = 2,
    PV_USE_KILL = 4,
    PV_USE_MAYBE = 8, /* not surely: a write is no must-write */
};

/* A statement at the current place, with its domain, without body. */
struct pv_stmt *pv_paths_new_stmt(struct pv_eval *ec, enum pv_stmt_kind kind, struct pv_range range, const char *label);

/* One access of "stmt" by the path "expr"; the reads that its subscripts make are not included. */
void pv_paths_add(struct pv_eval *ec, struct pv_stmt *stmt, struct pv_expr *expr, int use);
/* An access to all of "array". */
void pv_paths_add_whole(struct pv_eval *ec, struct pv_stmt *stmt, struct pv_array *array, int use);
/* The same by every instance of "stmt", whose loops have ended. */
void pv_paths_add_instances(struct pv_eval *ec, struct pv_stmt *stmt, struct pv_array *array, int use);
/* An access by the slice "expr" whose relations come from a summary. Each one goes from the current
 * iterators to elements of the formal parameter: { [i] -> P[a] }; the names and leading subscripts
 * of "expr" replace P, and its last subscript is added to the first of a where "is_offset".
 * Takes the three relations. */
void pv_paths_add_summary(struct pv_eval *ec, struct pv_stmt *stmt, struct pv_expr *expr, bool is_offset,
                          isl_union_map *relations[3]);

#endif
