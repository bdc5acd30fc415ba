#include "emit/cpu.h"

#include "emit/cbody.h"
#include "emit/cstmt.h"
#include "emit/writer.h"

#include <ctype.h>
#include <isl/ilp.h>
#include <string.h>

typedef PV_VEC(const char *) words;

static bool is_among(const words *list, const char *word)
{
    for (int i = 0; i < list->n; i++)
        if (!strcmp(list->v[i], word))
            return true;
    return false;
}

struct pv_cpu pv_cpu_begin(struct pv_arena *arena, const struct pv_unit *unit, bool openmp, bool annotate)
{
    static const char *const macros[] = {
        [PV_CMACRO_MIN] = "min",
        [PV_CMACRO_MAX] = "max",
        [PV_CMACRO_FLOORD] = "floord",
        [PV_CMACRO_MOD] = "mod",
    };
    struct pv_cpu cpu = {.arena = arena, .unit = unit, .openmp = openmp, .annotate = annotate};
    cpu.names = pv_names_begin(arena, unit);
    cpu.prefix = pv_names_prefix(&cpu.names, "c");
    cpu.scalar_prefix = pv_names_prefix(&cpu.names, "s");
    for (int i = 0; i < PV_CMACROS; i++)
        cpu.macros[i] = pv_printf(arena, "%s%s", cpu.names.own, macros[i]);
    return cpu;
}

void pv_cpu_print_top(const struct pv_cpu *cpu, struct pv_sb *out)
{
    pv_cexpr_define_macros(out, cpu->macros, cpu->uses_macro);
    if (cpu->uses_openmp)
        pv_sb_add(out, "#if defined(__GNUC__) && !defined(_OPENMP)\n"
                       "#pragma GCC diagnostic ignored \"-Wunknown-pragmas\"\n"
                       "#endif\n");
}

/* Names. */

/* What a body names: variables, functions, and words inside constants as written. */
struct naming {
    struct pv_arena *arena;
    const struct pv_unit *unit;
    PV_VEC(struct pv_var *) vars;
    PV_VEC(struct pv_var *) declared;
    PV_VEC(struct pv_function *) callees;
    words texts;
    words constants; /* names of constants: variables, enumerators, macros */
};

static void add_var(struct naming *naming, struct pv_var *var)
{
    for (int i = 0; i < naming->vars.n; i++)
        if (naming->vars.v[i] == var)
            return;
    pv_push(naming->arena, &naming->vars, var);
}

static void add_callee(struct naming *naming, struct pv_function *function)
{
    for (int i = 0; i < naming->callees.n; i++)
        if (naming->callees.v[i] == function)
            return;
    pv_push(naming->arena, &naming->callees, function);
}

/* A constant whose text in "range" is a name. */
static void add_constant(struct naming *naming, struct pv_range range)
{
    if (range.begin.file != naming->unit->file || range.end.file != naming->unit->file)
        return;
    const char *word = pv_strndup(naming->arena, naming->unit->text + range.begin.offset,
                                  range.end.offset - range.begin.offset);
    bool is_name = isalpha((unsigned char)word[0]) || word[0] == '_';
    for (const char *c = word; *c; c++)
        is_name = is_name && (isalnum((unsigned char)*c) || *c == '_');
    if (is_name && !is_among(&naming->constants, word))
        pv_push(naming->arena, &naming->constants, word);
}

static bool collect_from_expr(struct pv_expr *expr, void *user)
{
    struct naming *naming = user;
    if (expr->kind == PV_EXPR_ACCESS)
        add_var(naming, expr->var);
    if (expr->kind == PV_EXPR_CALL && expr->callee)
        add_callee(naming, expr->callee);
    if (expr->text && (expr->kind == PV_EXPR_INT || expr->kind == PV_EXPR_CALL || expr->kind == PV_EXPR_FLOAT))
        pv_push(naming->arena, &naming->texts, expr->text);
    if (expr->kind == PV_EXPR_INT)
        add_constant(naming, expr->range);
    if (expr->kind == PV_EXPR_CAST)
        pv_push(naming->arena, &naming->texts, expr->type->spelling);
    return true;
}

static void collect_from_root(struct pv_expr **expr, void *user)
{
    pv_expr_visit(*expr, collect_from_expr, user);
}

static bool collect_names(struct pv_tree *tree, void *user)
{
    struct naming *naming = user;
    if (tree->kind == PV_TREE_DECL)
        pv_push(naming->arena, &naming->declared, tree->var);
    pv_tree_visit_exprs(tree, collect_from_root, naming);
    return true;
}

static struct naming names_of_tree(const struct pv_cpu *cpu, struct pv_tree *tree)
{
    struct naming naming = {.arena = cpu->arena, .unit = cpu->unit};
    pv_tree_visit(tree, collect_names, &naming);
    return naming;
}

static bool is_word_of(const words *texts, const char *name)
{
    for (int i = 0; i < texts->n; i++)
        if (pv_text_count_identifier(texts->v[i], strlen(texts->v[i]), name))
            return true;
    return false;
}

/* Is "var", declared in the region, used by the text that follows it? Then its declaration must reach that far. */
static bool outlives_region(const struct pv_region *region, const struct pv_var *var)
{
    for (int i = 0; i < region->used_after.n; i++)
        if (region->used_after.v[i] == var)
            return true;
    return false;
}

static bool is_declared_inside(const struct pv_region *region, const struct pv_var *var)
{
    return var->decl.file == region->range.begin.file && var->decl.offset >= region->range.begin.offset &&
           var->decl.offset < region->range.end.offset;
}

/* Give "var" a name that no other variable of the region has: its own where possible. */
static void name_local(struct pv_cpu *cpu, struct pv_cctx *ctx, words *taken, const words *texts,
                       const struct pv_var *var)
{
    const char *name = var->name;
    for (int i = 1;
         is_among(taken, name) || is_word_of(texts, name) || (name != var->name && pv_names_is_used(&cpu->names, name));
         i++)
        name = pv_printf(cpu->arena, "%s_%d", var->name, i);
    pv_push(cpu->arena, taken, name);
    struct pv_cname item = {var, name};
    pv_push(cpu->arena, &ctx->names, item);
}

/* Variables declared in blocks of the region become variables of one block: name them apart. */
static void name_locals(struct pv_cpu *cpu, struct pv_cctx *ctx, const struct pv_code *code)
{
    const struct pv_scop *scop = code->scop;
    words taken = {0};
    for (int i = 0; i < scop->parameters.n; i++)
        pv_push(cpu->arena, &taken, scop->parameters.v[i]->name);
    for (int i = 0; i < scop->arrays.n; i++)
        if (scop->arrays.v[i]->var &&
            (!scop->arrays.v[i]->is_local || outlives_region(scop->region, scop->arrays.v[i]->var)))
            pv_push(cpu->arena, &taken, scop->arrays.v[i]->var->name);
    struct naming naming = {.arena = cpu->arena, .unit = cpu->unit};
    for (int i = 0; i < scop->stmts.n; i++)
        if (scop->stmts.v[i]->body)
            pv_tree_visit(scop->stmts.v[i]->body, collect_names, &naming);
    for (int i = 0; i < code->locals.n; i++)
        if (!outlives_region(scop->region, code->locals.v[i].array->var))
            name_local(cpu, ctx, &taken, &naming.texts, code->locals.v[i].array->var);
    for (int i = 0; i < naming.declared.n; i++)
        if (!pv_scop_find_array(scop, naming.declared.v[i]->id))
            name_local(cpu, ctx, &taken, &naming.texts, naming.declared.v[i]);
}

static void name_iterators(struct pv_cpu *cpu, struct pv_cctx *ctx, const struct pv_code *code)
{
    for (int i = 0; i <= code->n_iterators; i++)
        pv_push(cpu->arena, &ctx->iterators, pv_printf(cpu->arena, "%s%d", cpu->prefix, i));
}

/* The values of each parameter that the context allows. */
static void set_parameter_ranges(struct pv_cctx *ctx)
{
    const struct pv_scop *scop = ctx->scop;
    for (int i = 0; i < scop->parameters.n; i++) {
        const struct pv_var *var = scop->parameters.v[i];
        struct pv_crange range = {pv_ctype_min(var->type), pv_ctype_max(var->type)};
        isl_set *values = isl_set_from_params(isl_set_copy(scop->context));
        int pos = isl_set_find_dim_by_name(values, isl_dim_param, var->id);
        if (pos >= 0) {
            values = isl_set_move_dims(values, isl_dim_set, 0, isl_dim_param, (unsigned)pos, 1);
            pv_int128 min = pv_crange_bound(isl_set_dim_min_val(isl_set_copy(values), 0));
            pv_int128 max = pv_crange_bound(isl_set_dim_max_val(isl_set_copy(values), 0));
            range.min = min > range.min && min <= range.max ? min : range.min;
            range.max = max < range.max && max >= range.min ? max : range.max;
        }
        isl_set_free(values);
        pv_push(ctx->arena, &ctx->parameters, range);
    }
}

/* Variables and functions that only the original text of the region used. Compilers would complain about them. */

/* How often "name" stands in the file from "begin" to "end", outside of the regions that get new text. */
static int count_outside(const struct pv_cpu *cpu, size_t begin, size_t end, const char *name)
{
    int count = 0;
    for (int i = 0; i < cpu->replaced.n; i++) {
        struct pv_range range = cpu->replaced.v[i];
        if (range.end.offset <= begin || range.begin.offset >= end)
            continue;
        if (range.begin.offset > begin)
            count += pv_text_count_identifier(cpu->unit->text + begin, range.begin.offset - begin, name);
        begin = range.end.offset < end ? range.end.offset : end;
    }
    return count + pv_text_count_identifier(cpu->unit->text + begin, end - begin, name);
}

/* Does a statement that the new text executes read, or write, "var"? */
static bool has_access(const struct pv_code *code, const struct pv_var *var, bool reads)
{
    for (int i = 0; i < code->leaves.n; i++) {
        const struct pv_stmt *stmt = code->leaves.v[i]->stmt;
        for (int j = 0; j < stmt->accesses.n; j++) {
            const struct pv_access *access = stmt->accesses.v[j];
            if (access->array->var == var && (reads ? access->is_read : access->is_write))
                return true;
        }
    }
    return false;
}

/* Does the new text of the region use the value of "var"? */
static bool is_used_by(const struct pv_code *code, const struct pv_sb *text, const struct pv_var *var)
{
    bool is_pointer = var->storage == PV_STORAGE_PARAM && pv_ctype_is_indexable(var->type);
    return text->n && pv_text_count_identifier(text->text, text->n, var->name) &&
           (is_pointer || has_access(code, var, true) || !has_access(code, var, false));
}

static bool lost_its_uses(const struct pv_cpu *cpu, const struct pv_code *code, const struct pv_sb *text,
                          const struct pv_var *var)
{
    const struct pv_scop *scop = code->scop;
    if (var->storage == PV_STORAGE_GLOBAL || var->function != scop->region->function ||
        is_declared_inside(scop->region, var) || is_used_by(code, text, var))
        return false;
    if (!var->scope.begin.file)
        return true;
    size_t begin = var->decl.offset + strlen(var->name);
    return !count_outside(cpu, begin, var->scope.end.offset, var->name);
}

static bool lost_its_calls(const struct pv_cpu *cpu, const struct pv_sb *text, const struct pv_function *function)
{
    return function->is_static && !function->is_inline && function->has_body &&
           !(text->n && pv_text_count_identifier(text->text, text->n, function->name)) &&
           count_outside(cpu, 0, cpu->unit->size, function->name) <= 1;
}

/* A constant of the function itself. Nobody misses the use of a macro. */
static bool is_lost_constant(const struct pv_cpu *cpu, const struct pv_sb *text, const char *name)
{
    return !strstr(cpu->unit->text, pv_printf(cpu->arena, "#define %s", name)) &&
           !(text->n && pv_text_count_identifier(text->text, text->n, name)) &&
           count_outside(cpu, 0, cpu->unit->size, name) == 1;
}

static void mention_unused(const struct pv_cpu *cpu, const struct pv_code *code, const struct pv_sb *text,
                           struct pv_writer *out)
{
    const struct pv_scop *scop = code->scop;
    struct naming naming = names_of_tree(cpu, scop->region->body);
    for (int i = 0; i < naming.vars.n; i++) {
        const struct pv_var *var = naming.vars.v[i]->stands_for ? naming.vars.v[i]->stands_for : naming.vars.v[i];
        if (lost_its_uses(cpu, code, text, var))
            pv_emit_line(out, "(void)%s;", var->name);
    }
    for (int i = 0; i < naming.constants.n; i++)
        if (is_lost_constant(cpu, text, naming.constants.v[i]))
            pv_emit_line(out, "(void)%s;", naming.constants.v[i]);
    for (int i = 0; i < naming.callees.n; i++)
        if (lost_its_calls(cpu, text, naming.callees.v[i]))
            pv_emit_line(out, "(void)%s;", naming.callees.v[i]->name);
}

/* Regions. */

static bool is_kept(const struct pv_sharing *sharing, const struct pv_array *array)
{
    for (int i = 0; i < sharing->lasts.n; i++)
        if (sharing->lasts.v[i] == array)
            return true;
    return false;
}

/* The clauses for what iterations do not share. */
static const char *sharing_clauses(struct pv_cctx *ctx, const struct pv_sharing *sharing)
{
    struct pv_sb text = {0};
    for (int kept = 0; kept < 2; kept++) {
        int n = 0;
        for (int i = 0; i < sharing->privates.n; i++)
            if (is_kept(sharing, sharing->privates.v[i]) == kept)
                pv_sb_printf(&text, "%s%s",
                             n++    ? ", "
                             : kept ? " lastprivate("
                                    : " private(",
                             pv_cexpr_name(ctx, sharing->privates.v[i]->var));
        pv_sb_add(&text, n ? ")" : "");
    }
    for (int i = 0; i < sharing->reductions.n; i++) {
        const struct pv_reduction *reduction = sharing->reductions.v[i];
        pv_sb_printf(&text, " reduction(%s:%s)", pv_reduction_op_name(reduction->op),
                     pv_cexpr_name(ctx, reduction->array->var));
    }
    const char *clauses = pv_strdup(ctx->arena, text.text);
    pv_sb_free(&text);
    return clauses;
}

/* A loop that never has enough iterations for threads may still be one for vectors. */
static void print_pragma(struct pv_cctx *ctx, struct pv_writer *out, const struct pv_code_loop *loop,
                         const char *enough)
{
    const struct pv_mark *mark = loop->mark;
    bool is_parallel = mark && mark->kind == PV_MARK_PARALLEL && strcmp(enough, "0");
    if (!is_parallel && !(mark && mark->is_simd))
        return;
    bool has_condition = is_parallel && strcmp(enough, "1");
    const char *which = mark->is_simd && is_parallel ? "parallel : " : "";
    pv_emit_line(out, "#pragma omp%s%s%s%s", is_parallel ? " parallel for" : "", mark->is_simd ? " simd" : "",
                 has_condition ? pv_printf(ctx->arena, " if(%s%s)", which, enough) : "",
                 sharing_clauses(ctx, &mark->sharing));
}

static void print_nothing(struct pv_cctx *ctx, struct pv_writer *out, const struct pv_code_loop *loop,
                          const char *enough)
{
    (void)ctx;
    (void)out;
    (void)loop;
    (void)enough;
}

static bool is_outliving(const struct pv_region *region, const struct pv_var *var)
{
    return var->storage == PV_STORAGE_LOCAL && is_declared_inside(region, var);
}

const struct pv_var *pv_cpu_outliving(const struct pv_region *region)
{
    for (int i = 0; i < region->used_after.n; i++)
        if (is_outliving(region, region->used_after.v[i]))
            return region->used_after.v[i];
    return NULL;
}

/* Declarations of what the text after the region still names. */
static void declare_outliving(struct pv_cctx *ctx, const struct pv_code *code, struct pv_writer *out)
{
    const struct pv_region *region = code->scop->region;
    for (int i = 0; i < region->used_after.n; i++)
        if (is_outliving(region, region->used_after.v[i]))
            pv_emit_line(out, "%s;", pv_cstmt_declaration(ctx, region->used_after.v[i], NULL));
}

static int declare_locals(struct pv_cctx *ctx, const struct pv_code *code, struct pv_writer *out)
{
    int n = 0;
    for (int i = 0; i < code->locals.n; i++) {
        const struct pv_array *array = code->locals.v[i].array;
        if (outlives_region(code->scop->region, array->var))
            continue;
        pv_emit_line(out, "%s;", pv_cstmt_declaration(ctx, array->var, code->locals.v[i].sizes));
        if (!has_access(code, array->var, true))
            pv_emit_line(out, "(void)%s;", pv_cexpr_name(ctx, array->var));
        n++;
    }
    return n;
}

/* "const int name = condition ? value : 0", the value of a name. */
static const char *named_line(struct pv_cctx *ctx, const struct pv_code_named *item)
{
    const struct pv_var *var = item->named->var;
    const char *declaration = pv_cstmt_declaration(ctx, var, NULL);
    const char *qualifier = var->type->kind == PV_TYPE_POINTER ? "" : "const ";
    struct pv_ctext value = pv_cexpr_body(ctx, var->value);
    if (!item->guard)
        return pv_printf(ctx->arena, "%s%s = %s;", qualifier, declaration,
                         pv_cexpr_operand(ctx, value, PV_CPREC_ASSIGN));
    struct pv_ctext guard = pv_cexpr_ast(ctx, isl_ast_expr_copy(item->guard));
    return pv_printf(ctx->arena, "%s%s = %s ? %s : 0;", qualifier, declaration,
                     pv_cexpr_operand(ctx, guard, PV_CPREC_LOR), pv_cexpr_operand(ctx, value, PV_CPREC_COND));
}

/* Set the names that "text", or the value of another one, needs. Return how many there are. */
static int declare_named(struct pv_cctx *ctx, const struct pv_code *code, const struct pv_sb *text,
                         struct pv_writer *out)
{
    words lines = {0};
    int n = 0;
    for (int i = code->named.n - 1; i >= 0; i--) {
        const char *name = code->named.v[i].named->var->name, *line = NULL;
        if ((text->n && pv_text_count_identifier(text->text, text->n, name)) || is_word_of(&lines, name))
            line = named_line(ctx, &code->named.v[i]);
        pv_push(ctx->arena, &lines, line ? line : "");
    }
    for (int i = lines.n - 1; i >= 0; i--)
        if (lines.v[i][0]) {
            pv_emit_line(out, "%s", lines.v[i]);
            n++;
        }
    return n;
}

/* Set the pointers that the region moves and the program needs after it. */
static void move_pointers(struct pv_cctx *ctx, const struct pv_code *code, struct pv_writer *out)
{
    for (int i = 0; i < code->scop->moved.n; i++) {
        const struct pv_moved *moved = &code->scop->moved.v[i];
        const char *name = pv_cexpr_name(ctx, moved->var), *base = pv_cexpr_name(ctx, moved->place->var);
        struct pv_ctext offset = pv_cexpr_body(ctx, moved->place->steps[0].index);
        if (moved->is_from_itself)
            pv_emit_line(out, "%s += %s;", name, pv_cexpr_operand(ctx, offset, PV_CPREC_ASSIGN));
        else
            pv_emit_line(out, "%s = %s + %s;", name, base, pv_cexpr_operand(ctx, offset, PV_CPREC_UNARY));
    }
}

const char *pv_cpu_margin(const struct pv_cpu *cpu, const struct pv_region *region)
{
    const char *text = cpu->unit->text;
    const struct pv_tree *body = region->body;
    size_t line = body->children.n ? body->children.v[0]->range.begin.offset : region->range.begin.offset;
    while (line > 0 && text[line - 1] != '\n')
        line--;
    return pv_strndup(cpu->arena, text + line, strspn(text + line, " \t"));
}

static void print_text(struct pv_cpu *cpu, struct pv_cctx *ctx, const struct pv_code *code, struct pv_writer *out)
{
    struct pv_cbody_hooks hooks = {.loop = cpu->openmp ? print_pragma : print_nothing, .chooses_threads = cpu->openmp};
    struct pv_writer names = {.margin = out->margin}, head = {.margin = out->margin}, body = {.margin = out->margin};
    declare_outliving(ctx, code, out);
    head.level = names.level = out->level + 1;
    bool has_block = declare_locals(ctx, code, &head) > 0 || (code->named.n && !code->guard);
    body.level = out->level + has_block;
    pv_cbody_print(ctx, &body, code, &hooks);
    move_pointers(ctx, code, &body);
    pv_sb_addn(&head.text, body.text.text ? body.text.text : "", body.text.n);
    if (!code->guard)
        declare_named(ctx, code, &head.text, &names);
    if (has_block)
        pv_emit_line(out, "{");
    pv_sb_addn(&out->text, names.text.text ? names.text.text : "", names.text.n);
    pv_sb_addn(&out->text, head.text.text ? head.text.text : "", head.text.n);
    if (has_block)
        pv_emit_line(out, "}");
    if (!code->guard)
        mention_unused(cpu, code, &out->text, out);
    pv_sb_free(&names.text);
    pv_sb_free(&head.text);
    pv_sb_free(&body.text);
}

/* Print with iterators of type int, and again with wide ones if an int might overflow. */
bool pv_cpu_print_region(struct pv_cpu *cpu, const struct pv_code *code, struct pv_sb *out, const char **failure)
{
    struct pv_cctx ctx = {.arena = cpu->arena, .scop = code->scop, .annotate = cpu->annotate};
    /* An annotation speaks of the statement as it was. */
    ctx.promotes = cpu->openmp && !cpu->annotate;
    ctx.scalar_prefix = cpu->scalar_prefix;
    pv_cpu_set_up(cpu, &ctx, code);
    name_locals(cpu, &ctx, code);
    ctx.known = isl_set_from_params(isl_set_copy(code->scop->context));
    struct pv_writer writer = {.margin = pv_cpu_margin(cpu, code->scop->region), .level = code->guard != NULL};
    print_text(cpu, &ctx, code, &writer);
    if (ctx.overflows) {
        pv_sb_free(&writer.text);
        writer.text = (struct pv_sb){0};
        memset(ctx.uses_macro, 0, sizeof(ctx.uses_macro));
        ctx.is_wide = true;
        ctx.n_scalars = 0;
        print_text(cpu, &ctx, code, &writer);
    }
    for (int i = 0; i < PV_CMACROS; i++)
        cpu->uses_macro[i] = cpu->uses_macro[i] || ctx.uses_macro[i];
    const char *pragma = writer.text.n ? strstr(writer.text.text, "\n#pragma omp ") : NULL;
    bool is_first = writer.text.n && !strncmp(writer.text.text, "#pragma omp ", 12);
    cpu->uses_openmp = cpu->uses_openmp || pragma || is_first;
    isl_set_free(ctx.known);
    *failure = ctx.failure;
    if (!ctx.failure)
        pv_sb_addn(out, writer.text.text ? writer.text.text : "", writer.text.n);
    pv_sb_free(&writer.text);
    return !*failure;
}

bool pv_cpu_is_inner_statement(const struct pv_unit *unit, const struct pv_region *region)
{
    size_t begin = region->range.begin.offset;
    while (begin > 0 && strchr(" \t\r\n", unit->text[begin - 1]))
        begin--;
    return !region->is_marked && begin > 0 && !strchr("{};", unit->text[begin - 1]);
}

void pv_cpu_add_original(const struct pv_cpu *cpu, const struct pv_region *region, struct pv_sb *out)
{
    size_t begin = region->range.begin.offset, end = region->range.end.offset;
    while (end > begin && strchr(" \t\r\n", cpu->unit->text[end - 1]))
        end--;
    pv_sb_add(out, region->is_marked ? "" : pv_cpu_margin(cpu, region));
    for (; begin < end; begin++)
        if (cpu->unit->text[begin] != '\r' || cpu->unit->text[begin + 1] != '\n')
            pv_sb_addn(out, cpu->unit->text + begin, 1);
    pv_sb_add(out, "\n");
}

void pv_cpu_print_call(struct pv_cpu *cpu, const struct pv_code *code, const char *call, bool has_original,
                       struct pv_sb *out)
{
    const struct pv_region *region = code->scop->region;
    bool has_block = code->named.n || (has_original && pv_cpu_is_inner_statement(cpu->unit, region));
    struct pv_cctx ctx = {.arena = cpu->arena, .scop = code->scop};
    struct pv_writer writer = {.margin = pv_cpu_margin(cpu, region)}, after = {.margin = writer.margin};
    pv_cpu_set_up(cpu, &ctx, code);
    declare_outliving(&ctx, code, &writer);
    after.level = has_block + has_original;
    move_pointers(&ctx, code, &after);
    const char *moves = after.text.n ? after.text.text : "";
    if (has_block) {
        struct pv_sb text = {0};
        pv_sb_printf(&text, "%s\n%s", call, moves);
        pv_emit_line(&writer, "{");
        writer.level++;
        declare_named(&ctx, code, &text, &writer);
        pv_sb_free(&text);
    }
    if (has_original) {
        pv_emit_line(&writer, "if (!%s) {", call);
        pv_cpu_add_original(cpu, region, &writer.text);
        if (after.text.n)
            pv_emit_line(&writer, "} else {");
        pv_sb_add(&writer.text, moves);
        pv_emit_line(&writer, "}");
    } else {
        pv_emit_line(&writer, "%s;", call);
        pv_sb_add(&writer.text, moves);
    }
    pv_sb_free(&after.text);
    if (has_block) {
        writer.level--;
        pv_emit_line(&writer, "}");
    }
    for (int i = 0; i < PV_CMACROS; i++)
        cpu->uses_macro[i] = cpu->uses_macro[i] || ctx.uses_macro[i];
    if (!has_original)
        mention_unused(cpu, code, &writer.text, &writer);
    pv_sb_addn(out, writer.text.text, writer.text.n);
    pv_sb_free(&writer.text);
}

const char *pv_cpu_names_text(struct pv_cpu *cpu, const struct pv_code *code, const struct pv_sb *text)
{
    struct pv_cctx ctx = {.arena = cpu->arena, .scop = code->scop};
    struct pv_writer writer = {.margin = pv_cpu_margin(cpu, code->scop->region), .level = 1};
    pv_cpu_set_up(cpu, &ctx, code);
    declare_named(&ctx, code, text, &writer);
    for (int i = 0; i < PV_CMACROS; i++)
        cpu->uses_macro[i] = cpu->uses_macro[i] || ctx.uses_macro[i];
    const char *lines = pv_strdup(cpu->arena, writer.text.n ? writer.text.text : "");
    pv_sb_free(&writer.text);
    return lines;
}

void pv_cpu_set_up(struct pv_cpu *cpu, struct pv_cctx *ctx, const struct pv_code *code)
{
    ctx->naming = &cpu->names;
    memcpy(ctx->macros, cpu->macros, sizeof(ctx->macros));
    name_iterators(cpu, ctx, code);
    set_parameter_ranges(ctx);
}
