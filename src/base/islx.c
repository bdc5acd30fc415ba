#include "base/islx.h"

#define DEFINE_COALESCE(name, type)                                             \
    __isl_give isl_##type *pv_##name##_coalesce(__isl_take isl_##type *object)  \
    {                                                                           \
        if (!object)                                                            \
            return NULL;                                                        \
        isl_ctx *ctx = isl_##type##_get_ctx(object);                            \
        isl_##type *shorter = isl_##type##_coalesce(isl_##type##_copy(object)); \
        if (!shorter && isl_ctx_last_error(ctx) != isl_error_quota) {           \
            isl_ctx_reset_error(ctx);                                           \
            return object;                                                      \
        }                                                                       \
        isl_##type##_free(object);                                              \
        return shorter;                                                         \
    }

DEFINE_COALESCE(set, set)
DEFINE_COALESCE(map, map)
DEFINE_COALESCE(pw_aff, pw_aff)
DEFINE_COALESCE(union_map, union_map)
DEFINE_COALESCE(union_set, union_set)

__isl_give isl_space *pv_space_root(__isl_take isl_space *space)
{
    while (isl_space_is_wrapping(space) == isl_bool_true)
        space = isl_space_domain(isl_space_unwrap(space));
    return space;
}

const char *pv_space_root_name(__isl_take isl_space *space)
{
    space = pv_space_root(space);
    const char *name = isl_space_get_tuple_name(space, isl_dim_set);
    isl_space_free(space);
    return name ? name : "";
}
