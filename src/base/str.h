/* Strings: interning, so that equal names are equal pointers, and a builder for longer texts. */
#ifndef PV_STR_H
#define PV_STR_H

#include "base/arena.h"

#include <stdbool.h>

struct pv_intern;

struct pv_intern *pv_intern_new(struct pv_arena *arena);
/* Return the one copy of "s" in "pool"; it lives as long as the pool's arena. */
const char *pv_intern(struct pv_intern *pool, const char *s);

/* A text that grows. Start from {0}; "text" is NUL-terminated, or NULL while nothing was added. */
struct pv_sb {
    char *text;
    size_t n, cap;
};

void pv_sb_add(struct pv_sb *sb, const char *s);
void pv_sb_addn(struct pv_sb *sb, const char *s, size_t n);
void pv_sb_printf(struct pv_sb *sb, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void pv_sb_free(struct pv_sb *sb);

/* The length of the UTF-8 byte-order mark that "text" begins with: 3, or 0 where there is none. */
size_t pv_text_mark(const char *text, size_t size);
/* Does the first line of "text" end with a carriage return and a line feed? */
bool pv_text_has_crlf(const char *text, size_t size);
/* Add "n" bytes of "s", where every line, however it ends, gets the end "\r\n". */
void pv_sb_add_crlf(struct pv_sb *sb, const char *s, size_t n);

#endif
