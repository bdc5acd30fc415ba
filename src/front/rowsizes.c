/* Tells the sizes of rows from what else does not change. */
#include "front/rowsizes.h"

#include <isl/aff.h>
#include <isl/val.h>

__isl_give isl_pw_aff *pv_shape_size(const struct pv_eval *ec, const struct pv_shape *shape, int i)
{
    return isl_pw_aff_insert_dims(isl_pw_aff_copy(shape->sizes[i]), isl_dim_in, 0, (unsigned)ec->depth);
}

/* Does "sum" or "shape" have a size like "aff" that belongs there: of a term other than "but" whose coefficient changes? */
static bool has_size(const struct pv_eval *ec, const struct pv_shape *shape, const pv_terms *sum, int but,
                     __isl_keep isl_pw_aff *aff)
{
    bool is_found = false;
    for (int i = 0; i < shape->n_sizes && !is_found; i++) {
        isl_pw_aff *size = pv_shape_size(ec, shape, i);
        is_found = isl_pw_aff_is_equal(size, aff) == isl_bool_true;
        isl_pw_aff_free(size);
    }
    for (int i = 0; i < sum->n && !is_found; i++)
        for (int j = 0; i != but && j < sum->v[i].n_sizes && !is_found; j++)
            is_found = !pv_linear_is_symbolic(ec, sum->v[i].coefficient.aff) &&
                       isl_pw_aff_is_equal(sum->v[i].sizes[j], aff) == isl_bool_true;
    return is_found;
}

/* The greatest number that divides all numbers in "aff", which does not change and has one piece; 1 where it has divisions. */
static __isl_give isl_val *content_of(__isl_keep isl_pw_aff *aff)
{
    isl_aff *one = isl_pw_aff_as_aff(isl_pw_aff_copy(aff));
    isl_val *content = isl_val_abs(isl_aff_get_constant_val(one));
    for (int i = 0; i < (int)isl_aff_dim(one, isl_dim_param); i++)
        content = isl_val_gcd(content, isl_aff_get_coefficient_val(one, isl_dim_param, i));
    if (isl_aff_dim(one, isl_dim_div) > 0 || isl_val_is_pos(content) != isl_bool_true)
        content = isl_val_set_si(content, 1);
    isl_aff_free(one);
    return content;
}

/* Write the size "from" of "term", or where "from" is its coefficient, that, as a number times a size that is known elsewhere,
 * which becomes the size "to", and all else the coefficient. False where it is no such product. */
static bool take_size(const struct pv_eval *ec, const struct pv_shape *shape, const pv_terms *sum, int number,
                      __isl_keep isl_pw_aff *from, int to)
{
    const pv_int128 far = (pv_int128)1 << 64;
    struct pv_term *term = &sum->v[number];
    isl_val *content = content_of(from);
    isl_pw_aff *size = isl_pw_aff_scale_down_val(isl_pw_aff_copy(from), isl_val_copy(content));
    if (!has_size(ec, shape, sum, number, size)) {
        isl_pw_aff_free(size);
        isl_val_free(content);
        return false;
    }
    isl_pw_aff *rest = from == term->sizes[to] ? term->coefficient.aff : term->sizes[to];
    isl_pw_aff *coefficient = isl_pw_aff_scale_val(isl_pw_aff_copy(rest), content);
    isl_pw_aff_free(term->coefficient.aff);
    isl_pw_aff_free(term->sizes[to]);
    term->coefficient = (struct pv_value){coefficient, -far, far};
    term->sizes[to] = size;
    return true;
}

void pv_choose_sizes(const struct pv_eval *ec, const struct pv_shape *shape, pv_terms *sum)
{
    for (int i = 0; i < sum->n; i++) {
        const struct pv_term *term = &sum->v[i];
        bool is_done = !pv_linear_is_symbolic(ec, term->coefficient.aff);
        for (int j = 0; j < term->n_sizes && !is_done; j++)
            is_done = has_size(ec, shape, sum, i, term->sizes[j]) || take_size(ec, shape, sum, i, term->sizes[j], j) ||
                      take_size(ec, shape, sum, i, term->coefficient.aff, j);
    }
}
