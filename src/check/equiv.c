/* Proves that one program does what another does, or finds a counterexample. */
#include "check/equiv.h"

#include "base/islx.h"
#include "check/sample.h"

#include <isl/map.h>
#include <string.h>

typedef PV_VEC(const struct pv_array *) arrays;

struct equiv {
    struct pv_arena *arena;
    struct pv_diag *diag;
    const struct pv_side *a, *b;
    isl_set *context; /* { : p }: the parameters in question */
    pv_matches matches;
    isl_union_map *instances; /* { B[x] -> A[i] } */
    isl_union_map *refs;      /* { [B[x] -> R[]] -> [A[i] -> Q[]] } */
    arrays inexact;           /* of "a": not all that happens to their elements is known, so that order must be kept */
};

/* The context. */

/* { : p }: every parameter of "scop" has a value of its type. */
static __isl_give isl_set *values_of_types(const struct pv_scop *scop)
{
    isl_set *set = isl_set_universe(isl_set_get_space(scop->context));
    for (int i = 0; i < scop->parameters.n; i++) {
        const struct pv_ctype *type = scop->parameters.v[i]->type;
        int pos = isl_set_find_dim_by_name(set, isl_dim_param, scop->parameters.v[i]->id);
        if (pos < 0 || type->kind != PV_TYPE_INT)
            continue;
        isl_val *power = isl_val_2exp(isl_val_int_from_si(scop->ctx, type->is_signed ? type->bits - 1 : type->bits));
        isl_val *min = type->is_signed ? isl_val_neg(isl_val_copy(power)) : isl_val_zero(scop->ctx);
        set = isl_set_lower_bound_val(set, isl_dim_param, (unsigned)pos, min);
        set = isl_set_upper_bound_val(set, isl_dim_param, (unsigned)pos, isl_val_sub_ui(power, 1));
    }
    return set;
}

/* { : p = p' }: a parameter of either program that has another identifier in the other is one and the same. */
static __isl_give isl_set *equate_parameters(const struct equiv *e, __isl_take isl_set *set)
{
    const struct pv_scop *a = e->a->scop, *b = e->b->scop;
    for (int i = 0; i < a->parameters.n; i++)
        for (int j = 0; j < b->parameters.n; j++) {
            const struct pv_var *x = a->parameters.v[i], *y = b->parameters.v[j];
            int pos_x = isl_set_find_dim_by_name(set, isl_dim_param, x->id);
            int pos_y = isl_set_find_dim_by_name(set, isl_dim_param, y->id);
            if (!strcmp(x->name, y->name) && strcmp(x->id, y->id) && pos_x >= 0 && pos_y >= 0)
                set = isl_set_equate(set, isl_dim_param, pos_x, isl_dim_param, pos_y);
        }
    return set;
}

/* Compare for the parameters for which both programs have a meaning. Say so where the first has one for more. */
static void set_context(struct equiv *e)
{
    isl_set *a = isl_set_copy(e->a->scop->context);
    isl_set *b = isl_set_copy(e->b->scop->context);
    e->context = equate_parameters(e, isl_set_intersect(isl_set_copy(a), isl_set_copy(b)));
    isl_set *more = isl_set_subtract(isl_set_intersect(a, values_of_types(e->b->scop)), b);
    if (isl_set_is_empty(more) == isl_bool_false)
        pv_warn(e->diag, e->b->scop->region->range.begin,
                "compared only where both programs have a defined meaning; this one has none%s",
                pv_sample_parameters(e->arena, more));
    else
        isl_set_free(more);
}

/* Each instance once. */

static bool report_twice(struct equiv *e, const struct pv_matched *first, const struct pv_matched *second,
                         __isl_take isl_set *twice)
{
    struct pv_sample sample = pv_sample_instance(e->arena, e->a->scop, twice);
    pv_error(e->diag, second->b->range.begin, "%s is executed twice%s", sample.instance, sample.parameters);
    if (first != second)
        pv_note(e->diag, first->b->range.begin, "it is first executed here");
    return false;
}

/* { A[i] }: run by more than one instance of the statement. */
static __isl_give isl_set *run_twice(const struct pv_matched *matched)
{
    isl_map *same = isl_map_apply_range(isl_map_copy(matched->instances),
                                        isl_map_reverse(isl_map_copy(matched->instances))); /* { B[x] -> B[x'] } */
    same = isl_map_subtract(same, isl_map_identity(isl_map_get_space(same)));
    return isl_set_apply(isl_map_domain(same), isl_map_copy(matched->instances));
}

/* Report an instance of "twice" { A[i] }, if there is one. Takes "twice". */
static bool check_no_instance(struct equiv *e, const struct pv_matched *first, const struct pv_matched *second,
                              __isl_take isl_set *twice)
{
    isl_bool is_empty = isl_set_is_empty(twice);
    if (is_empty == isl_bool_false)
        return report_twice(e, first, second, twice);
    isl_set_free(twice);
    return is_empty == isl_bool_true;
}

static bool check_once(struct equiv *e)
{
    for (int i = 0; i < e->matches.n; i++) {
        const struct pv_matched *second = &e->matches.v[i];
        if (!check_no_instance(e, second, second, run_twice(second)))
            return false;
        for (int j = 0; j < i; j++) {
            const struct pv_matched *first = &e->matches.v[j];
            if (first->a != second->a)
                continue;
            isl_set *twice = isl_set_intersect(isl_map_range(isl_map_copy(first->instances)),
                                               isl_map_range(isl_map_copy(second->instances)));
            if (!check_no_instance(e, first, second, twice))
                return false;
        }
    }
    return true;
}

/* The instances of "stmt" that something needs. */
static __isl_give isl_set *needed(const struct equiv *e, const struct pv_stmt *stmt)
{
    isl_set *set = isl_set_intersect_params(isl_set_copy(stmt->domain), isl_set_copy(e->context));
    if (!e->a->deps->kept)
        return set;
    return isl_set_intersect(set, isl_union_set_extract_set(e->a->deps->kept, isl_set_get_space(set)));
}

static bool check_all(struct equiv *e)
{
    const struct pv_scop *scop = e->a->scop;
    for (int i = 0; i < scop->stmts.n; i++) {
        const struct pv_stmt *stmt = scop->stmts.v[i];
        if (!stmt->body || stmt->kind == PV_STMT_KILL || stmt->kind == PV_STMT_ASSUME)
            continue;
        isl_set *missing = needed(e, stmt);
        for (int j = 0; j < e->matches.n; j++)
            if (e->matches.v[j].a == stmt)
                missing = isl_set_subtract(missing, isl_map_range(isl_map_copy(e->matches.v[j].instances)));
        isl_bool is_empty = isl_set_is_empty(missing);
        if (is_empty == isl_bool_false) {
            struct pv_sample sample = pv_sample_instance(e->arena, scop, missing);
            pv_error(e->diag, e->b->scop->region->range.begin, "%s is not executed%s", sample.instance,
                     sample.parameters);
            pv_note(e->diag, stmt->range.begin, "this is %s", stmt->name);
            return false;
        }
        isl_set_free(missing);
        if (is_empty < 0)
            return false;
    }
    return true;
}

/* The relations between instances and references of both programs. */

static void relate(struct equiv *e)
{
    isl_ctx *ctx = e->a->scop->ctx;
    e->instances = isl_union_map_empty_ctx(ctx);
    e->refs = isl_union_map_empty_ctx(ctx);
    for (int i = 0; i < e->matches.n; i++) {
        const struct pv_matched *matched = &e->matches.v[i];
        isl_union_map *map = isl_union_map_from_map(isl_map_copy(matched->instances));
        for (int j = 0; j < matched->match.refs.n; j++) {
            const struct pv_ref_pair *pair = &matched->match.refs.v[j];
            isl_union_map *b = isl_union_set_unwrap(
                isl_union_set_from_set(pv_stmt_get_tagged_domain(matched->b, pair->b))); /* { B[x] -> R[] } */
            isl_union_map *a = isl_union_set_unwrap(
                isl_union_set_from_set(pv_stmt_get_tagged_domain(matched->a, pair->a)));
            isl_union_map *tags = isl_union_map_from_domain_and_range(isl_union_map_range(b), isl_union_map_range(a));
            e->refs = isl_union_map_union(e->refs, isl_union_map_product(isl_union_map_copy(map), tags));
        }
        e->instances = isl_union_map_union(e->instances, map);
    }
}

/* Which arrays are known exactly. */

static bool is_in(const arrays *list, const struct pv_array *array)
{
    for (int i = 0; i < list->n; i++)
        if (list->v[i] == array)
            return true;
    return false;
}

static void add_array(struct equiv *e, arrays *list, const struct pv_array *array)
{
    if (!is_in(list, array))
        pv_push(e->arena, list, array);
}

/* Does "access" touch one element that is known, and always if it writes? */
static bool is_exact(const struct pv_access *access)
{
    isl_bool is_exact = access->index ? isl_bool_true : isl_bool_false;
    if (is_exact == isl_bool_true && access->is_write)
        is_exact = isl_union_map_is_equal(access->may_write, access->must_write);
    if (is_exact == isl_bool_true && access->is_write)
        is_exact = isl_union_map_is_single_valued(access->may_write);
    if (is_exact == isl_bool_true && access->is_read)
        is_exact = isl_union_map_is_single_valued(access->may_read);
    return is_exact == isl_bool_true && access->array->kind == PV_ARRAY_DATA;
}

static void find_inexact_of(struct equiv *e, const struct pv_scop *scop, arrays *list)
{
    for (int i = 0; i < scop->stmts.n; i++)
        for (int j = 0; j < scop->stmts.v[i]->accesses.n; j++) {
            const struct pv_access *access = scop->stmts.v[i]->accesses.v[j];
            bool is_assumed = scop->stmts.v[i]->kind == PV_STMT_ASSUME;
            if (!access->is_kill && (is_assumed || !is_exact(access)))
                add_array(e, list, access->array);
        }
}

static void find_inexact(struct equiv *e)
{
    const struct pv_scop *scop = e->a->scop;
    arrays of_b = {0};
    find_inexact_of(e, scop, &e->inexact);
    find_inexact_of(e, e->b->scop, &of_b);
    bool is_free = scop->independences.n || !e->a->deps->tagged_flow || !e->b->deps->tagged_flow;
    for (int i = 0; i < scop->arrays.n && is_free; i++)
        add_array(e, &e->inexact, scop->arrays.v[i]);
    for (int i = 0; i < e->a->deps->reductions.n; i++)
        if (!e->a->deps->reductions.v[i]->needs_permission || e->a->deps->reductions.v[i]->is_asserted)
            add_array(e, &e->inexact, e->a->deps->reductions.v[i]->array);
    for (int i = 0; i < e->matches.n; i++)
        for (int j = 0; j < e->matches.v[i].match.refs.n; j++)
            if (is_in(&of_b, e->matches.v[i].match.refs.v[j].b->array))
                add_array(e, &e->inexact, e->matches.v[i].match.refs.v[j].a->array);
}

/* Exact arrays: every read sees the same write. */

/* { [A[i] -> Q[]] }: the reads of exact arrays that matter. */
static __isl_give isl_union_set *exact_reads(const struct equiv *e)
{
    isl_union_set *reads = isl_union_set_empty_ctx(e->a->scop->ctx);
    for (int i = 0; i < e->matches.n; i++) {
        const struct pv_matched *matched = &e->matches.v[i];
        for (int j = 0; j < matched->match.refs.n; j++) {
            const struct pv_access *access = matched->match.refs.v[j].a;
            if (!access->is_read || is_in(&e->inexact, access->array))
                continue;
            isl_map *tagged = isl_set_unwrap(pv_stmt_get_tagged_domain(matched->a, access));
            tagged = isl_map_intersect_domain(tagged, needed(e, matched->a));
            tagged = isl_map_intersect_domain(tagged, isl_map_range(isl_map_copy(matched->instances)));
            reads = isl_union_set_add_set(reads, isl_map_wrap(tagged));
        }
    }
    return reads;
}

/* The first of the maps in "map", or NULL where it is empty. Takes "map". */
static isl_stat keep_first(__isl_take isl_map *map, void *user)
{
    isl_map **first = user;
    if (!*first && isl_map_is_empty(map) == isl_bool_false)
        *first = isl_map_copy(map);
    isl_map_free(map);
    return isl_stat_ok;
}

static __isl_give isl_map *first_map(__isl_take isl_union_map *map)
{
    isl_map *first = NULL;
    isl_union_map_foreach_map(map, keep_first, &first);
    isl_union_map_free(map);
    return first;
}

/* Where in the second program the statement called "name" of the first one stands. */
static struct pv_loc place_in_b(const struct equiv *e, const char *name)
{
    for (int i = 0; i < e->matches.n; i++)
        if (!strcmp(e->matches.v[i].a->name, name))
            return e->matches.v[i].b->range.begin;
    return e->b->scop->region->range.begin;
}

/* "format" has the first and the second instance of a pair, and the parameters. Takes "pairs" { A[i] -> A'[j] }. */
static bool report_pair(struct equiv *e, __isl_take isl_union_map *pairs, bool is_flow)
{
    isl_map *map = first_map(pairs);
    if (!map)
        return false;
    const char *first = pv_strdup(e->arena, isl_map_get_tuple_name(map, isl_dim_in));
    const char *second = pv_strdup(e->arena, isl_map_get_tuple_name(map, isl_dim_out));
    struct pv_sample sample = pv_sample_pair(e->arena, e->a->scop, map);
    pv_error(e->diag, place_in_b(e, second),
             is_flow ? "%s no longer reads what %s writes%s" : "%s no longer comes after %s%s", sample.second,
             sample.instance, sample.parameters);
    const struct pv_stmt *a = pv_scop_find_stmt(e->a->scop, first), *b = pv_scop_find_stmt(e->a->scop, second);
    if (a)
        pv_note(e->diag, a->range.begin, "this is %s", first);
    if (b && b != a)
        pv_note(e->diag, b->range.begin, "this is %s", second);
    return false;
}

static bool check_flow(struct equiv *e)
{
    if (!e->a->deps->tagged_flow || !e->b->deps->tagged_flow)
        return true;
    isl_union_set *reads = exact_reads(e);
    isl_union_map *a = isl_union_map_intersect_range(isl_union_map_copy(e->a->deps->tagged_flow),
                                                     isl_union_set_copy(reads));
    isl_union_map *b = isl_union_map_apply_range(isl_union_map_copy(e->b->deps->tagged_flow),
                                                 isl_union_map_copy(e->refs));
    b = isl_union_map_intersect_range(b, reads);
    b = isl_union_map_apply_domain(b, isl_union_map_copy(e->refs));
    a = isl_union_map_intersect_params(a, isl_set_copy(e->context));
    b = isl_union_map_intersect_params(b, isl_set_copy(e->context));
    isl_union_map *missing = isl_union_map_subtract(isl_union_map_copy(a), isl_union_map_copy(b));
    isl_union_map *extra = isl_union_map_subtract(b, a);
    isl_bool none_missing = isl_union_map_is_empty(missing), none_extra = isl_union_map_is_empty(extra);
    bool ok = none_missing == isl_bool_true && none_extra == isl_bool_true;
    if (none_missing == isl_bool_false) {
        isl_union_map_free(extra);
        return report_pair(e, isl_union_map_factor_domain(missing), true);
    }
    isl_union_map_free(missing);
    isl_map *map = ok ? NULL : first_map(isl_union_map_factor_domain(isl_union_map_copy(extra)));
    isl_union_map_free(extra);
    if (map) {
        struct pv_loc loc = place_in_b(e, isl_map_get_tuple_name(map, isl_dim_out));
        struct pv_sample sample = pv_sample_pair(e->arena, e->a->scop, map);
        pv_error(e->diag, loc, "%s now reads what %s writes%s", sample.second, sample.instance, sample.parameters);
    }
    return ok;
}

/* What was there before must come from the same place. */
static bool check_live_in(struct equiv *e)
{
    for (int i = 0; i < e->matches.n; i++)
        for (int j = 0; j < e->matches.v[i].match.refs.n; j++) {
            const struct pv_ref_pair *pair = &e->matches.v[i].match.refs.v[j];
            if (!pair->a->is_read || pair->a->array->is_local || pv_ref_pair_memory(pair) == PV_MEMORY_SHARED)
                continue;
            isl_union_map *before = isl_union_map_intersect(isl_union_map_copy(e->a->deps->live_in),
                                                            isl_union_map_copy(pair->a->may_read));
            isl_bool is_empty = isl_union_map_is_empty(before);
            isl_union_map_free(before);
            if (is_empty == isl_bool_true)
                continue;
            pv_error(e->diag, pair->b->expr ? pair->b->expr->range.begin : e->matches.v[i].b->range.begin,
                     "the original reads what '%s' held before the region", pair->a->array->var->name);
            return false;
        }
    return true;
}

/* What is there in the end. */

struct lasting {
    const struct equiv *e;
    isl_union_map *map;
};

/* Keep the writes to exact arrays that outlive the region. */
static isl_stat add_lasting(__isl_take isl_map *map, void *user)
{
    struct lasting *lasting = user;
    const char *name = pv_space_root_name(isl_space_range(isl_map_get_space(map)));
    const struct pv_array *array = pv_scop_find_array(lasting->e->a->scop, name);
    if (array && !array->is_local && !array->is_dead_after && !is_in(&lasting->e->inexact, array))
        lasting->map = isl_union_map_add_map(lasting->map, map);
    else
        isl_map_free(map);
    return isl_stat_ok;
}

static __isl_give isl_union_map *lasting_writes(const struct equiv *e, __isl_take isl_union_map *writes)
{
    struct lasting lasting = {e, isl_union_map_empty(isl_union_map_get_space(writes))};
    writes = isl_union_map_intersect_params(writes, isl_set_copy(e->context));
    isl_union_map_foreach_map(writes, add_lasting, &lasting);
    isl_union_map_free(writes);
    return lasting.map;
}

/* Report a write in "bad" { A[i] -> M[m] }, if there is one: "what" tells why it is bad. Takes "bad". */
static bool check_none(struct equiv *e, __isl_take isl_union_map *bad, const char *what)
{
    isl_bool is_empty = isl_union_map_is_empty(bad);
    isl_map *map = first_map(bad);
    if (map) {
        const char *name = pv_strdup(e->arena, pv_space_root_name(isl_space_range(isl_map_get_space(map))));
        struct pv_loc loc = place_in_b(e, isl_map_get_tuple_name(map, isl_dim_in));
        struct pv_sample sample = pv_sample_instance(e->arena, e->a->scop, isl_map_domain(map));
        pv_error(e->diag, loc, "what %s writes to '%s' %s the last value there%s", sample.instance, name, what,
                 sample.parameters);
    }
    return is_empty == isl_bool_true;
}

/* The array of the first program that is the same memory as the array called "name" of the second; NULL where there is
 * none. Models number arrays of one name, and not in the same way if the programs declare other things of that name. */
static const struct pv_array *find_namesake(const struct equiv *e, const char *name)
{
    const struct pv_array *b = pv_scop_find_array(e->b->scop, name);
    for (int i = 0; b && b->var && i < e->a->scop->arrays.n; i++) {
        const struct pv_array *a = e->a->scop->arrays.v[i];
        if (a->kind == b->kind && a->var && !a->is_local && !b->is_local && !strcmp(a->var->name, b->var->name))
            return a;
    }
    return NULL;
}

/* The space { A[a] } or { A_f[A[a] -> f[b]] } of elements with "to" in the place of "from", the name of the array. */
static __isl_give isl_space *rename_space(struct pv_arena *arena, __isl_take isl_space *space, const char *from,
                                          const char *to)
{
    const char *name = isl_space_get_tuple_name(space, isl_dim_set);
    bool has_name = name && !strncmp(name, from, strlen(from));
    const char *renamed = has_name ? pv_printf(arena, "%s%s", to, name + strlen(from)) : NULL;
    if (isl_space_is_wrapping(space) == isl_bool_true) {
        isl_space *inner = isl_space_unwrap(space), *range = isl_space_range(isl_space_copy(inner));
        isl_space *root = rename_space(arena, isl_space_domain(inner), from, to);
        space = isl_space_wrap(isl_space_map_from_domain_and_range(root, range));
    }
    return renamed ? isl_space_set_tuple_name(space, isl_dim_set, renamed) : space;
}

struct renaming {
    const struct equiv *e;
    isl_union_map *result;
};

/* Add "map" { S[i] -> M[m] }, writes of the second program, with the first one's name of the array. */
static isl_stat add_renamed(__isl_take isl_map *map, void *user)
{
    struct renaming *renaming = user;
    isl_space *elements = isl_space_range(isl_map_get_space(map));
    const char *name = pv_strdup(renaming->e->arena, pv_space_root_name(isl_space_copy(elements)));
    const struct pv_array *array = find_namesake(renaming->e, name);
    if (array && strcmp(array->name, name)) {
        isl_space *renamed = rename_space(renaming->e->arena, isl_space_copy(elements), name, array->name);
        isl_map *same = isl_map_universe(isl_space_map_from_domain_and_range(isl_space_copy(elements), renamed));
        for (int i = 0; i < (int)isl_space_dim(elements, isl_dim_set); i++)
            same = isl_map_equate(same, isl_dim_in, i, isl_dim_out, i);
        map = isl_map_apply_range(map, same);
    }
    isl_space_free(elements);
    renaming->result = isl_union_map_add_map(renaming->result, map);
    return renaming->result ? isl_stat_ok : isl_stat_error;
}

/* { A[i] -> M[m] }: the last writes of the second program, in the names of the first. */
static __isl_give isl_union_map *live_out_of_b(const struct equiv *e)
{
    isl_union_map *writes = isl_union_map_copy(e->b->deps->live_out); /* { B[x] -> M[m] } */
    struct renaming renaming = {e, isl_union_map_empty(isl_union_map_get_space(writes))};
    if (isl_union_map_foreach_map(writes, add_renamed, &renaming) < 0)
        renaming.result = isl_union_map_free(renaming.result);
    isl_union_map_free(writes);
    return isl_union_map_apply_domain(renaming.result, isl_union_map_copy(e->instances));
}

static bool check_live_out(struct equiv *e)
{
    isl_union_map *a = lasting_writes(e, isl_union_map_copy(e->a->deps->live_out));
    isl_union_map *b = lasting_writes(e, live_out_of_b(e));
    /* Elements that the original leaves without a value may hold anything. */
    b = isl_union_map_intersect_range(b, isl_union_map_range(isl_union_map_copy(a)));
    isl_union_map *lost = isl_union_map_subtract(isl_union_map_copy(a), isl_union_map_copy(b));
    isl_union_map *new = isl_union_map_subtract(b, a);
    bool ok = check_none(e, lost, "is no longer");
    if (!ok) {
        isl_union_map_free(new);
        return false;
    }
    return check_none(e, new, "is now");
}

/* Other arrays: the order of what depends on one another. */

/* A variable of the region stands for one of the other: none for two, and none for parts of two. */
static bool check_one_to_one(struct equiv *e)
{
    PV_VEC(const struct pv_ref_pair *) seen = {0};
    for (int i = 0; i < e->matches.n; i++)
        for (int j = 0; j < e->matches.v[i].match.refs.n; j++) {
            const struct pv_ref_pair *pair = &e->matches.v[i].match.refs.v[j];
            if (!is_in(&e->inexact, pair->a->array) || pv_ref_pair_memory(pair) == PV_MEMORY_SHARED)
                continue;
            bool is_good = pair->a->array->n_dims == 0 && pair->b->array->n_dims == 0;
            for (int k = 0; k < seen.n; k++)
                is_good = is_good && (seen.v[k]->a->array == pair->a->array) == (seen.v[k]->b->array == pair->b->array);
            pv_push(e->arena, &seen, pair);
            if (is_good)
                continue;
            pv_error(e->diag, pair->b->expr ? pair->b->expr->range.begin : e->matches.v[i].b->range.begin,
                     "cannot compare: whether '%s' holds here what it holds in the original depends on data",
                     pair->b->array->var->name);
            return false;
        }
    return true;
}

/* { A[i] -> A'[j] }: pairs whose order must stay because of inexact arrays. */
static __isl_give isl_union_map *fixed_pairs(const struct equiv *e)
{
    const struct pv_deps *deps = e->a->deps;
    isl_union_map *pairs;
    if (deps->tagged_flow && deps->tagged_false) {
        isl_union_set *tags = isl_union_set_empty_ctx(e->a->scop->ctx);
        for (int i = 0; i < e->a->scop->stmts.n; i++) {
            const struct pv_stmt *stmt = e->a->scop->stmts.v[i];
            for (int j = 0; j < stmt->accesses.n; j++)
                if (is_in(&e->inexact, stmt->accesses.v[j]->array))
                    tags = isl_union_set_add_set(tags, pv_stmt_get_tagged_domain(stmt, stmt->accesses.v[j]));
        }
        pairs = isl_union_map_union(isl_union_map_copy(deps->tagged_flow), isl_union_map_copy(deps->tagged_false));
        pairs = isl_union_map_factor_domain(isl_union_map_intersect_domain(pairs, tags));
    } else {
        pairs = pv_deps_get_validity(deps);
    }
    if (deps->independent)
        pairs = isl_union_map_subtract(pairs, isl_union_map_copy(deps->independent));
    for (int i = 0; i < deps->reductions.n; i++)
        if (!deps->reductions.v[i]->needs_permission || deps->reductions.v[i]->is_asserted)
            pairs = isl_union_map_subtract(pairs, isl_union_map_copy(deps->reductions.v[i]->deps));
    return isl_union_map_intersect_params(pairs, isl_set_copy(e->context));
}

static bool check_order(struct equiv *e)
{
    if (!e->inexact.n)
        return true;
    isl_union_map *pairs = fixed_pairs(e); /* { A[i] -> A'[j] } */
    isl_union_map *back = isl_union_map_reverse(isl_union_map_copy(e->instances));
    isl_union_map *in_b = isl_union_map_apply_domain(isl_union_map_copy(pairs), isl_union_map_copy(back));
    in_b = isl_union_map_apply_range(in_b, back); /* { B[x] -> B'[y] } */
    isl_union_map *time = isl_schedule_get_map(e->b->scop->schedule);
    time = isl_union_map_intersect_domain(time, isl_union_map_domain(isl_union_map_copy(e->instances)));
    isl_union_map *forward = isl_union_map_lex_lt_union_map(isl_union_map_copy(time), time);
    isl_union_map *bad = isl_union_map_subtract(in_b, forward);
    bad = isl_union_map_apply_domain(bad, isl_union_map_copy(e->instances));
    bad = isl_union_map_apply_range(bad, isl_union_map_copy(e->instances));
    isl_union_map_free(pairs);
    isl_bool is_empty = isl_union_map_is_empty(bad);
    if (is_empty == isl_bool_false)
        return report_pair(e, bad, false);
    isl_union_map_free(bad);
    return is_empty == isl_bool_true;
}

/* The first statement of the second program whose counterparts were guessed, or NULL. */
static const struct pv_stmt *find_guess(const struct equiv *e)
{
    for (int i = 0; i < e->matches.n; i++)
        if (e->matches.v[i].is_guess)
            return e->matches.v[i].b;
    return NULL;
}

bool pv_equiv_check(struct pv_arena *arena, struct pv_diag *diag, const struct pv_side *a, const struct pv_side *b,
                    const struct pv_stmt **guessed)
{
    struct equiv e = {.arena = arena, .diag = diag, .a = a, .b = b};
    set_context(&e);
    bool is_matched = pv_instances_match(arena, diag, a, b, e.context, &e.matches);
    bool ok = is_matched && check_once(&e) && check_all(&e);
    if (ok) {
        relate(&e);
        find_inexact(&e);
        ok = check_flow(&e) && check_live_in(&e) && check_live_out(&e) && check_one_to_one(&e) && check_order(&e);
    }
    *guessed = is_matched ? find_guess(&e) : NULL;
    isl_set_free(e.context);
    isl_union_map_free(e.instances);
    isl_union_map_free(e.refs);
    pv_matches_free(&e.matches);
    return ok;
}
