/* Finds hyperplanes that separate the instances that dependences begin at from those where they end. */
#include "schedule/cuts.h"

#include "base/islx.h"

#include <isl/constraint.h>
#include <isl/ilp.h>
#include <isl/schedule_node.h>
#include <stdlib.h>
#include <string.h>

/* A loop with more cuts than this has dependences of too many kinds. */
enum { MOST_CUTS = 4 };
/* Parts of a loop with so few iterations gain nothing. */
static const long few_iterations = 16;

/* A loop of the program. */
struct cut_loop {
    int depth;
    bool *below;                   /* by statement number */
    isl_aff *uppers[MOST_CUTS];    /* as in struct pv_cut; ... */
    const bool *belows[MOST_CUTS]; /* ... of loops at, or in, this one */
    bool is_beside_planes;         /* see struct pv_split */
    int n;
};

/* Pairs of two statements. */
struct cut_pairs {
    isl_map *map;
    int from, to; /* numbers of statements */
};

struct cut_search {
    struct pv_split *split;
    const struct pv_scop *scop;
    PV_VEC(struct cut_pairs) pairs;
    PV_VEC(struct cut_loop) loops; /* outer before inner */
    struct cut_loop *loop;         /* that is being looked at */
    /* Pairs of iterations of this loop that no cut separates yet. */
    isl_map *local;
    int from, to;
    bool is_failed;
};

static int number_of(const struct pv_scop *scop, __isl_take isl_space *space, enum isl_dim_type type)
{
    const char *name = isl_space_has_tuple_name(space, type) == isl_bool_true ? isl_space_get_tuple_name(space, type)
                                                                              : NULL;
    int number = -1;
    for (int i = 0; name && i < scop->stmts.n && number < 0; i++)
        if (!strcmp(scop->stmts.v[i]->name, name))
            number = i;
    isl_space_free(space);
    return number;
}

static isl_stat add_pairs(__isl_take isl_map *map, void *user)
{
    struct cut_search *search = user;
    int from = number_of(search->scop, isl_map_get_space(map), isl_dim_in);
    int to = number_of(search->scop, isl_map_get_space(map), isl_dim_out);
    struct cut_pairs pairs = {map, from, to};
    if (from >= 0 && to >= 0)
        pv_push(search->split->arena, &search->pairs, pairs);
    else
        isl_map_free(map);
    return isl_stat_ok;
}

/* Loops of the program. */

/* Add the loops at and below "node", which "depth" others are around. */
static void add_loops(struct cut_search *search, __isl_take isl_schedule_node *node, int depth)
{
    if (isl_schedule_node_get_type(node) == isl_schedule_node_band) {
        struct cut_loop loop = {.depth = depth, .is_beside_planes = true};
        loop.below = pv_new_array(search->split->arena, bool, search->scop->stmts.n + 1);
        isl_union_set *here = isl_schedule_node_get_domain(node);
        for (int i = 0; i < search->scop->stmts.n; i++) {
            isl_set *own = isl_union_set_extract_set(here, isl_set_get_space(search->scop->stmts.v[i]->domain));
            loop.below[i] = isl_set_plain_is_empty(own) == isl_bool_false;
            isl_set_free(own);
        }
        isl_union_set_free(here);
        pv_push(search->split->arena, &search->loops, loop);
        depth += (int)isl_schedule_node_band_n_member(node);
    }
    for (int i = 0; i < (int)isl_schedule_node_n_children(node); i++)
        add_loops(search, isl_schedule_node_get_child(node, i), depth);
    isl_schedule_node_free(node);
}

/* The loop at "depth" around statement "from" where "to" is in it as well, else NULL. */
static const struct cut_loop *common_loop(const struct cut_search *search, int depth, int from, int to)
{
    for (int i = 0; i < search->loops.n; i++) {
        const struct cut_loop *loop = &search->loops.v[i];
        if (loop->depth == depth && loop->below[from] && loop->below[to])
            return loop;
    }
    return NULL;
}

/* Cuts as sets. */

/* "upper" for instances { S[i] } of a statement with "n" iterators. */
static __isl_give isl_aff *on_instances(__isl_keep isl_aff *upper, __isl_keep isl_set *domain)
{
    int depth = (int)isl_aff_dim(upper, isl_dim_in), n = (int)isl_set_dim(domain, isl_dim_set);
    isl_aff *aff = isl_aff_add_dims(isl_aff_copy(upper), isl_dim_in, (unsigned)(n - depth));
    return isl_aff_set_tuple_id(aff, isl_dim_in, isl_set_get_tuple_id(domain));
}

static __isl_give isl_set *side_of(__isl_keep isl_aff *upper, __isl_keep isl_set *domain, bool is_upper)
{
    isl_aff *aff = on_instances(upper, domain);
    if (!is_upper)
        aff = isl_aff_add_constant_si(isl_aff_neg(aff), -1);
    return isl_pw_aff_nonneg_set(isl_pw_aff_from_aff(aff));
}

__isl_give isl_set *pv_cut_get_side(const struct pv_split *split, const struct pv_cut *cut, int i, bool is_upper)
{
    return side_of(cut->upper, split->scop->stmts.v[i]->domain, is_upper);
}

/* Are both ends of some of the pairs "local" on one side of "upper"? */
static isl_bool stays_inside(const struct cut_search *search, __isl_keep isl_aff *upper)
{
    isl_bool stays = isl_bool_false;
    for (int side = 0; side < 2 && stays == isl_bool_false; side++) {
        isl_map *inside = isl_map_copy(search->local);
        inside = isl_map_intersect_domain(inside, side_of(upper, search->scop->stmts.v[search->from]->domain, side));
        inside = isl_map_intersect_range(inside, side_of(upper, search->scop->stmts.v[search->to]->domain, side));
        stays = isl_bool_not(isl_map_is_empty(inside));
        isl_map_free(inside);
    }
    return stays;
}

/* Candidates. */

/* "aff" { [x_0, ..., x_n] -> [h] } without the iterators behind the last one that it depends on, negated where the coefficient of
 * that one is negative, for integers; NULL where it depends on none. */
static __isl_give isl_aff *normalize(__isl_take isl_aff *aff)
{
    int last = (int)isl_aff_dim(aff, isl_dim_in) - 1;
    while (last >= 0 && isl_aff_involves_dims(aff, isl_dim_in, (unsigned)last, 1) == isl_bool_false)
        last--;
    if (last < 0)
        return isl_aff_free(aff);
    aff = isl_aff_drop_dims(aff, isl_dim_in, (unsigned)last + 1,
                            (unsigned)((int)isl_aff_dim(aff, isl_dim_in) - last - 1));
    isl_val *coefficient = isl_aff_get_coefficient_val(aff, isl_dim_in, last);
    if (isl_val_is_neg(coefficient) == isl_bool_true)
        aff = isl_aff_add_constant_si(isl_aff_neg(aff), -1);
    isl_val_free(coefficient);
    return aff;
}

/* Do all "instances" of statement number "i" lie right at the cut "upper", on one side of it? */
static bool is_on_plane(const struct cut_search *search, __isl_take isl_set *instances, int i,
                        __isl_keep isl_aff *upper)
{
    isl_set *domain = search->scop->stmts.v[i]->domain;
    bool is_on = false;
    for (int side = 0; side < 2 && !is_on; side++) {
        isl_aff *first = isl_aff_add_constant_si(isl_aff_copy(upper), side ? -1 : 1);
        isl_set *near = isl_set_subtract(side_of(side ? upper : first, domain, true),
                                         side_of(side ? first : upper, domain, true));
        is_on = isl_set_is_subset(instances, near) == isl_bool_true;
        isl_set_free(near);
        isl_aff_free(first);
    }
    isl_set_free(instances);
    return is_on;
}

/* Take "aff", a bound of one end of the local pairs, as a cut of the loop if it separates their ends. True if it does. */
static bool try_cut(struct cut_search *search, __isl_take isl_aff *aff)
{
    struct cut_loop *loop = search->loop;
    aff = normalize(aff);
    int depth = aff ? (int)isl_aff_dim(aff, isl_dim_in) - 1 : -1;
    const struct cut_loop *at = depth >= loop->depth ? common_loop(search, depth, search->from, search->to) : NULL;
    isl_bool stays = at && loop->n < MOST_CUTS ? stays_inside(search, aff) : isl_bool_true;
    search->is_failed = search->is_failed || stays < 0;
    if (stays != isl_bool_false) {
        isl_aff_free(aff);
        return false;
    }
    bool is_beside = is_on_plane(search, isl_map_domain(isl_map_copy(search->local)), search->from, aff) ||
                     is_on_plane(search, isl_map_range(isl_map_copy(search->local)), search->to, aff);
    loop->is_beside_planes = loop->is_beside_planes && is_beside;
    loop->belows[loop->n] = at->below;
    loop->uppers[loop->n++] = aff;
    return true;
}

struct candidates {
    struct cut_search *search;
    bool is_found;
};

/* The two sides of an equality are two cuts. */
static isl_stat try_constraint(__isl_take isl_constraint *constraint, void *user)
{
    struct candidates *candidates = user;
    isl_aff *aff = isl_constraint_get_aff(constraint);
    bool is_equality = isl_constraint_is_equality(constraint) == isl_bool_true;
    isl_constraint_free(constraint);
    if (candidates->is_found || isl_aff_dim(aff, isl_dim_div) > 0) {
        isl_aff_free(aff);
        return isl_stat_ok;
    }
    if (is_equality)
        candidates->is_found = try_cut(candidates->search, isl_aff_neg(isl_aff_copy(aff)));
    if (candidates->is_found)
        isl_aff_free(aff);
    else
        candidates->is_found = try_cut(candidates->search, aff);
    return candidates->search->is_failed ? isl_stat_error : isl_stat_ok;
}

/* The number of loops that statements "from" and "to" have in common. */
static int n_common(const struct cut_search *search)
{
    int n = 0;
    while (common_loop(search, n, search->from, search->to))
        n++;
    return n;
}

/* Look for a cut among the bounds of "ends" { S[i] }, of statement "i", that the other instances of the statement do not have. */
static bool try_ends(struct cut_search *search, __isl_take isl_set *ends, int i)
{
    struct candidates candidates = {.search = search};
    isl_set *domain = isl_set_copy(search->scop->stmts.v[i]->domain);
    int n = n_common(search), n_all = (int)isl_set_dim(domain, isl_dim_set);
    ends = isl_set_project_out(isl_set_reset_tuple_id(ends), isl_dim_set, (unsigned)n, (unsigned)(n_all - n));
    domain = isl_set_project_out(isl_set_reset_tuple_id(domain), isl_dim_set, (unsigned)n, (unsigned)(n_all - n));
    ends = isl_set_gist(ends, domain);
    isl_basic_set_list *list = isl_set_get_basic_set_list(ends);
    for (int k = 0; k < (int)isl_basic_set_list_n_basic_set(list) && !candidates.is_found; k++) {
        isl_basic_set *piece = isl_basic_set_list_get_at(list, k);
        isl_basic_set_foreach_constraint(piece, try_constraint, &candidates);
        isl_basic_set_free(piece);
    }
    search->is_failed = search->is_failed || !list;
    isl_basic_set_list_free(list);
    isl_set_free(ends);
    return candidates.is_found;
}

/* Dependences. */

/* Find a cut for the pairs "local", all of one basic relation, unless one of the loop's cuts separates them already. */
static bool separate(struct cut_search *search)
{
    isl_bool stays = isl_map_is_empty(search->local) == isl_bool_true ? isl_bool_false : isl_bool_true;
    for (int i = 0; i < search->loop->n && stays == isl_bool_true; i++)
        stays = search->loop->belows[i][search->from] && search->loop->belows[i][search->to]
                    ? stays_inside(search, search->loop->uppers[i])
                    : isl_bool_true;
    search->is_failed = search->is_failed || stays < 0;
    return stays == isl_bool_false || try_ends(search, isl_map_domain(isl_map_copy(search->local)), search->from) ||
           try_ends(search, isl_map_range(isl_map_copy(search->local)), search->to);
}

/* Separate the ends of those of "pairs" that lie in one iteration of the loops around and in different ones of the loop. */
static bool separate_pairs(struct cut_search *search, const struct cut_pairs *pairs)
{
    unsigned depth = (unsigned)search->loop->depth;
    isl_map *same = isl_map_copy(pairs->map);
    for (unsigned i = 0; i < depth; i++)
        same = isl_map_equate(same, isl_dim_in, (int)i, isl_dim_out, (int)i);
    isl_basic_map_list *list = isl_map_get_basic_map_list(same);
    bool is_separate = list;
    for (int i = 0; i < 2 * (int)isl_basic_map_list_n_basic_map(list) && is_separate && !search->is_failed; i++) {
        isl_map *local = isl_map_from_basic_map(isl_basic_map_list_get_at(list, i / 2));
        local = i % 2 ? isl_map_order_gt(local, isl_dim_in, (int)depth, isl_dim_out, (int)depth)
                      : isl_map_order_lt(local, isl_dim_in, (int)depth, isl_dim_out, (int)depth);
        search->local = local;
        search->from = pairs->from;
        search->to = pairs->to;
        is_separate = separate(search);
        isl_map_free(local);
    }
    isl_basic_map_list_free(list);
    isl_map_free(same);
    return is_separate;
}

static void drop_cuts(struct cut_loop *loop)
{
    while (loop->n)
        isl_aff_free(loop->uppers[--loop->n]);
}

/* Do some of "pairs" lead from one side of "upper" to the other one, to the upper side or to the lower one? */
static isl_bool crosses(const struct cut_search *search, const struct cut_pairs *pairs, __isl_keep isl_aff *upper,
                        bool to_upper)
{
    isl_map *map = isl_map_copy(pairs->map);
    for (int i = 0; i < search->loop->depth; i++)
        map = isl_map_equate(map, isl_dim_in, i, isl_dim_out, i);
    map = isl_map_intersect_domain(map, side_of(upper, search->scop->stmts.v[pairs->from]->domain, !to_upper));
    map = isl_map_intersect_range(map, side_of(upper, search->scop->stmts.v[pairs->to]->domain, to_upper));
    isl_bool is_crossing = isl_bool_not(isl_map_is_empty(map));
    isl_map_free(map);
    return is_crossing;
}

/* The parts of a loop inside the loop run one after the other in all its iterations, or in none: do the pairs in one iteration of the
 * loops around lead through each such cut in one direction only? */
static bool has_one_direction(struct cut_search *search)
{
    const struct cut_loop *loop = search->loop;
    for (int k = 0; k < loop->n; k++) {
        bool crosses_to[2] = {false, false};
        for (int i = 0; i < search->pairs.n && (int)isl_aff_dim(loop->uppers[k], isl_dim_in) > loop->depth + 1; i++) {
            const struct cut_pairs *pairs = &search->pairs.v[i];
            for (int side = 0; side < 2 && loop->belows[k][pairs->from] && loop->belows[k][pairs->to]; side++) {
                isl_bool is_crossing = crosses(search, pairs, loop->uppers[k], side);
                search->is_failed = search->is_failed || is_crossing < 0;
                crosses_to[side] = crosses_to[side] || is_crossing == isl_bool_true;
            }
        }
        if (crosses_to[0] && crosses_to[1])
            return false;
    }
    return true;
}

/* Has "loop" few iterations, whatever the parameters are? */
static bool is_short(const struct cut_search *search, const struct cut_loop *loop)
{
    bool is_short = true;
    for (int i = 0; i < search->scop->stmts.n && is_short; i++) {
        if (!loop->below[i])
            continue;
        isl_set *domain = isl_set_project_out_all_params(isl_set_copy(search->scop->stmts.v[i]->domain));
        isl_val *length = isl_set_dim_max_val(isl_set_copy(domain), loop->depth);
        length = isl_val_sub(length, isl_set_dim_min_val(domain, loop->depth));
        is_short = isl_val_is_int(length) == isl_bool_true && isl_val_cmp_si(length, few_iterations) < 0;
        isl_val_free(length);
    }
    return is_short;
}

/* Find cuts after which no dependence makes "loop" sequential. */
static void cut_loop(struct cut_search *search, struct cut_loop *loop)
{
    bool is_separate = true;
    search->loop = loop;
    for (int i = 0; i < search->pairs.n && is_separate; i++) {
        const struct cut_pairs *pairs = &search->pairs.v[i];
        if (loop->below[pairs->from] && loop->below[pairs->to])
            is_separate = separate_pairs(search, pairs);
    }
    if (!is_separate || (loop->n && (is_short(search, loop) || !has_one_direction(search))))
        drop_cuts(loop);
}

/* Parts. */

/* Add the part "set" of statement number "i" to "parts", divided by those cuts from number "from" on that go through it; no more
 * than one part too many. */
static __isl_give isl_set_list *add_parts(const struct pv_split *split, int i, __isl_take isl_set *set, int from,
                                          __isl_take isl_set_list *parts)
{
    while (from < split->cuts.n && !split->cuts.v[from].below[i])
        from++;
    isl_bool is_empty = isl_set_is_empty(set);
    bool is_over = is_empty != isl_bool_false || isl_set_list_n_set(parts) > split->most_parts;
    if (is_over || from == split->cuts.n) {
        parts = is_over ? parts : isl_set_list_add(parts, isl_set_copy(set));
        isl_set_free(set);
        return is_empty < 0 ? isl_set_list_free(parts) : parts;
    }
    for (int side = 0; side < 2; side++) {
        isl_set *part = pv_cut_get_side(split, &split->cuts.v[from], i, side);
        parts = add_parts(split, i, isl_set_intersect(part, isl_set_copy(set)), from + 1, parts);
    }
    isl_set_free(set);
    return parts;
}

__isl_give isl_set_list *pv_split_get_parts(const struct pv_split *split, int i)
{
    isl_set *domain = isl_set_copy(split->scop->stmts.v[i]->domain);
    return add_parts(split, i, domain, 0, isl_set_list_alloc(split->scop->ctx, 1));
}

/* Does each statement have few parts? */
static bool has_few_parts(struct cut_search *search)
{
    bool has_few = true;
    for (int i = 0; i < search->scop->stmts.n && has_few; i++) {
        isl_set_list *parts = pv_split_get_parts(search->split, i);
        search->is_failed = search->is_failed || !parts;
        has_few = parts && isl_set_list_n_set(parts) <= search->split->most_parts;
        isl_set_list_free(parts);
    }
    return has_few;
}

static bool is_known_cut(const struct pv_split *split, __isl_keep isl_aff *upper, const bool *below)
{
    for (int i = 0; i < split->cuts.n; i++)
        if (split->cuts.v[i].below == below && isl_aff_plain_is_equal(split->cuts.v[i].upper, upper) == isl_bool_true)
            return true;
    return false;
}

/* Take the cuts of "loop", all or none. */
static void take_cuts(struct cut_search *search, struct cut_loop *loop)
{
    struct pv_split *split = search->split;
    int n = split->cuts.n;
    for (int i = 0; i < loop->n; i++) {
        int depth = (int)isl_aff_dim(loop->uppers[i], isl_dim_in) - 1;
        split->reorders = split->reorders || depth > loop->depth;
        struct pv_cut cut = {depth, loop->belows[i], isl_aff_copy(loop->uppers[i])};
        if (is_known_cut(split, cut.upper, cut.below))
            isl_aff_free(cut.upper);
        else
            pv_push(split->arena, &split->cuts, cut);
    }
    if (split->cuts.n > n && !has_few_parts(search))
        while (split->cuts.n > n)
            isl_aff_free(split->cuts.v[--split->cuts.n].upper);
    if (split->cuts.n > n)
        split->is_beside_planes = split->is_beside_planes && loop->is_beside_planes;
}

struct pv_split *pv_split_find(struct pv_arena *arena, const struct pv_scop *scop, __isl_take isl_union_map *pairs,
                               int most_parts, bool *failed)
{
    struct pv_split *split = pv_new(arena, struct pv_split);
    *split = (struct pv_split){.arena = arena, .scop = scop, .most_parts = most_parts, .is_beside_planes = true};
    struct cut_search search = {.split = split, .scop = scop};
    add_loops(&search, isl_schedule_get_root(scop->schedule), 0);
    search.is_failed = isl_union_map_foreach_map(pairs, add_pairs, &search) < 0;
    isl_union_map_free(pairs);
    for (int i = 0; i < search.loops.n && !search.is_failed; i++)
        cut_loop(&search, &search.loops.v[i]);
    for (int i = 0; i < search.loops.n && !search.is_failed; i++)
        take_cuts(&search, &search.loops.v[i]);
    for (int i = 0; i < search.loops.n; i++)
        drop_cuts(&search.loops.v[i]);
    for (int i = 0; i < search.pairs.n; i++)
        isl_map_free(search.pairs.v[i].map);
    *failed = search.is_failed;
    if (!search.is_failed && split->cuts.n)
        return split;
    pv_split_free(split);
    return NULL;
}

void pv_split_free(struct pv_split *split)
{
    while (split->cuts.n)
        isl_aff_free(split->cuts.v[--split->cuts.n].upper);
}

const char *pv_cut_text(const struct pv_split *split, const struct pv_cut *cut, bool is_upper)
{
    int i = 0;
    while (!cut->below[i])
        i++;
    const struct pv_stmt *stmt = split->scop->stmts.v[i];
    isl_set *side = isl_set_reset_tuple_id(pv_cut_get_side(split, cut, i, is_upper));
    for (int k = 0; k < stmt->n_iterators; k++)
        side = pv_set_set_dim_name(side, isl_dim_set, (unsigned)k, stmt->iterators[k]);
    char *text = pv_printed(isl_set_to_str(side));
    const char *condition = strstr(text, " : ");
    condition = condition ? pv_strdup(split->arena, condition + 3) : "";
    size_t n = strlen(condition);
    const char *result = pv_printf(split->arena, "%.*s", n > 2 ? (int)n - 2 : 0, condition);
    isl_set_free(side);
    free(text);
    return result;
}
