/* build/fuzzgen SEED [--features LIST]: print a random C program with a region for pave.
 *
 * The program depends on the arguments alone. Without a list each seed has features of its own; the list is of names
 * with commas between them, or "all", or "none". */
#include "genprog.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The chance that a program has a feature, unless features are given. */
#define FEATURE_PERCENT 40

static int usage(void)
{
    fputs("usage: fuzzgen SEED [--features LIST], LIST of: all none", stderr);
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

int main(int argc, char **argv)
{
    if (argc != 2 && argc != 4)
        return usage();
    char *end;
    struct pv_arena *arena = pv_arena_new();
    struct generator g = {.arena = arena, .random = strtoull(argv[1], &end, 10)};
    if (*end || end == argv[1] || (argc == 4 && strcmp(argv[2], "--features")) ||
        (argc == 4 && !set_features(&g, argv[3]))) {
        pv_arena_free(arena);
        return usage();
    }
    for (int i = 0; i < GEN_N_FEATURES && argc == 2; i++)
        g.features[i] = gen_chance(&g, FEATURE_PERCENT);
    struct pv_sb out = {0};
    gen_program(&g, &out, make_title(&g, argv[1]));
    fputs(out.text, stdout);
    pv_sb_free(&out);
    pv_arena_free(arena);
    return 0;
}
