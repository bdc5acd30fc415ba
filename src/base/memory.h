/* Allocations that do not fail: if memory runs out, the job of the thread ends, not the process. */
#ifndef PV_MEMORY_H
#define PV_MEMORY_H

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>

/* Where a thread goes when memory runs out. The first allocation that fails frees a reserve, calls "stop" and is tried
 * again: the work can then end in an orderly way, and frees what it has. Only where the reserve does not suffice, the
 * thread jumps to "place"; what the functions in between hold is lost. */
struct pv_recovery {
    jmp_buf place;            /* set by the caller, before pv_recovery_begin() */
    void (*stop)(void *user); /* let the work end soon; or NULL */
    void *user;
    bool is_short;             /* an allocation has failed: no result counts */
    void *reserve;             /* NULL when it has been used */
    struct pv_recovery *outer; /* the one that it replaces in this thread */
};

/* Between these two, want of memory in this thread leads to "recovery". */
void pv_recovery_begin(struct pv_recovery *recovery);
void pv_recovery_end(struct pv_recovery *recovery);

/* An allocation of someone else has failed, who goes on without a result: let the work end. */
void pv_note_short_memory(void);

/* Jump to the place of the recovery of this thread; without one the process aborts. */
_Noreturn void pv_out_of_memory(void);

/* As the functions of the C library, but for NULL: see struct pv_recovery. */
void *pv_must_calloc(size_t n, size_t size);
void *pv_must_realloc(void *old, size_t size);

#endif
