/* The schedule tree that was found, and its conversion to isl's. */
#include "schedule/schedtree.h"

#include <isl/aff.h>
#include <isl/local_space.h>
#include <isl/schedule_node.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/union_set.h>
#include <isl/val.h>

struct pv_sched_tree *pv_sched_tree_new(enum pv_sched_tree_kind kind, const struct pv_sched_graph *graph)
{
    struct pv_sched_tree *tree = pv_new(graph->arena, struct pv_sched_tree);
    tree->kind = kind;
    tree->graph = graph;
    return tree;
}

/* { S[x] -> [row of "node" number "at"] } */
static __isl_give isl_aff *row_to_aff(const struct pv_sched_problem *problem, const struct pv_sched_node *node, int at)
{
    const int64_t *row = node->rows.v[at];
    int n_param = problem->graph->n_param;
    isl_space *space = isl_set_get_space(problem->domains.v[node->index]);
    isl_aff *aff = isl_aff_zero_on_domain_space(space);
    for (int i = 0; i < node->n_in; i++) {
        int64_t coefficient = node->compress ? 0 : row[i];
        for (int d = 0; node->compress && d < node->dim; d++)
            coefficient += row[d] * node->compress[d * node->n_in + i];
        if (coefficient)
            aff = isl_aff_set_coefficient_val(aff, isl_dim_in, i, isl_val_int_from_si(problem->ctx, coefficient));
    }
    for (int i = 0; i < n_param; i++)
        if (row[node->dim + i])
            aff = isl_aff_set_coefficient_val(aff, isl_dim_param, i,
                                              isl_val_int_from_si(problem->ctx, row[node->dim + i]));
    return isl_aff_set_constant_val(aff, isl_val_int_from_si(problem->ctx, row[node->dim + n_param]));
}

static __isl_give isl_union_pw_aff *member_to_isl(const struct pv_sched_problem *problem,
                                                  const struct pv_sched_tree *tree, int at)
{
    isl_union_pw_aff *member = isl_union_pw_aff_empty(isl_space_copy(problem->params));
    for (int i = 0; i < tree->graph->nodes.n; i++) {
        isl_aff *aff = row_to_aff(problem, tree->graph->nodes.v[i], tree->first + at);
        member = isl_union_pw_aff_add_pw_aff(member, isl_pw_aff_from_aff(aff));
    }
    return member;
}

static __isl_give isl_schedule_node *insert_band(const struct pv_sched_problem *problem,
                                                 const struct pv_sched_tree *tree, __isl_take isl_schedule_node *node)
{
    isl_union_pw_aff_list *list = isl_union_pw_aff_list_alloc(problem->ctx, tree->n);
    for (int i = 0; i < tree->n; i++)
        list = isl_union_pw_aff_list_add(list, member_to_isl(problem, tree, i));
    isl_space *space = isl_space_set_from_params(isl_space_copy(problem->params));
    space = isl_space_add_dims(space, isl_dim_set, (unsigned)tree->n);
    node = isl_schedule_node_insert_partial_schedule(node, isl_multi_union_pw_aff_from_union_pw_aff_list(space, list));
    node = isl_schedule_node_band_set_permutable(node, tree->is_permutable);
    for (int i = 0; i < tree->n; i++)
        node = isl_schedule_node_band_member_set_coincident(node, i, tree->coincident && tree->coincident[i]);
    return node;
}

/* All instances of the statements below "tree", bounds left out: { S[x]; T[x] }. */
static __isl_give isl_union_set *filter_of(const struct pv_sched_problem *problem, const struct pv_sched_tree *tree)
{
    isl_union_set *filter = isl_union_set_empty(isl_space_copy(problem->params));
    for (int i = 0; i < tree->graph->nodes.n; i++) {
        isl_space *space = isl_set_get_space(problem->domains.v[tree->graph->nodes.v[i]->index]);
        filter = isl_union_set_add_set(filter, isl_set_universe(space));
    }
    return filter;
}

static __isl_give isl_schedule_node *insert_children(const struct pv_sched_problem *problem,
                                                     const struct pv_sched_tree *tree,
                                                     __isl_take isl_schedule_node *node)
{
    isl_union_set_list *filters = isl_union_set_list_alloc(problem->ctx, tree->children.n);
    for (int i = 0; i < tree->children.n; i++)
        filters = isl_union_set_list_add(filters, filter_of(problem, tree->children.v[i]));
    return tree->kind == PV_TREE_SET ? isl_schedule_node_insert_set(node, filters)
                                     : isl_schedule_node_insert_sequence(node, filters);
}

/* Put "tree" in the place of the leaf "node"; the result is where "node" was. */
static __isl_give isl_schedule_node *insert_tree(const struct pv_sched_problem *problem,
                                                 const struct pv_sched_tree *tree, __isl_take isl_schedule_node *node)
{
    if (tree->kind == PV_TREE_LEAF)
        return node;
    if (tree->kind == PV_TREE_BAND) {
        node = insert_band(problem, tree, node);
        node = insert_tree(problem, tree->children.v[0], isl_schedule_node_child(node, 0));
        return isl_schedule_node_parent(node);
    }
    node = insert_children(problem, tree, node);
    for (int i = 0; i < tree->children.n; i++) {
        node = isl_schedule_node_child(isl_schedule_node_child(node, i), 0);
        node = insert_tree(problem, tree->children.v[i], node);
        node = isl_schedule_node_parent(isl_schedule_node_parent(node));
    }
    return node;
}

__isl_give isl_schedule *pv_sched_tree_to_isl(const struct pv_sched_problem *problem, const struct pv_sched_tree *tree)
{
    isl_union_set *domain = isl_union_set_empty(isl_space_copy(problem->params));
    for (int i = 0; i < problem->domains.n; i++)
        domain = isl_union_set_add_set(domain, isl_set_copy(problem->domains.v[i]));
    isl_schedule_node *node = isl_schedule_node_from_domain(domain);
    node = insert_tree(problem, tree, isl_schedule_node_child(node, 0));
    isl_schedule *schedule = isl_schedule_node_get_schedule(node);
    isl_schedule_node_free(node);
    return schedule;
}
