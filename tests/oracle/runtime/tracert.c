/* Linked into a traced program in place of the thread sanitizer's library: the compiler calls these
 * functions before each load and store. Events between the markers of a region go to a buffer that
 * becomes the trace file when the program ends. This file itself is compiled without
 * instrumentation. */
#include "../tracefmt.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Tests run at small sizes; a log beyond this means a wrong choice of arguments. */
#define MAX_EVENTS ((size_t)20 * 1000 * 1000)

static struct trace_event *events;
static size_t n_events, max_events;
static int depth;            /* of calls of instrumented functions */
static int region_depth;     /* depth of the function whose region runs; 0 outside of regions */
static int is_paused;        /* a marker is being evaluated */
static uintptr_t callee_top; /* arguments and frames of calls made by the region lie below */

static void add_event(enum trace_kind kind, uint32_t id, uint64_t a, uint64_t b)
{
    if (n_events == max_events) {
        max_events = max_events ? 2 * max_events : 1 << 16;
        events = max_events > MAX_EVENTS ? NULL : realloc(events, max_events * sizeof(*events));
        if (!events) {
            fputs("trace: too many events\n", stderr);
            _Exit(125);
        }
    }
    events[n_events++] = (struct trace_event){kind, id, a, b};
}

__attribute__((destructor)) static void write_events(void)
{
    const char *name = getenv(TRACE_FILE_VARIABLE);
    FILE *file = name ? fopen(name, "wb") : NULL;
    if (!file || fwrite(events, sizeof(*events), n_events, file) != n_events || fclose(file) != 0) {
        fprintf(stderr, "trace: cannot write '%s'\n", name ? name : "(no name)");
        _Exit(125);
    }
}

/*--------------------------------------------------------------------------------------------------*/
/* Markers, called by text inserted into the program */

/* Until pv_trace_resume() no access is an event. */
void pv_trace_pause(void);
void pv_trace_resume(void);
/* Markers of a function called from inside a region (it may hold a region of its own) are no events. */
void pv_trace_mark(int kind, int id, long long a, long long b);
/* Ends "*site" when the block that declares the variable is left. */
void pv_trace_leave(int *site);

void pv_trace_pause(void)
{
    is_paused++;
}

void pv_trace_resume(void)
{
    is_paused--;
}

static void add_mark(int kind, int id, long long a, long long b)
{
    if (region_depth && depth != region_depth)
        return;
    if (kind == TRACE_REGION_BEGIN)
        region_depth = depth;
    if (region_depth)
        add_event(kind, id, a, b);
    if (kind == TRACE_REGION_END)
        region_depth = 0;
}

void pv_trace_mark(int kind, int id, long long a, long long b)
{
    if (!region_depth || depth == region_depth)
        callee_top = (uintptr_t)__builtin_dwarf_cfa();
    add_mark(kind, id, a, b);
}

void pv_trace_leave(int *site)
{
    add_mark(TRACE_SITE_END, *site, 0, 0);
}

/*--------------------------------------------------------------------------------------------------*/
/* What the compiler calls */

/* An access to "size" bytes at "address". Variables of called functions are their own business. */
static void access(enum trace_kind kind, const void *address, size_t size)
{
    if (!region_depth || is_paused || size == 0)
        return;
    if (depth > region_depth && (uintptr_t)address < callee_top &&
        (uintptr_t)address > (uintptr_t)__builtin_frame_address(0))
        return;
    uint64_t value = 0;
    if (kind == TRACE_READ && size == sizeof(value))
        memcpy(&value, address, sizeof(value));
    add_event(kind, size, (uintptr_t)address, value);
}

void __tsan_init(void);
void __tsan_func_entry(void *caller);
void __tsan_func_exit(void);

void __tsan_init(void)
{
}

void __tsan_func_entry(void *caller)
{
    (void)caller;
    depth++;
}

void __tsan_func_exit(void)
{
    if (depth == region_depth) /* the region was left by a return */
        add_mark(TRACE_REGION_END, -1, 0, 0);
    depth--;
}

#define ACCESS_FUNCTIONS(size)                             \
    void __tsan_read##size(const void *address);           \
    void __tsan_write##size(void *address);                \
    void __tsan_unaligned_read##size(const void *address); \
    void __tsan_unaligned_write##size(void *address);      \
    void __tsan_read##size(const void *address)            \
    {                                                      \
        access(TRACE_READ, address, size);                 \
    }                                                      \
    void __tsan_write##size(void *address)                 \
    {                                                      \
        access(TRACE_WRITE, address, size);                \
    }                                                      \
    void __tsan_unaligned_read##size(const void *address)  \
    {                                                      \
        access(TRACE_READ, address, size);                 \
    }                                                      \
    void __tsan_unaligned_write##size(void *address)       \
    {                                                      \
        access(TRACE_WRITE, address, size);                \
    }
ACCESS_FUNCTIONS(1)
ACCESS_FUNCTIONS(2)
ACCESS_FUNCTIONS(4)
ACCESS_FUNCTIONS(8)
ACCESS_FUNCTIONS(16)

void __tsan_read_range(const void *address, size_t size);
void __tsan_write_range(void *address, size_t size);

void __tsan_read_range(const void *address, size_t size)
{
    access(TRACE_READ, address, size);
}

void __tsan_write_range(void *address, size_t size)
{
    access(TRACE_WRITE, address, size);
}

/*--------------------------------------------------------------------------------------------------*/
/* Library functions that touch the program's memory; the linker's --wrap sends calls here. */

void *__real_memcpy(void *to, const void *from, size_t size);
void *__real_memmove(void *to, const void *from, size_t size);
void *__real_memset(void *to, int byte, size_t size);
void *__wrap_memcpy(void *to, const void *from, size_t size);
void *__wrap_memmove(void *to, const void *from, size_t size);
void *__wrap_memset(void *to, int byte, size_t size);

void *__wrap_memcpy(void *to, const void *from, size_t size)
{
    access(TRACE_READ, from, size);
    access(TRACE_WRITE, to, size);
    return __real_memcpy(to, from, size);
}

void *__wrap_memmove(void *to, const void *from, size_t size)
{
    access(TRACE_READ, from, size);
    access(TRACE_WRITE, to, size);
    return __real_memmove(to, from, size);
}

void *__wrap_memset(void *to, int byte, size_t size)
{
    access(TRACE_WRITE, to, size);
    return __real_memset(to, byte, size);
}

/*--------------------------------------------------------------------------------------------------*/
/* PENCIL's builtins, for programs that do not define them */

#define NO_CODE __attribute__((weak))
void __pencil_kill(void) NO_CODE;
void __pencil_use(void) NO_CODE;
void __pencil_def(void) NO_CODE;
void __pencil_assume(void) NO_CODE;
void __pencil_assert(void) NO_CODE;
int __pencil_maybe(void) NO_CODE;

void __pencil_kill(void)
{
}

void __pencil_use(void)
{
}

void __pencil_def(void)
{
}

void __pencil_assume(void)
{
}

void __pencil_assert(void)
{
}

int __pencil_maybe(void)
{
    return 1;
}
