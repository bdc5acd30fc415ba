/* Checks that copies of arrays leave every value where it is read. */
#ifndef PV_EXPANDCHECK_H
#define PV_EXPANDCHECK_H

#include "ir/deps.h"

/* "before" are the dependences of "scop" before its arrays had copies, "after" those of "scop" as it is. The statements from
 * number "n_stmts" on are new: they copy last values. Does each reference still read what the same reference wrote, and has
 * the code after the region the same values? */
isl_bool pv_expandcheck(const struct pv_scop *scop, int n_stmts, const struct pv_deps *before,
                        const struct pv_deps *after);

#endif
