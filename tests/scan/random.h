/* Random schedules, and their code run against them. */
#ifndef RANDOM_H
#define RANDOM_H

/* Generate code for "n" random schedules from number "seed" on with both generators, run it, and compare. Print what
 * goes wrong. Return the number of schedules whose code is wrong. */
int check_random(unsigned seed, int n);

#endif
