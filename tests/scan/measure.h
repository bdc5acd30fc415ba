/* Both generators of syntax trees, side by side. */
#ifndef MEASURE_H
#define MEASURE_H

/* Print a line for each of "n" files with a schedule: for pave's generator and isl's, how many comparisons, and how many
 * divisions and extrema, the code evaluates in one run, how many lines it has, and how long it takes to generate. The last
 * line has the geometric means of pave's figures divided by isl's. Return whether all files could be read. */
int measure_files(int n, char **files);

#endif
