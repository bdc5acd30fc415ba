/* Statements. */
#ifndef PV_GENSTMT_H
#define PV_GENSTMT_H

#include "genloop.h"

/* Write "n" statements; what they declare goes out of scope after them. */
void gen_block(struct generator *g, int n);

#endif
