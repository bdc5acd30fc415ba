/* What a statement with control of its own does to a scalar: whether it reads the value from before. */
#ifndef PV_EXPOSED_H
#define PV_EXPOSED_H

#include "ir/tree.h"

struct pv_exposure {
    bool reads;  /* some way through the statement reads the value from before */
    bool writes; /* every way to its end assigns the variable */
};

/* "var" is a scalar whose address is never used. */
struct pv_exposure pv_exposure_of(struct pv_tree *tree, const struct pv_var *var);

#endif
