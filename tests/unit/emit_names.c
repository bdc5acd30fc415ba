/* Names in generated text: every word that a target reserves, as a name of the user and as one that pave would like to have. */
#include "ir/names.h"

#include <stdio.h>
#include <string.h>

static int n_failed;

static void expect(bool holds, const char *test, const char *word)
{
    if (!holds) {
        n_failed++;
        printf("FAIL %s %s\n", test, word);
    }
}

/* A unit with the text "text" and one name of a header. */
static struct pv_unit unit_of(struct pv_arena *arena, const char *text)
{
    struct pv_unit unit = {.file_name = "unit.c", .text = text, .size = strlen(text)};
    struct pv_unit_name name = {.name = "c3", .is_macro = true};
    pv_push(arena, &unit.names, name);
    return unit;
}

/* All reserved words, as names that the user gave to something that kernels use. */
static void walk_reserved(struct pv_arena *arena)
{
    int n = 0;
    for (const char *word; (word = pv_names_reserved_word(arena, n)); n++) {
        struct pv_unit unit = unit_of(arena, pv_printf(arena, "int %s, %s_, %s1, pave_%s;", word, word, word, word));
        struct pv_names names = pv_names_begin(arena, &unit);
        const char *renamed = pv_names_on_device(&names, word);
        const char *prefix = pv_names_prefix(&names, word), *numbered = pv_printf(arena, "%s1", prefix);
        expect(pv_names_is_reserved(word), "is_reserved", word);
        expect(!pv_names_is_reserved(renamed) && !pv_names_is_used(&names, renamed), "on_device", word);
        expect(!pv_names_is_reserved(numbered) && !pv_names_is_used(&names, numbered), "prefix", word);
    }
    expect(n > 900, "there are few reserved words", "");
    printf("ok walk_reserved\n");
}

static void respect_unit(struct pv_arena *arena)
{
    struct pv_unit unit = unit_of(arena, "int s0, pave_x; /* s */ char *t = \"pave1_\";");
    struct pv_names names = pv_names_begin(arena, &unit);
    expect(!strcmp(names.own, "pave1_"), "own", names.own);
    expect(!strcmp(pv_names_prefix(&names, "c"), "cc"), "a macro of a header", pv_names_prefix(&names, "c"));
    expect(!strcmp(pv_names_prefix(&names, "s"), "ss"), "a variable", pv_names_prefix(&names, "s"));
    expect(!strcmp(pv_names_prefix(&names, "t"), "t"), "a variable without a number", pv_names_prefix(&names, "t"));
    expect(!strcmp(pv_names_on_device(&names, "alpha"), "alpha"), "a name that is free", "alpha");
    struct pv_sb out = {0};
    pv_names_add_support(&names, &out, "pave_a(pave_b);");
    expect(!strcmp(out.text, "pave1_a(pave1_b);"), "support", out.text);
    pv_sb_free(&out);
    printf("ok respect_unit\n");
}

int main(void)
{
    struct pv_arena *arena = pv_arena_new();
    walk_reserved(arena);
    respect_unit(arena);
    pv_arena_free(arena);
    return n_failed > 0;
}
