/* A library to be loaded before the C library, which lets system calls and allocations fail: FAULT=KIND:N in the
 * environment makes the N-th call of a kind fail, counted from 1. The kinds:
 *   alloc    this allocation and all that follow give NULL
 *   once     this allocation alone gives NULL
 *   name     this call of strdup gives NULL
 *   write    the disk is full after half of the bytes of this call of write
 *   kill     the process ends by SIGKILL after half of the bytes of this call of write
 *   rename   the file keeps its name
 * FAULT=count:FILE writes the numbers of allocations and of calls of strdup to FILE at the end. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum kind { NONE, COUNT, ALLOC, ONCE, NAME, WRITE, KILL, RENAME };

static enum kind wanted = NONE;
static long when;
static const char *count_file;
static atomic_long n_allocations, n_names, n_writes, n_renames;

/* glibc's own names, for use before dlsym can be called. */
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t n, size_t size);
extern void *__libc_realloc(void *old, size_t size);

__attribute__((constructor)) static void read_wish(void)
{
    static const struct {
        const char *name;
        enum kind kind;
    } kinds[] = {{"count:", COUNT}, {"alloc:", ALLOC}, {"once:", ONCE},    {"name:", NAME},
                 {"write:", WRITE}, {"kill:", KILL},   {"rename:", RENAME}};
    const char *text = getenv("FAULT");
    for (size_t i = 0; text && i < sizeof(kinds) / sizeof(*kinds); i++)
        if (!strncmp(text, kinds[i].name, strlen(kinds[i].name))) {
            count_file = text + strlen(kinds[i].name);
            when = strtol(count_file, NULL, 10);
            wanted = kinds[i].kind;
        }
    n_allocations = 0;
    n_names = 0;
}

__attribute__((destructor)) static void write_count(void)
{
    char text[64];
    int n = snprintf(text, sizeof(text), "%ld %ld\n", (long)n_allocations, (long)n_names);
    int fd = wanted == COUNT ? open(count_file, O_WRONLY | O_CREAT | O_TRUNC, 0644) : -1;
    if (fd >= 0 && write(fd, text, (size_t)n) == n)
        close(fd);
}

/* Is this allocation to fail? */
static int fails(void)
{
    long n = ++n_allocations;
    if (!(wanted == ALLOC && n >= when) && !(wanted == ONCE && n == when))
        return 0;
    errno = ENOMEM;
    return 1;
}

char *strdup(const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = ++n_names == when && wanted == NAME ? NULL : malloc(size);
    if (!copy)
        errno = ENOMEM;
    return copy ? memcpy(copy, text, size) : NULL;
}

void *malloc(size_t size)
{
    return fails() ? NULL : __libc_malloc(size);
}

void *calloc(size_t n, size_t size)
{
    return fails() ? NULL : __libc_calloc(n, size);
}

void *realloc(void *old, size_t size)
{
    return fails() ? NULL : __libc_realloc(old, size);
}

ssize_t write(int fd, const void *bytes, size_t n)
{
    static ssize_t (*real_write)(int, const void *, size_t);
    if (!real_write)
        *(void **)&real_write = dlsym(RTLD_NEXT, "write");
    if ((wanted != WRITE && wanted != KILL) || fd <= STDERR_FILENO || ++n_writes != when)
        return real_write(fd, bytes, n);
    if (real_write(fd, bytes, n / 2) < 0 || wanted == KILL)
        raise(SIGKILL);
    errno = ENOSPC;
    return -1;
}

int rename(const char *from, const char *to)
{
    static int (*real_rename)(const char *, const char *);
    if (!real_rename)
        *(void **)&real_rename = dlsym(RTLD_NEXT, "rename");
    if (wanted != RENAME || ++n_renames != when)
        return real_rename(from, to);
    errno = EIO;
    return -1;
}
