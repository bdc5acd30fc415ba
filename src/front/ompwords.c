/* Tables of the words in OpenMP and OpenACC directives and in loop hints. */
#include "front/ompwords.h"

#include "base/str.h"

#include <ctype.h>
#include <string.h>

#define LENGTH(list) (sizeof(list) / sizeof((list)[0]))

static bool is_name_char(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static const char *skip_space(const char *s)
{
    while (isspace((unsigned char)*s) || *s == ',')
        s++;
    return s;
}

/* The next name of "*s", or NULL. */
static const char *take_name(struct pv_arena *arena, const char **s)
{
    const char *begin = skip_space(*s), *end = begin;
    while (is_name_char(*end))
        end++;
    if (end == begin)
        return NULL;
    *s = end;
    return pv_strndup(arena, begin, (size_t)(end - begin));
}

/* The text in the parentheses at "*s", or NULL where there are none. */
static const char *take_argument(struct pv_arena *arena, const char **s)
{
    const char *begin = *s;
    while (isspace((unsigned char)*begin))
        begin++;
    if (*begin != '(')
        return NULL;
    int depth = 1;
    const char *end = ++begin;
    while (*end && depth) {
        depth += (*end == '(') - (*end == ')');
        end++;
    }
    *s = end;
    return pv_strndup(arena, begin, (size_t)(end - begin) - (depth ? 0 : 1));
}

static bool is_among(const char *word, const char *const *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!strcmp(word, list[i]))
            return true;
    return false;
}

/* Words that make up the names of directives. What follows them are clauses. */
static const char *const name_words[] = {
    "allocate",     "assume",    "assumes", "atomic",        "barrier",       "begin",     "cache",      "cancel",
    "cancellation", "critical",  "data",    "declare",       "depobj",        "dispatch",  "distribute", "end",
    "enter",        "error",     "exit",    "flush",         "for",           "host_data", "init",       "interop",
    "kernels",      "loop",      "masked",  "master",        "metadirective", "nothing",   "ordered",    "parallel",
    "point",        "requires",  "routine", "scan",          "scope",         "section",   "sections",   "serial",
    "set",          "shutdown",  "simd",    "single",        "target",        "task",      "taskgroup",  "taskloop",
    "taskwait",     "taskyield", "teams",   "threadprivate", "tile",          "unroll",    "update",     "variant",
    "wait",         "workshare",
};

/* Does the name "words" begin with the words "start"? */
static bool starts(const char *words, const char *start)
{
    size_t n = strlen(start);
    return !strncmp(words, start, n) && (words[n] == '\0' || words[n] == ' ');
}

static bool starts_with_any(const char *words, const char *const *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (starts(words, list[i]))
            return true;
    return false;
}

static bool has_clause(const struct pv_omp *directive, const char *name)
{
    for (int i = 0; i < directive->clauses.n; i++)
        if (!strcmp(directive->clauses.v[i].name, name))
            return true;
    return false;
}

static enum pv_omp_kind kind_of(const struct pv_omp *directive)
{
    static const char *const declarations[] = {"declare",       "begin declare", "end declare",
                                               "begin assumes", "end assumes",   "requires",
                                               "allocate",      "assumes",       "routine"};
    static const char *const alone[] = {
        "barrier", "taskwait", "taskyield",  "flush",     "cancel",        "cancellation",      "depobj",
        "interop", "error",    "nothing",    "scan",      "target update", "target enter data", "target exit data",
        "update",  "wait",     "enter data", "exit data", "init",          "shutdown",          "set",
        "cache"};
    const char *words = directive->words;
    if (starts(words, "threadprivate"))
        return PV_OMP_THREADPRIVATE;
    if (starts_with_any(words, declarations, LENGTH(declarations)))
        return PV_OMP_DECLARATION;
    bool waits = !strcmp(words, "ordered") && (has_clause(directive, "depend") || has_clause(directive, "doacross"));
    return waits || starts_with_any(words, alone, LENGTH(alone)) ? PV_OMP_ALONE : PV_OMP_CONSTRUCT;
}

static void classify(struct pv_omp *directive)
{
    static const char *const teams[] = {"parallel", "teams", "target"};
    static const char *const shared[] = {"for",    "sections",     "section",   "single",    "master",
                                         "masked", "scope",        "loop",      "barrier",   "ordered",
                                         "cancel", "cancellation", "workshare", "distribute"};
    directive->kind = kind_of(directive);
    directive->is_team = directive->is_openmp && starts_with_any(directive->words, teams, LENGTH(teams));
    directive->needs_team = directive->is_openmp && starts_with_any(directive->words, shared, LENGTH(shared));
}

bool pv_omp_read(struct pv_arena *arena, const char *words, struct pv_omp *directive)
{
    const char *s = words, *family = take_name(arena, &s), *word;
    if (!family || (strcmp(family, "omp") && strcmp(family, "acc")))
        return false;
    struct pv_sb name = {0};
    directive->is_openmp = !strcmp(family, "omp");
    directive->text = pv_strdup(arena, s);
    bool is_name = true;
    while ((word = take_name(arena, &s))) {
        is_name = is_name && is_among(word, name_words, LENGTH(name_words));
        struct pv_clause clause = {word, take_argument(arena, &s)};
        if (is_name)
            pv_sb_printf(&name, "%s%s", name.n ? " " : "", word);
        if (!is_name || clause.text)
            pv_push(arena, &directive->clauses, clause);
        is_name = is_name && !clause.text;
    }
    directive->words = name.n ? pv_strdup(arena, name.text) : "";
    directive->name = pv_printf(arena, "#pragma %s %s", family, directive->words);
    pv_sb_free(&name);
    classify(directive);
    return true;
}

bool pv_pragma_is_hint(const char *words)
{
    static const char *const hints[] = {
        "GCC ivdep",      "GCC unroll",       "GCC novector", "clang loop",   "unroll",           "nounroll",
        "unroll_and_jam", "nounroll_and_jam", "ivdep",        "simd",         "vector",           "novector",
        "loop_count",     "loop count",       "prefetch",     "noprefetch",   "distribute_point", "nofusion",
        "block_loop",     "noblock_loop",     "concurrent",   "MUST_ITERATE", "UNROLL",           "PROB_ITERATE",
        "_CRI ivdep",     "_NEC ivdep",       "loop ivdep",   "loop novrec",  "loop nofuse",
    };
    struct pv_sb plain = {0};
    pv_sb_add(&plain, "");
    for (const char *s = words + strspn(words, " \t"); *s && (is_name_char(*s) || *s == ' ' || *s == '\t'); s++)
        if (is_name_char(*s) || (plain.n && plain.text[plain.n - 1] != ' '))
            pv_sb_addn(&plain, is_name_char(*s) ? s : " ", 1);
    bool is_hint = starts_with_any(plain.text, hints, LENGTH(hints));
    pv_sb_free(&plain);
    return is_hint;
}
