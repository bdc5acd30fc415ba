/* Rewrites a model so that webs of references work on arrays of their own, with a copy for each iteration of some loops. */
#include "analysis/expand.h"

#include "base/islx.h"

#include <isl/map.h>
#include <isl/schedule_node.h>
#include <limits.h>
#include <string.h>

/* Sizes with more cases than this take too long an expression. */
static const int most_pieces = 4;

/* A web on its way to an array of its own. */
struct copying {
    struct pv_expansion *expansion;
    struct pv_arena *arena;
    struct pv_scop *scop;
    const struct pv_deps *deps;
    const struct pv_web *web;
    struct pv_array *copies;
    struct pv_stmt *last; /* the statement that copies last values; NULL: there is none */
    struct pv_stmt *old;  /* the one that copies what was there before the region; NULL: there is none */
};

/* Relations. */

/* { S[i] -> [i_0, i_1, ...] }: the iterators "loops" of the statement. */
static __isl_give isl_multi_aff *iterators_of(const struct pv_stmt *stmt, int n, const int *loops)
{
    isl_space *space = isl_set_get_space(stmt->domain);
    isl_local_space *ls = isl_local_space_from_space(isl_space_copy(space));
    isl_multi_aff *result = isl_multi_aff_zero(
        isl_space_add_dims(isl_space_from_domain(space), isl_dim_out, (unsigned)n));
    for (int i = 0; i < n; i++)
        result = isl_multi_aff_set_aff(
            result, i, isl_aff_var_on_domain(isl_local_space_copy(ls), isl_dim_set, (unsigned)loops[i]));
    isl_local_space_free(ls);
    return result;
}

/* "relation" { S[i] -> A[a] } as { S[i] -> copies[i_l, a] }, or with a plain range where "name" is NULL. */
static __isl_give isl_union_map *number_copies(__isl_take isl_union_map *relation, const struct pv_stmt *stmt, int n,
                                               const int *loops, const char *name)
{
    isl_union_map *result = isl_union_map_empty(isl_union_map_get_space(relation));
    isl_map_list *list = isl_union_map_get_map_list(relation);
    for (int i = 0; i < (int)isl_map_list_n_map(list); i++) {
        isl_map *map = isl_map_reset_tuple_id(isl_map_list_get_at(list, i), isl_dim_out);
        map = isl_map_flat_range_product(isl_map_from_multi_aff(iterators_of(stmt, n, loops)), map);
        if (name)
            map = pv_map_set_tuple_name(map, isl_dim_out, name);
        result = isl_union_map_add_map(result, map);
    }
    isl_map_list_free(list);
    isl_union_map_free(relation);
    return result;
}

static __isl_give isl_union_map *on_copies(struct copying *copying, const struct pv_stmt *stmt, isl_union_map *relation)
{
    const struct pv_web *web = copying->web;
    return number_copies(isl_union_map_copy(relation), stmt, web->loops.n, web->loops.v, copying->copies->name);
}

/* The new array. */

/* { copies[i_l, a] }: the elements that the web touches. */
static __isl_give isl_set *touched_elements(struct copying *copying)
{
    const struct pv_web *web = copying->web;
    isl_union_set *all = isl_union_set_empty_ctx(copying->scop->ctx);
    for (int i = 0; i < web->refs.n; i++) {
        const struct pv_web_ref *ref = &web->refs.v[i];
        isl_union_map *both = isl_union_map_union(pv_access_get(ref->access, PV_MAY_READ),
                                                  pv_access_get(ref->access, PV_MAY_WRITE));
        both = isl_union_map_intersect_domain(both, isl_union_set_from_set(isl_set_copy(ref->stmt->domain)));
        all = isl_union_set_union(all, isl_union_map_range(on_copies(copying, ref->stmt, both)));
        isl_union_map_free(both);
    }
    isl_set *elements = isl_set_intersect_params(isl_set_from_union_set(all), isl_set_copy(copying->scop->context));
    return pv_set_coalesce(elements);
}

/* { [] -> [value] } */
static __isl_give isl_pw_aff *constant_on(__isl_take isl_space *domain, long value)
{
    isl_val *val = isl_val_int_from_si(isl_space_get_ctx(domain), value);
    return isl_pw_aff_from_aff(isl_aff_val_on_domain(isl_local_space_from_space(domain), val));
}

static isl_stat take_aff(__isl_take isl_set *domain, __isl_take isl_aff *aff, void *user)
{
    isl_aff **only = user;
    isl_set_free(domain);
    isl_aff_free(*only);
    *only = aff;
    return isl_stat_ok;
}

/* "size", which has a value where there are elements, with a value of at least 1 everywhere. */
static __isl_give isl_pw_aff *complete(__isl_take isl_pw_aff *size)
{
    isl_pw_aff *one = constant_on(isl_pw_aff_get_domain_space(size), 1);
    if (isl_pw_aff_n_piece(size) == 1) {
        isl_aff *only = NULL;
        isl_pw_aff_foreach_piece(size, take_aff, &only);
        isl_pw_aff_free(size);
        return isl_pw_aff_max(isl_pw_aff_from_aff(only), one);
    }
    isl_set *elsewhere = isl_set_complement(isl_pw_aff_domain(isl_pw_aff_copy(size)));
    return isl_pw_aff_union_add(size, isl_pw_aff_intersect_domain(one, elsewhere));
}

/* The size that dimension "dim" needs for "elements"; NULL where there is no simple one. */
static __isl_give isl_pw_aff *size_for(const struct copying *copying, __isl_keep isl_set *elements, int dim)
{
    isl_set *negative = isl_set_upper_bound_si(isl_set_copy(elements), isl_dim_set, (unsigned)dim, -1);
    isl_bool starts_at_zero = isl_set_is_empty(negative);
    isl_set_free(negative);
    isl_bool ends = isl_set_dim_has_upper_bound(elements, isl_dim_set, (unsigned)dim);
    if (starts_at_zero != isl_bool_true || ends != isl_bool_true)
        return NULL;
    isl_pw_aff *size = pv_pw_aff_coalesce(isl_set_dim_max(isl_set_copy(elements), dim));
    size = isl_pw_aff_add_constant_val(size, isl_val_one(copying->scop->ctx));
    if (!size || (int)isl_pw_aff_n_piece(size) > most_pieces)
        return isl_pw_aff_free(size);
    size = isl_pw_aff_gist(complete(size), isl_set_copy(copying->scop->context));
    return isl_pw_aff_from_range(pv_pw_aff_coalesce(size));
}

/* { A[a] : 0 <= a_dim < size } */
static __isl_give isl_set *bound(__isl_take isl_set *extent, int dim, __isl_keep isl_pw_aff *size)
{
    isl_local_space *ls = isl_local_space_from_space(isl_set_get_space(extent));
    isl_pw_aff *index = isl_pw_aff_var_on_domain(ls, isl_dim_set, (unsigned)dim);
    isl_pw_aff *limit = isl_pw_aff_add_dims(isl_pw_aff_copy(size), isl_dim_in,
                                            (unsigned)isl_set_dim(extent, isl_dim_set));
    limit = isl_pw_aff_set_tuple_id(limit, isl_dim_in, isl_set_get_tuple_id(extent));
    extent = isl_set_lower_bound_si(extent, isl_dim_set, (unsigned)dim, 0);
    return isl_set_intersect(extent, isl_pw_aff_lt_set(index, limit));
}

/* A name for a tuple of isl that no array has. */
static const char *array_name(const struct copying *copying)
{
    const char *name = pv_printf(copying->arena, "%s_copies", copying->web->array->name);
    for (int i = 1; pv_scop_find_array(copying->scop, name); i++)
        name = pv_printf(copying->arena, "%s_copies_%d", copying->web->array->name, i);
    return name;
}

/* An array type of "n" dimensions whose lengths are known at run time. */
static const struct pv_ctype *array_type(struct pv_arena *arena, const struct pv_ctype *elem, int n)
{
    for (; n > 0; n--) {
        struct pv_ctype *type = pv_new(arena, struct pv_ctype);
        *type = (struct pv_ctype){.kind = PV_TYPE_ARRAY, .spelling = elem->spelling, .elem = elem, .length = -1};
        elem = type;
    }
    return elem;
}

/* The variable has the name of the web's array, and gets another in the generated code. */
static struct pv_var *make_var(const struct copying *copying, int n_dims)
{
    const struct pv_array *array = copying->web->array;
    struct pv_var *var = pv_new(copying->arena, struct pv_var);
    *var = (struct pv_var){
        .name = array->var->name,
        .id = copying->copies->name,
        .type = array_type(copying->arena, array->elem, n_dims),
        .storage = PV_STORAGE_LOCAL,
        .is_hidden = true,
        .decl = copying->scop->region->range.begin,
    };
    return var;
}

/* Add the array for the copies. False where it would have no simple size. */
static bool make_array(struct copying *copying)
{
    const struct pv_web *web = copying->web;
    struct pv_array *copies = copying->copies = pv_new(copying->arena, struct pv_array);
    copies->name = array_name(copying);
    copies->n_copies = web->loops.n;
    copies->n_dims = web->loops.n + web->array->n_dims;
    copies->elem = web->array->elem;
    copies->var = make_var(copying, copies->n_dims);
    copies->is_local = copies->is_dead_after = true;
    copies->sizes = pv_new_array(copying->arena, isl_pw_aff *, copies->n_dims + 1);
    pv_push(copying->arena, &copying->scop->arrays, copies);
    isl_set *elements = touched_elements(copying);
    copies->extent = isl_set_universe(isl_set_get_space(elements));
    bool ok = elements;
    for (int i = 0; i < copies->n_dims && ok; i++) {
        copies->sizes[i] = size_for(copying, elements, i);
        ok = copies->sizes[i];
        if (ok)
            copies->extent = bound(copies->extent, i, copies->sizes[i]);
    }
    isl_set_free(elements);
    return ok && copies->extent;
}

/* References. */

static struct pv_expr *zero(struct pv_arena *arena, struct pv_range range)
{
    struct pv_ctype *type = pv_new(arena, struct pv_ctype);
    *type = (struct pv_ctype){.kind = PV_TYPE_INT, .spelling = "int", .size = 4, .bits = 32, .is_signed = true};
    return pv_expr_new_int(arena, 0, type, range);
}

/* Subscripts that the relations of the access will take the place of. */
static struct pv_step *make_steps(struct pv_arena *arena, int n, struct pv_range range)
{
    struct pv_step *steps = pv_new_array(arena, struct pv_step, n + 1);
    for (int i = 0; i < n; i++)
        steps[i] = (struct pv_step){.kind = PV_STEP_INDEX, .index = zero(arena, range)};
    return steps;
}

static void rewrite_text(struct copying *copying, struct pv_expr *expr)
{
    if (expr->var == copying->copies->var) /* another access with the same text */
        return;
    struct pv_expanded_expr saved = {expr, *expr};
    pv_push(copying->arena, &copying->expansion->exprs, saved);
    int n = copying->web->loops.n;
    struct pv_step *steps = make_steps(copying->arena, n + expr->n_steps, expr->range);
    for (int i = 0; i < expr->n_steps; i++)
        steps[n + i] = expr->steps[i];
    expr->steps = steps;
    expr->n_steps += n;
    expr->var = copying->copies->var;
}

static bool rewrite_access(struct copying *copying, const struct pv_web_ref *ref)
{
    struct pv_access *access = ref->access;
    const struct pv_web *web = copying->web;
    struct pv_expanded_access saved = {access, *access};
    pv_push(copying->arena, &copying->expansion->accesses, saved);
    access->array = copying->copies;
    access->may_read = on_copies(copying, ref->stmt, saved.before.may_read);
    access->may_write = on_copies(copying, ref->stmt, saved.before.may_write);
    access->must_write = on_copies(copying, ref->stmt, saved.before.must_write);
    access->kill = isl_union_map_copy(saved.before.kill);
    isl_multi_pw_aff *numbers = isl_multi_pw_aff_from_multi_aff(iterators_of(ref->stmt, web->loops.n, web->loops.v));
    isl_multi_pw_aff *index = isl_multi_pw_aff_reset_tuple_id(isl_multi_pw_aff_copy(saved.before.index), isl_dim_out);
    access->index = pv_multi_pw_aff_set_tuple_name(isl_multi_pw_aff_flat_range_product(numbers, index), isl_dim_out,
                                                   copying->copies->name);
    rewrite_text(copying, access->expr);
    return access->may_read && access->may_write && access->must_write && access->kill && access->index;
}

/* Last values. */

/* The number of loops around the statement that copies last values. */
static int copy_depth(const struct pv_web *web)
{
    return web->loops.v[web->loops.n - 1] + 1;
}

/* { [i_0, ..., a] }: the iterations, and the elements of the web's array that they leave behind for the code after the region.
 * NULL where some element may be left by several, or none. */
static __isl_give isl_set *last_elements(const struct copying *copying)
{
    const struct pv_web *web = copying->web;
    int depth = copy_depth(web), *loops = pv_new_array(copying->arena, int, depth + 1);
    for (int i = 0; i < depth; i++)
        loops[i] = i;
    isl_set *all = NULL;
    bool is_certain = true;
    for (int i = 0; i < web->refs.n; i++) {
        const struct pv_web_ref *ref = &web->refs.v[i];
        isl_union_map *writes = isl_union_map_intersect(pv_access_get(ref->access, PV_MAY_WRITE),
                                                        isl_union_map_copy(copying->deps->live_out));
        is_certain = is_certain && isl_union_map_is_subset(writes, ref->access->must_write) == isl_bool_true;
        writes = number_copies(writes, ref->stmt, depth, loops, NULL);
        isl_bool is_empty = isl_union_map_is_empty(writes);
        isl_set *own = is_empty ? NULL : isl_set_from_union_set(isl_union_map_range(isl_union_map_copy(writes)));
        isl_union_map_free(writes);
        all = all && own ? isl_set_union(all, own) : own ? own : all;
    }
    if (!all || !is_certain)
        return isl_set_free(all);
    isl_map *of_element = isl_map_from_range(isl_set_copy(all)); /* { [] -> [i, a] } to { [a] -> [i] } */
    of_element = isl_map_move_dims(of_element, isl_dim_in, 0, isl_dim_out, (unsigned)depth,
                                   (unsigned)web->array->n_dims);
    isl_bool is_one = isl_map_is_single_valued(of_element);
    isl_map_free(of_element);
    return is_one == isl_bool_true ? pv_set_coalesce(all) : isl_set_free(all);
}

static struct pv_expr *make_reference(const struct copying *copying, const struct pv_array *array,
                                      struct pv_range range)
{
    struct pv_expr *expr = pv_expr_new(copying->arena, PV_EXPR_ACCESS, array->elem, range);
    expr->var = array->var;
    expr->n_steps = array->n_dims;
    expr->steps = make_steps(copying->arena, array->n_dims, range);
    return expr;
}

/* The statement and references of "stmt" to "array" at its iterators "dims". */
static void add_reference(const struct copying *copying, struct pv_stmt *stmt, struct pv_array *array, const int *dims,
                          bool is_write, struct pv_expr *expr)
{
    struct pv_access *access = pv_new(copying->arena, struct pv_access);
    isl_multi_aff *index = iterators_of(stmt, array->n_dims, dims);
    index = pv_multi_aff_set_tuple_name(index, isl_dim_out, array->name);
    isl_map *relation = isl_map_from_multi_aff(isl_multi_aff_copy(index));
    relation = isl_map_intersect_domain(relation, isl_set_copy(stmt->domain));
    isl_union_map *all = isl_union_map_from_map(relation), *none = isl_union_map_empty_ctx(copying->scop->ctx);
    *access = (struct pv_access){
        .tag = pv_printf(copying->arena, "%s_%s", stmt->name, is_write ? "to" : "from"),
        .array = array,
        .expr = expr,
        .is_read = !is_write,
        .is_write = is_write,
        .index = isl_multi_pw_aff_from_multi_aff(index),
        .may_read = isl_union_map_copy(is_write ? none : all),
        .may_write = isl_union_map_copy(is_write ? all : none),
        .must_write = is_write ? all : isl_union_map_copy(none),
        .kill = none,
    };
    if (!is_write)
        isl_union_map_free(all);
    pv_push(copying->arena, &stmt->accesses, access);
}

static const char *stmt_name(const struct copying *copying)
{
    int i = copying->scop->stmts.n;
    const char *name = pv_printf(copying->arena, "S_%d", i);
    while (pv_scop_find_stmt(copying->scop, name))
        name = pv_printf(copying->arena, "S_%d", ++i);
    return name;
}

/* A statement { L[i_0, ..., a] } for "domain", which is taken, inside "depth" loops: array[a] = copies[i_l, a], or the other way
 * round. NULL where isl failed. */
static struct pv_stmt *make_copy(struct copying *copying, __isl_take isl_set *domain, int depth, bool is_back)
{
    const struct pv_web *web = copying->web;
    struct pv_arena *arena = copying->arena;
    struct pv_stmt *first = web->refs.v[0].stmt, *stmt = pv_new(arena, struct pv_stmt);
    int n = depth + web->array->n_dims;
    int *dims = pv_new_array(arena, int, 2 * n + 1);
    *stmt = (struct pv_stmt){.kind = PV_STMT_EXPR, .name = stmt_name(copying), .range = first->range, .n_iterators = n};
    stmt->iterators = pv_new_array(arena, const char *, n + 1);
    stmt->domain = pv_set_set_tuple_name(domain, stmt->name);
    for (int i = 0; i < n; i++) {
        stmt->iterators[i] = i < depth ? first->iterators[i] : pv_printf(arena, "%s_%d", web->array->name, i - depth);
        stmt->domain = pv_set_set_dim_name(stmt->domain, isl_dim_set, (unsigned)i, stmt->iterators[i]);
    }
    for (int i = 0; i < web->loops.n; i++)
        dims[i] = web->loops.v[i];
    for (int i = 0; i < web->array->n_dims; i++)
        dims[web->loops.n + i] = depth + i;
    struct pv_expr *own = make_reference(copying, web->array, first->range);
    struct pv_expr *copy = make_reference(copying, copying->copies, first->range);
    stmt->body = pv_tree_new(arena, PV_TREE_EXPR, first->range);
    stmt->body->expr = pv_expr_new_op(arena, PV_OP_ASSIGN, web->array->elem, first->range, is_back ? own : copy,
                                      is_back ? copy : own);
    pv_push(arena, &copying->scop->stmts, stmt);
    if (is_back) {
        add_reference(copying, stmt, copying->copies, dims, false, copy);
        add_reference(copying, stmt, web->array, dims + web->loops.n, true, own);
    } else {
        add_reference(copying, stmt, web->array, dims + web->loops.n, false, own);
        add_reference(copying, stmt, copying->copies, dims, true, copy);
    }
    return stmt->domain ? stmt : NULL;
}

/* Values from before the region. */

/* Have the elements that the web reads copied before anything else. The new array has no others. */
static bool make_old(struct copying *copying)
{
    isl_set *elements = isl_set_reset_tuple_id(touched_elements(copying));
    copying->old = make_copy(copying, elements, 0, false);
    return copying->old;
}

/* The original order. */

/* The order of the program with the new statements. */
struct ordering {
    struct copying *all;
    int n;
};

/* { L[i] -> [i_dim] } */
static __isl_give isl_union_pw_aff *iterator_of(const struct pv_stmt *stmt, int dim)
{
    isl_local_space *ls = isl_local_space_from_space(isl_set_get_space(stmt->domain));
    isl_pw_aff *value = isl_pw_aff_var_on_domain(ls, isl_dim_set, (unsigned)dim);
    return isl_union_pw_aff_from_pw_aff(value);
}

/* The elements of an array from the first to the last, for "stmt", which copies them inside "depth" loops. */
static __isl_give isl_schedule *order_of_copy(const struct pv_stmt *stmt, int depth)
{
    isl_schedule *order = isl_schedule_from_domain(isl_union_set_from_set(isl_set_copy(stmt->domain)));
    for (int i = stmt->n_iterators - 1; i >= depth; i--) {
        isl_multi_union_pw_aff *loop = isl_multi_union_pw_aff_from_union_pw_aff(iterator_of(stmt, i));
        order = isl_schedule_insert_partial_schedule(order, loop);
    }
    return order;
}

/* Does "node" execute the first reference of the web? */
static bool is_below(const struct copying *copying, __isl_keep isl_schedule_node *node)
{
    isl_union_set *here = isl_schedule_node_get_domain(node);
    isl_set *own = isl_union_set_extract_set(here, isl_set_get_space(copying->web->refs.v[0].stmt->domain));
    bool is_found = isl_set_is_empty(own) == isl_bool_false;
    isl_set_free(own);
    isl_union_set_free(here);
    return is_found;
}

static __isl_give isl_schedule *reorder(const struct ordering *ordering, __isl_take isl_schedule_node *node, int depth);

/* The order of the loop of "node", inside "depth" others. */
static __isl_give isl_schedule *reorder_loop(const struct ordering *ordering, __isl_keep isl_schedule_node *node,
                                             int depth)
{
    int n = (int)isl_schedule_node_band_n_member(node);
    isl_multi_union_pw_aff *partial = isl_schedule_node_band_get_partial_schedule(node);
    isl_schedule *order = reorder(ordering, isl_schedule_node_get_child(node, 0), depth + n);
    for (int i = 0; i < ordering->n; i++) {
        const struct copying *copying = &ordering->all[i];
        if (!copying->last || copy_depth(copying->web) < depth + n || !is_below(copying, node))
            continue;
        for (int k = 0; k < n; k++) {
            isl_union_pw_aff *values = isl_multi_union_pw_aff_get_union_pw_aff(partial, k);
            values = isl_union_pw_aff_union_add(values, iterator_of(copying->last, depth + k));
            partial = isl_multi_union_pw_aff_set_union_pw_aff(partial, k, values);
        }
        if (copy_depth(copying->web) == depth + n)
            order = isl_schedule_sequence(order, order_of_copy(copying->last, depth + n));
    }
    return isl_schedule_insert_partial_schedule(order, partial);
}

static __isl_give isl_schedule *reorder_sequence(const struct ordering *ordering, __isl_keep isl_schedule_node *node,
                                                 int depth)
{
    isl_schedule *order = NULL;
    for (int i = 0; i < (int)isl_schedule_node_n_children(node); i++) {
        isl_schedule_node *filter = isl_schedule_node_get_child(node, i);
        isl_schedule *part = reorder(ordering, isl_schedule_node_get_child(filter, 0), depth);
        isl_schedule_node_free(filter);
        order = i ? isl_schedule_sequence(order, part) : part;
    }
    return order;
}

/* The order below "node", which is taken; NULL where it has other nodes than loops and sequences. */
static __isl_give isl_schedule *reorder(const struct ordering *ordering, __isl_take isl_schedule_node *node, int depth)
{
    isl_schedule *order = NULL;
    switch (isl_schedule_node_get_type(node)) {
    case isl_schedule_node_domain:
        order = reorder(ordering, isl_schedule_node_get_child(node, 0), depth);
        break;
    case isl_schedule_node_band:
        order = reorder_loop(ordering, node, depth);
        break;
    case isl_schedule_node_sequence:
        order = reorder_sequence(ordering, node, depth);
        break;
    case isl_schedule_node_leaf:
        order = isl_schedule_from_domain(isl_schedule_node_get_domain(node));
        break;
    default:
        break;
    }
    isl_schedule_node_free(node);
    return order;
}

/* The whole. */

/* Give "copying->web" an array of its own. */
static bool expand_web(struct copying *copying)
{
    const struct pv_web *web = copying->web;
    isl_set *lasting = web->is_lasting ? last_elements(copying) : NULL;
    if (web->is_lasting && !lasting)
        return false;
    if (!make_array(copying)) {
        isl_set_free(lasting);
        return false;
    }
    if (lasting && !(copying->last = make_copy(copying, lasting, copy_depth(web), true)))
        return false;
    if (web->is_old && !make_old(copying))
        return false;
    for (int i = 0; i < web->refs.n; i++)
        if (!rewrite_access(copying, &web->refs.v[i]))
            return false;
    return true;
}

static bool expand_webs(struct pv_webs *webs, struct pv_expansion *expansion)
{
    struct ordering ordering = {.all = pv_new_array(webs->arena, struct copying, webs->all.n + 1)};
    bool *is_freed = pv_new_array(webs->arena, bool, expansion->n_stmts + 1);
    expansion->is_freed = is_freed;
    expansion->depth = INT_MAX;
    for (int i = 0; i < webs->all.n; i++) {
        struct pv_web *web = webs->all.v[i];
        if (!web->refs.n || (!web->loops.n && !web->is_old))
            continue;
        struct copying *copying = &ordering.all[ordering.n++];
        for (int k = 0; k < expansion->n_stmts && web->loops.n; k++)
            is_freed[k] = is_freed[k] || web->below[k];
        if (web->loops.n && web->loops.v[0] < expansion->depth)
            expansion->depth = web->loops.v[0];
        *copying = (struct copying){expansion, webs->arena, webs->scop, webs->deps, web, NULL, NULL, NULL};
        if (!expand_web(copying))
            return false;
    }
    isl_schedule *order = reorder(&ordering, isl_schedule_get_root(webs->scop->schedule), 0);
    for (int i = 0; i < ordering.n; i++)
        if (order && ordering.all[i].old)
            order = isl_schedule_sequence(order_of_copy(ordering.all[i].old, 0), order);
    if (order) {
        expansion->schedule = webs->scop->schedule;
        webs->scop->schedule = order;
    }
    return order && ordering.n;
}

struct pv_expansion *pv_expand(struct pv_webs *webs)
{
    struct pv_expansion *expansion = pv_new(webs->arena, struct pv_expansion);
    expansion->scop = webs->scop;
    expansion->n_stmts = webs->scop->stmts.n;
    expansion->n_arrays = webs->scop->arrays.n;
    if (expand_webs(webs, expansion))
        return expansion;
    pv_expand_undo(expansion);
    return NULL;
}

void pv_expand_undo(struct pv_expansion *expansion)
{
    struct pv_scop *scop = expansion->scop;
    for (int i = 0; i < expansion->accesses.n; i++) {
        pv_access_free(expansion->accesses.v[i].access);
        *expansion->accesses.v[i].access = expansion->accesses.v[i].before;
    }
    for (int i = 0; i < expansion->exprs.n; i++)
        *expansion->exprs.v[i].expr = expansion->exprs.v[i].before;
    while (scop->stmts.n > expansion->n_stmts)
        pv_stmt_free(scop->stmts.v[--scop->stmts.n]);
    while (scop->arrays.n > expansion->n_arrays)
        pv_array_free(scop->arrays.v[--scop->arrays.n]);
    if (expansion->schedule) {
        isl_schedule_free(scop->schedule);
        scop->schedule = expansion->schedule;
    }
}

void pv_expand_swap(struct pv_expansion *expansion)
{
    struct pv_scop *scop = expansion->scop;
    for (int i = 0; i < expansion->accesses.n; i++) {
        struct pv_expanded_access *saved = &expansion->accesses.v[i];
        struct pv_access other = *saved->access;
        *saved->access = saved->before;
        saved->before = other;
    }
    for (int i = 0; i < expansion->exprs.n; i++) {
        struct pv_expanded_expr *saved = &expansion->exprs.v[i];
        struct pv_expr other = *saved->expr;
        *saved->expr = saved->before;
        saved->before = other;
    }
    isl_schedule *order = scop->schedule;
    scop->schedule = expansion->schedule;
    expansion->schedule = order;
}
