/* Turns the guard of a region into AST expressions. */
#include "ast/guardbuild.h"

#include "ast/site.h"
#include "base/islx.h"

struct build {
    const struct pv_scop *scop;
    const struct pv_generate_params *params;
    const struct pv_device_plan *plan; /* or NULL */
    struct pv_code_guard *guard;
    struct pv_site site; /* under the context of the region */
};

/* Spans. */

/* "value", a function of the parameters, as an expression. */
static pv_ax *expression(struct build *build, __isl_keep isl_pw_aff *value)
{
    isl_pw_aff *own = isl_pw_aff_project_domain_on_params(isl_pw_aff_copy(value));
    return pv_site_value(&build->site, own);
}

/* Is "array" copied to a device? Then all elements from the first on are, whether the region accesses them or not. */
static bool is_copied(const struct build *build, const struct pv_array *array)
{
    return build->plan && array && pv_device_plan_find(build->plan, array);
}

/* The last subscript of "span" in dimension "dim". All elements of an array that are copied back from a device count. */
static pv_ax *last_subscript(struct build *build, const struct pv_span *span, int dim)
{
    const struct pv_device_array *item = is_copied(build, span->array) ? pv_device_plan_find(build->plan, span->array)
                                                                       : NULL;
    if (!item || !(item->copy_out || item->is_held) || item->last)
        return expression(build, span->last[dim]);
    isl_pw_aff *last = isl_pw_aff_project_domain_on_params(isl_pw_aff_copy(item->sizes[dim]));
    last = isl_pw_aff_add_constant_val(last, isl_val_int_from_si(build->scop->ctx, -1));
    last = isl_pw_aff_coalesce(isl_pw_aff_gist_params(last, isl_set_copy(span->accessed)));
    return pv_site_value(&build->site, last);
}

/* The products of "item". The elements of an array that is copied begin at the first. */
static bool build_products(struct build *build, struct pv_code_span *item)
{
    struct pv_arena *arena = build->scop->arena;
    bool ok = true;
    for (int i = 0; i < item->span->products->n && ok; i++) {
        const struct pv_product *from = &item->span->products->v[i];
        struct pv_code_product product = {.n_sizes = from->n_sizes};
        product.least = is_copied(build, item->span->array) ? pv_ax_number(arena, 0) : expression(build, from->least);
        product.most = expression(build, from->most);
        ok = product.least && product.most;
        for (int j = 0; j < from->n_sizes; j++) {
            product.sizes[j] = expression(build, from->sizes[j]);
            ok = ok && product.sizes[j];
        }
        pv_push(arena, &item->products, product);
    }
    pv_push(arena, &build->guard->spans, *item);
    return ok;
}

static bool build_span(struct build *build, const struct pv_span *span)
{
    struct pv_arena *arena = build->scop->arena;
    struct pv_code_span item = {.span = span};
    if (span->products)
        return build_products(build, &item);
    bool ok = true, is_accessed = span->n_dims && span->first[0];
    item.first = is_accessed ? pv_new_array(arena, pv_ax *, span->n_dims) : NULL;
    item.last = is_accessed ? pv_new_array(arena, pv_ax *, span->n_dims) : NULL;
    item.sizes = is_accessed ? pv_new_array(arena, pv_ax *, span->n_dims) : NULL;
    for (int i = 0; is_accessed && i < span->n_dims && ok; i++) {
        item.first[i] = is_copied(build, span->array) ? pv_ax_number(arena, 0) : expression(build, span->first[i]);
        item.last[i] = last_subscript(build, span, i);
        bool has_size = i > 0 && !span->has_rows;
        item.sizes[i] = has_size ? expression(build, span->array->sizes[i]) : NULL;
        ok = item.first[i] && item.last[i] && (!has_size || item.sizes[i]);
    }
    pv_push(arena, &build->guard->spans, item);
    return ok;
}

/* Pairs. */

static bool is_pair(const struct pv_guard *guard, int a, int b)
{
    for (int i = 0; i < guard->pairs.n; i++) {
        const struct pv_span_pair *pair = &guard->pairs.v[i];
        if ((pair->a == a && pair->b == b) || (pair->a == b && pair->b == a))
            return true;
    }
    return false;
}

/* Where both spans are accessed. */
static __isl_give isl_set *where_both(const struct pv_scop *scop, int a, int b)
{
    isl_set *both = isl_set_copy(scop->guard.spans.v[a].accessed);
    both = isl_set_intersect(both, isl_set_copy(scop->guard.spans.v[b].accessed));
    return isl_set_intersect(both, isl_set_copy(scop->context));
}

static bool is_accessed_like(const struct pv_scop *scop, int a, int b)
{
    isl_set *one = where_both(scop, a, a), *other = where_both(scop, b, b);
    isl_bool is_equal = isl_set_is_equal(one, other);
    isl_set_free(one);
    isl_set_free(other);
    return is_equal == isl_bool_true;
}

/* May "span" join the group "test": must it be apart from all of them of which one of the two is written, and is it
 * accessed for the same parameters? */
static bool may_join(const struct pv_scop *scop, const struct pv_code_apart *test, int span)
{
    const struct pv_guard *guard = &scop->guard;
    for (int i = 0; i < test->n; i++) {
        int other = test->spans[i];
        if (other == span || !is_accessed_like(scop, other, span))
            return false;
        if ((guard->spans.v[other].is_written || guard->spans.v[span].is_written) && !is_pair(guard, other, span))
            return false;
    }
    return true;
}

static bool holds_pair(const struct pv_guard *guard, const struct pv_code_apart *test, struct pv_span_pair pair)
{
    bool has_a = false, has_b = false;
    for (int i = 0; i < test->n; i++) {
        has_a = has_a || test->spans[i] == pair.a;
        has_b = has_b || test->spans[i] == pair.b;
    }
    return has_a && has_b && (guard->spans.v[pair.a].is_written || guard->spans.v[pair.b].is_written);
}

/* Written spans first. */
static void sort_group(const struct pv_guard *guard, struct pv_code_apart *test)
{
    for (int i = 0; i < test->n; i++) {
        if (!guard->spans.v[test->spans[i]].is_written)
            continue;
        int span = test->spans[i];
        for (int j = i; j > test->n_written; j--)
            test->spans[j] = test->spans[j - 1];
        test->spans[test->n_written++] = span;
    }
}

/* Set the condition of "test", of spans that are accessed where "test->accessed" says. "*is_never" is set where that is
 * nowhere. */
static bool set_condition(struct build *build, struct pv_code_apart *test, bool *is_never)
{
    isl_set *accessed = isl_set_gist(isl_set_copy(test->accessed), isl_set_copy(build->scop->context));
    accessed = isl_set_align_params(accessed, isl_set_get_space(build->scop->context));
    isl_set *other = pv_set_coalesce(isl_set_complement(isl_set_copy(accessed)));
    isl_bool is_always = isl_set_is_empty(other), is_empty = isl_set_is_empty(test->accessed);
    bool is_short = isl_set_n_basic_set(other) == 1;
    *is_never = is_empty == isl_bool_true;
    if (is_always == isl_bool_false && is_empty == isl_bool_false) {
        if (is_short)
            test->otherwise = pv_site_condition(&build->site, isl_set_copy(other));
        else
            test->condition = pv_site_condition(&build->site, isl_set_copy(accessed));
    }
    isl_set_free(accessed);
    isl_set_free(other);
    return is_always >= 0 && is_empty >= 0 && (is_always || is_empty || test->condition || test->otherwise);
}

/* One test for "pair" and as many more spans as may join. */
static bool build_test(struct build *build, struct pv_span_pair pair)
{
    const struct pv_guard *guard = &build->scop->guard;
    struct pv_code_apart test = {.spans = pv_new_array(build->scop->arena, int, guard->spans.n)};
    test.spans[test.n++] = pair.a;
    if (pair.b != pair.a)
        test.spans[test.n++] = pair.b;
    for (int i = 0; i < guard->spans.n && is_accessed_like(build->scop, pair.a, pair.b); i++)
        if ((is_pair(guard, pair.a, i) || is_pair(guard, pair.b, i)) && may_join(build->scop, &test, i))
            test.spans[test.n++] = i;
    sort_group(guard, &test);
    test.accessed = where_both(build->scop, pair.a, pair.b);
    bool is_never, ok = set_condition(build, &test, &is_never);
    if (is_never || !ok)
        isl_set_free(test.accessed);
    else
        pv_push(build->scop->arena, &build->guard->tests, test);
    return ok;
}

static bool build_tests(struct build *build)
{
    const struct pv_guard *guard = &build->scop->guard;
    for (int i = 0; i < guard->pairs.n; i++) {
        bool is_done = false;
        for (int j = 0; j < build->guard->tests.n && !is_done; j++)
            is_done = holds_pair(guard, &build->guard->tests.v[j], guard->pairs.v[i]);
        if (!is_done && !build_test(build, guard->pairs.v[i]))
            return false;
    }
    return true;
}

/* The condition on the parameters, as far as the context does not imply it. */
static bool build_assumed(struct build *build)
{
    const struct pv_guard *guard = &build->scop->guard;
    isl_set *known = guard->context ? guard->context : build->scop->context;
    isl_set *condition = guard->assumed ? isl_set_copy(guard->assumed) : isl_set_universe(isl_set_get_space(known));
    if (build->plan && build->plan->assumed)
        condition = isl_set_intersect(condition, isl_set_copy(build->plan->assumed));
    condition = isl_set_gist(condition, isl_set_copy(known));
    condition = pv_set_coalesce(isl_set_align_params(condition, isl_set_get_space(known)));
    isl_bool is_always = isl_set_plain_is_universe(condition);
    if (is_always != isl_bool_false) {
        isl_set_free(condition);
        return is_always >= 0;
    }
    struct pv_site site = pv_site_of_params(build->site.arena, build->params, isl_set_copy(known));
    build->guard->assumed = pv_site_condition(&site, condition);
    pv_site_free(&site);
    return build->guard->assumed;
}

/* Does "code" need memory for copies of arrays, which there may not be? */
static bool has_copies(const struct pv_code *code)
{
    for (int i = 0; i < code->locals.n; i++)
        if (code->locals.v[i].array->n_copies)
            return true;
    return false;
}

bool pv_guard_build(struct pv_code *code, const struct pv_generate_params *params)
{
    const struct pv_guard *guard = &code->scop->guard;
    bool is_assumed = guard->assumed || (code->plan && code->plan->assumed);
    if (!pv_guard_is_needed(guard) && !is_assumed && !has_copies(code))
        return true;
    struct build build = {.scop = code->scop,
                          .params = params,
                          .plan = code->plan,
                          .guard = pv_new(code->scop->arena, struct pv_code_guard)};
    code->guard = build.guard;
    build.site = pv_site_of_params(code->scop->arena, params, isl_set_copy(code->scop->context));
    bool ok = !is_assumed || build_assumed(&build);
    for (int i = 0; i < guard->spans.n && ok; i++)
        ok = build_span(&build, &guard->spans.v[i]);
    ok = ok && build_tests(&build);
    pv_site_free(&build.site);
    if (ok && !build.guard->assumed && !build.guard->tests.n && !has_copies(code))
        code->guard = NULL;
    return ok;
}
