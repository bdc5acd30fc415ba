// run: 40
// run: 7
// flags: --assume-restrict
// kernels: 3
// gcc: -Wno-address
// Pointers that may be null: a condition asks, on the device as on the host. A null pointer has no elements and no copy.
#include <stdio.h>
#include <stdlib.h>

static void layer(int n, int m, float *out, const float *in, const float *weight, const float *bias)
{
    for (int i = 0; i < n; i++) {
        float sum = (bias != NULL) ? bias[i] : 0.0f;
        for (int j = 0; j < m; j++)
            sum += in[j] * weight[i * m + j];
        out[i] = sum;
    }
}

static void backward(int n, int m, float *dbias, float *dweight, const float *dout, const float *in)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            if (dbias)
                dbias[i] += dout[i];
            if (!(dweight == NULL) && in)
                dweight[i * m + j] += dout[i] * in[j];
        }
}

static void masked(int n, int *mask, float *value, const float *scale)
{
    for (int i = 0; i < n; i++) {
        value[i] *= scale && scale[i] > 0.5f ? scale[i] : 2.0f;
        if (mask)
            mask[i] = !mask[i] || value[i] > 1;
    }
}

static void show(const char *name, int n, const float *v)
{
    printf("%s:", name);
    for (int i = 0; i < n; i++)
        printf(" %g", v[i]);
    printf("\n");
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 10, m = n / 2 + 1, mask[64] = {0};
    float out[64] = {0}, in[64] = {0}, weight[64 * 64] = {0}, bias[64] = {0}, dbias[64] = {0}, dweight[64 * 64] = {0};
    for (int i = 0; i < n; i++) {
        in[i] = i * 0.25f;
        bias[i] = i % 3;
        for (int j = 0; j < m; j++)
            weight[i * m + j] = (i * 3 + j) % 5 * 0.5f;
    }
    layer(n, m, out, in, weight, NULL);
    show("without bias", n, out);
    layer(n, m, out, in, weight, bias);
    show("with bias", n, out);
    backward(n, m, NULL, dweight, out, in);
    show("dweight", n, dweight);
    backward(n, m, dbias, NULL, out, in);
    show("dbias", n, dbias);
    masked(n, NULL, out, NULL);
    show("unmasked", n, out);
    masked(n, mask, out, in);
    show("masked", n, out);
    for (int i = 0; i < n; i++)
        printf("%d", mask[i]);
    printf("\n");
    return 0;
}
