/* Helper functions with visible bodies, and calls to them. */
#ifndef PV_GENCALL_H
#define PV_GENCALL_H

#include "gendata.h"

/* The functions that expressions may call: average, weight, fold (a value from 0 to 9), residue (0 to 4). */
extern const char gen_functions_text[];

/* Write helpers of random bodies to g->helpers_text. "write_block" writes so many statements. */
void gen_helpers(struct generator *g, void (*write_block)(struct generator *g, int n));
/* Write a call to one of them. False if there is none that can be called here. */
bool gen_call(struct generator *g);

#endif
