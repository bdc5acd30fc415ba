/* Answers what extraction asks of a node, and refuses nodes. */
#include "front/nodes.h"

struct pv_range pv_node_range(struct pv_extract *x, const struct pv_node *node)
{
    return pv_cursor_range(x->clang, node->cursor);
}

struct pv_loc pv_node_loc(struct pv_extract *x, const struct pv_node *node)
{
    return pv_node_range(x, node).begin;
}

const struct pv_ctype *pv_node_type(struct pv_extract *x, const struct pv_node *node)
{
    return pv_type_of(x->types, node->type);
}

void *pv_node_refuse(struct pv_extract *x, const struct pv_node *node, const char *what, const char *remedy)
{
    pv_extract_refuse(x, pv_node_loc(x, node), remedy, "%s is not supported in a region", what);
    return NULL;
}

const struct pv_node *pv_node_only_expr(const struct pv_node *node)
{
    const struct pv_node *found = NULL;
    for (const struct pv_node *kid = node->kids; kid; kid = kid->next) {
        if (!kid->is_expr)
            continue;
        if (found)
            return NULL;
        found = kid;
    }
    return found;
}

static bool is_extension(const struct pv_node *node)
{
    enum pv_op op;
    return node->kind == PV_NODE_UNARY && pv_cursor_unary_op(node->cursor, &op) == PV_UNARY_EXTENSION;
}

const struct pv_node *pv_node_strip(const struct pv_node *node)
{
    for (;;) {
        bool is_wrapper = node->kind == PV_NODE_PAREN || node->kind == PV_NODE_UNEXPOSED_EXPR || is_extension(node);
        const struct pv_node *inner = is_wrapper ? pv_node_only_expr(node) : NULL;
        if (!inner)
            return node;
        node = inner;
    }
}

/* Is "node" a pointer? libclang shows a parameter written as an array as one even where it is read. */
bool pv_node_is_pointer(const struct pv_node *node)
{
    return pv_cxtype_is_indexable(node->type);
}
