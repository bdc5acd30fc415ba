/* Dependency files of the compiler: they name the user's file, not the transformed one. */
#include "driver/ccdeps.h"

#include <ctype.h>
#include <string.h>
#include <unistd.h>

/* Append "path" as a file for make names it. */
static char *add_for_make(char *end, const char *path)
{
    for (; *path; path++) {
        if (*path == ' ' || *path == '#')
            *end++ = '\\';
        if (*path == '$')
            *end++ = '$';
        *end++ = *path;
    }
    return end;
}

/* The same as a string. */
static const char *name_for_make(struct pv_cc_driver *driver, const char *path)
{
    char *name = pv_alloc(driver->arena, 2 * strlen(path) + 1);
    add_for_make(name, path);
    return name;
}

/* Behind the word at "c", in which a backslash takes a blank with it. */
static const char *end_of_word(const char *c)
{
    while (*c && !isspace((unsigned char)*c))
        c += *c == '\\' && c[1] ? 2 : 1;
    return c;
}

/* If the dependency file "path" names files of our folder, let it name the user's file instead. */
static void correct_file(struct pv_cc_driver *driver, const struct pv_cc_file *file, const char *path)
{
    const char *folder = name_for_make(driver, file->folder), *new = name_for_make(driver, file->new);
    size_t size = 0, n = strlen(folder), m = strlen(new);
    const char *text = access(path, W_OK) ? NULL : pv_ccline_read(driver->arena, path, &size);
    if (!text || !strstr(text, folder))
        return;
    char *result = pv_alloc(driver->arena, size * (2 * strlen(file->input->path) + 2)), *end = result;
    for (const char *c = text; *c;) {
        bool is_word = c == text || isspace((unsigned char)c[-1]);
        if (is_word && !strncmp(c, new, m) && (isspace((unsigned char)c[m]) || !c[m])) {
            end = add_for_make(end, file->input->path);
            c += m;
        } else if (is_word && !strncmp(c, folder, n)) {
            c = end_of_word(c); /* a header of the transformed file; with its colon, if it is a target */
        } else {
            *end++ = *c++;
        }
    }
    pv_ccwork_write(path, result, (size_t)(end - result));
}

void pv_cc_correct_deps(struct pv_cc_driver *driver, const struct pv_cc_file *file)
{
    const struct pv_ccline *line = &driver->line;
    const char *base = pv_cc_base_name(file->input->path), *out = line->output;
    int n = (int)(strrchr(base, '.') ? strrchr(base, '.') - base : (long)strlen(base));
    if (!line->has_deps)
        return;
    if (line->depfile)
        correct_file(driver, file, line->depfile);
    correct_file(driver, file, pv_printf(driver->arena, "%.*s.d", n, base));
    if (!out)
        out = "a";
    const char *dot = strrchr(pv_cc_base_name(out), '.');
    correct_file(driver, file, pv_printf(driver->arena, "%.*s.d", dot ? (int)(dot - out) : (int)strlen(out), out));
    correct_file(driver, file, pv_printf(driver->arena, "%s-%.*s.d", out, n, base));
}
