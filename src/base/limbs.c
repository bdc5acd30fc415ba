/* A pool of memory for the numbers of GMP. */
#include "base/limbs.h"

#include "base/memory.h"
#include "base/workcount.h"

#include <stdlib.h>
#include <string.h>

/* Numbers of so many limbs are counted. */
#define COUNTED 3

/* Nearly all numbers fit in one limb, and hardly any needs more than a few. What is longer comes from malloc. */
#define LONGEST 8
#define BLOCK_LIMBS 8192

bool pv_limbs_are_pooled;

/* Pieces that are free again: single limbs, and longer pieces by their length in limbs. The first limb of each knows the next
 * piece. */
union pv_limb *pv_limbs_unused;
static union pv_limb *longer[LONGEST + 1];

/* What was not handed out yet of the newest block. Blocks are kept until the end. */
static union pv_limb *fresh, *fresh_end;

/* Room for "size" bytes, and for a pointer at least. */
static size_t n_limbs(size_t size)
{
    return size ? (size + sizeof(union pv_limb) - 1) / sizeof(union pv_limb) : 1;
}

/* A piece of "n" limbs from the newest block, or from a new one; what is left of the old one becomes short pieces. */
static void *cut(size_t n)
{
    if ((size_t)(fresh_end - fresh) < n) {
        for (; fresh != fresh_end; fresh++) {
            fresh->next = pv_limbs_unused;
            pv_limbs_unused = fresh;
        }
        fresh = pv_must_realloc(NULL, BLOCK_LIMBS * sizeof(*fresh));
        fresh_end = fresh + BLOCK_LIMBS;
    }
    void *result = fresh;
    fresh += n;
    return result;
}

void *pv_limbs_cut_one(void)
{
    return cut(1);
}

/* The pieces of "n" limbs that are free. */
static union pv_limb **unused(size_t n)
{
    return n > 1 ? &longer[n] : &pv_limbs_unused;
}

static void *allocate(size_t size)
{
    size_t n = n_limbs(size);
    if (n >= COUNTED)
        pv_work_count_long();
    if (n > LONGEST) {
        return pv_must_realloc(NULL, n * sizeof(union pv_limb));
    }
    union pv_limb **list = unused(n), *result = *list;
    if (!result)
        return cut(n);
    *list = result->next;
    return result;
}

static void release(void *memory, size_t size)
{
    size_t n = n_limbs(size);
    if (n > LONGEST) {
        free(memory);
        return;
    }
    union pv_limb **list = unused(n), *piece = memory;
    piece->next = *list;
    *list = piece;
}

static void *resize(void *memory, size_t old_size, size_t size)
{
    size_t old_n = n_limbs(old_size), n = n_limbs(size);
    if (old_n == n)
        return memory;
    if (old_n > LONGEST && n > LONGEST) {
        return pv_must_realloc(memory, n * sizeof(union pv_limb));
    }
    void *result = allocate(size);
    memcpy(result, memory, old_size < size ? old_size : size);
    release(memory, old_size);
    return result;
}

void pv_limbs_pool(void)
{
    mp_set_memory_functions(allocate, resize, release);
    pv_limbs_are_pooled = true;
}

void pv_limbs_pool_by_default(void)
{
#ifndef __SANITIZE_ADDRESS__
    pv_limbs_pool();
#endif
}
