/* Makes the annotations of statements in the AST. */
#include "ast/leaf.h"

#include "ast/rewrite.h"
#include "base/islx.h"

#include <isl/map.h>

/* The statement whose instance "node" executes. */
static const struct pv_stmt *stmt_of_node(const struct pv_scop *scop, __isl_keep isl_ast_node *node)
{
    isl_ast_expr *call = isl_ast_node_user_get_expr(node);
    isl_ast_expr *callee = isl_ast_expr_get_op_arg(call, 0);
    isl_id *id = isl_ast_expr_get_id(callee);
    const struct pv_stmt *stmt = pv_scop_find_stmt(scop, isl_id_get_name(id));
    isl_id_free(id);
    isl_ast_expr_free(callee);
    isl_ast_expr_free(call);
    return stmt;
}

/* The values of the members of "kernel" at the place of "build", where "instance" { [c] -> S[i] } is executed. */
static bool set_places(struct pv_arena *arena, struct pv_code_leaf *leaf, __isl_keep isl_ast_build *build,
                       __isl_keep isl_pw_multi_aff *instance, const struct pv_kernel *kernel)
{
    leaf->places = pv_new_array(arena, isl_ast_expr *, kernel->n_members + 1);
    for (int i = 0; i < kernel->n_members; i++) {
        isl_union_pw_aff *all = isl_multi_union_pw_aff_get_union_pw_aff(kernel->place, i);
        isl_space *space = isl_space_from_domain(isl_set_get_space(leaf->stmt->domain));
        isl_pw_aff *value = isl_union_pw_aff_extract_pw_aff(all, isl_space_add_dims(space, isl_dim_out, 1));
        isl_union_pw_aff_free(all);
        value = isl_pw_aff_pullback_pw_multi_aff(value, isl_pw_multi_aff_copy(instance));
        leaf->places[leaf->n_places] = isl_ast_build_expr_from_pw_aff(build, value);
        if (!leaf->places[leaf->n_places++])
            return false;
    }
    return true;
}

__isl_give isl_ast_node *pv_leaf_attach(__isl_take isl_ast_node *node, __isl_keep isl_ast_build *build,
                                        struct pv_code *code, const struct pv_kernel *kernel, const pv_marks *marks)
{
    struct pv_arena *arena = code->scop->arena;
    struct pv_code_leaf *leaf = pv_new(arena, struct pv_code_leaf);
    leaf->stmt = stmt_of_node(code->scop, node);
    if (!leaf->stmt)
        return isl_ast_node_free(node);
    leaf->call = isl_ast_node_user_get_expr(node);
    pv_push(arena, &code->leaves, leaf);
    isl_map *order = isl_map_from_union_map(isl_ast_build_get_schedule(build));
    isl_pw_multi_aff *instance = isl_pw_multi_aff_from_map(isl_map_reverse(order));
    bool ok = instance && pv_rewrite_references(arena, leaf, build, instance, marks);
    if (ok && kernel)
        ok = set_places(arena, leaf, build, instance, kernel);
    isl_pw_multi_aff_free(instance);
    if (!ok)
        return isl_ast_node_free(node);
    return isl_ast_node_set_annotation(node, pv_id_alloc(code->scop->ctx, "leaf", leaf));
}
