/* The values that a member of a band takes, in parts that become loops (document 001, sections 5.2, 5.4 and 5.5). */
#ifndef PV_DOMAINS_H
#define PV_DOMAINS_H

#include "ast/stock.h"

#include <isl/ast_type.h>
#include <isl/map.h>

/* A part: the loop goes through "bounds" { [c, i] }, without divisions that depend on i, and code is executed for "exact"
 * { [c, i] } only. */
struct pv_part {
    isl_basic_set *bounds;
    isl_set *exact;
};
typedef PV_VEC(struct pv_part) pv_parts;
void pv_parts_free(pv_parts *parts);

/* The values { [c, i] } of dimension "pos" that "executed" { [c, i, ...] -> S[j] } has, perhaps more: without divisions
 * that depend on i, and without variables that have no value of their own. */
__isl_give isl_set *pv_domain_of(__isl_keep isl_map *executed, int pos);

/* Append parts of "domain" { [c, i] } in the order of their execution at "place", as "type" asks for. "domains" has the values by
 * statement. "type" is not unroll. */
void pv_domain_split(const struct pv_stock *place, __isl_keep isl_set *domain, __isl_keep isl_set_list *domains,
                     enum isl_ast_loop_type type, pv_parts *parts);

/* Append one part for each value in "domain", in their order. Their stride is that of "strided", a subset. Return false where
 * there is no bound on their number, or a large one. */
bool pv_domain_unroll(const struct pv_stock *place, __isl_keep isl_set *domain, __isl_keep isl_set *strided,
                      pv_parts *parts);

/* Append "sets" { [c, i] }, disjoint parts of a domain, in the order of their execution. Those that go through each other
 * become one. */
void pv_domain_sort(const struct pv_stock *place, __isl_take isl_set_list *sets, pv_parts *parts);

/* The condition { [c, i] } that dimension "pos" takes only values that its stride in "domain" { [c, i] } allows; universe
 * where it is one. "*stride" and "*offset" tell which. */
__isl_give isl_set *pv_domain_stride(__isl_keep isl_set *domain, int pos, __isl_give isl_val **stride,
                                     __isl_give isl_aff **offset);

#endif
