/* Finding the ends of statements in C text. */
#ifndef PV_TEXT_H
#define PV_TEXT_H

#include <stddef.h>

/* The first byte at or after "offset" that is neither blank nor part of a comment. */
unsigned text_skip_blanks(const char *text, size_t size, unsigned offset);
/* The end of a statement that ends at "offset" but for its semicolon: past the semicolon if there is one. */
unsigned text_end_of_statement(const char *text, size_t size, unsigned offset);
/* The end of the declaration that "offset" lies in: past its semicolon. */
unsigned text_end_of_declaration(const char *text, size_t size, unsigned offset);

#endif
