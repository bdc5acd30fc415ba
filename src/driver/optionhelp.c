/* Prints --help and --version from the table of options. */
#include "driver/optiontable.h"

#include <string.h>

/* Where descriptions begin, and where lines of the help end. */
enum { HELP_COLUMN = 38, HELP_WIDTH = 100 };

/* Print "left", then "right" from HELP_COLUMN on, broken between words. A "left" that is too long has a line of its own. */
static void print_entry(FILE *out, const char *left, const char *right)
{
    size_t column = fprintf(out, "  %s", left);
    if (column >= HELP_COLUMN) {
        fputc('\n', out);
        column = 0;
    }
    fprintf(out, "%*s", (int)(HELP_COLUMN - column), "");
    column = HELP_COLUMN;
    while (*right) {
        size_t length = strcspn(right, " ");
        if (column > HELP_COLUMN && column + 1 + length > HELP_WIDTH) {
            fprintf(out, "\n%*s", HELP_COLUMN, "");
            column = HELP_COLUMN;
        }
        const char *gap = column > HELP_COLUMN ? " " : "";
        column += fprintf(out, "%s%.*s", gap, (int)length, right);
        right += length + strspn(right + length, " ");
    }
    fputc('\n', out);
}

static void print_section(FILE *out, struct pv_arena *arena, const struct pv_option_section *section, unsigned topics)
{
    bool is_open = false;
    for (int i = 0; i < section->n; i++) {
        const struct pv_option *option = &section->options[i];
        if (!pv_option_is_shown(section, option, topics, PV_NOW))
            continue;
        if (!is_open)
            fprintf(out, "\n%s:\n", section->title);
        is_open = true;
        char letter[] = {'-', option->letter, ',', ' ', '\0'};
        const char *left = pv_printf(arena, "%s%s",
                                     option->letter                      ? letter
                                     : pv_option_is_of_compilers(option) ? ""
                                                                         : "    ",
                                     pv_option_synopsis(arena, section, option));
        print_entry(out, left, pv_printf(arena, "%s%s", option->help, pv_option_default(arena, option)));
    }
}

/* Name the options that are accepted for the sake of scripts, in lines of readable length. */
static void print_later(FILE *out, struct pv_arena *arena, unsigned topics)
{
    size_t column = 0;
    for (int s = 0; s < pv_n_option_sections; s++)
        for (int i = 0; i < pv_option_sections[s].n; i++) {
            if (!pv_option_is_shown(&pv_option_sections[s], &pv_option_sections[s].options[i], topics, PV_LATER))
                continue;
            if (!column)
                fprintf(out, "\nAccepted, without effect yet:");
            const char *name = pv_option_shown_name(arena, &pv_option_sections[s], &pv_option_sections[s].options[i]);
            bool is_new_line = !column || column + strlen(name) + 1 > 100;
            fprintf(out, "%s%s", is_new_line ? "\n  " : " ", name);
            column = (is_new_line ? 2 : column + 1) + strlen(name);
        }
    if (column)
        fputc('\n', out);
}

void pv_options_print_help(FILE *out, enum pv_command command)
{
    struct pv_arena *arena = pv_arena_new();
    if (command == PV_COMPILE) {
        fprintf(out, "usage: pave [COMMAND] [OPTION]... FILE...\n\nCommands:\n");
        for (int i = 0; i < PV_N_COMMANDS; i++)
            if (pv_command_infos[i].availability == PV_NOW)
                print_entry(out, pv_printf(arena, "%s %s", pv_command_infos[i].name, pv_command_infos[i].operands),
                            pv_command_infos[i].help);
    } else {
        fprintf(out, "usage: pave %s [OPTION]... %s\n", pv_command_infos[command].name,
                pv_command_infos[command].operands);
        fprintf(out, "\n%s\n", pv_command_infos[command].help);
    }
    for (int s = 0; s < pv_n_option_sections; s++)
        print_section(out, arena, &pv_option_sections[s], pv_command_infos[command].topics);
    print_later(out, arena, pv_command_infos[command].topics);
    fprintf(out, "\nA FILE named - is standard input. 'pave --man' prints the manual page.\n");
    pv_arena_free(arena);
}

void pv_options_print_version(FILE *out)
{
    fprintf(out, "pave %s\n", PAVE_VERSION);
}
