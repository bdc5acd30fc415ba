/* Decides which factor of a product is the size of a row. */
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

/* { [i] -> [v] }: the subscript within rows of "level" sizes, without the term "but". */
static __isl_give isl_pw_aff *inner_subscript(const pv_terms *sum, int but, int level)
{
    isl_pw_aff *inner = NULL;
    for (int i = 0; i < sum->n; i++)
        if (i != but && sum->v[i].n_sizes == level) {
            isl_pw_aff *add = isl_pw_aff_copy(sum->v[i].coefficient.aff);
            inner = inner ? isl_pw_aff_add(inner, add) : add;
        }
    return inner;
}

/* Is "value" less than "size" in all instances that get here? */
static bool is_less(const struct pv_eval *ec, __isl_keep isl_pw_aff *value, __isl_keep isl_pw_aff *size)
{
    isl_set *beyond = isl_pw_aff_ge_set(isl_pw_aff_copy(value), isl_pw_aff_copy(size));
    beyond = isl_set_intersect(beyond, isl_set_copy(ec->live));
    beyond = isl_set_intersect_params(beyond, isl_set_copy(ec->param_bounds));
    isl_bool is_empty = isl_set_is_empty(beyond);
    isl_set_free(beyond);
    return is_empty == isl_bool_true;
}

/* Let the coefficient of "term" and its size "to" change places. */
static void exchange(struct pv_term *term, int to)
{
    const pv_int128 far = (pv_int128)1 << 64;
    isl_pw_aff *size = term->coefficient.aff;
    term->coefficient = (struct pv_value){term->sizes[to], -far, far};
    term->sizes[to] = size;
}

static void exchange_sizes(struct pv_term *term, int a, int b)
{
    isl_pw_aff *size = term->sizes[a];
    term->sizes[a] = term->sizes[b];
    term->sizes[b] = size;
}

/* Put a size that is greater than "inner", the subscript within the sizes before number "at", in this place of "term": one of the
 * later sizes or, where it does not change, the coefficient. False where none of them is known to be greater. */
static bool choose_by_subscript(const struct pv_eval *ec, struct pv_term *term, __isl_keep isl_pw_aff *inner, int at)
{
    for (int i = at; inner && i < term->n_sizes; i++)
        if (is_less(ec, inner, term->sizes[i])) {
            exchange_sizes(term, at, i);
            return true;
        }
    bool is_coefficient = inner && pv_linear_is_symbolic(ec, term->coefficient.aff) &&
                          is_less(ec, inner, term->coefficient.aff);
    if (is_coefficient)
        exchange(term, at);
    return is_coefficient;
}

/* The first "n_known" sizes of term "number" of "sum" are those of rows, all of them in the shape if "is_ordered" is set. Order the others by the subscripts that stay within
 * them. Some may do so in none or several: in x[i + n * m * k], with i < n, each of m and k may be the size of a plane; people write
 * it between the other factors, which makes it the coefficient. */
static void choose_by_subscripts(const struct pv_eval *ec, pv_terms *sum, int number, int n_known, bool is_ordered)
{
    struct pv_term *term = &sum->v[number];
    term->is_ordered = is_ordered;
    for (int i = n_known; i < term->n_sizes; i++) {
        isl_pw_aff *inner = inner_subscript(sum, number, i);
        bool is_last = i == term->n_sizes - 1, is_constant = pv_linear_is_symbolic(ec, term->coefficient.aff);
        bool is_chosen = (is_last && !is_constant) || choose_by_subscript(ec, term, inner, i);
        isl_pw_aff_free(inner);
        if (!is_chosen && i > 0 && is_constant)
            exchange(term, i);
        term->is_ordered = term->is_ordered && is_chosen;
    }
}

/* Bring the sizes of "term" that belong to "shape" or to other terms to the front. Return their number. */
static int move_known(const struct pv_eval *ec, const struct pv_shape *shape, const pv_terms *sum, int number)
{
    struct pv_term *term = &sum->v[number];
    int n_known = 0;
    for (int i = 0; i < term->n_sizes; i++)
        if (has_size(ec, shape, sum, number, term->sizes[i]))
            exchange_sizes(term, i, n_known++);
    return n_known;
}

/* Choose the sizes of term "number" of "sum". */
static void choose_sizes_of(const struct pv_eval *ec, const struct pv_shape *shape, pv_terms *sum, int number)
{
    struct pv_term *term = &sum->v[number];
    int n_known = move_known(ec, shape, sum, number);
    bool is_taken = !pv_linear_is_symbolic(ec, term->coefficient.aff);
    for (int j = n_known; j < term->n_sizes && !is_taken; j++)
        is_taken = take_size(ec, shape, sum, number, term->sizes[j], j) ||
                   take_size(ec, shape, sum, number, term->coefficient.aff, j);
    n_known = move_known(ec, shape, sum, number);
    choose_by_subscripts(ec, sum, number, n_known, n_known <= shape->n_sizes);
}

void pv_choose_sizes(const struct pv_eval *ec, const struct pv_shape *shape, pv_terms *sum)
{
    for (int i = 0; i < sum->n; i++)
        if (sum->v[i].n_sizes)
            choose_sizes_of(ec, shape, sum, i);
}
