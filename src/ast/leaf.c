/* Makes the annotations of statements in the AST. */
#include "ast/leaf.h"

#include "ast/rewrite.h"

#include <isl/map.h>

/* The values of the members of "kernel" at "site", where "instance" { [c] -> S[i] } is executed. */
static bool set_places(struct pv_code_leaf *leaf, const struct pv_site *site, __isl_keep isl_pw_multi_aff *instance,
                       const struct pv_kernel *kernel)
{
    leaf->places = pv_new_array(site->arena, pv_ax *, kernel->n_members + 1);
    for (int i = 0; i < kernel->n_members; i++) {
        isl_union_pw_aff *all = isl_multi_union_pw_aff_get_union_pw_aff(kernel->place, i);
        isl_space *space = isl_space_from_domain(isl_set_get_space(leaf->stmt->domain));
        isl_pw_aff *value = isl_union_pw_aff_extract_pw_aff(all, isl_space_add_dims(space, isl_dim_out, 1));
        isl_union_pw_aff_free(all);
        value = isl_pw_aff_pullback_pw_multi_aff(value, isl_pw_multi_aff_copy(instance));
        leaf->places[leaf->n_places] = pv_site_value(site, value);
        if (!leaf->places[leaf->n_places++])
            return false;
    }
    return true;
}

struct pv_code_leaf *pv_leaf_new(struct pv_code *code, const struct pv_site *site, const struct pv_kernel *kernel,
                                 const pv_marks *marks)
{
    struct pv_code_leaf *leaf = pv_new(site->arena, struct pv_code_leaf);
    isl_map *order = isl_map_from_union_map(pv_site_schedule(site));
    const char *name = isl_map_get_tuple_name(order, isl_dim_in);
    leaf->stmt = name ? pv_scop_find_stmt(code->scop, name) : NULL;
    isl_pw_multi_aff *instance = isl_pw_multi_aff_from_map(isl_map_reverse(order));
    bool ok = leaf->stmt && instance && pv_rewrite_references(leaf, site, instance, marks);
    if (ok && kernel)
        ok = set_places(leaf, site, instance, kernel);
    isl_pw_multi_aff_free(instance);
    if (!ok)
        return NULL;
    pv_push(site->arena, &code->leaves, leaf);
    return leaf;
}
