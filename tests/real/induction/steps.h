struct work {
    double *out, *in;
    double scale;
};
int every(int n, int step, double *x);
void every_from(int first, int n, int step, const double *x, double *y);
void down(int n, int step, double *x);
void groups(int n, int half, double *x);
void some_rows(int rows, int cols, int step, double *x);
void in_sizes(unsigned long n, unsigned step, float *x);
void strided_pair(int n, int stride, const double *x, double *y);
void share(int me, int workers, int n, struct work *w);
int growing(int n, int *x);
