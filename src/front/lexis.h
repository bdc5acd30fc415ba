/* C text below the level of tokens: comments, blanks, constants in quotes, directives. Offsets are bytes of the text. */
#ifndef PV_LEXIS_H
#define PV_LEXIS_H

#include "base/str.h"

/* Length of the comment at "pos", without the line end behind a "//" one; or 0. */
size_t pv_text_comment(const char *text, size_t size, size_t pos);
/* The same, or the length of the one blank or line continuation there; or 0. */
size_t pv_text_blank(const char *text, size_t size, size_t pos);
/* Length of the string or character constant at "pos"; it ends at the latest with its line. */
size_t pv_text_quoted(const char *text, size_t size, size_t pos);
/* Add the directive at "pos" (its '#') to "line" with comments as blanks and joined lines. Return the offset past its
 * line's end. */
size_t pv_text_directive(const char *text, size_t size, size_t pos, struct pv_sb *line);
/* Skip blanks, comments and whole directives forward from "offset". */
unsigned pv_text_skip_blank(const char *text, size_t size, unsigned offset);

#endif
