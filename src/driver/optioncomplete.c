/* Prints the completions of the command line for bash, zsh and fish from the table of options. */
#include "driver/optiontable.h"

#include <string.h>

/* What may stand in the place of an argument. */
enum argument { NO_ARGUMENT, CHOICES, FILES, ANYTHING };

static enum argument find_argument(const struct pv_option *option)
{
    static const char *const paths[] = {"FILE", "PATH", "DIR"};
    if (!option->value)
        return NO_ARGUMENT;
    if (option->kind == PV_OPTION_CHOICE || option->kind == PV_OPTION_SWITCH)
        return CHOICES;
    for (size_t i = 0; i < sizeof(paths) / sizeof(*paths); i++)
        if (!strcmp(option->value, paths[i]))
            return FILES;
    return ANYTHING;
}

/* The choices of "option", divided by blanks. */
static const char *list_choices(struct pv_arena *arena, const struct pv_option *option)
{
    char *list = pv_strdup(arena, option->value);
    for (char *c = list; *c; c++)
        if (*c == '|')
            *c = ' ';
    return list;
}

/* "text" with a backslash before each character of "special". */
static const char *escape(struct pv_arena *arena, const char *text, const char *special)
{
    char *escaped = pv_alloc(arena, 2 * strlen(text) + 1), *end = escaped;
    for (; *text; text++) {
        if (strchr(special, *text))
            *end++ = '\\';
        *end++ = *text;
    }
    return escaped;
}

/* "text" inside single quotes, for bash and zsh. */
static const char *quote(struct pv_arena *arena, const char *text)
{
    char *quoted = pv_alloc(arena, 4 * strlen(text) + 3), *end = quoted;
    *end++ = '\'';
    for (; *text; text++)
        if (*text == '\'') {
            for (const char *c = "'\\''"; *c; c++)
                *end++ = *c;
        } else {
            *end++ = *text;
        }
    *end = '\'';
    return quoted;
}

static bool can_be_negated(const struct pv_option *option)
{
    return option->kind == PV_OPTION_FLAG || option->kind == PV_OPTION_SWITCH;
}

/* Is "option" one of a compiler that is completed? The others are a letter, with anything behind it. */
static bool is_word_of_compilers(const struct pv_option *option)
{
    return option->kind == PV_OPTION_CLANG && option->name[strlen(option->name) - 1] != '*';
}

typedef void print_option(FILE *out, struct pv_arena *arena, const struct pv_option_section *section,
                          const struct pv_option *option);

/* Print each option that --help shows for commands of these "topics". */
static void print_options(FILE *out, struct pv_arena *arena, unsigned topics, print_option *print)
{
    for (int s = 0; s < pv_n_option_sections; s++)
        for (int i = 0; i < pv_option_sections[s].n; i++)
            if (pv_option_is_shown(&pv_option_sections[s], &pv_option_sections[s].options[i], topics, PV_NOW))
                print(out, arena, &pv_option_sections[s], &pv_option_sections[s].options[i]);
}

/* bash. Its words end at '=', unless the user has chosen others; a name that ends in '=' stands for the joined form. */

static void print_bash_names(FILE *out, struct pv_arena *arena, const struct pv_option_section *section,
                             const struct pv_option *option)
{
    const char *name = pv_option_shown_name(arena, section, option) + 2;
    if (pv_option_is_of_compilers(option)) {
        if (is_word_of_compilers(option))
            fprintf(out, " -%s", option->name);
        return;
    }
    fprintf(out, " --%s%s", name, option->value && option->kind != PV_OPTION_SWITCH ? "=" : "");
    if (can_be_negated(option))
        fprintf(out, " --no-%s", name);
}

static void print_bash_argument(FILE *out, struct pv_arena *arena, const struct pv_option_section *section,
                                const struct pv_option *option)
{
    const char *name = pv_option_shown_name(arena, section, option);
    enum argument argument = find_argument(option);
    if (argument == NO_ARGUMENT || pv_option_is_of_compilers(option))
        return;
    fprintf(out, "    %s=", name);
    if (option->kind != PV_OPTION_SWITCH)
        fprintf(out, " | %s", name);
    if (option->letter)
        fprintf(out, " | -%c", option->letter);
    if (argument == CHOICES)
        fprintf(out, ") choices='%s' ;;\n", list_choices(arena, option));
    else
        fprintf(out, ") %s ;;\n", argument == FILES ? "files=true" : "choices=' '");
}

static const char bash_head[] = "# Completion of pave's command line in bash, written by pave --completion=bash.\n\n"
                                "_pave() {\n"
                                "    local word=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD - 1]} joined= "
                                "choices= names= files=false i\n"
                                "    local command=compile commands\n"
                                "    COMPREPLY=()\n"
                                "    for ((i = 1; i < COMP_CWORD; i++)); do\n"
                                "        case ${COMP_WORDS[i]} in\n";
static const char bash_middle[] = "        esac\n"
                                  "    done\n"
                                  "    case $word in\n"
                                  "    =) option+== word= ;;\n"
                                  "    --*=*) option=${word%%=*}= joined=$option word=${word#*=} ;;\n"
                                  "    *) [ \"$option\" != = ] || option=${COMP_WORDS[COMP_CWORD - 2]}= ;;\n"
                                  "    esac\n"
                                  "    case $option in\n";
static const char bash_tail[] =
    "    if [ -n \"$choices\" ]; then\n"
    "        mapfile -t COMPREPLY < <(compgen -P \"$joined\" -W \"$choices\" -- \"$word\")\n"
    "    elif $files; then\n"
    "        mapfile -t COMPREPLY < <(compgen -P \"$joined\" -f -- \"$word\")\n"
    "    elif [[ $word == -* ]]; then\n"
    "        mapfile -t COMPREPLY < <(compgen -W \"$names\" -- \"$word\")\n"
    "        [[ ${COMPREPLY[0]-} != *= ]] || compopt -o nospace 2>/dev/null\n"
    "    else\n"
    "        [ \"$COMP_CWORD\" -ne 1 ] || mapfile -t COMPREPLY < <(compgen -W \"$commands\" -- \"$word\")\n"
    "        mapfile -t -O \"${#COMPREPLY[@]}\" COMPREPLY < <(compgen -f -- \"$word\")\n"
    "    fi\n"
    "}\n"
    "complete -o filenames -F _pave pave\n";

static void print_bash(FILE *out, struct pv_arena *arena)
{
    const char *patterns = "", *words = "";
    for (int i = 0; i < PV_N_COMMANDS; i++)
        if (pv_command_infos[i].availability == PV_NOW) {
            patterns = pv_printf(arena, "%s%s%s", patterns, *patterns ? " | " : "", pv_command_infos[i].name);
            words = pv_printf(arena, "%s %s", words, pv_command_infos[i].name);
        }
    fprintf(out, "%s        %s) command=${COMP_WORDS[i]} && break ;;\n%s", bash_head, patterns, bash_middle);
    print_options(out, arena, PV_TOPIC_ALL, print_bash_argument);
    fprintf(out, "    esac\n    case $command in\n");
    for (int i = 0; i < PV_N_COMMANDS; i++) {
        if (pv_command_infos[i].availability != PV_NOW)
            continue;
        fprintf(out, "    %s) names='", pv_command_infos[i].name);
        print_options(out, arena, pv_command_infos[i].topics, print_bash_names);
        fprintf(out, "' ;;\n");
    }
    fprintf(out, "    esac\n    commands='%s'\n%s", words, bash_tail);
}

/* zsh. */

/* What _arguments completes behind "option". */
static const char *make_zsh_argument(struct pv_arena *arena, const struct pv_option *option)
{
    const char *name = option->value ? escape(arena, option->value, ":") : "";
    switch (find_argument(option)) {
    case NO_ARGUMENT:
        return "";
    case CHOICES:
        return pv_printf(arena, "%s:%s:(%s)", option->kind == PV_OPTION_SWITCH ? ":" : "", option->name,
                         list_choices(arena, option));
    case FILES:
        return pv_printf(arena, ":%s:_files", name);
    case ANYTHING:
        return pv_printf(arena, ":%s: ", name);
    }
    return "";
}

static void print_zsh_option(FILE *out, struct pv_arena *arena, const struct pv_option_section *section,
                             const struct pv_option *option)
{
    const char *help = escape(arena, option->help, "[]:\\"), *name = pv_option_shown_name(arena, section, option) + 2;
    const char *argument = make_zsh_argument(arena, option), *star = option->kind == PV_OPTION_LIST ? "*" : "";
    if (pv_option_is_of_compilers(option)) {
        if (is_word_of_compilers(option))
            fprintf(
                out, "        %s \\\n",
                quote(arena, pv_printf(arena, "*-%s%s[%s]%s", option->name, option->value ? "+" : "", help, argument)));
        return;
    }
    const char *joint = !option->value ? "" : option->kind == PV_OPTION_SWITCH ? "=-" : "=";
    fprintf(out, "        %s \\\n",
            quote(arena, pv_printf(arena, "%s--%s%s[%s]%s", star, name, joint, help, argument)));
    if (can_be_negated(option))
        fprintf(out, "        %s \\\n", quote(arena, pv_printf(arena, "--no-%s[switch off: %s]", name, help)));
    if (option->letter)
        fprintf(
            out, "        %s \\\n",
            quote(arena, pv_printf(arena, "-%c%s[%s]%s", option->letter, option->value ? "+" : "", help, argument)));
}

static void print_zsh(FILE *out, struct pv_arena *arena)
{
    fprintf(out, "#compdef pave\n# Completion of pave's command line in zsh, written by pave --completion=zsh.\n\n"
                 "_pave_commands() {\n    local -a commands=(\n");
    for (int i = 0; i < PV_N_COMMANDS; i++)
        if (pv_command_infos[i].availability == PV_NOW)
            fprintf(out, "        %s\n",
                    quote(arena, pv_printf(arena, "%s:%s", pv_command_infos[i].name,
                                           escape(arena, pv_command_infos[i].help, ":\\"))));
    fprintf(out, "    )\n    _describe command commands\n    _files\n}\n\n_pave() {\n    _arguments -S \\\n");
    print_options(out, arena, PV_TOPIC_ALL, print_zsh_option);
    fprintf(out, "        '1: :_pave_commands' \\\n        '*:file:_files'\n}\n\n_pave \"$@\"\n");
}

/* fish. */

static const char *quote_fish(struct pv_arena *arena, const char *text)
{
    return pv_printf(arena, "'%s'", escape(arena, text, "'\\"));
}

/* Print a completion of the option "name" with "argument". */
static void print_fish_line(FILE *out, struct pv_arena *arena, const char *name, const char *argument, const char *help)
{
    fprintf(out, "complete -c pave %s%s -d %s\n", name, argument, quote_fish(arena, help));
}

static void print_fish_option(FILE *out, struct pv_arena *arena, const struct pv_option_section *section,
                              const struct pv_option *option)
{
    const char *name = pv_option_shown_name(arena, section, option) + 2, *rest = "";
    enum argument argument = find_argument(option);
    if (argument == CHOICES && option->kind != PV_OPTION_SWITCH)
        rest = pv_printf(arena, " -x -a '%s'", list_choices(arena, option));
    else if (argument == FILES)
        rest = " -r -F";
    else if (argument == ANYTHING)
        rest = " -x";
    if (pv_option_is_of_compilers(option)) {
        if (is_word_of_compilers(option))
            print_fish_line(out, arena, pv_printf(arena, option->name[1] ? "-o %s" : "-s %s", option->name), rest,
                            option->help);
        return;
    }
    const char *letter = option->letter ? pv_printf(arena, "-s %c ", option->letter) : "";
    print_fish_line(out, arena, pv_printf(arena, "%s-l %s", letter, name), rest, option->help);
    if (can_be_negated(option))
        print_fish_line(out, arena, pv_printf(arena, "-l no-%s", name), "",
                        pv_printf(arena, "switch off: %s", option->help));
    if (option->kind != PV_OPTION_SWITCH)
        return;
    for (const char *c = option->value; *c; c += strspn(c, "|")) {
        size_t n = strcspn(c, "|");
        print_fish_line(out, arena, pv_printf(arena, "-l %s=%.*s", name, (int)n, c), "", option->help);
        c += n;
    }
}

static void print_fish(FILE *out, struct pv_arena *arena)
{
    fprintf(out, "# Completion of pave's command line in fish, written by pave --completion=fish.\n\n");
    for (int i = 0; i < PV_N_COMMANDS; i++)
        if (pv_command_infos[i].availability == PV_NOW)
            fprintf(out, "complete -c pave -n __fish_use_subcommand -a %s -d %s\n", pv_command_infos[i].name,
                    quote_fish(arena, pv_command_infos[i].help));
    print_options(out, arena, PV_TOPIC_ALL, print_fish_option);
}

void pv_options_print_completion(FILE *out, enum pv_shell shell)
{
    struct pv_arena *arena = pv_arena_new();
    if (shell == PV_SHELL_BASH)
        print_bash(out, arena);
    else if (shell == PV_SHELL_ZSH)
        print_zsh(out, arena);
    else
        print_fish(out, arena);
    pv_arena_free(arena);
}
