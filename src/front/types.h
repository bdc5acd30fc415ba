/* C types: libclang's to struct pv_ctype, each made once. */
#ifndef PV_TYPES_H
#define PV_TYPES_H

#include "front/clangc.h"

struct pv_types;

struct pv_types *pv_types_new(struct pv_arena *arena, struct pv_clang *clang);

const struct pv_ctype *pv_type_of(struct pv_types *types, struct pv_cxtype key);
/* The type "int" and the signed type of pointer differences. */
const struct pv_ctype *pv_type_int(struct pv_types *types);
const struct pv_ctype *pv_type_ptrdiff(struct pv_types *types);
const struct pv_ctype *pv_type_pointer_to(struct pv_types *types, const struct pv_ctype *elem);

/* Number of array layers of "type" that are written with a size in the declarator itself, not in a
 * typedef; whether any of them is of variable length goes to "*has_vla". */
int pv_type_count_sizes(struct pv_cxtype type, bool *has_vla);
/* "type" with the "n" size expressions of its declarator, outermost first. */
const struct pv_ctype *pv_type_with_lengths(struct pv_types *types, struct pv_cxtype key, struct pv_expr **lengths,
                                            int n);

/* May a pointer to "a" be used as a pointer to "b": are the two of one kind and size all the way down? */
bool pv_type_same_layout(const struct pv_ctype *a, const struct pv_ctype *b);
/* Is a pointer part of a value of "type", which is then another name for what it points at once it is copied? */
bool pv_type_holds_pointer(const struct pv_ctype *type);
/* What it is about "type" that values of it cannot be handled, or NULL: "a volatile variable", "a union", ... */
const char *pv_type_obstacle(struct pv_arena *arena, const struct pv_ctype *type);

#endif
