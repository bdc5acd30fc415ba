/* The statement of a function that each OpenMP or OpenACC directive belongs to. */
#ifndef PV_CONSTRUCTS_H
#define PV_CONSTRUCTS_H

#include "front/pragma.h"
#include "front/scopes.h"

/* Find the constructs of the function of "scopes" among the directives of "pragmas", and take the variables that the
 * directives name for used there. A function outside of the main file has none. */
void pv_constructs_find(struct pv_arena *arena, struct pv_clang *clang, const struct pv_pragmas *pragmas,
                        struct pv_scopes *scopes);

/* The outermost construct whose statement is "node"; NULL for none. */
const struct pv_construct *pv_construct_at(const struct pv_scopes *scopes, const struct pv_node *node);
/* The first directive without a statement of its own between two offsets; NULL for none. */
const struct pv_construct *pv_construct_between(const struct pv_scopes *scopes, unsigned begin, unsigned end);
/* The outermost construct whose statement holds "offset"; NULL for none. */
const struct pv_construct *pv_construct_around(const struct pv_scopes *scopes, unsigned offset);
/* A directive by which the threads of a team share work that the function does not start: all of the function's body is then
 * executed by every thread. NULL for none. */
const struct pv_construct *pv_construct_orphaned(const struct pv_scopes *scopes);

#endif
