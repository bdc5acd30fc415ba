/* Excludes instances without a defined meaning, and the parameters that lead to them. */
#include "front/exclude.h"

#include "base/islx.h"

/* How complicated the context, and what is still to be taken out of it, may become: its pieces, fewer where there are
 * more than a few parameters, and the parameters that one condition is on. The work for a piece grows with the square of
 * these. To leave out a condition is no error: the context then holds parameters for which the program has no meaning. */
enum { most_pieces = 64, few_params = 16 };

static bool has_too_many_pieces(const struct pv_eval *ec, int n_piece)
{
    int n_param = (int)isl_set_dim(ec->param_bounds, isl_dim_param);
    int most = n_param <= few_params ? most_pieces : most_pieces * few_params * few_params / (n_param * n_param);
    return n_piece > most;
}

static bool has_too_many_params(__isl_keep isl_set *set)
{
    isl_size n = isl_set_dim(set, isl_dim_param);
    int n_involved = 0;
    for (int i = 0; n > few_params && i < n; i++)
        n_involved += isl_set_involves_dims(set, isl_dim_param, (unsigned)i, 1) == isl_bool_true;
    return n_involved > few_params;
}

bool pv_exclude_applies(const struct pv_eval *ec)
{
    return ec->is_certain && !ec->generic && !ec->is_summary;
}

int pv_exclude(struct pv_eval *ec, __isl_take isl_set *bad)
{
    if (!pv_exclude_applies(ec)) {
        isl_set_free(bad);
        return 0;
    }
    struct pv_bad_instances item = {isl_set_intersect(bad, isl_set_copy(ec->live)), ec->depth};
    pv_push(ec->arena, &ec->bad, item);
    return ec->bad.n;
}

void pv_exclude_forget(struct pv_eval *ec, int place_plus_one)
{
    isl_set_free(ec->bad.v[place_plus_one - 1].set);
    for (int i = place_plus_one; i < ec->bad.n; i++)
        ec->bad.v[i - 1] = ec->bad.v[i];
    ec->bad.n--;
}

void pv_exclude_undo(struct pv_eval *ec, int n)
{
    while (ec->bad.n > n)
        isl_set_free(ec->bad.v[--ec->bad.n].set);
}

void pv_exclude_restrict(struct pv_eval *ec, int first, __isl_keep isl_set *kept)
{
    for (int i = first; i < ec->bad.n; i++) {
        struct pv_bad_instances *bad = &ec->bad.v[i];
        unsigned n_inner = (unsigned)(bad->depth - (int)isl_set_dim(kept, isl_dim_set));
        bad->set = isl_set_intersect(bad->set, isl_set_add_dims(isl_set_copy(kept), isl_dim_set, n_inner));
    }
}

/* Has one of the records from "first" on, among the few before number "i", the same text as that? */
static bool is_repeated(const struct pv_eval *ec, int first, int i)
{
    enum { n_compared = 16 };
    for (int j = i - first > n_compared ? i - n_compared : first; j < i; j++)
        if (ec->bad.v[j].depth == ec->bad.v[i].depth &&
            isl_set_plain_is_equal(ec->bad.v[j].set, ec->bad.v[i].set) == isl_bool_true)
            return true;
    return false;
}

/* The bounds of the parameters' types, without those of parameters that "set" has no condition on. */
static __isl_give isl_set *bounds_for(const struct pv_eval *ec, __isl_keep isl_set *set)
{
    isl_set *bounds = isl_set_copy(ec->param_bounds);
    isl_size n = isl_set_dim(bounds, isl_dim_param);
    for (int i = 0; i < n; i++) {
        isl_id *id = isl_set_get_dim_id(bounds, isl_dim_param, (unsigned)i);
        int at = isl_set_find_dim_by_id(set, isl_dim_param, id);
        isl_id_free(id);
        if (at < 0 || isl_set_involves_dims(set, isl_dim_param, (unsigned)at, 1) == isl_bool_false)
            bounds = isl_set_drop_constraints_involving_dims(bounds, isl_dim_param, (unsigned)i, 1);
    }
    return bounds;
}

/* The bounds of the parameters' types, which the context has in the end, make simple sets dear; but where there are many
 * pieces they leave fewer. */
static __isl_give isl_set *bound_complicated(const struct pv_eval *ec, __isl_take isl_set *set)
{
    enum { many_pieces = 5 };
    if (isl_set_n_basic_set(set) < many_pieces)
        return set;
    isl_set *bounds = bounds_for(ec, set);
    return isl_set_intersect_params(set, bounds);
}

static __isl_give isl_set *simplify(const struct pv_eval *ec, __isl_take isl_set *set)
{
    return pv_set_coalesce(bound_complicated(ec, set));
}

void pv_exclude_leave_loop(struct pv_eval *ec, int first)
{
    isl_set *all = NULL;
    for (int i = first; i < ec->bad.n; i++) {
        if (is_repeated(ec, first, i))
            continue;
        isl_set *set = bound_complicated(ec, isl_set_copy(ec->bad.v[i].set));
        if (isl_set_is_empty(set) == isl_bool_true) {
            isl_set_free(set);
            continue;
        }
        unsigned n_inner = (unsigned)(ec->bad.v[i].depth - ec->depth);
        set = isl_set_project_out(set, isl_dim_set, (unsigned)ec->depth, n_inner);
        all = all ? isl_set_union(all, set) : set;
    }
    pv_exclude_undo(ec, first);
    if (!all)
        return;
    all = simplify(ec, all);
    if (has_too_many_pieces(ec, (int)isl_set_n_basic_set(all))) {
        isl_set_free(all);
        return;
    }
    struct pv_bad_instances item = {all, ec->depth};
    pv_push(ec->arena, &ec->bad, item);
}

__isl_give isl_set *pv_exclude_context(struct pv_eval *ec)
{
    isl_set *allowed = isl_set_universe(isl_set_get_space(ec->param_bounds));
    for (int i = 0; i < ec->bad.n; i++) {
        if (is_repeated(ec, 0, i))
            continue;
        isl_set *bad = isl_set_params(isl_set_copy(ec->bad.v[i].set));
        if (has_too_many_params(bad)) {
            isl_set_free(bad);
            continue;
        }
        bad = simplify(ec, bad);
        isl_size n_bad = isl_set_n_basic_set(bad), n_allowed = isl_set_n_basic_set(allowed);
        bool is_too_much = n_bad >= 0 && n_allowed >= 0 && has_too_many_pieces(ec, n_bad * n_allowed);
        if (is_too_much || isl_set_is_disjoint(bad, ec->param_bounds) == isl_bool_true)
            isl_set_free(bad);
        else
            allowed = simplify(ec, isl_set_subtract(allowed, bad));
    }
    return pv_set_coalesce(isl_set_intersect(allowed, isl_set_copy(ec->param_bounds)));
}
