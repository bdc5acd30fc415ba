/* Reads loops under OpenMP directives as the sequential loops they stand for. */
#include "front/replace.h"

#include "front/effects.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static bool is_any_of(const char *word, const char *const *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!strcmp(word, list[i]))
            return true;
    return false;
}

#define IS_ANY_OF(word, list) is_any_of(word, list, sizeof(list) / sizeof((list)[0]))

/* The next name of "*s" behind blanks and commas, or NULL where something else stands there or nothing. */
static const char *take_name(struct pv_arena *arena, const char **s)
{
    const char *begin = *s + strspn(*s, " \t\n,"), *end = begin;
    while (isalnum((unsigned char)*end) || *end == '_')
        end++;
    *s = end;
    return end > begin ? pv_strndup(arena, begin, (size_t)(end - begin)) : NULL;
}

/* The variable that "name" means in the directive: a scalar of the function; NULL for any other. */
static const struct pv_symbol *find_scalar(struct pv_extract *x, const struct pv_construct *construct, const char *name)
{
    const struct pv_symbol *symbol = pv_scopes_lookup(x->scopes, name, construct->directive->at);
    const struct pv_var *var = symbol ? pv_extract_var(x, symbol->decl) : NULL;
    return var && pv_ctype_is_arithmetic(var->type) && var->storage != PV_STORAGE_GLOBAL ? symbol : NULL;
}

static void add_private(struct pv_extract *x, struct pv_replaced *replaced, struct pv_cursor decl, bool is_copied)
{
    struct pv_private item = {.decl = decl, .outer = pv_extract_var(x, decl), .is_copied = is_copied};
    for (int i = 0; i < replaced->privates.n; i++)
        if (replaced->privates.v[i].outer == item.outer)
            return;
    item.own = pv_new(x->arena, struct pv_var);
    *item.own = *item.outer;
    item.own->name = item.own->id = pv_printf(x->arena, "%s__own%d", item.outer->name, ++x->n_privates);
    item.own->storage = PV_STORAGE_LOCAL;
    item.own->scope = replaced->construct->range;
    item.own->decl = replaced->construct->range.begin;
    item.own->slot = 0;
    item.own->stands_for = item.outer;
    pv_push(x->arena, &replaced->privates, item);
}

/* private(a, b) and firstprivate(a, b) */
static bool add_privates(struct pv_extract *x, struct pv_replaced *replaced, const struct pv_clause *clause)
{
    const char *s = clause->text ? clause->text : "", *name;
    while ((name = take_name(x->arena, &s))) {
        const struct pv_symbol *symbol = find_scalar(x, replaced->construct, name);
        if (!symbol)
            return false;
        add_private(x, replaced, symbol->decl, clause->name[0] == 'f');
    }
    return !*s;
}

/* reduction(+: a, b): the sum of the iterations in their order is one of the results that OpenMP allows. It has to be the
 * result on any number of threads, too: not so with floating point, unless sums may change their order. */
static bool add_reduction(struct pv_extract *x, struct pv_replaced *replaced, const struct pv_clause *clause,
                          const char **why)
{
    static const char *const ops[] = {"+", "*", "&", "|", "^", "&&", "||", "min", "max"};
    const char *s = clause->text ? clause->text : "", *colon = strchr(s, ':'), *name;
    size_t n = colon ? (size_t)(colon - s) : 0, begin = strspn(s, " \t");
    while (n > begin && isspace((unsigned char)s[n - 1]))
        n--;
    const char *op = colon ? pv_strndup(x->arena, s + begin, n - begin) : "";
    if (!IS_ANY_OF(op, ops))
        return false;
    for (s = colon + 1; (name = take_name(x->arena, &s));) {
        const struct pv_symbol *symbol = find_scalar(x, replaced->construct, name);
        if (!symbol)
            return false;
        struct pv_reduction_clause reduction = {op, pv_extract_var(x, symbol->decl)};
        if (reduction.var->type->kind == PV_TYPE_FLOAT && !x->reassociates) {
            *why = "its floating-point reduction would run on one thread; --reassociate allows pave to share it";
            return false;
        }
        pv_push(x->arena, &replaced->reductions, reduction);
    }
    return !*s;
}

/* Does the text of a clause call a function? Then dropping the directive drops the call. */
static bool has_call(const char *text)
{
    for (const char *s = text ? text : ""; *s; s++)
        if (*s == '(' && s > text && (isalnum((unsigned char)s[-1]) || s[-1] == '_'))
            return true;
    return false;
}

static bool add_clause(struct pv_extract *x, struct pv_replaced *replaced, const struct pv_clause *clause,
                       const char **why)
{
    static const char *const harmless[] = {"shared", "schedule", "collapse", "num_threads", "proc_bind", "if",
                                           "nowait", "safelen",  "simdlen",  "aligned",     "order",     "nontemporal"};
    if (!strcmp(clause->name, "private") || !strcmp(clause->name, "firstprivate"))
        return add_privates(x, replaced, clause);
    if (!strcmp(clause->name, "reduction"))
        return add_reduction(x, replaced, clause, why);
    if (!strcmp(clause->name, "lastprivate")) {
        replaced->is_independent = false; /* the last iteration in order leaves the value */
        return true;
    }
    if (!strcmp(clause->name, "default"))
        return clause->text && !strstr(clause->text, "private");
    return IS_ANY_OF(clause->name, harmless) && !has_call(clause->text);
}

/* The variable that the "for" at "node" counts with, if it is declared before it. */
static bool find_iterator(const struct pv_node *node, struct pv_cursor *decl)
{
    const struct pv_node *init = node->kids ? pv_node_strip(node->kids) : NULL;
    const struct pv_node *name = init && init->kind == PV_NODE_BINARY && init->kids ? pv_node_strip(init->kids) : NULL;
    return name && name->kind == PV_NODE_NAME && pv_cursor_target(name->cursor, decl);
}

/* Does a clause of the directive let "decl" keep the value of the last iteration? */
static bool is_last_private(struct pv_extract *x, const struct pv_construct *construct, struct pv_cursor decl)
{
    const struct pv_var *var = pv_extract_var(x, decl);
    for (int i = 0; i < construct->directive->clauses.n; i++) {
        const struct pv_clause *clause = &construct->directive->clauses.v[i];
        const char *s = clause->text ? clause->text : "", *name;
        while (!strcmp(clause->name, "lastprivate") && (name = take_name(x->arena, &s))) {
            const struct pv_symbol *symbol = find_scalar(x, construct, name);
            if (symbol && pv_extract_var(x, symbol->decl) == var)
                return true;
        }
    }
    return false;
}

/* The iterators of the loops that the directive is about are private, too, unless they keep their last values. */
static void add_iterators(struct pv_extract *x, struct pv_replaced *replaced, const struct pv_node *node)
{
    long n_loops = 1;
    for (int i = 0; i < replaced->construct->directive->clauses.n; i++)
        if (!strcmp(replaced->construct->directive->clauses.v[i].name, "collapse"))
            n_loops = strtol(replaced->construct->directive->clauses.v[i].text, NULL, 10);
    for (; node && n_loops > 0; n_loops--) {
        struct pv_cursor decl;
        if (node->kind == PV_NODE_FOR && find_iterator(node, &decl) && !is_last_private(x, replaced->construct, decl))
            add_private(x, replaced, decl, false);
        node = node->last_kid;
        while (node && node->kind == PV_NODE_BLOCK)
            node = node->kids;
    }
}

bool pv_replace_knows(struct pv_extract *x, const struct pv_construct *construct, const struct pv_node *node,
                      const char **why)
{
    static const char *const loops[] = {"parallel for", "simd"};
    const struct pv_omp *directive = construct->directive;
    bool is_one = true;
    for (int i = 0; i < x->scopes->constructs.n; i++)
        is_one = is_one && (x->scopes->constructs.v[i].statement != node || &x->scopes->constructs.v[i] == construct);
    *why = "its meaning on one thread is not known to pave";
    if (!directive->is_openmp || directive->is_from_macro || !is_one || node->kind != PV_NODE_FOR ||
        !IS_ANY_OF(directive->words, loops))
        return false;
    const struct pv_node *call = pv_node_find_effect(x, node);
    if (call) {
        *why = pv_printf(x->arena, "the effect of '%s' in it is unknown", pv_cursor_name(x->clang, call->cursor));
        return false;
    }
    return true;
}

static bool is_understood(struct pv_extract *x, struct pv_replaced *replaced, const struct pv_node *node,
                          const char **why)
{
    const struct pv_omp *directive = replaced->construct->directive;
    if (!pv_replace_knows(x, replaced->construct, node, why))
        return false;
    for (int i = 0; i < directive->clauses.n; i++) {
        *why = pv_printf(x->arena, "its clause '%s' has no exact meaning on one thread", directive->clauses.v[i].name);
        if (!add_clause(x, replaced, &directive->clauses.v[i], why))
            return false;
    }
    return true;
}

bool pv_replace_begin(struct pv_extract *x, const struct pv_construct *construct, const struct pv_node *node,
                      struct pv_replaced *replaced, const char **why)
{
    bool is_simd = !strcmp(construct->directive->words, "simd");
    *replaced = (struct pv_replaced){.construct = construct, .is_independent = !is_simd};
    if (!is_understood(x, replaced, node, why))
        return false;
    if (!is_simd)
        add_iterators(x, replaced, node); /* that of a simd loop keeps its last value */
    for (int i = 0; i < replaced->privates.n; i++)
        pv_extract_swap_var(x, replaced->privates.v[i].decl, replaced->privates.v[i].own);
    return true;
}

/* The declaration of a private variable in front of "tree". */
static struct pv_tree *declare(struct pv_extract *x, const struct pv_private *item, const struct pv_tree *tree)
{
    struct pv_tree *decl = pv_tree_new(x->arena, PV_TREE_DECL, (struct pv_range){tree->range.begin, tree->range.begin});
    decl->var = item->own;
    struct pv_place place = pv_place_of_var(item->outer);
    if (item->is_copied)
        decl->expr = pv_place_access(x->arena, &place, decl->range);
    return decl;
}

/* Is "tree" the assignment with which a loop over "var" begins? */
static bool is_start_of(const struct pv_tree *tree, const struct pv_var *var)
{
    return tree && tree->kind == PV_TREE_EXPR && tree->expr->kind == PV_EXPR_OP && tree->expr->op == PV_OP_ASSIGN &&
           tree->expr->args[0]->kind == PV_EXPR_ACCESS && tree->expr->args[0]->var == var;
}

static bool use_outer(struct pv_expr *expr, void *user)
{
    const struct pv_private *item = user;
    if (expr->kind == PV_EXPR_ACCESS && expr->var == item->own)
        expr->var = item->outer;
    return true;
}

/* The head of the loop "tree" is evaluated outside of its body, where "item" is declared. */
static void take_out_of_head(struct pv_tree *tree, struct pv_private *item)
{
    struct pv_tree *init = tree->init;
    for (int i = 0; init && i < init->children.n; i++)
        if (init->children.v[i]->expr)
            pv_expr_visit(init->children.v[i]->expr, use_outer, item);
    struct pv_expr *exprs[] = {init ? init->expr : NULL, tree->cond, tree->inc};
    for (size_t i = 0; i < sizeof(exprs) / sizeof(exprs[0]); i++)
        if (exprs[i])
            pv_expr_visit(exprs[i], use_outer, item);
}

/* Declare the private variables of the loop "tree": its iterator in its head, the others in its body, since no iteration
 * may count on what another left in them. */
static void declare_privates(struct pv_extract *x, struct pv_replaced *replaced, struct pv_tree *tree)
{
    struct pv_tree *body = pv_tree_new(x->arena, PV_TREE_BLOCK, tree->body->range);
    body->is_scope = true;
    for (int i = 0; i < replaced->privates.n; i++) {
        struct pv_private *item = &replaced->privates.v[i];
        struct pv_tree *decl = declare(x, item, tree->body);
        if (!is_start_of(tree->init, item->own)) {
            take_out_of_head(tree, item);
            pv_push(x->arena, &body->children, decl);
            continue;
        }
        decl->range = tree->init->range;
        decl->expr = tree->init->expr->args[1];
        tree->init = decl;
    }
    pv_push(x->arena, &body->children, tree->body);
    tree->body = body;
}

struct pv_tree *pv_replace_end(struct pv_extract *x, struct pv_replaced *replaced, struct pv_tree *tree)
{
    for (int i = 0; i < replaced->privates.n; i++)
        pv_extract_swap_var(x, replaced->privates.v[i].decl, replaced->privates.v[i].outer);
    if (!tree || tree->kind != PV_TREE_FOR)
        return tree;
    declare_privates(x, replaced, tree);
    tree->is_independent = tree->is_independent || replaced->is_independent;
    for (int i = 0; replaced->is_independent && i < replaced->reductions.n; i++)
        pv_push(x->arena, &tree->reductions, replaced->reductions.v[i]);
    return tree;
}
