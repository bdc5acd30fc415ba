/* Finds webs of references, and the loops that only the reuse of arrays keeps from being parallel. */
#include "analysis/webs.h"

#include "base/islx.h"

#include <isl/ilp.h>
#include <isl/map.h>
#include <isl/schedule_node.h>
#include <string.h>

/* A dependence between two references. */
struct edge {
    struct pv_web *from, *to;
    const struct pv_stmt *source, *sink;
    isl_map *pairs; /* { S[i] -> T[j] } */
    bool is_flow;
};

struct search {
    struct pv_webs *webs;
    PV_VEC(struct edge) edges;
    bool ok;
    bool is_flow; /* of the relation that is being read */
};

/* Webs. */

static struct pv_web *web_of(const struct pv_webs *webs, const struct pv_access *access)
{
    for (int i = 0; i < webs->all.n; i++)
        for (int j = 0; j < webs->all.v[i]->refs.n; j++)
            if (webs->all.v[i]->refs.v[j].access == access)
                return webs->all.v[i];
    return NULL;
}

static void add_web(struct pv_webs *webs, struct pv_stmt *stmt, struct pv_access *access)
{
    struct pv_web *web = pv_new(webs->arena, struct pv_web);
    struct pv_web_ref ref = {stmt, access};
    web->array = access->array;
    pv_push(webs->arena, &web->refs, ref);
    pv_push(webs->arena, &webs->all, web);
}

/* Put the references of "b" into "a". */
static void merge(struct pv_webs *webs, struct pv_web *a, struct pv_web *b)
{
    if (a == b)
        return;
    for (int i = 0; i < b->refs.n; i++)
        pv_push(webs->arena, &a->refs, b->refs.v[i]);
    b->refs.n = 0;
}

/* References with one text belong together. */
static void add_references(struct pv_webs *webs)
{
    const struct pv_scop *scop = webs->scop;
    for (int i = 0; i < scop->stmts.n; i++) {
        struct pv_stmt *stmt = scop->stmts.v[i];
        for (int j = 0; j < stmt->accesses.n && stmt->kind != PV_STMT_KILL; j++) {
            struct pv_access *access = stmt->accesses.v[j];
            add_web(webs, stmt, access);
            for (int k = 0; k < j; k++)
                if (access->expr && stmt->accesses.v[k]->expr == access->expr &&
                    stmt->accesses.v[k]->array == access->array)
                    merge(webs, web_of(webs, stmt->accesses.v[k]), web_of(webs, access));
        }
    }
}

/* Merge the webs of the ends of "map" { [S[i] -> R[]] -> [T[j] -> Q[]] }. */
static isl_stat merge_ends(__isl_take isl_map *map, void *user)
{
    struct search *search = user;
    struct pv_webs *webs = search->webs;
    const struct pv_stmt *stmt;
    const struct pv_access *a = pv_scop_find_access(webs->scop, isl_space_domain(isl_map_get_space(map)), &stmt);
    const struct pv_access *b = pv_scop_find_access(webs->scop, isl_space_range(isl_map_get_space(map)), &stmt);
    isl_map_free(map);
    struct pv_web *from = a ? web_of(webs, a) : NULL, *to = b ? web_of(webs, b) : NULL;
    if (from && to && a->array == b->array)
        merge(webs, from, to);
    return isl_stat_ok;
}

static bool is_written_out(const struct pv_access *access)
{
    const struct pv_array *array = access->array;
    return access->expr && access->index && access->expr->kind == PV_EXPR_ACCESS && access->expr->var == array->var &&
           access->expr->n_steps == array->n_dims &&
           (int)isl_multi_pw_aff_dim(access->index, isl_dim_out) == array->n_dims;
}

/* Does a relation { S[i] -> A[a] } of "access" have a pair of "others"? */
static isl_bool has_part(__isl_take isl_union_map *relation, const struct pv_stmt *stmt,
                         __isl_keep isl_union_map *others)
{
    relation = isl_union_map_intersect_domain(relation, isl_union_set_from_set(isl_set_copy(stmt->domain)));
    isl_bool is_apart = isl_union_map_is_disjoint(relation, others);
    isl_union_map_free(relation);
    return isl_bool_not(is_apart);
}

static bool describe(struct pv_webs *webs, struct pv_web *web)
{
    web->is_text = web->is_initialised = true;
    for (int i = 0; i < web->refs.n; i++) {
        const struct pv_web_ref *ref = &web->refs.v[i];
        web->is_text = web->is_text && is_written_out(ref->access);
        isl_bool is_first = has_part(pv_access_get(ref->access, PV_MAY_READ), ref->stmt, webs->deps->live_in);
        isl_bool is_last = has_part(pv_access_get(ref->access, PV_MAY_WRITE), ref->stmt, webs->deps->live_out);
        if (is_first < 0 || is_last < 0)
            return false;
        web->is_initialised = web->is_initialised && !is_first;
        web->is_lasting = web->is_lasting || is_last;
    }
    return true;
}

/* Do all references of the text to the array of "web" belong to the model? */
struct text_search {
    const struct pv_scop *scop;
    const struct pv_stmt *stmt;
    const struct pv_var *var;
    bool is_missing;
};

static bool look_at_expr(struct pv_expr *expr, void *user)
{
    struct text_search *search = user;
    if (expr->kind != PV_EXPR_ACCESS || expr->var != search->var)
        return true;
    bool is_found = false;
    for (int i = 0; i < search->stmt->accesses.n; i++)
        is_found = is_found || search->stmt->accesses.v[i]->expr == expr;
    search->is_missing = search->is_missing || !is_found;
    return true;
}

static void look_at_root(struct pv_expr **expr, void *user)
{
    pv_expr_visit(*expr, look_at_expr, user);
}

static bool look_at_tree(struct pv_tree *tree, void *user)
{
    struct text_search *search = user;
    if (tree->kind == PV_TREE_DECL && tree->var == search->var)
        search->is_missing = true;
    pv_tree_visit_exprs(tree, look_at_root, user);
    return !search->is_missing;
}

static bool is_modelled(const struct pv_scop *scop, const struct pv_array *array)
{
    struct text_search search = {.scop = scop, .var = array->var};
    for (int i = 0; i < scop->stmts.n && !search.is_missing; i++) {
        search.stmt = scop->stmts.v[i];
        if (search.stmt->body)
            pv_tree_visit(search.stmt->body, look_at_tree, &search);
        for (int j = 0; j < search.stmt->accesses.n; j++)
            search.is_missing = search.is_missing || search.stmt->accesses.v[j]->overlap_of == array;
    }
    return !search.is_missing;
}

/* Edges. */

static isl_stat add_edge(__isl_take isl_map *map, void *user)
{
    struct search *search = user;
    struct pv_webs *webs = search->webs;
    struct edge edge = {.is_flow = search->is_flow};
    const struct pv_access *a = pv_scop_find_access(webs->scop, isl_space_domain(isl_map_get_space(map)), &edge.source);
    const struct pv_access *b = pv_scop_find_access(webs->scop, isl_space_range(isl_map_get_space(map)), &edge.sink);
    edge.from = a ? web_of(webs, a) : NULL;
    edge.to = b ? web_of(webs, b) : NULL;
    edge.pairs = isl_map_factor_domain(map);
    if (edge.pairs && edge.from && edge.to)
        pv_push(webs->arena, &search->edges, edge);
    else /* a kill, which nothing executes */
        isl_map_free(edge.pairs);
    return edge.pairs ? isl_stat_ok : isl_stat_error;
}

/* Is iterator "dim" the same at both ends of all pairs? */
static isl_bool keeps_iterator(const struct edge *edge, int dim)
{
    if (edge->source->n_iterators <= dim || edge->sink->n_iterators <= dim)
        return isl_bool_false;
    isl_map *same = isl_map_universe(isl_map_get_space(edge->pairs));
    same = isl_map_equate(same, isl_dim_in, dim, isl_dim_out, dim);
    isl_bool keeps = isl_map_is_subset(edge->pairs, same);
    isl_map_free(same);
    return keeps;
}

/* Are there pairs in two iterations of the loop at "depth", but in the same ones of the loops around it? */
static isl_bool is_carried(const struct edge *edge, int depth)
{
    isl_map *pairs = isl_map_copy(edge->pairs);
    for (int i = 0; i < depth; i++)
        pairs = isl_map_equate(pairs, isl_dim_in, i, isl_dim_out, i);
    isl_map *same = isl_map_equate(isl_map_universe(isl_map_get_space(pairs)), isl_dim_in, depth, isl_dim_out, depth);
    isl_bool stays = isl_map_is_subset(pairs, same);
    isl_map_free(same);
    isl_map_free(pairs);
    return isl_bool_not(stays);
}

/* Loops. */

/* Has the mapping copies of "array" for each thread without further ado? */
static bool is_copied_anyway(const struct pv_webs *webs, const struct pv_web *web)
{
    const struct pv_array *array = web->array;
    if (array->kind != PV_ARRAY_DATA || !array->var)
        return false;
    if (!array->n_dims)
        return true;
    const struct pv_ctype *type = array->var->type;
    return web->is_initialised && (webs->keeps_last || !web->is_lasting) && !array->n_linear && !array->is_indirect &&
           type->kind == PV_TYPE_ARRAY && !array->var->is_decayed && type->size > 0 && type->size <= webs->small;
}

/* Can the text of "web" name an array of its own? */
static bool is_separable(const struct pv_webs *webs, const struct pv_web *web)
{
    const struct pv_array *array = web->array;
    return web->is_text && array->kind == PV_ARRAY_DATA && array->var && array->n_dims && !array->n_linear &&
           !array->is_indirect && pv_ctype_is_arithmetic(array->elem) && !array->elem->is_const &&
           !array->elem->is_volatile && is_modelled(webs->scop, array);
}

/* May "web" have an array of its own? */
static bool is_movable(const struct pv_webs *webs, const struct pv_web *web)
{
    return web->is_initialised && is_separable(webs, web);
}

static bool writes(const struct pv_web *web)
{
    for (int i = 0; i < web->refs.n; i++)
        if (web->refs.v[i].access->is_write)
            return true;
    return false;
}

/* May "web" have a copy of what its array held before the region, because other webs overwrite it? Without a write in the web,
 * all of it reads that. */
static bool is_old(const struct pv_webs *webs, const struct pv_web *web)
{
    bool is_overwritten = false;
    for (int i = 0; i < webs->all.n; i++)
        is_overwritten = is_overwritten || (webs->all.v[i]->array == web->array && writes(webs->all.v[i]));
    return webs->keeps_old && is_overwritten && !web->is_initialised && !writes(web) && is_separable(webs, web);
}

/* May "web" have a copy of its array for each iteration of the loop at "depth" around the statements in "below", by
 * number? */
static isl_bool can_copy(struct search *search, const struct pv_web *web, int depth, const bool *below)
{
    const struct pv_webs *webs = search->webs;
    if (!is_movable(webs, web))
        return isl_bool_false;
    for (int i = 0; i < webs->scop->stmts.n; i++)
        for (int j = 0; j < web->refs.n; j++)
            if (web->refs.v[j].stmt == webs->scop->stmts.v[i] && !below[i])
                return isl_bool_false;
    isl_bool can = isl_bool_true;
    for (int i = 0; i < search->edges.n && can == isl_bool_true; i++)
        if (search->edges.v[i].is_flow && search->edges.v[i].from == web)
            can = keeps_iterator(&search->edges.v[i], depth);
    return can;
}

/* The loop at "depth" around the statements in "below". */
struct place {
    int depth;
    const bool *below;
    PV_VEC(struct pv_web *) copied; /* the webs that need copies for it to be parallel, */
    PV_VEC(struct pv_web *) old;    /* and those that need what was there before the region */
};

static bool is_below(const struct search *search, const struct place *place, const struct pv_stmt *stmt)
{
    for (int i = 0; i < search->webs->scop->stmts.n; i++)
        if (search->webs->scop->stmts.v[i] == stmt)
            return place->below[i];
    return false;
}

/* Does "web" write, and have a statement at "place"? */
static bool writes_at(const struct search *search, const struct place *place, const struct pv_web *web)
{
    bool is_here = false;
    for (int i = 0; i < web->refs.n; i++)
        is_here = is_here || is_below(search, place, web->refs.v[i].stmt);
    return is_here && writes(web);
}

static isl_bool add_copied(struct search *search, struct place *place, struct pv_web *web)
{
    for (int i = 0; i < place->copied.n; i++)
        if (place->copied.v[i] == web)
            return isl_bool_true;
    isl_bool can = can_copy(search, web, place->depth, place->below);
    if (can == isl_bool_true)
        pv_push(search->webs->arena, &place->copied, web);
    return can;
}

/* Resolve the false dependence "edge" by a copy of what was there before the region, or by copies for iterations. False dependences lead to the next write only: between webs that are the only
 * ones to keep their array there may be more. So all webs that write it get copies. */
static isl_bool resolve(struct search *search, struct place *place, const struct edge *edge)
{
    struct pv_webs *webs = search->webs;
    if (is_copied_anyway(webs, edge->from) && is_copied_anyway(webs, edge->to))
        return isl_bool_true;
    if (is_old(webs, edge->from)) {
        pv_push(webs->arena, &place->old, edge->from);
        return isl_bool_true;
    }
    isl_bool can = isl_bool_true;
    for (int i = 0; i < webs->all.n && can == isl_bool_true; i++)
        if (webs->all.v[i]->array == edge->from->array && writes_at(search, place, webs->all.v[i]))
            can = add_copied(search, place, webs->all.v[i]);
    return can;
}

/* Can copies make the loop at "place" parallel, or is it already? The webs that need copies are in "place". */
static isl_bool can_free(struct search *search, struct place *place)
{
    isl_bool is_free = isl_bool_true;
    for (int flow = 1; flow >= 0; flow--)
        for (int i = 0; i < search->edges.n && is_free == isl_bool_true; i++) {
            const struct edge *edge = &search->edges.v[i];
            if (edge->is_flow != (flow == 1) || !is_below(search, place, edge->source) ||
                !is_below(search, place, edge->sink))
                continue;
            isl_bool carried = is_carried(edge, place->depth);
            if (carried < 0)
                return carried;
            if (carried)
                is_free = edge->is_flow ? isl_bool_false : resolve(search, place, edge);
        }
    return is_free;
}

/* Is the loop of the band "node" over iterator "depth" of all statements below it? "below" gets these. */
static bool is_plain_loop(const struct search *search, __isl_keep isl_schedule_node *node, int depth, bool *below)
{
    const struct pv_scop *scop = search->webs->scop;
    if (isl_schedule_node_band_n_member(node) != 1)
        return false;
    isl_multi_union_pw_aff *partial = isl_schedule_node_band_get_partial_schedule(node);
    isl_union_pw_aff *value = isl_multi_union_pw_aff_get_union_pw_aff(partial, 0);
    isl_union_set *here = isl_schedule_node_get_domain(node);
    bool is_plain = true;
    for (int i = 0; i < scop->stmts.n; i++) {
        isl_space *space = isl_set_get_space(scop->stmts.v[i]->domain);
        isl_set *own = isl_union_set_extract_set(here, isl_space_copy(space));
        below[i] = isl_set_is_empty(own) == isl_bool_false;
        isl_set_free(own);
        isl_space *image = isl_space_add_dims(isl_space_from_domain(isl_space_copy(space)), isl_dim_out, 1);
        isl_pw_aff *actual = isl_union_pw_aff_extract_pw_aff(value, image);
        isl_local_space *ls = isl_local_space_from_space(space);
        if (below[i] && (int)isl_local_space_dim(ls, isl_dim_set) > depth) {
            isl_pw_aff *expected = isl_pw_aff_var_on_domain(isl_local_space_copy(ls), isl_dim_set, (unsigned)depth);
            isl_set *domain = isl_set_copy(scop->stmts.v[i]->domain);
            actual = isl_pw_aff_intersect_domain(actual, isl_set_copy(domain));
            expected = isl_pw_aff_intersect_domain(expected, domain);
            is_plain = is_plain && isl_pw_aff_is_equal(actual, expected) == isl_bool_true;
            isl_pw_aff_free(expected);
        } else if (below[i]) {
            is_plain = false;
        }
        isl_local_space_free(ls);
        isl_pw_aff_free(actual);
    }
    isl_union_set_free(here);
    isl_union_pw_aff_free(value);
    isl_multi_union_pw_aff_free(partial);
    return is_plain;
}

static void look_below(struct search *search, __isl_keep isl_schedule_node *node, int depth);

/* Look at the loop of the band "node", inside "depth" others. */
static void look_at_loop(struct search *search, __isl_keep isl_schedule_node *node, int depth)
{
    struct pv_webs *webs = search->webs;
    bool *below = pv_new_array(webs->arena, bool, webs->scop->stmts.n + 1);
    struct place place = {.depth = depth, .below = below};
    if (!is_plain_loop(search, node, depth, below))
        return;
    isl_bool is_free = can_free(search, &place);
    search->ok = search->ok && is_free >= 0;
    for (int i = 0; i < place.copied.n && is_free == isl_bool_true; i++) {
        pv_push(webs->arena, &place.copied.v[i]->loops, depth);
        place.copied.v[i]->below = below;
    }
    for (int i = 0; i < place.old.n && is_free == isl_bool_true; i++)
        place.old.v[i]->is_old = true;
    if (is_free != isl_bool_true || webs->every_loop)
        look_below(search, node, depth + 1);
}

static void look_below(struct search *search, __isl_keep isl_schedule_node *node, int depth)
{
    int n = (int)isl_schedule_node_n_children(node);
    for (int i = 0; i < n && search->ok; i++) {
        isl_schedule_node *child = isl_schedule_node_get_child(node, i);
        if (isl_schedule_node_get_type(child) == isl_schedule_node_band)
            look_at_loop(search, child, depth);
        else
            look_below(search, child, depth);
        isl_schedule_node_free(child);
    }
}

/* Could any web have copies that the mapping does not make? The rest of the search takes time. */
static bool has_movable(const struct pv_webs *webs)
{
    for (int i = 0; i < webs->all.n; i++) {
        const struct pv_web *web = webs->all.v[i];
        if (is_old(webs, web) || (web->refs.n > 1 && !is_copied_anyway(webs, web) && is_movable(webs, web)))
            return true;
    }
    return false;
}

static bool find_loops(struct search *search)
{
    const struct pv_deps *deps = search->webs->deps;
    search->is_flow = true;
    bool ok = isl_union_map_foreach_map(deps->tagged_flow, add_edge, search) >= 0;
    search->is_flow = false;
    ok = ok && isl_union_map_foreach_map(deps->tagged_false, add_edge, search) >= 0;
    isl_schedule_node *root = isl_schedule_get_root(search->webs->scop->schedule);
    search->ok = ok && root;
    if (search->ok)
        look_below(search, root, 0);
    isl_schedule_node_free(root);
    for (int i = 0; i < search->edges.n; i++)
        isl_map_free(search->edges.v[i].pairs);
    return search->ok;
}

bool pv_webs_gather(struct pv_webs *webs)
{
    struct search search = {.webs = webs};
    add_references(webs);
    if (isl_union_map_foreach_map(webs->deps->tagged_flow, merge_ends, &search) < 0)
        return false;
    for (int i = 0; i < webs->all.n; i++)
        if (!describe(webs, webs->all.v[i]))
            return false;
    return true;
}

bool pv_webs_find(struct pv_webs *webs)
{
    struct search search = {.webs = webs};
    return pv_webs_gather(webs) && (!has_movable(webs) || find_loops(&search));
}

bool pv_array_is_plain_scalar(const struct pv_array *array)
{
    return array->kind == PV_ARRAY_DATA && array->var && !array->n_dims && pv_ctype_is_arithmetic(array->elem) &&
           !array->elem->is_volatile && !array->elem->is_const && !array->var->address_taken &&
           !array->var->address_passed && !array->var->is_thread_local;
}

/* A loop with fewer iterations is not worth another order: the compiler unrolls it, with the scalar in a register. */
static const long fewest_iterations = 16;

bool pv_stmt_is_long(const struct pv_stmt *stmt, int dim)
{
    isl_map *values = isl_map_from_domain(isl_set_copy(stmt->domain)); /* { [i_0, ..., i_dim-1] -> [i_dim] } */
    values = isl_map_project_out(values, isl_dim_in, (unsigned)dim + 1, (unsigned)(stmt->n_iterators - dim - 1));
    values = isl_map_move_dims(values, isl_dim_out, 0, isl_dim_in, (unsigned)dim, 1);
    isl_set *spread = isl_map_deltas(isl_map_apply_range(isl_map_reverse(isl_map_copy(values)), values));
    isl_val *most = isl_set_dim_max_val(spread, 0);
    bool is_short = isl_val_is_int(most) == isl_bool_true && isl_val_cmp_si(most, fewest_iterations) < 0;
    isl_val_free(most);
    return !is_short;
}

bool pv_webs_are_all_modelled(const struct pv_webs *webs, const struct pv_array *array)
{
    return is_modelled(webs->scop, array);
}
