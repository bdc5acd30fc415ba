/* Run-time tests that arrays do not overlap, for arrays that cannot be proven to be apart. */
#ifndef PV_OVERLAP_H
#define PV_OVERLAP_H

#include "ir/scop.h"

/* How pointers that may overlap are treated. */
enum pv_overlap_use {
    PV_OVERLAP_TEST,    /* a test decides; where there is none, their accesses keep their order */
    PV_OVERLAP_RESPECT, /* accesses keep their order */
};

/* Note in the guard of "scop" which arrays may be interleaved although nothing tests that they are not: pairs with a
 * promise that no element belongs to both, or all, where "is_promised" says that the user promises it for all. */
void pv_overlap_note_mixed(struct pv_scop *scop, bool is_promised);

/* Make "scop" right for arrays that may overlap. Pairs that can be tested enter its guard; accesses to arrays of others
 * keep their order. False where a symbolic constant of the model may change in a way that no test can exclude: "*by" is
 * then the array that may overlap the variable "*constant", and the model does not hold. Running out of operations
 * counts as no test. */
bool pv_overlap_settle(struct pv_scop *scop, enum pv_overlap_use use, const struct pv_var **by,
                       const struct pv_var **constant);

#endif
