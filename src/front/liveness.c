/* Finds out which variables may be read after a region. */
#include "front/liveness.h"

#include "front/pencil.h"
#include "front/valueflow.h"

struct look {
    struct pv_clang *clang;
    const struct pv_symbol *symbol;
    struct pv_range region;
};

static struct pv_valueflow effect_of(const struct look *look, const struct pv_node *node);

static struct pv_valueflow effect_of_sequence(const struct look *look, const struct pv_node *kid)
{
    struct pv_valueflow effect = {false, false, false};
    for (; kid; kid = kid->next)
        effect = pv_valueflow_then(effect, effect_of(look, kid));
    return effect;
}

static struct pv_valueflow effect_of_operands(const struct look *look, const struct pv_node *kid)
{
    struct pv_valueflow effect = {false, false, false};
    for (; kid; kid = kid->next)
        effect = pv_valueflow_beside(effect, effect_of(look, kid));
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

static struct pv_valueflow effect_of_binary(const struct look *look, const struct pv_node *node)
{
    enum pv_op op;
    if (!pv_cursor_binary_op(node->cursor, &op) || node->n_kids != 2)
        return effect_of_operands(look, node->kids);
    struct pv_valueflow right = effect_of(look, node->kids->next);
    if (op == PV_OP_ASSIGN && names_it(look, strip_parens(node->kids)))
        return pv_valueflow_then(right, (struct pv_valueflow){false, true, false});
    struct pv_valueflow left = effect_of(look, node->kids);
    if (op == PV_OP_COMMA)
        return pv_valueflow_then(left, right);
    if (op == PV_OP_LAND || op == PV_OP_LOR)
        return pv_valueflow_then(left, pv_valueflow_either(right, (struct pv_valueflow){false, false, false}));
    return pv_valueflow_beside(left, right);
}

/* A condition, and what follows it where it holds and where it does not. */
static struct pv_valueflow effect_of_choice(const struct look *look, const struct pv_node *node)
{
    const struct pv_node *holds = node->kids ? node->kids->next : NULL;
    if (!holds)
        return effect_of_operands(look, node->kids);
    struct pv_valueflow fails = {false, false, false};
    if (holds->next)
        fails = effect_of(look, holds->next);
    return pv_valueflow_then(effect_of(look, node->kids), pv_valueflow_either(effect_of(look, holds), fails));
}

/* What the parts of a loop do that run in each iteration, in the order of the first. Afterwards the variable is only
 * certain to be assigned if "head", which runs at least once, does it. */
static struct pv_valueflow effect_of_iterations(struct pv_valueflow head, struct pv_valueflow body,
                                                struct pv_valueflow step)
{
    struct pv_valueflow all = pv_valueflow_then(head, pv_valueflow_then(body, step));
    bool steps_early = !head.kills && body.jumps && step.reads;
    return (struct pv_valueflow){all.reads || steps_early, head.kills, false};
}

static struct pv_valueflow effect_of_loop(const struct look *look, const struct pv_node *node)
{
    const struct pv_node *first = node->kids;
    struct pv_valueflow none = {false, false, false};
    int n_parts = node->kind == PV_NODE_FOR ? 4 : 2;
    if (node->n_kids != n_parts) { /* libclang does not say which parts of a "for" are missing */
        struct pv_valueflow any = none;
        for (const struct pv_node *kid = first; kid; kid = kid->next)
            any.reads = any.reads || effect_of(look, kid).reads;
        return any;
    }
    struct pv_valueflow effects[4];
    for (int i = 0; i < n_parts; i++, first = first->next)
        effects[i] = effect_of(look, first);
    if (node->kind == PV_NODE_FOR)
        return pv_valueflow_then(effects[0], effect_of_iterations(effects[1], effects[3], effects[2]));
    if (node->kind == PV_NODE_WHILE)
        return effect_of_iterations(effects[0], effects[1], none);
    bool is_killed = effects[0].kills && !effects[0].jumps;
    return (struct pv_valueflow){effects[0].reads || (!is_killed && effects[1].reads), is_killed, false};
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
static struct pv_valueflow effect_of_call(const struct look *look, const struct pv_node *node)
{
    bool is_assert;
    struct pv_cursor callee;
    bool is_known = pv_cursor_target(node->cursor, &callee);
    if (!is_known || pv_pencil_builtin(pv_cursor_name(look->clang, callee), &is_assert) != PV_BUILTIN_KILL)
        return effect_of_operands(look, node->kids);
    struct pv_valueflow effect = {false, false, false};
    for (const struct pv_node *kid = node->kids; kid; kid = kid->next)
        if (names_it(look, strip_parens(kid)))
            effect.kills = true;
        else
            effect.reads = effect.reads || effect_of(look, kid).reads;
    return effect;
}

static struct pv_valueflow effect_of(const struct look *look, const struct pv_node *node)
{
    switch (node->kind) {
    case PV_NODE_NAME:
        return (struct pv_valueflow){node->symbol == look->symbol, false, false};
    case PV_NODE_VAR: /* its life begins anew */
        return pv_valueflow_then(effect_of_operands(look, node->kids),
                                 (struct pv_valueflow){false, node->symbol == look->symbol, false});
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
        return (struct pv_valueflow){may_read_anywhere(look, node), false, true};
    case PV_NODE_BREAK:
    case PV_NODE_CONTINUE:
        return (struct pv_valueflow){false, true, true};
    case PV_NODE_RETURN:
        return pv_valueflow_then(effect_of_operands(look, node->kids), (struct pv_valueflow){false, true, false});
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
            struct pv_valueflow effect = effect_of(look, kid);
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
