/* Divides the statements of a region between the host and the device. */
#include "map/hostpart.h"

#include "map/gridshare.h"

/* A subtree in the course of pv_hostpart_look(). */
struct look {
    const struct pv_conflicts *conflicts;
    const struct pv_device_plan *plan;
    struct pv_contents contents;
};

static isl_stat look_at_stmt(__isl_take isl_set *set, void *user)
{
    struct look *look = user;
    const struct pv_stmt *stmt = pv_scop_find_stmt(look->conflicts->scop, isl_set_get_tuple_name(set));
    bool is_host = stmt && pv_device_plan_is_host(look->plan, stmt);
    look->contents.has_host = look->contents.has_host || is_host;
    look->contents.has_others = look->contents.has_others || (!is_host && stmt && stmt->body);
    isl_set_free(set);
    return isl_stat_ok;
}

struct pv_contents pv_hostpart_look(const struct pv_conflicts *conflicts, const struct pv_device_plan *plan,
                                    __isl_keep isl_schedule_node *node)
{
    struct look look = {conflicts, plan, {false, false}};
    if (!plan->host.n)
        return look.contents;
    isl_union_set *domain = isl_schedule_node_get_domain(node);
    isl_union_set_foreach_set(domain, look_at_stmt, &look);
    isl_union_set_free(domain);
    return look.contents;
}

/* A statement that has no part in a parallel kernel: loops that one thread would run for it. */
struct lone_stmt {
    const struct pv_stmt *stmt;
    int n_loops;
};

struct division {
    const struct pv_conflicts *conflicts;
    const struct pv_device_plan *plan;
    PV_VEC(const struct pv_stmt *) shared; /* have a part in a parallel kernel */
    PV_VEC(struct lone_stmt) lone;
    int n_loops; /* of the subtree in work; -1: threads share it */
};

static isl_stat add_to_division(__isl_take isl_set *set, void *user)
{
    struct division *division = user;
    struct pv_arena *arena = division->conflicts->arena;
    const struct pv_stmt *stmt = pv_scop_find_stmt(division->conflicts->scop, isl_set_get_tuple_name(set));
    isl_set_free(set);
    struct lone_stmt lone = {stmt, division->n_loops};
    if (stmt && stmt->body && division->n_loops < 0)
        pv_push(arena, &division->shared, stmt);
    else if (stmt && stmt->body)
        pv_push(arena, &division->lone, lone);
    return isl_stat_ok;
}

/* The most band members around a leaf below "node". */
static int deepest_below(__isl_keep isl_schedule_node *node)
{
    int depth = (int)isl_schedule_node_get_schedule_depth(node), n = (int)isl_schedule_node_n_children(node);
    for (int i = 0; i < n; i++) {
        isl_schedule_node *child = isl_schedule_node_get_child(node, i);
        int below = deepest_below(child);
        depth = below > depth ? below : depth;
        isl_schedule_node_free(child);
    }
    return depth;
}

/* Find the statements below "node" that threads share, and those that they do not. False where isl failed. */
static bool divide(struct division *division, __isl_keep isl_schedule_node *node)
{
    struct pv_contents contents = pv_hostpart_look(division->conflicts, division->plan, node);
    if (!contents.has_others)
        return true;
    isl_bool is_shared = isl_bool_false;
    if (!contents.has_host)
        is_shared = pv_share_has_any(division->conflicts, node);
    if (is_shared < 0)
        return false;
    struct pv_share_choice choice = {0};
    bool is_band = isl_schedule_node_get_type(node) == isl_schedule_node_band;
    bool is_kernel = is_shared == isl_bool_true && is_band && pv_share_choose(division->conflicts, node, &choice) &&
                     choice.n;
    if (is_kernel || (!contents.has_host && is_shared == isl_bool_false)) {
        division->n_loops = is_kernel ? -1 : deepest_below(node) - (int)isl_schedule_node_get_schedule_depth(node);
        isl_union_set *domain = isl_schedule_node_get_domain(node);
        isl_stat stat = isl_union_set_foreach_set(domain, add_to_division, division);
        isl_union_set_free(domain);
        return stat >= 0;
    }
    bool ok = true;
    for (int i = 0; ok && i < (int)isl_schedule_node_n_children(node); i++) {
        isl_schedule_node *child = isl_schedule_node_get_child(node, i);
        ok = divide(division, child);
        isl_schedule_node_free(child);
    }
    return ok;
}

static bool accesses(const struct pv_stmt *stmt, const struct pv_array *array)
{
    for (int i = 0; i < stmt->accesses.n; i++)
        if (stmt->accesses.v[i]->array == array)
            return true;
    return false;
}

/* The most dimensions of an array that "stmt" and kernels access: what would be copied for the host to execute it. */
static int shared_dimensions(const struct division *division, const struct pv_stmt *stmt)
{
    int most = 0;
    for (int i = 0; i < stmt->accesses.n; i++) {
        const struct pv_array *array = stmt->accesses.v[i]->array;
        for (int j = 0; j < division->shared.n && array->kind == PV_ARRAY_DATA && array->n_dims > most; j++)
            if (accesses(division->shared.v[j], array))
                most = array->n_dims;
    }
    return most;
}

bool pv_hostpart_extend(const struct pv_conflicts *conflicts, struct pv_device_plan *plan,
                        __isl_keep isl_schedule_node *node)
{
    struct division division = {.conflicts = conflicts, .plan = plan};
    if (!plan->host.n)
        return true;
    if (!divide(&division, node))
        return false;
    for (int i = 0; i < division.lone.n; i++) {
        const struct lone_stmt *lone = &division.lone.v[i];
        bool is_shared = false;
        for (int j = 0; j < division.shared.n; j++)
            is_shared = is_shared || division.shared.v[j] == lone->stmt;
        if (!is_shared && lone->n_loops >= shared_dimensions(&division, lone->stmt) &&
            !pv_device_plan_is_host(plan, lone->stmt)) {
            pv_push(conflicts->arena, &plan->host, lone->stmt);
            pv_push(conflicts->arena, &plan->host_reasons, "on the device one thread would execute it");
        }
    }
    return true;
}
