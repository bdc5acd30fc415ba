/* A malloc for the many small objects of isl, linked in place of the C library's (--wrap). */
#define _GNU_SOURCE /* MAP_ANONYMOUS, MAP_NORESERVE */
#include "base/blocks.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* Blocks have sizes that are multiples of STEP, up to LARGEST. They are cut from spans, each for one size; the spans lie
 * one behind the other in a region of addresses, so that the address of a block says how large it is. */
#define STEP ((size_t)16)
#define N_SIZES ((size_t)128)
#define LARGEST (STEP * N_SIZES)
#define SPAN ((size_t)64 * 1024)
#define N_SPANS ((size_t)64 * 1024)

/* The functions of the C library, under the names that the linker has for them. */
extern void *system_malloc(size_t size) __asm__("__real_malloc");
extern void *system_calloc(size_t n, size_t size) __asm__("__real_calloc");
extern void *system_realloc(void *old, size_t size) __asm__("__real_realloc");
extern void system_free(void *memory) __asm__("__real_free");

struct block {
    struct block *next;
};

/* The blocks of one size. */
struct size {
    struct block *unused;    /* that were freed */
    char *fresh, *fresh_end; /* what was never handed out of the newest span */
};

static struct size sizes[N_SIZES + 1];

/* The region: "extent" bytes from "begin" on, 0 while there is none; the first n_spans spans are in use. */
static struct {
    char *begin;
    size_t extent, n_spans;
    unsigned char steps[N_SPANS]; /* the size of the blocks of a span */
    int is_tried;
} region;

/* The size of the block for "size" bytes, in steps. */
static size_t n_steps(size_t size)
{
    return size ? (size + STEP - 1) / STEP : 1;
}

/* Did a block at this address come from here? */
static int is_ours(const void *memory)
{
    return (uintptr_t)memory - (uintptr_t)region.begin < region.extent;
}

static size_t steps_of(const void *block)
{
    return region.steps[(size_t)((const char *)block - region.begin) / SPAN];
}

/* Ask for the addresses, once. Pages get memory when they are first used. */
static void open_region(void)
{
    const char *wish = getenv("PAVE_MALLOC");
    region.is_tried = 1;
    if (wish && !strcmp(wish, "system"))
        return;
    void *begin = mmap(NULL, SPAN * N_SPANS, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1,
                       0);
    if (begin == MAP_FAILED)
        return;
    region.begin = begin;
    region.extent = SPAN * N_SPANS;
}

/* A block of so many steps that was never used; NULL where there are no addresses left. */
static void *cut(size_t steps)
{
    struct size *size = &sizes[steps];
    if ((size_t)(size->fresh_end - size->fresh) < steps * STEP) {
        if (!region.is_tried)
            open_region();
        if (region.n_spans * SPAN >= region.extent)
            return NULL;
        region.steps[region.n_spans] = (unsigned char)steps;
        size->fresh = region.begin + region.n_spans++ * SPAN;
        size->fresh_end = size->fresh + SPAN;
    }
    void *result = size->fresh;
    size->fresh += steps * STEP;
    return result;
}

/* A block that was never used. Apart from pv_block_malloc(), which then has no variables to save across a call. */
static __attribute__((noinline)) void *malloc_fresh(size_t size)
{
    void *result = cut(n_steps(size));
    return result ? result : system_malloc(size);
}

void *pv_block_malloc(size_t size)
{
    if (size > LARGEST)
        return system_malloc(size);
    struct size *own = &sizes[n_steps(size)];
    struct block *result = own->unused;
    if (!result)
        return malloc_fresh(size);
    own->unused = result->next;
    return result;
}

void *pv_block_calloc(size_t n, size_t size)
{
    if (size && n > LARGEST / size)
        return system_calloc(n, size);
    void *result = pv_block_malloc(n * size);
    return result ? memset(result, 0, n * size) : NULL;
}

void *pv_block_realloc(void *old, size_t size)
{
    if (!old)
        return pv_block_malloc(size);
    if (!is_ours(old))
        return system_realloc(old, size);
    size_t room = steps_of(old) * STEP;
    if (size && n_steps(size) * STEP == room)
        return old;
    void *result = size ? pv_block_malloc(size) : NULL;
    if (result)
        memcpy(result, old, size < room ? size : room);
    if (result || !size)
        pv_block_free(old);
    return result;
}

void pv_block_free(void *memory)
{
    if (!is_ours(memory)) {
        system_free(memory);
        return;
    }
    struct block *block = memory;
    struct size *size = &sizes[steps_of(block)];
    block->next = size->unused;
    size->unused = block;
}
