/* Integer programming by cuts, and non-trivial solutions by case splits. */
#include "solve/ilp.h"

#include "base/arena.h"

#include <string.h>

/* Cuts of the best kind before other kinds are used too. A system may have no integer points in a
 * direction where it has no end; cuts that are all alike then follow that direction for ever. */
enum { N_BEST_CUT = 8 };

enum pv_solve_status pv_ilp_minimize(struct pv_simplex *s, const struct pv_lex_bound *bound, struct pv_solve_work *work)
{
    for (int n_cut = 0;; ++n_cut) {
        enum pv_solve_status status = pv_simplex_minimize(s, bound, work);
        if (status != PV_SOLVE_OPTIMAL)
            return status;
        int var = pv_simplex_first_fraction(s);
        if (var < 0)
            return PV_SOLVE_OPTIMAL;
        if (pv_solve_work_spent(work))
            return PV_SOLVE_GAVE_UP;
        pv_simplex_cut(s, var, n_cut < N_BEST_CUT ? 0 : n_cut);
        work->cuts++;
    }
}

/* The state of a search for a solution that is not trivial. */
struct search {
    struct pv_simplex *s;
    const struct pv_nontrivial *problem;
    struct pv_solve_work *work;
    int64_t *best;  /* the best solution so far, if "found" */
    int64_t *point; /* the solution of the present node */
    int64_t *floor; /* lower bounds of the significant variables: their values in the root */
    struct pv_term *terms;
    bool found;      /* "best" is a solution */
    bool done;       /* ... and there is none better */
    bool incomplete; /* some node was not solved */
    bool out_of_work;
};

/* Read the integer point found by the last call of pv_ilp_minimize(). Return whether it fits. */
static bool read_point(struct search *search)
{
    int64_t den;
    for (int i = 0; i < pv_simplex_n_var(search->s); ++i)
        if (!pv_simplex_value(search->s, i, &search->point[i], &den))
            return false;
    return true;
}

static bool is_trivial(const struct pv_form_group *region, const int64_t *point)
{
    for (int f = 0; f < region->n_form; ++f) {
        pv_num sum = 0, coef = 0, value = 0;
        for (int i = 0; i < region->n_var; ++i) {
            pv_num_set_int(&coef, region->forms[f * region->n_var + i]);
            pv_num_set_int(&value, point[region->first_var + i]);
            pv_num_addmul(&sum, coef, value);
        }
        bool zero = sum == 0;
        pv_num_clear(&sum);
        pv_num_clear(&coef);
        pv_num_clear(&value);
        if (!zero)
            return false;
    }
    return true;
}

static const struct pv_form_group *first_trivial(const struct search *search)
{
    for (int i = 0; i < search->problem->n_region; ++i)
        if (is_trivial(&search->problem->regions[i], search->point))
            return &search->problem->regions[i];
    return NULL;
}

/* Add the constraint: constant + sign * form "f" of "region" >= 0, or == 0. */
static void add_form(struct search *search, const struct pv_form_group *region, int f, int sign,
                     enum pv_linear_relation relation, int64_t constant)
{
    for (int i = 0; i < region->n_var; ++i) {
        int64_t coef = region->forms[f * region->n_var + i];
        search->terms[i] = (struct pv_term){region->first_var + i, sign < 0 ? -coef : coef};
    }
    pv_simplex_add(search->s, relation, constant, search->terms, region->n_var);
}

/* Let only solutions pass that have a zero where the best one so far has its first non-zero
 * significant variable. */
static void force_zero(struct search *search)
{
    int n = 0;
    while (n < search->problem->n_significant && search->best[n] == 0)
        ++n;
    if (n == search->problem->n_significant)
        return;
    for (int i = 0; i <= n; ++i)
        search->terms[i] = (struct pv_term){i, -1};
    pv_simplex_add(search->s, PV_REL_GE, 0, search->terms, n + 1);
}

/* Keep the present point as the best one. Nothing better exists once its significant variables are
 * at their lower bounds. */
static void keep_point(struct search *search)
{
    size_t n = (size_t)pv_simplex_n_var(search->s), n_significant = (size_t)search->problem->n_significant;
    memcpy(search->best, search->point, n * sizeof(search->best[0]));
    search->found = true;
    search->done = memcmp(search->best, search->floor, n_significant * sizeof(search->best[0])) == 0;
}

/* Minimize the present node, within the limit for one node and that for all. */
static enum pv_solve_status minimize_node(struct search *search)
{
    struct pv_solve_work *work = search->work;
    if (pv_solve_work_spent(work))
        return PV_SOLVE_GAVE_UP;
    struct pv_lex_bound bound = {search->problem->n_significant, search->best};
    long limit = work->limit, node_limit = work->pivots + work->cuts + work->nodes + search->problem->node_limit;
    if (search->problem->node_limit > 0 && (limit < 0 || node_limit < limit))
        work->limit = node_limit;
    work->nodes++;
    enum pv_solve_status status = pv_ilp_minimize(search->s, search->found ? &bound : NULL, work);
    work->limit = limit;
    return status;
}

/* Solve the present node. Return the region to split on, NULL if the node is finished. */
static const struct pv_form_group *solve_node(struct search *search)
{
    enum pv_solve_status status = minimize_node(search);
    if (status == PV_SOLVE_INFEASIBLE || status == PV_SOLVE_BEYOND)
        return NULL;
    if (status == PV_SOLVE_GAVE_UP || !read_point(search)) {
        search->incomplete = true;
        search->out_of_work = pv_solve_work_spent(search->work);
        return NULL;
    }
    const struct pv_form_group *region = first_trivial(search);
    if (!region)
        keep_point(search);
    return region;
}

static bool is_over(const struct search *search)
{
    return search->done || search->out_of_work;
}

static void search_node(struct search *search, const struct pv_form_group *region);

/* Visit the part of the present node where form "f" of "region" has the sign "sign". */
static void search_case(struct search *search, const struct pv_form_group *region, int f, int sign)
{
    pv_simplex_push(search->s);
    if (search->found && search->problem->improvement == PV_IMPROVE_TO_ZERO)
        force_zero(search);
    add_form(search, region, f, sign, PV_REL_GE, -1);
    const struct pv_form_group *next = solve_node(search);
    if (next)
        search_node(search, next);
    pv_simplex_pop(search->s);
}

/* Split the present node, whose solution is trivial on "region", into cases: the first form that is
 * not zero, and its sign. Forms that were dealt with are zero in all later cases. */
static void search_node(struct search *search, const struct pv_form_group *region)
{
    pv_simplex_push(search->s);
    for (int f = 0; f < region->n_form && !is_over(search); ++f) {
        if (f > 0)
            add_form(search, region, f - 1, 1, PV_REL_EQ, 0);
        search_case(search, region, f, 1);
        if (!is_over(search))
            search_case(search, region, f, -1);
    }
    pv_simplex_pop(search->s);
}

enum pv_solve_status pv_ilp_nontrivial(struct pv_simplex *s, const struct pv_nontrivial *problem,
                                       struct pv_solve_work *work, int64_t *value, bool *found)
{
    struct pv_arena *arena = pv_arena_new();
    int n_var = pv_simplex_n_var(s);
    struct search search = {.s = s, .problem = problem, .work = work, .best = value};
    search.point = pv_new_array(arena, int64_t, n_var + 1);
    search.floor = pv_new_array(arena, int64_t, n_var + 1);
    search.terms = pv_new_array(arena, struct pv_term, n_var + 1);
    pv_simplex_push(s);
    const struct pv_form_group *region = solve_node(&search);
    if (region) {
        memcpy(search.floor, search.point, sizeof(search.floor[0]) * (size_t)problem->n_significant);
        search_node(&search, region);
    }
    pv_simplex_pop(s);
    pv_arena_free(arena);
    *found = search.found;
    if (search.incomplete && !search.done)
        return PV_SOLVE_GAVE_UP;
    return search.found ? PV_SOLVE_OPTIMAL : PV_SOLVE_INFEASIBLE;
}
