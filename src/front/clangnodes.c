/* Finds functions, names, loops and macros in a translation unit, and reads declarations as trees of nodes. */
#include "front/clangunit.h"

#include <ctype.h>

enum pv_node_kind pv_cursor_kind(struct pv_cursor cursor)
{
    switch ((enum CXCursorKind)cursor.kind) {
#define PV_NODE_CASE(name, clang_name) \
    case CXCursor_##clang_name:        \
        return PV_NODE_##name;
        PV_NODES(PV_NODE_CASE)
#undef PV_NODE_CASE
    default:
        return PV_NODE_OTHER;
    }
}

struct function_search {
    struct pv_clang *clang;
    pv_cursor_vec *found;
};

/* Does the text that "cursor" comes from, perhaps through macros, stand in the main file? */
static bool is_in_main(const struct pv_clang *clang, CXCursor cursor)
{
    CXFile file;
    clang_getExpansionLocation(clang_getCursorLocation(cursor), &file, NULL, NULL, NULL);
    return file && clang_File_isEqual(file, clang->main_file);
}

static enum CXChildVisitResult collect_function(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    struct function_search *search = data;
    if (cursor.kind == CXCursor_FunctionDecl && clang_isCursorDefinition(cursor) && is_in_main(search->clang, cursor))
        pv_push(search->clang->arena, search->found, pv_cursor_from_clang(cursor));
    return CXChildVisit_Continue;
}

void pv_clang_functions(struct pv_clang *clang, pv_cursor_vec *functions)
{
    struct function_search search = {clang, functions};
    clang_visitChildren(clang_getTranslationUnitCursor(clang->unit), collect_function, &search);
}

struct name_search {
    struct pv_clang *clang;
    struct pv_unit *unit;
};

/* Does what "location" names come with the compiler or pave? */
static bool is_built_in(struct pv_clang *clang, CXSourceLocation location)
{
    CXString file;
    if (clang_Location_isFromMainFile(location))
        return false;
    clang_getPresumedLocation(location, &file, NULL, NULL);
    const char *name = pv_clang_take_string(clang, file);
    return !strcmp(name, "<built-in>") || !strcmp(name, PV_PRELUDE_NAME);
}

/* Does what "location" names come with the system, the compiler or pave? */
static bool is_of_system(struct pv_clang *clang, CXSourceLocation location)
{
    return clang_Location_isInSystemHeader(location) || is_built_in(clang, location);
}

static enum CXChildVisitResult collect_name(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    struct name_search *search = data;
    bool is_macro = cursor.kind == CXCursor_MacroDefinition;
    bool is_name = is_macro || cursor.kind == CXCursor_FunctionDecl || cursor.kind == CXCursor_VarDecl ||
                   cursor.kind == CXCursor_TypedefDecl || cursor.kind == CXCursor_EnumConstantDecl;
    if (is_name) {
        const char *name = pv_clang_take_string(search->clang, clang_getCursorSpelling(cursor));
        struct pv_unit_name item = {name, is_macro, is_of_system(search->clang, clang_getCursorLocation(cursor))};
        pv_push(search->clang->arena, &search->unit->names, item);
    }
    return cursor.kind == CXCursor_EnumDecl ? CXChildVisit_Recurse : CXChildVisit_Continue;
}

void pv_clang_names(struct pv_clang *clang, struct pv_unit *unit)
{
    struct name_search search = {clang, unit};
    clang_visitChildren(clang_getTranslationUnitCursor(clang->unit), collect_name, &search);
}

struct header_search {
    struct pv_clang *clang;
    pv_loc_vec *found;
};

static enum CXChildVisitResult find_loop(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    CXCursor *found = data;
    if (cursor.kind != CXCursor_ForStmt && cursor.kind != CXCursor_WhileStmt && cursor.kind != CXCursor_DoStmt)
        return CXChildVisit_Recurse;
    *found = cursor;
    return CXChildVisit_Break;
}

/* Add the first loop of the function "cursor", if it stands in a header of the user for which there is none yet. */
static enum CXChildVisitResult collect_header_loop(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    struct header_search *search = data;
    CXCursor loop = clang_getNullCursor();
    if (cursor.kind != CXCursor_FunctionDecl || !clang_isCursorDefinition(cursor) ||
        clang_Location_isInSystemHeader(clang_getCursorLocation(cursor)) || is_in_main(search->clang, cursor))
        return CXChildVisit_Continue;
    struct pv_loc at = pv_cursor_loc(search->clang, pv_cursor_from_clang(cursor));
    for (int i = 0; i < search->found->n; i++)
        if (search->found->v[i].file == at.file)
            return CXChildVisit_Continue;
    clang_visitChildren(cursor, find_loop, &loop);
    if (!clang_Cursor_isNull(loop))
        pv_push(search->clang->arena, search->found, pv_cursor_loc(search->clang, pv_cursor_from_clang(loop)));
    return CXChildVisit_Continue;
}

void pv_clang_header_loops(struct pv_clang *clang, pv_loc_vec *loops)
{
    struct header_search search = {clang, loops};
    clang_visitChildren(clang_getTranslationUnitCursor(clang->unit), collect_header_loop, &search);
}

struct macro_search {
    struct pv_clang *clang;
    const char *word;
    pv_macro_text_vec *macros;
    /* The file of the last macro, and whether it may hold one, with so many found. */
    CXFile file;
    int n_known;
    bool is_worth;
};

static bool is_word_char(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Does "text" hold "word" as a word? */
static bool holds_word(const char *text, const char *word)
{
    size_t n = strlen(word);
    for (const char *at = strstr(text, word); at; at = strstr(at + 1, word))
        if ((at == text || !is_word_char(at[-1])) && !is_word_char(at[n]))
            return true;
    return false;
}

/* May a macro in "file" be one that is looked for? Most files of the system hold none: their text tells, once for each run of
 * macros in a row. */
static bool is_worth_a_look(struct macro_search *search, CXFile file)
{
    if (file == search->file && search->macros->n == search->n_known)
        return search->is_worth;
    size_t size = 0;
    const char *text = file ? clang_getFileContents(search->clang->unit, file, &size) : NULL;
    search->file = file;
    search->n_known = search->macros->n;
    search->is_worth = text && strstr(text, search->word);
    for (int i = 0; i < search->macros->n && text && !search->is_worth; i++)
        search->is_worth = strstr(text, search->macros->v[i].name);
    return search->is_worth;
}

/* Macros come in the order of the text: one that uses another comes mostly after it. */
static enum CXChildVisitResult collect_macro(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    struct macro_search *search = data;
    struct pv_clang *clang = search->clang;
    if (cursor.kind != CXCursor_MacroDefinition)
        return CXChildVisit_Continue;
    CXSourceRange extent = clang_getCursorExtent(cursor);
    CXFile file;
    unsigned begin, end;
    size_t size = 0;
    clang_getSpellingLocation(clang_getRangeStart(extent), &file, NULL, NULL, &begin);
    if (!is_worth_a_look(search, file) || is_built_in(clang, clang_getCursorLocation(cursor)))
        return CXChildVisit_Continue;
    clang_getSpellingLocation(clang_getRangeEnd(extent), NULL, NULL, NULL, &end);
    const char *text = clang_getFileContents(clang->unit, file, &size);
    if (!text || end > size || begin >= end)
        return CXChildVisit_Continue;
    struct pv_macro_text macro = {pv_clang_take_string(clang, clang_getCursorSpelling(cursor)),
                                  pv_strndup(clang->arena, text + begin, end - begin)};
    macro.body += strlen(macro.name);
    bool is_found = holds_word(macro.body, search->word);
    for (int i = 0; i < search->macros->n && !is_found; i++)
        is_found = holds_word(macro.body, search->macros->v[i].name);
    if (is_found)
        pv_push(clang->arena, search->macros, macro);
    return CXChildVisit_Continue;
}

void pv_clang_macros_with(struct pv_clang *clang, const char *word, pv_macro_text_vec *macros)
{
    struct macro_search search = {.clang = clang, .word = word, .macros = macros};
    clang_visitChildren(clang_getTranslationUnitCursor(clang->unit), collect_macro, &search);
}

struct global_search {
    enum pv_node_kind kind;
    const char *name;
    CXCursor found;
    bool is_found;
};

static enum CXChildVisitResult match_global(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    struct global_search *search = data;
    if (pv_cursor_kind(pv_cursor_from_clang(cursor)) != search->kind)
        return CXChildVisit_Continue;
    CXString name = clang_getCursorSpelling(cursor);
    bool is_match = !strcmp(clang_getCString(name), search->name);
    clang_disposeString(name);
    if (is_match) {
        search->found = cursor;
        search->is_found = true;
    }
    return is_match && clang_isCursorDefinition(cursor) ? CXChildVisit_Break : CXChildVisit_Continue;
}

bool pv_clang_find_global(struct pv_clang *clang, enum pv_node_kind kind, const char *name, struct pv_cursor *found)
{
    struct global_search search = {.kind = kind, .name = name};
    clang_visitChildren(clang_getTranslationUnitCursor(clang->unit), match_global, &search);
    if (search.is_found)
        *found = pv_cursor_from_clang(search.found);
    return search.is_found;
}

struct reader {
    struct pv_clang *clang;
    enum pv_reading reading;
    PV_VEC(struct pv_node *) open; /* the nodes from the root to the one read last */
};

static bool is_va_arg(struct pv_clang *clang, struct pv_cursor cursor)
{
    static const char *const spellings[] = {"__builtin_va_arg", "va_arg"};
    size_t size;
    unsigned offset;
    const char *text = pv_cursor_spelled_text(clang, cursor, &size, &offset);
    for (size_t i = 0; text && i < sizeof(spellings) / sizeof(spellings[0]); i++) {
        size_t n = strlen(spellings[i]);
        if (size - offset > n && !memcmp(text + offset, spellings[i], n))
            return true;
    }
    return false;
}

static struct pv_node *new_node(struct pv_clang *clang, CXCursor cursor)
{
    struct pv_node *node = pv_new(clang->arena, struct pv_node);
    node->cursor = pv_cursor_from_clang(cursor);
    node->kind = pv_cursor_kind(node->cursor);
    node->type = pv_cursor_type(node->cursor);
    if (node->kind == PV_NODE_UNEXPOSED_EXPR && clang->looks_for_va_arg && is_va_arg(clang, node->cursor))
        node->kind = PV_NODE_VA_ARG;
    node->is_expr = clang_isExpression(cursor.kind);
    node->is_stmt = clang_isStatement(cursor.kind);
    return node;
}

static enum CXChildVisitResult read_child(CXCursor cursor, CXCursor parent, CXClientData data)
{
    struct reader *reader = data;
    while (reader->open.n > 1 &&
           !clang_equalCursors(pv_cursor_to_clang(reader->open.v[reader->open.n - 1]->cursor), parent))
        reader->open.n--;
    struct pv_node *owner = reader->open.v[reader->open.n - 1];
    struct pv_node *node = new_node(reader->clang, cursor);
    if (owner->last_kid)
        owner->last_kid->next = node;
    else
        owner->kids = node;
    owner->last_kid = node;
    owner->n_kids++;
    if (reader->reading == PV_READ_CHILDREN)
        return CXChildVisit_Continue;
    pv_push(reader->clang->arena, &reader->open, node);
    return CXChildVisit_Recurse;
}

struct pv_node *pv_clang_read(struct pv_clang *clang, struct pv_cursor cursor, enum pv_reading reading)
{
    struct reader reader = {.clang = clang, .reading = reading};
    clang->looks_for_va_arg = clang->may_use_va_arg ||
                              !clang_Location_isFromMainFile(clang_getCursorLocation(pv_cursor_to_clang(cursor)));
    struct pv_node *root = new_node(clang, pv_cursor_to_clang(cursor));
    pv_push(clang->arena, &reader.open, root);
    clang_visitChildren(pv_cursor_to_clang(cursor), read_child, &reader);
    return root;
}
