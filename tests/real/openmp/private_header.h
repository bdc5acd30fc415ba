/* Work space of each thread, declared and made private in a header. */
static double scratch[24], table[24];
#pragma omp threadprivate(scratch)
