/* Tests of schedule/utvpi on random row problems: rows found satisfy every original constraint, a seed that satisfies all
 * is never lost, and "none" and "all zero" are claimed only where the exact solver agrees. */
#include "schedule/utvpi.h"

#include "solve_random.h"

enum { MOST_NODE = 5, DIM = 2, N_PARAM = 1, WIDTH = DIM + N_PARAM + 1, STEPS = 20000 };

struct sample {
    struct pv_arena *arena;
    struct pv_sched_graph *graph;
    struct pv_row_problem *problem;
    int n_choice;
    int64_t rows[MOST_NODE][WIDTH]; /* a point that satisfies all constraints, where "is_planted" */
    bool is_planted;
};

/* The coefficient "at" of the node at "node", times "coef". */
static void add_coefficient(struct sample *sample, int node, int at, int64_t coef)
{
    const struct pv_sched_node *own = sample->graph->nodes.v[node];
    if (at < DIM) {
        pv_row_add_term(sample->problem, pv_row_var(sample->problem, own, at), -coef);
        pv_row_add_term(sample->problem, pv_row_var(sample->problem, own, at) + 1, coef);
    } else {
        pv_row_add_term(sample->problem, pv_row_param_var(sample->problem, own) + at - DIM, coef);
    }
}

/* Add a constraint on the nodes at "a" and "b", minus the choice "choice" unless negative. */
static void add_random(struct rng *rng, struct sample *sample, int a, int b, int choice)
{
    int64_t value = 0;
    bool is_equality = choice < 0 && rng_range(rng, 0, 3) == 0;
    for (int i = 0; i < 2 * WIDTH; i++) {
        int node = i < WIDTH ? a : b, at = i % WIDTH, coef = rng_range(rng, -2, 2);
        if ((i >= WIDTH && a == b) || rng_range(rng, 0, 1))
            continue;
        add_coefficient(sample, node, at, coef);
        value += coef * sample->rows[node][at];
    }
    int64_t constant = is_equality ? -value : value < 0 ? -value : rng_range(rng, 0, 2) - value;
    if (!sample->is_planted)
        constant = rng_range(rng, -2, 2);
    if (choice >= 0)
        pv_row_add_term(sample->problem, choice, -1);
    pv_row_end(sample->problem, is_equality ? PV_REL_EQ : PV_REL_GE, constant);
}

static struct sample draw(struct rng *rng, bool is_planted, int n_choice)
{
    struct sample sample = {.arena = pv_arena_new(), .n_choice = n_choice, .is_planted = is_planted};
    sample.graph = pv_new(sample.arena, struct pv_sched_graph);
    sample.graph->arena = sample.arena;
    sample.graph->n_param = N_PARAM;
    int n = rng_range(rng, 1, MOST_NODE);
    for (int i = 0; i < n; i++) {
        struct pv_sched_node *node = pv_new(sample.arena, struct pv_sched_node);
        node->index = i;
        node->name = "S";
        node->dim = node->n_in = DIM;
        pv_push(sample.arena, &sample.graph->nodes, node);
        for (int v = 0; v < WIDTH; v++)
            sample.rows[i][v] = rng_range(rng, v < DIM ? -2 : 0, 2);
    }
    sample.problem = pv_row_problem_new(sample.graph, n_choice);
    for (int i = 0; i < 2 * n + n_choice; i++)
        add_random(rng, &sample, rng_range(rng, 0, n - 1), rng_range(rng, 0, n - 1), i < n_choice ? i : -1);
    return sample;
}

/* Do "value" satisfy all constraints of the row problem, with no variable negative? */
static bool satisfies_problem(const struct sample *sample, const int64_t *value)
{
    for (int v = 0; v < sample->problem->n_var; v++)
        if (value[v] < 0)
            return false;
    for (int i = 0; i < sample->problem->constraints.n; i++) {
        const struct pv_row_constraint *constraint = &sample->problem->constraints.v[i];
        int64_t sum = constraint->constant;
        for (int t = 0; t < constraint->n_term; t++)
            sum += constraint->terms[t].coef * value[constraint->terms[t].var];
        if (constraint->relation == PV_REL_EQ ? sum != 0 : sum < 0)
            return false;
    }
    return true;
}

/* What the exact solver says where at least "least" choices are 1. */
static enum pv_solve_status solve_exactly(const struct sample *sample, int least)
{
    struct pv_simplex *solver = pv_row_problem_solver(sample->problem, PV_SOLVE_INTEGER);
    struct pv_solve_work work = {.limit = STEPS};
    struct pv_term *all = pv_new_array(sample->arena, struct pv_term, sample->n_choice + 1);
    for (int i = 0; i < sample->n_choice; i++) {
        struct pv_term one = {i, -1};
        pv_simplex_add(solver, PV_REL_GE, 1, &one, 1);
        all[i] = (struct pv_term){i, 1};
    }
    pv_simplex_add(solver, PV_REL_GE, -least, all, sample->n_choice);
    enum pv_solve_status status = pv_ilp_minimize(solver, NULL, &work);
    pv_simplex_free(solver);
    return status;
}

static void test_random(struct report *report, const char *name, bool is_planted, int most_choice)
{
    report_begin(report, name);
    struct rng rng = {17};
    int n_found = 0, n_none = 0, n_zero = 0;
    for (int round = 0; round < report_count(report, 2000) && !report->failed; round++) {
        struct sample sample = draw(&rng, is_planted, rng_range(&rng, 0, most_choice));
        struct pv_schedule_params params = {.solver = PV_SOLVER_UTVPI};
        struct pv_sched_run run = {.arena = sample.arena, .params = &params, .work = {.limit = -1}};
        struct pv_utvpi *search = pv_utvpi_new(&run, &(struct pv_utvpi_wish){.problem = sample.problem});
        int64_t *head = pv_new_array(sample.arena, int64_t, sample.n_choice + 1);
        int64_t *value = pv_new_array(sample.arena, int64_t, sample.problem->n_var + 1);
        for (int i = 0; i < sample.n_choice; i++)
            head[i] = PV_HEAD_ONE_OR_ZERO;
        enum pv_utvpi_status status = pv_utvpi_find(search, head, NULL, value);
        expect(report, status != PV_UTVPI_FOUND || satisfies_problem(&sample, value), "round %d: a wrong row", round);
        expect(report, status != PV_UTVPI_NONE || solve_exactly(&sample, 0) != PV_SOLVE_OPTIMAL,
               "round %d: there is a row", round);
        bool is_zero = pv_utvpi_knows_all_zero(search, head);
        expect(report, !is_zero || !sample.n_choice || solve_exactly(&sample, 1) != PV_SOLVE_OPTIMAL,
               "round %d: a choice can be 1", round);
        pv_sched_row seed[MOST_NODE];
        for (int i = 0; i < sample.graph->nodes.n; i++)
            seed[i] = sample.rows[i];
        if (is_planted) {
            status = pv_utvpi_find_around(search, head, seed, value);
            expect(report, status == PV_UTVPI_FOUND, "round %d: the seed is lost", round);
            expect(report, satisfies_problem(&sample, value), "round %d: a wrong row around the seed", round);
        }
        n_found += status == PV_UTVPI_FOUND;
        n_none += status == PV_UTVPI_NONE;
        n_zero += is_zero && sample.n_choice;
        pv_utvpi_free(search);
        pv_arena_free(sample.arena);
    }
    expect(report, report->scale < 1 || n_found > 100, "only %d rows found", n_found);
    expect(report, report->scale < 1 || is_planted || n_none > 20, "only %d systems without a row", n_none);
    expect(report, report->scale < 1 || is_planted || !most_choice || n_zero > 20, "only %d without choices", n_zero);
    report_end(report);
}

int main(int argc, char **argv)
{
    struct report report;
    report_init(&report, argc, argv);
    test_random(&report, "any constraints", false, 0);
    test_random(&report, "constraints with a solution", true, 0);
    test_random(&report, "choices", false, 3);
    test_random(&report, "choices around a solution", true, 3);
    return report.n_failed > 0;
}
