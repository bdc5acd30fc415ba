/* Stands in a folder that the build names as one of the system. */
#define SHORT_PRAGMA(x) _Pragma(#x)
#define SHARED_LOOP(clauses) SHORT_PRAGMA(omp parallel for clauses)
#define ATOMIC SHORT_PRAGMA(omp atomic)
