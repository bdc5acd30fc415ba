/* Options of pave under which a program must still do what it did. */
#ifndef PV_GENOPTS_H
#define PV_GENOPTS_H

#include "genstate.h"

/* A few of them, each after a blank. */
const char *gen_options(struct generator *g);

#endif
