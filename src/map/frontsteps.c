/* Divides what a tile executes into steps, with barriers in between. */
#include "map/frontsteps.h"

#include <isl/fixed_box.h>
#include <isl/map.h>
#include <isl/union_map.h>
#include <isl/union_set.h>

/* Can threads share a member of a band at or below "node"? Otherwise one thread executes it all. */
static isl_bool has_shared(const struct pv_gridding *gridding, __isl_keep isl_schedule_node *node)
{
    if (isl_schedule_node_get_type(node) == isl_schedule_node_leaf)
        return isl_bool_false;
    struct pv_share_choice choice = {0};
    bool is_band = isl_schedule_node_get_type(node) == isl_schedule_node_band;
    if (is_band && !pv_share_choose(gridding->conflicts, node, &choice))
        return isl_bool_error;
    isl_bool found = isl_bool_ok(choice.n > 0);
    int n = (int)isl_schedule_node_n_children(node);
    for (int i = 0; i < n && found == isl_bool_false; i++) {
        isl_schedule_node *child = isl_schedule_node_get_child(node, i);
        found = has_shared(gridding, child);
        isl_schedule_node_free(child);
    }
    return found;
}

/* Does "node" only lead to others: is it neither a step nor a loop? */
static bool is_passed(__isl_keep isl_schedule_node *node)
{
    enum isl_schedule_node_type type = isl_schedule_node_get_type(node);
    return type == isl_schedule_node_sequence || type == isl_schedule_node_set || type == isl_schedule_node_filter;
}

/* The same for the children of "node". */
static int find_below(struct pv_gridding *gridding, __isl_keep isl_schedule_node *node, struct pv_front_steps *steps)
{
    int n = (int)isl_schedule_node_n_children(node), found = 1;
    for (int i = 0; i < n && found > 0; i++) {
        isl_schedule_node *child = isl_schedule_node_get_child(node, i);
        found = pv_front_steps_find(gridding, child, steps);
        isl_schedule_node_free(child);
    }
    return found;
}

int pv_front_steps_find(struct pv_gridding *gridding, __isl_keep isl_schedule_node *node, struct pv_front_steps *steps)
{
    if (is_passed(node))
        return find_below(gridding, node, steps);
    struct pv_front_step step = {0};
    bool is_band = isl_schedule_node_get_type(node) == isl_schedule_node_band;
    if (is_band && !pv_share_choose(gridding->conflicts, node, &step.choice))
        return -1;
    isl_bool is_loop = step.choice.n ? isl_bool_false : has_shared(gridding, node);
    if (is_loop < 0)
        return -1;
    if (step.choice.sharing.privates.n || (is_loop && !is_band)) /* also marks, and the statements of a chain */
        return 0;
    step.is_loop = is_loop;
    pv_push(gridding->conflicts->arena, &steps->all, step);
    steps->n += !is_loop;
    steps->n_axes = step.choice.n > steps->n_axes ? step.choice.n : steps->n_axes;
    return is_loop ? find_below(gridding, node, steps) : 1;
}

/* Steps while they are marked. */
struct marking {
    isl_union_map *prefix; /* { S[i] -> [p] }: the members around the tree; NULL: neighbours stay neighbours */
    struct pv_gridding *gridding;
    struct pv_kernel *kernel;
    const struct pv_front_steps *steps;
    int next;                        /* of the steps and loops */
    isl_multi_union_pw_aff *threads; /* { S[i] -> [v] } for those that are marked */
};

/* The values that member "pos" of the band "node" takes in a tile, at most; 0 if that is no constant. */
static int64_t extent_in_tile(const struct marking *marking, __isl_keep isl_schedule_node *node, int pos)
{
    isl_multi_union_pw_aff *band = isl_schedule_node_band_get_partial_schedule(node);
    isl_union_map *member = isl_union_map_from_union_pw_aff(isl_multi_union_pw_aff_get_union_pw_aff(band, pos));
    isl_multi_union_pw_aff_free(band);
    member = isl_union_map_intersect_domain(member, isl_schedule_node_get_domain(node));
    isl_union_map *prefix = isl_union_map_reverse(isl_union_map_copy(marking->prefix));
    isl_map *values = isl_map_from_union_map(isl_union_map_apply_range(prefix, member));
    isl_fixed_box *box = isl_map_get_range_simple_fixed_box_hull(values);
    int64_t extent = 0;
    if (isl_fixed_box_is_valid(box) == isl_bool_true) {
        isl_multi_val *sizes = isl_fixed_box_get_size(box);
        isl_val *size = isl_multi_val_get_val(sizes, 0);
        extent = isl_val_is_int(size) == isl_bool_true ? isl_val_get_num_si(size) : 0;
        isl_val_free(size);
        isl_multi_val_free(sizes);
    }
    isl_fixed_box_free(box);
    isl_map_free(values);
    return extent;
}

/* "choice" with the member last that takes the most values in a tile: the most threads are along axis 0. */
static struct pv_share_choice order_by_extent(const struct marking *marking, __isl_keep isl_schedule_node *node,
                                              const struct pv_share_choice *choice)
{
    struct pv_share_choice ordered = *choice;
    int64_t most = -1;
    int last = choice->n - 1;
    for (int i = choice->n - 1; i >= 0 && choice->n > 1; i--) {
        int64_t extent = extent_in_tile(marking, node, choice->members[i]);
        last = extent > most ? i : last;
        most = extent > most ? extent : most;
    }
    for (int i = last; i + 1 < choice->n; i++) {
        ordered.members[i] = choice->members[i + 1];
        ordered.members[i + 1] = choice->members[last];
    }
    return ordered;
}

/* { S[i] -> [0, ...] }: "n" zeros for what "node" executes. */
static __isl_give isl_multi_union_pw_aff *zeros(__isl_keep isl_schedule_node *node, int n)
{
    isl_union_set *domain = isl_schedule_node_get_domain(node);
    isl_space *space = isl_space_set_from_params(isl_union_set_get_space(domain));
    isl_multi_val *values = isl_multi_val_zero(isl_space_add_dims(space, isl_dim_set, (unsigned)n));
    return isl_multi_union_pw_aff_multi_val_on_domain(domain, values);
}

/* Make the members in "choice" a band of as many members as the kernel has axes: those that are missing are zeros. */
static __isl_give isl_schedule_node *make_band(const struct marking *marking, __isl_take isl_schedule_node *node,
                                               const struct pv_share_choice *choice)
{
    int n_missing = marking->kernel->n_axes - choice->n;
    if (!choice->n)
        return isl_schedule_node_insert_partial_schedule(node, zeros(node, n_missing));
    struct pv_share_choice ordered = marking->prefix ? order_by_extent(marking, node, choice) : *choice;
    node = pv_kernel_isolate_members(node, &ordered);
    if (!n_missing)
        return node;
    isl_multi_union_pw_aff *members = isl_schedule_node_band_get_partial_schedule(node);
    members = isl_multi_union_pw_aff_reset_tuple_id(members, isl_dim_set);
    members = isl_multi_union_pw_aff_flat_range_product(zeros(node, n_missing), members);
    return isl_schedule_node_insert_partial_schedule(isl_schedule_node_delete(node), members);
}

static __isl_give isl_schedule_node *mark_step(struct marking *marking, __isl_take isl_schedule_node *node,
                                               const struct pv_share_choice *choice)
{
    struct pv_kernel *kernel = marking->kernel;
    node = make_band(marking, node, choice);
    for (int i = 0; node && i < kernel->n_axes; i++)
        node = isl_schedule_node_band_member_set_ast_loop_type(node, i, isl_ast_loop_atomic);
    if (!node)
        return NULL;
    isl_multi_union_pw_aff *members = isl_schedule_node_band_get_partial_schedule(node);
    members = isl_multi_union_pw_aff_reset_tuple_id(members, isl_dim_set);
    members = isl_multi_union_pw_aff_intersect_domain(members, isl_schedule_node_get_domain(node));
    marking->threads = marking->threads ? isl_multi_union_pw_aff_union_add(marking->threads, members) : members;
    struct pv_mark *mark = pv_new(marking->gridding->conflicts->arena, struct pv_mark);
    mark->kind = PV_MARK_THREADS;
    mark->kernel = kernel;
    mark->member = kernel->n_fixed;
    mark->n = kernel->n_axes;
    mark->depth = (int)isl_schedule_node_get_schedule_depth(node);
    return isl_schedule_node_insert_mark(node, pv_mark_get_id(isl_schedule_node_get_ctx(node), mark));
}

/* Mark the steps at and below "node". */
static __isl_give isl_schedule_node *mark_steps(struct marking *marking, __isl_take isl_schedule_node *node)
{
    bool passes = is_passed(node);
    const struct pv_front_step *step = passes ? NULL : &marking->steps->all.v[marking->next++];
    if (step && !step->is_loop)
        return mark_step(marking, node, &step->choice);
    if (step)
        node = isl_schedule_node_band_member_set_ast_loop_type(node, 0, isl_ast_loop_atomic);
    int n = (int)isl_schedule_node_n_children(node);
    for (int i = 0; node && i < n; i++)
        node = isl_schedule_node_parent(mark_steps(marking, isl_schedule_node_child(node, i)));
    return node;
}

__isl_give isl_schedule_node *pv_front_steps_mark(struct pv_gridding *gridding, struct pv_kernel *kernel,
                                                  __isl_take isl_schedule_node *node,
                                                  const struct pv_front_steps *steps, bool orders_by_extent,
                                                  isl_multi_union_pw_aff **threads)
{
    struct marking marking = {.gridding = gridding, .kernel = kernel, .steps = steps, .threads = *threads};
    if (orders_by_extent)
        marking.prefix = isl_schedule_node_get_prefix_schedule_union_map(node);
    node = mark_steps(&marking, node);
    isl_union_map_free(marking.prefix);
    *threads = marking.threads;
    return node;
}

__isl_give isl_schedule_node *pv_front_step_mark(struct pv_gridding *gridding, struct pv_kernel *kernel,
                                                 __isl_take isl_schedule_node *node,
                                                 const struct pv_share_choice *choice, isl_multi_union_pw_aff **threads)
{
    struct marking marking = {.gridding = gridding, .kernel = kernel, .threads = *threads};
    node = mark_step(&marking, node, choice);
    *threads = marking.threads;
    return node;
}
