/* Lines of text with indentation. */
#ifndef PV_WRITER_H
#define PV_WRITER_H

#include "base/str.h"

#include <stdbool.h>

struct pv_writer {
    struct pv_sb text;
    const char *margin; /* stands before every line */
    int level;          /* of indentation, 4 blanks each */
};

/* Append one indented line. */
void pv_emit_line(struct pv_writer *out, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* How often "name" stands among the identifiers of the text, those in comments and literals left out. */
int pv_text_count_identifier(const char *text, size_t size, const char *name);
/* Does "name" occur in generated C as the name of something other than a member? */
bool pv_text_names_object(const char *text, size_t size, const char *name);

/* Does an identifier of the text begin with "prefix"? */
bool pv_text_has_prefix(const char *text, size_t size, const char *prefix);
/* The same, with a digit behind it? */
bool pv_text_has_numbered(const char *text, size_t size, const char *prefix);

#endif
