/* Statistics of repeated measurements. */
#ifndef PV_STATS_H
#define PV_STATS_H

/* The median of "n" values, at least one. */
double pv_stats_median(const double *values, int n);
/* How far typical values are from the median, as the standard deviation of a normal distribution; 0 for one value. */
double pv_stats_deviation(const double *values, int n);

/* The probability that "n" differences lie as far below zero as these, or further, if positive and negative ones are equally likely:
 * the one-sided signed-rank test of Wilcoxon. Exact up to 30 differences without ties. */
double pv_stats_signed_rank(const double *differences, int n);

/* The expected amount by which a normal variable of this "mean" and "deviation" lies below "best". */
double pv_stats_improvement(double mean, double deviation, double best);

#endif
