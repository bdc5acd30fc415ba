/* Writes lines with indentation. */
#include "emit/writer.h"

#include <stdio.h>
#include <stdlib.h>

void pv_emit_line(struct pv_writer *out, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    int n = vsnprintf(NULL, 0, fmt, ap);
    va_end(ap);
    char *line = pv_must_calloc((size_t)n + 1, 1);
    va_start(ap, fmt);
    vsnprintf(line, (size_t)n + 1, fmt, ap);
    va_end(ap);
    bool is_directive = line[0] == '#';
    pv_sb_printf(&out->text, "%s%*s%s\n", is_directive ? "" : out->margin, is_directive ? 0 : 4 * out->level, "", line);
    free(line);
}
