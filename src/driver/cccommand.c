/* The commands that pavecc gives to the compiler. */
#include "driver/cccommand.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool pv_cc_is_target(const struct pv_cc_driver *driver, const char *target)
{
    return !strcmp(driver->line.target, target);
}

bool pv_cc_has_colors(const struct pv_cc_driver *driver)
{
    const char *terminal = getenv("TERM"), *colors = getenv("GCC_COLORS");
    for (int i = 0; i < driver->line.words.n; i++)
        if (strstr(driver->line.words.v[i], "-fdiagnostics-") == driver->line.words.v[i] ||
            strstr(driver->line.words.v[i], "-fno-diagnostics-") == driver->line.words.v[i])
            return false; /* the user has chosen */
    return isatty(2) && terminal && strcmp(terminal, "dumb") != 0 && !(colors && !*colors);
}

const char *pv_cc_base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

void pv_cc_add(struct pv_cc_driver *driver, pv_words *words, const char *word)
{
    pv_push(driver->arena, words, word);
}

void pv_cc_add_all(struct pv_cc_driver *driver, pv_words *words, const pv_words *more)
{
    for (int i = 0; i < more->n; i++)
        pv_cc_add(driver, words, more->v[i]);
}

/* Write the words from the first argument on to a response file, as the user did: there may be too many for the system. */
static pv_words put_aside(struct pv_cc_driver *driver, const pv_words *words)
{
    static int n;
    pv_words result = {0};
    size_t size = 0;
    for (int i = driver->cc.n; i < words->n; i++)
        size += 2 * strlen(words->v[i]) + 4;
    char *text = pv_alloc(driver->arena, size + 1), *end = text;
    for (int i = driver->cc.n; i < words->n; i++) {
        *end++ = '"';
        for (const char *c = words->v[i]; *c; c++) {
            if (*c == '"' || *c == '\\')
                *end++ = '\\';
            *end++ = *c;
        }
        *end++ = '"';
        *end++ = '\n';
    }
    const char *path = pv_printf(driver->arena, "%s/words%d", driver->folder, n++);
    pv_cc_add_all(driver, &result, &driver->cc);
    pv_cc_add(driver, &result, pv_printf(driver->arena, "@%s", path));
    return pv_ccwork_write(path, text, (size_t)(end - text)) ? result : *words;
}

int pv_cc_run(struct pv_cc_driver *driver, const pv_words *words, const char *out, const char *err)
{
    pv_words all = driver->line.has_response && words->n ? put_aside(driver, words) : *words;
    return pv_ccwork_run(driver->arena, &all, (struct pv_cc_streams){driver->saved_stdin, out, err});
}

struct pv_cc_command pv_cc_begin(struct pv_cc_driver *driver)
{
    int n = driver->line.words.n;
    struct pv_cc_command command = {.word = pv_new_array(driver->arena, const char *, n + 1)};
    for (int i = 0; i < n; i++)
        command.word[i] = driver->line.words.v[i];
    return command;
}

void pv_cc_drop_output(const struct pv_cc_driver *driver, struct pv_cc_command *command)
{
    int at = driver->line.output_at;
    if (at < 0)
        return;
    command->word[at] = NULL;
    if (!driver->line.words.v[at][2])
        command->word[at + 1] = NULL;
}

void pv_cc_drop_operands(const struct pv_cc_driver *driver, struct pv_cc_command *command, int kept)
{
    const struct pv_ccline *line = &driver->line;
    for (int i = 0; i < line->operands.n; i++)
        if (line->operands.v[i] != kept)
            command->word[line->operands.v[i]] = NULL;
    for (int i = 0; i < line->languages.n; i++) {
        int at = line->languages.v[i];
        if (at < kept)
            continue;
        command->word[at] = NULL;
        if (!line->words.v[at][2])
            command->word[at + 1] = NULL;
    }
}

pv_words pv_cc_words(struct pv_cc_driver *driver, const struct pv_cc_command *command)
{
    pv_words words = {0};
    pv_cc_add_all(driver, &words, &driver->cc);
    pv_cc_add_all(driver, &words, &command->before);
    for (int i = 0; i < driver->line.words.n; i++)
        if (command->word[i])
            pv_cc_add(driver, &words, command->word[i]);
    pv_cc_add_all(driver, &words, &command->after);
    return words;
}

void pv_cc_add_folder(struct pv_cc_driver *driver, struct pv_cc_command *command, const struct pv_cc_file *file)
{
    pv_cc_add(driver, &command->before, "-iquote");
    pv_cc_add(driver, &command->before, *file->dir ? file->dir : ".");
}
