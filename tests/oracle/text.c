/* Finds the ends of statements in C text. */
#include "text.h"

#include <ctype.h>
#include <string.h>

/* The end of the comment at "offset", or "offset" where there is none. */
static unsigned skip_comment(const char *text, size_t size, unsigned offset)
{
    if (offset + 1 >= size || text[offset] != '/')
        return offset;
    if (text[offset + 1] == '/') {
        while (offset < size && text[offset] != '\n')
            offset++;
    } else if (text[offset + 1] == '*') {
        const char *end = strstr(text + offset + 2, "*/");
        offset = end ? (unsigned)(end + 2 - text) : (unsigned)size;
    }
    return offset;
}

/* The end of the string or character constant that begins at "offset". */
static unsigned skip_quoted(const char *text, size_t size, unsigned offset)
{
    char quote = text[offset++];
    while (offset < size && text[offset] != quote)
        offset += text[offset] == '\\' ? 2 : 1;
    return offset + 1;
}

unsigned text_skip_blanks(const char *text, size_t size, unsigned offset)
{
    while (offset < size) {
        unsigned next = isspace((unsigned char)text[offset]) ? offset + 1 : skip_comment(text, size, offset);
        if (next == offset)
            break;
        offset = next;
    }
    return offset;
}

unsigned text_end_of_statement(const char *text, size_t size, unsigned offset)
{
    if (offset > 0 && text[offset - 1] == ';')
        return offset;
    unsigned next = text_skip_blanks(text, size, offset);
    return next < size && text[next] == ';' ? next + 1 : offset;
}

unsigned text_end_of_declaration(const char *text, size_t size, unsigned offset)
{
    if (offset > 0 && text[offset - 1] == ';')
        return offset;
    int depth = 0;
    while (offset < size) {
        unsigned next = text_skip_blanks(text, size, offset);
        if (next != offset) {
            offset = next;
            continue;
        }
        char c = text[offset];
        if (c == ';' && depth == 0)
            return offset + 1;
        if (c == '"' || c == '\'') {
            offset = skip_quoted(text, size, offset);
            continue;
        }
        depth += c == '(' || c == '[' || c == '{';
        depth -= c == ')' || c == ']' || c == '}';
        offset++;
    }
    return offset;
}
