/* Finds what a schedule does for each statement. */
#include "driver/merit.h"

#include <isl/mat.h>
#include <isl/schedule_node.h>

static void weigh_band(__isl_keep isl_schedule_node *node, struct pv_merit *merit)
{
    int n = (int)isl_schedule_node_band_n_member(node);
    for (int i = 0; i < n; i++) {
        bool is_parallel = isl_schedule_node_band_member_get_coincident(node, i) == isl_bool_true;
        merit->n_parallel += is_parallel;
        merit->first += !merit->n_parallel;
    }
    bool is_deeper = isl_schedule_node_band_get_permutable(node) == isl_bool_true && n > merit->deepest;
    merit->deepest = is_deeper ? n : merit->deepest;
}

/* The merit of a statement of which some instances have "a" and some "b". */
static struct pv_merit worse(const struct pv_merit *a, const struct pv_merit *b)
{
    return (struct pv_merit){.first = a->first > b->first ? a->first : b->first,
                             .n_parallel = a->n_parallel < b->n_parallel ? a->n_parallel : b->n_parallel,
                             .deepest = a->deepest < b->deepest ? a->deepest : b->deepest,
                             .is_known = true};
}

/* Do the loops around have one instance of "instances" each time? */
static bool is_point(__isl_keep isl_set *instances)
{
    isl_basic_set *hull = isl_set_affine_hull(isl_set_copy(instances));
    int n = (int)isl_basic_set_dim(hull, isl_dim_set), n_fixed = 0;
    isl_mat *equalities = isl_basic_set_equalities_matrix(hull, isl_dim_set, isl_dim_param, isl_dim_div, isl_dim_cst);
    n_fixed = (int)isl_mat_rows(equalities);
    isl_mat_free(equalities);
    isl_basic_set_free(hull);
    return n > 0 && n_fixed >= n;
}

static void weigh(const struct pv_scop *scop, __isl_keep isl_schedule_node *node, struct pv_merit merit,
                  struct pv_merit *merits)
{
    if (isl_schedule_node_get_type(node) == isl_schedule_node_band)
        weigh_band(node, &merit);
    int n = (int)isl_schedule_node_n_children(node);
    for (int i = 0; i < n; i++) {
        isl_schedule_node *child = isl_schedule_node_get_child(node, i);
        weigh(scop, child, merit, merits);
        isl_schedule_node_free(child);
    }
    if (isl_schedule_node_get_type(node) != isl_schedule_node_leaf)
        return;
    isl_union_set *here = isl_schedule_node_get_domain(node);
    for (int i = 0; i < scop->stmts.n; i++) {
        isl_set *own = isl_union_set_extract_set(here, isl_set_get_space(scop->stmts.v[i]->domain));
        merit.is_known = true;
        if (isl_set_plain_is_empty(own) == isl_bool_false && (merit.n_parallel || !is_point(own)))
            merits[i] = merits[i].is_known ? worse(&merits[i], &merit) : merit;
        isl_set_free(own);
    }
    isl_union_set_free(here);
}

struct pv_merit *pv_merits_find(struct pv_job *job, const struct pv_scop *scop, __isl_keep isl_schedule *schedule)
{
    struct pv_merit *merits = pv_new_array(job->arena, struct pv_merit, scop->stmts.n + 1);
    isl_schedule_node *root = isl_schedule_get_root(schedule);
    weigh(scop, root, (struct pv_merit){0}, merits);
    isl_schedule_node_free(root);
    return merits;
}
