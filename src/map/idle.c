/* Keeps notes on loops that threads of the host could share, but do not. */
#include "map/idle.h"

#include "map/work.h"

#include <isl/schedule.h>
#include <isl/schedule_node.h>
#include <isl/union_set.h>

struct pv_idle_note pv_idle_find(const struct pv_idle *idle, const struct pv_stmt *stmt)
{
    for (int i = 0; i < idle->notes.n; i++)
        if (idle->notes.v[i].stmt == stmt)
            return idle->notes.v[i];
    return (struct pv_idle_note){.stmt = stmt};
}

void pv_idle_note(struct pv_arena *arena, struct pv_idle *idle, const pv_reuse_stmts *stmts, enum pv_idle_cause cause,
                  double cycles)
{
    for (int i = 0; idle && i < stmts->n; i++)
        if (pv_idle_find(idle, stmts->v[i].stmt).cause == PV_IDLE_NOT)
            pv_push(arena, &idle->notes, ((struct pv_idle_note){stmts->v[i].stmt, cause, cycles}));
}

/* The work of a loop. */

struct work_search {
    const struct pv_conflicts *conflicts; /* without conflicts: the program's own order is looked at */
    isl_union_set *inside;                /* the instances of the loop's statements */
    int depth;
    double cycles; /* -1: not found */
};

/* Append the statements at the leaves below "node". */
static bool find_stmts(const struct work_search *search, __isl_keep isl_schedule_node *node, pv_reuse_stmts *stmts)
{
    if (isl_schedule_node_get_type(node) == isl_schedule_node_leaf)
        return pv_reuse_find(search->conflicts->arena, search->conflicts->scop, node, stmts);
    bool ok = true;
    for (int i = 0; i < (int)isl_schedule_node_n_children(node) && ok; i++) {
        isl_schedule_node *child = isl_schedule_node_get_child(node, i);
        ok = find_stmts(search, child, stmts);
        isl_schedule_node_free(child);
    }
    return ok;
}

/* Take the work of "node" if it is the loop that is looked for. */
static isl_bool find_loop(__isl_keep isl_schedule_node *node, void *user)
{
    struct work_search *search = user;
    if (search->cycles >= 0 || isl_schedule_node_get_type(node) != isl_schedule_node_band ||
        (int)isl_schedule_node_get_schedule_depth(node) != search->depth)
        return isl_bool_ok(search->cycles < 0);
    isl_union_set *domain = isl_schedule_node_get_domain(node);
    bool is_it = isl_union_set_is_equal(domain, search->inside) == isl_bool_true;
    isl_union_set_free(domain);
    pv_reuse_stmts stmts = {0};
    struct pv_work *work = is_it && find_stmts(search, node, &stmts) ? pv_work_find(search->conflicts, node, &stmts, -1)
                                                                     : NULL;
    search->cycles = work ? pv_work_most(work) : search->cycles;
    pv_work_free(work);
    return isl_bool_true;
}

double pv_idle_work(struct pv_arena *arena, const struct pv_scop *scop, struct pv_range range, int depth)
{
    struct pv_answers answers = {0};
    struct pv_conflicts conflicts = {.arena = arena, .scop = scop, .answers = &answers};
    struct work_search search = {&conflicts, isl_union_set_empty_ctx(scop->ctx), depth, -1};
    for (int i = 0; i < scop->stmts.n; i++) {
        const struct pv_stmt *stmt = scop->stmts.v[i];
        struct pv_range place = stmt->call ? stmt->call->range : stmt->range;
        bool is_inside = place.begin.file == range.begin.file && range.begin.offset <= place.begin.offset &&
                         place.end.offset <= range.end.offset;
        if (is_inside && stmt->n_iterators > depth)
            search.inside = isl_union_set_add_set(search.inside, isl_set_copy(stmt->domain));
    }
    isl_schedule_foreach_schedule_node_top_down(scop->schedule, find_loop, &search);
    isl_union_set_free(search.inside);
    pv_answers_free(&answers);
    return search.cycles;
}
