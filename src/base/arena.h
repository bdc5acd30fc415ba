/* Bump allocation: one arena per job owns every struct and string that holds no isl reference. */
#ifndef PV_ARENA_H
#define PV_ARENA_H

#include "base/memory.h"

#include <stdarg.h>
#include <stddef.h>

struct pv_arena;

struct pv_arena *pv_arena_new(void);
void pv_arena_free(struct pv_arena *arena);

/* Return "size" zeroed bytes that live as long as "arena". Never returns NULL: see base/memory.h. */
void *pv_alloc(struct pv_arena *arena, size_t size);
#define pv_new(arena, T) ((T *)pv_alloc((arena), sizeof(T)))
#define pv_new_array(arena, T, n) ((T *)pv_alloc((arena), sizeof(T) * (size_t)(n)))

/* Return a copy of the array "old" of "old_size" bytes, enlarged to "size" zeroed bytes. */
void *pv_grow(struct pv_arena *arena, const void *old, size_t old_size, size_t size);

char *pv_strdup(struct pv_arena *arena, const char *s);
char *pv_strndup(struct pv_arena *arena, const char *s, size_t n);
char *pv_printf(struct pv_arena *arena, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
char *pv_vprintf(struct pv_arena *arena, const char *fmt, va_list ap);

#endif
