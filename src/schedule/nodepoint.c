/* Solves exact systems of one or two nodes, for points to approximate around. */
#include "schedule/nodepoint.h"

/* Steps of the solver before it gives up. */
enum { STEP_LIMIT = 20000 };

/* Variables: how many choices are 0, the sum of the coefficients of parameters, that of coordinates; the choices; then
 * the blocks of the nodes as in a row problem. */
enum { SUM_ZERO, SUM_PARAM, SUM_COEFFICIENT, FIRST_CHOICE };

struct local {
    struct pv_row_system *s;
    struct pv_arena *arena;
    const int64_t *x;
    int node[2], n_node;
    int block[2];
    PV_VEC(int) choices; /* variables of the head of the row problem */
    int n_var;
    struct pv_simplex *solver;
    PV_VEC(struct pv_term) terms; /* of the constraint at hand */
    int64_t constant;
};

/*---------------------------------------------------------------------------------------------------------------
 * Variables */

/* The place of variable "var" of the head among the choices; -1 if it has a value. */
static int find_choice(const struct local *local, int var)
{
    for (int i = 0; i < local->choices.n; i++)
        if (local->choices.v[i] == var)
            return i;
    return -1;
}

static void note_choices(struct local *local, const struct pv_bundle *bundle)
{
    const struct pv_row_system *s = local->s;
    for (int i = 0; i < bundle->constraints.n; i++) {
        const struct pv_row_constraint *source = s->linears.v[bundle->constraints.v[i]].source;
        for (int t = 0; t < source->n_term && source->terms[t].var < s->problem->n_head; t++)
            if (s->wanted[source->terms[t].var] == PV_HEAD_ONE_OR_ZERO && find_choice(local, source->terms[t].var) < 0)
                pv_push(local->arena, &local->choices, source->terms[t].var);
    }
}

static void add_own_term(struct local *local, int var, int64_t coef)
{
    pv_push(local->arena, &local->terms, ((struct pv_term){var, coef}));
}

static void end_constraint(struct local *local, enum pv_linear_relation relation)
{
    pv_simplex_add(local->solver, relation, local->constant, local->terms.v, local->terms.n);
    local->terms.n = 0;
    local->constant = 0;
}

/* Define SUM_ZERO; each choice is 1 at most. */
static void define_choices(struct local *local)
{
    for (int i = 0; i < local->choices.n; i++) {
        add_own_term(local, FIRST_CHOICE + i, -1);
        local->constant = 1;
        end_constraint(local, PV_REL_GE);
    }
    add_own_term(local, SUM_ZERO, 1);
    for (int i = 0; i < local->choices.n; i++)
        add_own_term(local, FIRST_CHOICE + i, 1);
    local->constant = -local->choices.n;
    end_constraint(local, PV_REL_EQ);
}

/* Define SUM_PARAM and SUM_COEFFICIENT. */
static void define_sums(struct local *local)
{
    const struct pv_row_system *s = local->s;
    for (int sum = SUM_PARAM; sum <= SUM_COEFFICIENT; sum++) {
        add_own_term(local, sum, -1);
        for (int i = 0; i < local->n_node; i++) {
            int n_part = 2 * pv_row_system_node(s, local->node[i])->dim;
            int first = sum == SUM_PARAM ? n_part : 0, end = sum == SUM_PARAM ? n_part + s->graph->n_param : n_part;
            for (int v = first; v < end; v++)
                add_own_term(local, local->block[i] + v, 1);
        }
        end_constraint(local, PV_REL_EQ);
    }
}

static void begin(struct local *local, const struct pv_nodepoint_wish *wish)
{
    for (int i = 0; i < wish->n_bundle; i++)
        note_choices(local, wish->bundles[i]);
    local->node[0] = wish->a;
    local->node[1] = wish->b;
    local->n_node = wish->a == wish->b ? 1 : 2;
    local->n_var = FIRST_CHOICE + local->choices.n;
    for (int i = 0; i < local->n_node; i++) {
        local->block[i] = local->n_var;
        local->n_var += pv_row_system_node(local->s, local->node[i])->dim +
                        pv_row_system_width(local->s, local->node[i]);
    }
    local->solver = pv_simplex_new(local->n_var, PV_SOLVE_INTEGER);
    define_choices(local);
    define_sums(local);
}

/*---------------------------------------------------------------------------------------------------------------
 * Constraints */

/* Add "coef" times the free variable "var" to the constraint at hand: a variable here, or a number. */
static void add_free_term(struct local *local, int var, int64_t coef)
{
    const struct pv_row_system *s = local->s;
    for (int i = 0; i < local->n_node; i++) {
        int at = var - s->base[local->node[i]], dim = pv_row_system_node(s, local->node[i])->dim;
        if (at < 0 || at >= pv_row_system_width(s, local->node[i]))
            continue;
        int own = local->block[i] + (at < dim ? 2 * (dim - 1 - at) : dim + at);
        if (at < dim)
            add_own_term(local, own, -coef);
        add_own_term(local, at < dim ? own + 1 : own, coef);
        return;
    }
    local->constant += coef * local->x[var];
}

/* Add the terms of "linear" on the head: choices as variables, in the place of the values that they have now. */
static void add_choices(struct local *local, const struct pv_row_linear *linear)
{
    const struct pv_row_system *s = local->s;
    const struct pv_row_constraint *source = linear->source;
    for (int t = 0; t < source->n_term && source->terms[t].var < s->problem->n_head; t++) {
        int var = source->terms[t].var, choice = find_choice(local, var);
        if (choice < 0)
            continue;
        add_own_term(local, FIRST_CHOICE + choice, source->terms[t].coef);
        local->constant -= source->terms[t].coef * s->head[var];
    }
}

static void add_bundle(struct local *local, const struct pv_bundle *bundle)
{
    for (int i = 0; i < bundle->constraints.n; i++) {
        const struct pv_row_linear *linear = &local->s->linears.v[bundle->constraints.v[i]];
        if (linear->is_left_out)
            continue;
        add_choices(local, linear);
        for (int t = 0; t < linear->linear.n_term; t++)
            add_free_term(local, linear->linear.terms[t].var, linear->linear.terms[t].coef);
        local->constant += linear->linear.constant;
        end_constraint(local, linear->is_equality ? PV_REL_EQ : PV_REL_GE);
    }
}

/* Add what "g" implies about the variables of the nodes. */
static void add_projection(struct local *local, struct pv_diffgraph *g)
{
    const struct pv_row_system *s = local->s;
    PV_VEC(int) vars = {0};
    for (int i = 0; i < local->n_node; i++)
        for (int v = 0; v < pv_row_system_width(s, local->node[i]); v++)
            pv_push(local->arena, &vars, s->base[local->node[i]] + v);
    if (!vars.n)
        return;
    struct pv_two *list = pv_new_array(local->arena, struct pv_two, 4 * vars.n * vars.n);
    int n_list = pv_diffgraph_project(g, vars.v, vars.n, list);
    for (int i = 0; i < n_list; i++) {
        if (list[i].a)
            add_free_term(local, vars.v[list[i].i], -list[i].a);
        if (list[i].b)
            add_free_term(local, vars.v[list[i].j], -list[i].b);
        local->constant = list[i].c;
        end_constraint(local, PV_REL_GE);
    }
}

/*---------------------------------------------------------------------------------------------------------------
 * Solutions */

static void read_solution(struct local *local, const int64_t *value, int64_t *x)
{
    struct pv_row_system *s = local->s;
    for (int i = 0; i < local->choices.n; i++)
        s->head[local->choices.v[i]] = value[FIRST_CHOICE + i];
    for (int i = 0; i < local->n_node; i++) {
        int *base = &s->base[local->node[i]], dim = pv_row_system_node(s, local->node[i])->dim;
        const int64_t *own = value + local->block[i];
        for (int c = 0; c < dim; c++) {
            const int64_t *parts = own + (ptrdiff_t)2 * (dim - 1 - c);
            x[*base + c] = parts[1] - parts[0];
        }
        for (int v = dim; v < pv_row_system_width(s, local->node[i]); v++)
            x[*base + v] = own[dim + v];
    }
}

enum pv_nodepoint_status pv_nodepoint_find(struct pv_row_system *s, struct pv_arena *arena, struct pv_solve_work *work,
                                           const struct pv_nodepoint_wish *wish, int64_t *x)
{
    struct local local = {.s = s, .arena = arena, .x = x};
    struct pv_form_group regions[2];
    struct pv_nontrivial nontrivial = {.regions = regions, .n_significant = FIRST_CHOICE, .node_limit = STEP_LIMIT};
    begin(&local, wish);
    for (int i = 0; i < wish->n_bundle; i++)
        add_bundle(&local, wish->bundles[i]);
    if (wish->g)
        add_projection(&local, wish->g);
    for (int i = 0; i < local.n_node; i++) {
        if (!s->region_of[local.node[i]])
            continue;
        regions[nontrivial.n_region] = *s->region_of[local.node[i]];
        regions[nontrivial.n_region++].first_var = local.block[i];
    }
    int64_t *value = pv_new_array(arena, int64_t, local.n_var + 1);
    bool found = false;
    enum pv_solve_status status = pv_ilp_nontrivial(local.solver, &nontrivial, work, value, &found);
    pv_simplex_free(local.solver);
    if (!found)
        return status == PV_SOLVE_GAVE_UP ? PV_NODEPOINT_GAVE_UP : PV_NODEPOINT_NONE;
    read_solution(&local, value, x);
    for (int i = 0; i < wish->n_bundle; i++)
        pv_bundle_set_constants(s, wish->bundles[i]);
    return status == PV_SOLVE_GAVE_UP ? PV_NODEPOINT_NOT_BEST : PV_NODEPOINT_FOUND;
}
