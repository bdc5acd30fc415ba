/* Puts dependences into words: the two accesses in the text, and an example with numbers. */
#include "report/example.h"

#include "base/islx.h"
#include "base/str.h"
#include "report/parameters.h"

#include <isl/ilp.h>
#include <isl/point.h>
#include <isl/val.h>
#include <stdlib.h>
#include <string.h>

/* Parameters of an example are looked for up to these values, then without a limit. */
static const int limits[] = {3, 6, 12, 50, 1000};

struct example {
    const struct pv_report *report;
    const struct pv_scop *scop;
    const struct pv_stmt *source, *target;
    const struct pv_array *array;
    struct pv_dependence *found;
    isl_point *point; /* { [S[i] -> T[j]] } */
    isl_map *pairs;   /* { S[i] -> T[j] }: all that depend */
};

/* The search for values of parameters that leave something of a set. */
struct parameter_search {
    const struct pv_scop *scop;
    int most;    /* the largest value to try */
    int n_tries; /* how many are left */
    bool *is_set;
    int *values; /* both by the variables of "scop" */
};

/* Parameters that follow from others get their values. */
static __isl_give isl_set *set_computed(const struct parameter_search *search, __isl_take isl_set *set)
{
    isl_space *space = isl_set_get_space(set);
    struct pv_setting setting = {search->scop, search->is_set, search->values};
    for (int i = 0; i < (int)isl_space_dim(space, isl_dim_param); i++) {
        const struct pv_var *var = pv_parameter_at(search->scop, space, i);
        int64_t value = 0;
        if (pv_parameter_is_computed(var) && pv_setting_evaluate(&setting, var->value, &value))
            set = isl_set_fix_val(set, isl_dim_param, (unsigned)i,
                                  isl_val_int_from_si(isl_set_get_ctx(set), (long)value));
    }
    isl_space_free(space);
    return set;
}

/* Fix the parameters of "set" from "pos" on, each at the least value that leaves something. NULL where there are none such. */
static __isl_give isl_set *fix_parameters(struct parameter_search *search, __isl_take isl_set *set, int pos)
{
    if (search->n_tries-- <= 0 || isl_set_is_empty(set) != isl_bool_false)
        return isl_set_free(set);
    if (pos == (int)isl_set_dim(set, isl_dim_param)) {
        set = set_computed(search, set);
        return isl_set_is_empty(set) == isl_bool_false ? set : isl_set_free(set);
    }
    isl_space *space = isl_set_get_space(set);
    const struct pv_var *var = pv_parameter_at(search->scop, space, pos);
    isl_space_free(space);
    if (pv_parameter_is_computed(var))
        return fix_parameters(search, set, pos + 1);
    int slot = 0;
    while (slot < search->scop->parameters.n && search->scop->parameters.v[slot] != var)
        slot++;
    isl_set *found = NULL;
    for (int value = 0; value <= search->most && !found && search->n_tries > 0; value++) {
        search->is_set[slot] = true;
        search->values[slot] = value;
        found = fix_parameters(search, isl_set_fix_si(isl_set_copy(set), isl_dim_param, (unsigned)pos, value), pos + 1);
    }
    isl_set_free(set);
    return found;
}

/* Does a parameter of "set" follow from others? */
static bool has_computed(const struct pv_scop *scop, __isl_keep isl_set *set)
{
    bool has = false;
    isl_space *space = isl_set_get_space(set);
    for (int i = 0; i < (int)isl_space_dim(space, isl_dim_param); i++)
        has = has || pv_parameter_is_computed(pv_parameter_at(scop, space, i));
    isl_space_free(space);
    return has;
}

/* A point of "set", with small parameters where there is one; NULL for none. */
static __isl_give isl_point *find_point(const struct pv_report *report, const struct pv_scop *scop,
                                        __isl_take isl_set *set)
{
    const int most_tries = 400;
    isl_set *chosen = NULL;
    for (size_t i = 0; i < sizeof(limits) / sizeof(*limits) && !chosen; i++) {
        struct parameter_search search = {scop, limits[i], most_tries,
                                          pv_new_array(report->arena, bool, scop->parameters.n + 1),
                                          pv_new_array(report->arena, int, scop->parameters.n + 1)};
        chosen = fix_parameters(&search, isl_set_copy(set), 0);
    }
    if (chosen)
        chosen = isl_set_lexmin(chosen);
    else if (!has_computed(scop, set))
        chosen = isl_set_copy(set);
    isl_point *point = chosen ? isl_set_sample_point(chosen) : NULL;
    isl_set_free(set);
    if (point && isl_point_is_void(point) == isl_bool_false)
        return point;
    isl_point_free(point);
    return NULL;
}

static void add_value(struct pv_sb *text, __isl_take isl_val *value)
{
    char *digits = value ? isl_val_to_str(value) : NULL;
    pv_sb_add(text, digits ? digits : "?");
    free(digits);
    isl_val_free(value);
}

static const char *finish(const struct example *example, struct pv_sb *text)
{
    const char *copy = pv_strdup(example->report->arena, text->text ? text->text : "");
    pv_sb_free(text);
    return copy;
}

struct mention {
    const struct pv_var *var;
    bool is_found;
};

static bool find_mention(struct pv_expr *expr, void *user)
{
    struct mention *mention = user;
    mention->is_found = mention->is_found || (expr->kind == PV_EXPR_ACCESS && expr->var == mention->var);
    return !mention->is_found;
}

/* Do the pairs depend on parameter "pos" of "space", or on one that follows from it? */
static bool is_involved(const struct example *example, __isl_keep isl_space *space, int pos)
{
    const struct pv_var *var = pv_parameter_at(example->scop, space, pos);
    bool is_found = false;
    for (int i = 0; i < (int)isl_space_dim(space, isl_dim_param) && !is_found; i++) {
        const char *name = isl_space_get_dim_name(space, isl_dim_param, (unsigned)i);
        int own = isl_map_find_dim_by_name(example->pairs, isl_dim_param, name);
        if (own < 0 || isl_map_involves_dims(example->pairs, isl_dim_param, (unsigned)own, 1) != isl_bool_true)
            continue;
        const struct pv_var *other = pv_parameter_at(example->scop, space, i);
        struct mention mention = {var, i == pos};
        if (var && pv_parameter_is_computed(other))
            pv_expr_visit(other->value, find_mention, &mention);
        is_found = mention.is_found;
    }
    return is_found;
}

/* "n = 3, m = 1": the parameters on which the pairs depend. */
static const char *describe_parameters(const struct example *example)
{
    struct pv_sb text = {0};
    isl_space *space = isl_point_get_space(example->point);
    int n = (int)isl_space_dim(space, isl_dim_param);
    for (int i = 0; i < n; i++) {
        const char *name = pv_parameter_name(example->report, example->scop, space, i);
        if (!name || !is_involved(example, space, i))
            continue;
        pv_sb_printf(&text, "%s%s = ", text.n ? ", " : "", name);
        add_value(&text, isl_point_get_coordinate_val(example->point, isl_dim_param, i));
    }
    isl_space_free(space);
    return finish(example, &text);
}

/* "i = 0, j = 1": the iterators of "stmt", which are the coordinates from "first" on. */
static const char *describe_instance(const struct example *example, const struct pv_stmt *stmt, int first)
{
    struct pv_sb text = {0};
    for (int i = 0; i < stmt->n_iterators; i++) {
        pv_sb_printf(&text, "%s%s = ", i ? ", " : "",
                     stmt->iterators[i] ? pv_report_name(example->report, stmt->iterators[i]) : "iteration");
        add_value(&text, isl_point_get_coordinate_val(example->point, isl_dim_set, first + i));
    }
    return finish(example, &text);
}

/* Accesses. */

static const struct pv_array *real_array(const struct pv_access *access)
{
    return access->overlap_of ? access->overlap_of : access->array;
}

/* What "access" touches in the instances "instances". */
static __isl_give isl_union_set *touched(const struct pv_access *access, __isl_keep isl_set *instances)
{
    isl_union_map *all = isl_union_map_union(isl_union_map_copy(access->may_read),
                                             isl_union_map_copy(access->may_write));
    return isl_union_set_apply(isl_union_set_from_set(isl_set_copy(instances)), all);
}

/* The value of "pa" [params] -> { [] -> [(v)] } (may be NULL) for the only parameters in "parameters"; NULL where it is not known. */
static __isl_give isl_val *size_at(__isl_keep isl_pw_aff *pa, __isl_keep isl_set *parameters)
{
    if (!pa)
        return NULL;
    isl_set *value = isl_map_range(isl_map_from_pw_aff(isl_pw_aff_copy(pa)));
    value = isl_set_intersect_params(value, isl_set_copy(parameters));
    isl_val *least = isl_set_dim_min_val(isl_set_copy(value), 0), *most = isl_set_dim_max_val(value, 0);
    if (isl_val_is_int(least) != isl_bool_true || isl_val_eq(least, most) != isl_bool_true)
        least = isl_val_free(least);
    isl_val_free(most);
    return least;
}

/* Append "[7]": the one subscript that the text has for the linear dimensions of "array", at "point". False where it is not known. */
static bool add_linear(struct pv_sb *text, const struct pv_array *array, __isl_keep isl_point *point)
{
    int first = array->n_dims - array->n_linear;
    isl_set *parameters = isl_set_params(isl_set_from_point(isl_point_copy(point)));
    isl_val *value = isl_point_get_coordinate_val(point, isl_dim_set, first);
    for (int i = first + 1; i < array->n_dims; i++) {
        value = isl_val_mul(value, size_at(array->sizes[i], parameters));
        value = isl_val_add(value, isl_point_get_coordinate_val(point, isl_dim_set, i));
    }
    isl_set_free(parameters);
    bool ok = value != NULL;
    pv_sb_add(text, "[");
    add_value(text, value);
    pv_sb_add(text, "]");
    return ok;
}

/* Append the subscripts at "point" from coordinate "first" on, "n" of them. */
static void add_subscripts(struct pv_sb *text, __isl_keep isl_point *point, int first, int n)
{
    for (int i = first; i < first + n; i++) {
        pv_sb_add(text, "[");
        add_value(text, isl_point_get_coordinate_val(point, isl_dim_set, i));
        pv_sb_add(text, "]");
    }
}

/* Append the element of "array" at "point" that the coordinates in "space" name, "a[1]" or "a[1].f[2]" for { A_f[A[a] -> f[b]] }. Return
 * the number of these coordinates; -1 where the element is not known. */
static int add_element(const struct example *example, struct pv_sb *text, const struct pv_array *array,
                       __isl_take isl_space *space, __isl_keep isl_point *point)
{
    int n = (int)isl_space_dim(space, isl_dim_set), n_rows = array->n_dims - array->n_linear - array->n_copies;
    if (isl_space_is_wrapping(space) == isl_bool_true) {
        isl_space *field = isl_space_unwrap(space), *record = isl_space_domain(isl_space_copy(field));
        int n_outer = add_element(example, text, array, record, point);
        if (n_outer >= 0) {
            const char *name = isl_space_get_tuple_name(field, isl_dim_out);
            pv_sb_printf(text, ".%s", name ? name : "?");
            add_subscripts(text, point, n_outer, n - n_outer);
        }
        isl_space_free(field);
        return n_outer < 0 ? -1 : n;
    }
    isl_space_free(space);
    if (n != array->n_dims)
        return -1;
    pv_sb_add(text, pv_report_name(example->report, pv_var_text(example->report->arena, array->var)));
    add_subscripts(text, point, array->n_copies, n_rows);
    return !array->n_linear || add_linear(text, array, point) ? n : -1;
}

/* "a[1][2]" or "a[1].f": one of "elements" of "array"; NULL where it is not known. */
static const char *describe_element(const struct example *example, const struct pv_array *array,
                                    __isl_take isl_union_set *elements)
{
    isl_point *point = isl_union_set_sample_point(elements);
    struct pv_sb text = {0};
    bool ok = point && isl_point_is_void(point) == isl_bool_false && array->var &&
              add_element(example, &text, array, isl_point_get_space(point), point) >= 0;
    isl_point_free(point);
    const char *element = finish(example, &text);
    return ok ? element : NULL;
}

/* The access of "stmt" that takes part in a dependence through "array". An array that stands for several that may overlap is
 * not in the text: one of those is, if possible another one than "but". NULL for none. */
static const struct pv_access *guess_access(const struct pv_stmt *stmt, const struct pv_array *array,
                                            const struct pv_array *but)
{
    const struct pv_array *real = NULL;
    for (int i = 0; i < stmt->accesses.n; i++) {
        const struct pv_access *access = stmt->accesses.v[i];
        if (access->array == array && (!real || real == but))
            real = real_array(access);
    }
    const struct pv_access *found = NULL;
    for (int i = 0; real && i < stmt->accesses.n; i++) {
        const struct pv_access *access = stmt->accesses.v[i];
        if (access->expr && access->array == real && (!found || (access->is_write && !found->is_write)))
            found = access;
    }
    return found;
}

/* Is it unknown which elements "access" (may be NULL) touches? */
static bool is_guess(const struct pv_access *access)
{
    return access && !access->index;
}

/* May "access" (may be NULL) of "stmt" not happen, or touch another element? */
static bool is_unclear(const struct pv_stmt *stmt, const struct pv_access *access)
{
    return stmt->kind == PV_STMT_GENERIC || is_guess(access);
}

/* Take "a" and "b" as the accesses of the dependence, or, where NULL, the best guesses, or the statements. */
static void take_accesses(const struct example *example, const struct pv_access *a, const struct pv_access *b)
{
    struct pv_dependence *found = example->found;
    a = a ? a : guess_access(example->source, example->array, NULL);
    b = b ? b : guess_access(example->target, example->array, a ? real_array(a) : NULL);
    found->source = a && a->expr ? a->expr->range.begin : example->source->range.begin;
    found->target = b && b->expr ? b->expr->range.begin : example->target->range.begin;
    found->source_text = a && a->expr ? pv_report_text(example->report, a->expr) : NULL;
    found->target_text = b && b->expr ? pv_report_text(example->report, b->expr) : NULL;
    found->is_source_unclear = is_unclear(example->source, a);
    found->is_target_unclear = is_unclear(example->target, b);
    found->is_guess = is_guess(a) || is_guess(b);
    found->source_writes = a ? a->is_write : found->is_flow;
    bool is_overlap = example->array && example->array->kind == PV_ARRAY_OVERLAP;
    found->target_writes = b && is_overlap ? b->is_write : !found->is_flow;
}

/* May "a" be the source of the dependence, and "b" its target? */
static bool may_depend(const struct example *example, const struct pv_access *a, const struct pv_access *b)
{
    bool is_flow = example->found->is_flow;
    bool is_array = example->array ? a->array == example->array : a->array->kind == PV_ARRAY_DATA;
    return is_array && b->array == a->array && !a->overlap_of && !b->overlap_of && !a->is_kill && !b->is_kill &&
           (is_flow ? a->is_write && b->is_read : b->is_write);
}

/* Find the accesses that meet in an element of the array in the instances "from" and "to" of the example. */
static bool find_accesses(struct example *example, __isl_keep isl_set *from, __isl_keep isl_set *to)
{
    const struct pv_stmt *source = example->source, *target = example->target;
    for (int i = 0; i < source->accesses.n; i++)
        for (int j = 0; j < target->accesses.n; j++) {
            const struct pv_access *a = source->accesses.v[i], *b = target->accesses.v[j];
            if (!may_depend(example, a, b))
                continue;
            isl_union_set *common = isl_union_set_intersect(touched(a, from), touched(b, to));
            if (isl_union_set_is_empty(common) != isl_bool_false) {
                isl_union_set_free(common);
                continue;
            }
            example->array = a->array;
            take_accesses(example, a, b);
            example->found->element = describe_element(example, a->array, common);
            return true;
        }
    return false;
}

/* { S[i] }: the part of the example from coordinate "first" on. */
static __isl_give isl_set *instance_at(const struct example *example, const struct pv_stmt *stmt, int first)
{
    isl_set *set = isl_set_universe(isl_set_get_space(stmt->domain));
    for (int i = 0; i < stmt->n_iterators; i++)
        set = isl_set_fix_val(set, isl_dim_set, (unsigned)i,
                              isl_point_get_coordinate_val(example->point, isl_dim_set, first + i));
    isl_space *space = isl_point_get_space(example->point);
    int n = (int)isl_space_dim(space, isl_dim_param);
    isl_set *parameters = isl_set_universe(isl_space_params(space));
    for (int i = 0; i < n; i++)
        parameters = isl_set_fix_val(parameters, isl_dim_param, (unsigned)i,
                                     isl_point_get_coordinate_val(example->point, isl_dim_param, i));
    return isl_set_intersect_params(set, parameters);
}

static void describe_point(struct example *example)
{
    struct pv_dependence *found = example->found;
    int n_source = example->source->n_iterators;
    found->parameters = describe_parameters(example);
    found->source_instance = describe_instance(example, example->source, 0);
    found->target_instance = describe_instance(example, example->target, n_source);
    isl_set *from = instance_at(example, example->source, 0);
    isl_set *to = instance_at(example, example->target, n_source);
    if (!find_accesses(example, from, to))
        take_accesses(example, NULL, NULL);
    isl_set_free(from);
    isl_set_free(to);
}

static const char *name_of(const struct pv_report *report, const struct pv_array *array)
{
    bool has_name = array && array->var && array->kind == PV_ARRAY_DATA;
    return has_name ? pv_report_name(report, pv_var_text(report->arena, array->var)) : NULL;
}

/* Both accesses are written as one variable, in whose place pave works on an element: name what the text has. */
static void name_as_written(const struct example *example)
{
    struct pv_dependence *found = example->found;
    const char *text = found->source_text;
    bool is_variable = text && found->target_text && !strcmp(text, found->target_text) && found->array &&
                       strcmp(text, found->array) != 0 && text[strcspn(text, "[.(->*")] == 0;
    if (!is_variable)
        return;
    found->array = text;
    found->element = found->element ? text : NULL;
}

const struct pv_dependence *pv_example_find(const struct pv_report *report, const struct pv_scop *scop,
                                            const struct pv_stmt *source, const struct pv_stmt *target,
                                            const struct pv_array *array, bool is_flow, __isl_keep isl_map *pairs)
{
    struct pv_dependence *found = pv_new(report->arena, struct pv_dependence);
    struct example example = {report, scop, source, target, array, found, NULL, pairs};
    found->array = name_of(report, array);
    found->is_flow = is_flow;
    isl_set *set = isl_set_intersect_params(isl_map_wrap(isl_map_copy(pairs)), isl_set_copy(scop->context));
    found->is_excluded = isl_set_is_empty(set) == isl_bool_true;
    bool is_overlap = array && array->kind == PV_ARRAY_OVERLAP; /* any numbers would do */
    example.point = is_overlap ? NULL : find_point(report, scop, isl_set_copy(set));
    isl_set_free(set);
    if (example.point)
        describe_point(&example);
    else
        take_accesses(&example, NULL, NULL);
    isl_point_free(example.point);
    found->array = found->array ? found->array : name_of(report, example.array);
    name_as_written(&example);
    return found;
}
