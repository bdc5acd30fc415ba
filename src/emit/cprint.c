/* Prints statements and expressions of a program in C. */
#include "emit/cprint.h"

#include <inttypes.h>
#include <string.h>

struct pv_cprint pv_cprint_begin(struct pv_arena *arena, const char *own)
{
    static const char *const macros[] = {
        [PV_CMACRO_MIN] = "min",
        [PV_CMACRO_MAX] = "max",
        [PV_CMACRO_FLOORD] = "floord",
        [PV_CMACRO_MOD] = "mod",
    };
    struct pv_cprint how = {0};
    for (int i = 0; i < PV_CMACROS; i++)
        how.macros[i] = pv_printf(arena, "%s%s", own, macros[i]);
    return how;
}

void pv_cprint_macros(const struct pv_cprint *how, struct pv_sb *out, const bool uses[PV_CMACROS])
{
    static const char *const bodies[] = {
        [PV_CMACRO_MIN] = "((a) < (b) ? (a) : (b))",
        [PV_CMACRO_MAX] = "((a) > (b) ? (a) : (b))",
        [PV_CMACRO_FLOORD] = "((a) / (b) - ((a) % (b) < 0)) /* rounded down; b > 0 */",
        [PV_CMACRO_MOD] = "((a) % (b) + ((a) % (b) < 0 ? (b) : 0)) /* never negative; b > 0 */",
    };
    for (int i = 0; i < PV_CMACROS; i++)
        if (uses[i])
            pv_sb_printf(out, "#define %s(a, b) %s\n", how->macros[i], bodies[i]);
}

/* Expressions. */

/* "name(args...)" */
static void print_call(const struct pv_cprint *how, struct pv_sb *out, const char *name, pv_px *call)
{
    pv_sb_printf(out, "%s(", name);
    for (int i = 0; i < call->n_args; i++) {
        pv_sb_add(out, i ? ", " : "");
        pv_cprint_expr(how, out, call->args[i]);
    }
    pv_sb_add(out, ")");
}

/* The arguments of "expr" with "parts" before, between and behind them. */
static void print_parts(const struct pv_cprint *how, struct pv_sb *out, pv_px *expr, const char *const *parts)
{
    for (int i = 0; i < expr->n_args; i++) {
        pv_sb_add(out, parts[i]);
        pv_cprint_expr(how, out, expr->args[i]);
    }
    pv_sb_add(out, parts[expr->n_args]);
}

static void print_binary(const struct pv_cprint *how, struct pv_sb *out, pv_px *expr)
{
    pv_cprint_expr(how, out, expr->args[0]);
    pv_sb_printf(out, expr->prec == PV_CPREC_COMMA ? "%s " : " %s ", expr->text);
    pv_cprint_expr(how, out, expr->args[1]);
}

/* What stands before, between and after the operands of "expr". */
static void print_operator(const struct pv_cprint *how, struct pv_sb *out, pv_px *expr)
{
    static const char *const parts[][4] = {
        [PV_PX_COND] = {"", " ? ", " : ", ""}, [PV_PX_INDEX] = {"", "[", "]"}, [PV_PX_PAREN] = {"(", ")"}};
    if (expr->kind == PV_PX_PREFIX)
        print_parts(how, out, expr, (const char *const[]){expr->text, ""});
    else if (expr->kind == PV_PX_POSTFIX)
        print_parts(how, out, expr, (const char *const[]){"", expr->text});
    else
        print_parts(how, out, expr, parts[expr->kind]);
}

void pv_cprint_expr(const struct pv_cprint *how, struct pv_sb *out, pv_px *expr)
{
    switch (expr->kind) {
    case PV_PX_NUMBER:
    case PV_PX_NAME:
    case PV_PX_LITERAL:
        pv_sb_add(out, expr->text);
        break;
    case PV_PX_PREFIX:
    case PV_PX_POSTFIX:
    case PV_PX_COND:
    case PV_PX_INDEX:
    case PV_PX_PAREN:
        print_operator(how, out, expr);
        break;
    case PV_PX_BINARY:
        print_binary(how, out, expr);
        break;
    case PV_PX_CALL:
        print_call(how, out, expr->text, expr);
        break;
    case PV_PX_MACRO:
        print_call(how, out, how->macros[expr->macro], expr);
        break;
    case PV_PX_CAST:
        pv_sb_printf(out, "(%s)", expr->text);
        pv_cprint_expr(how, out, expr->args[0]);
        break;
    case PV_PX_FIELD:
        print_parts(how, out, expr, (const char *const[]){"", "."});
        pv_sb_add(out, expr->text);
        break;
    case PV_PX_BY_WIDTH: /* in the dumps of early passes alone */
        print_call(how, out, "by_width", expr);
        break;
    }
}

/* A pointer to rows of constant size has them behind its name. */
void pv_cprint_arg(const struct pv_cprint *how, struct pv_sb *out, const struct pv_parg *arg, bool has_name)
{
    const char *name = has_name ? arg->name : "";
    const char *restricted = has_name && arg->is_restrict ? how->target->is_restrict : "";
    const char *blank = *restricted ? " " : "";
    if (!arg->is_buffer) {
        pv_sb_printf(out, "%s %s", arg->type, name);
        return;
    }
    pv_sb_printf(out, "%s%s%s %s*%s%s%s%s", how->target->global, arg->is_const ? "const " : "", arg->type,
                 arg->rows.n ? "(" : "", restricted, blank, name, arg->rows.n ? ")" : "");
    for (int i = 0; i < arg->rows.n; i++)
        pv_sb_printf(out, "[%" PRId64 "]", arg->rows.v[i]);
}

/* Statements. */

/* "word(cond)", or what comes before and behind it. */
static void add_condition(const struct pv_cprint *how, struct pv_sb *line, const char *before, pv_px *cond,
                          const char *behind)
{
    pv_sb_add(line, before);
    pv_cprint_expr(how, line, cond);
    pv_sb_add(line, behind);
}

static void print_decl(const struct pv_cprint *how, struct pv_sb *line, const struct pv_ps *stmt)
{
    bool is_pointer = stmt->example || stmt->type[strlen(stmt->type) - 1] == '*';
    pv_sb_printf(line, "%s%s", stmt->is_shared ? how->target->shared : "", stmt->is_const ? "const " : "");
    if (stmt->example)
        add_condition(how, line, "__typeof__(", stmt->example, ") *");
    else
        pv_sb_add(line, stmt->type);
    if (stmt->is_pointer)
        pv_sb_printf(line, " (*%s)", stmt->name);
    else
        pv_sb_printf(line, "%s%s", is_pointer ? "" : " ", stmt->name);
    for (int i = 0; i < stmt->dims.n; i++) {
        pv_sb_add(line, "[");
        pv_cprint_expr(how, line, stmt->dims.v[i]);
        pv_sb_add(line, "]");
    }
    if (stmt->expr) {
        pv_sb_add(line, " = ");
        pv_cprint_expr(how, line, stmt->expr);
    }
}

static void print_line(struct pv_writer *out, struct pv_sb *line, const char *end)
{
    pv_emit_line(out, "%s%s", line->n ? line->text : "", end);
    pv_sb_free(line);
}

/* Does a statement end in an "if", which an "else" that follows would belong to? */
static bool ends_in_if(const pv_pblock *body)
{
    if (body->n != 1)
        return false;
    const struct pv_ps *stmt = body->v[0];
    return stmt->kind == PV_PS_IF || (stmt->kind == PV_PS_FOR && ends_in_if(&stmt->body));
}

static bool is_one_statement(const pv_pblock *body)
{
    return body->n == 1 && body->v[0]->kind != PV_PS_BLOCK && body->v[0]->kind != PV_PS_DECL;
}

/* "body" below the head "line", which is freed. Return whether a brace is left to be closed. */
static bool print_body(const struct pv_cprint *how, struct pv_writer *out, struct pv_sb *line, const pv_pblock *body,
                       bool has_braces)
{
    has_braces = has_braces || (how->braces == PV_BRACES_WHERE_NEEDED && !is_one_statement(body));
    print_line(out, line, has_braces ? " {" : "");
    out->level++;
    pv_cprint_block(how, out, body);
    out->level--;
    return has_braces;
}

/* What OpenMP is told about a loop. */
static void print_sharing(const struct pv_cprint *how, struct pv_writer *out, const struct pv_ps_sharing *sharing)
{
    struct pv_sb line = {0};
    pv_sb_printf(&line, "#pragma omp%s%s", sharing->is_parallel ? " parallel for" : "",
                 sharing->is_simd ? " simd" : "");
    if (sharing->is_parallel && sharing->collapsed)
        pv_sb_printf(&line, " collapse(%d)", sharing->collapsed);
    if (sharing->is_parallel && sharing->chunk == 1)
        pv_sb_add(&line, " schedule(dynamic)");
    else if (sharing->is_parallel && sharing->chunk)
        pv_sb_printf(&line, " schedule(dynamic, %d)", sharing->chunk);
    if (sharing->enough)
        add_condition(how, &line, sharing->is_simd ? " if(parallel : " : " if(", sharing->enough, ")");
    for (int i = 0; i < sharing->privates.n; i++)
        pv_sb_printf(&line, "%s%s", i ? ", " : " private(", sharing->privates.v[i]);
    pv_sb_add(&line, sharing->privates.n ? ")" : "");
    for (int i = 0; i < sharing->lasts.n; i++)
        pv_sb_printf(&line, "%s%s", i ? ", " : " lastprivate(", sharing->lasts.v[i]);
    pv_sb_add(&line, sharing->lasts.n ? ")" : "");
    for (int i = 0; i < sharing->reductions.n; i++)
        pv_sb_printf(&line, " reduction(%s:%s)", sharing->reduction_ops.v[i], sharing->reductions.v[i]);
    print_line(out, &line, "");
}

static void print_for(const struct pv_cprint *how, struct pv_writer *out, const struct pv_ps *stmt)
{
    struct pv_sb line = {0};
    if (stmt->is_unrolled && stmt->unrolled_by)
        pv_emit_line(out, "%s %d", how->target->unroll, stmt->unrolled_by);
    else if (stmt->is_unrolled)
        pv_emit_line(out, "%s", how->target->unroll);
    if (stmt->sharing)
        print_sharing(how, out, stmt->sharing);
    pv_sb_add(&line, "for (");
    if (stmt->init && stmt->init->kind == PV_PS_DECL)
        print_decl(how, &line, stmt->init);
    else if (stmt->init)
        pv_cprint_expr(how, &line, stmt->init->expr);
    pv_sb_add(&line, "; ");
    if (stmt->cond)
        pv_cprint_expr(how, &line, stmt->cond);
    pv_sb_add(&line, "; ");
    if (stmt->step)
        pv_cprint_expr(how, &line, stmt->step);
    pv_sb_add(&line, ")");
    if (print_body(how, out, &line, &stmt->body, how->braces == PV_BRACES_ALWAYS && !stmt->is_bare))
        pv_emit_line(out, "}");
}

/* "if ... else if ... else ...", where braces are not always wanted all branches but perhaps the last in them. "before" is the
 * end of what stands before the first "if". */
static void print_if(const struct pv_cprint *how, struct pv_writer *out, const struct pv_ps *stmt, const char *before)
{
    struct pv_sb line = {0}, other = {0};
    bool is_always = how->braces == PV_BRACES_ALWAYS && !stmt->is_bare;
    pv_sb_add(&line, before);
    add_condition(how, &line, "if (", stmt->cond, ")");
    bool needs_braces = how->braces == PV_BRACES_WHERE_NEEDED && (stmt->has_other || ends_in_if(&stmt->body));
    bool is_open = print_body(how, out, &line, &stmt->body, is_always || needs_braces);
    if (stmt->has_other && !is_always && stmt->other.n == 1 && stmt->other.v[0]->kind == PV_PS_IF) {
        print_if(how, out, stmt->other.v[0], "} else ");
        is_open = false;
    } else if (stmt->has_other) {
        pv_sb_add(&other, "} else");
        is_open = print_body(how, out, &other, &stmt->other, is_always);
    }
    if (is_open)
        pv_emit_line(out, "}");
}

/* The name and the instance of a statement, in the form that 'pave check' reads back, or a remark. */
static void print_note(const struct pv_cprint *how, struct pv_writer *out, const struct pv_ps *stmt)
{
    struct pv_sb line = {0};
    if (!stmt->stmt) {
        pv_emit_line(out, "// %s", stmt->name);
        return;
    }
    pv_sb_printf(&line, "/* pave: %s(", stmt->stmt->name);
    for (int i = 0; i < stmt->instance.n; i++) {
        pv_sb_add(&line, i ? ", " : "");
        pv_cprint_expr(how, &line, stmt->instance.v[i]);
    }
    print_line(out, &line, ") */");
}

static void print_loop(const struct pv_cprint *how, struct pv_writer *out, const struct pv_ps *stmt)
{
    struct pv_sb line = {0}, end = {0};
    bool is_do = stmt->kind == PV_PS_DO;
    if (is_do)
        pv_sb_add(&line, "do");
    else
        add_condition(how, &line, "while (", stmt->cond, ")");
    print_body(how, out, &line, &stmt->body, true);
    if (is_do)
        add_condition(how, &end, "} while (", stmt->cond, ");");
    else
        pv_sb_add(&end, "}");
    print_line(out, &end, "");
}

/* A statement on one line. */
static void print_simple(const struct pv_cprint *how, struct pv_writer *out, const struct pv_ps *stmt)
{
    struct pv_sb line = {0};
    if (stmt->kind == PV_PS_DECL)
        print_decl(how, &line, stmt);
    else if (stmt->kind == PV_PS_RETURN)
        pv_sb_add(&line, stmt->expr ? "return " : "return");
    else if (stmt->kind == PV_PS_BREAK || stmt->kind == PV_PS_CONTINUE)
        pv_sb_add(&line, stmt->kind == PV_PS_BREAK ? "break" : "continue");
    if (stmt->kind != PV_PS_DECL && stmt->expr)
        pv_cprint_expr(how, &line, stmt->expr);
    print_line(out, &line, ";");
}

static void print_braces(const struct pv_cprint *how, struct pv_writer *out, const pv_pblock *block)
{
    pv_emit_line(out, "{");
    out->level++;
    pv_cprint_block(how, out, block);
    out->level--;
    pv_emit_line(out, "}");
}

static const char *barrier_of(const struct pv_target *target, const struct pv_ps *stmt)
{
    if (stmt->is_grid)
        return target->grid_barrier;
    return stmt->is_global ? target->global_barrier : target->barrier;
}

void pv_cprint_coordinates(struct pv_sb *out, const struct pv_pkernel *kernel, const char *type)
{
    for (int axis = 0; axis < pv_kernel_n_thread_axes(kernel->sizes); axis++) {
        const char *names[] = {
            kernel->uses_id[PV_LEVEL_BLOCK][axis] ? kernel->ids[PV_LEVEL_BLOCK][axis] : NULL,
            kernel->uses_count[PV_LEVEL_BLOCK][axis] ? kernel->counts[PV_LEVEL_BLOCK][axis] : NULL,
            kernel->uses_id[PV_LEVEL_THREAD][axis] ? kernel->ids[PV_LEVEL_THREAD][axis] : NULL,
        };
        for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
            if (names[i])
                pv_sb_printf(out, "%s%s%s", out->n ? ", " : "", type, names[i]);
    }
}

/* Call the function with the text of "kernel". */
static void print_step(struct pv_writer *out, const struct pv_pkernel *kernel)
{
    struct pv_sb args = {0};
    for (int i = 0; i < kernel->args.n; i++)
        pv_sb_printf(&args, "%s%s", i ? ", " : "", kernel->args.v[i].name);
    pv_cprint_coordinates(&args, kernel, "");
    pv_emit_line(out, "%s_step(%s);", kernel->name ? kernel->name : "kernel", args.n ? args.text : "");
    pv_sb_free(&args);
}

/* What is part of a kernel, or starts one. */
static void print_for_device(const struct pv_cprint *how, struct pv_writer *out, const struct pv_ps *stmt)
{
    if (stmt->kind == PV_PS_BARRIER)
        pv_emit_line(out, "%s", barrier_of(how->target, stmt));
    else if (stmt->kind == PV_PS_STEP)
        print_step(out, stmt->kernel);
    else if (stmt->kind == PV_PS_LAUNCH)
        how->launch(out, stmt->kernel, how->user);
    else
        how->hold(out, stmt, how->user);
}

static void print_stmt(const struct pv_cprint *how, struct pv_writer *out, const struct pv_ps *stmt)
{
    if (how->before)
        how->before(out, stmt);
    switch (stmt->kind) {
    case PV_PS_BLOCK:
        print_braces(how, out, &stmt->body);
        break;
    case PV_PS_FOR:
        print_for(how, out, stmt);
        break;
    case PV_PS_WHILE:
    case PV_PS_DO:
        print_loop(how, out, stmt);
        break;
    case PV_PS_IF:
        print_if(how, out, stmt, "");
        break;
    case PV_PS_DECL:
    case PV_PS_EXPR:
    case PV_PS_RETURN:
    case PV_PS_BREAK:
    case PV_PS_CONTINUE:
        print_simple(how, out, stmt);
        break;
    case PV_PS_BARRIER:
    case PV_PS_STEP:
    case PV_PS_LAUNCH:
    case PV_PS_HOLD:
        print_for_device(how, out, stmt);
        break;
    case PV_PS_PHASE:
    case PV_PS_FILL:
    case PV_PS_LEAF:
    case PV_PS_NEST:
        how->unfinished(how, out, stmt);
        break;
    case PV_PS_NOTE:
        print_note(how, out, stmt);
        break;
    }
}

void pv_cprint_block(const struct pv_cprint *how, struct pv_writer *out, const pv_pblock *block)
{
    for (int i = 0; i < block->n; i++)
        print_stmt(how, out, block->v[i]);
}
