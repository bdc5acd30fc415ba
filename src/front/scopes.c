/* Collects what a function declares and uses, its loops and its jumps. */
#include "front/scopes.h"

#include "front/pencil.h"

#include <limits.h>
#include <string.h>

struct walker {
    struct pv_arena *arena;
    struct pv_clang *clang;
    struct pv_types *types;
    struct pv_scopes *scopes;
    struct pv_node *scope; /* innermost block or loop that declarations belong to; NULL for parameters */
    int depth;
};

static struct pv_symbol **find_slot(const struct pv_scopes *scopes, struct pv_cursor decl)
{
    unsigned i = pv_cursor_hash(decl) & (scopes->cap - 1);
    while (scopes->slots[i] && !pv_cursor_equal(scopes->slots[i]->decl, decl))
        i = (i + 1) & (scopes->cap - 1);
    return &scopes->slots[i];
}

static void enlarge(struct pv_arena *arena, struct pv_scopes *scopes)
{
    struct pv_scopes old = *scopes;
    scopes->cap = old.cap ? 2 * old.cap : 64;
    scopes->slots = pv_new_array(arena, struct pv_symbol *, scopes->cap);
    for (unsigned i = 0; i < old.cap; i++)
        if (old.slots[i])
            *find_slot(scopes, old.slots[i]->decl) = old.slots[i];
}

/* The symbol for "decl", made when it is new. */
static struct pv_symbol *add_symbol(struct walker *walker, struct pv_cursor decl)
{
    struct pv_scopes *scopes = walker->scopes;
    struct pv_cursor canonical = pv_cursor_canonical(decl);
    struct pv_symbol **slot = find_slot(scopes, canonical);
    if (*slot)
        return *slot;
    if (2 * (scopes->symbols.n + 1) > (int)scopes->cap) {
        enlarge(walker->arena, scopes);
        slot = find_slot(scopes, canonical);
    }
    struct pv_symbol *symbol = pv_new(walker->arena, struct pv_symbol);
    symbol->decl = canonical;
    symbol->name = pv_cursor_name(walker->clang, decl);
    symbol->kind = pv_cursor_kind(decl);
    pv_push(walker->arena, &scopes->symbols, symbol);
    return *slot = symbol;
}

static void add_declaration(struct walker *walker, struct pv_node *node)
{
    struct pv_symbol *symbol = add_symbol(walker, node->cursor);
    node->symbol = symbol;
    symbol->offset = pv_cursor_loc(walker->clang, node->cursor).offset;
    symbol->is_local = true;
    if (walker->scope)
        symbol->scope = pv_cursor_range(walker->clang, walker->scope->cursor);
}

static bool is_array(struct walker *walker, struct pv_node *node)
{
    return pv_type_of(walker->types, node->type)->kind == PV_TYPE_ARRAY;
}

/* Is the value of "node" a pointer? libclang shows a parameter written as an array as one. */
static bool is_pointer(struct walker *walker, struct pv_node *node)
{
    return pv_ctype_is_indexable(pv_type_of(walker->types, node->type));
}

/* Note a use of the variable named at "node". The value of an array is its address; that of a parameter
 * written as an array is not. */
static void add_use(struct walker *walker, struct pv_node *node, enum pv_use_kind address, enum pv_use_kind value)
{
    struct pv_cursor target;
    if (!pv_cursor_target(node->cursor, &target))
        return;
    enum pv_node_kind target_kind = pv_cursor_kind(target);
    if (target_kind != PV_NODE_VAR && target_kind != PV_NODE_PARAM)
        return;
    bool is_address = address == PV_USE_PLAIN && target_kind == PV_NODE_VAR && is_array(walker, node);
    enum pv_use_kind kind = is_address ? value : address;
    struct pv_loc loc = pv_cursor_loc(walker->clang, node->cursor);
    /* A use in an included text has no place among the others: it comes after them all. */
    bool is_placed = loc.file == walker->scopes->range.begin.file;
    struct pv_use use = {is_placed ? loc.offset : UINT_MAX, kind, false};
    struct pv_symbol *symbol = add_symbol(walker, target);
    node->symbol = symbol;
    pv_push(walker->arena, &symbol->uses, use);
}

/* "node" without parentheses and conversions. */
static const struct pv_node *without_casts(const struct pv_node *node)
{
    while (node->kids && (node->kind == PV_NODE_PAREN || node->kind == PV_NODE_CAST ||
                          (node->kind == PV_NODE_UNEXPOSED_EXPR && node->n_kids == 1))) {
        const struct pv_node *last = node->kids;
        while (last->next) /* a cast names its type first */
            last = last->next;
        node = last;
    }
    return node;
}

/* Is "node" a null pointer, or the address of memory that nothing else points at yet? */
static bool is_allocation(struct walker *walker, const struct pv_node *node)
{
    static const char *const names[] = {"malloc", "calloc", "realloc", "aligned_alloc", "memalign", "valloc"};
    node = without_casts(node);
    if (node->kind == PV_NODE_INT_LITERAL)
        return true;
    const char *name = node->kind == PV_NODE_CALL ? pv_cursor_name(walker->clang, node->cursor) : "";
    for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
        if (!strcmp(name, names[i]))
            return true;
    return false;
}

/* Note that "symbol" gets the value of "node". */
static void add_value(struct walker *walker, struct pv_symbol *symbol, const struct pv_node *node)
{
    if (is_allocation(walker, node))
        symbol->n_allocated++;
    else
        symbol->n_assigned++;
}

/* Note that the variable which "place" names, if any, gets the value of "node". */
static void add_assignment(struct walker *walker, const struct pv_node *place, const struct pv_node *node)
{
    struct pv_cursor target;
    place = without_casts(place);
    if (place->kind != PV_NODE_NAME || !pv_cursor_target(place->cursor, &target))
        return;
    enum pv_node_kind kind = pv_cursor_kind(target);
    if (kind == PV_NODE_VAR || kind == PV_NODE_PARAM)
        add_value(walker, add_symbol(walker, target), node);
}

static void walk(struct walker *walker, struct pv_node *node, enum pv_use_kind address, enum pv_use_kind value);

static struct pv_symbol *find_named(const struct walker *walker, const struct pv_node *node)
{
    struct pv_cursor target;
    return pv_cursor_target(node->cursor, &target) ? *find_slot(walker->scopes, pv_cursor_canonical(target)) : NULL;
}

/* A call of a PENCIL builtin does nothing to the address of an argument. */
static bool is_builtin(struct walker *walker, const struct pv_node *call)
{
    bool is_assert;
    struct pv_cursor callee;
    return pv_cursor_target(call->cursor, &callee) &&
           pv_pencil_builtin(pv_cursor_name(walker->clang, callee), &is_assert) != PV_BUILTIN_NONE;
}

static void walk_kids(struct walker *walker, struct pv_node *node, enum pv_use_kind value)
{
    for (struct pv_node *kid = node->kids; kid; kid = kid->next)
        walk(walker, kid, PV_USE_PLAIN, value);
}

/* Walk an operand that is assigned or stepped. */
static void walk_target(struct walker *walker, struct pv_node *node)
{
    walk(walker, node, PV_USE_PLAIN, PV_USE_PLAIN);
    while (node->kind == PV_NODE_PAREN && node->n_kids == 1)
        node = node->kids;
    struct pv_symbol *symbol = node->kind == PV_NODE_NAME ? find_named(walker, node) : NULL;
    if (symbol)
        symbol->uses.v[symbol->uses.n - 1].is_write = true;
}

/* Subscripts, fields and dereferences: the address of the whole is used as "address", its value as
 * "value", which for an array is its address again. */
static void walk_path(struct walker *walker, struct pv_node *node, enum pv_use_kind address, enum pv_use_kind value)
{
    enum pv_use_kind outer = address != PV_USE_PLAIN ? address : is_array(walker, node) ? value : PV_USE_PLAIN;
    for (struct pv_node *kid = node->kids; kid; kid = kid->next) {
        bool through_pointer = is_pointer(walker, kid);
        bool is_base = through_pointer || node->kind == PV_NODE_MEMBER;
        enum pv_use_kind own = is_base ? outer : PV_USE_PLAIN;
        walk(walker, kid, through_pointer ? PV_USE_PLAIN : own, through_pointer ? own : PV_USE_PLAIN);
    }
}

static void walk_binary(struct walker *walker, struct pv_node *node, enum pv_use_kind value)
{
    enum pv_op op;
    if (!pv_cursor_binary_op(node->cursor, &op) || node->n_kids != 2) {
        walk_kids(walker, node, PV_USE_ESCAPE);
        return;
    }
    enum pv_use_kind left = PV_USE_PLAIN, right = PV_USE_PLAIN;
    if (op == PV_OP_ADD || op == PV_OP_SUB)
        left = right = is_pointer(walker, node) ? value : PV_USE_PLAIN;
    else if (op == PV_OP_COMMA)
        right = value;
    else if (op == PV_OP_ASSIGN)
        right = PV_USE_ESCAPE;
    if (op == PV_OP_ASSIGN) {
        add_assignment(walker, node->kids, node->kids->next);
        walk_target(walker, node->kids);
    } else {
        walk(walker, node->kids, PV_USE_PLAIN, left);
    }
    walk(walker, node->kids->next, PV_USE_PLAIN, right);
}

static void walk_unary(struct walker *walker, struct pv_node *node, enum pv_use_kind address, enum pv_use_kind value)
{
    enum pv_op op = PV_OP_NOT;
    enum pv_unary unary = pv_cursor_unary_op(node->cursor, &op);
    if (unary == PV_UNARY_DEREF)
        walk_path(walker, node, address, value);
    else if (unary == PV_UNARY_OP && op == PV_OP_ADDRESS && node->kids)
        walk(walker, node->kids, value, PV_USE_PLAIN);
    else if (unary == PV_UNARY_OP && pv_op_is_step(op) && node->kids)
        walk_target(walker, node->kids);
    else
        walk_kids(walker, node, unary == PV_UNARY_EXTENSION ? value : PV_USE_PLAIN);
}

/* Walk a statement that declarations in it belong to. */
static void walk_scope(struct walker *walker, struct pv_node *node)
{
    struct pv_node *outer = walker->scope;
    walker->scope = node;
    if (node->kind != PV_NODE_BLOCK) {
        struct pv_range range = pv_cursor_range(walker->clang, node->cursor);
        struct pv_loop_extent loop = {range.begin.offset, range.end.offset};
        pv_push(walker->arena, &walker->scopes->loops, loop);
    }
    walk_kids(walker, node, PV_USE_PLAIN);
    walker->scope = outer;
}

static void walk_jump(struct walker *walker, struct pv_node *node)
{
    if (node->kind == PV_NODE_COMPUTED_GOTO)
        walker->scopes->has_computed_goto = true;
    for (struct pv_node *kid = node->kids; kid; kid = kid->next)
        if (kid->kind == PV_NODE_LABEL_NAME)
            pv_push(walker->arena, &walker->scopes->goto_targets, pv_cursor_name(walker->clang, kid->cursor));
        else
            walk(walker, kid, PV_USE_PLAIN, PV_USE_ESCAPE);
}

static void walk_declaration(struct walker *walker, struct pv_node *node)
{
    add_declaration(walker, node);
    struct pv_cursor init;
    bool has_init = node->kind == PV_NODE_VAR && pv_cursor_initialiser(node->cursor, &init);
    for (struct pv_node *kid = node->kids; kid; kid = kid->next) {
        bool is_init = has_init && pv_cursor_equal(kid->cursor, init);
        enum pv_use_kind address = is_pointer(walker, node) ? PV_USE_INITIALISER : PV_USE_ESCAPE;
        if (is_init)
            add_value(walker, add_symbol(walker, node->cursor), kid);
        walk(walker, kid, PV_USE_PLAIN, is_init ? address : PV_USE_PLAIN);
    }
}

/* Walk all parts of "node", whose addresses are used as "address" and whose values as "value". */
static void walk_parts(struct walker *walker, struct pv_node *node, enum pv_use_kind address, enum pv_use_kind value)
{
    for (struct pv_node *kid = node->kids; kid; kid = kid->next)
        walk(walker, kid, address, value);
}

static void walk_compound_assign(struct walker *walker, struct pv_node *node)
{
    for (struct pv_node *kid = node->kids; kid; kid = kid->next)
        if (kid == node->kids)
            walk_target(walker, kid);
        else
            walk(walker, kid, PV_USE_PLAIN, PV_USE_PLAIN);
}

/* Walk "node" if it names a place or computes with one; false if it does not. */
static bool walk_operand(struct walker *walker, struct pv_node *node, enum pv_use_kind address, enum pv_use_kind value)
{
    switch (node->kind) {
    case PV_NODE_NAME:
        add_use(walker, node, address, value);
        return true;
    case PV_NODE_SUBSCRIPT:
    case PV_NODE_MEMBER:
        walk_path(walker, node, address, value);
        return true;
    case PV_NODE_UNARY:
        walk_unary(walker, node, address, value);
        return true;
    case PV_NODE_BINARY:
        walk_binary(walker, node, value);
        return true;
    case PV_NODE_COMPOUND_ASSIGN:
        walk_compound_assign(walker, node);
        return true;
    case PV_NODE_PAREN:
    case PV_NODE_UNEXPOSED_EXPR:
    case PV_NODE_CAST:
        walk_parts(walker, node, address, value);
        return true;
    case PV_NODE_CONDITIONAL:
        walk_kids(walker, node, value);
        return true;
    default:
        return false;
    }
}

static void note_call(struct walker *walker, const struct pv_node *node)
{
    const char *name = pv_cursor_name(walker->clang, node->cursor);
    bool is_harmless = is_builtin(walker, node) || pv_library_is_const(name) || is_allocation(walker, node);
    walker->scopes->has_calls = walker->scopes->has_calls || !is_harmless;
}

/* Walk any other kind of node: a declaration, a statement, a call, a constant. */
static void walk_other(struct walker *walker, struct pv_node *node)
{
    switch (node->kind) {
    case PV_NODE_VAR:
    case PV_NODE_PARAM:
        walk_declaration(walker, node);
        break;
    case PV_NODE_CALL:
        note_call(walker, node);
        walk_kids(walker, node, is_builtin(walker, node) ? PV_USE_PLAIN : PV_USE_ARGUMENT);
        break;
    case PV_NODE_INIT_LIST:
    case PV_NODE_RETURN:
    case PV_NODE_ASM:
    case PV_NODE_COMPOUND_LITERAL:
    case PV_NODE_STATEMENT_EXPR:
        walk_kids(walker, node, PV_USE_ESCAPE);
        break;
    case PV_NODE_BLOCK:
    case PV_NODE_FOR:
    case PV_NODE_WHILE:
    case PV_NODE_DO:
        walk_scope(walker, node);
        break;
    case PV_NODE_GOTO:
    case PV_NODE_COMPUTED_GOTO:
        walk_jump(walker, node);
        break;
    case PV_NODE_STRUCT_DECL:
    case PV_NODE_UNION_DECL:
    case PV_NODE_FUNCTION:
        break;
    default:
        walk_kids(walker, node, PV_USE_PLAIN);
    }
}

/* Walk "node", the address of which is used as "address" and the value of which as "value". */
static void walk_node(struct walker *walker, struct pv_node *node, enum pv_use_kind address, enum pv_use_kind value)
{
    if (!walk_operand(walker, node, address, value))
        walk_other(walker, node);
}

static void walk(struct walker *walker, struct pv_node *node, enum pv_use_kind address, enum pv_use_kind value)
{
    if (walker->depth >= PV_DEEPEST_NESTING) {
        walker->scopes->is_too_deep = true;
        return;
    }
    walker->depth++;
    walk_node(walker, node, address, value);
    walker->depth--;
}

struct pv_scopes *pv_scopes_new(struct pv_arena *arena, struct pv_clang *clang, struct pv_types *types,
                                struct pv_cursor function)
{
    struct pv_scopes *scopes = pv_new(arena, struct pv_scopes);
    scopes->function = function;
    scopes->root = pv_clang_read(clang, function, PV_READ_ALL);
    scopes->range = pv_cursor_range(clang, function);
    enlarge(arena, scopes);
    struct walker walker = {.arena = arena, .clang = clang, .types = types, .scopes = scopes};
    for (struct pv_node *kid = scopes->root->kids; kid; kid = kid->next) {
        if (kid->kind == PV_NODE_BLOCK)
            scopes->body = kid;
        walk(&walker, kid, PV_USE_PLAIN, PV_USE_PLAIN);
    }
    return scopes;
}

struct pv_symbol *pv_scopes_symbol(const struct pv_scopes *scopes, struct pv_cursor decl)
{
    return *find_slot(scopes, pv_cursor_canonical(decl));
}

struct pv_symbol *pv_scopes_lookup(const struct pv_scopes *scopes, const char *name, unsigned offset)
{
    struct pv_symbol *best = NULL;
    for (int i = 0; i < scopes->symbols.n; i++) {
        struct pv_symbol *symbol = scopes->symbols.v[i];
        bool is_visible = symbol->is_local && symbol->offset <= offset &&
                          (!symbol->scope.begin.file || offset < symbol->scope.end.offset);
        if (is_visible && !strcmp(symbol->name, name) && (!best || best->offset <= symbol->offset))
            best = symbol;
    }
    return best;
}

bool pv_symbol_is_used_from(const struct pv_symbol *symbol, unsigned offset)
{
    for (int i = 0; i < symbol->uses.n; i++)
        if (symbol->uses.v[i].offset >= offset)
            return true;
    return false;
}
