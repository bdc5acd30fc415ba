/* Makes expressions at a place in the code that is being generated. */
#include "ast/site.h"

#include "ast/fromisl.h"

struct pv_site pv_site_of_params(struct pv_arena *arena, __isl_take isl_set *context)
{
    return (struct pv_site){arena, isl_ast_build_from_context(context)};
}

void pv_site_free(struct pv_site *site)
{
    site->build = isl_ast_build_free(site->build);
}

__isl_give isl_union_map *pv_site_schedule(const struct pv_site *site)
{
    return isl_ast_build_get_schedule(site->build);
}

pv_ax *pv_site_value(const struct pv_site *site, __isl_take isl_pw_aff *value)
{
    return pv_from_isl_expr(site->arena, isl_ast_build_expr_from_pw_aff(site->build, value));
}

pv_ax *pv_site_condition(const struct pv_site *site, __isl_take isl_set *set)
{
    return pv_from_isl_expr(site->arena, isl_ast_build_expr_from_set(site->build, set));
}
