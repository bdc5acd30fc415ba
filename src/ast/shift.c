/* Makes one stride of strides with different offsets (document 001, section 5.8). */
#include "ast/shift.h"

#include "base/islx.h"

#include <isl/aff.h>
#include <isl/ilp.h>
#include <isl/local_space.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/stride_info.h>
#include <isl/val.h>

/* The values of one statement: "offset" { [c, t] -> [o] } and multiples of "stride" more; 0 where there is one value. */
struct values {
    isl_val *stride;
    isl_aff *offset;
    isl_val *least; /* or minus infinity */
};

static struct values values_of(__isl_keep isl_map *map, int pos)
{
    isl_set *domain = isl_map_domain(isl_map_copy(map));
    unsigned n = (unsigned)isl_set_dim(domain, isl_dim_set), first = (unsigned)pos + 1;
    domain = isl_set_project_out(domain, isl_dim_set, first, n - first);
    isl_stride_info *info = isl_set_get_stride_info(domain, pos);
    struct values values = {isl_stride_info_get_stride(info), isl_stride_info_get_offset(info), NULL};
    isl_space *own = isl_set_get_space(domain);
    isl_aff *value = isl_aff_var_on_domain(isl_local_space_from_space(own), isl_dim_set, (unsigned)pos);
    values.least = isl_set_min_val(domain, value);
    isl_aff_free(value);
    isl_stride_info_free(info);
    isl_val *fixed = isl_set_plain_get_val_if_fixed(domain, isl_dim_set, (unsigned)pos);
    if (isl_val_is_int(fixed) == isl_bool_true) {
        isl_val_free(values.stride);
        values.stride = isl_val_zero(isl_set_get_ctx(domain));
        isl_space *space = isl_aff_get_domain_space(values.offset);
        isl_aff_free(values.offset);
        values.offset = isl_aff_val_on_domain(isl_local_space_from_space(space), fixed);
    } else {
        isl_val_free(fixed);
    }
    isl_set_free(domain);
    return values;
}

/* The remainder of "a" less "b" by "m" where that is a constant; NULL else. */
static __isl_give isl_val *distance(__isl_keep isl_aff *a, __isl_keep isl_aff *b, __isl_keep isl_val *m)
{
    isl_aff *difference = isl_aff_sub(isl_aff_copy(a), isl_aff_copy(b));
    isl_val *value = isl_aff_is_cst(difference) == isl_bool_true ? isl_aff_get_constant_val(difference) : NULL;
    isl_aff_free(difference);
    if (isl_val_is_int(value) == isl_bool_true)
        return isl_val_mod(value, isl_val_copy(m));
    isl_val_free(value);
    return NULL;
}

/* "map" with dimension "pos" replaced by two: less "r", and "r". */
static __isl_give isl_map *shift_one(__isl_take isl_map *map, int pos, __isl_take isl_val *r)
{
    map = isl_map_insert_dims(map, isl_dim_in, (unsigned)pos + 1, 1);
    map = isl_map_fix_val(map, isl_dim_in, (unsigned)pos + 1, isl_val_copy(r));
    isl_space *space = isl_space_map_from_set(isl_space_domain(isl_map_get_space(map)));
    isl_multi_aff *to = isl_multi_aff_identity(space);
    isl_aff *moved = isl_aff_add_constant_val(isl_multi_aff_get_at(to, pos), r);
    return isl_map_preimage_domain_multi_aff(map, isl_multi_aff_set_at(to, pos, moved));
}

/* The common stride of "all"; less than 2 where there is none. */
static __isl_give isl_val *common_stride(isl_ctx *ctx, const struct values *all, int n)
{
    isl_val *stride = isl_val_zero(ctx);
    for (int i = 0; i < n; i++)
        stride = isl_val_gcd(stride, isl_val_copy(all[i].stride));
    return stride;
}

/* The statement that gets the offset 0: one with more than one value, of which the least is the least of all. */
static int find_first(const struct values *all, int n)
{
    int first = -1;
    for (int i = 0; i < n; i++)
        if (isl_val_is_zero(all[i].stride) == isl_bool_false &&
            (first < 0 || isl_val_lt(all[i].least, all[first].least) == isl_bool_true))
            first = i;
    return first;
}

/* The shifted maps; NULL where nothing is to be shifted. */
static __isl_give isl_union_map *shifted(__isl_keep isl_map_list *maps, const struct values *all, int n, int pos)
{
    isl_ctx *ctx = isl_map_list_get_ctx(maps);
    isl_val *stride = common_stride(ctx, all, n);
    int first = find_first(all, n);
    isl_union_map *result = NULL;
    bool differs = false, ok = first >= 0 && isl_val_gt_si(stride, 1) == isl_bool_true;
    for (int i = 0; i < n && ok; i++) {
        isl_val *r = distance(all[i].offset, all[first].offset, stride);
        ok = r != NULL;
        differs |= ok && isl_val_is_zero(r) == isl_bool_false;
        if (!ok)
            break;
        isl_map *map = shift_one(isl_map_list_get_at(maps, i), pos, r);
        result = result ? isl_union_map_add_map(result, map) : isl_union_map_from_map(map);
    }
    isl_val_free(stride);
    if (ok && differs)
        return result;
    return isl_union_map_free(result);
}

bool pv_shift(isl_union_map **executed, int pos)
{
    isl_map_list *maps = isl_union_map_get_map_list(*executed);
    int n = (int)isl_map_list_n_map(maps);
    enum { max_statements = 64 };
    isl_union_map *result = NULL;
    if (n > 1 && n <= max_statements) {
        struct values all[max_statements];
        for (int i = 0; i < n; i++) {
            isl_map *map = isl_map_list_get_at(maps, i);
            all[i] = values_of(map, pos);
            isl_map_free(map);
        }
        result = shifted(maps, all, n, pos);
        for (int i = 0; i < n; i++) {
            isl_val_free(all[i].stride);
            isl_val_free(all[i].least);
            isl_aff_free(all[i].offset);
        }
    }
    isl_map_list_free(maps);
    if (!result)
        return false;
    isl_union_map_free(*executed);
    *executed = result;
    return true;
}
