/* pave/pencil.h - lets a file with PENCIL builtins and attributes compile with any C99 compiler.
 *
 * Include it, write the builtins where they help pave, and build the file as usual:
 *
 *     #include <pave/pencil.h>
 *
 *     __pencil_assume(m > n);      the condition holds here; pave may rely on it
 *     __pencil_assert(i < n);      the condition is claimed to hold here
 *     __pencil_kill(t, A);         no value flows through these variables past this point
 *     __pencil_use(A);             stands for a read of everything in A
 *     __pencil_def(A);             stands for a write of everything in A
 *     if (__pencil_maybe()) ...    may or may not happen: for bodies of summary functions
 *
 *     __attribute__((pencil_access(f_summary)))
 *     void f(int n, int A[static n]);      take the accesses of f from the body of f_summary
 *
 * pave defines __PAVE__ while it reads a file and then has to see the calls, so they are only declared.
 * It also gives pencil_access a meaning of its own on its command line, which is kept.
 * Every other compiler sees expressions of type void without effect; a condition is checked for its
 * syntax and types but never evaluated, and __pencil_maybe() is 0. */

#ifndef PAVE_PENCIL_H
#define PAVE_PENCIL_H

#ifdef __PAVE__

void __pencil_assume(int condition);
void __pencil_assert(int condition);
void __pencil_kill();
void __pencil_use();
void __pencil_def();
int __pencil_maybe(void) __attribute__((pure));

#else

/* "? 1 : 0" gives the operand of sizeof type int, so that nothing in "condition" is ever evaluated. */
#define __pencil_assume(condition) ((void)sizeof((condition) ? 1 : 0))
#define __pencil_assert(condition) ((void)sizeof((condition) ? 1 : 0))
#define __pencil_kill(...) ((void)0)
#define __pencil_use(...) ((void)0)
#define __pencil_def(...) ((void)0)

static inline int __pencil_maybe(void)
{
    return 0;
}

#endif

#ifndef pencil_access
#define pencil_access(function)
#endif

/* clang has __builtin_assume; for the others it is what __pencil_assume is. */
#ifdef __has_builtin
#if __has_builtin(__builtin_assume)
#define PAVE_HAS_BUILTIN_ASSUME
#endif
#endif
#ifndef PAVE_HAS_BUILTIN_ASSUME
#define __builtin_assume(condition) ((void)sizeof((condition) ? 1 : 0))
#endif

#endif
