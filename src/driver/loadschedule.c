/* Accepts the user's schedules after it has proven them legal. */
#include "driver/loadschedule.h"

#include "check/schedcheck.h"
#include "schedule/constraints.h"

#include <isl/schedule_node.h>

/* Is "node" of a kind that orders what there is, and adds nothing? */
static isl_bool is_plain(__isl_keep isl_schedule_node *node, void *user)
{
    (void)user;
    switch (isl_schedule_node_get_type(node)) {
    case isl_schedule_node_domain:
    case isl_schedule_node_band:
    case isl_schedule_node_filter:
    case isl_schedule_node_sequence:
    case isl_schedule_node_set:
    case isl_schedule_node_leaf:
        return isl_bool_true;
    default:
        return isl_bool_false;
    }
}

static __isl_give isl_schedule_node *forget_claims(__isl_take isl_schedule_node *node, void *user)
{
    (void)user;
    if (isl_schedule_node_get_type(node) != isl_schedule_node_band)
        return node;
    int n = (int)isl_schedule_node_band_n_member(node);
    for (int i = 0; i < n; i++)
        node = isl_schedule_node_band_member_set_coincident(node, i, 0);
    return isl_schedule_node_band_set_permutable(node, 0);
}

/* "tree", without what its bands say of themselves unless all of that is true. */
static __isl_give isl_schedule *with_true_claims(const struct pv_scop *scop, const struct pv_deps *deps,
                                                 __isl_take isl_schedule *tree)
{
    isl_schedule_constraints *sc = pv_constraints_from_deps(scop, deps, PV_LIVE_RANGES_KEEP_ORDER);
    bool is_true = pv_legality_check_tree(sc, tree) == PV_LEGAL;
    isl_schedule_constraints_free(sc);
    return is_true ? tree : isl_schedule_map_schedule_node_bottom_up(tree, forget_claims, NULL);
}

__isl_give isl_schedule *pv_loadschedule_take(struct pv_diag *diag, const struct pv_schedfile *file,
                                              const struct pv_scop *scop, const struct pv_deps *deps)
{
    isl_schedule_node *root = isl_schedule_get_root(file->tree);
    isl_bool plain = isl_schedule_node_every_descendant(root, is_plain, NULL);
    isl_schedule_node_free(root);
    if (plain != isl_bool_true) {
        pv_error(diag, file->at,
                 "this schedule has nodes other than domain, band, filter, sequence and set; remove those");
        return NULL;
    }
    isl_union_set *domain = pv_constraints_get_domain(scop);
    enum pv_legality legality = pv_legality_check(scop, deps, file->tree, domain);
    isl_union_set_free(domain);
    if (legality == PV_LEGAL)
        return with_true_claims(scop, deps, isl_schedule_copy(file->tree));
    const char *what = pv_legality_describe(legality);
    pv_error(diag, file->at, "this schedule does not fit the region: %s",
             what ? what : "checking it exceeded the budget");
    pv_note(diag, scop->region->range.begin, "the region");
    return NULL;
}
