/* A thin wrapper around libclang; the only file that includes its headers. */
#define _GNU_SOURCE /* dladdr */
#include "front/clangc.h"

#include "front/lexis.h"

#include <clang-c/Index.h>
#include <ctype.h>
#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PRELUDE_NAME "/pave-prelude.h"

_Static_assert(sizeof(struct pv_cursor) == sizeof(CXCursor), "a pv_cursor holds a CXCursor");
_Static_assert(sizeof(struct pv_cxtype) == sizeof(CXType), "a pv_cxtype holds a CXType");

/* A file libclang has seen and the number it has in the pv_diag. */
struct known_file {
    CXFile file;
    int number;
};

struct pv_clang {
    struct pv_arena *arena;
    struct pv_diag *diag;
    struct pv_intern *names;
    CXIndex index;
    CXTranslationUnit unit;
    CXFile main_file;
    int main_number;
    const char *text; /* of the main file */
    size_t size;
    struct pv_loc line; /* the begin of the line that was asked for last, and its end */
    unsigned line_end;
    PV_VEC(struct known_file) files;
    CXSourceRangeList *skipped;
    bool looks_for_va_arg; /* among the nodes being read */
    bool may_use_va_arg;   /* does the main file name it, or the type it needs? */
};

static CXCursor to_clang(struct pv_cursor cursor)
{
    CXCursor result;
    memcpy(&result, &cursor, sizeof(result));
    return result;
}

static struct pv_cursor from_clang(CXCursor cursor)
{
    struct pv_cursor result;
    memcpy(&result, &cursor, sizeof(result));
    return result;
}

static CXType to_clang_type(struct pv_cxtype type)
{
    CXType result;
    memcpy(&result, &type, sizeof(result));
    return result;
}

static struct pv_cxtype from_clang_type(CXType type)
{
    struct pv_cxtype result;
    memcpy(&result, &type, sizeof(result));
    return result;
}

/* The interned text of "string", which is disposed of. */
static const char *take_string(struct pv_clang *clang, CXString string)
{
    const char *text = clang_getCString(string);
    text = pv_intern(clang->names, text ? text : "");
    clang_disposeString(string);
    return text;
}

/* Places. */

/* The number of "file" in the pv_diag, which learns of it when it is new. */
static int file_number(struct pv_clang *clang, CXFile file)
{
    if (!file)
        return 0;
    for (int i = 0; i < clang->files.n; i++)
        if (clang_File_isEqual(clang->files.v[i].file, file))
            return clang->files.v[i].number;
    size_t size = 0;
    const char *text = clang_getFileContents(clang->unit, file, &size);
    const char *copy = text ? pv_strndup(clang->arena, text, size) : NULL;
    const char *name = take_string(clang, clang_getFileName(file));
    struct known_file known = {file, pv_diag_add_file(clang->diag, name, copy, copy ? size : 0)};
    pv_push(clang->arena, &clang->files, known);
    return known.number;
}

/* The place of an offset in the main file. One question is mostly about the line of the one before. */
static struct pv_loc locate_in_main(struct pv_clang *clang, unsigned offset)
{
    bool is_same_line = clang->line.line && offset >= clang->line.offset && offset < clang->line_end;
    if (!is_same_line) {
        struct pv_loc loc = pv_diag_locate(clang->diag, clang->main_number, offset);
        unsigned begin = loc.offset - (loc.col - 1);
        const char *end = begin < clang->size ? memchr(clang->text + begin, '\n', clang->size - begin) : NULL;
        clang->line = (struct pv_loc){loc.file, begin, loc.line, 1};
        clang->line_end = end ? (unsigned)(end - clang->text) + 1 : begin;
        return loc;
    }
    return (struct pv_loc){clang->line.file, offset, clang->line.line, offset - clang->line.offset + 1};
}

static struct pv_loc to_loc(struct pv_clang *clang, CXSourceLocation location)
{
    CXFile file;
    unsigned offset;
    clang_getExpansionLocation(location, &file, NULL, NULL, &offset);
    int number = file == clang->main_file ? clang->main_number : file_number(clang, file);
    if (number == clang->main_number)
        return locate_in_main(clang, offset);
    return number ? pv_diag_locate(clang->diag, number, offset) : (struct pv_loc){0};
}

/* Does the location "end", at "loc" when macros are expanded, lie in an argument of a macro? Its offset is
 * then that of the macro's name: only such places need a closer look. */
static bool ends_in_argument(struct pv_clang *clang, CXSourceLocation end, struct pv_loc loc)
{
    if (loc.file != clang->main_number || loc.offset >= clang->size ||
        !(isalpha((unsigned char)clang->text[loc.offset]) || clang->text[loc.offset] == '_'))
        return false;
    CXFile file;
    unsigned offset;
    clang_getFileLocation(end, &file, NULL, NULL, &offset);
    return offset != loc.offset;
}

/* The offset of the parenthesis that closes the one at "pos", or of the last byte. */
static size_t closing_parenthesis(const char *text, size_t size, size_t pos)
{
    int depth = 0;
    while (pos + 1 < size) {
        size_t n = pv_text_blank(text, size, pos);
        if (!n && (text[pos] == '"' || text[pos] == '\''))
            n = pv_text_quoted(text, size, pos);
        depth += !n && text[pos] == '(';
        depth -= !n && text[pos] == ')';
        if (!depth)
            break;
        pos += n ? n : 1;
    }
    return pos < size ? pos : size - 1;
}

/* The end of the use of a macro that begins at "loc": its name, and its arguments in parentheses. */
static struct pv_loc macro_end(struct pv_clang *clang, struct pv_loc loc)
{
    const char *text = clang->text;
    size_t pos = loc.offset;
    while (pos < clang->size && (isalnum((unsigned char)text[pos]) || text[pos] == '_'))
        pos++;
    size_t open = pos, n;
    while (open < clang->size && (n = pv_text_blank(text, clang->size, open)))
        open += n;
    if (open < clang->size && text[open] == '(')
        pos = closing_parenthesis(text, clang->size, open) + 1;
    return pv_diag_locate(clang->diag, loc.file, (unsigned)pos);
}

struct pv_range pv_cursor_range(struct pv_clang *clang, struct pv_cursor cursor)
{
    CXSourceRange extent = clang_getCursorExtent(to_clang(cursor));
    CXSourceLocation end = clang_getRangeEnd(extent);
    struct pv_range range = {to_loc(clang, clang_getRangeStart(extent)), to_loc(clang, end)};
    if (ends_in_argument(clang, end, range.end))
        range.end = macro_end(clang, range.end);
    if (range.end.file != range.begin.file || range.end.offset < range.begin.offset)
        range.end = range.begin;
    return range;
}

struct pv_loc pv_cursor_loc(struct pv_clang *clang, struct pv_cursor cursor)
{
    return to_loc(clang, clang_getCursorLocation(to_clang(cursor)));
}

const char *pv_cursor_spelled_text(struct pv_clang *clang, struct pv_cursor cursor, size_t *size, unsigned *offset)
{
    CXSourceRange extent = clang_getCursorExtent(to_clang(cursor));
    CXFile file;
    clang_getSpellingLocation(clang_getRangeStart(extent), &file, NULL, NULL, offset);
    const char *text = file ? clang_getFileContents(clang->unit, file, size) : NULL;
    return text && *offset < *size ? text : NULL;
}

bool pv_cursor_is_from_macro(struct pv_clang *clang, struct pv_cursor cursor)
{
    (void)clang;
    CXSourceLocation start = clang_getRangeStart(clang_getCursorExtent(to_clang(cursor)));
    CXFile file;
    unsigned spelled, expanded;
    clang_getSpellingLocation(start, &file, NULL, NULL, &spelled);
    clang_getExpansionLocation(start, &file, NULL, NULL, &expanded);
    return spelled != expanded;
}

/* Parsing. */

/* The folder of clang's own headers beside the loaded library, or NULL where it finds them by itself. */
static const char *resource_dir(struct pv_arena *arena)
{
    Dl_info info;
    void *address;
    CXIndex (*function)(int, int) = clang_createIndex;
    memcpy(&address, &function, sizeof(address));
    if (!dladdr(address, &info) || !info.dli_fname)
        return NULL;
    char *library = realpath(info.dli_fname, NULL);
    if (!library)
        return NULL;
    CXString version = clang_getClangVersion();
    const char *digits = strstr(clang_getCString(version), "version ");
    int major = digits ? (int)strtol(digits + strlen("version "), NULL, 10) : 0;
    clang_disposeString(version);
    char *slash = strrchr(library, '/');
    int n = slash ? (int)(slash - library) : 0;
    const char *folder = pv_strndup(arena, library, (size_t)n);
    free(library);
    const char *places[] = {
        pv_printf(arena, "%s/clang/%d", folder, major),
        pv_printf(arena, "%s/../llvm-%d/lib/clang/%d", folder, major, major),
    };
    for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++)
        if (access(pv_printf(arena, "%s/include/stddef.h", places[i]), R_OK) == 0)
            return places[i];
    return NULL;
}

/* Does the text of an error without a place say that clang does not know an option? It may be one of gcc's. */
static bool is_about_option(struct pv_loc loc, const char *text)
{
    static const char start[] = "unknown argument";
    return !loc.file && !strncmp(text, start, sizeof(start) - 1);
}

/* What gcc accepts and clang does not: the start of clang's message, and what to say. */
static const struct {
    const char *start, *note;
} extensions[] = {
    {"function definition is not allowed here",
     "a nested function is an extension of gcc that pave cannot read; move it out of the function around it"},
    {"fields must have a constant size",
     "an array of variable length in a structure is an extension of gcc that pave cannot read; use a pointer"},
};

/* If an error with this text is about an extension of gcc, say so. */
static void note_extension(struct pv_clang *clang, struct pv_loc loc, const char *text)
{
    for (size_t i = 0; i < sizeof(extensions) / sizeof(extensions[0]); i++)
        if (!strncmp(text, extensions[i].start, strlen(extensions[i].start)))
            pv_note(clang->diag, loc, "%s", extensions[i].note);
}

/* Report the errors of the parse. Return whether there were any. */
static bool report_errors(struct pv_clang *clang)
{
    enum { most = 20 };
    int n_errors = 0;
    unsigned n = clang_getNumDiagnostics(clang->unit);
    for (unsigned i = 0; i < n; i++) {
        CXDiagnostic diagnostic = clang_getDiagnostic(clang->unit, i);
        if (clang_getDiagnosticSeverity(diagnostic) >= CXDiagnostic_Error) {
            struct pv_loc loc = to_loc(clang, clang_getDiagnosticLocation(diagnostic));
            const char *text = take_string(clang, clang_getDiagnosticSpelling(diagnostic));
            if (!is_about_option(loc, text) && n_errors++ < most) {
                pv_error(clang->diag, loc, "%s", text);
                note_extension(clang, loc, text);
            }
        }
        clang_disposeDiagnostic(diagnostic);
    }
    return n_errors > 0;
}

/* All arguments for clang: what the caller gives, then what pave insists on. */
static int make_args(struct pv_arena *arena, const struct pv_clang_input *input, const char ***result)
{
    enum { most_own = 8 };
    const char **args = pv_new_array(arena, const char *, input->n_args + most_own);
    int n = 0;
    const char *dir = resource_dir(arena);
    if (dir) {
        args[n++] = "-resource-dir";
        args[n++] = dir;
    }
    for (int i = 0; i < input->n_args; i++)
        args[n++] = input->args[i];
    args[n++] = "-include";
    args[n++] = PRELUDE_NAME;
    args[n++] = "-w";
    /* clang takes implicit declarations and some conversions of pointers for errors; gcc 12 warns. */
    args[n++] = "-Wno-everything";
    args[n++] = "-x";
    args[n++] = "c";
    *result = args;
    return n;
}

static enum CXErrorCode parse(struct pv_clang *clang, const struct pv_clang_input *input)
{
    const char **args;
    int n = make_args(clang->arena, input, &args);
    struct CXUnsavedFile files[] = {
        {input->name, input->text, input->size},
        {PRELUDE_NAME, input->prelude, strlen(input->prelude)},
    };
    return clang_parseTranslationUnit2(clang->index, input->name, args, n, files, 2,
                                       CXTranslationUnit_DetailedPreprocessingRecord, &clang->unit);
}

/* libclang catches signals from here on, to survive its own faults. Not SIGABRT, its end where there is no memory: what it
 * would do then to go on ends in a crash. */
static CXIndex new_index(void)
{
    struct sigaction before;
    bool is_known = sigaction(SIGABRT, NULL, &before) == 0;
    CXIndex index = clang_createIndex(0, 0);
    if (is_known)
        sigaction(SIGABRT, &before, NULL);
    return index;
}

struct pv_clang *pv_clang_parse(struct pv_arena *arena, struct pv_diag *diag, const struct pv_clang_input *input)
{
    struct pv_clang *clang = pv_new(arena, struct pv_clang);
    clang->arena = arena;
    clang->diag = diag;
    clang->names = pv_intern_new(arena);
    clang->text = input->text;
    clang->size = input->size;
    clang->main_number = pv_diag_add_file(diag, input->name, input->text, input->size);
    clang->index = new_index();
    enum CXErrorCode code = parse(clang, input);
    if (code != CXError_Success || !clang->unit) {
        struct pv_loc loc = {.file = clang->main_number};
        if (code == CXError_Crashed)
            pv_fault(diag, loc, "libclang failed: it ran out of memory or crashed; no output written");
        else
            pv_error(diag, loc, "libclang cannot parse the file (error %d): check the flags given to it", (int)code);
        pv_clang_free(clang);
        return NULL;
    }
    clang->main_file = clang_getFile(clang->unit, input->name);
    struct known_file known = {clang->main_file, clang->main_number};
    pv_push(arena, &clang->files, known);
    if (report_errors(clang)) {
        pv_clang_free(clang);
        return NULL;
    }
    clang->may_use_va_arg = memmem(input->text, input->size, "va_arg", 6) ||
                            memmem(input->text, input->size, "va_list", 7);
    if (input->wants_skipped)
        clang->skipped = clang_getSkippedRanges(clang->unit, clang->main_file);
    return clang;
}

void pv_clang_free(struct pv_clang *clang)
{
    if (!clang)
        return;
    if (clang->skipped)
        clang_disposeSourceRangeList(clang->skipped);
    if (clang->unit)
        clang_disposeTranslationUnit(clang->unit);
    if (clang->index)
        clang_disposeIndex(clang->index);
    clang->skipped = NULL;
    clang->unit = NULL;
    clang->index = NULL;
}

int pv_clang_main_file(const struct pv_clang *clang)
{
    return clang->main_number;
}

bool pv_clang_is_skipped(const struct pv_clang *clang, unsigned offset)
{
    for (unsigned i = 0; clang->skipped && i < clang->skipped->count; i++) {
        unsigned begin, end;
        clang_getExpansionLocation(clang_getRangeStart(clang->skipped->ranges[i]), NULL, NULL, NULL, &begin);
        clang_getExpansionLocation(clang_getRangeEnd(clang->skipped->ranges[i]), NULL, NULL, NULL, &end);
        if (begin <= offset && offset < end)
            return true;
    }
    return false;
}

/* Nodes. */

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
        pv_push(search->clang->arena, search->found, from_clang(cursor));
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
    const char *name = take_string(clang, file);
    return !strcmp(name, "<built-in>") || !strcmp(name, PRELUDE_NAME);
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
        const char *name = take_string(search->clang, clang_getCursorSpelling(cursor));
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
    struct pv_loc at = pv_cursor_loc(search->clang, from_clang(cursor));
    for (int i = 0; i < search->found->n; i++)
        if (search->found->v[i].file == at.file)
            return CXChildVisit_Continue;
    clang_visitChildren(cursor, find_loop, &loop);
    if (!clang_Cursor_isNull(loop))
        pv_push(search->clang->arena, search->found, pv_cursor_loc(search->clang, from_clang(loop)));
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
    struct pv_macro_text macro = {take_string(clang, clang_getCursorSpelling(cursor)),
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
    if (pv_cursor_kind(from_clang(cursor)) != search->kind)
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
        *found = from_clang(search.found);
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
    node->cursor = from_clang(cursor);
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
    while (reader->open.n > 1 && !clang_equalCursors(to_clang(reader->open.v[reader->open.n - 1]->cursor), parent))
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
                              !clang_Location_isFromMainFile(clang_getCursorLocation(to_clang(cursor)));
    struct pv_node *root = new_node(clang, to_clang(cursor));
    pv_push(clang->arena, &reader.open, root);
    clang_visitChildren(to_clang(cursor), read_child, &reader);
    return root;
}

/* Questions about cursors. */

const char *pv_cursor_name(struct pv_clang *clang, struct pv_cursor cursor)
{
    return take_string(clang, clang_getCursorSpelling(to_clang(cursor)));
}

/* Store "cursor" in "result" if it is anything. */
static bool give(CXCursor cursor, struct pv_cursor *result)
{
    if (clang_Cursor_isNull(cursor) || clang_isInvalid(cursor.kind))
        return false;
    *result = from_clang(cursor);
    return true;
}

bool pv_cursor_target(struct pv_cursor cursor, struct pv_cursor *target)
{
    return give(clang_getCursorReferenced(to_clang(cursor)), target);
}

bool pv_cursor_definition(struct pv_cursor cursor, struct pv_cursor *definition)
{
    return give(clang_getCursorDefinition(to_clang(cursor)), definition);
}

struct pv_cursor pv_cursor_canonical(struct pv_cursor cursor)
{
    return from_clang(clang_getCanonicalCursor(to_clang(cursor)));
}

struct pv_cursor pv_cursor_parent(struct pv_cursor cursor)
{
    return from_clang(clang_getCursorSemanticParent(to_clang(cursor)));
}

bool pv_cursor_equal(struct pv_cursor a, struct pv_cursor b)
{
    return clang_equalCursors(to_clang(a), to_clang(b));
}

unsigned pv_cursor_hash(struct pv_cursor cursor)
{
    return clang_hashCursor(to_clang(cursor));
}

bool pv_cursor_is_static(struct pv_cursor cursor)
{
    return clang_Cursor_getStorageClass(to_clang(cursor)) == CX_SC_Static;
}

bool pv_cursor_is_extern(struct pv_cursor cursor)
{
    return clang_Cursor_getStorageClass(to_clang(cursor)) == CX_SC_Extern;
}

bool pv_cursor_is_automatic(struct pv_cursor cursor)
{
    return clang_Cursor_hasVarDeclGlobalStorage(to_clang(cursor)) == 0;
}

bool pv_cursor_is_thread_local(struct pv_cursor cursor)
{
    return clang_getCursorTLSKind(to_clang(cursor)) != CXTLS_None;
}

bool pv_cursor_is_inline(struct pv_cursor cursor)
{
    return clang_Cursor_isFunctionInlined(to_clang(cursor));
}

bool pv_cursor_is_variadic(struct pv_cursor cursor)
{
    return clang_Cursor_isVariadic(to_clang(cursor));
}

bool pv_cursor_is_bitfield(struct pv_cursor cursor)
{
    return clang_Cursor_isBitField(to_clang(cursor));
}

bool pv_cursor_initialiser(struct pv_cursor var, struct pv_cursor *init)
{
    return give(clang_Cursor_getVarDeclInitializer(to_clang(var)), init);
}

int64_t pv_cursor_enumerator_value(struct pv_cursor enumerator)
{
    return clang_getEnumConstantDeclValue(to_clang(enumerator));
}

/* Binary operators, libclang's and ours. */
static const struct {
    enum CXBinaryOperatorKind kind;
    enum pv_op op;
} binary_ops[] = {
    {CXBinaryOperator_Mul, PV_OP_MUL},
    {CXBinaryOperator_Div, PV_OP_DIV},
    {CXBinaryOperator_Rem, PV_OP_MOD},
    {CXBinaryOperator_Add, PV_OP_ADD},
    {CXBinaryOperator_Sub, PV_OP_SUB},
    {CXBinaryOperator_Shl, PV_OP_SHL},
    {CXBinaryOperator_Shr, PV_OP_SHR},
    {CXBinaryOperator_LT, PV_OP_LT},
    {CXBinaryOperator_GT, PV_OP_GT},
    {CXBinaryOperator_LE, PV_OP_LE},
    {CXBinaryOperator_GE, PV_OP_GE},
    {CXBinaryOperator_EQ, PV_OP_EQ},
    {CXBinaryOperator_NE, PV_OP_NE},
    {CXBinaryOperator_And, PV_OP_BITAND},
    {CXBinaryOperator_Xor, PV_OP_BITXOR},
    {CXBinaryOperator_Or, PV_OP_BITOR},
    {CXBinaryOperator_LAnd, PV_OP_LAND},
    {CXBinaryOperator_LOr, PV_OP_LOR},
    {CXBinaryOperator_Assign, PV_OP_ASSIGN},
    {CXBinaryOperator_MulAssign, PV_OP_MUL_ASSIGN},
    {CXBinaryOperator_DivAssign, PV_OP_DIV_ASSIGN},
    {CXBinaryOperator_RemAssign, PV_OP_MOD_ASSIGN},
    {CXBinaryOperator_AddAssign, PV_OP_ADD_ASSIGN},
    {CXBinaryOperator_SubAssign, PV_OP_SUB_ASSIGN},
    {CXBinaryOperator_ShlAssign, PV_OP_SHL_ASSIGN},
    {CXBinaryOperator_ShrAssign, PV_OP_SHR_ASSIGN},
    {CXBinaryOperator_AndAssign, PV_OP_AND_ASSIGN},
    {CXBinaryOperator_XorAssign, PV_OP_XOR_ASSIGN},
    {CXBinaryOperator_OrAssign, PV_OP_OR_ASSIGN},
    {CXBinaryOperator_Comma, PV_OP_COMMA},
};

bool pv_cursor_binary_op(struct pv_cursor cursor, enum pv_op *op)
{
    enum CXBinaryOperatorKind kind = clang_getCursorBinaryOperatorKind(to_clang(cursor));
    for (size_t i = 0; i < sizeof(binary_ops) / sizeof(binary_ops[0]); i++) {
        if (binary_ops[i].kind == kind) {
            *op = binary_ops[i].op;
            return true;
        }
    }
    return false;
}

static const struct {
    enum CXUnaryOperatorKind kind;
    enum pv_op op;
} unary_ops[] = {
    {CXUnaryOperator_PostInc, PV_OP_POSTINC}, {CXUnaryOperator_PostDec, PV_OP_POSTDEC},
    {CXUnaryOperator_PreInc, PV_OP_PREINC},   {CXUnaryOperator_PreDec, PV_OP_PREDEC},
    {CXUnaryOperator_AddrOf, PV_OP_ADDRESS},  {CXUnaryOperator_Plus, PV_OP_PLUS},
    {CXUnaryOperator_Minus, PV_OP_NEG},       {CXUnaryOperator_Not, PV_OP_BITNOT},
    {CXUnaryOperator_LNot, PV_OP_NOT},
};

enum pv_unary pv_cursor_unary_op(struct pv_cursor cursor, enum pv_op *op)
{
    enum CXUnaryOperatorKind kind = clang_getCursorUnaryOperatorKind(to_clang(cursor));
    if (kind == CXUnaryOperator_Deref)
        return PV_UNARY_DEREF;
    if (kind == CXUnaryOperator_Extension)
        return PV_UNARY_EXTENSION;
    for (size_t i = 0; i < sizeof(unary_ops) / sizeof(unary_ops[0]); i++) {
        if (unary_ops[i].kind == kind) {
            *op = unary_ops[i].op;
            return PV_UNARY_OP;
        }
    }
    return PV_UNARY_OTHER;
}

bool pv_cursor_eval_int(struct pv_cursor cursor, int64_t *value)
{
    CXEvalResult result = clang_Cursor_Evaluate(to_clang(cursor));
    bool is_int = result && clang_EvalResult_getKind(result) == CXEval_Int;
    if (is_int && clang_EvalResult_isUnsignedInt(result))
        *value = (int64_t)clang_EvalResult_getAsUnsigned(result);
    else if (is_int)
        *value = clang_EvalResult_getAsLongLong(result);
    if (result)
        clang_EvalResult_dispose(result);
    return is_int;
}

bool pv_cursor_eval_float(struct pv_cursor cursor, double *value)
{
    CXEvalResult result = clang_Cursor_Evaluate(to_clang(cursor));
    bool is_float = result && clang_EvalResult_getKind(result) == CXEval_Float;
    if (is_float)
        *value = clang_EvalResult_getAsDouble(result);
    if (result)
        clang_EvalResult_dispose(result);
    return is_float;
}

/* Types. */

struct pv_cxtype pv_cursor_type(struct pv_cursor cursor)
{
    return from_clang_type(clang_getCursorType(to_clang(cursor)));
}

static enum pv_cxtype_kind builtin_kind(enum CXTypeKind kind)
{
    switch (kind) {
    case CXType_Void:
        return PV_CXTYPE_VOID;
    case CXType_Bool:
        return PV_CXTYPE_BOOL;
    case CXType_Char_S:
    case CXType_SChar:
    case CXType_Short:
    case CXType_Int:
    case CXType_Long:
    case CXType_LongLong:
        return PV_CXTYPE_SIGNED;
    case CXType_Char_U:
    case CXType_UChar:
    case CXType_UShort:
    case CXType_UInt:
    case CXType_ULong:
    case CXType_ULongLong:
    case CXType_WChar:
    case CXType_Char16:
    case CXType_Char32:
        return PV_CXTYPE_UNSIGNED;
    case CXType_Float:
    case CXType_Double:
    case CXType_LongDouble:
    case CXType_Float128:
    case CXType_Half:
    case CXType_Float16:
        return PV_CXTYPE_FLOAT;
    default:
        return PV_CXTYPE_OTHER;
    }
}

enum pv_cxtype_kind pv_cxtype_kind(struct pv_cxtype type)
{
    CXType canonical = clang_getCanonicalType(to_clang_type(type));
    switch (canonical.kind) {
    case CXType_Pointer:
        return PV_CXTYPE_POINTER;
    case CXType_ConstantArray:
        return PV_CXTYPE_ARRAY;
    case CXType_VariableArray:
        return PV_CXTYPE_VLA;
    case CXType_IncompleteArray:
        return PV_CXTYPE_OPEN_ARRAY;
    case CXType_Record:
        return PV_CXTYPE_RECORD;
    case CXType_FunctionProto:
    case CXType_FunctionNoProto:
        return PV_CXTYPE_FUNCTION;
    case CXType_Atomic:
        return PV_CXTYPE_ATOMIC;
    case CXType_Enum: {
        CXType integer = clang_getEnumDeclIntegerType(clang_getTypeDeclaration(canonical));
        return builtin_kind(clang_getCanonicalType(integer).kind);
    }
    default:
        return builtin_kind(canonical.kind);
    }
}

bool pv_cxtype_is_indexable(struct pv_cxtype type)
{
    enum pv_cxtype_kind kind = pv_cxtype_kind(type);
    return kind == PV_CXTYPE_POINTER || kind == PV_CXTYPE_ARRAY || kind == PV_CXTYPE_VLA ||
           kind == PV_CXTYPE_OPEN_ARRAY;
}

bool pv_cxtype_is_typedef(struct pv_cxtype type)
{
    CXType t = to_clang_type(type);
    if (t.kind == CXType_Elaborated)
        t = clang_Type_getNamedType(t);
    return t.kind == CXType_Typedef;
}

const char *pv_cxtype_spelling(struct pv_clang *clang, struct pv_cxtype type)
{
    const char *spelling = take_string(clang, clang_getTypeSpelling(to_clang_type(type)));
    /* The operand of typeof may not be known where the spelling is used. */
    if (!strstr(spelling, "typeof"))
        return spelling;
    return take_string(clang, clang_getTypeSpelling(clang_getCanonicalType(to_clang_type(type))));
}

bool pv_cxtype_is_const(struct pv_cxtype type)
{
    return clang_isConstQualifiedType(clang_getCanonicalType(to_clang_type(type)));
}

bool pv_cxtype_is_volatile(struct pv_cxtype type)
{
    return clang_isVolatileQualifiedType(clang_getCanonicalType(to_clang_type(type)));
}

bool pv_cxtype_is_restrict(struct pv_cxtype type)
{
    return clang_isRestrictQualifiedType(clang_getCanonicalType(to_clang_type(type)));
}

int64_t pv_cxtype_size(struct pv_cxtype type)
{
    long long size = clang_Type_getSizeOf(to_clang_type(type));
    return size < 0 ? 0 : size;
}

int64_t pv_cxtype_length(struct pv_cxtype type)
{
    return clang_getArraySize(clang_getCanonicalType(to_clang_type(type)));
}

struct pv_cxtype pv_cxtype_inner(struct pv_cxtype type)
{
    CXType t = to_clang_type(type);
    switch (pv_cxtype_kind(type)) {
    case PV_CXTYPE_POINTER: {
        CXType pointee = clang_getPointeeType(t);
        return from_clang_type(pointee.kind ? pointee : clang_getPointeeType(clang_getCanonicalType(t)));
    }
    case PV_CXTYPE_FUNCTION:
        return from_clang_type(clang_getResultType(t));
    default: {
        CXType element = clang_getArrayElementType(t);
        return from_clang_type(element.kind ? element : clang_getArrayElementType(clang_getCanonicalType(t)));
    }
    }
}

bool pv_cxtype_declaration(struct pv_cxtype type, struct pv_cursor *decl)
{
    CXCursor cursor = clang_getTypeDeclaration(clang_getCanonicalType(to_clang_type(type)));
    return cursor.kind != CXCursor_NoDeclFound && give(cursor, decl);
}

bool pv_cxtype_equal(struct pv_cxtype a, struct pv_cxtype b)
{
    return a.data[0] == b.data[0] && clang_equalTypes(to_clang_type(a), to_clang_type(b));
}

unsigned pv_cxtype_hash(struct pv_cxtype type)
{
    uintptr_t bits = (uintptr_t)type.data[0];
    return (unsigned)(bits >> 4) * 2654435761u ^ (unsigned)(bits >> 36) ^ (unsigned)(bits & 15);
}

struct field_search {
    struct pv_clang *clang;
    pv_cursor_vec *fields;
};

static enum CXVisitorResult collect_field(CXCursor cursor, CXClientData data)
{
    struct field_search *search = data;
    pv_push(search->clang->arena, search->fields, from_clang(cursor));
    return CXVisit_Continue;
}

void pv_cxtype_fields(struct pv_clang *clang, struct pv_cxtype type, pv_cursor_vec *fields)
{
    struct field_search search = {clang, fields};
    clang_Type_visitFields(clang_getCanonicalType(to_clang_type(type)), collect_field, &search);
}
