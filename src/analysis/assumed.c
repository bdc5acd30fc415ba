/* Drops dependences that no permitted value of the parameters has. The pieces that stay keep their constraints: those of the
 * context would only make them longer. */
#include "analysis/assumed.h"

#include <isl/constraint.h>
#include <isl/map.h>
#include <isl/set.h>

struct pruning {
    isl_set *context;
    isl_map *map;          /* what is left of one relation */
    isl_union_map *result; /* ... and of those before */
};

static isl_stat keep_piece(__isl_take isl_basic_map *piece, void *user)
{
    struct pruning *pruning = user;
    isl_map *map = isl_map_from_basic_map(piece);
    isl_map *here = isl_map_intersect_params(isl_map_copy(map), isl_set_copy(pruning->context));
    isl_bool is_void = isl_map_is_empty(here);
    isl_map_free(here);
    if (is_void)
        isl_map_free(map);
    else
        pruning->map = isl_map_union(pruning->map, map);
    return is_void < 0 ? isl_stat_error : isl_stat_ok;
}

static isl_stat keep_pieces(__isl_take isl_map *map, void *user)
{
    struct pruning *pruning = user;
    pruning->map = isl_map_empty(isl_map_get_space(map));
    isl_stat status = isl_map_foreach_basic_map(map, keep_piece, pruning);
    bool is_changed = isl_map_n_basic_map(map) != isl_map_n_basic_map(pruning->map);
    pruning->result = isl_union_map_add_map(pruning->result, is_changed ? pruning->map : isl_map_copy(map));
    if (!is_changed)
        isl_map_free(pruning->map);
    isl_map_free(map);
    return status;
}

static bool prune(__isl_keep isl_set *context, isl_union_map **pairs)
{
    if (!*pairs)
        return true;
    struct pruning pruning = {context, NULL, isl_union_map_empty(isl_union_map_get_space(*pairs))};
    bool ok = isl_union_map_foreach_map(*pairs, keep_pieces, &pruning) >= 0;
    isl_union_map_free(*pairs);
    *pairs = pruning.result;
    return ok && *pairs;
}

/* Does "constraint" relate parameters, or keep one from numbers at which unsigned arithmetic wraps around? Smaller bounds of single
 * ones hardly ever exclude a dependence, and the search takes time. */
static isl_stat look_for_relation(__isl_take isl_constraint *constraint, void *user)
{
    bool *relates = user;
    int n_param = (int)isl_constraint_dim(constraint, isl_dim_param), n = 0;
    for (int i = 0; i < n_param; i++)
        n += isl_constraint_involves_dims(constraint, isl_dim_param, (unsigned)i, 1) == isl_bool_true;
    isl_val *constant = isl_constraint_get_constant_val(constraint);
    bool is_huge = isl_val_cmp_si(constant, 1L << 62) > 0;
    *relates = *relates || n > 1 || (n == 1 && is_huge);
    isl_val_free(constant);
    isl_constraint_free(constraint);
    return isl_stat_ok;
}

static isl_stat look_in_piece(__isl_take isl_basic_set *piece, void *user)
{
    isl_stat status = isl_basic_set_foreach_constraint(piece, look_for_relation, user);
    isl_basic_set_free(piece);
    return status;
}

bool pv_assumed_prune(const struct pv_scop *scop, struct pv_deps *deps)
{
    isl_union_map **all[] = {&deps->tagged_flow,  &deps->flow,  &deps->tagged_false, &deps->false_deps,
                             &deps->tagged_order, &deps->order, &deps->array_order,  &deps->tagged_forced,
                             &deps->forced,       &deps->apart};
    bool relates = false;
    bool ok = isl_set_foreach_basic_set(scop->context, look_in_piece, &relates) >= 0;
    if (!relates)
        return ok;
    for (size_t i = 0; i < sizeof(all) / sizeof(all[0]) && ok; i++)
        ok = prune(scop->context, all[i]);
    return ok;
}
