/* Makes expressions at a place in the code that is being generated. */
#include "ast/site.h"

#include "ast/affexpr.h"
#include "ast/fromisl.h"
#include "ast/rowexpr.h"

#include <isl/map.h>
#include <isl/space.h>

struct pv_site pv_site_of_params(struct pv_arena *arena, const struct pv_generate_params *params,
                                 __isl_take isl_set *context)
{
    if (params->generator == PV_AST_ISL)
        return (struct pv_site){.arena = arena, .build = isl_ast_build_from_context(context)};
    struct pv_gen *gen = pv_new(arena, struct pv_gen);
    struct pv_stock *place = pv_new(arena, struct pv_stock);
    *gen = (struct pv_gen){.ctx = isl_set_get_ctx(context), .arena = arena, .params = params};
    *place = pv_stock_new(gen, context);
    return (struct pv_site){.arena = arena, .place = place, .sure = isl_set_copy(place->sure)};
}

void pv_site_free(struct pv_site *site)
{
    if (!site->place) { /* "build" is NULL where isl failed */
        isl_ast_build_free(site->build);
        return;
    }
    struct pv_stock place = *site->place;
    pv_stock_free(&place);
    isl_set_free(site->sure);
}

struct pv_site pv_site_of_place(const struct pv_site *site)
{
    struct pv_site result = *site;
    if (site->plain) {
        pv_plain_place_make(site->plain);
        result = (struct pv_site){.arena = site->arena, .place = &site->plain->stock};
        result.sure = site->plain->sure;
        result.executed = site->plain->executed;
    }
    return result;
}

__isl_give isl_union_map *pv_site_schedule(const struct pv_site *site)
{
    if (site->plain) {
        struct pv_site made = pv_site_of_place(site);
        return pv_site_schedule(&made);
    }
    return site->place ? isl_union_map_reverse(isl_union_map_copy(site->executed))
                       : isl_ast_build_get_schedule(site->build);
}

/* "value", perhaps a function of parameters, on the space of "site". */
static __isl_give isl_pw_aff *on_site(const struct pv_site *site, __isl_take isl_pw_aff *value)
{
    isl_space *space = isl_pw_aff_get_domain_space(value);
    bool is_of_params = isl_space_is_params(space) == isl_bool_true;
    isl_space_free(space);
    return is_of_params ? isl_pw_aff_insert_domain(value, isl_set_get_space(site->sure)) : value;
}

pv_ax *pv_site_value(const struct pv_site *site, __isl_take isl_pw_aff *value)
{
    if (site->plain) {
        struct pv_site made = pv_site_of_place(site);
        return pv_site_value(&made, value);
    }
    if (!site->place)
        return pv_from_isl_expr(site->arena, isl_ast_build_expr_from_pw_aff(site->build, value));
    value = on_site(site, value);
    isl_set *domain = isl_pw_aff_domain(isl_pw_aff_copy(value));
    isl_bool is_total = isl_set_is_subset(site->sure, domain);
    isl_set_free(domain);
    if (is_total >= 0)
        return pv_pw_aff_expr(site->place, site->sure, value, is_total == isl_bool_true);
    isl_pw_aff_free(value);
    return NULL;
}

pv_ax *pv_site_condition(const struct pv_site *site, __isl_take isl_set *set)
{
    if (site->plain) {
        struct pv_site made = pv_site_of_place(site);
        return pv_site_condition(&made, set);
    }
    if (!site->place)
        return pv_from_isl_expr(site->arena, isl_ast_build_expr_from_set(site->build, set));
    if (isl_set_is_params(set) == isl_bool_true)
        set = isl_set_from_params(set);
    set = isl_set_gist(set, isl_set_copy(site->sure));
    if (!set)
        return NULL;
    pv_ax *condition = pv_set_condition(site->place, site->sure, set);
    return condition ? condition : pv_ax_number(site->arena, 1);
}

const char *pv_site_statement(const struct pv_site *site)
{
    if (site->plain)
        return pv_plain_place_name(site->plain);
    isl_map *order = isl_map_from_union_map(pv_site_schedule(site));
    const char *name = isl_map_get_tuple_name(order, isl_dim_in);
    name = name ? pv_strdup(site->arena, name) : NULL;
    isl_map_free(order);
    return name;
}

__isl_give isl_pw_multi_aff *pv_site_instance(const struct pv_site *site)
{
    isl_pw_multi_aff *known = site->plain ? site->plain->instance : site->instance;
    if (known)
        return isl_pw_multi_aff_copy(known);
    isl_map *order = isl_map_from_union_map(pv_site_schedule(site));
    isl_pw_multi_aff *instance = isl_pw_multi_aff_from_map(isl_map_reverse(order));
    if (site->plain)
        site->plain->instance = isl_pw_multi_aff_copy(instance);
    return instance;
}

__isl_give isl_pw_aff *pv_site_pull_back(const struct pv_site *site, __isl_take isl_pw_aff *value)
{
    return isl_pw_aff_pullback_pw_multi_aff(value, pv_site_instance(site));
}

pv_ax *pv_site_plain_value(const struct pv_site *site, __isl_keep isl_pw_aff *value)
{
    if (!site->plain)
        return NULL;
    const struct pv_plain *plain = site->plain->run->plain;
    int64_t row[plain->width];
    return pv_plain_place_value(site->plain, value, row) ? pv_plain_expr(plain, row) : NULL;
}
