/* A bump allocator: one arena per job owns all structs and strings without isl references. */
#include "base/arena.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ALIGNMENT 16
/* The first chunk is small, since many arenas live for one function only; each further one is twice as large, up to a
 * limit. */
#define FIRST_CHUNK ((size_t)1024)
#define LARGEST_CHUNK ((size_t)64 * 1024)

struct chunk {
    struct chunk *next;
    size_t used, size;
    _Alignas(ALIGNMENT) char data[];
};

struct pv_arena {
    struct chunk *chunks; /* the first one takes new allocations */
};

struct pv_arena *pv_arena_new(void)
{
    return pv_must_calloc(1, sizeof(struct pv_arena));
}

void pv_arena_free(struct pv_arena *arena)
{
    if (!arena)
        return;
    for (struct chunk *chunk = arena->chunks, *next; chunk; chunk = next) {
        next = chunk->next;
        free(chunk);
    }
    free(arena);
}

/* Put a chunk with room for "size" bytes in front of the list. */
static void add_chunk(struct pv_arena *arena, size_t size)
{
    size_t room = arena->chunks ? 2 * arena->chunks->size : FIRST_CHUNK;
    if (room > LARGEST_CHUNK)
        room = LARGEST_CHUNK;
    if (room < size)
        room = size;
    struct chunk *chunk = pv_must_calloc(1, sizeof(*chunk) + room);
    chunk->size = room;
    chunk->next = arena->chunks;
    arena->chunks = chunk;
}

void *pv_alloc(struct pv_arena *arena, size_t size)
{
    if (size > SIZE_MAX / 2)
        pv_out_of_memory();
    size_t rounded = (size + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
    if (!arena->chunks || arena->chunks->size - arena->chunks->used < rounded)
        add_chunk(arena, rounded);
    void *result = arena->chunks->data + arena->chunks->used;
    arena->chunks->used += rounded;
    return result;
}

void *pv_grow(struct pv_arena *arena, const void *old, size_t old_size, size_t size)
{
    void *result = pv_alloc(arena, size);
    if (old_size)
        memcpy(result, old, old_size);
    return result;
}

char *pv_strndup(struct pv_arena *arena, const char *s, size_t n)
{
    char *copy = pv_alloc(arena, n + 1);
    memcpy(copy, s, n);
    return copy;
}

char *pv_strdup(struct pv_arena *arena, const char *s)
{
    return pv_strndup(arena, s, strlen(s));
}

char *pv_vprintf(struct pv_arena *arena, const char *fmt, va_list ap)
{
    va_list again;
    va_copy(again, ap);
    int n = vsnprintf(NULL, 0, fmt, ap);
    char *text = pv_alloc(arena, (size_t)(n < 0 ? 0 : n) + 1);
    if (n > 0)
        vsnprintf(text, (size_t)n + 1, fmt, again);
    va_end(again);
    return text;
}

char *pv_printf(struct pv_arena *arena, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    char *text = pv_vprintf(arena, fmt, ap);
    va_end(ap);
    return text;
}
