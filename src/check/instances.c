/* Finds out which instance of one program corresponds to which instance of the other. */
#include "check/instances.h"

#include "check/annotation.h"
#include "check/sample.h"

#include <isl/map.h>
#include <string.h>

struct unmatched {
    const struct pv_stmt *stmt;
    int n_same; /* statements of the original with the same body */
};

struct matching {
    struct pv_arena *arena;
    struct pv_diag *diag;
    const struct pv_side *a, *b;
    isl_set *context; /* { : p }, lent */
    pv_matches *matches;
    PV_VEC(struct unmatched) unmatched; /* statements of the second program without a counterpart */
};

/* Relations between instances. */

/* { B[x] -> A[i] }: what "b" { B[x] -> [e] } gives is what "a" { A[i] -> [e] } gives. Takes both. */
static __isl_give isl_map *where_equal(__isl_take isl_map *a, __isl_take isl_map *b)
{
    a = isl_map_flatten_range(a);
    b = isl_map_flatten_range(b);
    if (isl_map_has_tuple_id(a, isl_dim_out) == isl_bool_true)
        a = isl_map_reset_tuple_id(a, isl_dim_out);
    if (isl_map_has_tuple_id(b, isl_dim_out) == isl_bool_true)
        b = isl_map_reset_tuple_id(b, isl_dim_out);
    return isl_map_apply_range(b, isl_map_reverse(a));
}

/* { B[x] -> A[i] }: the references of "pair" go to the same element. NULL where this cannot be said. */
static __isl_give isl_map *same_element(const struct pv_ref_pair *pair)
{
    if (!pair->a->index || !pair->b->index ||
        isl_multi_pw_aff_dim(pair->a->index, isl_dim_out) != isl_multi_pw_aff_dim(pair->b->index, isl_dim_out))
        return NULL;
    return where_equal(isl_map_from_multi_pw_aff(isl_multi_pw_aff_copy(pair->a->index)),
                       isl_map_from_multi_pw_aff(isl_multi_pw_aff_copy(pair->b->index)));
}

static __isl_give isl_map *same_value(const struct pv_value_pair *pair)
{
    return where_equal(isl_map_from_pw_aff(isl_pw_aff_copy(pair->a)), isl_map_from_pw_aff(isl_pw_aff_copy(pair->b)));
}

/* The instances of a statement of either program, for the parameters in question. */
static __isl_give isl_set *instances_of(const struct matching *m, const struct pv_stmt *stmt)
{
    return isl_set_intersect_params(isl_set_copy(stmt->domain), isl_set_copy(m->context));
}

/* { B[x] -> A[i] }: both access the same elements and compute with the same integers. */
static __isl_give isl_map *by_accesses(const struct matching *m, const struct pv_stmt *a, const struct pv_stmt *b,
                                       const struct pv_body_match *match)
{
    isl_map *map = isl_map_from_domain_and_range(instances_of(m, b), instances_of(m, a));
    for (int i = 0; i < match->refs.n; i++) {
        bool is_shared = pv_ref_pair_memory(&match->refs.v[i]) == PV_MEMORY_SHARED;
        isl_map *same = is_shared ? same_element(&match->refs.v[i]) : NULL;
        map = same ? isl_map_intersect(map, same) : map;
    }
    for (int i = 0; i < match->values.n; i++)
        map = isl_map_intersect(map, same_value(&match->values.v[i]));
    return map;
}

/* Does "map" relate all instances of "b" to something? */
static bool is_total(const struct matching *m, const struct pv_stmt *b, __isl_keep isl_map *map)
{
    isl_set *all = instances_of(m, b), *domain = isl_map_domain(isl_map_copy(map));
    isl_bool is_all = isl_set_is_subset(all, domain);
    isl_set_free(all);
    isl_set_free(domain);
    return is_all == isl_bool_true;
}

/* Is dimension "pos" of A a function of the instance of B? */
static bool is_determined(__isl_keep isl_map *map, unsigned pos)
{
    unsigned n = (unsigned)isl_map_dim(map, isl_dim_out);
    isl_map *one = isl_map_project_out(isl_map_copy(map), isl_dim_out, pos + 1, n - pos - 1);
    one = isl_map_project_out(one, isl_dim_out, 0, pos);
    isl_bool is_single = isl_map_is_single_valued(one);
    isl_map_free(one);
    return is_single == isl_bool_true;
}

/* Which iterators of B are taken for dimensions of A. */
enum choice { NAMESAKE, SAME_PLACE, UNUSED, ANY, N_CHOICES };

static bool is_choice(enum choice choice, const struct pv_stmt *a, const struct pv_stmt *b, int pos, int i,
                      const bool *is_used)
{
    switch (choice) {
    case NAMESAKE:
        return a->iterators[pos] && b->iterators[i] && !strcmp(a->iterators[pos], b->iterators[i]);
    case SAME_PLACE:
        return i == pos && !is_used[i];
    case UNUSED:
        return !is_used[i];
    case ANY:
    case N_CHOICES:
        break;
    }
    return true;
}

/* "map" with dimension "pos" of A equal to an iterator of B: one of the same name if there is one, else one that serves
 * for no other dimension, else the first that leaves "map" total. Any choice will do that the later checks confirm. */
static __isl_give isl_map *determine(const struct matching *m, const struct pv_stmt *a, const struct pv_stmt *b,
                                     __isl_take isl_map *map, int pos, bool *is_used)
{
    for (enum choice choice = NAMESAKE; choice < N_CHOICES; choice++)
        for (int i = 0; i < b->n_iterators; i++) {
            if (!is_choice(choice, a, b, pos, i, is_used))
                continue;
            isl_map *equal = isl_map_equate(isl_map_copy(map), isl_dim_in, i, isl_dim_out, pos);
            if (is_total(m, b, equal)) {
                is_used[i] = true;
                isl_map_free(map);
                return equal;
            }
            isl_map_free(equal);
        }
    return map;
}

/* Where the accesses leave open which instance it is, take iterators for each other; "*is_guess" is set then. */
static __isl_give isl_map *make_single_valued(const struct matching *m, const struct pv_stmt *a,
                                              const struct pv_stmt *b, __isl_take isl_map *map, bool *is_guess)
{
    bool *is_used = pv_new_array(m->arena, bool, b->n_iterators + 1);
    *is_guess = false;
    for (int i = 0; i < a->n_iterators; i++)
        if (!is_determined(map, (unsigned)i)) {
            map = determine(m, a, b, map, i, is_used);
            *is_guess = true;
        }
    return map;
}

/* Statements. */

static bool has_code(const struct pv_stmt *stmt)
{
    return stmt->body && stmt->kind != PV_STMT_KILL && stmt->kind != PV_STMT_ASSUME;
}

/* Does some matched reference go to "array" of the second program? */
static bool is_matched_array(const struct matching *m, const struct pv_array *array)
{
    for (int i = 0; i < m->matches->n; i++)
        for (int j = 0; j < m->matches->v[i].match.refs.n; j++)
            if (m->matches->v[i].match.refs.v[j].b->array == array)
                return true;
    return false;
}

/* Does "stmt" change nothing but variables that the region declares and no other statement that matters uses? */
static bool is_idle(const struct matching *m, const struct pv_stmt *stmt)
{
    for (int i = 0; i < stmt->accesses.n; i++) {
        const struct pv_access *access = stmt->accesses.v[i];
        bool is_own = access->array->is_local && !is_matched_array(m, access->array);
        if ((access->is_write && !is_own) || access->array->kind == PV_ARRAY_OVERLAP)
            return false;
    }
    return !stmt->has_effects;
}

static void add_match(struct matching *m, const struct pv_stmt *a, const struct pv_stmt *b,
                      const struct pv_body_match *match, __isl_take isl_map *map, bool is_guess)
{
    struct pv_matched matched = {a, b, *match, map, is_guess};
    pv_push(m->arena, m->matches, matched);
}

/* Report the instance of "b" in { B[x] -> A[i] } "bad". */
static bool report_instance(struct matching *m, const struct pv_matched *matched, __isl_take isl_map *bad,
                            struct pv_loc loc, const char *what)
{
    struct pv_sample sample = pv_sample_instance(m->arena, m->a->scop, isl_map_range(bad));
    pv_error(m->diag, loc, "%s %s%s", sample.instance, what, sample.parameters);
    pv_note(m->diag, matched->a->range.begin, "this is %s", matched->a->name);
    return false;
}

/* All of "map" must be in "allowed", which is taken; else report. NULL passes: there is nothing to compare. */
static bool check_subset(struct matching *m, const struct pv_matched *matched, __isl_take isl_map *allowed,
                         struct pv_loc loc, const char *what)
{
    if (!allowed)
        return true;
    isl_map *bad = isl_map_subtract(isl_map_copy(matched->instances), allowed);
    isl_bool is_empty = isl_map_is_empty(bad);
    if (is_empty == isl_bool_false)
        return report_instance(m, matched, bad, loc, what);
    isl_map_free(bad);
    return is_empty == isl_bool_true;
}

/* Do the instances that the annotation names exist, and compute the same? */
static bool check_annotated(struct matching *m, const struct pv_matched *matched)
{
    isl_map *all = isl_map_from_domain_and_range(instances_of(m, matched->b), instances_of(m, matched->a));
    struct pv_loc loc = matched->b->range.begin;
    if (!check_subset(m, matched, all, loc, "is run, which the original does not do,"))
        return false;
    for (int i = 0; i < matched->match.refs.n; i++) {
        const struct pv_ref_pair *pair = &matched->match.refs.v[i];
        bool is_shared = pv_ref_pair_memory(pair) == PV_MEMORY_SHARED;
        struct pv_loc at = pair->b->expr ? pair->b->expr->range.begin : loc;
        if (is_shared && !check_subset(m, matched, same_element(pair), at, "accesses another element here"))
            return false;
    }
    for (int i = 0; i < matched->match.values.n; i++)
        if (!check_subset(m, matched, same_value(&matched->match.values.v[i]), loc, "computes with another integer"))
            return false;
    return true;
}

static bool match_annotated(struct matching *m, const struct pv_stmt *b, const struct pv_annotation *annotation)
{
    struct pv_loc loc = pv_diag_locate(m->diag, m->b->unit->file, annotation->comment);
    const struct pv_stmt *a = pv_scop_find_stmt(m->a->scop, annotation->name);
    if (!a || !has_code(a)) {
        pv_error(m->diag, loc, "the original has no statement '%s'", annotation->name);
        return false;
    }
    struct pv_body_match match;
    isl_map *map = NULL;
    bool is_same = pv_bodies_match(m->arena, a, b, &match);
    if (!is_same) {
        if (match.obstacle)
            pv_error(m->diag, match.difference, "cannot compare with %s: %s", a->name, match.obstacle);
        else
            pv_error(m->diag, match.difference, "this is not what %s computes", a->name);
        pv_note(m->diag, a->range.begin, "the original is here");
    } else {
        map = pv_annotation_read(m->b->scop, b, annotation, isl_set_get_space(a->domain));
        if (!map)
            pv_error(m->diag, loc, "the arguments of '%s(%s)' are not functions of the surrounding loops",
                     annotation->name, annotation->instance);
    }
    if (!map) {
        pv_body_match_free(&match);
        return false;
    }
    map = isl_map_intersect_domain(map, instances_of(m, b));
    add_match(m, a, b, &match, map, false);
    return check_annotated(m, &m->matches->v[m->matches->n - 1]);
}

/* Are instances in "map" taken by an earlier match? */
static bool is_taken(const struct matching *m, const struct pv_stmt *a, __isl_keep isl_map *map)
{
    for (int i = 0; i < m->matches->n; i++) {
        if (m->matches->v[i].a != a)
            continue;
        isl_set *twice = isl_set_intersect(isl_map_range(isl_map_copy(map)),
                                           isl_map_range(isl_map_copy(m->matches->v[i].instances)));
        isl_bool is_empty = isl_set_is_empty(twice);
        isl_set_free(twice);
        if (is_empty != isl_bool_true)
            return true;
    }
    return false;
}

static bool has_same_body(const struct matching *m, const struct pv_stmt *a, const struct pv_stmt *b)
{
    struct pv_body_match match;
    bool is_same = pv_bodies_match(m->arena, a, b, &match);
    pv_body_match_free(&match);
    return is_same;
}

/* Does each instance of "b" access what some instance of "a" does, which has the same body? */
static bool accesses_same(const struct matching *m, const struct pv_stmt *a, const struct pv_stmt *b)
{
    struct pv_body_match match;
    bool is_good = pv_bodies_match(m->arena, a, b, &match);
    isl_map *map = is_good ? by_accesses(m, a, b, &match) : NULL;
    is_good = is_good && is_total(m, b, map);
    isl_map_free(map);
    pv_body_match_free(&match);
    return is_good;
}

/* Try "a" as the counterpart of "b". */
static bool try_match(struct matching *m, const struct pv_stmt *a, const struct pv_stmt *b, bool may_be_taken)
{
    struct pv_body_match match;
    bool is_good = pv_bodies_match(m->arena, a, b, &match);
    isl_map *map = NULL;
    bool is_guess = false;
    if (is_good) {
        map = by_accesses(m, a, b, &match);
        is_good = is_total(m, b, map);
    }
    if (is_good) {
        map = make_single_valued(m, a, b, map, &is_guess);
        is_good = isl_map_is_single_valued(map) == isl_bool_true && (may_be_taken || !is_taken(m, a, map));
    }
    if (is_good) {
        add_match(m, a, b, &match, map, is_guess);
        return true;
    }
    isl_map_free(map);
    pv_body_match_free(&match);
    return false;
}

/* The statement of the original whose text became several statements, "b" one of them; NULL where there is none. */
static const char *name_of_split(const struct matching *m, const struct pv_stmt *b)
{
    const struct pv_unit *unit = m->b->unit;
    const struct pv_annotation *last = NULL;
    for (int i = 0; i < unit->annotations.n; i++)
        if (unit->annotations.v[i].at <= b->range.begin.offset)
            last = &unit->annotations.v[i];
    return last && unit->text[last->at] == '{' ? last->name : NULL;
}

/* The variable of the original whose initialiser in braces "b", which writes the variable's counterpart, may be a part of;
 * NULL where there is none. */
static const struct pv_var *find_braces(const struct matching *m, const struct pv_stmt *b)
{
    for (int i = 0; i < m->a->scop->stmts.n; i++) {
        const struct pv_tree *body = m->a->scop->stmts.v[i]->body;
        if (!body || body->kind != PV_TREE_DECL || !body->has_init_list)
            continue;
        for (int j = 0; j < b->accesses.n; j++) {
            const struct pv_access *access = b->accesses.v[j];
            bool is_write = access->is_write && access->array->is_local && access->array->var;
            if (is_write && !strcmp(access->array->var->name, body->var->name))
                return body->var;
        }
    }
    return NULL;
}

/* A variable that the region of the second program declares, that "b" reads, and that stands for none of the original;
 * NULL where there is none. */
static const struct pv_var *find_stranger(const struct matching *m, const struct pv_stmt *b)
{
    for (int i = 0; i < b->accesses.n; i++) {
        const struct pv_access *access = b->accesses.v[i];
        if (access->is_read && access->array->is_local && access->array->var && !is_matched_array(m, access->array))
            return access->array->var;
    }
    return NULL;
}

void pv_instances_report_open(struct pv_diag *diag, const struct pv_stmt *b)
{
    struct pv_loc loc = b->range.begin;
    pv_error(diag, loc, "cannot compare: the accesses of this statement do not identify instances of the original");
    pv_note(diag, loc, "name the instance in a comment before the statement, like /* pave: S_0(i, j) */");
}

/* Only what cannot be there is called wrong: a statement that computes with nothing but what the original has, and that
 * the original does not compute. */
static void report_unmatched(struct matching *m, const struct unmatched *unmatched)
{
    const struct pv_stmt *b = unmatched->stmt;
    struct pv_loc loc = b->range.begin;
    const char *split = name_of_split(m, b);
    const struct pv_var *braces = find_braces(m, b), *stranger = find_stranger(m, b);
    if (split) {
        pv_error(m->diag, loc, "cannot compare: %s became several statements here", split);
    } else if (braces) {
        pv_error(m->diag, loc, "cannot compare: the initialiser of '%s' became several statements here", braces->name);
        pv_note(m->diag, braces->decl, "it is here in the original");
    } else if (stranger) {
        pv_error(m->diag, loc, "cannot compare: '%s', which is read here, corresponds to nothing in the original",
                 stranger->name);
    } else if (!unmatched->n_same) {
        pv_error(m->diag, loc, "the original has no statement that computes this");
    } else {
        pv_instances_report_open(m->diag, b);
    }
}

/* Instances that were not taken yet are better than others: a second copy of a statement is not the first. */
static void match_by_body(struct matching *m, const struct pv_stmt *b)
{
    PV_VEC(const struct pv_stmt *) same = {0};
    for (int i = 0; i < m->a->scop->stmts.n; i++)
        if (has_code(m->a->scop->stmts.v[i]) && has_same_body(m, m->a->scop->stmts.v[i], b))
            pv_push(m->arena, &same, m->a->scop->stmts.v[i]);
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < same.n; i++)
            if (try_match(m, same.v[i], b, pass == 1)) {
                struct pv_matched *matched = &m->matches->v[m->matches->n - 1];
                int n_possible = 0;
                for (int k = 0; k < same.n && same.n > 1; k++)
                    n_possible += accesses_same(m, same.v[k], b);
                matched->is_guess = matched->is_guess || n_possible > 1;
                return;
            }
    struct unmatched unmatched = {b, same.n};
    pv_push(m->arena, &m->unmatched, unmatched);
}

/* Statements without a counterpart may be there only if they do not matter. */
static bool check_unmatched(struct matching *m)
{
    for (int i = 0; i < m->unmatched.n; i++)
        if (!is_idle(m, m->unmatched.v[i].stmt)) {
            report_unmatched(m, &m->unmatched.v[i]);
            return false;
        }
    return true;
}

bool pv_instances_match(struct pv_arena *arena, struct pv_diag *diag, const struct pv_side *a, const struct pv_side *b,
                        __isl_keep isl_set *context, pv_matches *matches)
{
    *matches = (pv_matches){0};
    struct matching m = {.arena = arena, .diag = diag, .a = a, .b = b, .context = context, .matches = matches};
    for (int i = 0; i < b->scop->stmts.n; i++) {
        const struct pv_stmt *stmt = b->scop->stmts.v[i];
        isl_set *instances = instances_of(&m, stmt);
        bool is_empty = isl_set_is_empty(instances) == isl_bool_true;
        isl_set_free(instances);
        if (!has_code(stmt) || is_empty)
            continue;
        const struct pv_annotation *annotation = pv_annotation_of(b->unit, stmt);
        if (annotation && !match_annotated(&m, stmt, annotation))
            return false;
        if (!annotation)
            match_by_body(&m, stmt);
    }
    return check_unmatched(&m);
}

void pv_matches_free(pv_matches *matches)
{
    for (int i = 0; i < matches->n; i++) {
        pv_body_match_free(&matches->v[i].match);
        isl_map_free(matches->v[i].instances);
    }
    matches->n = 0;
}
