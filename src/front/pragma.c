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

static void add_pragma(struct scanner *scanner, const char *words, struct pv_pragma pragma)
{
    bool is_good;
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
    if (take_word(&words, "pragma"))
        add_pragma(scanner, words, pragma);
    else if (take_word(&words, "include") || take_word(&words, "include_next") || take_word(&words, "import"))
        pv_push(scanner->arena, &scanner->result->includes, pragma.at);
    else if (take_word(&words, "if") || take_word(&words, "ifdef") || take_word(&words, "ifndef"))
        scanner->result->has_conditionals = true;
    pv_sb_free(&line);
    return end;
}

/* Look at the operator _Pragma("words") whose name is at "pos" and ends before "name_end". */
static size_t scan_operator(struct scanner *scanner, size_t pos, size_t name_end)
{
    const char *text = scanner->text;
    size_t p = name_end;
    while (p < scanner->size && isspace((unsigned char)text[p]))
        p++;
    if (p >= scanner->size || text[p++] != '(')
        return name_end;
    while (p < scanner->size && isspace((unsigned char)text[p]))
        p++;
    if (p >= scanner->size || text[p] != '"')
        return name_end;
    size_t n = pv_text_quoted(text, scanner->size, p);
    struct pv_sb words = {0};
    pv_sb_add(&words, "");
    for (size_t i = p + 1; i + 1 < p + n; i++)
        if (text[i] != '\\')
            pv_sb_addn(&words, text + i, 1);
    for (p += n; p < scanner->size && isspace((unsigned char)text[p]);)
        p++;
    size_t end = p < scanner->size && text[p] == ')' ? p + 1 : name_end;
    if (end != name_end)
        add_pragma(scanner, words.text,
                   (struct pv_pragma){.begin = (unsigned)pos, .end = (unsigned)end, .at = (unsigned)pos});
    pv_sb_free(&words);
    return end;
}

static size_t scan_name(struct scanner *scanner, size_t pos)
{
    size_t end = pos;
    while (end < scanner->size && is_name_char(scanner->text[end]))
        end++;
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

void pv_pragmas_scan(struct pv_arena *arena, struct pv_diag *diag, int file, const char *text, size_t size,
                     const struct pv_pragma_params *params, struct pv_pragmas *pragmas)
{
    struct scanner scanner = {arena, diag, file, text, size, params, pragmas};
    bool at_line_start = true;
    size_t line_begin = pv_text_mark(text, size);
    for (size_t pos = line_begin; pos < size;) {
        char c = text[pos];
        size_t n = pv_text_comment(text, size, pos);
        if (c == '\n') {
            at_line_start = true;
            line_begin = ++pos;
        } else if (n) {
            if (params->generated)
                scan_comment(&scanner, pos, n);
            pos += n;
        } else if ((n = pv_text_blank(text, size, pos))) {
            pos += n;
        } else if (c == '#' && at_line_start) {
            line_begin = pos = scan_directive(&scanner, line_begin, pos);
        } else {
            at_line_start = false;
            if (c == '"' || c == '\'')
                pos += pv_text_quoted(text, size, pos);
            else if (is_name_char(c))
                pos = scan_name(&scanner, pos);
            else
                pos++;
        }
    }
}
