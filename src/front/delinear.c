/* Turns linear subscripts back into rows and columns. */
#include "front/delinear.h"

#include "base/islx.h"
#include "front/affine.h"
#include "front/cases.h"
#include "front/choices.h"
#include "front/factors.h"
#include "front/fits.h"
#include "front/linear.h"
#include "front/named.h"
#include "front/rowsizes.h"

void pv_shapes_free(struct pv_shapes *shapes)
{
    for (int i = 0; i < shapes->list.n; i++)
        for (int j = 0; j < shapes->list.v[i]->n_sizes; j++)
            isl_pw_aff_free(shapes->list.v[i]->sizes[j]);
    shapes->list.n = 0;
}

/* Choices within choices that a subscript may have. */
enum { deepest_choices = 4 };

/* Is each case of "expr" affine or linear, and is "*has_sizes" set where one is not affine? */
static bool has_linear_cases(struct pv_eval *ec, const struct pv_expr *expr, int depth, bool *has_sizes)
{
    pv_terms sum = {0};
    struct pv_choice choice;
    if (pv_linear_form(ec, expr, &sum)) {
        for (int i = 0; i < sum.n; i++)
            *has_sizes = *has_sizes || sum.v[i].n_sizes;
        pv_terms_free(&sum);
        return true;
    }
    if (depth == deepest_choices || !pv_choice_split(ec, expr, &choice))
        return false;
    isl_set_free(choice.holds);
    isl_set_free(choice.fails);
    return has_linear_cases(ec, choice.then_expr, depth + 1, has_sizes) &&
           has_linear_cases(ec, choice.else_expr, depth + 1, has_sizes);
}

bool pv_delinear_is_linear(struct pv_eval *ec, const struct pv_expr *expr)
{
    bool has_sizes = false;
    return has_linear_cases(ec, expr, 0, &has_sizes) && has_sizes;
}

/* Parameters as products. */

/* The coefficient of "var" in "aff", 0 where it is not plainly there. */
static int64_t coefficient_of(__isl_keep isl_pw_aff *aff, const struct pv_var *var)
{
    int pos = isl_pw_aff_find_dim_by_name(aff, isl_dim_param, var->id);
    if (pos < 0 || isl_pw_aff_n_piece(aff) != 1)
        return 0;
    isl_aff *piece = isl_pw_aff_as_aff(isl_pw_aff_copy(aff));
    isl_val *value = isl_aff_get_coefficient_val(piece, isl_dim_param, pos);
    bool is_plain = isl_aff_dim(piece, isl_dim_div) == 0 && isl_val_is_int(value) == isl_bool_true &&
                    isl_val_cmp_si(value, 1 << 20) < 0 && isl_val_cmp_si(value, -(1 << 20)) > 0;
    int64_t result = is_plain ? isl_val_get_num_si(value) : 0;
    isl_val_free(value);
    isl_aff_free(piece);
    return result;
}

static __isl_give isl_pw_aff *scaled(struct pv_eval *ec, __isl_keep isl_pw_aff *aff, int64_t n)
{
    return isl_pw_aff_scale_val(isl_pw_aff_copy(aff), isl_val_int_from_si(ec->ctx, n));
}

/* Is "size" one of the sizes of a term of "sum"? */
static bool is_stride(const pv_terms *sum, __isl_keep isl_pw_aff *size)
{
    for (int i = 0; i < sum->n; i++)
        for (int j = 0; j < sum->v[i].n_sizes; j++)
            if (isl_pw_aff_plain_is_equal(sum->v[i].sizes[j], size) == isl_bool_true)
                return true;
    return false;
}

/* The factor that counts rows, the others being strides of "sum" by themselves: the first where there is no such one. */
static int outer_factor(const pv_terms *sum, const struct pv_factors *factors)
{
    for (int outer = 0; outer < factors->n; outer++) {
        bool are_strides = true;
        for (int i = 0; i < factors->n; i++)
            are_strides = are_strides && (i == outer || is_stride(sum, factors->list[i]));
        if (are_strides)
            return outer;
    }
    return 0;
}

/* "times" the parameter "var". */
static __isl_give isl_pw_aff *multiple_of(struct pv_eval *ec, struct pv_var *var, int64_t times)
{
    return isl_pw_aff_scale_val(pv_eval_var(ec, var).aff, isl_val_int_from_si(ec->ctx, times));
}

/* Find the factors of "size" where it is a multiple of one parameter. */
static bool find_factors(struct pv_eval *ec, __isl_keep isl_pw_aff *size, struct pv_factors *factors)
{
    int n = ec->scop->parameters.n;
    for (int i = 0; i < n; i++) {
        struct pv_var *var = ec->scop->parameters.v[i];
        int64_t times = coefficient_of(size, var);
        isl_pw_aff *multiple = times ? multiple_of(ec, var, times) : NULL;
        bool is_multiple = multiple && isl_pw_aff_plain_is_equal(size, multiple) == isl_bool_true;
        isl_pw_aff_free(multiple);
        if (!is_multiple || !pv_factors_find(ec, var, pv_linear_may_assume(ec), factors))
            continue;
        factors->constant *= times;
        return true;
    }
    return false;
}

/* Append the factors to the sizes of "term", but for the one that counts rows. */
static void add_inner_factors(struct pv_term *term, const struct pv_factors *factors, int outer)
{
    for (int i = 0; i < factors->n; i++)
        if (i != outer)
            term->sizes[term->n_sizes++] = isl_pw_aff_copy(factors->list[i]);
}

/* Put the factors of the sizes of "term", one of "sum", in their place. */
static void expand_sizes(struct pv_eval *ec, const pv_terms *sum, struct pv_term *term)
{
    int n = term->n_sizes;
    for (int i = 0; i < n; i++) {
        struct pv_factors factors;
        if (!find_factors(ec, term->sizes[i], &factors))
            continue;
        if (term->n_sizes + factors.n - 1 <= PV_MAX_LINEAR) {
            int outer = outer_factor(sum, &factors);
            isl_pw_aff_free(term->sizes[i]);
            term->sizes[i] = scaled(ec, factors.list[outer], factors.constant);
            add_inner_factors(term, &factors, outer);
        }
        pv_factors_free(&factors);
    }
}

/* Take the parameters with factors out of the coefficient of term "i" of "sum", and add a term for each: an offset of
 * rows * width is as many rows. */
static void expand_coefficient(struct pv_eval *ec, pv_terms *sum, int i)
{
    const pv_int128 far = (pv_int128)1 << 64;
    int n_parameters = ec->scop->parameters.n;
    for (int j = 0; j < n_parameters; j++) {
        struct pv_var *var = ec->scop->parameters.v[j];
        int64_t times = coefficient_of(sum->v[i].coefficient.aff, var);
        struct pv_factors factors;
        if (!times || !pv_factors_find(ec, var, pv_linear_may_assume(ec), &factors))
            continue;
        int outer = outer_factor(sum, &factors);
        struct pv_term part = {.n_sizes = sum->v[i].n_sizes, .part = sum->v[i].part};
        if (part.n_sizes + factors.n - 1 <= PV_MAX_LINEAR) {
            isl_pw_aff *rest = isl_pw_aff_sub(sum->v[i].coefficient.aff, multiple_of(ec, var, times));
            sum->v[i].coefficient = (struct pv_value){rest, -far, far};
            isl_pw_aff *rows = scaled(ec, factors.list[outer], times * factors.constant);
            part.coefficient = (struct pv_value){rows, -far, far};
            for (int k = 0; k < part.n_sizes; k++)
                part.sizes[k] = isl_pw_aff_copy(sum->v[i].sizes[k]);
            add_inner_factors(&part, &factors, outer);
            pv_push(ec->arena, sum, part);
        }
        pv_factors_free(&factors);
    }
}

/* Where the shape asks for it, write parameters that are products as these. */
static void expand_parameters(struct pv_eval *ec, const struct pv_shape *shape, pv_terms *sum)
{
    int n = sum->n;
    for (int i = 0; shape->follows && i < n; i++) {
        expand_sizes(ec, sum, &sum->v[i]);
        expand_coefficient(ec, sum, i);
    }
}

/* Products as sizes. */

/* Take the sizes of "term" that are factors of "value", a product of parameters, out of "term"; false, and nothing is taken,
 * where one is missing. "taken" says of each size whether it was taken. */
static bool take_factors(struct pv_eval *ec, const struct pv_expr *value, const struct pv_term *term, bool *taken)
{
    bool is_modular = value->type->bits == 64 || term->part.number;
    if (!value->type->is_signed && !is_modular) /* it may wrap around, other than the subscript */
        return false;
    if (value->kind == PV_EXPR_CAST)
        return value->type->bits >= value->args[0]->type->bits && take_factors(ec, value->args[0], term, taken);
    if (value->kind == PV_EXPR_OP && value->op == PV_OP_MUL)
        return take_factors(ec, value->args[0], term, taken) && take_factors(ec, value->args[1], term, taken);
    if (value->kind != PV_EXPR_ACCESS || value->n_steps)
        return false;
    struct pv_value factor = pv_eval_var(ec, value->var);
    bool is_found = false;
    for (int i = 0; factor.aff && i < term->n_sizes && !is_found; i++) {
        is_found = !taken[i] && isl_pw_aff_plain_is_equal(term->sizes[i], factor.aff) == isl_bool_true;
        taken[i] = taken[i] || is_found;
    }
    isl_pw_aff_free(factor.aff);
    return is_found;
}

/* One size, "name", in the place of its factors. */
static void merge_factors(struct pv_eval *ec, struct pv_var *name, struct pv_term *term)
{
    bool taken[PV_MAX_LINEAR] = {false};
    if (term->n_sizes < 2 || !take_factors(ec, name->value, term, taken))
        return;
    int n = 0;
    for (int i = 0; i < term->n_sizes; i++)
        if (taken[i])
            isl_pw_aff_free(term->sizes[i]);
        else
            term->sizes[n++] = term->sizes[i];
    term->sizes[n++] = pv_eval_var(ec, name).aff;
    term->n_sizes = n;
    bool was_speculative = ec->is_speculative;
    ec->is_speculative = true; /* the program multiplies in another order */
    pv_named_met(ec, name);
    ec->is_speculative = was_speculative;
}

/* Where an array is indexed by whole products, as in x[b * h * w + i] with i < h * w, its rows have the size h * w. Products
 * that have a name already, the larger ones first, take the place of their factors. */
static void merge_sizes(struct pv_eval *ec, const struct pv_shape *shape, pv_terms *sum)
{
    for (int i = ec->names ? ec->names->list.n - 1 : -1; shape->merges && i >= 0; i--) {
        struct pv_name *name = ec->names->list.v[i];
        bool is_product = !name->is_banned && name->var->value->kind == PV_EXPR_OP && name->var->value->op == PV_OP_MUL;
        for (int j = 0; is_product && j < sum->n; j++)
            merge_factors(ec, name->var, &sum->v[j]);
    }
}

static bool has_products(const struct pv_eval *ec)
{
    for (int i = 0; ec->names && i < ec->names->list.n; i++) {
        const struct pv_expr *value = ec->names->list.v[i]->var->value;
        if (value->kind == PV_EXPR_OP && value->op == PV_OP_MUL)
            return true;
    }
    return false;
}

/* Constant factors of rows. */

static int64_t gcd(int64_t a, int64_t b)
{
    while (b) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a < 0 ? -a : a;
}

/* Add "value" to the content "*user"; numbers that are not small integers have none. */
static void add_to_content(int64_t *content, __isl_take isl_val *value)
{
    bool is_small = isl_val_is_int(value) == isl_bool_true && isl_val_cmp_si(value, 1 << 20) < 0 &&
                    isl_val_cmp_si(value, -(1 << 20)) > 0;
    *content = gcd(*content, is_small ? isl_val_get_num_si(value) : 1);
    isl_val_free(value);
}

static isl_stat add_piece_to_content(__isl_take isl_set *where, __isl_take isl_aff *aff, void *user)
{
    int64_t *content = user;
    isl_size n_in = isl_aff_dim(aff, isl_dim_in), n_param = isl_aff_dim(aff, isl_dim_param);
    add_to_content(content, isl_aff_get_constant_val(aff));
    for (int i = 0; i < n_in; i++)
        add_to_content(content, isl_aff_get_coefficient_val(aff, isl_dim_in, i));
    for (int i = 0; i < n_param; i++)
        add_to_content(content, isl_aff_get_coefficient_val(aff, isl_dim_param, i));
    if (isl_aff_dim(aff, isl_dim_div) != 0)
        *content = 1;
    isl_set_free(where);
    isl_aff_free(aff);
    return isl_stat_ok;
}

/* The greatest common divisor of "content" and all numbers in the coefficients of "term". */
static int64_t content_with(int64_t content, const struct pv_term *term)
{
    isl_pw_aff_foreach_piece(term->coefficient.aff, add_piece_to_content, &content);
    return content;
}

static void divide_coefficient(struct pv_eval *ec, struct pv_value *value, int64_t divisor)
{
    value->aff = isl_pw_aff_scale_down_val(value->aff, isl_val_int_from_si(ec->ctx, divisor));
    value->min = value->min / divisor - 1;
    value->max = value->max / divisor + 1;
}

/* Move the factor shape->scale from the coefficients of the rows in "sum" to the innermost size. False where they do not have
 * it. */
static bool scale_rows(struct pv_eval *ec, const struct pv_shape *shape, pv_terms *sum)
{
    for (int i = 0; i < sum->n && shape->scale > 1; i++) {
        struct pv_term *term = &sum->v[i];
        int inner = shape->n_sizes ? -1 : term->n_sizes - 1;
        for (int j = 0; j < term->n_sizes && shape->n_sizes; j++) {
            isl_pw_aff *size = scaled(ec, term->sizes[j], shape->scale), *innermost = pv_shape_size(ec, shape, 0);
            if (isl_pw_aff_is_equal(size, innermost) == isl_bool_true)
                inner = j;
            isl_pw_aff_free(size);
            isl_pw_aff_free(innermost);
        }
        if (!term->n_sizes)
            continue;
        if (inner < 0 || content_with(shape->scale, term) != shape->scale)
            return false;
        divide_coefficient(ec, &term->coefficient, shape->scale);
        term->sizes[inner] = isl_pw_aff_scale_val(term->sizes[inner], isl_val_int_from_si(ec->ctx, shape->scale));
    }
    return true;
}

/* Shapes. */

/* One that is to have other sizes has none until an access suggests them. */
static bool is_usable(const struct pv_shape *shape)
{
    return !shape->is_rejected &&
           ((!shape->merges && !shape->follows && !shape->scale && !shape->nests) || shape->n_sizes);
}

struct pv_shape *pv_delinear_shape(const struct pv_eval *ec, const struct pv_var *var)
{
    for (int i = 0; ec->shapes && i < ec->shapes->list.n; i++)
        if (ec->shapes->list.v[i]->var == var)
            return is_usable(ec->shapes->list.v[i]) ? ec->shapes->list.v[i] : NULL;
    return NULL;
}

static struct pv_shape *shape_for(struct pv_eval *ec, struct pv_var *var, struct pv_loc loc)
{
    for (int i = 0; i < ec->shapes->list.n; i++)
        if (ec->shapes->list.v[i]->var == var)
            return ec->shapes->list.v[i];
    struct pv_shape *shape = pv_new(ec->arena, struct pv_shape);
    shape->var = var;
    shape->loc = loc;
    pv_push(ec->arena, &ec->shapes->list, shape);
    ec->shapes->has_changed = true;
    return shape;
}

/* Try the next way to read the sizes of "shape". Where there is none, reject it. */
static void reject(struct pv_eval *ec, struct pv_shape *shape, struct pv_loc loc, const char *why)
{
    if (shape->is_rejected)
        return;
    bool is_late = shape->merges || shape->nests;
    bool may_scale = !shape->scale && !shape->follows && !is_late && shape->content > 1;
    bool may_follow = !shape->follows && !is_late && pv_factors_exist(ec, pv_linear_may_assume(ec));
    bool may_merge = !is_late && has_products(ec), may_nest = shape->has_gap && !shape->nests;
    if (may_scale || may_follow || may_merge || may_nest) {
        shape->scale = may_scale ? shape->content : 0;
        shape->follows = !may_scale && may_follow;
        shape->merges = !may_scale && !may_follow && may_merge;
        shape->nests = !may_scale && !may_follow && !may_merge;
        while (shape->n_sizes)
            isl_pw_aff_free(shape->sizes[--shape->n_sizes]);
        ec->shapes->has_changed = true;
        return;
    }
    shape->is_rejected = true;
    shape->loc = loc;
    shape->why = why;
    ec->shapes->has_changed = true;
}

/* Find the sizes of "term" among the first "n" of the shape, each once; "*left" is one that was not
 * found, or -1. Return how many were found. */
static int match_sizes(const struct pv_eval *ec, const struct pv_shape *shape, const struct pv_term *term, int n,
                       int *left)
{
    bool taken[PV_MAX_LINEAR] = {false};
    int found = 0;
    *left = -1;
    for (int i = 0; i < term->n_sizes; i++) {
        int match = -1;
        for (int j = 0; j < n && match < 0; j++) {
            isl_pw_aff *size = pv_shape_size(ec, shape, j);
            if (!taken[j] && isl_pw_aff_is_equal(size, term->sizes[i]) == isl_bool_true)
                match = j;
            isl_pw_aff_free(size);
        }
        if (match >= 0)
            taken[match] = true;
        else
            *left = i;
        found += match >= 0;
    }
    return found;
}

/* Terms with few sizes first: an inner stride divides an outer one. */
static void sort_terms(pv_terms *sum)
{
    for (int i = 1; i < sum->n; i++)
        for (int j = i; j > 0 && sum->v[j].n_sizes < sum->v[j - 1].n_sizes; j--) {
            struct pv_term swap = sum->v[j];
            sum->v[j] = sum->v[j - 1];
            sum->v[j - 1] = swap;
        }
}

static void add_size(struct pv_eval *ec, struct pv_shape *shape, __isl_keep isl_pw_aff *size)
{
    shape->sizes[shape->n_sizes++] = isl_pw_aff_drop_dims(isl_pw_aff_copy(size), isl_dim_in, 0, (unsigned)ec->depth);
    ec->shapes->has_changed = true;
}

/* Make the shape longer by the sizes of "term", or reject it where they do not nest. */
static void extend_shape(struct pv_eval *ec, struct pv_shape *shape, const struct pv_term *term, struct pv_loc loc)
{
    int left;
    int n = term->n_sizes < shape->n_sizes ? term->n_sizes : shape->n_sizes;
    int found = match_sizes(ec, shape, term, n, &left);
    if (found == term->n_sizes)
        return;
    if (term->is_ordered && found == shape->n_sizes && found + 1 < term->n_sizes) {
        for (int i = found; i < term->n_sizes; i++)
            add_size(ec, shape, term->sizes[i]);
        return;
    }
    bool is_gap = ec->shapes->has_steps && !found && !shape->n_sizes && term->n_sizes == 2;
    shape->has_gap = shape->has_gap || is_gap;
    if (!(is_gap && shape->nests) && (found != term->n_sizes - 1 || found != shape->n_sizes)) {
        reject(ec, shape, loc, "its strides do not nest");
        return;
    }
    if (is_gap)
        add_size(ec, shape, term->sizes[1]);
    add_size(ec, shape, term->sizes[is_gap ? 0 : left]);
}

/* Let the terms of "sum" suggest the sizes of "shape". */
static void propose_sizes(struct pv_eval *ec, struct pv_shape *shape, struct pv_loc loc, pv_terms *sum)
{
    pv_choose_sizes(ec, shape, sum);
    expand_parameters(ec, shape, sum);
    merge_sizes(ec, shape, sum);
    sort_terms(sum);
    for (int i = 0; i < sum->n && !shape->scale; i++)
        if (sum->v[i].n_sizes)
            shape->content = content_with(shape->content, &sum->v[i]);
    if (!scale_rows(ec, shape, sum)) {
        reject(ec, shape, loc, "its strides do not nest");
        return;
    }
    const struct pv_shape before = *shape;
    for (int i = 0; i < sum->n && !shape->is_rejected && shape->merges == before.merges &&
                    shape->follows == before.follows && shape->scale == before.scale && shape->nests == before.nests;
         i++)
        extend_shape(ec, shape, &sum->v[i], loc);
}

/* Let each case of "subscript", "depth" choices deep, suggest the shape of "var". */
static void propose_cases(struct pv_eval *ec, struct pv_var *var, const struct pv_expr *subscript, int depth)
{
    pv_terms sum = {0};
    struct pv_choice choice;
    if (!pv_linear_form(ec, subscript, &sum)) {
        if (depth == deepest_choices || !pv_choice_split(ec, subscript, &choice))
            return;
        isl_set_free(choice.holds);
        isl_set_free(choice.fails);
        propose_cases(ec, var, choice.then_expr, depth + 1);
        propose_cases(ec, var, choice.else_expr, depth + 1);
        return;
    }
    bool has_sizes = false;
    for (int i = 0; i < sum.n; i++)
        has_sizes = has_sizes || sum.v[i].n_sizes;
    if (has_sizes)
        propose_sizes(ec, shape_for(ec, var, subscript->range.begin), subscript->range.begin, &sum);
    pv_terms_free(&sum);
}

void pv_delinear_propose(struct pv_eval *ec, struct pv_var *var, const struct pv_expr *subscript)
{
    if (ec->shapes && pv_delinear_is_linear(ec, subscript))
        propose_cases(ec, var, subscript, 0);
}

/* { [i] }: the instances that get here with a value that is not in 0 <= value < size. */
static __isl_give isl_set *outside_row(struct pv_eval *ec, __isl_keep isl_pw_aff *value, __isl_take isl_pw_aff *size)
{
    isl_set *outside = pv_cases_compare_int(ec, PV_OP_LT, value, 0);
    outside = isl_set_union(outside, pv_cases_compare(PV_OP_GE, isl_pw_aff_copy(value), size));
    outside = isl_set_intersect(outside, isl_set_copy(ec->live));
    return isl_set_intersect_params(outside, isl_set_copy(ec->param_bounds));
}

static bool is_within(struct pv_eval *ec, __isl_keep isl_pw_aff *value, __isl_take isl_pw_aff *size)
{
    isl_set *outside = outside_row(ec, value, size);
    if (ec->assumed)
        outside = isl_set_intersect_params(outside, isl_set_copy(ec->assumed));
    isl_bool empty = isl_set_is_empty(outside);
    isl_set_free(outside);
    return empty == isl_bool_true;
}

/* Assumptions. */

/* A condition with more pieces than this is no small test, and multiplies the pieces of the context. */
enum { most_pieces = 2, most_bad_pieces = 8 };

/* Can "condition" hold together with all that is assumed, where the parameters that it is on are not small? A condition
 * that holds for tiny sizes alone is not worth a test. Takes both sets. */
static bool is_plausible(const struct pv_eval *ec, __isl_take isl_set *condition, __isl_take isl_set *reached)
{
    enum { small = 8 };
    isl_set *large = isl_set_intersect(isl_set_copy(condition), reached);
    isl_size n = isl_set_dim(large, isl_dim_param);
    for (int i = 0; i < n; i++) {
        isl_id *id = isl_set_get_dim_id(large, isl_dim_param, (unsigned)i);
        int pos = isl_set_find_dim_by_id(condition, isl_dim_param, id);
        isl_id_free(id);
        if (pos >= 0 && isl_set_involves_dims(condition, isl_dim_param, (unsigned)pos, 1) == isl_bool_true)
            large = isl_set_lower_bound_si(large, isl_dim_param, (unsigned)i, small);
    }
    isl_set_free(condition);
    if (ec->assumed)
        large = isl_set_intersect(large, isl_set_copy(ec->assumed));
    isl_bool is_empty = isl_set_is_empty(large);
    isl_set_free(large);
    return is_empty == isl_bool_false;
}

/* The cases of "condition" that are plausible; NULL where none is. */
static __isl_give isl_set *keep_plausible(const struct pv_eval *ec, __isl_take isl_set *condition,
                                          __isl_keep isl_set *reached)
{
    isl_basic_set_list *cases = isl_set_get_basic_set_list(condition);
    isl_size n = isl_basic_set_list_n_basic_set(cases);
    isl_set *kept = NULL;
    for (int i = 0; i < n; i++) {
        isl_set *one = isl_set_from_basic_set(isl_basic_set_list_get_at(cases, i));
        if (is_plausible(ec, isl_set_copy(one), isl_set_copy(reached)))
            kept = kept ? isl_set_union(kept, one) : one;
        else
            isl_set_free(one);
    }
    isl_basic_set_list_free(cases);
    isl_set_free(condition);
    return kept;
}

/* [params] -> { : }: a simple condition under which 0 <= value < size for all instances that get here; NULL where there
 * is none. It need not hold where no instance gets here. */
static __isl_give isl_set *row_condition(struct pv_eval *ec, __isl_keep isl_pw_aff *value, __isl_take isl_pw_aff *size)
{
    isl_set *bad = pv_set_coalesce(isl_set_params(outside_row(ec, value, size)));
    isl_set *reached = isl_set_params(isl_set_copy(ec->live));
    reached = pv_set_coalesce(isl_set_intersect(reached, isl_set_copy(ec->param_bounds)));
    isl_size n_bad = isl_set_n_basic_set(bad);
    isl_set *condition = NULL;
    if (n_bad >= 0 && n_bad <= most_bad_pieces)
        condition = isl_set_gist(isl_set_complement(isl_set_copy(bad)), isl_set_copy(reached));
    condition = pv_set_coalesce(condition);
    isl_set_free(bad);
    bool is_short = condition && isl_set_n_basic_set(condition) <= most_pieces;
    condition = is_short ? keep_plausible(ec, condition, reached) : isl_set_free(condition);
    isl_set_free(reached);
    return condition;
}

bool pv_delinear_keeps_row(struct pv_eval *ec, __isl_keep isl_pw_aff *value, int64_t size)
{
    if (is_within(ec, value, pv_eval_constant(ec, size)))
        return true;
    isl_set *condition = row_condition(ec, value, pv_eval_constant(ec, size));
    bool is_plain = condition;
    if (!condition || !ec->shapes || !pv_linear_may_assume(ec))
        isl_set_free(condition);
    else
        ec->assumed = ec->assumed ? isl_set_intersect(ec->assumed, condition) : condition;
    return is_plain;
}

/* The multiple of "size" that "value" most plainly holds: the coefficient of a parameter in the one
 * over that in the other. */
static int64_t multiple_of_size(__isl_keep isl_pw_aff *value, __isl_keep isl_pw_aff *size)
{
    if (isl_pw_aff_n_piece(value) != 1 || isl_pw_aff_n_piece(size) != 1)
        return 0;
    isl_aff *a = isl_pw_aff_as_aff(isl_pw_aff_copy(value)), *s = isl_pw_aff_as_aff(isl_pw_aff_copy(size));
    int64_t result = 0;
    for (int i = 0; i < (int)isl_aff_dim(s, isl_dim_param) && !result; i++) {
        const char *name = isl_aff_get_dim_name(s, isl_dim_param, (unsigned)i);
        isl_val *unit = isl_aff_get_coefficient_val(s, isl_dim_param, i);
        int pos = isl_aff_find_dim_by_name(a, isl_dim_param, name);
        if (pos >= 0 && isl_val_is_zero(unit) == isl_bool_false) {
            isl_val *ratio = isl_val_div(isl_aff_get_coefficient_val(a, isl_dim_param, pos), isl_val_copy(unit));
            if (isl_val_is_int(ratio) == isl_bool_true && isl_val_cmp_si(ratio, 1000) < 0 &&
                isl_val_cmp_si(ratio, -1000) > 0)
                result = isl_val_get_num_si(ratio);
            isl_val_free(ratio);
        }
        isl_val_free(unit);
    }
    isl_aff_free(a);
    isl_aff_free(s);
    return result;
}

/* Move "n" times "size" from an inner subscript to the next outer one. */
static void carry(struct pv_eval *ec, struct pv_value *outer, struct pv_value *inner, __isl_keep isl_pw_aff *size,
                  int64_t n)
{
    if (!n)
        return;
    isl_val *factor = isl_val_int_from_si(ec->ctx, n);
    isl_pw_aff *part = isl_pw_aff_scale_val(isl_pw_aff_copy(size), isl_val_copy(factor));
    inner->aff = isl_pw_aff_sub(inner->aff, part);
    outer->aff = isl_pw_aff_add_constant_val(outer->aff, factor);
    const pv_int128 far = (pv_int128)1 << 64;
    inner->min = -far;
    inner->max = far;
    outer->min += n;
    outer->max += n;
}

/* How many whole rows an inner subscript may hold: none, a guess, and its neighbours. */
enum { n_carries = 4 };
static int64_t carry_number(int64_t guess, int i)
{
    const int64_t carries[n_carries] = {0, guess, guess - 1, guess + 1};
    return carries[i];
}

/* Bring an inner subscript into 0 <= inner < size, carrying whole rows to "outer": for all parameters or, where that is
 * not proven, for those that are tested. */
static bool settle(struct pv_eval *ec, struct pv_value *outer, struct pv_value *inner, __isl_take isl_pw_aff *size)
{
    int64_t guess = multiple_of_size(inner->aff, size), carried = 0;
    bool ok = false;
    for (int i = 0; i < n_carries && !ok; i++) {
        carry(ec, outer, inner, size, carry_number(guess, i) - carried);
        carried = carry_number(guess, i);
        ok = is_within(ec, inner->aff, isl_pw_aff_copy(size));
    }
    for (int i = 0; i < n_carries && !ok && pv_linear_may_assume(ec); i++) {
        carry(ec, outer, inner, size, carry_number(guess, i) - carried);
        carried = carry_number(guess, i);
        isl_set *condition = row_condition(ec, inner->aff, isl_pw_aff_copy(size));
        ok = condition;
        if (ok)
            ec->assumed = ec->assumed ? isl_set_intersect(ec->assumed, condition) : condition;
    }
    isl_pw_aff_free(size);
    return ok;
}

/* Add up the terms of "part" in "sum", or all where it is NULL, by their number of sizes: "values", outermost first. */
static bool add_terms(struct pv_eval *ec, const struct pv_shape *shape, const pv_terms *sum, const struct pv_part *part,
                      struct pv_value *values)
{
    int n = shape->n_sizes;
    for (int i = 0; i <= n; i++)
        values[i] = (struct pv_value){pv_eval_constant(ec, 0), 0, 0};
    for (int i = 0; i < sum->n; i++) {
        int left, level = sum->v[i].n_sizes;
        if (part && sum->v[i].part.number != part->number)
            continue;
        if (level > n || match_sizes(ec, shape, &sum->v[i], level, &left) != level)
            return false;
        struct pv_value add = sum->v[i].coefficient;
        add.aff = isl_pw_aff_copy(add.aff);
        values[n - level] = pv_value_binary(ec, PV_OP_ADD, values[n - level], add, shape->loc);
    }
    return true;
}

/* Bring each of the values but the outermost into its row. */
static bool settle_all(struct pv_eval *ec, const struct pv_shape *shape, struct pv_value *values)
{
    bool ok = true;
    for (int i = shape->n_sizes; i > 0 && ok; i--)
        ok = settle(ec, &values[i - 1], &values[i], pv_shape_size(ec, shape, shape->n_sizes - i));
    return ok;
}

static void free_values(const struct pv_shape *shape, struct pv_value *values)
{
    for (int i = 0; i <= shape->n_sizes; i++)
        isl_pw_aff_free(values[i].aff);
}

/* Assume that "row" is not negative. */
static bool assume_not_negative(struct pv_eval *ec, __isl_keep isl_pw_aff *row)
{
    isl_pw_aff *beyond = isl_pw_aff_add_constant_val(isl_pw_aff_copy(row), isl_val_one(ec->ctx));
    beyond = isl_pw_aff_max(beyond, pv_eval_constant(ec, 1)); /* 0 <= row < beyond unless row is negative */
    bool ok = is_within(ec, row, isl_pw_aff_copy(beyond));
    isl_set *condition = ok ? NULL : row_condition(ec, row, isl_pw_aff_copy(beyond));
    if (condition)
        ec->assumed = ec->assumed ? isl_set_intersect(ec->assumed, condition) : condition;
    isl_pw_aff_free(beyond);
    return ok || condition;
}

/* Assume that no part of "sum" wraps around: each of them has rows and columns of "shape", and the one after the last row is in
 * range. */
static bool assume_parts_fit(struct pv_eval *ec, const struct pv_shape *shape, const pv_terms *sum)
{
    bool ok = true;
    for (int i = 0; i < sum->n && ok; i++) {
        struct pv_part part = sum->v[i].part;
        bool is_known = !part.number;
        for (int j = 0; j < i && !is_known; j++)
            is_known = sum->v[j].part.number == part.number;
        if (is_known)
            continue;
        struct pv_value values[PV_MAX_LINEAR + 1];
        ok = add_terms(ec, shape, sum, &part, values) && settle_all(ec, shape, values) &&
             assume_not_negative(ec, values[0].aff) &&
             pv_fits_assume(ec, values[0].aff, shape->n_sizes, shape->sizes, part.bits);
        free_values(shape, values);
    }
    return ok;
}

static bool split_cases(struct pv_eval *ec, struct pv_shape *shape, const struct pv_expr *subscript, int depth,
                        struct pv_value *values);

/* Split both cases of "choice", which is freed, each for the instances that take it. */
static bool split_choice(struct pv_eval *ec, struct pv_shape *shape, struct pv_choice *choice, int depth,
                         struct pv_value *values)
{
    struct pv_value others[PV_MAX_LINEAR + 1];
    isl_set *live = ec->live;
    ec->live = isl_set_intersect(isl_set_copy(live), isl_set_copy(choice->holds));
    bool ok = split_cases(ec, shape, choice->then_expr, depth, values);
    isl_set_free(ec->live);
    ec->live = isl_set_intersect(isl_set_copy(live), choice->fails);
    if (ok && !split_cases(ec, shape, choice->else_expr, depth, others)) {
        free_values(shape, values);
        ok = false;
    }
    isl_set_free(ec->live);
    ec->live = live;
    for (int i = 0; ok && i <= shape->n_sizes; i++)
        values[i] = pv_value_select(isl_set_copy(choice->holds), values[i], others[i]);
    isl_set_free(choice->holds);
    return ok;
}

static bool split_cases(struct pv_eval *ec, struct pv_shape *shape, const struct pv_expr *subscript, int depth,
                        struct pv_value *values)
{
    pv_terms sum = {0};
    struct pv_choice choice;
    const char *why = "one of its subscripts is not linear";
    bool ok = pv_linear_form(ec, subscript, &sum);
    if (!ok && depth < deepest_choices && pv_choice_split(ec, subscript, &choice))
        return split_choice(ec, shape, &choice, depth + 1, values);
    if (!ok) {
        reject(ec, shape, subscript->range.begin, why);
        return false;
    }
    pv_choose_sizes(ec, shape, &sum);
    expand_parameters(ec, shape, &sum);
    merge_sizes(ec, shape, &sum);
    bool is_scaled = scale_rows(ec, shape, &sum);
    ok = add_terms(ec, shape, &sum, NULL, values) && is_scaled;
    why = "its strides do not nest";
    if (ok) {
        ok = settle_all(ec, shape, values);
        why = "a subscript is not proven to stay within its row";
    }
    if (ok) {
        ok = assume_parts_fit(ec, shape, &sum);
        why = "a subscript in unsigned arithmetic may wrap around";
    }
    pv_terms_free(&sum);
    if (ok)
        return true;
    free_values(shape, values);
    reject(ec, shape, subscript->range.begin, why);
    return false;
}

bool pv_delinear_split(struct pv_eval *ec, struct pv_shape *shape, const struct pv_expr *subscript,
                       struct pv_value *values)
{
    return split_cases(ec, shape, subscript, 0, values);
}
