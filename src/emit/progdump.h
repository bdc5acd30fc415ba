/* Text of a program between two passes, for people. */
#ifndef PV_PROGDUMP_H
#define PV_PROGDUMP_H

#include "ir/names.h"
#include "ir/prog.h"

/* "prog" as it is after a pass, with "entry" (NULL on the host) as what the region becomes on a device. C as far as it is
 * finished; comments tell the values of generated integers and what is left to do. */
const char *pv_progdump(struct pv_arena *arena, const struct pv_names *names, const struct pv_prog *prog,
                        const struct pv_pentry *entry);

#endif
