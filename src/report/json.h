/* Texts in JSON. */
#ifndef PV_JSON_H
#define PV_JSON_H

#include "base/str.h"

/* Append "text" as a string of JSON, quotes included. Bytes that are not UTF-8 become U+FFFD. "<" and "&" are escaped, so that
 * the string may stand in a script of an HTML page. */
void pv_json_add(struct pv_sb *out, const char *text);
/* The same for the first "n" bytes of "text". */
void pv_json_addn(struct pv_sb *out, const char *text, size_t n);

#endif
