/* Computes the spans of memory that a region accesses, for run-time tests that pointers do not overlap. */
#include "analysis/overlap.h"

#include "analysis/alias.h"
#include "analysis/certain.h"
#include "base/islx.h"

#include <isl/constraint.h>
#include <isl/ilp.h>
#include <string.h>

/* A test should cost little next to the loops: so many pieces of one bound, pairs of arrays in one region, and accesses to one
 * array that have bounds of their own. */
enum { most_pieces = 8, most_pairs = 400, most_bounded = 32 };

/* What is accessed. */

struct gathering {
    const struct pv_array *array;
    isl_set *elements; /* { A[a] } */
};

/* Add the elements in the range of "map" { S[i] -> A[a] } or { S[i] -> A_f[A[a] -> f[b]] }. */
static isl_stat gather(__isl_take isl_map *map, void *user)
{
    struct gathering *gathering = user;
    isl_set *range = isl_map_range(map);
    while (isl_set_is_wrapping(range) == isl_bool_true)
        range = isl_map_domain(isl_set_unwrap(range));
    gathering->elements = isl_set_union(gathering->elements, range);
    return gathering->elements ? isl_stat_ok : isl_stat_error;
}

/* { A[a] }: the elements of "array" that the region may access, but by accesses that have bounds. */
static __isl_give isl_set *get_elements(const struct pv_scop *scop, const struct pv_array *array)
{
    struct gathering gathering = {array, isl_set_empty(isl_set_get_space(array->extent))};
    for (int i = 0; i < scop->stmts.n; i++) {
        const struct pv_stmt *stmt = scop->stmts.v[i];
        for (int j = 0; stmt->body && j < stmt->accesses.n; j++) {
            const struct pv_access *access = stmt->accesses.v[j];
            if (access->array != array || access->is_kill || access->bounds.n)
                continue;
            isl_union_map *relation = isl_union_map_union(isl_union_map_copy(access->may_read),
                                                          isl_union_map_copy(access->may_write));
            relation = isl_union_map_intersect_domain(relation, isl_union_set_from_set(isl_set_copy(stmt->domain)));
            isl_stat stat = isl_union_map_foreach_map(relation, gather, &gathering);
            isl_union_map_free(relation);
            if (stat < 0)
                return isl_set_free(gathering.elements);
        }
    }
    return pv_set_coalesce(isl_set_intersect_params(gathering.elements, isl_set_copy(scop->context)));
}

/* Is there an access to "array" whose bounds are those of the declaration alone, which C does not hold a parameter to? */
static bool relies_on_declaration(const struct pv_scop *scop, const struct pv_array *array)
{
    bool is_bound = array->var->is_decayed && !array->var->has_static_extent && array->n_dims && array->sizes[0];
    for (int i = 0; i < scop->stmts.n && is_bound; i++)
        for (int j = 0; j < scop->stmts.v[i]->accesses.n; j++) {
            const struct pv_access *access = scop->stmts.v[i]->accesses.v[j];
            if (access->array == array && !access->is_kill && !pv_access_is_plain(access) && !access->bounds.n)
                return true;
        }
    return false;
}

/* Spans. */

/* Is the piece "aff" of a bound no more than what any subscript of its type allows? */
static isl_stat check_piece(__isl_take isl_set *where, __isl_take isl_aff *aff, void *user)
{
    bool *is_bounded = user;
    isl_val *far = isl_val_int_from_si(isl_aff_get_ctx(aff), INT32_MAX);
    isl_val *value = isl_val_abs(isl_aff_get_constant_val(aff));
    if (isl_aff_is_cst(aff) != isl_bool_false && isl_val_lt(value, far) != isl_bool_true)
        *is_bounded = false;
    isl_val_free(value);
    isl_val_free(far);
    isl_set_free(where);
    isl_aff_free(aff);
    return isl_stat_ok;
}

static bool is_computable(__isl_keep isl_pw_aff *bound)
{
    isl_size n = isl_pw_aff_n_piece(bound);
    return n > 0 && n <= most_pieces;
}

/* Is "bound" a function that code can compute, and that says something? */
static bool is_useful(__isl_keep isl_pw_aff *bound)
{
    bool is_bounded = is_computable(bound);
    return is_bounded && isl_pw_aff_foreach_piece(bound, check_piece, &is_bounded) == isl_stat_ok && is_bounded;
}

/* Assume that the parameter at "pos" keeps to "most", an upper bound or, where negative, a lower one, unless it is so for all of
 * "accessed". */
static void keep_near(struct pv_scop *scop, __isl_keep isl_set *accessed, int pos, __isl_take isl_val *most)
{
    isl_set *near = isl_set_universe(isl_set_get_space(scop->context));
    near = isl_val_is_neg(most) == isl_bool_true ? isl_set_lower_bound_val(near, isl_dim_param, (unsigned)pos, most)
                                                 : isl_set_upper_bound_val(near, isl_dim_param, (unsigned)pos, most);
    if (isl_set_is_subset(accessed, near) == isl_bool_false)
        pv_scop_assume(scop, near);
    else
        isl_set_free(near);
}

/* Assume that the parameters of more than 32 bits in "bound" are not so large that code could not add them up. */
static void keep_in_range(struct pv_scop *scop, __isl_keep isl_set *accessed, __isl_keep isl_pw_aff *bound)
{
    for (int i = 0; i < scop->parameters.n; i++) {
        const struct pv_var *var = scop->parameters.v[i];
        int at = isl_pw_aff_find_dim_by_name(bound, isl_dim_param, var->id);
        int pos = isl_set_find_dim_by_name(scop->context, isl_dim_param, var->id);
        if (var->type->size <= 4 || pos < 0 || at < 0 ||
            isl_pw_aff_involves_dims(bound, isl_dim_param, (unsigned)at, 1) != isl_bool_true)
            continue;
        isl_val *most = isl_val_2exp(isl_val_int_from_si(scop->ctx, 56));
        isl_set *here = isl_set_intersect(isl_set_copy(accessed), isl_set_copy(scop->context));
        keep_near(scop, here, pos, isl_val_copy(most));
        keep_near(scop, here, pos, isl_val_neg(most));
        isl_set_free(here);
    }
}

/* Set the bounds of dimension "dim" from what is accessed, "elements". False where there are none to use. */
static bool set_bounds(struct pv_scop *scop, struct pv_span *span, int dim, __isl_keep isl_set *elements)
{
    unsigned pos = (unsigned)dim;
    if (isl_set_dim_has_lower_bound(elements, isl_dim_set, pos) != isl_bool_true ||
        isl_set_dim_has_upper_bound(elements, isl_dim_set, pos) != isl_bool_true)
        return false;
    isl_set *context = isl_set_copy(scop->context);
    isl_pw_aff *first = isl_pw_aff_coalesce(isl_set_dim_min(isl_set_copy(elements), dim));
    isl_pw_aff *last = isl_pw_aff_coalesce(isl_set_dim_max(isl_set_copy(elements), dim));
    span->first[dim] = isl_pw_aff_gist(first, isl_set_copy(context));
    span->last[dim] = isl_pw_aff_gist(last, context);
    if (!span->first[dim] || !span->last[dim] || !is_useful(span->first[dim]) || !is_useful(span->last[dim]))
        return false;
    keep_in_range(scop, span->accessed, span->first[dim]);
    keep_in_range(scop, span->accessed, span->last[dim]);
    return true;
}

/* Rows behind pointers in memory. */

/* Keep the part of "set" where dimension "dim" is "bound", [params] -> { [] -> [i] }, or on the other side of it. */
static __isl_give isl_set *keep_side(__isl_take isl_set *set, int dim, __isl_take isl_pw_aff *bound,
                                     isl_set *(*compare)(isl_pw_aff *, isl_pw_aff *))
{
    isl_local_space *ls = isl_local_space_from_space(isl_set_get_space(set));
    isl_pw_aff *index = isl_pw_aff_from_aff(isl_aff_var_on_domain(ls, isl_dim_set, (unsigned)dim));
    isl_multi_aff *forget = isl_multi_aff_zero(isl_space_from_domain(isl_set_get_space(set)));
    bound = isl_pw_aff_pullback_multi_aff(isl_pw_aff_from_range(bound), forget);
    return isl_set_intersect(set, compare(index, bound));
}

/* { A[r] }: the rows whose pointers a test reads for "elements", { A[a] }. Between the first and the last row behind one
 * pointer there are only more pointers, which the test does not follow unless these rows hold pointers themselves. */
static __isl_give isl_set *get_tested_rows(__isl_keep isl_set *elements, int n_dims)
{
    isl_set *rows = isl_set_project_out(isl_set_copy(elements), isl_dim_set, (unsigned)n_dims - 1, 1);
    isl_set *box = isl_set_universe(isl_set_get_space(rows));
    box = isl_set_intersect_params(box, isl_set_params(isl_set_copy(rows)));
    int last = n_dims - 2;
    for (int i = 0; i < last; i++) {
        box = keep_side(box, i, isl_set_dim_min(isl_set_copy(rows), i), isl_pw_aff_ge_set);
        box = keep_side(box, i, isl_set_dim_max(isl_set_copy(rows), i), isl_pw_aff_le_set);
    }
    isl_set *ends = keep_side(isl_set_copy(box), last, isl_set_dim_min(isl_set_copy(rows), last), isl_pw_aff_eq_set);
    box = keep_side(box, last, isl_set_dim_max(rows, last), isl_pw_aff_eq_set);
    return isl_set_union(ends, box);
}

/* The search for a condition on the parameters that excludes a set of their values. */
struct exclusion {
    isl_set *possible; /* the values that parameters may have */
    isl_set *best;     /* the condition that was found; or NULL */
    isl_val *size;     /* its constant, without sign */
};

/* Does "part" of the values in "all" leave each parameter as large as it may be? */
static bool leaves_large(__isl_keep isl_set *part, __isl_keep isl_set *all)
{
    bool ok = isl_set_is_empty(part) == isl_bool_false;
    for (int i = 0; i < (int)isl_set_dim(all, isl_dim_param) && ok; i++) {
        isl_local_space *ls = isl_local_space_from_space(isl_set_get_space(all));
        isl_aff *parameter = isl_aff_var_on_domain(ls, isl_dim_param, (unsigned)i);
        isl_val *most = isl_set_max_val(all, parameter), *left = isl_set_max_val(part, parameter);
        ok = isl_val_eq(most, left) == isl_bool_true;
        isl_val_free(most);
        isl_val_free(left);
        isl_aff_free(parameter);
    }
    return ok;
}

/* Take "value" < 0 as the condition, if it leaves the common values and is better than what was found. */
static void try_condition(struct exclusion *search, __isl_take isl_aff *value)
{
    isl_val *size = isl_val_abs(isl_aff_get_constant_val(value));
    isl_set *condition = isl_set_from_basic_set(isl_aff_neg_basic_set(value));
    isl_set *left = isl_set_intersect(isl_set_copy(search->possible), isl_set_copy(condition));
    bool is_better = !search->best || isl_val_lt(size, search->size) == isl_bool_true;
    if (is_better && leaves_large(left, search->possible)) {
        isl_set_free(search->best);
        isl_val_free(search->size);
        search->best = isl_set_copy(condition);
        search->size = isl_val_copy(size);
    }
    isl_set_free(left);
    isl_set_free(condition);
    isl_val_free(size);
}

static isl_stat try_opposite(__isl_take isl_constraint *constraint, void *user)
{
    isl_aff *value = isl_constraint_get_aff(constraint);
    if (isl_constraint_is_equality(constraint) == isl_bool_true)
        try_condition(user, isl_aff_neg(isl_aff_copy(value)));
    try_condition(user, value);
    isl_constraint_free(constraint);
    return isl_stat_ok;
}

/* Let the code assume one inequality that excludes "values", [params] -> { : }, and leaves large values of each parameter
 * among those where anything is "accessed". False where there is none. */
static bool assume_others(struct pv_scop *scop, __isl_keep isl_set *accessed, __isl_take isl_set *values)
{
    struct exclusion search = {0};
    search.possible = isl_set_intersect(isl_set_copy(accessed), isl_set_copy(scop->context));
    isl_basic_set *hull = isl_set_simple_hull(isl_set_gist(values, isl_set_copy(search.possible)));
    bool ok = isl_basic_set_foreach_constraint(hull, try_opposite, &search) >= 0 && search.best;
    if (ok)
        pv_scop_assume(scop, isl_set_copy(search.best));
    isl_basic_set_free(hull);
    isl_set_free(search.possible);
    isl_set_free(search.best);
    isl_val_free(search.size);
    return ok;
}

/* May a test read the pointers to the rows of "elements": does the region read them whatever its data are? That may be so for
 * most values of the parameters only, which the code then assumes. */
static bool can_test_rows(struct pv_scop *scop, const struct pv_span *span, __isl_keep isl_set *elements)
{
    isl_set *others = isl_set_subtract(get_tested_rows(elements, span->n_dims), pv_certain_rows(scop, span->array));
    others = isl_set_params(others);
    isl_bool is_empty = isl_set_is_empty(others);
    if (is_empty != isl_bool_false) {
        isl_set_free(others);
        return is_empty == isl_bool_true;
    }
    return assume_others(scop, span->accessed, others);
}

/* Is each dimension of "array" but the first a pointer in memory? */
static bool is_all_pointers(const struct pv_array *array)
{
    const struct pv_ctype *type = array->var->type;
    for (int i = 1; i < array->n_dims; i++) {
        type = type->elem;
        if (type->kind != PV_TYPE_POINTER)
            return false;
    }
    return !array->n_linear;
}

/* Can the address of "var" be computed where the region begins? */
static bool has_address(const struct pv_scop *scop, const struct pv_memory *memory)
{
    const struct pv_var *var = memory->var;
    bool is_outside = var->storage == PV_STORAGE_GLOBAL || var->function == scop->region->function;
    return is_outside && !(memory->array && memory->array->is_local) && memory->elem->size > 0;
}

/* The span of "memory"; false where there is none that can be tested. */
static bool make_span(struct pv_scop *scop, const struct pv_memory *memory, struct pv_span *span)
{
    const struct pv_array *array = memory->array;
    *span = (struct pv_span){
        .array = array, .var = memory->var, .place = memory->place, .is_written = memory->is_written};
    span->has_rows = array && array->is_indirect;
    if (!has_address(scop, memory) || (array && relies_on_declaration(scop, array)) ||
        (span->has_rows && !is_all_pointers(array)))
        return false;
    if (!array) {
        span->accessed = isl_set_copy(scop->context);
        if (memory->place_guard)
            span->accessed = isl_set_intersect(span->accessed, isl_set_copy(memory->place_guard));
        return true;
    }
    isl_set *elements = get_elements(scop, array);
    span->n_dims = array->n_dims;
    span->first = pv_new_array(scop->arena, isl_pw_aff *, array->n_dims + 1);
    span->last = pv_new_array(scop->arena, isl_pw_aff *, array->n_dims + 1);
    span->accessed = pv_set_coalesce(isl_set_params(isl_set_copy(elements)));
    isl_bool is_empty = isl_set_is_empty(elements);
    bool ok = is_empty >= 0 && span->accessed;
    for (int i = 0; i < array->n_dims && is_empty == isl_bool_false && ok; i++)
        ok = (i == 0 || array->sizes[i] || span->has_rows) && set_bounds(scop, span, i, elements);
    ok = ok && (!span->has_rows || is_empty == isl_bool_true || can_test_rows(scop, span, elements));
    isl_set_free(elements);
    return ok;
}

/* Add the span of "access" by "stmt", of "memory", whose subscript has bounds. False where it cannot be tested. */
static bool add_bounded_span(struct pv_scop *scop, const struct pv_memory *memory, const struct pv_stmt *stmt,
                             const struct pv_access *access)
{
    struct pv_span span = {.array = memory->array,
                           .var = memory->var,
                           .n_dims = 1,
                           .products = &access->bounds,
                           .is_written = memory->is_written};
    isl_set *accessed = isl_set_intersect(isl_set_params(isl_set_copy(stmt->domain)), isl_set_copy(scop->context));
    bool ok = true;
    for (int i = 0; i < access->bounds.n; i++) {
        const struct pv_product *product = &access->bounds.v[i];
        ok = ok && is_computable(product->least) && is_computable(product->most);
        keep_in_range(scop, accessed, product->least);
        keep_in_range(scop, accessed, product->most);
        for (int j = 0; j < product->n_sizes; j++)
            keep_in_range(scop, accessed, product->sizes[j]);
    }
    span.accessed = pv_set_coalesce(accessed);
    pv_push(scop->arena, &scop->guard.spans, span);
    return ok && span.accessed;
}

/* Add the spans of the accesses to "memory" whose subscripts have bounds. False where one cannot be tested, or there are too
 * many. */
static bool add_bounded_spans(struct pv_scop *scop, const struct pv_memory *memory)
{
    bool ok = true;
    int first = scop->guard.spans.n;
    for (int i = 0; i < scop->stmts.n && memory->array; i++) {
        const struct pv_stmt *stmt = scop->stmts.v[i];
        for (int j = 0; stmt->body && j < stmt->accesses.n && ok; j++) {
            const struct pv_access *access = stmt->accesses.v[j];
            if (access->array == memory->array && !access->is_kill && access->bounds.n)
                ok = add_bounded_span(scop, memory, stmt, access) && scop->guard.spans.n - first <= most_bounded;
        }
    }
    return ok;
}

/* Deciding. */

/* What is known of memory that may clash. */
struct candidate {
    struct pv_memory memory;
    int first_span, n_spans; /* their numbers in the guard; none: not made yet, or no good for a test */
    bool is_testable;        /* the spans are good for a test */
    bool is_settled;         /* whether they are is known */
    bool is_ordered;         /* accesses must keep their order */
};

typedef PV_VEC(struct candidate) candidates;

static candidates find_candidates(const struct pv_scop *scop)
{
    pv_memories memories = pv_alias_find(scop);
    candidates list = {0};
    for (int i = 0; i < memories.n; i++) {
        struct candidate candidate = {.memory = memories.v[i]};
        pv_push(scop->arena, &list, candidate);
    }
    return list;
}

static bool is_testable(struct pv_scop *scop, struct candidate *candidate)
{
    if (!candidate->is_settled) {
        struct pv_span span;
        candidate->is_settled = true;
        candidate->first_span = scop->guard.spans.n;
        candidate->is_testable = make_span(scop, &candidate->memory, &span);
        pv_push(scop->arena, &scop->guard.spans, span);
        candidate->is_testable = candidate->is_testable && add_bounded_spans(scop, &candidate->memory);
        if (!candidate->is_testable)
            pv_guard_drop_spans(&scop->guard, candidate->first_span);
        candidate->n_spans = scop->guard.spans.n - candidate->first_span;
    }
    return candidate->is_testable;
}

/* Test the pair at run time, or keep all accesses to the two in order. Both may be the same. */
static void settle_pair(struct pv_scop *scop, struct candidate *a, struct candidate *b, enum pv_overlap_use use)
{
    struct pv_guard *guard = &scop->guard;
    bool is_tested = use == PV_OVERLAP_TEST && guard->pairs.n < most_pairs && is_testable(scop, a) &&
                     is_testable(scop, b);
    for (int i = 0; is_tested && i < a->n_spans; i++)
        for (int j = 0; j < b->n_spans; j++) {
            struct pv_span_pair pair = {a->first_span + i, b->first_span + j};
            pv_push(scop->arena, &guard->pairs, pair);
        }
    if (!is_tested) {
        a->is_ordered = b->is_ordered = true;
    }
}

/* May C let what is written as "type" be a pointer? */
static bool may_be_pointer(const struct pv_ctype *type)
{
    bool is_character = type->kind == PV_TYPE_INT && type->size == 1;
    for (int i = 0; type->kind == PV_TYPE_RECORD && i < type->record->n_fields; i++)
        if (may_be_pointer(pv_ctype_innermost(type->record->fields[i].type, false)))
            return true;
    return is_character || type->kind == PV_TYPE_POINTER;
}

/* Symbolic constants whose accesses must keep their order are none, and neither are pointers to rows that may be written. */
static bool find_changed(const candidates *list, const struct pv_var **by, const struct pv_var **constant)
{
    for (int i = 0; i < list->n; i++)
        for (int j = 0; j < list->n; j++)
            if (list->v[i].memory.array && list->v[i].memory.array->is_indirect && list->v[j].memory.is_written &&
                may_be_pointer(list->v[j].memory.elem)) {
                *by = list->v[j].memory.var;
                *constant = list->v[i].memory.var;
                return true;
            }
    for (int i = 0; i < list->n; i++)
        for (int j = 0; j < list->n; j++)
            if (list->v[i].is_ordered && list->v[j].is_ordered && !list->v[i].memory.array &&
                pv_alias_may_clash(&list->v[i].memory, &list->v[j].memory)) {
                *by = list->v[j].memory.var;
                *constant = list->v[i].memory.var;
                return true;
            }
    return false;
}

void pv_overlap_note_mixed(struct pv_scop *scop, bool is_promised)
{
    pv_memories list = pv_alias_find(scop);
    for (int i = 0; i < list.n; i++)
        for (int j = 0; j < i; j++) {
            const struct pv_memory *a = &list.v[i], *b = &list.v[j];
            struct pv_array_pair pair = {a->array, b->array};
            if (a->is_written && b->is_written && pv_alias_may_mix(a, b) && (is_promised || !pv_alias_may_clash(a, b)))
                pv_push(scop->arena, &scop->guard.mixed, pair);
        }
}

bool pv_overlap_settle(struct pv_scop *scop, enum pv_overlap_use use, const struct pv_var **by,
                       const struct pv_var **constant)
{
    candidates list = find_candidates(scop);
    for (int i = 0; i < list.n; i++)
        for (int j = 0; j < i; j++)
            if (pv_alias_may_clash(&list.v[i].memory, &list.v[j].memory))
                settle_pair(scop, &list.v[i], &list.v[j], use);
    for (int i = 0; i < list.n; i++)
        if (list.v[i].memory.is_written && list.v[i].memory.array->is_indirect)
            settle_pair(scop, &list.v[i], &list.v[i], use);
    PV_VEC(struct pv_array *) ordered = {0};
    for (int i = 0; i < list.n; i++)
        if (list.v[i].is_ordered && list.v[i].memory.array)
            pv_push(scop->arena, &ordered, list.v[i].memory.array);
    if (find_changed(&list, by, constant))
        return false;
    pv_alias_keep_order(scop, ordered.n, ordered.v);
    return true;
}
