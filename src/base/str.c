/* Interned strings, and a string builder. */
#include "base/str.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct pv_intern {
    struct pv_arena *arena;
    const char **slots; /* open addressing; NULL is free */
    size_t n, cap;      /* cap is a power of two */
};

struct pv_intern *pv_intern_new(struct pv_arena *arena)
{
    struct pv_intern *pool = pv_new(arena, struct pv_intern);
    pool->arena = arena;
    pool->cap = 256;
    pool->slots = pv_new_array(arena, const char *, pool->cap);
    return pool;
}

/* FNV-1a. */
static uint64_t hash(const char *s)
{
    uint64_t h = 0xcbf29ce484222325u;
    for (; *s; s++)
        h = (h ^ (unsigned char)*s) * 0x100000001b3u;
    return h;
}

/* Return the slot of "s": where it is, or the free one where it belongs. */
static const char **find_slot(const struct pv_intern *pool, const char *s)
{
    size_t i = hash(s) & (pool->cap - 1);
    while (pool->slots[i] && strcmp(pool->slots[i], s))
        i = (i + 1) & (pool->cap - 1);
    return &pool->slots[i];
}

static void enlarge(struct pv_intern *pool)
{
    struct pv_intern old = *pool;
    pool->cap *= 2;
    pool->slots = pv_new_array(pool->arena, const char *, pool->cap);
    for (size_t i = 0; i < old.cap; i++)
        if (old.slots[i])
            *find_slot(pool, old.slots[i]) = old.slots[i];
}

const char *pv_intern(struct pv_intern *pool, const char *s)
{
    const char **slot = find_slot(pool, s);
    if (*slot)
        return *slot;
    if (2 * (pool->n + 1) > pool->cap) {
        enlarge(pool);
        slot = find_slot(pool, s);
    }
    pool->n++;
    return *slot = pv_strdup(pool->arena, s);
}

static void reserve(struct pv_sb *sb, size_t extra)
{
    if (sb->n + extra + 1 <= sb->cap)
        return;
    size_t cap = 2 * sb->cap + extra + 64;
    sb->text = pv_must_realloc(sb->text, cap);
    sb->cap = cap;
}

void pv_sb_addn(struct pv_sb *sb, const char *s, size_t n)
{
    reserve(sb, n);
    memcpy(sb->text + sb->n, s, n);
    sb->n += n;
    sb->text[sb->n] = '\0';
}

void pv_sb_add(struct pv_sb *sb, const char *s)
{
    pv_sb_addn(sb, s, strlen(s));
}

void pv_sb_printf(struct pv_sb *sb, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    int n = vsnprintf(NULL, 0, fmt, ap);
    va_end(ap);
    if (n < 0)
        return;
    reserve(sb, (size_t)n);
    va_start(ap, fmt);
    vsnprintf(sb->text + sb->n, (size_t)n + 1, fmt, ap);
    va_end(ap);
    sb->n += (size_t)n;
}

void pv_sb_free(struct pv_sb *sb)
{
    free(sb->text);
    *sb = (struct pv_sb){0};
}

size_t pv_text_mark(const char *text, size_t size)
{
    static const char mark[] = "\xEF\xBB\xBF";
    return size >= 3 && !memcmp(text, mark, 3) ? 3 : 0;
}

bool pv_text_has_crlf(const char *text, size_t size)
{
    const char *end = size ? memchr(text, '\n', size) : NULL;
    return end && end > text && end[-1] == '\r';
}

void pv_sb_add_crlf(struct pv_sb *sb, const char *s, size_t n)
{
    while (n) {
        const char *end = memchr(s, '\n', n);
        size_t line = end ? (size_t)(end - s) : n;
        pv_sb_addn(sb, s, line && end && s[line - 1] == '\r' ? line - 1 : line);
        if (!end)
            return;
        pv_sb_add(sb, "\r\n");
        s += line + 1;
        n -= line + 1;
    }
}
