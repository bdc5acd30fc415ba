/* Scans comments, blanks, quoted constants and directives in C text. */
#include "front/lexis.h"

#include <ctype.h>

/* Length of a backslash and line end at "pos", or 0. */
static size_t continuation(const char *text, size_t size, size_t pos)
{
    if (pos + 1 < size && text[pos] == '\\' && text[pos + 1] == '\n')
        return 2;
    if (pos + 2 < size && text[pos] == '\\' && text[pos + 1] == '\r' && text[pos + 2] == '\n')
        return 3;
    return 0;
}

size_t pv_text_comment(const char *text, size_t size, size_t pos)
{
    if (pos + 1 >= size || text[pos] != '/')
        return 0;
    size_t end = pos + 2;
    if (text[pos + 1] == '*') {
        while (end + 1 < size && !(text[end] == '*' && text[end + 1] == '/'))
            end++;
        return (end + 1 < size ? end + 2 : size) - pos;
    }
    if (text[pos + 1] != '/')
        return 0;
    while (end < size && text[end] != '\n') {
        size_t joined = continuation(text, size, end);
        end += joined ? joined : 1;
    }
    return end - pos;
}

size_t pv_text_blank(const char *text, size_t size, size_t pos)
{
    size_t n = pv_text_comment(text, size, pos);
    if (!n)
        n = continuation(text, size, pos);
    return n ? n : isspace((unsigned char)text[pos]) ? 1 : 0;
}

size_t pv_text_quoted(const char *text, size_t size, size_t pos)
{
    char quote = text[pos];
    size_t end = pos + 1;
    while (end < size && text[end] != quote && text[end] != '\n') {
        size_t joined = continuation(text, size, end);
        end += joined ? joined : text[end] == '\\' && end + 1 < size ? 2 : 1;
    }
    return (end < size && text[end] == quote ? end + 1 : end) - pos;
}

size_t pv_text_directive(const char *text, size_t size, size_t pos, struct pv_sb *line)
{
    while (pos < size && text[pos] != '\n') {
        size_t n = continuation(text, size, pos);
        if (!n && (n = pv_text_comment(text, size, pos)))
            pv_sb_add(line, " ");
        if (!n) {
            n = text[pos] == '"' || text[pos] == '\'' ? pv_text_quoted(text, size, pos) : 1;
            pv_sb_addn(line, text + pos, n);
        }
        pos += n;
    }
    return pos < size ? pos + 1 : pos;
}

unsigned pv_text_skip_blank(const char *text, size_t size, unsigned offset)
{
    size_t pos = offset;
    while (pos < size) {
        size_t n = pv_text_blank(text, size, pos);
        if (n) {
            pos += n;
        } else if (text[pos] == '#') {
            struct pv_sb line = {0};
            pos = pv_text_directive(text, size, pos, &line);
            pv_sb_free(&line);
        } else {
            break;
        }
    }
    return (unsigned)pos;
}
