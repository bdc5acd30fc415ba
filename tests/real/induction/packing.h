int pack(float *packed, const float *matrix, int rows, int cols, int ld);
int every_third(float *to, const float *from, int n, int first);
void backwards(float *to, const float *from, int n);
unsigned countdown(double *sums, const double *values, unsigned n);
int pairs(int *left, int *right, int n);
