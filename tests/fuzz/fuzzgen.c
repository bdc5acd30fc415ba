/* build/fuzzgen SEED [--small | --quick] [--parallel | --real | --numeric] [--options] [--features LIST]: print a random C program with a region for pave.
 *
 * The program depends on the arguments alone; with --small it has a handful of statements, with --quick also few
 * features, so that pave takes less than a second; with --parallel it has nests of loops most of which can run in parallel, and
 * nothing else on the outside; with --real it is in the style of real projects, and features do not matter; with --options it has a line with options for pave. Without a list each seed has features of
 * its own; the list is of names with commas between them, or "all", or "none". */
#include "gennum.h"
#include "genprog.h"
#include "genreal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The chance that a program has a feature, unless features are given; and that of nests in quick ones. */
#define FEATURE_PERCENT 40
#define QUICK_FEATURE_PERCENT 10
#define QUICK_NESTS_PERCENT 70

static int usage(void)
{
    fputs("usage: fuzzgen SEED [--small | --quick] [--parallel | --real | --numeric] [--options] [--features LIST], "
          "LIST of: all "
          "none",
          stderr);
    for (int i = 0; i < GEN_N_FEATURES; i++)
        fprintf(stderr, " %s", gen_feature_name((enum gen_feature)i));
    fputs("\n", stderr);
    return 1;
}

static bool set_features(struct generator *g, char *list)
{
    for (char *name = strtok(list, ","); name; name = strtok(NULL, ",")) {
        bool is_known = !strcmp(name, "none");
        for (int i = 0; i < GEN_N_FEATURES; i++)
            if (!strcmp(name, "all") || !strcmp(name, gen_feature_name((enum gen_feature)i)))
                g->features[i] = is_known = true;
        if (!is_known)
            return false;
    }
    return true;
}

static const char *make_title(struct generator *g, const char *seed)
{
    const char *title = pv_printf(g->arena, "Random program %s:", seed);
    for (int i = 0; i < GEN_N_FEATURES; i++)
        if (g->features[i])
            title = pv_printf(g->arena, "%s %s", title, gen_feature_name((enum gen_feature)i));
    return title;
}

/* Read the arguments after the seed. False if they are no options. */
static bool set_options(struct generator *g, int argc, char **argv)
{
    bool is_chosen = false;
    for (int i = 2; i < argc; i++) {
        if (!strcmp(argv[i], "--small"))
            g->is_small = true;
        else if (!strcmp(argv[i], "--quick"))
            g->is_small = g->is_quick = true;
        else if (!strcmp(argv[i], "--parallel"))
            g->is_parallel = true;
        else if (!strcmp(argv[i], "--real"))
            g->is_real = true;
        else if (!strcmp(argv[i], "--numeric"))
            g->is_numeric = true;
        else if (!strcmp(argv[i], "--options"))
            g->has_options = true;
        else if (!strcmp(argv[i], "--features") && i + 1 < argc && set_features(g, argv[i + 1]))
            is_chosen = true, i++;
        else
            return false;
    }
    for (int i = 0; i < GEN_N_FEATURES && !is_chosen; i++)
        g->features[i] = gen_chance(g, !g->is_quick     ? FEATURE_PERCENT
                                       : i == GEN_nests ? QUICK_NESTS_PERCENT
                                                        : QUICK_FEATURE_PERCENT);
    return true;
}

int main(int argc, char **argv)
{
    char *end = NULL;
    struct pv_arena *arena = pv_arena_new();
    struct generator g = {.arena = arena, .random = argc > 1 ? strtoull(argv[1], &end, 10) : 0};
    if (!end || *end || end == argv[1] || !set_options(&g, argc, argv)) {
        pv_arena_free(arena);
        return usage();
    }
    struct pv_sb out = {0};
    if (g.is_numeric)
        gen_numeric_program(&g, &out, pv_printf(arena, "Random program %s:", argv[1]));
    else if (g.is_real)
        gen_real_program(&g, &out, pv_printf(arena, "Random program %s:", argv[1]));
    else
        gen_program(&g, &out, make_title(&g, argv[1]));
    fputs(out.text, stdout);
    pv_sb_free(&out);
    pv_arena_free(arena);
    return 0;
}
