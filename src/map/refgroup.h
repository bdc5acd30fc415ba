/* References below a node of a schedule tree, in groups that share a copy of what they access. */
#ifndef PV_REFGROUP_H
#define PV_REFGROUP_H

#include "ir/scop.h"

#include <isl/map.h>

/* A reference, and the instances that execute it. */
struct pv_ref {
    const struct pv_stmt *stmt;
    const struct pv_access *access;
    isl_union_set *domain; /* { S[i] } */
};
typedef PV_VEC(struct pv_ref) pv_refs;

/* References that share one copy. */
typedef PV_VEC(const struct pv_ref *) pv_ref_group;

/* Append the references to data that the instances in "domain" { S[i] } make. False where isl failed; the references
 * found so far are to be freed in any case. */
bool pv_refs_find(struct pv_arena *arena, const struct pv_scop *scop, __isl_keep isl_union_set *domain, pv_refs *refs);
void pv_refs_free(pv_refs *refs);

/* May a copy replace the elements that "ref" accesses? It must always access one element, of a plain type, by
 * subscripts that are known. */
bool pv_ref_is_replaceable(const struct pv_ref *ref);
/* The same, also where the text has one subscript for several dimensions. */
bool pv_ref_is_copyable(const struct pv_ref *ref);

/* { [p] -> A[a] }: the elements that "ref" accesses for "prefix" { S[i] -> [p] }; with "writes", its may-writes. */
__isl_give isl_map *pv_ref_elements(const struct pv_ref *ref, __isl_keep isl_union_map *prefix, bool writes);

/* { [p] -> A[a] }: the elements that the references of "group", which is not empty, access. */
__isl_give isl_map *pv_ref_group_elements(const pv_ref_group *group, __isl_keep isl_union_map *prefix);

/* Can "a" and "b" access one element for one value of "prefix" { S[i] -> [p] }, one of them writing? */
isl_bool pv_refs_conflict(const struct pv_ref *a, const struct pv_ref *b, __isl_keep isl_union_map *prefix);

#endif
