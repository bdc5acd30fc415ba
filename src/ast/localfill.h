/* Copies of parts of arrays, in terms of the generated iterators. */
#ifndef PV_LOCALFILL_H
#define PV_LOCALFILL_H

#include "ast/site.h"
#include "ir/code.h"

/* The marks around a place in the tree, outermost first. */
typedef PV_VEC(const struct pv_mark *) pv_marks;

/* The copy that "access" goes to below "marks", or NULL. */
const struct pv_local *pv_local_find(const pv_marks *marks, const struct pv_access *access);

/* { [c] -> [v] }: subscript "dim" for "local" at "site", c its schedule. The element is that with the
 * subscript "index" { [c] -> [a] }, not used (and maybe NULL) for private memory. */
__isl_give isl_pw_aff *pv_local_subscript(const struct pv_local *local, int dim, __isl_take isl_pw_aff *index,
                                          const struct pv_site *site);

/* The same for "index" { S[i] -> [a] }, where that can be had at once; else NULL. */
pv_ax *pv_local_plain_subscript(const struct pv_local *local, int dim, __isl_keep isl_pw_aff *index,
                                const struct pv_site *site);

/* What filling the copies of "mark" needs at "site". "points" are the identifiers of the iterators for the
 * points of a tile. NULL where isl failed. */
struct pv_code_fills *pv_local_fill(struct pv_code *code, const struct pv_mark *mark, const struct pv_site *site,
                                    __isl_keep isl_id_list *points);

/* { [c] -> [p] }: the value of "prefix" { S[i] -> [p] } for the instances at "site", whose c determines it together with what
 * holds there. A generator leaves out of c what it has found to have one value only. NULL where isl failed. */
__isl_give isl_pw_multi_aff *pv_local_to_prefix(const struct pv_site *site, __isl_keep isl_union_map *prefix);

#endif
