/* Finds out which variables may be read after a region. */
#include "front/liveness.h"

#include "front/pencil.h"

struct look {
    struct pv_clang *clang;
    const struct pv_symbol *symbol;
    struct pv_range region;
};

/* What the execution of a node does to the variable. */
struct effect {
    bool reads; /* some way through it reads the value from before */
    bool kills; /* every way to its end assigns the variable, or none leads there */
    bool jumps; /* a "break" or "continue" leaves it with the value from before */
};

static struct effect effect_of(const struct look *look, const struct pv_node *node);

/* One after the other. */
static struct effect then(struct effect first, struct effect second)
{
    if (first.kills)
        return first;
    return (struct effect){first.reads || second.reads, second.kills, first.jumps || second.jumps};
}

/* In any order. */
static struct effect beside(struct effect a, struct effect b)
{
    return (struct effect){a.reads || b.reads, a.kills || b.kills, a.jumps || b.jumps};
}

/* One or the other. */
static struct effect either(struct effect a, struct effect b)
{
    return (struct effect){a.reads || b.reads, a.kills && b.kills, a.jumps || b.jumps};
}

static struct effect effect_of_sequence(const struct look *look, const struct pv_node *kid)
{
    struct effect effect = {false, false, false};
    for (; kid; kid = kid->next)
        effect = then(effect, effect_of(look, kid));
    return effect;
}

static struct effect effect_of_operands(const struct look *look, const struct pv_node *kid)
{
    struct effect effect = {false, false, false};
    for (; kid; kid = kid->next)
        effect = beside(effect, effect_of(look, kid));
    return effect;
}

static const struct pv_node *strip_parens(const struct pv_node *node)
{
    while ((node->kind == PV_NODE_PAREN || node->kind == PV_NODE_UNEXPOSED_EXPR) && node->n_kids == 1)
        node = node->kids;
    return node;
}

static bool names_it(const struct look *look, const struct pv_node *node)
{
    return node->kind == PV_NODE_NAME && node->symbol == look->symbol;
}

static struct effect effect_of_binary(const struct look *look, const struct pv_node *node)
{
    enum pv_op op;
    if (!pv_cursor_binary_op(node->cursor, &op) || node->n_kids != 2)
        return effect_of_operands(look, node->kids);
    struct effect right = effect_of(look, node->kids->next);
    if (op == PV_OP_ASSIGN && names_it(look, strip_parens(node->kids)))
        return then(right, (struct effect){false, true, false});
    struct effect left = effect_of(look, node->kids);
    if (op == PV_OP_COMMA)
        return then(left, right);
    if (op == PV_OP_LAND || op == PV_OP_LOR)
        return then(left, either(right, (struct effect){false, false, false}));
    return beside(left, right);
}

/* A condition, and what follows it where it holds and where it does not. */
static struct effect effect_of_choice(const struct look *look, const struct pv_node *node)
{
    const struct pv_node *holds = node->kids ? node->kids->next : NULL;
    if (!holds)
        return effect_of_operands(look, node->kids);
    struct effect fails = {false, false, false};
    if (holds->next)
        fails = effect_of(look, holds->next);
    return then(effect_of(look, node->kids), either(effect_of(look, holds), fails));
}

/* What the parts of a loop do that run in each iteration, in the order of the first. Afterwards the variable is only
 * certain to be assigned if "head", which runs at least once, does it. */
static struct effect effect_of_iterations(struct effect head, struct effect body, struct effect step)
{
    struct effect all = then(head, then(body, step));
    bool steps_early = !head.kills && body.jumps && step.reads;
    return (struct effect){all.reads || steps_early, head.kills, false};
}

static struct effect effect_of_loop(const struct look *look, const struct pv_node *node)
{
    const struct pv_node *first = node->kids;
    struct effect none = {false, false, false};
    int n_parts = node->kind == PV_NODE_FOR ? 4 : 2;
    if (node->n_kids != n_parts) { /* libclang does not say which parts of a "for" are missing */
        struct effect any = none;
        for (const struct pv_node *kid = first; kid; kid = kid->next)
            any.reads = any.reads || effect_of(look, kid).reads;
        return any;
    }
    struct effect effects[4];
    for (int i = 0; i < n_parts; i++, first = first->next)
        effects[i] = effect_of(look, first);
    if (node->kind == PV_NODE_FOR)
        return then(effects[0], effect_of_iterations(effects[1], effects[3], effects[2]));
    if (node->kind == PV_NODE_WHILE)
        return effect_of_iterations(effects[0], effects[1], none);
    bool is_killed = effects[0].kills && !effects[0].jumps;
    return (struct effect){effects[0].reads || (!is_killed && effects[1].reads), is_killed, false};
}

/* Any statement of a "switch" may be its first, and a "continue" leaves it. */
static bool may_read_anywhere(const struct look *look, const struct pv_node *node)
{
    if (node->is_expr || node->kind == PV_NODE_DECL_STMT)
        return effect_of(look, node).reads;
    for (const struct pv_node *kid = node->kids; kid; kid = kid->next)
        if (may_read_anywhere(look, kid))
            return true;
    return false;
}

/* __pencil_kill() ends the life of a value; other calls read what they are given. */
static struct effect effect_of_call(const struct look *look, const struct pv_node *node)
{
    bool is_assert;
    struct pv_cursor callee;
    bool is_known = pv_cursor_target(node->cursor, &callee);
    if (!is_known || pv_pencil_builtin(pv_cursor_name(look->clang, callee), &is_assert) != PV_BUILTIN_KILL)
        return effect_of_operands(look, node->kids);
    struct effect effect = {false, false, false};
    for (const struct pv_node *kid = node->kids; kid; kid = kid->next)
        if (names_it(look, strip_parens(kid)))
            effect.kills = true;
        else
            effect.reads = effect.reads || effect_of(look, kid).reads;
    return effect;
}

static struct effect effect_of(const struct look *look, const struct pv_node *node)
{
    switch (node->kind) {
    case PV_NODE_NAME:
        return (struct effect){node->symbol == look->symbol, false, false};
    case PV_NODE_VAR: /* its life begins anew */
        return then(effect_of_operands(look, node->kids), (struct effect){false, node->symbol == look->symbol, false});
    case PV_NODE_BINARY:
        return effect_of_binary(look, node);
    case PV_NODE_CONDITIONAL:
    case PV_NODE_IF:
        return effect_of_choice(look, node);
    case PV_NODE_CALL:
        return effect_of_call(look, node);
    case PV_NODE_BLOCK:
    case PV_NODE_DECL_STMT:
        return effect_of_sequence(look, node->kids);
    case PV_NODE_FOR:
    case PV_NODE_WHILE:
    case PV_NODE_DO:
        return effect_of_loop(look, node);
    case PV_NODE_SWITCH:
        return (struct effect){may_read_anywhere(look, node), false, true};
    case PV_NODE_BREAK:
    case PV_NODE_CONTINUE:
        return (struct effect){false, true, true};
    case PV_NODE_RETURN:
        return then(effect_of_operands(look, node->kids), (struct effect){false, true, false});
    default:
        return effect_of_operands(look, node->kids);
    }
}

/* Where the value that the region left may be. */
struct fate {
    bool is_read;
    bool is_open;    /* it reaches the end of the node */
    bool has_jumped; /* a "break" or "continue" leaves the node with it */
};

enum relation { APART, INSIDE, AROUND };

/* How the text of "node" lies to the region. */
static enum relation relate(const struct look *look, const struct pv_node *node)
{
    struct pv_range range = pv_cursor_range(look->clang, node->cursor);
    unsigned begin = look->region.begin.offset, end = look->region.end.offset;
    if (range.begin.file != look->region.begin.file || range.end.offset <= begin || range.begin.offset >= end)
        return APART;
    return range.begin.offset >= begin && range.end.offset <= end ? INSIDE : AROUND;
}

static struct fate follow(const struct look *look, const struct pv_node *node);

/* The statements of "node" from the region on; where one excludes the others, only the one that holds the region. */
static struct fate follow_kids(const struct look *look, const struct pv_node *node, bool is_sequence)
{
    struct fate fate = {false, false, false};
    for (const struct pv_node *kid = node->kids; kid; kid = kid->next) {
        enum relation relation = relate(look, kid);
        if (relation == INSIDE) {
            fate.is_open = true;
        } else if (relation == AROUND) {
            fate = follow(look, kid);
        } else if (is_sequence && fate.is_open) {
            struct effect effect = effect_of(look, kid);
            fate = (struct fate){fate.is_read || effect.reads, !effect.kills, fate.has_jumped || effect.jumps};
        }
    }
    return fate;
}

static struct fate follow(const struct look *look, const struct pv_node *node)
{
    bool is_loop = node->kind == PV_NODE_FOR || node->kind == PV_NODE_WHILE || node->kind == PV_NODE_DO;
    bool is_sequence = !is_loop && node->kind != PV_NODE_IF && node->kind != PV_NODE_SWITCH;
    struct fate fate = follow_kids(look, node, is_sequence);
    if (!is_loop && node->kind != PV_NODE_SWITCH)
        return fate;
    fate.is_open = fate.is_open || fate.has_jumped;
    fate.has_jumped = false;
    if (!is_loop || !fate.is_open)
        return fate;
    /* Around the loop: all but the first part of a "for" may come next. */
    bool has_init = node->kind == PV_NODE_FOR && node->n_kids == 4;
    for (const struct pv_node *next = has_init ? node->kids->next : node->kids; next; next = next->next)
        fate.is_read = fate.is_read || effect_of(look, next).reads;
    return fate;
}

bool pv_live_after(struct pv_clang *clang, const struct pv_scopes *scopes, const struct pv_symbol *symbol,
                   struct pv_range region)
{
    bool is_automatic = symbol->is_local && (symbol->kind != PV_NODE_VAR || pv_cursor_is_automatic(symbol->decl));
    if (!is_automatic || symbol->is_in_directive || scopes->goto_targets.n || scopes->has_computed_goto ||
        !scopes->body)
        return true;
    for (int i = 0; i < symbol->uses.n; i++) {
        const struct pv_use *use = &symbol->uses.v[i];
        bool is_inside = region.begin.offset <= use->offset && use->offset < region.end.offset;
        if (!is_inside && use->kind != PV_USE_PLAIN)
            return true;
    }
    struct look look = {clang, symbol, region};
    return follow(&look, scopes->body).is_read;
}
