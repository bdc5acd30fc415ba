/* Loop nests as numerical programs have them, and loops that PENCIL calls independent. */
#ifndef PV_GENNEST_H
#define PV_GENNEST_H

#include "genloop.h"

/* Write a nest of one to five plain loops whose subscripts are mostly an iterator and a constant; "write_leaf" writes
 * one statement of its bodies. */
void gen_nest(struct generator *g, void (*write_leaf)(struct generator *g));
/* Write a loop marked independent whose iterations write places of their own, or add to an integer. */
void gen_independent(struct generator *g);
/* A function whose accesses stand in a summary, and calls of it. */
extern const char gen_summary_text[];
void gen_add_summarised(struct generator *g);

#endif
