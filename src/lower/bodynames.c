/* Collects the names in the bodies of statements. */
#include "lower/bodynames.h"

#include "base/words.h"

#include <ctype.h>
#include <string.h>

bool pv_words_have(const pv_words *list, const char *word)
{
    for (int i = 0; i < list->n; i++)
        if (!strcmp(list->v[i], word))
            return true;
    return false;
}

bool pv_words_mention(const pv_words *texts, const char *name)
{
    for (int i = 0; i < texts->n; i++)
        if (pv_text_count_identifier(texts->v[i], strlen(texts->v[i]), name))
            return true;
    return false;
}

static void add_var(struct pv_bodynames *naming, struct pv_var *var)
{
    for (int i = 0; i < naming->vars.n; i++)
        if (naming->vars.v[i] == var)
            return;
    pv_push(naming->arena, &naming->vars, var);
}

static void add_callee(struct pv_bodynames *naming, struct pv_function *function)
{
    for (int i = 0; i < naming->callees.n; i++)
        if (naming->callees.v[i] == function)
            return;
    pv_push(naming->arena, &naming->callees, function);
}

/* A constant whose text in "range" is a name. */
static void add_constant(struct pv_bodynames *naming, struct pv_range range)
{
    if (range.begin.file != naming->unit->file || range.end.file != naming->unit->file)
        return;
    const char *word = pv_strndup(naming->arena, naming->unit->text + range.begin.offset,
                                  range.end.offset - range.begin.offset);
    bool is_name = isalpha((unsigned char)word[0]) || word[0] == '_';
    for (const char *c = word; *c; c++)
        is_name = is_name && (isalnum((unsigned char)*c) || *c == '_');
    if (is_name && !pv_words_have(&naming->constants, word))
        pv_push(naming->arena, &naming->constants, word);
}

static bool collect_from_expr(struct pv_expr *expr, void *user)
{
    struct pv_bodynames *naming = user;
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

static bool collect_from_tree(struct pv_tree *tree, void *user)
{
    struct pv_bodynames *naming = user;
    if (tree->kind == PV_TREE_DECL)
        pv_push(naming->arena, &naming->declared, tree->var);
    pv_tree_visit_exprs(tree, collect_from_root, naming);
    return true;
}

void pv_bodynames_add(struct pv_bodynames *names, struct pv_tree *tree)
{
    pv_tree_visit(tree, collect_from_tree, names);
}
