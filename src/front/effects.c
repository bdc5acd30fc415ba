/* Finds calls of unknown effect, before anything is extracted. */
#include "front/effects.h"

/* What is known of the function "decl" without its body. True if that settles that it is harmless; "*is_weak" tells whether
 * another definition may take its place. */
static bool is_declared_harmless(struct pv_extract *x, struct pv_cursor decl, const struct pv_cursor *definition,
                                 bool *is_weak)
{
    const char *name = pv_cursor_name(x->clang, decl), *summary = NULL;
    bool is_assert;
    struct pv_function known = {.name = name};
    if (!definition && x->errno_matters && pv_library_sets_errno(name))
        return false;
    if (pv_pencil_builtin(name, &is_assert) != PV_BUILTIN_NONE || (!definition && pv_library_is_const(name)))
        return true;
    struct pv_cursor places[] = {decl, pv_cursor_canonical(decl), definition ? *definition : decl};
    for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++)
        pv_pencil_attributes(x->clang, pv_clang_read(x->clang, places[i], PV_READ_CHILDREN), &known, &summary);
    *is_weak = known.is_weak || pv_directives_weakens(&x->directives, name);
    return known.is_const || known.is_pure || summary;
}

/* A function that was looked at, or is being looked at: then it calls itself, which nobody follows. */
static struct pv_looked_callee *find_callee(struct pv_extract *x, struct pv_cursor key)
{
    for (int i = 0; i < x->callees.n; i++)
        if (pv_cursor_equal(x->callees.v[i].decl, key))
            return &x->callees.v[i];
    return NULL;
}

static bool callee_has_effects(struct pv_extract *x, struct pv_cursor decl)
{
    struct pv_cursor key = pv_cursor_canonical(decl), definition;
    const struct pv_looked_callee *known = find_callee(x, key);
    if (known)
        return known->has_effects;
    bool has_body = pv_cursor_definition(decl, &definition);
    struct pv_looked_callee callee = {.decl = key, .has_effects = true};
    pv_push(x->arena, &x->callees, callee);
    bool is_weak = false, is_harmless = is_declared_harmless(x, decl, has_body ? &definition : NULL, &is_weak);
    const struct pv_node *effect = NULL;
    if (!is_harmless && has_body && !is_weak)
        effect = pv_node_find_effect(x, pv_clang_read(x->clang, definition, PV_READ_ALL));
    struct pv_looked_callee *found = find_callee(x, key);
    found->has_effects = !is_harmless && (!has_body || is_weak || effect);
    found->inner = effect ? pv_effect_name(x, effect) : NULL;
    return found->has_effects;
}

const char *pv_effect_name(struct pv_extract *x, const struct pv_node *call)
{
    struct pv_cursor callee;
    if (call->kind != PV_NODE_CALL || !pv_extract_callee(call, &callee))
        return NULL;
    const struct pv_looked_callee *looked = find_callee(x, pv_cursor_canonical(callee));
    return looked && looked->inner ? looked->inner : pv_cursor_name(x->clang, callee);
}

/* Does "call" fill or copy elements of arithmetic type with a function of the C library? Such a call is read as a loop, but
 * for few. */
static bool is_loop_over_memory(struct pv_extract *x, const struct pv_node *call, struct pv_cursor callee)
{
    struct pv_cursor definition;
    enum pv_memcall kind = pv_library_memcall(pv_cursor_name(x->clang, callee));
    if (kind == PV_MEMCALL_NONE || pv_cursor_definition(callee, &definition) || call->n_kids != 4)
        return false;
    const struct pv_node *to = call->kids->next, *from = kind == PV_MEMCALL_COPY ? to->next : to;
    const struct pv_node *const pointers[] = {pv_node_strip(to), pv_node_strip(from)};
    for (int i = 0; i < 2; i++) {
        const struct pv_ctype *type = pv_type_of(x->types, pv_cursor_type(pointers[i]->cursor));
        if (!pv_ctype_is_indexable(type) || !pv_ctype_is_arithmetic(type->elem))
            return false;
    }
    return true;
}

const struct pv_node *pv_node_find_effect(struct pv_extract *x, const struct pv_node *node)
{
    if (node->kind == PV_NODE_ASM || node->kind == PV_NODE_MS_ASM || x->depth >= PV_DEEPEST_NESTING)
        return node;
    struct pv_cursor callee;
    if (node->kind == PV_NODE_CALL &&
        (!pv_extract_callee(node, &callee) || (!is_loop_over_memory(x, node, callee) && callee_has_effects(x, callee))))
        return node;
    const struct pv_node *found = NULL;
    x->depth++;
    for (const struct pv_node *kid = node->kids; kid && !found; kid = kid->next)
        found = pv_node_find_effect(x, kid);
    x->depth--;
    return found;
}
