/* Rewrites a model so that scalars whose value goes to an element of an array are that element. */
#include "analysis/inplace.h"

#include "base/islx.h"

#include <isl/map.h>

/* A web on its way to the element that its value is stored to. */
struct placing {
    struct pv_inplace *inplace;
    struct pv_arena *arena;
    const struct pv_web *web;
    struct pv_stmt *store;         /* A[f(i)] = ... */
    const struct pv_access *place; /* A[f(i)] in it */
};

/* Which webs. */

/* Have "a" and "b" the same values? */
static bool are_same_type(const struct pv_ctype *a, const struct pv_ctype *b)
{
    static const int64_t widest = 8; /* wider ones of one size may have several formats */
    return a->kind == b->kind && a->size == b->size && a->bits == b->bits && a->is_signed == b->is_signed &&
           a->size <= widest;
}

/* Does "stmt" have an access that keeps those of "array" in order, because pointers may overlap? */
static bool may_overlap(const struct pv_scop *scop, const struct pv_array *array)
{
    for (int i = 0; i < scop->stmts.n; i++)
        for (int j = 0; j < scop->stmts.v[i]->accesses.n; j++)
            if (scop->stmts.v[i]->accesses.v[j]->overlap_of == array)
                return true;
    return false;
}

static bool has_subst(const struct pv_stmt *stmt, const struct pv_expr *expr)
{
    for (int i = 0; i < stmt->substs.n; i++)
        if (stmt->substs.v[i].expr == expr)
            return true;
    return false;
}

/* Is "expr" of the same value in another statement, once its known values are those there? "user" is the statement. */
static bool is_portable(struct pv_expr *expr, void *user)
{
    return expr->kind == PV_EXPR_INT || expr->kind == PV_EXPR_CAST ||
           (expr->kind == PV_EXPR_OP && !pv_op_is_assignment(expr->op) && !pv_op_is_step(expr->op)) ||
           (expr->kind == PV_EXPR_ACCESS && !expr->n_steps && has_subst(user, expr));
}

/* Can other statements name the element that "access" of "stmt" writes? */
static bool is_place(const struct pv_scop *scop, struct pv_stmt *stmt, const struct pv_access *access)
{
    const struct pv_array *array = access->array;
    const struct pv_expr *expr = access->expr;
    if (!access->is_write || access->is_read || !access->index || array->kind != PV_ARRAY_DATA || !array->var ||
        !array->n_dims || !pv_ctype_is_arithmetic(array->elem) || array->elem->is_volatile || array->elem->is_const ||
        expr->var != array->var || (int)isl_multi_pw_aff_dim(access->index, isl_dim_out) != array->n_dims)
        return false;
    for (int i = 0; i < expr->n_steps; i++)
        if (expr->steps[i].kind != PV_STEP_INDEX || !pv_expr_visit(expr->steps[i].index, is_portable, stmt))
            return false;
    isl_union_map *may = pv_access_get(access, PV_MAY_WRITE);
    isl_bool is_certain = isl_union_map_is_subset(may, access->must_write);
    isl_union_map_free(may);
    return is_certain == isl_bool_true && !may_overlap(scop, array);
}

/* Does "stmt" read what it writes through "place"? */
static bool reads_place(const struct pv_stmt *stmt, const struct pv_access *place)
{
    isl_bool is_apart = isl_bool_true;
    for (int i = 0; i < stmt->accesses.n && is_apart == isl_bool_true; i++) {
        if (stmt->accesses.v[i]->array != place->array || !stmt->accesses.v[i]->is_read)
            continue;
        isl_union_map *read = pv_access_get(stmt->accesses.v[i], PV_MAY_READ);
        is_apart = isl_union_map_is_disjoint(read, place->may_write);
        isl_union_map_free(read);
    }
    return is_apart != isl_bool_true;
}

/* The access that "stmt" stores its value to, if it is no more than A[f(i)] = ...; else NULL. */
static const struct pv_access *place_of(const struct pv_scop *scop, struct pv_stmt *stmt)
{
    if (stmt->kind != PV_STMT_EXPR || !stmt->body || stmt->body->kind != PV_TREE_EXPR || stmt->has_effects)
        return NULL;
    const struct pv_expr *expr = stmt->body->expr;
    if (!expr || expr->kind != PV_EXPR_OP || expr->op != PV_OP_ASSIGN || expr->args[0]->kind != PV_EXPR_ACCESS)
        return NULL;
    for (int i = 0; i < stmt->accesses.n; i++)
        if (stmt->accesses.v[i]->expr == expr->args[0])
            return is_place(scop, stmt, stmt->accesses.v[i]) && !reads_place(stmt, stmt->accesses.v[i])
                       ? stmt->accesses.v[i]
                       : NULL;
    return NULL;
}

static int number_of(const struct pv_scop *scop, const struct pv_stmt *stmt)
{
    int i = 0;
    while (scop->stmts.v[i] != stmt)
        i++;
    return i;
}

/* Find the last statement of the text that stores a value of the web. */
static bool find_store(struct placing *placing, const struct pv_scop *scop)
{
    int last = -1;
    for (int i = 0; i < placing->web->refs.n; i++) {
        const struct pv_web_ref *ref = &placing->web->refs.v[i];
        const struct pv_access *place = ref->access->is_read && !ref->access->is_write ? place_of(scop, ref->stmt)
                                                                                       : NULL;
        int number = place ? number_of(scop, ref->stmt) : -1;
        if (number > last && are_same_type(placing->web->array->elem, place->array->elem)) {
            last = number;
            placing->store = ref->stmt;
            placing->place = place;
        }
    }
    return last >= 0;
}

/* { S[i, r] -> T[i] }: the first iterators, as many as the store has. */
static __isl_give isl_multi_aff *to_store(const struct placing *placing, const struct pv_stmt *stmt)
{
    isl_space *space = isl_space_map_from_domain_and_range(isl_set_get_space(stmt->domain),
                                                           isl_set_get_space(placing->store->domain));
    isl_local_space *ls = isl_local_space_from_space(isl_set_get_space(stmt->domain));
    isl_multi_aff *result = isl_multi_aff_zero(space);
    for (int i = 0; i < placing->store->n_iterators; i++)
        result = isl_multi_aff_set_aff(result, i,
                                       isl_aff_var_on_domain(isl_local_space_copy(ls), isl_dim_set, (unsigned)i));
    isl_local_space_free(ls);
    return result;
}

/* Is there a store for each instance of "stmt"? */
static bool is_stored(const struct placing *placing, const struct pv_stmt *stmt)
{
    if (stmt->n_iterators < placing->store->n_iterators)
        return false;
    isl_set *domain = isl_set_copy(stmt->domain), *stores = isl_set_copy(placing->store->domain);
    isl_set *needed = isl_set_apply(domain, isl_map_from_multi_aff(to_store(placing, stmt)));
    isl_bool is_subset = isl_set_is_subset(needed, stores);
    isl_set_free(needed);
    isl_set_free(stores);
    return is_subset == isl_bool_true;
}

/* Does all text of "stmt" that names the scalar belong to the web? */
struct text_search {
    const struct placing *placing;
    bool is_elsewhere;
};

static bool look_at_expr(struct pv_expr *expr, void *user)
{
    struct text_search *search = user;
    const struct pv_web *web = search->placing->web;
    if (expr->kind != PV_EXPR_ACCESS || expr->var != web->array->var)
        return true;
    bool is_here = false;
    for (int i = 0; i < web->refs.n; i++)
        is_here = is_here || web->refs.v[i].access->expr == expr;
    search->is_elsewhere = search->is_elsewhere || !is_here;
    return true;
}

static void look_at_root(struct pv_expr **expr, void *user)
{
    pv_expr_visit(*expr, look_at_expr, user);
}

static bool look_at_tree(struct pv_tree *tree, void *user)
{
    struct text_search *search = user;
    if (tree->kind == PV_TREE_DECL && tree->var == search->placing->web->array->var)
        search->is_elsewhere = true;
    pv_tree_visit_exprs(tree, look_at_root, user);
    return !search->is_elsewhere;
}

/* Does "stmt" write the scalar in a long loop inside those around the store? */
static bool is_in_loop(const struct placing *placing, const struct pv_web_ref *ref)
{
    bool is_inside = false;
    for (int d = placing->store->n_iterators; d < ref->stmt->n_iterators && ref->access->is_write; d++)
        is_inside = is_inside || pv_stmt_is_long(ref->stmt, d);
    return is_inside;
}

/* Can the references of the web name the element, and is the value computed in a loop inside those around the store? Else the
 * scalar keeps nothing from moving. */
static bool fits(const struct placing *placing)
{
    bool has_loop = false;
    for (int i = 0; i < placing->web->refs.n; i++) {
        const struct pv_web_ref *ref = &placing->web->refs.v[i];
        struct text_search search = {.placing = placing};
        if (ref->stmt->kind == PV_STMT_KILL || !ref->stmt->body || ref->stmt->has_effects ||
            !is_stored(placing, ref->stmt))
            return false;
        pv_tree_visit(ref->stmt->body, look_at_tree, &search);
        if (search.is_elsewhere)
            return false;
        has_loop = has_loop || is_in_loop(placing, ref);
    }
    return has_loop;
}

static bool may_place(struct placing *placing, const struct pv_scop *scop)
{
    const struct pv_web *web = placing->web;
    return web->refs.n > 1 && pv_array_is_plain_scalar(web->array) && web->is_text && web->is_initialised &&
           !web->is_lasting && find_store(placing, scop) && fits(placing);
}

/* References. */

struct nodes {
    struct pv_arena *arena;
    PV_VEC(struct pv_expr *) list;
};

static bool list_node(struct pv_expr *expr, void *user)
{
    struct nodes *nodes = user;
    pv_push(nodes->arena, &nodes->list, expr);
    return true;
}

/* Give "stmt" the known values of the subscripts "from" of the store, for the copy "to". */
static bool carry_values(const struct placing *placing, struct pv_stmt *stmt, struct pv_expr *from, struct pv_expr *to)
{
    struct nodes old = {.arena = placing->arena}, new = {.arena = placing->arena};
    const struct pv_stmt *store = placing->store;
    int n = store->substs.n;
    bool ok = true;
    pv_expr_visit(from, list_node, &old);
    pv_expr_visit(to, list_node, &new);
    for (int i = 0; i < old.list.n && ok; i++)
        for (int k = 0; k < n && ok; k++) {
            if (store->substs.v[k].expr != old.list.v[i])
                continue;
            isl_pw_aff *value = isl_pw_aff_copy(store->substs.v[k].value);
            value = isl_pw_aff_pullback_multi_aff(value, to_store(placing, stmt));
            struct pv_subst subst = {new.list.v[i], value};
            pv_push(placing->arena, &stmt->substs, subst);
            ok = value;
        }
    return ok;
}

static bool is_saved(const struct pv_inplace *inplace, const struct pv_stmt *stmt)
{
    for (int i = 0; i < inplace->stmts.n; i++)
        if (inplace->stmts.v[i].stmt == stmt)
            return true;
    return false;
}

static void save_stmt(const struct placing *placing, struct pv_stmt *stmt)
{
    struct pv_inplace_stmt saved = {stmt, stmt->substs.n};
    if (!is_saved(placing->inplace, stmt))
        pv_push(placing->arena, &placing->inplace->stmts, saved);
}

/* Let the text "expr" of "stmt" name the element. */
static bool rewrite_text(const struct placing *placing, struct pv_stmt *stmt, struct pv_expr *expr)
{
    if (expr->var == placing->place->array->var) /* another access with the same text */
        return true;
    struct pv_inplace_expr saved = {expr, *expr};
    pv_push(placing->arena, &placing->inplace->exprs, saved);
    save_stmt(placing, stmt);
    struct pv_expr *copy = pv_expr_copy(placing->arena, placing->place->expr);
    expr->var = copy->var;
    expr->n_steps = copy->n_steps;
    expr->steps = copy->steps;
    bool ok = true;
    for (int i = 0; i < copy->n_steps && ok; i++)
        ok = carry_values(placing, stmt, placing->place->expr->steps[i].index, copy->steps[i].index);
    return ok;
}

/* "relation" { S[i] -> s[] } as { S[i] -> A[f(i)] }; "place" is { S[i] -> A[f(i)] } everywhere. */
static __isl_give isl_union_map *moved(__isl_keep isl_union_map *relation, __isl_keep isl_union_map *place)
{
    return isl_union_map_intersect_domain(isl_union_map_copy(place),
                                          isl_union_map_domain(isl_union_map_copy(relation)));
}

/* { S[i] -> A[f(i)] } */
static __isl_give isl_union_map *place_for(const struct placing *placing, const struct pv_stmt *stmt)
{
    isl_union_map *written = pv_access_get(placing->place, PV_MUST_WRITE);
    isl_map *there = isl_map_from_multi_aff(to_store(placing, stmt));
    there = isl_map_intersect_domain(there, isl_set_copy(stmt->domain));
    return isl_union_map_apply_range(isl_union_map_from_map(there), written);
}

static bool rewrite_access(const struct placing *placing, const struct pv_web_ref *ref)
{
    struct pv_access *access = ref->access;
    struct pv_inplace_access saved = {access, *access};
    pv_push(placing->arena, &placing->inplace->accesses, saved);
    isl_union_map *place = place_for(placing, ref->stmt);
    access->array = placing->place->array;
    access->bounds = (pv_products){0};
    access->may_read = moved(saved.before.may_read, place);
    access->may_write = moved(saved.before.may_write, place);
    access->must_write = moved(saved.before.must_write, place);
    access->kill = isl_union_map_copy(saved.before.kill);
    access->index = isl_multi_pw_aff_pullback_multi_aff(isl_multi_pw_aff_copy(placing->place->index),
                                                        to_store(placing, ref->stmt));
    isl_union_map_free(place);
    return rewrite_text(placing, ref->stmt, access->expr) && access->may_read && access->may_write &&
           access->must_write && access->kill && access->index;
}

/* Copies of an element to itself. */

/* Does "stmt" have two accesses only, a read and a write of one element by the assignment that it is? */
static bool finds_copy(struct pv_stmt *stmt, struct pv_inplace_copy *copy)
{
    const struct pv_expr *expr = stmt->kind == PV_STMT_EXPR && stmt->body->kind == PV_TREE_EXPR ? stmt->body->expr
                                                                                                : NULL;
    if (!expr || expr->kind != PV_EXPR_OP || expr->op != PV_OP_ASSIGN || stmt->accesses.n != 2 || stmt->has_effects)
        return false;
    *copy = (struct pv_inplace_copy){.stmt = stmt};
    for (int i = 0; i < 2; i++) {
        const struct pv_access *access = stmt->accesses.v[i];
        copy->to = access->expr == expr->args[0] ? access : copy->to;
        copy->from = access->expr == expr->args[1] ? access : copy->from;
    }
    return copy->to && copy->from && copy->to->array == copy->from->array &&
           are_same_type(copy->to->expr->type, copy->from->expr->type);
}

/* Remove the instances of "stmt" if it copies an element to itself. */
static bool drop_copy(const struct placing *placing, struct pv_stmt *stmt)
{
    struct pv_inplace_copy copy;
    if (!finds_copy(stmt, &copy))
        return true;
    isl_union_map *from = pv_access_get(copy.from, PV_MAY_READ), *to = pv_access_get(copy.to, PV_MUST_WRITE);
    isl_union_set *domain = isl_union_set_from_set(isl_set_copy(stmt->domain));
    from = isl_union_map_intersect_domain(from, isl_union_set_copy(domain));
    to = isl_union_map_intersect_domain(to, domain);
    isl_bool is_same = isl_union_map_is_equal(from, to);
    isl_union_map_free(from);
    isl_union_map_free(to);
    if (is_same == isl_bool_true) {
        copy.before = stmt->domain;
        stmt->domain = isl_set_empty(isl_set_get_space(copy.before));
        pv_push(placing->arena, &placing->inplace->copies, copy);
    }
    return is_same >= 0 && stmt->domain;
}

/* The whole. */

static bool place_web(struct placing *placing)
{
    const struct pv_web *web = placing->web;
    struct pv_inplace_value value = {web->array, placing->place->array};
    pv_push(placing->arena, &placing->inplace->values, value);
    for (int i = 0; i < web->refs.n; i++)
        if (!rewrite_access(placing, &web->refs.v[i]))
            return false;
    return true;
}

static bool drop_copies(struct placing *placing)
{
    const struct pv_scop *scop = placing->inplace->scop;
    bool ok = true;
    for (int i = 0; i < scop->stmts.n && ok; i++)
        ok = !is_saved(placing->inplace, scop->stmts.v[i]) || drop_copy(placing, scop->stmts.v[i]);
    return ok;
}

struct pv_inplace *pv_inplace(struct pv_webs *webs)
{
    struct pv_inplace *inplace = pv_new(webs->arena, struct pv_inplace);
    struct placing placing = {.inplace = inplace, .arena = webs->arena};
    bool ok = true;
    inplace->scop = webs->scop;
    inplace->arena = webs->arena;
    for (int i = 0; i < webs->all.n && ok; i++) {
        placing = (struct placing){.inplace = inplace, .arena = webs->arena, .web = webs->all.v[i]};
        ok = !may_place(&placing, webs->scop) || place_web(&placing);
    }
    ok = ok && drop_copies(&placing);
    if (ok && inplace->values.n)
        return inplace;
    pv_inplace_undo(inplace);
    return NULL;
}

static void swap_access(struct pv_inplace_access *saved)
{
    struct pv_access other = *saved->access;
    *saved->access = saved->before;
    saved->before = other;
}

static void swap_expr(struct pv_inplace_expr *saved)
{
    struct pv_expr other = *saved->expr;
    *saved->expr = saved->before;
    saved->before = other;
}

void pv_inplace_swap(struct pv_inplace *inplace)
{
    for (int i = 0; i < inplace->accesses.n; i++)
        swap_access(&inplace->accesses.v[i]);
    for (int i = 0; i < inplace->exprs.n; i++)
        swap_expr(&inplace->exprs.v[i]);
    for (int i = 0; i < inplace->stmts.n; i++) {
        struct pv_inplace_stmt *saved = &inplace->stmts.v[i];
        int other = saved->stmt->substs.n;
        saved->stmt->substs.n = saved->n_substs;
        saved->n_substs = other;
    }
    for (int i = 0; i < inplace->copies.n; i++) {
        struct pv_inplace_copy *copy = &inplace->copies.v[i];
        isl_set *other = copy->stmt->domain;
        copy->stmt->domain = copy->before;
        copy->before = other;
    }
}

void pv_inplace_undo(struct pv_inplace *inplace)
{
    pv_inplace_swap(inplace);
    for (int i = 0; i < inplace->accesses.n; i++)
        pv_access_free(&inplace->accesses.v[i].before);
    for (int i = 0; i < inplace->stmts.n; i++) {
        const struct pv_inplace_stmt *saved = &inplace->stmts.v[i];
        for (int k = saved->stmt->substs.n; k < saved->n_substs; k++)
            isl_pw_aff_free(saved->stmt->substs.v[k].value);
    }
    for (int i = 0; i < inplace->copies.n; i++)
        isl_set_free(inplace->copies.v[i].before);
}
