/* Builds functions by cases: comparisons and wrap-around. */
#include "front/cases.h"

#include "base/islx.h"

static __isl_give isl_set *compare_by_isl(enum pv_op op, __isl_take isl_pw_aff *a, __isl_take isl_pw_aff *b)
{
    switch (op) {
    case PV_OP_LT:
        return isl_pw_aff_lt_set(a, b);
    case PV_OP_LE:
        return isl_pw_aff_le_set(a, b);
    case PV_OP_GT:
        return isl_pw_aff_gt_set(a, b);
    case PV_OP_GE:
        return isl_pw_aff_ge_set(a, b);
    case PV_OP_EQ:
        return isl_pw_aff_eq_set(a, b);
    default:
        return isl_pw_aff_ne_set(a, b);
    }
}

/* { [i] : a(i) op b(i) } */
static __isl_give isl_set *compare_affs(enum pv_op op, __isl_take isl_aff *a, __isl_take isl_aff *b)
{
    b = isl_aff_align_params(b, isl_aff_get_space(a));
    a = isl_aff_align_params(a, isl_aff_get_space(b));
    switch (op) {
    case PV_OP_LT:
        return isl_aff_lt_set(a, b);
    case PV_OP_LE:
        return isl_aff_le_set(a, b);
    case PV_OP_GT:
        return isl_aff_gt_set(a, b);
    case PV_OP_GE:
        return isl_aff_ge_set(a, b);
    case PV_OP_EQ:
        return isl_aff_eq_set(a, b);
    default:
        return isl_aff_ne_set(a, b);
    }
}

static __isl_give isl_aff *constant_like(struct pv_eval *ec, __isl_take isl_space *domain, pv_int128 value)
{
    return isl_aff_val_on_domain(isl_local_space_from_space(domain), pv_val_from_int128(ec->ctx, value));
}

/* Comparing each case on the left with one function on the right. */
struct comparison {
    enum pv_op op;
    isl_aff *right;
    isl_set *result;
};

static isl_stat compare_case(__isl_take isl_set *domain, __isl_take isl_aff *left, void *user)
{
    struct comparison *data = user;
    isl_set *part = compare_affs(data->op, left, isl_aff_copy(data->right));
    data->result = isl_set_union(data->result, isl_set_intersect(part, domain));
    return isl_stat_ok;
}

static bool has_divisions(__isl_keep isl_pw_aff *aff)
{
    isl_pw_multi_aff *function = isl_pw_multi_aff_from_pw_aff(isl_pw_aff_copy(aff));
    isl_bool result = isl_pw_multi_aff_involves_locals(function);
    isl_pw_multi_aff_free(function);
    return result != isl_bool_false;
}

/* A comparison with a minimum or maximum becomes one case again. With divisions that one case may be tiled in a way for
 * which isl needs far longer to make code than for several. */
static __isl_give isl_set *compare_cases(enum pv_op op, __isl_take isl_pw_aff *left, __isl_take isl_aff *right)
{
    if (isl_pw_aff_isa_aff(left) == isl_bool_true)
        return compare_affs(op, isl_pw_aff_as_aff(left), right);
    bool may_be_one = !has_divisions(left);
    struct comparison data = {op, right, isl_set_empty(isl_pw_aff_get_domain_space(left))};
    isl_pw_aff_foreach_piece(left, compare_case, &data);
    isl_aff_free(right);
    isl_pw_aff_free(left);
    return may_be_one ? pv_set_coalesce(data.result) : data.result;
}

enum pv_op pv_comparison_mirrored(enum pv_op op)
{
    switch (op) {
    case PV_OP_LT:
        return PV_OP_GT;
    case PV_OP_LE:
        return PV_OP_GE;
    case PV_OP_GT:
        return PV_OP_LT;
    case PV_OP_GE:
        return PV_OP_LE;
    default:
        return op;
    }
}

__isl_give isl_set *pv_cases_compare(enum pv_op op, __isl_take isl_pw_aff *a, __isl_take isl_pw_aff *b)
{
    if (isl_pw_aff_isa_aff(b) == isl_bool_true)
        return compare_cases(op, a, isl_pw_aff_as_aff(b));
    if (isl_pw_aff_isa_aff(a) == isl_bool_true)
        return compare_cases(pv_comparison_mirrored(op), b, isl_pw_aff_as_aff(a));
    return compare_by_isl(op, a, b);
}

__isl_give isl_set *pv_cases_compare_int(struct pv_eval *ec, enum pv_op op, __isl_keep isl_pw_aff *a, pv_int128 b)
{
    return compare_cases(op, isl_pw_aff_copy(a), constant_like(ec, isl_pw_aff_get_domain_space(a), b));
}

struct wrapping {
    struct pv_eval *ec;
    pv_int128 min, max, first, last;
    isl_pw_aff *result;
};

static isl_stat wrap_piece(__isl_take isl_set *domain, __isl_take isl_aff *aff, void *user)
{
    struct wrapping *data = user;
    struct pv_eval *ec = data->ec;
    pv_int128 period = data->max - data->min + 1;
    for (pv_int128 i = data->first; i <= data->last; i++) {
        isl_aff *low = constant_like(ec, isl_set_get_space(domain), data->min + i * period);
        isl_aff *high = constant_like(ec, isl_set_get_space(domain), data->max + i * period);
        isl_set *part = compare_affs(PV_OP_GE, isl_aff_copy(aff), low);
        part = isl_set_intersect(part, compare_affs(PV_OP_LE, isl_aff_copy(aff), high));
        part = isl_set_intersect(part, isl_set_copy(domain));
        if (isl_set_is_empty(part) == isl_bool_true) {
            isl_set_free(part);
            continue;
        }
        isl_aff *shifted = isl_aff_add_constant_val(isl_aff_copy(aff), pv_val_from_int128(ec->ctx, -i * period));
        data->result = isl_pw_aff_union_add(data->result, isl_pw_aff_alloc(part, shifted));
    }
    isl_set_free(domain);
    isl_aff_free(aff);
    return isl_stat_ok;
}

__isl_give isl_pw_aff *pv_cases_wrap(struct pv_eval *ec, __isl_take isl_pw_aff *aff, pv_int128 min, pv_int128 max,
                                     pv_int128 first, pv_int128 last)
{
    struct wrapping data = {ec, min, max, first, last, isl_pw_aff_empty(isl_pw_aff_get_space(aff))};
    isl_pw_aff_foreach_piece(aff, wrap_piece, &data);
    isl_pw_aff_free(aff);
    return pv_pw_aff_coalesce(data.result);
}
