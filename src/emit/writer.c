#include "emit/writer.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void pv_emit_line(struct pv_writer *out, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    int n = vsnprintf(NULL, 0, fmt, ap);
    va_end(ap);
    char *line = malloc((size_t)n + 1);
    if (!line)
        pv_out_of_memory();
    va_start(ap, fmt);
    vsnprintf(line, (size_t)n + 1, fmt, ap);
    va_end(ap);
    bool is_directive = line[0] == '#';
    pv_sb_printf(&out->text, "%s%*s%s\n", is_directive ? "" : out->margin, is_directive ? 0 : 4 * out->level, "", line);
    free(line);
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$' || (unsigned char)c >= 128;
}

bool pv_text_has_identifier(const char *text, size_t size, const char *name)
{
    size_t n = strlen(name);
    for (size_t i = 0; i + n <= size;) {
        if (!is_word(text[i])) {
            i++;
            continue;
        }
        size_t end = i;
        while (end < size && is_word(text[end]))
            end++;
        if (end - i == n && !memcmp(text + i, name, n))
            return true;
        i = end;
    }
    return false;
}
