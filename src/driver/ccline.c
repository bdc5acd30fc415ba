/* Reads the command line of a C compiler as far as pavecc must understand it. */
#include "driver/ccline.h"

#include "driver/flags.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LENGTH(array) ((int)(sizeof(array) / sizeof((array)[0])))

static bool starts(const char *text, const char *start)
{
    return !strncmp(text, start, strlen(start));
}

/* Is "word" in "list"? An entry that ends in '*' stands for all words that start so. */
static bool is_in(const char *word, const char *const *list, int n)
{
    for (int i = 0; i < n; i++) {
        size_t length = strlen(list[i]);
        if (list[i][length - 1] == '*' ? !strncmp(word, list[i], length - 1) : !strcmp(word, list[i]))
            return true;
    }
    return false;
}

/* The bytes of "file", allocated by malloc(), or NULL. */
static char *read_all(FILE *file, size_t *size)
{
    size_t room = 1 << 16, got;
    char *text = malloc(room);
    *size = 0;
    while (text && (got = fread(text + *size, 1, room - *size, file)) > 0) {
        *size += got;
        if (*size < room)
            continue;
        room *= 2;
        char *more = realloc(text, room);
        if (!more)
            free(text);
        text = more;
    }
    return text;
}

char *pv_ccline_read(struct pv_arena *arena, const char *path, size_t *size)
{
    bool is_stdin = !strcmp(path, "-");
    FILE *file = is_stdin ? stdin : fopen(path, "rb");
    size_t n = 0;
    char *text = file ? read_all(file, &n) : NULL;
    bool ok = text && !ferror(file);
    if (file && !is_stdin)
        (void)fclose(file); /* nothing was written */
    char *result = ok ? pv_alloc(arena, n + 1) : NULL;
    if (ok)
        memcpy(result, text, n);
    if (ok && size)
        *size = n;
    free(text);
    return result;
}

void pv_ccline_split(struct pv_arena *arena, const char *text, pv_words *words)
{
    while (*text) {
        while (isspace((unsigned char)*text))
            text++;
        if (!*text)
            return;
        char *word = pv_alloc(arena, strlen(text) + 1), *end = word, quote = '\0';
        for (; *text && (quote || !isspace((unsigned char)*text)); text++) {
            if (*text == '\\' && text[1])
                *end++ = *++text;
            else if (quote ? *text == quote : *text == '"' || *text == '\'')
                quote = (char)(quote ? '\0' : *text);
            else
                *end++ = *text;
        }
        pv_push(arena, words, word);
    }
}

/* Append "word" to the words of "line", or the words of the response file that it names. A file that cannot be read is a
 * word as any other, as it is for gcc. */
static void expand(struct pv_arena *arena, struct pv_ccline *line, const char *word, int depth)
{
    const char *text = word[0] == '@' && depth < 16 ? pv_ccline_read(arena, word + 1, NULL) : NULL;
    if (!text) {
        pv_push(arena, starts(word, "--pave-") ? &line->own : &line->words, word);
        return;
    }
    pv_words words = {0};
    pv_ccline_split(arena, text, &words);
    line->has_response = true;
    for (int i = 0; i < words.n; i++)
        expand(arena, line, words.v[i], depth + 1);
}

/* Options that take the next word, besides those of pv_flag_find(). */
static const char *const with_word[] = {
    "-o",       "-x",       "-e",     "-h",         "-A", "-aux-info", "-arch", "-target", "-dumpbase", "-dumpbase-ext",
    "-dumpdir", "-wrapper", "-mllvm", "-framework", "-G",
};
/* Options that pave needs; those of one letter may have their argument in the same word. */
static const char *const of_preprocessor[] = {"-I*",         "-D*",      "-U*",      "-isystem*", "-iquote*",
                                              "-idirafter*", "-include", "-imacros", "-nostdinc", "-std=*"};
static const char *const with_separate_word[] = {"-I",      "-D",         "-U",       "-isystem",
                                                 "-iquote", "-idirafter", "-include", "-imacros"};
static const char *const without_compiling[] = {
    "-E",         "-M",       "-MM",          "-fsyntax-only", "-###",
    "--version",  "--help*",  "-dumpversion", "-dumpmachine",  "-dumpfullversion",
    "-dumpspecs", "-print-*", "--print-*",    "--target-help"};
/* These make the compiler write files whose names follow from those of the inputs. */
static const char *const with_files[] = {"-MD",
                                         "-MMD",
                                         "-Wp,-MD,*",
                                         "-Wp,-MMD,*",
                                         "-save-temps*",
                                         "--save-temps*",
                                         "--coverage",
                                         "-coverage",
                                         "-fprofile-arcs",
                                         "-ftest-coverage",
                                         "-fprofile-generate*",
                                         "-gsplit-dwarf*",
                                         "-fdump-*",
                                         "-fstack-usage",
                                         "-fcallgraph-info*",
                                         "-da",
                                         "-dA"};

/* Note what "word", the one at "at", asks the compiler for. "next" is the word behind it, or NULL. */
static void note_action(struct pv_ccline *line, int at, const char *word, const char *next)
{
    if (is_in(word, without_compiling, LENGTH(without_compiling)))
        line->action = PV_CC_PASS;
    else if ((!strcmp(word, "-c") || !strcmp(word, "-S")) && line->action == PV_CC_LINK)
        line->action = PV_CC_COMPILE;
    line->is_assembly |= !strcmp(word, "-S");
    if (starts(word, "-o")) {
        line->output = word[2] ? word + 2 : next;
        line->output_at = at;
    } else if (starts(word, "-MF")) {
        line->depfile = word[3] ? word + 3 : next;
    } else if (starts(word, "-Wp,-MD,") || starts(word, "-Wp,-MMD,")) {
        line->depfile = strchr(word + strlen("-Wp,"), ',') + 1;
    }
    line->has_deps |= !strcmp(word, "-MD") || !strcmp(word, "-MMD") || starts(word, "-Wp,-M");
    if (is_in(word, with_files, LENGTH(with_files)))
        line->beside = word;
    if (!strcmp(word, "-fopenmp") || !strcmp(word, "-fno-openmp"))
        line->has_openmp = !strcmp(word, "-fopenmp");
    line->is_bare |= !strcmp(word, "-nostdlib") || !strcmp(word, "-nodefaultlibs") || !strcmp(word, "-r");
}

/* Note what the option at "at", which "next" follows, means for pave. Return whether it takes "next". */
static bool note_option(struct pv_arena *arena, struct pv_ccline *line, int at, const char *next)
{
    const char *word = line->words.v[at];
    struct pv_flag flag = pv_flag_find(word);
    bool is_read = is_in(word, of_preprocessor, LENGTH(of_preprocessor));
    bool takes = flag.takes_word || is_in(word, with_word, LENGTH(with_word)) ||
                 is_in(word, with_separate_word, LENGTH(with_separate_word));
    note_action(line, at, word, next);
    if (is_read || flag.use == PV_FLAG_READ) {
        pv_push(arena, &line->reading, word);
        if (takes && next)
            pv_push(arena, &line->reading, next);
    } else if (flag.use == PV_FLAG_NOT_KEPT) {
        line->refused = word;
        line->why = flag.why;
    }
    line->is_incomplete |= takes && !next;
    return takes && next;
}

/* Has the name "path" one of these suffixes? */
static bool has_suffix(const char *path, const char *const *suffixes, int n)
{
    const char *slash = strrchr(path, '/'), *dot = strrchr(slash ? slash : path, '.');
    return dot && dot > path && is_in(dot + 1, suffixes, n);
}

/* Suffixes of the files that gcc compiles, or assembles; all others are for the linker. */
static const char *const of_sources[] = {"c",   "i",   "ii",  "cc",  "cp",  "cxx", "cpp", "CPP", "c++",
                                         "C",   "m",   "mi",  "mm",  "M",   "mii", "s",   "S",   "sx",
                                         "f",   "for", "ftn", "F",   "FOR", "fpp", "f90", "f95", "f03",
                                         "f08", "F90", "F95", "F03", "F08", "adb", "d",   "go",  "cu"};
static const char *const of_headers[] = {"h", "hh", "H", "hp", "hxx", "hpp", "HPP", "h++", "tcc"};

/* Note the file at "at". "language" is that of -x, or NULL. */
static void note_operand(struct pv_arena *arena, struct pv_ccline *line, int at, const char *language)
{
    static const char *const of_c[] = {"c"};
    const char *path = line->words.v[at];
    bool is_header = language ? strstr(language, "-header") != NULL : has_suffix(path, of_headers, LENGTH(of_headers));
    bool is_c = language ? !strcmp(language, "c") : has_suffix(path, of_c, LENGTH(of_c));
    pv_push(arena, &line->operands, at);
    if (is_header)
        line->action = PV_CC_PASS;
    else if (language || has_suffix(path, of_sources, LENGTH(of_sources)))
        pv_push(arena, &line->inputs, ((struct pv_cc_input){at, path, language, is_c}));
}

/* Go through the words, which are complete. */
static void note_words(struct pv_arena *arena, struct pv_ccline *line)
{
    const char *language = NULL;
    for (int i = 0; i < line->words.n; i++) {
        const char *word = line->words.v[i], *next = i + 1 < line->words.n ? line->words.v[i + 1] : NULL;
        if (starts(word, "-x")) {
            bool is_joined = word[2];
            pv_push(arena, &line->languages, i);
            language = is_joined ? word + 2 : next;
            line->is_incomplete |= !language;
            if (!is_joined)
                i++;
            if (language && !strcmp(language, "none"))
                language = NULL;
        } else if (word[0] == '-' && word[1]) {
            i += note_option(arena, line, i, next);
        } else {
            note_operand(arena, line, i, language);
        }
    }
    if (line->action == PV_CC_COMPILE && line->output && line->inputs.n > 1)
        line->is_incomplete = true; /* one output for several files is an error */
    if (!line->operands.n || line->is_incomplete)
        line->action = PV_CC_PASS;
}

/* Append the options of PAVE_FLAGS and of "--pave-OPTION" to those for pave, and find the target that they choose. */
static const char *note_pave(struct pv_arena *arena, struct pv_ccline *line)
{
    const char *target = getenv("PAVE_TARGET"), *flags = getenv("PAVE_FLAGS");
    line->target = target && *target ? target : "openmp";
    pv_words given = {0};
    pv_ccline_split(arena, flags ? flags : "", &given);
    for (int i = 0; i < line->own.n; i++)
        pv_push(arena, &given, pv_printf(arena, "--%s", line->own.v[i] + strlen("--pave-")));
    for (int i = 0; i < given.n; i++) {
        if (starts(given.v[i], "--target="))
            line->target = given.v[i] + strlen("--target=");
        else if (!strcmp(given.v[i], "--target") && i + 1 < given.n)
            line->target = given.v[++i];
        else
            pv_push(arena, &line->pave, given.v[i]);
    }
    static const char *const targets[] = {"c", "openmp", "opencl", "cuda"};
    return is_in(line->target, targets, LENGTH(targets))
               ? NULL
               : pv_printf(arena, "unknown target '%s'; pave has c, openmp, opencl and cuda", line->target);
}

const char *pv_ccline_parse(struct pv_arena *arena, char **args, struct pv_ccline *line)
{
    *line = (struct pv_ccline){.action = PV_CC_LINK, .output_at = -1};
    for (; *args; args++)
        expand(arena, line, *args, 0);
    note_words(arena, line);
    if (line->depfile && !strcmp(line->depfile, "-")) {
        line->refused = "-MF -";
        line->why = "the names of dependences cannot be corrected on standard output";
    }
    return note_pave(arena, line);
}
