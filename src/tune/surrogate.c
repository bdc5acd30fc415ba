/* Predicts the times of points by a Gaussian process. */
#include "tune/surrogate.h"

#include <math.h>
#include <string.h>

enum { N = PV_MOST_SAMPLES };

struct pv_surrogate {
    struct pv_arena *arena;
    const struct pv_space *space;
    int n;
    const double *reach;
    const int *points[N];
    double values[N];    /* scaled: mean 0, deviation 1 */
    double variances[N]; /* scaled */
    double mean, scale;  /* of the values as given */
    double *factor;      /* lower triangular: factor * factor^T is the covariance of the samples */
    double weights[N];   /* inverse of the covariance times the values */
};

/* How alike the times of two points are: 1 for the same point, 0 for points far apart (Matern 5/2). */
static double likeness(const struct pv_surrogate *model, const int *a, const int *b)
{
    double square = 0;
    for (int i = 0; i < model->space->axes.n; i++) {
        double distance = a[i] == b[i] ? 0 : pv_axis_distance(&model->space->axes.v[i], a[i], b[i]) / model->reach[i];
        square += distance * distance;
    }
    double r = sqrt(5 * square);
    return (1 + r + r * r / 3) * exp(-r);
}

/* Compute row "i" of the factor, the rows above being there. */
static void add_row(struct pv_surrogate *model, int i)
{
    double *row = model->factor + (size_t)i * N, rest = 1 + model->variances[i];
    for (int j = 0; j < i; j++) {
        const double *above = model->factor + (size_t)j * N;
        double sum = likeness(model, model->points[i], model->points[j]);
        for (int k = 0; k < j; k++)
            sum -= row[k] * above[k];
        row[j] = sum / above[j];
        rest -= row[j] * row[j];
    }
    row[i] = sqrt(rest > 1e-9 ? rest : 1e-9);
}

/* Solve factor * x = "right" in place. */
static void solve_forward(const struct pv_surrogate *model, double *right)
{
    for (int i = 0; i < model->n; i++) {
        const double *row = model->factor + (size_t)i * N;
        for (int k = 0; k < i; k++)
            right[i] -= row[k] * right[k];
        right[i] /= row[i];
    }
}

/* Compute the weights from factor and values. */
static void find_weights(struct pv_surrogate *model)
{
    memcpy(model->weights, model->values, sizeof(double) * (size_t)model->n);
    solve_forward(model, model->weights);
    for (int i = model->n - 1; i >= 0; i--) {
        for (int k = i + 1; k < model->n; k++)
            model->weights[i] -= model->factor[(size_t)k * N + i] * model->weights[k];
        model->weights[i] /= model->factor[(size_t)i * N + i];
    }
}

/* The logarithm of the likelihood of the samples, up to a constant; reaches of middling length are likelier beforehand. */
static double likelihood(struct pv_surrogate *model)
{
    double right[N], sum = 0;
    for (int i = 0; i < model->n; i++)
        add_row(model, i);
    memcpy(right, model->values, sizeof(double) * (size_t)model->n);
    solve_forward(model, right);
    for (int i = 0; i < model->n; i++)
        sum -= right[i] * right[i] / 2 + log(model->factor[(size_t)i * N + i]);
    for (int i = 0; i < model->space->axes.n; i++) {
        double away = log(model->reach[i]) - log(1.5);
        sum -= away * away / 4;
    }
    return sum;
}

/* Improve the reaches one by one. */
static void find_reaches(struct pv_surrogate *model, double *reach)
{
    static const double factors[] = {0.4, 2.5};
    double best = likelihood(model);
    for (int i = 0; i < model->space->axes.n; i++) {
        double from = reach[i], chosen = from;
        for (size_t f = 0; f < sizeof(factors) / sizeof(*factors); f++) {
            reach[i] = from * factors[f];
            double here = reach[i] < 0.05 || reach[i] > 40 ? best - 1 : likelihood(model);
            if (here > best) {
                best = here;
                chosen = reach[i];
            }
        }
        reach[i] = chosen;
    }
}

static void scale_values(struct pv_surrogate *model, const struct pv_sample *samples)
{
    double sum = 0, squares = 0;
    for (int i = 0; i < model->n; i++)
        sum += samples[i].value;
    model->mean = sum / model->n;
    for (int i = 0; i < model->n; i++)
        squares += (samples[i].value - model->mean) * (samples[i].value - model->mean);
    model->scale = sqrt(squares / model->n);
    model->scale = model->scale > 1e-6 ? model->scale : 1e-6;
    for (int i = 0; i < model->n; i++) {
        double variance = samples[i].variance / (model->scale * model->scale);
        model->points[i] = samples[i].point;
        model->values[i] = (samples[i].value - model->mean) / model->scale;
        model->variances[i] = variance < 1e-4 ? 1e-4 : variance > 1 ? 1 : variance;
    }
}

struct pv_surrogate *pv_surrogate_fit(struct pv_arena *arena, const struct pv_space *space,
                                      const struct pv_sample *samples, int n, double *reach)
{
    struct pv_surrogate *model = pv_new(arena, struct pv_surrogate);
    model->arena = arena;
    model->space = space;
    model->n = n;
    model->reach = reach;
    model->factor = pv_new_array(arena, double, N *N);
    scale_values(model, samples);
    find_reaches(model, reach);
    (void)likelihood(model); /* leaves the factor for the reaches that were chosen */
    find_weights(model);
    return model;
}

double pv_surrogate_predict(const struct pv_surrogate *model, const int *point, double *deviation)
{
    double alike[N], mean = 0, rest = 1;
    for (int i = 0; i < model->n; i++) {
        alike[i] = likeness(model, point, model->points[i]);
        mean += alike[i] * model->weights[i];
    }
    solve_forward(model, alike);
    for (int i = 0; i < model->n; i++)
        rest -= alike[i] * alike[i];
    *deviation = model->scale * sqrt(rest > 0 ? rest : 0);
    return model->mean + model->scale * mean;
}

void pv_surrogate_believe(struct pv_surrogate *model, const int *point)
{
    double deviation, mean = pv_surrogate_predict(model, point, &deviation);
    if (model->n == N)
        return;
    model->points[model->n] = point;
    model->values[model->n] = (mean - model->mean) / model->scale;
    model->variances[model->n] = 1e-3;
    add_row(model, model->n++);
    find_weights(model);
}
