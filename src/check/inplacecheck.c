/* Compares the flow of values before and after scalars gave way to elements of arrays. */
#include "check/inplacecheck.h"

#include "base/islx.h"

#include <isl/map.h>

/* Values go through at most so many removed statements in a row. */
static const int most_copies = 4;

/* The removed statements L, with the reference R that reads a value and W that writes it. */
struct tracing {
    const struct pv_scop *scop;
    const struct pv_deps *before;
    isl_union_set *instances; /* { L[i] } */
    isl_union_set *reads;     /* { [L[i] -> R[]] } */
    isl_union_set *writes;    /* { [L[i] -> W[]] } */
    isl_union_map *link;      /* { [L[i] -> R[]] -> [L[i] -> W[]] } */
};

/* { [L[i] -> R[]] } for all i of the domain before. */
static __isl_give isl_set *references(const struct pv_removed_copy *removed, const struct pv_access *access)
{
    struct pv_stmt stmt = *removed->stmt;
    stmt.domain = removed->domain;
    return pv_stmt_get_tagged_domain(&stmt, access);
}

static void add_removed(struct tracing *tracing, const struct pv_removed_copy *removed)
{
    isl_set *read = references(removed, removed->from), *write = references(removed, removed->to);
    isl_map *to_instance = isl_map_domain_map(isl_set_unwrap(isl_set_copy(read)));
    isl_map *from_instance = isl_map_reverse(isl_map_domain_map(isl_set_unwrap(isl_set_copy(write))));
    tracing->link = isl_union_map_add_map(tracing->link, isl_map_apply_range(to_instance, from_instance));
    tracing->instances = isl_union_set_add_set(tracing->instances, isl_set_copy(removed->domain));
    tracing->reads = isl_union_set_add_set(tracing->reads, read);
    tracing->writes = isl_union_set_add_set(tracing->writes, write);
}

/* Are "a" and "b", which are taken, equal for the parameters that "scop" may have? */
static isl_bool are_equal(const struct pv_scop *scop, __isl_take isl_union_map *a, __isl_keep isl_union_map *b)
{
    isl_bool is_same = isl_union_map_is_equal(a, b);
    if (is_same == isl_bool_false) {
        a = isl_union_map_intersect_params(a, isl_set_copy(scop->context));
        b = isl_union_map_intersect_params(isl_union_map_copy(b), isl_set_copy(scop->context));
        is_same = isl_union_map_is_equal(a, b);
        isl_union_map_free(b);
    }
    isl_union_map_free(a);
    return is_same;
}

/* Follow values from "origins" { X -> [S[i] -> R[]] }, which are taken, through removed statements. "reached" gets the pairs whose
 * reference stays; the result is those whose reference is a removed one, on the way or at the end. NULL where values go too far, or
 * isl failed. */
static __isl_give isl_union_map *follow(const struct tracing *tracing, __isl_take isl_union_map *origins,
                                        __isl_give isl_union_map **reached)
{
    isl_union_map *passed = isl_union_map_empty(isl_union_map_get_space(origins));
    *reached = isl_union_map_empty(isl_union_map_get_space(origins));
    for (int i = 0; i <= most_copies; i++) {
        isl_union_map *here = isl_union_map_subtract_range(isl_union_map_copy(origins),
                                                           isl_union_set_copy(tracing->reads));
        *reached = isl_union_map_union(*reached, here);
        origins = isl_union_map_intersect_range(origins, isl_union_set_copy(tracing->reads));
        isl_bool is_done = isl_union_map_is_empty(origins);
        if (is_done != isl_bool_false) {
            isl_union_map_free(origins);
            return is_done == isl_bool_true ? passed : isl_union_map_free(passed);
        }
        passed = isl_union_map_union(passed, isl_union_map_copy(origins));
        origins = isl_union_map_apply_range(origins, isl_union_map_copy(tracing->link));
        origins = isl_union_map_apply_range(origins, isl_union_map_copy(tracing->before->tagged_flow));
    }
    isl_union_map_free(origins);
    return isl_union_map_free(passed);
}

/* { [L[i] -> R[]] -> L[i] } */
static __isl_give isl_union_map *untag(__isl_keep isl_union_set *references)
{
    return isl_union_map_domain_map(isl_union_set_unwrap(isl_union_set_copy(references)));
}

/* Without tags in the range, { X -> S[i] }. */
static __isl_give isl_union_map *untag_range(__isl_take isl_union_map *relation)
{
    isl_union_set *range = isl_union_map_range(isl_union_map_copy(relation));
    isl_union_map *plain = untag(range);
    isl_union_set_free(range);
    return isl_union_map_apply_range(relation, plain);
}

/* Without tags in the domain, { S[i] -> X }. */
static __isl_give isl_union_map *untag_domain(__isl_take isl_union_map *relation)
{
    return isl_union_map_reverse(untag_range(isl_union_map_reverse(relation)));
}

/* Are the values that were written in the region the same? "ends" gets the writes { S[i] -> A[a] } that removed statements have left
 * behind for the code after it. */
static isl_bool has_same_flow(const struct tracing *tracing, const struct pv_deps *after, isl_union_map **ends)
{
    const struct pv_deps *before = tracing->before;
    isl_union_map *reached, *origins = isl_union_map_subtract_domain(isl_union_map_copy(before->tagged_flow),
                                                                     isl_union_set_copy(tracing->writes));
    isl_union_map *passed = follow(tracing, origins, &reached);
    isl_bool is_same = passed ? are_equal(tracing->scop, reached, after->tagged_flow) : isl_bool_false;
    if (!passed)
        isl_union_map_free(reached);
    *ends = passed ? isl_union_map_apply_range(untag_domain(untag_range(passed)), isl_union_map_copy(before->live_out))
                   : NULL;
    return is_same;
}

/* Are the values from before the region the same? Where removed statements leave such a value behind, it has to be that of the same
 * element. */
static isl_bool has_same_start(const struct tracing *tracing, const struct pv_deps *after)
{
    const struct pv_deps *before = tracing->before;
    isl_union_map *fetched = isl_union_map_intersect_domain(isl_union_map_copy(before->live_in),
                                                            isl_union_set_copy(tracing->instances));
    isl_union_map *origins = isl_union_map_reverse(isl_union_map_apply_domain(
        fetched, isl_union_map_reverse(untag(tracing->reads)))); /* { A[a] -> [L[i] -> R[]] } */
    isl_union_map *reached, *passed = follow(tracing, origins, &reached);
    isl_union_map *own = isl_union_map_subtract_domain(isl_union_map_copy(before->live_in),
                                                       isl_union_set_copy(tracing->instances));
    own = isl_union_map_union(own, isl_union_map_reverse(untag_range(reached)));
    isl_bool is_same = are_equal(tracing->scop, own, after->live_in);
    if (!passed)
        return isl_bool_false;
    isl_union_map *left = isl_union_map_apply_range(untag_range(passed), isl_union_map_copy(before->live_out));
    isl_union_map *same = isl_union_set_identity(isl_union_map_domain(isl_union_map_copy(left)));
    if (is_same == isl_bool_true)
        is_same = isl_union_map_is_subset(left, same);
    isl_union_map_free(same);
    isl_union_map_free(left);
    return is_same;
}

isl_bool pv_inplacecheck(const struct pv_scop *scop, int n, const struct pv_removed_copy *removed,
                         const struct pv_deps *before, const struct pv_deps *after)
{
    struct tracing tracing = {
        .scop = scop,
        .before = before,
        .instances = isl_union_set_empty_ctx(scop->ctx),
        .reads = isl_union_set_empty_ctx(scop->ctx),
        .writes = isl_union_set_empty_ctx(scop->ctx),
        .link = isl_union_map_empty_ctx(scop->ctx),
    };
    for (int i = 0; i < n; i++)
        add_removed(&tracing, &removed[i]);
    isl_union_map *ends = NULL;
    isl_bool is_same = has_same_flow(&tracing, after, &ends);
    if (is_same == isl_bool_true)
        is_same = has_same_start(&tracing, after);
    if (is_same == isl_bool_true) {
        isl_union_map *own = isl_union_map_subtract_domain(isl_union_map_copy(before->live_out),
                                                           isl_union_set_copy(tracing.instances));
        is_same = are_equal(scop, isl_union_map_union(own, isl_union_map_copy(ends)), after->live_out);
    }
    isl_union_map_free(ends);
    isl_union_set_free(tracing.instances);
    isl_union_set_free(tracing.reads);
    isl_union_set_free(tracing.writes);
    isl_union_map_free(tracing.link);
    return is_same;
}
