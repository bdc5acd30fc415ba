/* Reads files of options. */
#include "driver/argfile.h"

#include "base/str.h"
#include "base/vec.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

typedef PV_VEC(char *) words;

/* Files that name files, one in the other. */
enum { MOST_DEEP = 16 };

/* The text of the file "path"; false if it cannot be read. */
static bool read_text(const char *path, struct pv_sb *text)
{
    char part[4096];
    size_t n;
    FILE *file = fopen(path, "rb");
    if (!file)
        return false;
    while ((n = fread(part, 1, sizeof(part), file)) > 0)
        pv_sb_addn(text, part, n);
    bool ok = !ferror(file);
    (void)fclose(file); /* nothing was written */
    return ok;
}

/* Go over blanks and comments. */
static const char *skip_blanks(const char *text)
{
    while (isspace((unsigned char)*text) || *text == '#')
        text += *text == '#' ? strcspn(text, "\n") : 1;
    return text;
}

/* The word that "*text" begins with, without quotes; go behind it. */
static char *take_word(struct pv_arena *arena, const char **text)
{
    char *word = pv_alloc(arena, strlen(*text) + 1), *end = word, quote = '\0';
    for (; **text && (quote || !isspace((unsigned char)**text)); (*text)++) {
        char c = **text;
        if (c == '\\' && quote != '\'' && (*text)[1])
            *end++ = *++*text;
        else if (quote ? c == quote : c == '"' || c == '\'')
            quote = (char)(quote ? '\0' : c);
        else
            *end++ = c;
    }
    return word;
}

/* Append "word", or what is in the file that it names. */
static void expand(struct pv_arena *arena, words *list, char *word, int depth)
{
    struct pv_sb text = {0};
    if (word[0] != '@' || depth > MOST_DEEP || !read_text(word + 1, &text)) {
        pv_push(arena, list, word);
        pv_sb_free(&text);
        return;
    }
    const char *at = skip_blanks(text.text ? text.text : "");
    while (*at) {
        expand(arena, list, take_word(arena, &at), depth + 1);
        at = skip_blanks(at);
    }
    pv_sb_free(&text);
}

char **pv_argfile_expand(struct pv_arena *arena, char **argv)
{
    words list = {0};
    for (; *argv; argv++)
        expand(arena, &list, *argv, 0);
    pv_push(arena, &list, NULL);
    return list.v;
}
