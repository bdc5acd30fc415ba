#define PARALLEL_FOR _Pragma("omp parallel for")
#define PRAGMA(x) _Pragma(#x)
