/* Prints the manual page from the table of options. */
#include "driver/optiontable.h"

#include <string.h>

/* "text" with the characters that roff would interpret escaped. A line may be broken behind '|'. */
static const char *roff(struct pv_arena *arena, const char *text)
{
    char *escaped = pv_alloc(arena, 3 * strlen(text) + 1), *end = escaped;
    for (; *text; text++) {
        if (*text == '-' || *text == '\\')
            *end++ = '\\';
        *end++ = *text;
        if (*text == '|') {
            *end++ = '\\';
            *end++ = ':';
        }
    }
    return escaped;
}

static void print_man_section(FILE *out, struct pv_arena *arena, const struct pv_option_section *section)
{
    bool is_open = false;
    for (int i = 0; i < section->n; i++) {
        const struct pv_option *option = &section->options[i];
        if (!pv_option_is_shown(section, option, PV_TOPIC_ALL, PV_NOW))
            continue;
        if (!is_open)
            fprintf(out, ".SS %s\n", section->title);
        is_open = true;
        const char *letter = option->letter ? pv_printf(arena, "\\-%c, ", option->letter) : "";
        fprintf(out, ".TP\n.B %s%s\n", letter, roff(arena, pv_option_synopsis(arena, section, option)));
        fprintf(out, "%s%s.\n", roff(arena, option->help), roff(arena, pv_option_default(arena, option)));
    }
}

static const char man_head[] =
    ".SH NAME\n"
    "pave \\- turn C loop nests into parallel code\n"
    ".SH SYNOPSIS\n"
    ".B pave\n"
    ".RI [ COMMAND ]\n"
    ".RI [ OPTION ]...\n"
    ".IR FILE ...\n"
    ".SH DESCRIPTION\n"
    "pave reads C, from C89 on, with the PENCIL annotations, and works on regions of the program: those between\n"
    ".B #pragma scop\n"
    "and\n"
    ".BR \"#pragma endscop\" ,\n"
    "or those it detects. It builds an exact polyhedral model of each region: the statement instances that are\n"
    "executed, their order, and the array elements that each instance reads and writes. From the model it derives the\n"
    "dependences, finds a new order that exposes parallelism and locality, and generates code for the target.\n"
    "A\n"
    ".I FILE\n"
    "named\n"
    ".B \\-\n"
    "is standard input. Several files are compiled one after the other, each on its own, and\n"
    ".B \\-o\n"
    "must then name a directory. pave accepts the options of a C compiler: it uses those that change how the text is\n"
    "read and ignores the others.\n";

static const char man_tail[] =
    ".SH FILES\n"
    "For the targets c and openmp, compile writes\n"
    ".I NAME.pave.c\n"
    "for the input\n"
    ".IR NAME.c ,\n"
    "in the current directory unless\n"
    ".B \\-o\n"
    "names a file or a directory. For opencl it writes\n"
    ".IR NAME_host.c ,\n"
    "with\n"
    ".B \\-\\-no\\-opencl\\-embed\\-kernel\\-code\n"
    "also\n"
    ".IR NAME_kernel.cl ;\n"
    "for cuda also\n"
    ".I NAME_kernel.cu\n"
    "and\n"
    ".IR NAME_kernel.h .\n"
    "pave overwrites a host file that it wrote for the other of these two targets only if\n"
    ".B \\-o\n"
    "names that file.\n"
    "In a transformed region, comments replace the two pragma lines.\n"
    "All other text stays unchanged below a comment that names the command.\n"
    ".SH DIAGNOSTICS\n"
    "Messages have the form\n"
    ".IR FILE : LINE : COLUMN :\n"
    "error, warning or note, followed by the source line with a caret.\n"
    "A region that pave cannot transform stays unchanged, and a warning names the construct.\n"
    ".SH EXIT STATUS\n"
    "With several files, the status is the highest one of any file.\n"
    ".TP\n.B 0\nSuccess.\n"
    ".TP\n.B 1\nThe input or the command line is wrong. Nothing was written for that input.\n"
    ".TP\n.B 2\nA fault in pave itself. Nothing was written for that input.\n"
    ".SH EXAMPLES\n"
    ".TP\n.B pave explain gemm.c\nPrint what became of each loop, and why others are not parallel: the dependence with "
    "its\n"
    "source places, an example pair of iterations, and what would help. No program is written.\n"
    ".TP\n.B pave scop gemm.c\nPrint the model of the marked regions of gemm.c.\n"
    ".TP\n.B pave scop \\-\\-ctx='[n] \\-> { : n > 0 }' \\-DREAL=float gemm.c\n"
    "The same for a definition of REAL, with an assumption on the parameter n.\n"
    ".TP\n.B pave \\-\\-target=c \\-\\-annotate gemm.c && pave check gemm.c gemm.pave.c\n"
    "Prove that the generated program computes what the original computes. The comments of \\-\\-annotate name the\n"
    "instance that each statement executes; without them, pave matches statements by their text and accesses.\n"
    ".TP\n.B pave codegen order.in\nPrint the code of a schedule. The file holds a tree in isl's YAML, or isl's flat "
    "form:\n"
    "a map from instances to schedule values, optionally followed by a context set and a map of options.\n";

void pv_options_print_man(FILE *out)
{
    struct pv_arena *arena = pv_arena_new();
    fprintf(out, ".TH PAVE 1 \"\" \"pave %s\" \"User Commands\"\n.ad l\n%s", PAVE_VERSION, man_head);
    fprintf(out, ".SH COMMANDS\n");
    for (int i = 0; i < PV_N_COMMANDS; i++)
        if (pv_command_infos[i].availability == PV_NOW)
            fprintf(out, ".TP\n.B pave %s %s\n%s.\n", pv_command_infos[i].name, pv_command_infos[i].operands,
                    roff(arena, pv_command_infos[i].help));
    fprintf(out, ".SH OPTIONS\nAn argument may follow its option after an equals sign or as the next word.\n");
    for (int s = 0; s < pv_n_option_sections; s++)
        print_man_section(out, arena, &pv_option_sections[s]);
    fputs(man_tail, out);
    pv_arena_free(arena);
}
