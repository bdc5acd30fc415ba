/* The leaves of the generated code. */
#ifndef PV_LEAF_H
#define PV_LEAF_H

#include "ast/localfill.h"

/* What the statement at "site" needs there, below "marks", in "kernel" (may be NULL). NULL where isl failed. */
struct pv_code_leaf *pv_leaf_new(struct pv_code *code, const struct pv_site *site, const struct pv_kernel *kernel,
                                 const pv_marks *marks);

#endif
