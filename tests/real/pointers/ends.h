struct sample {
    float left, right;
};
void negate(float *to, float *end, const float *from);
float *copy_pairs(struct sample *to, struct sample *end, const float *from);
const char *count(const char *text, const char *end, int *codes);
float *scale_rows(float *p, int rows, int cols, float by);
float *positive(float *to, const float *from, int n);
void both(float *p, float *first, float *second, int n);
