/* Approximates systems of linear inequalities by the methods of document 003. */
#include "solve/approximate.h"

#include "solve/ilp.h"

const int64_t pv_approx_scale = 5040;

bool pv_approx_is_part(enum pv_approx_method method, const struct pv_approx_row *row)
{
    return row->cluster != 0 || method != PV_APPROX_JUST;
}

/*---------------------------------------------------------------------------------------------------------------
 * Points */

/* Which rows must a point satisfy? */
struct demand {
    enum pv_approx_method method;
    int cluster;                  /* those that the method approximates this cluster with */
    const pv_two_vec *done;       /* and these replacements; may be NULL */
    const struct pv_linear *most; /* and this row with a margin of one, if possible; may be NULL */
};

/* Add "linear" on variables that are larger by the scale to a solver with two variables for each of the system. */
static void add_to_solver(const struct pv_approx_system *s, struct pv_simplex *solver, const struct pv_linear *linear,
                          int64_t constant)
{
    PV_VEC(struct pv_term) terms = {0};
    for (int i = 0; i < linear->n_term; i++) {
        pv_push(s->arena, &terms, ((struct pv_term){2 * linear->terms[i].var, linear->terms[i].coef}));
        if (s->is_free[linear->terms[i].var])
            pv_push(s->arena, &terms, ((struct pv_term){2 * linear->terms[i].var + 1, -linear->terms[i].coef}));
    }
    pv_simplex_add(solver, PV_REL_GE, constant, terms.v, terms.n);
}

static void add_two_to_solver(const struct pv_approx_system *s, struct pv_simplex *solver, const struct pv_two *two)
{
    struct pv_term terms[2];
    int n = 0;
    if (two->a)
        terms[n++] = (struct pv_term){two->i, -two->a};
    if (two->b)
        terms[n++] = (struct pv_term){two->j, -two->b};
    add_to_solver(s, solver, &(struct pv_linear){0, terms, n}, two->c);
}

/* Must the point that a cluster is approximated around satisfy "row"? */
static bool is_demanded(const struct pv_approx_system *s, const struct demand *demand, const struct pv_approx_row *row)
{
    const struct pv_two *nodes = &s->clusters.v[demand->cluster];
    if (row->cluster == demand->cluster || demand->method == PV_APPROX_AT_ONCE)
        return true;
    bool is_selected = demand->method == PV_APPROX_SELECTED && (row->node == nodes->i || row->node == nodes->j);
    return row->cluster == 0 && (demand->method == PV_APPROX_TOTAL || is_selected);
}

/* Read the point that the solver found, larger by the scale, in integers. */
static bool read_point(const struct pv_approx_system *s, const struct pv_simplex *solver, int64_t *x)
{
    for (int v = 0; v < s->n_var; v++) {
        int64_t num[2], den[2];
        if (!pv_simplex_value(solver, 2 * v, &num[0], &den[0]) ||
            !pv_simplex_value(solver, 2 * v + 1, &num[1], &den[1]))
            return false;
        if (den[0] != 1 || den[1] != 1)
            return false;
        x[v] = num[0] - num[1];
    }
    return true;
}

/* Find the point "x", larger by the scale, that "demand" asks for. */
static bool find_point(const struct pv_approx_system *s, const struct demand *demand, struct pv_solve_work *work,
                       int64_t *x)
{
    struct pv_solve_work own = {.limit = 20000};
    work = work ? work : &own;
    struct pv_simplex *solver = pv_simplex_new(2 * s->n_var, PV_SOLVE_INTEGER);
    for (int i = 0; i < s->rows.n; i++)
        if (is_demanded(s, demand, &s->rows.v[i]))
            add_to_solver(s, solver, &s->rows.v[i].linear, s->rows.v[i].linear.constant * pv_approx_scale);
    for (int i = 0; demand->done && i < demand->done->n; i++)
        add_two_to_solver(s, solver, &demand->done->v[i]);
    pv_simplex_push(solver);
    if (demand->most)
        add_to_solver(s, solver, demand->most, (demand->most->constant - 1) * pv_approx_scale);
    enum pv_solve_status status = pv_ilp_minimize(solver, NULL, work);
    if (status != PV_SOLVE_OPTIMAL && demand->most) {
        pv_simplex_pop(solver);
        status = pv_ilp_minimize(solver, NULL, work);
    }
    bool found = status == PV_SOLVE_OPTIMAL && read_point(s, solver, x);
    pv_simplex_free(solver);
    return found;
}

/*---------------------------------------------------------------------------------------------------------------
 * Approximations */

/* Replace "linear" around "x", larger by the scale; NULL: uniformly. */
static bool replace(const struct pv_approx_system *s, const struct pv_linear *linear, const int64_t *x, pv_two_vec *out)
{
    if (!x)
        return pv_linear_replace(s->arena, linear, NULL, pv_approx_scale, out);
    struct pv_linear scaled = *linear;
    scaled.constant *= pv_approx_scale;
    return pv_linear_replace(s->arena, &scaled, x, 1, out);
}

/* Replace all rows around one point; NULL: uniformly. */
static bool replace_all(const struct pv_approx_system *s, const int64_t *x, pv_two_vec *out)
{
    for (int i = 0; i < s->rows.n; i++)
        if (!replace(s, &s->rows.v[i].linear, x, out))
            return false;
    return true;
}

/* The same around the point that is known, or around one that is found. */
static bool replace_at_once(const struct pv_approx_system *s, struct pv_solve_work *work, pv_two_vec *out)
{
    int64_t *x = pv_new_array(s->arena, int64_t, s->n_var + 1);
    for (int v = 0; s->point && v < s->n_var; v++)
        x[v] = s->point[v] * pv_approx_scale;
    struct demand all = {.method = PV_APPROX_AT_ONCE};
    return (s->point || find_point(s, &all, work, x)) && replace_all(s, x, out);
}

/* Replace the rows cluster by cluster. */
static bool replace_clusters(const struct pv_approx_system *s, enum pv_approx_method method, struct pv_solve_work *work,
                             pv_two_vec *out)
{
    int64_t *x = pv_new_array(s->arena, int64_t, s->n_var + 1);
    for (int c = method == PV_APPROX_JUST ? 1 : 0; c < s->clusters.n; c++) {
        if (!find_point(s, &(struct demand){.method = method, .cluster = c}, work, x))
            return false;
        for (int i = 0; i < s->rows.n; i++)
            if (s->rows.v[i].cluster == c && !replace(s, &s->rows.v[i].linear, x, out))
                return false;
    }
    return true;
}

/* Replace the rows one by one. */
static bool replace_each(const struct pv_approx_system *s, enum pv_approx_method method, struct pv_solve_work *work,
                         pv_two_vec *out)
{
    int64_t *x = pv_new_array(s->arena, int64_t, s->n_var + 1);
    for (int c = 0; c < s->clusters.n; c++)
        for (int i = 0; i < s->rows.n; i++) {
            const struct pv_linear *linear = &s->rows.v[i].linear;
            struct demand demand = {PV_APPROX_SELECTED, c, method == PV_APPROX_INCREMENTAL ? out : NULL, linear};
            if (s->rows.v[i].cluster == c && (!find_point(s, &demand, work, x) || !replace(s, linear, x, out)))
                return false;
        }
    return true;
}

bool pv_approximate(const struct pv_approx_system *s, enum pv_approx_method method, struct pv_solve_work *work,
                    pv_two_vec *out)
{
    switch (method) {
    case PV_APPROX_UNIFORM:
        return replace_all(s, NULL, out);
    case PV_APPROX_AT_ONCE:
        return replace_at_once(s, work, out);
    case PV_APPROX_INDEPENDENT:
    case PV_APPROX_INCREMENTAL:
        return replace_each(s, method, work, out);
    default:
        return replace_clusters(s, method, work, out);
    }
}
