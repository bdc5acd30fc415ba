/* Moves loops so that the innermost ones have short strides; checks every move. */
#include "map/locality.h"

#include "map/nest.h"
#include "map/reuse.h"
#include "map/subtreecheck.h"
#include "map/work.h"

/* Iterations that a loop of unknown length is taken to have. */
static const double usual_length = 100;
/* Cycles until a floating-point sum can take the next summand; with other sums in between, per summand. */
static const double latency = 4, shared_latency = 1;
/* Cycles of other statements that a core gets done while a serial loop waits for its sum. */
static const double hidden_cycles = 8;
/* A change must make things so much better to be worth it. */
static const double worthwhile = 0.9, worth_apart = 0.8; /* loops apart go through memory twice */
/* Iterations of a loop that are kept together when the rest of it moves outwards for the threads to share. */
static const int part_size = 64;

bool pv_node_is_leaf_band(__isl_keep isl_schedule_node *node)
{
    if (isl_schedule_node_get_type(node) != isl_schedule_node_band)
        return false;
    isl_schedule_node *child = isl_schedule_node_get_child(node, 0);
    bool is_leaf = isl_schedule_node_get_type(child) == isl_schedule_node_leaf;
    isl_schedule_node_free(child);
    return is_leaf;
}

bool pv_node_is_fused_band(__isl_keep isl_schedule_node *node)
{
    if (isl_schedule_node_get_type(node) != isl_schedule_node_band)
        return false;
    isl_schedule_node *child = isl_schedule_node_get_child(node, 0);
    enum isl_schedule_node_type type = isl_schedule_node_get_type(child);
    bool is_fused = type == isl_schedule_node_sequence || type == isl_schedule_node_set;
    int n = is_fused ? (int)isl_schedule_node_n_children(child) : 0;
    for (int i = 0; i < n && is_fused; i++) {
        isl_schedule_node *leaf = isl_schedule_node_grandchild(isl_schedule_node_copy(child), i, 0);
        is_fused = isl_schedule_node_get_type(leaf) == isl_schedule_node_leaf;
        isl_schedule_node_free(leaf);
    }
    isl_schedule_node_free(child);
    return is_fused;
}

bool pv_node_is_nest(__isl_keep isl_schedule_node *node)
{
    return isl_schedule_node_get_type(node) == isl_schedule_node_band && isl_schedule_node_band_n_member(node) >= 2 &&
           isl_schedule_node_band_get_permutable(node) == isl_bool_true && !pv_node_is_leaf_band(node);
}

static double power(double base, int n)
{
    double result = 1;
    while (n-- > 0)
        result *= base;
    return result;
}

/* Costs. */

/* Is there another loop in "jammed" whose iterations write elsewhere? Then several sums go on at a time. */
static bool has_other_sums(const struct pv_reuse_stmt *stmt, int dim, uint64_t jammed)
{
    for (int d = 0; d < stmt->n_dims && d < 64; d++)
        for (int i = 0; d != dim && (jammed >> d & 1) && i < stmt->stmt->accesses.n; i++)
            if (stmt->moves[d] && stmt->stmt->accesses.v[i]->is_write && pv_reuse_stride(stmt, i, d) != PV_STRIDE_NONE)
                return true;
    return false;
}

/* Cycles of an instance of "stmt" where schedule dimension "dim" is innermost and those in "jammed" can be unrolled into
 * it. */
static double cost_at(const struct pv_reuse_stmt *stmt, int dim, bool allows, uint64_t jammed)
{
    while (dim >= 0 && !stmt->moves[dim]) {
        dim--;
        allows = false;
    }
    if (dim < 0)
        return 1;
    double cycles = pv_reuse_cycles(stmt, dim, allows, jammed) + stmt->heavy;
    return allows ? cycles : cycles + (has_other_sums(stmt, dim, jammed) ? shared_latency : latency);
}

static double weight(const struct pv_reuse_stmt *stmt)
{
    return power(usual_length, stmt->n_loops);
}

/* Cycles of all statements of "stmts" where "dim" is the innermost loop. */
static double cost_of_dim(const pv_reuse_stmts *stmts, int dim, bool allows, uint64_t jammed)
{
    double sum = 0;
    for (int i = 0; i < stmts->n; i++)
        sum += weight(&stmts->v[i]) * cost_at(&stmts->v[i], dim, allows, jammed);
    return sum;
}

/* May the iterations of member "pos" of "node" run together where all other members are around it? */
static int allows_innermost(const struct pv_conflicts *conflicts, __isl_keep isl_schedule_node *node, int pos)
{
    struct pv_sharing sharing = {0};
    struct pv_loop_place place = pv_loop_place_at(node, pos, ~pv_member_bit(pos));
    int allows = pv_conflicts_allow_parallel(conflicts, &place, &sharing);
    pv_loop_place_free(&place);
    return allows;
}

struct choice {
    int pos;
    bool allows;
    double cost;
};

/* Whether iterations are taken to run together where that is not known yet. */
enum hope { EXACT, HOPEFUL };

/* The best innermost member of the band "node", whose leaves hold "stmts". */
static struct choice choose(const struct pv_conflicts *conflicts, __isl_keep isl_schedule_node *node,
                            const pv_reuse_stmts *stmts, enum hope hope)
{
    int n = (int)isl_schedule_node_band_n_member(node), outer = (int)isl_schedule_node_get_schedule_depth(node);
    bool can_turn = isl_schedule_node_band_get_permutable(node) == isl_bool_true;
    int first = can_turn ? 0 : n - 1;
    uint64_t members = can_turn && outer + n < 64 ? (((uint64_t)1 << n) - 1) << outer : 0;
    struct choice best = {-1, false, -1};
    for (int i = n - 1; i >= first; i--) {
        int allows = hope == HOPEFUL ? 1 : allows_innermost(conflicts, node, i);
        if (allows < 0)
            return (struct choice){-1, false, -1};
        struct choice here = {i, allows, cost_of_dim(stmts, outer + i, allows, members)};
        if (best.pos < 0 || here.cost < best.cost * 0.99)
            best = here;
    }
    return best;
}

int pv_locality_choose_innermost(const struct pv_conflicts *conflicts, __isl_keep isl_schedule_node *node, bool *allows)
{
    pv_reuse_stmts stmts = {0};
    isl_schedule_node *leaf = isl_schedule_node_get_child(node, 0);
    bool ok = pv_reuse_find(conflicts->arena, conflicts->scop, leaf, &stmts);
    isl_schedule_node_free(leaf);
    struct choice choice = choose(conflicts, node, &stmts, EXACT);
    *allows = choice.allows;
    return ok ? choice.pos : -1;
}

/* May the iterations of the last member of the band "node" run together, each with scalars of its own? */
static int allows_fused(const struct pv_conflicts *conflicts, __isl_keep isl_schedule_node *node)
{
    struct pv_sharing sharing = {0};
    int last = (int)isl_schedule_node_band_n_member(node) - 1;
    struct pv_loop_place place = pv_loop_place_at(node, last, ~pv_member_bit(last));
    int allows = pv_conflicts_allow_parallel(conflicts, &place, &sharing);
    pv_loop_place_free(&place);
    for (int i = 0; i < sharing.privates.n && allows == 1; i++)
        allows = sharing.privates.v[i]->n_dims == 0;
    return allows == 1 ? !sharing.reductions.n : allows;
}

/* Do all of "stmts" move with schedule dimension "dim", and in vectors if its iterations may run together? */
static bool have_vector_form(const pv_reuse_stmts *stmts, int dim)
{
    bool all = stmts->n > 0;
    for (int i = 0; i < stmts->n; i++)
        all = all && stmts->v[i].moves[dim] && stmts->v[i].vectorises_private[dim];
    return all;
}

bool pv_locality_vectorises_fused(const struct pv_conflicts *conflicts, __isl_keep isl_schedule_node *node,
                                  const pv_reuse_stmts *stmts)
{
    int dim = (int)isl_schedule_node_get_schedule_depth(node) + (int)isl_schedule_node_band_n_member(node) - 1;
    return have_vector_form(stmts, dim) && allows_fused(conflicts, node) == 1;
}

/* Cycles of one instance of each of "stmts" in the innermost loop "dim", which executes all of them in a row: into "cycles". In a
 * serial loop, where "allows" is false, a core works on the other statements while it waits for the one that the next iteration
 * needs. */
static void fuse_cycles(const pv_reuse_stmts *stmts, int dim, bool allows, double *cycles)
{
    bool is_vector = allows && have_vector_form(stmts, dim);
    double others = 0;
    int most = 0;
    for (int i = 0; i < stmts->n; i++) {
        bool has_lanes = stmts->v[i].moves[dim] && stmts->v[i].vectorises[dim];
        cycles[i] = cost_at(&stmts->v[i], dim, true, 0) * (is_vector == has_lanes ? 1 : is_vector ? 0.25 : 4);
        most = weight(&stmts->v[i]) * cycles[i] > weight(&stmts->v[most]) * cycles[most] ? i : most;
    }
    for (int i = 0; i < stmts->n && !allows; i++)
        others += i == most ? 0 : weight(&stmts->v[i]) * cycles[i];
    if (allows || !stmts->n)
        return;
    double hidden = weight(&stmts->v[most]) * hidden_cycles, left = others > hidden ? 1 - hidden / others : 0;
    cycles[most] += latency;
    for (int i = 0; i < stmts->n; i++)
        cycles[i] *= i == most ? 1 : left;
}

/* The cost of the band "node" right above a sequence of leaves: one innermost loop with several statements. */
static double fused_cost(const struct pv_conflicts *conflicts, __isl_keep isl_schedule_node *node, enum hope hope)
{
    pv_reuse_stmts stmts = {0};
    isl_schedule_node *child = isl_schedule_node_get_child(node, 0);
    bool ok = pv_reuse_find(conflicts->arena, conflicts->scop, child, &stmts);
    isl_schedule_node_free(child);
    int dim = (int)isl_schedule_node_get_schedule_depth(node) + (int)isl_schedule_node_band_n_member(node) - 1;
    int allows = hope == HOPEFUL ? 1 : allows_fused(conflicts, node);
    if (!ok || allows < 0)
        return -1;
    double sum = 0, *cycles = pv_new_array(conflicts->arena, double, stmts.n + 1);
    fuse_cycles(&stmts, dim, allows, cycles);
    for (int i = 0; i < stmts.n; i++)
        sum += weight(&stmts.v[i]) * cycles[i];
    return sum;
}

/* May the iterations of the last member of the band "node" run together, as far as "stmt" is concerned? isl generates a loop for
 * each statement of a leaf where they do not execute the same iterations. */
static int allows_statement(const struct pv_conflicts *conflicts, __isl_keep isl_schedule_node *node,
                            const struct pv_reuse_stmt *stmt)
{
    struct pv_sharing sharing = {0};
    int last = (int)isl_schedule_node_band_n_member(node) - 1;
    struct pv_loop_place place = pv_loop_place_at(node, last, ~pv_member_bit(last));
    isl_set *own = isl_set_universe(isl_set_get_space(stmt->stmt->domain));
    place.domain = isl_union_set_intersect(place.domain, isl_union_set_from_set(own));
    int allows = pv_conflicts_allow_parallel(conflicts, &place, &sharing);
    pv_loop_place_free(&place);
    return allows;
}

double *pv_locality_cycles(const struct pv_conflicts *conflicts, __isl_keep isl_schedule_node *node, uint64_t jammed,
                           pv_reuse_stmts *stmts)
{
    bool is_loop = isl_schedule_node_get_type(node) == isl_schedule_node_band, is_fused = pv_node_is_fused_band(node);
    isl_schedule_node *child = is_loop ? isl_schedule_node_get_child(node, 0) : isl_schedule_node_copy(node);
    bool ok = pv_reuse_find(conflicts->arena, conflicts->scop, child, stmts);
    int dim = (int)isl_schedule_node_get_schedule_depth(child) - 1;
    isl_schedule_node_free(child);
    double *cycles = pv_new_array(conflicts->arena, double, stmts->n + 1);
    if (is_fused) {
        int allows = ok ? allows_fused(conflicts, node) : -1;
        fuse_cycles(stmts, dim, allows == 1, cycles);
        return allows < 0 ? NULL : cycles;
    }
    for (int i = 0; i < stmts->n && ok; i++) {
        int allows = is_loop ? allows_statement(conflicts, node, &stmts->v[i]) : 0;
        cycles[i] = cost_at(&stmts->v[i], dim, allows == 1, jammed);
        ok = allows >= 0;
    }
    return ok ? cycles : NULL;
}

/* The cost of the leaf "node": its loops are where they are, except that a permutable band right above it can be
 * turned. */
static double leaf_cost(const struct pv_conflicts *conflicts, __isl_keep isl_schedule_node *node, enum hope hope)
{
    pv_reuse_stmts stmts = {0};
    if (!pv_reuse_find(conflicts->arena, conflicts->scop, node, &stmts))
        return -1;
    isl_schedule_node *band = isl_schedule_node_parent(isl_schedule_node_copy(node));
    bool is_below_band = isl_schedule_node_get_type(band) == isl_schedule_node_band;
    double cost = is_below_band && stmts.n
                      ? choose(conflicts, band, &stmts, hope).cost
                      : cost_of_dim(&stmts, (int)isl_schedule_node_get_schedule_depth(node) - 1, false, 0);
    isl_schedule_node_free(band);
    return cost;
}

/* Estimated cycles of all below "node" for loops of a hundred iterations each; negative where isl failed. */
static double tree_cost(const struct pv_conflicts *conflicts, __isl_keep isl_schedule_node *node, enum hope hope)
{
    if (isl_schedule_node_get_type(node) == isl_schedule_node_leaf)
        return leaf_cost(conflicts, node, hope);
    if (pv_node_is_fused_band(node))
        return fused_cost(conflicts, node, hope);
    double sum = 0;
    int n = (int)isl_schedule_node_n_children(node);
    for (int i = 0; i < n && sum >= 0; i++) {
        isl_schedule_node *child = isl_schedule_node_get_child(node, i);
        double cost = tree_cost(conflicts, child, hope);
        isl_schedule_node_free(child);
        sum = cost < 0 ? -1 : sum + cost;
    }
    return sum;
}

/* Changes. */

static bool is_band(__isl_keep isl_schedule_node *node)
{
    return isl_schedule_node_get_type(node) == isl_schedule_node_band;
}

/* Could each member of the band "node" be its first, as in a permutable band? */
static isl_bool is_permutable(const struct pv_conflicts *conflicts, __isl_keep isl_schedule_node *node)
{
    int n = (int)isl_schedule_node_band_n_member(node);
    isl_bool result = isl_bool_true;
    for (int i = 0; i < n && result == isl_bool_true; i++) {
        isl_schedule_node *turned = pv_band_move(isl_schedule_node_copy(node), i, 0);
        result = pv_subtree_is_legal(conflicts, turned);
        isl_schedule_node_free(turned);
    }
    return result;
}

/* Bands of "node" and below that another loop has been moved out of: those that were permutable inside of that loop
 * need not be so any more. */
static __isl_give isl_schedule_node *check_permutable(const struct pv_conflicts *conflicts,
                                                      __isl_take isl_schedule_node *node)
{
    if (is_band(node) && isl_schedule_node_band_n_member(node) > 1 &&
        isl_schedule_node_band_get_permutable(node) == isl_bool_true) {
        isl_bool still = is_permutable(conflicts, node);
        if (still < 0)
            return isl_schedule_node_free(node);
        node = isl_schedule_node_band_set_permutable(node, still);
    }
    int n = (int)isl_schedule_node_n_children(node);
    for (int i = 0; i < n; i++)
        node = isl_schedule_node_parent(check_permutable(conflicts, isl_schedule_node_child(node, i)));
    return node;
}

/* Could each member of the band below "node", a band too, stand above all of "node"? */
static isl_bool is_mergeable(const struct pv_conflicts *conflicts, __isl_keep isl_schedule_node *node)
{
    isl_schedule_node *child = isl_schedule_node_get_child(node, 0);
    int n = (int)isl_schedule_node_band_n_member(node), m = (int)isl_schedule_node_band_n_member(child);
    isl_bool result = n == 1 ? isl_bool_true : isl_schedule_node_band_get_permutable(node);
    if (result == isl_bool_true && m > 1)
        result = isl_schedule_node_band_get_permutable(child);
    isl_schedule_node_free(child);
    for (int i = 0; i < m && result == isl_bool_true; i++) {
        int order[64], k = 0;
        if (n + m > 64)
            return isl_bool_false;
        order[k++] = n + i;
        for (int j = 0; j < n + m; j++)
            if (j != n + i)
                order[k++] = j;
        isl_schedule_node *turned = pv_band_permute(pv_band_merge(isl_schedule_node_copy(node)), order);
        result = pv_subtree_is_legal(conflicts, turned);
        isl_schedule_node_free(turned);
    }
    return result;
}

/* Join bands of "node" and below that stand right above one another, where they are permutable as one. */
static __isl_give isl_schedule_node *merge_bands(const struct pv_conflicts *conflicts,
                                                 __isl_take isl_schedule_node *node, enum hope hope)
{
    while (is_band(node)) {
        isl_schedule_node *child = isl_schedule_node_get_child(node, 0);
        bool has_two = is_band(child);
        isl_schedule_node_free(child);
        isl_bool can = !has_two ? isl_bool_false : hope == HOPEFUL ? isl_bool_true : is_mergeable(conflicts, node);
        if (can < 0)
            return isl_schedule_node_free(node);
        if (!can)
            break;
        node = pv_band_merge(node);
    }
    int n = (int)isl_schedule_node_n_children(node);
    for (int i = 0; i < n; i++)
        node = isl_schedule_node_parent(merge_bands(conflicts, isl_schedule_node_child(node, i), hope));
    return node;
}

enum change { SINK, SINK_PART, DISTRIBUTE, N_CHANGES };

static __isl_give isl_schedule_node *apply(__isl_take isl_schedule_node *node, enum change change, int pos)
{
    switch (change) {
    case SINK:
        return pv_band_sink_member(node, pos);
    case SINK_PART:
        return pv_band_sink_part(node, pos, part_size);
    default:
        return pv_band_distribute(node);
    }
}

/* What is known of the band that is looked at. */
struct band {
    int n;
    bool is_permutable;
    bool is_inside_parallel;           /* some loop around it can be run by many threads, or threads do not pay here */
    unsigned parallel;                 /* the members that can: a set of bits */
    enum isl_schedule_node_type child; /* what stands below */
};

static enum isl_schedule_node_type child_type(__isl_keep isl_schedule_node *node)
{
    isl_schedule_node *child = isl_schedule_node_get_child(node, 0);
    enum isl_schedule_node_type type = isl_schedule_node_get_type(child);
    isl_schedule_node_free(child);
    return type;
}

static bool look_at_band(const struct pv_conflicts *conflicts, __isl_keep isl_schedule_node *node,
                         bool is_inside_parallel, struct band *band)
{
    band->n = (int)isl_schedule_node_band_n_member(node);
    band->is_permutable = isl_schedule_node_band_get_permutable(node) == isl_bool_true;
    band->is_inside_parallel = is_inside_parallel;
    band->child = child_type(node);
    band->parallel = 0;
    for (int i = 0; i < band->n && i < 32 && !is_inside_parallel; i++) {
        struct pv_sharing sharing = {0};
        struct pv_loop_place place = pv_loop_place_at(node, i, band->is_permutable ? 0 : (1u << i) - 1);
        int allows = pv_conflicts_allow_parallel(conflicts, &place, &sharing);
        pv_loop_place_free(&place);
        if (allows < 0)
            return false;
        band->parallel |= (unsigned)allows << i;
    }
    return true;
}

/* Does "change" of member "pos" make sense? The last loop for the threads to share does not move inwards as a whole. */
static bool is_candidate(const struct band *band, enum change change, int pos)
{
    bool is_split = band->child == isl_schedule_node_sequence || band->child == isl_schedule_node_set;
    bool is_last_parallel = !band->is_inside_parallel && band->parallel == pv_member_bit(pos);
    if (band->child == isl_schedule_node_leaf)
        return false;
    if (change == DISTRIBUTE)
        return is_split && pos == 0;
    return (band->is_permutable || pos == band->n - 1) && (change == SINK_PART) == is_last_parallel;
}

/* Append the statements of all leaves below "node". */
static bool find_stmts(const struct pv_conflicts *conflicts, __isl_keep isl_schedule_node *node, pv_reuse_stmts *stmts)
{
    if (isl_schedule_node_get_type(node) == isl_schedule_node_leaf)
        return pv_reuse_find(conflicts->arena, conflicts->scop, node, stmts);
    int n = (int)isl_schedule_node_n_children(node);
    bool ok = true;
    for (int i = 0; i < n && ok; i++) {
        isl_schedule_node *child = isl_schedule_node_get_child(node, i);
        ok = find_stmts(conflicts, child, stmts);
        isl_schedule_node_free(child);
    }
    return ok;
}

/* Are all statements below "node" simple? Where one has calls or loops of its own, the others hardly count. */
static bool are_all_simple(const struct pv_conflicts *conflicts, __isl_keep isl_schedule_node *node)
{
    pv_reuse_stmts stmts = {0};
    bool all = find_stmts(conflicts, node, &stmts);
    for (int i = 0; i < stmts.n; i++)
        all = all && stmts.v[i].is_simple;
    return all;
}

/* What "change" makes of "node" where it costs less than "*cost", which is then set to its cost; NULL where it does not,
 * or is illegal. Most changes fail even if all hopes come true, which takes little time to find out. */
static __isl_give isl_schedule_node *try(const struct pv_conflicts *conflicts, __isl_keep isl_schedule_node *node,
                                         enum change change, int pos, double *cost)
{
    bool is_fused = pv_node_is_fused_band(node); /* then all changes set statements apart */
    double limit = *cost * (change == DISTRIBUTE || is_fused ? worth_apart : worthwhile);
    if (is_fused && !are_all_simple(conflicts, node))
        return NULL;
    isl_schedule_node *changed = apply(isl_schedule_node_copy(node), change, pos);
    isl_schedule_node *hoped = merge_bands(conflicts, isl_schedule_node_copy(changed), HOPEFUL);
    bool is_hopeless = !hoped || tree_cost(conflicts, hoped, HOPEFUL) >= limit;
    isl_schedule_node_free(hoped);
    if (is_hopeless || pv_subtree_is_legal(conflicts, changed) != isl_bool_true)
        return isl_schedule_node_free(changed);
    if (change != DISTRIBUTE)
        changed = check_permutable(conflicts, changed);
    changed = merge_bands(conflicts, changed, EXACT);
    double found = changed ? tree_cost(conflicts, changed, EXACT) : -1;
    if (found < 0 || found >= limit)
        return isl_schedule_node_free(changed);
    *cost = found;
    return changed;
}

/* The best single change of the band "node", or "node". */
static __isl_give isl_schedule_node *best_change(const struct pv_conflicts *conflicts,
                                                 __isl_take isl_schedule_node *node, const struct band *band,
                                                 bool *has_changed)
{
    double cost = tree_cost(conflicts, node, EXACT);
    isl_schedule_node *best = NULL;
    for (int change = 0; change < N_CHANGES && cost >= 0; change++)
        for (int pos = 0; pos < band->n; pos++) {
            isl_schedule_node *other = is_candidate(band, change, pos) ? try(conflicts, node, change, pos, &cost)
                                                                       : NULL;
            if (other) {
                isl_schedule_node_free(best);
                best = other;
            }
        }
    *has_changed = best;
    if (!best)
        return cost < 0 ? isl_schedule_node_free(node) : node;
    isl_schedule_node_free(node);
    return best;
}

/* Has one run of the band "node" less work than "threshold", in any case? */
static isl_bool is_small(const struct pv_conflicts *conflicts, __isl_keep isl_schedule_node *node, double threshold)
{
    pv_reuse_stmts stmts = {0};
    if (threshold <= 0)
        return isl_bool_false;
    struct pv_work *work = find_stmts(conflicts, node, &stmts) ? pv_work_find(conflicts, node, &stmts, -1) : NULL;
    double most = work ? pv_work_most(work) : -1;
    pv_work_free(work);
    return most < 0 ? isl_bool_error : isl_bool_ok(most < threshold);
}

struct improvement {
    const struct pv_conflicts *conflicts;
    double threshold; /* cycles that a loop must have for threads to share it */
    bool keeps_nests; /* bands that can be tiled with all that is below them stay as they are */
};

static __isl_give isl_schedule_node *improve(const struct improvement *what, __isl_take isl_schedule_node *node,
                                             bool is_inside_parallel, int rounds)
{
    if (what->keeps_nests && pv_node_is_nest(node))
        return node;
    if (is_band(node)) {
        struct band band;
        bool has_changed = false;
        isl_bool small = is_inside_parallel ? isl_bool_true : is_small(what->conflicts, node, what->threshold);
        if (small < 0 || !look_at_band(what->conflicts, node, small, &band))
            return isl_schedule_node_free(node);
        if (rounds > 0 && band.child != isl_schedule_node_leaf)
            node = best_change(what->conflicts, node, &band, &has_changed);
        if (has_changed)
            return improve(what, node, is_inside_parallel, rounds - 1);
        is_inside_parallel = small || band.parallel;
    }
    int n = (int)isl_schedule_node_n_children(node);
    for (int i = 0; i < n; i++)
        node = isl_schedule_node_parent(improve(what, isl_schedule_node_child(node, i), is_inside_parallel, rounds));
    return node;
}

__isl_give isl_schedule_node *pv_locality_improve(const struct pv_conflicts *conflicts,
                                                  __isl_take isl_schedule_node *node, double threshold,
                                                  bool keeps_nests)
{
    struct improvement what = {conflicts, threshold, keeps_nests};
    return improve(&what, merge_bands(conflicts, node, EXACT), false, 4);
}

__isl_give isl_schedule_node *pv_locality_improve_tile(const struct pv_conflicts *conflicts,
                                                       __isl_take isl_schedule_node *node)
{
    struct improvement what = {.conflicts = conflicts};
    return improve(&what, node, true, 4);
}
