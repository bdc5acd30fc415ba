/* Does the program look at errno after calls of mathematical functions? */
#ifndef PV_ERRNOUSE_H
#define PV_ERRNOUSE_H

#include "front/symbols.h"

/* Does one of "functions", defined in the main file of "x", both use errno and call a function of <math.h> that may set it?
 * A call on another thread, or on a device, would set another errno or none. */
bool pv_errno_matters(struct pv_extract *x, const pv_cursor_vec *functions);

#endif
