/* Pragmas outside of functions. */
#pragma scop
int x;
#pragma endscop
