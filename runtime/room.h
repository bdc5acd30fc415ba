/* Guards: memory for copies of arrays. In the C of 1989 with the extensions of gcc and clang, as the other guards. */

#ifdef __GNUC__
#define pave_malloc __builtin_malloc
#define pave_free __builtin_free
#else
#include <stdlib.h>
#define pave_malloc malloc
#define pave_free free
#endif
#ifdef _OPENMP
extern int omp_get_max_threads(void);
#ifdef __GNUC__
extern int omp_get_thread_num(void) __attribute__((__const__));
#else
extern int omp_get_thread_num(void);
#endif
#endif
/* The number of the thread among those that share a loop. */
static __inline int pave_thread(void)
{
#ifdef _OPENMP
    return omp_get_thread_num();
#else
    return 0;
#endif
}
/* So many threads may share a loop; the number of this one is smaller, too, wherever it got it. */
static __inline int pave_threads(void)
{
#ifdef _OPENMP
    const int n = omp_get_max_threads(), own = omp_get_thread_num() + 1;
    return n > own ? n : own;
#else
    return 1;
#endif
}
/* An array of "n" dimensions with elements of "size" bytes. */
typedef struct {
    long long size;
    int n;
    long long dims[12];
} pave_room;
/* The bytes of "room", or -1 where they are more than "most". */
static __inline long long pave_bytes(const pave_room *room, long long most)
{
    long long bytes = room->size;
    int i;
    for (i = 0; i < room->n; i++) {
        if (room->dims[i] < 1 || room->dims[i] > most / bytes)
            return -1;
        bytes *= room->dims[i];
    }
    return bytes;
}
static __inline void pave_release(void **rooms, int n)
{
    while (n > 0)
        pave_free(rooms[--n]);
}
/* Memory for "n" arrays, in "rooms". None, and 0, where they need more than "most" bytes, or there is too little. */
static __inline int pave_reserve(void **rooms, int n, long long most, const pave_room *wanted)
{
    int i;
    for (i = 0; i < n; i++) {
        const long long bytes = pave_bytes(&wanted[i], most);
        rooms[i] = bytes < 0 ? 0 : pave_malloc((unsigned long)bytes);
        if (!rooms[i]) {
            pave_release(rooms, i);
            return 0;
        }
        most -= bytes;
    }
    return 1;
}
