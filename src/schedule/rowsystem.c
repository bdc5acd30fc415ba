/* The system of one row over free coefficients, as bundles of constraints between two nodes. */
#include "schedule/rowsystem.h"

/*---------------------------------------------------------------------------------------------------------------
 * Setting up */

static void number_variables(struct pv_row_system *s)
{
    const struct pv_row_problem *problem = s->problem;
    int n_param = s->graph->n_param;
    s->base = pv_new_array(s->arena, int, s->graph->nodes.n + 1);
    s->node_of = pv_new_array(s->arena, int, problem->n_var + 1);
    s->free_of = pv_new_array(s->arena, int, problem->n_var + 1);
    for (int i = 0; i < s->graph->nodes.n; i++) {
        int block = problem->block[i], dim = pv_row_system_node(s, i)->dim;
        s->base[i] = s->n_free;
        for (int v = 0; v < 2 * dim; v++)
            s->free_of[block + v] = s->n_free + dim - 1 - v / 2;
        for (int v = 0; v <= n_param; v++)
            s->free_of[block + 2 * dim + v] = s->n_free + dim + v;
        for (int v = 0; v <= 2 * dim + n_param; v++)
            s->node_of[block + v] = i;
        s->n_free += pv_row_system_width(s, i);
    }
}

/* Is "var" a part of the coefficient of a coordinate? */
static bool is_part(const struct pv_row_system *s, int var)
{
    int node = s->node_of[var];
    return var - s->problem->block[node] < 2 * pv_row_system_node(s, node)->dim;
}

/* Is "var" c-, the negative part of a coefficient? */
static bool is_negative_part(const struct pv_row_system *s, int var)
{
    return is_part(s, var) && (var - s->problem->block[s->node_of[var]]) % 2 == 0;
}

static struct pv_linear make_linear(const struct pv_row_system *s, const struct pv_row_constraint *source, int sign)
{
    struct pv_term *terms = pv_new_array(s->arena, struct pv_term, source->n_term + 1);
    int n = 0;
    for (int i = 0; i < source->n_term; i++) {
        int var = source->terms[i].var;
        if (var < s->problem->n_head)
            continue;
        int64_t coef = is_negative_part(s, var) ? -source->terms[i].coef : source->terms[i].coef;
        /* The two parts of a coefficient stand side by side, with opposite signs. */
        if (n == 0 || terms[n - 1].var != s->free_of[var])
            terms[n++] = (struct pv_term){s->free_of[var], sign * coef};
    }
    return (struct pv_linear){0, terms, n};
}

/* The bundle of the nodes at "a" and "b", made where there is none yet. */
static struct pv_bundle *get_bundle(struct pv_row_system *s, int a, int b)
{
    for (int i = 0; i < s->bundles_of[b].n; i++) {
        struct pv_bundle *bundle = &s->bundles.v[s->bundles_of[b].v[i]];
        if (bundle->a == a && bundle->b == b)
            return bundle;
    }
    pv_push(s->arena, &s->bundles, ((struct pv_bundle){.a = a, .b = b}));
    pv_push(s->arena, &s->bundles_of[b], s->bundles.n - 1);
    if (a != b)
        pv_push(s->arena, &s->bundles_of[a], s->bundles.n - 1);
    return &s->bundles.v[s->bundles.n - 1];
}

static void add_to_bundle(struct pv_row_system *s, const struct pv_row_constraint *source, int a, int b)
{
    struct pv_row_linear linear = {.source = source, .is_equality = source->relation == PV_REL_EQ};
    linear.linear = make_linear(s, source, 1);
    if (linear.is_equality)
        linear.negated = make_linear(s, source, -1);
    pv_push(s->arena, &s->linears, linear);
    pv_push(s->arena, &get_bundle(s, a, b)->constraints, s->linears.n - 1);
}

/* The bundles that variables of the head occur in: places of the nodes; that of the first node if in none. */
struct head_places {
    int *a, *b;
};

/* Add "source" to the bundle of the nodes that it has terms on; false if it has none. */
static bool add_constraint(struct pv_row_system *s, const struct pv_row_constraint *source, struct head_places *places)
{
    int a = s->graph->nodes.n, b = -1, n_head = s->problem->n_head;
    for (int i = 0; i < source->n_term; i++) {
        int var = source->terms[i].var;
        if (var < n_head)
            continue;
        a = s->node_of[var] < a ? s->node_of[var] : a;
        b = s->node_of[var] > b ? s->node_of[var] : b;
    }
    if (b < 0)
        return false;
    for (int i = 0; i < source->n_term && source->terms[i].var < n_head; i++) {
        places->a[source->terms[i].var] = a;
        places->b[source->terms[i].var] = b;
    }
    add_to_bundle(s, source, a, b);
    return true;
}

/* Add all constraints; those on the head alone to a bundle that its variables occur in. */
static void add_constraints(struct pv_row_system *s)
{
    const struct pv_row_problem *problem = s->problem;
    struct head_places places = {pv_new_array(s->arena, int, problem->n_head + 1),
                                 pv_new_array(s->arena, int, problem->n_head + 1)};
    PV_VEC(const struct pv_row_constraint *) on_head = {0};
    for (int i = 0; i < problem->constraints.n; i++) {
        const struct pv_row_constraint *source = &problem->constraints.v[i];
        if (!source->is_definition && !add_constraint(s, source, &places))
            pv_push(s->arena, &on_head, source);
    }
    for (int i = 0; i < on_head.n; i++) {
        int var = on_head.v[i]->n_term ? on_head.v[i]->terms[0].var : problem->n_head;
        add_to_bundle(s, on_head.v[i], places.a[var], places.b[var]);
    }
}

struct pv_row_system *pv_row_system_new(struct pv_arena *arena, const struct pv_row_problem *problem,
                                        const struct pv_form_group *regions, int n_region)
{
    struct pv_row_system *s = pv_new(arena, struct pv_row_system);
    int n = problem->graph->nodes.n;
    *s = (struct pv_row_system){.arena = arena, .problem = problem, .graph = problem->graph};
    s->bundles_of = pv_alloc(arena, sizeof(*s->bundles_of) * (size_t)(n + 1));
    s->region_of = pv_new_array(arena, const struct pv_form_group *, n + 1);
    s->head = pv_new_array(arena, int64_t, problem->n_head + 1);
    number_variables(s);
    for (int i = 0; i < n_region; i++)
        s->region_of[s->node_of[regions[i].first_var]] = &regions[i];
    add_constraints(s);
    return s;
}

/*---------------------------------------------------------------------------------------------------------------
 * The head */

/* The constant of "linear", or that it is left out, for the present head. */
static void set_constant(const struct pv_row_system *s, struct pv_row_linear *linear)
{
    const struct pv_row_constraint *source = linear->source;
    int64_t constant = source->constant;
    linear->is_left_out = false;
    for (int i = 0; i < source->n_term && source->terms[i].var < s->problem->n_head; i++) {
        int64_t value = s->head[source->terms[i].var];
        linear->is_left_out |= value == PV_HEAD_ANY;
        constant += value == PV_HEAD_ANY ? 0 : source->terms[i].coef * value;
    }
    linear->linear.constant = constant;
    linear->negated.constant = -constant;
}

void pv_bundle_set_constants(struct pv_row_system *s, const struct pv_bundle *bundle)
{
    for (int i = 0; i < bundle->constraints.n; i++)
        set_constant(s, &s->linears.v[bundle->constraints.v[i]]);
}

void pv_row_system_set_head(struct pv_row_system *s, const int64_t *wanted)
{
    s->wanted = wanted;
    for (int i = 0; i < s->problem->n_head; i++)
        s->head[i] = wanted[i] == PV_HEAD_ONE_OR_ZERO ? 0 : wanted[i];
    for (int i = 0; i < s->linears.n; i++)
        set_constant(s, &s->linears.v[i]);
}

/* Choose "value" for the variables of the head in "linear" that have a choice; return whether there are any. */
static bool choose(struct pv_row_system *s, const struct pv_row_linear *linear, int64_t value)
{
    const struct pv_row_constraint *source = linear->source;
    bool found = false;
    for (int i = 0; i < source->n_term && source->terms[i].var < s->problem->n_head; i++)
        if (s->wanted[source->terms[i].var] == PV_HEAD_ONE_OR_ZERO) {
            s->head[source->terms[i].var] = value;
            found = true;
        }
    return found;
}

bool pv_bundle_choose(struct pv_row_system *s, const struct pv_bundle *bundle, int64_t value)
{
    bool found = false;
    for (int i = 0; i < bundle->constraints.n; i++)
        found |= choose(s, &s->linears.v[bundle->constraints.v[i]], value);
    pv_bundle_set_constants(s, bundle);
    return found;
}

bool pv_bundle_has_one(const struct pv_row_system *s, const struct pv_bundle *bundle)
{
    for (int i = 0; i < bundle->constraints.n; i++) {
        const struct pv_row_constraint *source = s->linears.v[bundle->constraints.v[i]].source;
        for (int t = 0; t < source->n_term && source->terms[t].var < s->problem->n_head; t++)
            if (s->wanted[source->terms[t].var] == PV_HEAD_ONE_OR_ZERO && s->head[source->terms[t].var] == 1)
                return true;
    }
    return false;
}

static bool holds(const struct pv_row_linear *linear, const int64_t *x)
{
    __int128 value = pv_linear_value(&linear->linear, x);
    return linear->is_left_out || (linear->is_equality ? value == 0 : value >= 0);
}

bool pv_bundle_holds(const struct pv_row_system *s, const struct pv_bundle *bundle, const int64_t *x)
{
    for (int i = 0; i < bundle->constraints.n; i++)
        if (!holds(&s->linears.v[bundle->constraints.v[i]], x))
            return false;
    return true;
}

void pv_bundle_choose_at(struct pv_row_system *s, const struct pv_bundle *bundle, const int64_t *x)
{
    pv_bundle_choose(s, bundle, 1);
    for (int i = 0; i < bundle->constraints.n; i++) {
        const struct pv_row_linear *linear = &s->linears.v[bundle->constraints.v[i]];
        if (!holds(linear, x))
            choose(s, linear, 0);
    }
    pv_bundle_set_constants(s, bundle);
}

/*---------------------------------------------------------------------------------------------------------------
 * Nodes */

const struct pv_bundle *pv_row_system_own_bundle(const struct pv_row_system *s, int at)
{
    for (int i = 0; i < s->bundles_of[at].n; i++) {
        const struct pv_bundle *bundle = &s->bundles.v[s->bundles_of[at].v[i]];
        if (bundle->a == bundle->b)
            return bundle;
    }
    return NULL;
}

/* The coefficient of coordinate "c" in form "f" of the node at "at". */
static int64_t form_coefficient(const struct pv_row_system *s, int at, int f, int c)
{
    const struct pv_form_group *region = s->region_of[at];
    return region->forms[f * region->n_var + 2 * (pv_row_system_node(s, at)->dim - 1 - c) + 1];
}

struct pv_linear pv_row_system_form(const struct pv_row_system *s, struct pv_arena *arena, int at, int f, int sign)
{
    int dim = pv_row_system_node(s, at)->dim, n = 0;
    struct pv_term *terms = pv_new_array(arena, struct pv_term, dim);
    for (int c = 0; c < dim; c++)
        if (form_coefficient(s, at, f, c))
            terms[n++] = (struct pv_term){s->base[at] + c, sign * form_coefficient(s, at, f, c)};
    return (struct pv_linear){0, terms, n};
}

int pv_row_system_find_form(const struct pv_row_system *s, int at, const int64_t *x, int *sign)
{
    for (int f = 0; f < s->region_of[at]->n_form; f++) {
        __int128 value = 0;
        for (int c = 0; c < pv_row_system_node(s, at)->dim; c++)
            value += (__int128)form_coefficient(s, at, f, c) * x[s->base[at] + c];
        *sign = (value > 0) - (value < 0);
        if (value)
            return f;
    }
    return -1;
}

bool pv_row_system_is_nontrivial(const struct pv_row_system *s, int at, const int64_t *x)
{
    int sign;
    return !s->region_of[at] || pv_row_system_find_form(s, at, x, &sign) >= 0;
}

void pv_row_system_write(const struct pv_row_system *s, const int64_t *x, int64_t *value)
{
    const struct pv_row_problem *problem = s->problem;
    for (int v = 0; v < problem->n_head; v++)
        value[v] = s->head[v] == PV_HEAD_ANY ? 0 : s->head[v];
    for (int v = problem->n_head; v < problem->n_var; v++) {
        int64_t own = is_negative_part(s, v) ? -x[s->free_of[v]] : x[s->free_of[v]];
        value[v] = is_part(s, v) && own < 0 ? 0 : own;
    }
}
