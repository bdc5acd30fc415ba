/* Writes the copy of a program that logs what it does. */
#ifndef PV_INSTRUMENT_H
#define PV_INSTRUMENT_H

#include "plan.h"

/* Append to "out" the "text" of "file_name" with the markers of all "plans". */
void instrument(struct pv_sb *out, const char *file_name, const char *text, size_t size, struct plan **plans,
                int n_plans);

#endif
