/* The loops of the program around each statement, as schedule rows. */
#include "schedule/original.h"

#include <isl/aff.h>
#include <isl/id.h>
#include <isl/schedule_node.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/union_set.h>
#include <isl/val.h>
#include <string.h>

struct search {
    struct pv_sched_problem *problem;
    isl_multi_union_pw_aff *place; /* the loops around the leaf that is being looked at */
};

static bool get_coefficient(__isl_keep isl_aff *aff, enum isl_dim_type type, int at, int64_t *value)
{
    isl_val *val = type == isl_dim_cst ? isl_aff_get_constant_val(aff) : isl_aff_get_coefficient_val(aff, type, at);
    *value = isl_val_get_num_si(val);
    bool fits = isl_val_eq_si(val, *value) == isl_bool_true && *value<PV_CONE_MAX && * value> - PV_CONE_MAX;
    isl_val_free(val);
    return fits;
}

/* Put the coefficient of iterator "at" into "row". With a compression this works where a coordinate is the iterator. */
static bool set_coordinate(const struct pv_sched_node *node, int at, int64_t value, pv_sched_row row)
{
    if (value == 0)
        return true;
    for (int d = 0; d < node->dim; d++) {
        int64_t own = node->compress ? node->compress[d * node->n_in + at] : d == at;
        int n_set = 0;
        for (int i = 0; node->compress && i < node->n_in; i++)
            n_set += node->compress[d * node->n_in + i] != 0;
        if (own == 1 && n_set <= 1) {
            row[d] = value;
            return true;
        }
    }
    return false;
}

/* Append the loop "aff" to the original rows of "node"; false if it cannot be. */
static bool add_row(const struct pv_sched_problem *problem, struct pv_sched_node *node, __isl_keep isl_aff *aff)
{
    int n_param = problem->graph->n_param;
    pv_sched_row row = pv_new_array(problem->graph->arena, int64_t, node->dim + n_param + 1);
    bool fits = isl_aff_dim(aff, isl_dim_div) == 0;
    for (int i = 0; i < node->n_in && fits; i++) {
        int64_t value;
        fits = get_coefficient(aff, isl_dim_in, i, &value) && set_coordinate(node, i, value, row);
    }
    for (int i = 0; i < n_param && fits; i++)
        fits = get_coefficient(aff, isl_dim_param, i, &row[node->dim + i]);
    fits = fits && get_coefficient(aff, isl_dim_cst, 0, &row[node->dim + n_param]);
    if (fits)
        pv_push(problem->graph->arena, &node->original, row);
    return fits;
}

static isl_stat take_piece(__isl_take isl_set *set, __isl_take isl_aff *aff, void *user)
{
    isl_aff **piece = user;
    isl_set_free(set);
    isl_aff_free(*piece);
    *piece = aff;
    return isl_stat_ok;
}

/* Loop "at" around "node", as one affine function; NULL if it is not one. */
static __isl_give isl_aff *get_loop(const struct search *search, const struct pv_sched_node *node, int at)
{
    isl_union_pw_aff *loop = isl_multi_union_pw_aff_get_union_pw_aff(search->place, at);
    isl_space *space = isl_set_get_space(search->problem->domains.v[node->index]);
    loop = isl_union_pw_aff_align_params(loop, isl_space_copy(search->problem->params));
    space = isl_space_add_dims(isl_space_from_domain(space), isl_dim_out, 1);
    isl_pw_aff *function = isl_union_pw_aff_extract_pw_aff(loop, space);
    isl_union_pw_aff_free(loop);
    isl_aff *aff = NULL;
    if (isl_pw_aff_n_piece(function) == 1)
        isl_pw_aff_foreach_piece(function, &take_piece, &aff);
    isl_pw_aff_free(function);
    return aff;
}

static void add_loops(const struct search *search, struct pv_sched_node *node)
{
    isl_size n = isl_multi_union_pw_aff_dim(search->place, isl_dim_set);
    bool fits = node->original.n == 0;
    for (int i = 0; i < n && fits; i++) {
        isl_aff *aff = get_loop(search, node, i);
        fits = aff && add_row(search->problem, node, aff);
        isl_aff_free(aff);
    }
}

/* Add the loops around the leaf to the node of the statement "instances". */
static isl_stat look_at_statement(__isl_take isl_set *instances, void *user)
{
    struct search *search = user;
    isl_id *name = isl_set_has_tuple_id(instances) == isl_bool_true ? isl_set_get_tuple_id(instances) : NULL;
    for (int i = 0; name && i < search->problem->domains.n; i++) {
        isl_set *domain = search->problem->domains.v[i];
        if (isl_set_has_tuple_id(domain) != isl_bool_true)
            continue;
        isl_id *own = isl_set_get_tuple_id(domain);
        isl_id_free(own);
        if (own == name)
            add_loops(search, search->problem->graph->nodes.v[i]);
    }
    isl_id_free(name);
    isl_set_free(instances);
    return isl_stat_ok;
}

static isl_bool look_at_leaf(__isl_keep isl_schedule_node *node, void *user)
{
    struct search *search = user;
    if (isl_schedule_node_get_type(node) != isl_schedule_node_leaf)
        return isl_bool_true;
    search->place = isl_schedule_node_get_prefix_schedule_multi_union_pw_aff(node);
    isl_union_set *statements = isl_schedule_node_get_universe_domain(node);
    isl_union_set_foreach_set(statements, &look_at_statement, search);
    isl_union_set_free(statements);
    search->place = isl_multi_union_pw_aff_free(search->place);
    return isl_bool_true;
}

/* The loops around a chain are its coordinates. */
static void add_coordinates(const struct pv_sched_problem *problem, struct pv_sched_node *node)
{
    for (int i = 0; i < node->n_in; i++) {
        pv_sched_row row = pv_new_array(problem->graph->arena, int64_t, node->dim + problem->graph->n_param + 1);
        if (!set_coordinate(node, i, 1, row))
            return;
        pv_push(problem->graph->arena, &node->original, row);
    }
}

void pv_original_find(struct pv_sched_problem *problem, __isl_keep isl_schedule *schedule,
                      const pv_sched_aliases *aliases)
{
    struct search search = {.problem = problem};
    isl_schedule_foreach_schedule_node_top_down(schedule, &look_at_leaf, &search);
    for (int n = 0; n < problem->graph->nodes.n; n++)
        for (int i = 0; aliases && i < aliases->n; i++)
            if (!strcmp(aliases->v[i].name, problem->graph->nodes.v[n]->name))
                add_coordinates(problem, problem->graph->nodes.v[n]);
}
