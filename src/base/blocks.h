/* Memory for the many small objects of isl. The program pave is linked so that malloc and its kin, called by pave or by
 * isl's archive, come here: blocks of equal size lie together, and one that is free is the next to be handed out. That
 * takes a few instructions, where the C library takes a hundred, and isl makes millions of objects. Other libraries are
 * not touched, and larger blocks come from the C library. What is freed is kept for blocks of the same size.
 *
 * With PAVE_MALLOC=system in the environment, or where there is no room for the region of addresses, all memory comes from
 * the C library. Not for several threads. */
#ifndef PV_BLOCKS_H
#define PV_BLOCKS_H

#include <stddef.h>

/* What the linker puts in the place of the functions of the C library (--wrap). Memory that the C library itself made,
 * as strdup does, may be given to the last two. */
void *pv_block_malloc(size_t size) __asm__("__wrap_malloc");
void *pv_block_calloc(size_t n, size_t size) __asm__("__wrap_calloc");
void *pv_block_realloc(void *old, size_t size) __asm__("__wrap_realloc");
void pv_block_free(void *memory) __asm__("__wrap_free");

#endif
