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

static void print_man_section(FILE *out, struct pv_arena *arena, const struct pv_option_section *section,
                              unsigned topics)
{
    bool is_open = false;
    for (int i = 0; i < section->n; i++) {
        const struct pv_option *option = &section->options[i];
        if (!pv_option_is_shown(section, option, topics, PV_NOW))
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

static const char tune_head[] =
    ".SH NAME\n"
    "pave\\-tune \\- run variants of a program and keep the options of the fastest\n"
    ".SH SYNOPSIS\n"
    ".B pave tune\n"
    ".RI [ OPTION ]...\n"
    ".I FILE.c\n"
    ".br\n"
    ".B pave tune\n"
    ".RI [ OPTION ]...\n"
    ".B \\-\\-\n"
    ".IR COMMAND ...\n"
    ".SH DESCRIPTION\n"
    "pave tune compiles a program with many sets of options, runs each, checks that it prints what the original "
    "prints, and\n"
    "writes the options of the fastest to a file that\n"
    ".B pave @FILE\n"
    "and, with\n"
    ".BR PAVE_FLAGS=@FILE ,\n"
    ".BR pavecc (1)\n"
    "take.\n"
    ".PP\n"
    "Tile sizes of each band, block sizes of each kernel, tiling, unroll and jam, memory and the way of scheduling are "
    "varied, as far\n"
    "as they change the program: options that give the same text are the same program, which is built and timed once. "
    "Options that the\n"
    "command line sets are not varied.\n"
    ".PP\n"
    "The search begins with pave\\(aqs own choice, with the result of an earlier search on this machine, and with "
    "simple changes. Then a\n"
    "Gaussian process predicts the times of other options from those that were measured; the most promising are run "
    "once, and the\n"
    "faster half of them again, in turns. In the end the fastest three and pave\\(aqs choice run in turns. A result "
    "must be faster by a\n"
    "signed-rank test with a probability of error of 5%; otherwise pave\\(aqs choice stays.\n"
    ".PP\n"
    "Programs are built several at a time, but never while one is timed. A variant that does not build, crashes, does "
    "not end in time or\n"
    "prints something else is noted in the journal with the reason, and the search goes on.\n"
    ".PP\n"
    "With\n"
    ".IR COMMAND ,\n"
    "which builds a project and runs it, such as\n"
    ".BR \"make bench\" ,\n"
    "each variant is built in a copy of the current directory, with\n"
    ".B CC=pavecc\n"
    "and the options in\n"
    ".BR PAVE_FLAGS .\n"
    "The first execution of the command builds, later ones are timed.\n"
    ".SH OTHER MACHINES\n"
    "With \\-\\-run\\-on or \\-\\-hosts, programs are built here and run elsewhere, on several machines at once if "
    "there are several\n"
    "runners. A job scheduler takes the place of ssh by its own command, such as srun. A search on several machines "
    "compares a\n"
    "program with pave\\(aqs choice on the same machine, whose speed the first runs tell.\n"
    ".PP\n"
    "With \\-\\-batch, one directory goes to the other machine,\n"
    ".IR NAME.tune/batch .\n"
    "It has pave\\(aqs choice, the result of an earlier search, variants with some larger and smaller sizes and "
    "other options, and the\n"
    "original, all as preprocessed sources. Its script\n"
    ".I pave\\-run\n"
    "builds them with as many processes as\n"
    ".B JOBS\n"
    "says, runs each once, the fastest five again, and the fastest three eight times in turns with pave\\(aqs choice. "
    "It leaves\n"
    ".IR results.tar ,\n"
    "which \\-\\-run\\-on brings back to\n"
    ".BR $DIR ,\n"
    "or the user does; then \\-\\-resume with the same options judges the results.\n"
    ".I pave\\-run build\n"
    "and\n"
    ".I pave\\-run race\n"
    "do the halves. The race keeps to \\-\\-budget, which leaves out the building.\n";

static const char tune_tail[] =
    "All options of\n"
    ".BR pave (1)\n"
    "that concern compilation apply to every variant.\n"
    ".SH ENVIRONMENT\n"
    "Commands of \\-\\-build and \\-\\-run have the variables\n"
    ".B SRC\n"
    "(the generated C file),\n"
    ".B KERNELS\n"
    "(the CUDA file),\n"
    ".B FLAGS\n"
    "(for the preprocessor, and those of \\-\\-flags),\n"
    ".B EXE\n"
    "(the program) and\n"
    ".B DIR\n"
    "(its directory). Commands of \\-\\-run\\-on also have\n"
    ".B RUNNER\n"
    "(0, 1, ...) and\n"
    ".B HOST\n"
    "(with \\-\\-hosts). They run the script\n"
    ".I pave\\-run\n"
    "of the directory where they want, which prints what the program prints and, on stderr, its time.\n"
    ".SH FILES\n"
    ".TP\n.I NAME.tuned\nThe options that were found, unless \\-o names another file.\n"
    ".TP\n.I NAME.tune/journal\nA table, separated by tabs, of all that was tried. Each row is on the disk before the "
    "search\n"
    "goes on; \\-\\-resume takes it up after a crash or a full disk.\n"
    ".TP\n.I ~/.cache/pave/tune\nResults by program and machine.\n"
    ".SH EXIT STATUS\n"
    ".TP\n.B 0\nThe search is done, whether or not something faster was found.\n"
    ".TP\n.B 1\nThe original or pave\\(aqs choice fails, or a file cannot be written.\n"
    ".TP\n.B 130\nInterrupted, or the terminal was closed. The first interrupt ends the search; the best program so "
    "far is confirmed and written. "
    "The second\n"
    "ends everything at once.\n"
    ".SH EXAMPLES\n"
    ".TP\n.B pave tune \\-\\-budget=60 gemm.c\nBuild with cc \\-O3, run, write gemm.tuned.\n"
    ".TP\n.B pave tune \\-\\-run='$EXE 2000' \\-\\-time\\-from='time: ([0\\-9.]+)' heat.c\n"
    "Give the program an argument, and take its own word for the time.\n"
    ".TP\n.B pave tune \\-\\-target=cuda \\-\\-device=h200 \\-\\-run\\-on='srun \\-G1 sh $DIR/pave\\-run' "
    "\\-\\-runners=4 heat.c\n"
    "Build here, run on four nodes of a cluster at once.\n"
    ".TP\n.B pave tune \\-\\-batch \\-\\-target=cuda \\-\\-run\\-on='sbatch \\-W \\-G1 \\-\\-wrap=\"sh "
    "$DIR/pave\\-run\"' heat.c\n"
    "Let a job of Slurm race sixteen variants on a node with a GPU that shares this directory.\n"
    ".TP\n.B pave tune \\-\\- make bench\nTune a project.\n"
    ".SH SEE ALSO\n"
    ".BR pave (1),\n"
    ".BR pavecc (1)\n";

/* The page of tune. */
static void print_tune(FILE *out, struct pv_arena *arena)
{
    fprintf(out, ".TH PAVE-TUNE 1 \"\" \"pave %s\" \"User Commands\"\n.ad l\n%s.SH OPTIONS\n", PAVE_VERSION, tune_head);
    for (int s = 0; s < pv_n_option_sections; s++)
        print_man_section(out, arena, &pv_option_sections[s], PV_TOPIC_TUNE);
    fputs(tune_tail, out);
}

void pv_options_print_man(FILE *out, enum pv_command command)
{
    struct pv_arena *arena = pv_arena_new();
    if (command == PV_TUNE) {
        print_tune(out, arena);
        pv_arena_free(arena);
        return;
    }
    fprintf(out, ".TH PAVE 1 \"\" \"pave %s\" \"User Commands\"\n.ad l\n%s", PAVE_VERSION, man_head);
    fprintf(out, ".SH COMMANDS\n");
    for (int i = 0; i < PV_N_COMMANDS; i++)
        if (pv_command_infos[i].availability == PV_NOW)
            fprintf(out, ".TP\n.B pave %s %s\n%s.\n", pv_command_infos[i].name, pv_command_infos[i].operands,
                    roff(arena, pv_command_infos[i].help));
    fprintf(out, ".SH OPTIONS\nAn argument may follow its option after an equals sign or as the next word.\n");
    for (int s = 0; s < pv_n_option_sections; s++)
        print_man_section(out, arena, &pv_option_sections[s], PV_TOPIC_ALL);
    fputs(man_tail, out);
    pv_arena_free(arena);
}
