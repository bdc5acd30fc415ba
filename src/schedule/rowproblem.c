/* The search for one schedule row: variables, constraints and the solver. */
#include "schedule/rowproblem.h"

#include "schedule/farkas.h"
#include "solve/matrix.h"

#include <string.h>

struct pv_row_problem *pv_row_problem_new(const struct pv_sched_graph *graph, int n_head)
{
    struct pv_arena *arena = graph->arena;
    struct pv_row_problem *problem = pv_new(arena, struct pv_row_problem);
    problem->arena = arena;
    problem->graph = graph;
    problem->block = pv_new_array(arena, int, graph->nodes.n + 1);
    problem->n_var = problem->n_head = n_head;
    for (int i = 0; i < graph->nodes.n; i++) {
        graph->nodes.v[i]->at = i;
        problem->block[i] = problem->n_var;
        problem->n_var += 2 * graph->nodes.v[i]->dim + graph->n_param + 1;
    }
    problem->coefficient = pv_new_array(arena, int64_t, problem->n_var + 1);
    problem->is_set = pv_new_array(arena, bool, problem->n_var + 1);
    problem->n_bucket = 64 + 8 * graph->edges.n;
    problem->bucket = pv_new_array(arena, int, problem->n_bucket);
    return problem;
}

int pv_row_var(const struct pv_row_problem *problem, const struct pv_sched_node *node, int at)
{
    return problem->block[node->at] + 2 * (node->dim - 1 - at);
}

int pv_row_param_var(const struct pv_row_problem *problem, const struct pv_sched_node *node)
{
    return problem->block[node->at] + 2 * node->dim;
}

int pv_row_constant_var(const struct pv_row_problem *problem, const struct pv_sched_node *node)
{
    return pv_row_param_var(problem, node) + problem->graph->n_param;
}

void pv_row_add_term(struct pv_row_problem *problem, int var, int64_t coefficient)
{
    if (coefficient == 0)
        return;
    if (!problem->is_set[var]) {
        problem->is_set[var] = true;
        pv_push(problem->arena, &problem->set, var);
    }
    problem->overflows |= __builtin_add_overflow(problem->coefficient[var], coefficient, &problem->coefficient[var]);
}

static void add_coordinates(struct pv_row_problem *problem, const struct pv_sched_node *node, const int64_t *x,
                            int64_t factor)
{
    for (int i = 0; i < node->dim; i++) {
        pv_row_add_term(problem, pv_row_var(problem, node, i), -factor * x[i]);
        pv_row_add_term(problem, pv_row_var(problem, node, i) + 1, factor * x[i]);
    }
}

void pv_row_add_difference(struct pv_row_problem *problem, const struct pv_sched_edge *edge, const int64_t *pair,
                           int64_t factor)
{
    const struct pv_sched_node *src = edge->src, *dst = edge->dst;
    if (src == dst) {
        add_coordinates(problem, src, pair, factor);
        return;
    }
    add_coordinates(problem, src, pair, -factor);
    add_coordinates(problem, dst, pair + src->dim, factor);
    const int64_t *rest = pair + src->dim + dst->dim;
    for (int i = 0; i <= problem->graph->n_param; i++) {
        pv_row_add_term(problem, pv_row_param_var(problem, src) + i, -factor * rest[i]);
        pv_row_add_term(problem, pv_row_param_var(problem, dst) + i, factor * rest[i]);
    }
}

static unsigned hash_constraint(const struct pv_row_constraint *constraint)
{
    unsigned hash = (unsigned)constraint->relation * 31 + (unsigned)constraint->constant;
    for (int i = 0; i < constraint->n_term; i++)
        hash = hash * 1000003u + (unsigned)constraint->terms[i].var * 97u + (unsigned)constraint->terms[i].coef;
    return hash;
}

static bool is_same(const struct pv_row_constraint *a, const struct pv_row_constraint *b)
{
    if (a->relation != b->relation || a->constant != b->constant || a->n_term != b->n_term)
        return false;
    for (int i = 0; i < a->n_term; i++)
        if (a->terms[i].var != b->terms[i].var || a->terms[i].coef != b->terms[i].coef)
            return false;
    return true;
}

/* Append "constraint" unless it is there. Buckets hold places + 1, so that 0 is the end. */
static void push_constraint(struct pv_row_problem *problem, struct pv_row_constraint constraint)
{
    int *bucket = &problem->bucket[hash_constraint(&constraint) % (unsigned)problem->n_bucket];
    for (int i = *bucket; i > 0; i = problem->constraints.v[i - 1].next)
        if (is_same(&problem->constraints.v[i - 1], &constraint))
            return;
    constraint.next = *bucket;
    pv_push(problem->arena, &problem->constraints, constraint);
    *bucket = problem->constraints.n;
}

/* The variables in ascending order, so that equal constraints look equal. */
static void sort_variables(int *v, int n)
{
    for (int i = 1; i < n; i++) {
        int var = v[i], j = i;
        for (; j > 0 && v[j - 1] > var; j--)
            v[j] = v[j - 1];
        v[j] = var;
    }
}

/* Take the terms out of the workspace, divided by their greatest common divisor and that of "*constant". */
static struct pv_term *take_terms(struct pv_row_problem *problem, int64_t *constant, int *n_term)
{
    struct pv_term *terms = pv_new_array(problem->arena, struct pv_term, problem->set.n + 1);
    int64_t divisor = *constant < 0 ? -*constant : *constant;
    sort_variables(problem->set.v, problem->set.n);
    *n_term = 0;
    for (int i = 0; i < problem->set.n; i++) {
        int var = problem->set.v[i];
        if (problem->coefficient[var]) {
            terms[(*n_term)++] = (struct pv_term){var, problem->coefficient[var]};
            divisor = pv_gcd(divisor, problem->coefficient[var]);
        }
        problem->coefficient[var] = 0;
        problem->is_set[var] = false;
    }
    problem->set.n = 0;
    for (int i = 0; divisor > 1 && i < *n_term; i++)
        terms[i].coef /= divisor;
    *constant /= divisor > 1 ? divisor : 1;
    return terms;
}

static void end_constraint(struct pv_row_problem *problem, struct pv_row_constraint constraint)
{
    constraint.terms = take_terms(problem, &constraint.constant, &constraint.n_term);
    bool is_trivial = constraint.n_term == 0 &&
                      (constraint.relation == PV_REL_EQ ? constraint.constant == 0 : constraint.constant >= 0);
    if (!is_trivial)
        push_constraint(problem, constraint);
}

void pv_row_end(struct pv_row_problem *problem, enum pv_linear_relation relation, int64_t constant)
{
    end_constraint(problem, (struct pv_row_constraint){.relation = relation, .constant = constant});
}

void pv_row_end_definition(struct pv_row_problem *problem, int64_t constant)
{
    end_constraint(problem,
                   (struct pv_row_constraint){.relation = PV_REL_EQ, .constant = constant, .is_definition = true});
}

void pv_row_define_param_sum(struct pv_row_problem *problem, int sum)
{
    const struct pv_sched_graph *graph = problem->graph;
    pv_row_add_term(problem, sum, -1);
    for (int i = 0; i < graph->nodes.n; i++)
        for (int p = 0; p < graph->n_param; p++)
            pv_row_add_term(problem, pv_row_param_var(problem, graph->nodes.v[i]) + p, 1);
    pv_row_end_definition(problem, 0);
}

void pv_row_define_coefficient_sum(struct pv_row_problem *problem, int sum)
{
    const struct pv_sched_graph *graph = problem->graph;
    pv_row_add_term(problem, sum, -1);
    for (int i = 0; i < graph->nodes.n; i++)
        for (int c = 0; c < 2 * graph->nodes.v[i]->dim; c++)
            pv_row_add_term(problem, problem->block[i] + c, 1);
    pv_row_end_definition(problem, 0);
}

/* All pairs span a space; a basis of it is enough. In one node parameters do not count. */
void pv_row_keep_together(struct pv_row_problem *problem, struct pv_sched_edge *edge)
{
    const struct pv_generators *pairs = pv_edge_get_pairs(problem->graph, edge);
    int n = pairs->lines.n + pairs->rays.n, width = edge->src == edge->dst ? edge->src->dim : pairs->width;
    int64_t *m = pv_new_array(problem->arena, int64_t, n * width + 1);
    for (int i = 0; i < n && width > 0; i++) {
        const int64_t *from = i < pairs->lines.n ? pairs->lines.v[i] : pairs->rays.v[i - pairs->lines.n];
        memcpy(m + (ptrdiff_t)i * width, from, sizeof(int64_t) * (size_t)width);
    }
    int64_t *reduced = pv_new_array(problem->arena, int64_t, n * width + 1);
    memcpy(reduced, m, sizeof(int64_t) * (size_t)(n * width));
    int rank = pv_matrix_reduce(reduced, n, width);
    for (int i = 0; i < (rank >= 0 ? rank : n); i++) {
        pv_row_add_difference(problem, edge, (rank >= 0 ? reduced : m) + (ptrdiff_t)i * width, 1);
        pv_row_end(problem, PV_REL_EQ, 0);
    }
}

struct pv_simplex *pv_row_problem_solver(const struct pv_row_problem *problem, enum pv_solve_domain domain)
{
    struct pv_simplex *solver = pv_simplex_new(problem->n_var, domain);
    for (int i = 0; i < problem->constraints.n; i++) {
        const struct pv_row_constraint *constraint = &problem->constraints.v[i];
        pv_simplex_add(solver, constraint->relation, constraint->constant, constraint->terms, constraint->n_term);
    }
    return solver;
}

pv_sched_row pv_row_read(const struct pv_row_problem *problem, const struct pv_sched_node *node, const int64_t *value)
{
    int n_rest = problem->graph->n_param + 1;
    pv_sched_row row = pv_new_array(problem->arena, int64_t, node->dim + n_rest);
    for (int i = 0; i < node->dim; i++) {
        int var = pv_row_var(problem, node, i);
        row[i] = value[var + 1] - value[var];
    }
    memcpy(row + node->dim, value + pv_row_param_var(problem, node), sizeof(int64_t) * (size_t)n_rest);
    return row;
}
