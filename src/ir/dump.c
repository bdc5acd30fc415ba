/* Prints a model as stable text, which is also the golden format. */
#include "ir/dump.h"

#include "base/islx.h"

#include <inttypes.h>
#include <isl/map.h>
#include <isl/printer.h>
#include <stdlib.h>
#include <string.h>

/* Bodies. */

static void dump_tree(struct pv_sb *out, const struct pv_tree *tree);

static void dump_decl(struct pv_sb *out, const struct pv_tree *tree)
{
    const struct pv_ctype *elem = pv_ctype_innermost(tree->var->type, false);
    pv_sb_printf(out, "%s %s", elem->spelling, tree->var->name);
    for (const struct pv_ctype *type = tree->var->type; type->kind == PV_TYPE_ARRAY; type = type->elem) {
        pv_sb_add(out, "[");
        if (type->length >= 0)
            pv_sb_printf(out, "%" PRId64, type->length);
        else if (type->length_expr)
            pv_expr_print(out, type->length_expr, NULL);
        pv_sb_add(out, "]");
    }
    if (tree->expr) {
        pv_sb_add(out, " = ");
        pv_expr_print(out, tree->expr, NULL);
    }
    if (tree->has_init_list) {
        pv_sb_add(out, " = {");
        for (int i = 0; i < tree->inits.n; i++) {
            pv_sb_add(out, i ? ", " : "");
            pv_expr_print(out, tree->inits.v[i], NULL);
        }
        pv_sb_add(out, "}");
    }
    pv_sb_add(out, ";");
}

/* "word (condition) " */
static void dump_head(struct pv_sb *out, const char *word, const struct pv_expr *cond)
{
    pv_sb_printf(out, "%s (", word);
    pv_expr_print(out, cond, NULL);
    pv_sb_add(out, ") ");
}

static void dump_for(struct pv_sb *out, const struct pv_tree *tree)
{
    pv_sb_add(out, "for (");
    if (tree->init)
        dump_tree(out, tree->init);
    else
        pv_sb_add(out, ";");
    pv_sb_add(out, " ");
    if (tree->cond)
        pv_expr_print(out, tree->cond, NULL);
    pv_sb_add(out, "; ");
    if (tree->inc)
        pv_expr_print(out, tree->inc, NULL);
    pv_sb_add(out, ") ");
    dump_tree(out, tree->body);
}

static void dump_block(struct pv_sb *out, const struct pv_tree *tree)
{
    pv_sb_add(out, "{ ");
    for (int i = 0; i < tree->children.n; i++) {
        dump_tree(out, tree->children.v[i]);
        pv_sb_add(out, " ");
    }
    pv_sb_add(out, "}");
}

static void dump_builtin(struct pv_sb *out, const struct pv_tree *tree)
{
    static const char *const names[] = {
        [PV_BUILTIN_NONE] = "",
        [PV_BUILTIN_ASSUME] = "__pencil_assume",
        [PV_BUILTIN_KILL] = "__pencil_kill",
        [PV_BUILTIN_USE] = "__pencil_use",
        [PV_BUILTIN_DEF] = "__pencil_def",
    };
    pv_sb_printf(out, "%s(", names[tree->builtin]);
    for (int i = 0; i < tree->args.n; i++) {
        pv_sb_add(out, i ? ", " : "");
        pv_expr_print(out, tree->args.v[i], NULL);
    }
    pv_sb_add(out, ");");
}

static void dump_if(struct pv_sb *out, const struct pv_tree *tree)
{
    dump_head(out, "if", tree->cond);
    dump_tree(out, tree->then_body);
    if (tree->else_body) {
        pv_sb_add(out, " else ");
        dump_tree(out, tree->else_body);
    }
}

static void dump_while(struct pv_sb *out, const struct pv_tree *tree)
{
    dump_head(out, "while", tree->cond);
    dump_tree(out, tree->body);
}

static void dump_do(struct pv_sb *out, const struct pv_tree *tree)
{
    pv_sb_add(out, "do ");
    dump_tree(out, tree->body);
    pv_sb_add(out, " ");
    dump_head(out, "while", tree->cond);
    pv_sb_add(out, ";");
}

/* An expression, with or without "keyword" before it. */
static void dump_simple(struct pv_sb *out, const struct pv_tree *tree, const char *keyword)
{
    pv_sb_add(out, keyword);
    pv_sb_add(out, *keyword && tree->expr ? " " : "");
    if (tree->expr)
        pv_expr_print(out, tree->expr, NULL);
    pv_sb_add(out, ";");
}

static void dump_tree(struct pv_sb *out, const struct pv_tree *tree)
{
    switch (tree->kind) {
    case PV_TREE_BLOCK:
        dump_block(out, tree);
        break;
    case PV_TREE_DECL:
        dump_decl(out, tree);
        break;
    case PV_TREE_IF:
        dump_if(out, tree);
        break;
    case PV_TREE_FOR:
        dump_for(out, tree);
        break;
    case PV_TREE_WHILE:
        dump_while(out, tree);
        break;
    case PV_TREE_DO:
        dump_do(out, tree);
        break;
    case PV_TREE_PENCIL:
        dump_builtin(out, tree);
        break;
    case PV_TREE_EXPR:
        dump_simple(out, tree, "");
        break;
    case PV_TREE_RETURN:
        dump_simple(out, tree, "return");
        break;
    case PV_TREE_BREAK:
    case PV_TREE_CONTINUE:
        pv_sb_add(out, tree->kind == PV_TREE_BREAK ? "break;" : "continue;");
        break;
    case PV_TREE_NULL:
    case PV_TREE_LIVE_OUT:
        pv_sb_add(out, ";");
        break;
    }
}

void pv_dump_body(struct pv_sb *out, const struct pv_tree *tree)
{
    dump_tree(out, tree);
}

/* YAML. */

/* A double-quoted scalar. */
static void add_quoted(struct pv_sb *out, const char *text)
{
    pv_sb_add(out, "\"");
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            pv_sb_addn(out, "\\", 1);
        if ((unsigned char)*text < ' ')
            pv_sb_printf(out, "\\x%02x", (unsigned char)*text);
        else
            pv_sb_addn(out, text, 1);
    }
    pv_sb_add(out, "\"");
}

/* "key: value" after "indent" blanks; takes and frees "value", which isl has allocated. */
static void add_entry(struct pv_sb *out, int indent, const char *key, char *value)
{
    pv_sb_printf(out, "%*s%s: ", indent, "", key);
    add_quoted(out, pv_printed(value));
    pv_sb_add(out, "\n");
    free(value);
}

static void add_body(struct pv_sb *out, int indent, const struct pv_tree *body)
{
    struct pv_sb text = {0};
    dump_tree(&text, body);
    pv_sb_printf(out, "%*sbody: ", indent, "");
    add_quoted(out, text.text);
    pv_sb_add(out, "\n");
    pv_sb_free(&text);
}

static const char *const stmt_kinds[] = {
    [PV_STMT_EXPR] = "expression", [PV_STMT_BLOCK] = "block", [PV_STMT_GENERIC] = "generic",
    [PV_STMT_KILL] = "kill",       [PV_STMT_FINAL] = "final", [PV_STMT_ASSUME] = "assumed",
};

static void add_relation(struct pv_sb *out, const char *key, __isl_keep isl_union_map *relation)
{
    if (isl_union_map_is_empty(relation) == isl_bool_true)
        return;
    add_entry(out, 10, key, isl_union_map_to_str(relation));
}

static void dump_access(struct pv_sb *out, const struct pv_access *access)
{
    pv_sb_printf(out, "        - tag: %s\n", access->tag);
    pv_sb_printf(out, "          array: %s\n", access->array->name);
    if (access->index)
        add_entry(out, 10, "index", isl_multi_pw_aff_to_str(access->index));
    add_relation(out, "may_read", access->may_read);
    add_relation(out, "may_write", access->may_write);
    add_relation(out, "must_write", access->must_write);
    add_relation(out, "kill", access->kill);
}

/* Is the known value simply the iterator of that name? */
static bool is_own_iterator(const struct pv_stmt *stmt, const struct pv_subst *subst)
{
    for (int i = 0; i < stmt->n_iterators; i++) {
        if (strcmp(stmt->iterators[i], subst->expr->var->name) != 0)
            continue;
        isl_space *space = isl_pw_aff_get_domain_space(subst->value);
        isl_aff *iterator = isl_aff_var_on_domain(isl_local_space_from_space(space), isl_dim_set, (unsigned)i);
        isl_pw_aff *own = isl_pw_aff_from_aff(iterator);
        isl_bool equal = isl_pw_aff_plain_is_equal(own, subst->value);
        isl_pw_aff_free(own);
        if (equal == isl_bool_true)
            return true;
    }
    return false;
}

/* The values of scalars that the statement reads, where they are more than iterators. */
static void dump_substs(struct pv_sb *out, const struct pv_stmt *stmt)
{
    bool started = false;
    for (int i = 0; i < stmt->substs.n; i++) {
        const struct pv_subst *subst = &stmt->substs.v[i];
        if (is_own_iterator(stmt, subst))
            continue;
        pv_sb_add(out, started ? "" : "      known:\n");
        started = true;
        char *value = pv_printed(isl_pw_aff_to_str(subst->value));
        pv_sb_printf(out, "        - [%s, ", subst->expr->var->name);
        add_quoted(out, value);
        pv_sb_add(out, "]\n");
        free(value);
    }
}

static void dump_stmt(struct pv_sb *out, const struct pv_stmt *stmt)
{
    pv_sb_printf(out, "    - name: %s\n", stmt->name);
    pv_sb_printf(out, "      kind: %s\n", stmt_kinds[stmt->kind]);
    pv_sb_printf(out, "      line: %u\n", stmt->range.begin.line);
    add_entry(out, 6, "domain", isl_set_to_str(stmt->domain));
    if (stmt->body)
        add_body(out, 6, stmt->body);
    if (stmt->has_effects)
        pv_sb_add(out, "      effects: true\n");
    dump_substs(out, stmt);
    if (stmt->accesses.n)
        pv_sb_add(out, "      accesses:\n");
    for (int i = 0; i < stmt->accesses.n; i++)
        dump_access(out, stmt->accesses.v[i]);
}

static void dump_array(struct pv_sb *out, const struct pv_array *array)
{
    pv_sb_printf(out, "    - name: %s\n", array->name);
    if (array->kind != PV_ARRAY_DATA) {
        pv_sb_printf(out, "      life: %s\n", array->kind == PV_ARRAY_EFFECTS ? "effects" : "overlap");
        return;
    }
    pv_sb_add(out, "      element: ");
    add_quoted(out, array->elem->spelling);
    pv_sb_printf(out, "\n      size: %" PRId64 "\n", array->elem->size);
    add_entry(out, 6, "extent", isl_set_to_str(array->extent));
    pv_sb_printf(out, "      life: %s\n", array->is_local ? "local" : array->is_dead_after ? "dead after" : "exposed");
    if (array->n_linear)
        pv_sb_printf(out, "      linear_dimensions: %d\n", array->n_linear);
}

static void dump_independence(struct pv_sb *out, const struct pv_independence *independence)
{
    isl_union_map *pairs = pv_independence_get_pairs(independence);
    char *text = pv_printed(isl_union_map_to_str(pairs));
    isl_union_map_free(pairs);
    pv_sb_add(out, "    - pairs: ");
    add_quoted(out, text);
    free(text);
    pv_sb_add(out, "\n      locals: [");
    for (int i = 0; i < independence->locals.n; i++)
        pv_sb_printf(out, "%s%s", i ? ", " : "", independence->locals.v[i]->name);
    pv_sb_add(out, "]\n");
    if (independence->reductions.n) {
        pv_sb_add(out, "      reductions: [");
        for (int i = 0; i < independence->reductions.n; i++) {
            const struct pv_reduction_clause *clause = &independence->reductions.v[i];
            pv_sb_printf(out, "%s\"%s: %s\"", i ? ", " : "", clause->op, clause->var->id);
        }
        pv_sb_add(out, "]\n");
    }
}

void pv_dump_schedule(struct pv_sb *out, __isl_keep isl_schedule *schedule, int indent)
{
    isl_printer *printer = isl_printer_to_str(isl_schedule_get_ctx(schedule));
    printer = isl_printer_set_yaml_style(printer, ISL_YAML_STYLE_BLOCK);
    printer = isl_printer_print_schedule(printer, schedule);
    char *text = pv_printed(isl_printer_get_str(printer));
    isl_printer_free(printer);
    for (char *line = text; *line;) {
        size_t n = strcspn(line, "\n");
        pv_sb_printf(out, "%*s%.*s\n", indent, "", (int)n, line);
        line += n + (line[n] == '\n');
    }
    free(text);
}

static void dump_named(struct pv_sb *out, const struct pv_scop *scop)
{
    if (scop->named.n)
        pv_sb_add(out, "  named:\n");
    for (int i = 0; i < scop->named.n; i++) {
        const struct pv_named *named = &scop->named.v[i];
        struct pv_sb text = {0};
        pv_expr_print(&text, named->var->value, NULL);
        pv_sb_printf(out, "    - name: %s\n      value: ", named->var->name);
        add_quoted(out, text.text);
        pv_sb_add(out, "\n");
        if (named->guard)
            add_entry(out, 6, "where", isl_set_to_str(named->guard));
        pv_sb_free(&text);
    }
}

static void dump_region(struct pv_sb *out, const struct pv_scop *scop, const char *file)
{
    const struct pv_region *region = scop->region;
    pv_sb_add(out, "- file: ");
    add_quoted(out, file);
    pv_sb_printf(out, "\n  function: %s\n", region->function ? region->function->name : "");
    pv_sb_printf(out, "  lines: [%u, %u]\n", region->range.begin.line, region->range.end.line);
    add_entry(out, 2, "context", isl_set_to_str(scop->context));
    if (scop->guard.assumed)
        add_entry(out, 2, "assumed", isl_set_to_str(scop->guard.assumed));
    pv_sb_add(out, "  parameters: [");
    for (int i = 0; i < scop->parameters.n; i++)
        pv_sb_printf(out, "%s%s", i ? ", " : "", scop->parameters.v[i]->id);
    pv_sb_add(out, "]\n");
    dump_named(out, scop);
}

void pv_dump_scop(struct pv_sb *out, const struct pv_scop *scop, const char *file)
{
    dump_region(out, scop, file);
    pv_sb_printf(out, "  arrays:%s\n", scop->arrays.n ? "" : " []");
    for (int i = 0; i < scop->arrays.n; i++)
        dump_array(out, scop->arrays.v[i]);
    pv_sb_printf(out, "  statements:%s\n", scop->stmts.n ? "" : " []");
    for (int i = 0; i < scop->stmts.n; i++)
        dump_stmt(out, scop->stmts.v[i]);
    if (scop->independences.n)
        pv_sb_add(out, "  independences:\n");
    for (int i = 0; i < scop->independences.n; i++)
        dump_independence(out, &scop->independences.v[i]);
    pv_sb_add(out, "  schedule: |\n");
    pv_dump_schedule(out, scop->schedule, 4);
}
