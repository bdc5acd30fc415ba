/* Typed programs as they are printed: everything that emit may see. */
#include "ir/prog.h"

#include "base/words.h"

#include <inttypes.h>
#include <string.h>

const char pv_iterator_type[] = "iterator";

/* Expressions. */

static struct pv_px *new_px(struct pv_arena *arena, enum pv_px_kind kind, const char *text, enum pv_cprec prec)
{
    struct pv_px *px = pv_new(arena, struct pv_px);
    px->kind = kind;
    px->text = text;
    px->prec = prec;
    return px;
}

static struct pv_px *with_args(struct pv_arena *arena, struct pv_px *px, int n, pv_px *const *args)
{
    px->n_args = n;
    px->args = pv_alloc(arena, sizeof(pv_px *) * (size_t)(n ? n : 1));
    for (int i = 0; i < n; i++)
        px->args[i] = args[i];
    return px;
}

pv_px *pv_px_number(struct pv_arena *arena, int64_t value)
{
    struct pv_px *px = new_px(arena, PV_PX_NUMBER, pv_printf(arena, "%" PRId64, value),
                              value < 0 ? PV_CPREC_UNARY : PV_CPREC_POSTFIX);
    px->range = (struct pv_crange){value, value};
    return px;
}

pv_px *pv_px_name(struct pv_arena *arena, const char *name)
{
    return new_px(arena, PV_PX_NAME, name, PV_CPREC_POSTFIX);
}

pv_px *pv_px_integer(struct pv_arena *arena, const char *name, struct pv_crange range, enum pv_width width)
{
    struct pv_px *px = new_px(arena, PV_PX_NAME, name, PV_CPREC_POSTFIX);
    px->range = range;
    px->width = width;
    return px;
}

pv_px *pv_px_literal(struct pv_arena *arena, const char *text, enum pv_cprec prec)
{
    return new_px(arena, PV_PX_LITERAL, text, prec);
}

pv_px *pv_px_prefix(struct pv_arena *arena, const char *op, pv_px *a)
{
    return with_args(arena, new_px(arena, PV_PX_PREFIX, op, PV_CPREC_UNARY), 1, &a);
}

pv_px *pv_px_postfix(struct pv_arena *arena, pv_px *a, const char *op)
{
    return with_args(arena, new_px(arena, PV_PX_POSTFIX, op, PV_CPREC_POSTFIX), 1, &a);
}

pv_px *pv_px_binary(struct pv_arena *arena, pv_px *a, const char *op, pv_px *b, enum pv_cprec prec)
{
    pv_px *args[] = {a, b};
    return with_args(arena, new_px(arena, PV_PX_BINARY, op, prec), 2, args);
}

pv_px *pv_px_cond(struct pv_arena *arena, pv_px *c, pv_px *a, pv_px *b)
{
    pv_px *args[] = {c, a, b};
    return with_args(arena, new_px(arena, PV_PX_COND, "", PV_CPREC_COND), 3, args);
}

pv_px *pv_px_call(struct pv_arena *arena, const char *callee, int n, pv_px *const *args)
{
    return with_args(arena, new_px(arena, PV_PX_CALL, callee, PV_CPREC_POSTFIX), n, args);
}

pv_px *pv_px_macro(struct pv_arena *arena, enum pv_cmacro macro, pv_px *a, pv_px *b)
{
    pv_px *args[] = {a, b};
    struct pv_px *px = with_args(arena, new_px(arena, PV_PX_MACRO, "", PV_CPREC_POSTFIX), 2, args);
    px->macro = macro;
    px->width = pv_px_wider(a, b);
    return px;
}

pv_px *pv_px_cast(struct pv_arena *arena, const char *type, pv_px *a)
{
    return with_args(arena, new_px(arena, PV_PX_CAST, type, PV_CPREC_UNARY), 1, &a);
}

pv_px *pv_px_index(struct pv_arena *arena, pv_px *a, pv_px *index)
{
    pv_px *args[] = {a, index};
    return with_args(arena, new_px(arena, PV_PX_INDEX, "", PV_CPREC_POSTFIX), 2, args);
}

pv_px *pv_px_field(struct pv_arena *arena, pv_px *a, const char *field)
{
    return with_args(arena, new_px(arena, PV_PX_FIELD, field, PV_CPREC_POSTFIX), 1, &a);
}

pv_px *pv_px_paren(struct pv_arena *arena, pv_px *a)
{
    struct pv_px *px = with_args(arena, new_px(arena, PV_PX_PAREN, "", PV_CPREC_POSTFIX), 1, &a);
    px->range = a->range;
    px->width = a->width;
    return px;
}

pv_px *pv_px_by_width(struct pv_arena *arena, pv_px *narrow, pv_px *wide)
{
    pv_px *args[] = {narrow, wide};
    enum pv_cprec prec = narrow->prec < wide->prec ? narrow->prec : wide->prec;
    struct pv_px *px = with_args(arena, new_px(arena, PV_PX_BY_WIDTH, "", prec), 2, args);
    px->range = wide->range;
    px->width = pv_px_wider(narrow, wide);
    return px;
}

pv_px *pv_px_operand(struct pv_arena *arena, pv_px *a, enum pv_cprec needed)
{
    if (a->kind == PV_PX_BY_WIDTH && a->prec < needed)
        return pv_px_by_width(arena, pv_px_operand(arena, a->args[0], needed),
                              pv_px_operand(arena, a->args[1], needed));
    return a->prec < needed ? pv_px_paren(arena, a) : a;
}

pv_px *pv_px_and(struct pv_arena *arena, pv_px *a, pv_px *b)
{
    return !a ? b : !b ? a : pv_px_binary(arena, a, "&&", b, PV_CPREC_LAND);
}

pv_px *pv_px_with(struct pv_arena *arena, pv_px *a, struct pv_crange range, enum pv_width width)
{
    struct pv_px *px = pv_new(arena, struct pv_px);
    *px = *a;
    px->range = range;
    px->width = width;
    return px;
}

enum pv_width pv_px_wider(pv_px *a, pv_px *b)
{
    return a->width > b->width ? a->width : b->width;
}

bool pv_px_is_same(pv_px *a, pv_px *b)
{
    if (a == b)
        return true;
    if (a->kind != b->kind || a->n_args != b->n_args || a->macro != b->macro || strcmp(a->text, b->text))
        return false;
    for (int i = 0; i < a->n_args; i++)
        if (!pv_px_is_same(a->args[i], b->args[i]))
            return false;
    return true;
}

bool pv_px_is_number(pv_px *a, int64_t value)
{
    return a->kind == PV_PX_NUMBER && a->range.min == value;
}

bool pv_px_begins_with(pv_px *a, char sign)
{
    switch (a->kind) {
    case PV_PX_NUMBER:
    case PV_PX_LITERAL:
    case PV_PX_PREFIX:
        return a->text[0] == sign;
    case PV_PX_POSTFIX:
    case PV_PX_BINARY:
    case PV_PX_COND:
    case PV_PX_INDEX:
    case PV_PX_FIELD:
    case PV_PX_BY_WIDTH:
        return pv_px_begins_with(a->args[0], sign);
    default:
        return false;
    }
}

/* Statements. */

struct pv_ps *pv_ps_add(struct pv_pout *out, enum pv_ps_kind kind)
{
    struct pv_ps *stmt = pv_new(out->arena, struct pv_ps);
    stmt->kind = kind;
    pv_push(out->arena, out->at, stmt);
    return stmt;
}

struct pv_ps *pv_ps_expr(struct pv_pout *out, pv_px *expr)
{
    struct pv_ps *stmt = pv_ps_add(out, PV_PS_EXPR);
    stmt->expr = expr;
    return stmt;
}

struct pv_ps *pv_ps_assign(struct pv_pout *out, pv_px *to, pv_px *from)
{
    return pv_ps_expr(out, pv_px_binary(out->arena, to, "=", from, PV_CPREC_ASSIGN));
}

void pv_ps_mention(struct pv_pout *out, const char *name)
{
    pv_ps_expr(out, pv_px_cast(out->arena, "void", pv_px_name(out->arena, name)));
}

struct pv_ps *pv_ps_decl(struct pv_pout *out, const char *type, const char *name, pv_px *init)
{
    struct pv_ps *stmt = pv_ps_add(out, PV_PS_DECL);
    stmt->type = type;
    stmt->name = name;
    stmt->expr = init;
    return stmt;
}

struct pv_ps *pv_ps_const(struct pv_pout *out, const char *type, const char *name, pv_px *init)
{
    struct pv_ps *stmt = pv_ps_decl(out, type, name, init);
    stmt->is_const = true;
    return stmt;
}

struct pv_ps *pv_ps_if(struct pv_pout *out, pv_px *cond)
{
    struct pv_ps *stmt = pv_ps_add(out, PV_PS_IF);
    stmt->cond = cond;
    return stmt;
}

struct pv_ps *pv_ps_for(struct pv_pout *out, const char *type, const char *name, pv_px *init, pv_px *cond, pv_px *step)
{
    struct pv_ps *stmt = pv_ps_add(out, PV_PS_FOR);
    stmt->init = pv_new(out->arena, struct pv_ps);
    stmt->init->kind = PV_PS_DECL;
    stmt->init->type = type;
    stmt->init->name = name;
    stmt->init->expr = init;
    stmt->cond = cond;
    stmt->step = pv_px_binary(out->arena, pv_px_name(out->arena, name), "+=", step, PV_CPREC_ASSIGN);
    return stmt;
}

void pv_ps_barrier(struct pv_pout *out, bool is_global)
{
    pv_ps_add(out, PV_PS_BARRIER)->is_global = is_global;
}

struct pv_ps *pv_ps_phase(struct pv_pout *out, enum pv_phase phase)
{
    struct pv_ps *stmt = pv_ps_add(out, PV_PS_PHASE);
    stmt->phase = phase;
    return stmt;
}

pv_pblock *pv_ps_enter(struct pv_pout *out, pv_pblock *body)
{
    pv_pblock *before = out->at;
    out->at = body;
    return before;
}

void pv_pblock_replace(struct pv_arena *arena, pv_pblock *block,
                       void (*replace)(struct pv_pout *out, struct pv_ps *stmt, void *user), void *user)
{
    pv_pblock result = {0};
    struct pv_pout out = {arena, &result};
    for (int i = 0; i < block->n; i++) {
        pv_pblock_replace(arena, &block->v[i]->body, replace, user);
        pv_pblock_replace(arena, &block->v[i]->other, replace, user);
        replace(&out, block->v[i], user);
    }
    *block = result;
}

/* Visits. */

struct visit {
    void (*stmt)(const struct pv_ps *stmt, void *user);
    void (*expr)(pv_px *expr, void *user);
    void *user;
};

static void visit_expr(const struct visit *visit, pv_px *expr)
{
    if (!expr || !visit->expr)
        return;
    visit->expr(expr, visit->user);
    for (int i = 0; i < expr->n_args; i++)
        visit_expr(visit, expr->args[i]);
}

static void visit_block(const struct visit *visit, const pv_pblock *block);

static void visit_stmt(const struct visit *visit, const struct pv_ps *stmt)
{
    if (visit->stmt)
        visit->stmt(stmt, visit->user);
    visit_expr(visit, stmt->expr);
    visit_expr(visit, stmt->cond);
    if (stmt->init)
        visit_stmt(visit, stmt->init);
    visit_expr(visit, stmt->step);
    visit_expr(visit, stmt->sharing ? stmt->sharing->enough : NULL);
    for (int i = 0; i < stmt->dims.n; i++)
        visit_expr(visit, stmt->dims.v[i]);
    visit_block(visit, &stmt->body);
    visit_block(visit, &stmt->other);
}

static void visit_block(const struct visit *visit, const pv_pblock *block)
{
    for (int i = 0; i < block->n; i++)
        visit_stmt(visit, block->v[i]);
}

void pv_pblock_visit(const pv_pblock *block, void (*visit)(const struct pv_ps *stmt, void *user),
                     void (*in_expr)(pv_px *expr, void *user), void *user)
{
    struct visit all = {visit, in_expr, user};
    visit_block(&all, block);
}

struct name_search {
    const char *name;
    bool is_found;
};

static void look_in_stmt(const struct pv_ps *stmt, void *user)
{
    struct name_search *search = user;
    search->is_found = search->is_found || (stmt->kind == PV_PS_DECL && !strcmp(stmt->name, search->name));
    for (int i = 0; stmt->sharing && i < stmt->sharing->privates.n; i++)
        search->is_found = search->is_found || !strcmp(stmt->sharing->privates.v[i], search->name);
    for (int i = 0; stmt->sharing && i < stmt->sharing->lasts.n; i++)
        search->is_found = search->is_found || !strcmp(stmt->sharing->lasts.v[i], search->name);
    for (int i = 0; stmt->sharing && i < stmt->sharing->reductions.n; i++)
        search->is_found = search->is_found || !strcmp(stmt->sharing->reductions.v[i], search->name);
}

static void look_in_expr(pv_px *expr, void *user)
{
    struct name_search *search = user;
    bool is_name = expr->kind == PV_PX_NAME || expr->kind == PV_PX_CALL;
    if (is_name)
        search->is_found = search->is_found || !strcmp(expr->text, search->name);
    else if (expr->kind == PV_PX_LITERAL || expr->kind == PV_PX_CAST)
        search->is_found = search->is_found || pv_text_count_identifier(expr->text, strlen(expr->text), search->name);
}

bool pv_pblock_names(const pv_pblock *block, const char *name)
{
    struct name_search search = {name, false};
    pv_pblock_visit(block, look_in_stmt, look_in_expr, &search);
    return search.is_found;
}

bool pv_px_names(pv_px *expr, const char *name)
{
    struct name_search search = {name, false};
    struct visit visit = {NULL, look_in_expr, &search};
    visit_expr(&visit, expr);
    return search.is_found;
}

static void note_macro(pv_px *expr, void *user)
{
    bool *uses = user;
    if (expr->kind == PV_PX_MACRO)
        uses[expr->macro] = true;
}

void pv_pblock_macros(const pv_pblock *block, bool uses[PV_CMACROS])
{
    pv_pblock_visit(block, NULL, note_macro, uses);
}

void pv_px_macros(pv_px *expr, bool uses[PV_CMACROS])
{
    struct visit visit = {NULL, note_macro, uses};
    visit_expr(&visit, expr);
}
