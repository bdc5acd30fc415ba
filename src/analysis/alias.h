/* Decides which pointers may point to the same memory. */
#ifndef PV_ALIAS_H
#define PV_ALIAS_H

#include "ir/scop.h"

/* Memory that the region accesses: through an array of the model, or because a variable is a symbolic constant of it. */
struct pv_memory {
    struct pv_array *array; /* NULL for a symbolic constant */
    struct pv_var *var;
    const struct pv_ctype *elem;
    bool is_written;
    struct pv_expr *place; /* a member of a structure that "var", a symbolic constant, is read from; NULL for others */
    isl_set *place_guard;  /* [params] -> { : }: where there is such a place; NULL: always */
};
typedef PV_VEC(struct pv_memory) pv_memories;

/* All memory that a pointer may reach. Variables that no pointer can point at are left out. */
pv_memories pv_alias_find(const struct pv_scop *scop);

/* May the region write to one of the two what it accesses as the other? No is proven by types, "restrict", and where the
 * memory comes from. */
bool pv_alias_may_clash(const struct pv_memory *a, const struct pv_memory *b);

/* May elements of "a" and of "b", two arrays, be parts of one object? A promise that no element belongs to both does not
 * exclude that. */
bool pv_alias_may_mix(const struct pv_memory *a, const struct pv_memory *b);

/* Keep accesses to the arrays in "list" in order: each gets one more reference, to a common element, so that writes to
 * one are ordered with all accesses to the others, and with those to itself that read or write other elements. */
void pv_alias_keep_order(struct pv_scop *scop, int n, struct pv_array *const *list);

/* Has "scop" such accesses? */
bool pv_alias_keeps_order(const struct pv_scop *scop);

#endif
