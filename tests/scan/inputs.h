/* Schedules in files, and their code run against them. */
#ifndef INPUTS_H
#define INPUTS_H

/* Generate code for the schedules in "n" files with both generators, run it for several values of the parameters, and
 * compare with the instances. Print what goes wrong. Return the number of files for which pave's code is wrong. */
int check_files(int n, char **files);

#endif
