#include "front/cases.h"

#include "base/islx.h"

static __isl_give isl_set *compare_pieces(enum pv_op op, __isl_take isl_pw_aff *a, __isl_take isl_pw_aff *b)
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

static __isl_give isl_set *compare_single(enum pv_op op, __isl_take isl_aff *a, __isl_take isl_aff *b)
{
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

/* Most functions have no cases: their comparison is one constraint, where that of cases costs isl ten times as much. */
__isl_give isl_set *pv_cases_compare(enum pv_op op, __isl_take isl_pw_aff *a, __isl_take isl_pw_aff *b)
{
    if (isl_pw_aff_isa_aff(a) != isl_bool_true || isl_pw_aff_isa_aff(b) != isl_bool_true)
        return compare_pieces(op, a, b);
    isl_aff *left = isl_pw_aff_as_aff(a), *right = isl_pw_aff_as_aff(b);
    right = isl_aff_align_params(right, isl_aff_get_space(left));
    left = isl_aff_align_params(left, isl_aff_get_space(right));
    return compare_single(op, left, right);
}

/* { [i] : a(i) op b } */
static __isl_give isl_set *compare_aff_int(struct pv_eval *ec, enum pv_op op, __isl_keep isl_aff *a, pv_int128 b)
{
    isl_local_space *ls = isl_aff_get_domain_local_space(a);
    isl_aff *limit = isl_aff_val_on_domain(ls, pv_val_from_int128(ec->ctx, b));
    return compare_single(op, isl_aff_copy(a), limit);
}

struct comparison {
    struct pv_eval *ec;
    enum pv_op op;
    pv_int128 limit;
    isl_set *result;
};

static isl_stat compare_piece(__isl_take isl_set *domain, __isl_take isl_aff *aff, void *user)
{
    struct comparison *data = user;
    isl_set *part = isl_set_intersect(compare_aff_int(data->ec, data->op, aff, data->limit), domain);
    data->result = isl_set_union(data->result, part);
    isl_aff_free(aff);
    return isl_stat_ok;
}

__isl_give isl_set *pv_cases_compare_int(struct pv_eval *ec, enum pv_op op, __isl_keep isl_pw_aff *a, pv_int128 b)
{
    struct comparison data = {ec, op, b, isl_set_empty(isl_pw_aff_get_domain_space(a))};
    isl_pw_aff_foreach_piece(a, compare_piece, &data);
    return data.result;
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
        isl_set *part = compare_aff_int(ec, PV_OP_GE, aff, data->min + i * period);
        part = isl_set_intersect(part, compare_aff_int(ec, PV_OP_LE, aff, data->max + i * period));
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
