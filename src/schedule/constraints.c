/* Turns dependences into validity, proximity, coincidence and conditional validity constraints. */
#include "schedule/constraints.h"

#include "base/islx.h"
#include "schedule/neighbours.h"

#include <isl/printer.h>
#include <stdlib.h>

__isl_give isl_union_set *pv_constraints_get_domain(const struct pv_scop *scop)
{
    isl_union_set *domain = isl_union_set_empty_ctx(scop->ctx);
    for (int i = 0; i < scop->stmts.n; i++)
        if (scop->stmts.v[i]->kind != PV_STMT_KILL)
            domain = isl_union_set_add_set(domain, isl_set_copy(scop->stmts.v[i]->domain));
    return domain;
}

static __isl_give isl_union_map *join(__isl_keep isl_union_map *a, __isl_keep isl_union_map *b)
{
    return isl_union_map_union(isl_union_map_copy(a), isl_union_map_copy(b));
}

/* Every dependence holds as it is. */
static __isl_give isl_schedule_constraints *keep_order(__isl_take isl_schedule_constraints *sc,
                                                       const struct pv_deps *deps)
{
    isl_union_map *validity = pv_deps_get_validity(deps);
    sc = isl_schedule_constraints_set_validity(sc, isl_union_map_copy(validity));
    sc = isl_schedule_constraints_set_coincidence(sc, isl_union_map_copy(validity));
    return isl_schedule_constraints_set_proximity(sc, validity);
}

/* A loop may be parallel where only scalars stand in the way, which then get a copy per iteration, the last of which may
 * be kept, or pairs that the user lets overlap. */
static __isl_give isl_union_map *coincidence_of_moved(const struct pv_deps *deps)
{
    isl_union_map *coincidence = join(deps->flow, deps->apart);
    if (deps->independent)
        coincidence = isl_union_map_subtract(coincidence, isl_union_map_copy(deps->independent));
    return isl_union_map_union(coincidence, isl_union_map_copy(deps->array_order));
}

__isl_give isl_union_map *pv_constraints_get_coincidence(const struct pv_deps *deps, enum pv_live_ranges live_ranges)
{
    return live_ranges == PV_LIVE_RANGES_MAY_MOVE && deps->order ? coincidence_of_moved(deps)
                                                                 : pv_deps_get_validity(deps);
}

/* Live ranges on one element stay apart unless each is local. */
static __isl_give isl_schedule_constraints *let_move(__isl_take isl_schedule_constraints *sc,
                                                     const struct pv_deps *deps)
{
    isl_union_map *validity = join(deps->flow, deps->forced);
    sc = isl_schedule_constraints_set_validity(sc, validity);
    sc = isl_schedule_constraints_set_coincidence(sc, coincidence_of_moved(deps));
    sc = isl_schedule_constraints_set_proximity(sc, join(deps->flow, deps->false_deps));
    return isl_schedule_constraints_set_conditional_validity(sc, isl_union_map_copy(deps->tagged_flow),
                                                             isl_union_map_copy(deps->tagged_order));
}

__isl_give isl_schedule_constraints *pv_constraints_from_deps(const struct pv_scop *scop, const struct pv_deps *deps,
                                                              enum pv_live_ranges live_ranges)
{
    isl_schedule_constraints *sc = isl_schedule_constraints_on_domain(pv_constraints_get_domain(scop));
    sc = isl_schedule_constraints_set_context(sc, isl_set_copy(scop->context));
    sc = live_ranges == PV_LIVE_RANGES_MAY_MOVE && deps->order ? let_move(sc, deps) : keep_order(sc, deps);
    isl_union_map *close = isl_schedule_constraints_get_proximity(sc);
    return isl_schedule_constraints_set_proximity(sc, isl_union_map_union(close, pv_neighbours_find(scop)));
}

void pv_constraints_dump(struct pv_sb *out, __isl_keep isl_schedule_constraints *constraints)
{
    isl_printer *printer = isl_printer_to_str(isl_schedule_constraints_get_ctx(constraints));
    printer = isl_printer_set_yaml_style(printer, ISL_YAML_STYLE_BLOCK);
    printer = isl_printer_print_schedule_constraints(printer, constraints);
    char *text = pv_printed(isl_printer_get_str(printer));
    isl_printer_free(printer);
    pv_sb_add(out, text);
    free(text);
}
