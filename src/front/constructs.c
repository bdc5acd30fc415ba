/* Finds the statement that each OpenMP or OpenACC directive belongs to. */
#include "front/constructs.h"

#include <ctype.h>
#include <string.h>

/* The statement below "node" that "directive" stands in front of; NULL where it stands at the end of a block. */
static const struct pv_node *find_statement(struct pv_clang *clang, const struct pv_node *node,
                                            const struct pv_omp *directive)
{
    int file = pv_clang_main_file(clang);
    for (int depth = 0; depth < PV_DEEPEST_NESTING && node; depth++) {
        const struct pv_node *inner = NULL;
        for (const struct pv_node *kid = node->kids; kid && !inner; kid = kid->next) {
            struct pv_range range = pv_cursor_range(clang, kid->cursor);
            if (range.begin.file != file)
                continue;
            bool begins_with = directive->is_from_macro && range.begin.offset == directive->begin;
            if (begins_with || range.begin.offset >= directive->end)
                return kid;
            if (range.begin.offset <= directive->at && directive->at < range.end.offset)
                inner = kid;
        }
        node = inner;
    }
    return NULL;
}

/* The directive needs the variables that it names. */
static void add_uses(struct pv_arena *arena, struct pv_scopes *scopes, const struct pv_omp *directive)
{
    for (const char *s = directive->text; *s;) {
        size_t n = 0;
        while (isalnum((unsigned char)s[n]) || s[n] == '_')
            n++;
        struct pv_symbol *symbol = n ? pv_scopes_lookup(scopes, pv_strndup(arena, s, n), directive->at) : NULL;
        struct pv_use use = {directive->at, PV_USE_PLAIN, false};
        if (symbol) {
            symbol->is_in_directive = true;
            pv_push(arena, &symbol->uses, use);
        }
        s += n ? n : 1;
    }
}

void pv_constructs_find(struct pv_arena *arena, struct pv_clang *clang, const struct pv_pragmas *pragmas,
                        struct pv_scopes *scopes)
{
    if (scopes->range.begin.file != pv_clang_main_file(clang) || !scopes->body || scopes->is_too_deep)
        return;
    for (int i = 0; i < pragmas->omps.n; i++) {
        const struct pv_omp *directive = &pragmas->omps.v[i];
        bool is_here = scopes->range.begin.offset <= directive->at && directive->at < scopes->range.end.offset;
        bool is_executed = directive->kind == PV_OMP_ALONE || directive->kind == PV_OMP_CONSTRUCT;
        if (!is_here)
            continue;
        add_uses(arena, scopes, directive);
        if (!is_executed)
            continue;
        struct pv_construct construct = {.directive = directive};
        if (directive->kind == PV_OMP_CONSTRUCT)
            construct.statement = find_statement(clang, scopes->body, directive);
        if (construct.statement)
            construct.range = pv_cursor_range(clang, construct.statement->cursor);
        pv_push(arena, &scopes->constructs, construct);
    }
}

const struct pv_construct *pv_construct_at(const struct pv_scopes *scopes, const struct pv_node *node)
{
    for (int i = 0; i < scopes->constructs.n; i++)
        if (scopes->constructs.v[i].statement == node)
            return &scopes->constructs.v[i];
    return NULL;
}

const struct pv_construct *pv_construct_between(const struct pv_scopes *scopes, unsigned begin, unsigned end)
{
    for (int i = 0; i < scopes->constructs.n; i++) {
        const struct pv_construct *construct = &scopes->constructs.v[i];
        if (!construct->statement && begin <= construct->directive->at && construct->directive->at < end)
            return construct;
    }
    return NULL;
}

const struct pv_construct *pv_construct_around(const struct pv_scopes *scopes, unsigned offset)
{
    for (int i = 0; i < scopes->constructs.n; i++) {
        const struct pv_construct *construct = &scopes->constructs.v[i];
        if (construct->statement && construct->range.begin.offset <= offset && offset < construct->range.end.offset)
            return construct;
    }
    return NULL;
}

const struct pv_construct *pv_construct_orphaned(const struct pv_scopes *scopes)
{
    for (int i = 0; i < scopes->constructs.n; i++) {
        const struct pv_construct *construct = &scopes->constructs.v[i];
        bool has_team = false;
        for (int j = 0; j < scopes->constructs.n; j++) {
            const struct pv_construct *outer = &scopes->constructs.v[j];
            has_team = has_team || (outer->directive->is_team && outer->statement &&
                                    (outer->statement == construct->statement ||
                                     (outer->range.begin.offset <= construct->directive->at &&
                                      construct->directive->at < outer->range.end.offset)));
        }
        if (construct->directive->needs_team && !has_team)
            return construct;
    }
    return NULL;
}
