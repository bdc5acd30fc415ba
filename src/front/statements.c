/* Turns statements of libclang into trees. */
#include "front/statements.h"

#include "front/lexis.h"
#include "front/memcalls.h"
#include "front/moving.h"
#include "front/replace.h"

#include <ctype.h>
#include <string.h>

static struct pv_tree *read_statement(struct pv_extract *x, const struct pv_node *node);

static struct pv_range range_of(struct pv_extract *x, const struct pv_node *node)
{
    return pv_cursor_range(x->clang, node->cursor);
}

static struct pv_tree *refuse(struct pv_extract *x, const struct pv_node *node, const char *what, const char *remedy)
{
    pv_extract_refuse(x, range_of(x, node).begin, remedy, "%s is not supported in a region", what);
    return NULL;
}

struct pv_range pv_extract_statement_range(struct pv_extract *x, const struct pv_node *node)
{
    struct pv_range range = range_of(x, node);
    bool is_in_main = range.end.file == pv_clang_main_file(x->clang) && range.end.offset && range.end.offset <= x->size;
    int last = is_in_main ? x->text[range.end.offset - 1] : ';';
    if (last == ';' || last == '}')
        return range;
    unsigned next = pv_text_skip_blank(x->text, x->size, range.end.offset);
    if (next < x->size && x->text[next] == ';')
        range.end = pv_diag_locate(x->diag, range.end.file, next + 1);
    return range;
}

static struct pv_tree *new_tree(struct pv_extract *x, enum pv_tree_kind kind, const struct pv_node *node)
{
    return pv_tree_new(x->arena, kind, pv_extract_statement_range(x, node));
}

struct pv_var *pv_extract_lookup(struct pv_extract *x, const char *name, unsigned offset)
{
    const struct pv_symbol *symbol = x->scopes ? pv_scopes_lookup(x->scopes, name, offset) : NULL;
    struct pv_cursor decl;
    if (symbol)
        return pv_extract_var(x, symbol->decl);
    return pv_clang_find_global(x->clang, PV_NODE_VAR, name, &decl) ? pv_extract_var(x, decl) : NULL;
}

/* Is the statement at "offset" the one that "pragma" stands in front of? */
static bool stands_before(const struct pv_extract *x, const struct pv_pragma *pragma, unsigned offset)
{
    return pragma->end <= offset && pv_text_skip_blank(x->text, x->size, pragma->end) == offset;
}

/* Declarations. */

/* A pointer that never changes stands for the place it points at. */
static struct pv_tree *read_pointer_decl(struct pv_extract *x, const struct pv_node *node, struct pv_var *var,
                                         const struct pv_node *init)
{
    struct pv_place place;
    if (!pv_extract_pointee(x, init, &place))
        return NULL;
    const struct pv_symbol *symbol = pv_scopes_symbol(x->scopes, node->cursor);
    bool is_used_after = symbol && x->region.end.file && pv_symbol_is_used_from(symbol, x->region.end.offset);
    if (is_used_after)
        return refuse(x, node, "the declaration of a pointer that is used after the region",
                      "declare it before the region");
    if (pv_moving_is_place(&place)) { /* the pointer stays where it is, the other one moves on */
        struct pv_tree *tree = new_tree(x, PV_TREE_EXPR, node);
        tree->expr = pv_moving_assign(x, var, &place, range_of(x, node));
        return tree->expr ? tree : NULL;
    }
    struct pv_alias alias = {.var = var, .place = pv_place_copy(x->arena, &place), .loc = range_of(x, node).begin};
    pv_push(x->arena, &x->aliases, alias);
    return new_tree(x, PV_TREE_NULL, node);
}

/* A pointer that changes later on: an assignment of its first value, if it has one. */
static struct pv_tree *read_moving_decl(struct pv_extract *x, const struct pv_node *node, struct pv_var *var,
                                        const struct pv_node *init)
{
    struct pv_tree *tree = new_tree(x, init ? PV_TREE_EXPR : PV_TREE_NULL, node);
    const struct pv_symbol *symbol = pv_scopes_symbol(x->scopes, node->cursor);
    if (symbol && x->region.end.file && pv_symbol_is_used_from(symbol, x->region.end.offset))
        return refuse(x, node, "the declaration of a pointer that is used after the region",
                      "declare it before the region");
    if (init)
        tree->expr = pv_extract_pointer_value(x, node, var, init);
    return !init || tree->expr ? tree : NULL;
}

/* The values in braces, laid out in the order of the elements. */

#define MOST_INITIALISERS 65536

struct init_list {
    struct pv_extract *x;
    struct pv_tree *decl;
};

static bool add_init(struct init_list *list, struct pv_expr *expr, const struct pv_node *node)
{
    if (!expr)
        return false;
    if (list->decl->inits.n >= MOST_INITIALISERS) {
        refuse(list->x, node, "an initialiser of this size", "initialise the array before the region");
        return false;
    }
    pv_push(list->x->arena, &list->decl->inits, expr);
    return true;
}

static struct pv_expr *zero_of(struct pv_extract *x, const struct pv_ctype *type, struct pv_range range)
{
    struct pv_expr *zero = pv_expr_new_int(x->arena, 0, pv_type_int(x->types), range);
    if (type->kind == PV_TYPE_INT)
        zero->type = type;
    if (type->kind != PV_TYPE_FLOAT)
        return zero;
    zero->kind = PV_EXPR_FLOAT;
    zero->type = type;
    zero->text = type->size == (int64_t)sizeof(float) ? "0.0f" : "0.0";
    return zero;
}

static int n_members(const struct pv_ctype *type)
{
    if (type->kind == PV_TYPE_RECORD)
        return type->record->n_fields;
    return type->kind == PV_TYPE_ARRAY && type->length >= 0 && type->length <= MOST_INITIALISERS ? (int)type->length
                                                                                                 : 1;
}

static const struct pv_ctype *member_type(const struct pv_ctype *type, int i)
{
    if (type->kind == PV_TYPE_RECORD)
        return type->record->fields[i].type;
    return type->kind == PV_TYPE_ARRAY ? type->elem : type;
}

static bool is_aggregate(const struct pv_ctype *type)
{
    return type->kind == PV_TYPE_RECORD || type->kind == PV_TYPE_ARRAY;
}

static bool add_zeros(struct init_list *list, const struct pv_ctype *type, const struct pv_node *node)
{
    if (!is_aggregate(type))
        return add_init(list, zero_of(list->x, type, range_of(list->x, node)), node);
    for (int i = 0; i < n_members(type); i++)
        if (!add_zeros(list, member_type(type, i), node))
            return false;
    return true;
}

/* Add one object of "type" from "*next", the values in one pair of braces, of which it takes as many
 * as it needs. Where "has_rest", members without a value become zeros, so that what follows is placed right. */
static bool add_object(struct init_list *list, const struct pv_ctype *type, const struct pv_node **next, bool has_rest);

static bool add_members(struct init_list *list, const struct pv_ctype *type, const struct pv_node **next,
                        const struct pv_node *place, bool has_rest)
{
    int n = n_members(type);
    for (int i = 0; i < n; i++) {
        const struct pv_ctype *member = member_type(type, i);
        if (*next && !add_object(list, member, next, has_rest || i + 1 < n))
            return false;
        if (*next || i + 1 >= n)
            continue;
        for (int j = i + 1; has_rest && j < n; j++)
            if (!add_zeros(list, member_type(type, j), place))
                return false;
        break;
    }
    return true;
}

static bool add_object(struct init_list *list, const struct pv_ctype *type, const struct pv_node **next, bool has_rest)
{
    struct pv_extract *x = list->x;
    const struct pv_node *node = *next;
    if (!is_aggregate(type)) {
        *next = node->next;
        const struct pv_node *value = node->kind == PV_NODE_INIT_LIST ? node->kids : node;
        if (!value)
            return add_zeros(list, type, node);
        return add_init(list, pv_extract_expr(x, value), value);
    }
    if (node->kind == PV_NODE_INIT_LIST) {
        const struct pv_node *inner = node->kids;
        *next = node->next;
        return inner ? add_members(list, type, &inner, node, has_rest) : !has_rest || add_zeros(list, type, node);
    }
    bool is_whole = type->kind == PV_TYPE_RECORD && pv_cxtype_kind(node->type) == PV_CXTYPE_RECORD;
    if (is_whole || pv_node_strip(node)->kind == PV_NODE_STRING_LITERAL) {
        refuse(x, node, "an initialiser that is itself an array or a structure", "assign the elements one by one");
        return false;
    }
    return add_members(list, type, next, node, has_rest);
}

/* Does a designator stand among the values? libclang shows it as an expression of type void. */
static bool has_designator(const struct pv_node *list)
{
    for (const struct pv_node *kid = list->kids; kid; kid = kid->next) {
        if (kid->kind == PV_NODE_INIT_LIST
                ? has_designator(kid)
                : kid->kind == PV_NODE_UNEXPOSED_EXPR && pv_cxtype_kind(kid->type) == PV_CXTYPE_VOID)
            return true;
    }
    return false;
}

static bool read_init(struct pv_extract *x, struct pv_tree *decl, const struct pv_node *init)
{
    const struct pv_ctype *type = decl->var->type;
    if (init->kind == PV_NODE_INIT_LIST && is_aggregate(type)) {
        if (has_designator(init))
            return refuse(x, init, "a designated initialiser", "list the values in order") != NULL;
        struct init_list list = {x, decl};
        const struct pv_node *next = init;
        decl->has_init_list = true;
        return add_object(&list, type, &next, false);
    }
    if (type->kind == PV_TYPE_ARRAY)
        return refuse(x, init, "an array initialised from a string", "assign the elements one by one") != NULL;
    const struct pv_node *value = init->kind == PV_NODE_INIT_LIST ? init->kids : init;
    decl->expr = value ? pv_extract_expr(x, value) : zero_of(x, type, range_of(x, init));
    return decl->expr != NULL;
}

static const struct pv_node *find_init(const struct pv_node *node)
{
    struct pv_cursor init;
    if (!pv_cursor_initialiser(node->cursor, &init))
        return NULL;
    for (const struct pv_node *kid = node->kids; kid; kid = kid->next)
        if (pv_cursor_equal(kid->cursor, init))
            return kid;
    return NULL;
}

static bool is_null_pointer(const struct pv_node *init)
{
    const struct pv_node *node = pv_node_strip(init);
    while (node->kind == PV_NODE_CAST && node->last_kid)
        node = pv_node_strip(node->last_kid);
    int64_t value;
    return node->kind == PV_NODE_INT_LITERAL && pv_cursor_eval_int(node->cursor, &value) && value == 0;
}

static struct pv_tree *read_decl(struct pv_extract *x, const struct pv_node *node)
{
    switch (node->kind) {
    case PV_NODE_VAR:
        break;
    case PV_NODE_STATIC_ASSERT:
        return new_tree(x, PV_TREE_NULL, node);
    case PV_NODE_FUNCTION:
        return refuse(x, node, "the declaration of a function", "move it before the region");
    default:
        return refuse(x, node, "the declaration of a type", "move it before the region");
    }
    if (pv_cursor_is_static(node->cursor))
        return refuse(x, node, "a static variable declared here", "declare it before the region");
    if (!pv_cursor_is_automatic(node->cursor))
        return refuse(x, node, "an external variable declared here", "declare it before the region");
    struct pv_var *var = pv_extract_var(x, node->cursor);
    const char *obstacle = pv_type_obstacle(x->arena, var->type);
    if (obstacle)
        return refuse(x, node, obstacle, NULL);
    const struct pv_node *init = find_init(node);
    bool is_moving = var->type->kind == PV_TYPE_POINTER && pv_moving_is_changed(x, node->cursor);
    if (is_moving && (!init || !is_null_pointer(init)))
        return read_moving_decl(x, node, var, init);
    if (var->type->kind == PV_TYPE_POINTER && init && !is_null_pointer(init))
        return read_pointer_decl(x, node, var, init);
    bool is_null = init && var->type->kind == PV_TYPE_POINTER;
    if (init && !is_null && pv_type_holds_pointer(var->type))
        return refuse(x, init, "an array or structure of pointers with initial values", "set it up before the region");
    struct pv_tree *decl = new_tree(x, PV_TREE_DECL, node);
    decl->var = var;
    return !init || read_init(x, decl, init) ? decl : NULL;
}

/* One declaration, or a block of them that opens no scope. */
static struct pv_tree *read_decl_statement(struct pv_extract *x, const struct pv_node *node)
{
    if (node->n_kids == 1)
        return read_decl(x, node->kids);
    struct pv_tree *block = new_tree(x, PV_TREE_BLOCK, node);
    for (const struct pv_node *kid = node->kids; kid; kid = kid->next) {
        struct pv_tree *decl = read_decl(x, kid);
        if (!decl)
            return NULL;
        pv_push(x->arena, &block->children, decl);
    }
    return block;
}

/* Expression statements. */

static struct pv_tree *read_builtin(struct pv_extract *x, const struct pv_node *call, enum pv_builtin builtin)
{
    struct pv_tree *tree = new_tree(x, PV_TREE_PENCIL, call);
    tree->builtin = builtin;
    for (const struct pv_node *kid = call->kids->next; kid; kid = kid->next) {
        bool is_condition = builtin == PV_BUILTIN_ASSUME;
        struct pv_expr *arg = pv_extract_expr(x, is_condition ? kid : pv_node_strip(kid));
        if (!arg)
            return NULL;
        if (!is_condition && arg->kind != PV_EXPR_ACCESS)
            return refuse(x, kid, "an argument that is neither a variable nor an array element", NULL);
        pv_push(x->arena, &tree->args, arg);
    }
    return tree;
}

/* "(void)f;" keeps compilers from calling the function f unused, and does nothing. */
static bool is_mention(const struct pv_node *node)
{
    if (node->kind != PV_NODE_CAST || !node->last_kid)
        return false;
    const struct pv_node *name = pv_node_strip(node->last_kid);
    struct pv_cursor target;
    return name->kind == PV_NODE_NAME && pv_cursor_target(name->cursor, &target) &&
           pv_cursor_kind(target) == PV_NODE_FUNCTION;
}

static struct pv_tree *read_expr_statement(struct pv_extract *x, const struct pv_node *node)
{
    if (is_mention(node))
        return new_tree(x, PV_TREE_NULL, node);
    const struct pv_node *call = pv_node_strip(node);
    struct pv_cursor callee;
    if (call->kind == PV_NODE_CALL && pv_extract_callee(call, &callee)) {
        bool is_assert;
        enum pv_builtin builtin = pv_pencil_builtin(pv_cursor_name(x->clang, callee), &is_assert);
        if (builtin != PV_BUILTIN_NONE) {
            struct pv_tree *tree = read_builtin(x, call, builtin);
            if (tree)
                tree->is_assert = is_assert;
            return tree;
        }
    }
    struct pv_expr *expr = pv_extract_effect(x, node);
    if (!expr)
        return NULL;
    struct pv_tree *tree = pv_memcall_read(x, expr);
    if (tree)
        return tree;
    tree = new_tree(x, PV_TREE_EXPR, node);
    tree->expr = expr;
    return tree;
}

/* Loops. */

/* Which of the three parts of a "for" are written? libclang leaves the others out without a trace, so
 * that the text must tell. False when it does not: parts may come from macros. */
static bool find_for_parts(struct pv_extract *x, const struct pv_node *node, bool is_written[3])
{
    size_t size;
    unsigned offset;
    const char *text = pv_cursor_spelled_text(x->clang, node->cursor, &size, &offset);
    if (!text || size - offset < 3 || memcmp(text + offset, "for", 3))
        return false;
    unsigned pos = pv_text_skip_blank(text, size, offset + 3);
    if (pos >= size || text[pos++] != '(')
        return false;
    int depth = 0, part = 0;
    while (part < 3) {
        pos = pv_text_skip_blank(text, size, pos);
        if (pos >= size)
            return false;
        char c = text[pos++];
        bool ends_part = depth == 0 && (part < 2 ? c == ';' : c == ')');
        if (ends_part) {
            part++;
            continue;
        }
        is_written[part] = true;
        depth += (c == '(' || c == '[' || c == '{') - (c == ')' || c == ']' || c == '}');
        if (c == '\'' || c == '"')
            while (pos < size && text[pos++] != c)
                pos += text[pos - 1] == '\\';
        if (depth < 0)
            return false;
    }
    return true;
}

/* The parts of a "for": init, condition, increment (NULL where missing) and body. */
static bool split_for(struct pv_extract *x, const struct pv_node *node, const struct pv_node *parts[4])
{
    bool is_written[3] = {true, true, true};
    if (node->n_kids < 4 && (memset(is_written, 0, sizeof(is_written)), !find_for_parts(x, node, is_written)))
        return false;
    const struct pv_node *kid = node->kids;
    for (int i = 0; i < 3; i++) {
        parts[i] = is_written[i] ? kid : NULL;
        if (parts[i])
            kid = kid ? kid->next : NULL;
    }
    parts[3] = kid;
    return kid && !kid->next;
}

static struct pv_tree *split_comma(struct pv_extract *x, struct pv_tree *block, struct pv_expr *expr)
{
    if (expr->kind == PV_EXPR_OP && expr->op == PV_OP_COMMA) {
        split_comma(x, block, expr->args[0]);
        return split_comma(x, block, expr->args[1]);
    }
    struct pv_tree *tree = pv_tree_new(x->arena, PV_TREE_EXPR, expr->range);
    tree->expr = expr;
    pv_push(x->arena, &block->children, tree);
    return block;
}

static struct pv_tree *read_for_init(struct pv_extract *x, const struct pv_node *node)
{
    if (node->kind == PV_NODE_DECL_STMT)
        return read_decl_statement(x, node);
    struct pv_tree *tree = read_expr_statement(x, node);
    if (!tree || tree->kind != PV_TREE_EXPR || tree->expr->kind != PV_EXPR_OP || tree->expr->op != PV_OP_COMMA)
        return tree;
    return split_comma(x, pv_tree_new(x->arena, PV_TREE_BLOCK, tree->range), tree->expr);
}

/* Apply the pragma in front of the loop, if there is one. */
static void apply_independent(struct pv_extract *x, struct pv_tree *tree, unsigned offset)
{
    for (int i = 0; i < x->pragmas.list.n; i++) {
        struct pv_pragma *pragma = &x->pragmas.list.v[i];
        if (pragma->kind != PV_PRAGMA_INDEPENDENT || !stands_before(x, pragma, offset))
            continue;
        tree->is_independent = true;
        for (int j = 0; j < pragma->names.n; j++) {
            struct pv_reduction_clause clause = {pragma->ops.v[j],
                                                 pv_extract_lookup(x, pragma->names.v[j], pragma->begin)};
            if (clause.var)
                pv_push(x->arena, &tree->reductions, clause);
            else if (!pragma->is_used)
                pv_warn(x->diag, pv_diag_locate(x->diag, pv_clang_main_file(x->clang), pragma->at),
                        "reduction ignored: there is no variable '%s'", pragma->names.v[j]);
        }
        pragma->is_used = true;
    }
}

static struct pv_tree *read_body(struct pv_extract *x, const struct pv_node *node)
{
    x->n_loops++;
    struct pv_tree *body = read_statement(x, node);
    x->n_loops--;
    return body;
}

static struct pv_tree *read_for(struct pv_extract *x, const struct pv_node *node)
{
    const struct pv_node *parts[4];
    if (!split_for(x, node, parts))
        return refuse(x, node, "a 'for' with missing parts made by macros", "write the loop out");
    struct pv_tree *tree = new_tree(x, PV_TREE_FOR, node);
    if (tree->range.begin.file == pv_clang_main_file(x->clang))
        apply_independent(x, tree, tree->range.begin.offset);
    if (parts[0] && !(tree->init = read_for_init(x, parts[0])))
        return NULL;
    if (parts[1] && !(tree->cond = pv_extract_expr(x, parts[1])))
        return NULL;
    if (parts[2] && !(tree->inc = pv_extract_effect(x, parts[2])))
        return NULL;
    tree->body = read_body(x, parts[3]);
    return tree->body ? tree : NULL;
}

/* while and do: libclang gives condition and body in the order of the text. */
static struct pv_tree *read_while(struct pv_extract *x, const struct pv_node *node)
{
    bool is_do = node->kind == PV_NODE_DO;
    if (node->n_kids != 2)
        return refuse(x, node, "this loop", NULL);
    struct pv_tree *tree = new_tree(x, is_do ? PV_TREE_DO : PV_TREE_WHILE, node);
    const struct pv_node *cond = is_do ? node->kids->next : node->kids;
    const struct pv_node *body = is_do ? node->kids : node->kids->next;
    tree->cond = pv_extract_expr(x, cond);
    tree->body = tree->cond ? read_body(x, body) : NULL;
    return tree->body ? tree : NULL;
}

/* Other statements. */

static struct pv_tree *read_if(struct pv_extract *x, const struct pv_node *node)
{
    if (node->n_kids < 2 || node->n_kids > 3)
        return refuse(x, node, "this 'if'", NULL);
    struct pv_tree *tree = new_tree(x, PV_TREE_IF, node);
    const struct pv_node *then_node = node->kids->next, *else_node = then_node->next;
    tree->cond = pv_extract_expr(x, node->kids);
    if (!tree->cond || !(tree->then_body = read_statement(x, then_node)))
        return NULL;
    if (else_node && !(tree->else_body = read_statement(x, else_node)))
        return NULL;
    return tree;
}

static bool is_goto_target(const struct pv_extract *x, const char *label)
{
    for (int i = 0; i < x->scopes->goto_targets.n; i++)
        if (!strcmp(x->scopes->goto_targets.v[i], label))
            return true;
    return x->scopes->has_computed_goto;
}

static struct pv_tree *read_label(struct pv_extract *x, const struct pv_node *node)
{
    const char *label = pv_cursor_name(x->clang, node->cursor);
    if (is_goto_target(x, label))
        return refuse(x, node, "a label that 'goto' jumps to", NULL);
    struct pv_tree *tree = node->last_kid ? read_statement(x, node->last_kid) : new_tree(x, PV_TREE_NULL, node);
    if (!tree)
        return NULL;
    tree->label = label;
    if (tree->kind == PV_TREE_FOR && !tree->is_independent)
        apply_independent(x, tree, range_of(x, node).begin.offset);
    return tree;
}

static struct pv_tree *read_return(struct pv_extract *x, const struct pv_node *node)
{
    if (!x->is_function_body)
        return refuse(x, node, "'return'", "end the region before it");
    struct pv_tree *tree = new_tree(x, PV_TREE_RETURN, node);
    if (node->kids && !(tree->expr = pv_extract_expr(x, node->kids)))
        return NULL;
    return tree;
}

static struct pv_tree *read_jump(struct pv_extract *x, const struct pv_node *node)
{
    bool is_break = node->kind == PV_NODE_BREAK;
    if (!x->n_loops)
        return refuse(x, node, is_break ? "a 'break' that leaves the region" : "a 'continue' that leaves the region",
                      "put the whole loop into the region");
    return new_tree(x, is_break ? PV_TREE_BREAK : PV_TREE_CONTINUE, node);
}

static struct pv_tree *read_nested_block(struct pv_extract *x, const struct pv_node *node)
{
    pv_node_vec nodes = {0};
    pv_node_statements(x->arena, node, &nodes);
    return pv_extract_block(x, &nodes, range_of(x, node), true);
}

/* Refuse a statement of a kind that is not modelled. */
static struct pv_tree *refuse_kind(struct pv_extract *x, const struct pv_node *node)
{
    switch (node->kind) {
    case PV_NODE_GOTO:
        return refuse(x, node, "'goto'", "use 'if', 'break' or 'continue'");
    case PV_NODE_COMPUTED_GOTO:
        return refuse(x, node, "a computed 'goto'", NULL);
    case PV_NODE_SWITCH:
        return refuse(x, node, "'switch'", "use 'if' and 'else'");
    case PV_NODE_CASE:
        return refuse(x, node, "'case'", "use 'if' and 'else'");
    case PV_NODE_DEFAULT:
        return refuse(x, node, "'default'", "use 'if' and 'else'");
    case PV_NODE_ASM:
    case PV_NODE_MS_ASM:
        return refuse(x, node, "'asm'", NULL);
    default:
        return refuse(x, node, "this statement", NULL);
    }
}

static struct pv_tree *read_kind(struct pv_extract *x, const struct pv_node *node)
{
    switch (node->kind) {
    case PV_NODE_BLOCK:
        return read_nested_block(x, node);
    case PV_NODE_DECL_STMT:
        return read_decl_statement(x, node);
    case PV_NODE_IF:
        return read_if(x, node);
    case PV_NODE_FOR:
        return read_for(x, node);
    case PV_NODE_WHILE:
    case PV_NODE_DO:
        return read_while(x, node);
    case PV_NODE_BREAK:
    case PV_NODE_CONTINUE:
        return read_jump(x, node);
    case PV_NODE_RETURN:
        return read_return(x, node);
    case PV_NODE_NULL:
        return new_tree(x, PV_TREE_NULL, node);
    case PV_NODE_LABEL:
        return read_label(x, node);
    case PV_NODE_UNEXPOSED_STMT:
        if (node->last_kid && (node->last_kid->is_stmt || node->last_kid->is_expr))
            return read_statement(x, node->last_kid);
        return refuse_kind(x, node);
    default:
        return node->is_expr ? read_expr_statement(x, node) : refuse_kind(x, node);
    }
}

/* Code that belongs to a directive of OpenMP or OpenACC stays as it is written; "why", if not NULL, tells what keeps it from
 * being read as sequential code. */
static void refuse_construct(struct pv_extract *x, const struct pv_construct *construct, const struct pv_node *node,
                             const char *why)
{
    struct pv_loc at = pv_diag_locate(x->diag, pv_clang_main_file(x->clang), construct->directive->at);
    const char *unknown = NULL;
    bool may_replace = node && !x->replaces_openmp && pv_replace_knows(x, construct, node, &unknown);
    pv_extract_refuse(x, at,
                      may_replace ? "--replace-openmp lets pave read the loop without the directive"
                                  : "remove the directive if pave is to choose how the code runs",
                      "code under '%s' stays as it is%s%s", construct->directive->name, why ? ": " : "",
                      why ? why : "");
}

static struct pv_tree *read_statement(struct pv_extract *x, const struct pv_node *node)
{
    const struct pv_construct *construct = pv_construct_at(x->scopes, node);
    struct pv_replaced replaced;
    const char *why = NULL;
    if (construct && (!x->replaces_openmp || !pv_replace_begin(x, construct, node, &replaced, &why))) {
        refuse_construct(x, construct, node, why);
        return NULL;
    }
    struct pv_tree *tree = NULL;
    if (pv_extract_enter(x, node)) {
        tree = read_kind(x, node);
        pv_extract_leave(x);
    }
    return construct ? pv_replace_end(x, &replaced, tree) : tree;
}

/* Blocks, and pointers that stand for places in them. */

struct write_search {
    const struct pv_var *var;
    bool is_found;
};

static bool find_write_in_expr(struct pv_expr *expr, void *user)
{
    struct write_search *search = user;
    bool is_write = expr->kind == PV_EXPR_OP &&
                    (pv_op_is_assignment(expr->op) || pv_op_is_step(expr->op) || expr->op == PV_OP_ADDRESS);
    if (is_write && expr->args[0]->kind == PV_EXPR_ACCESS && expr->args[0]->var == search->var)
        search->is_found = true;
    bool is_exposed = search->var->storage == PV_STORAGE_GLOBAL || search->var->address_taken;
    if (expr->kind == PV_EXPR_CALL && is_exposed && !expr->callee->is_const && !expr->callee->is_pure)
        search->is_found = true;
    return !search->is_found;
}

static void find_write_in_root(struct pv_expr **expr, void *user)
{
    pv_expr_visit(*expr, find_write_in_expr, user);
}

static bool find_write_in_tree(struct pv_tree *tree, void *user)
{
    struct write_search *search = user;
    pv_tree_visit_exprs(tree, find_write_in_root, user);
    return !search->is_found;
}

struct alias_check {
    struct pv_extract *x;
    const struct pv_tree *block;
    const struct pv_alias *alias;
};

/* The subscripts of a pointer that stands for a place must keep their values while it is in scope. */
static bool check_subscript_part(struct pv_expr *expr, void *user)
{
    struct alias_check *check = user;
    if (expr->kind == PV_EXPR_CALL || (expr->kind == PV_EXPR_ACCESS && expr->n_steps) ||
        (expr->kind == PV_EXPR_OP && (pv_op_is_assignment(expr->op) || pv_op_is_step(expr->op)))) {
        pv_extract_refuse(check->x, check->alias->loc, "copy the subscript into a variable before the region",
                          "pointer '%s' points at an element chosen by memory or by a call, which is not supported "
                          "in a region",
                          check->alias->var->name);
        return false;
    }
    if (expr->kind != PV_EXPR_ACCESS)
        return true;
    struct write_search search = {.var = expr->var};
    for (int i = check->alias->position; i < check->block->children.n; i++)
        pv_tree_visit(check->block->children.v[i], find_write_in_tree, &search);
    if (search.is_found)
        pv_extract_refuse(check->x, check->alias->loc, "use subscripts in place of the pointer",
                          "pointer '%s' stays where it is while '%s' in its initial value changes, which is not "
                          "supported in a region",
                          check->alias->var->name, expr->var->name);
    return !search.is_found;
}

static void check_alias(struct pv_extract *x, const struct pv_tree *block, const struct pv_alias *alias)
{
    struct alias_check check = {x, block, alias};
    for (int i = 0; i < alias->place.steps.n && !x->refused; i++)
        if (alias->place.steps.v[i].kind == PV_STEP_INDEX)
            pv_expr_visit(alias->place.steps.v[i].index, check_subscript_part, &check);
}

/* The pragmas between the statements that end at "begin" and start at "end": a directive that is executed there is refused,
 * a "#pragma live-out" becomes a statement. */
static void add_between(struct pv_extract *x, struct pv_tree *block, unsigned begin, unsigned end)
{
    const struct pv_construct *construct = pv_construct_between(x->scopes, begin, end);
    if (construct)
        refuse_construct(x, construct, NULL, NULL);
    for (int i = 0; i < x->pragmas.list.n; i++) {
        struct pv_pragma *pragma = &x->pragmas.list.v[i];
        if (pragma->kind != PV_PRAGMA_LIVE_OUT || pragma->begin < begin || pragma->begin >= end)
            continue;
        struct pv_loc at = pv_diag_locate(x->diag, pv_clang_main_file(x->clang), pragma->at);
        struct pv_tree *tree = pv_tree_new(x->arena, PV_TREE_LIVE_OUT, (struct pv_range){at, at});
        for (int j = 0; j < pragma->names.n; j++) {
            struct pv_var *var = pv_extract_lookup(x, pragma->names.v[j], pragma->begin);
            struct pv_place place = var ? pv_place_of_var(var) : (struct pv_place){0};
            if (var)
                pv_push(x->arena, &tree->args, pv_place_access(x->arena, &place, tree->range));
        }
        pv_push(x->arena, &block->children, tree);
    }
}

struct pv_tree *pv_extract_block(struct pv_extract *x, const pv_node_vec *nodes, struct pv_range range, bool is_scope)
{
    struct pv_tree *block = pv_tree_new(x->arena, PV_TREE_BLOCK, range);
    block->is_scope = is_scope;
    int first_alias = x->aliases.n;
    bool is_in_main = range.begin.file == pv_clang_main_file(x->clang);
    unsigned last = range.begin.offset;
    for (int i = 0; i < nodes->n; i++) {
        int n_aliases = x->aliases.n;
        struct pv_tree *tree = read_statement(x, nodes->v[i]);
        if (!tree)
            return NULL;
        if (is_in_main)
            add_between(x, block, last, tree->range.begin.offset);
        for (int j = n_aliases; j < x->aliases.n; j++)
            x->aliases.v[j].position = block->children.n;
        last = tree->range.end.offset;
        pv_push(x->arena, &block->children, tree);
    }
    if (is_in_main)
        add_between(x, block, last, range.end.offset);
    for (int i = first_alias; i < x->aliases.n; i++)
        check_alias(x, block, &x->aliases.v[i]);
    x->aliases.n = first_alias;
    return x->refused ? NULL : block;
}

void pv_node_statements(struct pv_arena *arena, const struct pv_node *block, pv_node_vec *nodes)
{
    for (const struct pv_node *kid = block->kids; kid; kid = kid->next)
        pv_push(arena, nodes, kid);
}
