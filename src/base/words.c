/* Finds identifiers in the text of C programs. */
#include "base/words.h"

#include <ctype.h>
#include <string.h>

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$' || (unsigned char)c >= 128;
}

static size_t skip_until(const char *text, size_t size, size_t pos, const char *end)
{
    size_t n = strlen(end);
    while (pos < size && (size - pos < n || memcmp(text + pos, end, n)))
        pos++;
    return pos + n < size ? pos + n : size;
}

static size_t skip_quoted(const char *text, size_t size, size_t pos)
{
    char quote = text[pos++];
    while (pos < size && text[pos] != quote && text[pos] != '\n')
        pos += text[pos] == '\\' ? 2 : 1;
    return pos < size ? pos + 1 : size;
}

/* Is the '#' at "pos" that of an #include? */
static bool is_include(const char *text, size_t size, size_t pos)
{
    for (pos++; pos < size && (text[pos] == ' ' || text[pos] == '\t');)
        pos++;
    return size - pos > 7 && !memcmp(text + pos, "include", 7);
}

/* The position after the comment, literal or #include at "pos", or "pos" where there is none. */
static size_t skip_other(const char *text, size_t size, size_t pos)
{
    bool has_two = pos + 1 < size;
    if (text[pos] == '"' || text[pos] == '\'')
        return skip_quoted(text, size, pos);
    if (has_two && text[pos] == '/' && text[pos + 1] == '*')
        return skip_until(text, size, pos + 2, "*/");
    if (has_two && text[pos] == '/' && text[pos + 1] == '/')
        return skip_until(text, size, pos, "\n");
    if (text[pos] == '#' && is_include(text, size, pos))
        return skip_until(text, size, pos, "\n");
    return pos;
}

/* Find the next identifier or number from "*pos" + "*length" on; false at the end. */
static bool next_word(const char *text, size_t size, size_t *pos, size_t *length)
{
    *pos += *length;
    while (*pos < size && !is_word(text[*pos])) {
        size_t after = skip_other(text, size, *pos);
        *pos = after > *pos ? after : *pos + 1;
    }
    *length = 0;
    while (*pos + *length < size && is_word(text[*pos + *length]))
        ++*length;
    return *length > 0;
}

int pv_text_count_identifier(const char *text, size_t size, const char *name)
{
    int count = 0;
    size_t pos = 0, length = 0, n = strlen(name);
    while (next_word(text, size, &pos, &length))
        count += length == n && !memcmp(text + pos, name, n);
    return count;
}

bool pv_text_has_prefix(const char *text, size_t size, const char *prefix)
{
    size_t pos = 0, length = 0, n = strlen(prefix);
    while (next_word(text, size, &pos, &length))
        if (length >= n && !memcmp(text + pos, prefix, n))
            return true;
    return false;
}

bool pv_text_has_numbered(const char *text, size_t size, const char *prefix)
{
    size_t pos = 0, length = 0, n = strlen(prefix);
    while (next_word(text, size, &pos, &length))
        if (length > n && !memcmp(text + pos, prefix, n) && isdigit((unsigned char)text[pos + n]))
            return true;
    return false;
}
