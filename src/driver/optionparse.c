/* Parses the command line by the table of options. */
#include "driver/optiontable.h"

#include "base/str.h"
#include "driver/argfile.h"
#include "driver/flags.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct parser {
    struct pv_arena *arena;
    struct pv_diag *diag;
    struct pv_options *opt;
    char **next; /* the argument to be read next; NULL ends them */
    bool has_command;
    enum pv_parse_status status;
    pv_option_texts later, unused; /* options given that do nothing: yet, and at all */
    pv_option_texts idle;          /* those that concern compilers alone */
    bool is_own;                   /* the last option belongs to tune alone */
};

static const struct pv_loc nowhere = {0};

#define bad(parser, ...) (pv_error((parser)->diag, nowhere, __VA_ARGS__), (parser)->status = PV_PARSE_BAD)

static bool skip(const char **text, const char *start)
{
    size_t n = strlen(start);
    if (strncmp(*text, start, n))
        return false;
    *text += n;
    return true;
}

static bool can_be_negated(const struct pv_option *option)
{
    return option->kind == PV_OPTION_FLAG || option->kind == PV_OPTION_SWITCH ||
           (option->kind == PV_OPTION_KNOB && !option->value);
}

/* Does "given", what followed "--", name "option"? "no-" may stand before or after the prefix. */
static bool names_option(const struct pv_option_section *section, const struct pv_option *option, const char *given,
                         bool *negated)
{
    *negated = can_be_negated(option) && skip(&given, "no-");
    if (section->prefix && skip(&given, section->prefix))
        *negated = (!*negated && can_be_negated(option) && skip(&given, "no-")) || *negated;
    return !pv_option_is_of_compilers(option) && !strcmp(given, option->name);
}

/* The number of characters to insert, remove or replace to make "a" of "b"; at most "limit" + 1. */
static int distance(const char *a, const char *b, int limit)
{
    enum { longest = 63 };
    size_t n = strlen(a), m = strlen(b);
    if (n > longest || m > longest)
        return limit + 1;
    int row[longest + 1];
    for (size_t j = 0; j <= m; j++)
        row[j] = (int)j;
    for (size_t i = 1; i <= n; i++) {
        int diagonal = row[0];
        row[0] = (int)i;
        for (size_t j = 1; j <= m; j++) {
            int change = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            int shorter = row[j - 1] < row[j] ? row[j - 1] : row[j];
            row[j] = change <= shorter + 1 ? change : shorter + 1;
        }
    }
    return row[m] <= limit ? row[m] : limit + 1;
}

/* Are the options of "section" known to the command? Those of tune follow it. */
static bool is_section_known(const struct parser *parser, const struct pv_option_section *section)
{
    return section->topic != PV_TOPIC_TUNE || (parser->has_command && parser->opt->command == PV_TUNE);
}

/* The known option most like "given", or NULL if there is none much like it. */
static const char *nearest_option(const struct parser *parser, const char *given)
{
    const char *best = NULL;
    struct pv_arena *arena = parser->arena;
    bool negated = skip(&given, "no-");
    int limit = (int)strlen(given) / 3 < 3 ? (int)strlen(given) / 3 : 3;
    for (int s = 0; s < pv_n_option_sections; s++) {
        const char *bare = given;
        if (pv_option_sections[s].prefix)
            skip(&bare, pv_option_sections[s].prefix);
        for (int i = 0; i < pv_option_sections[s].n; i++) {
            const struct pv_option *option = &pv_option_sections[s].options[i];
            if (!is_section_known(parser, &pv_option_sections[s]) || pv_option_is_of_compilers(option) ||
                option->kind == PV_OPTION_KNOB || (negated && !can_be_negated(option)))
                continue;
            int d = distance(bare, option->name, limit);
            if (d > limit)
                continue;
            limit = d - 1;
            best = pv_printf(arena, "--%s%s", negated ? "no-" : "",
                             pv_option_shown_name(arena, &pv_option_sections[s], option) + 2);
        }
    }
    return best;
}

static void report_unknown(struct parser *parser, const char *argument)
{
    const char *name = argument + strspn(argument, "-");
    const char *nearest = nearest_option(parser, pv_strndup(parser->arena, name, strcspn(name, "=")));
    if (nearest)
        bad(parser, "unknown option '%s'; did you mean '%s'?", argument, nearest);
    else
        bad(parser, "unknown option '%s'", argument);
    pv_note(parser->diag, nowhere, "'pave --help' lists the options");
}

/* Set a field of each kind to "text". Return what was expected instead, or NULL if all is well. */
static const char *store_flag(bool *field, const char *text)
{
    int truth = pv_option_find_truth(text);
    if (truth < 0)
        return "yes or no";
    *field = truth;
    return NULL;
}

static const char *store_choice(struct parser *parser, unsigned *field, const char *choices, const char *text)
{
    int place = pv_option_find_choice(choices, text);
    if (place < 0)
        return pv_printf(parser->arena, "one of %s", choices);
    *field = (unsigned)place;
    return NULL;
}

static const char *store_number(struct parser *parser, int *field, int min, const char *text)
{
    char *end;
    errno = 0;
    long number = strtol(text, &end, 10);
    if (errno || end == text || *end || number < min || number > INT_MAX)
        return pv_printf(parser->arena, "a number from %d to %d", min, INT_MAX);
    *field = (int)number;
    return NULL;
}

/* The same for the field of "option". */
static const char *store(struct parser *parser, const struct pv_option *option, const char *text)
{
    void *field = (char *)parser->opt + option->at;
    switch (option->kind) {
    case PV_OPTION_FLAG:
        return store_flag(field, text);
    case PV_OPTION_SWITCH:
    case PV_OPTION_CHOICE:
        return store_choice(parser, field, option->value, text);
    case PV_OPTION_NUMBER:
        return store_number(parser, field, option->min, text);
    case PV_OPTION_TEXT:
        if (!*text)
            return option->value;
        *(const char **)field = text;
        return NULL;
    case PV_OPTION_LIST:
        if (!*text)
            return option->value;
        pv_push(parser->arena, (pv_option_texts *)field, text);
        return NULL;
    case PV_OPTION_CLANG:
    case PV_OPTION_FLAGS:
    case PV_OPTION_ANSWER:
    case PV_OPTION_KNOB:
        return NULL;
    }
    return NULL;
}

static void set_defaults(struct parser *parser)
{
    *parser->opt = (struct pv_options){.command = PV_COMPILE};
    for (int s = 0; s < pv_n_option_sections; s++)
        for (int i = 0; i < pv_option_sections[s].n; i++)
            if (pv_option_sections[s].options[i].initial)
                store(parser, &pv_option_sections[s].options[i], pv_option_sections[s].options[i].initial);
}

/* The argument of "option", found as "shown" on the command line: "joined" if not NULL, what its plain or negated form
 * means, or the next word. NULL, with the error reported, if there is none or none may be. */
static const char *get_argument(struct parser *parser, const struct pv_option *option, const char *shown, bool negated,
                                const char *joined)
{
    if (joined && (negated || option->kind == PV_OPTION_ANSWER)) {
        bad(parser, "option '%s' takes no argument", shown);
        return NULL;
    }
    if (joined)
        return joined;
    if (can_be_negated(option))
        return negated ? "off" : "on";
    if (!option->value)
        return "";
    if (*parser->next)
        return *parser->next++;
    bad(parser, "option '%s' needs an argument: %s", shown, option->value);
    return NULL;
}

/* Carry out "option", found as "shown" on the command line, where "joined" is the argument attached to it, or NULL. */
static void apply(struct parser *parser, const struct pv_option *option, const char *shown, bool negated,
                  const char *joined)
{
    const char *argument = get_argument(parser, option, shown, negated, joined);
    if (!argument)
        return;
    const char *expected = store(parser, option, argument);
    if (expected)
        bad(parser, "option '%s' needs %s, not '%s'", shown, expected, argument);
    else if (option->kind == PV_OPTION_ANSWER && parser->status == PV_PARSE_OK)
        parser->status = (enum pv_parse_status)option->at;
    else if (option->kind == PV_OPTION_KNOB)
        pv_push(parser->arena, &parser->unused, shown);
    else if (option->availability == PV_LATER)
        pv_push(parser->arena, &parser->later, shown);
}

/* Take "given" if it is an option of compilers. */
static bool parse_flag(struct parser *parser, const char *given)
{
    pv_option_texts *clang = (pv_option_texts *)&parser->opt->input.clang;
    if (!strcmp(given, "-x") && *parser->next)
        given = pv_printf(parser->arena, "-x%s", *parser->next++);
    struct pv_flag flag = pv_flag_find(given);
    if (flag.takes_word && !*parser->next)
        bad(parser, "option '%s' needs an argument", given);
    else if (flag.use == PV_FLAG_READ || flag.use == PV_FLAG_IDLE)
        pv_push(parser->arena, flag.use == PV_FLAG_READ ? clang : &parser->idle, given);
    else if (flag.use == PV_FLAG_NOT_KEPT)
        pv_warn(parser->diag, nowhere, "option '%s' has no effect: %s", given, flag.why);
    else if (flag.use == PV_FLAG_REFUSED)
        bad(parser, "option '%s': %s", given, flag.why);
    if (flag.takes_word && *parser->next)
        pv_push(parser->arena, flag.use == PV_FLAG_READ ? clang : &parser->idle, *parser->next++);
    return flag.use != PV_FLAG_UNKNOWN;
}

static void parse_long(struct parser *parser, const char *given)
{
    const char *equals = strchr(given, '=');
    const char *name = equals ? pv_strndup(parser->arena, given, (size_t)(equals - given)) : given;
    for (int s = 0; s < pv_n_option_sections; s++)
        for (int i = 0; i < pv_option_sections[s].n; i++) {
            bool negated;
            if (!is_section_known(parser, &pv_option_sections[s]) ||
                !names_option(&pv_option_sections[s], &pv_option_sections[s].options[i], name + 2, &negated))
                continue;
            parser->is_own = pv_option_sections[s].topic == PV_TOPIC_TUNE;
            apply(parser, &pv_option_sections[s].options[i], name, negated, equals ? equals + 1 : NULL);
            return;
        }
    if (!parse_flag(parser, given))
        report_unknown(parser, given);
}

/* Pass "given" on to clang if it is the option "option" of clang. */
static bool parse_clang(struct parser *parser, const struct pv_option *option, const char *given)
{
    pv_option_texts *clang = (pv_option_texts *)&parser->opt->input.clang;
    size_t n = strlen(option->name);
    bool is_start = option->name[n - 1] == '*';
    const char *rest = given + 1;
    if (strncmp(rest, option->name, is_start ? n - 1 : n) || (!is_start && !option->value && rest[n]))
        return false;
    pv_push(parser->arena, clang, given);
    if (is_start || !option->value || rest[n])
        return true;
    if (*parser->next)
        pv_push(parser->arena, clang, *parser->next++);
    else
        bad(parser, "option '%s' needs an argument: %s", given, option->value);
    return true;
}

/* -x, -xARGUMENT, -x ARGUMENT, or an option of compilers. */
static void parse_short(struct parser *parser, const char *given)
{
    for (int s = 0; s < pv_n_option_sections; s++)
        for (int i = 0; i < pv_option_sections[s].n; i++) {
            const struct pv_option *option = &pv_option_sections[s].options[i];
            if (option->kind == PV_OPTION_CLANG) {
                if (parse_clang(parser, option, given))
                    return;
            } else if (option->kind != PV_OPTION_FLAGS && option->letter == given[1] && (option->value || !given[2])) {
                apply(parser, option, pv_strndup(parser->arena, given, 2), false, given[2] ? given + 2 : NULL);
                return;
            }
        }
    if (!parse_flag(parser, given))
        report_unknown(parser, given);
}

static void parse_operand(struct parser *parser, const char *given)
{
    if (!parser->has_command && !parser->opt->input.files.n)
        for (int i = 0; i < PV_N_COMMANDS; i++)
            if (!strcmp(given, pv_command_infos[i].name)) {
                parser->opt->command = (enum pv_command)i;
                parser->has_command = true;
                return;
            }
    pv_push(parser->arena, &parser->opt->input.files, given);
}

/* Is "name" no file, but close to the name of a command? */
static bool is_like_command(const char *name)
{
    bool is_like = false;
    for (int i = 0; i < PV_N_COMMANDS; i++)
        is_like |= distance(name, pv_command_infos[i].name, 2) <= 2;
    return is_like && access(name, F_OK) != 0;
}

static bool is_same_text(const char *a, const char *b)
{
    return a == b || (a && b && !strcmp(a, b));
}

static bool is_same_list(const pv_option_texts *a, const pv_option_texts *b)
{
    bool is_same = a->n == b->n;
    for (int i = 0; is_same && i < a->n; i++)
        is_same = is_same_text(a->v[i], b->v[i]);
    return is_same;
}

/* Has "option" the same value in "a" and in "b"? What goes to clang is in a list of its own. */
static bool is_same_value(const struct pv_option *option, const struct pv_options *a, const struct pv_options *b)
{
    const void *x = (const char *)a + option->at, *y = (const char *)b + option->at;
    switch (option->kind) {
    case PV_OPTION_FLAG:
        return *(const bool *)x == *(const bool *)y;
    case PV_OPTION_SWITCH:
    case PV_OPTION_CHOICE:
    case PV_OPTION_NUMBER:
        return !memcmp(x, y, sizeof(int));
    case PV_OPTION_TEXT:
        return is_same_text(*(const char *const *)x, *(const char *const *)y);
    case PV_OPTION_LIST:
        return is_same_list(x, y);
    case PV_OPTION_CLANG:
    case PV_OPTION_FLAGS:
    case PV_OPTION_ANSWER:
    case PV_OPTION_KNOB:
        break;
    }
    return true;
}

enum pv_since pv_options_compare(const struct pv_options *a, const struct pv_options *b)
{
    enum pv_since since = PV_SINCE_NEVER;
    if (a->command != b->command ||
        !is_same_list((const pv_option_texts *)&a->input.files, (const pv_option_texts *)&b->input.files) ||
        !is_same_list((const pv_option_texts *)&a->input.clang, (const pv_option_texts *)&b->input.clang))
        return PV_SINCE_PARSE;
    for (int s = 0; s < pv_n_option_sections; s++)
        for (int i = 0; i < pv_option_sections[s].n; i++)
            if (pv_option_sections[s].since < since && !is_same_value(&pv_option_sections[s].options[i], a, b))
                since = pv_option_sections[s].since;
    return since;
}

/* Say what is wrong with the number of files, if something is. */
static void check_files(struct parser *parser)
{
    const struct pv_command_info *command = &pv_command_infos[parser->opt->command];
    int n = parser->opt->input.files.n;
    const struct pv_tune_options *tune = &parser->opt->tune;
    bool is_project = parser->opt->command == PV_TUNE && !n && (tune->project.n || (tune->build && tune->run));
    bool is_misspelt = n > 1 && !parser->has_command && is_like_command(parser->opt->input.files.v[0]);
    if (is_project || n == command->n_files || (n > command->n_files && command->may_be_more && !is_misspelt))
        return;
    if (!n)
        bad(parser, "no input file");
    else if (is_misspelt)
        bad(parser, "unknown command '%s'", parser->opt->input.files.v[0]);
    else if (n < command->n_files)
        bad(parser, "only one input file; 'pave %s' needs two", command->name);
    else
        bad(parser, "unexpected extra file '%s'", parser->opt->input.files.v[command->n_files]);
    for (int i = 0; i < PV_N_COMMANDS && n && !parser->has_command; i++)
        if (distance(parser->opt->input.files.v[0], pv_command_infos[i].name, 2) <= 2)
            pv_note(parser->diag, nowhere, "did you mean the command '%s'?", pv_command_infos[i].name);
    pv_note(parser->diag, nowhere, "usage: pave %s [OPTION]... %s", command->name, command->operands);
}

/* Files with reports are about the one program that is compiled. */
static void check_reports(struct parser *parser)
{
    const struct pv_output_options *output = &parser->opt->output;
    const char *const names[] = {output->remarks ? "--remarks" : NULL, output->sarif ? "--sarif" : NULL,
                                 output->html ? "--html" : NULL};
    for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
        bool is_unused = names[i] && !pv_command_compiles(parser->opt->command) && parser->opt->command != PV_TUNE;
        if (is_unused && !parser->opt->quiet)
            pv_warn(parser->diag, nowhere, "'%s' has no effect: only compile, explain and tune write such a report",
                    names[i]);
        else if (names[i] && !is_unused && parser->opt->input.files.n > 1)
            bad(parser, "'%s' takes one file at a time", names[i]);
    }
}

/* Say what is wrong with the names of the files that are read and written, if something is. */
static void check_names(struct parser *parser)
{
    const struct pv_input_options *given = &parser->opt->input;
    const char *path = parser->opt->output.path;
    for (int i = 0; i < given->files.n && parser->opt->command != PV_CODEGEN; i++)
        if (pv_flag_alien_file(given->files.v[i]))
            bad(parser, "'%s' is %s; pave reads C", given->files.v[i], pv_flag_alien_file(given->files.v[i]));
    if (path && parser->opt->command == PV_COMPILE && pv_flag_alien_file(path)) {
        bad(parser, "'%s' would be %s; pave writes C", path, pv_flag_alien_file(path));
        pv_note(parser->diag, nowhere, "choose a file NAME.c, and compile that");
    }
    if (given->files.n > 1 && parser->opt->command == PV_COMPILE &&
        (parser->opt->schedule.save || parser->opt->schedule.load))
        bad(parser, "'%s' takes one file at a time",
            parser->opt->schedule.save ? "--save-schedule" : "--load-schedule");
    check_reports(parser);
}

static void check_command(struct parser *parser)
{
    const struct pv_command_info *command = &pv_command_infos[parser->opt->command];
    if (command->availability == PV_NOW)
        return;
    if (parser->has_command)
        bad(parser, "the command '%s' is not part of this version of pave", command->name);
    else
        bad(parser, "no command, and '%s' is not part of this version of pave", command->name);
    pv_note(parser->diag, nowhere, "'pave --help' lists the commands");
}

/* "first" and "n" words, as a shell would take them. */
static const char *join_words(struct pv_arena *arena, const char *first, int n, const char *const *words)
{
    struct pv_sb line = {0};
    pv_sb_add(&line, first);
    for (int i = 0; i < n; i++)
        pv_sb_printf(&line, words[i][strcspn(words[i], " \t\n\"'\\$`<>|&;()*?[]{}!#~")] ? " '%s'" : " %s", words[i]);
    const char *text = pv_strdup(arena, line.text);
    pv_sb_free(&line);
    return text;
}

/* Name the options that do nothing: those of stages to come always, isl's where the user wants to know. */
static void note_idle_options(struct parser *parser)
{
    for (int i = 0; i < parser->later.n && !parser->opt->quiet; i++)
        pv_note(parser->diag, nowhere, "option '%s' has no effect yet", parser->later.v[i]);
    for (int i = 0; i < parser->unused.n && parser->opt->verbose; i++)
        pv_note(parser->diag, nowhere, "option '%s' has no effect in pave", parser->unused.v[i]);
    if (parser->idle.n && parser->opt->verbose)
        pv_note(parser->diag, nowhere, "compiler options that do not concern pave are ignored:%s",
                join_words(parser->arena, "", parser->idle.n, parser->idle.v));
}

/* Remember the words from "first" on, which are an option, for the programs that tune compiles. */
static void remember_option(struct parser *parser, char **first)
{
    static const char *const names[] = {"-o", "--output", "--html", "--remarks", "--sarif", "-q", "--quiet"};
    bool is_output = false;
    for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
        is_output |= !strncmp(*first, names[i], strlen(names[i]));
    for (char **word = first; word < parser->next && !parser->is_own && !is_output; word++)
        pv_push(parser->arena, &parser->opt->tune.given, *word);
    parser->is_own = false;
}

static void parse_arguments(struct parser *parser)
{
    bool options_ended = false;
    while (*parser->next && parser->status != PV_PARSE_BAD) {
        char **first = parser->next;
        const char *given = *parser->next++;
        if (options_ended && parser->has_command && parser->opt->command == PV_TUNE)
            pv_push(parser->arena, &parser->opt->tune.project, given);
        else if (options_ended || given[0] != '-' || !given[1])
            parse_operand(parser, given);
        else if (!strcmp(given, "--"))
            options_ended = true;
        else if (given[1] == '-')
            parse_long(parser, given);
        else
            parse_short(parser, given);
        if (!options_ended && given[0] == '-' && given[1])
            remember_option(parser, first);
    }
}

/* What follows the arguments, as long as all is right. */
static void (*const checks[])(struct parser *parser) = {check_files, check_names, check_command, note_idle_options};

enum pv_parse_status pv_options_parse(struct pv_arena *arena, struct pv_diag *diag, int argc, char **argv,
                                      struct pv_options *opt)
{
    char **words = pv_argfile_expand(arena, argc ? argv + 1 : argv);
    struct parser parser = {.arena = arena, .diag = diag, .opt = opt, .next = words};
    set_defaults(&parser);
    parse_arguments(&parser);
    if (parser.status == PV_PARSE_OK && opt->completion != PV_SHELL_NONE)
        parser.status = PV_PARSE_COMPLETION;
    for (size_t i = 0; i < sizeof(checks) / sizeof(*checks) && parser.status == PV_PARSE_OK; i++)
        checks[i](&parser);
    opt->command_line = join_words(arena, "pave", argc ? argc - 1 : 0, (const char *const *)(argc ? argv + 1 : argv));
    if (opt->output.openmp && opt->output.target == PV_TARGET_C)
        opt->output.target = PV_TARGET_OPENMP;
    return parser.status;
}
