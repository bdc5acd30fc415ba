/* Finds the pragmas of pave, PENCIL and OpenMP in the text. */
#include "front/pragma.h"

#include "base/str.h"
#include "front/lexis.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct scanner {
    struct pv_arena *arena;
    struct pv_diag *diag;
    int file;
    const char *text;
    size_t size;
    const struct pv_pragma_params *params;
    const pv_macro_text_vec *macros; /* look for uses of these and for nothing else; or NULL */
    struct pv_pragmas *result;
};

static bool is_name_start(char c)
{
    return isalpha((unsigned char)c) || c == '_';
}

static bool is_name_char(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Read of one pragma's words. */

static const char *skip_space(const char *s)
{
    while (isspace((unsigned char)*s))
        s++;
    return s;
}

/* If the next word of "*s" is "word", move behind it. */
static bool take_word(const char **s, const char *word)
{
    const char *p = skip_space(*s);
    size_t n = strlen(word);
    if (strncmp(p, word, n) || is_name_char(p[n]) || p[n] == '-')
        return false;
    *s = p + n;
    return true;
}

static bool take_char(const char **s, char c)
{
    const char *p = skip_space(*s);
    if (*p != c)
        return false;
    *s = p + 1;
    return true;
}

static bool take_name(struct pv_arena *arena, const char **s, const char **name)
{
    const char *p = skip_space(*s);
    if (!is_name_start(*p))
        return false;
    const char *end = p;
    while (is_name_char(*end))
        end++;
    *name = pv_strndup(arena, p, (size_t)(end - p));
    *s = end;
    return true;
}

static bool take_number(const char **s, int64_t *value)
{
    const char *p = skip_space(*s);
    char *end;
    errno = 0;
    *value = strtoll(p, &end, 0);
    *s = end;
    return end != p && !errno;
}

/* reduction(op: name, name) */
static bool read_reduction(struct pv_arena *arena, const char **s, struct pv_pragma *pragma)
{
    if (!take_char(s, '('))
        return false;
    const char *p = skip_space(*s);
    size_t n = strcspn(p, ":)");
    while (n > 0 && isspace((unsigned char)p[n - 1]))
        n--;
    const char *op = pv_strndup(arena, p, n);
    *s = p + strcspn(p, ":)");
    if (!n || !take_char(s, ':'))
        return false;
    do {
        const char *name;
        if (!take_name(arena, s, &name))
            return false;
        pv_push(arena, &pragma->names, name);
        pv_push(arena, &pragma->ops, op);
    } while (take_char(s, ','));
    return take_char(s, ')');
}

static bool read_independent(struct pv_arena *arena, const char **s, struct pv_pragma *pragma)
{
    while (take_word(s, "reduction"))
        if (!read_reduction(arena, s, pragma))
            return false;
    return true;
}

/* name [min max]; the bounds may only be missing when they are "optional". */
static bool read_bounds(struct pv_arena *arena, const char **s, struct pv_pragma *pragma, bool optional)
{
    const char *name;
    if (!take_name(arena, s, &name))
        return false;
    pv_push(arena, &pragma->names, name);
    if (optional && !*skip_space(*s))
        return true;
    pragma->has_bounds = true;
    return take_number(s, &pragma->min) && take_number(s, &pragma->max) && pragma->min <= pragma->max;
}

static bool read_names(struct pv_arena *arena, const char **s, struct pv_pragma *pragma)
{
    do {
        const char *name;
        if (!take_name(arena, s, &name))
            return false;
        pv_push(arena, &pragma->names, name);
    } while (take_char(s, ',') || is_name_start(*skip_space(*s)));
    return true;
}

/* Read the words behind "pragma". Return false for a pragma of others; set "*is_good" for ours. */
static bool read_pragma(struct scanner *scanner, const char *s, struct pv_pragma *pragma, bool *is_good)
{
    struct pv_arena *arena = scanner->arena;
    *is_good = true;
    if (take_word(&s, "scop")) {
        pragma->kind = PV_PRAGMA_SCOP;
    } else if (take_word(&s, "endscop")) {
        pragma->kind = PV_PRAGMA_ENDSCOP;
    } else if (take_word(&s, "parameter")) {
        pragma->kind = PV_PRAGMA_PARAMETER;
        *is_good = read_bounds(arena, &s, pragma, true);
    } else if (take_word(&s, "value_bounds")) {
        pragma->kind = PV_PRAGMA_VALUE_BOUNDS;
        *is_good = read_bounds(arena, &s, pragma, false);
    } else if (take_word(&s, "live-out")) {
        pragma->kind = PV_PRAGMA_LIVE_OUT;
        *is_good = read_names(arena, &s, pragma);
    } else if (scanner->params->pencil && take_word(&s, "pencil") && take_word(&s, "independent")) {
        pragma->kind = PV_PRAGMA_INDEPENDENT;
        *is_good = read_independent(arena, &s, pragma);
    } else {
        return false;
    }
    if (*skip_space(s))
        *is_good = false;
    return true;
}

/* Add a pragma of others that matters. False where it does not. */
static bool add_foreign(struct scanner *scanner, const char *words, const struct pv_pragma *pragma)
{
    struct pv_omp directive = {.begin = pragma->begin, .end = pragma->end, .at = pragma->at};
    struct pv_loop_pragma hint = {pragma->begin, pragma->end, 0};
    if (pv_omp_read(scanner->arena, words, &directive))
        pv_push(scanner->arena, &scanner->result->omps, directive);
    else if (pv_pragma_is_hint(words))
        pv_push(scanner->arena, &scanner->result->loop_pragmas, hint);
    else
        return false;
    return true;
}

static void add_pragma(struct scanner *scanner, const char *words, struct pv_pragma pragma)
{
    bool is_good;
    if (add_foreign(scanner, words, &pragma))
        return;
    if (!read_pragma(scanner, words, &pragma, &is_good))
        return;
    if (is_good)
        pv_push(scanner->arena, &scanner->result->list, pragma);
    else
        pv_warn(scanner->diag, pv_diag_locate(scanner->diag, scanner->file, pragma.at),
                "pragma ignored: pave cannot read '%s'", skip_space(words));
}

/* Look at the directive whose '#' is at "pos" on a line that begins at "line_begin". */
static size_t scan_directive(struct scanner *scanner, size_t line_begin, size_t pos)
{
    struct pv_sb line = {0};
    size_t end = pv_text_directive(scanner->text, scanner->size, pos, &line);
    const char *words = line.text + 1;
    struct pv_pragma pragma = {.begin = (unsigned)line_begin, .end = (unsigned)end, .at = (unsigned)pos};
    if (scanner->macros)
        ;
    else if (take_word(&words, "pragma"))
        add_pragma(scanner, words, pragma);
    else if (take_word(&words, "include") || take_word(&words, "include_next") || take_word(&words, "import"))
        pv_push(scanner->arena, &scanner->result->includes, pragma.at);
    else if (take_word(&words, "if") || take_word(&words, "ifdef") || take_word(&words, "ifndef"))
        scanner->result->has_conditionals = true;
    pv_sb_free(&line);
    return end;
}

static size_t skip_blanks(const char *text, size_t size, size_t pos)
{
    while (pos < size && isspace((unsigned char)text[pos]))
        pos++;
    return pos;
}

/* Read ("words") at "pos" into "words". Return the offset past it, or "pos" where something else stands there. */
static size_t read_operand(const char *text, size_t size, size_t pos, struct pv_sb *words)
{
    size_t p = skip_blanks(text, size, pos);
    if (p >= size || text[p] != '(')
        return pos;
    p = skip_blanks(text, size, p + 1);
    if (p >= size || text[p] != '"')
        return pos;
    size_t n = pv_text_quoted(text, size, p);
    for (size_t i = p + 1; i + 1 < p + n; i++)
        if (text[i] != '\\')
            pv_sb_addn(words, text + i, 1);
    p = skip_blanks(text, size, p + n);
    return p < size && text[p] == ')' ? p + 1 : pos;
}

/* Look at the operator _Pragma("words") whose name is at "pos" and ends before "name_end". */
static size_t scan_operator(struct scanner *scanner, size_t pos, size_t name_end)
{
    struct pv_sb words = {0};
    pv_sb_add(&words, "");
    size_t end = read_operand(scanner->text, scanner->size, name_end, &words);
    if (end != name_end)
        add_pragma(scanner, words.text,
                   (struct pv_pragma){.begin = (unsigned)pos, .end = (unsigned)end, .at = (unsigned)pos});
    pv_sb_free(&words);
    return end;
}

/* Look at the first _Pragma in the body of a macro. Set "*is_hint" if the body is nothing but hints, else read the directive
 * that it is; one that the macro's arguments make up may be any. False where no directive is in it. */
static bool read_macro(struct pv_arena *arena, const char *body, struct pv_omp *directive, bool *is_hint)
{
    size_t size = strlen(body);
    const char *at = strstr(body, "_Pragma");
    struct pv_sb words = {0};
    pv_sb_add(&words, "");
    size_t end = at ? read_operand(body, size, (size_t)(at - body) + 7, &words) : 0;
    bool is_text = at && end != (size_t)(at - body) + 7;
    bool is_directive = true;
    if (is_text && !pv_omp_read(arena, words.text, directive)) {
        is_directive = false;
        *is_hint = pv_pragma_is_hint(words.text) && !body[skip_blanks(body, size, end)] &&
                   (size_t)(at - body) == skip_blanks(body, size, 0);
    } else if (!is_text) {
        *directive = (struct pv_omp){.kind = PV_OMP_CONSTRUCT, .words = "", .text = ""};
    }
    pv_sb_free(&words);
    return is_directive;
}

/* The use of a macro that holds a pragma, from "pos" to "end". */
static void add_macro_use(struct scanner *scanner, const struct pv_macro_text *macro, size_t pos, size_t end)
{
    struct pv_omp directive = {0};
    bool is_hint = false;
    struct pv_loop_pragma hint = {(unsigned)pos, (unsigned)end, 0};
    if (read_macro(scanner->arena, macro->body, &directive, &is_hint)) {
        directive.name = macro->name;
        directive.is_from_macro = true;
        directive.begin = directive.end = directive.at = (unsigned)pos;
        pv_push(scanner->arena, &scanner->result->omps, directive);
    } else if (is_hint) {
        pv_push(scanner->arena, &scanner->result->loop_pragmas, hint);
    }
}

static size_t scan_name(struct scanner *scanner, size_t pos)
{
    size_t end = pos;
    while (end < scanner->size && is_name_char(scanner->text[end]))
        end++;
    for (int i = 0; scanner->macros && i < scanner->macros->n; i++) {
        const char *name = scanner->macros->v[i].name;
        if (strlen(name) == end - pos && !memcmp(scanner->text + pos, name, end - pos))
            add_macro_use(scanner, &scanner->macros->v[i], pos, end);
    }
    if (scanner->macros)
        return end;
    if (end - pos == 7 && !memcmp(scanner->text + pos, "_Pragma", 7))
        return scan_operator(scanner, pos, end);
    return end;
}

/* Look at the comment of "n" bytes at "pos": it may be one of pave's output. */
static void scan_comment(struct scanner *scanner, size_t pos, size_t n)
{
    struct pv_arena *arena = scanner->arena;
    if (n < 4 || scanner->text[pos + 1] != '*')
        return;
    const char *s = pv_strndup(arena, scanner->text + pos + 2, n - 4), *name;
    struct pv_pragma pragma = {.begin = (unsigned)pos, .end = (unsigned)(pos + n), .at = (unsigned)pos};
    if (!take_word(&s, "pave") || !take_char(&s, ':') || !take_name(arena, &s, &name))
        return;
    if (!strcmp(name, "lines") && take_number(&s, &pragma.min) && take_word(&s, "to") && take_number(&s, &pragma.max)) {
        pragma.kind = PV_PRAGMA_SCOP;
        pragma.has_bounds = true;
        pv_push(arena, &scanner->result->list, pragma);
    } else if (!strcmp(name, "end") && !*skip_space(s)) {
        pragma.kind = PV_PRAGMA_ENDSCOP;
        pv_push(arena, &scanner->result->list, pragma);
    } else if (take_char(&s, '(') && strrchr(s, ')')) {
        struct pv_annotation annotation = {.name = name, .comment = (unsigned)pos};
        annotation.instance = pv_strndup(arena, s, (size_t)(strrchr(s, ')') - s));
        annotation.at = pv_text_skip_blank(scanner->text, scanner->size, pragma.end);
        pv_push(arena, &scanner->result->annotations, annotation);
    }
}

static void scan(struct scanner *scanner)
{
    const char *text = scanner->text;
    size_t size = scanner->size;
    bool at_line_start = true;
    size_t line_begin = pv_text_mark(text, size);
    for (size_t pos = line_begin; pos < size;) {
        char c = text[pos];
        size_t n = pv_text_comment(text, size, pos);
        if (c == '\n') {
            at_line_start = true;
            line_begin = ++pos;
        } else if (n) {
            if (scanner->params->generated)
                scan_comment(scanner, pos, n);
            pos += n;
        } else if ((n = pv_text_blank(text, size, pos))) {
            pos += n;
        } else if (c == '#' && at_line_start) {
            line_begin = pos = scan_directive(scanner, line_begin, pos);
        } else {
            at_line_start = false;
            if (c == '"' || c == '\'')
                pos += pv_text_quoted(text, size, pos);
            else if (is_name_char(c))
                pos = scan_name(scanner, pos);
            else
                pos++;
        }
    }
}

static const struct pv_loop_pragma *find_hint(const struct pv_pragmas *pragmas, unsigned begin)
{
    for (int i = 0; i < pragmas->loop_pragmas.n; i++)
        if (pragmas->loop_pragmas.v[i].begin == begin)
            return &pragmas->loop_pragmas.v[i];
    return NULL;
}

/* Where the statement stands that each hint is about: behind the last of several in a row. */
static void place_hints(const char *text, size_t size, struct pv_pragmas *pragmas)
{
    for (int i = 0; i < pragmas->loop_pragmas.n; i++) {
        struct pv_loop_pragma *hint = &pragmas->loop_pragmas.v[i];
        const struct pv_loop_pragma *next = hint;
        while (next) {
            hint->statement = pv_text_skip_blank(text, size, next->end);
            next = find_hint(pragmas, hint->statement);
        }
    }
}

void pv_pragmas_scan(struct pv_arena *arena, struct pv_diag *diag, int file, const char *text, size_t size,
                     const struct pv_pragma_params *params, struct pv_pragmas *pragmas)
{
    struct scanner scanner = {arena, diag, file, text, size, params, NULL, pragmas};
    scan(&scanner);
    place_hints(text, size, pragmas);
}

void pv_pragmas_scan_macros(struct pv_arena *arena, const char *text, size_t size, const pv_macro_text_vec *macros,
                            struct pv_pragmas *pragmas)
{
    struct pv_pragma_params params = {0};
    struct scanner scanner = {arena, NULL, 0, text, size, &params, macros, pragmas};
    scan(&scanner);
    place_hints(text, size, pragmas);
}
