/* Makes the annotations of statements in the AST. */
#include "ast/leaf.h"

#include "ast/rewrite.h"

#include <isl/map.h>

/* The values of the members of "kernel" at "site". */
static bool set_places(struct pv_code_leaf *leaf, const struct pv_site *site, const struct pv_kernel *kernel)
{
    leaf->places = pv_new_array(site->arena, pv_ax *, kernel->n_members + 1);
    for (int i = 0; i < kernel->n_members; i++) {
        isl_union_pw_aff *all = isl_multi_union_pw_aff_get_union_pw_aff(kernel->place, i);
        isl_space *space = isl_space_from_domain(isl_set_get_space(leaf->stmt->domain));
        isl_pw_aff *value = isl_union_pw_aff_extract_pw_aff(all, isl_space_add_dims(space, isl_dim_out, 1));
        isl_union_pw_aff_free(all);
        pv_ax *place = pv_site_plain_value(site, value);
        if (place)
            isl_pw_aff_free(value);
        else
            place = pv_site_value(site, pv_site_pull_back(site, value));
        leaf->places[leaf->n_places] = place;
        if (!leaf->places[leaf->n_places++])
            return false;
    }
    return true;
}

struct pv_code_leaf *pv_leaf_new(struct pv_code *code, const struct pv_site *site, const struct pv_kernel *kernel,
                                 const pv_marks *marks)
{
    struct pv_code_leaf *leaf = pv_new(site->arena, struct pv_code_leaf);
    const char *name = pv_site_statement(site);
    leaf->stmt = name ? pv_scop_find_stmt(code->scop, name) : NULL;
    struct pv_site own = *site;
    if (!site->plain)
        own.instance = pv_site_instance(site);
    bool ok = leaf->stmt && (site->plain || own.instance) && pv_rewrite_references(leaf, &own, marks) &&
              (!kernel || set_places(leaf, &own, kernel));
    if (!site->plain)
        isl_pw_multi_aff_free(own.instance);
    if (!ok)
        return NULL;
    pv_push(site->arena, &code->leaves, leaf);
    return leaf;
}
