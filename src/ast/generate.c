/* Builds the AST of a schedule that belongs to no program, for codegen. */
#include "ast/generate.h"

#include "ast/fromisl.h"
#include "ast/treegen.h"
#include "ir/code.h"

#include <isl/ast_build.h>
#include <isl/map.h>
#include <isl/schedule_node.h>

void pv_generate_set_options(isl_ctx *ctx, const struct pv_generate_params *params)
{
    isl_options_set_ast_build_atomic_upper_bound(ctx, params->atomic_upper_bound);
    isl_options_set_ast_build_prefer_pdiv(ctx, params->prefer_pdiv);
    isl_options_set_ast_build_detect_min_max(ctx, params->detect_min_max);
    isl_options_set_ast_build_exploit_nested_bounds(ctx, params->exploit_nested_bounds);
    isl_options_set_ast_build_group_coscheduled(ctx, params->group_coscheduled);
    isl_options_set_ast_build_scale_strides(ctx, params->scale_strides);
    isl_options_set_ast_build_allow_else(ctx, params->allow_else);
    isl_options_set_ast_build_allow_or(ctx, params->allow_or);
    isl_options_set_ast_build_separation_bounds(ctx, params->separation_bounds == PV_BOUNDS_EXPLICIT
                                                         ? ISL_AST_BUILD_SEPARATION_BOUNDS_EXPLICIT
                                                         : ISL_AST_BUILD_SEPARATION_BOUNDS_IMPLICIT);
}

/* How many iterators the code may need: one for each dimension of the order and, where it leaves instances of a
 * statement with the same schedule value, for each of theirs. */

struct dims {
    int schedule, instance;
};

static isl_stat count_set(__isl_take isl_set *set, void *user)
{
    struct dims *dims = user;
    int n = (int)isl_set_dim(set, isl_dim_set);
    dims->instance = n > dims->instance ? n : dims->instance;
    isl_set_free(set);
    return isl_stat_ok;
}

static void count_instances(__isl_take isl_union_set *instances, struct dims *dims)
{
    isl_union_set_foreach_set(instances, count_set, dims);
    isl_union_set_free(instances);
}

static isl_bool count_node(__isl_keep isl_schedule_node *node, void *user)
{
    struct dims *dims = user;
    int depth = (int)isl_schedule_node_get_schedule_depth(node);
    if (isl_schedule_node_get_type(node) == isl_schedule_node_band)
        depth += (int)isl_schedule_node_band_n_member(node);
    dims->schedule = depth > dims->schedule ? depth : dims->schedule;
    if (isl_schedule_node_get_type(node) == isl_schedule_node_extension)
        count_instances(isl_union_map_range(isl_schedule_node_extension_get_extension(node)), dims);
    if (isl_schedule_node_get_type(node) == isl_schedule_node_expansion)
        count_instances(isl_union_map_range(isl_schedule_node_expansion_get_expansion(node)), dims);
    return isl_bool_true;
}

static isl_stat count_map(__isl_take isl_map *map, void *user)
{
    struct dims *dims = user;
    dims->schedule = (int)isl_map_dim(map, isl_dim_out);
    return count_set(isl_map_domain(map), dims);
}

static int n_iterators(const struct pv_schedfile *file)
{
    struct dims dims = {0, 0};
    if (file->tree) {
        count_instances(isl_schedule_get_domain(file->tree), &dims);
        isl_schedule_foreach_schedule_node_top_down(file->tree, count_node, &dims);
    } else {
        isl_union_map_foreach_map(file->map, count_map, &dims);
    }
    return dims.schedule + dims.instance;
}

static __isl_give isl_ast_node *generate_with_isl(isl_ctx *ctx, struct pv_arena *arena, const struct pv_schedfile *file)
{
    isl_ast_build *build = file->tree ? isl_ast_build_alloc(ctx)
                                      : isl_ast_build_from_context(isl_set_copy(file->context));
    build = isl_ast_build_set_iterators(build, pv_code_iterator_ids(ctx, arena, n_iterators(file)));
    isl_ast_node *root;
    if (file->tree) {
        root = isl_ast_build_node_from_schedule(build, isl_schedule_copy(file->tree));
    } else {
        build = isl_ast_build_set_options(build, isl_union_map_copy(file->options));
        root = isl_ast_build_node_from_schedule_map(build, isl_union_map_copy(file->map));
    }
    isl_ast_build_free(build);
    return root;
}

bool pv_generate(isl_ctx *ctx, struct pv_arena *arena, const struct pv_schedfile *file,
                 const struct pv_generate_params *params, pv_anodes *code, const char **why)
{
    bool is_left = false;
    if (params->generator != PV_AST_ISL) {
        bool ok = pv_treegen(ctx, arena, file, params, code, why, &is_left);
        if (!is_left)
            return ok;
    }
    isl_ast_node *root = generate_with_isl(ctx, arena, file);
    *why = root ? pv_from_isl(arena, root, code) : NULL;
    return root && !*why;
}
