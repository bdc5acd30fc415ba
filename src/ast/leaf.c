#include "ast/leaf.h"

#include "ast/rewrite.h"

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

__isl_give isl_ast_node *pv_leaf_attach(__isl_take isl_ast_node *node, __isl_keep isl_ast_build *build,
                                        struct pv_code *code)
{
    struct pv_arena *arena = code->scop->arena;
    struct pv_code_leaf *leaf = pv_new(arena, struct pv_code_leaf);
    leaf->stmt = stmt_of_node(code->scop, node);
    if (!leaf->stmt)
        return isl_ast_node_free(node);
    pv_push(arena, &code->leaves, leaf);
    isl_map *order = isl_map_from_union_map(isl_ast_build_get_schedule(build));
    isl_pw_multi_aff *instance = isl_pw_multi_aff_from_map(isl_map_reverse(order));
    bool ok = instance && pv_rewrite_references(arena, leaf, build, instance);
    isl_pw_multi_aff_free(instance);
    if (!ok)
        return isl_ast_node_free(node);
    return isl_ast_node_set_annotation(node, isl_id_alloc(code->scop->ctx, "leaf", leaf));
}
