/* Checks that no dependence joins two blocks of one launch of a kernel. */
#include "check/blockcheck.h"

#include <isl/map.h>
#include <isl/set.h>

struct check {
    const struct pv_scop *scop;
    const struct pv_kernel *kernel;
    isl_union_set *executed;       /* { S[i] }: the instances of the kernel */
    isl_multi_union_pw_aff *block; /* { S[i] -> [v] }: the members that blocks share */
    isl_union_map *allowed;        /* { S[i] -> T[j] }: pairs that may overlap, or NULL */
    bool is_joined;
};

/* The values of the members of "kernel" that blocks share. */
static __isl_give isl_multi_union_pw_aff *block_of(const struct pv_kernel *kernel)
{
    isl_multi_union_pw_aff *all = NULL;
    for (int i = 0; i < kernel->n_members; i++) {
        if (kernel->members[i].level != PV_LEVEL_BLOCK)
            continue;
        isl_multi_union_pw_aff *one = isl_multi_union_pw_aff_from_union_pw_aff(
            isl_multi_union_pw_aff_get_union_pw_aff(kernel->place, i));
        all = all ? isl_multi_union_pw_aff_flat_range_product(all, one) : one;
    }
    return all;
}

/* Do both ends of "tagged" { [S[i] -> R[]] -> [T[j] -> Q[]] } access a variable of which each thread has its own? */
static bool is_private(const struct check *check, __isl_keep isl_map *tagged)
{
    const struct pv_stmt *from, *to;
    const struct pv_access *a = pv_scop_find_access(check->scop, isl_space_domain(isl_map_get_space(tagged)), &from);
    const struct pv_access *b = pv_scop_find_access(check->scop, isl_space_range(isl_map_get_space(tagged)), &to);
    return a && b && a->array == b->array && pv_kernel_is_private(check->kernel, a->array);
}

/* The part of "pairs" { S[i] -> T[j] } in one launch. */
static __isl_give isl_union_map *in_one_launch(const struct check *check, __isl_take isl_union_map *pairs)
{
    isl_union_map *around = isl_union_map_copy(check->kernel->around);
    pairs = isl_union_map_intersect_domain(pairs, isl_union_set_copy(check->executed));
    pairs = isl_union_map_intersect_range(pairs, isl_union_set_copy(check->executed));
    isl_union_map *together = isl_union_map_apply_range(around, isl_union_map_reverse(isl_union_map_copy(around)));
    return isl_union_map_intersect(pairs, together);
}

/* Note whether "pairs" { S[i] -> T[j] } has one of one launch, in two blocks. Most dependences stay in a block in all launches,
 * which is the cheaper question. */
static isl_stat look_at_pairs(struct check *check, __isl_take isl_map *map)
{
    isl_union_map *pairs = isl_union_map_from_map(map);
    isl_union_set *ends = isl_union_set_union(isl_union_map_domain(isl_union_map_copy(pairs)),
                                              isl_union_map_range(isl_union_map_copy(pairs)));
    isl_bool is_elsewhere = isl_union_set_is_disjoint(ends, check->executed);
    isl_union_set_free(ends);
    if (is_elsewhere) {
        isl_union_map_free(pairs);
        return is_elsewhere < 0 ? isl_stat_error : isl_stat_ok;
    }
    isl_union_map *same = isl_union_map_universe(isl_union_map_copy(pairs));
    same = isl_union_map_eq_at_multi_union_pw_aff(same, isl_multi_union_pw_aff_copy(check->block));
    isl_bool is_fine = isl_union_map_is_subset(pairs, same);
    if (is_fine == isl_bool_false) {
        pairs = in_one_launch(check, pairs);
        if (check->allowed)
            pairs = isl_union_map_subtract(pairs, isl_union_map_copy(check->allowed));
        is_fine = isl_union_map_is_subset(pairs, same);
    }
    isl_union_map_free(pairs);
    isl_union_map_free(same);
    check->is_joined = check->is_joined || is_fine == isl_bool_false;
    return is_fine < 0 || check->is_joined ? isl_stat_error : isl_stat_ok;
}

static isl_stat look_at_tagged(__isl_take isl_map *tagged, void *user)
{
    struct check *check = user;
    if (!is_private(check, tagged))
        return look_at_pairs(check, isl_map_factor_domain(tagged));
    isl_map_free(tagged);
    return isl_stat_ok;
}

static isl_stat look_at_untagged(__isl_take isl_map *map, void *user)
{
    return look_at_pairs(user, map);
}

/* False after a failure, or a dependence that joins two blocks. The user may let iterations overlap; the order dependences, which
 * also keep the variables of an iteration apart, already say so. */
static bool check_kernel(struct check *check, const struct pv_deps *deps)
{
    bool ok = true;
    if (!deps->tagged_flow || !deps->tagged_false) {
        check->allowed = deps->independent;
        isl_union_map *all = pv_deps_get_validity(deps);
        ok = isl_union_map_foreach_map(all, look_at_untagged, check) >= 0;
        isl_union_map_free(all);
        return ok;
    }
    isl_union_map *const relations[] = {deps->tagged_flow, deps->tagged_order ? deps->tagged_order : deps->tagged_false,
                                        deps->tagged_order ? deps->tagged_forced : NULL};
    for (size_t i = 0; i < sizeof(relations) / sizeof(*relations) && ok; i++) {
        check->allowed = relations[i] == deps->tagged_order ? NULL : deps->independent;
        ok = !relations[i] || isl_union_map_foreach_map(relations[i], look_at_tagged, check) >= 0;
    }
    return ok;
}

const char *pv_blockcheck(const struct pv_scop *scop, const struct pv_deps *deps, const struct pv_device_plan *plan)
{
    bool is_joined = false, ok = true;
    for (int i = 0; i < plan->kernels.n && ok; i++) {
        const struct pv_kernel *kernel = plan->kernels.v[i];
        if (!kernel->place || !kernel->around)
            continue; /* one thread does all */
        struct check check = {scop, kernel, isl_union_map_domain(isl_union_map_copy(kernel->around)), block_of(kernel),
                              NULL, false};
        ok = !check.block || check_kernel(&check, deps);
        is_joined = is_joined || check.is_joined;
        isl_union_set_free(check.executed);
        isl_multi_union_pw_aff_free(check.block);
    }
    return is_joined ? "a dependence joins two blocks of one launch" : NULL;
}

/* For tests. */

/* Add { S[i] -> [the last of i] } to "*user" for the instances "set". */
static isl_stat add_innermost(__isl_take isl_set *set, void *user)
{
    isl_union_pw_aff **all = user;
    int n = (int)isl_set_dim(set, isl_dim_set);
    isl_local_space *ls = isl_local_space_from_space(isl_set_get_space(set));
    isl_aff *last = n ? isl_aff_var_on_domain(ls, isl_dim_set, (unsigned)(n - 1)) : isl_aff_zero_on_domain(ls);
    isl_set_free(set);
    *all = isl_union_pw_aff_union_add(*all, isl_union_pw_aff_from_aff(last));
    return *all ? isl_stat_ok : isl_stat_error;
}

void pv_blockcheck_share_innermost(struct pv_device_plan *plan)
{
    for (int i = 0; i < plan->kernels.n; i++) {
        struct pv_kernel *kernel = plan->kernels.v[i];
        if (!kernel->place || !kernel->around)
            continue;
        isl_union_set *executed = isl_union_map_domain(isl_union_map_copy(kernel->around));
        isl_union_pw_aff *innermost = isl_union_pw_aff_empty(isl_union_set_get_space(executed));
        isl_union_set_foreach_set(executed, add_innermost, &innermost);
        isl_union_set_free(executed);
        kernel->place = isl_multi_union_pw_aff_set_union_pw_aff(kernel->place, 0, innermost);
    }
}
