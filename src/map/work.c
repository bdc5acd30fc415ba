/* Estimates the work of one execution of a loop. */
#include "map/work.h"

#include <isl/ilp.h>
#include <isl/map.h>
#include <isl/union_map.h>
#include <isl/val.h>
#include <math.h>

/* Iterations that a loop is taken to have where its length takes more than a simple expression. */
static const double usual_length = 100;

/* Lengths. */

/* { [h] -> [i] }: dimension "pos" of the range of "map" { [h] -> S[i] } by itself. */
static __isl_give isl_map *keep_dimension(__isl_keep isl_map *map, int pos)
{
    int n = (int)isl_map_dim(map, isl_dim_out);
    isl_map *kept = isl_map_project_out(isl_map_copy(map), isl_dim_out, (unsigned)pos + 1, (unsigned)(n - pos - 1));
    return isl_map_remove_divs(isl_map_project_out(kept, isl_dim_out, 0, (unsigned)pos));
}

/* Does each [h] have a least and a greatest value in "map" { [h] -> [i] }? */
static isl_bool is_bounded(__isl_keep isl_map *map)
{
    isl_set *all = isl_map_wrap(isl_map_copy(map));
    isl_bool bounded = isl_set_dim_is_bounded(all, isl_dim_set, (unsigned)isl_map_dim(map, isl_dim_in));
    isl_set_free(all);
    return bounded;
}

/* { [h] -> [n] }: the number of values in "map" { [h] -> [i] }, from the least to the greatest. */
static __isl_give isl_pw_aff *extent_of(__isl_keep isl_map *map)
{
    isl_pw_aff *first = isl_map_dim_min(isl_map_copy(map), 0);
    isl_pw_aff *last = isl_map_dim_max(isl_map_copy(map), 0);
    isl_pw_aff *extent = isl_pw_aff_coalesce(isl_pw_aff_sub(last, first));
    isl_val *one = isl_val_one(isl_map_get_ctx(map));
    return isl_pw_aff_add_constant_val(extent, one);
}

/* The greatest value of "extent"; infinite where there is none. Negative where isl failed. */
static double greatest(__isl_keep isl_pw_aff *extent)
{
    isl_set *values = isl_map_range(isl_map_from_pw_aff(isl_pw_aff_copy(extent)));
    isl_val *val = isl_set_dim_max_val(isl_set_project_out_all_params(values), 0);
    double most = !val ? -1 : isl_val_is_int(val) == isl_bool_true ? isl_val_get_d(val) : HUGE_VAL;
    isl_val_free(val);
    return most;
}

/* Multiply "term" by "length": a constant becomes part of its cycles, and so does a guess where it
 * takes more than a short expression. */
static void multiply(struct pv_arena *arena, struct pv_work *term, const struct pv_extent *length, int step)
{
    bool is_constant = isl_pw_aff_is_cst(length->extent) == isl_bool_true;
    bool is_long = isl_pw_aff_n_piece(length->extent) > 2;
    term->cycles /= step;
    if (!is_constant && !is_long) {
        pv_push(arena, &term->factors, isl_pw_aff_copy(length->extent));
        return;
    }
    double taken = is_constant || length->most < usual_length ? length->most : usual_length;
    term->cycles *= taken > 1 ? taken : 1;
    term->is_guessed = term->is_guessed || length->most > taken;
}

/* Multiply "term" by a length of which nothing is known. */
static void guess(struct pv_work *term)
{
    term->cycles *= usual_length;
    term->is_guessed = true;
}

/* The step of iterator "pos" of "domain": 1 but for loops that go on by more. */
static int step_of(__isl_keep isl_set *domain, int pos)
{
    isl_stride_info *info = isl_set_get_stride_info(domain, pos);
    isl_val *stride = isl_stride_info_get_stride(info);
    int step = isl_val_cmp_si(stride, 1) > 0 && isl_val_cmp_si(stride, 1 << 20) < 0 ? (int)isl_val_get_num_si(stride)
                                                                                    : 1;
    isl_val_free(stride);
    isl_stride_info_free(info);
    return step;
}

/* Cycles for an instance of "stmt" with schedule dimension "innermost" as the innermost loop; -1: the best of those that can
 * be. */
static double cycles_at(const struct pv_reuse_stmt *stmt, int innermost)
{
    if (innermost >= 0 && innermost < stmt->n_dims && stmt->moves[innermost])
        return pv_reuse_least_cycles(stmt, innermost);
    double least = -1;
    for (int d = stmt->n_dims - 1; d >= 0 && (least < 0 || d >= stmt->turnable); d--) {
        double here = stmt->moves[d] ? pv_reuse_least_cycles(stmt, d) : least;
        least = least < 0 || here < least ? here : least;
    }
    return least < 0 ? 1 + stmt->heavy : least;
}

/* Fill in the lengths of the values of each iterator in "found->map". False where isl failed. */
static bool find_extents(struct pv_arena *arena, struct pv_extents *found)
{
    int n = (int)isl_map_dim(found->map, isl_dim_out);
    bool ok = n >= 0;
    found->dims = pv_new_array(arena, struct pv_extent, n + 1);
    for (; ok && found->n < n; found->n++) {
        struct pv_extent *length = &found->dims[found->n];
        isl_map *values = keep_dimension(found->map, found->n);
        isl_bool bounded = is_bounded(values);
        length->extent = bounded == isl_bool_true ? extent_of(values) : NULL;
        length->most = length->extent ? greatest(length->extent) : HUGE_VAL;
        ok = bounded >= 0 && (length->extent || !bounded) && length->most >= 0;
        isl_map_free(values);
    }
    return ok;
}

/* The lengths of the values in "map" { [h] -> S[i] }, which is taken; NULL where isl failed. */
static const struct pv_extents *extents_of(const struct pv_conflicts *conflicts, __isl_take isl_map *map)
{
    const struct pv_extents *known = map ? pv_answers_find_extents(conflicts->answers, map) : NULL;
    if (known) {
        isl_map_free(map);
        return known;
    }
    struct pv_extents found = {.map = map};
    if (map && find_extents(conflicts->arena, &found))
        return pv_answers_add_extents(conflicts->arena, conflicts->answers, &found);
    isl_map_free(map);
    for (int i = 0; i < found.n; i++)
        isl_pw_aff_free(found.dims[i].extent);
    return NULL;
}

/* The instances of "stmt". Loops that end where i != n fails have others where they start beyond n, which the context excludes. */
static __isl_give isl_set *get_instances(const struct pv_conflicts *conflicts, const struct pv_reuse_stmt *stmt)
{
    isl_set *domain = isl_set_copy(stmt->stmt->domain);
    return isl_set_n_basic_set(domain) > 1 ? isl_set_intersect_params(domain, isl_set_copy(conflicts->scop->context))
                                           : domain;
}

/* The work of "stmt" in one run, with "around" { S[i] -> [h] } the loops around the band; "innermost" as for
 * pv_work_find(). False where isl failed. */
static bool find_term(const struct pv_conflicts *conflicts, __isl_keep isl_union_map *around,
                      const struct pv_reuse_stmt *stmt, int innermost, struct pv_work *term)
{
    isl_union_set *instances = isl_union_set_from_set(get_instances(conflicts, stmt));
    isl_union_map *own = isl_union_map_intersect_domain(isl_union_map_copy(around), instances);
    if (!own || isl_union_map_n_map(own) != 1) {
        bool ok = own;
        isl_union_map_free(own);
        term->cycles = 0;
        return ok;
    }
    /* Steps and holes would only make the expressions longer. */
    isl_map *map = isl_map_remove_divs(isl_map_reverse(isl_map_from_union_map(own)));
    const struct pv_extents *extents = extents_of(conflicts, isl_map_from_basic_map(isl_map_simple_hull(map)));
    term->cycles = cycles_at(stmt, innermost);
    for (int i = 0; extents && i < extents->n; i++)
        if (extents->dims[i].extent)
            multiply(conflicts->arena, term, &extents->dims[i], step_of(stmt->stmt->domain, i));
        else
            guess(term);
    return extents;
}

/* Add "term", which is given away, to "work". Of terms with different numbers of factors the one with more counts. */
static void add_term(struct pv_work *work, struct pv_work *term)
{
    if (term->factors.n > work->factors.n) {
        struct pv_work smaller = *work;
        work->cycles = term->cycles;
        work->factors.v = term->factors.v;
        work->factors.n = term->factors.n;
        work->factors.cap = term->factors.cap;
        work->is_guessed = term->is_guessed;
        term->factors.n = 0;
        smaller.around = NULL;
        pv_work_free(&smaller);
    } else if (term->factors.n == work->factors.n) {
        work->cycles += term->cycles;
        work->is_guessed = work->is_guessed || term->is_guessed;
    }
    pv_work_free(term);
}

struct pv_work *pv_work_find(const struct pv_conflicts *conflicts, __isl_keep isl_schedule_node *node,
                             const pv_reuse_stmts *stmts, int innermost)
{
    struct pv_work *work = pv_new(conflicts->arena, struct pv_work);
    work->around = isl_schedule_node_get_prefix_schedule_relation(node);
    work->around = isl_union_map_intersect_domain(work->around, isl_schedule_node_get_domain(node));
    bool ok = work->around;
    for (int i = 0; i < stmts->n && ok; i++) {
        struct pv_work term = {0};
        ok = find_term(conflicts, work->around, &stmts->v[i], innermost, &term);
        add_term(work, &term);
    }
    if (ok)
        return work;
    pv_work_free(work);
    return NULL;
}

double pv_work_most(const struct pv_work *work)
{
    double most = work->is_guessed ? HUGE_VAL : work->cycles;
    for (int i = 0; i < work->factors.n && most >= 0; i++) {
        double length = greatest(work->factors.v[i]);
        most = length < 0 ? -1 : most * (length > 1 ? length : 1);
    }
    return most;
}

double pv_work_length(__isl_keep isl_schedule_node *node, int pos)
{
    isl_multi_union_pw_aff *members = isl_schedule_node_band_get_partial_schedule(node);
    isl_union_pw_aff *member = isl_multi_union_pw_aff_get_union_pw_aff(members, pos);
    isl_multi_union_pw_aff_free(members);
    isl_union_map *values = isl_union_map_from_union_pw_aff(member);
    values = isl_union_map_intersect_domain(values, isl_schedule_node_get_domain(node));
    isl_bool is_empty = isl_union_map_is_empty(values);
    if (is_empty != isl_bool_false) {
        isl_union_map_free(values);
        return is_empty < 0 ? -1 : 0;
    }
    isl_set *range = isl_set_from_union_set(isl_union_map_range(values));
    range = isl_set_remove_divs(isl_set_project_out_all_params(range));
    isl_val *last = isl_set_dim_max_val(isl_set_copy(range), 0), *first = isl_set_dim_min_val(range, 0);
    double length = !last || !first ? -1 : HUGE_VAL;
    if (length > 0 && isl_val_is_int(last) == isl_bool_true && isl_val_is_int(first) == isl_bool_true)
        length = isl_val_get_d(last) - isl_val_get_d(first) + 1;
    isl_val_free(last);
    isl_val_free(first);
    return length;
}

struct involvement {
    unsigned pos;
    bool is_involved;
};

static isl_stat look_at_piece(__isl_take isl_set *set, __isl_take isl_aff *aff, void *user)
{
    struct involvement *what = user;
    isl_bool involves = isl_aff_involves_dims(aff, isl_dim_in, what->pos, 1);
    what->is_involved = what->is_involved || involves == isl_bool_true;
    isl_set_free(set);
    isl_aff_free(aff);
    return involves < 0 ? isl_stat_error : isl_stat_ok;
}

isl_bool pv_work_is_uneven(const struct pv_conflicts *conflicts, __isl_keep isl_schedule_node *node,
                           const pv_reuse_stmts *stmts)
{
    struct involvement what = {(unsigned)isl_schedule_node_get_schedule_depth(node), false};
    isl_schedule_node *inside = isl_schedule_node_get_child(node, 0);
    struct pv_work *work = pv_work_find(conflicts, inside, stmts, -1);
    isl_schedule_node_free(inside);
    bool ok = work;
    for (int i = 0; ok && i < work->factors.n; i++)
        ok = isl_pw_aff_foreach_piece(work->factors.v[i], look_at_piece, &what) >= 0;
    pv_work_free(work);
    return ok ? isl_bool_ok(what.is_involved) : isl_bool_error;
}
