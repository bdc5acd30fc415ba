/* Decides which members of a band the threads of a device can share. */
#include "map/gridshare.h"

#include "map/nest.h"
#include "map/reuse.h"
#include "map/work.h"

/* Bytes that a thread may have of its own. */
static const int64_t most_private_bytes = 4096;
/* Fewer iterations are not worth a launch in each iteration of a loop of the host. */
static const double few_iterations = 8;

static bool is_small(const struct pv_sharing *sharing)
{
    int64_t bytes = 0;
    for (int i = 0; i < sharing->privates.n; i++)
        bytes += sharing->privates.v[i]->var->type->size;
    return bytes <= most_private_bytes;
}

/* May threads share member "pos" of the band "node"? -1 where isl failed. What each then needs of its own is added to
 * "sharing". */
static int may_share(const struct pv_conflicts *conflicts, __isl_keep isl_schedule_node *node, int pos,
                     struct pv_sharing *sharing)
{
    struct pv_sharing with = {0};
    for (int i = 0; i < sharing->privates.n; i++)
        pv_push(conflicts->arena, &with.privates, sharing->privates.v[i]);
    struct pv_loop_place place = pv_loop_place_at(node, pos, 0);
    int allows = pv_conflicts_allow_parallel(conflicts, &place, &with);
    pv_loop_place_free(&place);
    if (allows == 1 && (with.reductions.n || !is_small(&with)))
        allows = 0;
    if (allows == 1)
        *sharing = with;
    return allows;
}

static int weigh_access(const struct pv_reuse_stmt *stmt, int access, int dim)
{
    static const int worth[] = {[PV_STRIDE_ONE] = 8, [PV_STRIDE_NEAR] = 2, [PV_STRIDE_UNKNOWN] = 0};
    enum pv_stride stride = stmt->strides[access * stmt->n_dims + dim];
    return worth[stride] + (stride == PV_STRIDE_ONE && stmt->stmt->accesses.v[access]->is_write);
}

/* How much it is worth that neighbours in a block, whose iterations differ in schedule dimension "dim", touch neighbours
 * in memory, or what is not far away, summed over the references below "node". Where there is nothing else to choose by, they
 * write neighbours: what they read may go through shared memory. -1: isl failed. */
static int weigh_neighbours(const struct pv_conflicts *conflicts, __isl_keep isl_schedule_node *node, int dim)
{
    int weight = 0;
    if (isl_schedule_node_get_type(node) == isl_schedule_node_leaf) {
        pv_reuse_stmts stmts = {0};
        if (!pv_reuse_find(conflicts->arena, conflicts->scop, node, &stmts))
            return -1;
        for (int i = 0; i < stmts.n; i++)
            for (int a = 0; dim < stmts.v[i].n_dims && a < stmts.v[i].stmt->accesses.n; a++)
                weight += weigh_access(&stmts.v[i], a, dim);
        return weight;
    }
    int n = (int)isl_schedule_node_n_children(node);
    for (int i = 0; i < n && weight >= 0; i++) {
        isl_schedule_node *child = isl_schedule_node_get_child(node, i);
        int below = weigh_neighbours(conflicts, child, dim);
        weight = below < 0 ? -1 : weight + below;
        isl_schedule_node_free(child);
    }
    return weight;
}

/* Put the member whose neighbours are neighbours in memory last. */
static bool order_members(const struct pv_conflicts *conflicts, __isl_keep isl_schedule_node *node,
                          struct pv_share_choice *choice)
{
    int depth = (int)isl_schedule_node_get_schedule_depth(node), best = choice->n - 1, most = -1;
    for (int i = choice->n - 1; i >= 0 && choice->n > 1; i--) {
        int weight = weigh_neighbours(conflicts, node, depth + choice->members[i]);
        if (weight < 0)
            return false;
        if (weight > most) {
            most = weight;
            best = i;
        }
    }
    int member = choice->n ? choice->members[best] : 0;
    for (int i = best; i + 1 < choice->n; i++)
        choice->members[i] = choice->members[i + 1];
    if (choice->n)
        choice->members[choice->n - 1] = member;
    return true;
}

bool pv_share_choose(const struct pv_conflicts *conflicts, __isl_keep isl_schedule_node *node,
                     struct pv_share_choice *choice)
{
    int n = (int)isl_schedule_node_band_n_member(node);
    bool is_permutable = isl_schedule_node_band_get_permutable(node) == isl_bool_true;
    for (int i = 0; i < (is_permutable ? n : 1) && choice->n < PV_MAX_AXES; i++) {
        int allows = may_share(conflicts, node, i, &choice->sharing);
        if (allows < 0)
            return false;
        if (allows)
            choice->members[choice->n++] = i;
    }
    return order_members(conflicts, node, choice);
}

/* Have the members of "choice" of the band "node" enough iterations for a launch, if the host launches it again and again? One
 * thread of a device is done with a few before another kernel has started. */
static isl_bool is_worth_launches(__isl_keep isl_schedule_node *node, const struct pv_share_choice *choice)
{
    double all = 1;
    for (int i = 0; i < choice->n; i++) {
        double length = pv_work_length(node, choice->members[i]);
        if (length < 0)
            return isl_bool_error;
        all *= length;
    }
    return isl_bool_ok(choice->n > 0 && (all >= few_iterations || !isl_schedule_node_get_schedule_depth(node)));
}

isl_bool pv_share_has_any(const struct pv_conflicts *conflicts, __isl_keep isl_schedule_node *node)
{
    isl_bool found = isl_bool_false;
    if (isl_schedule_node_get_type(node) == isl_schedule_node_band) {
        struct pv_share_choice choice = {0};
        if (!pv_share_choose(conflicts, node, &choice))
            return isl_bool_error;
        found = is_worth_launches(node, &choice);
    }
    int n = (int)isl_schedule_node_n_children(node);
    for (int i = 0; i < n && found == isl_bool_false; i++) {
        isl_schedule_node *child = isl_schedule_node_get_child(node, i);
        found = pv_share_has_any(conflicts, child);
        isl_schedule_node_free(child);
    }
    return found;
}

/* Can threads share member "pos" of the band "node" while the host runs member "outer"? -1 where isl failed. */
static int may_share_inside(const struct pv_conflicts *conflicts, __isl_keep isl_schedule_node *node, int pos,
                            int outer)
{
    struct pv_sharing sharing = {0};
    struct pv_loop_place place = pv_loop_place_at(node, pos, pv_member_bit(outer));
    int allows = pv_conflicts_allow_parallel(conflicts, &place, &sharing);
    pv_loop_place_free(&place);
    return allows == 1 && (sharing.reductions.n || sharing.privates.n) ? 0 : allows;
}

int pv_share_find_outer(const struct pv_conflicts *conflicts, __isl_keep isl_schedule_node *node,
                        const struct pv_share_choice *choice)
{
    int n = (int)isl_schedule_node_band_n_member(node), shared = choice->members[0];
    bool is_permutable = isl_schedule_node_band_get_permutable(node) == isl_bool_true;
    if (choice->n != 1 || choice->sharing.privates.n || n != 3 || !is_permutable)
        return -1;
    for (int outer = 0; outer < n; outer++) {
        int other = n - shared - outer; /* the members are 0, 1 and 2 */
        if (outer == shared)
            continue;
        int allows = may_share_inside(conflicts, node, other, outer);
        if (allows)
            return allows < 0 ? -2 : outer;
    }
    return -1;
}

__isl_give isl_schedule_node *pv_share_join(const struct pv_conflicts *conflicts, __isl_take isl_schedule_node *node,
                                            struct pv_share_choice *choice)
{
    int n = (int)isl_schedule_node_band_n_member(node);
    isl_schedule_node *child = isl_schedule_node_get_child(node, 0);
    bool has_band = isl_schedule_node_get_type(child) == isl_schedule_node_band;
    isl_schedule_node_free(child);
    if (choice->n != n || n >= PV_MAX_AXES || !has_band)
        return node;
    isl_schedule_node *joined = pv_band_merge(isl_schedule_node_copy(node));
    struct pv_share_choice both = {0};
    bool ok = joined && pv_share_choose(conflicts, joined, &both);
    bool is_better = ok && both.n > choice->n;
    isl_schedule_node_free(is_better ? node : joined);
    if (is_better)
        *choice = both;
    else if (!ok)
        return isl_schedule_node_free(node);
    return is_better ? joined : node;
}
