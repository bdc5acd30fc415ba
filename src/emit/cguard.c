#include "emit/cguard.h"

#include "emit/runtime.h"

#include <inttypes.h>
#include <string.h>

/* Where the addresses of a span come from. */
static const char *base_text(const struct pv_cctx *ctx, const struct pv_span *span)
{
    return pv_printf(ctx->arena, "%s%s", span->n_dims ? "" : "&", pv_cexpr_name(ctx, span->var));
}

/* The number of an element, "index" by dimension, counted from the first of the array. */
static const char *element_number(struct pv_cpu *cpu, struct pv_cctx *ctx, const struct pv_code_span *span,
                                  isl_ast_expr *const *index)
{
    if (!span->span->n_dims)
        return "0";
    const char *text = pv_cexpr_ast(ctx, isl_ast_expr_copy(index[0])).text;
    for (int i = 1; i < span->span->n_dims; i++) {
        struct pv_ctext size = pv_cexpr_ast(ctx, isl_ast_expr_copy(span->sizes[i]));
        struct pv_ctext own = pv_cexpr_ast(ctx, isl_ast_expr_copy(index[i]));
        if (!strcmp(text, "0")) {
            text = own.text;
            continue;
        }
        text = pv_printf(ctx->arena, "%sat(%s, %s, %s)", cpu->names.own, text, size.text, own.text);
        cpu->uses_rows = true;
    }
    return text;
}

/* Subscripts as an array. */
static const char *subscripts_text(struct pv_cctx *ctx, const struct pv_code_span *span, isl_ast_expr *const *index)
{
    const char *text = "";
    for (int i = 0; i < span->span->n_dims; i++)
        text = pv_printf(ctx->arena, "%s%s%s", text, i ? ", " : "",
                         pv_cexpr_ast(ctx, isl_ast_expr_copy(index[i])).text);
    return pv_printf(ctx->arena, "(const long long[]){%s}", text);
}

static void print_span(struct pv_cpu *cpu, struct pv_cctx *ctx, const struct pv_code_span *span, struct pv_sb *out)
{
    const struct pv_ctype *elem = span->span->array ? span->span->array->elem : span->span->var->type;
    if (span->span->has_rows) {
        pv_sb_printf(out, "%srows(%d, %s, %s, %s, %" PRId64 ")", cpu->names.own, span->span->n_dims,
                     base_text(ctx, span->span), subscripts_text(ctx, span, span->first),
                     subscripts_text(ctx, span, span->last), elem->size);
        cpu->uses_pointers = true;
        return;
    }
    pv_sb_printf(out, "{%s, %s, %s, %" PRId64 "}", base_text(ctx, span->span),
                 element_number(cpu, ctx, span, span->first), element_number(cpu, ctx, span, span->last), elem->size);
}

/* The condition under which spans need not be tested, "" where they must be. */
static const char *exception_text(struct pv_cctx *ctx, const struct pv_code_apart *test)
{
    bool is_short = test->otherwise;
    if (!is_short && !test->condition)
        return "";
    struct pv_ctext text = pv_cexpr_ast(ctx, isl_ast_expr_copy(is_short ? test->otherwise : test->condition));
    return pv_printf(ctx->arena, "%s%s || ", is_short ? "" : "!",
                     pv_cexpr_operand(ctx, text, is_short ? PV_CPREC_RELATION : PV_CPREC_UNARY));
}

/* A test of spans, each on a line of its own. */
static void print_test(struct pv_cpu *cpu, struct pv_cctx *ctx, const struct pv_code_guard *guard,
                       const struct pv_code_apart *test, const char *margin, struct pv_sb *out)
{
    const char *exception = exception_text(ctx, test);
    bool has_parentheses = *exception && (guard->assumed || guard->tests.n > 1);
    isl_set *known = ctx->known;
    ctx->known = isl_set_from_params(isl_set_copy(test->accessed));
    pv_sb_printf(out, "%s%s%sapart(%d, %d, (const %sspan[]){", has_parentheses ? "(" : "", exception, cpu->names.own,
                 test->n_written, test->n, cpu->names.own);
    for (int i = 0; i < test->n; i++) {
        pv_sb_printf(out, "%s\n%s        ", i ? "," : "", margin);
        print_span(cpu, ctx, &guard->spans.v[test->spans[i]], out);
    }
    pv_sb_printf(out, "})%s", has_parentheses ? ")" : "");
    isl_set_free(ctx->known);
    ctx->known = known;
}

const char *pv_cguard_condition(struct pv_cpu *cpu, const struct pv_code *code, const char *margin,
                                const char **failure)
{
    const struct pv_scop *scop = code->scop;
    struct pv_cctx ctx = {.arena = cpu->arena, .scop = scop, .is_wide = true};
    pv_cpu_set_up(cpu, &ctx, code);
    struct pv_sb text = {0};
    if (code->guard->assumed) {
        ctx.known = isl_set_from_params(isl_set_copy(scop->guard.context));
        struct pv_ctext assumed = pv_cexpr_ast(&ctx, isl_ast_expr_copy(code->guard->assumed));
        pv_sb_add(&text, code->guard->tests.n ? pv_cexpr_operand(&ctx, assumed, PV_CPREC_LAND) : assumed.text);
        isl_set_free(ctx.known);
    }
    ctx.known = isl_set_from_params(isl_set_copy(scop->context));
    for (int i = 0; i < code->guard->tests.n; i++) {
        if (text.n)
            pv_sb_printf(&text, " &&\n%s    ", margin);
        print_test(cpu, &ctx, code->guard, &code->guard->tests.v[i], margin, &text);
        cpu->uses_spans = true;
    }
    isl_set_free(ctx.known);
    for (int i = 0; i < PV_CMACROS; i++)
        cpu->uses_macro[i] = cpu->uses_macro[i] || ctx.uses_macro[i];
    const char *condition = pv_strdup(cpu->arena, text.n ? text.text : "1");
    pv_sb_free(&text);
    *failure = ctx.failure;
    return ctx.failure ? NULL : condition;
}

void pv_cguard_print_top(const struct pv_cpu *cpu, struct pv_sb *out)
{
    if (cpu->uses_rows)
        pv_names_add_support(&cpu->names, out, pv_runtime_at);
    if (cpu->uses_spans)
        pv_names_add_support(&cpu->names, out, pv_runtime_apart);
    if (cpu->uses_pointers)
        pv_names_add_support(&cpu->names, out, pv_runtime_rows);
}
