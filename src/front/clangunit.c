/* Parses a file with libclang, and maps its locations to places in the text. */
#define _GNU_SOURCE /* dladdr */
#include "front/clangunit.h"

#include "front/lexis.h"

#include <ctype.h>
#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

const char *pv_clang_take_string(struct pv_clang *clang, CXString string)
{
    const char *text = clang_getCString(string);
    text = pv_intern(clang->names, text ? text : "");
    clang_disposeString(string);
    return text;
}

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
    const char *name = pv_clang_take_string(clang, clang_getFileName(file));
    struct pv_known_file known = {file, pv_diag_add_file(clang->diag, name, copy, copy ? size : 0)};
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

struct pv_loc pv_clang_locate(struct pv_clang *clang, CXSourceLocation location)
{
    CXFile file;
    unsigned offset;
    clang_getExpansionLocation(location, &file, NULL, NULL, &offset);
    int number = file == clang->main_file ? clang->main_number : file_number(clang, file);
    if (number == clang->main_number)
        return locate_in_main(clang, offset);
    return number ? pv_diag_locate(clang->diag, number, offset) : (struct pv_loc){0};
}

/* Does the location "end", at "loc" when macros are expanded, lie in an argument of a macro, perhaps of one that another macro
 * uses? Its offset is then that of the macro's name: only such places need a closer look. */
static bool ends_in_argument(struct pv_clang *clang, CXSourceLocation end, struct pv_loc loc)
{
    if (loc.file != clang->main_number || loc.offset >= clang->size ||
        !(isalpha((unsigned char)clang->text[loc.offset]) || clang->text[loc.offset] == '_'))
        return false;
    CXSourceLocation in_text = clang_getLocationForOffset(clang->unit, clang->main_file, loc.offset);
    return !clang_equalLocations(end, in_text);
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
    CXSourceRange extent = clang_getCursorExtent(pv_cursor_to_clang(cursor));
    CXSourceLocation end = clang_getRangeEnd(extent);
    struct pv_range range = {pv_clang_locate(clang, clang_getRangeStart(extent)), pv_clang_locate(clang, end)};
    if (ends_in_argument(clang, end, range.end))
        range.end = macro_end(clang, range.end);
    if (range.end.file != range.begin.file || range.end.offset < range.begin.offset)
        range.end = range.begin;
    return range;
}

struct pv_loc pv_cursor_loc(struct pv_clang *clang, struct pv_cursor cursor)
{
    return pv_clang_locate(clang, clang_getCursorLocation(pv_cursor_to_clang(cursor)));
}

const char *pv_cursor_spelled_text(struct pv_clang *clang, struct pv_cursor cursor, size_t *size, unsigned *offset)
{
    CXSourceRange extent = clang_getCursorExtent(pv_cursor_to_clang(cursor));
    CXFile file;
    clang_getSpellingLocation(clang_getRangeStart(extent), &file, NULL, NULL, offset);
    const char *text = file ? clang_getFileContents(clang->unit, file, size) : NULL;
    return text && *offset < *size ? text : NULL;
}

bool pv_cursor_is_from_macro(struct pv_clang *clang, struct pv_cursor cursor)
{
    (void)clang;
    CXSourceLocation start = clang_getRangeStart(clang_getCursorExtent(pv_cursor_to_clang(cursor)));
    CXFile file;
    unsigned spelled, expanded;
    clang_getSpellingLocation(start, &file, NULL, NULL, &spelled);
    clang_getExpansionLocation(start, &file, NULL, NULL, &expanded);
    return spelled != expanded;
}

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

/* Is the text that of an error about the type of main() or of its parameters? gcc warns at most, and clang reads its body. */
static bool is_about_main(const char *text)
{
    static const char *const parts[] = {" parameter of 'main' (", " for 'main': must be ", "'main' must return 'int'"};
    for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
        if (strstr(text, parts[i]))
            return true;
    return false;
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
            struct pv_loc loc = pv_clang_locate(clang, clang_getDiagnosticLocation(diagnostic));
            const char *text = pv_clang_take_string(clang, clang_getDiagnosticSpelling(diagnostic));
            if (!is_about_option(loc, text) && !is_about_main(text) && n_errors++ < most) {
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
    args[n++] = PV_PRELUDE_NAME;
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
    struct CXUnsavedFile *files = pv_new_array(clang->arena, struct CXUnsavedFile, input->n_headers + 2);
    unsigned n_files = 0;
    files[n_files++] = (struct CXUnsavedFile){input->name, input->text, input->size};
    files[n_files++] = (struct CXUnsavedFile){PV_PRELUDE_NAME, input->prelude, strlen(input->prelude)};
    for (int i = 0; i < input->n_headers; i++) {
        const struct pv_clang_header *header = &input->headers[i];
        files[n_files++] = (struct CXUnsavedFile){header->name, header->text, strlen(header->text)};
    }
    return clang_parseTranslationUnit2(clang->index, input->name, args, n, files, n_files,
                                       CXTranslationUnit_DetailedPreprocessingRecord, &clang->unit);
}

/* Is "diagnostic" about a function that was called before its declaration? Then C declared it implicitly, as returning int. */
static bool is_about_implicit(CXDiagnostic diagnostic)
{
    CXDiagnosticSet notes = clang_getChildDiagnostics(diagnostic);
    bool is_implicit = false;
    for (unsigned i = 0; i < clang_getNumDiagnosticsInSet(notes) && !is_implicit; i++) {
        CXDiagnostic note = clang_getDiagnosticInSet(notes, i);
        CXString text = clang_getDiagnosticSpelling(note);
        is_implicit = strstr(clang_getCString(text), "implicit declaration") != NULL;
        clang_disposeString(text);
        clang_disposeDiagnostic(note);
    }
    return is_implicit;
}

/* Add to "text" a declaration of each function that is called first and defined as returning void later. gcc accepts these, clang
 * takes the implicit declaration for a conflict. Return whether there is any. */
static bool declare_called_first(struct pv_clang *clang, struct pv_sb *text)
{
    bool is_any = false;
    unsigned n = clang->unit ? clang_getNumDiagnostics(clang->unit) : 0;
    for (unsigned i = 0; i < n; i++) {
        CXDiagnostic diagnostic = clang_getDiagnostic(clang->unit, i);
        CXCursor function = clang_getCursor(clang->unit, clang_getDiagnosticLocation(diagnostic));
        if (clang_getDiagnosticSeverity(diagnostic) >= CXDiagnostic_Error &&
            clang_getCursorKind(function) == CXCursor_FunctionDecl &&
            clang_getCursorResultType(function).kind == CXType_Void && is_about_implicit(diagnostic)) {
            pv_sb_printf(text, "void %s();\n", pv_clang_take_string(clang, clang_getCursorSpelling(function)));
            is_any = true;
        }
        clang_disposeDiagnostic(diagnostic);
    }
    return is_any;
}

/* Parse "input"; again where functions must be declared first. clang stops at 20 errors. */
static enum CXErrorCode parse_declared(struct pv_clang *clang, const struct pv_clang_input *input)
{
    enum { most_rounds = 5 };
    enum CXErrorCode code = parse(clang, input);
    struct pv_sb prelude = {0};
    pv_sb_add(&prelude, input->prelude);
    for (int i = 0; i < most_rounds && code == CXError_Success && declare_called_first(clang, &prelude); i++) {
        struct pv_clang_input declared = *input;
        declared.prelude = prelude.text;
        clang_disposeTranslationUnit(clang->unit);
        clang->unit = NULL;
        code = parse(clang, &declared);
    }
    pv_sb_free(&prelude);
    return code;
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
    enum CXErrorCode code = parse_declared(clang, input);
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
    struct pv_known_file known = {clang->main_file, clang->main_number};
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
