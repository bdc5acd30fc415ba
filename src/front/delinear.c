/* Turns linear subscripts back into rows and columns. */
#include "front/delinear.h"

#include "base/islx.h"
#include "front/affine.h"
#include "front/cases.h"
#include "front/factors.h"
#include "front/named.h"

/* A sum of products: coefficient times sizes, each size a function of the parameters alone. */
struct term {
    struct pv_value coefficient;
    int n_sizes;
    isl_pw_aff *sizes[PV_MAX_LINEAR]; /* over the current iterators */
};

typedef PV_VEC(struct term) terms;

static void free_term(struct term *term)
{
    isl_pw_aff_free(term->coefficient.aff);
    for (int i = 0; i < term->n_sizes; i++)
        isl_pw_aff_free(term->sizes[i]);
}

static void free_terms(terms *list)
{
    for (int i = 0; i < list->n; i++)
        free_term(&list->v[i]);
    list->n = 0;
}

void pv_shapes_free(struct pv_shapes *shapes)
{
    for (int i = 0; i < shapes->list.n; i++)
        for (int j = 0; j < shapes->list.v[i]->n_sizes; j++)
            isl_pw_aff_free(shapes->list.v[i]->sizes[j]);
    shapes->list.n = 0;
}

/* Expressions to sums. */

/* A value that does not change in the region and is no plain number. */
static bool is_symbolic(const struct pv_eval *ec, __isl_keep isl_pw_aff *aff)
{
    return isl_pw_aff_is_cst(aff) != isl_bool_true &&
           isl_pw_aff_involves_dims(aff, isl_dim_in, 0, (unsigned)ec->depth) == isl_bool_false &&
           isl_pw_aff_n_piece(aff) == 1;
}

/* One term times a factor; false where the product is not of the form we know. Takes "factor". */
static bool multiply_term(struct pv_eval *ec, struct term *term, struct pv_value factor, struct pv_loc loc)
{
    bool is_linear = isl_pw_aff_is_cst(factor.aff) == isl_bool_true ||
                     isl_pw_aff_is_cst(term->coefficient.aff) == isl_bool_true;
    if (is_linear) {
        term->coefficient = pv_value_binary(ec, PV_OP_MUL, term->coefficient, factor, loc);
        return true;
    }
    if (term->n_sizes == PV_MAX_LINEAR) {
        isl_pw_aff_free(factor.aff);
        return false;
    }
    if (is_symbolic(ec, factor.aff)) {
        term->sizes[term->n_sizes++] = factor.aff;
        return true;
    }
    if (is_symbolic(ec, term->coefficient.aff)) {
        term->sizes[term->n_sizes++] = term->coefficient.aff;
        term->coefficient = factor;
        return true;
    }
    isl_pw_aff_free(factor.aff);
    return false;
}

static bool collect_terms(struct pv_eval *ec, const struct pv_expr *expr, terms *sum);

/* "expr" as an affine value; its aff is NULL where it has none. */
static struct pv_value affine_factor(struct pv_eval *ec, const struct pv_expr *expr)
{
    struct pv_value factor = {NULL, 0, 0};
    terms sum = {0};
    bool ok = collect_terms(ec, expr, &sum);
    for (int i = 0; i < sum.n && ok; i++)
        ok = !sum.v[i].n_sizes;
    for (int i = 0; i < sum.n && ok; i++) {
        struct pv_value add = sum.v[i].coefficient;
        add.aff = isl_pw_aff_copy(add.aff);
        factor = factor.aff ? pv_value_binary(ec, PV_OP_ADD, factor, add, expr->range.begin) : add;
    }
    free_terms(&sum);
    return factor;
}

/* a * b where one side is a sum and the other one affine. */
static bool collect_product(struct pv_eval *ec, const struct pv_expr *expr, terms *sum)
{
    for (int side = 0; side < 2; side++) {
        struct pv_value factor = affine_factor(ec, expr->args[side]);
        if (!factor.aff)
            continue;
        terms other = {0};
        bool ok = collect_terms(ec, expr->args[1 - side], &other);
        for (int i = 0; i < other.n && ok; i++) {
            struct pv_value copy = factor;
            copy.aff = isl_pw_aff_copy(factor.aff);
            ok = multiply_term(ec, &other.v[i], copy, expr->range.begin);
        }
        isl_pw_aff_free(factor.aff);
        if (ok) {
            for (int i = 0; i < other.n; i++)
                pv_push(ec->arena, sum, other.v[i]);
            return true;
        }
        free_terms(&other);
    }
    return false;
}

/* Does the conversion "cast" keep every value that its operand can have? One to 64 bits does, modulo 2^64, which is as good
 * for a subscript. */
static bool keeps_value(struct pv_eval *ec, const struct pv_expr *cast)
{
    const struct pv_ctype *from = cast->args[0]->type, *to = cast->type;
    if (from->kind != PV_TYPE_INT)
        return false;
    if (cast->is_exact || to->bits >= 64 || to->bits > from->bits ||
        (to->bits == from->bits && to->is_signed == from->is_signed))
        return true;
    struct pv_value value = pv_affine_value(ec, cast->args[0]);
    isl_pw_aff_free(value.aff);
    return value.min >= pv_ctype_min(to) && value.max <= pv_ctype_max(to);
}

/* Is "expr" an operation in the unsigned type of 64 bits? A subscript is as good modulo 2^64, so that the wrapping of its
 * parts need not be followed. */
static bool is_modulo(const struct pv_expr *expr)
{
    if (expr->type->kind != PV_TYPE_INT || expr->type->bits != 64 || expr->type->is_signed)
        return false;
    return expr->kind == PV_EXPR_CAST ||
           (expr->kind == PV_EXPR_OP && (expr->op == PV_OP_MUL || expr->op == PV_OP_ADD || expr->op == PV_OP_SUB));
}

/* A part of a sum that has no terms of its own: a quotient of parameters is a parameter by another name. */
static bool collect_named(struct pv_eval *ec, const struct pv_expr *expr, terms *sum)
{
    ec->keeps_products = false;
    struct term term = {.coefficient = pv_affine_value(ec, expr)};
    ec->keeps_products = true;
    if (!term.coefficient.aff)
        return false;
    pv_push(ec->arena, sum, term);
    return true;
}

static bool collect_terms(struct pv_eval *ec, const struct pv_expr *expr, terms *sum)
{
    struct pv_value value = {NULL, 0, 0};
    if (!is_modulo(expr))
        value = pv_affine_value(ec, expr);
    if (value.aff) {
        struct term term = {.coefficient = value};
        pv_push(ec->arena, sum, term);
        return true;
    }
    if (expr->type->kind != PV_TYPE_INT || expr->type->bits < (expr->type->is_signed ? 32 : 64))
        return false;
    if (expr->kind == PV_EXPR_CAST)
        return keeps_value(ec, expr) && collect_terms(ec, expr->args[0], sum);
    if (expr->kind == PV_EXPR_OP && expr->op == PV_OP_MUL)
        return collect_product(ec, expr, sum);
    if (expr->kind != PV_EXPR_OP || (expr->op != PV_OP_ADD && expr->op != PV_OP_SUB))
        return collect_named(ec, expr, sum);
    if (!collect_terms(ec, expr->args[0], sum))
        return false;
    int n = sum->n;
    if (!collect_terms(ec, expr->args[1], sum))
        return false;
    for (int i = n; i < sum->n && expr->op == PV_OP_SUB; i++) {
        struct pv_value *c = &sum->v[i].coefficient;
        *c = (struct pv_value){isl_pw_aff_neg(c->aff), -c->max, -c->min};
    }
    return true;
}

/* Evaluate as a sum without excluding anything on the way. */
static bool linear_form(struct pv_eval *ec, const struct pv_expr *expr, terms *sum)
{
    bool was_certain = ec->is_certain, kept_products = ec->keeps_products;
    ec->is_certain = false;
    ec->keeps_products = true;
    bool ok = collect_terms(ec, expr, sum);
    ec->is_certain = was_certain;
    ec->keeps_products = kept_products;
    if (!ok)
        free_terms(sum);
    return ok;
}

bool pv_delinear_is_linear(struct pv_eval *ec, const struct pv_expr *expr)
{
    terms sum = {0};
    if (!linear_form(ec, expr, &sum))
        return false;
    bool has_sizes = false;
    for (int i = 0; i < sum.n; i++)
        has_sizes = has_sizes || sum.v[i].n_sizes;
    free_terms(&sum);
    return has_sizes;
}

/* Parameters as products. */

static bool may_assume(const struct pv_eval *ec)
{
    return ec->params->run_time_tests && !ec->is_summary && !ec->shapes->assumes_nothing;
}

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
static bool is_stride(const terms *sum, __isl_keep isl_pw_aff *size)
{
    for (int i = 0; i < sum->n; i++)
        for (int j = 0; j < sum->v[i].n_sizes; j++)
            if (isl_pw_aff_plain_is_equal(sum->v[i].sizes[j], size) == isl_bool_true)
                return true;
    return false;
}

/* The factor that counts rows, the others being strides of "sum" by themselves: the first where there is no such one. */
static int outer_factor(const terms *sum, const struct pv_factors *factors)
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
        if (!is_multiple || !pv_factors_find(ec, var, may_assume(ec), factors))
            continue;
        factors->constant *= times;
        return true;
    }
    return false;
}

/* Append the factors to the sizes of "term", but for the one that counts rows. */
static void add_inner_factors(struct term *term, const struct pv_factors *factors, int outer)
{
    for (int i = 0; i < factors->n; i++)
        if (i != outer)
            term->sizes[term->n_sizes++] = isl_pw_aff_copy(factors->list[i]);
}

/* Put the factors of the sizes of "term", one of "sum", in their place. */
static void expand_sizes(struct pv_eval *ec, const terms *sum, struct term *term)
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
static void expand_coefficient(struct pv_eval *ec, terms *sum, int i)
{
    const pv_int128 far = (pv_int128)1 << 64;
    int n_parameters = ec->scop->parameters.n;
    for (int j = 0; j < n_parameters; j++) {
        struct pv_var *var = ec->scop->parameters.v[j];
        int64_t times = coefficient_of(sum->v[i].coefficient.aff, var);
        struct pv_factors factors;
        if (!times || !pv_factors_find(ec, var, may_assume(ec), &factors))
            continue;
        int outer = outer_factor(sum, &factors);
        struct term part = {.n_sizes = sum->v[i].n_sizes};
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
static void expand_parameters(struct pv_eval *ec, const struct pv_shape *shape, terms *sum)
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
static bool take_factors(struct pv_eval *ec, const struct pv_expr *value, const struct term *term, bool *taken)
{
    if (!value->type->is_signed) /* it may wrap around */
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
static void merge_factors(struct pv_eval *ec, struct pv_var *name, struct term *term)
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
static void merge_sizes(struct pv_eval *ec, const struct pv_shape *shape, terms *sum)
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

/* Shapes. */

/* One that is to have other sizes has none until an access suggests them. */
static bool is_usable(const struct pv_shape *shape)
{
    return !shape->is_rejected && ((!shape->merges && !shape->follows) || shape->n_sizes);
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
    bool may_follow = !shape->follows && !shape->merges && pv_factors_exist(ec, may_assume(ec));
    if (may_follow || (!shape->merges && has_products(ec))) {
        shape->follows = may_follow;
        shape->merges = !may_follow;
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

/* A size of a shape over the current iterators. */
static __isl_give isl_pw_aff *size_here(const struct pv_eval *ec, const struct pv_shape *shape, int i)
{
    return isl_pw_aff_insert_dims(isl_pw_aff_copy(shape->sizes[i]), isl_dim_in, 0, (unsigned)ec->depth);
}

/* Find the sizes of "term" among the first "n" of the shape, each once; "*left" is one that was not
 * found, or -1. Return how many were found. */
static int match_sizes(const struct pv_eval *ec, const struct pv_shape *shape, const struct term *term, int n,
                       int *left)
{
    bool taken[PV_MAX_LINEAR] = {false};
    int found = 0;
    *left = -1;
    for (int i = 0; i < term->n_sizes; i++) {
        int match = -1;
        for (int j = 0; j < n && match < 0; j++) {
            isl_pw_aff *size = size_here(ec, shape, j);
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
static void sort_terms(terms *sum)
{
    for (int i = 1; i < sum->n; i++)
        for (int j = i; j > 0 && sum->v[j].n_sizes < sum->v[j - 1].n_sizes; j--) {
            struct term swap = sum->v[j];
            sum->v[j] = sum->v[j - 1];
            sum->v[j - 1] = swap;
        }
}

/* Make the shape longer by the sizes of "term", or reject it where they do not nest. */
static void extend_shape(struct pv_eval *ec, struct pv_shape *shape, const struct term *term, struct pv_loc loc)
{
    int left;
    int n = term->n_sizes < shape->n_sizes ? term->n_sizes : shape->n_sizes;
    int found = match_sizes(ec, shape, term, n, &left);
    if (found == term->n_sizes)
        return;
    if (found != term->n_sizes - 1 || found != shape->n_sizes) {
        reject(ec, shape, loc, "its strides do not nest");
        return;
    }
    isl_pw_aff *size = isl_pw_aff_copy(term->sizes[left]);
    shape->sizes[shape->n_sizes++] = isl_pw_aff_drop_dims(size, isl_dim_in, 0, (unsigned)ec->depth);
    ec->shapes->has_changed = true;
}

void pv_delinear_propose(struct pv_eval *ec, struct pv_var *var, const struct pv_expr *subscript)
{
    terms sum = {0};
    if (!ec->shapes || !linear_form(ec, subscript, &sum))
        return;
    bool has_sizes = false;
    for (int i = 0; i < sum.n; i++)
        has_sizes = has_sizes || sum.v[i].n_sizes;
    if (has_sizes) {
        struct pv_shape *shape = shape_for(ec, var, subscript->range.begin);
        expand_parameters(ec, shape, &sum);
        merge_sizes(ec, shape, &sum);
        sort_terms(&sum);
        bool merges = shape->merges, follows = shape->follows;
        for (int i = 0; i < sum.n && !shape->is_rejected && shape->merges == merges && shape->follows == follows; i++)
            extend_shape(ec, shape, &sum.v[i], subscript->range.begin);
    }
    free_terms(&sum);
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
    if (!is_short || !is_plausible(ec, isl_set_copy(condition), isl_set_copy(reached)))
        condition = isl_set_free(condition);
    isl_set_free(reached);
    return condition;
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
    for (int i = 0; i < n_carries && !ok && may_assume(ec); i++) {
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

bool pv_delinear_split(struct pv_eval *ec, struct pv_shape *shape, const struct pv_expr *subscript,
                       struct pv_value *values)
{
    terms sum = {0};
    int n = shape->n_sizes;
    for (int i = 0; i <= n; i++)
        values[i] = (struct pv_value){pv_eval_constant(ec, 0), 0, 0};
    bool ok = linear_form(ec, subscript, &sum);
    const char *why = ok ? NULL : "one of its subscripts is not linear";
    expand_parameters(ec, shape, &sum);
    merge_sizes(ec, shape, &sum);
    for (int i = 0; i < sum.n && ok; i++) {
        int left, level = sum.v[i].n_sizes;
        ok = level <= n && match_sizes(ec, shape, &sum.v[i], level, &left) == level;
        if (!ok) {
            why = "its strides do not nest";
            break;
        }
        struct pv_value add = sum.v[i].coefficient;
        add.aff = isl_pw_aff_copy(add.aff);
        values[n - level] = pv_value_binary(ec, PV_OP_ADD, values[n - level], add, subscript->range.begin);
    }
    free_terms(&sum);
    for (int i = n; i > 0 && ok; i--) {
        ok = settle(ec, &values[i - 1], &values[i], size_here(ec, shape, n - i));
        why = ok ? NULL : "a subscript is not proven to stay within its row";
    }
    if (ok)
        return true;
    for (int i = 0; i <= n; i++)
        isl_pw_aff_free(values[i].aff);
    reject(ec, shape, subscript->range.begin, why);
    return false;
}
