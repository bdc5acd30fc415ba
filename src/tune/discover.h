/* Finds out what can be varied in a program. */
#ifndef PV_DISCOVER_H
#define PV_DISCOVER_H

#include "tune/lab.h"

/* The options and sizes that change the program: each is tried by itself, and kept if the text is another one. NULL after reporting
 * an error, or if the search is over. */
struct pv_space *pv_discover(struct pv_workshop *shop);

#endif
