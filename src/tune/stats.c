/* Medians, the signed-rank test and expected improvement. */
#include "tune/stats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 256, MOST_EXACT = 30 };

static int compare_values(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double pv_stats_median(const double *values, int n)
{
    double sorted[MOST] = {0};
    n = n < MOST ? n : MOST;
    memcpy(sorted, values, sizeof(double) * (size_t)n);
    qsort(sorted, (size_t)n, sizeof(double), compare_values);
    return n % 2 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
}

double pv_stats_deviation(const double *values, int n)
{
    double distances[MOST] = {0}, median = pv_stats_median(values, n);
    n = n < MOST ? n : MOST;
    for (int i = 0; i < n; i++)
        distances[i] = fabs(values[i] - median);
    return 1.4826 * pv_stats_median(distances, n);
}

static int compare_sizes(const void *a, const void *b)
{
    double x = fabs(*(const double *)a), y = fabs(*(const double *)b);
    return (x > y) - (x < y);
}

/* Twice the sum of the ranks of the positive numbers among "n" "sorted" by size; equal sizes share the mean of their ranks. */
static int positive_ranks(const double *sorted, int n)
{
    int sum = 0;
    for (int i = 0, end; i < n; i = end) {
        for (end = i + 1; end < n && fabs(sorted[end]) <= fabs(sorted[i]); end++)
            ;
        for (int k = i; k < end; k++)
            sum += sorted[k] > 0 ? i + 1 + end : 0;
    }
    return sum;
}

/* The probability that the ranks 1 to "n", each taken with probability 1/2, have a sum of at most "most". */
static double rank_sum_probability(int n, double most)
{
    double ways[MOST_EXACT * (MOST_EXACT + 1) / 2 + 1] = {1}, sum = 0, all = 0;
    int top = n * (n + 1) / 2;
    for (int rank = 1; rank <= n; rank++)
        for (int s = top; s >= rank; s--)
            ways[s] += ways[s - rank];
    for (int s = 0; s <= top; s++) {
        sum += s <= most ? ways[s] : 0;
        all += ways[s];
    }
    return sum / all;
}

double pv_stats_signed_rank(const double *differences, int n)
{
    double sorted[MOST] = {0};
    int kept = 0;
    for (int i = 0; i < n && kept < MOST; i++)
        if (differences[i] < 0 || differences[i] > 0)
            sorted[kept++] = differences[i];
    if (!kept)
        return 1;
    qsort(sorted, (size_t)kept, sizeof(double), compare_sizes);
    double positive = positive_ranks(sorted, kept) / 2.0;
    if (kept <= MOST_EXACT)
        return rank_sum_probability(kept, positive);
    double mean = kept * (kept + 1) / 4.0, variance = mean * (2 * kept + 1) / 6;
    return 0.5 * erfc((mean - positive - 0.5) / sqrt(2 * variance));
}

double pv_stats_improvement(double mean, double deviation, double best)
{
    double gap = best - mean, z = deviation > 0 ? gap / deviation : 0;
    if (deviation <= 0)
        return gap > 0 ? gap : 0;
    return gap * 0.5 * erfc(-z / sqrt(2)) + deviation * exp(-z * z / 2) / 2.5066282746310002;
}
