/* Finds the directives that keep the text around them in its place. */
#include "front/directives.h"

#include "base/str.h"
#include "front/lexis.h"

#include <ctype.h>
#include <string.h>

/* Reading. */

struct scanner {
    struct pv_arena *arena;
    struct pv_directives *result;
    PV_VEC(int) open;  /* the conditionals around the place, by their numbers */
    PV_VEC(bool) dead; /* for each: is the present branch never compiled? */
};

/* If "*s" begins with "word" and blanks behind it, move to what follows. */
static bool take_word(const char **s, const char *word)
{
    size_t n = strlen(word);
    if (strncmp(*s, word, n) || isalnum((unsigned char)(*s)[n]) || (*s)[n] == '_')
        return false;
    *s += n;
    *s += strspn(*s, " \t\r");
    return true;
}

static bool take_any(const char **s, int n, const char *const *words)
{
    for (int i = 0; i < n; i++)
        if (take_word(s, words[i]))
            return true;
    return false;
}

#define TAKE_ANY(s, words) take_any(s, (int)(sizeof(words) / sizeof((words)[0])), words)

/* Does the pragma with these words change the meaning or the warnings of what follows it? */
static bool has_lasting_effect(const char *words)
{
    static const char *const lasting[] = {
        "pack", "STDC", "weak", "redefine_extname", "ms_struct", "scalar_storage_order", "push_macro", "pop_macro"};
    static const char *const of_gcc[] = {"diagnostic", "optimize", "push_options", "pop_options",  "reset_options",
                                         "target",     "poison",   "visibility",   "system_header"};
    static const char *const compilers[] = {"GCC", "clang"};
    if (TAKE_ANY(&words, lasting))
        return true;
    return TAKE_ANY(&words, compilers) && TAKE_ANY(&words, of_gcc);
}

static bool is_dead(const struct scanner *scanner)
{
    for (int i = 0; i < scanner->dead.n; i++)
        if (scanner->dead.v[i])
            return true;
    return false;
}

static void open_group(struct scanner *scanner, const char *condition, bool is_plain_if)
{
    size_t n = strcspn(condition, " \t\r");
    bool is_number = is_plain_if && n == 1 && (*condition == '0' || *condition == '1') &&
                     !condition[n + strspn(condition + n, " \t\r")];
    pv_push(scanner->arena, &scanner->open, scanner->result->is_constant.n);
    pv_push(scanner->arena, &scanner->result->is_constant, is_number || is_dead(scanner));
    pv_push(scanner->arena, &scanner->dead, is_number && *condition == '0');
}

/* Classify the directive with the text "words", behind its '#'. False for one that does not matter. */
static bool classify(struct scanner *scanner, const char *words, struct pv_directive *directive)
{
    static const char *const ifs[] = {"ifdef", "ifndef"};
    static const char *const elifs[] = {"elif", "elifdef", "elifndef"};
    static const char *const states[] = {"define", "undef", "include", "include_next", "import"};
    bool *dead = scanner->dead.n ? &scanner->dead.v[scanner->dead.n - 1] : NULL;
    directive->group = scanner->open.n ? scanner->open.v[scanner->open.n - 1] : -1;
    bool is_if = take_word(&words, "if");
    if (is_if || TAKE_ANY(&words, ifs)) {
        directive->kind = PV_DIRECTIVE_IF;
        open_group(scanner, words, is_if);
        directive->group = scanner->open.v[scanner->open.n - 1];
    } else if (take_word(&words, "else")) {
        directive->kind = PV_DIRECTIVE_ELSE;
        if (dead)
            *dead = directive->group >= 0 && scanner->result->is_constant.v[directive->group] && !*dead;
    } else if (TAKE_ANY(&words, elifs)) {
        directive->kind = PV_DIRECTIVE_ELSE;
        if (dead) {
            *dead = false;
            scanner->result->is_constant.v[directive->group] = is_dead(scanner);
        }
    } else if (take_word(&words, "endif")) {
        directive->kind = PV_DIRECTIVE_ENDIF;
        scanner->open.n -= scanner->open.n > 0;
        scanner->dead.n -= scanner->dead.n > 0;
    } else if (TAKE_ANY(&words, states) || (take_word(&words, "pragma") && has_lasting_effect(words))) {
        directive->kind = PV_DIRECTIVE_STATE;
    } else {
        return false;
    }
    return true;
}

/* Length of the '#' at "pos", in any of its spellings; or 0. */
static size_t hash(const char *text, size_t size, size_t pos)
{
    static const char *const spellings[] = {"#", "%:", "?\?="};
    for (size_t i = 0; i < sizeof(spellings) / sizeof(spellings[0]); i++) {
        size_t n = strlen(spellings[i]);
        if (size - pos >= n && !memcmp(text + pos, spellings[i], n))
            return n;
    }
    return 0;
}

/* Add the directive at "pos", whose '#' has "n" bytes, if it matters. Return the offset past its line's end. */
static size_t add_directive(struct scanner *scanner, const char *text, size_t size, size_t pos, size_t n)
{
    struct pv_sb line = {0};
    size_t end = pv_text_directive(text, size, pos, &line);
    struct pv_directive directive = {.at = (unsigned)pos, .end = (unsigned)end};
    while (line.n && isspace((unsigned char)line.text[line.n - 1]))
        line.text[--line.n] = '\0';
    directive.words = pv_strdup(scanner->arena, line.text + n + strspn(line.text + n, " \t"));
    directive.text = pv_strdup(scanner->arena, line.text);
    directive.is_dead = is_dead(scanner);
    if (classify(scanner, directive.words, &directive))
        pv_push(scanner->arena, &scanner->result->list, directive);
    pv_sb_free(&line);
    return end;
}

/* Add the operator _Pragma("words"), whose name is at "pos" and ends before "end", if it has a lasting effect. */
static void add_operator(struct scanner *scanner, const char *text, size_t size, size_t pos, size_t end)
{
    while (end < size && text[end] != '"' && (text[end] == '(' || isspace((unsigned char)text[end])))
        end++;
    if (end >= size || text[end] != '"')
        return;
    size_t n = pv_text_quoted(text, size, end);
    struct pv_directive directive = {
        .kind = PV_DIRECTIVE_STATE, .at = (unsigned)pos, .end = (unsigned)(end + n), .group = -1};
    directive.text = directive.words = pv_strndup(scanner->arena, text + end + 1, n > 2 ? n - 2 : 0);
    directive.is_dead = is_dead(scanner);
    if (has_lasting_effect(directive.words))
        pv_push(scanner->arena, &scanner->result->list, directive);
}

/* Skip the word, number, string or other character at "pos". */
static size_t skip_token(struct scanner *scanner, const char *text, size_t size, size_t pos)
{
    static const char operator[] = "_Pragma";
    size_t end = pos;
    if (text[pos] == '"' || text[pos] == '\'')
        return pos + pv_text_quoted(text, size, pos);
    while (end < size && (isalnum((unsigned char)text[end]) || text[end] == '_'))
        end++;
    if (end - pos == sizeof(operator) - 1 && !memcmp(text + pos, operator, end - pos))
        add_operator(scanner, text, size, pos, end);
    return end > pos ? end : pos + 1;
}

void pv_directives_scan(struct pv_arena *arena, const char *text, size_t size, struct pv_directives *directives)
{
    struct scanner scanner = {.arena = arena, .result = directives};
    bool at_line_start = true;
    for (size_t pos = pv_text_mark(text, size); pos < size;) {
        size_t n = pv_text_blank(text, size, pos);
        at_line_start = at_line_start || text[pos] == '\n';
        if (n) {
            pos += n;
        } else if (at_line_start && (n = hash(text, size, pos))) {
            pos = add_directive(&scanner, text, size, pos, n);
        } else {
            at_line_start = false;
            pos = skip_token(&scanner, text, size, pos);
        }
    }
}

/* Questions. */

/* The first directive at or after "offset", by its place in the list. */
static int first_from(const struct pv_directives *directives, unsigned offset)
{
    int low = 0, high = directives->list.n;
    while (low < high) {
        int mid = low + (high - low) / 2;
        if (directives->list.v[mid].at < offset)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

const struct pv_directive *pv_directives_obstacle(const struct pv_directives *directives, unsigned begin, unsigned end)
{
    const struct pv_directive *open = NULL;
    int depth = 0;
    for (int i = first_from(directives, begin); i < directives->list.n && directives->list.v[i].at < end; i++) {
        const struct pv_directive *directive = &directives->list.v[i];
        if (directive->kind == PV_DIRECTIVE_STATE && !directive->is_dead)
            return directive;
        if (directive->kind == PV_DIRECTIVE_STATE)
            continue;
        if (directive->group < 0 || !directives->is_constant.v[directive->group])
            return directive;
        if (directive->kind == PV_DIRECTIVE_IF && !depth++)
            open = directive;
        if (directive->kind != PV_DIRECTIVE_IF && !depth)
            return directive;
        depth -= directive->kind == PV_DIRECTIVE_ENDIF;
    }
    return depth ? open : NULL;
}

bool pv_directives_weakens(const struct pv_directives *directives, const char *name)
{
    for (int i = 0; i < directives->list.n; i++) {
        const char *words = directives->list.v[i].words;
        if (directives->list.v[i].kind == PV_DIRECTIVE_STATE &&
            (take_word(&words, "pragma"), take_word(&words, "weak")) && take_word(&words, name))
            return true;
    }
    return false;
}

/* Does the text between two offsets end with a whole statement, or hold nothing but blanks, comments and directives? */
static bool is_complete(const char *text, unsigned begin, unsigned end)
{
    char last = ';';
    bool at_line_start = true;
    for (size_t pos = begin; pos < end;) {
        size_t n = pv_text_blank(text, end, pos);
        if (text[pos] == '\n')
            at_line_start = true;
        if (n) {
            pos += n;
        } else if (at_line_start && hash(text, end, pos)) {
            struct pv_sb line = {0};
            pos = pv_text_directive(text, end, pos, &line);
            pv_sb_free(&line);
        } else {
            at_line_start = false;
            last = text[pos];
            pos += last == '"' || last == '\'' ? pv_text_quoted(text, end, pos) : 1;
        }
    }
    return last == ';' || last == '{' || last == '}';
}

const struct pv_directive *pv_directives_open_branch(const struct pv_directives *directives, const char *text,
                                                     unsigned begin, unsigned end)
{
    unsigned branch = begin;
    for (int i = first_from(directives, begin); i < directives->list.n && directives->list.v[i].at < end; i++) {
        const struct pv_directive *directive = &directives->list.v[i];
        if (directive->kind == PV_DIRECTIVE_STATE)
            continue;
        if (directive->kind != PV_DIRECTIVE_IF && !is_complete(text, branch, directive->at))
            return directive;
        branch = directive->end;
    }
    return NULL;
}
