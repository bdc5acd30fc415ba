/* Chooses loops for threads and vectors, tiles and wavefronts on the host. */
#include "map/parallel.h"

#include "map/idle.h"
#include "map/jam.h"
#include "map/leaforder.h"
#include "map/locality.h"
#include "map/nest.h"
#include "map/reuse.h"
#include "map/tile.h"
#include "map/tilesize.h"
#include "map/wavefront.h"
#include "map/work.h"

#include <math.h>

/* Iterations that a thread takes at a time where some have more work than others: elements of a line of memory. */
static const int uneven_chunk = 8;
/* A loop that runs again and again must have so many times the work: threads meet each time, and on a machine with other
 * work one of them has often been put aside. */
static const double repeated = 3;

struct marking {
    const struct pv_conflicts *conflicts;
    const struct pv_map_params *params;
    bool is_inside_parallel; /* a loop around the place is shared by threads */
    bool is_inside_tiles;    /* the place is executed tile by tile */
    int least;               /* the iterations that a loop must have for threads to share it; 0: any number */
    int chunk;               /* iterations that a thread takes at a time where they are not alike */
};

/* Loops. */

/* Loops that move the statement of a leaf, around "depth" schedule dimensions and inside of them. */
struct loops {
    int outer, inner;
    pv_reuse_stmts stmts; /* all of them, without the loops that separate them */
};

static isl_bool count_loops(__isl_keep isl_schedule_node *node, struct marking *marking, int depth, struct loops *most)
{
    if (isl_schedule_node_get_type(node) == isl_schedule_node_leaf) {
        int first = most->stmts.n;
        if (!pv_reuse_find(marking->conflicts->arena, marking->conflicts->scop, node, &most->stmts))
            return isl_bool_error;
        for (int i = first; i < most->stmts.n; i++) {
            const struct pv_reuse_stmt *stmt = &most->stmts.v[i];
            int outer = 0, inner = 0;
            for (int d = 0; d < stmt->n_dims; d++) {
                outer += d < depth && stmt->moves[d];
                inner += d >= depth && stmt->moves[d];
            }
            most->outer = inner > most->inner ? outer : most->outer;
            most->inner = inner > most->inner ? inner : most->inner;
        }
        return isl_bool_true;
    }
    int n = (int)isl_schedule_node_n_children(node);
    isl_bool ok = isl_bool_true;
    for (int i = 0; i < n && ok == isl_bool_true; i++) {
        isl_schedule_node *child = isl_schedule_node_get_child(node, i);
        ok = count_loops(child, marking, depth, most);
        isl_schedule_node_free(child);
    }
    return ok;
}

/* The work of one run of the band "node" with schedule dimension "innermost" as the innermost loop (-1: the best one); in
 * "*loops" the loops that it has. NULL where isl failed. */
static struct pv_work *find_work(struct marking *marking, __isl_keep isl_schedule_node *node, int innermost,
                                 struct loops *loops)
{
    int depth = (int)isl_schedule_node_get_schedule_depth(node);
    if (count_loops(node, marking, depth, loops) != isl_bool_true)
        return NULL;
    return pv_work_find(marking->conflicts, node, &loops->stmts, innermost);
}

/* The cycles that one run of a loop with "loops" must have. */
static double threshold_of(const struct marking *marking, const struct loops *loops)
{
    return marking->params->parallel_threshold * (loops->outer ? repeated : 1);
}

/* Is there so much to do in one run of the band "node" that threads may share it, as far as is known? One loop alone is
 * done before they have met, unless it is all there is, or known to be long: a test costs time, too. But the user may ask for
 * threads wherever there is work. */
static isl_bool is_worth_threads(struct marking *marking, __isl_keep isl_schedule_node *node, int innermost)
{
    struct loops loops = {0};
    struct pv_work *work = find_work(marking, node, innermost, &loops);
    double most = work ? pv_work_most(work) : -1;
    bool is_known = work && !work->factors.n && !work->is_guessed;
    pv_work_free(work);
    marking->least = 0;
    if (most < 0)
        return isl_bool_error;
    bool is_enough = most >= threshold_of(marking, &loops);
    bool is_forced = marking->params->parallel_threshold <= 0;
    bool is_lone = loops.inner < 2 && (!loops.inner || (loops.outer && !is_known && !is_forced));
    if (loops.inner && (!is_enough || is_lone))
        pv_idle_note(marking->conflicts->arena, marking->params->idle, &loops.stmts,
                     is_lone ? PV_IDLE_REPEATED : PV_IDLE_LITTLE, most);
    return isl_bool_ok(is_enough && !is_lone);
}

/* The sharing for member "pos" of "node" as a parallel loop below the members in "fixed"; "*allows" is -1 where isl
 * failed. */
static struct pv_sharing sharing_at(struct marking *marking, __isl_keep isl_schedule_node *node, int pos,
                                    unsigned fixed, int *allows)
{
    struct pv_sharing sharing = {0};
    struct pv_loop_place place = pv_loop_place_at(node, pos, fixed);
    *allows = pv_conflicts_allow_parallel(marking->conflicts, &place, &sharing);
    pv_loop_place_free(&place);
    return sharing;
}

/* The first member of the band "node" that can be its outermost loop and run in parallel, "last" only where there is
 * no other; but a short loop only where there is no longer one. In a band that is not permutable, members before it stay
 * outside. -1: none, -2: isl failed. The threads share parts of "size" iterations, or "last_size" of "last". */
static int find_parallel(struct marking *marking, __isl_keep isl_schedule_node *node, int last, int size, int last_size)
{
    int n = (int)isl_schedule_node_band_n_member(node), found = -1;
    bool is_permutable = isl_schedule_node_band_get_permutable(node) == isl_bool_true;
    double most = 0;
    for (int i = 0; i < n && i < 32; i++) {
        int allows;
        sharing_at(marking, node, i, is_permutable ? 0 : (1u << i) - 1, &allows);
        double length = allows > 0 ? pv_work_length(node, i) : 0;
        if (allows < 0 || length < 0)
            return -2;
        double parts = ceil(length / (i == last ? last_size : size));
        bool is_better = most < PV_FEW_ITERATIONS ? parts > most : found == last && parts >= PV_FEW_ITERATIONS;
        if (allows && (found < 0 || is_better)) {
            found = i;
            most = parts;
        }
    }
    return found;
}

/* Marks. */

static __isl_give isl_schedule_node *insert_mark(struct marking *marking, __isl_take isl_schedule_node *node,
                                                 const struct pv_mark *what)
{
    struct pv_mark *mark = pv_new(marking->conflicts->arena, struct pv_mark);
    *mark = *what;
    mark->depth = (int)isl_schedule_node_get_schedule_depth(node);
    return isl_schedule_node_insert_mark(node, pv_mark_get_id(isl_schedule_node_get_ctx(node), mark));
}

static bool has_same_privates(const struct pv_sharing *a, const struct pv_sharing *b)
{
    bool same = a->privates.n == b->privates.n && !a->lasts.n && !b->lasts.n && !a->reductions.n && !b->reductions.n;
    for (int i = 0; i < a->privates.n && same; i++) {
        bool has = false;
        for (int k = 0; k < b->privates.n; k++)
            has = has || a->privates.v[i] == b->privates.v[k];
        same = has;
    }
    return same;
}

/* Below "node", a parallel loop with "sharing": mark the next loop if threads may share both as one, so that a short loop
 * around a longer one leaves no thread without work. */
static __isl_give isl_schedule_node *mark_collapse(struct marking *marking, __isl_take isl_schedule_node *node,
                                                   const struct pv_sharing *sharing)
{
    isl_schedule_node *child = isl_schedule_node_get_child(node, 0);
    double length = pv_work_length(node, 0);
    int allows = length >= PV_FEW_ITERATIONS * PV_FEW_ITERATIONS && length < HUGE_VAL ? 0 : length < 0 ? -1 : 1;
    struct pv_mark mark = {.kind = PV_MARK_COLLAPSE};
    if (allows == 1 && isl_schedule_node_get_type(child) == isl_schedule_node_band)
        mark.sharing = sharing_at(marking, child, 0, 0, &allows);
    else
        allows = allows < 0 ? -1 : 0;
    isl_schedule_node_free(child);
    if (allows != 1 || !has_same_privates(&mark.sharing, sharing))
        return allows < 0 ? isl_schedule_node_free(node) : node;
    node = isl_schedule_node_child(node, 0);
    if (isl_schedule_node_band_n_member(node) > 1)
        node = isl_schedule_node_band_split(node, 1);
    if (mark.sharing.privates.n || sharing->copies.n)
        node = isl_schedule_node_band_member_set_ast_loop_type(node, 0, isl_ast_loop_atomic);
    return isl_schedule_node_parent(insert_mark(marking, node, &mark));
}

/* How isl generates the loop of the band "node" with "mark", whose iterations have variables of their own: as one loop. Where it
 * is innermost and has few statements, its first and last iterations may stand apart, which spares the others conditions;
 * but a last iteration whose variables are kept stays in the loop. */
static enum isl_ast_loop_type type_with_privates(__isl_keep isl_schedule_node *node, const struct pv_mark *mark)
{
    if (mark->sharing.lasts.n || mark->sharing.copies.n || !pv_node_is_fused_band(node))
        return isl_ast_loop_atomic;
    isl_schedule_node *child = isl_schedule_node_get_child(node, 0);
    bool is_small = isl_schedule_node_n_children(child) <= 3;
    isl_schedule_node_free(child);
    return is_small ? isl_ast_loop_separate : isl_ast_loop_atomic;
}

/* Mark the first member of the band "node" as "mark" says, which is given away; it becomes a band of its own. Return the
 * mark. Where an iteration has variables of its own, all of it must be in one place: no part of the last one, say, may be
 * generated after the loop. */
static __isl_give isl_schedule_node *mark_first(struct marking *marking, __isl_take isl_schedule_node *node,
                                                struct pv_mark mark)
{
    int allows;
    mark.sharing = sharing_at(marking, node, 0, 0, &allows);
    if (mark.is_simd) /* one thread works on several copies at a time */
        mark.sharing.copies.n = 0;
    mark.chunk = mark.sharing.reductions.n ? 0 : mark.chunk; /* the order of sums stays the same from run to run */
    if (allows != 1) {
        pv_work_free(mark.work);
        return allows < 0 ? isl_schedule_node_free(node) : node;
    }
    if (isl_schedule_node_band_n_member(node) > 1)
        node = isl_schedule_node_band_split(node, 1);
    if (mark.sharing.privates.n || mark.sharing.copies.n)
        node = isl_schedule_node_band_member_set_ast_loop_type(node, 0, type_with_privates(node, &mark));
    return insert_mark(marking, node, &mark);
}

static bool is_mark(__isl_keep isl_schedule_node *node)
{
    return isl_schedule_node_get_type(node) == isl_schedule_node_mark;
}

/* Mark the band "node" of one member, with statements "stmts" below it, for threads. "may_collapse": the next loop, too, if
 * they may share both. */
static __isl_give isl_schedule_node *mark_for_threads(struct marking *marking, __isl_take isl_schedule_node *node,
                                                      struct pv_mark mark, const pv_reuse_stmts *stmts,
                                                      bool may_collapse)
{
    isl_bool is_uneven = mark.is_simd ? isl_bool_false : pv_work_is_uneven(marking->conflicts, node, stmts);
    if (is_uneven < 0) {
        pv_work_free(mark.work);
        return isl_schedule_node_free(node);
    }
    int wanted = marking->params->dynamic_chunk;
    mark.chunk = mark.is_simd ? 0 : wanted >= 0 ? wanted : is_uneven ? marking->chunk : 0;
    node = mark_first(marking, node, mark);
    if (!may_collapse || !is_mark(node))
        return node;
    isl_id *id = isl_schedule_node_mark_get_id(node);
    node = mark_collapse(marking, isl_schedule_node_child(node, 0), &pv_mark_of_id(id)->sharing);
    isl_id_free(id);
    return isl_schedule_node_parent(node);
}

/* The same for the first member of the band "node", if there is enough work in it. */
static __isl_give isl_schedule_node *mark_parallel(struct marking *marking, __isl_take isl_schedule_node *node,
                                                   bool is_simd, bool may_collapse)
{
    struct loops loops = {0};
    struct pv_work *work = find_work(marking, node, -1, &loops);
    if (!work)
        return isl_schedule_node_free(node);
    double most = pv_work_most(work), threshold = threshold_of(marking, &loops);
    if (most < 0 || most < threshold) {
        pv_work_free(work);
        if (most < 0)
            return isl_schedule_node_free(node);
        pv_idle_note(marking->conflicts->arena, marking->params->idle, &loops.stmts, PV_IDLE_LITTLE, most);
        return is_simd ? mark_first(marking, node, (struct pv_mark){.kind = PV_MARK_SIMD, .is_simd = true}) : node;
    }
    struct pv_mark mark = {.kind = PV_MARK_PARALLEL, .is_simd = is_simd, .least = marking->least};
    if (threshold > 0 && work->factors.n) {
        mark.work = work;
        mark.least_cycles = threshold;
    } else {
        mark.least = work->is_guessed && mark.least < 2 ? 2 : mark.least;
        pv_work_free(work);
    }
    if (isl_schedule_node_band_n_member(node) > 1)
        node = isl_schedule_node_band_split(node, 1);
    return mark_for_threads(marking, node, mark, &loops.stmts, may_collapse && loops.inner >= 3);
}

/* Bands right above leaves. */

struct leaf_band {
    int n;         /* members */
    int innermost; /* the member that should be */
    bool is_simd;  /* and vectors can run it */
    pv_reuse_stmts stmts;
    int depth;           /* schedule dimensions around the band */
    int *factors;        /* iterations of each member side by side; NULL where all are 1 */
    bool is_independent; /* members with factors can run in parallel */
};

static bool look_at_leaf(struct marking *marking, __isl_keep isl_schedule_node *node, struct leaf_band *band)
{
    bool allows = false;
    isl_schedule_node *leaf = isl_schedule_node_get_child(node, 0);
    bool ok = pv_reuse_find(marking->conflicts->arena, marking->conflicts->scop, leaf, &band->stmts);
    isl_schedule_node_free(leaf);
    band->n = (int)isl_schedule_node_band_n_member(node);
    band->depth = (int)isl_schedule_node_get_schedule_depth(node);
    band->innermost = pv_locality_choose_innermost(marking->conflicts, node, &allows);
    band->is_simd = allows && band->stmts.n;
    if (!ok || band->innermost < 0)
        return false;
    int dim = band->depth + band->innermost;
    for (int i = 0; i < band->stmts.n; i++)
        band->is_simd = band->is_simd && band->stmts.v[i].moves[dim] && band->stmts.v[i].vectorises[dim];
    return true;
}

/* Where the innermost loop of "band" waits for each iteration: in "factors", iterations of another member that hide this. */
static bool look_at_chains(struct marking *marking, __isl_keep isl_schedule_node *node, const struct leaf_band *band,
                           const double *lengths, int *factors)
{
    int innermost = band->depth + band->innermost;
    for (int i = 0; i < band->n && i < 32; i++)
        factors[i] = 1;
    for (int i = 0; i < band->n && i < 32 && !band->is_simd; i++) {
        int allows = 0, factor = i == band->innermost ? 1
                                                      : pv_jam_overlap(&band->stmts, band->depth + i, innermost,
                                                                       lengths[i], marking->params->jam_first);
        if (factor > 1)
            sharing_at(marking, node, i, 0, &allows);
        factors[i] = allows == 1 ? factor : 1;
        if (factors[i] > 1)
            return true;
    }
    return false;
}

/* Decide which members of "node" are unrolled into the innermost. Variables of each iteration's own would have to be
 * those of each copy. */
static bool look_at_jam(struct marking *marking, __isl_keep isl_schedule_node *node, struct leaf_band *band)
{
    double *lengths = pv_new_array(marking->conflicts->arena, double, band->n + 1);
    struct pv_jam_place place = {.stmts = &band->stmts,
                                 .depth = band->depth,
                                 .n = band->n,
                                 .innermost = band->innermost,
                                 .is_vector = band->is_simd,
                                 .fits_tiles = !marking->is_inside_tiles,
                                 .lengths = lengths,
                                 .wanted = {marking->params->jam_first, marking->params->jam_second}};
    if (!marking->params->jam || band->n < 2 || isl_schedule_node_band_get_permutable(node) != isl_bool_true)
        return true;
    for (int i = 0; i < band->n && i < 32; i++) {
        int allows;
        struct pv_sharing sharing = sharing_at(marking, node, i, 0, &allows);
        lengths[i] = pv_work_length(node, i);
        if (allows < 0 || lengths[i] < 0)
            return false;
        if (sharing.privates.n || sharing.copies.n)
            return true;
    }
    int *factors = pv_new_array(marking->conflicts->arena, int, band->n + 1);
    bool has_factors = pv_jam_choose(&place, factors);
    band->is_independent = !has_factors && look_at_chains(marking, node, band, lengths, factors);
    band->factors = has_factors || band->is_independent ? factors : NULL;
    return true;
}

static enum pv_stride stride_at(const struct leaf_band *band, int stmt, int access, int member)
{
    return pv_reuse_stride(&band->stmts.v[stmt], access, band->depth + member);
}

/* Does tiling bring back into the cache what would have left it? Either an access that one member leaves in place
 * goes through two others, or one that goes from row to row with the innermost goes along a row with another. */
static bool has_reuse(const struct leaf_band *band)
{
    for (int s = 0; s < band->stmts.n; s++)
        for (int a = 0; a < band->stmts.v[s].stmt->accesses.n; a++) {
            int n_still = 0, n_moving = 0;
            bool is_along = false;
            for (int m = 0; m < band->n; m++) {
                enum pv_stride stride = stride_at(band, s, a, m);
                n_still += stride == PV_STRIDE_NONE;
                n_moving += stride == PV_STRIDE_ONE || stride == PV_STRIDE_NEAR || stride == PV_STRIDE_FAR;
                is_along = is_along || (m != band->innermost && stride == PV_STRIDE_ONE);
            }
            bool is_across = stride_at(band, s, a, band->innermost) == PV_STRIDE_FAR;
            if ((n_still && n_moving >= 2) || (is_across && is_along))
                return true;
        }
    return false;
}

/* Tile the band, the tiles with member "parallel" (-1: none) outermost and the points with the best member innermost; return the tile
 * band. The members take their places before, since tiles that are isolated cannot be moved. */
static __isl_give isl_schedule_node *tile(struct marking *marking, __isl_take isl_schedule_node *node,
                                          const struct leaf_band *band, int parallel, bool is_wavefront)
{
    int first = parallel > 0 && !is_wavefront ? parallel : 0;
    struct pv_tile_purpose tiling = {.arena = marking->conflicts->arena,
                                     .params = marking->params,
                                     .innermost = band->innermost,
                                     .parallel = parallel,
                                     .is_wavefront = is_wavefront,
                                     .is_simd = band->is_simd,
                                     .factors = band->factors,
                                     .stmts = &band->stmts};
    int *sizes = pv_tilesize_choose(node, &tiling), size = sizes[first];
    if (is_wavefront)
        marking->least = pv_tilesize_least(node, &tiling, sizes, marking->params->parallel_threshold * repeated);
    for (int i = first; i > 0; i--)
        sizes[i] = sizes[i - 1];
    sizes[0] = size;
    struct pv_tile_params params = {
        .sizes = sizes,
        .n = band->n,
        .scale_tile_loops = marking->params->scale_tile_loops && !is_wavefront,
        .isolate_full_tiles = marking->params->isolate_full_tiles && !is_wavefront,
    };
    node = pv_tile(pv_band_move(node, first, 0), &params);
    node = pv_band_move(isl_schedule_node_child(node, 0), 0, first);
    node = pv_band_move(node, band->innermost, band->n - 1);
    return isl_schedule_node_parent(node);
}

/* Make the last member of the band "node" a vector loop. Return to the place of "node". */
static __isl_give isl_schedule_node *mark_simd(struct marking *marking, __isl_take isl_schedule_node *node)
{
    int n = (int)isl_schedule_node_band_n_member(node);
    if (n > 1)
        node = isl_schedule_node_child(isl_schedule_node_band_split(node, n - 1), 0);
    node = mark_first(marking, node, (struct pv_mark){.kind = PV_MARK_SIMD, .is_simd = true});
    return n > 1 ? isl_schedule_node_parent(node) : node;
}

/* Tiles of what is no polyhedron are all special cases. */
static bool is_convex(const struct leaf_band *band)
{
    for (int i = 0; i < band->stmts.n; i++)
        if (isl_set_n_basic_set(band->stmts.v[i].stmt->domain) > 1)
            return false;
    return true;
}

static bool may_tile(const struct marking *marking, __isl_keep isl_schedule_node *node, const struct leaf_band *band)
{
    return (marking->params->tiling == PV_TILE_ALWAYS ||
            (marking->params->tiling == PV_TILE_WHERE_IT_PAYS && is_convex(band))) &&
           !marking->is_inside_tiles && band->n >= 2 && isl_schedule_node_band_get_permutable(node) == isl_bool_true;
}

/* Ask for iterations of "node" side by side in its last member, which is the innermost loop. Member i was order[i] of
 * "band". Return the band. */
static __isl_give isl_schedule_node *jam(struct marking *marking, __isl_take isl_schedule_node *node,
                                         const struct leaf_band *band, const int *order)
{
    if (!band->factors)
        return node;
    int n = (int)isl_schedule_node_band_n_member(node), *factors = pv_new_array(marking->conflicts->arena, int, n + 1);
    for (int i = 0; i < n; i++)
        factors[i] = band->factors[order[i]];
    struct pv_mark mark = {
        .kind = PV_MARK_JAM, .factors = factors, .n_factors = n, .is_independent = band->is_independent};
    return isl_schedule_node_child(insert_mark(marking, node, &mark), 0);
}

/* "n" members of a band in an order with "first" and "last" where these say; -1: no matter. */
static int *order_of_members(struct marking *marking, int n, int first, int last)
{
    int *order = pv_new_array(marking->conflicts->arena, int, n + 2), k = 0;
    if (first >= 0)
        order[k++] = first;
    for (int i = 0; i < n; i++)
        if (i != first && i != last)
            order[k++] = i;
    if (last >= 0)
        order[k++] = last;
    return order;
}

/* Has the mark "node" variables that keep the value of the last iteration? */
static bool has_lasts(__isl_keep isl_schedule_node *node)
{
    isl_id *id = isl_schedule_node_mark_get_id(node);
    bool has = pv_mark_of_id(id)->sharing.lasts.n > 0;
    isl_id_free(id);
    return has;
}

/* Let threads share the tiles of each front of the tile band "node", if they may; a front of one tile needs none. Not where a
 * variable keeps the value of the last iteration: the last tile of a front may be empty. */
static __isl_give isl_schedule_node *share_fronts(struct marking *marking, __isl_take isl_schedule_node *node)
{
    bool is_tested = marking->params->parallel_threshold > 0;
    struct pv_mark mark = {.kind = PV_MARK_PARALLEL, .least = is_tested && marking->least < 2 ? 2 : marking->least};
    isl_schedule_node *fronts = isl_schedule_node_child(pv_wavefront_make(isl_schedule_node_copy(node)), 0);
    fronts = mark_first(marking, fronts, mark);
    bool is_shared = !fronts || (is_mark(fronts) && !has_lasts(fronts));
    isl_schedule_node_free(is_shared ? node : fronts);
    return is_shared ? pv_wavefront_join(fronts) : node;
}

/* Do all references of "band" move with each member? Then the next point of a loop that is not parallel uses this one. */
static bool is_stencil(const struct leaf_band *band)
{
    bool is_so = true;
    for (int m = 0; m < band->n; m++)
        is_so = is_so && pv_tilesize_moves_all(&band->stmts, band->depth + m);
    return is_so;
}

/* Let a core work on several points of the tile with the band "node" at a time: where each point waits for the one before it, execute
 * them by the sum of the last two members, of which points with the same sum are independent. */
static __isl_give isl_schedule_node *turn_points(struct marking *marking, __isl_take isl_schedule_node *node)
{
    int n = (int)isl_schedule_node_band_n_member(node), allows;
    sharing_at(marking, node, n - 1, ~pv_member_bit(n - 1), &allows);
    if (allows)
        return allows < 0 ? isl_schedule_node_free(node) : node;
    node = pv_band_move(node, n - 1, n - 2);
    if (n > 2)
        node = isl_schedule_node_child(isl_schedule_node_band_split(node, n - 2), 0);
    node = pv_wavefront_make(node);
    return isl_schedule_node_child(node, 0);
}

static __isl_give isl_schedule_node *shape_tiled(struct marking *marking, __isl_take isl_schedule_node *node,
                                                 const struct leaf_band *band, int parallel, bool is_wavefront)
{
    int depth = (int)isl_schedule_node_get_tree_depth(node);
    marking->least = 0;
    node = tile(marking, node, band, parallel, is_wavefront);
    if (is_wavefront) {
        node = share_fronts(marking, node);
    } else if (parallel >= 0) {
        marking->chunk = 1;
        node = mark_parallel(marking, node, false, !marking->params->isolate_full_tiles);
        marking->chunk = uneven_chunk;
    }
    while (node && !pv_node_is_leaf_band(node))
        node = isl_schedule_node_child(node, 0);
    if (is_wavefront && !band->is_simd && !band->factors && is_stencil(band))
        node = turn_points(marking, node);
    node = jam(marking, node, band, order_of_members(marking, band->n, -1, band->innermost));
    if (band->is_simd)
        node = mark_simd(marking, node);
    return isl_schedule_node_ancestor(node, (int)isl_schedule_node_get_tree_depth(node) - depth);
}

/* A permutable band whose best innermost loop is also the one for the threads: they share parts of it. */
static __isl_give isl_schedule_node *shape_parts(struct marking *marking, __isl_take isl_schedule_node *node,
                                                 const struct leaf_band *band)
{
    int *order = order_of_members(marking, band->n, band->innermost, -1);
    marking->least = 2 * PV_PART_SIZE;
    int depth = (int)isl_schedule_node_get_tree_depth(node);
    node = pv_band_sink_part(node, band->innermost, PV_PART_SIZE);
    node = isl_schedule_node_band_split(pv_band_permute(node, order), 1);
    node = mark_parallel(marking, node, false, false);
    node = is_mark(node) ? isl_schedule_node_child(node, 0) : node;
    node = pv_band_merge(isl_schedule_node_child(node, 0));
    order[band->n] = band->innermost;
    node = jam(marking, node, band, order + 1);
    if (band->is_simd)
        node = mark_simd(marking, node);
    return isl_schedule_node_ancestor(node, (int)isl_schedule_node_get_tree_depth(node) - depth);
}

/* A permutable band: the loop for the threads outermost, the best one innermost. */
static __isl_give isl_schedule_node *shape_permutable(struct marking *marking, __isl_take isl_schedule_node *node,
                                                      const struct leaf_band *band, int parallel)
{
    int *order = order_of_members(marking, band->n, parallel, band->innermost);
    int depth = (int)isl_schedule_node_get_tree_depth(node);
    node = jam(marking, pv_band_permute(node, order), band, order);
    if (band->is_simd) {
        node = isl_schedule_node_child(isl_schedule_node_band_split(node, 1), 0);
        node = isl_schedule_node_parent(mark_simd(marking, node));
    }
    if (parallel >= 0)
        node = mark_parallel(marking, node, false, !band->factors && band->n >= 3);
    return isl_schedule_node_ancestor(node, (int)isl_schedule_node_get_tree_depth(node) - depth);
}

static __isl_give isl_schedule_node *shape_plain(struct marking *marking, __isl_take isl_schedule_node *node,
                                                 const struct leaf_band *band, int parallel)
{
    int depth = (int)isl_schedule_node_get_tree_depth(node);
    if (band->n == 1 && parallel == 0)
        return mark_parallel(marking, node, band->is_simd, false);
    if (band->n > 1 && isl_schedule_node_band_get_permutable(node) == isl_bool_true)
        return parallel == band->innermost ? shape_parts(marking, node, band)
                                           : shape_permutable(marking, node, band, parallel);
    if (parallel > 0)
        node = isl_schedule_node_child(isl_schedule_node_band_split(node, parallel), 0);
    if (parallel >= 0)
        node = mark_parallel(marking, node, false, false);
    while (node && !pv_node_is_leaf_band(node))
        node = isl_schedule_node_child(node, 0);
    bool is_marked = isl_schedule_node_get_tree_depth(node) > depth &&
                     isl_schedule_node_get_parent_type(node) == isl_schedule_node_mark;
    if (band->is_simd && !is_marked)
        node = mark_simd(marking, node);
    return isl_schedule_node_ancestor(node, (int)isl_schedule_node_get_tree_depth(node) - depth);
}

/* Decide about a band right above a leaf. */
static __isl_give isl_schedule_node *shape_leaf_band(struct marking *marking, __isl_take isl_schedule_node *node)
{
    struct leaf_band band = {0};
    bool ok = look_at_leaf(marking, node, &band) && look_at_jam(marking, node, &band);
    int parallel = -1;
    isl_bool is_worth = marking->params->parallel && !marking->is_inside_parallel
                            ? is_worth_threads(marking, node, band.depth + band.innermost)
                            : isl_bool_false;
    bool can_tile = ok && may_tile(marking, node, &band);
    bool has_tiles = can_tile && (marking->params->tiling == PV_TILE_ALWAYS || has_reuse(&band));
    if (is_worth == isl_bool_true)
        parallel = has_tiles ? find_parallel(marking, node, band.innermost, PV_SHORT_SIZE, PV_LONG_SIZE)
                             : find_parallel(marking, node, band.innermost, 1, PV_PART_SIZE);
    if (!ok || is_worth < 0 || parallel == -2)
        return isl_schedule_node_free(node);
    bool is_wavefront = can_tile && is_worth == isl_bool_true && parallel < 0;
    if (has_tiles || is_wavefront)
        return shape_tiled(marking, node, &band, parallel, is_wavefront);
    return shape_plain(marking, node, &band, parallel);
}

/* The tree. */

static __isl_give isl_schedule_node *mark_below(struct marking *marking, __isl_take isl_schedule_node *node);

static __isl_give isl_schedule_node *mark_children(struct marking *marking, __isl_take isl_schedule_node *node)
{
    int n = (int)isl_schedule_node_n_children(node);
    for (int i = 0; i < n; i++)
        node = isl_schedule_node_parent(mark_below(marking, isl_schedule_node_child(node, i)));
    return node;
}

/* Can vectors run the last member of the band "node", with several statements in a row below it? */
static bool is_fused_simd(struct marking *marking, __isl_keep isl_schedule_node *node)
{
    pv_reuse_stmts stmts = {0};
    if (!pv_node_is_fused_band(node))
        return false;
    isl_schedule_node *child = isl_schedule_node_get_child(node, 0);
    bool ok = pv_reuse_find(marking->conflicts->arena, marking->conflicts->scop, child, &stmts);
    isl_schedule_node_free(child);
    return ok && pv_locality_vectorises_fused(marking->conflicts, node, &stmts);
}

/* The most loops around a statement below "node": of all, and of those that threads do not share. */
struct cover {
    int most, most_serial;
};

static bool find_cover(struct marking *marking, __isl_keep isl_schedule_node *node, bool is_shared, struct cover *cover)
{
    if (isl_schedule_node_get_type(node) == isl_schedule_node_leaf) {
        pv_reuse_stmts stmts = {0};
        bool ok = pv_reuse_find(marking->conflicts->arena, marking->conflicts->scop, node, &stmts);
        for (int i = 0; i < stmts.n; i++) {
            int n = stmts.v[i].n_loops;
            cover->most = n > cover->most ? n : cover->most;
            cover->most_serial = !is_shared && n > cover->most_serial ? n : cover->most_serial;
        }
        return ok;
    }
    isl_id *id = is_mark(node) ? isl_schedule_node_mark_get_id(node) : NULL;
    is_shared = is_shared || (id && pv_mark_of_id(id)->kind == PV_MARK_PARALLEL);
    isl_id_free(id);
    int n = (int)isl_schedule_node_n_children(node);
    bool ok = true;
    for (int i = 0; i < n && ok; i++) {
        isl_schedule_node *child = isl_schedule_node_get_child(node, i);
        ok = find_cover(marking, child, is_shared, cover);
        isl_schedule_node_free(child);
    }
    return ok;
}

/* Where member "parallel" of the band "node" has so few iterations that threads would be without work: "node" with loops
 * further inside for the threads, if these have most of the work. NULL where it is not so. */
static __isl_give isl_schedule_node *mark_inside_short(struct marking *marking, __isl_keep isl_schedule_node *node,
                                                       int parallel)
{
    double length = pv_work_length(node, parallel);
    if (length < 0 || length * 2 >= PV_FEW_ITERATIONS)
        return NULL;
    int n_tiled = *marking->params->n_tiled;
    struct cover cover = {0, 0};
    isl_schedule_node *inside = mark_children(marking, isl_schedule_node_copy(node));
    if (inside && find_cover(marking, inside, false, &cover) && cover.most_serial < cover.most)
        return inside;
    *marking->params->n_tiled = n_tiled;
    return isl_schedule_node_free(inside);
}

/* The statements of the innermost loop below the band "node", if it is the only one: of its last member, or of a band of one member
 * below it. That loop's schedule dimension, or -1. */
static int find_only_loop(struct marking *marking, __isl_keep isl_schedule_node *node, pv_reuse_stmts *stmts)
{
    int last = (int)isl_schedule_node_get_schedule_depth(node) + (int)isl_schedule_node_band_n_member(node) - 1;
    isl_schedule_node *child = isl_schedule_node_get_child(node, 0);
    bool is_own = pv_node_is_fused_band(node) && isl_schedule_node_band_n_member(node) > 1;
    bool is_below = !is_own && (pv_node_is_leaf_band(child) || pv_node_is_fused_band(child)) &&
                    isl_schedule_node_band_n_member(child) == 1;
    child = is_below ? isl_schedule_node_child(child, 0) : child;
    bool ok = (is_own || is_below) && pv_reuse_find(marking->conflicts->arena, marking->conflicts->scop, child, stmts);
    isl_schedule_node_free(child);
    return !ok ? -1 : is_own ? last : last + 1;
}

/* The first member of the band "node" can run in parallel. Where the loop below it waits for each iteration, ask for several
 * iterations of that member side by side in it. Return the band. */
static __isl_give isl_schedule_node *mark_chains(struct marking *marking, __isl_take isl_schedule_node *node)
{
    pv_reuse_stmts stmts = {0};
    int depth = (int)isl_schedule_node_get_schedule_depth(node), allows = 0;
    int innermost = marking->params->jam ? find_only_loop(marking, node, &stmts) : -1;
    double length = innermost >= 0 ? pv_work_length(node, 0) : 0;
    int factor = length > 0 ? pv_jam_overlap(&stmts, depth, innermost, length, marking->params->jam_first) : 1;
    struct pv_sharing sharing = {0};
    if (factor > 1)
        sharing = sharing_at(marking, node, 0, 0, &allows);
    if (allows != 1 || sharing.privates.n || sharing.lasts.n || sharing.copies.n || sharing.reductions.n)
        return allows < 0 ? isl_schedule_node_free(node) : node;
    int *factors = pv_new(marking->conflicts->arena, int);
    *factors = factor;
    struct pv_mark mark = {.kind = PV_MARK_JAM, .factors = factors, .n_factors = 1, .is_independent = true};
    return isl_schedule_node_child(insert_mark(marking, node, &mark), 0);
}

/* Decide about a band with more than a leaf below it. */
static __isl_give isl_schedule_node *mark_band(struct marking *marking, __isl_take isl_schedule_node *node)
{
    int depth = (int)isl_schedule_node_get_tree_depth(node);
    isl_bool is_worth = marking->params->parallel && !marking->is_inside_parallel ? is_worth_threads(marking, node, -1)
                                                                                  : isl_bool_false;
    int parallel = is_worth == isl_bool_true ? find_parallel(marking, node, -1, 1, 1) : -1;
    if (is_worth < 0 || parallel == -2)
        return isl_schedule_node_free(node);
    if (parallel < 0)
        return is_fused_simd(marking, node) ? mark_simd(marking, node) : mark_children(marking, node);
    isl_schedule_node *deeper = mark_inside_short(marking, node, parallel);
    if (deeper) {
        isl_schedule_node_free(node);
        return deeper;
    }
    if (isl_schedule_node_band_get_permutable(node) == isl_bool_true)
        node = pv_band_move(node, parallel, 0);
    else if (parallel > 0)
        node = isl_schedule_node_child(isl_schedule_node_band_split(node, parallel), 0);
    bool is_alone = isl_schedule_node_band_n_member(node) == 1;
    node = mark_chains(marking, node);
    node = mark_parallel(marking, node, is_alone && is_fused_simd(marking, node), !is_alone);
    struct marking inside = *marking;
    inside.is_inside_parallel = is_mark(node);
    node = mark_children(&inside, is_mark(node) ? isl_schedule_node_child(node, 0) : node);
    return isl_schedule_node_ancestor(node, (int)isl_schedule_node_get_tree_depth(node) - depth);
}

/* Nests: permutable bands with more than a leaf below them. */

/* Does the leaf band "node" have several statements that vectors cannot run together? In an order of their own, one after the
 * other, they may be moved into separate loops. */
static bool is_loose(struct marking *marking, __isl_keep isl_schedule_node *node)
{
    struct leaf_band band = {0};
    return isl_schedule_node_band_get_permutable(node) == isl_bool_true && look_at_leaf(marking, node, &band) &&
           band.n >= 2 && band.stmts.n >= 2 && !band.is_simd;
}

/* The member of a band of "n" members below "depth" schedule dimensions that goes along the rows of most references of "stmts". */
static int find_longest(const pv_reuse_stmts *stmts, int depth, int n)
{
    int longest = n - 1;
    double most = 0;
    for (int m = n - 1; m >= 0; m--) {
        double along = 0;
        for (int s = 0; s < stmts->n; s++)
            for (int a = 0; a < stmts->v[s].stmt->accesses.n; a++)
                along += pv_reuse_stride(&stmts->v[s], a, depth + m) == PV_STRIDE_ONE ? stmts->v[s].n_loops : 0;
        longest = along > most ? m : longest;
        most = fmax(most, along);
    }
    return longest;
}

/* Let threads share tiles of the tile band "node": those of its first member if "parallel", else those of a front. Return to the
 * place of "node". */
static __isl_give isl_schedule_node *share_tiles(struct marking *marking, __isl_take isl_schedule_node *node,
                                                 bool parallel)
{
    int depth = (int)isl_schedule_node_get_tree_depth(node);
    if (parallel) {
        marking->chunk = 1;
        node = mark_parallel(marking, node, false, false);
        marking->chunk = uneven_chunk;
    } else {
        node = share_fronts(marking, node);
    }
    return isl_schedule_node_ancestor(node, (int)isl_schedule_node_get_tree_depth(node) - depth);
}

/* Tiles of "sizes" of the nest "node", with their insides in the best order. Return the tile band. */
static __isl_give isl_schedule_node *tile_nest(struct marking *marking, __isl_take isl_schedule_node *node,
                                               const int *sizes, bool is_wavefront)
{
    const struct pv_map_params *wanted = marking->params;
    struct pv_tile_params params = {
        .sizes = sizes,
        .n = (int)isl_schedule_node_band_n_member(node),
        .scale_tile_loops = wanted->scale_tile_loops && !is_wavefront,
    };
    isl_set *full = wanted->isolate_full_tiles && !is_wavefront ? pv_tile_get_full(node, &params) : NULL;
    isl_multi_union_pw_aff *members = isl_schedule_node_band_get_partial_schedule(node);
    if (wanted->reorder)
        node = pv_locality_improve_tile(marking->conflicts, node);
    return pv_tile_insert(node, members, &params, full);
}

/* Tile the nest "node": threads share tiles of a member, or else of a front. */
static __isl_give isl_schedule_node *shape_nest(struct marking *marking, __isl_take isl_schedule_node *node)
{
    int tree_depth = (int)isl_schedule_node_get_tree_depth(node), parallel = -1;
    int depth = (int)isl_schedule_node_get_schedule_depth(node), n = (int)isl_schedule_node_band_n_member(node);
    struct loops loops = {0};
    isl_bool is_worth = marking->params->parallel && !marking->is_inside_parallel ? is_worth_threads(marking, node, -1)
                                                                                  : isl_bool_false;
    bool ok = is_worth >= 0 && count_loops(node, marking, depth, &loops) == isl_bool_true;
    int longest = find_longest(&loops.stmts, depth, n);
    if (ok && pv_node_is_leaf_band(node))
        node = pv_leaf_order(marking->conflicts, node, longest);
    else if (ok && pv_node_is_fused_band(node))
        node = pv_leaf_reorder(marking->conflicts, node, longest);
    if (ok && is_worth)
        parallel = find_parallel(marking, node, longest, PV_SHORT_SIZE, PV_LONG_SIZE);
    if (!ok || parallel == -2)
        return isl_schedule_node_free(node);
    bool is_wavefront = is_worth && parallel < 0;
    int *order = order_of_members(marking, n, parallel, parallel == longest ? -1 : longest);
    struct pv_tile_purpose tiling = {.arena = marking->conflicts->arena,
                                     .params = marking->params,
                                     .innermost = longest,
                                     .parallel = parallel,
                                     .is_wavefront = is_wavefront,
                                     .is_simd = true,
                                     .stmts = &loops.stmts};
    int *chosen = pv_tilesize_choose(node, &tiling), *sizes = pv_new_array(marking->conflicts->arena, int, n + 1);
    for (int i = 0; i < n; i++)
        sizes[i] = chosen[order[i]];
    marking->least = is_wavefront
                         ? pv_tilesize_least(node, &tiling, chosen, marking->params->parallel_threshold * repeated)
                         : 0;
    node = tile_nest(marking, pv_band_permute(node, order), sizes, is_wavefront);
    if (is_worth)
        node = share_tiles(marking, node, parallel >= 0);
    struct marking inside = *marking;
    inside.is_inside_parallel = inside.is_inside_tiles = true;
    while (node && (int)isl_schedule_node_get_schedule_depth(node) < depth + n)
        node = isl_schedule_node_child(node, 0);
    node = mark_below(&inside, node);
    return isl_schedule_node_ancestor(node, (int)isl_schedule_node_get_tree_depth(node) - tree_depth);
}

static __isl_give isl_schedule_node *mark_below(struct marking *marking, __isl_take isl_schedule_node *node)
{
    bool has_tiles = marking->params->tile_nests && !marking->is_inside_tiles;
    if (has_tiles && (pv_node_is_nest(node) || (pv_node_is_leaf_band(node) && is_loose(marking, node))))
        return shape_nest(marking, node);
    if (pv_node_is_leaf_band(node))
        return shape_leaf_band(marking, node);
    if (isl_schedule_node_get_type(node) == isl_schedule_node_band)
        return mark_band(marking, node);
    return mark_children(marking, node);
}

__isl_give isl_schedule_node *pv_parallel_mark(const struct pv_conflicts *conflicts, const struct pv_map_params *params,
                                               __isl_take isl_schedule_node *node)
{
    struct marking marking = {.conflicts = conflicts, .params = params, .chunk = uneven_chunk};
    return mark_below(&marking, node);
}
