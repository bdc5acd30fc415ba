/* Identifiers in the text of C programs. */
#ifndef PV_WORDS_H
#define PV_WORDS_H

#include <stdbool.h>
#include <stddef.h>

/* How often "name" stands among the identifiers of the text, those in comments and literals left out. */
int pv_text_count_identifier(const char *text, size_t size, const char *name);

/* Does an identifier of the text begin with "prefix"? */
bool pv_text_has_prefix(const char *text, size_t size, const char *prefix);
/* The same, with a digit behind it? */
bool pv_text_has_numbered(const char *text, size_t size, const char *prefix);

#endif
