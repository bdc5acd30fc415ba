/* References of a statement in terms of the generated iterators. */
#ifndef PV_REWRITE_H
#define PV_REWRITE_H

#include "ast/localfill.h"

/* Why the body of "stmt" cannot be printed from its model: a scalar that is neither memory nor of known value, or a
 * kind of statement there is no code for. NULL where all is well. */
const char *pv_rewrite_obstacle(const struct pv_scop *scop, const struct pv_stmt *stmt);

/* Append to "leaf", at "site" below "marks", the subscripts and values of its statement's references. False where isl
 * failed. */
bool pv_rewrite_references(struct pv_code_leaf *leaf, const struct pv_site *site, const pv_marks *marks);

#endif
