/* Prints texts as strings of JSON. */
#include "report/json.h"

#include <string.h>

/* The length of the UTF-8 sequence at "text", of which "n" bytes are left; 0 where it is none. */
static size_t sequence_at(const unsigned char *text, size_t n)
{
    size_t length = text[0] < 0x80 ? 1 : text[0] >= 0xf0 ? 4 : text[0] >= 0xe0 ? 3 : 2;
    if ((text[0] >= 0x80 && text[0] < 0xc2) || text[0] > 0xf4 || length > n)
        return 0;
    for (size_t i = 1; i < length; i++)
        if ((text[i] & 0xc0) != 0x80)
            return 0;
    bool is_overlong = (text[0] == 0xe0 && text[1] < 0xa0) || (text[0] == 0xf0 && text[1] < 0x90);
    bool is_outside = (text[0] == 0xed && text[1] > 0x9f) || (text[0] == 0xf4 && text[1] > 0x8f);
    return is_overlong || is_outside ? 0 : length;
}

void pv_json_addn(struct pv_sb *out, const char *text, size_t n)
{
    pv_sb_add(out, "\"");
    for (size_t i = 0; i < n;) {
        unsigned char c = (unsigned char)text[i];
        size_t length = sequence_at((const unsigned char *)text + i, n - i);
        if (!length)
            pv_sb_add(out, "\\ufffd");
        else if (c == '"' || c == '\\')
            pv_sb_printf(out, "\\%c", c);
        else if (c == '\n')
            pv_sb_add(out, "\\n");
        else if (c == '\t')
            pv_sb_add(out, "\\t");
        else if (c < 0x20 || c == '<' || c == '&' || c == 0x7f)
            pv_sb_printf(out, "\\u%04x", c);
        else
            pv_sb_addn(out, text + i, length);
        i += length ? length : 1;
    }
    pv_sb_add(out, "\"");
}

void pv_json_add(struct pv_sb *out, const char *text)
{
    pv_json_addn(out, text, strlen(text));
}
