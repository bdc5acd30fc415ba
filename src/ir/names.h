/* All names in generated text are made here. A name is free if neither the translation unit nor a language or header
 * of a target uses it. */
#ifndef PV_NAMES_H
#define PV_NAMES_H

#include "base/str.h"
#include "ir/tree.h"

struct pv_names {
    struct pv_arena *arena;
    const struct pv_unit *unit;
    const char *own; /* "pave_", or a variant of it: no name of the unit begins so */
};

/* "unit" must outlive the result. */
struct pv_names pv_names_begin(struct pv_arena *arena, const struct pv_unit *unit);

/* Is "name" a word of OpenCL C, CUDA or C++, or declared by a header that generated text includes? */
bool pv_names_is_reserved(const char *name);
/* Reserved words and beginnings of words, for tests: the one at "pos", NULL at the end. */
const char *pv_names_reserved_word(struct pv_arena *arena, int pos);

/* Does the unit use "name", in its text or in what it includes? */
bool pv_names_is_used(const struct pv_names *names, const char *name);

/* "wish", or a longer prefix like it, that is free with any number behind it. */
const char *pv_names_prefix(const struct pv_names *names, const char *wish);

/* The name of the user's variable, field or type "id" in text for a device: "id" itself unless that is reserved. */
const char *pv_names_on_device(const struct pv_names *names, const char *id);
/* The same for a structure, "struct id" or the name of a typedef. */
const char *pv_names_record(const struct pv_names *names, const struct pv_record *record);

/* Append "text", a part of pave's run-time support, in which each name of pave begins with "pave_". */
void pv_names_add_support(const struct pv_names *names, struct pv_sb *out, const char *text);

/* Append the directives that let "headers" be included behind the text of the unit: its macros end, and what it declares under
 * names that the headers have, too, gets out of their way. Nothing of the unit can be named after that. */
void pv_names_clear_for_headers(const struct pv_names *names, struct pv_sb *out);

#endif
