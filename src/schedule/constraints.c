#include "schedule/constraints.h"

__isl_give isl_union_set *pv_constraints_get_domain(const struct pv_scop *scop)
{
    isl_union_set *domain = isl_union_set_empty_ctx(scop->ctx);
    for (int i = 0; i < scop->stmts.n; i++)
        if (scop->stmts.v[i]->kind != PV_STMT_KILL)
            domain = isl_union_set_add_set(domain, isl_set_copy(scop->stmts.v[i]->domain));
    return domain;
}

__isl_give isl_schedule_constraints *pv_constraints_from_deps(const struct pv_scop *scop, const struct pv_deps *deps)
{
    isl_union_map *validity = pv_deps_get_validity(deps);
    isl_schedule_constraints *sc = isl_schedule_constraints_on_domain(pv_constraints_get_domain(scop));
    sc = isl_schedule_constraints_set_context(sc, isl_set_copy(scop->context));
    sc = isl_schedule_constraints_set_validity(sc, isl_union_map_copy(validity));
    sc = isl_schedule_constraints_set_coincidence(sc, isl_union_map_copy(validity));
    return isl_schedule_constraints_set_proximity(sc, validity);
}
